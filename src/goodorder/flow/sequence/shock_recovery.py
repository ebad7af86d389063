"""The dr of shocked vehicles in the RPh (C7.42)."""

from __future__ import annotations

from goodorder.core.dice import ONE_DIE, Roll
from goodorder.core.frames import Do, Frame
from goodorder.core.state import ON_MAP, State
from goodorder.data.charts import to_kill
from goodorder.rules.d_vehicles.recovery import recovered
from goodorder.rules.facts.vehicles import vehicle_name
from goodorder.rules.registry import builds

from ..shared.thrown import thrown


@builds("C7.42", "SK3.RPh.13", "SK3.RPh.14")
class ShockRecovery(Frame, frozen=True):
    """One dr for each of these vehicles in their order."""

    vehicles: tuple[int, ...]

    def ask(self, st: State) -> Roll | Do:
        """The next vehicle's dr."""
        if not self.vehicles:
            return Do()
        vehicle = st.vehicles[self.vehicles[0]]
        if vehicle.wreck or vehicle.place != ON_MAP or not vehicle.shocked:
            return Do(then=ShockRecovery(self.vehicles[1:])) if len(self.vehicles) > 1 else Do()
        chart = to_kill().shock
        most = chart.unconfirmed_up_to if vehicle.shocked == "uk" else chart.shock_up_to
        purpose = f"recovery from {'Unconfirmed Kill' if vehicle.shocked == 'uk' else 'Shock'}"
        return Roll(ONE_DIE, f"{purpose}, {vehicle_name(st, vehicle)}", "C7.42", vehicle.side, (), f"{most} or less")

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """What becomes of it; then the next."""
        vehicle, roll = st.vehicles[self.vehicles[0]], self.ask(st)
        assert isinstance(roll, Roll)
        events = recovered(vehicle, faces[0])
        [event] = events
        after = getattr(event, "shocked", None)
        told = thrown(roll, faces, {None: "a wreck", "": "recovers", "uk": "Unconfirmed Kill"}[after])
        then = ShockRecovery(self.vehicles[1:]) if len(self.vehicles) > 1 else None
        return Do(events=(told, *events), then=then)

    def title(self, st: State) -> str:
        """The step in the breadcrumb."""
        return "Shock recovery"
