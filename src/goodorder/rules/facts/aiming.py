"""Where a line of fire runs to: the target hex's centre, or a vertex that a Bypassing unit has passed (A4.34)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from msgspec import Struct
from msgspec.structs import replace

from goodorder.board import Map
from goodorder.board.map.per_map_cache import once_per_map
from goodorder.board.map.terrain import Terrain
from goodorder.board.sight.aims import LinePoint, line, looked_from, sees
from goodorder.board.sight.los import Line
from goodorder.core.actions import SNAP
from goodorder.core.errors import Refusal
from goodorder.core.remembered import once_a_position
from goodorder.core.stance import PLAIN
from goodorder.core.state import Fighter, State, Unit

from ..registry import builds
from .attack_facts import AttackFacts, sight
from .bypass_path import bypass_path, ground_along, hexsides
from .ground import map_now
from .places import eye
from .road import came_by_road, line_at
from .smoke import hindered
from .snap_shot import crossing, open_side, seeing_hexside, snap_line

CENTRE = 6
"""``Fire.via`` of a line to the hex centre; vertices are 0 to 5."""


class FireLine(Struct, frozen=True):
    """A line of sight to a target, what it stands on for that line (None: whatever its hex is), and why the rules of
    Bypass close the line if they do.
    """

    sight: Line
    ground: Terrain | None = None
    closed: str = ""


class AimingPoint(Struct, frozen=True):
    """The Location of a target, where it is looked at, and whether every line to it is the one that the map's table
    has.
    """

    loc: int
    at: int
    plain: bool


def fire_line(st: State, frm: int, to: int, targets: tuple[Unit, ...], via: int = -1) -> FireLine:
    """The line from ``frm`` to units in ``to``: to the centre, or for units in Bypass the place ``via``, by default
    the one that is best for the firer (A4.34).
    """
    if is_plain(st, targets, via):
        return FireLine(sight(st, frm, to))
    if via == SNAP:
        return snap_at(st, frm, to, targets)
    path = bypass_path(targets[0]) if targets and targets[0].loc == to else ()
    if not path:
        return FireLine(line_at(st, frm, seen_at(st, to, targets, frm), targets))
    if frm == to:
        return FireLine(sight(st, frm, to), ground_along(st, to, path))
    return _bypass_line(st, frm, to, path, via)


@once_a_position
def _bypass_line(st: State, frm: int, to: int, path: tuple[int, ...], via: int) -> FireLine:
    places = [via] if via >= 0 else [*dict.fromkeys(path), CENTRE]
    lines = [_to_place(st, frm, to, path, place) for place in places]
    open_ = [one for one in lines if not one.sight.blocked] or lines
    return min(open_, key=lambda one: _worth(st, one)) if len(open_) > 1 else open_[0]


@builds("D2.32", "D2.37", "C.5", "D2.32a", "D2.37a", "C.5a", "C.5Ca", "C.5.EX1")
def line_at_target(
    st: State, frm: int, to: int, targets: tuple[Unit, ...], via: int = -1, vehicle: Fighter | None = None
) -> FireLine:
    """The line to units in ``to``, or where none are fired at to a ``vehicle`` there: in Bypass to its vertex."""
    if vehicle is None or targets or not vehicle.stance.bypass:
        return fire_line(st, frm, to, targets, via)
    return FireLine(sight(st, frm, eye(st, vehicle)), ground_along(st, vehicle.loc, bypass_path(vehicle)))


def is_blocked(st: State, frm: int, to: int, targets: tuple[Unit, ...], via: int = -1) -> bool:
    """Whether :func:`fire_line` is blocked, found out without working out where it runs."""
    return not lines_to(st, to, targets, via)(frm)


def lines_to(st: State, to: int, targets: tuple[Unit, ...], via: int = -1) -> Callable[[int], object]:
    """What tells of any place whether :func:`fire_line` from there to these targets is open, in the same way."""
    board = map_now(st)
    if is_plain(st, targets, via):
        return partial(board.sees, to)  # the same from either end (A6.5)
    if via == SNAP:
        step = crossing(st, targets, to)
        return seeing_hexside(st, step) if step is not None else _from_nowhere
    path = bypass_path(targets[0]) if targets and targets[0].loc == to else ()
    if path:
        return partial(_is_open, board, to, path, via) if via >= 0 else partial(_any_open, board, to, path)
    return lambda frm: not fire_line(st, frm, to, targets, via).sight.blocked


def _from_nowhere(_: int) -> bool:
    return False


def is_unseen(st: State, unit: Fighter, to: int, targets: tuple[Unit, ...], vehicle: Fighter | None) -> bool:
    """Whether :func:`line_at_target` of who fires out of another Location is blocked, found out in the same way."""
    return is_unseen_at(st, unit, targets, aiming_point(st, to, targets, vehicle))


def aiming_point(st: State, to: int, targets: tuple[Unit, ...], vehicle: Fighter | None) -> AimingPoint:
    """What :func:`is_unseen` asks about a target whoever fires at it."""
    if vehicle is not None and not targets and vehicle.stance.bypass:
        return AimingPoint(to, eye(st, vehicle), True)
    return AimingPoint(to, to, is_plain(st, targets, -1))


def is_unseen_at(st: State, unit: Fighter, targets: tuple[Unit, ...], point: AimingPoint) -> bool:
    """:func:`is_unseen` of targets whose aiming point is at hand."""
    return not in_sight_of(st, unit, ((targets, point),))


def in_sight_of(st: State, unit: Fighter, aims: Iterable[tuple[tuple[Unit, ...], AimingPoint]]) -> list[int]:
    """The numbers of those of several aims, each the targets and their aiming point, to which a unit has a line."""
    own, frm, sees = unit.loc, eye(st, unit), map_now(st).sees
    found: list[int] = []
    for number, (targets, aim) in enumerate(aims):
        if own == aim.loc or (sees(frm, aim.at) if aim.plain else not is_blocked(st, frm, aim.at, targets)):
            found.append(number)
    return found


def is_plain(st: State, targets: tuple[Unit, ...], via: int) -> bool:
    """Whether every line to these targets is the one between the centres: none is in Crest status, in Bypass or came
    by a road, nor is it a Snap Shot.
    """
    if via == SNAP:
        return False
    moving = st.turn.phase == "MPh"
    for unit in targets:
        stance = unit.stance
        if stance is not PLAIN and (stance.crest >= 0 or bypass_path(unit)):
            return False
        if moving and came_by_road(st, unit):
            return False
    return True


def snap_at(st: State, frm: int, to: int, targets: tuple[Unit, ...]) -> FireLine:
    """The line of a Snap Shot, closed where the hexside is not seen as a whole (A8.15)."""
    step = crossing(st, targets, to)
    seen = snap_line(st, frm, step) if step is not None else None
    if seen is None:
        return FireLine(replace(sight(st, frm, to), blocked=True), None, "the whole hexside is not in sight")
    return FireLine(replace(seen, range=st.world.map.distance(frm, to)), open_side())


def seen_at(st: State, to: int, targets: tuple[Unit, ...], frm: int = -1) -> int:
    """Where targets are looked at (B20.92): at Crest level those in Crest status, where the others aren't seen from
    ``frm``; else in their Location.
    """
    high = [unit for unit in targets if unit.stance.crest >= 0 and unit.loc == to]
    if high and (len(high) == len(targets) or (frm >= 0 and sight(st, frm, to).blocked)):
        return eye(st, high[0])
    return to


def via_refusal(st: State, to: int, targets: tuple[Unit, ...], via: int) -> Refusal | None:
    """Why an attack may not name this place of the target hex, or None: only units in Bypass have several (A4.34)."""
    if via in (-1, SNAP):
        return None
    path = bypass_path(targets[0]) if targets and targets[0].loc == to else ()
    if not path:
        return Refusal("A4.34", "the target is not in Bypass: the line runs to the hex centre")
    return None if via in (*path, CENTRE) else Refusal("A4.34", "the unit has not passed that vertex")


@builds("A4.34", "A4.34a", "A4.34d", "A4.34e", "A4.34.EX1")
def _to_place(st: State, frm: int, to: int, path: tuple[int, ...], place: int) -> FireLine:
    """The line to a vertex of the path, or to the centre across a hexside of it; to anything else it is closed."""
    board = map_now(st)
    closed = _closed(board, frm, to, path, place)
    seen = sight(st, frm, to) if place == CENTRE else line(board, looked_from(frm), LinePoint(to, "vertex", place))
    return FireLine(replace(seen, blocked=True) if closed else seen, ground_along(st, to, path), closed)


def _closed(board: Map, frm: int, to: int, path: tuple[int, ...], place: int) -> str:
    """Why the rules of Bypass close a line to this place, "" where they don't."""
    if place != CENTRE:
        return "" if place in path else "the unit has not passed that vertex"
    if set(board.line(frm, to).entry_sides(to)).isdisjoint(hexsides(path)):
        return "the line to the centre crosses no hexside of the Bypass"
    return ""


