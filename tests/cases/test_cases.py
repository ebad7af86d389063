"""Every worked case of the folder is run: position, dice, what must come out."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from goodorder.core.engine import answer, pending
from goodorder.core.frames import Choice
from goodorder.core.state import State
from goodorder.core.view import asked_of, imagined
from goodorder.play.cases import CaseResult, playing, run_case, runner
from goodorder.play.cases.model import Case
from goodorder.play.cases.reader import case_files, read_cases
from goodorder.play.cases.trace import RuleTrace
from goodorder.sim.game import broken_invariant

FOLDER = Path(__file__).parent
FILES = case_files([FOLDER])
CASES = [(path.stem, case) for path in FILES for case in read_cases(path, path.name)]
QUICK = 8
"""A quick run takes one case in so many, of each file at least one."""


def taken() -> list[tuple[str, Case | CaseResult]]:
    """The cases that this run takes."""
    if not os.environ.get("GOODORDER_QUICK"):
        return CASES
    first = {stem: number for number, (stem, _) in reversed(list(enumerate(CASES)))}
    return [one for number, one in enumerate(CASES) if (number - first[one[0]]) % QUICK == 0]


@pytest.fixture
def asked_in_views(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is asked anything in a case can be asked it in his view of the position too, player or computer; and each
    position holds what every one must hold.

    A quick run leaves that to the whole one.
    """
    if os.environ.get("GOODORDER_QUICK"):
        return
    traces: list[RuleTrace] = []

    def trace() -> RuleTrace:
        traces.append(RuleTrace())
        return traces[-1]

    def answered(st: State, action: Any) -> Any:
        found, events = answer(st, action)
        with traces[-1].paused():
            ask_in_views(found.with_())  # what a view remembers is not asked again in the case
            assert broken_invariant(found) is None
        return found, events

    monkeypatch.setattr(runner, "RuleTrace", trace)
    monkeypatch.setattr(playing, "answer", answered)


def ask_in_views(st: State) -> None:
    """Open the menu of who is asked, in what his side knows and in what his computer player imagines; what it offers
    the question itself takes for an answer.
    """
    asked = pending(st)
    if isinstance(asked, Choice):
        for _, choice in (asked_of(st, asked), imagined(st, asked)):
            offered = [entry.action for entry in choice.menu.top() if entry.action is not None]
            assert [action for action in offered if choice.check(action) is not None] == []


@pytest.mark.usefixtures("asked_in_views")
@pytest.mark.parametrize("case", [case for _, case in taken()], ids=[f"{stem}: {case.title}" for stem, case in taken()])
def test_case(case: Any, count: Any) -> None:
    result = case if isinstance(case, CaseResult) else run_case(case)
    count.case(result, of=len(CASES))
    assert result.status == "passed", result.message


def test_no_two_cases_have_one_title() -> None:
    titles = [(case.title, case.profile) for _, case in CASES]
    assert sorted(set(titles)) == sorted(titles)


def test_each_case_names_the_rule_that_it_shows() -> None:
    assert [case.title for _, case in CASES if isinstance(case, Case) and not (case.rules or case.not_rules)] == []


def test_a_case_file_stands_in_a_folder_and_has_fewer_than_800_lines() -> None:
    assert [file.name for file in FILES if file.parent == FOLDER] == []
    assert [file.name for file in FILES if len(file.read_text(encoding="utf-8").splitlines()) >= 800] == []
