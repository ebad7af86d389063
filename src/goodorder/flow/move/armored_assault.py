"""Armored Assault: the MPh of Infantry and an AFV that move as one stack (D9.31)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import ClassVar

from msgspec.structs import replace

from goodorder.core.actions import (
    Action,
    Done,
    DriveAlong,
    DriveStep,
    DriveTo,
    Fire,
    Go,
    MoveStep,
)
from goodorder.core.errors import Refusal, not_asked, not_built
from goodorder.core.events import DriveEnded, Event, MoveEnded, StepTaken, Tried, WentBeside
from goodorder.core.frames import Choice, Do, Frame
from goodorder.core.menu import Entry, Menu, branch_if_any, leaf
from goodorder.core.notes import Note
from goodorder.core.state import ON_MAP, State
from goodorder.core.way import Way
from goodorder.rules.a04_movement.all_mf import cost_for
from goodorder.rules.a04_movement.bypass import stay_refusal
from goodorder.rules.a04_movement.costs import mf_text
from goodorder.rules.a04_movement.dash import stop_refusal
from goodorder.rules.a04_movement.edges import EXIT
from goodorder.rules.d_vehicles.armored_assault import went_beside
from goodorder.rules.d_vehicles.mp import mp_left
from goodorder.rules.facts.units import names
from goodorder.rules.facts.vehicle_cover import BROKE_OFF
from goodorder.rules.facts.vehicles import mobile, vehicle_name, vehicle_of
from goodorder.rules.registry import builds

from ..drive.act import DRIVE, mp_text
from ..drive.bounding import bounding_refusal
from ..drive.driving import Driving, act_refusal, drive_entries
from ..fire.defensive_fire import Touch, Window
from .act import MOVE, step_refusal
from .move_menu import group_entries, left_text
from .moving import Group, Impulse, Moving, leaving, meetings, repulsed


@builds("D9.31", "D9.31a", "A8.1", "D14.33a")
class Assault(Frame, frozen=True):
    """Infantry (``units``) and an AFV under way together, expenditure by expenditure: MF, MP, or both for a Location
    that they enter together, all of them before one window of the DEFENDER.

    Who goes elsewhere leaves the stack: that one's MPh is finished first, then that of those who are left.  ``next`` is
    an entry that was announced; ``checked``: what is due before the AFV moves, and as the units leave their Location,
    is over; ``met``: who hides where they go has been found.
    """

    standing: ClassVar[bool] = True
    units: tuple[int, ...]
    vehicle: int
    next: DriveAlong | None = None
    checked: bool = False
    met: bool = False

    def live(self, st: State) -> tuple[int, ...]:
        """Those of the Infantry who may go on."""
        stack = Moving((Group(self.units),))
        return tuple(u for u in self.units if stack.goes_on(st, u))

    def ask(self, st: State) -> Choice | Do:
        """What was announced, or the next expenditure; where they part, who goes on alone, and then the others."""
        if self.next is not None:
            return self._along(st, self.next)
        if ended := Moving((Group(self.units),)).stopped(st):
            return Do(events=ended, then=self)
        units, vehicle = self.live(st), st.vehicles[self.vehicle]
        if apart := self._apart(st, units):
            left = tuple(u for u in units if u not in apart)
            return Do(events=_break_off(apart), then=replace(self, units=left), push=(Moving((Group(apart),)),))
        if st.trail(vehicle.id).ended or vehicle.place != ON_MAP or not mobile(vehicle):
            on_map = vehicle.place == ON_MAP and not vehicle.wreck and not st.trail(vehicle.id).ended
            ended = (DriveEnded(vehicle=vehicle.id),) if on_map and st.trail(vehicle.id).started else ()
            return Do(events=ended, push=(Moving((Group(units),)),) if units else ())
        if not units:
            return Do(push=(Driving(vehicle.id),) if st.trail(vehicle.id).started else ())
        words = f"{vehicle_name(st, vehicle)} and {names(st, units)} moving together"
        left_words = f"{mp_text(mp_left(st, vehicle))} and {left_text(st, units)} MF left"
        menu, check = Menu(partial(self._entries, st, units)), partial(self._refusal, st, units)
        return Choice(st.turn.attacker, words, "D9.31", menu, check, left_words)

    def _apart(self, st: State, units: tuple[int, ...]) -> tuple[int, ...]:
        """Units that are no longer beneath the AFV, those of one place."""
        here = st.vehicles[self.vehicle].loc
        gone = [st.units[u] for u in units]
        gone = [unit for unit in gone if unit.loc != here or unit.stance.crest >= 0 or unit.stance.bypass]
        return tuple(unit.id for unit in gone if (unit.loc, unit.stance) == (gone[0].loc, gone[0].stance))

    def _refusal(self, st: State, units: tuple[int, ...], action: Action) -> Refusal | None:
        if isinstance(action, Done):
            return stop_refusal(st, units) or stay_refusal(st, units)
        if isinstance(action, DriveAlong):
            return along_refusal(st, units, self.vehicle, action)
        if isinstance(action, Fire) and action.firers and action.firers[0].unit == self.vehicle:
            return bounding_refusal(st, action)
        if isinstance(action, DriveStep) and vehicle_of(action) == self.vehicle:
            return act_refusal(st, action)
        if MOVE.of(action) is None:
            return not_asked("D9.31", "only acts of the AFV and of the Infantry that moves with it")
        assert isinstance(action, MoveStep)
        return step_refusal(st, units, action)

    def _entries(self, st: State, units: tuple[int, ...]) -> list[Entry]:
        vehicle = st.vehicles[self.vehicle]
        own = drive_entries(st, vehicle)
        away = [one for one in own if isinstance(one.action, DriveTo) or one.key == "more"]
        found = list(along_entries(st, units, away))
        found += [one for one in own if one not in away]
        if away:
            words = f"{vehicle_name(st, vehicle)} goes on alone"
            found.append(branch_if_any("alone", words, lambda: away, kind="unit", unit=vehicle.id, rule="D9.31"))
        return [*found, *group_entries(st, units, several=True)]

    def chosen(self, st: State, action: Action) -> Do:
        """Spend MF, MP or both, or part."""
        units = self.live(st)
        if isinstance(action, Done):
            return Do(events=tuple(MoveEnded(unit=u) for u in units), then=self)
        now = replace(self, units=units)
        if isinstance(action, DriveAlong):
            return replace(now, next=action)._along(st, action)
        if isinstance(action, DriveTo):
            return Do(events=_break_off(units), push=(Driving(self.vehicle, action), Moving((Group(units),))))
        if isinstance(action, DriveStep | Fire):
            return Do(then=now, push=(Driving(self.vehicle, action, once=True),))
        assert isinstance(action, MoveStep)
        return Do(then=now, push=(Moving((Group(units),), (Impulse((action,)),), once=True),))

    def _along(self, st: State, action: DriveAlong) -> Do:
        """What is due before, then both are there; an AFV that bogs before it could leave stays, and they with it."""
        drive, go, enters = action.drive, action.go, DRIVE.of(action.drive)
        assert enters is not None
        if not self.checked:
            due = (*leaving(st, (go,)), *enters.checks(st, drive))
            return Do(then=replace(self, checked=True), push=due)
        again = replace(self, next=None, checked=False, met=False)
        if st.vehicles[self.vehicle].bogged:
            return Do(then=again, push=(Driving(self.vehicle, drive, checked=True, once=True),))
        going = tuple(u for u in go.units if u in self.live(st))
        if going and not self.met:
            due = meetings(st, (replace(go, units=going),))
            return Do(then=replace(self, met=True), push=due)
        back = repulsed(st, Impulse((go,), True, True))
        if not going:
            window = (Window(back),) if back else ()
            return Do(then=again, push=(*window, Driving(self.vehicle, drive, checked=True)))
        went, drove = MOVE.of(go), enters.do(st, drive)
        assert went is not None
        walked = went.do(st, going, replace(go, units=going))
        others = went_beside(st, drive, going)
        spent = (WentBeside(unit=u, mf=_spent(st, u, walked.events)) for u in going)
        events: tuple[Event, ...] = (*drove.events, *walked.events, *others, *spent)  # beneath the AFV as they come
        window = (Window((*back, Touch(go.to, going, (self.vehicle,)))),)
        return Do(events=events, then=again, push=(*walked.before, *drove.before, *window, *walked.after, *drove.after))

    def title(self, st: State) -> str:
        """Who moves, in the breadcrumb."""
        return f"{vehicle_name(st, st.vehicles[self.vehicle])} and Infantry moving"


@builds("D9.31", "D14.331")
def _break_off(units: tuple[int, ...]) -> tuple[Tried, ...]:
    """Units leave the stack, or are left by its AFV."""
    return tuple(Tried(unit=unit, note=Note(BROKE_OFF)) for unit in units)


def _spent(st: State, unit: int, events: tuple[Event, ...]) -> int:
    """Half MF that a unit has spent after these events."""
    taken = (one.step.mf for one in events if isinstance(one, StepTaken) and one.unit == unit)
    return st.trail(unit).spent + sum(taken)


@builds("D9.31")
def along_refusal(st: State, units: tuple[int, ...], vehicle: int, action: DriveAlong) -> Refusal | None:
    """Why these units and the AFV may not enter this Location together, or None."""
    drive, go = action.drive, action.go
    if drive.vehicle != vehicle or not go.units or not set(go.units) <= set(units):
        return Refusal("D9.31", "the AFV and Infantry that moves with it")
    if drive.bypass or go.bypass:
        return not_built("D9.31", "Armored Assault in Bypass")
    if drive.to == EXIT or drive.to != go.to or go.crest >= 0:
        return Refusal("D9.31", "they enter the same Location of the map")
    return act_refusal(st, drive) or step_refusal(st, units, go)


def along_entries(st: State, units: tuple[int, ...], drives: list[Entry]) -> Iterator[Entry]:
    """A leaf for each Location that both can enter, and each way in which they can."""
    vehicle = 0
    for entry in drives:
        drive = entry.action
        if not isinstance(drive, DriveTo) or drive.bypass or drive.to == EXIT:
            continue
        vehicle = drive.vehicle
        walks = {"": Go(units, drive.to), "r": Go(units, drive.to, road=True), "k": Go(units, drive.to, cover=True)}
        for letter, go in walks.items():
            both = DriveAlong(drive, go)
            if along_refusal(st, units, vehicle, both) is None:
                how = {"": "", "r": ", the Infantry by road", "k": ", the Infantry into cover"}[letter]
                key = f"w{entry.key}{letter and ':i'}{letter}"
                note = partial(_note, st, units, entry, go)
                yield leaf(key, f"together {entry.label}{how}", both, kind="hex", hex=drive.to, note=note, rule="D9.31")


def _note(st: State, units: tuple[int, ...], alone: Entry, go: Go) -> str:
    """The MP of an entry by the AFV, with the most MF that it takes of its Infantry behind them."""
    men = tuple(st.units[u] for u in units)
    way = Way(men[0].loc, go.to, road=go.road, cover=go.cover)
    most = max(cost_for(st, unit, men, way) for unit in men)
    first, *more = alone.figure().split(", ")
    return ", ".join((first, f"{mf_text(most)} MF", *more))


__all__ = ["Assault", "along_entries", "along_refusal"]
