"""When a weapon breaks down, and for good (A9.7, A.11)."""

from __future__ import annotations

from enum import Enum

from goodorder.core.state import Fighter, State, Vehicle, Weapon
from goodorder.data.charts import captured
from goodorder.rules.facts.units import has, is_elite, is_inexperienced, utype, wtype

from ..a07_fire.attack import sustained
from ..a19_shortage import LOSS, has_low_ammo_number, is_short
from ..facts.attack_facts import AttackFacts
from ..facts.bearers import possessor
from ..facts.crew import misuse
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

    Causes add up: Sustained Fire (A9.3), Intensive Fire (C5.62), captured weapons and untrained users (A21.11, A21.13)
    lower it by two each, of a SW Inexperienced users and a side short of ammunition by one (A19.32, A19.131), the last
    not of a captured one.  A lowered number turns the printed one into an X number (A.11).
    """
    st = attack.st
    user = next(p.unit for p in attack.parts if p.weapon is not None and p.weapon.id == weapon_id)
    return _numbers(st, st.weapons[weapon_id], user, SUSTAINED_LOSS if sustained(attack, weapon_id) else 0)


@builds("A21.11", "A21.11a", "A21.11b", "A21.13", "A21.13a", "C5.8b", "A19.131b", "A.11b")
@builds("A.11", "A22.3", "C13.47", "A22.3a", "A22.5a", "C13.47a", "C13.26a", "C13.63a")
@builds("A19.32", "A19.32a", "A19.131", "A19.131b")
def _numbers(st: State, weapon: Weapon, user: Fighter, loss: int) -> tuple[int, int | None]:
    kind = wtype(st, weapon)
    carried = kind.gun is None and kind.vehicle is None
    if carried and utype(st, user).mmc and is_inexperienced(st, user):
        loss += INEXPERIENCED_LOSS
    if carried and kind.kind != "DC" and user.side == weapon.side and is_short(st, weapon):
        loss += LOSS
    if kind.kind == "FT" and not trained(st, user):
        loss += NOT_ELITE_LOSS
    loss += captured().breakdown * misuse(st, user, weapon)
    if kind.x_number is not None:
        return kind.x_number - loss, kind.x_number - loss
    circled = circled_number(st, weapon)
    if circled is not None:
        printed = circled - loss
        return (printed - 1, printed) if weapon.low_ammo else (MOST - loss, MOST if loss else None)
    return kind.breakdown - loss, kind.breakdown if loss else None


@builds("A22.3", "A23.2", "A25.74", "A22.3a", "A23.2a", "A25.74a")
def trained(st: State, user: Fighter) -> bool:
    """Whether a unit uses flamethrowers and DC without loss: the Elite, single men too, and who counts as such."""
    return isinstance(user, Vehicle) or is_elite(st, user) or has(st, user, "uses_charges")


@builds("D3.71", "D3.71a", "A19.131", "A19.131c")
def circled_number(st: State, weapon: Weapon) -> int | None:
    """The circled Breakdown Number of a vehicle's Main Armament, or of a Gun where its side is short of ammunition: one
    less than its own then (A19.131).
    """
    kind = wtype(st, weapon)
    if has_low_ammo_number(kind):
        return kind.breakdown
    main = kind.gun is not None or kind.mount == "MA"
    return kind.breakdown - LOSS if main and is_short(st, weapon) else None


@builds("D3.71", "D3.71a", "D3.71b")
def runs_low(attack: AttackFacts, weapon_id: int, original: int) -> bool:
    """Whether an Original DR leaves a weapon with Low Ammo: one of its circled number or more that breaks nothing."""
    st, weapon = attack.st, attack.st.weapons[weapon_id]
    circled = circled_number(st, weapon)
    if weapon.low_ammo or circled is None:
        return False
    lowered = MOST - breakdown_numbers(attack, weapon_id)[0]
    return original >= circled - lowered and breakdown(attack, weapon_id, original) is None


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
