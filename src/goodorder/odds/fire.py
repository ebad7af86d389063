"""Exact odds of a fire attack (A7.3).

A target's fate depends on the attack's DR, on Random Selection, on its own checks and on those of the SMC
beside it, whose leadership helps and whose loss shakes; never on the checks of other MMC.  So the SMC are
followed together and each MMC beside them (:mod:`.stack`); :func:`joint` follows everybody together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import replace

from goodorder.core.actions import Fire
from goodorder.core.events import Event
from goodorder.core.frames import Do, Frame
from goodorder.core.state import State
from goodorder.flow.fire.declared import shot_of
from goodorder.flow.fire.effect import Effect, Results
from goodorder.flow.fire.ordnance import HitCheck, OrdnanceShot
from goodorder.flow.fire.shot import Shot
from goodorder.flow.fire.vehicle_under_fire import VehicleUnderFire
from goodorder.flow.shared.checks import MoraleCheck, TaskCheck
from goodorder.rules.a08_defensive.residual import ResidualFP
from goodorder.rules.a15_heat_of_battle import may_come
from goodorder.rules.facts.captives import where
from goodorder.rules.facts.firers import fire_phase
from goodorder.rules.facts.ground import map_now
from goodorder.rules.facts.masks import is_mask, under_fire
from goodorder.rules.facts.units import is_smc

from .aside import many_leaders
from .attack_dice import Attack, Case, First, cases, firsts
from .fate import Fate, Fates, by_word, fate
from .heat import heat
from .snipers import called, ready
from .spread import TOTAL, Alike, Leaf, Project, advance, spread, started
from .stack import Condition, Conditions, Opening, Stack, Steps
from .unfold import Ends, alike_among


class AttackOdds(Struct, frozen=True):
    """What can come of an attack: the results of its DR, worst first, each target's fates, and, where it was asked for,
    what these leave out: the chance of a Heat of Battle DR (A15.1), that of each side's Sniper to be activated (A14.1);
    these are the ``least`` where checks for the loss of many leaders are left out.
    """

    first: tuple[First, ...]
    fates: dict[int, Fates]
    heat: Fraction = Fraction(0)
    snipers: dict[int, Fraction] = {}
    least: bool = False

    @property
    def units(self) -> dict[int, dict[str, Fraction]]:
        """For each target the probabilities by class: eliminated, reduced, broken, pinned, wounded, unharmed."""
        return {unit: by_word(fates) for unit, fates in self.fates.items()}

    def chance(self, unit: int, *words: str) -> Fraction:
        """The probability that a target ends in one of these classes."""
        return sum((p for found, p in self.fates[unit] if found.word in words), Fraction(0))


def first(st: State, action: Fire, targets: tuple[int, ...] = (), phase: str = "") -> tuple[First, ...]:
    """Only the results of the DR, for a quick look."""
    return first_of(st, _frame(st, action, targets, phase))


def first_of(st: State, frame: Attack) -> tuple[First, ...]:
    """Only the results of the DR of a shot or an effect."""
    return firsts(cases(started(st, frame), frame, _alike(st, frame))) if frame.targets else ()


def attack(
    st: State, action: Fire, targets: tuple[int, ...] = (), phase: str = "", *, aside: bool = False
) -> AttackOdds:
    """Exact odds of an attack that could be declared now.

    ``targets`` default to the enemy units in the target Location, ``phase`` to the position's.  Checks, pins,
    breaks, replacements, wounds and leader losses are followed to their end through the frames of the game; what
    happens to the firers is left out.  ``aside``: with the chances of Heat of Battle and of Snipers.
    """
    return of(st, _frame(st, action, targets, phase), aside=aside)


def only_aside(st: State, action: Fire, targets: tuple[int, ...], phase: str) -> AttackOdds:
    """The same with the chances of Heat of Battle and of Snipers, and without fates: for these each leader more among
    the targets takes some ten times as long.
    """
    return only_aside_of(st, _frame(st, action, targets, phase))


def only_aside_of(st: State, frame: Attack) -> AttackOdds:
    """The same of a shot or an effect."""
    opened = _openings(st, frame, _alike(st, frame))
    return _with_aside(st, frame, Conditions(opened.base, apart=True), AttackOdds(opened.first, {}), opened.cases)


def residual(st: State, loc: int, strength: int, targets: tuple[int, ...]) -> AttackOdds:
    """Exact odds of an attack by Residual FP on movers (A8.2)."""
    return of(st, Effect(targets, loc, ResidualFP(1 - st.units[targets[0]].side, strength)))


Joint = tuple[tuple[tuple[Fate, ...], Fraction], ...]


def joint(st: State, action: Fire, targets: tuple[int, ...] = (), phase: str = "") -> Joint:
    """The fates of all targets together, likeliest first; grows fast with their number: for stacks of up to three."""
    frame = _frame(st, action, targets, phase)
    table: Counter[tuple[Fate, ...]] = Counter()
    for conditions, weight in _together(st, _openings(st, frame).openings, _men(st, frame)):
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
    if len(men := _men(st, frame)) <= MOST_JOINT:
        spared = sum(p for fates, p in joint(st, action, targets, phase) if all(one.word in SPARED for one in fates))
        return 1.0 - float(spared)
    alone = 1.0
    found = attack(st, action, targets, phase)
    for unit in men:
        alone *= float(found.chance(unit, *SPARED))
    return min(1.0 - alone, reaches(st, action, targets, phase))


def _frame(st: State, action: Fire, targets: tuple[int, ...], phase: str) -> Shot:
    if not targets:
        side = st.fighter(action.firers[0].unit).side
        targets = tuple(unit.id for unit in st.side_at(action.target, 1 - side))
    return shot_of(st, targets, phase or fire_phase(st, action), action)


class Opened(Struct, frozen=True):
    """An attack's own dice counted out: results, each way in which it takes effect, what all dice may bring."""

    first: tuple[First, ...]
    openings: list[Opening]
    cases: list[Case]
    base: State


