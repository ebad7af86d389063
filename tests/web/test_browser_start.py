"""The start page in a real browser: scenarios by nation, year and what they teach."""

from __future__ import annotations

from typing import Any

import pytest

pytest.importorskip("playwright.sync_api")

from goodorder.data.scenario import scenario, scenario_ids
from tests.web.screen import Served, until

from .conftest import opened

pytestmark = [pytest.mark.browser]


def test_the_list_is_narrowed_by_nation_year_and_lesson_and_a_lesson_opens_its_rule(
    browser: Any, served: Served
) -> None:
    every = len(scenario_ids())
    of_1942 = sum(scenario(id).year == 1942 for id in scenario_ids())
    with opened(browser, served.address.split("/#")[0]) as page:
        page.locator(".scenario-list button").first.wait_for()
        lines = page.locator(".scenario-list li")
        status = page.locator(".finder [role=status]")
        assert lines.count() == every and status.inner_text().strip() == f"{every} scenarios"
        page.get_by_label("Nation").select_option("Free French")
        until(lambda: lines.count() == 1)
        told = lines.first.inner_text()
        assert "1944 · Free French against German" in told and "Teaches Free French" in told
        lines.first.get_by_role("button").click()
        page.locator(".card.setup button.rule", has_text="A25.53").click()
        page.locator(".popover", has_text="A25.53").wait_for()
        page.keyboard.press("Escape")
        page.get_by_role("button", name="Show all").click()
        until(lambda: lines.count() == every)
        page.get_by_label("Year").select_option("1942")
        until(lambda: lines.count() == of_1942)
        empty = page.get_by_label("Teaches").locator("option", has_text="rivers and bridges (0)")
        assert empty.is_disabled()
        page.get_by_label("Teaches").select_option("Human Waves")
        until(lambda: lines.count() == 1)
        assert status.inner_text().startswith(f"1 of {every} scenarios")
