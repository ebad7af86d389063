"""Set demolition charges: set before play or for a whole MPh, set off from afar, malfunction, attack (A23.7)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from goodorder.core.actions import Detonate, LayCharge
from goodorder.core.errors import Refusal, not_built
from goodorder.core.events import ChargeFound, ChargeInherited, Event, LaborGained
from goodorder.core.state import ADVANCING, ASSAULT, FINAL, ON_MAP, PREP, SetCharge, State, Unit, Weapon

from .a04_movement.allotment import mf_left
from .a07_fire.group import used_up
from .a10_checks import CheckFacts, CheckResult, check_ledger, task_result
from .a22_flamethrowers import has_burned
from .a23_charges import Explosion, dud_from, guns_at, is_charge
from .a23_vehicles import Struck, hulls_beside
from .facts.attack_facts import part_occasion, sight
from .facts.ground import map_now
from .facts.masks import concealed_at
from .facts.places import eye, has_bridge
from .facts.smoke import hinders
from .facts.special_arms import special_arms
from .facts.units import is_dummy, is_good_order, is_leader, leadership, name, utype
from .ledger import Ledger, Mod
from .registry import builds, by_name, removable

TRIED: Final = "detonate"
FULL, AT_CONCEALED, DRM = 36, 18, -3
"""FP of a Set DC, against who is concealed as it goes off, and its DRM (A23.71)."""
NEAREST, FARTHEST = 2, 6
"""Hexes from a Set DC within which it is set off (A23.7)."""
TASK: Final = "task"
"""Cause of the NTC."""


@removable(without=by_name("set_charges"))
@builds("A23.7", "A23.7a", "A4.62")
def set_refusal(st: State, stack: tuple[int, ...], action: LayCharge) -> Refusal | None:
    """Why a unit that sets out may not Set its DC where it is for its whole MPh, a leader with it at most, or None."""
    unit, weapon = st.units.get(action.unit), st.weapons.get(action.weapon)
    if unit is None or weapon is None or weapon.holder != unit.id or unit.loc < 0 or not is_charge(st, weapon):
        return Refusal("A23.7", "a unit on the map with a DC in hand")
    if set(stack) != {action.unit, action.leader} - {0}:
        return Refusal("A23.7", "who sets a DC moves by itself, or with the leader who helps")
    leader = st.units.get(action.leader)
    if action.leader and (leader is None or leader.id == unit.id or not is_leader(st, leader)):
        return Refusal("A23.7", "a leader helps")
    men = (unit, *((leader,) if leader is not None else ()))
    if any(not is_good_order(st, one) or one.pinned for one in men):
        return Refusal("A23.7", "broken and pinned men, and those in Melee, set no DC")
    if any(st.trail(one.id).steps or st.trail(one.id).declared & ASSAULT for one in men):
        return Refusal("A23.7", "it takes all MF of the MPh")
    if any(mf_left(st, one, stack) <= 0 for one in men):
        return Refusal("A23.7", "it takes all MF of the MPh")
    if unit.stance.bypass:
        return Refusal("A4.32", "nobody chooses to end his MPh in Bypass")
    return place_refused(st, unit.loc)


@builds("A23.71")
def place_refused(st: State, loc: int) -> Refusal | None:
    """Why no DC is Set in a Location whatever its unit does: bridges are not blown up here."""
    board = map_now(st)
    if has_bridge(board, board.hex_at(loc)) or board.hexes[board.hex_at(loc)].bridge is not None:
        return not_built("A23.71", "blowing up a bridge")
    return None


@builds("A23.7", "A23.7a")
def setting_ledger(st: State, action: LayCharge) -> Ledger:
    """The drm of the dr: the leadership of a leader who can still help."""
    leader = st.units.get(action.leader)
    if leader is None or leader.place != ON_MAP or leader.broken or leader.pinned:
        return Ledger()
    value = leadership(st, leader)
    return Ledger((Mod("leadership", value, "A23.7", "leader"),) if value else ())


@builds("A23.7", "A23.7a")
def can_set(st: State, action: LayCharge) -> bool:
    """Whether a unit that has stood all fire at it may make its dr."""
    unit, weapon = st.units[action.unit], st.weapons[action.weapon]
    return unit.place == ON_MAP and not unit.broken and not unit.pinned and weapon.holder == unit.id


def set_number(st: State, action: LayCharge) -> int:
    """The highest Final dr that sets the DC: the US# of the unit."""
    return utype(st, st.units[action.unit]).us_number


def laid_by(st: State, action: LayCharge) -> SetCharge:
    """The DC as it is Set."""
    unit, weapon = st.units[action.unit], st.weapons[action.weapon]
    return SetCharge(unit.loc, (unit.id,), st.turn.number, st.turn.attacker, dud_from(st, unit, weapon))


@builds("A23.7", "A23.7b", "B24.8", "B24.8b")
def heirs(st: State, unit: int, half: int) -> tuple[Event, ...]:
    """The Set DC that a new half-squad of a squad may set off too, and those at which it has the Labor of the squad."""
    found: list[Event] = []
    for one in special_arms(st).laid:
        if one.laid is not None and unit in one.laid.units:
            found.append(ChargeInherited(weapon=one.id, unit=half))
        if one.laid is not None and unit in one.laid.workers:
            found.append(LaborGained(weapon=one.id, labor=one.labor, units=(*one.laid.workers, half)))
    return tuple(found)


