"""The units that a side sees, with the stand-ins of "?" stacks: stack by stack, those alone found anew that changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from operator import is_
from typing import Any

from msgspec import Struct

from .hidden import OWNED, changed_units, is_shown, located, sets_up, stand_in_id, where
from .public_face import dense, stack_face
from .stance import PLAIN
from .state import NOWHERE, State, Unit, Vehicle
from .world import UNKNOWN

UNKNOWN_AT, SEEN_UNITS = ("unknown 0", "unknown 1"), ("seen 0", "seen 1")
"""Where a position remembers, for each side, the Locations of stand-ins, and the units as it sees them."""

_NOTHING: tuple[None, Any] = (None, None)


class Looking(Struct, frozen=True):
    """Who looks at a position: a side, the stand-ins for what it does not know, Locations whose units show their
    strength, and those with a stand-in, each with its id.
    """

    st: State
    side: int
    hidden: Mapping[int, int]
    shown: frozenset[int]
    unknown: dict[int, int]


class SeenUnits(Struct, frozen=True):
    """The units that a side sees, by id and by Location, and of what they were found.

    ``stacks`` are those on the map, top first, in no order; ``away`` are the units off it. Locations are ``loose``
    whose stand-in hangs on more than the units there: in Bypass what it did tells how it is there, and the "?" of a
    vehicle may have Wall Advantage. ``others`` are those of stand-ins that the position itself holds, as a view does.
    ``how`` says whether both sides set up, and where units show their strength.
    """

    made_of: dict[int, Unit]
    vehicles: dict[int, Vehicle]
    unknown: dict[int, int]
    how: tuple[bool, frozenset[int]]
    units: dict[int, Unit]
    stacks: dict[int, tuple[Unit, ...]]
    away: tuple[Unit, ...]
    loose: tuple[int, ...]
    others: tuple[int, ...]


def seen_units(looking: Looking) -> SeenUnits:
    """The units that a side knows, with the stand-ins; found once while none of them changes, and each stack while
    nobody there changes.
    """
    st = looking.st
    before: SeenUnits | None = st.tables.get(SEEN_UNITS[looking.side], _NOTHING)[1]
    how = (sets_up(st), looking.shown)
    changed: list[tuple[Unit, Unit]] | None = None
    if before is not None and before.how == how:
        if before.made_of is st.units and before.vehicles is st.vehicles and before.unknown is looking.unknown:
            if not before.loose:
                return before
        changed = changed_units(st, before.made_of)
    if before is None or changed is None:
        found = _seen_anew(looking, how)
    else:
        found = _seen_again(looking, before, changed)
    st.tables[SEEN_UNITS[looking.side]] = (None, found)
    return found


def _seen_anew(looking: Looking, how: tuple[bool, frozenset[int]]) -> SeenUnits:
    """The same where nothing is known of a view before."""
    st, hidden = looking.st, looking.hidden
    stacks, loose = _stacks_at(looking, {NOWHERE, *st.stacks(), *looking.unknown})
    units = dict(sorted([(unit.id, unit) for stack in stacks.values() for unit in stack]))
    away = stacks.pop(NOWHERE, ())
    others = tuple([unit.loc for unit in st.units.values() if unit.type == UNKNOWN and unit.id not in hidden])
    return SeenUnits(st.units, st.vehicles, looking.unknown, how, units, stacks, away, loose, others)


def _seen_again(looking: Looking, before: SeenUnits, changed: list[tuple[Unit, Unit]]) -> SeenUnits:
    """The same where some units, stand-ins or vehicles are others than when the side saw them ``before``."""
    st = looking.st
    locs = {unit.loc for pair in changed for unit in pair}
    locs.update(before.loose)
    if st.vehicles:
        locs.update([one.loc for one in st.vehicles.values() if one.stance.wa])
    if looking.unknown is not before.unknown:
        locs |= looking.unknown.keys() ^ before.unknown.keys()
    fresh, loose = _stacks_at(looking, locs)
    stacks, units, away = before.stacks, before.units, before.away
    old = {unit.id: unit for loc in locs for unit in (stacks.get(loc, ()) if loc >= 0 else away)}
    new = {unit.id: unit for stack in fresh.values() for unit in stack}
    if new != old:
        if NOWHERE in locs:
            away = fresh.pop(NOWHERE, ())
        stacks = {**stacks, **fresh}
        for loc in locs:
            if loc not in fresh and loc in stacks:
                del stacks[loc]
        units = {**units, **new}
        for gone in old.keys() - new.keys():
            del units[gone]
        if not new.keys() <= old.keys():  # else their order stays
            keys = sorted(units)
            units = dict(zip(keys, map(units.__getitem__, keys), strict=True))
    made_of = (st.units, st.vehicles, looking.unknown, before.how)
    return SeenUnits(*made_of, units, stacks, away, loose, before.others)


def _stacks_at(looking: Looking, locs: Iterable[int]) -> tuple[dict[int, tuple[Unit, ...]], tuple[int, ...]]:
    """What a side sees in some Locations, top first, where that is anything; and which of these are loose."""
    st, hidden, unknown = looking.st, looking.hidden, looking.unknown
    located = st.stacks()
    found: dict[int, tuple[Unit, ...]] = {}
    loose: list[int] = []
    for loc in locs:
        here = located.get(loc, ()) if loc >= 0 else [unit for unit in st.units.values() if unit.loc < 0]
        seen = [unit for unit in here if unit.id not in hidden]
        if loc in unknown:
            seen.append(stack_face(st, looking.side, loc, unknown[loc], hidden))
            if any(unit.stance.bypass for unit in here) or (st.vehicles and seen[-1].stance is not PLAIN):
                loose.append(loc)
        if seen:
            found[loc] = dense(seen)
    return found, tuple(loose)


def unknown_at(st: State, side: int, hidden: Mapping[int, int], shown: frozenset[int], covered: bool) -> dict[int, int]:
    """Locations with a stand-in, each with its id: of units, and of what else is under a "?" there, where anything is
    so ``covered``; found once while none changes.
    """
    of = (hidden, st.units, st.vehicles, st.weapons, st.works, st.batteries, shown) if covered else (hidden,)
    before, known = st.tables.get(UNKNOWN_AT[side], _NOTHING)
    if before is not None and len(before) == len(of) and all(map(is_, before, of)):
        remembered: dict[int, int] = known
        return remembered
    locs = {located(stand_in) for stand_in in hidden.values() if stand_in}
    for name in OWNED if covered else ():
        for one in getattr(st, name).values():
            if one.concealed and not one.hidden and one.side != side and not is_shown(st, one, shown):
                locs.add(where(st, one))
    found = {loc: stand_in_id(st, side, loc) for loc in sorted(locs - {NOWHERE})}
    if found == known:
        found = known  # the very same: what hangs on it is known
    st.tables[UNKNOWN_AT[side]] = (of, found)
    return found
