"""The Snap Shot: Defensive First Fire along the hexside that a mover crosses (A8.15)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from goodorder.board import Map
from goodorder.board.map.per_map_cache import once_per_map
from goodorder.board.map.terrain import Terrain, by_id
from goodorder.board.sight.aims import LinePoint, line, looked_from, sees
from goodorder.board.sight.los import Verdict
from goodorder.core.errors import Refusal, not_built
from goodorder.core.state import State, Step, Unit

from ..registry import builds, by_name, removable
from .ground import map_now

VERTICES = 6
ALONG = 0.9995
"""The cosine above which a line counts as running along a hexside: less than two degrees."""


def crossing(st: State, targets: tuple[Unit, ...], to: int) -> Step | None:
    """The entry that the movers have just made across a hexside of ``to``, or None."""
    steps = {trail.steps[-1] for unit in targets if (trail := st.trail(unit.id)).steps}
    step = steps.pop() if len(steps) == 1 else None
    if step is None or step.kind != "enter" or step.to != to or step.hexside < 0:
        return None
    return step


@removable(without=by_name("snap_shots"))
def snap_refusal(st: State, to: int, targets: tuple[Unit, ...], phase: str) -> Refusal | None:
    """Why no Snap Shot may be taken at these movers, whoever fires, or None."""
    if phase != "MPh":
        return Refusal("A8.15", "a Snap Shot is Defensive First Fire")
    if not targets and any(one.loc == to and not one.concealed for one in st.vehicles.values()):
        return not_built("A8.15", "a Snap Shot at a vehicle")
    if crossing(st, targets, to) is None:
        return Refusal("A8.15", "they have crossed no hexside by this expenditure")
    return None


@removable(without=False)
def is_time_to_snap(st: State) -> bool:
    """Whether it is the phase in which Snap Shots are taken (A8.15)."""
    return st.turn.phase == "MPh"


@builds("A8.15")
def snap_line(st: State, frm: int, step: Step) -> Verdict | None:
    """The line to the middle of the hexside crossed, None where some of it is out of sight.

    It may be seen over the hex entered or over the one left: of two such lines the less hindered one is taken
    (ruling R245).
    """
    board = map_now(st)
    middles = _middles_seen(board, step.frm, step.to, step.hexside, frm)
    return min((line(board, looked_from(frm), one) for one in middles), key=lambda one: one.hindrance, default=None)


@builds("A8.15")
def seeing_hexside(st: State, step: Step) -> Callable[[int], object]:
    """What tells of a place whether there is such a line from it, found out without working out where it runs."""
    return partial(_middles_seen, map_now(st), step.frm, step.to, step.hexside)


@once_per_map(16384)
def _middles_seen(board: Map, left: int, entered: int, hexside: int, frm: int) -> tuple[LinePoint, ...]:
    """The middles of a hexside as a place of the Location entered and of that left, where it is seen as a whole."""
    found: list[LinePoint] = []
    own, eye = board.hex_at(frm), looked_from(frm)
    for loc, side in ((entered, (hexside + 3) % VERTICES), (left, hexside)):
        if board.hex_at(loc) == own:
            continue
        one, other = side, (side + 1) % VERTICES
        if side % 2:  # the same three vertices come first for all hexsides, so that most of them have been looked at
            one, other = other, one
        if sees(board, eye, LinePoint(loc, "vertex", one)) and sees(board, eye, LinePoint(loc, "vertex", other)):
            middle = LinePoint(loc, "side", side)
            if sees(board, eye, middle):
                found.append(middle)
    return tuple(found)


@builds("B9.42", "B9.41")
@once_per_map(16384)
def walls_met(board: Map, frm: int, left: int, entered: int, hexside: int) -> tuple[tuple[int, int], ...]:
    """Hexsides (hex, side) whose wall or hedge covers who crosses ``hexside`` of the Location ``left`` against a Snap
    Shot from ``frm``.

    Of the three hexsides that meet at each end of the one crossed: any that the line runs along; that crossed and those
    of the hex entered where the line comes from their other side; one of the hex left where the line touches its end
    and runs on along the hexside crossed (A9.221).
    """
    out, into, firer = board.hex_at(left), board.hex_at(entered), board.hex_at(frm)
    aim = board.raster.geometry.aim
    eye, centre_in, centre_out = (_point(*aim[h]) for h in (firer, into, out))
    here = (hexside + 3) % VERTICES  # the hexside crossed, as the hex entered numbers it
    found: set[tuple[int, int]] = set()
    for end, in_third, out_third in ((here, here - 1, hexside + 1), (here + 1, here + 1, hexside - 1)):
        beyond = board.around(into)[in_third % VERTICES]
        corner = _point(*board.raster.geometry.vertices[into, end % VERTICES])
        third = _point(*aim[beyond]) if beyond >= 0 else 3 * corner - centre_in - centre_out
        vertex = (centre_in + centre_out + third) / 3
        ray = eye - vertex
        along = {
            name: _parallel(ray, vertex - far)
            for name, far in (("crossed", third), ("in", centre_out), ("out", centre_in))
        }
        nearest = max((centre_in, centre_out, third), key=lambda at: _cosine(ray, at - vertex))
        from_out = nearest == centre_out or along["out"]
        from_third = nearest == third or along["out"]
        if along["crossed"] or from_out:
            found.add((into, here))
        if along["in"] or from_third:
            found.add((into, in_third % VERTICES))
        if along["out"] or _parallel(ray, third - vertex):
            found.add((out, out_third % VERTICES))
    return tuple(sorted(found))


def _point(x: float, y: float) -> complex:
    return complex(float(x), float(y))


def _cosine(one: complex, other: complex) -> float:
    return (one * other.conjugate()).real / (abs(one) * abs(other))


def _parallel(one: complex, other: complex) -> bool:
    """Whether two rays point the same way; as near as the pixels of a vertex tell."""
    return _cosine(one, other) > ALONG


def open_side() -> Terrain:
    """The ground of a hexside: a Snap Shot takes none of the terrain in the hex."""
    return by_id()["open_ground"]
