"""The trails that a side knows: of Known units, and what everybody saw of "?" stacks; found anew where one changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from operator import eq

from msgspec import Struct

from .hidden import changed_units, located
from .public_face import known_trail, public_trail
from .seen_stacks import Looking
from .state import Trail, Unit, Vehicle

SEEN_TRAILS = ("trails 0", "trails 1")
"""Where a position remembers, for each side, the trails that it knows."""


class SeenTrails(Struct, frozen=True):
    """The trails that a side knows: of Known units, of "?" stacks by their stand-ins, and all of them; and of what they
    were found.
    """

    made_of: dict[int, Trail]
    units: dict[int, Unit]
    vehicles: dict[int, Vehicle]
    hidden: Mapping[int, int]
    unknown: dict[int, int]
    known: dict[int, Trail]
    told: dict[int, Trail]
    trails: dict[int, Trail]


def seen_trails(looking: Looking) -> dict[int, Trail]:
    """Those of the units that a side knows, and what everybody saw of the "?" stacks; found once while nothing changes,
    and each of them while nobody of its stack does.
    """
    st, hidden, unknown = looking.st, looking.hidden, looking.unknown
    if not st.trails:
        return st.trails
    before: SeenTrails | None = st.tables.get(SEEN_TRAILS[looking.side], (None, None))[1]
    known: dict[int, Trail] = {}
    told: dict[int, Trail] = {}
    fresh, changed = st.trails, None
    if before is not None and before.hidden is hidden and before.unknown is unknown and before.vehicles is st.vehicles:
        if before.made_of is st.trails and before.units is st.units:
            return before.trails
        if all(map(eq, before.made_of, st.trails)) and len(before.made_of) <= len(st.trails):  # new ones come last
            changed = changed_units(st, before.units)
    if before is not None and changed is not None:
        old = before.made_of
        fresh = {key: trail for key, trail in fresh.items() if old.get(key) is not trail}
        known, told = before.known, before.told
    found = {key: known_trail(trail, hidden) for key, trail in fresh.items() if key not in hidden}
    if found:
        known = {**known, **found}
    if hidden:
        told = _told_of(looking, told, [*fresh, *[unit.id for unit, _ in changed or ()]])
    if before is not None and known is before.known and told is before.told:
        trails = before.trails
    else:
        trails = {**known, **told} if told else known
    seen = SeenTrails(st.trails, st.units, st.vehicles, hidden, unknown, known, told, trails)
    st.tables[SEEN_TRAILS[looking.side]] = (None, seen)
    return trails


def _told_of(looking: Looking, told: dict[int, Trail], fresh: Iterable[int]) -> dict[int, Trail]:
    """What everybody saw of "?" stacks: as it was told before, but for those of these units."""
    hidden, unknown = looking.hidden, looking.unknown
    stand_ins = {stand_in for key in fresh if (stand_in := hidden.get(key))}
    if not stand_ins:
        return told
    anew = {one: public_trail(looking.st, located(one), hidden) for one in stand_ins}
    if all(told.get(one) == trail for one, trail in anew.items()):
        return told
    anew = {**told, **anew}
    return {one: trail for one in unknown.values() if (trail := anew.get(one)) is not None}
