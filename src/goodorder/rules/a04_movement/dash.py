"""The Dash: from cover across a road into cover, under half fire (A4.63).

Whether its ends are cover is judged for each firer by his own line of sight, so one DEFENDER's fire may be halved and
another's not.  A unit that breaks, is pinned or wounded in the road loses its Dash (its trail's ``dash`` is cleared).
"""

from __future__ import annotations

from collections.abc import Iterator

from goodorder.board import Map
from goodorder.board.map.per_map_cache import once_per_map
from goodorder.core.errors import Refusal
from goodorder.core.remembered import once_a_position
from goodorder.core.state import DASH, DOUBLE_TIME, NOWHERE, Fighter, State, Unit
from goodorder.core.way import Way

from ..facts.armed_vehicles import feared
from ..facts.attack_facts import DEFENSIVE, PartFacts, sight
from ..facts.entry import HALF, EntryFacts, entry_facts
from ..facts.ground import map_now
from ..facts.manned import manned_at
from ..facts.places import eye, on_road_level
from ..facts.smoke import laid_between
from ..facts.units import known_at, name
from ..ledger import Mod
from ..points import FIRE_FACTOR, MAY_ENTER
from ..registry import builds, rule
from .all_mf import cost_for, unit_cost
from .allotment import mf_left
from .costs import mf_text
from .moving_targets import moves_in_the_open
from .permission import enterable, entry_refusal


@once_per_map(32768)
def crosses(board: Map, start: int, road: int, goal: int) -> bool:
    """Whether the way from ``start`` through ``road`` to ``goal`` goes from one side of a road there to the other.

    A road that ends in the hex is taken to run on straight (ruling R202). A railroad is none (B32.11).
    """
    if not on_road_level(board, road):
        return False
    here = board.hex_of(road)
    arms = {side for side in range(6) if here.roads[side] and not here.rails[side]}
    one, other = board.side_between(road, start), board.side_between(road, goal)
    if one is None or other is None or one in arms or other in arms:
        return False
    if len(arms) == 1:
        arms.add((min(arms) + 3) % 6)
    way = {(one + step) % 6 for step in range(1, (other - one) % 6)}
    return bool(arms & way) and bool(arms - way - {one, other})


@once_per_map(32768)
def roads_to(board: Map, start: int, goal: int) -> tuple[int, ...]:
    """Road hexes through which a Dash could go from ``start`` to ``goal``."""
    if start < 0 or start == goal:
        return ()
    near = (loc for loc in board.around(start) if loc >= 0 and loc in board.around(goal))
    return tuple(road for road in near if crosses(board, start, road, goal))


@once_per_map(8192)
def _beyond_roads(board: Map, start: int) -> tuple[int, ...]:
    """The hexes to which a Dash could go from a Location as far as the roads between tell."""
    near = {far for loc in board.around(start) if loc >= 0 for far in board.around(loc) if far >= 0}
    return tuple(goal for goal in sorted(near - {start}) if roads_to(board, start, goal))


def goals(st: State, start: int) -> tuple[int, ...]:
    """Locations to which a Dash could go from one, legal or not."""
    return _beyond_roads(map_now(st), start) if start >= 0 else ()


@builds("A4.63", "A4.63a", "A4.63b", "A4.63c", "A4.63.EX1")
def goal_refusal(st: State, units: tuple[int, ...], declared: int, goal: int) -> Refusal | None:
    """Why these units may not declare a Dash to ``goal`` (or, without one, name it), or None."""
    if not declared & DASH:
        return Refusal("A4.63", "only a Dash names where it ends") if goal != NOWHERE else None
    if not 0 <= goal < len(map_now(st).hexes):
        return Refusal("A4.63", "a Dash names where it ends")
    roads = roads_to(map_now(st), st.units[units[0]].loc, goal)
    if not roads:
        return Refusal("A4.63", "no road lies between, to be crossed from one side to the other")
    found = [path_refusal(st, units, road, goal) for road in roads]
    return None if None in found else found[0]


