"""What every test folder shares: counters of games and cases, the Chromium to use, and the totals test.py prints.

Counters work under pytest-xdist too: each worker hands its own to the controller when it ends.
"""

from __future__ import annotations

import gc
import json
import os
import shutil
from collections import Counter
from collections.abc import Generator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec
import pytest
from hypothesis import HealthCheck, settings

if TYPE_CHECKING:
    from goodorder.play.cases import CaseResult

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
LONG = Path(__file__).with_name("long.txt")
"""Tests that took ``LONG_FROM`` ms of processor time when ``--write-long`` was last given: none of them is quick."""
LONG_FROM = 150
YOUNG = 20_000
"""Objects made before the youngest are looked through for garbage."""
CHROMIUM_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")


class Count:
    """How many whole games and worked cases the tests really played."""

    def __init__(self) -> None:
        self.totals: Counter[str] = Counter()
        self.results: list[CaseResult] = []
        self.all_cases = 0
        self.faults: list[str] = []
        """What the cases together do not show."""
        self.processor: Counter[str] = Counter()
        """Milliseconds of processor time by folder of tests."""
        self.long: dict[str, int] = {}
        """The same of each test that took at least ``LONG_FROM``."""

    def games(self, number: int = 1) -> None:
        """Add whole games played to their end."""
        self.totals["games"] += number

    def cases(self, number: int = 1) -> None:
        """Add worked cases that were run."""
        self.totals["cases"] += number

    def case(self, result: CaseResult, of: int) -> None:
        """Add a worked case of so many, with what it gave."""
        self.cases()
        self.results.append(result)
        self.all_cases = of

    def missing(self) -> bool:
        """Whether the run left out some of the worked cases, so that they together prove nothing."""
        return not self.all_cases or len({(case.title, case.profile) for case in self.results}) < self.all_cases

    def handed_over(self) -> bytes:
        """All of it, from a worker to the controller."""
        return msgspec.msgpack.encode((self.totals, self.results, self.all_cases, self.processor, self.long))

    def take(self, data: bytes) -> None:
        """Add what a worker counted."""
        from goodorder.play.cases import CaseResult

        told = tuple[dict[str, int], list[CaseResult], int, dict[str, int], dict[str, int]]
        totals, results, all_cases, processor, long = msgspec.msgpack.decode(data, type=told)
        self.long.update(long)
        self.totals.update(totals)
        self.processor.update(processor)
        self.results.extend(results)
        self.all_cases = max(self.all_cases, all_cases)


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
    parser.addoption("--write-long", action="store_true", help=f"write {LONG.name}: the tests that are not quick")


def pytest_configure(config: pytest.Config) -> None:
    config.stash[COUNTS] = Count()


@pytest.hookimpl(tryfirst=True)  # before -m chooses by markers
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    listed = LONG.exists() and not config.getoption("--write-long")
    long = set(LONG.read_text(encoding="utf-8").splitlines()) if listed else set()
    for item in items:
        if "browser" in getattr(item, "fixturenames", ()):
            item.add_marker("browser")
        if item.nodeid in long:
            item.add_marker("slow")
    if not config.getoption("--soak"):
        config.hook.pytest_deselected(items=[item for item in items if item.get_closest_marker("soak")])
        items[:] = [item for item in items if not item.get_closest_marker("soak")]
    if find_chromium() is None:
        for item in items:
            if item.get_closest_marker("browser"):
                item.add_marker(pytest.mark.skip(reason="no Chromium"))


def pytest_collection_finish() -> None:
    """From here on the collector of garbage leaves alone what collecting the tests has made, and comes more seldom:
    games make little garbage, and a tenth of their time went into looking for it.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, *gc.get_threshold()[1:])


def folder_of(nodeid: str) -> str:
    """The folder of tests in which a test stands, or its file where that is in none."""
    path = nodeid.partition("::")[0].split("/")
    return path[1] if len(path) > 2 else path[-1]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """Count the processor time of a test, with that of the processes that it waited for."""
    before = sum(os.times()[:4])
    done = yield
    spent = round(1000 * (sum(os.times()[:4]) - before))
    count = item.config.stash[COUNTS]
    count.processor[folder_of(item.nodeid)] += spent
    if spent >= LONG_FROM:
        count.long[item.nodeid] = spent
    return done


def pytest_sessionfinish(session: pytest.Session) -> None:
    count = session.config.stash[COUNTS]
    workeroutput: dict[str, Any] | None = getattr(session.config, "workeroutput", None)
    if workeroutput is not None:
        workeroutput["goodorder_counts"] = count.handed_over()
    elif not count.missing():
        from tests import case_coverage

        count.faults = case_coverage.faults(count.results)
        if count.faults and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any, error: object) -> None:
    """Take over what a worker counted (a worker that died has nothing to hand over)."""
    handed_over = getattr(node, "workeroutput", {}).get("goodorder_counts")
    if handed_over is not None:
        node.config.stash[COUNTS].take(handed_over)


def pytest_terminal_summary(terminalreporter: Any, exitstatus: int, config: pytest.Config) -> None:
    """Tell what the cases together do not show; write the totals for test.py where ``GOODORDER_TEST_REPORT`` says."""
    count = config.stash[COUNTS]
    if count.faults:
        terminalreporter.section("coverage of the cases", red=True)
        for fault in count.faults:
            terminalreporter.line(fault)
    if config.getoption("--write-long"):
        LONG.write_text("".join(f"{nodeid}\n" for nodeid in sorted(count.long)), encoding="utf-8")
    target = os.environ.get("GOODORDER_TEST_REPORT")
    if not target:
        return
    stats: dict[str, list[Any]] = terminalreporter.stats
    seconds: dict[str, float] = {}
    tests: Counter[str] = Counter()
    for one in (one for found in stats.values() for one in found if isinstance(one, pytest.TestReport)):
        name = folder_of(one.nodeid)
        seconds[name] = seconds.get(name, 0) + one.duration
        tests[name] += one.when == "call"
    reasons = Counter(skip_reason(report) for report in stats.get("skipped", []))
    report = {
        "passed": len(stats.get("passed", [])) + len(stats.get("xpassed", [])),
        "failed": len(stats.get("failed", [])) + len(stats.get("xfailed", [])) + len(count.faults),
        "errors": len(stats.get("error", [])),
        "skipped": reasons.total(),
        "reasons": dict(reasons),
        "games": count.totals["games"],
        "cases": count.totals["cases"],
        "folders": {name: (seconds[name], count.processor[name] / 1000, tests[name]) for name in seconds},
    }
    Path(target).write_text(json.dumps(report), encoding="utf-8")


def skip_reason(report: Any) -> str:
    """The words after "Skipped: " of a skipped test's report."""
    where = report.longrepr
    words = where[2] if isinstance(where, tuple) else str(where)
    return str(words).removeprefix("Skipped: ")
