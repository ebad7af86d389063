"""Looking for arms in wrecks and Abandoned vehicles in the RPh (D10.5)."""

from __future__ import annotations

from msgspec.structs import replace

from goodorder.core.actions import Scrounge
from goodorder.core.dice import ONE_DIE, Roll
from goodorder.core.events import Event
from goodorder.core.frames import Do, Frame
from goodorder.core.menu import Entry, leaf
from goodorder.core.state import ON_MAP, State, Unit, Vehicle
from goodorder.rules.d_vehicles.scrounging import (
    arm_name,
    arms_out,
    disabled,
    most,
    scrounge_refusal,
    searched,
    small_arms,
    to_be_had,
)
from goodorder.rules.facts.units import name, wtype
from goodorder.rules.facts.vehicles import vehicle_name
from goodorder.rules.registry import builds

from ..shared.selection import RandomSelection
from ..shared.thrown import thrown


def scrounge_entries(st: State, side: int) -> list[Entry]:
    """Each unit that may look for arms, and where."""
    entries: list[Entry] = []
    for vehicle in st.vehicles.values() if st.vehicles else ():
        if vehicle.scrounged or vehicle.loc < 0 or not (vehicle.wreck or vehicle.abandoned):
            continue
        for unit in st.side_at(vehicle.loc, side):
            if scrounge_refusal(st, side, unit.id, vehicle.id) is None:
                arms = ", ".join(_short(st, unit, vehicle, arm) for arm in to_be_had(st, vehicle)) or "small arms"
                text = f"{name(st, unit)} looks for arms in {vehicle_name(st, vehicle)}"
                action = Scrounge(unit.id, vehicle.id)
                note = f"{most()} or less finds one for each ({arms}); TI"
                entries.append(
                    leaf(f"s{unit.id}v{vehicle.id}", text, action, kind="seldom", unit=unit.id, note=note, rule="D10.5")
                )
    return entries


def _short(st: State, unit: Unit, vehicle: Vehicle, arm: int) -> str:
    return wtype(st, st.weapons[arm]).kind if arm >= 0 else arm_name(st, unit, vehicle, arm)


@builds("D10.5", "D10.5a", "D10.5c")
class ScroungeRoll(Frame, frozen=True):
    """One dr: as many machine guns as it says, drawn by Random Selection where there are more."""

    unit: int
    vehicle: int
    thrown: bool = False

    def ask(self, st: State) -> Roll | Do:
        """One die."""
        if self.thrown:
            return Do()
        side = st.units[self.unit].side
        return Roll(ONE_DIE, self.title(st), "D10.5", side, (self.unit,), f"{most()} or less", leadership=False)

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """What is found; TI whatever it is."""
        unit, vehicle = st.units[self.unit], st.vehicles[self.vehicle]
        arms = () if unit.unarmed else to_be_had(st, vehicle)
        found, roll, then = faces[0] <= most(), self.ask(st), replace(self, thrown=True)
        assert isinstance(roll, Roll)
        told: list[Event] = [thrown(roll, faces, "finds arms" if found else "finds nothing")]
        cost = searched(st, unit, vehicle)
        if not found or not arms:
            armed = small_arms(st, unit, vehicle) if found else ()
            return Do(events=(*told, *armed, *cost, *disabled(st, vehicle)), then=then)
        if faces[0] >= len(arms):
            return Do(events=(*told, *arms_out(st, unit, vehicle, arms), *cost), then=then)
        said = tuple(arm_name(st, unit, vehicle, arm) for arm in arms) if vehicle.carries else ()
        what = "weapon that is taken" if vehicle.carries else "machine gun that is taken"
        draw = RandomSelection(arms, faces[0], what, "D10.5", unit.side, weapons=True, said=said)
        return Do(events=(*told, *cost), then=then, push=(draw,))

    def resumed(self, st: State, value: object) -> Do:
        """The guns that were drawn."""
        drawn = value if isinstance(value, tuple) else ()
        return Do(events=arms_out(st, st.units[self.unit], st.vehicles[self.vehicle], drawn))

    def title(self, st: State) -> str:
        """The attempt in the breadcrumb."""
        unit = st.units[self.unit]
        where = vehicle_name(st, st.vehicles[self.vehicle])
        return f"{name(st, unit)} looks for arms in {where}" if unit.place == ON_MAP else "Scrounging"
