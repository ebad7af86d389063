"""What movers do besides moving: SMOKE grenades, weapons taken up or left behind, and Residual FP against them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec.structs import replace

from goodorder.core.actions import Drop, Move, Recover, Residual, Smoke
from goodorder.core.frames import Choice
from goodorder.core.state import ASSAULT, MK_RESIDUAL, MK_SMOKE_GRENADE, Marker, State, Unit
from goodorder.data.charts import movement
from goodorder.flow.fire.residual import LeaveResidual
from goodorder.rules.a04_movement.allotment import allotment, carried_now
from goodorder.rules.a04_movement.move_weapons import RECOVERY_COST
from goodorder.rules.a04_movement.permission import move_refusal
from goodorder.rules.a04_movement.portage import RECOVER, attempt_ledger, recovery_tried
from goodorder.rules.a09_weapons.captured import serves
from goodorder.rules.a24_smoke import SMOKE, smoke_cost, smoke_refusal, smoke_strength
from goodorder.rules.facts.ground import map_now
from goodorder.rules.facts.units import utype, wtype

from .moving import Plan, Planner, residual_harm
from .style import Style
from .threat_map import Threat
from .values import armed_worth, lying_worth, unit_worth, weapon_worth

RISKY = 0.4
"""A plan with less risk needs no SMOKE."""

ENDS = 1 / 6
"""The chance that the attempt ends the thrower's MPh."""

BestPlan = Callable[[Planner, list[Unit]], Plan | None]

NEAR = 3
"""How far away an enemy squad may stand and still be expected to run into Residual FP."""

SQUAD = 7.5
"""The worth of a first line squad."""


# -- weapons ---------------------------------------------------------------------------------


def lightened(planner: Planner, plan: Plan, style: Style) -> Plan:
    """The plan, or a better one that begins with leaving a heavy weapon behind (A4.43)."""
    st = planner.st
    left = min(1.0, (planner.purpose.turns_left - 1) / 3)
    best = plan
    for unit_id in plan.units:
        unit = st.units[unit_id]
        held = carried_now(st, unit)
        for weapon_id in held:
            kept = tuple(w for w in held if w != weapon_id)
            budget = min(
                allotment(
                    st, st.units[u], plan.units, plan.declared, kept if u == unit_id else carried_now(st, st.units[u])
                )
                for u in plan.units
            )
            if budget <= allotment(st, unit, plan.units, plan.declared, held):
                continue
            other = planner.best(plan.units, plan.declared, budget)
            price = style.burden * (0.5 + weapon_worth(st, st.weapons[weapon_id]) * left)
            if other.ways and other.gain - price > best.gain:
                best = replace(other, score=other.score - price, act=Drop(unit_id, weapon_id))
    return best


def recovery(planner: Planner, units: tuple[int, ...], declared: int, budget: int, style: Style) -> Plan | None:
    """A plan that begins with an attempt to take up a weapon lying here, or None where there is none (A4.44).

    It is worth what follows with the MF that are left, and the weapon, less the fire that it draws.
    """
    st = planner.st
    loc = st.units[units[0]].loc
    best: Plan | None = None
    for weapon in st.weapons.values():
        if weapon.loc != loc or loc < 0 or weapon.holder or not serves(st, weapon, planner.side):
            continue
        takers = [u for u in units if utype(st, st.units[u]).mmc and not st.weapons_of(u)]
        if not takers or any(recovery_tried(st, u, weapon.id, "MPh") for u in units):
            continue
        unit = max((st.units[u] for u in takers), key=lambda one: lying_worth(st, weapon, one))
        if wtype(st, weapon).gun is not None and not lying_worth(st, weapon, unit):
            continue
        need = movement().recovery.below - 1 - attempt_ledger(st, unit, RECOVER).total()
        left = min(1.0, (planner.purpose.turns_left - 1) / 3)
        value = style.salvage * max(0, min(6, need)) / 6 * (0.5 + lying_worth(st, weapon, unit)) * left
        worth = sum(armed_worth(st, st.units[u]) for u in units)
        value -= worth * style.path_risk * planner.shared * planner.threat.moving(loc, bool(declared & ASSAULT))
        after = planner.best(units, declared, max(0, budget - RECOVERY_COST), going=True)
        if best is None or after.score + value > best.score:
            best = replace(after, score=after.score + value, act=Recover(unit.id, weapon.id))
    return best


# -- SMOKE -----------------------------------------------------------------------------------


