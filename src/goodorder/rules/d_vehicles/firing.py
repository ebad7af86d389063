"""Which weapons of a vehicle may fire, when and with which others (D1.8, D3.3, D3.5, D5.3)."""

from __future__ import annotations

from goodorder.core.actions import SNAP, Fire
from goodorder.core.errors import Refusal
from goodorder.core.state import BOUNDING, OWN_MPH, PREP, FireMark, State, Vehicle, Weapon
from goodorder.data.counters.vehicles.armament import MA

from ..a07_fire.group import AttackAsk, expenditures
from ..c_ordnance.elevation import reaches
from ..facts.attack_facts import OCCASIONS_OF
from ..facts.firing import PartAsk, UseAsk
from ..facts.ground import map_now
from ..facts.hatches import cramped, shut_out
from ..facts.ordnance import HEXSPINES
from ..facts.places import eye
from ..facts.units import wtype
from ..facts.vehicles import bow_mounted, in_hull, mobile, mount_facing, vtype
from ..points import MAY_ATTACK, MAY_FIRE, MAY_USE
from ..registry import builds, rule
from .aspect import COVERS_THE_HULL
from .bog import BogFacts, free_turn_checks
from .laying import covers, laid, leading


@rule("D5.8", point=MAY_USE, order=0, rows=["D5.8a", "D5.34b"])
def crew_that_fires(ask: UseAsk) -> Refusal | None:
    """The crew in a vehicle fires its weapons and nothing else; none that is Shocked, Stunned or has left it."""
    vehicle = ask.vehicle
    if vehicle.wreck:
        return Refusal("D1.9", "it is a wreck")
    if vehicle.abandoned:
        return Refusal("D5.41", "it is Abandoned")
    if vehicle.shocked:
        return Refusal("C7.4", "it is under Shock")
    if vehicle.stunned == "stun":
        return Refusal("D5.34", "its crew is Stunned")
    return None


@rule("D2.4", point=MAY_USE, order=0, rows=["SK3.PFPh.5", "D2.4e"])
def no_prep_fire_in_motion(ask: UseAsk) -> Refusal | None:
    """A vehicle in Motion does not fire in the PFPh."""
    if ask.phase == "PFPh" and ask.vehicle.motion:
        return Refusal("D2.4", "it is in Motion")
    return None


@rule("D5.3", point=MAY_USE, order=1, rows=["D5.3a", "D1.83b"])
def needs_exposed_crew(ask: UseAsk) -> Refusal | None:
    """The AAMG of an AFV needs a CE crew; an open-topped AFV needs it for all but the machine guns in its bow."""
    return shut_out(ask.st, ask.vehicle, ask.weapon) if ask.weapon is not None else None


@rule("D1.321", point=MAY_USE, order=1, rows=["D1.321a", "D1.322a", "C5.9c"])
def cramped_turret(ask: UseAsk) -> Refusal | None:
    """The gun and the coaxial machine gun of a one-man or a restricted turret fire only while the crew is BU."""
    return cramped(ask.st, ask.vehicle, ask.weapon) if ask.weapon is not None else None


@rule("D1.82", point=MAY_FIRE, order=2, rows=["D1.82c"], of=["vehicle", "weapon"])
def turret_rear_gun(ask: PartAsk) -> Refusal | None:
    """The machine gun in the rear of a turret and the MA do not fire in the same phase."""
    vehicle, weapon = ask.unit, ask.weapon
    assert isinstance(vehicle, Vehicle)
    assert weapon is not None
    if "rear" not in vtype(ask.st, vehicle).machine_guns:
        return None
    own = wtype(ask.st, weapon).mount
    other = "RMG" if own == MA else MA if own == "RMG" else None
    if other is not None and any(
        wtype(ask.st, ask.st.weapons[mark.weapon]).mount == other
        for mark in _shots(ask.st, vehicle, OCCASIONS_OF.get(ask.phase, ()))
        if mark.weapon in ask.st.weapons
    ):
        return Refusal("D1.82", "the rear machine gun of a turret and the MA don't fire in the same phase")
    return None


@rule("D4.223", point=MAY_FIRE, order=15, rows=["D4.223a"], of=["vehicle", "weapon"])
def bow_guns_behind_a_wall(ask: PartAsk) -> Refusal | None:
    """Across a hexside that makes it Hull Down to its target a vehicle fires nothing mounted in its bow but its MA."""
    vehicle, weapon, st = ask.unit, ask.weapon, ask.st
    assert isinstance(vehicle, Vehicle)
    assert weapon is not None
    if vehicle.loc == ask.target:
        return None
    if wtype(st, weapon).mount == MA or not bow_mounted(st, vehicle, weapon):
        return None
    board = map_now(st)
    line, h = board.line(eye(st, vehicle), ask.target), board.hex_at(vehicle.loc)
    kinds = (kind for index, _, kind in board.cover(line, vehicle.loc) if index == h)
    if any(kind.id in COVERS_THE_HULL and kind.tem > 0 for kind in kinds):
        return Refusal("D4.223", "it is Hull Down to that target: its bow machine gun does not reach over")
    return None


