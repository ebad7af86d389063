"""The TEM of one target for a line of fire: in its hex, on the hexside, by height (B, A7.6)."""

from __future__ import annotations

from goodorder.board.map.terrain import by_id
from goodorder.board.sight.los import Line
from goodorder.core.state import Fighter, State, Unit

from ..ledger import Mod
from ..registry import builds
from .aiming import FireLine
from .attack_facts import sight
from .cover import Aimed, hexside, tem_of
from .ground import map_now


@builds("B9.33", "A4.34c")
def hexside_tem(
    st: State,
    frm: int,
    to: int,
    *,
    moving: bool = False,
    line: Line | None = None,
    firers: tuple[Fighter, ...] = (),
) -> Mod | None:
    """The wall or hedge of the target hex that the line crosses, the better one where it crosses two (B9.3).

    It loses one for each full level by which the firer's height above the target exceeds the range (B9.33),
    and covers only a target at its own level: between hexes of different height the lower one (B9.35).
    A mover has nothing of it where the line passes the gap that a road leaves (B9.3).  ``line`` is the line of fire
    where it is not the one between the centres (A4.34).  ``firers`` who have the hexside themselves meet nothing
    (B9.31).
    """
    return hexside(Aimed(st, frm, to, None, firers, line, None, moving))


@builds("B10.31")
def came_up_across(st: State, unit: Unit, frm: int) -> bool:
    """Whether a mover entered its hex uphill across a hexside that the line from ``frm`` crosses (B10.31)."""
    last = st.trail(unit.id).came_in
    if last is None or last.hexside < 0 or last.to != unit.loc:
        return False
    board = map_now(st)
    if board.level(last.to) <= board.level(last.frm):
        return False
    return (last.hexside + 3) % 6 in sight(st, frm, unit.loc).entry_sides(board.hex_at(unit.loc))


def terrain_tem(
    st: State,
    frm: int | None,
    to: int,
    *,
    on_road: bool = False,
    moving: bool = False,
    aimed: FireLine | None = None,
    unit: Unit | None = None,
    firers: tuple[Fighter, ...] = (),
) -> Mod | None:
    """The TEM of a hex for one line of fire: the better of the hex's own and a hexside's, else height.

    ``frm`` None asks for the hex itself, as Residual FP does.  Of woods or building and wall only one
    counts (B9.31); the +1 for a higher target counts where no other TEM does (B10.31).  ``on_road`` asks for
    a mover whom the line finds on the road and not in the hex's own terrain (A4.132), ``moving`` for any mover;
    ``aimed`` is the line of fire at a unit in Bypass, which has the cover of the ground that it goes over (A4.34).
    Wall Advantage of the target ``unit`` and of the ``firers`` counts (B9.32).
    """
    ground = by_id()["open_ground"] if on_road else aimed.ground if aimed is not None else None
    seen = aimed.sight if aimed is not None and frm is not None else None
    return tem_of(Aimed(st, frm, to, unit, firers, seen, ground, moving))
