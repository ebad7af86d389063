"""ELR, and Disruption of who fails by more than it and has nothing lower to become (A19.1, A19.11, A19.12, A19.132)."""

from __future__ import annotations

from goodorder.core.state import State, Unit
from goodorder.data.counters.personnel import UnitType

from .facts.units import has, utype
from .registry import builds, removable

HIGHEST = 6
"""The highest ELR there is."""
UNDERLINED = 5
"""That of units with an underlined Morale Factor (A1.23)."""
CLASSES = ("elite", "1st_line", "2nd_line", "green", "conscript")
"""From the best to the poorest; Green and Conscript troops stand on one rung (A19.2)."""


@builds("A19.132", "A19.132a")
def ruled_elr(st: State, unit: Unit) -> bool:
    """Whether a special rule, and not the order of battle alone, gives a unit with underlined Morale its ELR."""
    ruled = st.world.sides[unit.side].ruled
    return bool(ruled) and ("" in ruled or unit.group in ruled)


@builds("A19.1", "A25.24e", "A19.1a", "A19.1b", "A20.4", "A20.4d", "A16.2a")
def elr_of(st: State, unit: Unit) -> int:
    """The ELR that counts for a unit: 5 with an underlined Morale Factor (A1.23, A19.132), else its group's or its
    side's (A19.1); less what Integrity Checks have cost (A16.2), one more once the enemy has massacred, up to six
    (A20.4).
    """
    side = st.world.sides[unit.side]
    limit: int = side.elr
    if (utype(st, unit).underlined_morale or has(st, unit, "elr_5")) and not ruled_elr(st, unit):
        limit = UNDERLINED
    elif side.group_elr:
        limit = dict(side.group_elr).get(unit.group, limit)
    if st.integrity:
        limit = max(0, limit - st.integrity[unit.side].lost)
    return min(limit + 1, HIGHEST) if st.massacres[1 - unit.side] else limit


def poorer(st: State, unit: Unit) -> str:
    """The next lower counter of a unit's ladder, "" where there is none; of an underlined one, which has no place on a
    ladder, the best of its nationality and size that is of a lower Class and in no part of its Strength Factor better
    (A19.13, A19.132).
    """
    kind = utype(st, unit)
    if kind.replacement or not kind.underlined_morale:
        return kind.replacement or ""
    found = [one for one in st.world.catalogue.units(kind.nationality) if _is_poorer(one, kind)]
    return max(found, key=_quality).id if found else ""


def _is_poorer(one: UnitType, than: UnitType) -> bool:
    if one.kind != than.kind or one.variant or one.unit_class is None or than.unit_class is None:
        return False
    factors, old = (one.fp, one.range, one.morale), (than.fp, than.range, than.morale)
    lower = all(new <= was for new, was in zip(factors, old, strict=True)) and factors != old
    return lower and _rung(one) > _rung(than) and not one.underlined_morale


def _rung(kind: UnitType) -> int:
    return CLASSES.index(kind.unit_class) if kind.unit_class in CLASSES else len(CLASSES)


def _quality(kind: UnitType) -> tuple[int, int, int]:
    return (-_rung(kind), kind.fp + kind.range, kind.morale)


@builds("A19.12", "A20.21", "A20.21f")
def steadfast(st: State, unit: Unit) -> bool:
    """Whether a unit is never Disrupted and never surrenders in the RtPh (A19.12, A20.21, A10.8).

    Fanatics, and troops who are so by nature, some of them against one enemy only.
    """
    return unit.fanatic or has(st, unit, "steadfast")


@removable(without=False)
@builds("A19.12", "A25.221g", "A19.12a", "A19.12b", "A19.11a")
def disrupts(st: State, unit: Unit, over: int) -> bool:
    """Whether an unbroken unit that failed its MC by ``over`` is Disrupted (A19.12).

    A squad, half-squad or the lowest leader for which there is no Replacement; a half-squad with an underlined
    Morale Factor too.  Crews and heroes are immune to ELR (A19.11), the steadfast and some others only break.
    """
    kind = utype(st, unit)
    if unit.broken or over <= elr_of(st, unit):
        return False
    if kind.kind in ("crew", "hero") or kind.commissar or steadfast(st, unit) or has(st, unit, "never_disrupted"):
        return False
    if kind.underlined_morale and not ruled_elr(st, unit):
        return kind.kind == "half_squad"
    return not poorer(st, unit)
