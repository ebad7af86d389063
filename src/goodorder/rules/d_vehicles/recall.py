"""The way of a Recalled vehicle: to its own edge of the map by the fewest MP (D5.341)."""

from __future__ import annotations

import heapq

from msgspec import Struct
from msgspec.structs import replace

from goodorder.board import Map
from goodorder.board.map.per_map_cache import once_per_map
from goodorder.core.actions import Delay, DriveStep, DriveTo, ParkHere, StartUp, Stop, TurnHull
from goodorder.core.errors import Refusal
from goodorder.core.events import Event
from goodorder.core.state import ON_MAP, State, Vehicle

from ..a04_movement.edges import EXIT
from ..facts.firing import UseAsk
from ..facts.ground import map_now
from ..facts.ordnance import HEXSPINES
from ..facts.vehicles import DriveFacts, buttoned_up, front_hexsides, heading, mobile, stuck
from ..points import MAY_DRIVE, MAY_USE, PHASE_BEGINS
from ..registry import builds, rule
from .edges import friendly_edge
from .entering import road_cost
from .fates import crew_leaves
from .movement import drive_refusal, ledger_of, prep_refusal
from .mp import mp_left
from .reach import entries_across, under_way

OFF = -1
"""Where a path ends that has left the map."""

_Beyond = tuple[int, int] | None
"""Where a hexside leads to, and the least that it costs; None where it may not be crossed."""

Node = tuple[int, int]
"""A Location and a VCA; ``(OFF, hexside)`` off the map."""


class _Course(Struct, frozen=True):
    """What may come first on a cheapest way to the edge: turns to these VCA, entries of these hexes, exits across these
    hexsides.
    """

    turns: frozenset[int] = frozenset()
    entries: frozenset[int] = frozenset()
    exits: frozenset[int] = frozenset()


_LATEST: list[tuple[State, Vehicle, _Course]] = []
"""What was asked last: the acts of one menu all ask about the same vehicle of the same position."""


@builds("D5.341", "D5.341b")
def course(st: State, vehicle: Vehicle) -> _Course:
    """The first acts of all its cheapest ways to the edge, driving forward; none where no way leads there."""
    if _LATEST and _LATEST[0][0] is st and _LATEST[0][1] is vehicle:
        return _LATEST[0][2]
    found = _course(st, vehicle)
    _LATEST[:] = [(st, vehicle, found)]
    return found


@builds("D5.341", "D5.341b")
def leads_home(st: State, vehicle: Vehicle) -> bool:
    """Whether any way leads to the edge, which is sooner found than what comes first on the cheapest ones."""
    if vehicle.stance.bypass:
        return False
    if _LATEST and _LATEST[0][0] is st and _LATEST[0][1] is vehicle:
        return _LATEST[0][2] != _Course()
    roads, seen = _roads(st, vehicle), {vehicle.loc}
    queue = roads.hexsides(vehicle.loc)
    heapq.heapify(queue)
    while queue:
        _, loc, side = heapq.heappop(queue)
        beyond = roads.across(loc, side)
        if beyond is None or beyond[0] in seen:
            continue
        if beyond[0] == OFF:
            return True
        seen.add(beyond[0])
        for one in roads.hexsides(beyond[0]):
            heapq.heappush(queue, one)
    return False


def _roads(st: State, vehicle: Vehicle) -> _Roads:
    return _Roads(under_way(st, vehicle), vehicle, friendly_edge(st, vehicle.side), _known_ways(st, vehicle))


def _course(st: State, vehicle: Vehicle) -> _Course:
    if vehicle.stance.bypass:  # out of a Bypass it goes as its owner likes
        return _Course()
    roads = _roads(st, vehicle)
    start: Node = (vehicle.loc, vehicle.facing)
    best: dict[Node, int] = {start: 0}
    before: dict[Node, list[Node]] = {}
    queue: list[tuple[int, int, Node]] = [(roads.least_left(start), 0, start)]
    ends: list[Node] = []
    while queue:
        least, spent, node = heapq.heappop(queue)
        if ends and least > best[ends[0]]:
            break
        if spent > best[node]:
            continue
        if node[0] == OFF:
            ends.append(node)
            continue
        for after, cost in roads.onward(node):
            total = spent + cost
            if total < best.get(after, total + 1):
                best[after], before[after] = total, [node]
                heapq.heappush(queue, (total + roads.least_left(after), total, after))
            elif total == best[after]:
                before[after].append(node)
    return _first(start, ends, before)


WAYS_HOME = "ways home"


