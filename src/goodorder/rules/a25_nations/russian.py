"""Russians: the Early War Doctrine (A25.212)."""

from __future__ import annotations

from goodorder.core.errors import Refusal
from goodorder.core.state import State
from goodorder.data.charts import close_combat

from ..a11_close_combat.attack import CombatFacts
from ..facts.units import has
from ..facts.vehicles import DriveFacts, is_afv
from ..ledger import Mod
from ..points import CC_DRM, MAY_DRIVE
from ..registry import rule
from .doctrine import by_doctrine


@rule("A25.212", point=CC_DRM, order=62, rows=["A25.212a"])
def against_conscripts(facts: CombatFacts) -> Mod | None:
    """Attacks on its Conscripts take -1, but for who would capture them, which is easier already (A20.22)."""
    if facts.capture:
        return None
    units = tuple(unit.id for unit in facts.defenders if has(facts.st, unit, "easily_fought"))
    if not units:
        return None
    scope = () if len(units) == len(facts.defenders) else units
    return Mod("easily_fought", close_combat().drm["easily_fought"].drm, "A25.212", "Early War Doctrine", scope)


@rule("A25.212", point=MAY_DRIVE, order=15, rows=["A25.212b"])
def before_the_infantry(facts: DriveFacts) -> Refusal | None:
    """An AFV begins its MPh before any Infantry of its side has moved, be that still there or not."""
    st, vehicle = facts.st, facts.vehicle
    if not by_doctrine(st, vehicle) or not is_afv(st, vehicle) or st.trail(vehicle.id).started:
        return None
    moved = (u for u, trail in st.trails.items() if trail.started and trail.spent and u in st.units)
    if any(st.units[u].side == vehicle.side and _counts(st, u) for u in moved):
        return Refusal("A25.212", "AFV begin to move before the Infantry does (Early War Doctrine)")
    return None


def _counts(st: State, unit: int) -> bool:
    return not getattr(st.units[unit], "berserk", False)
