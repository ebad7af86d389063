"""Guns that fire on the IFT by their Infantry Firepower Equivalent, without having to hit first (C2.29)."""

from __future__ import annotations

from goodorder.core.actions import SNAP, Fire, Ordnance
from goodorder.core.errors import Refusal
from goodorder.core.events import Event, TargetAcquired, WeaponTurned
from goodorder.core.state import State, Unit

from ..a07_fire.group import AttackAsk
from ..d_vehicles.laying import laid_events as laid_vehicle
from ..facts.attack_facts import AttackFacts, by_ife
from ..facts.firers import attack_facts
from ..facts.ordnance import ToHitFacts, to_hit_facts
from ..facts.units import wtype
from ..ledger import Mod
from ..points import FIRE_DRM, MAY_ATTACK
from ..registry import builds, rule
from .firer_cases import case_a
from .permission import arc_at_a_dash, arc_kept, covered_arc, elevation, men_enough, pinned_turn


def fired_by_ife(st: State, action: Fire) -> int:
    """The Gun that an attack fires by its IFE, 0 for none."""
    if action.ordnance is not None:
        return 0
    for firer in action.firers:
        for weapon in firer.weapons:
            if wtype(st, st.weapons[weapon]).gun is not None:
                return weapon
    return 0


def _aimed(attack: AttackFacts) -> ToHitFacts:
    """The attack as a shot of its Gun, which is laid the same way."""
    return to_hit_facts(attack, Ordnance(facing=attack.facing))


@rule(
    "C2.29",
    point=MAY_ATTACK,
    order=9,
    rows=["C2.29a", "C2.29c", "C2.29e", "C2.29f", "C2.29g", "C2.29h", "C.2b"],
    of=["weapon"],
)
def alone_and_undirected(ask: AttackAsk) -> Refusal | None:
    """IFE is fired by itself and undirected, within the Covered Arc; it takes no Snap Shot and lays no Fire Lane. It
    may be Spraying Fire.
    """
    st, action = ask.st, ask.action
    if not fired_by_ife(st, action):
        return (
            None
            if action.facing < 0 or action.firers[0].unit in st.vehicles
            else Refusal("C2.29", "it has no Covered Arc to turn")
        )
    if len(action.firers) != 1 or action.firers[0].inherent or len(action.firers[0].weapons) != 1:
        return Refusal("C2.29", "a Gun joins in no attack of others")
    if action.leaders:
        return Refusal("C2.29", "nobody directs the fire of a Gun", also=("A7.53",))
    if action.via == SNAP:
        return Refusal("C2.29", "IFE takes no Snap Shot", also=("A8.15",))
    if action.lanes:
        return Refusal("C2.29", "IFE lays no Fire Lane", also=("A9.22",))
    attack = attack_facts(st, action, ask.targets, ask.phase)
    facts = _aimed(attack)
    if action.spray >= 0:
        there = attack_facts(st, _at(action, action.spray), (), ask.phase)
        if refusal := covered_arc(_aimed(there)):
            return refusal
    for asked in (covered_arc, pinned_turn, men_enough, arc_kept, arc_at_a_dash, elevation):
        if refusal := asked(facts):
            return refusal
    return None


def _at(action: Fire, loc: int) -> Fire:
    return Fire(action.firers, loc, facing=action.facing)


@rule("C2.29", point=FIRE_DRM, order=35, rows=["C2.29d"], of=["weapon", "on the IFT"])
def case_a_on_the_ift(attack: AttackFacts) -> Mod | None:
    """A Gun that is turned for its IFE pays Case A on the IFT."""
    if attack.facing < 0 or not any(by_ife(attack, part) and isinstance(part.unit, Unit) for part in attack.parts):
        return None
    return case_a(_aimed(attack))


@builds("C2.29", "C2.29c")
def laid_events(st: State, action: Fire) -> tuple[Event, ...]:
    """The Gun is turned for its IFE, and loses what it had acquired; a vehicle's turret or hull for what it fires."""
    vehicle = st.vehicles.get(action.firers[0].unit) if st.vehicles else None
    if vehicle is not None:
        weapons = tuple(st.weapons[weapon] for weapon in action.firers[0].weapons)
        return laid_vehicle(st, vehicle, weapons, action.facing, hull=action.hull, target=action.target)
    weapon = st.weapons.get(fired_by_ife(st, action))
    if weapon is None:
        return ()
    lost = TargetAcquired(weapon=weapon.id, acquired=None)
    turned = WeaponTurned(weapon=weapon.id, facing=action.facing)
    found: list[Event] = [turned] if action.facing >= 0 and action.facing != weapon.facing else []
    return (*found, lost) if weapon.acquired is not None and not found else tuple(found)