@rule("C2.6", point=MAY_FIRE, order=16, rows=["C2.6d"], of=["vehicle", "weapon"])
def machine_guns_laid_up_and_down(ask: PartAsk) -> Refusal | None:
    """A vehicle's machine guns, but for an AAMG, are laid no farther up or down than its gun."""
    vehicle, weapon, st = ask.unit, ask.weapon, ask.st
    assert isinstance(vehicle, Vehicle)
    assert weapon is not None
    if not 0 <= ask.target < len(map_now(st).locations):
        return None
    kind, board = wtype(st, weapon), map_now(st)
    above = board.level(ask.target) - board.level(vehicle.loc)
    if not kind.ift or kind.kind == "AAMG" or not above:
        return None
    range = board.distance(vehicle.loc, ask.target)
    if reaches(kind, range, above, own_hex=board.hex_at(vehicle.loc) == board.hex_at(ask.target)):
        return None
    return Refusal("C2.6", f"it is not laid {'up' if above > 0 else 'down'} that far")


def _shots(st: State, vehicle: Vehicle, occasions: tuple[str, ...]) -> list[FireMark]:
    """The shots of a vehicle's weapons on these occasions, in their order."""
    return [mark for mark in st.trail(vehicle.id).shots if mark.occasion in occasions and not mark.spent]


def _fired(st: State, vehicle: Vehicle, weapon: Weapon) -> FireMark | None:
    """The last shot of a weapon in its vehicle's own MPh."""
    own = [mark for mark in _shots(st, vehicle, (BOUNDING,)) if mark.weapon == weapon.id]
    return own[-1] if own else None


@rule(
    "D3.32",
    point=MAY_FIRE,
    order=2,
    rows=["SK3.MPh.31", "SK3.AFPh.5", "D3.3f", "D3.31b", "D3.32a"],
    of=["vehicle", "weapon", "AFPh"],
)
def fire_after_bounding_fire(ask: PartAsk) -> Refusal | None:
    """Who has fired in the MPh fires in the AFPh only with a MA that alone fired then and has kept its rate."""
    vehicle = ask.unit
    assert isinstance(vehicle, Vehicle)
    assert ask.weapon is not None
    shots = _shots(ask.st, vehicle, (BOUNDING,))
    if not shots:
        return None
    last = _fired(ask.st, vehicle, ask.weapon)
    alone = all(mark.weapon == ask.weapon.id for mark in shots)
    if last is not None and alone and last.kept_rof and wtype(ask.st, ask.weapon).mount == MA:
        return None
    return Refusal("D3.32", "it fired in the MPh, and not only a MA that kept its rate", also=("D3.3", "D3.31"))


@rule(
    "D3.3",
    point=MAY_FIRE,
    order=2,
    rows=["SK3.MPh.28", "D3.3a", "D3.3c", "C5.3c", "D3.51e", "D3.5b"],
    of=["vehicle", "weapon", "own MPh"],
)
def bounding_first_fire(ask: PartAsk) -> Refusal | None:
    """In its own MPh a vehicle fires that has not used Prep Fire; the same weapon again once another MP is spent, and
    from another hex only a MA that has kept its rate.
    """
    vehicle, weapon = ask.unit, ask.weapon
    assert isinstance(vehicle, Vehicle)
    assert weapon is not None
    st, steps = ask.st, ask.st.trail(vehicle.id).steps
    if _shots(st, vehicle, (PREP,)):
        return Refusal("D3.3", "it fired in the PFPh")
    last = _fired(st, vehicle, weapon)
    if last is not None and last.step >= len(steps):
        return Refusal("C5.3", "it has to spend another MP before that weapon fires again")
    if last is not None and last.kept_rof and wtype(st, weapon).mount == MA:
        return None
    if any(step.to != step.frm for mark in _shots(st, vehicle, (BOUNDING,)) for step in steps[mark.step :]):
        return Refusal("D3.51", "it has fired from another hex in this MPh")
    return None


@builds("D3.4", "D3.4a")
def _alone(ask: AttackAsk) -> Refusal | None:
    """Why a vehicle does not fire with others or as others may, or None."""
    action = ask.action
    if len(action.firers) > 1:
        return Refusal("D3.5", "a vehicle joins in no Fire Group")
    if action.leaders:
        return Refusal("D3.4", "no leader of Infantry directs the fire of a vehicle", also=("A7.53",))
    if action.via == SNAP:
        return Refusal("A8.15", "a vehicle takes no Snap Shot")
    if action.spray >= 0:
        return Refusal("D3.5", "a vehicle does not use Spraying Fire", also=("A9.5",))
    if action.lanes:
        return Refusal("D3.5", "a vehicle lays no Fire Lane", also=("A9.22",))
    return None


