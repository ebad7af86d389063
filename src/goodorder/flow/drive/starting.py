"""Infantry that starts a captured vehicle: the dr before each attempt (A21.22)."""

from __future__ import annotations

from goodorder.core.dice import ONE_DIE, Roll
from goodorder.core.events import DriveEnded, Event, VehicleBogged, VehicleStepped
from goodorder.core.frames import Do, Frame
from goodorder.core.state import State, Step
from goodorder.data.charts import captured
from goodorder.rules.d_vehicles.mp import mp_left
from goodorder.rules.facts.vehicles import vehicle_name
from goodorder.rules.ledger import Ledger, Mod
from goodorder.rules.registry import builds

from ..shared.thrown import thrown


@builds("A21.22", "A21.22c")
def start_ledger(st: State, vehicle: int) -> Ledger:
    """The drm of who tries to start it."""
    line, side = captured().start, st.world.sides[st.vehicles[vehicle].side]
    if side.nationality not in line.nationalities:
        return Ledger(())
    return Ledger((Mod("strange_start", line.drm, line.rule, f"{side.nationality.capitalize()} captor"),))


@builds("A21.22", "A21.22c")
class StartDr(Frame, frozen=True):
    """The dr of an Infantry crew or half-squad that would start a vehicle. In its own MPh (``moving``) a failure
    ends its move, by which it counts as having moved; else its value is whether it goes.
    """

    vehicle: int
    moving: bool = True

    def ask(self, st: State) -> Roll:
        """One die."""
        need = f"{captured().start.starts} or less; {captured().start.bogs} bogs it"
        side = st.vehicles[self.vehicle].side
        return Roll(ONE_DIE, self.title(st), "A21.22", side, (self.vehicle,), need, leadership=False)

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """It goes, stands, or bogs."""
        ledger, line, vehicle = start_ledger(st, self.vehicle), captured().start, st.vehicles[self.vehicle]
        final = faces[0] + ledger.total()
        words = "starts" if final <= line.starts else "bogs" if final >= line.bogs else "does not move in this phase"
        events: list[Event] = [thrown(self.ask(st), faces, words, final=final, lines=ledger.lines())]
        if final >= line.bogs:
            events.append(VehicleBogged(vehicle=self.vehicle))
        if final <= line.starts or not self.moving:
            return Do(events=tuple(events), value=final <= line.starts)
        step = Step("start", vehicle.loc, vehicle.loc, mp_left(st, vehicle))
        events += [VehicleStepped(vehicle=self.vehicle, step=step), DriveEnded(vehicle=self.vehicle)]
        return Do(events=tuple(events))

    def title(self, st: State) -> str:
        """The roll in the breadcrumb."""
        return f"Start of {vehicle_name(st, st.vehicles[self.vehicle])}"
