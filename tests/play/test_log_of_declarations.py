"""What is only declared has its line in the log too, under its own rule."""

from __future__ import annotations

import pytest

from goodorder.core import events as ev
from goodorder.core.actions import Firer
from goodorder.core.apply import apply
from goodorder.core.engine import answer
from goodorder.core.events import Event
from goodorder.core.notation import parse
from goodorder.core.state import State
from goodorder.flow.rally.deploy import split
from goodorder.flow.sequence.opening import world_of
from goodorder.play.cases.model import Case
from goodorder.play.cases.playing import Play
from goodorder.play.cases.reader import parse_cases
from goodorder.play.log import LogLine, lines
from goodorder.play.start import given
from goodorder.rules.a07_fire.naming import fire_words
from goodorder.rules.facts.places import stairs, stairs_word


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


@pytest.mark.parametrize(
    ("phase", "marked", "words"),
    [("PFPh", "", "Prep Fire"), ("AFPh", "", "Advancing Fire"), ("DFPh", "", "Final Fire")],
)
def test_an_attack_is_called_by_its_occasion(phase: str, marked: str, words: str) -> None:
    side = "german" if phase in ("PFPh", "AFPh") else "russian"
    unit = {"german": "A german 4-6-7 at C5", "russian": "A russian 4-4-7 at C5"}[side]
    foe = {"german": "B russian 4-4-7 at C4", "russian": "B german 4-6-7 at C4"}[side]
    head = f'version = 1\n[[case]]\ntitle = "t"\nphase = "{phase}"\nattacker = "german"\n'
    head += f'units = ["{unit}", "{foe}"]\n[[case.step]]\nask = "hex A1"\n'
    play = Play(next(one for one in parse_cases(head, "t") if isinstance(one, Case)))
    play.begin()
    firer = next(one for one in play.state.units.values() if play.state.world.map.place_name(one.loc) == "C5")
    assert fire_words(play.state, (Firer(firer.id),), phase) == words


def test_held_fire_is_called_opportunity_fire(st: State) -> None:
    held = apply(st, ev.OpportunityHeld(unit=squad(st)))
    assert fire_words(held, (Firer(squad(st)),), "AFPh") == "Opportunity Fire"


def test_stairs_go_up_and_down() -> None:
    board = given("patrol").scenario
    where = world_of(board).map
    upper = next(place for place in where.locations if place.kind == "level" and stairs(where, place.hex))
    assert stairs_word(where, upper.hex, upper.id) == "up the stairs "
    assert stairs_word(where, upper.id, upper.hex) == "down the stairs "
    assert stairs_word(where, upper.hex, where.around(upper.hex)[0]) == ""


def test_who_gets_out_of_his_vehicle_declares_no_armored_assault() -> None:
    head = 'version = 1\n[[case]]\ntitle = "t"\nprofile = "full"\nphase = "MPh"\n'
    head += (
        'units = ["A german 4-6-7 at C5", "B russian 4-4-7 at L9"]\nvehicles = ["T german pzkpfw_ivh at E5 facing 1"]\n'
    )
    found = parse_cases(head + '[[case.step]]\nask = "hex A1"\n', "t")
    play = Play(next(one for one in found if isinstance(one, Case)))
    play.begin()
    after, events = answer(play.state, parse("leave T", play.names))
    words = [line.text for line in lines(play.state, after, events)]
    assert any("gets out" in one for one in words)
    assert not any("Armored Assault" in one for one in words)


def test_a_mark_that_loses_the_wall_as_close_combat_shows_its_truck_has_no_line_of_it() -> None:
    head = 'version = 1\n[[case]]\ntitle = "t"\nprofile = "full"\nphase = "APh"\nwhole_turn = true\n'
    head += 'attacker = "russian"\nsides = ["russian", "german"]\nmap = "E5 orchard; D4 woods; E5-E4 hedge"\n'
    head += 'units = ["A russian 6-2-8 at D4", "G german 4-4-7 at E5 broken", "X russian 4-4-7 at E4 pinned"]\n'
    head += 'vehicles = ["T german opel_6700_blitz at E5 facing 2 concealed wa"]\n'
    found = parse_cases(head + '[[case.step]]\nask = "hex A1"\n', "t")
    play = Play(next(one for one in found if isinstance(one, Case)))
    play.begin()
    st, events = answer(play.state, parse("advance A to E5", play.names))
    assert st.turn.phase == "CCPh"
    assert any(isinstance(one, ev.WallAdvantage) for one in events)
    for viewer in (0, 1):
        words = [line.text for line in lines(play.state, st, events, viewer=viewer)]
        assert not any("Wall" in one and "Opel" in one for one in words)
