"""When a weapon breaks down, and for good (A9.7, A.11)."""

from __future__ import annotations

from enum import Enum

from goodorder.rules.units import is_inexperienced, utype, wtype

from ..a07_fire.attack import AttackLedger, sustained
from ..registry import builds

SUSTAINED_LOSS = 2
INEXPERIENCED_LOSS = 1


class Breakdown(Enum):
    """What an Original DR does to a weapon."""

    MALFUNCTION = "malfunctions"
    REMOVED = "is removed"


@builds("A.11", "A.11a", "A.11b", "A.11c", "A.11.EX1", "SK3.DFF.3", "SK3.DFF.6")
def breakdown_numbers(ledger: AttackLedger, weapon_id: int) -> tuple[int, int | None]:
    """Breakdown number and removal number of a weapon for this attack.

    Causes add up: Sustained Fire lowers it by two (A9.3), Inexperienced users by one (A19.32).  A lowered
    number turns the printed one into an X number (A.11).
    """
    st = ledger.attack.st
    weapon = st.weapons[weapon_id]
    kind = wtype(st, weapon)
    loss = SUSTAINED_LOSS if sustained(ledger, weapon_id) else 0
    user = next(p.unit for p in ledger.attack.parts if p.weapon is not None and p.weapon.id == weapon_id)
    if utype(st, user).mmc and is_inexperienced(st, user):
        loss += INEXPERIENCED_LOSS
    if kind.x_number is not None:
        return kind.x_number - loss, kind.x_number - loss
    return kind.breakdown - loss, kind.breakdown if loss else None


def breakdown(ledger: AttackLedger, weapon_id: int, original: int) -> Breakdown | None:
    """What an Original DR does to the weapon, or None."""
    number, removal = breakdown_numbers(ledger, weapon_id)
    if removal is not None and original >= removal:
        return Breakdown.REMOVED
    return Breakdown.MALFUNCTION if original >= number else None
