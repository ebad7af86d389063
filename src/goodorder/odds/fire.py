"""Exact odds of a fire attack (A7.3).

A target's fate depends on the attack's DR, on Random Selection, on its own checks and on those of the SMC
beside it, whose leadership helps and whose loss shakes; never on the checks of other MMC.  So each unit is
followed together with the SMC alone, which keeps large stacks quick; :func:`joint` follows everybody at once.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from goodorder.core.actions import Fire
from goodorder.core.events import DmPlaced
from goodorder.core.frames import Do, Frame, Series
from goodorder.core.state import State
from goodorder.flow.attack import Attack, Cowering
from goodorder.flow.checks import MoraleCheck, TaskCheck
from goodorder.flow.own_check import OwnCheck
from goodorder.flow.rate import Malfunction
from goodorder.flow.residual import LeaveResidual
from goodorder.flow.weapon_loss import WeaponDestruction
from goodorder.flow.wounds import WoundCheck
from goodorder.rules.a07_fire.attack import AttackLedger, Outcome, attack_ledger, outcomes
from goodorder.rules.units import is_smc

from .fate import Fate, Fates, by_word, fate
from .spread import TOTAL, Leaf, Project, Settled, advance, spread, started

ORDER = {"KIA": 0, "K": 1, "MC": 2, "PTC": 3, "NONE": 4}

FIRERS_ONLY = (Cowering, LeaveResidual, Malfunction, OwnCheck, WeaponDestruction)
"""Frames after a fire attack that change nothing for its targets."""


class First(Struct, frozen=True):
    """One result of the attack's DR: ``label`` is the cell (one for each target group), ``kind`` the worst of them.

    ``count`` of the 36 DR give it, ``faces`` is one of them.
    """

    label: str
    kind: str
    count: int
    faces: tuple[int, int]

    @property
    def chance(self) -> Fraction:
        """The probability of this result."""
        return Fraction(self.count, 36)


class AttackOdds(Struct, frozen=True):
    """What can come of an attack: the results of its DR, worst first, and each target's fates."""

    first: tuple[First, ...]
    fates: dict[int, Fates]

    @property
    def units(self) -> dict[int, dict[str, Fraction]]:
        """For each target the probabilities by class: eliminated, reduced, broken, pinned, wounded, unharmed."""
        return {unit: by_word(fates) for unit, fates in self.fates.items()}

    def chance(self, unit: int, *words: str) -> Fraction:
        """The probability that a target ends in one of these classes."""
        return sum((p for found, p in self.fates[unit] if found.word in words), Fraction(0))


def first_results(ledger: AttackLedger) -> tuple[First, ...]:
    """What the 36 DR of an attack give, merged by result, worst first (cowering included)."""
    counts: Counter[tuple[Outcome, ...]] = Counter()
    sample: dict[tuple[Outcome, ...], tuple[int, int]] = {}
    for faces in itertools.product(range(1, 7), repeat=2):
        pair = (faces[0], faces[1])
        key = tuple(Outcome(o.units, 0, o.result) for o in outcomes(ledger, pair))
        counts[key] += 1
        sample[key] = pair
    found = []
    for key, count in counts.items():
        worst = min((o.result for o in key), key=lambda r: (ORDER[r.kind], -r.number))
        label = " / ".join(str(o.result) for o in key)
        found.append((ORDER[worst.kind], -worst.number, First(label, worst.kind, count, sample[key])))
    return tuple(line[2] for line in sorted(found, key=lambda line: line[:2]))


def first(st: State, action: Fire, targets: tuple[int, ...] = (), phase: str = "") -> tuple[First, ...]:
    """Only the results of the DR, for a quick look."""
    return first_results(attack_ledger(_frame(st, action, targets, phase).facts(st)))


def attack(st: State, action: Fire, targets: tuple[int, ...] = (), phase: str = "") -> AttackOdds:
    """Exact odds of an attack that could be declared now.

    ``targets`` default to the enemy units in the target Location, ``phase`` to the position's.  Checks, pins,
    breaks, replacements, wounds and leader losses are followed to their end through the frames of the game; what
    happens to the firers is left out.
    """
    return _odds(st, _frame(st, action, targets, phase))


def residual(st: State, loc: int, strength: int, targets: tuple[int, ...]) -> AttackOdds:
    """Exact odds of an attack by Residual FP on movers (A8.2)."""
    return _odds(st, Attack(targets, "MPh", loc, None, strength))


Joint = tuple[tuple[tuple[Fate, ...], Fraction], ...]


def joint(st: State, action: Fire, targets: tuple[int, ...] = (), phase: str = "") -> Joint:
    """The fates of all targets together, likeliest first; grows fast with their number: for stacks of up to three."""
    frame = _frame(st, action, targets, phase)
    results = first_results(attack_ledger(frame.facts(st)))
    project = Project(frame.targets, _firers_only)
    leaves = spread(_begin(st, frame, results, project), project)
    table: Counter[tuple[Fate, ...]] = Counter()
    for leaf in leaves:
        table[tuple(fate(st, leaf.state, unit) for unit in frame.targets)] += leaf.weight
    return tuple((fates, Fraction(weight, TOTAL)) for fates, weight in table.most_common())


