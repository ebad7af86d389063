"""What every test folder shares: counters of games and cases, the Chromium to use, and the totals test.py prints.

Counters work under pytest-xdist too: each worker hands its own to the controller when it ends.
"""

from __future__ import annotations

import json
import os
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, settings

settings.register_profile(
    "goodorder",
    # What a run of the tests says does not hang on the speed of the machine or on luck: its examples are the same each
    # time, but for a soak (GOODORDER_EXAMPLES), which draws so many times as many anew.
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.function_scoped_fixture],
    derandomize=not os.environ.get("GOODORDER_EXAMPLES"),
    print_blob=True,
)
settings.load_profile("goodorder")

COUNTS = pytest.StashKey["Count"]()
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


class Count:
    """How many whole games and worked cases the tests really played."""

    def __init__(self) -> None:
        self.totals: Counter[str] = Counter()

    def games(self, number: int = 1) -> None:
        """Add whole games played to their end."""
        self.totals["games"] += number

    def cases(self, number: int = 1) -> None:
        """Add worked cases that were run."""
        self.totals["cases"] += number


def find_chromium() -> str | None:
    """Path of the Chromium for browser tests: ``GOODORDER_CHROMIUM``, or a usual name on the path; None without one."""
    named = os.environ.get("GOODORDER_CHROMIUM")
    if named:
        return shutil.which(named)
    return next((found for name in CHROMIUM_NAMES if (found := shutil.which(name))), None)


@pytest.fixture(scope="session")
def count(pytestconfig: pytest.Config) -> Count:
    """The counter of this worker; its totals stand in the last line of test.py."""
    return pytestconfig.stash[COUNTS]


@pytest.fixture(scope="session")
def chromium_path() -> str:
    """Executable path for Playwright's ``launch``; skips the test where there is no Chromium."""
    found = find_chromium()
    if found is None:
        pytest.skip("no Chromium")
    return found


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption("--soak", action="store_true", help="run the long tests too, those marked soak")


def pytest_configure(config: pytest.Config) -> None:
    config.stash[COUNTS] = Count()


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if not config.getoption("--soak"):
        config.hook.pytest_deselected(items=[item for item in items if item.get_closest_marker("soak")])
        items[:] = [item for item in items if not item.get_closest_marker("soak")]
    if find_chromium() is None:
        for item in items:
            if item.get_closest_marker("browser"):
                item.add_marker(pytest.mark.skip(reason="no Chromium"))


def pytest_sessionfinish(session: pytest.Session) -> None:
    workeroutput: dict[str, Any] | None = getattr(session.config, "workeroutput", None)
    if workeroutput is not None:
        workeroutput["goodorder_counts"] = dict(session.config.stash[COUNTS].totals)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any, error: object) -> None:
    """Take over what a worker counted (a worker that died has nothing to hand over)."""
    node.config.stash[COUNTS].totals.update(getattr(node, "workeroutput", {}).get("goodorder_counts", {}))


def pytest_terminal_summary(terminalreporter: Any, exitstatus: int, config: pytest.Config) -> None:
    """Write the totals for test.py where ``GOODORDER_TEST_REPORT`` says."""
    target = os.environ.get("GOODORDER_TEST_REPORT")
    if not target:
        return
    stats: dict[str, list[Any]] = terminalreporter.stats
    reasons = Counter(skip_reason(report) for report in stats.get("skipped", []))
    totals = config.stash[COUNTS].totals
    report = {
        "passed": len(stats.get("passed", [])) + len(stats.get("xpassed", [])),
        "failed": len(stats.get("failed", [])) + len(stats.get("xfailed", [])),
        "errors": len(stats.get("error", [])),
        "skipped": reasons.total(),
        "reasons": dict(reasons),
        "games": totals["games"],
        "cases": totals["cases"],
    }
    Path(target).write_text(json.dumps(report), encoding="utf-8")


def skip_reason(report: Any) -> str:
    """The words after "Skipped: " of a skipped test's report."""
    where = report.longrepr
    words = where[2] if isinstance(where, tuple) else str(where)
    return str(words).removeprefix("Skipped: ")
