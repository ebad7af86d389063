"""The trails that a side knows: of Known units, and what everybody saw of "?" stacks; found anew where one changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from .hidden import located
from .looking import Looking
from .public_face import known_trail, public_trail
from .state import Trail


class SeenTrails(Struct, frozen=True):
    """The trails that a side knows: of Known units, of "?" stacks by their stand-ins, and all of them.

    Of vehicles only that counts which of them are under which "?", as the secrets of the side say.
    """

    known: dict[int, Trail]
    told: dict[int, Trail]
    all: dict[int, Trail]


def seen_trails(looking: Looking, before: SeenTrails | None) -> SeenTrails:
    """Those of the units that a side knows, and what everybody saw of the "?" stacks; each as it was ``before`` while
    nobody of its stack changes.
    """
    last, fresh, changed = looking.last, looking.trails, looking.changed
    if before is None or last is None or fresh is None or changed is None:
        return _seen_anew(looking)
    if looking.kept and not fresh and not changed:
        return before
    hidden, known, told = looking.secrets.hidden, before.known, before.told
    if hidden is last.secrets.hidden:
        anew, stand_ins = _known_of(fresh, hidden)
        if anew:
            known = {**known, **anew}
    else:
        known, _ = _known_of(looking.st.trails, hidden)
        if looking.st.vehicles:  # a stack may have gone with a vehicle that is Known now, or is no more
            stand_ins = {*told, *looking.secrets.unknown.values()}
        else:
            stand_ins = {one for _, one in last.secrets.hidden.items() ^ hidden.items()}
            stand_ins.update([one for key in fresh if (one := hidden.get(key))])
    for unit, _ in changed:
        if unit.id in hidden:
            stand_ins.add(hidden[unit.id])
    if stand_ins:
        told = _told_of(looking, told, stand_ins)
    if known is before.known and told is before.told:
        return before
    return SeenTrails(known, told, {**known, **told} if told else known)


def _seen_anew(looking: Looking) -> SeenTrails:
    """The same where nothing is known of a view before."""
    known, stand_ins = _known_of(looking.st.trails, looking.secrets.hidden)
    told = _told_of(looking, {}, stand_ins)
    return SeenTrails(known, told, {**known, **told} if told else known)


def _known_of(trails: Mapping[int, Trail], hidden: Mapping[int, int]) -> tuple[dict[int, Trail], set[int]]:
    """Those of Known units among some trails, with ids of others as the side knows them; and the stand-ins of the
    others, 0 for what has none.
    """
    known: dict[int, Trail] = {}
    others: set[int] = set()
    for key, trail in trails.items():
        if key in hidden:
            others.add(hidden[key])
        else:
            known[key] = known_trail(trail, hidden) if trail.shots or trail.afv else trail
    return known, others


def _told_of(looking: Looking, told: dict[int, Trail], stand_ins: Iterable[int]) -> dict[int, Trail]:
    """What everybody saw of "?" stacks: as it was told before, but for those of these ids (0: of none)."""
    hidden, unknown = looking.secrets.hidden, looking.secrets.unknown
    anew = {one: public_trail(looking.st, located(one), hidden) for one in stand_ins if one}
    if all(told.get(one) == trail for one, trail in anew.items()):
        return told
    anew = {**told, **anew}
    return {one: trail for one in unknown.values() if (trail := anew.get(one)) is not None}
