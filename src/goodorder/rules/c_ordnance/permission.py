"""What a weapon that must hit first may be fired at (C2, C3)."""

from __future__ import annotations

from goodorder.core.actions import SNAP
from goodorder.core.errors import Refusal, not_built
from goodorder.core.state import FINAL, FIRST, Unit, Vehicle

from ..a04_movement.dash import dashing
from ..a07_fire.group import AttackAsk
from ..a26_control import hex_places
from ..facts.aiming import seen_at
from ..facts.arcs import bears, facings_within, in_bypass
from ..facts.crew import one_man_mortar
from ..facts.firers import attack_facts
from ..facts.firing import PartAsk
from ..facts.ground import ground, map_now
from ..facts.manned import manned_at
from ..facts.masks import faced_at
from ..facts.ordnance import HEXSPINES, ToHitFacts, to_hit_facts
from ..facts.places import eye
from ..facts.units import is_hero, known_at, wtype
from ..facts.vehicles import pointing, vtype
from ..points import MAY_ATTACK, MAY_FIRE, MAY_SHOOT
from ..registry import builds, rule
from .elevation import reaches
from .firer_cases import hampered, turned


@rule("C3.52", point=MAY_FIRE, order=20, rows=["C9.4a", "C3.52a", "C2.25a"], of=["weapon"])
def printed_range(ask: PartAsk) -> Refusal | None:
    """Ordnance fires no farther than its printed range, and a mortar no nearer than its least (C9.4); that does not
    count where nothing is fired at, but asked whether the weapon could fire at all.
    """
    assert ask.weapon is not None
    if not ask.ordnance:
        return None
    kind = wtype(ask.st, ask.weapon)
    if ask.range > kind.range:
        return Refusal("C3.52", f"range {ask.range} is beyond its {kind.range}")
    aimed = ask.range or ask.targets or ask.vehicle is not None
    if kind.range_min is not None and aimed and ask.range < kind.range_min:
        return Refusal("C9.4", f"range {ask.range} is below its least of {kind.range_min}")
    return None


@rule("C12", point=MAY_SHOOT, order=1)
def recoilless(facts: ToHitFacts) -> Refusal | None:
    """Recoilless rifles are not built: their backblast would be left out."""
    return not_built("C12", "fire of a recoilless rifle") if facts.kind.kind.startswith("RCL") else None


@rule("C3.21", point=MAY_SHOOT, order=10, rows=["C3.21a", "C3.2a", "C9.2a"])
def covered_arc(facts: ToHitFacts) -> Refusal | None:
    """The target's hex must lie in the Covered Arc, as the weapon is turned for the shot."""
    weapon, facing = facts.weapon, facts.shot.facing
    own = pointing(facts.st, weapon)
    if own < 0:
        return None if facing < 0 else Refusal("C3.2", "it has no Covered Arc to turn")
    if facing >= HEXSPINES:
        return Refusal("C3.2", f"a hexspine is 0 to {HEXSPINES - 1}, not {facing}")
    if facts.own_hex and not in_bypass(facts.unit):
        return within_its_hex(facts, own)
    if not bears(facts.st, facts.unit, facts.attack.target, own if facing < 0 else facing):
        return Refusal("C3.21", "the target is outside its Covered Arc")
    return None


@builds("C5.51", "C5.51a", "C5.51b", "C3.2d")
def within_its_hex(facts: ToHitFacts, own: int) -> Refusal | None:
    """In its own hex a weapon is not turned, but against who has come in during the enemy's MPh, and then as little as
    brings the hexside by which he came into its arc.
    """
    attack, facing = facts.attack, facts.shot.facing
    targets = attack.targets if attack.vehicle is None else (attack.vehicle,)
    able = facings_within(facts.st, facts.unit, targets, own)
    if (own if facing < 0 else facing) in able:
        return None
    if able == (own,):
        return Refusal("C5.51", "it is not turned to fire in its own hex")
    return Refusal("C5.51", "it is turned to the hexside by which its target came in, and no farther")


