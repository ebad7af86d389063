"""What lies in the Covered Arc of a weapon, by who fires it: of a vehicle in Bypass by its four areas (C3.2, D2.32)."""

from __future__ import annotations

from collections.abc import Iterable

from goodorder.core.state import Fighter, State, Vehicle

from ..registry import builds
from .bypass_arc import area_along, area_of, areas_turned, spine_toward
from .ground import map_now
from .ordnance import HEXSPINES, facings_toward, hexspines_turned, in_arc


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


@builds("C5.51", "C5.51b", "C3.2d")
def facings_within(st: State, unit: Fighter, targets: Iterable[Fighter], facing: int) -> tuple[int, ...]:
    """The facings that a weapon may have as it fires in its own hex: its own, but against who has come in during the
    enemy's MPh those nearest to it that have the hexside in their arc by which he came.
    """
    if st.turn.phase != "MPh" or unit.side == st.turn.attacker:
        return (facing,)
    side = next((across for one in targets if (across := came_in_by(st, one)) >= 0), -1)
    if side < 0:
        return (facing,)
    found = (side, (side + 1) % HEXSPINES)
    least = min(hexspines_turned(facing, one) for one in found)
    return tuple(one for one in found if hexspines_turned(facing, one) == least)


@builds("C5.51", "C5.51b")
def came_in_by(st: State, mover: Fighter) -> int:
    """The hexside of its hex across which a unit has come in during this MPh, -1 where it has not."""
    board = map_now(st)
    here = board.hex_at(mover.loc)
    for step in reversed(st.trail(mover.id).steps):
        if step.to < 0 or step.frm < 0 or board.hex_at(step.to) != here:
            return -1
        if board.hex_at(step.frm) != here:
            around = board.around(here)
            return around.index(board.hex_at(step.frm)) if board.hex_at(step.frm) in around else -1
    return -1


@builds("C5.1", "D2.321", "D2.321a")
def turned_by(unit: Fighter, old: int, new: int) -> int:
    """What a turn counts for Case A: hexspines, in Bypass Target Facings."""
    if isinstance(unit, Vehicle) and unit.stance.bypass:
        return areas_turned(area_along(unit, old), area_along(unit, new))
    return hexspines_turned(old, new)
