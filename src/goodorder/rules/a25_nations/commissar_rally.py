"""Who has to rally whom where there is a Commissar (A25.221, A25.222)."""

from __future__ import annotations

from goodorder.core.errors import Refusal
from goodorder.core.state import ON_MAP, State

from ..a10_morale.rally import RallyFacts, rally_refusal
from ..facts.units import is_commissar
from ..points import MAY_RALLY
from ..registry import builds, removable, rule
from .commissars import in_his_care


@rule("A25.221", point=MAY_RALLY, order=36, rows=["A25.221e", "A25.221d"])
def commissars_come_first(facts: RallyFacts) -> Refusal | None:
    """A broken Commissar Self-Rallies whoever is with him; others whom a Commissar is to rally are rallied by him."""
    if is_commissar(facts.unit) and facts.leader is not None:
        return Refusal("A25.221", "a broken Commissar has to Self-Rally")
    found = () if is_commissar(facts.unit) else in_his_care(facts.st, facts.unit)
    if found and facts.leader not in found:
        return Refusal("A25.222", "the Commissar in its Location has to rally it")
    return None


@removable(without=None)
@builds("A25.222", "A25.222a", "A25.221e")
def rally_due(st: State, side: int) -> Refusal | None:
    """Why a side may not end its rally attempts yet: a broken Commissar has to try, and others whom one is to rally."""
    for unit in st.units_that_are("broken"):
        if unit.side != side or unit.place != ON_MAP:
            continue
        if is_commissar(unit):
            if rally_refusal(st, unit.id) is None:
                return Refusal("A25.221", "a broken Commissar has to Self-Rally")
        elif any(rally_refusal(st, unit.id, one.id) is None for one in in_his_care(st, unit)):
            return Refusal("A25.222", "a Commissar has to rally everybody in his Location")
    return None
