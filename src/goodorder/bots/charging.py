"""Demolition charges: whom they are placed against, where that does more than it risks (A23.3, A23.5)."""

from __future__ import annotations

from goodorder.core.actions import Detonate, PlaceCharge
from goodorder.core.state import State, Unit, Vehicle
from goodorder.data.charts import to_kill
from goodorder.flow.fire.set_charges import DetonateMenu, SetDetonation
from goodorder.rules.a23_charges import is_charge
from goodorder.rules.a23_set_charges import task_ledger
from goodorder.rules.facts.ground import map_now
from goodorder.rules.facts.places import beside
from goodorder.rules.facts.units import own_morale
from goodorder.rules.facts.vehicles import is_afv, vtype

from .armor import lost, vehicle_worth
from .burning import blast_harm
from .closing import DARES
from .moving import Planner
from .values import WAYS, attack_harm, fails, unit_worth

LEAST = 0.6
"""What a charge must bring more than its placing risks: there is but one."""


def best_charge(planner: Planner, units: tuple[int, ...]) -> tuple[float, PlaceCharge] | None:
    """The charge that units of a stack could place now from where they stand which is worth most; None where none is
    worth while.
    """
    st = planner.st
    best: tuple[float, PlaceCharge] | None = None
    for unit in (st.units[one] for one in units):
        held = [weapon for weapon in st.weapons_of(unit.id) if is_charge(st, weapon) and weapon.placed is None]
        if not held or unit.loc < 0:
            continue
        worth = sum(unit_worth(st, st.units[one]) for one in units)  # the charge is used up in any event
        risk = worth * planner.entering(unit.loc, False)
        for action, gain in _targets(st, planner.side, unit, held[0].id):
            value = planner.style.charges * gain - risk
            if value >= LEAST and (best is None or value > best[0]):
                best = (value, action)
    return best


def best_detonation(st: State, side: int, phase: str) -> tuple[float, Detonate] | None:
    """The Set DC that takes most on average when it is set off now; None where none takes enough."""
    best: tuple[float, Detonate] | None = None
    for action in DetonateMenu(st, side, phase).tries():
        unit, frame = st.units[action.unit], SetDetonation(action.weapon)
        passes = 1 - fails(own_morale(st, unit), task_ledger(st, unit).total())[0]
        value = passes * attack_harm(frame.effect(st).ledger(st))
        if value >= LEAST and (best is None or value > best[0]):
            best = (value, action)
    return best


def _targets(st: State, side: int, unit: Unit, weapon: int) -> list[tuple[PlaceCharge, float]]:
    """Where a charge could be placed, with what it takes there on average."""
    found: list[tuple[PlaceCharge, float]] = []
    for to in beside(st, unit.loc):
        foes = st.side_at(to, 1 - side)
        if foes:
            found.append((PlaceCharge(unit.id, weapon, to), blast_harm(st, to, foes)))
    for vehicle in st.vehicles.values():
        near = vehicle.loc >= 0 and map_now(st).distance(vehicle.loc, unit.loc) == 1
        if near and vehicle.side != side and not vehicle.wreck and is_afv(st, vehicle):
            gain = DARES * _at_armor(st, vehicle) * vehicle_worth(st, vehicle)
            found.append((PlaceCharge(unit.id, weapon, vehicle.loc, vehicle.id), gain))
    return found


def _at_armor(st: State, vehicle: Vehicle) -> float:
    """The share of its worth that a charge takes from an AFV on average: well enough placed, against its side armor."""
    chart = to_kill().charge
    most = chart.armor_up_to - (chart.drm["moving_or_concealed"].drm if vehicle.motion else 0)
    placed = sum(ways for total, ways in WAYS.items() if total <= most) / 36
    return placed * lost(chart.tk - (vtype(st, vehicle).armor_factor("hull", "side") or 0))
