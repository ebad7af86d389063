"""Driving: where a vehicle could come to with its MP, and what it is worth to end there (D2)."""

from __future__ import annotations

import heapq
from collections.abc import Iterator
from functools import cached_property

from msgspec import Struct
from msgspec.structs import replace

from goodorder.board.map.bypass_ways import obstacle
from goodorder.core.actions import (
    Action,
    Delay,
    Done,
    DriveStep,
    DriveTo,
    Fire,
    ParkHere,
    StartUp,
    Stop,
    TurnHull,
    Unbog,
)
from goodorder.core.apply import apply
from goodorder.core.frames import Choice
from goodorder.core.stance import PLAIN, Stance
from goodorder.core.state import State, Trail, Vehicle
from goodorder.core.world import UNKNOWN
from goodorder.data.charts.vehicles import vehicle_chart
from goodorder.flow.drive.act import DRIVE
from goodorder.flow.drive.driving import may_drive
from goodorder.rules.a04_movement.edges import EXIT
from goodorder.rules.d_vehicles.bog import bog_checks
from goodorder.rules.d_vehicles.movement import cost_ledger
from goodorder.rules.d_vehicles.mp import mp_left
from goodorder.rules.d_vehicles.recall import homeward
from goodorder.rules.d_vehicles.tracks import tracks
from goodorder.rules.facts.ground import ground, map_now
from goodorder.rules.facts.ordnance import HEXSPINES, in_arc
from goodorder.rules.facts.units import utype, wtype
from goodorder.rules.facts.vehicles import HALVES, drive_facts, front_hexsides, running, vtype

from .armor import Piercer, colour_with, kill_chance, piercers, vehicle_worth
from .bounding import bounding_shot
from .ground import FAR
from .objectives import Purpose
from .style import STANDARD, Style
from .threat_map import Threat

MOST_LOOKED_AT = 130
"""Places with a facing that are looked at for one vehicle near by, and as many again on the way to its goals."""

BOG = 0.25
"""What a Bog Check costs, as a share of the vehicle's worth."""

CLOSE = 0.12
"""The share of a vehicle's worth that an unbroken enemy MMC beside it endangers, and four times that in its hex."""

EXIT_WORTH = 14.0
"""What leaving the map is worth to a vehicle whose side wants that."""

LEAD = 2
"""How many hexes before the goal a vehicle that can't take it waits for the men who can."""

Place = tuple[int, int, bool, Stance]
"""Location, VCA, whether it runs, and how it is in Bypass there."""


class Onward(Struct, frozen=True):
    """A step that leads on from a place: what it costs in halves of MP, and the risk of bogging by it."""

    action: TurnHull | DriveTo
    loc: int
    facing: int
    cost: int
    bog: float
    stance: Stance = PLAIN


class Leg(Struct, frozen=True):
    """A place within reach: the steps to it, the MP spent in halves, the share of its worth risked on the way."""

    place: Place
    steps: tuple[DriveStep, ...]
    spent: int
    risk: float


def _as_if_there(vehicle: Vehicle, loc: int, facing: int, stance: Stance) -> Vehicle:
    """A vehicle that runs in another place. Whether it is Recalled binds it where it is, not in a plan: a plan is made
    for a Recalled one only in Bypass, and from outside that its way home is known (``homeward``).
    """
    return replace(vehicle, loc=loc, facing=facing, motion=True, backing=False, stance=stance, recalled=False)