@rule(
    "D3.5",
    point=MAY_ATTACK,
    order=1,
    rows=["A7.51a", "D3.5c", "D3.5d", "D3.52a", "D1.81a", "D1.82a", "D1.83a", "C5.13a"],
    of=["a vehicle fires"],
)
def weapons_of_a_vehicle(ask: AttackAsk) -> Refusal | None:
    """The machine guns and the IFE of a vehicle fire together or apart, within their arcs as turret or hull are turned
    for the shot; in its own MPh within the arcs that they have (C5.13).
    """
    st, action = ask.st, ask.action
    vehicle = st.vehicles.get(action.firers[0].unit) if st.vehicles else None
    if vehicle is None:
        return (
            Refusal("D3.5", "a vehicle joins in no Fire Group")
            if any(firer.unit in st.vehicles for firer in action.firers)
            else Refusal("C5.11", "no vehicle fires: there is no hull to turn")
            if action.hull
            else None
        )
    if refusal := _alone(ask):
        return refusal
    weapons = [st.weapons[weapon] for weapon in action.firers[0].weapons]
    facing = action.facing if action.ordnance is None else action.ordnance.facing
    if facing >= HEXSPINES or (action.ordnance is not None and action.facing >= 0):
        return Refusal("C3.2", f"a hexspine is 0 to {HEXSPINES - 1}, said once")
    if facing < 0 and action.hull:
        return Refusal("C5.11", "its hull turns to a hexspine: say which")
    if facing >= 0 and (refusal := _turn_refusal(st, vehicle, weapons, ask.phase, facing, hull=action.hull)):
        return refusal
    if action.ordnance is not None:
        return None
    after = laid(st, vehicle, weapons, facing, hull=action.hull, target=action.target)
    if not all(covers(st, after, weapon, action.target) for weapon in weapons):
        return Refusal("D3.5", "the target is outside the Covered Arc of a weapon", also=("C3.21", "D1.81", "D1.82"))
    return _with_the_others(ask, vehicle)


@builds("C5.11", "C5.11a", "C5.11c")
def _turn_refusal(
    st: State, vehicle: Vehicle, weapons: list[Weapon], phase: str, facing: int, *, hull: bool
) -> Refusal | None:
    """Why turret or hull may not be turned for a shot, or None."""
    if phase == OWN_MPH:
        return Refusal("C5.13", "in its own MPh it fires within the Covered Arc that it has")
    first = leading(st, vehicle, weapons)
    if first is None:
        return Refusal("D1.83", "it fires all around: there is nothing to turn")
    if _fired_blindly(st, vehicle, phase):
        return Refusal("D3.51", "it has fired at what is not Known, and turns no more in this phase")
    own = in_hull(st, vehicle, first)
    if hull and own:
        return Refusal("C5.11", "its hull turns for that weapon anyhow")
    if not hull and (not own or facing == mount_facing(st, vehicle, first)):
        return None
    if vehicle.stance.bypass:
        return Refusal("D2.35", "in Bypass it does not turn its hull for a shot")
    return None if mobile(vehicle) else Refusal("D8.1", "it cannot turn its hull")


@builds("C5.11", "D8.2", "C5.11c")
def hull_turn_checks(st: State, action: Fire, phase: str) -> tuple[BogFacts, ...]:
    """The Bog Check that comes before a shot for which the hull of a vehicle turns in woods and the like."""
    vehicle = st.vehicles.get(action.firers[0].unit) if st.vehicles else None
    facing = action.facing if action.ordnance is None else action.ordnance.facing
    if vehicle is None or facing < 0 or phase == OWN_MPH:
        return ()
    weapons = [st.weapons[weapon] for weapon in action.firers[0].weapons]
    after = laid(st, vehicle, weapons, facing, hull=action.hull)
    return free_turn_checks(st, vehicle, after.facing)[:1] if after.facing != vehicle.facing else ()


@builds("D3.51", "D3.51b")
def _fired_blindly(st: State, vehicle: Vehicle, phase: str) -> bool:
    """Whether a weapon that is laid by turret or hull has fired in this phase where no enemy was Known."""
    for mark in _shots(st, vehicle, OCCASIONS_OF.get(phase, ())):
        weapon = st.weapons.get(mark.weapon)
        if mark.unseen and weapon is not None and mount_facing(st, vehicle, weapon) >= 0:
            return True
    return False


@builds("A7.55", "D3.5")
def _with_the_others(ask: AttackAsk, vehicle: Vehicle) -> Refusal | None:
    """Why its machine guns have to fire at one target together, or None: others have attacked it already."""
    st, weapons = ask.st, ask.action.firers[0].weapons
    step = len(st.trail(vehicle.id).steps) if ask.phase == OWN_MPH else 0
    step = expenditures(st, ask.targets) if ask.phase == "MPh" else step
    for mark in _shots(st, vehicle, OCCASIONS_OF.get(ask.phase, ())):
        other = st.weapons.get(mark.weapon)
        if other is None or mark.weapon in weapons or mark.to_hit or not wtype(st, other).ift:
            continue
        if mark.target == ask.action.target and mark.step == step:
            return Refusal("A7.55", "its other machine guns have attacked that target: they had to fire together")
    return None
