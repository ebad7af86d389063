"""Which CC attacks on and by vehicles a side may declare, and in which order sides attack beside them (A11.31, A11.5,
A11.62).
"""

from __future__ import annotations

from goodorder.core.actions import CloseCombat
from goodorder.core.errors import Refusal
from goodorder.core.state import State, Vehicle, Weapon

from ..a20_capture import capture_refusal
from ..c_ordnance.magnetic_mines import mine_refusal
from ..facts.manned import standing
from ..facts.units import is_leader, is_smc
from ..registry import builds
from .attack import NOBODY
from .capture import capture_of_vehicle_refusal, prizes
from .groups import Element, Stands, elements
from .permission import Declared, cc_refusal, directors
from .vehicle_arms import cc_weapons

MOST = 2
"""No more units than this attack a vehicle together, one of them a SMC (A11.5)."""


@builds("A11.31", "A11.31a", "SK3.CCPh.5")
def begins(st: State, loc: int) -> int:
    """The side that makes the first attack in a Location with a vehicle: the one without, with vehicles on both sides
    the ATTACKER; NOBODY where there is none and CC is not sequential.
    """
    sides = [side for side in (0, 1) if standing(st, loc, side)] if st.vehicles else []
    if not sides:
        return NOBODY
    return 1 - sides[0] if len(sides) == 1 else st.turn.attacker


def involves_vehicle(st: State, action: CloseCombat) -> bool:
    """Whether a vehicle attacks or is attacked, or its weapons are named."""
    if not st.vehicles:
        return bool(action.weapons)
    return bool(action.weapons) or any(unit in st.vehicles for unit in (*action.attackers, *action.defenders))


@builds("A11.62")
def unused_arms(st: State, vehicle: Vehicle, declared: Declared) -> tuple[Weapon, ...]:
    """The weapons with which a vehicle may still attack in this CCPh, each once."""
    return tuple(weapon for weapon in cc_weapons(st, vehicle) if weapon.id not in declared.weapons)


def armed_here(st: State, loc: int, side: int, declared: Declared) -> tuple[Vehicle, ...]:
    """The vehicles of a side in a Location that may still attack."""
    return tuple(one for one in standing(st, loc, side) if unused_arms(st, one, declared))


@builds("A11.5", "A11.5b")
def strikers(st: State, element: Element) -> tuple[tuple[int, ...], ...]:
    """Who of an element may attack a vehicle together: one unit, or two of whom one is a SMC; the most first. Unarmed
    ones strike Personnel only (A20.5).
    """
    able = [unit for unit in element.fighters() if not st.units[unit].unarmed]
    pairs = [
        (one, other)
        for one in able
        for other in able
        if one < other and (is_smc(st, st.units[one]) or is_smc(st, st.units[other]))
    ]
    return (*pairs, *((one,) for one in able))


def declared_refusal(
    st: State, loc: int, side: int, stands: Stands, declared: Declared, action: CloseCombat
) -> Refusal | None:
    """Why a side may not declare this CC attack, or None, whoever attacks whom."""
    if action.capture and (refusal := _capture_refusal(st, side, action)):
        return refusal
    if action.atmm and (refusal := mine_refusal(st, action)):
        return refusal
    if involves_vehicle(st, action):
        return vehicle_cc_refusal(st, loc, side, stands, declared, action)
    return cc_refusal(st, loc, side, stands, declared, action)


def _capture_refusal(st: State, side: int, action: CloseCombat) -> Refusal | None:
    if any(one in st.vehicles for one in (*action.attackers, *action.defenders)):
        return capture_of_vehicle_refusal(st, side, action)
    return capture_refusal(st, (*action.attackers, *action.defenders))