class Tracks:
    """What steps lead on from where, for each type of vehicle: remembered while the same counters are ahead of it."""

    def __init__(self) -> None:
        self._known: dict[tuple[object, ...], tuple[Onward, ...]] = {}

    def onward(self, st: State, vehicle: Vehicle, loc: int, facing: int, stance: Stance) -> tuple[Onward, ...]:
        """The steps that a running vehicle with MP enough could take from a place, as it points there."""
        around = map_now(st).around(loc)
        it = _as_if_there(vehicle, loc, facing, stance)
        ahead = [to for side in front_hexsides(it) if (to := around[side]) >= 0]
        near = (loc, *ahead) if stance is PLAIN else (loc, *ahead, *(to for to in around if to >= 0))
        there = tuple((one.id, one.wreck, one.stance.bypass) for to in near for one in st.vehicles_at(to))
        there = tuple(one for one in there if one[0] != vehicle.id)
        men = tuple(bool(st.side_at(to, 1 - vehicle.side)) for to in ahead)
        key = (vehicle.type, loc, facing, stance, there, men)
        found = self._known.get(key)
        if found is None:
            found = self._known[key] = self._find(st, it, ahead)
        return tuple(replace(one, action=replace(one.action, vehicle=vehicle.id)) for one in found)

    def off(self, st: State, vehicle: Vehicle, loc: int, facing: int, stance: Stance) -> tuple[Onward, ...]:
        """The ways off the map that a running vehicle has in a place."""
        there = _as_if_there(vehicle, loc, facing, stance)
        sides = [side for side in front_hexsides(there) if map_now(st).around(loc)[side] < 0]
        at = st.with_vehicle(there).with_trail(vehicle.id, Trail(started=True))
        ways = (DriveTo(vehicle.id, EXIT, hexside=side) for side in sides)
        return tuple(Onward(one, EXIT, facing, cost_ledger(at, one).total(), 0.0) for one in ways if _can(at, one))

    def _find(self, st: State, there: Vehicle, ahead: list[int]) -> tuple[Onward, ...]:
        vehicle, loc, facing, stance = there, there.loc, there.facing, there.stance
        at = st.with_vehicle(there).with_trail(vehicle.id, Trail(started=True))
        found: list[Onward] = []
        turns = (TurnHull(vehicle.id, (facing + hand) % HEXSPINES) for hand in (-1, 1))
        for turn in turns:
            if _can(at, turn):
                after = (facing, stance.with_(turning=turn.facing)) if stance.bypass else (turn.facing, PLAIN)
                found.append(self._onward(at, turn, loc, *after))
        for track in tracks(at, there):
            along = DriveTo(vehicle.id, track.to, bypass=(track.side,))
            if obstacle(ground(st, track.to).terrain) and _can(at, along):
                found.append(self._onward(at, along, track.to, track.facing, PLAIN.with_(bypass=track.path)))
        roads, around = ground(st, loc).roads, map_now(st).around(loc)
        for to in ahead:
            by_road = any(roads[side] for side, near in enumerate(around) if near == to)
            ways = [DriveTo(vehicle.id, to, road) for road in ((False, True) if by_road else (False,))]
            open_ = [self._onward(at, way, to, facing) for way in ways if _can(at, way)]
            if open_:
                found.append(min(open_, key=lambda one: (one.cost + 20 * one.bog, one.cost)))
        return tuple(found)

    def _onward(self, st: State, action: TurnHull | DriveTo, loc: int, facing: int, stance: Stance = PLAIN) -> Onward:
        bog = BOG if bog_checks(drive_facts(st, action)) else 0.0
        return Onward(action, loc, facing, cost_ledger(st, action).total(), bog, stance)


class Route(Struct, frozen=True):
    """A drive: its steps, what it gains over staying, and the Location at its end."""

    vehicle: int
    steps: tuple[DriveStep, ...]
    gain: float
    at: int = -1


