"""How likely none of the checks that an attack brings its targets does something: wake a Sniper, bring Heat of Battle.

Given who of the SMC of a stack can help, and which leader falls when, each unit checks by itself.  So those ways are
followed, and on each of them what is left of every unit's chances; MMC that nothing tells apart are one, with their
number.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from goodorder.core.frames import Do
from goodorder.core.state import State
from goodorder.flow.shared.casualties import LeaderLoss
from goodorder.rules.facts.units import is_smc

from .spread import Project, advance, selection_weights, started
from .stack import (
    Check,
    Chosen,
    Conditions,
    Falls,
    Heard,
    Leader,
    Losses,
    Opening,
    Position,
    Step,
    Steps,
    Ways,
    checks_among,
)

SCALE = 36**24
"""The whole of what is left of a unit's chances; a way may throw up to 24 DR for it."""

Left = tuple[tuple[int, int], ...]
"""What is left of a unit's chances: (the number of its condition, weight of ``SCALE``)."""


class Group(NamedTuple):
    """``size`` units that nothing tells apart, of which ``unit`` stands for all; ``left`` is the number of what is
    left of each one's chances.
    """

    unit: int
    size: int
    left: int


Way = tuple[Group, ...]
"""What is left of the chances of all units on one way: each SMC, then the MMC."""
Found = Iterator[tuple[Way, Fraction]]
"""Ways on with their weights."""