def _openings(st: State, frame: Attack, alike: Alike = ()) -> Opened:
    """The results of the attack's dice; and each way in which it takes effect, without what only concerns the firers,
    and without units in other Locations, unless they may cut off who is upstairs (A7.72).
    """
    here = started(st, frame)
    locs = {unit.loc for unit in under_fire(st, frame.targets)}.union(frame.places)
    if all(loc < len(map_now(st).hexes) for loc in locs):
        here = here.with_(
            units={unit.id: unit for unit in st.units.values() if unit.loc in locs or where(st, unit) in locs}
        )
        bare = here.with_(weapons={})
    else:  # an armed vehicle may cut them off as well
        bare = here.with_(weapons={one.id: one for one in here.weapons.values() if one.holder in here.vehicles})
    found = list(cases(started(st, frame), frame, alike))
    weights: Counter[tuple[tuple[Event, ...], tuple[Frame, ...]]] = Counter()
    for case in found:
        push = tuple(more for more in case.push if not isinstance(more, VehicleUnderFire)) if st.vehicles else case.push
        weights[case.events, push] += TOTAL // case.chance.denominator * case.chance.numerator
    openings = [Opening(bare, *brought, weight) for brought, weight in weights.items()]
    return Opened(firsts(found), openings, found, bare)


def of(st: State, frame: Attack, *, aside: bool = False) -> AttackOdds:
    """Exact odds of a shot or an effect whose dice are about to be thrown; ``aside``: with what its dice do beside."""
    alike, men = _alike(st, frame), _men(st, frame)
    found: dict[int, Fates] = {}
    opened = _openings(st, frame, alike)
    openings = opened.openings
    singles = tuple(unit for unit in men if is_smc(st, st.units[unit]))
    looks: dict[tuple[object, ...], int] = {}
    like = {unit: unit if unit in singles else looks.setdefault(_look(unit, openings), unit) for unit in men}
    aside = aside and (may_come(st) or bool(ready(st)))
    conditions = Conditions(opened.base, apart=aside)
    tables = _ends(st, openings, conditions, singles, tuple(looks.values()), men)
    group_of = {unit: group for group in alike for unit in group}
    fates: dict[tuple[int, ...], Fates] = {}
    for unit in men:
        group = tuple(like[one] for one in group_of.get(unit, (unit,)))
        if group not in fates:
            fates[group] = _fates(st, [tables[one] for one in group])
        found[unit] = fates[group]
    told = AttackOdds(opened.first, found)
    return _with_aside(st, frame, conditions, told, opened.cases) if aside else told


def _with_aside(st: State, frame: Attack, conditions: Conditions, told: AttackOdds, cases: list[Case]) -> AttackOdds:
    hot, snipers = heat(st, conditions, cases), called(st, frame, conditions, cases)
    return replace(told, heat=hot, snipers=snipers, least=many_leaders(st, _men(st, frame)))


def _alike(st: State, frame: Attack) -> Alike:
    """The MMC that nothing tells apart but their names and places, where an attack may choose among them."""
    return alike_among(st, _men(st, frame)) if isinstance(frame, (OrdnanceShot, HitCheck)) else ()


def _men(st: State, frame: Attack) -> tuple[int, ...]:
    """The units under an attack: the "?" of a vehicle has no fate (A12.2)."""
    return tuple(unit for unit in frame.targets if not is_mask(st, unit))


def _ends(
    st: State,
    openings: list[Opening],
    conditions: Conditions,
    singles: tuple[int, ...],
    beside: tuple[int, ...],
    targets: tuple[int, ...],
) -> dict[int, Ends]:
    """The ends of each SMC, and of each of the MMC ``beside`` them."""
    tables: dict[int, Ends] = {unit: {} for unit in (*singles, *beside)}
    stacked, others = _sorted(openings)
    for condition, weight in Stack(conditions, singles, beside).ends(stacked):
        _count(tables[condition[0].id], condition, weight)
    for ids in (singles, *((*singles, unit) for unit in beside)) if others else ():
        for found, weight in _followed(st, others, ids, targets):
            for condition in found if ids == singles else found[-1:]:
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


def _fates(before: State, tables: Sequence[Ends]) -> Fates:
    """The fates of a unit, as likely one as the other of these, over its ends; likeliest first."""
    table: Counter[Fate] = Counter()
    for ends in tables:
        for condition, weight in ends.items():
            table[_fate(before, condition)] += weight
    whole = TOTAL * len(tables)
    return tuple((found, Fraction(weight, whole)) for found, weight in table.most_common())


def fates_by(before: State, ends: Sequence[Ends]) -> Fates:
    """The fates of one unit over what can have become of it, or of as many others like it, likeliest first."""
    return _fates(before, ends)


def fates_of(before: State, leaves: tuple[Leaf, ...], unit: int) -> Fates:
    """The fates of one unit over the ends of a resolution, likeliest first."""
    table: Counter[Fate] = Counter()
    for leaf in leaves:
        table[fate(before, leaf.state, unit)] += leaf.weight
    return tuple((found, Fraction(weight, TOTAL)) for found, weight in table.most_common())
