"""Who looks at a position, what he does not know of it, and what of that is as it was when he looked last."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain, compress, repeat
from operator import eq, is_, is_not
from typing import Any, TypeVar

from msgspec import Struct

from .counters import first_owner
from .hidden import (
    OWNED,
    changed_units,
    hide_unordered,
    in_contact,
    is_shown,
    located,
    ordered_pieces,
    sets_up,
    sides_hiding,
    stand_in_id,
    stand_in_of,
    stand_ins_of,
    where,
)
from .known_weapons import known_weapons_of, lost_weapons, unheard_of
from .state import EMPTY_TRAIL, NOWHERE, PARTS, Piece, State, Trail, Unit, Weapon
from .world import World

WORLD = "told world"
"""Where a position remembers its surroundings as everybody knows them."""

LAST = ("view 0", "view 1")
"""Where a position remembers, for each side, what it saw when it looked last."""

Table = TypeVar("Table", bound=Mapping[int, Any])

_NOTHING: tuple[None, Any] = (None, None)
_OWNED = tuple(part.name for part in PARTS if part.known == "owner")


class Secrets(Struct, frozen=True):
    """What a side does not know of a position, and what it knows of that.

    ``hidden`` are the stand-ins for what it does not know, ``shown`` Locations whose units show their strength,
    ``unknown`` those with a stand-in, each with its id. ``told`` holds the surroundings as everybody knows them, the
    weapons that it knows of, and its part of those whose counters their owner alone may know, by the names of parts.

    All that hangs on ``made_of`` and on units: on where those of the enemy are that are under a "?"; where they set up
    (``aside``) or where other counters of his are under a "?" (``covered``), on where any of his are. Of weapons that
    are ``lost`` the side may know by what has been used; of those that are ``gone`` it does not.
    """

    made_of: tuple[Any, ...]
    aside: bool
    covered: bool
    lost: frozenset[int]
    gone: frozenset[int]
    hidden: Mapping[int, int]
    shown: frozenset[int]
    unknown: dict[int, int]
    told: dict[str, Any]


_NO_SECRETS = Secrets((None,) * 5, False, False, frozenset(), frozenset(), {}, frozenset(), {}, {"weapons": {}})


class Looked(Struct, frozen=True):
    """When a side looked last: at which units and trails, and what it did not know then."""

    of_units: dict[int, Unit]
    of_trails: dict[int, Trail]
    secrets: Secrets


class Looking(Struct, frozen=True):
    """Who looks at a position: a side, and what it does not know of it.

    Where it has looked before (``last``), ``changed`` are the units that are others than then, each as it was and as
    it is, and ``trails`` those that are others; None where that does not tell all. The secrets are ``kept`` where they
    are the same.
    """

    st: State
    side: int
    secrets: Secrets
    last: Looked | None = None
    kept: bool = False
    changed: list[tuple[Unit, Unit]] | None = None
    trails: dict[int, Trail] | None = None


def look(st: State, side: int) -> Looking:
    """What a side does not know of a position; what is as it was when it looked last is not looked for again."""
    last: Looked | None = st.tables.get(LAST[side], _NOTHING)[1]
    shown, aside = in_contact(st), sets_up(st)
    if last is None:
        return Looking(st, side, _secrets(st, side, shown, aside, _NO_SECRETS, None))
    before = last.secrets
    changed, trails = changed_units(st, last.of_units), _changed_trails(st.trails, last.of_trails)
    kept = (
        not (shown or before.shown)
        and aside == before.aside
        and all(map(is_, before.made_of, _parts(st)))
        and changed is not None
        and not _tells(changed, side, aside or before.covered)
        and not (before.lost and _uses(trails, last.of_trails, before.lost))
    )
    secrets = before if kept else _secrets(st, side, shown, aside, before, changed)
    return Looking(st, side, secrets, last, kept, changed, trails)


def stand_ins(st: State, side: int) -> Mapping[int, int]:
    """For every enemy counter that ``side`` does not know the id of its stand-in, 0 where it has none."""
    return look(st, side).secrets.hidden


def _parts(st: State) -> tuple[Any, ...]:
    """On which parts the secrets of a side hang, besides units; vehicles first."""
    return st.vehicles, st.weapons, st.world, st.works, st.batteries


def _tells(changed: list[tuple[Unit, Unit]], side: int, everybody: bool) -> bool:
    """Whether, as far as units tell, a side does not know the same of those that have changed: of the enemy's under
    a "?", or of ``everybody`` of his.
    """
    for old, new in changed:
        if old.side != new.side or old.hidden != new.hidden:
            return True
        if new.side != side and (everybody or old.concealed or new.concealed):
            if old.loc != new.loc or old.concealed != new.concealed:
                return True
            if old.place != new.place or old.enters != new.enters:
                return True
    return False


def _changed_trails(now: dict[int, Trail], before: dict[int, Trail]) -> dict[int, Trail] | None:
    """Those that are others than before, or new; None where one is gone or a new one does not come last."""
    if now is before:
        return {}
    if len(before) > len(now) or not all(map(eq, before, now)):
        return None
    return dict(compress(now.items(), map(is_not, now.values(), chain(before.values(), repeat(None)))))


def _uses(trails: dict[int, Trail] | None, before: dict[int, Trail], weapons: frozenset[int]) -> bool:
    """Whether one of these weapons may have been used since then."""
    if trails is None:
        return True
    for key, trail in trails.items():
        old = before.get(key, EMPTY_TRAIL)
        if trail.shots != old.shots or trail.portaged != old.portaged:
            used = {shot.weapon for shot in (*trail.shots, *old.shots)}
            if not weapons.isdisjoint(used.union(trail.portaged, old.portaged)):
                return True
    return False


def _secrets(
    st: State,
    side: int,
    shown: frozenset[int],
    aside: bool,
    before: Secrets,
    changed: list[tuple[Unit, Unit]] | None,
) -> Secrets:
    """What a side does not know of a position; what is equal to what it was ``before`` is the very same."""
    alike = aside == before.aside and shown == before.shown
    vehicles, weapons = before.made_of[:2]
    if alike and vehicles is st.vehicles and changed is not None:
        hidden = _stand_ins_again(st, side, shown, aside, before.hidden, changed)
    else:
        hidden = stand_ins_of(st, side, shown)
        if hidden == before.hidden:
            hidden = before.hidden  # the very same: what hangs on it is known
    known, gone = before.told["weapons"], unheard_of(st, side, hidden)
    if not alike or shown or hidden is not before.hidden or weapons is not st.weapons or gone != before.gone:
        known = _same(known, known_weapons_of(st, side, hidden, shown, gone))
    hiding, concealing = sides_hiding(st)
    covered = 1 - side in concealing and not aside
    unknown = before.unknown
    if covered or before.covered or hidden is not before.hidden:
        unknown = _same(unknown, _unknown_at(st, side, hidden, shown, covered))
    told: dict[str, Any] = {"world": _world_told(st, hiding), "weapons": known}
    for name in _OWNED:
        if held := getattr(st, name):
            told[name] = _owned(st, held, side, shown, aside)
    lost = lost_weapons(st)[side]
    return Secrets(_parts(st), aside, covered, lost, gone, hidden, shown, unknown, told)


def _same(before: Table, found: Table) -> Table:
    """A table as it was before where it is the same now, in its order too: what hangs on it is known."""
    return before if found == before and list(found) == list(before) else found


def _stand_ins_again(
    st: State,
    side: int,
    shown: frozenset[int],
    aside: bool,
    before: Mapping[int, int],
    changed: list[tuple[Unit, Unit]],
) -> Mapping[int, int]:
    """The stand-ins for what a side does not know where some units have changed since they were found."""
    found: Mapping[int, int] = before
    for _, one in changed:
        stand_in = stand_in_of(st, side, one, aside, shown)
        if stand_in != found.get(one.id):
            found = {key: found[key] for key in found if key != one.id}
            if stand_in is not None:
                found[one.id] = stand_in
    return found


def _world_told(st: State, hiding: frozenset[int]) -> World:
    """The surroundings as everybody knows them: with who may hide units; found once while that stays."""
    units = st.units if st.world.scenario is None else None
    of, known = st.tables.get(WORLD, _NOTHING)
    if of is None or of[0] is not st.world or of[1] is not hiding or of[2] is not units:
        known = st.world.where_hide(hide_unordered(st, hiding))
        st.tables[WORLD] = ((st.world, hiding, units), known)
    told: World = known
    return told


def _owned(st: State, held: dict[int, Piece], side: int, shown: frozenset[int], aside: bool) -> dict[int, Piece]:
    """A part whose counters their owner alone may know, as the side may know it."""
    if aside:
        return {key: one for key, one in held.items() if one.side == side}
    kept = {key for key, one in held.items() if _kept_from(one, side) and not is_shown(st, one, shown)}
    return {key: one for key, one in held.items() if key not in kept} if kept else held


def _kept_from(one: Weapon | Piece, side: int) -> bool:
    """Whether a counter of a part that its owner alone may know is hidden or concealed from a side."""
    return one.side != side and (one.hidden or one.concealed)


def _unknown_at(
    st: State, side: int, hidden: Mapping[int, int], shown: frozenset[int], covered: bool
) -> dict[int, int]:
    """Locations with a stand-in, each with its id: of units, and of what else is under a "?" there, where anything is
    so ``covered``.
    """
    found = {located(stand_in): stand_in for stand_in in hidden.values() if stand_in}
    for name in OWNED if covered else ():
        for one in getattr(st, name).values():
            if one.concealed and not one.hidden and one.side != side and not is_shown(st, one, shown):
                loc = where(st, one)
                if loc != NOWHERE:
                    found[loc] = stand_in_id(st, side, loc)
    return dict(sorted(found.items()))


def may_have_unseen_vehicles(st: State, side: int) -> bool:
    """Whether, as far as the enemy knows, a side may have vehicles under a "?": fewer of those of its order of battle
    are known to him than it has; without one, whether it has any (A12.2).
    """
    if not st.world.has_secrets:
        return False
    ordered = ordered_pieces(st, side)
    if ordered is None:
        unseen = stand_ins(st, 1 - side)
        return any(one.side == side and key in unseen for key, one in st.vehicles.items())
    if not ordered.vehicles:
        return False
    unseen = stand_ins(st, 1 - side)
    return ordered.vehicles > sum(first_owner(one) == side and key not in unseen for key, one in st.vehicles.items())


def may_have_unseen_guns(st: State, side: int) -> bool:
    """Whether, as far as the enemy knows, a side may have Guns under a "?" or in hiding: fewer of those of its order of
    battle are known to him than it has; without one, whether it has any (A12.34).
    """
    if not st.world.has_secrets:
        return False
    ordered, book = ordered_pieces(st, side), st.world.catalogue
    if ordered is not None and not ordered.guns:
        return False
    known = look(st, 1 - side).secrets.told["weapons"]
    if ordered is None:
        return any(w.side == side and book.is_gun(w.type) and key not in known for key, w in st.weapons.items())
    return ordered.guns > sum(first_owner(weapon) == side and book.is_gun(weapon.type) for weapon in known.values())
