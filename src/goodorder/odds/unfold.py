"""Frames that are about to run, down to what befalls men: there :mod:`.stack` and :mod:`.quiet` go on.

A DC, a MOL or a Panzerfaust throws dice of its own, strikes a stack, and perhaps another one elsewhere.  Dice
are thrown up to the first stack; what comes after it is unfolded by itself, as long as it concerns others.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from fractions import Fraction

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
    """All ways down."""
    found: dict[Hashable, Part] = {}
    for leaf in spread(begun, replace(project, stops=MEN)) if begun else ():
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


# -- what nobody hears -----------------------------------------------------------------------


def unheard(begun: Begun, project: Project, conditions: Conditions, counts: Counts) -> Fraction:
    """The chance that nothing is heard of all dice from some positions on."""
    return _unheard(begun, project, conditions, counts, conditions.base)[0]


def _unheard(
    begun: Begun, project: Project, conditions: Conditions, counts: Counts, before: State
) -> tuple[Fraction, set[int]]:
    """The same, and to whom something may have happened since the position ``before``."""
    every = parts(begun, replace(project, counts=counts))
    units = {unit for part in every for unit in touched(part.opening.push) if unit in conditions.base.units}
    stack = Quiet(conditions, sorted(units), counts, struck_by([part.opening for part in every]))
    quiet: dict[Hashable, Fraction] = {}
    rest: dict[Hashable, tuple[Fraction, set[int]]] = {}
    found, all_units = Fraction(0), units.union(*(part.changed(before, project.ids) for part in every))
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
            others, whom = rest[key]
            all_units |= whom
            chance, again = chance * others, again or bool(whom & befallen)
        found += _together(part, project, counts) if again else chance
    return found, all_units


def _together(part: Part, project: Project, counts: Counts) -> Fraction:
    """The same of a way whose men are struck again after it: frame by frame."""
    opening, own = part.opening, replace(project, counts=counts)
    state = advance(opening.state.with_(stack=(*part.left, Settled())), Do((), None, opening.push), own)
    return Fraction(sum(leaf.weight for leaf in spread([(state, opening.weight)], own)), TOTAL)


# -- what becomes of them --------------------------------------------------------------------


def ends(st: State, begun: Begun, project: Project, ids: tuple[int, ...]) -> dict[int, Ends] | None:
    """What can have become of the units ``ids``; None where some are struck twice, one time after the other."""
    found = _ends(begun, project, Conditions(st), ids, st)
    return found[0] if found is not None else None


def _ends(
    begun: Begun, project: Project, conditions: Conditions, ids: tuple[int, ...], before: State
) -> tuple[dict[int, Ends], set[int]] | None:
    tables: dict[int, Ends] = {unit: {} for unit in ids}
    groups: dict[Hashable, list[Part]] = {}
    for part in parts(begun, project):
        at = tuple([part.opening.state.fighter(one) for one in project.ids]) if len(part.left) > 1 else ()
        groups.setdefault((part.left, at), []).append(part)
    everybody = set[int]()
    for some in groups.values():
        openings, weight = [part.opening for part in some], sum(part.opening.weight for part in some)
        if any(_takes_prisoners(opening) for opening in openings):
            return None
        befallen = {unit for opening in openings for unit in touched(opening.push)} & set(ids)
        everybody |= befallen.union(*(part.changed(before, ids) for part in some))
        _befallen(openings, conditions, befallen, tables)
        left = [unit for unit in ids if unit not in befallen]
        if len(some[0].left) == 1:
            for opening in openings:
                for unit in left:
                    _count(tables[unit], (opening.state.units[unit],), opening.weight)
            continue
        after = _ends([(some[0].after(project), TOTAL)], project, conditions, ids, some[0].opening.state)
        if after is None or after[1] & befallen:
            return None
        everybody |= after[1]
        for unit in left:
            for condition, share in after[0][unit].items():
                _count(tables[unit], condition, share * weight // TOTAL)
    return tables, everybody


def _befallen(openings: list[Opening], conditions: Conditions, units: set[int], tables: dict[int, Ends]) -> None:
    """Count what becomes of those whom something befalls; MMC that nothing tells apart once."""
    if not units:
        return
    base = conditions.base
    singles = tuple(unit for unit in sorted(units) if is_smc(base, base.units[unit]))
    alike: dict[Hashable, list[int]] = {}
    look = struck_by(openings)
    for unit in sorted(units - set(singles)):
        alike.setdefault(look(unit), []).append(unit)
    firsts = tuple(some[0] for some in alike.values())
    steps = [(opening, opening.steps() or ()) for opening in openings]
    for condition, weight in Stack(conditions, singles, firsts).ends(steps):
        for unit in alike.get(condition[0].id, ()) or (condition[0].id,):
            _count(tables[unit], condition, weight)


def _count(table: Ends, condition: Condition, weight: int) -> None:
    table[condition] = table.get(condition, 0) + weight
