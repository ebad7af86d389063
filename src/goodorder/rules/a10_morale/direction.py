"""Which way a routing unit may go: each step, the hexes in reach, the destination (A10.51)."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from goodorder.core.errors import Refusal
from goodorder.core.state import State, Unit, with_stance
from goodorder.core.way import Way

from ..a04_movement.advance import goes_down_first
from ..a04_movement.costs import cost_of, entry_mods, has_room, pays_for_ground
from ..facts.adjacent import house_of, next_places
from ..facts.cliffs import cliff_between
from ..facts.entry import EntryFacts, entry_facts, terrain_of
from ..facts.ground import map_now
from ..facts.places import for_all_mf, on_bridge
from ..facts.shellholes import SHELTER
from ..points import MAY_ROUT, ROUT_FOES
from ..registry import builds, rule
from .interdiction import has_bare_entry, is_step_interdicted
from .step_costs import rout_mf, step_costs
from .watched import Bars, Locs, Watched, cover_on, foes_by, in_sight, unit_in_sight, watched

T = TypeVar("T")
W = TypeVar("W", Locs, None)

UNKNOWN = Refusal("A10.5", "not asked yet")


class RoutStepFacts(Struct, frozen=True):
    """One step of a rout.

    ``before`` are the unconcealed armed enemies, ``seen`` the Locations of those of them in whose LOS the unit is or
    was during this RtPh, ``heeded`` of those that it has to keep away from.
    """

    st: State
    frm: int
    to: int
    before: Watched
    seen: Locs
    heeded: Locs


@rule("A10.51", point=MAY_ROUT, rows=["SK3.RS.5"], order=10)
def never_beside_enemy(facts: RoutStepFacts) -> Refusal | None:
    """Never into an enemy's Location, nor ADJACENT to an enemy unless leaving his Location."""
    if facts.to in facts.before.places:
        return Refusal("A10.51", "an enemy is there")
    if not facts.heeded or foes_by(facts.st, facts.before, facts.to) & facts.heeded <= {facts.frm}:
        return None
    return Refusal("A10.51", "it would come next to an enemy")


@rule("A10.51", point=MAY_ROUT, rows=["SK3.RS.5"], order=20)
def never_closer(facts: RoutStepFacts) -> Refusal | None:
    """Never nearer to an enemy in whose LOS it is, or was in this RtPh."""
    board = map_now(facts.st)
    before, after, hex_at = board.ranges(facts.frm), board.ranges(facts.to), board.hex_at
    for enemy in facts.seen:
        h = hex_at(enemy)
        if after[h] < before[h]:
            return Refusal("A10.51", f"it would come closer to the enemy in {board.place_name(enemy)}")
    return None


@rule("A10.5", point=MAY_ROUT, order=30)
def rout_terrain(facts: RoutStepFacts) -> Refusal | None:
    """The hex must be one that Infantry may enter."""
    terrain = terrain_of(facts.st, facts.to)
    if not terrain.mf and not for_all_mf(facts.st, terrain) and not on_bridge(map_now(facts.st), facts.to):
        return Refusal("A10.51", f"Infantry may not enter {terrain.name}")
    if cliff_between(facts.st, facts.frm, facts.to):
        return Refusal("B11.4", "broken units don't climb")
    return None


class Walk(Struct, frozen=True):
    """A rout under way: where it began, where it is, half MF left, the enemies that it goes on before, and the
    Locations of those whose LOS it crossed.
    """

    st: State
    unit: Unit
    start: int
    at: int
    left: int
    before: Watched
    seen: Locs


def walk_from(st: State, unit: Unit, start: int, at: int, spent: int, seen: tuple[int, ...], left: int = -1) -> Walk:
    """The walk of a unit in ``at``; ``left`` overrides the allotment less what was spent."""
    before = watched(st, unit.side)
    known = frozenset(seen) | (in_sight(st, before, at) if at != unit.loc else unit_in_sight(st, before, unit))
    return Walk(st, unit, start, at, rout_mf(unit) - spent if left < 0 else left, before, known)


def step_refusal(walk: Walk, to: int) -> Refusal | None:
    """Why the unit may not rout into the adjacent ``to``, its destination apart, or None."""
    if to < 0 or to not in next_places(walk.st, walk.at):
        return Refusal("A10.5", "a rout goes from hex to adjacent hex")
    refusal = barred(walk, to)
    if refusal is None and step_cost(walk, to) > walk.left:
        return Refusal("A10.5", "it has too few MF left")
    return refusal