def path_refusal(st: State, units: tuple[int, ...], road: int, goal: int) -> Refusal | None:
    """Why these units may not Dash from where they stand through ``road`` to ``goal``, or None."""
    movers, start = tuple(st.units[u] for u in units), st.units[units[0]].loc
    side = movers[0].side
    if any(unit.stance.crest >= 0 for unit in movers):
        return Refusal("B20.93", "it has to go down INTO the Depression first")
    legs = [entry_facts(st, movers, Way(frm, to)) for frm, to in ((start, road), (road, goal))]
    for leg in legs:
        if _held(st, leg.way.to, 1 - side):
            return Refusal("A4.14", "an enemy unit is there")
        if refusal := enterable(leg):
            return refusal
    for unit in movers:
        cost = sum(unit_cost(leg, unit) for leg in legs)
        if cost > mf_left(st, unit, units):
            return Refusal("A4.63", f"{name(st, unit)} needs {mf_text(cost)} MF for its Dash")
    if _exposed(st, side, start, goal):
        return Refusal("A4.63", "it starts or ends in Open Ground in sight of every enemy")
    return None


@builds("A4.14", "A4.14a")
def _held(st: State, loc: int, foe: int) -> bool:
    """Whether a Known enemy is in a Location, on foot or in his vehicle."""
    return bool(known_at(st, loc, foe) or manned_at(st, loc, foe))


def _exposed(st: State, side: int, start: int, goal: int) -> bool:
    """Whether there are enemies, men or vehicles, to each of whom an end of a Dash is Open Ground in his sight."""
    found: set[int] = set()
    for foe in _firers(st, side):
        if (frm := eye(st, foe)) in found:
            continue
        if covered(st, frm, start) and covered(st, frm, goal):
            return False
        found.add(frm)
    return bool(found)


def _firers(st: State, side: int) -> Iterator[Fighter]:
    """The enemies for whom the ends of a Dash are judged: unbroken men, and vehicles whose crew has a weapon; under a
    "?" whatever it is.
    """
    found: list[Fighter] = [one for one in st.units.values() if not one.broken]
    found += [one for one in st.vehicles.values() if one.concealed or feared(st, one)]
    yield from (one for one in found if one.side != side and one.loc >= 0 and not one.hidden)


def path_cost(st: State, unit: Unit, movers: tuple[Unit, ...], start: int, road: int, goal: int) -> int:
    """Half MF of both entries."""
    return cost_for(st, unit, movers, Way(start, road)) + cost_for(st, unit, movers, Way(road, goal))


@builds("A4.63", "A4.63b", "A4.63i")
def covered(st: State, frm: int, loc: int) -> bool:
    """Whether a Location is no Open Ground to a firer in ``frm``; what he does not see is none (A4.63)."""
    if sight(st, frm, loc).blocked or not moves_in_the_open(st, frm, loc):
        return True
    return laid_between(st, frm, loc)


def _entered(st: State, unit: Unit) -> tuple[int, ...]:
    """The hexes that a unit has left in this MPh, in order."""
    return tuple(step.frm for step in st.trail(unit.id).entries)


def _stack(st: State, unit: Unit) -> tuple[int, ...]:
    goal = st.trail(unit.id).dash
    return tuple(u.id for u in st.side_at(unit.loc, unit.side) if st.trail(u.id).dash == goal and not u.broken)


def can_finish(st: State, unit: Unit, *, late: bool) -> bool:
    """Whether a unit in the road has the MF for the goal, by Double Time announced now if ``late`` (A4.5)."""
    goal, stack, trail = st.trail(unit.id).dash, _stack(st, unit), st.trail(unit.id)
    if _held(st, goal, 1 - unit.side):
        return False
    left = mf_left(st, unit, stack)
    if late and not (unit.cx or unit.wounded or trail.began_cx or trail.declared & DOUBLE_TIME):
        left += HALF
    return cost_for(st, unit, tuple(st.units[u] for u in stack), Way(unit.loc, goal)) <= left


def dashing(st: State, unit: Unit) -> bool:
    """Whether a unit is in the road in its Dash and can still reach where it dashes to (A4.63d)."""
    trail = st.trail(unit.id)
    return (
        trail.dash != NOWHERE and len(_entered(st, unit)) == 1 and not trail.ended and can_finish(st, unit, late=True)
    )


@rule(
    "A4.63",
    point=FIRE_FACTOR,
    rows=["A4.63d", "A4.63e", "A4.63i", "A4.63.EX1", "A4.63.EX2"],
    order=55,
    of=["at movers"],
)
def dash_across(facts: PartFacts) -> Mod | None:
    """First Fire at units in the road is halved for a firer to whom both ends of their Dash are cover.

    Residual FP that lies there is not, nor is fire at others of the same hex (ruling R203).
    """
    attack, firer = facts.attack, facts.part.unit.loc
    if not attack.moving or facts.part.occasion not in DEFENSIVE or not attack.targets:
        return None
    st = attack.st
    units = tuple(
        unit.id
        for unit in attack.targets
        if st.trail(unit.id).dash != NOWHERE and dashing(st, unit)
        if covered(st, firer, _entered(st, unit)[0]) and covered(st, firer, st.trail(unit.id).dash)
    )
    if not units:
        return None
    scope = () if len(units) == len(attack.targets) else units
    return Mod("dash", -2, "A4.63", "Dash across a road", scope)


