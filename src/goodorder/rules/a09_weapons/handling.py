"""Work on a weapon in place of firing it: taking it apart, putting it together, destroying it (A9.73, A9.8)."""

from __future__ import annotations

from msgspec.structs import replace

from goodorder.core.actions import Handle
from goodorder.core.errors import Refusal, not_built
from goodorder.core.events import (
    Event,
    UnitFired,
    WeaponConverted,
    WeaponFired,
    WeaponMalfunctioned,
    WeaponRemoved,
)
from goodorder.core.state import FINAL, NOWHERE, PREP, FireMark, State, Unit, Weapon
from goodorder.rules.facts.bearers import bearer

from ..a07_fire.permission import Target, part_refusal
from ..c_ordnance.limbering import LIMBERINGS, limber_events, limber_refusal
from ..d_vehicles.targets import can_be_aimed_at
from ..facts.attack_facts import OCCASIONS_OF, fired_weapons, part_occasion, usage_rule, weapon_limit
from ..facts.crew import one_man_mortar
from ..facts.ground import map_now
from ..facts.masks import faced_at
from ..facts.units import name, wtype
from ..registry import builds, by_name, removable

DISMANTLE = "dismantle"
ASSEMBLE = "assemble"
DESTROY = "destroy"
MALFUNCTION = "malfunction"
CONVERSIONS = (DISMANTLE, ASSEMBLE)
DESTRUCTIONS = (DESTROY, MALFUNCTION)
HANDLINGS = (*CONVERSIONS, *DESTRUCTIONS)
WORKING = ("PFPh", "DFPh")
"""The phases in which they are done."""


@builds("A9.73")
@builds("A9.8")
def handling_refusal(st: State, side: int, phase: str, action: Handle) -> Refusal | None:
    """Why a weapon may not be worked on like this now, or None.

    The unit that possesses it could use it in this PFPh or DFPh, and has not spent its uses of weapons (A7.35).
    One that is dismantled or assembled has not fired in this phase; it may have malfunctioned.
    """
    if action.how in LIMBERINGS:
        return limber_refusal(st, side, phase, action)
    if action.how not in HANDLINGS or action.facing >= 0:
        return Refusal("A9.8", f"{action.how!r} is nothing to do with a weapon")
    if action.how in CONVERSIONS:
        return _conversion_refusal(st, side, phase, action)
    return _destruction_refusal(st, side, phase, action)


def ways_to_handle(st: State, weapon: Weapon) -> tuple[str, ...]:
    """What could be done with a weapon at all, whoever has it: most have no dismantled side, and Guns alone are
    limbered.
    """
    kind = st.world.weapons[weapon.type]
    ways = HANDLINGS if kind.dismantled is not None else DESTRUCTIONS
    return ways if kind.gun is None else (*ways, *LIMBERINGS)


@removable(without=False)
def is_worked_on(st: State, phase: str) -> bool:
    """Whether any weapon but a Gun, which is limbered, is worked on in a phase."""
    return phase in WORKING


@removable(without=by_name("dismantling"))
@builds("A9.8")
def _conversion_refusal(st: State, side: int, phase: str, action: Handle) -> Refusal | None:
    """Why a weapon may not be taken apart or put together now, or None."""
    held = _in_hand(st, side, phase, action, "A9.8")
    if isinstance(held, Refusal):
        return held
    return _conversion(st, held[1], action.how, phase) or _usable(st, *held, phase, "A9.8")


@removable(without=by_name("self_destruction"))
@builds("A9.73")
def _destruction_refusal(st: State, side: int, phase: str, action: Handle) -> Refusal | None:
    """Why a weapon may not be destroyed by its own side now, or None."""
    held = _in_hand(st, side, phase, action, "A9.73")
    if isinstance(held, Refusal):
        return held
    if action.how == MALFUNCTION and wtype(st, held[1]).x_number is not None:
        return Refusal("A9.73", "a weapon with an X# has no malfunctioned side")
    return _usable(st, *held, phase, "A9.73")


def _in_hand(st: State, side: int, phase: str, action: Handle, number: str) -> tuple[Unit, Weapon] | Refusal:
    """The unit and its weapon that is worked on, or why it is not to be worked on now."""
    if phase not in WORKING:
        return Refusal(number, "only in the PFPh or the DFPh")
    weapon = st.weapons.get(action.weapon)
    unit = bearer(st, weapon) if weapon is not None else None
    if weapon is None or unit is None or unit.side != side:
        return Refusal(number, "no unit of this side possesses it")
    return unit, weapon