class GrenadeChoice:
    """SMOKE grenades for those who still have to move: who throws where, and what that spares (A24.1).

    ``stacks`` have not begun to move; ``best_plan`` plans for one of them.
    """

    def __init__(self, planner: Planner, stacks: Sequence[list[Unit]], best_plan: BestPlan) -> None:
        self.st, self.planner, self.style = planner.st, planner, planner.style
        self.stacks, self.best_plan = stacks, best_plan
        self.plans = [plan if (plan := best_plan(planner, units)) and plan.gain > 0 else None for units in stacks]

    def at_once(self) -> tuple[float, Move] | None:
        """A grenade instead of the thrower's own move: its gain, and the move."""
        best: tuple[float, Move] | None = None
        for units in self.stacks:
            for unit in units:
                if not grenade_chance(self.st, unit) or move_refusal(self.st, (unit.id,), 0) is not None:
                    continue
                alone = self.best_plan(self.planner, [unit])
                given_up = max(0.0, alone.gain if alone else 0.0)
                found = self._best(unit, (unit.id,), given_up)
                if found is None:
                    continue
                value, to, hidden = found
                budget = allotment(self.st, unit, (unit.id,), 0, carried_now(self.st, unit)) - smoke_cost(unit, to)
                chance = grenade_chance(self.st, unit)
                value += chance * max(0.0, hidden.best((unit.id,), 0, budget).gain)
                value += (1 - chance - ENDS) * max(0.0, self.planner.best((unit.id,), 0, budget).gain)
                if best is None or value > best[0]:
                    best = (value, Move((unit.id,), 0, Smoke(unit.id, to)))
        return best if best is not None and best[0] >= self.style.least_gain else None

    def in_passing(self, units: tuple[int, ...]) -> Smoke | None:
        """A grenade with the MF that a mover has left at the end of its move."""
        best: tuple[float, Smoke] | None = None
        for unit in (self.st.units[u] for u in units):
            found = self._best(unit, units, 0.0) if grenade_chance(self.st, unit) else None
            if found is not None and (best is None or found[0] > best[0]):
                best = (found[0], Smoke(unit.id, found[1]))
        return best[1] if best is not None and best[0] >= self.style.least_gain else None

    def _best(self, unit: Unit, stack: tuple[int, ...], given_up: float) -> tuple[float, int, Planner] | None:
        """The best hex for a thrower: what it spares others, less what the thrower gives up and the fire it draws."""
        st, style = self.st, self.style
        chance = grenade_chance(st, unit)
        best: tuple[float, int, Planner] | None = None
        for to in (unit.loc, *st.world.map.around(unit.loc)):
            if to < 0 or map_now(st).level(to) > map_now(st).level(unit.loc):
                continue
            if not self._paths_near(unit, to) or smoke_refusal(st, unit, stack, to) is not None:
                continue
            hidden = screened(self.planner, to)
            spared = self._spared(unit, hidden)
            drawn = chance * hidden.threat.moving(unit.loc) + (1 - chance) * self.planner.threat.moving(unit.loc)
            drawn *= style.path_risk * self.planner.shared * sum(unit_worth(st, st.units[u]) for u in stack)
            value = style.smoke * chance * spared - given_up - drawn
            if best is None or value > best[0]:
                best = (value, to, hidden)
        return best

    def _paths_near(self, unit: Unit, to: int) -> bool:
        """Whether SMOKE in a hex can matter to a risky plan."""
        board = map_now(self.st)
        for units, plan in zip(self.stacks, self.plans, strict=True):
            if plan is not None and plan.risk >= RISKY and [u.id for u in units] != [unit.id]:
                if any(way.to >= 0 and board.distance(to, way.to) <= 1 for way in plan.ways):
                    return True
        return False

    def _spared(self, unit: Unit, hidden: Planner) -> float:
        """The risk that the plans of all others lose."""
        total = 0.0
        for units, plan in zip(self.stacks, self.plans, strict=True):
            if plan is None or plan.risk < RISKY or [u.id for u in units] == [unit.id]:
                continue
            worth = sum(armed_worth(self.st, u) for u in units if u.id != unit.id)
            assault = bool(plan.declared & ASSAULT)
            for way in plan.ways:
                if way.to >= 0:
                    total += worth * (self.planner.entering(way.to, assault) - hidden.entering(way.to, assault))
        return total


def grenade_chance(st: State, unit: Unit) -> float:
    """The chance that a unit places a SMOKE grenade, 0.0 when it has none."""
    if unit.broken or unit.pinned or unit.loc < 0 or not utype(st, unit).smoke:
        return 0.0
    return max(0, utype(st, unit).smoke - attempt_ledger(st, unit, SMOKE).total()) / 6


def screened(planner: Planner, to: int) -> Planner:
    """The same planner after a grenade in a hex."""
    st = planner.st
    cloud = Marker(st.next_id, MK_SMOKE_GRENADE, to, smoke_strength(st, to))
    markers = {key: m for key, m in st.markers.items() if (m.kind, m.loc) != (MK_SMOKE_GRENADE, to)}
    after = st.with_(markers={**markers, cloud.id: cloud})
    threat = Threat(planner.ground, planner.threat.foes, after)
    return Planner(after, planner.side, planner.ground, threat, planner.purpose, planner.style)


# -- Residual FP -----------------------------------------------------------------------------


def choose_residual(
    st: State, choice: Choice, frame: LeaveResidual, waiting: float, style: Style, reasons: list[str]
) -> Residual:
    """Give up a kept rate of fire where Residual FP will stop more than the next shots would (A8.23)."""
    board = map_now(st)
    crowd = sum(
        armed_worth(st, unit)
        for unit in st.units.values()
        if unit.side == st.turn.attacker
        and unit.loc >= 0
        and board.distance(unit.loc, frame.loc) <= NEAR
        and not st.trail(unit.id).started
        and move_refusal(st, (unit.id,), 0) is None
    )
    here = st.marker_at(MK_RESIDUAL, frame.loc)
    before = residual_harm(st, frame.loc, max(here.strength if here else 0, frame.strength(st, ())))
    best: tuple[float, tuple[int, ...]] = (0.0, ())
    for weapons, strength in frame.options(st):
        more = style.leave * crowd * (residual_harm(st, frame.loc, strength) - before)
        shots = sum(1.0 + 0.2 * wtype(st, st.weapons[w]).rof for w in weapons)
        price = shots * (style.late_price + (style.first_price - style.late_price) * waiting)
        if more - price > best[0]:
            best = (more - price, weapons)
    if best[1]:
        reasons.append("More enemies will run into Residual FP than the next shots would stop.")
    else:
        reasons.append("The next shots are worth more than Residual FP.")
    return Residual(best[1])
