"""What lies in the Covered Arc of a weapon, by who fires it: of a vehicle in Bypass by its four areas (C3.2, D2.32)."""

from __future__ import annotations

from goodorder.core.state import Fighter, State, Vehicle

from ..registry import builds
from .bypass_arc import area_along, area_of, areas_turned, spine_toward
from .ordnance import facings_toward, hexspines_turned, in_arc


def in_bypass(unit: Fighter) -> bool:
    """Whether it is a vehicle in Bypass."""
    return isinstance(unit, Vehicle) and bool(unit.stance.bypass)


@builds("C3.2", "C.5B", "D2.32", "D2.35", "C.5Ba", "D2.32b", "D2.35a")
def bears(st: State, unit: Fighter, to: int, facing: int) -> bool:
    """Whether a target lies in the Covered Arc of a weapon of this unit that points along a hexspine."""
    if isinstance(unit, Vehicle) and unit.stance.bypass:
        return area_of(st, unit, to) == area_along(unit, facing)
    return in_arc(st, unit.loc, to, facing)


@builds("D2.321", "D2.321a")
def facings_for(st: State, unit: Fighter, to: int, facing: int) -> tuple[int, ...]:
    """The facings nearest to a weapon's own by which it bears upon a target; in Bypass there is one."""
    if isinstance(unit, Vehicle) and unit.stance.bypass:
        area = area_of(st, unit, to)
        return (facing if area_along(unit, facing) == area else spine_toward(unit, area),)
    return facings_toward(st, unit.loc, to, facing)


@builds("C5.1", "D2.321", "D2.321a")
def turned_by(unit: Fighter, old: int, new: int) -> int:
    """What a turn counts for Case A: hexspines, in Bypass Target Facings."""
    if isinstance(unit, Vehicle) and unit.stance.bypass:
        return areas_turned(area_along(unit, old), area_along(unit, new))
    return hexspines_turned(old, new)
