"""Which machine gun may fire to destroy an AFV, and when (A9.61, D3.54)."""

from __future__ import annotations

from goodorder.core.errors import Refusal
from goodorder.core.state import ADVANCING, Vehicle

from ..a07_fire.firepower import part_fire
from ..a07_fire.group import AttackAsk
from ..facts.ordnance import ToHitFacts
from ..facts.units import wtype
from ..facts.vehicles import vtype
from ..points import MAY_ATTACK, MAY_SHOOT
from ..registry import rule


@rule("D3.54", point=MAY_ATTACK, order=-1, rows=["D3.54a"], of=["To Hit", "a vehicle fires"])
def main_armament_alone(ask: AttackAsk) -> Refusal | None:
    """Of a vehicle's machine guns only one that is its Main Armament fires on a To Hit Table."""
    action, st = ask.action, ask.st
    if action.ordnance is None or not st.vehicles or action.firers[0].unit not in st.vehicles:
        return None
    kinds = [wtype(st, st.weapons[weapon]) for weapon in action.firers[0].weapons]
    if any(kind.ift and not kind.may_hit for kind in kinds):
        return Refusal("D3.54", "only a machine gun that is its Main Armament tries to destroy an AFV", also=("A9.61",))
    return None


@rule("A9.6", point=MAY_SHOOT, order=1)
def at_armor_alone(facts: ToHitFacts) -> Refusal | None:
    """A machine gun fires on a To Hit Table at an AFV only, on the Vehicle Target Type."""
    if not facts.kind.pierces:
        return None
    vehicle = facts.attack.vehicle
    if facts.shot.target_type != "vehicle" or vehicle is None:
        return Refusal("A9.61", "a machine gun fires To Hit at an AFV on the Vehicle Target Type only")
    if vtype(facts.st, vehicle).unarmored:
        return Refusal("A9.6", "a vehicle without armor is fired at on the IFT", also=("A7.308",))
    return None


@rule("A9.61", point=MAY_SHOOT, order=2)
def at_full_force(facts: ToHitFacts) -> Refusal | None:
    """Nothing may halve its FP then, but of a vehicle's the AFPh, where Case B stands for that (D3.53)."""
    if not facts.kind.pierces:
        return None
    spared = facts.part.occasion == ADVANCING and isinstance(facts.unit, Vehicle)
    for mod in part_fire(facts.attack, facts.part).factors:
        if mod.value < 0 and not (spared and mod.id == "advancing_fire"):
            return Refusal("A9.61", f"its FP would be halved: {mod.reason}", also=(mod.rule,))
    return None
