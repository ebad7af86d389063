"""How far a vehicle gets with its MP, and by which expenditures (D2.1, D2.3).

Paths run forward, or in reverse for one that goes in reverse. Hexes that ask for a Bog Check or for all MP end a path.
"""

from __future__ import annotations

import heapq

from msgspec import Struct
from msgspec.structs import replace

from goodorder.core.actions import DriveStep, DriveTo, StartUp, TurnHull
from goodorder.core.stance import PLAIN, Stance
from goodorder.core.state import State, Trail, Vehicle

from ..facts.ground import map_now
from ..facts.ordnance import HEXSPINES
from ..facts.vehicles import DriveFacts, front_hexsides, heading, mobile, rear_hexsides
from ..points import MAY_DRIVE
from ..registry import builds
from .armored_assault import tied, went_beside
from .bog import bog_checks
from .movement import ledger_of
from .mp import busy_refusal, chart_mod, mp_left, takes_all
from .paying import road_open, ways_to_pay
from .tracks import tracks


class Reached(Struct, frozen=True):
    """A hex that a vehicle gets to: with ``left`` halves of MP, pointing along ``facing``, by these acts; ``bog``: the
    last of them asks for a Bog Check; ``path``: in Bypass between these vertices (D2.32).
    """

    loc: int
    facing: int
    left: int
    acts: tuple[DriveStep, ...]
    bog: bool = False
    path: tuple[int, ...] = ()


Beside = tuple[int, ...]
"""The half MF that each unit of an Armored Assault has spent, or would have, with the AFV all the way (D9.31)."""


class _Way(Struct, frozen=True):
    """An entry that may be made, and what it costs; ``last``: no path goes on behind it; ``whole``: it takes all MP;
    ``beside``: after it.
    """

    action: DriveTo
    cost: int
    last: bool
    whole: bool
    bog: bool
    facing: int
    stance: Stance = PLAIN
    beside: Beside = ()


@builds("D2.1", "D2.1a", "D9.31b")
def reach(st: State, vehicle: Vehicle) -> dict[int, Reached]:
    """The hexes that a vehicle gets to, each by the path that leaves it the most MP."""
    if vehicle.loc < 0 or not mobile(vehicle) or st.trail(vehicle.id).ended:
        return {}
    back, unspent = heading(st, vehicle) == "reverse", busy_refusal(st, vehicle) is None
    first: tuple[DriveStep, ...] = ()
    budget = mp_left(st, vehicle)
    if not heading(st, vehicle):
        budget -= chart_mod("start", "start").value
        first = (StartUp(vehicle.id),)
    st = under_way(st, vehicle, back=back)
    men = tuple(unit.id for unit in tied(st, vehicle.id))
    ways: dict[tuple[int, int, Stance, bool, Beside], list[_Way]] = {}
    best: dict[tuple[int, int, Stance, Beside], int] = {}
    found: dict[int, Reached] = {}
    queue: list[tuple[int, int, int, int, Stance, tuple[DriveStep, ...], Beside]] = []
    beside = tuple(st.trail(unit).beside for unit in men)
    queue.append((0, 0, vehicle.loc, vehicle.facing, vehicle.stance, first, beside))
    counter = 0
    while queue:
        spent, _, loc, facing, stance, acts, beside = heapq.heappop(queue)
        if best.get((loc, facing, stance, beside), budget + 1) <= spent:
            continue
        best[loc, facing, stance, beside] = spent
        now = _with_beside(st, men, beside)
        fresh_here = loc not in found or (found[loc].bog and bool(stance.bypass))
        if loc != vehicle.loc and fresh_here and stance.turning < 0:
            found[loc] = Reached(loc, facing, budget - spent, acts, path=stance.bypass)
        off = vehicle.off_road and loc == vehicle.loc
        here = replace(vehicle, loc=loc, facing=facing, off_road=off, stance=stance)
        for hand in (-1, 1) if stance.turning < 0 and not (back and stance.bypass) else ():
            spine = (facing + hand) % HEXSPINES
            turn = DriveFacts(st, here, TurnHull(vehicle.id, spine), loc, loc)
            cost = spent + ledger_of(turn).total()
            if cost <= budget and not bog_checks(turn):
                counter += 1
                at = (facing, stance.with_(turning=spine)) if stance.bypass else (spine, PLAIN)
                heapq.heappush(queue, (cost, counter, loc, *at, (*acts, turn.action), beside))
        for side in (*(rear_hexsides(here) if back else front_hexsides(here)), -1):
            fresh = spent == 0 and unspent
            key = (loc, side if side >= 0 else facing + HEXSPINES, stance, fresh, beside)
            if key not in ways:
                ways[key] = (
                    _ways(now, here, side, back=back, fresh=fresh) if side >= 0 else _along(now, here, back=back)
                )
            for way in ways[key]:
                total = spent + way.cost
                if way.last and (way.whole or way.cost <= budget - spent):
                    to = way.action.to
                    known = found.get(to)
                    if total <= budget or way.cost > budget:
                        left = max(0, budget - total)
                        if known is None or (known.bog and known.left < left):
                            path = way.stance.bypass
                            found[to] = Reached(to, way.facing, left, (*acts, way.action), way.bog, path)
                elif not way.last and total <= budget:
                    counter += 1
                    went = (way.action.to, way.facing, way.stance, (*acts, way.action), way.beside)
                    heapq.heappush(queue, (total, counter, *went))
    return found


