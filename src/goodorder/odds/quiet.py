"""How likely none of the checks that an attack brings its targets does something: wake a Sniper, bring Heat of Battle.

Given who of the SMC of a stack can help, and which leader falls when, each unit checks by itself.  So those ways are
followed, and on each of them what is left of every unit's chances; MMC that nothing tells apart are one, with their
number.  Ways part only where it matters: by a leader who could help where that changes a check, by a fall that shakes
somebody.  So each leader more takes some four times as long.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from goodorder.core.frames import Do
from goodorder.core.state import State
from goodorder.flow.fire.effect import Results
from goodorder.flow.shared.casualties import LeaderLoss
from goodorder.flow.shared.checks import check_order
from goodorder.flow.shared.wounds import WoundCheck
from goodorder.rules.facts.units import is_smc, leadership

from .spread import Project, advance, selection_weights, started
from .stack import (
    WHOLE,
    Check,
    Chosen,
    Conditions,
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

MOST_LEADERS = 5
"""Leaders under attack up to whom their losses are followed to the checks of those beside them (A10.2): each one more
takes some four times as long, five of them one or two seconds. Four may stand in a Location beside its squads (A5.1).
"""

SCALE = 36**24
"""The whole of what is left of a unit's chances; a way may throw up to 24 DR for it."""

Left = tuple[tuple[int, int, int], ...]
"""What is left of a unit's chances: (the number of its condition, a mark, weight of ``SCALE``)."""
BROKE, LOST = 1, 2
"""Marks of a leader: falls that were dealt with."""
STRUCK = 1
"""The mark of who was chosen, until all have made the checks that this brings."""


class Group(NamedTuple):
    """``size`` units that nothing tells apart, of which ``unit`` stands for all; ``left`` is the number of what is
    left of each one's chances.
    """

    unit: int
    size: int
    left: int


