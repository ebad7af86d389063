"""Bypass: around the woods or building of a hex, along hexsides that the obstacle does not touch (A4.3-A4.33)."""

from __future__ import annotations

from goodorder.board import Map
from goodorder.board.map.bypass_ways import obstacle, ways
from goodorder.board.map.per_map_cache import once_per_map
from goodorder.board.map.terrain import Terrain
from goodorder.core.apply import apply
from goodorder.core.errors import Refusal, not_built
from goodorder.core.events import Bypassed, Event, StepTaken, UnitMoved
from goodorder.core.state import DASH, MINIMUM, State, Step, StepKind, Unit
from goodorder.core.way import Way

from ..facts.bypass_path import bypass_path, ends_at, hexsides, path_to
from ..facts.entry import HALF, EntryFacts, Stack
from ..facts.ground import ground, map_now
from ..facts.places import storeys_of
from ..facts.units import is_armed_known
from ..ledger import Mod
from ..points import GROUND_COST, MAY_ENTER
from ..registry import builds, rule
from .allotment import affords
from .costs import cost_of, entry_cost
from .permission import assault_made, entry_refusal, paid_ahead

FREE = 2
"""Hexsides of one hex at the single cost (A4.31)."""


@rule("A4.3", point=MAY_ENTER, rows=["A4.3a", "A4.3b", "A4.3d", "A4.3e", "A4.3f", "A4.31c"], order=-3, of=["Bypass"])
def may_bypass(facts: EntryFacts) -> Refusal | None:
    """Woods and buildings only, along unblocked contiguous hexsides, past no armed Known enemy."""
    if not facts.way.bypass:
        return None
    st, here = facts.st, ground(facts.st, facts.way.to)
    if facts.way.frm < 0:
        return not_built("A4.3", "Bypass on entering the map")
    if facts.way.to != st.world.map.hex_at(facts.way.to):
        return Refusal("A4.3", "an obstacle is gone around on the ground")
    if facts.way.road:
        return Refusal("A4.3", "the road rate is for the road, not for going around")
    if refusal := declared_refusal(facts.stack):
        return refusal
    if not obstacle(here.terrain):
        return Refusal("A4.3", f"{here.name} is {here.terrain.name}: only woods and buildings are Bypassed")
    if here.depression is not None:
        return Refusal("A4.3", f"{here.name} has a {here.depression.name}")
    floors = storeys_of(map_now(st), st.world.map.hex_at(facts.way.to))
    there = [unit for loc in floors for unit in st.side_at(loc, 1 - facts.units[0].side)]
    if any(is_armed_known(st, unit) and not unit.disrupted for unit in there):
        return Refusal("A4.3", "an armed Known enemy is in the obstacle")
    if any(not 0 <= side < 6 for side in facts.way.bypass):
        return Refusal("A4.31", "a hexside is 0 to 5")
    free = ways(map_now(st), facts.way.to)
    if any(free[side] is None for side in facts.way.bypass):
        return Refusal("A4.31", "the obstacle touches that hexside")
    if any(path_to(st, unit, facts.way) is None for unit in facts.units):
        return Refusal("A4.31", "the hexsides must follow one another from where it comes in")
    if set(facts.way.bypass).intersection(hexsides(bypass_path(facts.units[0])) if facts.within else ()):
        return Refusal("A4.31", "it has gone along that hexside already")
    return None


def declared_refusal(stack: Stack) -> Refusal | None:
    """Why what a stack has declared allows it no Bypass at all, or None."""
    return Refusal("A4.3", "a Minimum Move or Dash is no Bypass") if stack.declared & (MINIMUM | DASH) else None


@builds("A4.31", "A4.32")
def could_bypass(st: State, stack: Stack, to: int) -> bool:
    """Whether any way around a hex might be open to a stack, as far as its declarations and its MF tell: more than the
    least that a way costs must be left, for going on after it.
    """
    if declared_refusal(stack):
        return False
    if to != stack.units[0].loc and any(assault_made(st, unit) for unit in stack.units):
        return False
    least = 0 if paid_ahead(stack) else _least_cost(map_now(st), to)
    return affords(st, stack.ids, least + 1) or affords(st, stack.ids, least + 1, True)


@once_per_map(8192)
def _least_cost(board: Map, to: int) -> int:
    """The half MF of a way along one hexside, where they are fewest; none in a factory, whose bays cost less
    (B23.742).
    """
    if board.hex_of(to).terrain.category == "FACTORY":
        return 0
    return min([int(kind.mf * HALF) for kind in ways(board, to) if kind is not None], default=0)


@rule("A4.31", point=MAY_ENTER, rows=["A4.31.EX1"], order=-2, of=["after Bypass"])
def leaves_where_the_path_ends(facts: EntryFacts) -> Refusal | None:
    """A Bypassing unit leaves across the two hexsides that meet at its vertex; only it acts within its hex."""
    if facts.posture or not (facts.within or facts.stack.bypasses):
        return None
    for unit in facts.units:
        path = bypass_path(unit)
        if facts.within and not path:
            return Refusal("A4.3", "only a Bypassing unit goes on within its hex")
        if path and not facts.within and facts.way.side not in ends_at(path):
            return Refusal("A4.31", "its Bypass does not lead there")
    return None


