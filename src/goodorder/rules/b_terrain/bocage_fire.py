"""Fire through bocage (B9.521)."""

from __future__ import annotations

from goodorder.core.errors import Refusal

from ..facts.aiming import fire_line
from ..facts.attack_facts import unseen
from ..facts.bocage import sees_out
from ..facts.firing import PartAsk
from ..facts.places import eye
from ..points import MAY_FIRE
from ..registry import rule


@rule("B9.521", point=MAY_FIRE, order=14)
def through_bocage(ask: PartAsk) -> Refusal | None:
    """No fire past the bocage of the own hex without Wall Advantage, nor at those behind bocage who lack it."""
    st, unit = ask.st, ask.unit
    if unit.loc == ask.target or not ask.targets:
        return None
    line = fire_line(st, eye(st, unit), ask.target, ask.targets, ask.via).sight
    if not sees_out(st, unit, line, ask.target):
        return Refusal("B9.521", "without Wall Advantage it sees no farther than the next hex through its bocage")
    if all(unseen(st, unit, one, ask.target) for one in ask.targets):
        return Refusal("B9.521", "who is behind bocage without Wall Advantage is out of sight")
    return None