def barred(walk: Walk, to: int) -> Refusal | None:
    """Why the rules bar the step into the adjacent ``to``, its cost apart, or None."""
    known, key = _bars(walk), (walk.at, to)
    refusal = known.get(key, UNKNOWN)
    if refusal is UNKNOWN:
        facts = RoutStepFacts(walk.st, walk.at, to, walk.before, walk.seen, heeded(walk))
        refusal = known[key] = walk.st.world.rules.refuse(MAY_ROUT, facts)
    return refusal


def _bars(walk: Walk) -> Bars:
    """What bars the steps of those of a side, all of whom have the same enemies, who have been seen by the same."""
    return walk.before.bars.setdefault(walk.seen, {})


def step_cost(walk: Walk, to: int) -> int:
    """What the step costs in half MF; terrain that takes all MF takes the whole allotment (B16.4)."""
    costs, step = step_costs(walk.st, walk.unit), (walk.at, to)
    cost = costs.known(walk.at, to)
    if cost is None:
        cost = costs.ground.get(step) if costs.alike else None
        if cost is None or not has_room(walk.st, to, walk.unit.side, 1):
            facts = entry_facts(walk.st, (walk.unit,), Way(walk.at, to))
            cost = _cost_of(walk, facts)
            if costs.alike and pays_for_ground(facts):
                costs.ground[step] = cost
            else:
                costs.dear.add(to)
        costs.own[step] = cost
    return cost


def _cost_of(walk: Walk, step: EntryFacts) -> int:
    """The same of its facts; off the Crest by another side than ahead the way down INTO the Depression comes first
    (B20.93).
    """
    st, unit, way = walk.st, walk.unit, step.way
    if walk.at == unit.loc and goes_down_first(st, (unit,), way):
        down = with_stance(unit, crest=-1)
        ways = (entry_facts(st, (unit,), Way(walk.at, walk.at)), entry_facts(st, (down,), Way(walk.at, way.to)))
        cost = sum(mod.value for way in ways for mod in entry_mods(way))
    else:
        cost = cost_of(step)
    return cost + rout_mf(unit) if step.terrain.mf_all else cost


def cover_cost(walk: Walk, to: int) -> int:
    """What the cover of shellholes costs a router besides their entry, in half MF; 0 anywhere else (A10.531, B2.4)."""
    if not has_bare_entry(walk.st, to):
        return 0
    board = map_now(walk.st)
    return SHELTER * (2 if board.level(to) > board.level(walk.at) else 1)


def after(walk: Walk, to: int, cost: int) -> Walk:
    """The walk one step on."""
    seen = walk.seen | in_sight(walk.st, walk.before, to)
    return Walk(walk.st, walk.unit, walk.start, to, walk.left - cost, walk.before, seen)


def is_cover(st: State, loc: int) -> bool:
    """Whether a hex is a rout destination: woods or a building (A10.51)."""
    return loc in cover_on(map_now(st))


def ignorable(walk: Walk, loc: int) -> bool:
    """Whether a unit may leave this cover out of account (A10.51).

    It is part of the building where the rout began, or no farther from some Known enemy than the start.
    """
    board = map_now(walk.st)
    if board.hex_at(loc) in house_of(board, board.hex_at(walk.start)):
        return True
    return any(board.distance(loc, enemy) <= board.distance(walk.start, enemy) for enemy in heeded(walk))


def heeded(walk: Walk) -> Locs:
    """The Locations of enemies that the unit has to heed: all unconcealed ones, or those seen (A10.51)."""
    foes: Locs = walk.st.world.rules.value(ROUT_FOES, walk)
    return foes


@rule("A10.51", point=ROUT_FOES)
def any_foe(walk: Walk) -> Locs:
    """The Starter Kit asks of every Known enemy on the map."""
    return walk.before.places


def beside(walk: Walk, loc: int) -> bool:
    """Whether a Known enemy is in or ADJACENT to ``loc``."""
    foes = heeded(walk)
    return bool(foes) and (loc in foes or not foes.isdisjoint(foes_by(walk.st, walk.before, loc)))


def must_stop(walk: Walk, loc: int) -> bool:
    """Whether cover reached ends the rout, unless the next hex is cover too (A10.51)."""
    return loc != walk.start and loc in walk.before.cover and not ignorable(walk, loc) and not beside(walk, loc)


