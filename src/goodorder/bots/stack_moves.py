"""Who of a side may still move, and how the units of one Location do so best: apart, with a leader, or all together."""

from __future__ import annotations

from goodorder.core.state import ASSAULT, DOUBLE_TIME, NOWHERE, OFF_BOARD, State, Unit
from goodorder.rules.a04_movement.allotment import allotment, carried_now
from goodorder.rules.a04_movement.permission import move_refusal
from goodorder.rules.facts.units import is_dummy, utype

from .move_extras import lightened, recovery
from .moving import Plan, Planner
from .ordnance import mans_gun

EXPOSED = 0.4
"""Up to which risk for each unit a whole stack moves together: one shot hits all of it."""


def movers(st: State, side: int) -> list[list[Unit]]:
    """Stacks that may still move, those that wait off board first, then the farthest from the enemy last."""
    places: dict[tuple[int, str], list[Unit]] = {}
    for unit in st.units.values():
        here = unit.side == side and (unit.loc >= 0 or unit.place == OFF_BOARD)
        if here and move_refusal(st, (unit.id,), 0) is None and not mans_gun(st, unit.id):
            places.setdefault((unit.loc, unit.group if unit.loc < 0 else ""), []).append(unit)
    foes = [u.loc for u in st.units.values() if u.side != side and u.loc >= 0]

    def distance(loc: int) -> int:
        if loc == NOWHERE:
            return -1
        return min((st.world.map.distance(loc, foe) for foe in foes), default=0)

    return [places[key] for key in sorted(places, key=lambda k: (distance(k[0]), k))]


def best_plan(planner: Planner, units: list[Unit]) -> Plan | None:
    """The best move of the units of one Location: of one, of a leader with some, or of all; staying is one too."""
    st = planner.st
    best: Plan | None = None
    mmc = [u for u in units if utype(st, u).mmc or (is_dummy(u) and planner.purpose.pusher)]
    leaders = [u for u in units if utype(st, u).smc]
    groups: list[tuple[int, ...]] = []
    if mmc:
        groups.append((mmc[0].id,))
        if leaders:
            groups.append((mmc[0].id, leaders[0].id))
            if len(mmc) > 1:
                groups.append((mmc[0].id, mmc[1].id, leaders[0].id))
    groups += [(u.id,) for u in leaders]
    whole = tuple(u.id for u in (*mmc, *leaders))
    if len(whole) > 1 and whole not in groups and mmc:
        groups.append(whole)
    plans: list[Plan] = []
    for group in groups:
        for declared in (0, ASSAULT):
            plan = plan_of(planner, group, declared)
            if plan is not None:
                plans.append(plan)
            if plan is not None and (best is None or _rate(plan) > _rate(best)):
                best = plan
    if best is None or best.act is not None:
        return best
    rate = planner.style.together * _rate(best)
    as_good = [p for p in plans if p.act is None and _rate(p) >= rate and p.risk <= EXPOSED * len(p.units)]
    return max(as_good, key=lambda p: len(p.units), default=best) if best.gain > 0 else best


def _rate(plan: Plan) -> float:
    return plan.gain / len(plan.units)


def plan_of(planner: Planner, group: tuple[int, ...], declared: int) -> Plan | None:
    """The best move of these units together with a declaration, None where they may not, or do nothing."""
    st = planner.st
    if move_refusal(st, group, declared) is not None:
        return None
    budget, stretch = _allotted(st, group, declared), 0
    if not declared and _fresh(st, group) and move_refusal(st, group, DOUBLE_TIME) is None:
        stretch = _allotted(st, group, DOUBLE_TIME)
    plan = lightened(planner, planner.best(group, declared, budget, stretch=stretch), planner.style)
    taken = recovery(planner, group, declared, budget, planner.style)
    if taken is not None and taken.score > plan.score + planner.style.least_gain:
        plan = taken
    return plan if plan.ways or plan.act else None


def _fresh(st: State, group: tuple[int, ...]) -> bool:
    """Whether so few of the side are CX that these may be too: in the first turn no more than a third."""
    if st.turn.number > 1:
        return True
    own = [u for u in st.units.values() if u.side == st.units[group[0]].side and not is_dummy(u)]
    size = sum(u.loc >= 0 for u in own)
    spent = sum(u.cx or bool(st.trail(u.id).declared & DOUBLE_TIME) for u in own)
    return 3 * (spent + len(group)) <= size


def _allotted(st: State, group: tuple[int, ...], declared: int) -> int:
    """The half MF that all units of a stack have."""
    return min(allotment(st, st.units[u], group, declared, carried_now(st, st.units[u])) for u in group)
