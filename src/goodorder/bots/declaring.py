"""What the full rules let a side declare besides moves and shots.

Held fire, Mopping Up, Wall Advantage, Dash, Minimum Move, Search, Infantry OVR, Fire Lanes.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from msgspec.structs import replace

from goodorder.board import Map
from goodorder.board.map.per_map_cache import once_per_map
from goodorder.core.actions import Go, Lane, MopUp, Move, Opportunity, OverrunCheck, PickLocation, Search, Wall
from goodorder.core.frames import Choice
from goodorder.core.state import DASH, MINIMUM, State, Unit
from goodorder.rules.a04_movement.allotment import allotment, carried_now
from goodorder.rules.a04_movement.overrun import lone_man, may_overrun, ntc_ledger
from goodorder.rules.a04_movement.permission import move_refusal
from goodorder.rules.a09_weapons.fire_lane import lane_options, lane_strength
from goodorder.rules.a09_weapons.lane_path import lane_hexes
from goodorder.rules.a12_concealment.mopping_up import part_of
from goodorder.rules.a12_concealment.searching import accessible_hexes, units_in
from goodorder.rules.facts.ground import ground, map_now
from goodorder.rules.facts.units import is_dummy, own_morale, utype, wtype
from goodorder.rules.facts.wall_advantage import walls

from .closing import melee_value
from .moving import CX_PRICE, Plan, Planner, residual_harm
from .shooting import Option
from .style import Style
from .threat_map import unit_arms
from .unseen import guess, is_unknown
from .values import BROKEN, PINNED, WAYS, armed_worth

HOLD_FP = 4
"""FP from which holding fire for the AFPh is worth its counter."""

SQUAD = 7.5
"""The worth of a first line squad."""

DUMMY_FOUND, FOUND, TASK, HIT = 0.8, 0.5, 1.0, 1 / 3
"""What it is worth to find a Dummy and to find a unit, what being TI costs, the chance of Search casualties."""


def held_fire(st: State, choice: Choice, planner: Planner, gain: Callable[[Unit], float]) -> Opportunity | None:
    """Units that neither move nor have a shot now wait for what shows itself: at full FP in the AFPh (A7.25)."""
    for unit in st.units.values():
        if unit.side != choice.side or unit.loc < 0 or not utype(st, unit).mmc:
            continue
        fp, reach = unit_arms(st, unit)
        action = Opportunity((unit.id,))
        if fp < HOLD_FP or not _enemy_in_reach(planner, unit.loc, 2 * reach) or choice.check(action) is not None:
            continue
        if gain(unit) < planner.style.least_gain:
            return action
    return None


def _enemy_in_reach(planner: Planner, loc: int, reach: int) -> bool:
    lines = (planner.ground.line(loc, foe.loc) for foe in planner.threat.foes)
    return any(line is not None and line.range <= reach for line in lines)


def mop_up(choice: Choice, planner: Planner) -> MopUp | None:
    """A building that its side wants and does not Control yet is secured, where no Known enemy stands in it (A12.153).

    Where it is empty, entering it was enough: something must hide in it or lie broken there.
    """
    st = planner.st
    wanted = {loc for goal in planner.purpose.goals if goal.take for loc in goal.hexes}
    for entry in choice.menu.plain():
        if isinstance(entry.action, MopUp):
            part = part_of(map_now(st), st.units[entry.action.units[0]].loc)
            if wanted & set(part) and units_in(st, part, 1 - planner.side) and choice.check(entry.action) is None:
                return entry.action
    return None


def wall_claim(st: State, choice: Choice) -> Wall | None:
    """A claim of Wall Advantage by a unit whom its wall or hedge covers better than its hex does (B9.32)."""
    for entry in choice.menu.plain():
        action = entry.action
        if not isinstance(action, Wall) or not action.held:
            continue
        unit = st.units[action.units[0]]
        here = ground(st, unit.loc)
        cover = max((kind.tem for side in walls(st, unit) if (kind := here.sides[side]) is not None), default=0)
        if cover > here.terrain.tem and choice.check(action) is None:
            return action
    return None


def as_dash(choice: Choice, plan: Plan) -> Move | None:
    """The plan as a Dash, where it crosses one road hex into cover and may be one: half the fire (A4.63)."""
    if plan.declared or plan.act is not None or len(plan.ways) != 2 or plan.ways[0].around:
        return None
    action = Move(plan.units, DASH, Go(plan.units, plan.ways[0].to), plan.ways[1].to)
    return action if choice.check(action) is None else None


def minimum_move(choice: Choice, planner: Planner, units: list[Unit]) -> tuple[float, Move] | None:
    """The best hex beside a squad that has too few MF for it: what a Minimum Move gains, which leaves it pinned, CX."""
    st = planner.st
    best: tuple[float, Move] | None = None
    if not st.world.rules.offers("minimum_move"):
        return None
    for unit in units:
        if (
            unit.loc < 0
            or not utype(st, unit).mmc
            or is_dummy(unit)
            or move_refusal(st, (unit.id,), MINIMUM) is not None
        ):
            continue
        budget = allotment(st, unit, (unit.id,), MINIMUM, carried_now(st, unit))
        for way in planner.ground.ways[unit.loc]:
            if way.cost <= budget or way.first is not None or st.side_at(way.to, 1 - planner.side):
                continue
            value = planner.worth_at((unit,), way.to) - planner.worth_at((unit,), unit.loc) - CX_PRICE
            value -= armed_worth(st, unit) * (PINNED + planner.entering(way.to, False))
            action = Move((unit.id,), MINIMUM, Go((unit.id,), way.to, way.road))
            if value >= planner.style.least_gain and (best is None or value > best[0]) and choice.check(action) is None:
                best = (value, action)
    return best


def search(choice: Choice, planner: Planner, units: tuple[int, ...]) -> Search | None:
    """A Search at the end of a move, where several "?" lie about that are mostly Dummies (A12.152)."""
    st = planner.st
    loc = st.units[units[0]].loc
    action = Search(units)
    if loc < 0 or choice.check(action) is not None:
        return None
    near = accessible_hexes(st, loc)
    foes = units_in(st, near, 1 - planner.side)
    masks = sum(is_unknown(foe) for foe in foes)
    if not masks or masks < len(foes):
        return None
    real = min(1.0, guess(st, 1 - planner.side).worth / SQUAD)
    gain = masks * (DUMMY_FOUND * (1 - real) + FOUND * real)
    price = TASK + real * HIT * sum(armed_worth(st, st.units[u]) for u in units) * BROKEN
    return action if gain > price else None


def unsearched(st: State, choice: Choice, near: tuple[int, ...]) -> PickLocation:
    """Which hex a Search leaves out: one in which nothing is seen."""
    return PickLocation(min(near, key=lambda h: (len(units_in(st, (h,), 1 - choice.side)), h)))


def overrun(planner: Planner, units: list[Unit]) -> tuple[float, OverrunCheck] | None:
    """The best Infantry OVR of a lone enemy man beside a squad: what it gains, and the check before it (A4.15)."""
    st = planner.st
    best: tuple[float, OverrunCheck] | None = None
    if not units or units[0].loc < 0:
        return None
    for to in st.world.map.around(units[0].loc):
        man = lone_man(st, planner.side, to) if to >= 0 else None
        for unit in units if man is not None else ():
            assert man is not None
            if not utype(st, unit).mmc or move_refusal(st, (unit.id,), 0) is not None:
                continue
            need = own_morale(st, unit) - ntc_ledger(st, unit, (unit.id,), to).total()
            passes = sum(ways for total, ways in WAYS.items() if total <= need) / 36
            value = melee_value(st, (unit,), (man,)) + planner.purpose.pull(unit, to)
            value -= planner.purpose.pull(unit, unit.loc) + armed_worth(st, unit) * planner.entering(to, False)
            if best is None or passes * value > best[0]:
                best = (passes * value, OverrunCheck(unit.id, to))
    return best


def overrun_now(st: State, choice: Choice, units: tuple[int, ...]) -> Go | None:
    """On into the man's Location once the check is passed."""
    unit = st.units[units[0]]
    for to in st.world.map.around(unit.loc) if unit.loc >= 0 else ():
        if to >= 0 and lone_man(st, unit.side, to) is not None and any(may_overrun(st, st.units[u], to) for u in units):
            action = Go(units, to)
            if choice.check(action) is None:
                return action
    return None


