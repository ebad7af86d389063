"""Desperation Morale: when it comes, when it goes (A10.62)."""

from __future__ import annotations

from msgspec import Struct

from goodorder.core.errors import Refusal
from goodorder.core.events import (
    ConcealmentLost,
    CrestChanged,
    DmPlaced,
    Event,
    UnitEntered,
    UnitMoved,
    VehicleRevealed,
    VehicleStepped,
)
from goodorder.core.remembered import once_a_position
from goodorder.core.state import ON_MAP, Fighter, State, Unit, Vehicle

from ..event_facts import EventFacts
from ..facts.adjacent import adjacent, foes_beside, known_enemies, near_unit
from ..facts.aiming import is_plain
from ..facts.armed_vehicles import feared
from ..facts.ground import ground
from ..facts.units import in_melee, is_armed_known, is_dummy
from ..points import CONSEQUENCE, MAY_KEEP_DM, PHASE_BEGINS
from ..registry import builds, rule
from .interdiction import Lookers, could_fire, in_reach, looking, never_open, open_to, reaches_to
from .vehicle_threat import vehicle_could_fire


def beside_enemy(st: State, unit: Unit, *, unbroken: bool = False) -> bool:
    """Whether a Known enemy (with ``unbroken`` an unbroken one) is in the unit's Location or adjacent to it."""
    foes = foes_beside(st, unit)
    return bool(foes) and not (unbroken and all(other.broken for other in foes))


def in_open_before_enemy(st: State, unit: Unit) -> bool:
    """Whether a unit is in Open Ground in LOS and Normal Range of an unbroken Known enemy out of Melee (A10.62).

    An enemy has no range with what he may not fire from where he is, none when he is broken.
    """
    if never_open(st, unit):
        return False
    loc = unit.loc
    return any(
        reaches_to(st, enemy, loc) and open_to(st, enemy, loc, unit=unit) and in_range(st, enemy, unit)
        for enemy in enemies_in_reach(st, unit)
    )


def enemies_in_reach(st: State, unit: Unit) -> tuple[Fighter, ...]:
    """Unbroken Known enemies out of Melee who may have a unit in sight and Normal Range: no obstacle stands between."""
    plain = is_plain(st, (unit,), -1)
    known = _reaching(st, unit.side) if plain else {}
    found = known.get(unit.loc)
    if found is None:
        found = known[unit.loc] = in_reach(st, _free_enemies(st, unit.side), unit, plain=plain)
    return found


@once_a_position
def _reaching(st: State, side: int) -> dict[int, tuple[Fighter, ...]]:
    """The same by the Locations of units that are seen in the centre of their hex, as it is found out."""
    return {}


@once_a_position
def _free_enemies(st: State, side: int) -> Lookers:
    """Unbroken Known enemies of a side whom no Melee holds."""
    return looking(st, [one for one in known_enemies(st, side) if not one.broken and not in_melee(st, one)])


def in_range(st: State, enemy: Fighter, unit: Unit) -> bool:
    """Whether one of those whom it may be in reach of has the unit in his Normal Range (A10.532), whoever shares his
    Location.
    """
    if isinstance(enemy, Vehicle):
        return vehicle_could_fire(st, enemy, unit, effective=False)
    beside = tuple(other.id for other in st.side_at(enemy.loc, unit.side))
    return could_fire(st, enemy, unit, effective=False, routers=beside)


def passed_by_enemy(st: State, unit: Unit) -> bool:
    """Whether a Known enemy was ADJACENT to a broken unit at any time of this Player Turn's MPh, gone on or not
    (A10.62).

    Broken units stand still until the RtPh, so that the trails of the movers tell; of what moved under a "?" only the
    steps after it was found out count, of a Dummy none (A12.11).
    """
    passed = _passed(st, unit.side)
    return bool(passed) and not passed.isdisjoint((unit.loc, *near_unit(st, unit)))


@once_a_position
def _passed(st: State, side: int) -> frozenset[int]:
    """The Locations from or into which Known enemies of a side have gone in this Player Turn."""
    walked = [
        trail.steps[trail.unseen :] for key, trail in st.trails.items() if trail.steps and _is_seen(st, key, side)
    ]
    feared_ones = [one for one in st.vehicles.values() if one.side != side and feared(st, one)]
    gone = [*walked, *(st.trail(one.id).steps for one in feared_ones)]
    return frozenset([loc for steps in gone for step in steps for loc in (step.frm, step.to)])


