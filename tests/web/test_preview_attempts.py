"""Previews of attempts whose dice stand alone, against play with every face of them (A1.31, A14.4, B11.41, D8.3)."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from goodorder.core import engine
from goodorder.core.actions import Action, CheckSniper, ClearCharge, Climb, Deploy, Repair, Scrounge, StartUp, Unbog
from goodorder.core.apply import apply
from goodorder.core.dice import Roll
from goodorder.core.events import DiceThrown
from goodorder.core.frames import Frame
from goodorder.core.sniper import Sniper
from goodorder.core.state import State
from goodorder.flow.drive.bogging import BogRemoval, ReliabilityCheck
from goodorder.flow.move.acts.climb import Climbing
from goodorder.flow.rally.deploy import DeployRoll
from goodorder.flow.rally.rally_weapons import RepairRoll
from goodorder.flow.rally.scrounging import ScroungeRoll
from goodorder.flow.shared.clearing import ClearanceRoll
from goodorder.flow.snipers.hunt import SniperHunt
from goodorder.rules.b_terrain.clearance import clearing_events
from goodorder.web.preview import preview_action
from goodorder.web.preview_attempts import dared
from tests.odds.shots import Shot, made
from tests.rules.a11_close_combat.fights import begin
from tests.support import loc

RALLY = Shot("fire A at C9", ("A german 4-6-7 at C3", "L german 8-1 at C3", "X russian 4-4-7 at C9"))
GUNS = Shot("fire A at C9", RALLY.units, ("m german HMG held by A malfunctioned",))
WRECK = Shot("fire A at C9", RALLY.units, vehicles=("T russian t_34_m43 at C3 facing 2 wreck",))
BOGGED = Shot("fire A at C9", RALLY.units, vehicles=("T german pzkpfw_vg at H5 facing 2 bogged",))
MIRED = Shot("fire A at C9", RALLY.units, vehicles=("T german pzkpfw_ivh at H5 facing 2 mired",))
RELIABLE_NOT = Shot("fire A at C9", RALLY.units, vehicles=("T german pzkpfw_vd at H5 facing 2",))


def unit(st: State, word: str) -> int:
    return next(one.id for one in st.units.values() if one.ident == word)


def position(shot: Shot, phase: str = "RPh") -> State:
    st, _ = made(shot)
    return st.with_(turn=type(st.turn)(st.turn.number, st.turn.attacker, phase, st.turn.first))


def played(st: State, frame: Frame) -> dict[str, int]:
    """How many throws of a frame's dice end in which words."""
    here = begin(st, frame)[0]
    roll = engine.pending(here)
    assert isinstance(roll, Roll)
    found: Counter[str] = Counter()
    for faces in itertools.product(range(1, 7), repeat=len(roll.dice)):
        told = next(event for event in engine.answer(here, faces)[1] if isinstance(event, DiceThrown))
        found[told.outcome] += 1
    return dict(found)


def told(st: State, action: Action, of: int) -> dict[str, int]:
    doc = preview_action(st, action)
    assert doc is not None
    return {one.label: round(one.p * of) for one in doc.odds if round(one.p * of)}


def test_a_squad_that_would_deploy() -> None:
    st = position(RALLY)
    squad, leader = unit(st, "A"), unit(st, "L")
    found = played(st, DeployRoll(squad, leader))
    assert told(st, Deploy(squad, leader), 36) == {"Deploys": found["passes"], "not Deploys": found["fails"]}
    # 7 or less, one better by the leader
    assert found == {"passes": 26, "fails": 10}


