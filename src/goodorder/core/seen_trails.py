"""The trails that a side knows: of Known units, and what everybody saw of "?" stacks; found anew where one changed."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain, compress, repeat
from operator import eq, is_not

from msgspec import Struct

from .hidden import changed_units, located
from .public_face import known_trail, public_trail
from .seen_stacks import Looking
from .state import Trail, Unit

SEEN_TRAILS = ("trails 0", "trails 1")
"""Where a position remembers, for each side, the trails that it knows."""


class SeenTrails(Struct, frozen=True):
    """The trails that a side knows: of Known units, of "?" stacks by their stand-ins, and all of them; and of what they
    were found. Of vehicles only that counts which of them are under which "?", as ``hidden`` says.
    """

    made_of: dict[int, Trail]
    units: dict[int, Unit]
    hidden: Mapping[int, int]
    known: dict[int, Trail]
    told: dict[int, Trail]
    trails: dict[int, Trail]


def seen_trails(looking: Looking) -> dict[int, Trail]:
    """Those of the units that a side knows, and what everybody saw of the "?" stacks; found once while nothing changes,
    and each of them while nobody of its stack does.
    """
    st, hidden = looking.st, looking.hidden
    if not st.trails:
        return st.trails
    before: SeenTrails | None = st.tables.get(SEEN_TRAILS[looking.side], (None, None))[1]
    if before is not None and before.made_of is st.trails and before.units is st.units and before.hidden is hidden:
        return before.trails
    changed: list[tuple[Unit, Unit]] | None = None
    if before is not None and (
        before.made_of is st.trails
        or (len(before.made_of) <= len(st.trails) and all(map(eq, before.made_of, st.trails)))
    ):
        changed = changed_units(st, before.units)  # no trail is gone, and new ones come last
    fresh, told = st.trails, {}
    if before is None or changed is None:
        stand_ins = {one for key in fresh if (one := hidden.get(key))}
        known = _known_of(fresh, hidden)
    else:
        old, told = before.made_of, before.told
        fresh = dict(compress(fresh.items(), map(is_not, fresh.values(), chain(old.values(), repeat(None)))))
        stand_ins = {one for key in (*fresh, *[unit.id for unit, _ in changed]) if (one := hidden.get(key))}
        known = before.known
        if before.hidden is not hidden:
            stand_ins.update([one for _, one in before.hidden.items() ^ hidden.items() if one])
            known = _known_of(st.trails, hidden)
        elif fresh:
            known = {**known, **_known_of(fresh, hidden)}
    if stand_ins:
        told = _told_of(looking, told, stand_ins)
    trails = {**known, **told} if told else known
    st.tables[SEEN_TRAILS[looking.side]] = (None, SeenTrails(st.trails, st.units, hidden, known, told, trails))
    return trails


def _known_of(trails: Mapping[int, Trail], hidden: Mapping[int, int]) -> dict[int, Trail]:
    """Those of Known units among some trails, with ids of others as the side knows them."""
    return {
        key: known_trail(trail, hidden) if trail.shots or trail.afv else trail
        for key, trail in trails.items()
        if key not in hidden
    }


def _told_of(looking: Looking, told: dict[int, Trail], stand_ins: set[int]) -> dict[int, Trail]:
    """What everybody saw of "?" stacks: as it was told before, but for those of these ids."""
    anew = {one: public_trail(looking.st, located(one), looking.hidden) for one in stand_ins}
    if all(told.get(one) == trail for one, trail in anew.items()):
        return told
    anew = {**told, **anew}
    return {one: trail for one in looking.unknown.values() if (trail := anew.get(one)) is not None}
