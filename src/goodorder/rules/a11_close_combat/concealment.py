"""What concealment is worth in Close Combat: half FP against it, and a better Ambush dr (A11.19, A11.4)."""

from __future__ import annotations

from goodorder.data.charts import close_combat

from ..facts.units import is_dummy
from ..ledger import Mod
from ..points import AMBUSH_DRM, CC_FACTOR
from ..registry import rule
from .ambush import AmbushFacts
from .attack import StrikeFacts


@rule("A11.19", point=CC_FACTOR, order=20)
def against_concealed(facts: StrikeFacts) -> Mod | None:
    """The whole FP of an attack is halved when a concealed unit is among its targets."""
    if not any(unit.concealed for unit in facts.attack.defenders):
        return None
    return Mod("vs_concealed", close_combat().firepower.concealed_divisor, "A11.19", "concealed target")


@rule("A11.4", point=AMBUSH_DRM, order=15)
def concealed(facts: AmbushFacts) -> Mod | None:
    """A concealed unit or vehicle, not a Dummy, helps its whole force."""
    masked = any(unit.concealed and not is_dummy(unit) for unit in facts.units)
    if not masked and not any(one.concealed for one in facts.vehicles):
        return None
    line = close_combat().ambush.drm["concealed"]
    return Mod("ambush_concealed", line.drm, line.rule, "concealed")
