"""Every worked case of the folder is run: position, dice, what must come out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from goodorder.play.cases import CaseResult, run_case
from goodorder.play.cases.reader import case_files, read_cases

FOLDER = Path(__file__).parent
FILES = case_files([FOLDER])
CASES = [(path.stem, case) for path in FILES for case in read_cases(path, path.name)]


@pytest.mark.parametrize("case", [case for _, case in CASES], ids=[f"{stem}: {case.title}" for stem, case in CASES])
def test_case(case: Any, count: Any) -> None:
    result = case if isinstance(case, CaseResult) else run_case(case)
    count.cases()
    assert result.status == "passed", result.message


def test_no_two_cases_have_one_title() -> None:
    titles = [(case.title, case.profile) for _, case in CASES]
    assert sorted(set(titles)) == sorted(titles)