def _firers_only(frame: Frame) -> bool:
    return isinstance(frame, FIRERS_ONLY)


def _frame(st: State, action: Fire, targets: tuple[int, ...], phase: str) -> Attack:
    if not targets:
        side = st.units[action.firers[0].unit].side
        targets = tuple(unit.id for unit in st.side_at(action.target, 1 - side))
    return Attack(targets, phase or st.turn.phase, action.target, action)


def _begin(st: State, frame: Attack, results: tuple[First, ...], project: Project) -> list[tuple[State, int]]:
    here = started(st, frame)
    begun: list[tuple[State, int]] = []
    for line in results:
        do = frame.rolled(here, line.faces)
        events = tuple(event for event in do.events if isinstance(event, DmPlaced))
        push = tuple(more for more in do.push if not _firers_only(more))
        begun.append((advance(here, Do(events, None, push), project), TOTAL // 36 * line.count))
    return begun


def _odds(st: State, frame: Attack) -> AttackOdds:
    results = first_results(attack_ledger(frame.facts(st)))
    singles = tuple(unit for unit in frame.targets if is_smc(st, st.units[unit]))
    found: dict[int, Fates] = {}
    if singles:
        leaves = spread(*_followed(st, frame, results, singles, ()))
        found.update((unit, fates_of(st, leaves, unit)) for unit in singles)
    alike: dict[tuple[object, ...], Fates] = {}
    for unit in frame.targets:
        if unit in found:
            continue
        look = _look(st, frame, unit)
        if look not in alike:
            leaves = spread(*_followed(st, frame, results, singles, (unit,)))
            alike[look] = fates_of(st, leaves, unit)
        found[unit] = alike[look]
    return AttackOdds(results, {unit: found[unit] for unit in frame.targets})


def _look(st: State, frame: Attack, unit: int) -> tuple[object, ...]:
    """What tells two targets apart: everything on the counter but its place and name, and its own DRM."""
    drm = attack_ledger(frame.facts(st)).drm
    own = tuple(mod.id for mod in drm.mods if unit in mod.units)
    return (replace(st.units[unit], id=0, order=0, ident="", group=""), own)


def _followed(
    st: State, frame: Attack, results: tuple[First, ...], singles: tuple[int, ...], mmc: tuple[int, ...]
) -> tuple[list[tuple[State, int]], Project]:
    """The positions after the attack's DR, in which only SMC, or one MMC with the SMC beside it, are followed on."""
    ids = (*singles, *mmc)
    others = frozenset(frame.targets) - set(ids)

    def skip(more: Frame) -> bool:
        if isinstance(more, FIRERS_ONLY):
            return True
        if not isinstance(more, (MoraleCheck, TaskCheck)):
            return False
        return more.unit in others

    def tidy(now: State) -> State:
        return _tidy(st, now, singles)

    project = Project(ids, skip, tidy if mmc and singles else None)
    return _begin(st, frame, results, project), project


def _tidy(before: State, now: State, singles: tuple[int, ...]) -> State:
    """Forget of the SMC what can't matter to an MMC any more.

    With a check or a wound to come everything counts; before leader loss whether a single SMC is lost, broken or
    pinned, and of several everything, since one's loss shakes the other; afterwards nothing.
    """
    waiting = set(_waiting(now.stack))
    if not waiting.intersection(singles) and 0 not in waiting:
        if any(now.units[unit] is not before.units[unit] for unit in singles):
            now = now.with_(units={**now.units, **{unit: before.units[unit] for unit in singles}})
        return now
    if len(singles) > 1:
        return now
    for unit_id in singles:
        unit, was = now.units[unit_id], before.units[unit_id]
        if unit is was or unit_id in waiting:
            continue
        if unit.place != was.place:
            plain = replace(was, loc=unit.loc, place=unit.place)
        elif unit.broken or unit.pinned:
            plain = replace(was, broken=unit.broken, pinned=unit.pinned and not unit.broken)
        else:
            continue
        if plain != unit:
            now = now.with_unit(plain)
    return now


def _waiting(frames: tuple[Frame, ...]) -> Iterator[int]:
    """Units with a check or a wound to come; 0 where leader loss or results are still to come."""
    for frame in frames:
        if isinstance(frame, Series):
            yield from _waiting(frame.frames)
        elif isinstance(frame, (MoraleCheck, TaskCheck, WoundCheck)):
            yield frame.unit
        elif not isinstance(frame, Settled):
            yield 0


def fates_of(before: State, leaves: tuple[Leaf, ...], unit: int) -> Fates:
    """The fates of one unit over the ends of a resolution, likeliest first."""
    table: Counter[Fate] = Counter()
    for leaf in leaves:
        table[fate(before, leaf.state, unit)] += leaf.weight
    return tuple((found, Fraction(weight, TOTAL)) for found, weight in table.most_common())
