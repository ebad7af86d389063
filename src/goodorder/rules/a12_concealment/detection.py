"""Detection: who is found when Infantry moves into a concealed unit's Location (A12.15, A.9d-A.9f)."""

from __future__ import annotations

from collections.abc import Sequence

from goodorder.core.state import Fighter, State, Vehicle

from ..facts.units import is_dummy
from ..registry import builds


def hiders(st: State, loc: int, side: int) -> tuple[Fighter, ...]:
    """Concealed and hidden counters of a side in a Location, top of the stack first, Dummies among them, vehicles
    beneath.
    """
    if loc < 0 or not (st.at(loc) or st.vehicles):
        return ()
    units = tuple([unit for unit in st.side_at(loc, side) if unit.concealed])
    if not st.vehicles:
        return units
    return (*units, *(one for one in st.vehicles_at(loc) if one.concealed and one.side == side))


def counters_beneath(st: State, units: Sequence[Fighter]) -> tuple[int, ...]:
    """What Random Selection throws for: each unit, Dummy or vehicle and, as negative ids, the weapons a unit possesses
    (A.9d).
    """
    held = ((unit, () if isinstance(unit, Vehicle) else st.weapons_of(unit.id)) for unit in units)
    return tuple(key for unit, weapons in held for key in (unit.id, *(-weapon.id for weapon in weapons)))


def possessors(st: State, counters: Sequence[int]) -> tuple[int, ...]:
    """The unit that each die of such a throw may reveal, 0 where nobody has the weapon."""
    return tuple(key if key > 0 else st.weapons[-key].holder for key in counters)


@builds("A.9", "A.9d", "A.9e", "A.9f")
def revealed(st: State, counters: Sequence[int], faces: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The units that a throw reveals and the Dummies that it removes on the way.

    The highest die first, ties together; a Dummy is removed, a weapon stands for its possessor, and where no unit
    has been found the next lower die of the same throw counts.
    """
    dummies: list[int] = []
    for face in sorted(set(faces), reverse=True):
        found: list[int] = []
        for key, thrown in zip(counters, faces, strict=True):
            if thrown != face:
                continue
            owner = key if key > 0 else st.weapons[-key].holder
            if not owner:
                continue
            if owner in st.units and is_dummy(st.units[owner]):
                dummies.append(owner)
            elif owner not in found:
                found.append(owner)
        if found:
            return tuple(found), tuple(dummies)
    return (), tuple(dummies)