@rule("A4.32", point=MAY_ENTER, rows=["A4.32a"], order=20, of=["Bypass"])
def not_to_stop_in_bypass(facts: EntryFacts) -> Refusal | None:
    """Nobody goes where he would have to end his MPh in Bypass: MF for leaving or entering the obstacle are kept, so
    that he who spends all he has left need not look for a way on.
    """
    if not facts.way.bypass:
        return None
    ids = facts.stack.ids
    if affords(facts.st, ids, cost_of(facts) + 1, facts.along_road) and goes_on(_after(facts), ids):
        return None
    return Refusal("A4.32", "it would have to end its MPh in Bypass")


def _after(facts: EntryFacts) -> State:
    st = facts.st
    for event in bypass_events(st, facts.units, facts.way):
        st = apply(st, event)
    return st


def goes_on(st: State, units: tuple[int, ...]) -> bool:
    """Whether units in Bypass may go on into the obstacle or out of the hex."""
    loc = st.units[units[0]].loc
    path = bypass_path(st.units[units[0]])
    # out of the hex first, which mostly costs less than the obstacle
    goals = (*[st.world.map.around(loc)[side] for side in ends_at(path)], loc)
    return any(to >= 0 and entry_refusal(st, units, Way(loc, to)) is None for to in goals)


@builds("A4.32", "A4.32a")
def stay_refusal(st: State, units: tuple[int, ...]) -> Refusal | None:
    """Why these units may not end their MPh here: nobody chooses to end it in Bypass (A4.32)."""
    inside = tuple(u for u in units if bypass_path(st.units[u]))
    if inside and goes_on(st, inside):
        return Refusal("A4.32", "a unit may not choose to end its MPh in Bypass")
    return None


@builds("A4.32", "A4.32a", "A4.3i")
def spending_refusal(st: State, units: tuple[int, ...], cost: int) -> Refusal | None:
    """Why units in Bypass may not spend ``cost`` (half MF) where they are: some must be left to go on with (A4.32)."""
    inside = tuple(u for u in units if bypass_path(st.units[u]))
    for u in inside:
        loc = st.units[u].loc
        st = apply(st, StepTaken(unit=u, step=Step("smoke", loc, loc, cost)))
    if inside and not goes_on(st, inside):
        return Refusal("A4.32", "it would have to end its MPh in Bypass")
    return None


@rule("A4.31", point=GROUND_COST, rows=["A4.31a", "A4.31b", "A4.31d", "A4.3k"], order=5)
def bypass_cost(facts: EntryFacts) -> Mod | None:
    """The cost of the rest of the Location, twice for more than two hexsides; further on in the hex the same again.

    From Bypass into the obstacle the hex's own cost is paid in full (A4.3).
    """
    st = facts.st
    if facts.within and not facts.way.bypass:
        return Mod("terrain_cost", int(facts.terrain.mf * HALF), "A4.3", f"{facts.terrain.name}, from Bypass")
    if not facts.way.bypass:
        return None
    kinds = ways(map_now(st), facts.way.to)
    grounds: list[Terrain] = [kind for side in facts.way.bypass if (kind := kinds[side]) is not None]
    if not grounds:
        return None
    ground = max(grounds, key=lambda kind: kind.mf)
    cost, words = int(ground.mf * HALF), f"{ground.name}, in Bypass"
    if _climbs(facts):
        cost, words = 2 * cost, f"{words}, uphill"
    if len(facts.way.bypass) > FREE:
        cost, words = 2 * cost, f"{words}, more than {FREE} hexsides"
    return Mod("bypass_cost", cost, "A4.31", words)


def _climbs(facts: EntryFacts) -> bool:
    if not facts.within:
        return facts.rise > 0
    step = facts.st.trail(facts.units[0].id).came_in
    board = map_now(facts.st)
    return step is not None and step.frm >= 0 and board.level(facts.way.to) > board.level(step.frm)


@builds("A4.3", "A4.3j")
def bypass_events(st: State, units: tuple[Unit, ...], way: Way) -> tuple[Event, ...]:
    """What happens as units go along hexsides, or without any from Bypass into the obstacle."""
    cost = entry_cost(st, units, way)
    frm, to, sides = way.frm, way.to, way.bypass
    side = st.world.map.side_between(frm, to)
    events: list[Event] = []
    for unit in sorted(units, key=lambda u: u.order):
        kind: StepKind = "enter" if frm != to else "bypass" if sides else "occupy"
        if frm != to:
            events.append(UnitMoved(unit=unit.id, loc=to))
        events.append(StepTaken(unit=unit.id, step=Step(kind, frm, to, cost, -1 if side is None else side)))
        if sides:
            path = path_to(st, unit, way)
            assert path is not None
            events.append(Bypassed(unit=unit.id, vertices=path))
    return tuple(events)
