"""A wounded man carried by the squad, half-squad or crew that he moves with (A17.2)."""

from __future__ import annotations

from operator import attrgetter

from goodorder.core.errors import Refusal
from goodorder.core.state import State, Unit

from ..facts.units import is_good_order, utype
from ..registry import builds, by_name, removable

CARRIED_PP = 5
"""PP of a wounded man (A17.2)."""
CARRIER = attrgetter("carrier")


def carrier_of(st: State, unit: Unit) -> Unit | None:
    """Who carries a wounded man in this MPh, None for one who goes by himself."""
    carrier = st.trail(unit.id).carrier
    return st.units.get(carrier) if carrier else None


def carried_by(st: State, unit: Unit) -> tuple[Unit, ...]:
    """The wounded men whom a unit carries in this MPh, or has carried in it (A4.4)."""
    carriers = _carriers(st)
    return tuple([st.units[man] for man, by in carriers if by == unit.id]) if carriers else ()


def _carriers(st: State) -> tuple[tuple[int, int], ...]:
    """Each man who is carried, or has been, with who carries him; found once while no trail changes."""
    trails, found = st.tables.get("carriers", (None, ()))
    if trails is not st.trails:
        found = ()
        if any(map(CARRIER, st.trails.values())):
            found = tuple([(man, trail.carrier) for man, trail in st.trails.items() if trail.carrier])
        st.tables["carriers"] = (st.trails, found)
    remembered: tuple[tuple[int, int], ...] = found
    return remembered


def still_carried(st: State, unit: Unit) -> bool:
    """Whether a man who was taken up can go on: he is in the Location of his unbroken, unpinned carrier."""
    carrier = carrier_of(st, unit)
    if carrier is None:
        return True
    return carrier.loc == unit.loc and not carrier.broken and not carrier.pinned


@builds("A17.2")
def carry_refusal(st: State, units: tuple[int, ...], man_id: int, by_id: int) -> Refusal | None:
    """Why a wounded man may not be carried in the move of this stack, or None."""
    return _load_refusal(st, units, man_id, by_id) if man_id or by_id else None


@removable(without=by_name("carrying"))
@builds("A17.2")
def _load_refusal(st: State, units: tuple[int, ...], man_id: int, by_id: int) -> Refusal | None:
    """Why this man may not be carried by this unit, or None."""
    man, by = st.units.get(man_id), st.units.get(by_id)
    if man is None or by is None or man_id not in units or by_id not in units or man.loc != by.loc:
        return Refusal("A17.2", "both move in one stack")
    if not man.wounded or not is_good_order(st, man):
        return Refusal("A17.2", "only a wounded Good Order man is carried")
    if st.weapons_of(man.id):
        return Refusal("A17.2", "he portages a weapon")
    if not utype(st, by).mmc or not is_good_order(st, by):
        return Refusal("A17.2", "a Good Order squad, half-squad or crew carries him")
    return None
