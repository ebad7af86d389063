"""Limbering and unlimbering a Gun in place of firing it, and firing it limbered (C10.2)."""

from __future__ import annotations

from msgspec.structs import replace

from goodorder.core.actions import Handle
from goodorder.core.errors import Refusal
from goodorder.core.events import Event, TiPlaced, Tried, WeaponLimbered, WeaponTurned
from goodorder.core.notes import Note
from goodorder.core.state import Fighter, State, Unit, Weapon

from ..a09_weapons.captured import use_refusal
from ..facts.attack_facts import has_fired, part_occasion
from ..facts.bearers import bearer, possessor
from ..facts.firing import PartAsk
from ..facts.ordnance import HEXSPINES
from ..facts.units import in_melee, is_good_order, utype, wtype
from ..points import MAY_FIRE
from ..registry import builds, rule

LIMBER, UNLIMBER = "limber", "unlimber"
LIMBERINGS = (LIMBER, UNLIMBER)


@builds("C10.111", "C10.111a")
def serves_as_crew(st: State, unit: Unit) -> bool:
    """Whether a unit is, or holds, a crew that can push or limber a Gun: in Good Order and not pinned."""
    return utype(st, unit).mmc and is_good_order(st, unit) and not unit.pinned and not unit.ti


@builds("C10.21", "C10.22", "C10.23", "C10.25", "C10.26", "C10.21a", "C10.23a", "C10.25a", "C10.26a", "C10.21c")
@builds("C10.2", "C2.2a", "C2.4a")
def limber_refusal(st: State, side: int, phase: str, action: Handle) -> Refusal | None:
    """Why a Gun may not be limbered, or unlimbered, now, or None: its crew could fire it, and neither has fired."""
    weapon = st.weapons.get(action.weapon)
    unit = bearer(st, weapon) if weapon is not None else None
    gun = wtype(st, weapon).gun if weapon is not None else None
    if weapon is None or unit is None or unit.side != side or gun is None:
        return Refusal("C10.21", "a Gun that this side mans")
    if refusal := use_refusal(st, weapon):
        return refusal
    if gun.qsu:
        return Refusal("C10.23", "it is never limbered: it has Quick Set Up (QSU)")
    if gun.no_move or gun.rfnm:
        return Refusal("C10.25" if gun.rfnm else "C10.26", "it stays as it set up")
    if weapon.limbered == (action.how == LIMBER):
        return Refusal("C10.21", f"it is {'' if weapon.limbered else 'not '}limbered")
    if not -1 <= action.facing < HEXSPINES:
        return Refusal("C3.2", f"a hexspine is 0 to 5, not {action.facing}")
    if not serves_as_crew(st, unit) or in_melee(st, unit):
        return Refusal("C10.21", "it takes a crew or half-squad in Good Order, not pinned", also=("C10.111",))
    if has_fired(st, unit) or st.weapon_shots.get(weapon.id):
        return Refusal("C10.21", "neither Gun nor crew fires in that Player Turn")
    found = part_occasion(st, unit, replace(weapon, malfunctioned=False), phase)
    if found is None or worked(st, unit, weapon):
        return Refusal("C10.21", "it could not be fired now")
    return None


@builds("C10.22", "C10.22a")
def limber_events(st: State, action: Handle) -> tuple[Event, ...]:
    """The Gun turned over, and to a hexspine; who has unlimbered it is TI."""
    weapon = st.weapons[action.weapon]
    crew = possessor(st, weapon)
    found: list[Event] = [WeaponLimbered(weapon=weapon.id, limbered=action.how == LIMBER)]
    if 0 <= action.facing != weapon.facing:
        found.append(WeaponTurned(weapon=weapon.id, facing=action.facing))
    found.append(Tried(unit=crew.id, note=Note("limber", weapon=weapon.id)))
    return (*found, TiPlaced(unit=crew.id)) if action.how == UNLIMBER else tuple(found)


def worked(st: State, unit: Fighter, weapon: Weapon | None) -> bool:
    """Whether a unit has limbered or pushed a Gun in this Player Turn, or this Gun has been so."""
    if not st.trails:
        return False
    if st.trail(unit.id).noted("limber", "push"):
        return True
    if weapon is None or wtype(st, weapon).gun is None:
        return False
    notes = (note for trail in st.trails.values() for note in trail.tried)
    return any(note.kind in ("limber", "push") and note.weapon == weapon.id for note in notes)


@rule("C10.21", point=MAY_FIRE, order=18, rows=["C10.21a", "C10.3g"])
def no_fire_after_work(ask: PartAsk) -> Refusal | None:
    """Neither Gun nor crew fires in the Player Turn in which it was limbered, unlimbered or pushed."""
    if not worked(ask.st, ask.unit, ask.weapon):
        return None
    return Refusal("C10.21", "it has been limbered or pushed in this Player Turn", also=("C10.3",))


@rule("C10.21", point=MAY_FIRE, order=19, rows=["C10.21b"], of=["weapon"])
def limbered_fire(ask: PartAsk) -> Refusal | None:
    """A limbered Gun does not fire, but by the values printed on that side."""
    assert ask.weapon is not None
    if not ask.weapon.limbered:
        return None
    gun = wtype(ask.st, ask.weapon).gun
    side = gun.limbered if gun is not None else None
    able = side is not None and (side.ife if ask.ife else side.caliber) is not None
    return None if able else Refusal("C10.21", "it is limbered")
