"""Scrounging: machine guns, SW aboard and small arms out of wrecks and Abandoned vehicles, in the RPh (D10.5)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from goodorder.core.errors import Refusal
from goodorder.core.events import Event, TiPlaced, Tried, UnitCreated, UnitReplaced, VehicleScrounged, WeaponCreated
from goodorder.core.events import WeaponRemoved as Removed
from goodorder.core.notes import Note
from goodorder.core.state import ON_MAP, State, Unit, Vehicle, Weapon, first_owner
from goodorder.data.charts import vehicle_chart
from goodorder.data.charts.nations import people
from goodorder.data.counters.vehicles import VehicleType

from ..a20_arms import rearmed
from ..facts.units import in_melee, is_dummy, name, printed, utype, wtype
from ..facts.vehicles import is_afv, vtype
from ..registry import builds, by_name, removable

SCROUNGE: Final = "scrounge"
"""The note of a unit that has looked for arms."""
TAKEN = "D10.5"
"""Why a machine gun leaves its vehicle: it was taken out, or is Disabled since somebody looked for it."""


@builds("D10.5", "D10.51", "D10.5a", "D10.5b")
def loose_arms(st: State, vehicle: Vehicle) -> tuple[Weapon, ...]:
    """The machine guns that can be taken out of a vehicle: its AAMG and BMG that work, no fixed one, and no other
    weapon (D10.51).
    """
    fixed = vtype(st, vehicle).mg.bow_fixed
    places = ("AAMG",) if fixed else ("AAMG", "BMG")
    arms = st.weapons_of(vehicle.id)
    return tuple(w for w in arms if wtype(st, w).mount in places and not w.malfunctioned)


@builds("D10.5", "D10.51", "D10.5b")
def to_be_had(st: State, vehicle: Vehicle) -> tuple[int, ...]:
    """What can be taken out of a vehicle: its machine guns by their ids, SW that it carries by -1, -2 and so on."""
    return (*(weapon.id for weapon in loose_arms(st, vehicle)), *(-1 - n for n in range(len(vehicle.carries))))


@builds("A25.35", "A25.35b")
def carried_sw(st: State, unit: Unit, vehicle: Vehicle, type_id: str) -> str:
    """The counter of a SW that was aboard: a Bazooka of 1944 out of a vehicle made in America is a BAZ 44(a) in Free
    French hands, and of American colour in all others (A25.35).
    """
    chart = vehicle_chart().scrounging.bazooka
    user = people(utype(st, unit).nationality, st.world.sides[unit.side].words(unit.group))
    lent = vtype(st, vehicle).maker == chart.maker and user in chart.users
    return chart.becomes if lent and type_id == chart.taken else type_id


def arm_name(st: State, unit: Unit, vehicle: Vehicle, arm: int) -> str:
    """What one of those is called, a SW as the counter that the unit would have."""
    if arm >= 0:
        return wtype(st, st.weapons[arm]).name
    return st.world.weapon_type(carried_sw(st, unit, vehicle, vehicle.carries[-1 - arm])).name


@builds("D10.52", "D10.5b", "A25.35", "A25.35d")
def lmg_of(kind: VehicleType) -> str:
    """The LMG that stands for a machine gun out of a vehicle: of its nationality, whatever its FP there; out of one
    made in America or Britain a British one (A25.35).
    """
    known = vehicle_chart().scrounging.lmg_of
    return f"{known.get(kind.maker) or known.get(kind.nationality, kind.nationality)}:LMG"


@removable(without=by_name("scrounging"))
@builds("D10.5", "D10.5a", "D10.5c")
def scrounge_refusal(st: State, side: int, unit_id: int, vehicle_id: int) -> Refusal | None:
    """Why a unit may not look for arms in a vehicle now, or None: an unbroken MMC of the ATTACKER beside a wreck that
    does not burn or an Abandoned vehicle, in which nobody has looked before.
    """
    unit, vehicle = st.units.get(unit_id), st.vehicles.get(vehicle_id) if st.vehicles else None
    if unit is None or unit.side != side or unit.place != ON_MAP or is_dummy(unit) or not utype(st, unit).mmc:
        return Refusal("D10.5", "a squad, half-squad or crew of this side looks for arms")
    if side != st.turn.attacker:
        return Refusal("D10.5", "units look for arms in their own RPh")
    if vehicle is None or vehicle.place != ON_MAP or vehicle.loc != unit.loc:
        return Refusal("D10.5", "there is no vehicle with it")
    if not (vehicle.wreck or vehicle.abandoned) or vehicle.burning:
        return Refusal("D10.5", "it is neither Abandoned nor a wreck that does not burn")
    if vehicle.scrounged:
        return Refusal("D10.5", "somebody has looked there")
    if unit.broken or unit.berserk or unit.ti or in_melee(st, unit):
        return Refusal("D10.5", f"{name(st, unit)} is broken, berserk, TI or in Melee")
    if not (is_afv(st, vehicle) if unit.unarmed else to_be_had(st, vehicle)):
        return Refusal("D10.51", "it has nothing that could be taken out")
    return None


@builds("D10.5", "D10.5a")
def searched(st: State, unit: Unit, vehicle: Vehicle) -> tuple[Event, ...]:
    """What looking costs whatever comes of it: the unit is TI, and nobody looks there again."""
    done = Tried(unit=unit.id, note=Note(SCROUNGE))
    return (VehicleScrounged(vehicle=vehicle.id), TiPlaced(unit=unit.id), done)


@builds("D10.5", "D10.52", "D10.5a", "D10.5b", "A25.35", "A25.35d")
def arms_out(st: State, unit: Unit, vehicle: Vehicle, taken: Iterable[int]) -> tuple[Event, ...]:
    """The machine guns taken are LMG in the unit's hands, SW what they were; the others are Disabled."""
    kind, events, number = vtype(st, vehicle), list[Event](), st.next_id
    friends = vehicle_chart().scrounging.at_home
    at_home = kind.maker in friends and utype(st, unit).nationality in friends
    foreign = first_owner(vehicle) != unit.side and not at_home
    for weapon in taken:
        made = Weapon(number, unit.side, lmg_of(kind), unit.id, place=ON_MAP, captured=foreign)
        if weapon < 0:
            aboard = carried_sw(st, unit, vehicle, vehicle.carries[-1 - weapon])
            made = replace(made, type=aboard, captured=first_owner(vehicle) != unit.side)
        elif st.weapons[weapon].place == ON_MAP:
            events.append(Removed(weapon=weapon, reason=TAKEN))
        events.append(WeaponCreated(weapon=made))
        number += 1
    return (*events, *disabled(st, vehicle, taken))


