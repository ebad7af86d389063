"""Weapons that no unit possesses: of a vehicle, or left where they stand."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from goodorder.core.actions import Repair
from goodorder.core.engine import pending
from goodorder.core.errors import EngineFault, Refusal
from goodorder.core.frames import Choice, Frame
from goodorder.core.state import ON_MAP, State, Vehicle, Weapon
from goodorder.flow.advance import AdvancePhase
from goodorder.flow.fire.fire_phases import FirePhase
from goodorder.flow.move.move_phase import MovePhase
from goodorder.flow.rally.rally_phase import RallyPhase
from goodorder.rules.a04_movement.portage import give_refusal, reach_refusal, repair_refusal
from goodorder.rules.facts.bearers import bearer, place_of, possessed, possessor
from goodorder.rules.ruleset import ruleset
from goodorder.sim.game import broken_invariant
from tests.support import begin, leader, loc, position, squad

SOURCE = Path(__file__).resolve().parents[3] / "src" / "goodorder"
MAN, COMRADE, TANK = 1, 2, 700
HELD, BORNE = 50, 701


def with_a_tank(phase: str = "RPh", *, broken_down: bool = True) -> State:
    """A squad with a LMG and its comrade beside a tank that bears a malfunctioned machine gun."""
    st = position(
        "size 8x8", squad("A", "C3").armed("LMG"), squad("B", "C3"), leader("8-1", "C3"), squad("X", "C6", side=1)
    )
    st = st.with_(world=replace(st.world, rules=ruleset("full")), turn=replace(st.turn, phase=phase))
    kind = "german:pzkpfw_ivh"
    st = st.with_(vehicles={TANK: Vehicle(TANK, 0, kind, loc=loc(st, "C3"), facing=0, place=ON_MAP)})
    return st.with_weapon(Weapon(BORNE, 0, f"{kind}:BMG", holder=TANK, place=ON_MAP, malfunctioned=broken_down))


def test_units_possess_what_they_bear_alone() -> None:
    st = with_a_tank()
    assert [(weapon.id, unit.id) for weapon, unit in possessed(st, 0)] == [(HELD, MAN)] and not [*possessed(st, 1)]
    assert possessor(st, st.weapons[HELD]) is bearer(st, st.weapons[HELD]) is st.units[MAN]
    assert bearer(st, st.weapons[BORNE]) is None and place_of(st, st.weapons[BORNE]) == loc(st, "C3")
    with pytest.raises(EngineFault, match="701"):
        possessor(st, st.weapons[BORNE])


def test_no_unit_hands_over_or_recovers_what_a_vehicle_bears_and_its_crew_repairs_it() -> None:
    st = with_a_tank()
    refusal = give_refusal(st, 0, BORNE, COMRADE)
    assert isinstance(refusal, Refusal) and refusal.reason == "nobody possesses it"
    assert repair_refusal(st, 0, BORNE) is None
    assert isinstance(repair_refusal(with_a_tank(broken_down=False), 0, BORNE), Refusal)
    assert isinstance(reach_refusal(st, st.units[COMRADE], BORNE), Refusal)
    assert give_refusal(st, 0, HELD, COMRADE) is None and not broken_invariant(st)


@pytest.mark.parametrize("broken_down", [True, False])
@pytest.mark.parametrize(
    "frame", [RallyPhase(), FirePhase(phase="PFPh"), MovePhase(), FirePhase(phase="DFPh"), AdvancePhase()]
)
def test_menus_stand_beside_a_weapon_that_no_unit_bears(frame: Frame, broken_down: bool) -> None:
    st, _ = begin(with_a_tank(getattr(frame, "phase", "RPh"), broken_down=broken_down), frame)
    asked = pending(st)
    assert isinstance(asked, Choice)
    named = [action for _, action in asked.menu.leaves(400) if getattr(action, "weapon", 0) == BORNE]
    repairs = broken_down and isinstance(frame, RallyPhase)  # its own crew does (D3.7)
    assert named == ([Repair(BORNE)] if repairs else [])


def test_a_gun_that_is_manned_stands_on_the_map_and_a_machine_gun_in_hand_does_not() -> None:
    st = position("size 8x8", squad("A", "C3"))
    there = loc(st, "C3")
    pak = Weapon(HELD, 0, next(iter(st.world.catalogue.guns("german"))).id, holder=MAN, loc=there, place=ON_MAP)
    assert broken_invariant(st.with_weapon(pak)) is None
    assert broken_invariant(st.with_weapon(replace(pak, type="german:LMG"))) is not None


def test_nobody_takes_who_holds_a_weapon_for_a_unit() -> None:
    files = [file for file in SOURCE.rglob("*.py") if file.parts[-2:] != ("facts", "bearers.py")]
    taken = re.compile(r"units\[[^\]]*\.holder\]|units\[st\.weapons\[\w+\]\.holder\]")
    assert [str(file.relative_to(SOURCE)) for file in files if taken.search(file.read_text(encoding="utf-8"))] == []
    assert taken.search("st.units[weapon.holder].side") and taken.search("st.units[st.weapons[weapon].holder]")
