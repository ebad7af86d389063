"""What becomes of a stack under an attack: each unit by itself, multiplied only where one matters to another.

A number stands for a unit in some condition.  What a check makes of it is asked of the game's own frames, once; all
else is arithmetic with numbers.  Units touch each other in three ways: Random Selection chooses among them, the best
leader helps in a check (A10.21), and each leader lost or broken shakes those beside him (A10.2).  A MMC does none of
it to others.  So a position is the conditions of the SMC together, and each MMC has its own share of it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from math import gcd

from msgspec import Struct
from msgspec.structs import replace

from goodorder.core.dice import PAIRS
from goodorder.core.errors import EngineFault
from goodorder.core.events import Event
from goodorder.core.frames import Do, Frame, Series
from goodorder.core.state import ELIMINATED, NOWHERE, ON_MAP, State, Unit
from goodorder.flow.fire.effect import Results
from goodorder.flow.shared.casualties import LeaderLoss
from goodorder.flow.shared.checks import MoraleCheck, TaskCheck
from goodorder.flow.shared.selection import RandomSelection
from goodorder.flow.shared.wounds import WoundCheck
from goodorder.rules.a10_checks import check_ledger
from goodorder.rules.facts.units import is_smc, morale_level

from .spread import DICE_DEPTH, TOTAL, Memo, Project, advance, dice_of, quiet, spread, started, ways_on

Check = MoraleCheck | TaskCheck | WoundCheck
Condition = tuple[Unit, ...]
"""A unit as it is at some time, and the new counters that came of it."""
WHOLE = 0
"""The number of no unit: what it has a share of is the position itself."""
Position = tuple[int, ...]
"""The number of the condition of each unit that is followed together with the others."""
Share = dict[int, int]
"""The weight of a position, and in it of each condition of the units that are followed beside the others."""
Weights = dict[Position, Share]
Ways = tuple[int, tuple[tuple[int, int], ...]]
"""What can become of a condition: of so many cases, how many bring each one."""
Throw = tuple[int, Do, Ways]
"""A DR of a check: how many pairs of faces have it, what it brings, and what becomes of the condition by it."""
Moves = Callable[[Position, int], Ways]
"""What becomes of a condition in some position."""
Leader = tuple[int, bool, int, int]
"""A leader under attack, as :class:`LeaderLoss` names him."""
Falls = frozenset[tuple[int, bool]]
"""Leaders whose fall was dealt with: lost (true) or broken."""


class Chosen(Struct, frozen=True):
    """A result of which Random Selection is to choose the victims."""

    results: Results
    selection: RandomSelection


Step = Check | Chosen | LeaderLoss
Steps = tuple[Step, ...]


class Opening(Struct, frozen=True):
    """What some dice of an attack do as it takes effect on its targets, and the weight of those dice."""

    state: State
    events: tuple[Event, ...]
    push: tuple[Frame, ...]
    weight: int

    def begun(self) -> State:
        """The position before any other dice are thrown."""
        return advance(self.state, Do(self.events), Project(()))

    def steps(self) -> Steps | None:
        """What is to be resolved from there on; None where something else than a stack takes part in it."""
        now = self.begun()
        found: list[Step] = []
        for frame in flat(self.push):
            if isinstance(frame, (MoraleCheck, TaskCheck, WoundCheck, LeaderLoss)):
                found.append(frame)
            elif isinstance(frame, Results):
                do = frame.ask(now)
                if do.then is None:
                    found += checks_among(do.push)
                elif isinstance(do.push[0], RandomSelection):
                    found.append(Chosen(frame, do.push[0]))
            else:
                return None
        return tuple(found)


def flat(frames: Iterable[Frame]) -> Iterator[Frame]:
    """Frames in the order in which they run."""
    for frame in frames:
        if isinstance(frame, Series):
            yield from flat(frame.frames)
        else:
            yield frame


def checks_among(frames: Iterable[Frame]) -> list[Check]:
    return [frame for frame in flat(frames) if isinstance(frame, (MoraleCheck, TaskCheck, WoundCheck))]


class Conditions:
    """The conditions in which the units under an attack can be, and what a check makes of each; ``base`` is before it.

    ``owner`` holds the unit of each number, ``helping`` whether it is a SMC who may help others in their checks;
    ``apart``: each DR of a check is kept apart, for those who ask what it may do beside.
    """

    def __init__(self, base: State, *, apart: bool = False) -> None:
        self.base = base
        self.apart = apart
        self.throws: dict[tuple[object, ...], tuple[Throw, ...]] = {}
        self.numbers: dict[Condition, int] = {}
        self.known: list[Condition] = [()]
        self.owner: list[int] = [0]
        self.helping: list[bool] = [False]
        self.outcomes: dict[tuple[object, ...], Ways] = {}
        self.memo: Memo = {}

    def number(self, unit: Unit, *new: Unit) -> int:
        """The number of a unit's condition, with new counters that came of it."""
        condition = (unit, *new)
        found = self.numbers.get(condition)
        if found is None:
            found = self.numbers[condition] = len(self.known)
            able = unit.place == ON_MAP and not unit.broken and not unit.pinned
            self.known.append(condition)
            self.owner.append(unit.id)
            self.helping.append(able and is_smc(self.base, unit))
        return found

    def state(self, number: int, others: Position = ()) -> State:
        """The position in which one unit, and others, are in these conditions."""
        units = dict(self.base.units)
        for one in others:
            units[self.owner[one]] = self.known[one][0]
        condition = self.known[number]
        units.update((unit.id, unit) for unit in condition)
        return self.base.with_(units=units, next_id=self.base.next_id + max(0, len(condition) - 1))

    def after(self, st: State, check: Check, number: int) -> Ways:
        """What a check makes of a unit in this condition; of all others only their DRM to it counts."""
        now = started(st, check)
        if isinstance(check, WoundCheck):
            key: tuple[object, ...] = (number, check.extra)
        else:
            fierce = (check.tem, check.fierce) if isinstance(check, MoraleCheck) and check.fierce is not None else ()
            key = (number, type(check), check.cause, check_ledger(check.facts(now)).total(), fierce)
        found = self.outcomes.get(key)
        if found is None:
            found = self.outcomes[key] = self._resolved(now, check, key)
        return found

    def _resolved(self, now: State, check: Check, key: tuple[object, ...]) -> Ways:
        if self.apart and (throws := self.thrown(now, check, key)):
            return _together(throws)
        return self._ways(now, check.unit)

    def thrown(self, now: State, check: Check, key: tuple[object, ...]) -> tuple[Throw, ...]:
        """What each DR of a check does; nothing where none is thrown."""
        if isinstance(check, WoundCheck) or isinstance(check.ask(now), Do):
            return ()
        found = self.throws.get(key)
        if found is None:
            found = self.throws[key] = tuple(self._throws(now, check))
        return found

    def _throws(self, now: State, check: MoraleCheck | TaskCheck) -> Iterator[Throw]:
        known: dict[tuple[object, ...], Ways] = {}
        for faces, count in dice_of(check):
            told = check.rolled(now, faces)
            do = quiet(told)
            key = (do.events, do.then, do.push, do.value)
            if key not in known:
                known[key] = self._ways(advance(now, do, Project((check.unit,))), check.unit)
            yield count, told, known[key]

    def _ways(self, now: State, unit: int) -> Ways:
        table: Share = {}
        for leaf in spread([(now, TOTAL)], Project((unit,)), self.memo):
            units = leaf.state.units
            new = [unit for id, unit in units.items() if id >= self.base.next_id]
            number = self.number(units[unit], *new)
            table[number] = table.get(number, 0) + leaf.weight
        return _lowest(table)


