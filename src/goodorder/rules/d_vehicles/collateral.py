"""Collateral Attacks on the crew of a vehicle (D.8, D5.31)."""

from __future__ import annotations

from goodorder.core.state import Vehicle
from goodorder.data.charts import FireResult, ift

from ..ledger import Ledger, Mod
from ..registry import builds
from .protection import reduced


@builds("D5.31", "D5.311", "D5.2a", "D5.31a", "D5.31c", "D5.311a")
def collateral_ledger(vehicle: Vehicle, *, shielded: bool, above: int = 0) -> Ledger | None:
    """The DRM of a Specific Collateral Attack, None where the crew is not exposed to it. Where no armor is struck it is
    exposed even Buttoned Up, and has nothing for it, or what is left of the CE DRM against fire from ``above``.
    """
    if shielded and not vehicle.ce:
        return None
    cover = reduced(above) if shielded or above else 0
    return Ledger((Mod("crew_exposed", cover, "D5.31", "Crew Exposed"),) if cover else ())


def collateral_result(fp: int, final: int) -> FireResult:
    """The result on the IFT of so much FP."""
    column = ift().column(fp)
    return FireResult("NONE") if column is None else ift().result(column, final)
