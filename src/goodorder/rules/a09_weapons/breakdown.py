"""When a weapon breaks down, and for good (A9.7, A.11)."""

from __future__ import annotations

from enum import Enum

from goodorder.core.state import Fighter, State, Weapon
from goodorder.data.charts import to_hit
from goodorder.data.counters.support import WeaponType
from goodorder.rules.facts.units import is_inexperienced, utype, wtype

from ..a07_fire.attack import sustained
from ..a19_shortage import LOSS, short_of_ammunition
from ..facts.attack_facts import AttackFacts
from ..facts.bearers import possessor
from ..facts.crew import qualified
from ..registry import builds

MOST = 12
"""The highest DR."""
SUSTAINED_LOSS = 2
INEXPERIENCED_LOSS = 1
NOT_ELITE_LOSS = 2
"""By how much a flamethrower or DC fails sooner in hands that are not Elite (A22.3, A23.2)."""


class Breakdown(Enum):
    """What an Original DR does to a weapon."""

    MALFUNCTION = "malfunctions"
    REMOVED = "is removed"


@builds("A.11", "A.11a", "A.11b", "A.11c", "A.11.EX1", "SK3.DFF.3", "SK3.DFF.6", "C5.62a", "D3.7a")
def breakdown_numbers(attack: AttackFacts, weapon_id: int) -> tuple[int, int | None]:
    """Breakdown number and removal number of a weapon for this attack.

    Causes add up: Sustained Fire (A9.3), Intensive Fire (C5.62) and untrained users (A21.13) lower it by two each,
    Inexperienced users and a side short of ammunition by one (A19.32, A19.131).  A lowered number turns the printed one
    into an X number (A.11).
    """
    st = attack.st
    user = next(p.unit for p in attack.parts if p.weapon is not None and p.weapon.id == weapon_id)
    return _numbers(st, st.weapons[weapon_id], user, SUSTAINED_LOSS if sustained(attack, weapon_id) else 0)


@builds("A.11", "A22.3", "C13.47", "A22.3a", "A22.5a", "C13.47a", "C13.26a", "C13.63a")
def _numbers(st: State, weapon: Weapon, user: Fighter, loss: int) -> tuple[int, int | None]:
    kind = wtype(st, weapon)
    if utype(st, user).mmc and is_inexperienced(st, user):
        loss += INEXPERIENCED_LOSS
    if short_of_ammunition(st, user.side):
        loss += LOSS
    if kind.kind == "FT" and utype(st, user).mmc and utype(st, user).unit_class != "elite":
        loss += NOT_ELITE_LOSS
    if not qualified(st, user, weapon):
        loss -= to_hit().gun.misused_b
    if kind.x_number is not None:
        return kind.x_number - loss, kind.x_number - loss
    if has_low_ammo_number(kind):
        printed = kind.breakdown - loss
        return (printed - 1, printed) if weapon.low_ammo else (MOST - loss, MOST if loss else None)
    return kind.breakdown - loss, kind.breakdown if loss else None


@builds("D3.71", "D3.71a")
def has_low_ammo_number(kind: WeaponType) -> bool:
    """Whether the Breakdown Number of a vehicle's Main Armament is a circled one."""
    ma = kind.vehicle.ma if kind.vehicle is not None and kind.mount == "MA" else None
    return ma is not None and ma.low_ammo


@builds("D3.71", "D3.71a", "D3.71b")
def runs_low(attack: AttackFacts, weapon_id: int, original: int) -> bool:
    """Whether an Original DR leaves a vehicle with Low Ammo: one of its circled number or more that breaks nothing."""
    st, weapon = attack.st, attack.st.weapons[weapon_id]
    if weapon.low_ammo or not has_low_ammo_number(wtype(st, weapon)):
        return False
    lowered = MOST - breakdown_numbers(attack, weapon_id)[0]
    return original >= wtype(st, weapon).breakdown - lowered and breakdown(attack, weapon_id, original) is None


def breakdown(attack: AttackFacts, weapon_id: int, original: int) -> Breakdown | None:
    """What an Original DR does to the weapon, or None."""
    return _broken(breakdown_numbers(attack, weapon_id), original)


def lone_numbers(st: State, weapon: Weapon) -> tuple[int, int | None]:
    """Breakdown number and removal number of a weapon as its Fire Lane attacks (A9.223)."""
    return _numbers(st, weapon, possessor(st, weapon), 0)


def lone_breakdown(st: State, weapon: Weapon, original: int) -> tuple[int, bool] | None:
    """What the DR of its Fire Lane does to a weapon: its id and whether it is removed, or None (A9.223)."""
    found = _broken(lone_numbers(st, weapon), original)
    return None if found is None else (weapon.id, found is Breakdown.REMOVED)


def _broken(numbers: tuple[int, int | None], original: int) -> Breakdown | None:
    number, removal = numbers
    if removal is not None and original >= removal:
        return Breakdown.REMOVED
    return Breakdown.MALFUNCTION if original >= number else None
