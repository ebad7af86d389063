"""Crews that leave their vehicles by choice, and Infantry that mans one, as acts of the MPh (D5.41, D5.42)."""

from __future__ import annotations

from goodorder.core.actions import LeaveVehicle, ManVehicle
from goodorder.core.errors import Refusal
from goodorder.core.events import Event
from goodorder.core.frames import Frame
from goodorder.core.menu import Entry, leaf
from goodorder.core.state import State, Vehicle
from goodorder.rules.d_vehicles.manning import leave_refusal, man_refusal, teams
from goodorder.rules.facts.units import names, wtype
from goodorder.rules.facts.vehicles import vehicle_name

from ...drive.manning import entering, leaving
from ..act import PHASE, PhaseAct

WAYS = (
    ("", "the crew gets out"),
    ("w", "the crew gets out and wrecks it"),
    ("s", "the crew gets out, its weapons spiked"),
)
"""How a crew leaves, with the keys and words of the menu."""


@PHASE.act(LeaveVehicle, order=30)
class LeaveAct(PhaseAct[LeaveVehicle]):
    """The crew of a vehicle Abandons it."""

    keeps_open = True

    def refusal(self, st: State, side: int, action: LeaveVehicle) -> Refusal | None:
        """Whose crew may."""
        return leave_refusal(st, side, action)

    def entries(self, st: State, side: int) -> list[Entry]:
        """Each crew that may get out, and what it may do to its vehicle."""
        found = []
        for vehicle in st.vehicles.values() if st.vehicles else ():
            if leave_refusal(st, side, LeaveVehicle(vehicle.id)) is not None:
                continue
            for key, words in WAYS:
                action = LeaveVehicle(vehicle.id, key == "w", key == "s")
                text = f"{vehicle_name(st, vehicle)}: {words}"
                rule = "D5.411" if key else "D5.41"
                entry = leaf(f"out{vehicle.id}{key}", text, action, kind="seldom", unit=vehicle.id, rule=rule)
                found.append(entry)
            found += _with_arms(st, side, vehicle)
        return found

    def do(self, st: State, action: LeaveVehicle) -> tuple[tuple[Event, ...], tuple[Frame, ...]]:
        """Out, and fired at."""
        return leaving(st, action)


def _with_arms(st: State, side: int, vehicle: Vehicle) -> list[Entry]:
    """The crew with all the machine guns that it can take along, and with each of them (D6.631)."""
    able = [one.id for one in st.weapons_of(vehicle.id) if _leaves(st, side, vehicle, (one.id,))]
    sets = [tuple(able), *((one,) for one in able)] if len(able) > 1 else [(one,) for one in able]
    found = []
    for arms in sets:
        if _leaves(st, side, vehicle, arms):
            guns = " and ".join(wtype(st, st.weapons[arm]).kind for arm in arms)
            text = f"{vehicle_name(st, vehicle)}: the crew gets out with its {guns}"
            key = f"out{vehicle.id}-" + "-".join(str(arm) for arm in arms)
            action = LeaveVehicle(vehicle.id, weapons=arms)
            found.append(leaf(key, text, action, kind="seldom", unit=vehicle.id, rule="D6.631"))
    return found


def _leaves(st: State, side: int, vehicle: Vehicle, arms: tuple[int, ...]) -> bool:
    return leave_refusal(st, side, LeaveVehicle(vehicle.id, weapons=arms)) is None


@PHASE.act(ManVehicle, order=31)
class ManAct(PhaseAct[ManVehicle]):
    """Infantry mans an Abandoned vehicle."""

    keeps_open = True

    def refusal(self, st: State, side: int, action: ManVehicle) -> Refusal | None:
        """Who may."""
        return man_refusal(st, side, action)

    def entries(self, st: State, side: int) -> list[Entry]:
        """Everybody who could man a vehicle where he is."""
        found = []
        for vehicle in st.vehicles.values() if st.vehicles else ():
            if vehicle.side != side or not vehicle.abandoned or vehicle.wreck or vehicle.loc < 0:
                continue
            for units in teams(st, vehicle):
                action = ManVehicle(vehicle.id, units)
                if man_refusal(st, side, action) is None:
                    key = f"in{vehicle.id}:" + "-".join(str(unit) for unit in units)
                    text = f"{names(st, units)}: man {vehicle_name(st, vehicle)}"
                    found.append(leaf(key, text, action, kind="option", unit=units[0], note="all MF", rule="D5.42"))
        return found

    def do(self, st: State, action: ManVehicle) -> tuple[tuple[Event, ...], tuple[Frame, ...]]:
        """All MF spent, and fired at."""
        return entering(st, action)
