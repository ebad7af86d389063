"""Machine guns that fire to destroy an AFV: their Basic To Kill number, and their FP (A9.61, C7.31)."""

from __future__ import annotations

from goodorder.data.charts import to_kill
from goodorder.data.charts.to_kill import Shell
from goodorder.data.counters.support import WeaponType

from ..a07_fire.firepower import UNIT, part_fire
from ..facts.ordnance import ToHitFacts
from ..registry import builds


@builds("A9.61", "C7.31")
def machine_gun_number(kind: WeaponType) -> int:
    """The Basic To Kill number of a machine gun: by its caliber where the tables have it (12.7mm), else that of any."""
    cell = to_kill().basic(Shell("AP", kind.caliber)) if kind.caliber is not None else None
    return (cell or to_kill().carried("MG")).number


@builds("A9.61", "A9.611")
def machine_gun_fp(facts: ToHitFacts) -> int:
    """Its FP against what is not armored, and against who is exposed."""
    return part_fire(facts.attack, facts.part).fp // UNIT