@rule("A7.81", point=MAY_SHOOT, order=12)
def pinned_turn(facts: ToHitFacts) -> Refusal | None:
    """Pinned Infantry turns no weapon."""
    if turned(facts) and isinstance(facts.unit, Unit) and facts.unit.pinned:
        return Refusal("A7.81", "pinned men don't change its Covered Arc", also=("C5.11",))
    return None


@rule("A21.13", point=MAY_SHOOT, order=15, rows=["A21.13b"])
def men_enough(facts: ToHitFacts) -> Refusal | None:
    """One man alone fires no Gun, if he is no hero (A15.23), but a mortar of 82mm or less as a light one (C9.2)."""
    if facts.kind.gun is None or not facts.part.alone or one_man_mortar(facts.kind) or is_hero(facts.st, facts.unit):
        return None
    return Refusal("A21.13", "a single man can't fire a Gun")


@rule("C10.25", point=MAY_SHOOT, order=18, rows=["C10.25b"])
def never_turned(facts: ToHitFacts) -> Refusal | None:
    """A RFNM Gun is not turned for a shot, and holds its fire while a Known enemy is in its own hex, men or a vehicle
    with a crew.
    """
    gun = facts.kind.gun
    if gun is None or not gun.rfnm:
        return None
    if turned(facts):
        return Refusal("C10.25", "it keeps its Covered Arc")
    st, foe = facts.st, 1 - facts.unit.side
    places = hex_places(map_now(st), map_now(st).hex_at(facts.unit.loc))
    if any(known_at(st, loc, foe) or manned_at(st, loc, foe) for loc in places):
        return Refusal("C10.25", "a Known enemy is in its own hex")
    return None


@rule("C5.11", point=MAY_SHOOT, order=20, rows=["C5.11e"])
def arc_kept(facts: ToHitFacts) -> Refusal | None:
    """In woods, a building or rubble a Gun that has fired in the phase keeps its Covered Arc; a mortar does not. In the
    DFPh pinned men keep that of the MPh.
    """
    if not turned(facts) or facts.kind.mortar or not hampered(facts):
        return None
    occasion = facts.part.occasion
    fixed = (FIRST, FINAL) if occasion == FINAL and isinstance(facts.unit, Unit) and facts.unit.pinned else (occasion,)
    if any(mark.occasion in fixed and not mark.spent for mark in facts.st.weapon_shots.get(facts.weapon.id, ())):
        return Refusal("C5.11", "it has fired from this terrain and keeps its Covered Arc for the phase")
    return None


@rule("B23.423", point=MAY_SHOOT, order=22)
def mortar_under_a_roof(facts: ToHitFacts) -> Refusal | None:
    """A mortar does not fire out of a building."""
    if not facts.kind.mortar or not ground(facts.st, facts.unit.loc).terrain.building:
        return None
    return Refusal("B23.423", "a mortar does not fire out of a building")


@rule("C2.6", point=MAY_SHOOT, order=23, rows=["C2.6a", "C2.6b", "C2.6c"])
def elevation(facts: ToHitFacts) -> Refusal | None:
    """The range must not be less than the difference of levels, but mortars and AA Guns may aim up; within its own
    building no Gun fires down, and none up but a small AA Gun.
    """
    if not facts.kind.cannon:
        return None
    st, board = facts.st, map_now(facts.st)
    frm, attack = eye(st, facts.unit), facts.attack
    above = board.level(seen_at(st, attack.target, attack.targets, frm)) - board.level(frm)
    if not above or reaches(facts.kind, facts.range, above, own_hex=facts.own_hex):
        return None
    return Refusal("C2.6", f"its barrel does not go {'up' if above > 0 else 'down'} that far")


@rule("A4.63", point=MAY_SHOOT, order=25, rows=["A4.63f"])
def arc_at_a_dash(facts: ToHitFacts) -> Refusal | None:
    """Nobody turns a weapon to fire at Infantry that dashes across a road."""
    if turned(facts) and any(dashing(facts.st, unit) for unit in facts.attack.targets):
        return Refusal("A4.63", "its Covered Arc does not reach who dashes across the road")
    return None


