"""Control of Locations and buildings (A26.1)."""

from __future__ import annotations

from goodorder.board import Map
from goodorder.core.events import ControlTaken, Event
from goodorder.core.state import State, Unit

from .registry import builds
from .units import is_good_order, utype

FIRST_BUILDING = -2
"""Control of building number n, of several hexes, is kept under ``FIRST_BUILDING - n``; Locations from 0 up."""


def building_key(building: int) -> int:
    """The key of a building in ``State.control``."""
    return FIRST_BUILDING - building


def building_of_key(key: int) -> int:
    """The building that a key of ``State.control`` names, -1 for a Location."""
    return FIRST_BUILDING - key if key <= FIRST_BUILDING else -1


def _sole_occupant(st: State, units: tuple[Unit, ...]) -> int | None:
    """The side that alone has units here, a Good Order MMC among them."""
    if len({unit.side for unit in units}) != 1 or not any(
        utype(st, unit).mmc and is_good_order(st, unit) for unit in units
    ):
        return None
    return units[0].side


@builds("A26.11", "A26.14")
def control_gained(st: State, loc: int) -> tuple[Event, ...]:
    """Events by which a side gains Control of a Location and of its building now (A26.11, A26.14).

    It takes a Good Order MMC there and no enemy unit there; for a building, in any hex and in all its hexes.
    A side keeps Control until the other gains it.
    """
    if loc < 0:
        return ()
    events: list[Event] = []
    here = st.at(loc)
    building = st.world.map.hex_of(loc).building
    holder = st.control.get(loc)
    if all(unit.side == holder for unit in here) and (
        building < 0 or (here and building_controller(st, building) == holder)
    ):
        return ()  # nothing to gain: by far the usual case
    side = _sole_occupant(st, here)
    if side is not None and st.control.get(loc) != side:
        events.append(ControlTaken(loc=loc, side=side))
    parts = st.world.map.buildings[building] if building >= 0 else ()
    if len(parts) > 1:
        inside = tuple(unit for part in parts for unit in st.at(part))
        side = _sole_occupant(st, inside)
        if side is not None and building_controller(st, building) != side:
            events.append(ControlTaken(loc=building_key(building), side=side))
    return tuple(events)


def with_buildings(board: Map, control: dict[int, int]) -> dict[int, int]:
    """Control of Locations, and with it that of the buildings of several hexes which one side holds whole (A26.11)."""
    found = dict(control)
    for number, parts in enumerate(board.buildings):
        sides = {control.get(part) for part in parts}
        side = sides.pop() if len(sides) == 1 else None
        if len(parts) > 1 and side is not None:
            found[building_key(number)] = side
    return found


def control_sweep(st: State) -> tuple[Event, ...]:
    """Every gain of Control that the position shows now, each once."""
    return tuple(dict.fromkeys(event for loc in st.occupied() for event in control_gained(st, loc)))


def building_controller(st: State, building: int) -> int | None:
    """The side that gained Control of a building last, None before anybody did (A26.14)."""
    parts = st.world.map.buildings[building]
    return st.control.get(building_key(building) if len(parts) > 1 else min(parts))