class Quiet:
    """The stack of ``units`` under an attack; ``counts`` says of what dice bring that nothing of it is heard, ``look``
    what tells two MMC apart.
    """

    def __init__(
        self,
        whole: Conditions,
        units: Iterable[int],
        counts: Callable[[State, Do], bool],
        look: Callable[[int], Hashable],
    ) -> None:
        self.conditions, base = Heard(whole, counts), whole.base
        everybody = tuple(units)
        singles = tuple(unit for unit in everybody if is_smc(base, base.units[unit]))
        self.places = {unit: place for place, unit in enumerate(singles)}
        alike: dict[Hashable, list[int]] = {}
        for unit in everybody:
            alike.setdefault(unit if unit in self.places else look(unit), []).append(unit)
        self.alike = sorted(alike.values(), key=lambda some: self.places.get(some[0], len(everybody)))
        self.lefts: list[Left] = []
        self.numbers: dict[Left, int] = {}
        self.falls: dict[LeaderLoss, Losses] = {}
        self.checked: dict[Check, dict[Position, Ways]] = {}
        self.moved: dict[Hashable, dict[Position, int]] = {}
        self.parts: dict[Hashable, dict[int, dict[Hashable, int]]] = {}

    def chance(self, opening: Opening, steps: Steps) -> Fraction:
        """The chance that nothing is heard of all that one opening brings."""
        units, number = opening.begun().units, self.conditions.number
        first = tuple(Group(some[0], len(some), self._whole(number(units[some[0]]))) for some in self.alike)
        ways: list[tuple[Way, Fraction]] = [(first, Fraction(1))]
        for step in steps:
            ways = [more for way, weight in ways for more in self._step(step, way, weight)]
        every = SCALE ** sum(len(some) for some in self.alike)
        return sum((weight * Fraction(self._product(way), every) for way, weight in ways), Fraction(0))

    def _product(self, way: Way) -> int:
        """What is left of the chances of all units of a way."""
        found = 1
        for group in way:
            found *= sum([share for _, share in self.lefts[group.left]]) ** group.size
        return found

    def _whole(self, number: int) -> int:
        """The whole chances of a unit in some condition."""
        return self._number(((number, SCALE),))

    def _number(self, left: Left) -> int:
        found = self.numbers.get(left)
        if found is None:
            found = self.numbers[left] = len(self.lefts)
            self.lefts.append(left)
        return found

    def _step(self, step: Step, way: Way, weight: Fraction) -> Found:
        if isinstance(step, Chosen):
            yield from self._chosen(step, way, weight)
        elif isinstance(step, LeaderLoss):
            if step not in self.falls:
                self.falls[step] = Losses(self.conditions, step, self.places)
            for one in self._losses(self.falls[step], way, frozenset(step.done)):
                yield one, weight
        else:
            for one in self._check(step, way):
                yield one, weight

    def _check(self, check: Check, way: Way) -> Iterator[Way]:
        """The ways on from a unit's check, apart by who can help in it."""
        for one in self._apart(way):
            yield tuple([self._checked(check, one, group) if group.unit == check.unit else group for group in one])

    def _apart(self, way: Way) -> Iterator[Way]:
        """A way, parted by who of the SMC can help."""
        helping, ways = self.conditions.helping, [way]
        for place in self.places.values():
            parts = self._parted("help", way[place].left, lambda number: number if helping[number] else 0)
            if len(parts) > 1:
                ways = [_with(one, place, left) for one in ways for left in parts.values()]
        yield from ways

    def _parted(self, what: Hashable, left: int, kind: Callable[[int], Hashable]) -> dict[Hashable, int]:
        """What is left of a unit's chances, parted by the kinds of its conditions."""
        known = self.parts.setdefault(what, {})
        found = known.get(left)
        if found is None:
            parts: dict[Hashable, list[tuple[int, int]]] = {}
            for one in self.lefts[left]:
                parts.setdefault(kind(one[0]), []).append(one)
            found = known[left] = {word: self._number(tuple(some)) for word, some in parts.items()}
        return found

    def _checked(self, check: Check, way: Way, group: Group) -> Group:
        """A group after the check of each of its units."""
        position = tuple([left[0][0] for one in way[: len(self.places)] if (left := self.lefts[one.left])])
        helping = tuple([one for one in position if self.conditions.helping[one]])
        return self._left(check, helping, group, lambda number: self._after(check, position, helping, number))

    def _after(self, check: Check, position: Position, helping: Position, number: int) -> Ways:
        """What a check makes of a unit in some condition, beside these SMC."""
        conditions, known = self.conditions, self.checked.setdefault(check, {})
        key = (number, *helping)
        found = known.get(key)
        if found is None:
            found = known[key] = conditions.after(conditions.state(number, position), check, number)
        return found

    def _left(self, what: Hashable, near: Position, group: Group, after: Callable[[int], Ways]) -> Group:
        known = self.moved.setdefault(what, {})
        key = (group.left, *near)
        found = known.get(key)
        if found is None:
            shares: Counter[int] = Counter()
            for number, weight in self.lefts[group.left]:
                cases, ways = after(number)
                for then, times in ways:
                    shares[then] += weight // cases * times
            found = known[key] = self._number(tuple(sorted(shares.items())))
        return Group(group.unit, group.size, found)

    def _chosen(self, step: Chosen, way: Way, weight: Fraction) -> Found:
        """The ways on from Random Selection among the targets: who is chosen, then the checks that follow."""
        units, table = step.selection.candidates, Counter[tuple[int, ...]]()
        for chosen, times in selection_weights(len(units), min(step.selection.count, len(units))):
            who = {units[one] for one in chosen}
            table[tuple(len(who.intersection(some)) for some in self.alike)] += times
        for several, times in table.items():
            for one in self._befallen(step, way, several):
                yield one, weight * Fraction(times, 6 ** len(units))

    def _befallen(self, step: Chosen, way: Way, several: tuple[int, ...]) -> Iterator[Way]:
        """The same where so many of each group are chosen; a result comes before any check."""
        groups, due = list[Group](), list[list[Check]]()
        for group, hit in zip(way, several, strict=True):
            if group.unit not in step.results.units:
                groups.append(group)
                due.append([])
                continue
            for count, chosen in ((hit, True), (group.size - hit, False)):
                if count:
                    [(number, _)] = self.lefts[group.left]
                    struck, checks = self._struck(step, group.unit, number, chosen=chosen)
                    groups.append(Group(group.unit, count, self._whole(struck)))
                    due.append(checks)
        ways = [tuple(groups)]
        for place, checks in enumerate(due):
            for check in checks:
                ways = [
                    _with(one, place, self._checked(check, one, one[place]).left)
                    for every in ways
                    for one in self._apart(every)
                ]
        yield from ways

    def _struck(self, step: Chosen, unit: int, number: int, *, chosen: bool) -> tuple[int, list[Check]]:
        """The condition of a unit after the result, and the checks that it has to make."""
        now = self.conditions.state(number)
        do = step.results.resumed(now, (unit,) if chosen else ())
        after = advance(started(now, step.selection), Do(do.events), Project((unit,))).units[unit]
        return self.conditions.number(after), [one for one in checks_among(do.push) if one.unit == unit]

    def _losses(self, losses: Losses, way: Way, dealt: Falls) -> Iterator[Way]:
        """The ways on from the falls of leaders that are to be dealt with, apart by who falls when."""
        for leader, place in losses.leaders:
            parts = self._parted(leader, way[place].left, partial(losses.fall, leader))
            for lost in (True, False):
                if lost in parts and (leader[0], lost) not in dealt:
                    fallen = self._shaken(losses, (leader, lost), _with(way, place, parts[lost]))
                    yield from self._losses(losses, fallen, dealt | {(leader[0], lost)})
            calm = [fall for fall in parts if fall is None or (leader[0], fall) in dealt]
            if not calm:
                return
            if len(calm) < len(parts):
                left = sorted(one for fall in calm for one in self.lefts[parts[fall]])
                way = _with(way, place, self._number(tuple(left)))
        yield way

    def _shaken(self, losses: Losses, fall: tuple[Leader, bool], way: Way) -> Way:
        """The way on from one leader's fall."""
        frame, moves = losses.frame, losses.moves(*fall)
        shaken = {*frame.stack} - {fall[0][0]}
        return tuple(
            [
                self._left((frame, fall), (), one, lambda number: moves((), number)) if one.unit in shaken else one
                for one in way
            ]
        )


def _with(way: Way, place: int, left: int) -> Way:
    """A way with other chances of one unit."""
    group = way[place]
    return (*way[:place], Group(group.unit, group.size, left), *way[place + 1 :])
