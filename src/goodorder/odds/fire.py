"""Exact odds of a fire attack (A7.3).

A target's fate depends on the attack's DR, on Random Selection, on its own checks and on those of the SMC
beside it, whose leadership helps and whose loss shakes; never on the checks of other MMC.  So the SMC are
followed together and each MMC beside them (:mod:`.stack`); :func:`joint` follows everybody together.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from goodorder.core.actions import Fire
from goodorder.core.dice import PAIRS, Roll
from goodorder.core.errors import EngineFault
from goodorder.core.events import DmPlaced, Event
from goodorder.core.frames import Do, Frame
from goodorder.core.state import State
from goodorder.flow.fire.effect import Effect, Results, Shown
from goodorder.flow.fire.fire_lane import LayLanes
from goodorder.flow.fire.ordnance import HitCheck, shot_of
from goodorder.flow.fire.own_check import OwnCheck
from goodorder.flow.fire.residual import LeaveResidual
from goodorder.flow.fire.shot import Cowering, RunsOut, Shot
from goodorder.flow.shared.checks import MoraleCheck, TaskCheck
from goodorder.flow.shared.momentary import MomentaryReveal
from goodorder.flow.shared.rate import Malfunction
from goodorder.flow.shared.weapon_loss import WeaponDestruction
from goodorder.rules.a07_fire.attack import AttackLedger, Outcome, outcomes
from goodorder.rules.a08_defensive.residual import ResidualFP
from goodorder.rules.a12_concealment.loss import struck
from goodorder.rules.facts.units import is_smc

from .fate import Fate, Fates, by_word, fate
from .spread import TOTAL, Leaf, Project, advance, spread, started
from .stack import Condition, Conditions, Opening, Stack, Steps

ORDER = {"KIA": 0, "K": 1, "MC": 2, "PTC": 3, "NONE": 4}

FIRERS_ONLY = (Cowering, LayLanes, LeaveResidual, Malfunction, MomentaryReveal, OwnCheck, RunsOut, WeaponDestruction)
"""Frames after a fire attack that change nothing for its targets."""

Attack = Shot | Effect | HitCheck
"""What an attack is while its dice are still to be thrown: units fire, or FP takes effect that nobody fires."""


class First(Struct, frozen=True):
    """One result of the attack's DR: ``label`` is the cell (one for each target group), ``kind`` the worst of them.

    Where other dice come first (a To Hit roll) its probability counts those in.
    """

    label: str
    kind: str
    chance: Fraction


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


Struck = tuple[Outcome, ...]
"""The results of one DR on the target groups, without what the dice were."""


def first_results(ledger: AttackLedger) -> tuple[First, ...]:
    """What the 36 DR of an attack give, merged by result, worst first (cowering included)."""
    table: Counter[Struck] = Counter(_plain(outcomes(ledger, pair)) for pair in PAIRS)
    return _worst_first({key: Fraction(count, 36) for key, count in table.items()})


def _plain(found: Struck) -> Struck:
    return tuple(Outcome(one.units, 0, one.result) for one in found)


def _worst_first(table: Mapping[Struck, Fraction]) -> tuple[First, ...]:
    found = []
    for key, chance in table.items():
        if not key:
            continue  # fire at a Location without targets, for the Residual FP alone (A9.5)
        worst = min((o.result for o in key), key=lambda r: (ORDER[r.kind], -r.number))
        label = " / ".join(str(o.result) for o in key)
        found.append((ORDER[worst.kind], -worst.number, First(label, worst.kind, chance)))
    return tuple(line[2] for line in sorted(found, key=lambda line: line[:2]))


class _Case(Struct, frozen=True):
    """Dice of an attack that do the same to its targets, as ``chance`` of all: thrown for ``frame`` as ``faces``.

    ``before`` is what dice before them have brought already, ``after`` what stays to be done after their own.
    """

    results: Struck
    here: State
    frame: Attack
    faces: tuple[int, ...]
    chance: Fraction
    before: tuple[Event, ...] = ()
    after: tuple[Frame, ...] = ()


def _cases(
    here: State,
    frame: Attack,
    chance: Fraction = Fraction(1),
    before: tuple[Event, ...] = (),
    after: tuple[Frame, ...] = (),
) -> Iterator[_Case]:
    """All that the dice of an attack can do, each once; where they only decide whether it hits, with the dice of the
    effect.
    """
    roll = frame.ask(here)
    assert isinstance(roll, Roll)
    counts: Counter[object] = Counter()
    sample: dict[object, tuple[Struck, tuple[int, ...]]] = {}
    for faces in itertools.product(range(1, 7), repeat=len(roll.dice)):
        results = _plain(frame.outcomes(here, (faces[0], faces[-1])))
        key: object = results or _reaching(here, frame.rolled(here, faces))
        counts[key] += 1
        sample[key] = results, faces
    for alike, count in counts.items():
        results, faces = sample[alike]
        share = chance * Fraction(count, 6 ** len(roll.dice))
        if not results:
            events, push = _reaching(here, frame.rolled(here, faces))
            if any(isinstance(more, (Effect, HitCheck)) for more in push[1:]):
                raise EngineFault("the odds follow one effect of a shot")
            if push and isinstance(push[0], (Effect, HitCheck)):
                hit = started(advance(here, Do(events), Project(())), push[0])
                yield from _cases(hit, push[0], share, (*before, *events), (*push[1:], *after))
                continue
        yield _Case(results, here, frame, faces, share, before, after)


def _reaching(here: State, do: Do) -> tuple[tuple[Event, ...], tuple[Frame, ...]]:
    """What a step of an attack does to its targets."""
    events: list[Event] = [event for event in do.events if isinstance(event, DmPlaced)]
    for more in do.push:
        if isinstance(more, Shown):  # who sees them is elsewhere, and not among those who are followed
            events += struck(here, more.units)
    return tuple(events), tuple(more for more in do.push if not isinstance(more, (*FIRERS_ONLY, Shown)))


def _firsts(cases: Iterable[_Case]) -> tuple[First, ...]:
    table: dict[Struck, Fraction] = {}
    for case in cases:
        table[case.results] = table.get(case.results, Fraction(0)) + case.chance
    return _worst_first(table)


def first(st: State, action: Fire, targets: tuple[int, ...] = (), phase: str = "") -> tuple[First, ...]:
    """Only the results of the DR, for a quick look."""
    frame = _frame(st, action, targets, phase)
    return _firsts(_cases(started(st, frame), frame)) if frame.targets else ()


def attack(st: State, action: Fire, targets: tuple[int, ...] = (), phase: str = "") -> AttackOdds:
    """Exact odds of an attack that could be declared now.

    ``targets`` default to the enemy units in the target Location, ``phase`` to the position's.  Checks, pins,
    breaks, replacements, wounds and leader losses are followed to their end through the frames of the game; what
    happens to the firers is left out.
    """
    return of(st, _frame(st, action, targets, phase))


def residual(st: State, loc: int, strength: int, targets: tuple[int, ...]) -> AttackOdds:
    """Exact odds of an attack by Residual FP on movers (A8.2)."""
    return of(st, Effect(targets, loc, ResidualFP(1 - st.units[targets[0]].side, strength)))


Joint = tuple[tuple[tuple[Fate, ...], Fraction], ...]


def joint(st: State, action: Fire, targets: tuple[int, ...] = (), phase: str = "") -> Joint:
    """The fates of all targets together, likeliest first; grows fast with their number: for stacks of up to three."""
    frame = _frame(st, action, targets, phase)
    table: Counter[tuple[Fate, ...]] = Counter()
    for conditions, weight in _together(st, _openings(st, frame)[1], frame.targets):
        table[tuple(_fate(st, condition) for condition in conditions)] += weight
    return tuple((fates, Fraction(weight, TOTAL)) for fates, weight in table.most_common())


MOST_JOINT = 2
"""Targets up to which an attack is followed for all of them at once."""

SPARED = ("unharmed", "rallied")


def reaches(st: State, action: Fire, targets: tuple[int, ...] = (), phase: str = "") -> float:
    """The chance that an attack's own DR has any result at all: more than :func:`hurts` can be, and found at once."""
    return float(sum(one.chance for one in first(st, action, targets, phase) if one.kind != "NONE"))


