"""What the dice of an attack may do beside its effect: how likely none of them does (a Sniper, Heat of Battle).

A stack of men is followed by :mod:`.quiet`, all else frame by frame.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from fractions import Fraction

from msgspec.structs import replace

from goodorder.core.dice import PAIRS
from goodorder.core.events import Event
from goodorder.core.frames import Do, Frame
from goodorder.core.state import State
from goodorder.flow.fire.effect import Results, Shown
from goodorder.flow.fire.residual import LeaveResidual
from goodorder.flow.fire.shot import Shot
from goodorder.flow.fire.to_kill import CrewCheck
from goodorder.flow.fire.vehicle_under_fire import VehicleUnderFire
from goodorder.flow.shared.casualties import LeaderLoss
from goodorder.flow.shared.checks import MoraleCheck, TaskCheck
from goodorder.flow.shared.weapon_loss import WeaponDestruction
from goodorder.flow.shared.wounds import WoundCheck
from goodorder.rules.a12_concealment.loss import struck
from goodorder.rules.facts.units import is_smc

from .attack_dice import Case
from .quiet import Quiet
from .spread import TOTAL, Project, Settled, advance, spread, started
from .stack import Conditions, Opening, Steps, flat

Counts = Callable[[State, Do], bool]
"""Says of what dice bring whether nothing of it is heard."""

MOST_LEADERS = 5
"""Leaders under attack up to whom their losses are followed to the checks of those beside them (A10.2): each one more
takes some four times as long, five of them one or two seconds. Four may stand in a Location beside its squads (A5.1).
"""

SINGLE = (Settled, MoraleCheck, TaskCheck, WoundCheck, CrewCheck)
"""Frames that concern one unit, and SMC who help it."""


def unheard(st: State, frames: tuple[Frame, ...], locs: Iterable[int], counts: Counts) -> Fraction:
    """The chance that nothing is heard of all dice that frames bring in some Locations."""
    return _sum([(started(st, *frames), TOTAL)], _project(st, set(locs), counts))


def unheard_shot(st: State, shot: Shot, counts: Counts) -> Fraction:
    """The same of a shot: of its own DR, of what it brings, and of the checks of who fires protectively (A8.31)."""
    here, begun = started(st, shot), list[tuple[State, int]]()
    locs = {*shot.places, *(st.units[unit].loc for unit in shot.targets)}
    locs |= {st.fighter(firer.unit).loc for firer in shot.action.firers}
    project = _project(here, locs, counts)
    for pair in PAIRS:
        if not counts(here, Do((shot.dice(here, pair),))):
            continue
        events, push = shot.brings(here, pair)
        own = shot.own_check(shot.facts(here), pair)
        begun.append((advance(here, Do(events, None, (*push, *own)), project), TOTAL // len(PAIRS)))
    return _sum(begun, project)


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
    steps = [(one, _led(one.steps()), weight) for one, weight in openings]
    base = conditions.base
    units = sorted({unit for one, _, _ in steps for unit in _touched(one) if unit in base.units})
    stack = Quiet(conditions, units, counts, lambda unit: _look(base, unit, [one for one, _, _ in steps]))
    whole = Fraction(0)
    for one, own, weight in steps:
        whole += weight * (stack.chance(one, own) if own is not None else _followed(one, counts))
    return whole


def many_leaders(cases: Iterable[Case]) -> bool:
    """Whether more leaders are under an attack than are followed: what is told of its checks is the least then."""
    frames = (frame for case in cases for frame in flat(case.push))
    return any(isinstance(frame, LeaderLoss) and len(frame.leaders) > MOST_LEADERS for frame in frames)


def _led(steps: Steps | None) -> Steps | None:
    """The steps, without the losses of many leaders."""
    if steps is None:
        return None
    return tuple(one for one in steps if not (isinstance(one, LeaderLoss) and len(one.leaders) > MOST_LEADERS))


def _touched(opening: Opening) -> Iterable[int]:
    """The units that an opening may befall."""
    for frame in flat(opening.push):
        if isinstance(frame, Results):
            yield from frame.units
        elif isinstance(frame, LeaderLoss):
            yield from frame.stack
        elif isinstance(frame, (MoraleCheck, TaskCheck, WoundCheck)):
            yield frame.unit


def _look(st: State, unit: int, openings: Iterable[Opening]) -> Hashable:
    """What tells two MMC apart: all on the counter but its place and name, and what strikes it."""
    counter = replace(st.units[unit], id=0, order=0, ident="", group="")
    looks: list[object] = [counter, st.trail(unit)]
    for opening in openings:
        events = tuple(type(event) for event in opening.events if getattr(event, "unit", 0) == unit)
        looks.append((events, *(_strikes(frame, unit) for frame in flat(opening.push))))
    return tuple(looks)


def _strikes(frame: Frame, unit: int) -> object:
    if isinstance(frame, Results):
        marks = (dict(some).get(unit) for some in (frame.near, frame.guns, frame.covered, frame.fierce))
        return (frame, *marks, unit in frame.captives) if unit in frame.units else None
    if isinstance(frame, LeaderLoss):
        return unit in frame.stack
    if isinstance(frame, (MoraleCheck, TaskCheck)):
        return replace(frame, unit=0) if frame.unit == unit else None
    return None


def _followed(opening: Opening, counts: Counts) -> Fraction:
    """One opening frame by frame."""
    st = opening.state
    project = _project(st, {unit.loc for unit in st.units.values()}, counts)
    return _sum([(advance(st, Do(opening.events, None, opening.push), project), TOTAL)], project)


def _sum(begun: list[tuple[State, int]], project: Project) -> Fraction:
    return Fraction(sum(leaf.weight for leaf in spread(begun, project)), TOTAL) if begun else Fraction(0)


def _project(st: State, locs: set[int], counts: Counts) -> Project:
    """All in some Locations matter, and vehicles everywhere, until no check of theirs is to come."""
    men = tuple(unit.id for unit in st.units.values() if unit.loc in locs)
    every = (*men, *st.vehicles)

    def instead(now: State, frame: Frame) -> Do | None:
        if isinstance(frame, (LeaveResidual, WeaponDestruction)):
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

    return Project(every, instead, tidy, counts)
