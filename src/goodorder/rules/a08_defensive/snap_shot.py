"""The Snap Shot: Defensive First Fire along the hexside that a mover crosses (A8.15)."""

from __future__ import annotations

from goodorder.board import Map
from goodorder.board.aims import Aim, line, sees
from goodorder.board.los import Verdict
from goodorder.board.remember import once_per_map
from goodorder.board.terrain import Terrain, by_id
from goodorder.core.errors import Refusal
from goodorder.core.state import State, Step, Unit

from ..registry import builds

VERTICES = 6


def crossing(st: State, targets: tuple[Unit, ...], to: int) -> Step | None:
    """The entry that the movers have just made across a hexside of ``to``, or None."""
    steps = {trail.steps[-1] for unit in targets if (trail := st.trail(unit.id)).steps}
    step = steps.pop() if len(steps) == 1 else None
    if step is None or step.kind != "enter" or step.to != to or step.hexside < 0:
        return None
    return step


def snap_refusal(st: State, to: int, targets: tuple[Unit, ...], phase: str) -> Refusal | None:
    """Why no Snap Shot may be taken at these movers, whoever fires, or None."""
    if lacking := st.world.rules.lacks("snap_shots"):
        return lacking
    if phase != "MPh":
        return Refusal("A8.15", "a Snap Shot is Defensive First Fire")
    if crossing(st, targets, to) is None:
        return Refusal("A8.15", "they have crossed no hexside by this expenditure")
    return None


@builds("A8.15")
def snap_line(st: State, frm: int, step: Step) -> Verdict | None:
    """The line to the middle of the hexside crossed, None where some of it is out of sight.

    It may be seen over the hex entered or over the one left: of two such lines the less hindered one is taken
    (ruling R245).
    """
    return _line_to_side(st.world.map, frm, step.frm, step.to, step.hexside)


@once_per_map(16384)
def _line_to_side(board: Map, frm: int, left: int, entered: int, hexside: int) -> Verdict | None:
    """The same by the Location left, its hexside, and the Location entered."""
    found: list[Verdict] = []
    for loc, side in ((entered, (hexside + 3) % VERTICES), (left, hexside)):
        if board.hex_at(loc) == board.hex_at(frm):
            continue
        ends = (Aim(loc, "vertex", side), Aim(loc, "vertex", (side + 1) % VERTICES))
        if all(sees(board, Aim(frm), place) for place in (Aim(loc, "side", side), *ends)):
            found.append(line(board, Aim(frm), Aim(loc, "side", side)))
    return min(found, key=lambda one: one.hindrance, default=None)


def open_side() -> Terrain:
    """The ground of a hexside: a Snap Shot takes none of the terrain in the hex."""
    return by_id()["open_ground"]
