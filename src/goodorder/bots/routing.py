"""Routs: where a broken unit wants to end, and the way there; it never turns back on its way."""

from __future__ import annotations

import heapq

from goodorder.core.actions import Abandon, Action, Rout
from goodorder.core.frames import Choice
from goodorder.core.state import State, Unit
from goodorder.flow.rout.rout_move import RoutMove
from goodorder.rules.a10_morale.direction import (
    Goals,
    Walk,
    after,
    beside,
    destination_anew,
    next_steps,
    step_cost,
)
from goodorder.rules.a10_morale.rout import first_walk, rout_options
from goodorder.rules.a10_morale.step_costs import rout_mf
from goodorder.rules.facts.ground import map_now
from goodorder.rules.facts.units import utype, wtype

from .ground import BotStep
from .threat_map import Threat

GOES_ON = 0.3
"""What another Location must be better than the present one before a unit that may stay leaves it."""

CRAWLS = 0.8
"""What a Low Crawl costs: it gains one hex."""

ASTRAY = 20.0
"""What a step costs from which no destination is in reach but back by where the unit has been."""

NEAR = 6
"""Up to which range an enemy is expected to Interdict, and to which distance from him counts."""


class Flight:
    """The routs of one side in one position."""

    def __init__(self, st: State, side: int, threat: Threat) -> None:
        self.st, self.threat, self.ground = st, threat, threat.ground
        self.foes = tuple(
            dict.fromkeys(u.loc for u in st.units.values() if u.side != side and u.loc >= 0 and not u.broken)
        )
        self.side = side
        self._ends: dict[int, float] = {}
        self._risks: dict[int, float] = {}

    def end(self, loc: int) -> float:
        """How good it is for a broken unit to be in a Location: safe, under cover, with a leader, far from enemies."""
        known = self._ends.get(loc)
        if known is None:
            board = map_now(self.st)
            near = min((board.distance(loc, foe) for foe in self.foes), default=NEAR)
            known = -3.0 * self.threat.still(loc) + 0.5 * min(3, board.hex_of(loc).terrain.tem)
            known += 0.25 * min(near, NEAR)
            if any(utype(self.st, u).kind == "leader" and not u.broken for u in self.st.side_at(loc, self.side)):
                known += 1.5
            self._ends[loc] = known
        return known

    def risk(self, loc: int) -> float:
        """What entering a Location costs under Interdiction."""
        known = self._risks.get(loc)
        if known is None:
            lines = (self.ground.line(foe, loc) for foe in self.foes)
            seen = sum(1 for line in lines if line is not None and line.opened and line.range <= NEAR)
            known = self._risks[loc] = 1.2 * min(seen, 2)
        return known

    def ahead(self, to: int, left: int, been: frozenset[int], bound: frozenset[int]) -> float:
        """The best end of a rout that goes on from ``to`` with so many half MF, less what may befall it on the way;
        ``bound`` are the destinations to one of which it must go first, none where it is free.
        """
        if to in bound:
            bound = frozenset()
        best = self.end(to) - self.risk(to) - (ASTRAY if bound else 0.0)
        least: dict[int, float] = {}
        heap: list[tuple[float, int, int]] = [(self.risk(to), 0, to)]
        while heap:
            risk, spent, loc = heapq.heappop(heap)
            if least.get(loc, 1e9) <= risk:
                continue
            least[loc] = risk
            if not bound or loc in bound:
                best = max(best, self.end(loc) - risk)
            for way in self.ground.ways[loc]:
                after = spent + way.cost
                if after <= left and way.first is None and way.to not in been and way.to not in self.foes:
                    heapq.heappush(heap, (risk + 0.02 + self.risk(way.to), after, way.to))
        return best

    def value(
        self, action: Action, unit: Unit, spent: int, been: frozenset[int], bound: frozenset[int] = frozenset()
    ) -> float:
        """What an action of a rout leads to; ``been`` are the Locations in which it has been."""
        if isinstance(action, Abandon):
            return -0.1 * sum(wtype(self.st, self.st.weapons[w]).fp for w in action.weapons)
        if not isinstance(action, Rout):
            return self.end(unit.loc) + GOES_ON
        if action.to in been:
            return -50.0 + self.end(action.to)
        if action.crawl:
            return self.end(action.to) - CRAWLS
        way = next((w for w in self.ground.ways[unit.loc] if w.to == action.to), BotStep(action.to, 2, False))
        left = rout_mf(unit) - spent - way.cost
        price = 0.1 * action.quick + (0.5 if action.leader else 0.0)
        return self.ahead(action.to, left, been | {unit.loc}, bound) - price


def turned_back(walk: Walk, goals: Goals, to: int, been: frozenset[int]) -> bool:
    """Whether a router who goes to ``to`` sees an enemy beside it only there, and has no way on but by where it was."""
    there = after(walk, to, step_cost(walk, to))
    if not beside(there, to):
        return False
    steps = next_steps(there, destination_anew(there, goals) or goals)
    return been.issuperset(steps)


def choose_rout(st: State, choice: Choice, threat: Threat, been: frozenset[int], reasons: list[str]) -> Action:
    """To cover, away from enemy fire, towards a leader; by Low Crawl where running would be Interdicted.

    ``been`` are the Locations in which the unit has been in this rout.
    """
    flight = Flight(st, choice.side, threat)
    frame = st.stack[-1]
    moving = frame if isinstance(frame, RoutMove) else None
    bound: frozenset[int] = frozenset()
    if moving is not None and not moving.free and not moving.arrived:
        bound = frozenset(moving.goals)
    best: tuple[float, Action] | None = None
    for _, action in choice.menu.leaves(120):
        unit = st.units[action.unit] if isinstance(action, Rout | Abandon) else None
        if unit is None:
            if moving is None:
                value = GOES_ON
            else:
                value = flight.value(action, st.units[moving.unit], moving.spent, been)
        elif moving is None:
            goals = rout_options(st, unit).goals
            value = flight.value(action, unit, 0, frozenset(), frozenset(() if goals.free else goals.locs))
            value -= flight.end(unit.loc) if not isinstance(action, Abandon) else 0.0
            if isinstance(action, Rout) and turned_back(first_walk(st, unit), goals, action.to, frozenset((unit.loc,))):
                value -= ASTRAY
        else:
            value = flight.value(action, unit, moving.spent, been, bound)
            if isinstance(action, Rout) and turned_back(
                moving.walk(st), Goals(moving.goals, moving.free), action.to, been | {unit.loc}
            ):
                value -= ASTRAY
        if best is None or value > best[0]:
            best = (value, action)
    assert best is not None
    reasons.append("The way with least danger, towards cover and a leader.")
    return best[1]