def _conversion(st: State, weapon: Weapon, how: str, phase: str) -> Refusal | None:
    if (refusal := _whole(st, weapon)) is not None:
        return refusal
    if weapon.dismantled == (how == DISMANTLE):
        return Refusal("A9.8", f"it is {'' if weapon.dismantled else 'not '}dismantled")
    if any(not s.spent and s.occasion in OCCASIONS_OF[phase] for s in st.weapon_shots.get(weapon.id, ())):
        return Refusal("A9.8", "it has fired in this phase")
    return None


def _whole(st: State, weapon: Weapon) -> Refusal | None:
    """Why a weapon can't be taken apart at all, or None; a mortar of 76 to 82mm could, but not here."""
    kind = st.world.weapon_type(weapon.type)
    if kind.dismantled is not None:
        return None
    if kind.gun is not None and one_man_mortar(kind):
        return not_built("C9.2", "dismantling a mortar that is a Gun")
    return Refusal("A9.8", "this weapon has no dismantled state")


@removable(without=by_name("dismantling"))
@builds("A9.8")
def set_up_refusal(st: State, side: int, action: Handle) -> Refusal | None:
    """Why a weapon may not be set up dismantled, or assembled again, or None: its owner chooses (A9.8)."""
    weapon = st.weapons.get(action.weapon)
    if weapon is None or weapon.side != side or weapon.enters or action.how not in CONVERSIONS:
        return Refusal("A9.8", "in the set-up a side dismantles or assembles its own weapons")
    if (refusal := _whole(st, weapon)) is not None:
        return refusal
    if weapon.dismantled == (action.how == DISMANTLE):
        return Refusal("A9.8", f"it is {'' if weapon.dismantled else 'not '}dismantled")
    return None


def set_up_conversions(st: State, side: int, weapon: Weapon) -> tuple[Handle, ...]:
    """How a weapon may be set up otherwise than it is: taken apart, or put together; most have no dismantled side."""
    if st.world.weapons[weapon.type].dismantled is None:
        return ()
    works = [Handle(weapon.id, how) for how in CONVERSIONS]
    return tuple([work for work in works if set_up_refusal(st, side, work) is None])


def _usable(st: State, unit: Unit, weapon: Weapon, phase: str, number: str) -> Refusal | None:
    """Why the unit could not use the weapon now, were it in working order where the work does not ask for that."""
    if number == "A9.8":
        weapon = replace(weapon, malfunctioned=False, dismantled=False)
    refusal = part_refusal(st, unit, weapon, Target(unit.loc, ()), phase)
    if refusal is not None:
        return refusal
    if len(fired_weapons(st, unit, OCCASIONS_OF[phase]) | {weapon.id}) > weapon_limit(st, unit):
        return Refusal(usage_rule(st, unit), f"{name(st, unit)} has used as many weapons as it can in a phase")
    occasion = part_occasion(st, unit, weapon, phase)
    if occasion is not None and occasion[1] and not _has_near_target(st, unit):
        return Refusal("A8.4", "marked First Fire: it could fire only with an enemy adjacent or in its hex")
    return None


def _has_near_target(st: State, unit: Unit) -> bool:
    board = map_now(st)
    near = [unit.loc, *(loc for loc in board.around(unit.loc) if loc >= 0 and board.sees(unit.loc, loc))]
    if any(not enemy.hidden for loc in near for enemy in faced_at(st, loc) if enemy.side != unit.side):
        return True
    return any(one.side != unit.side and one.loc in near and can_be_aimed_at(st, one) for one in st.vehicles.values())


def handling_events(st: State, phase: str, action: Handle) -> tuple[Event, ...]:
    """What the work does: it counts as use of the weapon, with all its rate of fire."""
    if action.how in LIMBERINGS:
        return limber_events(st, action)
    weapon = st.weapons[action.weapon]
    shot = FireMark(PREP if phase == "PFPh" else FINAL, NOWHERE)
    used = (
        WeaponFired(weapon=weapon.id, shot=shot),
        UnitFired(unit=weapon.holder, shot=replace(shot, weapon=weapon.id)),
    )
    match action.how:
        case "destroy":
            return (*used, WeaponRemoved(weapon=weapon.id, reason="A9.73"))
        case "malfunction":
            return (*used, WeaponMalfunctioned(weapon=weapon.id))
    return (*used, WeaponConverted(weapon=weapon.id, dismantled=action.how == DISMANTLE))
