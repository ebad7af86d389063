"""Whom a To Hit DR hits, and how: hit, Critical Hit, Improbable Hit (C3.3, C3.6, C3.7)."""

from __future__ import annotations

from enum import Enum

from msgspec import Struct

from goodorder.data.charts import to_hit

from ..facts.ordnance import ToHitFacts
from ..registry import builds
from .to_hit import ToHitLedger

SURE = 6
"""A dr that never misses."""


class HitKind(Enum):
    """What a DR is; of ``CHECK`` a dr decides."""

    MISS = "misses"
    HIT = "hits"
    CRITICAL = "Critical Hit"
    CHECK = "a dr decides"


class Hit(Struct, frozen=True):
    """What a To Hit DR does: ``units`` are hit, of whom ``critical`` may suffer a Critical Hit. A dr up to
    ``critical_at`` makes it one, up to ``hits_at`` it is a hit, where it takes one.
    """

    kind: HitKind
    units: tuple[int, ...] = ()
    critical: tuple[int, ...] = ()
    critical_at: int = 0
    hits_at: int = SURE

    def words(self, targets: int) -> str:
        """The outcome as it is told of so many targets."""
        some = f" {len(self.units)} of {targets} targets" if self.units and len(self.units) < targets else ""
        return f"{self.kind.value}{some}"


@builds("C3.6", "C3.7", "C3.7c", "C3.6a", "C3.6b", "C3.7.EX1")
def decided(ledger: ToHitLedger, pair: tuple[int, int]) -> Hit:
    """What a To Hit DR does to its targets."""
    original, rolled, table = sum(pair), ledger.counted(pair), to_hit()
    units = ledger.hits(rolled)
    if not units:
        everybody = tuple(unit.id for unit in ledger.seen)
        if original == table.improbable.original and everybody:
            critical_at, hits_at = _improbable()
            return Hit(HitKind.CHECK, everybody, everybody, critical_at, hits_at)
        return Hit(HitKind.MISS)
    critical = table.critical
    if ledger.facts.area or ledger.facts.kind.shaped_charge:
        if original > critical.original:
            return Hit(HitKind.HIT, units)
        sure = bool(ledger.hits(critical.original + 1))
        return Hit(HitKind.CRITICAL if sure else HitKind.CHECK, units, units, critical.lowest_roll_dr)
    most = critical.highest_final(ledger.needed)
    low = tuple(unit for unit in units if rolled + ledger.drm.total(unit) <= most)
    if low:
        return Hit(HitKind.CRITICAL, units, low)
    if original == critical.original:
        return Hit(HitKind.CHECK, units, units, critical.highest_dr(ledger.needed))
    return Hit(HitKind.HIT, units)


@builds("C3.8", "C3.8a", "C3.8b", "C3.8d")
def hits_twice(facts: ToHitFacts) -> bool:
    """Whether a hit of this shot by an Original DR of doubles is of two hits: of a Gun of 15 to 40mm, not on the Area
    Target Type.
    """
    caliber = facts.kind.caliber
    return facts.kind.cannon and not facts.area and caliber is not None and to_hit().multiple.fits(caliber)


def _improbable() -> tuple[int, int]:
    """The highest dr of a Critical Hit and of any hit, where an Original 2 is all that may hit (C3.6)."""
    found = [to_hit().improbable.result(dr, hull_down=False) for dr in range(1, SURE + 1)]
    return found.count("critical"), SURE - found.count("miss")