@builds("D10.5", "D10.5a")
def disabled(st: State, vehicle: Vehicle, taken: Iterable[int] = ()) -> tuple[Event, ...]:
    """The machine guns that nobody has taken serve no more."""
    gone = set(taken)
    arms = (one for one in loose_arms(st, vehicle) if one.id not in gone and one.place == ON_MAP)
    return tuple(Removed(weapon=one.id, reason=TAKEN) for one in arms)


@builds("D10.5", "D10.5c", "A20.552")
def small_arms(st: State, unit: Unit, vehicle: Vehicle) -> tuple[Event, ...]:
    """An AFV's small arms rearm an Unarmed half-squad or crew; of a squad a half-squad, the other stays Unarmed."""
    if not unit.unarmed or not is_afv(st, vehicle):
        return ()
    half = printed(st, unit).half_squad if printed(st, unit).kind == "squad" else None
    if not half:
        return (rearmed(st, unit, unit.loc),)
    twin = replace(unit, id=st.next_id, type=half, ident="", ti=True)
    armed = rearmed(st, replace(unit, type=half), unit.loc)
    return (UnitReplaced(unit=unit.id, type=half, reduced=False), UnitCreated(unit=twin, of=unit.id), armed)


def most() -> int:
    """The highest dr that finds anything, which is also how many may be found."""
    return vehicle_chart().scrounging.found_on
