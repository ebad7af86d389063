"""Every way in which pushed frames can end, with exact probabilities.

The frames of the game themselves decide; this module only throws every face at them and merges positions that
are equal in what can still matter.  Weights are whole numbers out of ``TOTAL``, so nothing is rounded.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Iterator
from fractions import Fraction
from math import comb
from typing import Any

from msgspec import Struct

from goodorder.core import engine
from goodorder.core.apply import apply
from goodorder.core.dice import PAIRS, Roll
from goodorder.core.errors import EngineFault
from goodorder.core.events import Announced, DiceThrown, Event, HeatOfBattleDue
from goodorder.core.frames import Choice, Do, Frame, Over, Series
from goodorder.core.state import State
from goodorder.flow.fire.effect import Effect
from goodorder.flow.fire.ordnance import CriticalHit, OneStruck
from goodorder.flow.fire.to_kill import CrewCheck, CrewSurvival, ToKill
from goodorder.flow.shared.checks import MoraleCheck, TaskCheck
from goodorder.flow.shared.selection import RandomSelection
from goodorder.flow.shared.wounds import WoundCheck
from goodorder.rules.a10_checks import LEADER_LOSS
from goodorder.rules.facts.units import is_dummy, is_smc

DICE_DEPTH = 240
TOTAL = 6**DICE_DEPTH
"""The weight of the whole; a path may throw up to ``DICE_DEPTH`` dice."""

KNOWN = (MoraleCheck, TaskCheck, WoundCheck, RandomSelection)
"""Frames that roll, and whose outcome depends on so little that it is remembered."""

Key = tuple[Any, ...]
Branches = tuple[tuple[int, int, Do], ...]
"""Ways on from a frame: (weight, dice thrown, what is done)."""
Memo = dict[Key, Branches]


class Settled(Frame, frozen=True):
    """The bottom of the stack: everything above it is resolved."""

    def ask(self, st: State) -> Over:
        """Nothing more."""
        return Over()


class Leaf(Struct, frozen=True, eq=False):
    """One way in which it ends.  ``choice`` is true where somebody must decide before it can go on."""

    state: State
    weight: int
    choice: bool = False

    @property
    def chance(self) -> Fraction:
        """The probability of this end."""
        return Fraction(self.weight, TOTAL)


Counts = Callable[[State, Do], bool]
"""Says of what dice bring whether it counts."""


Alike = tuple[tuple[int, ...], ...]
"""Groups of units that nothing tells apart."""


class Project(Struct, frozen=True):
    """What of a position matters: the units ``ids`` (and new ones), and what is done ``instead`` of a frame (None: the
    frame's own).

    Units that don't matter are left out of what Random Selection chooses, but for whom a shell strikes: among all of
    those a KIA or K chooses again.  ``tidy`` may bring a position into a simpler
    equal form before merging.  Dice of which ``counts`` says no are not followed: their weight is lost.  A way ends at
    a frame of the types ``stops``.  Of units that are ``alike`` the first ones stand for as many whom a shell strikes.
    """

    ids: tuple[int, ...]
    instead: Callable[[State, Frame], Do | None] | None = None
    tidy: Callable[[State], State] | None = None
    counts: Counts | None = None
    stops: tuple[type[Frame], ...] = ()
    alike: Alike = ()


def started(st: State, *frames: Frame) -> State:
    """The position with only these frames to be resolved, the first one first."""
    return st.with_(stack=(Settled(), *reversed(frames)), result=None)


def _happen(st: State, event: Event) -> State:
    """Apply an event, and what follows from it where that decides a fate: a Dummy goes where a unit loses its "?"."""
    after = apply(st, event)
    subject = st.units.get(getattr(event, "unit", 0))
    if subject is not None and is_dummy(subject):
        for more in st.world.rules.consequences(st, event, after):
            after = _happen(after, more)
    return after


def advance(st: State, do: Do, project: Project) -> State:
    """Apply ``do`` and go on to the next roll or Choice, or to the end.

    The same steps as the engine's, without log and text, and without the frames that ``project`` leaves out.
    """
    stack = list(st.stack[:-1])
    for _ in range(engine.MAX_SILENT):
        for event in do.events:
            if not _is_told(event):
                st = _happen(st, event)
        if do.then is not None:
            stack.append(do.then)
        if len(do.push) == 1:
            stack.append(do.push[0])
        elif do.push:
            stack.append(Series(do.push))
        if do.then is None and not do.push and type(stack[-1]).resumed is not Frame.resumed:
            do = stack.pop().resumed(st, do.value)
            continue
        while isinstance(top := stack[-1], Series):
            frames = top.frames
            stack.pop()
            if len(frames) > 1:
                stack.append(Series(frames[1:]))
            stack.append(frames[0])
        top = stack[-1]
        if isinstance(top, project.stops):
            break
        other = project.instead(st, top) if project.instead else None
        if other is None and isinstance(top, KNOWN):
            break
        asked = other or top.ask(st)
        if not isinstance(asked, Do):
            break
        stack.pop()
        do = asked
    else:
        raise EngineFault("the odds of this position have no end")
    return st.with_(stack=tuple(stack))


def spread(begun: list[tuple[State, int]], project: Project, memo: Memo | None = None) -> tuple[Leaf, ...]:
    """Every end of the positions ``begun`` (with their weights), merged by what matters.

    ``memo`` keeps what checks bring from one call about an attack to the next.  Where a Choice comes up the branch ends
    there: it is shown, not guessed.
    """
    first_new = max((st.next_id for st, _ in begun), default=1)
    buckets: dict[int, dict[Key, tuple[State, int]]] = {}
    ends: dict[Key, Leaf] = {}
    memo = {} if memo is None else memo

    tidied: dict[Key, tuple[Key, State]] = {}

    def key_of(st: State) -> Key:
        new: Key = tuple(u for i, u in st.units.items() if i >= first_new) if st.next_id > first_new else ()
        return (st.stack, tuple([st.fighter(i) for i in project.ids]), new)

    def put(st: State, weight: int) -> None:
        key = key_of(st)
        if project.tidy:
            if key not in tidied:
                plain = project.tidy(st)
                tidied[key] = (key_of(plain), plain)
            key, st = tidied[key]
        bucket = buckets.setdefault(len(st.stack), {})
        old = bucket.get(key)
        bucket[key] = (st, weight + old[1]) if old else (st, weight)

    for st, weight in begun:
        put(st, weight)
    while buckets:
        deepest = max(buckets)
        for key, (st, weight) in buckets.pop(deepest).items():
            branches = ways_on(st, project, memo)
            if branches is None:
                known = ends.get(key)
                stops = isinstance(st.stack[-1], project.stops)
                choice = not stops and isinstance(st.stack[-1].ask(st), Choice)
                ends[key] = Leaf(st, weight + (known.weight if known else 0), choice)
                continue
            for times, dice, do in branches:
                share, rest = divmod(weight * times, 6**dice)
                if rest:
                    raise EngineFault(f"more than {DICE_DEPTH} dice on one path")
                put(advance(st, do, project), share)
    return tuple(ends.values())


def ways_on(st: State, project: Project, memo: Memo) -> Branches | None:
    """The ways on from a position, None when it waits for nobody's dice."""
    frame = st.stack[-1]
    if isinstance(frame, project.stops):
        return None
    key = _memo_key(st, frame, project)
    found = memo.get(key) if key else None
    if found is not None:
        return found
    asked = frame.ask(st)
    if isinstance(asked, Do):
        found = ((1, 0, quiet(asked)),)
    elif isinstance(asked, Roll):
        found = tuple(_ways(st, frame, len(asked.dice), project))
    else:
        return None
    if key:
        memo[key] = found
    return found


def _memo_key(st: State, frame: Frame, project: Project) -> Key | None:
    """What the outcome of a frame depends on, for the frames that come up again and again."""
    if isinstance(frame, (MoraleCheck, TaskCheck)):
        unit = st.units[frame.unit]
        near = () if frame.cause == LEADER_LOSS else st.side_at(unit.loc, unit.side)
        helpers = tuple([u for u in near if not u.broken and not u.pinned and is_smc(st, u)])
        return (type(frame), frame, unit, helpers, st.next_id)
    if isinstance(frame, WoundCheck):
        return (frame, st.units[frame.unit], st.turn.phase, st.trail(frame.unit).spent)
    return (frame, project.ids) if isinstance(frame, RandomSelection) else None


def _ways(st: State, frame: Frame, dice: int, project: Project) -> Iterator[tuple[int, int, Do]]:
    if isinstance(frame, RandomSelection):
        whole = frame.weapons or isinstance(st.stack[-2], (CriticalHit, OneStruck))
        chosen_of: Counter[tuple[int, ...]] = Counter()
        for chosen, weight in selection_weights(dice, frame.count):
            who = [frame.candidates[i] for i in chosen]
            seen = first_of_alike(tuple(who), project.alike) if whole else who
            chosen_of[tuple(unit for unit in seen if whole or unit in project.ids)] += weight
        for units, weight in chosen_of.items():
            yield weight, dice, Do(value=units)
        return
    merged: dict[Key, tuple[int, Do]] = {}
    for faces, count in _faces(st, frame, dice, every=project.counts is not None):
        told = frame.rolled(st, faces)
        if project.counts is not None and not project.counts(st, told):
            continue
        do = quiet(told)
        key = (do.events, do.then, do.push, do.value)
        old = merged.get(key)
        merged[key] = (old[0] + count, old[1]) if old else (count, do)
    for weight, do in merged.values():
        yield weight, dice, do


SUMS = tuple(((min(6, total - 1), total - min(6, total - 1)), 6 - abs(7 - total)) for total in range(2, 13))
"""One pair of faces for each sum of two dice, and how many pairs have it."""


def _reads_the_sum(frame: Frame) -> bool:
    """Whether a frame reads only the sum of its dice; an effect does where it strikes no vehicle, of which the colored
    die may tell the aspect.
    """
    return isinstance(frame, BY_SUM) or (isinstance(frame, Effect) and not any(frame.source.struck()))


def dice_of(frame: Frame) -> tuple[tuple[tuple[int, ...], int], ...]:
    """The faces of a DR that may differ in what they do, and how many pairs each stands for: one for each sum, unless
    the colored die may make a WP grenade a Critical Hit (A24.31).
    """
    return SUMS if getattr(frame, "fierce", None) is None else EACH


EACH = tuple((pair, 1) for pair in PAIRS)
BY_SUM = (ToKill, CrewCheck, CrewSurvival)
"""Frames that read only the sum of their two dice (tests hold them to it)."""


def _faces(st: State, frame: Frame, dice: int, *, every: bool) -> Iterator[tuple[tuple[int, ...], int]]:
    """The faces to throw and how often they come; of a check one pair for all that do the same to the unit, which
    reads only the sum of its dice (tests hold it to both), or for ``every`` sum.
    """
    if _reads_the_sum(frame) or (every and isinstance(frame, (MoraleCheck, TaskCheck))):
        yield from dice_of(frame)
        return
    if not isinstance(frame, (MoraleCheck, TaskCheck)):
        for faces in itertools.product(range(1, 7), repeat=dice):
            yield faces, 1
        return
    alike: dict[object, tuple[tuple[int, ...], int]] = {}
    for faces, count in dice_of(frame):
        effect = frame.effect(st, faces)
        first, more = alike.get(effect, (faces, 0))
        alike[effect] = (first, more + count)
    yield from alike.values()


TOLD = frozenset({DiceThrown, Announced, HeatOfBattleDue})
"""Events that only the log keeps."""


def _is_told(event: Event) -> bool:
    return type(event) in TOLD


def quiet(do: Do) -> Do:
    """The same without the events that only the log keeps."""
    if not any(_is_told(event) for event in do.events):
        return do
    return Do(tuple(event for event in do.events if not _is_told(event)), do.then, do.push, do.value)


def first_of_alike(chosen: tuple[int, ...], alike: Alike) -> tuple[int, ...]:
    """As many of each group, always the first ones."""
    found = [unit for unit in chosen if not any(unit in group for group in alike)]
    for group in alike:
        found += group[: sum(unit in group for unit in chosen)]
    return tuple(sorted(found)) if alike else chosen


def selection_weights(candidates: int, count: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """Who is chosen by Random Selection (A.9): (places in the stack, weight out of 6**candidates).

    The chosen all reach the ``count``-th highest face, at most ``count`` - 1 of them exceed it, nobody else reaches it.

    >>> list(selection_weights(2, 1))
    [((0,), 15), ((1,), 15), ((0, 1), 6)]
    """
    for size in range(count, candidates + 1):
        ways = 0
        for limit in range(1, 7):
            tied = sum(comb(size, above) * (6 - limit) ** above for above in range(count))
            ways += tied * (limit - 1) ** (candidates - size)
        if ways:
            for chosen in itertools.combinations(range(candidates), size):
                yield chosen, ways
