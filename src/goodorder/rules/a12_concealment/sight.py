"""Who sees a Location, as gain and loss of concealment ask (A12.1, A12.121)."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import chain, compress
from operator import is_not

from msgspec import Struct

from goodorder.board import Map
from goodorder.board.map.per_map_cache import once_per_map
from goodorder.core.stance import PLAIN
from goodorder.core.state import ON_MAP, Fighter, State, Unit, Vehicle
from goodorder.data.charts import ift

from ..facts.aiming import fire_line, is_blocked, is_plain
from ..facts.crews import manned
from ..facts.ground import map_now
from ..facts.manned import shaken
from ..facts.places import eye
from ..facts.smoke import hinders, only_terrain_hinders
from ..facts.units import is_good_order
from ..registry import builds

NEAR = 16
"""Hexes up to which an enemy in sight watches every action (A12.14)."""

Qualifies = Callable[[State, Fighter], bool]


def clear_line(st: State, frm: int, to: int, target: Unit | None = None) -> bool:
    """Whether units in one Location see another: no obstacle, and Hindrances with SMOKE below +6 (A6.7).

    A ``target`` in Bypass is seen where it goes along (A4.34).
    """
    if frm == to:
        return True
    targets = (target,) if target is not None else ()
    most = ift().hindrance.blocks_at
    if is_plain(st, targets, -1):
        if only_terrain_hinders(st):  # by far the usual case: no line is drawn for it
            return map_now(st).clear(frm, to, most)
        if not map_now(st).sees(frm, to):
            return False
    elif is_blocked(st, frm, to, targets):
        return False
    return not hinders(st, frm, to, most, fire_line(st, frm, to, targets).sight)


def clear_lines(st: State, places: Collection[int], to: int) -> set[int]:
    """Those of some Locations from which units see another."""
    if not only_terrain_hinders(st):
        return {frm for frm in places if clear_line(st, frm, to)}
    found = map_now(st).clear_from(places, to, ift().hindrance.blocks_at)
    if to in places:
        found.add(to)
    return found


def sees_unit(st: State, viewer: Fighter, unit: Fighter) -> bool:
    """Whether one unit sees another: from Crest level one in Crest status (B20.91)."""
    if viewer.loc == unit.loc:
        return True
    if isinstance(unit, Vehicle):
        return clear_line(st, eye(st, viewer), eye(st, unit))
    return clear_line(st, eye(st, viewer), unit.loc, unit)


def watchers(st: State, unit: Fighter, *, within: int | None = None, good_order: bool = True) -> tuple[Fighter, ...]:
    """Enemies that see a unit where it is now, nearest first: Good Order ones, else unbroken ones with Dummies (A12.1).

    Without ``good_order`` these are the ones that deny a gain; a hidden unit denies nothing unless it shows itself
    (A12.32).  ``within`` limits the range in hexes.
    """
    qualifies = alert if good_order else unbroken
    return nearest_first(st, unit, watching(st, unit, within, qualifies))


def known_watchers(st: State, unit: Fighter, *, within: int | None = None) -> tuple[Fighter, ...]:
    """Known Good Order enemies that see a unit: those that take its concealment without showing themselves (A12.14)."""
    return nearest_first(st, unit, watching(st, unit, within, known))


def is_watched(st: State, unit: Fighter, *, anywhere: bool = False) -> bool:
    """Whether a Known Good Order enemy sees a unit, within 16 hexes or ``anywhere`` (A12.14)."""
    return next(watching(st, unit, None if anywhere else NEAR, known), None) is not None


@builds("A12.1", "A.7")
def alert(st: State, enemy: Fighter) -> bool:
    """Whether an enemy is in Good Order: of a vehicle, whether its crew is in it and able to act."""
    if isinstance(enemy, Vehicle):
        return enemy.place == ON_MAP and manned(st, enemy) and not shaken(enemy)
    return is_good_order(st, enemy)


@builds("A12.1")
def unbroken(st: State, enemy: Fighter) -> bool:
    """Whether an enemy denies a gain: unbroken or a Dummy, and not hidden; a vehicle without a crew is as good as
    broken, but under a "?" like whatever that may be.
    """
    if isinstance(enemy, Vehicle):
        return not enemy.hidden and (enemy.concealed or manned(st, enemy))
    return not enemy.broken and not enemy.hidden


def known(st: State, enemy: Fighter) -> bool:
    """Whether an enemy takes concealment without showing himself."""
    return not enemy.concealed and alert(st, enemy)


def under_a_mask(st: State, enemy: Fighter) -> bool:
    """Whether an enemy is a counter under a "?", whatever it is."""
    return enemy.concealed and not enemy.hidden


def fighters(st: State) -> Iterable[Fighter]:
    """All Personnel and vehicles."""
    return (*st.units.values(), *st.vehicles.values()) if st.vehicles else st.units.values()


def enemies(st: State, side: int) -> Iterator[Fighter]:
    """The enemies of a side on the map, Personnel and vehicles."""
    return (one for one in fighters(st) if one.side != side and one.place == ON_MAP)


class Looking(Struct, frozen=True):
    """A unit or vehicle, its hex, and where it looks from."""

    viewer: Fighter
    hex: int
    eye: int


class _Posts(Struct, frozen=True):
    """Where the enemies of a side look from: those on foot by their Locations, those in vehicles, all together.

    They do so while the stacks, the vehicles and the map are these.
    """

    stacks: Mapping[int, tuple[Unit, ...]] = {}
    vehicles: Mapping[int, Vehicle] = {}
    board: Map | None = None
    on_foot: Mapping[int, tuple[Looking, ...]] = {}
    mounted: tuple[Looking, ...] = ()
    all: tuple[Looking, ...] = ()
    eyes: frozenset[int] = frozenset()


POSTS = ("posts 0", "posts 1")
"""Where a position remembers, for each side, where its enemies look from."""

_NOBODY: tuple[None, _Posts] = (None, _Posts())


def _enemy_posts(st: State, side: int) -> _Posts:
    """Where the enemies of a side on the map look from; found anew only in stacks that have changed."""
    of, kept = st.tables.get(POSTS[side], _NOBODY)
    board = map_now(st)
    if of is st.units and kept.vehicles is st.vehicles and kept.board is board:
        found: _Posts = kept
        return found
    if kept.board is not board:
        kept = _NOBODY[1]
    stacks, on_foot, mounted = st.stacks(), kept.on_foot, kept.mounted
    changed = {*compress(stacks, map(is_not, stacks.values(), map(kept.stacks.get, stacks)))}
    changed.update(kept.stacks.keys() - stacks.keys())
    anew: dict[int, tuple[Looking, ...]] = {}
    for loc in changed:
        if foes := [one for one in stacks.get(loc, ()) if one.side != side and one.place == ON_MAP]:
            h = st.world.map.hex_at(loc)
            anew[loc] = tuple([Looking(one, h, loc if one.stance is PLAIN else eye(st, one)) for one in foes])
    if anew or not changed.isdisjoint(on_foot):
        on_foot = {loc: foes for loc, foes in on_foot.items() if loc not in changed} | anew
    if kept.vehicles is not st.vehicles:
        hex_at, driven = st.world.map.hex_at, [one for one in enemies(st, side) if isinstance(one, Vehicle)]
        mounted = tuple([Looking(one, hex_at(one.loc), eye(st, one)) for one in driven])
    every, eyes = kept.all, kept.eyes
    if on_foot is not kept.on_foot or mounted is not kept.mounted:
        every = (*chain.from_iterable(on_foot.values()), *mounted)
        eyes = frozenset([one.eye for one in every])
    found = _Posts(stacks, st.vehicles, board, on_foot, mounted, every, eyes)
    st.tables[POSTS[side]] = (st.units, found)
    return found


def in_range(st: State, unit: Fighter, within: int | None, qualifies: Qualifies) -> Iterator[Fighter]:
    """Enemies able to watch a unit that are near enough, whether they see it or not."""
    ranges = st.world.map.ranges(unit.loc)
    for one in _enemy_posts(st, unit.side).all:
        if (within is None or ranges[one.hex] <= within) and qualifies(st, one.viewer):
            yield one.viewer


def watching(st: State, unit: Fighter, within: int | None, qualifies: Qualifies) -> Iterator[Fighter]:
    """Enemies able to watch that see a unit, found one by one, in no order that means anything; where more than terrain
    may hinder, each asks for his own line.
    """
    posts, loc = _enemy_posts(st, unit.side), unit.loc
    if not posts.all:
        return
    if not _is_seen_plainly(st, unit):
        for viewer in in_range(st, unit, within, qualifies):
            if sees_unit(st, viewer, unit):
                yield viewer
        return
    seeing = _clear_of(map_now(st), posts.eyes, loc)
    if loc in posts.on_foot or posts.mounted:
        seeing = seeing.union([one.eye for one in posts.all if one.viewer.loc == loc])
    if not seeing:
        return
    ranges = st.world.map.ranges(loc)
    for one in posts.all:
        if one.eye in seeing and (within is None or ranges[one.hex] <= within) and qualifies(st, one.viewer):
            yield one.viewer


def might_watch_any(st: State, units: Sequence[Fighter], within: int | None, qualifies: Qualifies) -> Iterator[Fighter]:
    """Enemies able to watch who might see one of several units in a Location: those who do, where that is as soon found
    of all as of one, else all that are near enough.
    """
    for unit in units:
        if not _is_seen_plainly(st, unit):
            return in_range(st, unit, within, qualifies)
    return watching(st, units[0], within, qualifies)


def _is_seen_plainly(st: State, unit: Fighter) -> bool:
    """Whether everybody sees a unit to whom terrain leaves a line to its Location."""
    return not isinstance(unit, Vehicle) and only_terrain_hinders(st) and is_plain(st, (unit,), -1)


@once_per_map(8192)
def _clear_of(board: Map, eyes: frozenset[int], loc: int) -> frozenset[int]:
    """Those of some places from which units see a Location as terrain alone hinders it: the enemies mostly stay while
    one unit after the other moves.
    """
    return frozenset(board.clear_from(eyes, loc, ift().hindrance.blocks_at))


def nearest_first(st: State, unit: Fighter, found: Iterable[Fighter]) -> tuple[Fighter, ...]:
    """Enemies in the order of their distance from a unit."""
    distance, loc = st.world.map.distance, unit.loc
    return tuple([enemy for _, _, enemy in sorted([(distance(one.loc, loc), one.id, one) for one in found])])
