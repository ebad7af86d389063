"""What flamethrowers and demolition charges are good for: what they take where they are used (A22, A23)."""

from __future__ import annotations

from goodorder.core.state import State, Unit, Weapon
from goodorder.data.charts import ift
from goodorder.rules.a09_weapons.breakdown import NOT_ELITE_LOSS, trained
from goodorder.rules.a22_flamethrowers import CHARGE, FLAME, has_burned
from goodorder.rules.a23_vehicles import FULL
from goodorder.rules.facts.tem import terrain_tem
from goodorder.rules.facts.units import in_melee, morale_level, wtype

from .unseen import MORALE, is_unknown
from .values import WAYS, armed_worth, harm_share, weapon_worth

REACH = 2
"""How far a flame goes, with half its FP (A22.1)."""

SHOTS = 3
"""In how many turns a flamethrower is used, if there are so many left."""


def at_hand(st: State, unit: Unit, kind: str) -> Weapon | None:
    """The flamethrower or DC that a unit could use, None for none."""
    if unit.broken or unit.pinned or unit.unarmed:
        return None
    for weapon in st.weapons_of(unit.id):
        if wtype(st, weapon).kind == kind and not weapon.malfunctioned and weapon.placed is None:
            return weapon
    return None


def may_charge(st: State, unit: Unit) -> bool:
    """Whether a unit has a DC that it could place in this MPh."""
    if st.turn.attacker != unit.side or st.turn.phase not in ("PFPh", "MPh"):
        return False
    return at_hand(st, unit, CHARGE) is not None and not has_burned(st, unit)


def flame_harm(st: State, foes: tuple[Unit, ...], reach: int) -> float:
    """What a flame takes from those in a Location at a range on average: no cover helps (A22.2)."""
    return _harm(st, foes, 24 if reach <= 1 else 12, 0) if foes and reach <= REACH else 0.0


def blast_harm(st: State, to: int, foes: tuple[Unit, ...]) -> float:
    """What a placed charge takes from those in a Location on average: their cover counts (A23.1)."""
    cover = terrain_tem(st, None, to)
    return _harm(st, foes, FULL, cover.value if cover else 0)


def _harm(st: State, foes: tuple[Unit, ...], fp: int, drm: int) -> float:
    """Half the FP counts against who is concealed, and nobody uses either in a Melee."""
    if any(in_melee(st, foe) for foe in foes):
        return 0.0
    harm = 0.0
    for foe in foes:
        column = ift().column(fp // 2 if foe.concealed else fp)
        if column is not None:
            level = MORALE if is_unknown(foe) else morale_level(st, foe)
            harm += armed_worth(st, foe) * harm_share(column, drm, level, len(foes), foe.broken, cowers=False)
    return harm


def dry_price(st: State, unit: Unit, weapon: Weapon) -> float:
    """What a shot costs because a flamethrower may be empty after it: less as the game ends."""
    last = (wtype(st, weapon).x_number or 13) - (0 if trained(st, unit) else NOT_ELITE_LOSS)
    empty = sum(ways for total, ways in WAYS.items() if total >= last) / 36
    left = min(SHOTS, st.world.turns - st.turn.number) / SHOTS
    return empty * left * weapon_worth(st, weapon)


__all__ = ["CHARGE", "FLAME", "at_hand", "blast_harm", "dry_price", "flame_harm", "may_charge"]
