"""A Gun and who mans it as a target: its size, Emplacement, gunshield, and what of it counts beside TEM (C11)."""

from __future__ import annotations

from msgspec.structs import replace

from goodorder.core.state import State, Unit, Weapon

from ..ledger import Mod
from ..registry import builds
from .units import utype, wtype

AIR_BURSTS, HIGHER_LEVELS, EMPLACEMENT, GUNSHIELD = "air_bursts", "higher_levels", "emplacement", "gunshield"
"""Ids of modifiers: what only Indirect Fire meets, and what a Gun gives to who mans it."""

TEM = frozenset(
    {"tem", "hexside_tem", "crest_tem", "height_advantage", "afv_tem", "runway", AIR_BURSTS, HIGHER_LEVELS, EMPLACEMENT}
)
"""Ids of the modifiers that are terrain effects (TEM)."""

EMPLACED = 2
"""TEM of an Emplaced Gun (C11.2)."""


@builds("C2.1", "C2.1a")
def manned_gun(st: State, unit: Unit) -> Weapon | None:
    """The Gun that a unit mans where it stands, or None."""
    if unit.loc < 0:
        return None
    for weapon in st.weapons_of(unit.id):
        if weapon.loc == unit.loc and wtype(st, weapon).gun is not None:
            return weapon
    return None


@builds("C11.2", "C11.3", "C11.2b", "C11.2c", "C11.2d", "C11.2e", "C11.3b")
def emplacement(st: State, unit: Unit) -> Mod | None:
    """The TEM of the Emplaced Gun that a unit mans, which a squad does not have of it."""
    gun = manned_gun(st, unit)
    if gun is None or not gun.emplaced or utype(st, unit).kind == "squad":
        return None
    return Mod(EMPLACEMENT, EMPLACED, "C11.2", "Emplaced Gun")


@builds("C11.5", "C11.5e")
def beside_shields(mods: tuple[Mod, ...], targets: tuple[Unit, ...]) -> tuple[Mod, ...]:
    """The modifiers that count where some targets have a gunshield: each of those has that or its positive TEM,
    whichever is more.
    """
    every = tuple(unit.id for unit in targets)
    behind, bare = set[int](), set[int]()
    for unit in every:
        own = [mod for mod in mods if not mod.units or unit in mod.units]
        shield = sum(mod.value for mod in own if mod.id == GUNSHIELD)
        if shield:
            better = shield > sum(mod.value for mod in own if mod.id in TEM and mod.value > 0)
            (behind if better else bare).add(unit)
    found: list[Mod] = []
    for mod in mods:
        out = bare if mod.id == GUNSHIELD else behind if mod.id in TEM and mod.value > 0 else set()
        left = tuple(unit for unit in mod.units or every if unit not in out)
        if left:
            found.append(replace(mod, units=() if left == every else left) if out else mod)
    return tuple(found)