class Heard(Conditions):
    """The same conditions, without the dice of which ``counts`` says no: their weight is lost."""

    def __init__(self, whole: Conditions, counts: Callable[[State, Do], bool]) -> None:
        super().__init__(whole.base)
        self.whole = whole
        self.counts = counts
        self.numbers, self.known = whole.numbers, whole.known
        self.owner, self.helping = whole.owner, whole.helping

    def _resolved(self, now: State, check: Check, key: tuple[object, ...]) -> Ways:
        if throws := self.whole.thrown(now, check, key):
            return _together([one for one in throws if self.counts(now, one[1])])
        return self.whole._ways(now, check.unit)


def _together(throws: Iterable[Throw]) -> Ways:
    """All that these DR bring."""
    table: Share = {}
    for count, _, (cases, ways) in throws:
        for number, times in ways:
            _count(table, number, TOTAL // len(PAIRS) // cases * count * times)
    return _lowest(table)


def _lowest(table: Share) -> Ways:
    part = gcd(TOTAL, *table.values())
    return TOTAL // part, tuple([(number, weight // part) for number, weight in table.items()])


class Stack:
    """The units ``ids`` under an attack, all its SMC among them, followed together; and the MMC ``beside`` them, each
    by itself.
    """

    def __init__(self, conditions: Conditions, ids: tuple[int, ...], beside: tuple[int, ...] = ()) -> None:
        self.conditions = conditions
        self.ids = ids
        self.beside = beside
        self.places = {unit: place for place, unit in enumerate(ids)}
        self.checked: dict[Check, dict[Position, Ways]] = {}
        self.falls: dict[LeaderLoss, Losses] = {}

    def ends(self, openings: Sequence[tuple[Opening, Steps]]) -> Iterator[tuple[Condition, int]]:
        """All that the openings can make of each unit, with the weights."""
        known, owner = self.conditions.known, self.conditions.owner
        totals = dict.fromkeys((*self.ids, *self.beside), 0)
        for position, share in self._ends(openings).items():
            whole = share.get(WHOLE, 0)
            for number, weight in (*((one, whole) for one in position), *share.items()):
                if number and weight:
                    totals[owner[number]] += weight
                    yield known[number], weight
        _check_weights(openings, totals.values())

    def together(self, openings: Sequence[tuple[Opening, Steps]]) -> Iterator[tuple[tuple[Condition, ...], int]]:
        """All that the openings can make of the units that are followed together, with the weights."""
        total = 0
        for position, share in self._ends(openings).items():
            total += share[WHOLE]
            yield tuple(self.conditions.known[one] for one in position), share[WHOLE]
        _check_weights(openings, (total,))

    def _ends(self, openings: Sequence[tuple[Opening, Steps]]) -> Weights:
        found: Weights = {}
        todo: dict[Steps, Weights] = {}
        number = self.conditions.number
        for opening, steps in openings:
            now = opening.begun()
            share = {WHOLE: opening.weight}
            share.update((number(now.units[unit]), opening.weight) for unit in self.beside)
            _put(todo.setdefault(self._own(steps), {}), tuple([number(now.units[unit]) for unit in self.ids]), share)
        while todo:
            steps = max(todo, key=len)
            weights = todo.pop(steps)
            if not steps:
                _add(found, weights)
                continue
            step, rest = steps[0], steps[1:]
            if isinstance(step, Chosen):
                for more, then in self._chosen(step, weights).items():
                    _add(todo.setdefault((*more, *rest), {}), then)
            elif isinstance(step, LeaderLoss):
                _add(todo.setdefault(rest, {}), self._losses(step, rest, weights))
            else:
                _add(todo.setdefault(rest, {}), self._check(step, rest, weights))
        return found

    def _own(self, steps: Iterable[Step]) -> Steps:
        """The steps without the checks of units that are not followed."""
        own = {*self.ids, *self.beside}
        return tuple([step for step in steps if isinstance(step, (Chosen, LeaderLoss)) or step.unit in own])

    def _check(self, check: Check, rest: Steps, weights: Weights) -> Weights:
        """The positions after one unit's check."""
        conditions, unit = self.conditions, check.unit
        helping, owner = conditions.helping, conditions.owner
        known = self.checked.setdefault(check, {})

        def moves(position: Position, number: int) -> Ways:
            key = (number, *[one for one in position if helping[one]])
            found = known.get(key)
            if found is None:
                found = known[key] = conditions.after(conditions.state(number, position), check, number)
            return found

        if unit in self.places:
            return _moved(weights, self.places[unit], moves)
        losses = self._losses_alone(rest)
        found: Weights = {}
        alike: dict[tuple[Position, Ways], int] = {}
        for position, share in weights.items():
            mine = [one for one in share if owner[one] == unit]
            at = losses.plain(position) if losses and mine else position
            for one in mine:
                key = (at, moves(position, one))
                alike[key] = alike.get(key, 0) + share.pop(one)
            if share:
                _put(found, position, share)
        for (at, (cases, ways)), weight in alike.items():
            part = found.setdefault(at, {})
            for number, times in ways:
                part[number] = part.get(number, 0) + weight // cases * times
        return found

    def _losses_alone(self, rest: Steps) -> Losses | None:
        """The leaders' falls, where of the SMC nothing else is to come."""
        if not rest or not isinstance(rest[-1], LeaderLoss):
            return None
        if any(isinstance(step, (Chosen, LeaderLoss)) or step.unit in self.places for step in rest[:-1]):
            return None
        return self._falls(rest[-1])

    def _falls(self, frame: LeaderLoss) -> Losses:
        if frame not in self.falls:
            self.falls[frame] = Losses(self.conditions, frame, self.places)
        return self.falls[frame]

    def _chosen(self, step: Chosen, weights: Weights) -> dict[Steps, Weights]:
        """What Random Selection brings: the checks that follow, with the positions from which they do."""
        units, owner = step.results.units, self.conditions.owner
        places = [self.places[unit] for unit in units if unit in self.places]
        known: dict[Position, list[tuple[int, int, Steps, int, Position]]] = {}
        found: dict[Steps, Weights] = {}
        for position, share in weights.items():
            for one, weight in share.items():
                told = one if owner[one] in units else WHOLE
                key = (told, *[position[place] for place in places])
                if key not in known:
                    known[key] = list(self._victims(step, told, position))
                for cases, times, steps, number, struck in known[key]:
                    then = list(position)
                    for place in places:
                        then[place] = struck[place]
                    part = found.setdefault(steps, {}).setdefault(tuple(then), {})
                    _count(part, number if told else one, weight // cases * times)
        return found

    def _victims(self, step: Chosen, told: int, position: Position) -> Iterator[tuple[int, int, Steps, int, Position]]:
        """Each way to choose among the units followed together and one beside them: how many cases there are, how many
        are this one, the checks to come, and the conditions of that one and of the others.
        """
        conditions, frame = self.conditions, step.results
        unit = conditions.owner[told]
        own = Project((*self.ids, unit) if told else self.ids)
        now = started(conditions.state(told, position), step.selection)
        for times, dice, do in ways_on(now, own, conditions.memo) or ():
            together = tuple([one for one in do.value if one in self.places])
            then = frame.resumed(now, do.value)
            steps = self._own(checks_among((then if together == do.value else frame.resumed(now, together)).push))
            after = advance(now, Do(then.events), own).units
            if told and after[unit].place == ON_MAP:
                due = [one for one in steps if not isinstance(one, (Chosen, LeaderLoss)) and one.unit == unit]
                if due != [one for one in checks_among(then.push) if one.unit == unit]:
                    raise EngineFault("the checks of a stack hang on who else is chosen")
            number = conditions.number(after[unit]) if told else WHOLE
            yield 6**dice, times, steps, number, tuple([conditions.number(after[one]) for one in self.ids])

    def _losses(self, frame: LeaderLoss, rest: Steps, weights: Weights) -> Weights:
        """The positions after each leader who was lost or broke has shaken those beside him.

        Where nothing follows, what the SMC are counts for those beside them only as far as it can shake them.
        """
        losses = self._falls(frame)
        if rest or not self.beside:
            return self._shaken(losses, weights)
        whole = {position: {WHOLE: share.pop(WHOLE)} for position, share in weights.items() if WHOLE in share}
        found = self._shaken(losses, {at: share for at, share in weights.items() if share}, losses.plain)
        _add(found, Stack(self.conditions, self.ids)._shaken(losses, whole))
        return found

    def _shaken(self, losses: Losses, weights: Weights, plain: Callable[[Position], Position] | None = None) -> Weights:
        frame = losses.frame
        ends: Weights = {}
        todo: dict[Falls, Weights] = {frozenset(frame.done): weights}
        while todo:
            done = min(todo, key=len)
            falls: dict[tuple[Leader, bool], Weights] = {}
            for position, share in todo.pop(done).items():
                at = plain(position) if plain else position
                fall = losses.next(at, done)
                _put(ends if fall is None else falls.setdefault(fall, {}), at, share)
            for (leader, lost), now in falls.items():
                shaken = tuple([unit for unit in frame.stack if unit != leader[0]])
                then = self._moved(now, shaken, losses.moves(leader, lost))
                _add(todo.setdefault(done | {(leader[0], lost)}, {}), then)
        return ends

    def _moved(self, weights: Weights, units: tuple[int, ...], moves: Moves) -> Weights:
        """The positions after what befalls these units, each by itself."""
        for unit in units:
            if unit in self.places:
                weights = _moved(weights, self.places[unit], moves)
        if not any(unit in units for unit in self.beside):
            return weights
        own = {number for number, unit in enumerate(self.conditions.owner) if unit in units}
        return {position: _shared(position, share, own, moves) for position, share in weights.items()}


class Losses:
    """Leaders lost and broken: whose turn it is, and what that does to those beside him."""

    def __init__(self, conditions: Conditions, frame: LeaderLoss, places: dict[int, int]) -> None:
        self.conditions = conditions
        self.frame = frame
        self.leaders = [(leader, places[leader[0]]) for leader in frame.in_order() if leader[0] in places]
        levels = [(leader[2], place) for leader, place in self.leaders]
        self.highest = [max([0, *(level for level, at in levels if at != place)]) for place in places.values()]
        self.plains: dict[int, int] = {}
        self.fallen: dict[int, bool | None] = {}
        self.shaken: dict[tuple[Leader, bool], dict[int, Ways]] = {}

    def next(self, position: Position, done: Falls) -> tuple[Leader, bool] | None:
        """The next leader whose fall is to be dealt with, and whether he is lost."""
        for leader, place in self.leaders:
            lost = self.fall(leader, position[place])
            if lost is not None and (leader[0], lost) not in done:
                return leader, lost
        return None

    def fall(self, leader: Leader, number: int) -> bool | None:
        """Whether a leader in this condition is lost (true) or has broken (false); None while he stands."""
        if number not in self.fallen:
            then = LeaderLoss((leader,), ()).ask(self.conditions.state(number)).then
            self.fallen[number] = then.done[-1][1] if isinstance(then, LeaderLoss) else None
        return self.fallen[number]

    def plain(self, position: Position) -> Position:
        """The simplest position in which the same falls are ahead; a leader's own pin counts for none."""
        found = []
        for place, number in enumerate(position):
            if number not in self.plains:
                self.plains[number] = self._plain(number, self.highest[place])
            found.append(self.plains[number])
        return tuple(found)

    def _plain(self, number: int, highest: int) -> int:
        """One number for all conditions in which no other leader, of this Morale Level at most, can shake a unit."""
        now = self.conditions.known[number][0]
        was = self.conditions.base.units[now.id]
        if now.place != ON_MAP:
            return self.conditions.number(replace(was, place=now.place, loc=now.loc))
        state = self.conditions.state(number)
        plain = replace(was, broken=now.broken, pinned=True)
        if min(morale_level(state, unit) for unit in (plain, now)) < highest:
            plain = replace(now, pinned=True)
        return self.conditions.number(plain)

    def moves(self, leader: Leader, lost: bool) -> Moves:
        """What his fall makes of the others."""

        known = self.shaken.setdefault((leader, lost), {})

        def shaken(_: Position, number: int) -> Ways:
            found = known.get(number)
            if found is None:
                found = known[number] = self._shaken(leader, lost, number)
            return found

        return shaken

    def _shaken(self, leader: Leader, lost: bool, number: int) -> Ways:
        conditions = self.conditions
        now = conditions.state(number)
        was = now.units[leader[0]]
        now = now.with_unit(replace(was, place=ELIMINATED, loc=NOWHERE) if lost else replace(was, broken=True))
        for check in checks_among(LeaderLoss((leader,), (conditions.owner[number],)).ask(now).push):
            return conditions.after(now, check, number)
        return 1, ((number, 1),)


def _check_weights(openings: Iterable[tuple[Opening, Steps]], totals: Iterable[int]) -> None:
    """Nothing is lost where a weight is divided."""
    whole = sum(opening.weight for opening, _ in openings)
    if any(total != whole for total in totals):
        raise EngineFault(f"more than {DICE_DEPTH} dice on one path")


def _moved(weights: Weights, place: int, moves: Moves) -> Weights:
    """The positions after what befalls the unit in one place."""
    found: Weights = {}
    for position, share in weights.items():
        cases, ways = moves(position, position[place])
        if cases == 1 and ways[0][0] == position[place]:
            _put(found, position, share)
            continue
        single = [(one, weight // cases) for one, weight in share.items()]
        for number, times in ways:
            then = (*position[:place], number, *position[place + 1 :])
            part = found.get(then)
            if part is None:
                found[then] = {one: weight * times for one, weight in single}
            else:
                for one, weight in single:
                    part[one] = part.get(one, 0) + weight * times
    return found


def _shared(position: Position, share: Share, own: set[int], moves: Moves) -> Share:
    """A share after what befalls those of ``own`` in it."""
    found: Share = {}
    for one, weight in share.items():
        if one not in own:
            _count(found, one, weight)
            continue
        cases, ways = moves(position, one)
        single = weight // cases
        for number, times in ways:
            found[number] = found.get(number, 0) + single * times
    return found


def _count(share: Share, one: int, weight: int) -> None:
    share[one] = share.get(one, 0) + weight


def _put(weights: Weights, position: Position, share: Share) -> None:
    known = weights.get(position)
    if known is None:
        weights[position] = share
    else:
        for one, weight in share.items():
            known[one] = known.get(one, 0) + weight


def _add(weights: Weights, more: Weights) -> None:
    for position, share in more.items():
        _put(weights, position, share)
