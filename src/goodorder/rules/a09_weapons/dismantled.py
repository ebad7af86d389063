"""Dismantled weapons (dm): what they can't do (A9.8); ``handling`` takes them apart and puts them together."""

from __future__ import annotations

from goodorder.core.errors import Refusal

from ..facts.firing import PartAsk
from ..facts.units import wtype
from ..points import MAY_FIRE
from ..registry import rule


@rule("A9.8", point=MAY_FIRE, rows=["A4.41b"], order=8, of=["weapon"])
def dismantled_weapon(ask: PartAsk) -> Refusal | None:
    """A dm weapon does not fire, but for a German MMG or HMG, which fires as a LMG."""
    assert ask.weapon is not None
    if not ask.weapon.dismantled or wtype(ask.st, ask.weapon).fp:
        return None
    return Refusal("A9.8", "the weapon is dismantled")