@removable(without=by_name("set_charges"))
@builds("A23.7", "A22.3", "A23.7b", "A7.81")
def detonate_refusal(st: State, phase: str, side: int, action: Detonate) -> Refusal | None:
    """Why a unit may not set off a Set DC now, or None."""
    unit, weapon = st.units.get(action.unit), st.weapons.get(action.weapon)
    if unit is None or unit.side != side or weapon is None or weapon.laid is None or unit.place != ON_MAP:
        return Refusal("A23.7", "a Set DC and the unit that has set it")
    if unit.id not in weapon.laid.units:
        return Refusal("A23.7", "only the unit that has set it, or a half-squad of it, sets it off")
    if not is_good_order(st, unit) or unit.pinned:
        return Refusal("A23.7", "broken and pinned men, and those in Melee, set off no DC", also=("A7.81",))
    if unit.ti and side == st.turn.attacker:
        return Refusal("A4.8", f"{name(st, unit)} is TI", also=("A23.7",))
    if st.trail(unit.id).noted("clear"):
        return Refusal("B24.7", f"{name(st, unit)} is engaged in Clearance", also=("A23.7",))
    if weapon.laid.turn and (weapon.laid.turn, weapon.laid.attacker) == (st.turn.number, st.turn.attacker):
        return Refusal("A23.7", "in a later Player Turn than that in which it was Set")
    if has_burned(st, unit):
        return Refusal("A22.3", "one flamethrower or DC in a Player Turn")
    if any(note.kind == TRIED and note.when == phase for note in st.trail(unit.id).tried):
        return Refusal("A23.7", "one try in a phase")
    occasion = part_occasion(st, unit, weapon, phase)
    if phase == "MPh" or occasion is None or occasion[0] not in (PREP, FINAL, ADVANCING) or occasion[1]:
        return Refusal("A23.7", "in a friendly fire phase, if it could use a SW now")
    if used_up(st, unit, phase, weapon.id):
        return Refusal("A7.35", "it has used all the weapons that it may")
    return _too_far(st, unit, weapon.laid.loc)


def _too_far(st: State, unit: Unit, loc: int) -> Refusal | None:
    """Why a Location is too near, too far, or out of sight."""
    board = map_now(st)
    if not NEAREST <= board.distance(unit.loc, loc) <= FARTHEST:
        return Refusal("A23.7", f"from {NEAREST} to {FARTHEST} hexes away")
    frm = eye(st, unit)
    line = sight(st, frm, loc)
    if line.blocked or hinders(st, frm, loc, 6, line):
        return Refusal("A23.7", "in its LOS", also=("A6.1",))
    return None


def task_facts(st: State, unit: Unit) -> CheckFacts:
    """The NTC of who sets off a DC."""
    return CheckFacts(st, unit, 0, TASK, ())


def task_ledger(st: State, unit: Unit) -> Ledger:
    """Its DRM."""
    return check_ledger(task_facts(st, unit))


@builds("A23.7", "A23.7b")
def task(st: State, unit: Unit, pair: tuple[int, int]) -> CheckResult:
    """What the NTC comes to."""
    return task_result(task_facts(st, unit), pair)


@builds("A23.7", "A23.7c")
def malfunctions(st: State, charge: SetCharge, side: int, original: int) -> bool:
    """Whether a DR is a malfunction: one worse for this alone for each enemy Infantry unit there."""
    return original + len(guards(st, charge, side)) >= charge.dud


def guards(st: State, charge: SetCharge, side: int) -> tuple[Unit, ...]:
    """The enemy Infantry where it lies."""
    return tuple(one for one in st.side_at(charge.loc, 1 - side) if not is_dummy(one))


@builds("A23.71", "A23.1", "A23.71a", "A23.1b")
def blast(st: State, weapon: Weapon) -> Explosion:
    """A Set DC as it goes off."""
    charge = weapon.laid
    assert charge is not None
    hidden = concealed_at(st, charge.loc)
    guns = tuple(replace(gun, tem=DRM) for gun in guns_at(st, charge.loc, DRM))
    return Explosion(weapon.side, FULL, halved=hidden, drm=DRM, guns=guns, hulls=_hulls(st, charge.loc), bare=True)


def _hulls(st: State, loc: int) -> tuple[Struck, ...]:
    """The vehicles there, without TEM; exposed crews of AFV with their CE DRM."""
    found = hulls_beside(st, loc, -1, DRM)
    return tuple(
        (replace(hull, tem=0, turned=0), AT_CONCEALED if st.vehicles[hull.vehicle].concealed else FULL, FULL)
        for hull, _, _ in found
    )


def laid_at(st: State, loc: int) -> tuple[Weapon, ...]:
    """The Set DC of a Location."""
    return tuple([one for one in special_arms(st).laid if one.laid is not None and one.laid.loc == loc])


@builds("A23.72", "A12.152")
def charges_found(st: State, places: set[int], side: int) -> tuple[Event, ...]:
    """Hidden Set DC of a side that a Search of some Locations finds."""
    hidden = (one for one in special_arms(st).laid if one.hidden and one.side == side)
    return tuple(ChargeFound(weapon=one.id) for one in hidden if one.laid is not None and one.laid.loc in places)
