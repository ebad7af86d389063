"""The DEFENDER's weapon turned before the shots of a tied Gun Duel, and the position by which his shot is counted."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from goodorder.core.actions import Fire
from goodorder.core.events import Event
from goodorder.core.state import Acquired, State
from goodorder.rules.c_ordnance.ife import laid_events
from goodorder.rules.registry import builds

from .declared import AnyShot
from .ordnance import OrdnanceShot, laid_for


class Stood(Struct, frozen=True):
    """How a firer's weapons and, of a vehicle, hull and turret stood before it turned them: weapons with their facing
    and what they had acquired.
    """

    weapons: tuple[tuple[int, int, Acquired | None], ...] = ()
    vehicle: int = 0
    facing: int = -1
    turret: int = -1


@builds("C2.2401", "C2.2401g")
def turn_before(st: State, shot: AnyShot) -> tuple[tuple[Event, ...], Stood | None]:
    """The turn that a shot needs, made before it, and how the firer stood until then; None where it needs none."""
    events: tuple[Event, ...]
    if isinstance(shot, OrdnanceShot):
        ordnance = shot.action.ordnance
        assert ordnance is not None
        events = laid_for(st, shot.ledger(st).facts, ordnance.facing)
    elif shot.action.ordnance is None and shot.action.facing >= 0:
        events = laid_events(st, shot.action)
    else:
        events = ()
    return events, _stood(st, shot.action) if events else None


def _stood(st: State, action: Fire) -> Stood:
    firer = action.firers[0].unit
    held = (weapon for weapon in st.weapons.values() if weapon.holder == firer)
    weapons = tuple((weapon.id, weapon.facing, weapon.acquired) for weapon in held)
    vehicle = st.vehicles.get(firer)
    return Stood(weapons) if vehicle is None else Stood(weapons, vehicle.id, vehicle.facing, vehicle.turret)


def as_it_stood(st: State, stood: Stood | None) -> State:
    """The position with the firer's weapons as they stood before the turn: so his shot pays Case A for it and has what
    he had acquired.
    """
    if stood is None:
        return st
    weapons = dict(st.weapons)
    for one, facing, acquired in stood.weapons:
        if one in weapons:
            weapons[one] = replace(weapons[one], facing=facing, acquired=acquired)
    found = st.with_(weapons=weapons)
    vehicle = st.vehicles.get(stood.vehicle) if stood.vehicle else None
    if vehicle is None:
        return found
    back = replace(vehicle, facing=stood.facing, turret=stood.turret)
    return found.with_(vehicles={**st.vehicles, vehicle.id: back})


def without_turn(action: Fire) -> Fire:
    """The shot with its weapon turned already."""
    if action.ordnance is not None:
        return replace(action, ordnance=replace(action.ordnance, facing=-1))
    return replace(action, facing=-1)
