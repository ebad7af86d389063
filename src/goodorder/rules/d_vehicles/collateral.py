"""Collateral Attacks on the crew of a vehicle (D.8, D5.31)."""

from __future__ import annotations

from goodorder.core.state import State, Vehicle
from goodorder.data.charts import FireResult, ift
from goodorder.data.charts.vehicles import vehicle_chart

from ..ledger import Ledger, Mod
from ..registry import builds


@builds("D5.31", "D5.311", "D5.2a", "D5.31a", "D5.311a")
def collateral_ledger(st: State, vehicle: Vehicle, *, shielded: bool) -> Ledger | None:
    """The DRM of a Specific Collateral Attack, None where the crew is not exposed to it. Where no armor is struck it is
    exposed even Buttoned Up, and has nothing for it.
    """
    if not shielded:
        return Ledger(())
    if not vehicle.ce:
        return None
    return Ledger((Mod("crew_exposed", vehicle_chart().crew.exposed_drm, "D5.31", "Crew Exposed"),))


def collateral_result(fp: int, final: int) -> FireResult:
    """The result on the IFT of so much FP."""
    column = ift().column(fp)
    return FireResult("NONE") if column is None else ift().result(column, final)