def hurts(st: State, action: Fire, targets: tuple[int, ...] = (), phase: str = "") -> float:
    """The chance that an attack breaks, pins, wounds, reduces or eliminates somebody.

    Exact for up to ``MOST_JOINT`` targets.  Of more, which share the attack's DR and their leaders' fates, it is what
    it would be if they did not: never less than the truth, nor more than :func:`reaches`.
    """
    frame = _frame(st, action, targets, phase)
    if len(frame.targets) <= MOST_JOINT:
        spared = sum(p for fates, p in joint(st, action, targets, phase) if all(one.word in SPARED for one in fates))
        return 1.0 - float(spared)
    alone = 1.0
    found = attack(st, action, targets, phase)
    for unit in frame.targets:
        alone *= float(found.chance(unit, *SPARED))
    return min(1.0 - alone, reaches(st, action, targets, phase))


def _frame(st: State, action: Fire, targets: tuple[int, ...], phase: str) -> Shot:
    if not targets:
        side = st.units[action.firers[0].unit].side
        targets = tuple(unit.id for unit in st.side_at(action.target, 1 - side))
    return shot_of(targets, phase or st.turn.phase, action)


def _openings(st: State, frame: Attack) -> tuple[tuple[First, ...], list[Opening]]:
    """The results of the attack's dice; and each way in which it takes effect, without what only concerns the firers,
    and without units in other Locations.
    """
    here = started(st, frame)
    locs = {st.units[unit].loc for unit in frame.targets}.union(frame.places)
    bare = here.with_(units={unit.id: unit for unit in st.units.values() if unit.loc in locs}, weapons={})
    cases = list(_cases(here, frame))
    weights: Counter[tuple[tuple[Event, ...], tuple[Frame, ...]]] = Counter()
    for case in cases:
        events, push = _reaching(case.here, case.frame.rolled(case.here, case.faces))
        weight = TOTAL // case.chance.denominator * case.chance.numerator
        weights[(*case.before, *events), (*push, *case.after)] += weight
    return _firsts(cases), [Opening(bare, *brought, weight) for brought, weight in weights.items()]


