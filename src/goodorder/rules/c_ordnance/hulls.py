"""Vehicles that are hit on the Area and Infantry Target Types (C3.32, C3.33, C1.55)."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from goodorder.core.actions import Fire
from goodorder.core.state import State, Vehicle
from goodorder.data.charts import FireResult, ift, to_hit, to_kill
from goodorder.data.charts.to_kill import Fate
from goodorder.data.charts.vehicles import vehicle_chart

from ..d_vehicles.aspect import Aspect, hull_down
from ..d_vehicles.small_arms import UNLIKELY
from ..facts.cover import at_vehicle, tem_of
from ..facts.crews import manned
from ..facts.ground import map_now
from ..facts.gun_cover import HIGHER_LEVELS
from ..facts.hulls import Hull
from ..facts.indirect import air_bursts, around_a_hull
from ..facts.masks import goes
from ..facts.vehicle_cover import company
from ..facts.vehicles import vtype
from ..registry import builds
from .to_hit import to_hit_ledger
from .vehicle_hits import aspect_of


@builds("C3.32", "C3.33", "C3.32b")
def in_reach(st: State, action: Fire, phase: str) -> tuple[Vehicle, ...]:
    """The vehicles that a shot may hit besides: on the Area Target Type all of the hex, of both sides, on the Infantry
    Target Type those of the Location without armor, and AFV whose crew is exposed; in the MPh the one that is named,
    whose "?" is, or that has come together with the Infantry that is fired at.
    """
    shot = action.ordnance
    if not st.vehicles or shot is None or shot.target_type == "vehicle" or shot.at_hex:
        return ()
    area, board = shot.target_type == "area", map_now(st)
    h, side = board.hex_at(action.target), st.fighter(action.firers[0].unit).side
    found = []
    for one in st.vehicles.values():
        if one.loc < 0 or one.wreck or one.hidden:
            continue
        if phase == "MPh" and one.id != action.vehicle and (action.vehicle or not (company(st, one) or _goes(st, one))):
            continue
        there = board.hex_at(one.loc) == h if area else one.loc == action.target and one.side != side
        if there and (area or vtype(st, one).unarmored or (one.ce and manned(st, one))):
            found.append(one)
    return tuple(found)


def _goes(st: State, vehicle: Vehicle) -> bool:
    """Whether the "?" of a vehicle is moving there."""
    return goes(st, vehicle) and not st.trail(vehicle.id).ended


@builds(
    "C3.32",
    "C3.33",
    "C3.332",
    "C3.7",
    "C3.32b",
    "C3.32c",
    "C3.33b",
    "C3.332a",
    "C1.55g",
    "C3.7c",
    "C3.32.EX1",
    "C3.332.EX1",
    "C3.331.EX1",
    "C3.331.EX2",
)
def hulls_hit(st: State, action: Fire, phase: str, pair: tuple[int, int]) -> tuple[Hull, ...]:
    """The vehicles that a To Hit DR hits, each by its own DRM. An Original 2 is a Critical Hit; on the Infantry Target
    Type any DR below half of the number is, and an Original 2 by a dr. Of one that is Hull Down only the turret is hit,
    without a TEM besides.
    """
    found = []
    for one in in_reach(st, action, phase):
        ledger = to_hit_ledger(st, replace(action, vehicle=one.id, target=one.loc), (), phase)
        final = ledger.counted(pair) + ledger.drm.total()
        if final > ledger.needed:
            continue
        mortar, afv = ledger.facts.kind.mortar, not vtype(st, one).unarmored
        infantry = not ledger.facts.area
        table, two = to_hit().critical, sum(pair) == to_hit().critical.original
        plain = not infantry or ledger.facts.kind.shaped_charge
        critical = two if plain else final <= table.highest_final(ledger.needed)
        perhaps = table.highest_dr(ledger.needed) if two and not critical else 0
        hull = Hull(one.id, None if mortar else aspect_of(pair), critical, perhaps, crew_alone=infantry and afv)
        low = not (mortar or infantry) and hull_down(ledger.facts.attack)
        if low and hull.aspect == "hull" and not critical:
            continue
        [frm] = ledger.facts.attack.eyes()
        found.append(hull if low else _covered(st, hull, frm, mortar=mortar, infantry=infantry))
    return tuple(found)


@builds("C3.331", "C1.52", "C3.71", "B13.3", "C3.71c")
def _covered(st: State, hull: Hull, frm: int, *, mortar: bool, infantry: bool) -> Hull:
    """A hull with its TEM of the Effects DR: none on the Infantry Target Type, which has counted it To Hit; against a
    mortar what the Location itself gives, and Air Bursts. A Critical Hit turns it, but for building levels above.
    """
    loc = st.vehicles[hull.vehicle].loc
    if mortar:
        mods, bursts = around_a_hull(st, st.vehicles[hull.vehicle]), air_bursts(st, loc)
        turned = sum(mod.value if mod.id == HIGHER_LEVELS else -mod.value for mod in mods)
        fall = bursts.value if bursts is not None else 0
        return replace(hull, tem=sum(mod.value for mod in mods), turned=turned, bursts=fall)
    mod = tem_of(at_vehicle(st, frm, st.vehicles[hull.vehicle]))
    tem = mod.value if mod is not None and mod.id != "height_advantage" else 0
    return replace(hull, tem=0 if infantry else tem, turned=-abs(tem))


class HullResult(Struct, frozen=True):
    """What an Effects DR does to a vehicle: its fate, where it was struck, the result against its crew; ``soft``: it
    has no armor before it, ``unlikely``: a dr may make its fate worse (A7.309).
    """

    fate: Fate | None
    aspect: Aspect
    crew: FireResult
    final: int
    soft: bool = False
    unlikely: bool = False


@builds("C1.55", "C3.71", "C3.72", "C1.55a", "C1.55b", "C1.55c", "C1.55e", "C1.55f", "C1.55h", "C1.55i", "C3.72a")
@builds("D5.31", "D5.311", "A7.309", "B13.3", "C3.74", "D5.31c", "D5.311a", "D5.311d", "C3.74b", "C7.345a", "C7.7b")
@builds("C3.3", "C3.3g")
def hull_result(st: State, hull: Hull, fp: int, normal: int, pair: tuple[int, int]) -> HullResult:
    """What an Effects DR of so much FP (``normal`` against the crew) does: to an AFV a KIA wrecks, a K or one above it
    immobilizes or Shocks; one without armor, or with an open top under Air Bursts, has the Vehicle line. Its crew has
    the DR with the CE DRM or the TEM, less the Air Bursts.
    """
    vehicle = st.vehicles[hull.vehicle]
    kind, original = vtype(st, vehicle), sum(pair)
    aspect, column = hull.aspect or aspect_of(pair), ift().column(fp)
    under = bool(hull.bursts) and kind.open_topped
    soft = kind.unarmored or under or hull.bare
    crew = _crew_result(st, hull, normal, original, under=under)
    if column is None or hull.crew_alone:
        return HullResult(None, aspect, crew, original + hull.drm, soft)
    if soft:
        tem = hull.turned if hull.critical else hull.tem
        final = original + tem + hull.drm + (hull.bursts if kind.unarmored else 0)
        fate = to_kill().vehicle_fates("other").fate(final, ift().vehicle_kill_number(column).number)
        return HullResult(fate, aspect, crew, final, soft=True, unlikely=original == UNLIKELY)
    tem = 0 if hull.critical else hull.tem
    final = original + tem + to_kill().indirect.drm(kind.armor_factors(), open_topped=kind.open_topped)
    burn = to_kill().red_survival_drm if kind.brews_up else 0
    fate = to_kill().afv_fates("indirect").fate(final, _kill_dr(column), he=True, burn_drm=burn)
    return HullResult(fate, aspect, crew, final)


def _crew_result(st: State, hull: Hull, fp: int, original: int, *, under: bool) -> FireResult:
    """The result against a crew that is exposed: to Air Bursts ``under`` an open top Buttoned Up too."""
    vehicle, column = st.vehicles[hull.vehicle], ift().column(fp)
    unarmored = vtype(st, vehicle).unarmored or hull.bare
    if column is None or not manned(st, vehicle) or not (vehicle.ce or under or unarmored):
        return FireResult("NONE")
    cover = hull.tem if unarmored else max(vehicle_chart().crew.exposed_drm, hull.tem)
    return ift().result(column, original + cover + hull.bursts + hull.drm)


def _kill_dr(column: int) -> int:
    """The Final DR that gives a K in a column."""
    return next((dr for dr in range(15, -3, -1) if ift().result(column, dr).kind == "K"), 0)


@builds("C1.55", "C1.55d")
def most_harmed(column: int | None) -> int:
    """How many vehicles a DR in a column harms at most: the highest number of a KIA there."""
    return 0 if column is None else ift().result(column, ift().lowest).number
