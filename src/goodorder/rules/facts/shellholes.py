"""Shellholes and what their cover costs a mover (B2.4)."""

from __future__ import annotations

from goodorder.core.state import State, Step

from ..registry import builds
from .ground import map_now
from .smoke import in_smoke

SHELLHOLES = "shellholes"
SHELTER = 2
"""Half MF of shellholes as open ground; their cover is bought with as many again (B2.4)."""


@builds("B2.4")
def paid_cover(st: State, step: Step) -> bool:
    """Whether an entry of shellholes was paid with a MF more than its ground asks, two uphill, for their cover."""
    board = map_now(st)
    ground = SHELTER if not in_smoke(st, step.to) else 2 * SHELTER
    if step.frm < 0:
        return step.mf >= ground + SHELTER
    wall = board.hex_of(step.frm).sides[step.hexside] if step.hexside >= 0 else None
    crossed = int(2 * wall.mf) if wall is not None else 0
    uphill = board.level(step.to) > board.level(step.frm)
    return step.mf - crossed >= (ground + SHELTER) * (2 if uphill else 1)
