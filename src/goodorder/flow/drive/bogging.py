"""The DR of vehicles on the move: Bog Check, Bog removal, mechanical reliability (D8.2, D8.3, D2.51)."""

from __future__ import annotations

from goodorder.core.dice import TWO_DICE, Roll
from goodorder.core.events import Event, VehicleBogged, VehicleImmobilized, VehicleStepped
from goodorder.core.frames import Do, Frame
from goodorder.core.state import State, Step
from goodorder.data.charts.vehicles import vehicle_chart
from goodorder.rules.d_vehicles.reliability import breaks_down_from
from goodorder.rules.d_vehicles.unbog import unbog_cost, unbog_ledger, unbog_result
from goodorder.rules.facts.vehicles import vehicle_name
from goodorder.rules.ledger import Ledger, Mod
from goodorder.rules.registry import builds

from ..shared.thrown import thrown


@builds("D8.2", "D8.21", "SK3.MPh.24")
class BogCheck(Frame, frozen=True):
    """A DR that may bog a vehicle; ``mods`` are its DRM."""

    vehicle: int
    mods: tuple[Mod, ...] = ()

    def ask(self, st: State) -> Roll:
        """Two dice."""
        need = f"{vehicle_chart().bog.bogs_from} or more bogs it"
        side = st.vehicles[self.vehicle].side
        return Roll(TWO_DICE, self.title(st), "D8.21", side, (self.vehicle,), need, leadership=False)

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """Bogged, or on."""
        final = sum(faces[:2]) + Ledger(self.mods).total()
        bogs = final >= vehicle_chart().bog.bogs_from
        lines = Ledger(self.mods).lines()
        dice = thrown(self.ask(st), faces, "bogs" if bogs else "passes", final=final, lines=lines)
        return Do(events=(dice, *((VehicleBogged(vehicle=self.vehicle),) if bogs else ())))

    def title(self, st: State) -> str:
        """The roll in the breadcrumb."""
        return f"Bog Check of {vehicle_name(st, st.vehicles[self.vehicle])}"


@builds("D8.3", "D8.31", "SK3.MPh.3", "SK3.MPh.4")
class BogRemoval(Frame, frozen=True):
    """A bogged vehicle tries to get free."""

    vehicle: int

    def ask(self, st: State) -> Roll:
        """Two dice: their product is the MP, the colored one decides."""
        side = st.vehicles[self.vehicle].side
        need = f"colored {vehicle_chart().unbogging.freed_up_to} or less"
        return Roll(TWO_DICE, self.title(st), "D8.3", side, (self.vehicle,), need, leadership=False)

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """Freed, Mired or immobile, for MP."""
        vehicle = st.vehicles[self.vehicle]
        white, colored = faces[0], faces[1]
        ledger, result = unbog_ledger(vehicle), unbog_result(vehicle, colored)
        dice = thrown(self.ask(st), faces, result, final=colored + ledger.total(), lines=ledger.lines())
        step = Step("unbog", vehicle.loc, vehicle.loc, unbog_cost(st, vehicle, white, colored))
        events: list[Event] = [dice, VehicleStepped(vehicle=vehicle.id, step=step)]
        if result == "freed":
            events.append(VehicleBogged(vehicle=vehicle.id, bogged=False))
        elif result == "mired":
            events.append(VehicleBogged(vehicle=vehicle.id, mired=True))
        else:
            events.append(VehicleImmobilized(vehicle=vehicle.id))
        return Do(events=tuple(events))

    def title(self, st: State) -> str:
        """The roll in the breadcrumb."""
        return f"Bog removal of {vehicle_name(st, st.vehicles[self.vehicle])}"


@builds("D2.51", "SK3.MPh.23")
class ReliabilityCheck(Frame, frozen=True):
    """The DR of a vehicle with red MP as it starts or gains Motion; its value is whether it goes."""

    vehicle: int

    def ask(self, st: State) -> Roll:
        """Two dice."""
        vehicle = st.vehicles[self.vehicle]
        need = f"{breaks_down_from(st, vehicle)} immobilizes it"
        return Roll(TWO_DICE, self.title(st), "D2.51", vehicle.side, (self.vehicle,), need, leadership=False)

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """It breaks down, or goes."""
        vehicle = st.vehicles[self.vehicle]
        breaks = sum(faces[:2]) >= breaks_down_from(st, vehicle)
        dice = thrown(self.ask(st), faces, "breaks down" if breaks else "goes")
        down = (VehicleImmobilized(vehicle=vehicle.id),) if breaks else ()
        return Do(events=(dice, *down), value=not breaks)

    def title(self, st: State) -> str:
        """The roll in the breadcrumb."""
        return f"Mechanical reliability of {vehicle_name(st, st.vehicles[self.vehicle])}"
