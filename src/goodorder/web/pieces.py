"""Counters with a front of their own as a client is shown them: Guns, vehicles, works; their numbers come from the
catalogue.
"""

from __future__ import annotations

from typing import Literal, cast, get_args

from msgspec.structs import replace

from goodorder.core.state import (
    FINAL,
    FIRST,
    MK_CC,
    MK_MELEE,
    PREP,
    Piece,
    State,
    Vehicle,
    Weapon,
    Work,
)
from goodorder.data.counters.guns import GunType
from goodorder.data.counters.vehicles import Armor, MachineGuns, MainArmament, VehicleType
from goodorder.rules.d_vehicles.movement import allotment, mp_left, running
from goodorder.rules.facts.attack_facts import weapon_mark
from goodorder.rules.facts.units import wtype
from goodorder.rules.facts.vehicles import HALVES, mount_facing, tca

from .messages.pieces import ArmDoc, ArmorDoc, GunDoc, PointsDoc, VehicleDoc, WorkDoc, WorkKind

MARKS = {PREP: "PREP", FIRST: "FIRST", FINAL: "FINAL"}
SIZES = {"very small": -2, "small": -1, "normal": 0, "large": 1, "very large": 2}
WORK_KINDS = frozenset(get_args(WorkKind))


def facing_of(counter: Weapon | Piece) -> int | None:
    """Where the front of a counter points, None where it has none."""
    return counter.facing if counter.facing >= 0 else None


def caliber(millimetres: float | None, barrel: str | None) -> str:
    """A caliber as counters print it: ``75L``."""
    return f"{millimetres:g}{barrel or ''}" if millimetres else ""


def gun_of(st: State, weapon: Weapon) -> GunType | None:
    """The printed values of a Gun, None for a support weapon."""
    book = st.world.catalogue
    return book.gun(weapon.type) if book.is_gun(weapon.type) else None


def gun_doc(kind: GunType) -> GunDoc:
    """What a Gun's counter has that no other weapon's has."""
    return GunDoc(
        kind=kind.gun_type, type=kind.id, caliber=caliber(kind.caliber, kind.barrel), manhandling=kind.manhandling
    )


def vehicle_doc(st: State, vehicle: Vehicle, hex_name: str | None, level: str) -> VehicleDoc:
    """A vehicle; one whose type is in no list is shown by its name alone."""
    book = st.world.catalogue
    kind = book.vehicle(vehicle.type) if book.is_vehicle(vehicle.type) else None
    side = st.world.sides[vehicle.side].id
    plain = VehicleDoc(
        id=str(vehicle.id),
        side=side,
        hex=hex_name,
        level=level,
        facing=facing_of(vehicle),
        badges=(),
        name=vehicle.type.rpartition(":")[2],
        concealed=vehicle.concealed,
        hidden=vehicle.hidden,
    )
    if kind is None:
        return plain
    path = vehicle.stance.bypass
    front, turned = facing_of(vehicle), tca(vehicle)
    return replace(
        plain,
        name=kind.name,
        type=vehicle.type,
        ident=vehicle.ident,
        badges=tuple(_badges(st, vehicle)),
        kind=kind.movement.kind,
        category=kind.vehicle_type,
        mp=kind.movement.mp,
        armor=_armor(kind.armor),
        turret=_turret(kind),
        tca=turned if front is not None and turned != front else None,
        gun=_armament(kind.ma),
        rof=kind.ma.rof or 0 if kind.ma else 0,
        mg=_machine_guns(kind.mg),
        arms=tuple(_arm(st, vehicle, weapon) for weapon in st.weapons_of(vehicle.id)),
        size=SIZES[kind.target_size],
        crew=_crew(vehicle, kind),
        points=_points(st, vehicle),
        wreck=vehicle.wreck,
        burning=vehicle.burning,
        bypass=path if len(path) > 1 else (),
    )


def mounted_name(st: State, weapon: Weapon) -> str:
    """A weapon of a vehicle in short: its caliber, or its place and FP."""
    kind = wtype(st, weapon)
    if kind.caliber is not None and not kind.ift:
        return caliber(kind.caliber, kind.barrel)
    return f"{kind.kind} {kind.fp}" if kind.fp else kind.kind


