"""Previews of MOL, placed and Set DC, held to play with every face of the dice: the fates of all there, and the lines
about Snipers and Heat of Battle (A22.611, A23.3, A23.7, A14.1, A15.1).
"""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from goodorder.core import engine
from goodorder.core.actions import Action, PlaceCharge
from goodorder.core.apply import apply
from goodorder.core.events import ChargePlaced
from goodorder.core.frames import Do
from goodorder.core.notation import parse
from goodorder.core.state import State
from goodorder.flow.fire.charges import Detonations
from goodorder.flow.fire.fire_phases import FirePhase
from goodorder.odds.spread import Settled
from goodorder.play.cases import position
from goodorder.play.cases.model import Case
from goodorder.play.cases.reader import parse_cases
from goodorder.play.cases.start import import_flow
from goodorder.rules.a23_charges import placed
from goodorder.web.messages.preview import PreviewDoc
from goodorder.web.preview import preview_action
from tests.odds.followed import how_often
from tests.web.test_lines_and_play import line, percent, with_sniper
from tests.web.test_lines_of_charges import calls, heats
from tests.web.told_and_played import Ends, ends, played, told

import_flow()

TEXT = """
version = 1
[[case]]
title = "a charge or a bomb"
profile = "full"
sides = ["russian elr 3 molotovs", "german elr 3"]
phase = "{phase}"
units = [{units}]
weapons = [{weapons}]
vehicles = [{vehicles}]
[[case.step]]
ask = "hex A1"
"""


class Tried(NamedTuple):
    """What is tried, and what stands on the map."""

    words: str
    units: tuple[str, ...]
    vehicles: tuple[str, ...] = ()
    weapons: tuple[str, ...] = ()


DC = ("d russian DC held by A",)
SET = ("d russian DC set at D5 by A turn 2 russian",)
IN_FIRE_PHASE = {
    "a MOL at a squad": Tried("molotov A at D3", ("A russian 4-4-7 at C4", "B german 4-6-7 at D3")),
    "a MOL of a leader's squad at a led half-squad": Tried(
        "molotov A at D3 dir L",
        ("A russian 4-4-7 at C4", "L russian 8-1 at C4", "B german 2-4-7 at D3", "M german 8-0 at D3"),
    ),
    "a MOL in a Fire Group, of which the others attack where it bursts": Tried(
        "molotov A B at D3", ("A russian 4-4-7 at C4", "B russian 4-4-7 at C4", "X german 4-6-7 at D3")
    ),
    "a MOL at a tank": Tried(
        "molotov A at C5 vehicle T",
        ("A russian 4-4-7 at C4", "B german 4-6-7 at D3"),
        ("T german pzkpfw_ivh at C5 facing 1",),
    ),
    "a MOL at an exposed crew and a squad beside it": Tried(
        "molotov A at C5 vehicle T",
        ("A russian 4-4-7 at C4", "B german 4-6-7 at C5"),
        ("T german pzkpfw_ivh at C5 facing 1 ce",),
    ),
    "a Set DC": Tried("detonate d by A", ("A russian 4-4-7 at B6", "B german 4-6-7 at D5"), weapons=SET),
    "a Set DC under a leader and a squad": Tried(
        "detonate d by A", ("A russian 4-4-7 at B6", "B german 4-6-7 at D5", "M german 8-1 at D5"), weapons=SET
    ),
}
PLACED = {
    "a placed DC": Tried("charge d by A to H5", ("A russian 4-4-7 at G5", "B german 4-6-7 at H5"), weapons=DC),
    "a placed DC at a leader and a squad": Tried(
        "charge d by A to H5", ("A russian 4-4-7 at G5", "B german 4-6-7 at H5", "M german 8-0 at H5"), weapons=DC
    ),
    "a placed DC at a tank": Tried(
        "charge d by A to H5 vehicle T",
        ("A russian 4-4-7 at G5", "B german 4-6-7 at A1"),
        ("T german pzkpfw_ivh at H5 facing 1 turret 1",),
        DC,
    ),
}


def made(tried: Tried, phase: str) -> tuple[State, Action]:
    lists = {name: ", ".join(f'"{one}"' for one in getattr(tried, name)) for name in ("units", "vehicles", "weapons")}
    [case] = parse_cases(TEXT.format(phase=phase, **lists), "charges and bombs")
    assert isinstance(case, Case), case
    at = position.build(case)
    return at.state, parse(tried.words, at.names)


def fire(st: State) -> State:
    return engine.settle(st, Do(then=Settled(), push=(FirePhase("PFPh"),)))[0]


