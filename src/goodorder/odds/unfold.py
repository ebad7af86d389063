"""Frames that are about to run, down to what befalls men: there :mod:`.stack` and :mod:`.quiet` go on.

A DC, a MOL or a Panzerfaust throws dice of its own, strikes a stack, and perhaps another one elsewhere.  Dice
are thrown up to the first stack; what comes after it is unfolded by itself, as long as it concerns others.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from fractions import Fraction
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from goodorder.core.frames import Do, Frame, Series
from goodorder.core.state import State
from goodorder.flow.fire.effect import Results
from goodorder.flow.shared.casualties import LeaderLoss
from goodorder.flow.shared.checks import MoraleCheck, TaskCheck
from goodorder.flow.shared.wounds import WoundCheck
from goodorder.rules.facts.units import is_smc

from .quiet import Quiet
from .spread import TOTAL, Alike, Counts, Project, Settled, advance, spread
from .stack import Condition, Conditions, Opening, Stack, flat

MEN = (Results, LeaderLoss, MoraleCheck, TaskCheck, WoundCheck)
"""What befalls men, as a stack follows it."""

Begun = list[tuple[State, int]]
"""Positions with frames that are about to run, and their weights."""
Ends = dict[Condition, int]
"""What can have become of a unit, with the weights."""


class Part(Struct, frozen=True, eq=False):
    """A way down to men: what befalls them there, and the frames that run after it."""

    opening: Opening
    left: tuple[Frame, ...]

    def changed(self, before: State, ids: Iterable[int]) -> set[int]:
        """The units to whom something has happened on the way here."""
        units = self.opening.state.units
        return {unit for unit in ids if unit in before.units and units[unit] != before.units[unit]}

    def after(self, project: Project) -> State:
        """The position in which those run, as if nothing had befallen these men."""
        return advance(self.opening.state.with_(stack=(*self.left, Settled())), Do(), project)


def parts(begun: Begun, project: Project) -> list[Part]:
    """All ways down; the ``project`` stops at men."""
    found: dict[Hashable, Part] = {}
    for leaf in spread(begun, project) if begun else ():
        left, men = _parted(leaf.state.stack)
        state = leaf.state.with_(stack=(Settled(), Settled()))
        key = (left, men, tuple([state.fighter(one) for one in project.ids]))
        weight = leaf.weight + (found[key].opening.weight if key in found else 0)
        found[key] = Part(Opening(state, (), men, weight), left)
    return list(found.values())


def _parted(stack: tuple[Frame, ...]) -> tuple[tuple[Frame, ...], tuple[Frame, ...]]:
    """A stack without the men at its top, and those, the first one first."""
    left, men = list(stack), list[Frame]()
    while isinstance(left[-1], (*MEN, Series)):
        top = left.pop()
        todo = list(flat((top,)))
        while todo and isinstance(todo[0], MEN):
            men.append(todo.pop(0))
        if todo:
            left.append(Series(tuple(todo)))
            break
    return tuple(left), tuple(men)


def alike_among(st: State, units: Iterable[int]) -> Alike:
    """The MMC among these that nothing tells apart but their names and places."""
    groups: dict[Hashable, tuple[int, ...]] = {}
    for unit in units:
        counter = replace(st.units[unit], id=0, order=0, ident="", group="")
        if not is_smc(st, counter):
            look = (counter, st.trail(unit), tuple(weapon.type for weapon in st.weapons_of(unit)))
            groups[look] = (*groups.get(look, ()), unit)
    return tuple(group for group in groups.values() if len(group) > 1)


def touched(frames: Iterable[Frame]) -> Iterator[int]:
    """The units that frames may befall."""
    for frame in flat(frames):
        if isinstance(frame, Results):
            yield from frame.units
        elif isinstance(frame, LeaderLoss):
            yield from frame.stack
        elif isinstance(frame, (MoraleCheck, TaskCheck, WoundCheck)):
            yield frame.unit


def struck_by(openings: Iterable[Opening]) -> Callable[[int], Hashable]:
    """What tells two MMC apart: all on the counter but its place and name, and what strikes it."""
    begun = [(opening.begun(), tuple(flat(opening.push))) for opening in openings]

    def look(unit: int) -> Hashable:
        looks: list[object] = []
        for now, frames in begun:
            counter = replace(now.units[unit], id=0, order=0, ident="", group="")
            looks.append((counter, now.trail(unit), *(_strikes(frame, unit) for frame in frames)))
        return tuple(looks)

    return look


def _strikes(frame: Frame, unit: int) -> object:
    if isinstance(frame, Results):
        marks = (dict(some).get(unit) for some in (frame.near, frame.guns, frame.covered, frame.fierce))
        return (frame, *marks, unit in frame.captives) if unit in frame.units else None
    if isinstance(frame, LeaderLoss):
        return unit in frame.stack
    if isinstance(frame, (MoraleCheck, TaskCheck)):
        return replace(frame, unit=0) if frame.unit == unit else None
    return frame if isinstance(frame, WoundCheck) and frame.unit == unit else None


def _takes_prisoners(opening: Opening) -> bool:
    """Whether prisoners are struck, whose checks are none of a stack's (A20.54)."""
    return any(isinstance(frame, Results) and frame.captives for frame in flat(opening.push))


