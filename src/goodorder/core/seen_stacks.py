"""The units that a side sees, with the stand-ins of "?" stacks: stack by stack, those alone found anew that changed."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from .looking import Looking
from .public_face import dense, stack_face
from .stance import PLAIN
from .state import NOWHERE, Unit
from .world import UNKNOWN


class SeenUnits(Struct, frozen=True):
    """The units that a side sees, by id and by Location.

    ``stacks`` are those on the map, top first, in no order; ``away`` are the units off it. Locations are ``loose``
    whose stand-in hangs on more than the units there: in Bypass what it did tells how it is there, and the "?" of a
    vehicle may have Wall Advantage. ``others`` are those of stand-ins that the position itself holds, as a view does.
    """

    units: dict[int, Unit]
    stacks: dict[int, tuple[Unit, ...]]
    away: tuple[Unit, ...]
    loose: tuple[int, ...]
    others: tuple[int, ...]


def seen_units(looking: Looking, before: SeenUnits | None) -> SeenUnits:
    """The units that a side knows, with the stand-ins; each stack as it was seen ``before`` while nobody there
    changes.
    """
    if before is None or looking.last is None or looking.changed is None:
        return _seen_anew(looking)
    if looking.kept:
        if not looking.changed and not before.loose:
            return before
    elif looking.last.secrets.aside != looking.secrets.aside or looking.last.secrets.shown != looking.secrets.shown:
        return _seen_anew(looking)
    return _seen_again(looking, before, looking.changed, looking.last.secrets.unknown)


def _seen_anew(looking: Looking) -> SeenUnits:
    """The same where nothing is known of a view before."""
    st, hidden = looking.st, looking.secrets.hidden
    stacks, loose = _stacks_at(looking, {NOWHERE, *st.stacks(), *looking.secrets.unknown})
    units = dict(sorted([(unit.id, unit) for stack in stacks.values() for unit in stack]))
    away = stacks.pop(NOWHERE)
    others = tuple([unit.loc for unit in st.units.values() if unit.type == UNKNOWN and unit.id not in hidden])
    return SeenUnits(units, {loc: stack for loc, stack in stacks.items() if stack}, away, loose, others)


def _seen_again(
    looking: Looking, before: SeenUnits, changed: list[tuple[Unit, Unit]], unknown: dict[int, int]
) -> SeenUnits:
    """The same where some units, stand-ins or vehicles are others than when the side saw them ``before``: then
    ``unknown`` were the Locations with a stand-in.
    """
    st = looking.st
    locs = set(before.loose)
    for old, new in changed:
        locs.add(old.loc)
        locs.add(new.loc)
    if st.vehicles:
        locs.update([one.loc for one in st.vehicles.values() if one.stance.wa])
    if not looking.kept:
        locs |= looking.secrets.unknown.keys() ^ unknown.keys()
    if not locs:
        return before
    fresh, loose = _stacks_at(looking, locs)
    stacks, away = before.stacks.copy(), before.away
    gone: dict[int, Unit] = {}
    come: dict[int, Unit] = {}
    for loc, stack in fresh.items():
        was = stacks.get(loc, ()) if loc >= 0 else away
        if stack == was:
            continue
        for unit in was:
            gone[unit.id] = unit
        for unit in stack:
            come[unit.id] = unit
        if loc < 0:
            away = stack
        elif stack:
            stacks[loc] = stack
        else:
            del stacks[loc]
    units = before.units
    if come or gone:
        units = {**units, **come}
        for key in gone.keys() - come.keys():
            del units[key]
        if not come.keys() <= gone.keys():  # else their order stays
            units = dict(sorted(units.items()))
    elif loose == before.loose:
        return before
    return SeenUnits(units, stacks, away, loose, before.others)


def _stacks_at(looking: Looking, locs: Iterable[int]) -> tuple[dict[int, tuple[Unit, ...]], tuple[int, ...]]:
    """What a side sees in some Locations, top first; and which of these are loose."""
    st, hidden, unknown = looking.st, looking.secrets.hidden, looking.secrets.unknown
    located = st.stacks()
    found: dict[int, tuple[Unit, ...]] = {}
    loose: list[int] = []
    for loc in locs:
        here = located.get(loc, ()) if loc >= 0 else [unit for unit in st.units.values() if unit.loc < 0]
        seen = []
        for unit in here:
            if unit.id not in hidden:
                seen.append(unit)
        if loc in unknown:
            seen.append(stack_face(st, looking.side, loc, unknown[loc], hidden))
            if any(unit.stance.bypass for unit in here) or (st.vehicles and seen[-1].stance is not PLAIN):
                loose.append(loc)
        found[loc] = dense(seen) if len(seen) > 1 or (seen and seen[0].order != 1) else tuple(seen)
    return found, tuple(loose)
