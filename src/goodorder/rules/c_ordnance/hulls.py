"""Vehicles that are hit on the Area and Infantry Target Types (C3.32, C3.33, C1.55)."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from goodorder.core.actions import Fire
from goodorder.core.state import State, Vehicle
from goodorder.data.charts import FireResult, ift, to_hit, to_kill
from goodorder.data.charts.to_kill import Fate
from goodorder.data.charts.vehicles import vehicle_chart

from ..d_vehicles.aspect import Aspect
from ..facts.cover import Aimed, tem_of
from ..facts.crews import manned
from ..facts.ground import map_now
from ..facts.hulls import Hull
from ..facts.indirect import inside_tem
from ..facts.vehicles import vtype
from ..registry import builds
from .to_hit import to_hit_ledger
from .vehicle_hits import aspect_of


def in_reach(st: State, action: Fire, phase: str) -> tuple[Vehicle, ...]:
    """The vehicles that a shot may hit besides: on the Area Target Type all of the hex, of both sides, on the Infantry
    Target Type those of the Location without armor; in the MPh the one that is named.
    """
    shot = action.ordnance
    if not st.vehicles or shot is None or shot.target_type == "vehicle" or shot.at_hex:
        return ()
    area, board = shot.target_type == "area", map_now(st)
    h, side = board.hex_at(action.target), st.fighter(action.firers[0].unit).side
    found = []
    for one in st.vehicles.values():
        if one.loc < 0 or one.wreck or one.hidden or (phase == "MPh" and one.id != action.vehicle):
            continue
        there = board.hex_at(one.loc) == h if area else one.loc == action.target and one.side != side
        if there and (area or vtype(st, one).unarmored):
            found.append(one)
    return tuple(found)


@builds("C3.32", "C3.33", "C3.332", "C3.32b", "C3.32c", "C3.33b", "C3.332a", "C1.55g")
def hulls_hit(st: State, action: Fire, phase: str, pair: tuple[int, int]) -> tuple[Hull, ...]:
    """The vehicles that a To Hit DR hits, each by its own DRM."""
    found = []
    for one in in_reach(st, action, phase):
        ledger = to_hit_ledger(st, replace(action, vehicle=one.id, target=one.loc), (), phase)
        if sum(pair) + ledger.drm.total() > ledger.needed:
            continue
        aspect = None if ledger.facts.kind.mortar else aspect_of(pair)
        critical = sum(pair) == to_hit().critical.original
        [frm] = ledger.facts.attack.eyes()
        found.append(Hull(one.id, aspect, critical, 0 if critical else _tem(st, action, one, frm, aspect)))
    return tuple(found)


def _tem(st: State, action: Fire, vehicle: Vehicle, frm: int, aspect: Aspect | None) -> int:
    """The TEM of the Effects DR: on the Area Target Type alone; against a mortar what the Location itself gives."""
    if action.ordnance is None or action.ordnance.target_type != "area":
        return 0
    if aspect is None:
        return sum(mod.value for mod in inside_tem(st, vehicle.loc, None))
    mod = tem_of(Aimed(st, frm, vehicle.loc, None))
    return mod.value if mod is not None and mod.id != "height_advantage" else 0


class HullResult(Struct, frozen=True):
    """What an Effects DR does to a vehicle: its fate, where it was struck, the result against its crew."""

    fate: Fate | None
    aspect: Aspect
    crew: FireResult
    final: int


@builds("C1.55", "C3.71", "C3.72", "C1.55a", "C1.55b", "C1.55c", "C1.55e", "C1.55f", "C1.55h", "C1.55i", "C3.72a")
def hull_result(st: State, hull: Hull, fp: int, pair: tuple[int, int]) -> HullResult:
    """What an Effects DR of so much FP does: to an AFV a KIA wrecks, a K or one above it immobilizes or Shocks; one
    without armor has the Vehicle line; its crew, where it is exposed, has the DR with the CE DRM or the TEM.
    """
    vehicle = st.vehicles[hull.vehicle]
    kind, original = vtype(st, vehicle), sum(pair)
    aspect, column = hull.aspect or aspect_of(pair), ift().column(fp)
    nothing = FireResult("NONE")
    if column is None:
        return HullResult(None, aspect, nothing, original)
    if kind.unarmored:
        final = original + hull.tem
        fate = to_kill().vehicle_fates("other").fate(final, ift().vehicle_kill_number(column).number)
        return HullResult(fate, aspect, ift().result(column, final), final)
    final = original + hull.tem + to_kill().indirect.drm(kind.armor_factors(), open_topped=kind.open_topped)
    burn = to_kill().red_survival_drm if kind.brews_up else 0
    fate = to_kill().afv_fates("indirect").fate(final, _kill_dr(column), he=True, burn_drm=burn)
    exposed = vehicle.ce and manned(st, vehicle)
    drm = max(vehicle_chart().crew.exposed_drm, hull.tem)
    return HullResult(fate, aspect, ift().result(column, original + drm) if exposed else nothing, final)


def _kill_dr(column: int) -> int:
    """The Final DR that gives a K in a column."""
    return next((dr for dr in range(15, -3, -1) if ift().result(column, dr).kind == "K"), 0)
