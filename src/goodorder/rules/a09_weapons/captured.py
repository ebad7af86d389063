"""Weapons of the other side in a unit's hands: their use is not built (A21)."""

from __future__ import annotations

from goodorder.core.errors import Refusal, not_built

from ..facts.firing import PartAsk
from ..points import MAY_FIRE
from ..registry import rule


@rule("A21", point=MAY_FIRE, order=9)
def captured_weapon(ask: PartAsk) -> Refusal | None:
    """Nobody fires a captured weapon."""
    if ask.weapon is None or ask.weapon.side == ask.unit.side:
        return None
    return not_built("A21", "use of captured weapons")
