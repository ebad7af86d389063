"""What an act of a vehicle is: its refusal, its menu and what it does (D2.1)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from functools import partial
from typing import Any, Generic, TypeVar

from msgspec import Struct

from goodorder.core.actions import DriveStep, DriveTo
from goodorder.core.errors import Refusal
from goodorder.core.events import Event, VehicleStepped
from goodorder.core.frames import Frame
from goodorder.core.menu import Entry, Text, leaf
from goodorder.core.state import State, Step, StepKind, Vehicle
from goodorder.rules.a12_concealment.vehicles import walked
from goodorder.rules.d_vehicles.movement import cost_ledger, drive_refusal
from goodorder.rules.d_vehicles.mp import mp_amount
from goodorder.rules.d_vehicles.tracks import stance_after
from goodorder.rules.facts.bypass_path import bypass_path
from goodorder.rules.facts.vehicles import drive_facts

from ..fire.defensive_fire import Touch
from ..shared.acts import Acts

A = TypeVar("A", bound=DriveStep)


class Deed(Struct, frozen=True):
    """What an act does as it is made: its events, the frames ``before`` the DEFENDER's window over ``touches`` and
    ``after`` it; ``over``: the vehicle's MPh ends with it.
    """

    events: tuple[Event, ...] = ()
    before: tuple[Frame, ...] = ()
    touches: tuple[Touch, ...] = ()
    after: tuple[Frame, ...] = ()
    over: bool = False


class DriveAct(ABC, Generic[A]):
    """One thing that a vehicle can do in its MPh; a module of ``acts/`` registers it with ``DRIVE.act(ItsAction,
    order)``.
    """

    def refusal(self, st: State, action: A) -> Refusal | None:
        """Why it may not do this now, or None."""
        return drive_refusal(st, action)

    def allows(self, st: State, action: A) -> bool:
        """Whether it may do this now: ``alive`` of what it lists."""
        return self.refusal(st, action) is None

    def leaf(
        self,
        st: State,
        action: A,
        key: str,
        text: Text,
        *,
        kind: str = "option",
        hex: int = -1,
        note: Text = "",
        rule: str,
    ) -> Entry:
        """An entry judged when it is drawn or shown, with what it costs where there is no other note."""
        alive = partial(self.allows, st, action)
        return leaf(
            key, text, action, kind=kind, alive=alive, hex=hex, note=note or partial(_cost, st, action), rule=rule
        )

    def checks(self, st: State, action: A) -> tuple[Frame, ...]:
        """What has to be passed before it is done; a vehicle that bogs by it spends the MP where it is."""
        return ()

    @abstractmethod
    def entries(self, st: State, vehicle: Vehicle) -> list[Entry]:
        """What it could do; legal, or judged by ``alive`` when looked at."""

    @abstractmethod
    def do(self, st: State, action: A) -> Deed:
        """What it does."""


DRIVE: Acts[DriveAct[Any]] = Acts("goodorder.flow.drive.acts")


def step_of(
    st: State, action: DriveStep, kind: StepKind, hexside: int = -1, *, off_road: bool = False
) -> VehicleStepped:
    """The expenditure of an act as an event, at what it costs."""
    facts = drive_facts(st, action)
    side = hexside if hexside >= 0 else facts.hexside
    road = isinstance(action, DriveTo) and action.road
    stance = stance_after(facts)
    path = bypass_path(facts.vehicle) if facts.to == facts.frm and stance is None else stance.bypass if stance else ()
    vertex, walk = path[-1] if path else -1, walked(st, facts.vehicle, facts.frm, facts.to, road=road)
    step = Step(kind, facts.frm, facts.to, cost_ledger(st, action).total(), side, road, vertex, walk)
    minimum = isinstance(action, DriveTo) and action.minimum
    return VehicleStepped(vehicle=facts.vehicle.id, step=step, off_road=off_road, minimum=minimum, stance=stance)


def touched(st: State, vehicle: Vehicle, loc: int) -> tuple[Touch, ...]:
    """The window of the DEFENDER over an expenditure of a vehicle in a Location (A8.1)."""
    return (Touch(loc, (), (vehicle.id,)),)


def mp_text(halves: int) -> str:
    """MP as they are written: ``3 1/2 MP``."""
    return f"{mp_amount(halves)} MP"


def _cost(st: State, action: DriveStep) -> str:
    return mp_text(cost_ledger(st, action).total())
