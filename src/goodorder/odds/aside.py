"""What the dice of an attack may do beside its effect: how likely none of them does (a Sniper, Heat of Battle).

A stack of men is followed by :mod:`.quiet`, all else frame by frame.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from goodorder.core.dice import PAIRS
from goodorder.core.events import Event
from goodorder.core.frames import Do, Frame
from goodorder.core.state import State
from goodorder.flow.fire.effect import Shown
from goodorder.flow.fire.residual import LeaveResidual
from goodorder.flow.fire.shot import Cowering, Shot
from goodorder.flow.fire.to_kill import CrewCheck
from goodorder.flow.fire.vehicle_under_fire import VehicleUnderFire
from goodorder.flow.shared.checks import MoraleCheck, TaskCheck
from goodorder.flow.shared.momentary import MomentaryReveal
from goodorder.flow.shared.rate import Malfunction
from goodorder.flow.shared.weapon_loss import WeaponDestruction
from goodorder.flow.shared.wounds import WoundCheck
from goodorder.rules.a12_concealment.loss import struck
from goodorder.rules.facts.masks import under_fire
from goodorder.rules.facts.units import is_leader, is_smc

from . import unfold
from .attack_dice import Case
from .quiet import MOST_LEADERS, Quiet
from .spread import TOTAL, Counts, Project, Settled, advance, started
from .stack import Conditions, Opening, flat

SINGLE = (Settled, MoraleCheck, TaskCheck, WoundCheck, CrewCheck)
"""Frames that concern one unit, and SMC who help it."""
LEFT_OUT = (LeaveResidual, WeaponDestruction, MomentaryReveal, Malfunction, Cowering)
"""Frames by which no dice are heard, nor men hurt."""


def unheard(
    st: State, frames: tuple[Frame, ...], locs: Iterable[int], counts: Counts, known: Conditions | None = None
) -> Fraction:
    """The chance that nothing is heard of all dice that frames bring in some Locations; ``known`` are conditions of who
    is there, of an earlier question.
    """
    project = _project(st, set(locs), counts)
    begun = [(advance(started(st, Settled()), Do((), None, frames), project), TOTAL)]
    return unfold.unheard(begun, project, known or Conditions(st, apart=True), counts)


def unheard_shot(st: State, shot: Shot, counts: Counts, known: Conditions | None = None) -> Fraction:
    """The same of a shot: of its own DR, of what it brings, and of the checks of who fires protectively (A8.31)."""
    here, begun = started(st, shot), list[tuple[State, int]]()
    project = _project(here, locs_of(st, shot), counts)
    for pair in PAIRS:
        if not counts(here, Do((shot.dice(here, pair),))):
            continue
        events, push = shot.brings(here, pair)
        own = shot.own_check(shot.facts(here), pair)
        begun.append((advance(here, Do(events, None, (*push, *own)), project), TOTAL // len(PAIRS)))
    return unfold.unheard(begun, project, known or Conditions(st, apart=True), counts)


def locs_of(st: State, shot: Shot) -> set[int]:
    """The Locations of a shot: of its targets and of its firers."""
    locs = {*shot.places, *(unit.loc for unit in under_fire(st, shot.targets))}
    return locs | {st.fighter(firer.unit).loc for firer in shot.action.firers}


def unheard_effect(st: State, conditions: Conditions, cases: Iterable[Case], counts: Counts) -> Fraction:
    """The chance that nothing is heard of all that an attack brings its targets after its own dice; ``conditions`` are
    those of its stack.
    """
    base = conditions.base
    weights: dict[tuple[tuple[Event, ...], tuple[Frame, ...]], Fraction] = {}
    crews: dict[tuple[Frame, ...], Fraction] = {(): Fraction(1)}
    for case in cases:
        men = tuple(one for one in case.push if not isinstance(one, VehicleUnderFire))
        beside = tuple(one for one in case.push if isinstance(one, VehicleUnderFire))
        if beside not in crews:
            crews[beside] = unheard(st, beside, (), counts)
        weights[case.events, men] = weights.get((case.events, men), Fraction(0)) + case.chance * crews[beside]
    return _of_openings(
        conditions, [(Opening(base, *brought, 0), weight) for brought, weight in weights.items()], counts
    )


def _of_openings(conditions: Conditions, openings: list[tuple[Opening, Fraction]], counts: Counts) -> Fraction:
    base, struck_by = conditions.base, unfold.struck_by([one for one, _ in openings])
    units = sorted({unit for one, _ in openings for unit in unfold.touched(one.push) if unit in base.units})
    stack, whole = Quiet(conditions, units, counts, struck_by), Fraction(0)
    for one, weight in openings:
        steps = one.steps()
        whole += weight * (stack.chance(one, steps) if steps is not None else _unfolded(one, conditions, counts))
    return whole


def many_leaders(st: State, units: Iterable[int]) -> bool:
    """Whether more leaders are among the units under an attack than are followed: what is told of its checks is the
    least then.
    """
    return sum(is_leader(st, st.units[unit]) for unit in units) > MOST_LEADERS


def _unfolded(opening: Opening, conditions: Conditions, counts: Counts) -> Fraction:
    """One opening in which others than a stack take part."""
    st = opening.state
    project = _project(st, {unit.loc for unit in st.units.values()}, counts)
    begun = [(advance(st, Do(opening.events, None, opening.push), project), TOTAL)]
    return unfold.unheard(begun, project, conditions, counts)


def _project(st: State, locs: set[int], counts: Counts) -> Project:
    """All in some Locations matter, and vehicles everywhere, until no check of theirs is to come."""
    men = tuple(unit.id for unit in st.units.values() if unit.loc in locs)
    every = (*men, *st.vehicles)

    def instead(now: State, frame: Frame) -> Do | None:
        if isinstance(frame, LEFT_OUT):
            return Do()
        return Do(struck(now, frame.units)) if isinstance(frame, Shown) else None

    def tidy(now: State) -> State:
        """Who has checked is as he was, where nothing but checks of others is to come."""
        if not all(isinstance(frame, SINGLE) for frame in flat(now.stack)):
            return now
        waiting = {getattr(frame, "unit", getattr(frame, "vehicle", 0)) for frame in flat(now.stack)}
        units, vehicles = dict(now.units), dict(now.vehicles)
        units.update((one, st.units[one]) for one in men if one not in waiting and not is_smc(st, st.units[one]))
        vehicles.update((one, st.vehicles[one]) for one in st.vehicles if one not in waiting)
        kept = {one: unit for one, unit in units.items() if one in st.units}
        return now.with_(units=kept, vehicles=vehicles, next_id=st.next_id)

    return Project(every, instead, tidy, counts, unfold.MEN, unfold.alike_among(st, men))