def reach(
    walk: Walk,
    until: Locs = frozenset(),
    nearest: Callable[[int], bool] | None = None,
    *,
    shy: bool = False,
    asked: set[int] | None = None,
) -> dict[int, int]:
    """Half MF to every hex that a legal rout could reach from here, the present one excluded.

    The search ends as soon as it finds one of ``until``, which is then among the hexes given. With ``nearest``
    it ends when every hex no dearer than the first of which that is true is among them, with its least cost.
    A ``shy`` rout keeps clear of Interdiction. Into ``asked`` go the Locations whose cost of entry mattered.
    A route that goes through more sight lines closes more ways, so a hex is entered again whenever the
    new route is cheaper or has been seen by fewer enemies.
    """
    st, start, before = walk.st, walk.at, walk.before
    best: dict[int, list[tuple[int, Locs]]] = {start: [(0, walk.seen)]}
    todo: list[tuple[int, int, int, Walk]] = [(0, 0, start, walk)]
    count = 0
    limit = walk.left
    costs = step_costs(st, walk.unit)
    sights: dict[int, Locs] = {}
    asked = set() if asked is None else asked
    while todo:
        cost, _, at, here = heapq.heappop(todo)
        if cost > limit:
            break
        halted = at != start and must_stop(here, at)
        bars, left = _bars(here), here.left
        for to in next_places(st, at):
            if halted and to not in before.cover:
                continue
            known = best.get(to)
            # most ways lead back to where a shorter one has been: ask neither cost nor rules for those
            if known is not None and _beaten(known, cost, _joined(here.seen, sights.get(to, walk.seen))):
                continue
            bar = bars.get((at, to), UNKNOWN)
            if bar is not None and bar is not UNKNOWN:
                continue
            asked.add(to)
            paid = costs.known(at, to)
            if paid is None:
                paid = step_cost(here, to)
            if paid > left or cost + paid > limit or (bar is UNKNOWN and barred(here, to) is not None):
                continue
            if shy and (paid := _unhurt_cost(here, to, paid)) > left:
                continue
            if to not in sights:
                sights[to] = in_sight(st, before, to)
            seen = _joined(here.seen, sights[to])
            if known is None:
                known = best[to] = []
                if nearest is not None and nearest(to):
                    limit = min(limit, cost + paid)
            elif _beaten(known, cost + paid, seen):
                continue
            known.append((cost + paid, seen))
            if to in until:
                return {to: cost + paid}
            count += 1
            there = Walk(st, here.unit, here.start, to, left - paid, before, seen)
            heapq.heappush(todo, (cost + paid, count, to, there))
    return {loc: min([cost for cost, _ in labels]) for loc, labels in best.items() if loc != start}


def _unhurt_cost(walk: Walk, to: int, paid: int) -> int:
    """What a step costs that keeps clear of Interdiction, in half MF: in its terrain's cover where it has to be, more
    than is left where that doesn't help.
    """
    ids = (walk.unit.id,)
    if not is_step_interdicted(walk.st, walk.unit.side, Way(walk.at, to), ids):
        return paid
    covered = paid + cover_cost(walk, to)
    hurt = covered <= walk.left and is_step_interdicted(walk.st, walk.unit.side, Way(walk.at, to, cover=True), ids)
    return walk.left + 1 if hurt else covered


def _joined(one: Locs, other: Locs) -> Locs:
    """Both sets together; the first itself where it holds the other, so that its hash is at hand."""
    return one if other <= one else one | other


def _beaten(known: list[tuple[int, Locs]], cost: int, seen: Locs) -> bool:
    """Whether a route known already costs no more and was seen by no other enemies."""
    for old, by in known:  # noqa: SIM110 - a plain loop, for nothing is asked as often in a search
        if old <= cost and by <= seen:
            return True
    return False


class Goals(Struct, frozen=True, gc=False):
    """Where a rout may lead: its possible destinations; ``free`` when no cover binds it (A10.51)."""

    locs: tuple[int, ...]
    free: bool


def goals_of(walk: Walk) -> Goals:
    """The destinations of a rout that begins here."""
    locs = tuple(sorted(goal_costs(walk)))
    return Goals(locs, not locs)


@builds("A10.51", "SK3.RS.5", "SK3.RS.9")
def goal_costs(walk: Walk) -> dict[int, int]:
    """The destinations of a rout that begins here, with the half MF to each; none where no cover binds it.

    The nearest cover that can't be ignored, equal ones by choice, and nearer cover that could be ignored
    but need not; without any of the first kind in reach the unit routs where it likes.
    """
    return _searched(walk, None, _goal_costs)


