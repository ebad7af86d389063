"""SMOKE between a firer and its target (A24.2, A24.4, A24.8)."""

from __future__ import annotations

from goodorder.board import Map
from goodorder.board.los import Line
from goodorder.core.state import MK_SMOKE_GRENADE, State
from goodorder.data.charts import smoke

from .facts import sight

RISES = 2
HEXES_A_BLIND_HEX = 5
"""Hexes from viewer to obstacle for one Blind Hex more (A6.41)."""


def smoke_at(st: State, loc: int) -> int:
    """Hindrance of the SMOKE in a Location: +2 for one grenade, never more than +3 (A24.2)."""
    marker = st.marker_at(MK_SMOKE_GRENADE, loc)
    if marker is None:
        return 0
    return marker.strength or smoke().hindrance["smoke_grenade"]


def smoke_parts(st: State, frm: int, to: int, line: Line | None = None) -> tuple[int, int]:
    """DRM of SMOKE on a line (by default the one between the centres): (outside the target hex, inside it); fire out
    of or within SMOKE takes one more.

    Of hexes at the same range only the worst counts (A6.7); SMOKE rises two levels and hinders nothing above
    (A24.4).
    """
    marked = {m.loc for m in st.markers.values() if m.kind == MK_SMOKE_GRENADE}
    if not marked:
        return 0, 0
    board = st.world.map
    floor = min(board.level(frm), board.level(to))
    by_range: dict[int, int] = {}
    for loc in marked & ({frm} if frm == to else set((line or sight(st, frm, to)).hexes)):
        between = loc not in (frm, to)
        if between and (floor >= board.level(loc) + RISES or _seen_over(board, loc, frm, to)):
            continue
        reach = board.distance(frm, loc)
        by_range[reach] = max(by_range.get(reach, 0), smoke_at(st, loc))
    inside = by_range.pop(board.distance(frm, to), 0)
    outside = sum(by_range.values())
    if frm in marked:
        outside += smoke().firing_out_drm
    return outside, inside


def _seen_over(board: Map, loc: int, frm: int, to: int) -> bool:
    """Whether the higher end is above the SMOKE in ``loc`` and the lower end beyond its Blind Hexes (A24.4, A6.4)."""
    high, low = (frm, to) if board.level(frm) >= board.level(to) else (to, frm)
    base = board.level(loc)
    above = board.level(high) - (base + RISES)
    if above < 1:
        return False
    blind = max(1, RISES + board.distance(high, loc) // HEXES_A_BLIND_HEX - (above - 1))
    return board.distance(loc, low) > blind + base - board.level(low)


def smoke_between(st: State, frm: int, to: int, line: Line | None = None) -> int:
    """The whole DRM of SMOKE on a line."""
    return sum(smoke_parts(st, frm, to, line))