@once_per_map(16384)
def _any_open(board: Map, to: int, path: tuple[int, ...], frm: int) -> bool:
    """Whether there is a line to any place of a Bypass."""
    return any(_is_open(board, to, path, place, frm) for place in (*path, CENTRE))


def _is_open(board: Map, to: int, path: tuple[int, ...], place: int, frm: int) -> bool:
    """Whether there is a line to this place of it, as who is in its Location has to all."""
    if frm == to:
        return True
    if place != CENTRE:
        return place in path and sees(board, looked_from(frm), LinePoint(to, "vertex", place))
    return board.sees(frm, to) and not _closed(board, frm, to, path, place)


@builds("B23.71")
def to_vertex(st: State, frm: int, to: int, vertex: int) -> FireLine:
    """The line to the vertex that is passed on the way around to the next house of a row."""
    return _to_place(st, frm, to, (vertex,), vertex)


def _worth(st: State, one: FireLine) -> int:
    """The DRM that depend on the place, least first; of lines that are blocked only where all are."""
    seen, board = one.sight, map_now(st)
    above = board.level(seen.a) - board.level(seen.b)
    cover = [side.tem - max(0, above - seen.range) for _, _, side in board.cover(seen, seen.b)]
    tem = max(0, one.ground.tem if one.ground else 0, *cover)
    drm = hindered(st, seen.a, seen.b, seen).total + tem
    return drm if drm or not (one.ground and one.ground.open_ground) else -1


def attack_line(attack: AttackFacts, frm: int) -> FireLine:
    """The line of fire of an attack from one of the places that its lines run from."""
    return attack.source.line(attack, frm, attack.targets)
