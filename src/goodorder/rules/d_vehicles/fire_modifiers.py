"""What moving, turning and a Stunned crew do to a vehicle's fire on the IFT (D1.81, D2.42, D3.31, D3.52, D5.34)."""

from __future__ import annotations

from goodorder.core.state import BOUNDING, Vehicle
from goodorder.data.charts.vehicles import vehicle_chart

from ..facts.attack_facts import AttackFacts, PartFacts
from ..facts.units import wtype
from ..facts.vehicles import running, vtype
from ..ledger import Mod
from ..points import FIRE_DRM, FIRE_FACTOR
from ..registry import rule
from .laying import laying_drm


@rule("D3.31", point=FIRE_FACTOR, order=31, rows=["SK3.MPh.30", "D3.31a"], of=["vehicle"])
def bounding_fire(facts: PartFacts) -> Mod | None:
    """In its own MPh a vehicle's machine guns and IFE fire with half FP."""
    if facts.part.occasion != BOUNDING:
        return None
    return Mod("bounding_fire", -2, "D3.31", "Bounding First Fire")


@rule("D2.42", point=FIRE_FACTOR, order=32, rows=["SK3.MPh.30", "D2.42b"], of=["vehicle"])
def motion_fire(facts: PartFacts) -> Mod | None:
    """A vehicle in Motion, or one that has not stopped, fires them with half FP besides."""
    vehicle = facts.part.unit
    if not isinstance(vehicle, Vehicle) or not running(facts.attack.st, vehicle):
        return None
    return Mod("motion_fire", -2, "D2.42", "Motion Fire")


def _vehicle(attack: AttackFacts) -> Vehicle | None:
    """The vehicle that fires."""
    if not attack.st.vehicles or not attack.parts:
        return None
    unit = attack.parts[0].unit
    return unit if isinstance(unit, Vehicle) else None


@rule("D3.52", point=FIRE_DRM, order=35, rows=["D3.52a", "D3.5c"], of=["a vehicle fires", "on the IFT"])
def turned_for_machine_guns(attack: AttackFacts) -> Mod | None:
    """Case A modifies the IFT DR of machine guns and IFE for which turret or hull turn; the worst of them counts."""
    vehicle = _vehicle(attack)
    if vehicle is None or attack.shot is not None:
        return None
    paid = [
        laying_drm(attack.st, vehicle, part.weapon, part.occasion, attack.facing, attack)
        for part in attack.parts
        if part.weapon is not None
    ]
    value = max(paid, default=0)
    return Mod("case_a", value, "D3.52", "turned for the shot (Case A)", outside=True) if value else None


@rule("D1.81", point=FIRE_DRM, order=36, rows=["D1.81c"], of=["a vehicle fires", "at movers", "on the IFT"])
def fixed_machine_gun(attack: AttackFacts) -> Mod | None:
    """A fixed bow machine gun fires at a moving unit with +1."""
    vehicle = _vehicle(attack)
    if vehicle is None or attack.shot is not None or not attack.moving:
        return None
    st = attack.st
    bow = any(part.weapon is not None and wtype(st, part.weapon).mount == "BMG" for part in attack.parts)
    if not bow or not vtype(st, vehicle).mg.bow_fixed:
        return None
    return Mod("fixed_mg", vehicle_chart().mg.fixed_drm, "D1.81", "fixed machine gun at what moves", outside=True)


@rule("D5.34", point=FIRE_DRM, order=37, rows=["D5.34c"], of=["a vehicle fires"])
def shaken_crew(attack: AttackFacts) -> Mod | None:
    """A crew that was Stunned fires with +1 from then on."""
    vehicle = _vehicle(attack)
    if vehicle is None or not (vehicle.stunned == "+1" or vehicle.recalled):
        return None
    return Mod("stunned", vehicle_chart().crew.stunned_drm, "D5.34", "crew was Stunned", outside=True)