class Reach(NamedTuple):
    """To ``whom`` something may happen, and to whom ``together`` with others: not by his own wound or loss alone."""

    whom: set[int]
    together: set[int]

    def add(self, other: Reach) -> None:
        """Take in another one."""
        self.whom.update(other.whom)
        self.together.update(other.together)


def _reach(every: Iterable[Part], before: State, ids: Iterable[int]) -> Reach:
    """To whom something may happen since the position ``before``, on some ways down and by what befalls men there."""
    found = Reach(set(), set())
    for part in every:
        struck = set(touched(part.opening.push))
        alone = {frame.unit for frame in flat(part.opening.push) if isinstance(frame, WoundCheck)}
        others = touched(frame for frame in flat(part.opening.push) if not isinstance(frame, WoundCheck))
        found.add(Reach(struck | alone | part.changed(before, ids), set(others)))
    return found


# -- what nobody hears -----------------------------------------------------------------------


def unheard(begun: Begun, project: Project, conditions: Conditions, counts: Counts) -> Fraction:
    """The chance that nothing is heard of all dice from some positions on."""
    return _unheard(begun, project, conditions, counts, conditions.base)[0]


def _unheard(
    begun: Begun, project: Project, conditions: Conditions, counts: Counts, before: State
) -> tuple[Fraction, Reach]:
    """The same, and to whom something may have happened since the position ``before``."""
    every = parts(begun, replace(project, counts=counts))
    units = {unit for part in every for unit in touched(part.opening.push) if unit in conditions.base.units}
    stack = Quiet(conditions, sorted(units), counts, struck_by([part.opening for part in every]))
    quiet: dict[Hashable, Fraction] = {}
    rest: dict[Hashable, tuple[Fraction, Reach]] = {}
    found, reach = Fraction(0), _reach(every, before, project.ids)
    for part in every:
        opening = part.opening
        now, befallen = opening.state, set(touched(opening.push))
        at = (opening.push, tuple([now.units[unit] for unit in sorted(units)]))
        if at not in quiet:
            steps = opening.steps() or ()
            quiet[at] = stack.chance(opening, steps) if steps else Fraction(1)
        chance, again = Fraction(opening.weight, TOTAL) * quiet[at], _takes_prisoners(opening)
        if len(part.left) > 1:
            key = (part.left, tuple([now.fighter(one) for one in project.ids]))
            if key not in rest:
                rest[key] = _unheard([(part.after(project), TOTAL)], project, conditions, counts, now)
            others, later = rest[key]
            reach.add(later)
            chance, again = chance * others, again or bool(later.together & befallen)
        found += _together(part, project, counts) if again else chance
    return found, reach


def _together(part: Part, project: Project, counts: Counts) -> Fraction:
    """The same of a way whose men are struck again after it: frame by frame."""
    opening, own = part.opening, replace(project, counts=counts, stops=())
    state = advance(opening.state.with_(stack=(*part.left, Settled())), Do((), None, opening.push), own)
    return Fraction(sum(leaf.weight for leaf in spread([(state, opening.weight)], own)), TOTAL)