def _goal_costs(walk: Walk, wanted: None, asked: set[int]) -> dict[int, int]:
    open_to: set[int] = set()
    binding: set[int] = set()

    def binds(loc: int) -> bool:
        if loc not in walk.before.cover or beside(walk, loc):
            return False
        open_to.add(loc)
        if ignorable(walk, loc):
            return False
        binding.add(loc)
        return True

    # cover dearer than the nearest that binds is never a destination, so the search need not find it
    within = reach(walk, nearest=binds, asked=asked)
    if not binding:
        return {}
    least = min(within[loc] for loc in binding)
    return {loc: cost for loc, cost in within.items() if cost <= least and loc in open_to}


def leads_to(walk: Walk, goals: Goals) -> bool:
    """Whether a goal lies here or in reach."""
    return walk.at in goals.locs or _searched(walk, frozenset(goals.locs), _gets_there)


def _gets_there(walk: Walk, wanted: Locs, asked: set[int]) -> bool:
    return not wanted.isdisjoint(reach(walk, wanted, asked=asked))


def _searched(walk: Walk, wanted: W, search: Callable[[Walk, W, set[int]], T]) -> T:
    """What a search from here finds: once for the unit in its position, and known again before the same enemies by all
    who pay no more than the ground for any step that it asks of.
    """
    st, unit, costs = walk.st, walk.unit, step_costs(walk.st, walk.unit)
    key = (search, wanted, walk.start, walk.at, walk.left, walk.seen, costs.allotment)
    known = costs.searches.get(key)
    if known is None:
        elsewhere = walk.before.searches
        known = elsewhere.get(key) if costs.alike else None
        if known is None or not all(has_room(st, loc, unit.side, 1) for loc in known[1] & costs.taken):
            asked: set[int] = set()
            known = (search(walk, wanted, asked), frozenset(asked))
            if costs.alike and costs.dear.isdisjoint(asked):
                elsewhere[key] = known
        costs.searches[key] = known
    found: T = known[0]
    return found


@builds("A10.51")
def destination_anew(walk: Walk, goals: Goals) -> Goals | None:
    """The destinations from here when an enemy seen only now closes the way to all of ``goals``, else None.

    A destination next to him is none any more.
    """
    if goals.free:
        return None
    left = Goals(tuple(loc for loc in goals.locs if not beside(walk, loc)), False)
    return None if left.locs and leads_to(walk, left) else goals_of(walk)


@builds("A10.51")
def falls_short(walk: Walk, to: int, cover: int, goals: Goals) -> int:
    """Half MF that the shortest path from ``to`` to a destination asks of a router who has paid for cover there and no
    longer gets to one in this RtPh; -1 where it still does, or has strayed from the shortest path and may not pay.
    """
    cost = step_cost(walk, to)
    if goals.free or leads_to(after(walk, to, cost + cover), goals):
        return -1
    begun = walk_from(walk.st, walk.unit, walk.start, walk.start, 0, ())
    least, here = (min((c for loc, c in reach(one).items() if loc in goals.locs), default=-1) for one in (begun, walk))
    strayed = here < 0 or begun.left - walk.left + here > least
    path = replace(walk, left=here)
    return -1 if strayed or not leads_to(after(path, to, cost), goals) else here - cost


def keeps_destination(walk: Walk, to: int, cover: int, goals: Goals) -> bool:
    """Whether a router who pays for cover in ``to`` gets to a destination all the same."""
    return goals.free or leads_to(after(walk, to, step_cost(walk, to) + cover), goals)


def next_steps(walk: Walk, goals: Goals, *, arrived: bool = False, short: int = -1) -> tuple[int, ...]:
    """Hexes that the unit may rout into next, in the order of the hexsides.

    It keeps to its destination until it has ``arrived`` at one, then it may go on through cover; on cover that
    ends the rout only cover next to it remains open. ``short``: the half MF of the shortest path, to which it keeps
    after cover on the way that put its destination out of reach.
    """
    near = next_places(walk.st, walk.at)
    return tuple(to for to in near if may_step(walk, goals, to, arrived=arrived, short=short))


def may_step(walk: Walk, goals: Goals, to: int, *, arrived: bool = False, short: int = -1) -> bool:
    """Whether one hex is among them."""
    cover = walk.before.cover
    if step_refusal(walk, to) is not None:
        return False
    if must_stop(walk, walk.at):
        return to in cover
    if goals.free or (arrived and walk.at in cover and to in cover):
        return True
    path = walk if short < 0 else replace(walk, left=short)
    return leads_to(after(path, to, step_cost(walk, to)), goals)
