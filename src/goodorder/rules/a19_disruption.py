"""Disruption: what befalls a unit that fails by more than its ELR and has nothing lower to become (A19.11, A19.12)."""

from __future__ import annotations

from goodorder.core.state import State, Unit

from .facts.units import has, utype
from .registry import builds, removable

HIGHEST = 6
"""The highest ELR there is."""


@builds("A20.4", "A20.4d")
def elr_of(st: State, unit: Unit) -> int:
    """The ELR that counts for a unit: 5 with an underlined Morale Factor, else its side's (A1.23, A19.1); one more
    once the enemy has massacred, up to six (A20.4).
    """
    limit: int = 5 if utype(st, unit).underlined_morale else st.world.sides[unit.side].elr
    return min(limit + 1, HIGHEST) if st.massacres[1 - unit.side] else limit


@builds("A19.12", "A20.21", "A20.21f")
def steadfast(st: State, unit: Unit) -> bool:
    """Whether a unit is never Disrupted and never surrenders in the RtPh (A19.12, A20.21, A10.8).

    Fanatics, and troops who are so by nature, some of them against one enemy only.
    """
    return unit.fanatic or has(st, unit, "steadfast")


@removable(without=False)
@builds("A19.12")
def disrupts(st: State, unit: Unit, over: int) -> bool:
    """Whether an unbroken unit that failed its MC by ``over`` is Disrupted (A19.12).

    A squad, half-squad or the lowest leader for which there is no Replacement; a half-squad with an underlined
    Morale Factor too.  Crews and heroes are immune to ELR (A19.11), the steadfast and some others only break.
    """
    kind = utype(st, unit)
    if unit.broken or over <= elr_of(st, unit):
        return False
    if kind.kind in ("crew", "hero") or steadfast(st, unit) or has(st, unit, "never_disrupted"):
        return False
    return kind.kind == "half_squad" if kind.underlined_morale else not kind.replacement
