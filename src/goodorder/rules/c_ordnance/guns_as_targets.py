"""Guns and who mans them as targets: Emplacement, gunshields (C11)."""

from __future__ import annotations

from goodorder.core.events import Event, WeaponEmplaced
from goodorder.core.state import ON_MAP, State, Unit, Weapon
from goodorder.data.charts import to_hit

from ..facts.attack_facts import AttackFacts
from ..facts.bearers import possessed
from ..facts.ground import map_now
from ..facts.gun_cover import GUNSHIELD, manned_gun
from ..facts.ordnance import ToHitFacts, in_arc
from ..facts.places import on_bridge
from ..facts.shelter import on_runway
from ..facts.units import is_good_order, utype, wtype
from ..ledger import Mod
from ..points import FIRE_DRM, SETUP_ENDS, TO_HIT_DRM
from ..registry import builds, rule
from .firer_cases import lettered

SHIELD, SHIELD_FROM_ABOVE = 2, 1
"""DRM of a gunshield, and against Indirect Fire (C11.5)."""


@rule("C11.2", point=SETUP_ENDS, order=30, rows=["C11.2a", "C11.3a"])
def emplaced_at_setup(st: State) -> tuple[Event, ...]:
    """Guns that set up manned by a crew are Emplaced, but for Recoilless Rifles, and none on a bridge or runway."""
    return tuple(
        WeaponEmplaced(weapon=weapon.id, emplaced=True)
        for side in (0, 1)
        for weapon, unit in possessed(st, side)
        if manned_gun(st, unit) is weapon and will_be_emplaced(st, weapon, unit)
    )


@builds("C11.2", "C11.3", "C11.3c")
def will_be_emplaced(st: State, gun: Weapon, unit: Unit) -> bool:
    """Whether a Gun that sets up manned by a unit is Emplaced, unless its owner says that it is not."""
    hard = unit.place == ON_MAP and (on_bridge(map_now(st), unit.loc) or on_runway(st, unit.loc))
    return not gun.bare and wtype(st, gun).kind != "RCL" and utype(st, unit).kind == "crew" and not hard


@builds("C11.3")
def left_wall(st: State, unit: Unit) -> tuple[Event, ...]:
    """The Gun of a unit that gives up Wall Advantage of its own will is not Emplaced any more."""
    gun = manned_gun(st, unit)
    return (WeaponEmplaced(weapon=gun.id, emplaced=False),) if gun is not None and gun.emplaced else ()


@rule("C11.5", point=FIRE_DRM, order=52, rows=["C11.5a", "C11.5b", "C11.5c", "C11.5d", "C11.5f", "C11.5.EX1"])
def gunshield(attack: AttackFacts) -> tuple[Mod, ...]:
    """A gunshield covers the Good Order crew that mans its Gun, against fire from within its Covered Arc and not from
    its own hex; it never touches a To Hit DR.
    """
    if attack.shot is not None or attack.moving:
        return ()
    units = tuple([unit.id for unit in attack.targets if _is_shielded(attack, unit)])
    if not units:
        return ()
    value = SHIELD_FROM_ABOVE if attack.source.indirect else SHIELD
    return (Mod(GUNSHIELD, value, "C11.5", "gunshield", () if len(units) == len(attack.targets) else units),)


def _is_shielded(attack: AttackFacts, unit: Unit) -> bool:
    st, gun = attack.st, manned_gun(attack.st, unit)
    if gun is None or gun.facing < 0 or utype(st, unit).kind != "crew" or not is_good_order(st, unit):
        return False
    kind = wtype(st, gun).gun
    if kind is None or not kind.has_gunshield:
        return False
    board = map_now(st)
    places = attack.source.shielded_from(attack)
    if any(board.hex_at(place) == board.hex_at(unit.loc) for place in places):
        return False
    return any(in_arc(st, gun.loc, place, gun.facing) for place in places)


@rule("C6.7", point=TO_HIT_DRM, order=160, rows=["C6.7a", "C2.271a"])
def case_p(facts: ToHitFacts) -> tuple[Mod, ...]:
    """P: the size of the Gun that a target mans."""
    found: dict[int, tuple[int, ...]] = {}
    for unit in facts.attack.targets:
        gun = manned_gun(facts.st, unit)
        kind = wtype(facts.st, gun).gun if gun is not None else None
        if kind is not None and (drm := to_hit().case_p(kind.target_size)):
            found[drm] = (*found.get(drm, ()), unit.id)
    every = len(facts.attack.targets)
    return tuple(
        lettered("P", drm, "Gun size", () if len(units) == every else units, outside=False)
        for drm, units in found.items()
    )