def _is_seen(st: State, key: int, side: int) -> bool:
    """Whether it is a Known enemy unit of a side, no Dummy, that has left a trail."""
    enemy = st.units.get(key)
    return enemy is not None and enemy.side != side and not enemy.concealed and not is_dummy(enemy)


@rule("A10.62", point=CONSEQUENCE, order=70, on=[UnitMoved, UnitEntered, CrestChanged, ConcealmentLost])
def shaken_by_company(facts: EventFacts) -> tuple[Event, ...]:
    """Broken units come under DM as soon as a Known enemy is ADJACENT to them: he comes, or is found out, beside them,
    or they come beside him.
    """
    st = facts.after
    broken = st.units_that_are("broken")
    if not broken:
        return ()
    unit = st.units[getattr(facts.event, "unit", 0)]
    if unit.place != ON_MAP:
        return ()
    found = [unit] if unit.broken and not unit.dm and foes_beside(st, unit) else []
    if is_armed_known(st, unit):
        ranges, hex_at, side = st.world.map.ranges(unit.loc), st.world.map.hex_at, unit.side
        for one in broken:
            if one.side != side and not one.dm and one.place == ON_MAP and ranges[hex_at(one.loc)] <= 1:
                if adjacent(st, one, unit):
                    found.append(one)
    return tuple([DmPlaced(unit=one.id) for one in found if not in_melee(st, one)]) if found else ()


@rule("A10.62", point=CONSEQUENCE, order=71, on=[VehicleStepped, VehicleRevealed])
def shaken_by_vehicle(facts: EventFacts) -> tuple[Event, ...]:
    """Broken units come under DM as soon as a Known armed enemy vehicle is ADJACENT: it comes, or is found out."""
    st, event = facts.after, facts.event
    assert isinstance(event, VehicleStepped | VehicleRevealed)
    vehicle = st.vehicles[event.vehicle]
    if vehicle.place != ON_MAP or not feared(st, vehicle):
        return ()
    shaky = [one for one in st.units_that_are("broken") if not one.dm and one.side != vehicle.side]
    found = [one for one in shaky if one.place == ON_MAP and adjacent(st, one, vehicle)]
    return tuple(DmPlaced(unit=one.id) for one in found if not in_melee(st, one))


@builds("A10.62", "SK3.RtPh.2")
def dm_causes(st: State, *, at_rout: bool) -> tuple[int, ...]:
    """Broken units that come under DM now: beside a Known enemy.

    When a RtPh begins also those in the open before one, and those whom one has passed by.
    """
    return tuple(
        unit.id
        for unit in st.units_that_are("broken")
        if unit.place == ON_MAP
        and not unit.dm
        and not in_melee(st, unit)
        and (beside_enemy(st, unit) or (at_rout and (passed_by_enemy(st, unit) or in_open_before_enemy(st, unit))))
    )


@rule("A10.62", point=PHASE_BEGINS, of=["RPh"], order=30)
def shaken_as_rallies_begin(st: State) -> tuple[Event, ...]:
    """As the RPh begins broken units beside a Known enemy come under DM."""
    return tuple(DmPlaced(unit=unit) for unit in dm_causes(st, at_rout=False))


@builds("A10.62", "SK3.RPh.15")
def dm_stays(st: State, unit: Unit) -> bool:
    """Whether DM stays at the end of the RPh: a Known enemy is adjacent."""
    return beside_enemy(st, unit)


@builds("A10.62", "SK3.RPh.16")
def keep_dm_refusal(st: State, side: int, unit_id: int) -> Refusal | None:
    """Why a side may not keep a unit under DM at the end of the RPh, or None."""
    unit = st.units.get(unit_id)
    if unit is None or unit.side != side or unit.place != ON_MAP:
        return Refusal("A10.62", "it is not this side's unit on the map")
    if not unit.broken or not unit.dm:
        return Refusal("A10.62", "it is not under DM")
    if dm_stays(st, unit):
        return Refusal("A10.62", "its DM stays in any case: an enemy is adjacent")
    refusal: Refusal | None = st.world.rules.refuse(MAY_KEEP_DM, KeepAsk(st, unit))
    return refusal


class KeepAsk(Struct, frozen=True):
    """A broken unit under DM of which its owner asks whether it may stay so."""

    st: State
    unit: Unit


@rule("A10.62", point=MAY_KEEP_DM)
def outside_cover(ask: KeepAsk) -> Refusal | None:
    """The Starter Kit keeps DM outside woods and buildings only."""
    terrain = ground(ask.st, ask.unit.loc).terrain
    return Refusal("A10.62", f"DM can't be kept in {terrain.name}") if terrain.rally_bonus else None
