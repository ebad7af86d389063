"""Counters with a front of their own as a client is shown them: Guns, vehicles, works; their numbers come from the
catalogue.
"""

from __future__ import annotations

from typing import cast, get_args

from msgspec.structs import replace

from goodorder.core.state import Piece, State, Vehicle, Weapon, Work
from goodorder.data.counters.guns import GunType
from goodorder.data.counters.vehicles import Armor, MachineGuns, MainArmament, VehicleType

from .messages.pieces import ArmorDoc, GunDoc, VehicleDoc, WorkDoc, WorkKind

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
    return GunDoc(kind=kind.gun_type, caliber=caliber(kind.caliber, kind.barrel), manhandling=kind.manhandling)


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
    return replace(
        plain,
        name=kind.name,
        kind=kind.movement.kind,
        mp=kind.movement.mp,
        armor=_armor(kind.armor),
        turret=_turret(kind),
        gun=_armament(kind.ma),
        rof=kind.ma.rof or 0 if kind.ma else 0,
        mg=_machine_guns(kind.mg),
    )


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
