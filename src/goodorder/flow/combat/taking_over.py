"""Who mans a vehicle that has been captured in the CCPh (A21.21, A21.22)."""

from __future__ import annotations

from collections.abc import Collection

from goodorder.core.actions import Action, Done, ManVehicle
from goodorder.core.errors import Refusal, not_asked
from goodorder.core.frames import Choice, Do, Frame
from goodorder.core.menu import Entry, Menu, leaf
from goodorder.core.state import State, Vehicle
from goodorder.rules.a11_close_combat.capture import TAKEN
from goodorder.rules.d_vehicles.manning import by_choice, serves_without_leaving, team_refusal, teams
from goodorder.rules.facts.units import names
from goodorder.rules.facts.vehicles import vehicle_name
from goodorder.rules.registry import builds

from ..drive.manning import manned_by


@builds("A21.21", "A21.22", "D5.42")
def manning_offers(st: State, prizes: Collection[Vehicle]) -> tuple[Frame, ...]:
    """What is asked of vehicles captured as the CCPh ends (``prizes``), and of those that CC attacks have taken."""
    if by_choice(st) is not None:
        return ()
    found = {vehicle.id for vehicle in prizes}
    found |= {one.id for one in st.vehicles.values() if one.abandoned and TAKEN in st.trail(one.id).tried}
    return tuple(TakeOver(vehicle) for vehicle in sorted(found))


@builds("A21.21", "A21.22", "A21.21a", "A21.22a", "D5.42", "D5.42a")
class TakeOver(Frame, frozen=True):
    """The captor of a vehicle says who mans it at once; an unarmed one takes its driver from a MMC unasked."""

    vehicle: int

    def ask(self, st: State) -> Choice | Do:
        """Whoever of his Infantry is there."""
        vehicle = st.vehicles[self.vehicle]
        able = tuple(teams(st, vehicle, fighting=True))
        if vehicle.wreck or not vehicle.abandoned or not able:
            return Do()
        driver = next((one for one in able if serves_without_leaving(st, vehicle, st.units[one[0]])), None)
        if driver is not None:
            return Do(events=manned_by(st, self.vehicle, driver))

        def entries() -> list[Entry]:
            found = [
                leaf(
                    "-".join(str(unit) for unit in one),
                    f"{names(st, one)} man it",
                    ManVehicle(self.vehicle, one),
                    unit=one[0],
                    rule="A21.22",
                )
                for one in able
            ]
            return [*found, leaf("pass", "Leave it Abandoned", Done(), kind="pass", hotkey=" ", rule="A21.2")]

        def check(action: Action) -> Refusal | None:
            if isinstance(action, Done):
                return None
            if not isinstance(action, ManVehicle) or action.vehicle != self.vehicle:
                return not_asked("A21.22", "who mans the captured vehicle is asked now")
            return team_refusal(st, vehicle, action.units, fighting=True)

        return Choice(vehicle.side, f"Who mans {vehicle_name(st, vehicle)}?", "A21.22", Menu(entries), check)

    def chosen(self, st: State, action: Action) -> Do:
        """In, or not."""
        return Do(events=manned_by(st, self.vehicle, action.units)) if isinstance(action, ManVehicle) else Do()

    def title(self, st: State) -> str:
        """The question in the breadcrumb."""
        return f"Crew of {vehicle_name(st, st.vehicles[self.vehicle])}"
