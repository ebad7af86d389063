"""Armored Assault: Infantry and an AFV that move as one stack (D9.31)."""

from __future__ import annotations

from msgspec.structs import replace

from goodorder.core.actions import ArmoredAssault, DriveTo
from goodorder.core.errors import Refusal
from goodorder.core.events import WentBeside
from goodorder.core.state import NOWHERE, ON_MAP, State, Unit
from goodorder.core.way import Way

from ..a04_movement.all_mf import cost_for
from ..a04_movement.allotment import allotment, carried_now
from ..a04_movement.costs import mf_text
from ..a04_movement.edges import EXIT, exit_cost
from ..a25_nations.doctrine import doctrine_refusal
from ..facts.vehicles import DriveFacts, is_afv, mobile, vehicle_name
from ..points import MAY_DRIVE
from ..registry import builds, by_name, removable, rule
from .movement import prep_refusal


@removable(without=by_name("armored_assault"))
@builds("D9.31", "D9.31a")
def assault_refusal(st: State, action: ArmoredAssault) -> Refusal | None:
    """Why these units may not begin their MPh as one stack with this AFV, or None; whether they may move at all is
    asked elsewhere.
    """
    vehicle = st.vehicles.get(action.vehicle)
    if vehicle is None or vehicle.wreck or vehicle.side != st.turn.attacker or not is_afv(st, vehicle):
        return Refusal("D9.31", "an AFV of their own side goes with them")
    if vehicle.place != ON_MAP:
        return Refusal("D9.31", "they begin in one Location of the map")
    if refusal := doctrine_refusal(st, vehicle):
        return refusal
    if st.trail(vehicle.id).started:
        return Refusal("D9.31", "it has begun its MPh without them")
    if not mobile(vehicle):
        return Refusal("D9.31", f"{vehicle_name(st, vehicle)} can't move")
    if refusal := prep_refusal(st, vehicle):
        return refusal
    for unit in (st.units[u] for u in action.move.units if u in st.units):
        if unit.loc != vehicle.loc or unit.stance.crest >= 0 or unit.stance.bypass or vehicle.stance.bypass:
            return Refusal("D9.31", "they begin their MPh beneath it")
    if action.move.dash != NOWHERE:
        return Refusal("A4.63", "no Dash in Armored Assault", also=("D9.31",))
    return None


def tied(st: State, vehicle: int) -> tuple[Unit, ...]:
    """The units that have moved with an AFV in this MPh, wherever they are now."""
    return tuple(
        st.units[u] for u, trail in st.trails.items() if trail.afv == vehicle and trail.beside >= 0 and u in st.units
    )


def _imagined(st: State, vehicle: int, loc: int) -> tuple[State, tuple[Unit, ...]]:
    """A position in which all who have moved with an AFV are beneath it and able to go on."""
    here: list[Unit] = []
    for unit in tied(st, vehicle):
        it = replace(unit, loc=loc, place=ON_MAP, broken=False, pinned=False)
        here.append(it)
        st = st.with_unit(it)
    return st, tuple(here)


@builds("D9.31", "D9.31b")
def cost_beside(st: State, action: DriveTo, frm: int) -> tuple[tuple[Unit, int, int], ...]:
    """For each unit that has moved with the AFV: what this entry of the AFV from ``frm`` would cost it, and the MF that
    it would have left for it, in halves.
    """
    st, units = _imagined(st, action.vehicle, frm)
    ids, found = tuple(unit.id for unit in units), []
    for unit in units:
        trail = st.trail(unit.id)
        whole = allotment(st, unit, ids, trail.declared, carried_now(st, unit))
        if action.to == EXIT:
            cost = exit_cost(st, frm, action.hexside)
        else:
            way = Way(frm, action.to, road=action.road, bypass=action.bypass)
            cost = cost_for(st, unit, units, way)
        found.append((unit, cost, whole - trail.beside))
    return tuple(found)


@rule("D9.31", point=MAY_DRIVE, rows=["D9.31b", "D9.31.EX1"], order=95)
def no_farther_than_its_infantry(facts: DriveFacts) -> Refusal | None:
    """An AFV goes no farther than it could with the Infantry that has moved with it beside it all the way."""
    action, st = facts.action, facts.st
    if not isinstance(action, DriveTo) or not tied(st, action.vehicle):
        return None
    for _, cost, left in cost_beside(st, action, facts.frm):
        if cost > left:
            words = f"the Infantry that moved with it would need {mf_text(cost)} MF of {mf_text(max(0, left))}"
            return Refusal("D9.31", words)
    return None


def went_beside(st: State, action: DriveTo, along: tuple[int, ...] = ()) -> tuple[WentBeside, ...]:
    """What an entry of an AFV adds to the MF of those who have moved with it, or go ``along`` now."""
    others = tuple(unit for unit in tied(st, action.vehicle) if unit.id not in along)
    if not others or action.to == EXIT:
        return ()
    costs = {unit.id: cost for unit, cost, _ in cost_beside(st, action, st.vehicles[action.vehicle].loc)}
    return tuple(WentBeside(unit=unit.id, mf=st.trail(unit.id).beside + costs[unit.id]) for unit in others)


__all__ = ["assault_refusal", "cost_beside", "no_farther_than_its_infantry", "tied", "went_beside"]
