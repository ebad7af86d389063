"""CC Reaction Fire: Close Combat of the DEFENDER's Infantry with a vehicle that spends MP in its Location (D7.2)."""

from __future__ import annotations

from typing import Final

from goodorder.core.actions import CloseCombat
from goodorder.core.errors import Refusal
from goodorder.core.notes import Note
from goodorder.core.state import ON_MAP, State, Unit, Vehicle

from ..a07_fire.permission import shots_left
from ..a11_close_combat.paatc import afv_at, dared, exempt
from ..a11_close_combat.permission import directors
from ..a11_close_combat.street_fighting import bears_counter, houses
from ..a11_close_combat.vehicle_permission import MOST
from ..c_ordnance.magnetic_mines import mine_refusal
from ..facts.attack_facts import part_occasion
from ..facts.firing import PartAsk
from ..facts.units import in_melee, is_dummy, is_leader, is_smc, name
from ..points import MAY_FIRE
from ..registry import builds, rule

REACTED: Final = "reaction"
"""The kind of note that a unit has attacked a vehicle so."""


@builds("D7.21", "D7.21a", "D7.213a", "SK3.RF.1")
def may_react(st: State, unit: Unit, vehicle: Vehicle) -> Refusal | None:
    """Why a unit may not attack this vehicle by CC Reaction Fire now, or None."""
    if unit.place != ON_MAP or unit.side == vehicle.side or unit.side == st.turn.attacker or is_dummy(unit):
        return Refusal("D7.21", "only the DEFENDER's Infantry reacts")
    if unit.loc != vehicle.loc and (refusal := in_the_street(st, unit, vehicle)):
        return refusal
    if unit.broken or unit.unarmed:
        why = "is broken" if unit.broken else "is Unarmed"
        return Refusal("D7.21", f"{name(st, unit)} {why}", also=("A10.4", "A20.5"))
    if unit.pinned:
        return Refusal("D7.213", f"{name(st, unit)} is pinned", also=("D7.21",))
    if in_melee(st, unit):
        return Refusal("D7.21", f"{name(st, unit)} is held in Melee")
    occasion = part_occasion(st, unit, None, "MPh")
    if occasion is None or occasion[0] not in ("first", "subsequent"):
        return Refusal("D7.2", f"{name(st, unit)} bears a Final Fire counter", also=("D7.212",))
    if not shots_left(st, unit, vehicle):
        return Refusal("D7.2", "it has attacked as often as the vehicle has spent MP here", also=("A8.14",))
    return None


@builds("D7.211", "A11.8", "D7.211a", "D7.2a")
def in_the_street(st: State, unit: Unit, vehicle: Vehicle) -> Refusal | None:
    """Why a unit of another Location may not attack this vehicle by Street Fighting, or None: from a house beside the
    road, where neither it nor a weapon of its bears a counter of fire.
    """
    if unit.loc not in houses(st, vehicle.loc):
        return Refusal("D7.2", f"{name(st, vehicle)} is not in its Location")
    if bears_counter(st, unit):
        return Refusal("D7.211", f"{name(st, unit)}, or a weapon of its, bears a counter of fire")
    return None


def reactors(st: State, vehicle: Vehicle) -> tuple[Unit, ...]:
    """The units that may attack a vehicle so now."""
    places = (vehicle.loc, *houses(st, vehicle.loc))
    units = (unit for loc in places for unit in st.side_at(loc, 1 - vehicle.side))
    return tuple(unit for unit in units if may_react(st, unit, vehicle) is None)


def reacting_groups(st: State, vehicle: Vehicle) -> tuple[tuple[int, ...], ...]:
    """Who may attack it together: one unit, or two of whom one is a SMC, the most first."""
    units = reactors(st, vehicle)
    pairs = [
        (one.id, other.id)
        for one in units
        for other in units
        if one.id < other.id and one.loc == other.loc and (is_smc(st, one) or is_smc(st, other))
    ]
    return (*pairs, *((unit.id,) for unit in units))


@builds("D7.21", "D7.21a", "D7.2a", "SK3.RF.1")
def reaction_refusal(st: State, side: int, touched: tuple[int, ...], action: CloseCombat) -> Refusal | None:
    """Why a side may not declare this CC Reaction Fire in a window over MP that the vehicles ``touched`` have spent, or
    None.
    """
    ids = action.attackers
    if action.weapons or not ids or list(ids) != sorted(set(ids)) or any(unit not in st.units for unit in ids):
        return Refusal("D7.21", "units attack, named once each by rising ids")
    if len(action.defenders) != 1 or action.defenders[0] not in touched:
        return Refusal("D7.2", "it attacks a vehicle that has just spent MP")
    vehicle = st.vehicles[action.defenders[0]]
    if vehicle.wreck or vehicle.place != ON_MAP:
        return Refusal("D7.2", "it is a wreck")
    if any(st.units[unit].side != side for unit in ids):
        return Refusal("D7.21", "only the DEFENDER's Infantry reacts")
    for unit in ids:
        if refusal := may_react(st, st.units[unit], vehicle):
            return refusal
    if len(ids) > MOST:
        return Refusal("A11.5", "no more than two units attack a vehicle together")
    if len(ids) == MOST and not any(is_smc(st, st.units[unit]) for unit in ids):
        return Refusal("A11.5", "of two units that attack a vehicle together one is a SMC")
    if len({st.units[unit].loc for unit in ids}) > 1:
        return Refusal("A11.5", "who attacks together is together")
    if action.leader and (action.leader not in directors(st, ids) or not is_leader(st, st.units[action.leader])):
        return Refusal("A11.51", "a leader who attacks with another unit may direct the attack")
    return mine_refusal(st, action) if action.atmm else None


@builds("D7.21", "D7.21c", "SK3.RF.1")
def must_dare(st: State, units: tuple[int, ...], vehicle: Vehicle) -> tuple[int, ...]:
    """Those of these units that take a PAATC before they attack it: none that has passed one against it in this
    phase.
    """
    if vehicle not in afv_at(st, vehicle.loc, 1 - vehicle.side):
        return ()
    note = dared(st, vehicle)
    return tuple(unit for unit in units if not exempt(st, st.units[unit]) and note not in st.trail(unit).tried)


@builds("D7.2", "D7.2b")
def reacted(st: State, vehicle: Vehicle) -> Note:
    """What the trail of a unit says that has attacked this vehicle so, at this expenditure of it."""
    return Note(REACTED, unit=vehicle.id, count=len(st.trail(vehicle.id).steps))


@rule("D7.2", point=MAY_FIRE, order=9, rows=["D7.2b"], of=["at a vehicle", "MPh"])
def awaits_more_movement(ask: PartAsk) -> Refusal | None:
    """After Reaction Fire a unit fires at that vehicle only once it has spent MP again."""
    assert ask.vehicle is not None
    if reacted(ask.st, ask.vehicle) not in ask.st.trail(ask.unit.id).tried:
        return None
    return Refusal("D7.2", "after Reaction Fire it waits until the vehicle spends MP again")