def goes_off(st: State, action: Action) -> State:
    """The position in which a DC that was placed so is about to go off."""
    assert isinstance(action, PlaceCharge)
    charge = placed(st, action)
    assert charge is not None
    then = apply(st, ChargePlaced(weapon=action.weapon, charge=charge))
    then = then.with_(turn=replace(then.turn, phase="AFPh"))
    return engine.settle(then, Do(then=Settled(), push=(Detonations(0),)))[0]


def previewed(st: State, action: Action) -> PreviewDoc:
    doc = preview_action(st, action)
    assert doc is not None
    return doc


def assert_as_played(st: State, doc: PreviewDoc, found: Ends) -> None:
    """The preview tells of each unit and vehicle what these ends make of it."""
    said, still = told(doc), {"untouched": 1.0, "no effect": 1.0}
    assert said
    for target in (*st.units, *st.vehicles):
        real = {word: p for word, p in played(st, found, target).items() if word not in still}
        words = {word: p for word, p in said.get(target, still).items() if word not in still}
        assert words == pytest.approx(real), target


@pytest.mark.parametrize("name", IN_FIRE_PHASE)
def test_the_fates_of_a_mol_and_of_a_set_charge_are_those_of_play(name: str) -> None:
    st, action = made(IN_FIRE_PHASE[name], "PFPh")
    st = fire(st)
    # a MOL bursts by the colored die of the second roll (A22.6111)
    assert_as_played(st, previewed(st, action), ends(engine.answer(st, action)[0], 30_000, whole=2))


@pytest.mark.parametrize("name", PLACED)
def test_the_fates_of_a_placed_charge_are_those_of_play_as_it_goes_off(name: str) -> None:
    st, action = made(PLACED[name], "MPh")
    assert_as_played(st, previewed(st, action), ends(goes_off(st, action), 30_000))


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("name", IN_FIRE_PHASE)
def test_a_mol_and_a_set_charge_wake_a_sniper_as_often_as_their_line_says(name: str, side: int) -> None:
    st, action = made(IN_FIRE_PHASE[name], "PFPh")
    st = fire(with_sniper(st, side, 5))
    chance = how_often(engine.answer(st, action)[0], calls(side))
    assert line(st, action, "Sniper (A14.1") == percent(chance)


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("name", PLACED)
def test_a_placed_charge_wakes_a_sniper_as_often_as_its_line_says(name: str, side: int) -> None:
    st, action = made(PLACED[name], "MPh")
    st = with_sniper(st, side, 5)
    assert line(st, action, "Sniper (A14.1") == percent(how_often(goes_off(st, action), calls(side)))


@pytest.mark.parametrize("name", [*IN_FIRE_PHASE, *PLACED])
def test_they_bring_heat_of_battle_as_often_as_their_line_says(name: str) -> None:
    tried = IN_FIRE_PHASE.get(name) or PLACED[name]
    st, action = made(tried, "PFPh" if name in IN_FIRE_PHASE else "MPh")
    if name in IN_FIRE_PHASE:
        st = fire(st)
    after = engine.answer(st, action)[0] if name in IN_FIRE_PHASE else goes_off(st, action)
    assert line(st, action, "Heat of Battle (A15.1)") == percent(how_often(after, heats))


LEADERS = ("9-1", "8-1", "8-0", "7-0")


def test_with_four_leaders_there_no_fates_are_told_and_the_lines_are() -> None:
    led = tuple(f"{name} german {kind} at D3" for name, kind in zip("KLMN", LEADERS, strict=True))
    st, action = made(Tried("molotov A at D3", ("A russian 4-4-7 at C4", "B german 4-6-7 at D3", *led)), "PFPh")
    st = fire(with_sniper(st, 0, 5))
    doc = previewed(st, action)
    assert doc.per_target == ()
    assert "With more than 3 leaders there no fates are counted out." in doc.text
    [told_of] = [text for text in doc.text if "Sniper (A14.1" in text]
    assert "at least" not in told_of


def test_with_six_leaders_the_least_is_told() -> None:
    led = tuple(f"{name} german 8-0 at D3" for name in "KLMNOP")
    st, action = made(Tried("molotov A at D3", ("A russian 4-4-7 at C4", *led)), "PFPh")
    assert line(fire(with_sniper(st, 0, 5)), action, "Sniper (A14.1").startswith("at least ")


def test_the_ntc_that_sets_off_a_charge_is_among_the_dice_that_wake_the_enemys_sniper() -> None:
    st, action = made(IN_FIRE_PHASE["a Set DC"], "PFPh")
    st = fire(with_sniper(st, 1, 5))
    # by a 5 of the NTC, which passes; else by one of the attack after one of the other 17 DR up to the 7 that pass
    assert line(st, action, "Sniper (A14.1") == percent(Fraction(4, 36) + Fraction(17, 36) * Fraction(4, 36))