def of(st: State, frame: Attack) -> AttackOdds:
    """Exact odds of a shot or an effect whose dice are about to be thrown."""
    results, openings = _openings(st, frame)
    singles = tuple(unit for unit in frame.targets if is_smc(st, st.units[unit]))
    alike: dict[tuple[object, ...], int] = {}
    like = {}
    for unit in frame.targets:
        look = (unit,) if unit in singles else _look(unit, openings)
        like[unit] = alike.setdefault(look, unit)
    beside = tuple(unit for unit in alike.values() if unit not in singles)
    tables = _ends(st, openings, singles, beside, frame.targets)
    fates = {unit: _fates(st, table) for unit, table in tables.items()}
    return AttackOdds(results, {unit: fates[like[unit]] for unit in frame.targets})


Ends = dict[Condition, int]
"""What can have become of a unit, with the weights."""


def _ends(
    st: State, openings: list[Opening], singles: tuple[int, ...], beside: tuple[int, ...], targets: tuple[int, ...]
) -> dict[int, Ends]:
    """The ends of each SMC, and of each of the MMC ``beside`` them."""
    tables: dict[int, Ends] = {unit: {} for unit in (*singles, *beside)}
    stacked, others = _sorted(openings)
    for condition, weight in Stack(Conditions(openings[0].state), singles, beside).ends(stacked):
        _count(tables[condition[0].id], condition, weight)
    for ids in (singles, *((*singles, unit) for unit in beside)) if others else ():
        for conditions, weight in _followed(st, others, ids, targets):
            for condition in conditions if ids == singles else conditions[-1:]:
                _count(tables[condition[0].id], condition, weight)
    return tables


def _together(
    st: State, openings: list[Opening], targets: tuple[int, ...]
) -> Iterator[tuple[tuple[Condition, ...], int]]:
    """The ends of all targets together."""
    stacked, others = _sorted(openings)
    yield from Stack(Conditions(openings[0].state), targets).together(stacked)
    yield from _followed(st, others, targets, targets)


def _sorted(openings: list[Opening]) -> tuple[list[tuple[Opening, Steps]], list[Opening]]:
    """The openings in which only a stack takes part, with their steps, and those of which every frame is followed."""
    steps = [(opening, opening.steps()) for opening in openings]
    return [(opening, found) for opening, found in steps if found is not None], [
        opening for opening, found in steps if found is None
    ]


def _followed(
    st: State, openings: list[Opening], ids: tuple[int, ...], targets: tuple[int, ...]
) -> Iterator[tuple[tuple[Condition, ...], int]]:
    """Every end for the units ``ids`` by following every frame; checks of other targets are left out."""
    others = frozenset(targets) - set(ids)

    def instead(now: State, more: Frame) -> Do | None:
        return Do() if isinstance(more, (MoraleCheck, TaskCheck)) and more.unit in others else None

    project = Project(ids, instead)
    begun = [(advance(one.state, Do(one.events, None, one.push), project), one.weight) for one in openings]
    for leaf in spread(begun, project) if begun else ():
        units = leaf.state.units
        new = tuple(unit for id, unit in units.items() if id >= st.next_id)
        yield tuple((units[unit], *new) for unit in ids), leaf.weight


def _count(ends: Ends, condition: Condition, weight: int) -> None:
    ends[condition] = ends.get(condition, 0) + weight


def _look(unit: int, openings: list[Opening]) -> tuple[object, ...]:
    """What tells two targets apart: everything on the counter but its place and name, and what strikes it."""
    looks: list[object] = []
    for opening in openings:
        counter = replace(opening.begun().units[unit], id=0, order=0, ident="", group="")
        looks.append((counter, *(more for more in opening.push if isinstance(more, Results) and unit in more.units)))
    return tuple(looks)


def _fate(before: State, condition: Condition) -> Fate:
    """The fate of a unit in some condition."""
    return fate(before, before.with_(units={unit.id: unit for unit in condition}), condition[0].id)


def _fates(before: State, ends: Ends) -> Fates:
    """The fates of one unit over its ends, likeliest first."""
    table: Counter[Fate] = Counter()
    for condition, weight in ends.items():
        table[_fate(before, condition)] += weight
    return tuple((found, Fraction(weight, TOTAL)) for found, weight in table.most_common())


def fates_of(before: State, leaves: tuple[Leaf, ...], unit: int) -> Fates:
    """The fates of one unit over the ends of a resolution, likeliest first."""
    table: Counter[Fate] = Counter()
    for leaf in leaves:
        table[fate(before, leaf.state, unit)] += leaf.weight
    return tuple((found, Fraction(weight, TOTAL)) for found, weight in table.most_common())
