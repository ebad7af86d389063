"""In a real Chromium the lines of a preview open the tables of Snipers and of Heat of Battle (A14.3, A15.1)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("playwright.sync_api")

from tests.web.arena import arena, at, scenario
from tests.web.conftest import opened
from tests.web.screen import leave_board, middle, to_phase, wait_turn

pytestmark = pytest.mark.browser


def test_the_number_in_a_line_of_the_preview_opens_its_table(browser: Any, tmp_path: Path) -> None:
    text = scenario([at("4-6-7", "C4")], [at("4-4-7", "C6")], board="farmland", profile="full")
    served = arena(tmp_path, text.replace("elr = 3", "elr = 3\nsan = 4"))
    try:
        with opened(browser, served.address) as page:
            to_phase(page, served, "PFPh")
            leave_board(page)
            wait_turn(page)
            page.mouse.click(*middle(page, "C4"))
            wait_turn(page)
            page.mouse.move(*middle(page, "C6"))
            panel = page.locator("section.preview, section[aria-label='Preview']").first
            line = panel.locator("p", has_text="The Russian Sniper (A14.1, SAN 4) is activated")
            line.wait_for()
            line.locator("button.rule").click()
            table = page.locator(".popover table.chart")
            table.locator("caption", has_text="Sniper attack").wait_for()
            assert table.locator("tr", has_text="leader or hero").inner_text().split("\t")[1:] == [
                "eliminated",
                "wounded",
            ]
            panel.locator("p", has_text="Heat of Battle").locator("button.rule").click()
            page.locator(".popover table.chart caption", has_text="Heat of Battle DRM").wait_for()
            assert page.locator(".popover table.chart").count() == 2
    finally:
        served.stop()
