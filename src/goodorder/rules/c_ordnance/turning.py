"""Guns turned without a shot as a fire phase of their side ends (C3.22)."""

from __future__ import annotations

from goodorder.core.actions import TurnGun
from goodorder.core.errors import Refusal
from goodorder.core.events import Event, Tried, WeaponTurned
from goodorder.core.frames import Request
from goodorder.core.notes import Note
from goodorder.core.state import NOBODY, State, Weapon
from goodorder.core.view import may_have_unseen_guns

from ..a04_movement.permission import MoverFacts
from ..a09_weapons.captured import use_refusal
from ..facts.attack_facts import part_occasion
from ..facts.bearers import bearer, possessor
from ..facts.ordnance import HEXSPINES
from ..facts.units import is_good_order, wtype
from ..points import MAY_MOVE, PHASE_ENDS
from ..registry import builds, rule
from .limbering import worked

FIRE_PHASES = ("PFPh", "DFPh", "AFPh")


class TurnGunsDue(Request, frozen=True):
    """A side may turn its Guns."""

    side: int


@rule("C3.22", point=PHASE_ENDS, order=3, rows=["SK3.PFPh.8", "SK3.DFPh.4", "SK3.AFPh.6", "C3.22a"])
def guns_turn(st: State) -> tuple[TurnGunsDue, ...]:
    """At the end of the PFPh and AFPh the ATTACKER, of the DFPh the DEFENDER may turn Guns that could still fire; who
    may have any that the enemy does not know of is asked whether he has or not.
    """
    side = side_that_turns(st)
    if side == NOBODY:
        return ()
    return (TurnGunsDue(side),) if turnable(st, side) or may_have_unseen_guns(st, side) else ()


@builds("C3.22", "D3.12")
def side_that_turns(st: State) -> int:
    """The side whose Guns and vehicles may turn as this phase ends: the ATTACKER's in the PFPh and AFPh, the DEFENDER's
    in the DFPh; NOBODY's in any other.
    """
    if st.turn.phase not in FIRE_PHASES:
        return NOBODY
    return 1 - st.turn.attacker if st.turn.phase == "DFPh" else st.turn.attacker


def turnable(st: State, side: int) -> tuple[Weapon, ...]:
    """The Guns of a side that may be turned now."""
    guns = [one for one in st.weapons.values() if one.side == side and wtype(st, one).gun is not None]
    return tuple([weapon for weapon in guns if turn_refusal(st, side, weapon.id) is None])


@builds("C3.22")
def turn_refusal(st: State, side: int, weapon_id: int, facing: int | None = None) -> Refusal | None:
    """Why a Gun may not be turned to a hexspine (None: to any) as the phase ends, or None: its men could fire it now
    without Intensive Fire.
    """
    weapon = st.weapons.get(weapon_id)
    unit = bearer(st, weapon) if weapon is not None else None
    if weapon is None or unit is None or unit.side != side or unit.loc < 0 or wtype(st, weapon).gun is None:
        return Refusal("C3.22", "a Gun that this side mans")
    if refusal := use_refusal(st, weapon):
        return refusal
    if facing is not None and not 0 <= facing < HEXSPINES:
        return Refusal("C3.2", f"a hexspine is 0 to 5, not {facing}")
    if facing == weapon.facing:
        return Refusal("C3.22", "it points there already")
    gun = wtype(st, weapon).gun
    if gun is not None and gun.rfnm:
        return Refusal("C10.25", "it keeps its Covered Arc", also=("C3.22",))
    if weapon.malfunctioned or not is_good_order(st, unit):
        return Refusal("C3.22", "it could not fire now")
    if unit.pinned:
        return Refusal("A7.81", "pinned men don't change its Covered Arc")
    if unit.ti or worked(st, unit, weapon):
        return Refusal("C3.22", "it could not fire now", also=("A4.8", "C10.21"))
    found = part_occasion(st, unit, weapon, st.turn.phase)
    if found is None or found[1]:
        return Refusal("C3.22", "it could not fire now but by Intensive Fire")
    if Note("turned", weapon=weapon.id, when=st.turn.phase) in st.trail(unit.id).tried:
        return Refusal("C3.22", "it has been turned")
    return None


def turn_events(st: State, action: TurnGun) -> tuple[Event, ...]:
    """The Gun turned, and that its men did so."""
    weapon = st.weapons[action.weapon]
    note = Note("turned", weapon=weapon.id, when=st.turn.phase)
    return WeaponTurned(weapon=weapon.id, facing=action.facing), Tried(unit=possessor(st, weapon).id, note=note)


@rule("C3.22", point=MAY_MOVE, order=8, rows=["C3.22b"])
def no_move_after_turning(facts: MoverFacts) -> Refusal | None:
    """Who has turned a Gun as the PFPh ended does not move in that Player Turn."""
    turned = any(note.kind == "turned" and note.when == "PFPh" for note in facts.st.trail(facts.unit.id).tried)
    return Refusal("C3.22", "it turned its Gun at the end of the PFPh") if turned else None