@rule("A4.63", point=MAY_ENTER, rows=["A4.63a", "A4.63c", "A4.63j"], order=9, of=["Dash"])
def dash_path(facts: EntryFacts) -> Refusal | None:
    """Into the road, then straight to the declared Location, unless something keeps the unit from it."""
    st = facts.st
    for unit in facts.units if facts.stack.dashes else ():
        goal = st.trail(unit.id).dash
        if goal == NOWHERE:
            continue
        if not _entered(st, unit):
            if facts.way.to not in roads_to(map_now(st), facts.way.frm, goal):
                return Refusal("A4.63", "that hex has no road to be crossed on the way")
            if refusal := path_refusal(st, tuple(u.id for u in facts.units), facts.way.to, goal):
                return refusal
        elif facts.way.to != goal and can_finish(st, unit, late=False):
            return Refusal("A4.63", f"it dashes to {st.world.map.place_name(goal)}")
        elif facts.way.to == goal and _strands(st, unit, tuple(u.id for u in facts.units)):
            return Refusal("A4.63", "those left in the road could not finish their Dash without it")
    return None


def _strands(st: State, unit: Unit, going: tuple[int, ...]) -> bool:
    """Whether units that dash with this one need it to finish (for a leader's MF), and it goes without them."""
    staying, goal = tuple(u for u in _stack(st, unit) if u not in going), st.trail(unit.id).dash
    left = tuple(st.units[u] for u in staying)
    return any(
        can_finish(st, other, late=False)
        and cost_for(st, other, left, Way(other.loc, goal)) > mf_left(st, other, staying)
        for other in left
    )


def _dashers(st: State, units: tuple[int, ...]) -> tuple[Unit, ...]:
    return tuple(st.units[u] for u in units if st.trail(u).dash != NOWHERE)


@builds("A4.63", "A4.63c")
def nothing_else_refusal(st: State, units: tuple[int, ...]) -> Refusal | None:
    """Why units of a stack that Dashes may not spend MF on anything but their way, or None."""
    return Refusal("A4.63", "a Dash spends MF on nothing else") if _dashers(st, units) else None


@builds("A4.63", "A4.63c", "A4.63j")
@once_a_position
def grenade_refusal(st: State, units: tuple[int, ...], cost: int) -> Refusal | None:
    """Why Dashing units may not spend ``cost`` half MF on a SMOKE grenade, which they may before they set out."""
    dashers = _dashers(st, units)
    if not dashers:
        return None
    if any(_entered(st, unit) for unit in dashers):
        return nothing_else_refusal(st, units)
    start, goal = dashers[0].loc, st.trail(dashers[0].id).dash
    for road in roads_to(map_now(st), start, goal):
        if all(path_cost(st, u, dashers, start, road, goal) + cost <= mf_left(st, u, units) for u in dashers):
            return None
    return Refusal("A4.63", "the MF for the Dash would not be left")


def roads_ahead(st: State, units: tuple[int, ...]) -> tuple[int, ...]:
    """The road hexes through which a stack could go that has not set out on its Dash yet, () for any other stack."""
    first = st.units[units[0]]
    goal = st.trail(first.id).dash
    return () if goal == NOWHERE or _entered(st, first) else roads_to(map_now(st), first.loc, goal)


@builds("A4.63", "A4.63c", "A4.63d")
def stop_refusal(st: State, units: tuple[int, ...]) -> Refusal | None:
    """Why these units may not end their MPh here: a Dash ends where it was declared to, if it can."""
    for unit in (st.units[u] for u in units):
        goal = st.trail(unit.id).dash
        if goal == NOWHERE or reached_goal(st, unit) or len(_entered(st, unit)) > 1:
            continue
        ways = (goal,) if _entered(st, unit) else roads_to(map_now(st), unit.loc, goal)
        if any(entry_refusal(st, some, Way(unit.loc, to)) is None for to in ways for some in (units, (unit.id,))):
            return Refusal("A4.63", f"it dashes to {st.world.map.place_name(goal)}")
    return None


def reached_goal(st: State, unit: Unit) -> bool:
    """Whether a unit stands where its Dash ends: its MPh is over."""
    trail = st.trail(unit.id)
    return trail.dash != NOWHERE and unit.loc == trail.dash