class Driver:
    """Judges the drives of one side's vehicles in one position."""

    def __init__(
        self, st: State, side: int, tracks: Tracks, threat: Threat, purpose: Purpose, style: Style = STANDARD
    ) -> None:
        self.st, self.side, self.tracks, self.ground = st, side, tracks, threat.ground
        self.threat, self.purpose, self.style = threat, purpose, style
        self._danger: dict[tuple[int, int, int, bool], float] = {}
        self._targets: dict[tuple[int, int], float] = {}

    @cached_property
    def foes(self) -> tuple[Piercer, ...]:
        """Enemy weapons that may destroy a vehicle."""
        return piercers(self.st, 1 - self.side)

    @cached_property
    def prey(self) -> tuple[Vehicle, ...]:
        """Enemy vehicles that are worth a shot."""
        found = (one for one in self.st.vehicles.values() if one.side != self.side and one.loc >= 0 and not one.wreck)
        return tuple(one for one in found if not one.abandoned)

    @cached_property
    def men(self) -> dict[int, int]:
        """Unbroken enemy MMC by their Location; a "?" counts as one."""
        found: dict[int, int] = {}
        for unit in self.st.units.values():
            if unit.side != self.side and unit.loc >= 0 and not unit.broken:
                if unit.type == UNKNOWN or utype(self.st, unit).mmc:
                    found[unit.loc] = found.get(unit.loc, 0) + 1
        return found

    # -- what a place is worth ---------------------------------------------------------------

    def worth(self, vehicle: Vehicle, place: Place) -> float:
        """How good it is for a vehicle to end its MPh in a place."""
        loc, facing, runs, _ = place
        if loc == EXIT:
            return EXIT_WORTH
        value = self.pull(vehicle, loc) + self.chances(vehicle, loc) * (0.5 if runs else 1.0)
        return value - vehicle_worth(self.st, vehicle) * self.danger(vehicle, loc, facing, runs)

    def pull(self, vehicle: Vehicle, loc: int) -> float:
        """What the side's goals make of a Location."""
        if self.purpose.exits:
            return -self.style.drive * self.ground.field(self.purpose.exits)[loc] / 2
        if self.purpose.guard is not None:
            return -0.1 * self.purpose.guard[loc]
        best = -99.0
        for goal in self.purpose.goals:
            far = self.ground.field(goal.hexes)[loc]
            if far < FAR:
                hexes = max(0.0, far / 2 - (LEAD if goal.take else 0))
                best = max(best, -0.35 * goal.weight * hexes)
        return best if self.purpose.goals else 0.0

    def danger(self, vehicle: Vehicle, loc: int, facing: int, runs: bool) -> float:
        """The share of its worth that a vehicle loses there on average until it moves again."""
        key = (vehicle.id, loc, facing, runs)
        known = self._danger.get(key)
        if known is None:
            safe = 1.0
            for foe in self.foes:
                safe *= 1 - min(1.0, 1.2 * kill_chance(self.st, self.ground, foe, vehicle, loc, facing, moving=runs))
            near = sum(count for at, count in self.men.items() if at != loc and self.ground.map.distance(at, loc) == 1)
            safe *= (1 - CLOSE) ** near * (1 - 4 * CLOSE) ** self.men.get(loc, 0)
            known = self._danger[key] = 1 - safe
        return known

    def chances(self, vehicle: Vehicle, loc: int) -> float:
        """What its weapons could do from a Location: the best of enemy vehicles and of men."""
        key = (vehicle.id, loc)
        known = self._targets.get(key)
        if known is None:
            known = self._targets[key] = self._chances(vehicle, loc)
        return known

    def _chances(self, vehicle: Vehicle, loc: int) -> float:
        best, fp = 0.0, 0.0
        for weapon in self.st.weapons_of(vehicle.id):
            if weapon.malfunctioned:
                continue
            kind = wtype(self.st, weapon)
            if kind.ordnance:
                own = Piercer(loc, kind, vehicle.side, -1, True, colour_with(self.st, vehicle, weapon))
                for one in self.prey:
                    kills = kill_chance(self.st, self.ground, own, one, one.loc, one.facing, moving=one.motion)
                    best = max(best, vehicle_worth(self.st, one) * kills * (1 + 0.3 * kind.rof))
                fp += (kind.caliber or 0) / 12
            else:
                fp += kind.fp
        return best + self.threat.chance(loc, fp, 12)

    # -- where it could come to --------------------------------------------------------------

    def legs(self, vehicle: Vehicle) -> list[Leg]:
        """Places with a facing that its MP reach, by the fewest MP and the least risk: those near by, then those on the
        way to its goals; where it is comes first.
        """
        runs, left = bool(running(self.st, vehicle)), mp_left(self.st, vehicle)
        found: dict[Place, Leg] = {}
        start = Leg((vehicle.loc, vehicle.facing, runs, vehicle.stance), (), 0, 0.0)
        for most, field in ((MOST_LOOKED_AT, None), (2 * MOST_LOOKED_AT, self._field(vehicle))):
            todo: list[tuple[float, int, Leg]] = [(0.0, 0, start)]
            count, seen = 0, set[Place]()
            while todo and len(found) < most:
                _, _, leg = heapq.heappop(todo)
                if leg.place in seen:
                    continue
                seen.add(leg.place)
                leg = found.setdefault(leg.place, leg)
                for after in self._after(vehicle, leg, left):
                    if after.place not in seen:
                        count += 1
                        ahead = 0 if field is None or after.place[0] < 0 else HALVES * field[after.place[0]]
                        heapq.heappush(todo, (after.spent + 20 * after.risk + ahead, count, after))
            if len(found) < most:
                break
        return list(found.values())

    def _field(self, vehicle: Vehicle) -> tuple[int, ...] | None:
        """How far each Location is from where its side wants to be, in half MF of Infantry."""
        hexes = self.purpose.exits or frozenset(loc for goal in self.purpose.goals for loc in goal.hexes)
        return self.ground.field(hexes) if hexes else None

    def _after(self, vehicle: Vehicle, leg: Leg, left: int) -> Iterator[Leg]:
        """The places after one more step, as if every dice roll of it went well."""
        loc, facing, runs, stance = leg.place
        if not runs:
            start = StartUp(vehicle.id)
            if _can(self.st, start):
                yield Leg((loc, facing, True, stance), (start,), cost_ledger(self.st, start).total(), 0.0)
            return
        if loc == EXIT:
            return
        onward = self.tracks.onward(self.st, vehicle, loc, facing, stance)
        if loc in self.purpose.exits:
            onward = (*onward, *self.tracks.off(self.st, vehicle, loc, facing, stance))
        for one in onward:
            spent = leg.spent + one.cost
            if spent <= left:
                passing = 0.25 * self.danger(vehicle, one.loc, one.facing, True) if one.loc not in (loc, EXIT) else 0.0
                after = (one.loc, one.facing, True, one.stance)
                yield Leg(after, (*leg.steps, one.action), spent, leg.risk + one.bog + passing)

    def best(self, vehicle: Vehicle) -> Route:
        """The drive that gains most, without steps where staying is as good."""
        legs, left = self.legs(vehicle), mp_left(self.st, vehicle)
        stopping = HALVES * vehicle_chart().mp["stop"].mp
        value = vehicle_worth(self.st, vehicle)
        here = self.worth(vehicle, legs[0].place)
        found = Route(vehicle.id, (), 0.0)
        for leg in legs:
            loc, facing, runs, stance = leg.place
            if stance.turning >= 0:
                continue  # it does not end its move turned in Bypass
            if (
                leg.steps
                and loc != EXIT
                and any(one.id != vehicle.id and not one.wreck for one in self.st.vehicles_at(loc))
            ):
                continue  # no vehicle may end its move with another one
            risk = value * leg.risk
            if runs:
                gain = self.worth(vehicle, leg.place) - risk - here
                if leg.steps and gain > found.gain:
                    found = Route(vehicle.id, leg.steps, gain, loc)
                stop = Stop(vehicle.id)
                if leg.steps and loc != EXIT and left - leg.spent >= stopping:
                    gain = self.worth(vehicle, (loc, facing, False, stance)) - risk - here
                    if gain > found.gain:
                        found = Route(vehicle.id, (*leg.steps, stop), gain, loc)
        return found


