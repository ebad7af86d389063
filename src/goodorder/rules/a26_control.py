"""Control of Locations and buildings (A26.1)."""

from __future__ import annotations

from goodorder.core.events import ControlTaken, Event
from goodorder.core.state import State

from .registry import builds
from .units import is_good_order, utype


@builds("A26.11")
def control_gained(st: State, loc: int) -> tuple[Event, ...]:
    """Events by which a side gains Control of a Location now: a Good Order MMC there and no enemy unit (A26.11).

    A side keeps Control until the other gains it.
    """
    units = st.at(loc)
    sides = {unit.side for unit in units}
    if len(sides) != 1:
        return ()
    side = units[0].side
    if st.control.get(loc) == side:
        return ()
    if any(utype(st, unit).mmc and is_good_order(st, unit) for unit in units):
        return (ControlTaken(loc=loc, side=side),)
    return ()


def building_controller(st: State, building: int) -> int | None:
    """The side that Controls a whole building: every hex of it, by last Control (A26.12); None when divided."""
    sides = {st.control.get(loc) for loc in st.world.map.buildings[building]}
    return sides.pop() if len(sides) == 1 else None
