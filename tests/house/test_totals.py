"""The totals of a test run: games, cases and skips, summed over the workers of pytest-xdist."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

CONFTEST = Path(__file__).resolve().parents[1] / "conftest.py"
SAMPLE = """
import pytest

@pytest.mark.parametrize("number", range(6))
def test_played(count, number):
    count.games(2)
    count.cases()

@pytest.mark.browser
def test_in_a_browser():
    pass

def test_left_out():
    pytest.skip("not today")
"""


@pytest.mark.parametrize("workers", ["0", pytest.param("2", marks=pytest.mark.slow)])
def test_counters_of_all_workers_are_summed(tmp_path: Path, workers: str) -> None:
    shutil.copy(CONFTEST, tmp_path / "conftest.py")
    (tmp_path / "pytest.ini").write_text("[pytest]\nmarkers =\n    browser: needs Chromium\n", encoding="utf-8")
    (tmp_path / "test_sample.py").write_text(SAMPLE, encoding="utf-8")
    report = tmp_path / "report.json"
    environment = {**os.environ, "GOODORDER_TEST_REPORT": str(report), "GOODORDER_CHROMIUM": str(tmp_path / "none")}
    for name in [name for name in environment if name.startswith("PYTEST_")]:
        del environment[name]
    environment["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    command = [sys.executable, "-m", "pytest", "-q", "-p", "xdist", "-n", workers, str(tmp_path)]
    subprocess.run(command, cwd=tmp_path, env=environment, check=True, capture_output=True)
    found = json.loads(report.read_text(encoding="utf-8"))
    ((folder, (seconds, processor, tests)),) = found.pop("folders").items()
    assert (folder, tests) == ("test_sample.py", 7)
    assert seconds > 0 <= processor
    assert found == {
        "passed": 6,
        "failed": 0,
        "errors": 0,
        "skipped": 2,
        "reasons": {"no Chromium": 1, "not today": 1},
        "games": 12,
        "cases": 6,
    }
