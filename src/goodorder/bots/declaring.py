"""What the full rules let a side declare besides moves and shots: held fire, Wall Advantage, Dash, OVR, Fire Lanes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

from msgspec.structs import replace

from goodorder.board import Map
from goodorder.board.remember import once_per_map
from goodorder.core.actions import Go, Lane, Move, Opportunity, OverrunCheck, Wall
from goodorder.core.frames import Choice
from goodorder.core.state import DASH, State, Unit
from goodorder.rules.a04_movement.overrun import lone_man, may_overrun, ntc_ledger
from goodorder.rules.a04_movement.permission import move_refusal
from goodorder.rules.a09_weapons.fire_lane import lane_options, lane_strength
from goodorder.rules.a09_weapons.lane_path import lane_hexes
from goodorder.rules.b_terrain.wall_advantage import walls
from goodorder.rules.units import morale_level, utype, wtype

from .closing import melee_value
from .moving import Plan, Planner, residual_harm
from .outlook import unit_arms
from .shooting import Option
from .style import Style
from .worth import WAYS, armed_worth

HOLD_FP = 4
"""FP from which holding fire for the AFPh is worth its counter."""


def held_fire(st: State, choice: Choice, planner: Planner, gain: Callable[[Unit], float]) -> Opportunity | None:
    """Units that neither move nor have a shot now wait for what shows itself: at full FP in the AFPh (A7.25)."""
    if not st.world.rules.offers("opportunity_fire"):
        return None
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


def wall_claim(st: State, choice: Choice) -> Wall | None:
    """A claim of Wall Advantage by a unit whom its wall or hedge covers better than its hex does (B9.32)."""
    for entry in choice.menu.top():
        action = entry.action
        if not isinstance(action, Wall) or not action.held:
            continue
        unit = st.units[action.units[0]]
        here = st.world.map.hex_of(unit.loc)
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


def overrun(planner: Planner, units: list[Unit]) -> tuple[float, OverrunCheck] | None:
    """The best Infantry OVR of a lone enemy man beside a squad: what it gains, and the check before it (A4.15)."""
    st = planner.st
    best: tuple[float, OverrunCheck] | None = None
    if not units or units[0].loc < 0 or not st.world.rules.offers("infantry_overrun"):
        return None
    for to in st.world.map.around(units[0].loc):
        man = lone_man(st, planner.side, to) if to >= 0 else None
        for unit in units if man is not None else ():
            assert man is not None
            if not utype(st, unit).mmc or move_refusal(st, (unit.id,), 0) is not None:
                continue
            need = morale_level(st, unit) - ntc_ledger(st, unit, (unit.id,), to).total()
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
    board = st.world.map
    best: tuple[float, Lane] | None = None
    for firer in option.action.firers:
        gun = board.hex_at(st.units[firer.unit].loc)
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
