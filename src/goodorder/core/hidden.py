"""Who keeps what from whom (A12): sides that hide or conceal counters, and the stand-ins for what a side does not know.

Readers of the position, by which :mod:`.view` makes a view and rules ask whether a side may have what is not seen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import compress
from operator import is_not
from typing import Any

from msgspec import Struct

from .counters import NOWHERE, OFF_BOARD, ON_MAP, Fighter, Piece, Unit, Weapon
from .state import PARTS, State

STAND_IN = 1_000_000
"""The id of the stand-in of Location 0 for units of the second side; that of Location n is n more."""

STEP = 100_000
"""How far the ids of stand-ins of the first side lie above those of the second."""

TWIN = 10_000
"""How far the id of a unit made in hiding lies above that of the unit it was made from."""

HIDING, CONCEALING = "hiding", "concealing"
"""Where a position remembers which sides hide counters other than units, and which conceal units."""

ORDERED = ("ordered 0", "ordered 1")
"""Where a position remembers, for each side, how many Guns and vehicles its order of battle has."""

_NOTHING: tuple[Any, Any] = (None, None)


def is_hidden(unit: Fighter, side: int) -> bool:
    """Whether ``side`` may not know what a unit is: an enemy under concealment (A12)."""
    return unit.side != side and unit.concealed


def hides_anything(st: State, side: int) -> bool:
    """Whether there is anything that ``side`` may not know."""
    enemy = 1 - side
    if sets_up(st) or _conceals(st, enemy):
        return True
    hiding, concealing = sides_hiding(st)
    if enemy in hiding or enemy in concealing or (st.believed and any(key % 2 == side for key in st.believed)):
        return True
    ordered = st.world.has_secrets and st.world.scenario is not None
    return ordered and _hides(st, enemy, hiding)  # to the end, whether any are left or not


def _conceals(st: State, side: int, *, in_play: bool = False) -> bool:
    """Whether a side has concealed units, or has any on the map or off board.

    Found once while no unit changes; who was concealed when that was found last is looked at first.
    """
    of, known = st.tables.get(CONCEALING, _NOTHING)
    if of is not st.units:
        witness = st.units.get(known.get((side, in_play), 0)) if known is not None else None
        if witness is not None and witness.concealed and witness.side == side:
            if not in_play or witness.place in _IN_PLAY:
                return True
        known = {}
        for unit in [unit for unit in st.units.values() if unit.concealed]:
            known[unit.side, False] = unit.id
            if unit.place in _IN_PLAY:
                known[unit.side, True] = unit.id
        st.tables[CONCEALING] = (st.units, known)
    return (side, in_play) in known


_IN_PLAY = (ON_MAP, OFF_BOARD)
"""The places of units on the map, or that wait off board."""


OWNED = ("weapons", *(part.name for part in PARTS if part.known == "owner"))


def may_hide(st: State, side: int) -> bool:
    """Whether a side has, or had, counters that set up hidden: its order of battle says so to everybody (A12.3).

    Where it says nothing of them, as without a scenario, they are known to be there as long as they are.
    """
    return _hides(st, side, sides_hiding(st)[0])


def _hides(st: State, side: int, hiding: frozenset[int]) -> bool:
    """The same where it is known which sides hide counters other than units."""
    if side in hiding or side in st.world.hides or ordered_to_hide(st, side):
        return True
    return st.world.scenario is None and any(unit.side == side for unit in st.units_that_are("hidden"))


def hide_unordered(st: State, hiding: frozenset[int]) -> tuple[int, ...]:
    """Sides that may hide counters though no order of battle says so; ``hiding`` those that hide others than units."""
    return tuple([side for side in (0, 1) if _hides(st, side, hiding) and not ordered_to_hide(st, side)])


class Ordered(Struct, frozen=True, gc=False):
    """How many Guns and vehicles an order of battle has."""

    guns: int
    vehicles: int


def ordered_pieces(st: State, side: int) -> Ordered | None:
    """What Guns and vehicles the order of battle of a side has, None without one; counted once for a game."""
    scenario, book = st.world.scenario, st.world.catalogue
    if scenario is None:
        return None
    world, known = st.tables.get(ORDERED[side], _NOTHING)
    if world is not st.world:
        groups = scenario.sides[side].groups
        guns = sum(book.is_gun(type) for group in groups for type in group.weapon_types())
        vehicles = sum(book.is_vehicle(type) for group in groups for type in group.unit_types())
        known = Ordered(guns, vehicles)
        st.tables[ORDERED[side]] = (st.world, known)
    found: Ordered = known
    return found


def sides_hiding(st: State) -> tuple[frozenset[int], frozenset[int]]:
    """Sides that have hidden counters other than units, and those that have concealed ones; found once while none of
    these changes.
    """
    of, known = st.tables.get(HIDING, _NOTHING)
    if of is not None and of[0] is st.weapons and of[1] is st.vehicles and of[2] is st.works and of[3] is st.batteries:
        remembered: tuple[frozenset[int], frozenset[int]] = known
        return remembered
    hidden, concealed = set[int](), set[int]()
    for name in OWNED:
        for one in getattr(st, name).values():
            if one.hidden:
                hidden.add(one.side)
            if one.concealed:
                concealed.add(one.side)
    found = frozenset(hidden), frozenset(concealed)
    st.tables[HIDING] = ((st.weapons, st.vehicles, st.works, st.batteries), found)
    return found


def ordered_to_hide(st: State, side: int) -> bool:
    """Whether the order of battle says that a side may hide units."""
    return side in st.world.ordered_to_hide and st.world.has_secrets


def twin_id(st: State, unit: Unit) -> int:
    """The id of the second half-squad of a unit that Deploys: out of the enemy's sight one that it takes after its
    unit, so that the number of the next counter that he sees made tells nothing.
    """
    if not unit.concealed and not sets_up(st):
        return st.next_id
    return next(key for key in range(unit.id + TWIN, STAND_IN, TWIN) if key not in st.units)


def is_masked(st: State, side: int) -> bool:
    """Whether the enemy can't know all that a side has: then its windows come whether it could act in them or not."""
    if _conceals(st, side, in_play=True):
        return True
    hiding, concealing = sides_hiding(st)
    return side in concealing or side in hiding or (st.world.has_secrets and _hides(st, side, hiding))


