"""What an attack's own dice come to before anything befalls its targets: a few cases, each once.

Between a shot and its effect there may lie a To Hit roll, a dr that tells what kind of hit it is, and a choice of who
suffers it.  Faces that bring the same are one case at each of these steps.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from msgspec import Struct

from goodorder.core.dice import PAIRS, Roll
from goodorder.core.errors import EngineFault
from goodorder.core.events import DmPlaced, Event
from goodorder.core.frames import Do, Frame
from goodorder.core.state import State
from goodorder.flow.fire.effect import Effect, Shown
from goodorder.flow.fire.ordnance import CriticalHit, HitCheck, MultipleHits, OneStruck
from goodorder.flow.fire.residual import LeaveResidual
from goodorder.flow.fire.shot import Shot
from goodorder.flow.fire.smoke_shot import SmokeShot
from goodorder.flow.shared.selection import RandomSelection
from goodorder.rules.a07_fire.attack import AttackLedger, Outcome, outcomes
from goodorder.rules.a12_concealment.loss import struck

from .spread import SUMS, Alike, Project, advance, first_of_alike, selection_weights, started

ORDER = {"KIA": 0, "K": 1, "MC": 2, "PTC": 3, "NONE": 4}

Attack = Shot | Effect | HitCheck
"""What an attack is while dice of its own are still to be thrown: units fire, or FP takes effect that nobody fires."""

BEFORE_EFFECT = (Effect, HitCheck, CriticalHit, MultipleHits, OneStruck)
"""Frames of an attack after its shot, of which the last is its effect."""

Struck = tuple[Outcome, ...]
"""The results of one DR on the target groups, without what the dice were."""


class First(Struct, frozen=True):
    """One result of the attack's DR: ``label`` is the cell (one for each target group), ``kind`` the worst of them.

    Where other dice come first (a To Hit roll) its probability counts those in.
    """

    label: str
    kind: str
    chance: Fraction


class Case(Struct, frozen=True):
    """Dice of an attack that do the same to its targets: their results, the events that they bring at once, the frames
    that follow, and their chance.
    """

    results: Struck
    events: tuple[Event, ...]
    push: tuple[Frame, ...]
    chance: Fraction


def first_results(ledger: AttackLedger) -> tuple[First, ...]:
    """What the 36 DR of an attack give, merged by result, worst first (cowering included)."""
    table: Counter[Struck] = Counter(_plain(outcomes(ledger, pair)) for pair in PAIRS)
    return _worst_first({key: Fraction(count, 36) for key, count in table.items()})


def firsts(cases: Iterable[Case]) -> tuple[First, ...]:
    """The results of the dice, merged, worst first."""
    table: dict[Struck, Fraction] = {}
    for case in cases:
        table[case.results] = table.get(case.results, Fraction(0)) + case.chance
    return _worst_first(table)


def _plain(found: Struck) -> Struck:
    return tuple(Outcome(one.units, 0, one.result, one.near) for one in found)


def _worst_first(table: Mapping[Struck, Fraction]) -> tuple[First, ...]:
    found: dict[tuple[int, int, str, str], Fraction] = {}
    for key, chance in table.items():
        if not key:
            continue  # fire at a Location without targets, for the Residual FP alone (A9.5)
        worst = min((o.result for o in key), key=lambda r: (ORDER[r.kind], -r.number))
        line = (ORDER[worst.kind], -worst.number, " / ".join(str(o.result) for o in key), worst.kind)
        found[line] = found.get(line, Fraction(0)) + chance
    return tuple(First(line[2], line[3], found[line]) for line in sorted(found, key=lambda line: line[:2]))


def cases(here: State, frame: Attack | CriticalHit | MultipleHits | OneStruck, alike: Alike = ()) -> Iterator[Case]:
    """All that the dice of an attack can do, each once.

    Who of a group of ``alike`` targets is chosen is all the same: the first ones stand for all of them.
    """
    if isinstance(frame, (CriticalHit, OneStruck)):
        yield from _chosen(here, frame, alike)
        return
    if isinstance(frame, MultipleHits):
        yield from _best_of_two(here, frame.effect)
        return
    roll = frame.ask(here)
    assert isinstance(roll, Roll)
    for chance, faces in _merged(here, frame, roll):
        results = _plain(frame.outcomes(here, (faces[0], faces[-1])))
        events, push = _brought(here, frame, faces)
        if results:
            yield Case(results, events, push, chance)
        else:
            yield from _followed(here, Case((), events, push, chance), alike)


def _best_of_two(here: State, effect: Effect) -> Iterator[Case]:
    """The lower one of two DR of an effect."""
    above = 1296
    for faces, _ in sorted(SUMS, key=lambda one: sum(one[0])):
        left = sum(count for other, count in SUMS if sum(other) > sum(faces)) ** 2
        events, push = _brought(here, effect, faces)
        chance = Fraction(above - left, 1296)
        yield Case(_plain(effect.outcomes(here, (faces[0], faces[1]))), events, push, chance)
        above = left


def _merged(here: State, frame: Attack, roll: Roll) -> Iterator[tuple[Fraction, tuple[int, ...]]]:
    """One set of faces for all that do the same, with their chance; an effect reads only the sum of its dice."""
    every: Iterable[tuple[tuple[int, ...], int]] = SUMS
    if not isinstance(frame, Effect):
        every = ((one, 1) for one in itertools.product(range(1, 7), repeat=len(roll.dice)))
    counts: dict[object, tuple[int, tuple[int, ...]]] = {}
    for faces, count in every:
        plain = _plain(frame.outcomes(here, (faces[0], faces[-1])))
        key: object = plain or _brought(here, frame, faces)
        if plain and _does_more(frame):
            key = plain, _brought(here, frame, faces)
        more, first = counts.get(key, (0, faces))
        counts[key] = (more + count, first)
    for count, faces in counts.values():
        yield Fraction(count, 6 ** len(roll.dice)), faces


def _does_more(frame: Attack) -> bool:
    """Whether dice with the same results may do more: cover helps or harms, Spraying Fire has a second Location."""
    return isinstance(frame, SmokeShot) or (isinstance(frame, Shot) and frame.action.spray >= 0)


def _chosen(here: State, frame: CriticalHit | OneStruck, alike: Alike) -> Iterator[Case]:
    """Every choice of who suffers a hit, with what the effect brings then."""
    [selection] = frame.ask(here).push
    assert isinstance(selection, RandomSelection)
    groups = tuple(group for group in alike if set(group).issubset(selection.candidates))
    counts: Counter[tuple[int, ...]] = Counter()
    if selection.count >= len(selection.candidates):
        counts[selection.candidates] = 1
    else:
        for chosen, weight in selection_weights(len(selection.candidates), selection.count):
            counts[first_of_alike(tuple(selection.candidates[i] for i in chosen), groups)] += weight
    for units, weight in counts.items():
        do = frame.resumed(here, units)
        push = (do.then,) if do.then is not None else do.push
        yield from _followed(here, Case((), do.events, push, Fraction(weight, counts.total())), alike)


def _followed(here: State, case: Case, alike: Alike) -> Iterator[Case]:
    """The same case with the dice of the effect that it leads to."""
    if any(isinstance(more, BEFORE_EFFECT) for more in case.push[1:]):
        raise EngineFault("the odds follow one effect of a shot")
    if not case.push or not isinstance(case.push[0], BEFORE_EFFECT):
        yield case
        return
    frame, rest = case.push[0], case.push[1:]
    hit = started(advance(started(here, frame), Do(case.events), Project(())), frame)
    for one in cases(hit, frame, alike):
        yield Case(one.results, (*case.events, *one.events), (*one.push, *rest), case.chance * one.chance)


def _brought(here: State, frame: Attack, faces: tuple[int, ...]) -> tuple[tuple[Event, ...], tuple[Frame, ...]]:
    """What dice do to the targets of an attack; what befalls the firers is left out."""
    if isinstance(frame, HitCheck):
        found = frame.rolled(here, faces)
        brought, push = found.events, found.push
    else:
        brought, push = frame.brings(here, (faces[0], faces[1]))
    events: list[Event] = [event for event in brought if isinstance(event, DmPlaced)]
    for more in push:
        if isinstance(more, Shown):  # who sees them is elsewhere, and not among those who are followed
            events += struck(here, more.units)
    return tuple(events), tuple(more for more in push if not isinstance(more, (Shown, LeaveResidual)))