@rule("C3.33", point=MAY_SHOOT, order=30, rows=["C3.33a", "C9.1b", "C3.32a"])
def target_type(facts: ToHitFacts) -> Refusal | None:
    """Mortars use the Area Target Type only, at a target outside their own hex; Vehicle Target Type is for vehicles."""
    kind = facts.shot.target_type
    vehicle = facts.attack.vehicle
    if kind == "vehicle" and vehicle is None:
        return Refusal("C3.31", "there is no vehicle to fire at")
    if facts.shot.cone:  # canister strikes whatever is exposed there
        return None
    if kind == "infantry" and vehicle is not None and not vtype(facts.st, vehicle).unarmored:
        return Refusal("C3.32", "the Infantry Target Type is not for an AFV")
    if kind != "vehicle" and vehicle is not None and not facts.attack.moving and _others(facts, vehicle):
        return Refusal("C3.4", "such a shot hits all there: name the Location")
    if kind == "vehicle" and facts.kind.mortar:
        return Refusal("C3.33", "a mortar uses the Area Target Type")
    if kind == "infantry" and facts.kind.mortar:
        return Refusal("C3.33", "a mortar uses the Area Target Type")
    if kind == "area" and facts.own_hex:
        return Refusal("C3.33", "the Area Target Type is not for the own hex")
    return None


def _others(facts: ToHitFacts, vehicle: Vehicle) -> bool:
    """Whether enemies on foot are where a vehicle is."""
    return any(one.side == vehicle.side for one in faced_at(facts.st, vehicle.loc))


@rule("C3.33", point=MAY_SHOOT, order=35, rows=["C3.33e"])
def whole_rate(facts: ToHitFacts) -> Refusal | None:
    """Anything but a mortar spends its whole rate on the Area Target Type, so none that has fired may use it but for
    Intensive Fire.
    """
    if not facts.area or facts.kind.mortar or facts.part.marked:
        return None
    if any(not mark.spent for mark in facts.st.weapon_shots.get(facts.weapon.id, ())):
        return Refusal("C3.33", "the Area Target Type takes its whole rate, and it has fired")
    return None


@rule("C3.3", point=MAY_ATTACK, order=0, rows=["C13.44a", "C.2a", "A7.51a"], of=["To Hit"])
def ordnance_shot(ask: AttackAsk) -> Refusal | None:
    """A shot that must hit is one weapon's, fired by itself, at one target; that of a Gun is undirected."""
    st, action, shot = ask.st, ask.action, ask.action.ordnance
    if shot is None:
        return None
    if len(action.firers) != 1 or action.firers[0].inherent or len(action.firers[0].weapons) != 1:
        return Refusal("C3.3", "a weapon that must hit is fired by itself")
    if action.lanes and wtype(st, st.weapons[action.firers[0].weapons[0]]).machine_gun:
        return not_built("A9.22", "a Fire Lane by a machine gun that fires as ordnance")
    if action.spray >= 0 or action.lanes:
        return Refusal("C3.3", "a weapon that must hit has one target")
    if action.via == SNAP:
        return Refusal("A8.15", "ordnance takes no Snap Shot")
    weapon = st.weapons[action.firers[0].weapons[0]]
    kind = wtype(st, weapon)
    if not kind.may_hit:
        return Refusal("C.2", f"{kind.name} fires without a To Hit DR")
    if action.leaders and not kind.carried:
        return Refusal("A7.53", "nobody directs the fire of a Gun")
    if not kind.ordnance and any(part.marked for part in attack_facts(st, action, ask.targets, ask.phase).parts):
        return Refusal("C5.6", "it has fired, and a SW has no Intensive Fire")
    attack = attack_facts(st, action, ask.targets, ask.phase)
    refused: Refusal | None = st.world.rules.refuse(MAY_SHOOT, to_hit_facts(attack, shot))
    return refused