def is_asked_openly(st: State, side: int) -> bool:
    """Whether a question about Guns or vehicles that a side may have under a "?" is put before everybody: where its
    order of battle says what there may be. Without one the question itself would tell that there are any.
    """
    return is_masked(st, side) and st.world.scenario is not None


def sets_up(st: State) -> bool:
    """Whether both sides set up out of each other's sight: a game with concealment (A12.12)."""
    return st.turn.phase == "setup" and st.world.has_secrets


def stand_ins_of(st: State, side: int, shown: frozenset[int]) -> dict[int, int]:
    """For every enemy counter that ``side`` does not know the id of its stand-in, 0 where it has none; ``shown`` are
    Locations whose units show their strength.
    """
    aside = sets_up(st)
    every: Iterable[Fighter] = (*st.units.values(), *st.vehicles.values()) if st.vehicles else st.units.values()
    told = {one.id: stand_in_of(st, side, one, aside, shown) for one in every}
    return {key: stand_in for key, stand_in in told.items() if stand_in is not None}


def stand_in_of(st: State, side: int, one: Fighter, aside: bool, shown: frozenset[int]) -> int | None:
    """The id of the stand-in of a counter that ``side`` does not know, 0 where it has none; None where it knows it."""
    if one.side == side:
        return None
    if aside:
        return None if one.enters else 0
    if not one.concealed or one.loc in shown:
        return None
    return 0 if one.hidden or one.place != ON_MAP else stand_in_id(st, side, one.loc)


def changed_units(st: State, before: Mapping[int, Unit]) -> list[tuple[Unit, Unit]] | None:
    """Units that were others ``before``, each as it was and as it is; None where counters have come or gone, or are in
    another order, or where a stand-in is among those that have changed.
    """
    if before is st.units:
        return []
    if len(before) != len(st.units):
        return None
    olds, news = before.values(), st.units.values()
    found = list(compress(zip(olds, news, strict=True), map(is_not, olds, news)))
    for old, new in found:
        if old.id != new.id or new.id >= STAND_IN:
            return None
    return found


def stand_in_id(st: State, side: int, loc: int) -> int:
    """The id under which ``side`` sees the "?" stack in a Location.

    In a position that is imagined itself a stand-in may have become a Known unit: then it is another one.
    """
    key = STAND_IN + loc + STEP * side
    while (unit := st.units.get(key)) is not None and not is_hidden(unit, side):
        key += 2 * STEP
    return key


def located(stand_in: int) -> int:
    """The Location of a stand-in, of which its id is made."""
    return (stand_in - STAND_IN) % STEP


def known_ids(units: tuple[int, ...], hidden: Mapping[int, int]) -> tuple[int, ...]:
    """Ids as a view names them: stand-ins once each and last, nothing for what has none."""
    found = dict.fromkeys(key for unit in units if (key := hidden.get(unit, unit)))
    return tuple(sorted(found, key=lambda key: key >= STAND_IN))


def in_contact(st: State) -> frozenset[int]:
    """Locations whose units show their strength, because their Close Combat is being resolved (A11.19)."""
    found: list[int] = []
    for frame in st.stack:
        if frame.shows_who_fights:
            found += frame.contact()
    return frozenset(found) if found else _NO_CONTACT


_NO_CONTACT: frozenset[int] = frozenset()


def is_shown(st: State, one: Weapon | Piece, contact: frozenset[int]) -> bool:
    """Whether a counter under a "?" shows itself, as those in its Location do (A11.19)."""
    return not one.hidden and where(st, one) in contact


def where(st: State, one: Weapon | Piece) -> int:
    """The Location of a counter: its own, or that of who bears it."""
    if one.loc >= 0 or not isinstance(one, Weapon):
        return one.loc
    bearer = st.units.get(one.holder) or st.vehicles.get(one.holder)
    return NOWHERE if bearer is None else bearer.loc