def _can(st: State, action: DriveStep) -> bool:
    act = DRIVE.of(action)
    return act is not None and act.refusal(st, action) is None


def _vehicle(action: DriveStep) -> int:
    found: int = getattr(action, "vehicle", 0)
    return found


class Courses:
    """The drives that a player has set out on, so that they are not planned anew after each step."""

    def __init__(self) -> None:
        self.tracks = Tracks()
        self._left: dict[int, tuple[Place, tuple[DriveStep, ...]]] = {}
        self._stay: tuple[tuple[int, int], set[int]] = ((0, 0), set())

    def begin(
        self, st: State, choice: Choice, driver: Driver, least: float, reasons: list[str]
    ) -> DriveStep | Fire | None:
        """The first step of the vehicle that gains most by driving, or its shot before that; None where none gains
        enough.
        """
        now = (st.turn.number, st.turn.attacker)
        if self._stay[0] != now:
            self._stay = (now, set())
        own = (one for one in st.vehicles.values() if one.side == choice.side and may_drive(st, one))
        for vehicle in sorted(own, key=lambda one: (driver.pull(one, one.loc), one.id), reverse=True):
            if vehicle.id in self._stay[1]:
                continue
            if home := homeward(st, vehicle):
                reasons.append("It is Recalled.")
                return home[0]
            if vehicle.bogged:
                free = Unbog(vehicle.id)
                if choice.check(free) is None:
                    reasons.append("It is bogged: it tries to get free.")
                    return free
            route = driver.best(vehicle)
            if route.steps and route.gain >= least and choice.check(route.steps[0]) is None:
                then = driver.chances(vehicle, route.at) if route.at >= 0 else 0.0
                if vehicle.loc >= 0 and (shot := bounding_shot(st, choice, vehicle, then)) is not None:
                    self._left[vehicle.id] = (_place(st, vehicle), route.steps)
                    reasons.append("It fires before it drives out of sight.")
                    return shot
                reasons.append(f"The drive gains {route.gain:.1f}.")
                return self._set_out(st, vehicle, route.steps)
            self._stay[1].add(vehicle.id)
        return None

    def _set_out(self, st: State, vehicle: Vehicle, steps: tuple[DriveStep, ...]) -> DriveStep:
        self._left[vehicle.id] = (_place_after(st, steps[0]), steps[1:])
        return steps[0]

    def go_on(
        self, st: State, choice: Choice, driver: Driver, vehicle: Vehicle, reasons: list[str]
    ) -> DriveStep | Fire:
        """The next step: as planned while nothing has happened to it, else as it looks now; in the end it fires and
        parks.
        """
        if home := homeward(st, vehicle):
            reasons.append("It is Recalled.")
            return home[0]
        place, left = self._left.pop(vehicle.id, ((-1, -1, False, PLAIN), ()))
        here = _place(st, vehicle)
        if left and place == here and choice.check(left[0]) is None:
            reasons.append("It goes on as planned.")
            return self._set_out(st, vehicle, left)
        if place != here and mp_left(st, vehicle):
            route = driver.best(vehicle)
            if route.steps and route.gain > 0 and choice.check(route.steps[0]) is None:
                reasons.append(f"The drive gains {route.gain:.1f}.")
                return self._set_out(st, vehicle, route.steps)
        if (shot := bounding_shot(st, choice, vehicle)) is not None:
            reasons.append("Its Advancing Fire would do no more than this shot.")
            self._left[vehicle.id] = (here, ())
            return shot
        reasons.append("This is the best place within reach.")
        last = (ParkHere(vehicle.id), Stop(vehicle.id), Delay(vehicle.id))
        return next((one for one in last if choice.check(one) is None), last[0])