# -- what becomes of them --------------------------------------------------------------------


def ends(st: State, begun: Begun, project: Project, ids: tuple[int, ...]) -> dict[int, Ends] | None:
    """What can have become of the units ``ids``; None where a stack is struck twice, one time after the other."""
    found = _ends(begun, project, Conditions(st), ids, st)
    return found[0] if found is not None else None


def _ends(
    begun: Begun, project: Project, conditions: Conditions, ids: tuple[int, ...], before: State
) -> tuple[dict[int, Ends], Reach] | None:
    tables: dict[int, Ends] = {unit: {} for unit in ids}
    groups: dict[Hashable, list[Part]] = {}
    every = parts(begun, project)
    for part in every:
        at = tuple([part.opening.state.fighter(one) for one in project.ids]) if len(part.left) > 1 else ()
        groups.setdefault((part.left, at), []).append(part)
    reach = _reach(every, before, ids)
    for some in groups.values():
        openings, weight = [part.opening for part in some], sum(part.opening.weight for part in some)
        if any(_takes_prisoners(opening) for opening in openings):
            return None
        befallen = {unit for opening in openings for unit in touched(opening.push)} & set(ids)
        own = _befallen(openings, conditions, befallen)
        if len(some[0].left) == 1:
            own |= {unit: _plain(openings, unit) for unit in ids if unit not in befallen}
        else:
            after = _ends([(some[0].after(project), TOTAL)], project, conditions, ids, some[0].opening.state)
            if after is None or after[1].together & befallen:
                return None
            reach.add(after[1])
            for unit in ids:
                if unit not in befallen:
                    own[unit] = {condition: share * weight // TOTAL for condition, share in after[0][unit].items()}
                elif unit in after[1].whom:
                    own[unit] = _then(some[0], own[unit], project, conditions, unit)
        for unit, table in own.items():
            for condition, share in table.items():
                _count(tables[unit], condition, share)
    return tables, reach


def _plain(openings: Iterable[Opening], unit: int) -> Ends:
    """What has become of one whom nothing befalls at the end."""
    table: Ends = {}
    for opening in openings:
        _count(table, (opening.state.units[unit],), opening.weight)
    return table


def _then(part: Part, table: Ends, project: Project, conditions: Conditions, unit: int) -> Ends:
    """What becomes of one by what comes after it, from each condition in which the stack left him."""
    found: Ends = {}
    for condition, weight in table.items():
        state = part.opening.state
        was = state.units[unit]
        now = replace(condition[0], id=unit, order=was.order, ident=was.ident, group=was.group)
        there = state.with_(units={**state.units, unit: now}, next_id=state.next_id + len(condition) - 1)
        later = replace(part, opening=replace(part.opening, state=there))
        then = _ends([(later.after(project), TOTAL)], project, conditions, (unit,), there)
        assert then is not None
        for last, share in then[0][unit].items():
            _count(found, (*last, *condition[1:]), share * weight // TOTAL)
    return found


def _befallen(openings: list[Opening], conditions: Conditions, units: set[int]) -> dict[int, Ends]:
    """What becomes of those whom something befalls; of MMC that nothing tells apart it is followed once."""
    tables: dict[int, Ends] = {unit: {} for unit in units}
    if not units:
        return tables
    base = conditions.base
    singles = tuple(unit for unit in sorted(units) if is_smc(base, base.units[unit]))
    alike: dict[Hashable, list[int]] = {}
    look = struck_by(openings)
    for unit in sorted(units - set(singles)):
        alike.setdefault(look(unit), []).append(unit)
    firsts = tuple(some[0] for some in alike.values())
    same = {some[0]: some for some in alike.values()}
    steps = [(opening, opening.steps() or ()) for opening in openings]
    for condition, weight in Stack(conditions, singles, firsts).ends(steps):
        for unit in same.get(condition[0].id, (condition[0].id,)):
            _count(tables[unit], condition, weight)
    return tables


def _count(table: Ends, condition: Condition, weight: int) -> None:
    table[condition] = table.get(condition, 0) + weight
