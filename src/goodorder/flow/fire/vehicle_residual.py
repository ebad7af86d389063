"""Residual FP and Fire Lanes attack vehicles that spend MP where they lie (A8.2, D5.31)."""

from __future__ import annotations

from msgspec.structs import replace

from goodorder.core.dice import TWO_DICE, Roll
from goodorder.core.events import Tried
from goodorder.core.frames import Do, Frame
from goodorder.core.state import ON_MAP, State
from goodorder.rules.a08_defensive.residual import ResidualFP
from goodorder.rules.a09_weapons.fire_lane import FireLane
from goodorder.rules.d_vehicles.residual import attack_on, due_at, note_of
from goodorder.rules.d_vehicles.small_arms import bare, crew_drm, hull_drm, under_fire
from goodorder.rules.facts.vehicles import vehicle_name, vtype
from goodorder.rules.registry import builds

from ..shared.rate import Malfunction
from ..shared.thrown import thrown
from .vehicle_under_fire import swept_with_others


@builds("A8.2", "D5.31", "A7.308", "D5.31b")
class VehicleResidual(Frame, frozen=True):
    """What lies in its Location attacks a vehicle: its exposed crew, and itself where it has no armor."""

    vehicle: int
    loc: int
    sources: tuple[ResidualFP | FireLane, ...] = ()
    begun: bool = False

    def ask(self, st: State) -> Roll | Do:
        """One attack after the other, while it is there."""
        vehicle = st.vehicles[self.vehicle]
        if vehicle.place != ON_MAP or vehicle.wreck or vehicle.loc != self.loc:
            return Do()
        if not self.begun:
            due = due_at(st, vehicle)
            noted = tuple(Tried(unit=vehicle.id, note=note_of(st, vehicle, one)) for one in due)
            return Do(events=noted, then=replace(self, sources=due, begun=True)) if due else Do()
        if not self.sources:
            return Do()
        source = self.sources[0]
        purpose = f"{source.words} at {vehicle_name(st, vehicle)}"
        return Roll(TWO_DICE, purpose, "A8.2", source.side, ())

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """What the DR does."""
        vehicle, source, pair = st.vehicles[self.vehicle], self.sources[0], (faces[0], faces[1])
        attack = attack_on(st, vehicle, source)
        found, drm = under_fire(attack, vehicle, pair), crew_drm(attack, vehicle)
        soft = vtype(st, vehicle).unarmored
        roll = self.ask(st)
        assert isinstance(roll, Roll)
        lines = (*bare(attack).fp_lines(), *(hull_drm(attack, vehicle) if soft else drm).lines())
        told = thrown(roll, faces, str(found.fate or found.crew), final=found.final, lines=lines)
        frames = list(swept_with_others(st, source, (vehicle.id,), pair))
        if jammed := source.jammed(st, sum(faces)):
            frames.append(Malfunction(jammed, source.side))
        return Do(events=(told,), then=replace(self, sources=self.sources[1:]), push=tuple(frames))

    def title(self, st: State) -> str:
        """The step in the breadcrumb."""
        return "Residual FP"