@pytest.mark.parametrize("who", [("A",), ("A", "L")])
def test_a_sniper_check(who: tuple[str, ...]) -> None:
    st = position(RALLY, "DFPh")
    side = st.units[unit(st, "A")].side
    both = [Sniper(), Sniper()]
    both[1 - side] = Sniper(4, loc(st, "C3"))
    st = st.with_(snipers=tuple(both))
    units = tuple(sorted(unit(st, word) for word in who))
    found = played(st, SniperHunt(1 - side, loc(st, "C3"), units))
    words = {"eliminated": "the Sniper is eliminated", "pinned": "the Sniper is pinned", "no effect": "no effect"}
    assert told(st, CheckSniper(units), 36) == {word: found[said] for word, said in words.items() if said in found}


def test_a_repair() -> None:
    st = position(GUNS)
    [weapon] = st.weapons
    found = played(st, RepairRoll(weapon))
    words = {"repaired": "repaired", "still out of order": "no change", "lost": "removed"}
    assert told(st, Repair(weapon), 6) == {word: found[said] for word, said in words.items() if said in found}


def test_arms_in_a_wreck() -> None:
    st = position(WRECK)
    [vehicle] = st.vehicles
    found = played(st, ScroungeRoll(unit(st, "A"), vehicle))
    chances = told(st, Scrounge(unit(st, "A"), vehicle), 6)
    assert chances == {"finds arms": found["finds arms"], "not finds arms": found["finds nothing"]}


def test_a_climb() -> None:
    st = position(RALLY, "MPh")
    climber = unit(st, "A")
    found = played(st, Climbing((climber,), loc(st, "C2"), (climber,)))
    chances = told(st, Climb((climber,), loc(st, "C2")), 36)
    assert chances == {
        "climbs on": found["climbs on"],
        "gets no farther": found["gets no farther"],
        "falls to its death": found["falls"],
    }


@pytest.mark.parametrize("shot", [BOGGED, MIRED])
def test_a_vehicle_that_is_to_be_freed(shot: Shot) -> None:
    st = position(shot, "MPh")
    [vehicle] = st.vehicles
    found = played(st, BogRemoval(vehicle))
    assert told(st, Unbog(vehicle), 36) == found


def test_a_vehicle_that_may_break_down_as_it_starts() -> None:
    st = position(RELIABLE_NOT, "MPh")
    [vehicle] = st.vehicles
    found = played(st, ReliabilityCheck(vehicle))
    doc = preview_action(st, StartUp(vehicle))
    assert doc is not None
    assert doc.text == (f"Mechanical reliability: {found['breaks down']} of 36 rolls immobilize it (D2.51)",)
    reliable = position(MIRED, "MPh")
    assert preview_action(reliable, StartUp(next(iter(reliable.vehicles)))) is None


def test_an_advance_to_an_afv_tells_of_the_check_before_it() -> None:
    st = position(Shot("fire A at C9", RALLY.units, vehicles=("T russian t_34_m43 at C4 facing 2",)), "APh")
    squad = unit(st, "A")
    # 7 or less, one better by the leader beside it: 26 of 36
    [words] = dared(st, (squad,), loc(st, "C4"))
    assert words.endswith("a PAATC first, 8 or less: 26 of 36; by more it is pinned (A11.6)")


def test_a_clearance_is_told_with_all_who_have_declared_it_and_rolled_so_as_the_ccph_ends() -> None:
    units = ("A german 4-6-7 at C3", "L german 8-1 at C3", "X russian 6-2-8 at C9")
    st = position(Shot("fire A at C9", units, ("w russian DC set at C3 by X",)), "MPh")
    [weapon] = st.weapons
    assert told(st, ClearCharge(unit(st, "A"), weapon), 36) == {"removed": 3, "not removed": 33}
    for event in clearing_events(st, ClearCharge(unit(st, "A"), weapon)):
        st = apply(st, event)
    both = ClearCharge(unit(st, "L"), weapon)
    counted = told(st, both, 36)
    for event in clearing_events(st, both):
        st = apply(st, event)
    rolled = played(st, ClearanceRoll(weapon, st.units[unit(st, "L")].side))
    assert counted == {"removed": rolled["the DC is removed"], "not removed": rolled["the DC stays"]}
    assert counted["removed"] == 6
