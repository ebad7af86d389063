"""A vehicle under fire on the IFT: what its DR does to it and to its crew (A7.307, A7.308, D.8B)."""

from __future__ import annotations

from typing import Literal

from goodorder.core.events import Announced
from goodorder.core.frames import Do, Frame
from goodorder.core.state import ON_MAP, State
from goodorder.data.charts import FireResult
from goodorder.data.charts.to_kill import Fate
from goodorder.rules.c_ordnance.hulls import hull_result
from goodorder.rules.d_vehicles.fates import immobilized, shocked, stunned
from goodorder.rules.facts.crews import manned
from goodorder.rules.facts.source import Source
from goodorder.rules.facts.vehicles import vehicle_name, vtype
from goodorder.rules.registry import builds

from .to_kill import CrewCheck, crew_lost, destroyed


@builds("A7.308", "D.8", "A7.308a", "A7.308c", "D.8Ba", "D5.34a", "D5.341a", "D5.311b")
class VehicleUnderFire(Frame, frozen=True):
    """The ``fate`` of a vehicle without armor, or else the result against its exposed ``crew`` (D.8)."""

    vehicle: int
    side: int
    fate: Fate | None
    crew: FireResult
    final: int
    turret: bool = False

    def ask(self, st: State) -> Do:
        """What befalls it."""
        vehicle = st.vehicles[self.vehicle]
        if vehicle.wreck or vehicle.place != ON_MAP:
            return Do()
        soft = vtype(st, vehicle).unarmored
        words = f"the vehicle: {self.fate}" if self.fate is not None else f"its crew: {self.crew}"
        text = f"{vehicle_name(st, vehicle)} under fire, Final {self.final}: {words}"
        told = Announced(text=text, rule="A7.308" if soft else "D.8", side=self.side, kind="result")
        if self.fate in ("burn", "eliminated"):
            events, push = destroyed(st, vehicle, burning=self.fate == "burn")
            return Do(events=(told, *events), push=push)
        if self.fate == "immobilized or shock" and self.turret:
            return Do(events=(told, *shocked(vehicle)))
        if self.fate is not None:
            return Do(events=(told, *immobilized(st, vehicle)), push=(CrewCheck(vehicle.id, "abandon"),))
        dazed = vehicle.shocked or vehicle.stunned == "stun"
        if not manned(st, vehicle) or dazed:
            return Do()
        cause: Literal["stun", "break"] = "break" if soft else "stun"
        match self.crew.kind:
            case "KIA" | "K":
                lost = crew_lost(vehicle) if soft else stunned(st, vehicle, recalled=True)
                return Do(events=(told, *lost))
            case "MC":
                return Do(events=(told,), push=(CrewCheck(vehicle.id, cause, self.crew.number),))
        return Do()

    def title(self, st: State) -> str:
        """The step in the breadcrumb."""
        return f"fire at {vehicle_name(st, st.vehicles[self.vehicle])}"


@builds("C1.55", "C3.332")
def by_shell(st: State, source: Source, pair: tuple[int, int]) -> tuple[Frame, ...]:
    """What the Effects DR of a shell does to the vehicles that it has hit."""
    frames = []
    for hull, fp in source.struck():
        found = hull_result(st, hull, fp, pair)
        turret = found.aspect == "turret"
        frames.append(VehicleUnderFire(hull.vehicle, source.side, found.fate, found.crew, found.final, turret))
    return tuple(frames)
