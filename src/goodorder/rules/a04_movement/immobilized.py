"""Temporarily Immobilized units (TI): what a long labour keeps them from, and what it does to Close Combat (A4.8).

The labours that cause TI are built with what they work at; the counter, its limits and its end are here.
"""

from __future__ import annotations

from goodorder.core.errors import Refusal
from goodorder.core.events import Event, TiRemoved
from goodorder.core.state import State
from goodorder.data.charts import close_combat

from ..a11_close_combat.attack import CombatFacts
from ..facts.advances import AdvanceFacts
from ..facts.firing import PartAsk
from ..facts.units import name
from ..ledger import Mod
from ..points import CC_DRM, MAY_ADVANCE, MAY_FIRE, MAY_MOVE, PHASE_ENDS
from ..registry import rule
from .permission import MoverFacts


@rule("A4.8", point=MAY_MOVE, rows=["A4.8b"], order=2)
def no_move(facts: MoverFacts) -> Refusal | None:
    """A TI unit does not move in its Player Turn."""
    return Refusal("A4.8", f"{name(facts.st, facts.unit)} is TI", also=("A4.1",)) if facts.unit.ti else None


@rule("A4.8", point=MAY_ADVANCE, rows=["A4.8b"], order=11)
def no_advance(facts: AdvanceFacts) -> Refusal | None:
    """A TI unit does not advance."""
    for unit in facts.units:
        if unit.ti:
            return Refusal("A4.8", f"{name(facts.st, unit)} is TI", also=("A4.7",))
    return None


@rule("A4.8", point=MAY_FIRE, rows=["A4.8b"], order=2)
def no_fire(ask: PartAsk) -> Refusal | None:
    """A TI unit does not fire in its Player Turn."""
    if not ask.unit.ti or ask.unit.side != ask.st.turn.attacker:
        return None
    return Refusal("A4.8", f"{name(ask.st, ask.unit)} is TI")


@rule("A4.8", point=CC_DRM, rows=["A4.8c", "A4.8.EX2"], order=42)
def against_immobilized(facts: CombatFacts) -> Mod | None:
    """TI defenders are easier to attack; other units under the same attack are not (A.5)."""
    units = tuple(unit.id for unit in facts.defenders if unit.ti)
    if not units:
        return None
    scope = () if len(units) == len(facts.defenders) else units
    return Mod("vs_ti", close_combat().drm["vs_ti"].drm, "A4.8", "defender TI", scope)


@rule("A4.8", point=CC_DRM, rows=["A4.8c", "A4.8.EX1"], order=43)
def by_immobilized(facts: CombatFacts) -> Mod | None:
    """TI attackers hinder their whole attack, once."""
    if not any(unit.ti for unit in facts.attackers):
        return None
    return Mod("by_ti", close_combat().drm["by_ti"].drm, "A4.8", "attacker TI")


@rule("A4.8", point=PHASE_ENDS, of=["CCPh"], rows=["A4.8a"], order=50)
def ti_over(st: State) -> tuple[Event, ...]:
    """TI counters that come off as the CCPh of the Player Turn ends: those of the ATTACKER."""
    return tuple(TiRemoved(unit=u.id) for u in st.units_that_are("ti") if u.side == st.turn.attacker)