def split_up(choice: Choice, vehicle: int) -> Action:
    """An AFV that moves with Infantry (D9.31): what stands goes nowhere, what runs stops; then each goes on alone."""
    last = (Stop(vehicle), ParkHere(vehicle), Delay(vehicle), Done())
    return next(one for one in last if choice.check(one) is None)


def _place_after(st: State, action: DriveStep) -> Place:
    """Where a vehicle is after a step that goes well."""
    act = DRIVE.of(action)
    assert act is not None
    for event in act.do(st, action).events:
        st = apply(st, event)
    vehicle = st.vehicles[_vehicle(action)]
    return _place(st, vehicle)


def _place(st: State, vehicle: Vehicle) -> Place:
    return (vehicle.loc, vehicle.facing, bool(running(st, vehicle)), vehicle.stance)


def turret_wanted(st: State, vehicle: Vehicle, enemies: tuple[int, ...]) -> int:
    """The hexspine along which a turret should point: the one with most of the enemies, nearest to where it points."""
    if vtype(st, vehicle).turret_type == "NT" or not enemies:
        return vehicle.facing
    counts = [sum(in_arc(st, vehicle.loc, loc, spine) for loc in enemies) for spine in range(HEXSPINES)]
    most = max(counts)
    return next(spine for spine in range(HEXSPINES) if counts[spine] == most)


__all__ = ["Courses", "Driver", "Leg", "Route", "split_up", "turret_wanted"]