Way = tuple[Group, ...]
"""What is left of the chances of all units on one way: each SMC, then the MMC."""
Parts = tuple[int, dict[int, int]]
"""The place of a SMC, and what is left of its chances by the number of the condition in which it helps, ``WHOLE``
where it can't.
"""
Due = tuple[Check, int]
"""A check, and the mark of those who make it."""
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
        self.helpers = sorted(self.places.items(), key=lambda one: leadership(base, base.units[one[0]]))
        broken = ((unit, replace(base.units[unit], broken=True)) for unit in self.places)
        self.unable = {unit: self.conditions.number(one) for unit, one in broken}
        self.lefts: list[Left] = []
        self.wholes: list[int] = []
        self.numbers: dict[Left, int] = {}
        self.falls: dict[LeaderLoss, Losses] = {}
        self.checked: dict[Check, dict[Position, Ways]] = {}
        self.struck: dict[Hashable, tuple[int, list[Check]]] = {}
        self.moved: dict[Hashable, dict[Position, int]] = {}
        self.parts: dict[Hashable, dict[int, dict[int, int]]] = {}

    def chance(self, opening: Opening, steps: Steps) -> Fraction:
        """The chance that nothing is heard of all that one opening brings, the losses of too many leaders left out."""
        units, number = opening.begun().units, self.conditions.number
        first = tuple(Group(some[0], len(some), self._whole(number(units[some[0]]))) for some in self.alike)
        ways: list[tuple[Way, Fraction]] = [(first, Fraction(1))]
        for step in steps:
            if isinstance(step, LeaderLoss) and len(step.leaders) > MOST_LEADERS:
                continue
            ways = [more for way, weight in ways for more in self._step(step, way, weight)]
        every = SCALE ** sum(len(some) for some in self.alike)
        return sum((weight * Fraction(self._product(way), every) for way, weight in ways), Fraction(0))

    def _product(self, way: Way) -> int:
        """What is left of the chances of all units of a way."""
        found = 1
        for group in way:
            found *= self.wholes[group.left] ** group.size
        return found

    def _whole(self, number: int) -> int:
        """The whole chances of a unit in some condition."""
        return self._number(((number, 0, SCALE),))

    def _number(self, left: Left) -> int:
        found = self.numbers.get(left)
        if found is None:
            found = self.numbers[left] = len(self.lefts)
            self.lefts.append(left)
            self.wholes.append(sum([share for _, _, share in left]))
        return found

    def _step(self, step: Step, way: Way, weight: Fraction) -> Found:
        if isinstance(step, Chosen):
            yield from self._chosen(step, way, weight)
        elif isinstance(step, LeaderLoss):
            if step not in self.falls:
                self.falls[step] = Losses(self.conditions, step, self.places)
            for one in self._losses(self.falls[step], self._done(step, way)):
                yield one, weight
        else:
            ways = [way]
            for place, group in enumerate(way):
                if group.unit == step.unit:
                    ways = [one for every in ways for one in self._check(step, every, place)]
            for one in ways:
                yield one, weight

    def _check(self, check: Check, way: Way, place: int, mark: int = 0) -> Iterator[Way]:
        """The ways on from the check of a unit where it has this mark, apart by who can help in it."""
        helping, sure, open_to = self.conditions.helping, list[int](), list[Parts]()
        for unit, at in self.helpers:
            if unit == check.unit:
                continue
            parts = self._parted("help", way[at].left, lambda one: one[0] if helping[one[0]] else WHOLE)
            if len(parts) > 1:
                open_to.append((at, parts))
            else:
                sure += [number for number in parts if number]
        yield from self._helped((check, mark), way, place, tuple(sure), open_to)

    def _helped(self, check: Due, way: Way, place: int, sure: Position, open_to: list[Parts]) -> Iterator[Way]:
        """The same where those of ``sure`` help, and of ``open_to`` perhaps some.

        One leader's DRM counts: if none of those alone changes the check, no few of them do.
        """
        alone = self._checked(check, sure, way[place])
        for one in open_to:
            at, parts = one
            able = [number for number in parts if number]
            if all(self._checked(check, (*sure, number), way[place]) == alone for number in able):
                continue
            open_to = [other for other in open_to if other is not one]
            for number in able:
                then = _with(way, at, parts[number])
                yield from self._helped(check, then, place, (*sure, number), open_to)
            if WHOLE not in parts:
                return
            way = _with(way, at, parts[WHOLE])
        yield _with(way, place, alone.left)

    def _parted(self, what: Hashable, left: int, kind: Callable[[tuple[int, int, int]], int]) -> dict[int, int]:
        """What is left of a unit's chances, parted by the kinds of its conditions."""
        known = self.parts.setdefault(what, {})
        found = known.get(left)
        if found is None:
            parts: dict[int, list[tuple[int, int, int]]] = {}
            for one in self.lefts[left]:
                parts.setdefault(kind(one), []).append(one)
            found = known[left] = {word: self._number(tuple(some)) for word, some in parts.items()}
        return found

    def _checked(self, due: Due, helping: Position, group: Group) -> Group:
        """A group after the check of each of its units, where these SMC can help."""
        helping, (check, mark) = tuple(sorted(helping)), due
        return self._left(due, helping, group, lambda number: self._after(check, helping, number), mark)

    def _after(self, check: Check, helping: Position, number: int) -> Ways:
        """What a check makes of a unit in some condition, where of the SMC these can help and no others."""
        conditions, known = self.conditions, self.checked.setdefault(check, {})
        key = (number, *helping)
        found = known.get(key)
        if found is None:
            others = tuple([self.unable[at] for at in self.places if at != conditions.owner[number]])
            found = known[key] = conditions.after(conditions.state(number, (*others, *helping)), check, number)
        return found

    def _left(
        self, what: Hashable, near: Position, group: Group, after: Callable[[int], Ways], only: int | None = None
    ) -> Group:
        """A group after what befalls each of its units, where it has ``only`` this mark."""
        known = self.moved.setdefault(what, {})
        key = (group.left, *near)
        found = known.get(key)
        if found is None:
            shares: Counter[tuple[int, int]] = Counter()
            for number, mark, weight in self.lefts[group.left]:
                cases, ways = (1, ((number, 1),)) if only not in (None, mark) else after(number)
                for then, times in ways:
                    shares[then, mark] += weight // cases * times
            found = known[key] = self._number(tuple(sorted((*one, share) for one, share in shares.items())))
        return Group(group.unit, group.size, found)

    def _chosen(self, step: Chosen, way: Way, weight: Fraction) -> Found:
        """The ways on from Random Selection among the targets, then the checks that follow."""
        units = step.selection.candidates
        if step.selection.count == 1:
            yield from self._highest(step, way, weight)
            return
        table = Counter[tuple[int, ...]]()
        for chosen, times in selection_weights(len(units), min(step.selection.count, len(units))):
            who = {units[one] for one in chosen}
            table[tuple(len(who.intersection(some)) for some in self.alike)] += times
        for several, times in table.items():
            parts = [(group.size - hit, hit) for group, hit in zip(way, several, strict=True)]
            for one in self._befallen(step, way, parts):
                yield one, weight * Fraction(times, 6 ** len(units))

    def _highest(self, step: Chosen, way: Way, weight: Fraction) -> Found:
        """The same where all whose dr is the highest are chosen.

        While it is known which dr that is each unit has it by itself; those ways are taken off on which nobody has.
        """
        none, faces = Fraction(0), 6
        for highest in range(1, faces + 1):
            for one in self._befallen(step, way, [(highest - 1, 1)] * len(way), faces):
                yield one, weight
            none += Fraction(highest - 1, faces) ** len(step.selection.candidates)
        for one in self._befallen(step, way, [(group.size, 0) for group in way]):
            yield one, -weight * none

    def _befallen(self, step: Chosen, way: Way, parts: Iterable[tuple[int, int]], faces: int = 0) -> Iterator[Way]:
        """The same where of each group so many are not chosen, and so many are; or each unit of it on so many of the
        ``faces`` of a die.
        """
        groups, due, bare = list[Group](), list[tuple[int, Due]](), replace(step.results, units=())
        for group, some in zip(way, parts, strict=True):
            if group.unit not in step.results.units:
                groups.append(group)
                continue
            [(number, _, _)] = self.lefts[group.left]
            struck = [
                (*self._struck(step, bare, group.unit, number, chosen=mark == STRUCK), mark) for mark in (0, STRUCK)
            ]
            left = []
            for count, (then, checks, mark) in zip(some, struck, strict=True):
                if not count:
                    continue
                due += [(len(groups), (check, mark)) for check in checks]
                if faces:
                    left.append((then, mark, SCALE // faces * count))
                else:
                    groups.append(Group(group.unit, count, self._number(((then, mark, SCALE),))))
            if faces:
                groups.append(Group(group.unit, group.size, self._number(tuple(sorted(left)))))
        order, ways = self._order(way), [tuple(groups)]
        due.sort(key=lambda one: (not isinstance(one[1][0], WoundCheck), order[one[1][0].unit]))
        for place, (check, mark) in due:
            ways = [one for every in ways for one in self._check(check, every, place, mark)]
        for one in ways:
            yield tuple([self._marked(group, 0) for group in one])

    def _order(self, way: Way) -> dict[int, int]:
        """The order in which units check."""
        [first, *others] = [self.lefts[group.left][0][0] for group in way]
        units = check_order(self.conditions.state(first, tuple(others)), tuple(group.unit for group in way))
        return {unit: place for place, unit in enumerate(units)}

    def _struck(self, step: Chosen, bare: Results, unit: int, number: int, *, chosen: bool) -> tuple[int, list[Check]]:
        """The condition of a unit after the result, and the checks that it has to make; ``bare`` is the result without
        the other units.
        """
        key = (bare, unit, number, chosen)
        if key not in self.struck:
            self.struck[key] = self._befalls(step, unit, number, chosen=chosen)
        return self.struck[key]

    def _befalls(self, step: Chosen, unit: int, number: int, *, chosen: bool) -> tuple[int, list[Check]]:
        now = self.conditions.state(number)
        do = step.results.resumed(now, (unit,) if chosen else ())
        after = advance(started(now, step.selection), Do(do.events), Project((unit,))).units[unit]
        return self.conditions.number(after), [one for one in checks_among(do.push) if one.unit == unit]

    def _done(self, step: LeaderLoss, way: Way) -> Way:
        """A way as the falls of leaders are about to be dealt with, marked for those that were."""
        done = Counter[int]()
        for unit, lost in step.done:
            done[unit] |= LOST if lost else BROKE
        return tuple([self._marked(group, done[group.unit]) for group in way])

    def _marked(self, group: Group, mark: int) -> Group:
        """A group with one mark alone."""
        left = self.lefts[group.left]
        if all(one[1] == mark for one in left):
            return group
        shares = Counter[int]()
        for number, _, share in left:
            shares[number] += share
        found = tuple(sorted((number, mark, share) for number, share in shares.items()))
        return Group(group.unit, group.size, self._number(found))

    def _losses(self, losses: Losses, way: Way) -> Iterator[Way]:
        """The ways on from the falls of leaders that are to be dealt with, apart by who falls when."""
        for leader, place in losses.leaders:
            for lost in (True, False):
                parts = self._parted((leader, lost), way[place].left, partial(_is_due, losses, leader, lost))
                if True not in parts:
                    continue
                fallen = self._dealt(leader, lost, _with(way, place, parts[True]), place)
                then = self._shaken(losses, (leader, lost), fallen)
                if then == fallen and False in parts:
                    both = sorted((*self.lefts[fallen[place].left], *self.lefts[parts[False]]))
                    way = _with(way, place, self._number(tuple(both)))
                    continue
                yield from self._losses(losses, then)
                if False not in parts:
                    return
                way = _with(way, place, parts[False])
        yield way

    def _dealt(self, leader: Leader, lost: bool, way: Way, place: int) -> Way:
        """A way on which one leader's fall is dealt with."""
        more = LOST if lost else BROKE
        left = tuple([(number, mark | more, share) for number, mark, share in self.lefts[way[place].left]])
        return _with(way, place, self._number(left))

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


def _is_due(losses: Losses, leader: Leader, lost: bool, one: tuple[int, int, int]) -> bool:
    """Whether a leader in this condition has fallen so, and it was not dealt with."""
    return losses.fall(leader, one[0]) is lost and not one[1] & (LOST if lost else BROKE)


def _with(way: Way, place: int, left: int) -> Way:
    """A way with other chances of one unit."""
    group = way[place]
    return (*way[:place], Group(group.unit, group.size, left), *way[place + 1 :])
