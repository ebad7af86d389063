"""Every worked case of the folder is run: position, dice, what must come out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from goodorder.core.engine import answer, pending
from goodorder.core.frames import Choice
from goodorder.core.view import asked_of, imagined
from goodorder.play.cases import CaseResult, run_case, runner
from goodorder.play.cases.reader import case_files, read_cases

FOLDER = Path(__file__).parent
FILES = case_files([FOLDER])
CASES = [(path.stem, case) for path in FILES for case in read_cases(path, path.name)]


@pytest.fixture
def asked_in_views(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is asked anything in a case can be asked it in his view of the position too, player or computer."""

    def answered(st: Any, action: Any) -> Any:
        found, events = answer(st, action)
        asked = pending(found)
        if isinstance(asked, Choice):
            for _, choice in (asked_of(found, asked), imagined(found, asked)):
                choice.menu.top()
        return found, events

    monkeypatch.setattr(runner, "answer", answered)


@pytest.mark.usefixtures("asked_in_views")
@pytest.mark.parametrize("case", [case for _, case in CASES], ids=[f"{stem}: {case.title}" for stem, case in CASES])
def test_case(case: Any, count: Any) -> None:
    result = case if isinstance(case, CaseResult) else run_case(case)
    count.cases()
    assert result.status == "passed", result.message


def test_no_two_cases_have_one_title() -> None:
    titles = [(case.title, case.profile) for _, case in CASES]
    assert sorted(set(titles)) == sorted(titles)
