"""Where a To Hit DR strikes a vehicle: hull or turret, Critical and Improbable Hits (C3.6, C3.7, C3.9)."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from goodorder.data.charts import to_hit

from ..d_vehicles.aspect import Aspect, hull_down
from ..registry import builds
from .hits import SURE, HitKind, hits_twice
from .to_hit import ToHitLedger

__all__ = ["MISS", "SURE", "Check", "VehicleHit", "aspect_of", "checked", "located"]

Check = Literal["", "improbable", "lowest"]
"""Why a dr decides what an Original 2 is: it is all that may hit (C3.6), or the only DR that does (C3.7)."""


class VehicleHit(Struct, frozen=True):
    """What a To Hit DR does to a vehicle: which aspect it strikes, "" where it misses or a dr decides (``check``);
    ``critical``: by a Critical Hit; ``twice``: two hits (C3.8).
    """

    kind: HitKind
    aspect: Aspect | Literal[""] = ""
    check: Check = ""
    twice: bool = False

    @property
    def critical(self) -> bool:
        """Whether it is a Critical Hit."""
        return self.kind is HitKind.CRITICAL

    def words(self) -> str:
        """The hit as it is told."""
        if not self.aspect:
            return self.kind.value
        return f"{self.kind.value}, {self.aspect}" if self.critical else f"hits the {self.aspect}"


MISS = VehicleHit(HitKind.MISS)
NEXT = (1, 2)
"""The lowest DR but an Original 2."""


@builds("C3.9", "C3.9a", "SK3.TH.5")
def aspect_of(pair: tuple[int, int]) -> Aspect:
    """The turret (or upper superstructure) where the colored die is lower than the white one, else the hull."""
    white, colored = pair
    return "turret" if colored < white else "hull"


@builds("C3.31", "C3.6", "C3.7", "C3.9", "C5.35", "C3.6a", "C3.7a", "C3.7b", "C3.9b", "D4.2a", "SK3.TH.4")
def located(ledger: ToHitLedger, pair: tuple[int, int]) -> VehicleHit:
    """What a To Hit DR on the Vehicle Target Type does: the hull of a vehicle that is Hull Down is missed. A machine
    gun makes no Critical Hit.
    """
    original, needed, drm = sum(pair), ledger.needed, ledger.drm.total()
    rolled, next_to_lowest = ledger.counted(pair), ledger.counted(NEXT)
    table, low, plain = to_hit(), hull_down(ledger.facts.attack), ledger.facts.kind.never_critical
    if original == table.critical.original:
        if rolled + drm > needed:
            return VehicleHit(HitKind.CHECK, check="improbable")
        if next_to_lowest + drm > needed and not plain:
            return VehicleHit(HitKind.CHECK, check="lowest")
        if not plain:
            return VehicleHit(HitKind.CRITICAL, "turret" if low else aspect_of(pair))
    if rolled + drm > needed:
        return MISS
    aspect = aspect_of(pair)
    if low and aspect == "hull":
        return MISS
    return VehicleHit(HitKind.HIT, aspect, twice=pair[0] == pair[1] and hits_twice(ledger.facts))


@builds("C3.6", "C3.7", "C3.6b", "C3.7b")
def checked(check: Check, dr: int, *, low: bool, plain: bool = False) -> VehicleHit:
    """What the dr after an Original 2 makes of it; ``low``: the vehicle is Hull Down; ``plain``: of what makes no
    Critical Hit. A Critical Hit of equal dice is on the hull unless it is Hull Down.
    """
    critical = VehicleHit(HitKind.HIT if plain else HitKind.CRITICAL, "turret" if low else "hull")
    if check == "lowest":
        ordinary = VehicleHit(HitKind.HIT, "turret" if low else "hull")
        return critical if dr <= to_hit().critical.lowest_roll_dr else ordinary
    match to_hit().improbable.result(dr, hull_down=low):
        case "critical":
            return critical
        case "turret":
            return VehicleHit(HitKind.HIT, "turret")
        case "hull":
            return VehicleHit(HitKind.HIT, "hull")
    return MISS