@once_per_map(4096)
def _lane(board: Map, gun: int, to: int, hand: Literal["", "left", "right"]) -> tuple[int, ...]:
    return lane_hexes(board, gun, to, hand)


def with_lane(st: State, choice: Choice, option: Option, waiting: list[Unit], style: Style) -> Option:
    """The attack, with the Fire Lane that most enemies still to move will have to cross, if any is worth it (A9.22)."""
    board = map_now(st)
    best: tuple[float, Lane] | None = None
    for firer in option.action.firers:
        gun = board.hex_at(st.fighter(firer.unit).loc)
        for weapon in (st.weapons[w] for w in firer.weapons):
            kind = wtype(st, weapon)
            price = style.first_price * (1 + 0.2 * kind.rof)
            for lane in lane_options(st, firer, weapon, option.action.target, "MPh"):
                value = -price
                for loc in _lane(board, gun, lane.to, lane.hand):
                    near = sum(armed_worth(st, u) for u in waiting if board.distance(u.loc, loc) == 1)
                    value += style.lane * near * residual_harm(st, loc, lane_strength(st, weapon, 2))
                if value > 0 and (best is None or value > best[0]):
                    best = (value, lane)
    if best is None:
        return option
    action = replace(option.action, lanes=(best[1],))
    return replace(option, action=action) if choice.check(action) is None else option