@builds("A11.5", "A11.5b", "A11.62", "A11.62a")
def vehicle_cc_refusal(
    st: State, loc: int, side: int, stands: Stands, declared: Declared, action: CloseCombat
) -> Refusal | None:
    """Why a side may not declare an attack on or by a vehicle, or None."""
    for ids in (action.attackers, action.defenders):
        unknown = any(unit not in st.units and unit not in st.vehicles for unit in ids)
        if not ids or list(ids) != sorted(set(ids)) or unknown:
            return Refusal("A11.12", "attackers and defenders are named once each, by rising ids")
    if any(_side(st, u) != side or st.fighter(u).loc != loc for u in action.attackers):
        return Refusal("A11.1", "attackers are own units of this Location")
    own = {one.id for one in prizes(st, loc, side)} if action.capture else set()
    if any((_side(st, u) == side and u not in own) or st.fighter(u).loc != loc for u in action.defenders):
        return Refusal("A11.1", "defenders are enemy units of this Location")
    if any(unit in st.vehicles for unit in action.attackers):
        return _by_vehicle(st, loc, side, stands, declared, action)
    return _on_vehicle(st, loc, side, stands, declared, action)


def _side(st: State, number: int) -> int:
    """The side of a unit, or the one that has a vehicle."""
    return st.fighter(number).side


def _on_vehicle(
    st: State, loc: int, side: int, stands: Stands, declared: Declared, action: CloseCombat
) -> Refusal | None:
    if action.weapons:
        return Refusal("A11.13", "Infantry uses no weapons in CC")
    if len(action.defenders) != 1 or action.defenders[0] not in st.vehicles:
        return Refusal("A11.5", "one attack goes at one vehicle, and at nobody else")
    if st.vehicles[action.defenders[0]].wreck:
        return Refusal("A11.5", "it is a wreck")
    if any(st.units[u].broken for u in action.attackers):
        return Refusal("A11.16", "a broken unit never attacks")
    if any(st.units[u].unarmed for u in action.attackers):
        return Refusal("A20.5", "Unarmed units attack Personnel only")
    if set(action.attackers) & set(declared.leaving):
        return Refusal("A11.2", "who Withdraws does not attack")
    if set(action.attackers) & set(declared.attacked):
        return Refusal("A11.12", "a unit attacks once in a CCPh")
    if len(action.attackers) > MOST:
        return Refusal("A11.5", "no more than two units attack a vehicle together")
    if len(action.attackers) == MOST and not any(is_smc(st, st.units[u]) for u in action.attackers):
        return Refusal("A11.5", "of two units that attack a vehicle together one is a SMC")
    own = elements(st, loc, side, stands, declared.leaving)
    if not any(set(action.attackers) <= set(e.fighters()) for e in own):
        return Refusal("A11.14", "a SMC attacks with the units it stands with")
    return _direction(st, action)


def _direction(st: State, action: CloseCombat) -> Refusal | None:
    leader = action.leader
    if leader in action.attackers and is_leader(st, st.units[leader]) and st.units[leader].pinned:
        return Refusal("A7.831", "a pinned leader directs no attack")
    if leader and leader not in directors(st, action.attackers):
        return Refusal("A11.51", "a leader who attacks with another unit may direct the attack")
    return None


def _by_vehicle(
    st: State, loc: int, side: int, stands: Stands, declared: Declared, action: CloseCombat
) -> Refusal | None:
    if len(action.attackers) != 1:
        return Refusal("A11.62", "a vehicle attacks by itself")
    if any(unit in st.vehicles for unit in action.defenders):
        return Refusal("A11.5", "only Infantry attacks a vehicle in CC")
    if action.leader:
        return Refusal("A11.141", "nobody directs a vehicle's attack")
    vehicle = st.vehicles[action.attackers[0]]
    able = {weapon.id for weapon in unused_arms(st, vehicle, declared)}
    if not action.weapons or not set(action.weapons) <= able or len(set(action.weapons)) != len(action.weapons):
        return Refusal("A11.62", "name weapons that it may still use in CC")
    foes = elements(st, loc, 1 - side, stands, declared.leaving)
    targets = [e for e in foes if set(e.ids) & set(action.defenders)]
    if sorted(unit for e in targets for unit in e.ids) != list(action.defenders):
        return Refusal("A11.14", "a SMC is attacked together with the units it stands with")
    return None