def _known_ways(st: State, vehicle: Vehicle) -> dict[tuple[int, int], _Beyond]:
    """What the last search of this vehicle has found behind each hexside, while everything is the same but where it
    stands itself, what it has spent and how it points.
    """
    trail = st.trail(vehicle.id)
    own = replace(vehicle, loc=0, facing=0, turret=0, off_road=False)
    of = (own, heading(st, vehicle), st.turn, st.control, st.believed, replace(trail, steps=()))
    parts = (st.world, st.units, st.weapons, st.works, st.markers, st.weapon_shots)
    others = [one for one in st.vehicles.values() if one.id != vehicle.id]
    trails = [one for key, one in st.trails.items() if key != vehicle.id]
    same = (*parts, *others, None, *trails)
    before, known = st.tables.get(WAYS_HOME, ((None, ()), {}))
    if before[0] != of or len(before[1]) != len(same) or any(a is not b for a, b in zip(before[1], same, strict=True)):
        known = {}
        st.tables[WAYS_HOME] = ((of, same), known)
    found: dict[tuple[int, int], _Beyond] = known
    return found


class _Roads:
    """What each step of a vehicle costs that drives forward to an edge of the map, in halves of MP.

    A turn costs the same whichever way it points, an entry the same along either VCA that leads across the hexside:
    each is worked out once; that of hexsides which are not those of its own hex stays in ``known``.
    """

    def __init__(
        self, st: State, vehicle: Vehicle, goal: frozenset[int], known: dict[tuple[int, int], _Beyond]
    ) -> None:
        self.st = st
        self.vehicle = vehicle
        self.goal = goal
        self.board = map_now(st)
        self.least = road_cost(buttoned_up(st, vehicle))
        self._turns: dict[int, int] = {}
        self._across: dict[tuple[int, int], _Beyond] = {}
        self._known = known
        self._left: dict[int, int] = {OFF: 0}

    def least_left(self, node: Node) -> int:
        """What is still to be spent from a place at least: no hex costs less than one along a road."""
        found = self._left.get(node[0])
        if found is None:
            found = self._left[node[0]] = _away(self.board, node[0], self.goal) * self.least
        return found

    def onward(self, node: Node) -> list[tuple[Node, int]]:
        """What comes after a place on the way, with its cost."""
        loc, facing = node
        here = self._at(loc, facing)
        turn = self._turns.get(loc)
        if turn is None:
            left = TurnHull(here.id, (facing - 1) % HEXSPINES)
            turn = self._turns[loc] = ledger_of(DriveFacts(self.st, here, left, loc, loc)).total()
        found: list[tuple[Node, int]] = [((loc, (facing + hand) % HEXSPINES), turn) for hand in (-1, 1)]
        for side in front_hexsides(here):
            if (beyond := self.across(loc, side)) is not None:
                to, cost = beyond
                found.append(((to, side if to == OFF else facing), cost))
        return found

    def hexsides(self, loc: int) -> list[tuple[int, int, int]]:
        """The hexsides of a hex: what is left beyond each at least (-1 off the map), the hex, the side."""
        around = enumerate(self.board.around(loc))
        return [(-1 if to < 0 else self.least_left((to, side)), loc, side) for side, to in around]

    def across(self, loc: int, side: int) -> _Beyond:
        """Where a hexside leads to, and the least that it costs, worked out once."""
        key = (loc, side)
        if key not in self._across:
            self._across[key] = self._remembered(self._at(loc, side), side)
        return self._across[key]

    def _at(self, loc: int, facing: int) -> Vehicle:
        return replace(self.vehicle, loc=loc, facing=facing, off_road=self.vehicle.off_road and loc == self.vehicle.loc)

    def _remembered(self, here: Vehicle, side: int) -> _Beyond:
        """The same, of what lies off its own hex once while nothing else changes."""
        to = self.board.around(here.loc)[side]
        if to < 0 or self.vehicle.loc in (here.loc, to):
            return self._beyond(here, side)
        key = (here.loc, side)
        if key not in self._known:
            self._known[key] = self._beyond(here, side)
        return self._known[key]

    def _beyond(self, here: Vehicle, side: int) -> _Beyond:
        """Where a hexside leads to, and the least that it costs; None where it may not be crossed."""
        to = self.board.around(here.loc)[side]
        if to >= 0:
            ways = entries_across(self.st, here, side)
            return (to, min(ways)) if ways else None
        if self.board.hex_at(here.loc) not in self.goal:
            return None
        off = DriveFacts(self.st, here, DriveTo(here.id, EXIT, hexside=side), here.loc, EXIT, side)
        return OFF, ledger_of(off).total()


@once_per_map()
def _away(board: Map, loc: int, goal: frozenset[int]) -> int:
    """Hexes from a place to the nearest of an edge."""
    return min((board.distance(loc, edge) for edge in goal), default=0)