def _with_beside(st: State, men: tuple[int, ...], beside: Beside) -> State:
    """The position in which those who have moved with the AFV have spent so much, or would have."""
    for unit, spent in zip(men, beside, strict=True):
        st = st.with_trail(unit, replace(st.trail(unit), beside=spent))
    return st


def _beside_after(st: State, here: Vehicle, action: DriveTo) -> Beside:
    """The same after an entry."""
    if not tied(st, here.id):
        return ()
    return tuple(one.mf for one in went_beside(st.with_vehicle(here), action))


def under_way(st: State, vehicle: Vehicle, *, back: bool = False) -> State:
    """The position with a vehicle that runs, for questions about what it could do once it has started."""
    if heading(st, vehicle):
        return st
    trail = replace(st.trail(vehicle.id), began_motion=True, began_backing=back)
    return st.with_trail(vehicle.id, trail if trail.steps else Trail(began_motion=True, began_backing=back))


def entries_across(st: State, here: Vehicle, side: int) -> tuple[int, ...]:
    """What the entries across a hexside cost a vehicle that drives forward, in halves of MP, the cheapest first."""
    return tuple(way.cost for way in _ways(st, here, side, back=False, fresh=True))


def _ways(st: State, here: Vehicle, side: int, *, back: bool, fresh: bool) -> list[_Way]:
    """The entries across one hexside: the cheapest that goes on, and those that end a path."""
    to = map_now(st).around(here.loc)[side]
    if to < 0:
        return []
    going: list[_Way] = []
    ending: list[_Way] = []
    plain = DriveFacts(st, here, DriveTo(here.id, to, reverse=back), here.loc, to, side, probing=True)
    ways = [DriveTo(here.id, to, reverse=back, share=share) for share in range(len(ways_to_pay(plain)))]
    if road_open(plain):
        ways.insert(0, DriveTo(here.id, to, road=True, reverse=back))
    for action in ways:
        facts = DriveFacts(st, here, action, here.loc, to, side, probing=True)
        if st.world.rules.refuse(MAY_DRIVE, facts) is not None:
            continue
        bog = bool(bog_checks(facts))
        whole = takes_all(facts)
        if whole and not fresh:
            continue
        beside = _beside_after(st, here, action)
        made = _Way(action, ledger_of(facts).total(), bog or whole, whole, bog, here.facing, beside=beside)
        (ending if made.last else going).append(made)
    going.sort(key=lambda one: one.cost)
    ending.sort(key=lambda one: one.cost)
    return [*going[:1], *ending[:1]] if not going else going[:1]


def _along(st: State, here: Vehicle, *, back: bool) -> list[_Way]:
    """The hexsides along which it can go on in Bypass (D2.33)."""
    found = []
    for track in tracks(st, here, back=back):
        action = DriveTo(here.id, track.to, reverse=back, bypass=(track.side,))
        side = map_now(st).side_between(here.loc, track.to)
        facts = DriveFacts(st, here, action, here.loc, track.to, -1 if side is None else side, probing=True)
        if st.world.rules.refuse(MAY_DRIVE, facts) is None:
            bog = bool(bog_checks(facts))
            stance = PLAIN.with_(bypass=track.path)
            beside = _beside_after(st, here, action)
            found.append(_Way(action, ledger_of(facts).total(), bog, False, bog, track.facing, stance, beside))
    return found
