"""Exact odds of what frames bring to units and vehicles, each frame followed to its end: a DC that goes off, a shell
among men and vehicles (C7.346, C1.55, D.8).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction

from msgspec import Struct

from goodorder.core.dice import PAIRS
from goodorder.core.events import Event
from goodorder.core.frames import Do, Frame
from goodorder.core.state import State
from goodorder.flow.fire.effect import Results, Shown
from goodorder.flow.fire.shot import Shot
from goodorder.flow.fire.vehicle_under_fire import VehicleUnderFire
from goodorder.flow.shared.casualties import LeaderLoss
from goodorder.flow.shared.checks import MoraleCheck, TaskCheck
from goodorder.rules.a12_concealment.loss import struck
from goodorder.rules.facts.masks import under_fire
from goodorder.rules.facts.units import is_smc

from . import unfold
from .aside import LEFT_OUT
from .fate import by_word
from .fire import fates_by, fates_of
from .spread import TOTAL, Leaf, Project, Settled, advance, spread, started
from .vehicle import VEHICLE_FATES, vehicle_fate


class Aftermath(Struct, frozen=True):
    """The chances of each class of fate, of units in the words of ``fate``, of vehicles in those of ``vehicle``; only
    of those to whom anything may happen.
    """

    units: dict[int, dict[str, Fraction]]
    vehicles: dict[int, dict[str, Fraction]]


Begun = list[tuple[Do, int]]
"""What dice bring, with their weights."""


def of_frames(st: State, frames: tuple[Frame, ...], locs: Iterable[int]) -> Aftermath:
    """What frames that are about to run do to all in some Locations."""
    return _of(st, (Settled(),), [(Do((), None, frames), TOTAL)], set(locs))


def of_vehicle(st: State, frame: Frame, vehicle: int) -> dict[str, Fraction]:
    """What becomes of a vehicle by a frame that is about to run."""
    return _fates(st, (Settled(),), [(Do((), None, (frame,)), TOTAL)], vehicle)


def beside(st: State, shot: Shot) -> dict[int, dict[str, Fraction]]:
    """What a shot at men does to vehicles of its Locations."""
    if not st.vehicles:
        return {}
    brought: Counter[tuple[tuple[Event, ...], tuple[Frame, ...]]] = Counter()
    for pair in PAIRS:
        brought[shot.brings(st, pair)] += TOTAL // len(PAIRS)
    begun = [(Do(events, None, push), weight) for (events, push), weight in brought.items()]
    return _vehicles(st, (shot,), begun, {*shot.places, *(unit.loc for unit in under_fire(st, shot.targets))})


def _of(st: State, first: tuple[Frame, ...], begun: Begun, locs: set[int]) -> Aftermath:
    here = tuple(unit.id for unit in st.units.values() if unit.loc in locs)
    named = {unit for do, _ in begun for frame in do.push for unit in getattr(frame, "targets", ())}
    alike, start = unfold.alike_among(st, [unit for unit in here if unit in named]), started(st, *first)
    project = Project(here, _left_out(frozenset(here), frozenset()), stops=unfold.MEN, alike=alike)
    ends = unfold.ends(st, [(advance(start, do, project), weight) for do, weight in begun], project, here)
    if ends is None:
        return each_alone(st, first, begun, locs)
    group_of = {unit: group for group in alike for unit in group}
    fates = {unit: by_word(fates_by(st, [ends[one] for one in group_of.get(unit, (unit,))])) for unit in ends}
    found = {unit: some for unit, some in fates.items() if set(some) != {"unharmed"}}
    return Aftermath(found, _vehicles(st, first, begun, locs))


def each_alone(st: State, first: tuple[Frame, ...], begun: Begun, locs: set[int]) -> Aftermath:
    """The same where some are struck again: each unit beside the SMC of its Location, frame by frame."""
    found: dict[int, dict[str, Fraction]] = {}
    here = [unit for unit in st.units.values() if unit.loc in locs]
    singles = [unit for unit in here if is_smc(st, unit)]
    for unit in here:
        near = tuple(one.id for one in singles if one.loc == unit.loc and one.id != unit.id)
        fates = by_word(fates_of(st, _leaves(st, first, begun, (*near, unit.id)), unit.id))
        if set(fates) != {"unharmed"}:
            found[unit.id] = fates
    return Aftermath(found, _vehicles(st, first, begun, locs))


def _vehicles(st: State, first: tuple[Frame, ...], begun: Begun, locs: set[int]) -> dict[int, dict[str, Fraction]]:
    here = (vehicle.id for vehicle in st.vehicles.values() if vehicle.loc in locs)
    found = {vehicle: _fates(st, first, begun, vehicle) for vehicle in here}
    return {vehicle: fates for vehicle, fates in found.items() if set(fates) != {"no effect"}}


def _fates(st: State, first: tuple[Frame, ...], begun: Begun, vehicle: int) -> dict[str, Fraction]:
    fates: Counter[str] = Counter()
    for leaf in _leaves(st, first, begun, (vehicle,)):
        fates[vehicle_fate(st.vehicles[vehicle], leaf.state.vehicles[vehicle])] += leaf.weight
    return {word: Fraction(fates[word], TOTAL) for word in VEHICLE_FATES if fates[word]}


def _leaves(st: State, first: tuple[Frame, ...], begun: Begun, ids: tuple[int, ...]) -> tuple[Leaf, ...]:
    """Every end for the ``ids``: what befalls others is left out."""
    project, here = Project(ids, _left_out(frozenset(ids), frozenset(ids))), started(st, *first)
    return spread([(advance(here, do, project), weight) for do, weight in begun], project)


def _left_out(ids: frozenset[int], vehicles: frozenset[int]) -> Callable[[State, Frame], Do | None]:
    """What is done instead of frames that befall others than these units and vehicles."""

    def instead(now: State, frame: Frame) -> Do | None:
        if isinstance(frame, LEFT_OUT):
            return Do()
        if isinstance(frame, Shown):
            return Do(struck(now, frame.units))
        if isinstance(frame, Results | LeaderLoss):
            return None if any(one in now.units for one in ids) else Do()
        if isinstance(frame, MoraleCheck | TaskCheck):
            return None if frame.unit in ids else Do()
        if isinstance(frame, VehicleUnderFire):
            return None if frame.vehicle in vehicles else Do()
        return None

    return instead