def _first(start: Node, ends: list[Node], before: dict[Node, list[Node]]) -> _Course:
    """The places that follow the first one on the ways that end there."""
    todo, seen, first = list(ends), set(ends), set()
    while todo:
        node = todo.pop()
        for one in before.get(node, ()):
            if one == start:
                first.add(node)
            if one not in seen:
                seen.add(one)
                todo.append(one)
    return _Course(
        frozenset(spine for loc, spine in first if loc == start[0] and spine != start[1]),
        frozenset(loc for loc, _ in first if loc not in (start[0], OFF)),
        frozenset(side for loc, side in first if loc == OFF),
    )


def _on_course(facts: DriveFacts, way: _Course) -> bool:
    """Whether an act leads on along it."""
    action = facts.action
    if isinstance(action, TurnHull):
        return action.facing in way.turns
    if isinstance(action, DriveTo):
        if action.reverse:
            return False
        return action.hexside in way.exits if facts.to == EXIT else facts.to in way.entries
    return False


@builds("D5.341")
def going_home(st: State, vehicle: Vehicle) -> bool:
    """Whether a vehicle is Recalled and can go."""
    return vehicle.recalled and vehicle.place == ON_MAP and mobile(vehicle) and prep_refusal(st, vehicle) is None


@rule("D5.341", point=MAY_DRIVE, rows=["D5.341b"], order=58)
def goes_home(facts: DriveFacts) -> Refusal | None:
    """A Recalled vehicle starts, and goes forward along a cheapest way to its edge while its MP last; it neither waits
    nor ends its MPh before.
    """
    st, vehicle, action = facts.st, facts.vehicle, facts.action
    if facts.probing or not going_home(st, vehicle) or facts.frm < 0:
        return None
    if not isinstance(action, (StartUp, Stop, Delay, ParkHere, TurnHull, DriveTo)):
        return None
    if not leads_home(st, vehicle):
        return None
    going = heading(st, vehicle)
    if (isinstance(action, StartUp) and not action.reverse) or (isinstance(action, Stop) and going == "reverse"):
        return None
    if isinstance(action, (TurnHull, DriveTo)):
        if going == "reverse":
            return Refusal("D5.341", "it is Recalled: it stops, and goes forward")
        if _on_course(facts, course(st, vehicle)):
            return None
    if isinstance(action, (Stop, Delay, ParkHere)) and not homeward(st, vehicle):
        return None
    return Refusal("D5.341", "it is Recalled: it goes to its edge of the map by the fewest MP")


@builds("D5.341", "D5.341b")
def homeward(st: State, vehicle: Vehicle) -> tuple[DriveStep, ...]:
    """What a Recalled vehicle has to do next, one of these: nothing where its MP are too few, or no way leads off."""
    if not going_home(st, vehicle) or not mp_left(st, vehicle) or not leads_home(st, vehicle):
        return ()
    going = heading(st, vehicle)
    if not going:
        acts: list[DriveStep] = [StartUp(vehicle.id)]
    elif going == "reverse":
        acts = [Stop(vehicle.id)]
    else:
        found = course(st, vehicle)
        acts = [DriveTo(vehicle.id, EXIT, hexside=side) for side in sorted(found.exits)]
        acts += [
            DriveTo(vehicle.id, to, road, share=share)
            for to in sorted(found.entries)
            for road, share in ((True, 0), (False, 0), (False, 1))
        ]
        acts += [TurnHull(vehicle.id, spine) for spine in sorted(found.turns)]
    return tuple(act for act in acts if drive_refusal(st, act) is None)


@rule("D5.341", point=MAY_USE, order=3, rows=["D5.341b"])
def saves_its_mp(ask: UseAsk) -> Refusal | None:
    """A Recalled vehicle that can go does not fire in the PFPh, which would keep it from going."""
    if ask.phase != "PFPh" or not going_home(ask.st, ask.vehicle):
        return None
    return Refusal("D5.341", "it is Recalled: it has to move")


@builds("D5.341")
def must_go_home(st: State, side: int) -> bool:
    """Whether a Recalled vehicle of a side has not gone yet."""
    own = (one for one in st.vehicles.values() if one.recalled and one.side == side)
    return any(not st.trail(one.id).started and homeward(st, one) for one in own)


@rule("D5.341", point=PHASE_BEGINS, of=["MPh"], rows=["D5.341d"], order=45)
def gets_out(st: State) -> tuple[Event, ...]:
    """As its MPh begins the crew of a Recalled vehicle that stands fast gets out, and it is Abandoned."""
    if not st.vehicles:
        return ()
    own = (one for one in st.vehicles.values() if one.recalled and one.side == st.turn.attacker and stuck(one))
    return tuple(event for one in own if prep_refusal(st, one) is None for event in crew_leaves(st, one))
