"""Fire through bocage (B9.521)."""

from __future__ import annotations

from goodorder.core.errors import Refusal

from ..facts.aiming import fire_line
from ..facts.attack_facts import out_of_sight
from ..facts.bocage import bocage_sides, sees_out
from ..facts.firing import PartAsk
from ..facts.ground import map_now
from ..facts.places import eye
from ..points import MAY_FIRE
from ..registry import rule


@rule("B9.521", point=MAY_FIRE, order=14)
def through_bocage(ask: PartAsk) -> Refusal | None:
    """No fire past the bocage of the own hex without Wall Advantage, nor at those behind bocage who lack it."""
    st, unit = ask.st, ask.unit
    if unit.loc == ask.target or not ask.targets:
        return None
    board = map_now(st)
    if bocage_sides(board, board.hex_at(unit.loc)):
        line = fire_line(st, eye(st, unit), ask.target, ask.targets, ask.via).sight
        if not sees_out(st, unit, line, ask.target):
            return Refusal("B9.521", "without Wall Advantage it sees no farther than the next hex through its bocage")
    if len(out_of_sight(st, [unit], ask.targets, ask.target)) == len(ask.targets):
        return Refusal("B9.521", "who is behind bocage without Wall Advantage is out of sight")
    return None
