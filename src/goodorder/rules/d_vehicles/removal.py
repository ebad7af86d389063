"""Machine guns that a crew takes along as it Abandons its armored halftrack or Carrier (D6.631, D5.41, A25.35)."""

from __future__ import annotations

from goodorder.core.actions import LeaveVehicle
from goodorder.core.errors import Refusal, not_built
from goodorder.core.events import Event, WeaponCreated, WeaponRemoved
from goodorder.core.state import ON_MAP, State, Vehicle, Weapon
from goodorder.data.catalogue import catalogue
from goodorder.data.charts import vehicle_chart
from goodorder.data.counters.support import WeaponType

from ..facts.units import wtype
from ..facts.vehicles import vtype
from ..registry import builds

REMOVED = "D6.631"
"""Why a machine gun is no longer on its vehicle: its crew has it."""
PLACES = ("AAMG", "BMG", "CMG", "RMG")
"""Kinds of a vehicle's machine guns, the Main Armament of some among them."""
KINDS = ("LMG", "MMG", "HMG", "HMG_50cal")


def _opens(st: State, vehicle: Vehicle) -> bool:
    kind = vtype(st, vehicle)
    return not kind.unarmored and ("halftrack" in kind.vehicle_type or "carrier" in kind.vehicle_type)


@builds("D6.631", "D5.41", "D6.83")
def removal_refusal(st: State, vehicle: Vehicle, action: LeaveVehicle) -> Refusal | None:
    """Why its crew may not take these weapons along, or None: machine guns of an armored halftrack or Carrier of its
    own nationality, which it does not wreck.
    """
    if not _opens(st, vehicle):
        return Refusal(
            "D6.631", "crews of armored halftracks and Carriers alone take machine guns along", also=("D5.41",)
        )
    if vehicle.captured or vehicle.crew:
        return Refusal("D6.631", "only its own crew takes its machine guns along")
    if action.wrecked:
        return Refusal("D6.631", "a crew takes its machine guns along or makes a wreck of it", also=("D5.411",))
    arms = {weapon.id: weapon for weapon in st.weapons_of(vehicle.id) if weapon.place == ON_MAP}
    if len(set(action.weapons)) != len(action.weapons) or any(weapon not in arms for weapon in action.weapons):
        return Refusal("D6.631", "name its own weapons, each once")
    if any(wtype(st, arms[weapon]).kind not in PLACES for weapon in action.weapons):
        return not_built("D6.631", "taking a mortar or gun along")
    if any(counter_of(st, vehicle, arms[weapon]) is None for weapon in action.weapons):
        return Refusal("D6.631", "there is no machine gun counter of so little FP")
    return None


@builds("D6.631", "A25.35", "A25.35c")
def counter_of(st: State, vehicle: Vehicle, weapon: Weapon) -> WeaponType | None:
    """The machine gun counter that a removed one becomes: the best of its nationality with no more FP than it had; of a
    vehicle made in America in British hands a British-colour (a) one.
    """
    kind, user = vtype(st, vehicle), st.world.sides[vehicle.side].nationality
    chart = vehicle_chart().scrounging.lent
    lent = kind.maker == chart.maker and user in chart.users
    found = [one for one in catalogue().weapons(chart.colour if lent else kind.nationality) if one.kind in KINDS]
    found = [one for one in found if one.fp <= wtype(st, weapon).fp and one.id.endswith(chart.ending) == lent]
    return max(found, key=lambda one: (one.fp, -one.pp), default=None)


@builds("D6.631", "D5.41")
def taken_along(st: State, vehicle: Vehicle, crew: int, weapons: tuple[int, ...], number: int) -> tuple[Event, ...]:
    """The machine guns in the crew's hands, dm where they can be, and no longer on the vehicle; ``number`` is the first
    free id.
    """
    events: list[Event] = []
    for weapon in (st.weapons[one] for one in weapons):
        kind = counter_of(st, vehicle, weapon)
        if kind is None:
            continue
        made = Weapon(
            number,
            vehicle.side,
            kind.id,
            crew,
            place=ON_MAP,
            dismantled=kind.dismantled is not None,
            malfunctioned=weapon.malfunctioned,
        )
        events += [WeaponRemoved(weapon=weapon.id, reason=REMOVED), WeaponCreated(weapon=made)]
        number += 1
    return tuple(events)
