"""A real Chromium: what is written on the counters of Guns and vehicles is read in both themes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api")

from tests.web.arena import at, vehicle
from tests.web.screen import wait_turn

pytestmark = pytest.mark.browser

LEAST = 4.5
"""Contrast of small text to what lies under it (WCAG 2, level AA)."""

WRITTEN = """() => [...document.querySelectorAll('g.units g.piece')].flatMap(piece => {
    const tile = getComputedStyle(piece.querySelector('rect.tile')).fill;
    return [...piece.querySelectorAll('text.piece-name, text.caliber')].map(text =>
        [text.textContent, getComputedStyle(text).fill, tile]);
})"""


def luminance(colour: str) -> float:
    """Relative luminance of ``rgb(r, g, b)``."""
    assert colour.startswith("rgb("), colour
    parts = [int(part) / 255 for part in colour[4:-1].split(",")]
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    """How one colour stands out from another, 1 to 21."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_names_and_calibers_of_guns_and_vehicles_stand_out_from_their_counters(
    play: Callable[..., Any], theme: str
) -> None:
    gun = ("2-2-8", "A2", ("7_5cm_pak_40",), "facing = 2")
    opening, _ = play([vehicle("pzkpfw_ivh", "C4", 2), gun], [vehicle("t_34_m41", "P5", 5), at("4-4-7", "P9")])
    with opening as page:
        page.evaluate(f"localStorage.setItem('goodorder.theme', '\"{theme}\"')")
        page.reload()
        wait_turn(page)
        assert page.evaluate("document.documentElement.dataset.theme") == theme
        page.locator("g.units g.piece").nth(2).wait_for(state="attached")
        found = page.evaluate(WRITTEN)
        told = {text for text, _, _ in found}
        assert "75L" in told and any("IVH" in text for text in told) and any("T-34" in text for text in told), told
        for text, ink, tile in found:
            assert contrast(ink, tile) >= LEAST, (text, ink, tile)
