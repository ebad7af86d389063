"""Demolition charges against vehicles: who may be named, the Position DR, what strikes where (A23.5, C7.346)."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from goodorder.core.errors import Refusal
from goodorder.core.state import ON_MAP, Charge, State, Unit, Vehicle
from goodorder.data.charts import to_kill
from goodorder.data.charts.to_kill import Facing

from .c_ordnance.to_kill import Strike
from .d_vehicles.aspect import ASPECTS, Aspect, target_facing
from .d_vehicles.protection import levels_above
from .d_vehicles.targets import can_be_aimed_at
from .facts.cover import Aimed, at_vehicle, tem_of
from .facts.crews import manned
from .facts.ground import map_now
from .facts.hulls import Hull
from .facts.moving_vehicles import non_stopped
from .facts.vehicle_cover import came_together
from .facts.vehicles import is_afv, mobile, vtype
from .ledger import Ledger, Mod
from .registry import builds

FULL, HALVED = 30, 15
SIX = 6
"""A colored die that is asked for where its face does not matter."""

Harm = Literal["aerial", "armor", "riders", "none"]


class ChargeAim(Struct, frozen=True):
    """A DC meant for an AFV: of which side, from which place it was placed or ``thrown``, through which facings of hull
    and turret, by a CX unit or not; ``late``: thrown in the AFPh without Opportunity Fire.
    """

    vehicle: int
    side: int
    frm: int
    facings: tuple[Facing, Facing]
    cx: bool = False
    thrown: bool = False
    late: bool = False


def aimed(st: State, charge: Charge, side: int) -> ChargeAim | None:
    """What a placed DC was meant for, None where that is no AFV that stands there yet."""
    vehicle = st.vehicles.get(charge.vehicle)
    if vehicle is None or not can_be_aimed_at(st, vehicle) or vehicle.loc != charge.loc:
        return None
    return ChargeAim(vehicle.id, side, charge.frm, charge.facings, charge.cx)


@builds("A23.5", "A23.5a")
def named_refusal(st: State, unit: Unit, to: int, named: int, *, apart: bool) -> Refusal | None:
    """Why a unit may not name a vehicle for its DC in a Location, or None: a Known enemy AFV there; one without armor
    where it is ``apart`` from all others in the Location.
    """
    vehicle = st.vehicles.get(named)
    if vehicle is None or not can_be_aimed_at(st, vehicle) or vehicle.loc != to:
        return Refusal("A23.5", "there is no such vehicle")
    if vehicle.side == unit.side:
        return Refusal("A7.4", "it is no enemy")
    if not is_afv(st, vehicle) and not apart:
        return Refusal("A23.5", "a DC strikes all in the Location that have no armor: name none of them")
    return None


@builds("A23.61", "A23.61a")
def beside_its_user(st: State, unit: Unit, to: int, named: int) -> bool:
    """Whether a DC is used in the Location of its user: only at a vehicle in Bypass there."""
    vehicle = st.vehicles.get(named)
    return to == unit.loc and vehicle is not None and bool(vehicle.stance.bypass)


@builds("A23.5", "A23.5b")
def facings_from(st: State, vehicle: Vehicle, frm: int) -> tuple[Facing, Facing]:
    """The facings of hull and turret through which a DC comes from a place: from its own hex the rear."""
    board = map_now(st)
    if board.hex_at(frm) == board.hex_at(vehicle.loc):
        return ("rear", "rear")
    hull, turret = (target_facing(st, vehicle, aspect, frm, SIX) for aspect in ASPECTS)
    return hull, turret


@builds("C7.346", "C7.22", "C7.346a", "C7.346c", "C7.346d", "C7.22b", "A23.4b", "A23.6d", "A23.62a")
def position_ledger(st: State, aim: ChargeAim) -> Ledger:
    """The DRM of the Position DR."""
    vehicle, board = st.vehicles[aim.vehicle], map_now(st)
    kind, hull = vtype(st, vehicle), aim.facings[0]
    within = board.hex_at(aim.frm) == board.hex_at(vehicle.loc)
    above = board.level(aim.frm) > board.level(vehicle.loc)
    true = {
        "moving_or_concealed": (vehicle.motion or non_stopped(st, vehicle) or vehicle.concealed, "in Motion"),
        "thrown": (aim.thrown, "thrown"),
        "through_front": (hull == "front", "front of the hull"),
        "through_rear": (hull == "rear", "rear of the hull"),
        "crew_exposed": (vehicle.ce, "Crew Exposed"),
        "thrown_in_afph": (aim.late, "thrown in the AFPh"),
        "cx": (aim.cx, "CX"),
        "immobile": (not mobile(vehicle), "Immobile"),
        "open_topped": (kind.open_topped, "open-topped"),
        "in_bypass": (within and bool(vehicle.stance.bypass), "in Bypass of that hex"),
    }
    table = to_kill().charge.drm
    found = [Mod(key, table[key].drm, table[key].rule, why) for key, (holds, why) in true.items() if holds]
    if above:
        by = to_kill().from_above
        found.append(Mod("case_b", -(by.open if kind.open_topped else by.closed), "C7.22", "from above (Case B)"))
    return Ledger(tuple(found))


def harm(st: State, aim: ChargeAim, original: int) -> Harm:
    """What an Original Position DR lets the DC strike (C7.346)."""
    return to_kill().charge.position(original + position_ledger(st, aim).total())


@builds("C7.346", "C3.9", "C7.346b", "C7.346e")
def charge_strike(st: State, aim: ChargeAim, aspect: Aspect, armor: Literal["aerial", "armor"]) -> Strike | None:
    """The DC as it strikes an aspect, None where that has no armor by the facing through which it came."""
    vehicle = st.vehicles[aim.vehicle]
    facing = aim.facings[ASPECTS.index(aspect)]
    if vtype(st, vehicle).armor_factor(aspect, facing) is None:
        return None
    above = levels_above(st, vehicle, aim.frm)
    return Strike(vehicle.id, aim.side, "HE", 0.0, "", "", 0, aspect, facing, fp=FULL, above=above, charge=armor)


def tem_at(st: State, vehicle: Vehicle, frm: int) -> int:
    """The TEM of a vehicle against a DC: of a placed one (from nowhere) without that of hexsides."""
    line = Aimed(st, None, vehicle.loc, None) if frm < 0 else at_vehicle(st, frm, vehicle)
    mod = tem_of(line)
    return mod.value if mod is not None and mod.id != "height_advantage" else 0


Struck = tuple[Hull, int, int]


@builds("C7.346", "A7.308", "C7.346e")
def bare_hull(st: State, vehicle: Vehicle, frm: int, drm: int, aspect: Aspect | None = None) -> Struck:
    """A vehicle that a DC strikes where it has no armor: on the Vehicle line of the IFT."""
    fp, tem = HALVED if vehicle.concealed else FULL, tem_at(st, vehicle, frm)
    return Hull(vehicle.id, aspect, tem=tem, turned=tem, bare=True, drm=drm), fp, fp


@builds("A23.5", "D.8", "D.8Bb")
def hulls_beside(st: State, loc: int, frm: int, drm: int, share: int = 1, but: int = 0) -> tuple[Struck, ...]:
    """The vehicles of a Location ``but`` one that a DC at those on foot strikes: those without armor, and exposed crews
    of AFV; with one of so many ``share`` of its FP.
    """
    there = st.vehicles_at(loc) if st.vehicles else ()
    return _struck_beside(st, there, frm, drm, share, but)


@builds("D9.31", "D.8", "D.8Bb")
def hulls_along(st: State, units: tuple[int, ...], loc: int, frm: int, drm: int) -> tuple[Struck, ...]:
    """The exposed crews that a DC thrown in First Fire at Infantry strikes: of the AFV that came with it."""
    there = st.vehicles_at(loc) if st.vehicles else ()
    came = tuple(one for one in there if any(came_together(st, st.units[unit], one) for unit in units))
    return _struck_beside(st, came, frm, drm)


@builds("D9.31", "A8.1")
def came_with(st: State, vehicle: Vehicle) -> tuple[int, ...]:
    """The Infantry that came with an AFV, whom a DC thrown in First Fire far from that strikes."""
    return tuple(unit.id for unit in st.side_at(vehicle.loc, vehicle.side) if came_together(st, unit, vehicle))


def _struck_beside(
    st: State, there: tuple[Vehicle, ...], frm: int, drm: int, share: int = 1, but: int = 0
) -> tuple[Struck, ...]:
    found: list[Struck] = []
    for one in there:
        if one.place != ON_MAP or one.wreck or one.hidden or one.id == but:
            continue
        hull, fp, _ = bare_hull(st, one, frm, drm)
        if is_afv(st, one):
            if not (one.ce and manned(st, one)):
                continue
            hull = Hull(one.id, tem=hull.tem, crew_alone=True, drm=drm)
        found.append((hull, fp // share, fp // share))
    return tuple(found)
