"""What is only declared has its line in the log too, under its own rule."""

from __future__ import annotations

import pytest

from goodorder.core import events as ev
from goodorder.core.apply import apply
from goodorder.core.events import Event
from goodorder.core.state import State
from goodorder.flow.deploy import split
from goodorder.play.cases.model import Case
from goodorder.play.cases.reader import parse_cases
from goodorder.play.cases.runner import Play
from goodorder.play.log import LogLine, lines


@pytest.fixture
def st() -> State:
    """A German squad with a leader beside it."""
    head = 'version = 1\n[[case]]\ntitle = "t"\nprofile = "full"\nphase = "RPh"\nmap = "C4-C5 wall"\n'
    head += 'units = ["A german 4-6-7 at C5", "L german 8-1 at C5", "B russian 4-4-7 at C4"]\n'
    found = parse_cases(head + '[[case.step]]\nask = "hex A1"\n', "t")
    play = Play(next(one for one in found if isinstance(one, Case)))
    play.begin()
    return play.state


def told(st: State, *events: Event) -> list[LogLine]:
    """The lines of events as the table reads them."""
    after = st
    for event in events:
        after = apply(after, event)
    return lines(st, after, events)


def squad(st: State) -> int:
    """The German squad."""
    return next(unit.id for unit in st.units.values() if "4-6-7" in unit.type)


def test_opportunity_fire_has_its_line(st: State) -> None:
    (line,) = told(st, ev.OpportunityHeld(unit=squad(st)))
    assert "Opportunity Fire" in line.text and line.rule == "A7.25" and line.hexes == ("C5",)


@pytest.mark.parametrize(("held", "words"), [(True, "claims Wall Advantage"), (False, "no longer has Wall Advantage")])
def test_wall_advantage_has_its_line(st: State, held: bool, words: str) -> None:
    (line,) = told(st, ev.WallAdvantage(unit=squad(st), held=held))
    assert words in line.text and line.rule == "B9.32"


def test_a_squad_that_deploys_is_told_once_under_its_rule(st: State) -> None:
    found = told(st, *split(st, squad(st), "deploy"))
    assert [line.rule for line in found] == ["A1.31"] and "into two 2-4-7" in found[0].text


def test_hidden_placement_is_announced_to_its_side(st: State) -> None:
    (line,) = told(st, ev.UnitHides(unit=squad(st), hidden=True))
    assert "sets up hidden" in line.text and line.rule == "A12.3" and line.kind == "setup"