def _arm(st: State, vehicle: Vehicle, weapon: Weapon) -> ArmDoc:
    kind = wtype(st, weapon)
    along = mount_facing(st, vehicle, weapon) if vehicle.facing >= 0 else -1
    return ArmDoc(
        id=str(weapon.id),
        mount=kind.mount or "MA",
        name=mounted_name(st, weapon),
        rof=kind.rof,
        breakdown=kind.breakdown,
        facing=along if along >= 0 else None,
        mark=MARKS.get(weapon_mark(st, weapon), ""),
        malfunctioned=weapon.malfunctioned,
    )


def _crew(vehicle: Vehicle, kind: VehicleType) -> Literal["", "CE", "BU"]:
    if vehicle.wreck or vehicle.abandoned or kind.unarmored:
        return ""
    return "CE" if vehicle.ce else "BU"


def _points(st: State, vehicle: Vehicle) -> PointsDoc | None:
    """MP of a vehicle that is on its move; None for the rest."""
    trail = st.trail(vehicle.id)
    if st.turn.phase != "MPh" or vehicle.side != st.turn.attacker or not trail.started or trail.ended:
        return None
    return PointsDoc(left=mp_left(st, vehicle) / HALVES, of=allotment(st, vehicle) / HALVES)


def _badges(st: State, vehicle: Vehicle) -> list[str]:
    """Its state in short words, then the fire counters of its weapons: the most fired one stands for it."""
    # A wreck has no state of its crew, engine or tracks any more, whatever befell them before.
    alive = not vehicle.wreck
    shown = (
        (vehicle.burning, "BLAZE"),
        (alive and running(st, vehicle), "MOTION"),
        (alive and vehicle.bogged and not vehicle.mired, "BOG"),
        (alive and vehicle.mired, "MIRED"),
        (alive and vehicle.immobile, "IMMO"),
        (alive and vehicle.shocked == "shock", "SHOCK"),
        (alive and vehicle.shocked == "uk", "UK"),
        (alive and vehicle.stunned == "stun", "STUN"),
        (alive and vehicle.stunned == "+1", "+1"),
        (alive and vehicle.pinned, "CREW PIN"),
        (alive and vehicle.recalled, "RECALL"),
        (alive and vehicle.abandoned, "ABAND"),
        (alive and vehicle.captured, "CAPT"),
        (vehicle.scrounged, "SCR"),
        (alive and bool(vehicle.crew), "TEMP CREW"),
    )
    found = [word for yes, word in shown if yes]
    fired = {weapon_mark(st, weapon) for weapon in st.weapons_of(vehicle.id)}
    found += [MARKS[mark] for mark in (FINAL, FIRST, PREP) if mark in fired][:1]
    if vehicle.loc >= 0:
        found += [word for marker, word in ((MK_MELEE, "MELEE"), (MK_CC, "CC")) if st.marker_at(marker, vehicle.loc)]
    return found


def work_doc(st: State, work: Work, hex_name: str | None, level: str) -> WorkDoc:
    """A Fortification; its kind is the word of its type."""
    known = work.type in WORK_KINDS
    return WorkDoc(
        id=str(work.id),
        side=st.world.sides[work.side].id,
        hex=hex_name,
        level=level,
        facing=facing_of(work),
        badges=(),
        kind=cast(WorkKind, work.type) if known else "other",
        name=work.type,
        concealed=work.concealed,
        hidden=work.hidden,
    )


def _armor(armor: Armor | None) -> ArmorDoc | None:
    if armor is None:
        return None
    own = armor.turret if armor.turret != armor.hull else None
    return ArmorDoc(hull=armor.hull, turret=own, open_topped=bool(armor.open_topped))


def _turret(kind: VehicleType) -> str:
    """The letters of its turret; one of which the sources differ is shown where the gun is mounted in one."""
    if kind.turret is None:
        return "T" if kind.ma is not None and kind.ma.mount == "turret" else ""
    return "" if kind.turret == "NT" else kind.turret


def _armament(ma: MainArmament | None) -> str:
    if ma is None:
        return ""
    return caliber(ma.caliber, ma.barrel) if ma.kind == "gun" else ma.kind


def _machine_guns(mg: MachineGuns) -> str:
    """FP of bow, coaxial and AA machine gun, as counters print them: ``3/5``."""
    shown = (mg.bow, mg.coaxial, mg.aa)
    last = max((n for n, fp in enumerate(shown) if fp), default=-1)
    return "/".join("-" if fp is None else str(fp) for fp in shown[: last + 1])
