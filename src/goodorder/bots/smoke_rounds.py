"""SMOKE of ordnance before an advance: which hex, by which weapon, and what that spares (C8.5)."""

from __future__ import annotations

from collections.abc import Callable

from goodorder.core.actions import Fire
from goodorder.core.dice import PAIRS
from goodorder.core.state import ASSAULT, Fighter, Marker, State, Unit, Weapon
from goodorder.flow.fire.ordnance_menu import OrdnanceMenu
from goodorder.flow.fire.smoke_menu import SmokeMenu
from goodorder.flow.fire.targets import aims
from goodorder.rules.c_ordnance.ammunition import Supply, supply
from goodorder.rules.c_ordnance.hits import HitKind
from goodorder.rules.c_ordnance.smoke_rounds import FULL, hex_hit
from goodorder.rules.c_ordnance.to_hit import to_hit_ledger
from goodorder.rules.facts.smoke import smoke_at
from goodorder.rules.facts.units import wtype
from goodorder.rules.facts.wind import smoke_is_idle

from .apart import all_shots
from .move_extras import RISKY
from .moving import Plan, Planner
from .threat_map import Threat
from .values import armed_worth

PHASE = "PFPh"

LOOKED_AT = 3
"""How many enemy Locations are looked at: those from which the advance is most in danger."""

ENOUGH = 2
"""How much SMOKE in a Location is enough."""

BestPlan = Callable[[Planner, list[Unit]], Plan | None]


def best_cloud(planner: Planner, stacks: list[list[Unit]], best_plan: BestPlan) -> tuple[float, Fire] | None:
    """The SMOKE that spares most to those who are about to move, where its weapon can do nothing better."""
    st = planner.st
    if smoke_is_idle(st):  # blown off at once, or without effect (A24.6)
        return None
    menu = SmokeMenu(OrdnanceMenu(st, planner.side, PHASE, ()))
    carriers = [one for one in menu.carriers() if _lays(st, one[0], one[1])]
    if not carriers:
        return None
    plans = [best_plan(planner, units) for units in stacks]
    risky = [plan for plan in plans if plan and plan.gain > 0 and plan.risk >= RISKY]
    gain = sum(max(0.0, plan.gain) for plan in plans if plan)
    spared: dict[int, float] = {}
    for loc in _dangerous(planner, risky):
        hidden = _screened(planner, loc)
        better = sum(max(0.0, plan.gain) for units in stacks if (plan := best_plan(hidden, units)))
        spared[loc] = max(_spared(planner, hidden, risky), better - gain)
    if not spared:
        return None
    best: tuple[float, Fire] | None = None
    for unit, weapon, ammo in carriers:
        for action in menu.shots(unit, weapon, ammo):
            if action.target in spared:
                value = planner.style.clouds * spared[action.target] * _chance(st, action)
                if best is None or value > best[0]:
                    best = (value, action)
    if best is None or best[0] < planner.style.least_gain:
        return None
    firer = best[1].firers[0].unit
    shots = all_shots(st, planner.side, PHASE, aims(st, planner.side))
    return best if best[0] > max((shot.harm for shot in shots if shot.firer == firer), default=0.0) else None


def _lays(st: State, unit: Fighter, weapon: Weapon) -> bool:
    """Whether a weapon is one to lay SMOKE with: of men, or a mortar."""
    return unit.id in st.units or wtype(st, weapon).mortar


def _dangerous(planner: Planner, plans: list[Plan]) -> list[int]:
    """The enemy Locations from which most harm is expected on these ways, without those that are in SMOKE."""
    foes = planner.threat.foes
    harm = [0.0] * len(foes)
    for plan in plans:
        for loc, assault, worth in _steps(planner, plan):
            for number, share in enumerate(planner.threat.shots(loc, assault)):
                harm[number] += worth * share
    order = sorted(range(len(foes)), key=lambda number: (-harm[number], foes[number].loc))
    open_ = (number for number in order if harm[number] and smoke_at(planner.st, foes[number].loc) < ENOUGH)
    return [planner.st.world.map.hex_at(foes[number].loc) for number in open_][:LOOKED_AT]


def _steps(planner: Planner, plan: Plan) -> list[tuple[int, bool, float]]:
    """The Locations of a way, each with how it is entered and what is at stake."""
    worth = sum(armed_worth(planner.st, planner.st.units[one]) for one in plan.units)
    return [(way.to, bool(plan.declared & ASSAULT), worth) for way in plan.ways if way.to >= 0]


def _screened(planner: Planner, loc: int) -> Planner:
    """The same planner with SMOKE in a hex."""
    st = planner.st
    cloud = Marker(st.next_id, FULL["smoke"], loc)
    after = st.with_(markers={**st.markers, cloud.id: cloud})
    threat = Threat(planner.ground, planner.threat.foes, after)
    return Planner(after, planner.side, planner.ground, threat, planner.purpose, planner.style)


def _spared(planner: Planner, hidden: Planner, plans: list[Plan]) -> float:
    """The risk that these plans lose by SMOKE."""
    return sum(
        worth * (planner.entering(to, assault) - hidden.entering(to, assault))
        for plan in plans
        for to, assault, worth in _steps(planner, plan)
    )


def _chance(st: State, action: Fire) -> float:
    """The chance that SMOKE comes to lie where it is aimed."""
    ledger = to_hit_ledger(st, action, (), PHASE)
    hits = (sum(pair) for pair in PAIRS if hex_hit(ledger, sum(pair))[0] is not HitKind.MISS)
    return sum(supply(ledger.facts, total) is not Supply.NONE for total in hits) / len(PAIRS)
