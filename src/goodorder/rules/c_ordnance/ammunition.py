"""Kinds of ammunition: what may be fired at whom, when it runs out, what it does to men (C8)."""

from __future__ import annotations

from enum import Enum

from goodorder.board.errors import nearest
from goodorder.core.errors import Refusal, not_built
from goodorder.core.state import Unit
from goodorder.data.charts import ammunition, ift

from ..facts.aiming import attack_line
from ..facts.field import RUBBLE
from ..facts.ground import ground, map_now
from ..facts.gun_cover import manned_gun
from ..facts.ordnance import ToHitFacts
from ..facts.special_arms import SMOKE_SHELLS as SMOKE_SHELLS
from ..points import FIRE_DRM, MAY_SHOOT
from ..registry import builds, rule
from .shells import shells_of

SOLID = frozenset({"AP", "APCR", "APDS"})
"""Kinds that pierce without an explosive charge."""
SUB_CALIBER = frozenset({"APCR", "APDS"})
WALLS = frozenset({"wall", "bocage"})


class Supply(Enum):
    """What an Original To Hit DR says of the ammunition that was announced (C8.9)."""

    FIRED = "fired"
    LAST = "last"
    NONE = "none"


@builds("C8.9", "C8.92", "C8.9a", "C8.9b", "C8.9c", "C8.92a", "C8.3b")
def supply(facts: ToHitFacts, original: int) -> Supply:
    """Whether a shot's DR finds the ammunition that it was announced with: always where it has no Depletion Number."""
    number = shells_of(facts.st, facts.weapon).get(facts.shot.ammo)
    return Supply.FIRED if number is None else Supply(ammunition().depletion(original, number))


@rule("C8.1", point=MAY_SHOOT, order=40, rows=["C8.1a", "C8.1b"])
def had(facts: ToHitFacts) -> Refusal | None:
    """It fires a kind of ammunition that it has, whichever it fired before."""
    st, weapon, ammo = facts.st, facts.weapon, facts.shot.ammo
    known = shells_of(st, weapon)
    if ammo not in known:
        hint = nearest(ammo, known) or f"it has {', '.join(known) or 'none'}"
        number = "C2.21" if ammo in ("HE", "AP") else "C8.1"
        return Refusal(number, f"it has no {ammo}; {hint}")
    if ammo in weapon.depleted:
        return Refusal("C8.9", f"it has no more {ammo}")
    return None


@rule("C13.46", point=MAY_SHOOT, order=42)
def carried_wp(facts: ToHitFacts) -> Refusal | None:
    """WP of a Bazooka is not fired here."""
    at_hex = facts.kind.shaped_charge and facts.shot.ammo in SMOKE_SHELLS
    return not_built("C13.46", "WP of a Bazooka") if at_hex else None


@rule("C3.33", point=MAY_SHOOT, order=43, rows=["C3.32a"])
def area_ammunition(facts: ToHitFacts) -> Refusal | None:
    """AP, HEAT and their kin are not fired on the Area Target Type."""
    if facts.area and facts.shot.ammo not in SMOKE_SHELLS | {"HE"}:
        return Refusal("C3.33", f"{facts.shot.ammo} is not fired on the Area Target Type")
    return None


@rule("C8.31", point=MAY_SHOOT, order=44, rows=["C8.31b", "C13.9a"])
def heat_targets(facts: ToHitFacts) -> Refusal | None:
    """HEAT is fired at Guns, and at men behind a wall or in a building or rubble; not at others on foot."""
    if facts.shot.ammo != "HEAT" or facts.shot.target_type != "infantry" or facts.attack.gun is not None:
        return None
    if any(manned_gun(facts.st, unit) is not None or _sheltered(facts, unit) for unit in facts.attack.targets):
        return None
    return Refusal("C8.31", "HEAT is for vehicles, Guns, and Infantry behind a wall, in a building or in rubble")


def _sheltered(facts: ToHitFacts, unit: Unit) -> bool:
    """Whether a target receives the TEM of a building, rubble or a wall."""
    st, attack = facts.st, facts.attack
    mods = [mod for mod in st.world.rules.mods(FIRE_DRM, attack) if not mod.units or unit.id in mod.units]
    terrain = ground(st, unit.loc).terrain
    if (terrain.building or terrain.id in RUBBLE) and any(mod.id == "tem" and mod.value > 0 for mod in mods):
        return True
    if not any(mod.id == "hexside_tem" for mod in mods):
        return False
    board, line = map_now(st), attack_line(attack, attack.eyes()[0]).sight
    return any(side.id in WALLS for _, _, side in board.cover(line, line.b))


@builds("C8.31", "C.6", "C8.31a", "C8.31c", "C.6a")
def shell_fp(facts: ToHitFacts) -> int:
    """The full FP of a hit on men and Guns: HE by its caliber, HE Equivalency of anything else."""
    ammo, caliber = facts.shot.ammo, facts.kind.caliber or 0
    if ammo in SOLID:
        small = ammo in SUB_CALIBER or facts.kind.anti_tank_rifle
        return ammunition().ap_fp(0 if small else caliber).number
    if ammo == "HEAT" and facts.kind.shaped_charge:
        return ammunition().carried_fp(facts.kind.kind).number
    found = ift().he_firepower(caliber)
    if ammo == "HEAT":
        found = ammunition().heat_fp(caliber)
    return found.number if found is not None else 0


@builds("C8.31", "C8.31d")
def leaves_residual(facts: ToHitFacts) -> bool:
    """Whether a hit by this ammunition leaves Residual FP: not what only pierces, nor a Panzerfaust's."""
    return facts.shot.ammo not in SOLID | SMOKE_SHELLS and not facts.kind.panzerfaust
