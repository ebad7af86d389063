"""Vehicles as what is fired at: which, how often, by what (C3.31, C6.17)."""

from __future__ import annotations

from goodorder.core.errors import Refusal, not_built
from goodorder.core.state import ON_MAP, FireMark, State, Vehicle
from goodorder.data.charts import to_hit

from ..a07_fire.group import AttackAsk
from ..c_ordnance.ammunition import SMOKE_SHELLS
from ..c_ordnance.to_kill import resolved
from ..facts.firers import burns_armor
from ..facts.firing import PartAsk
from ..facts.masks import faced_at
from ..facts.moving_vehicles import mp_in_sight
from ..facts.ordnance import ToHitFacts
from ..facts.places import eye
from ..facts.vehicle_cover import company
from ..facts.vehicles import HALVES, vtype
from ..points import MAY_ATTACK, MAY_FIRE, MAY_SHOOT
from ..registry import builds, rule
from .protection import vulnerable

STRIKES_ALL = Refusal("A7.4", "such fire strikes all in the Location: name that")
"""Why a vehicle is not named as the target of fire that would strike others beside it."""


def can_be_aimed_at(st: State, vehicle: Vehicle | None) -> bool:
    """Whether a vehicle is there to be fired at: on the map, Known, and no wreck."""
    return vehicle is not None and vehicle.place == ON_MAP and not vehicle.wreck and not vehicle.concealed


@builds("D10.1", "D10.1b")
def burnable(st: State, vehicle: Vehicle | None) -> bool:
    """Whether a wreck is there that fire could set alight."""
    return vehicle is not None and vehicle.place == ON_MAP and vehicle.wreck and not vehicle.burning


@builds("D10.1", "D10.1b")
def at_wreck(ask: AttackAsk, wreck: Vehicle) -> Refusal | None:
    """Either side fires at a wreck that doesn't burn as at the vehicle that it was; nobody moves there in the MPh."""
    if not burnable(ask.st, wreck):
        return Refusal("D10.1", "it burns already")
    if wreck.loc != ask.action.target:
        return Refusal("C3.31", "the wreck is not in that Location")
    if ask.phase == "MPh":
        return Refusal("A8.1", "nobody moves there")
    if ask.action.ordnance is None:
        return not_built("D10.1", "an attack on a wreck by anything but ordnance")
    return None


@rule("C3.31", point=MAY_ATTACK, order=-1, rows=["SK3.TH.1", "C3.31b"], of=["at a vehicle"])
def vehicle_there(ask: AttackAsk) -> Refusal | None:
    """A vehicle that is named as the target is an enemy one in the target Location, or a wreck there."""
    if not ask.action.vehicle:
        return None
    vehicle = ask.st.vehicles.get(ask.action.vehicle)
    if vehicle is not None and vehicle.wreck:
        return at_wreck(ask, vehicle)
    if vehicle is None or not can_be_aimed_at(ask.st, vehicle):
        return Refusal("C3.31", "there is no such vehicle")
    if vehicle.loc != ask.action.target:
        return Refusal("C3.31", "the vehicle is not in that Location")
    if vehicle.side == ask.st.fighter(ask.action.firers[0].unit).side:
        return Refusal("A7.4", "it is no enemy")
    shot = ask.action.ordnance
    flames = burns_armor(ask.st, ask.action) or (bool(ask.action.molotov) and not vtype(ask.st, vehicle).unarmored)
    if shot is not None and shot.target_type != "vehicle" and ask.phase == "MPh" and company(ask.st, vehicle):
        return STRIKES_ALL
    return by_small_arms(ask, vehicle) if shot is None and not flames else None


@builds("A7.307", "A7.308", "D.8Bc")
def by_small_arms(ask: AttackAsk, vehicle: Vehicle) -> Refusal | None:
    """On the IFT a vehicle is named where nobody else is fired at: as it moves, or alone in its Location."""
    st, side = ask.st, vehicle.side
    eyes = tuple(dict.fromkeys(eye(st, st.fighter(firer.unit)) for firer in ask.action.firers))
    if not vulnerable(st, vehicle, eyes):
        return Refusal("A7.307", "nobody in it is exposed, and its armor stops such fire")
    if company(st, vehicle) if ask.phase == "MPh" else any(one.side == side for one in faced_at(st, vehicle.loc)):
        return STRIKES_ALL
    return None


@rule("C3.31", point=MAY_SHOOT, order=31, rows=["C3.31a"])
def vehicle_shells(facts: ToHitFacts) -> Refusal | None:
    """On the Vehicle Target Type any shell is fired but those that make SMOKE."""
    if facts.shot.target_type == "vehicle" and facts.shot.ammo in SMOKE_SHELLS:
        return Refusal("C3.33", f"{facts.shot.ammo} is fired on the Area Target Type")
    return None


@rule("C7.1", point=MAY_SHOOT, order=45)
def vehicle_tables(facts: ToHitFacts) -> Refusal | None:
    """The To Kill tables must know the shell."""
    if facts.shot.target_type != "vehicle" or resolved(facts.st, facts):
        return None
    return Refusal("C7.1", f"the To Kill tables have no {facts.shot.ammo} of this weapon")


@builds("C6.17", "C6.17a")
def shot_left(st: State, vehicle: Vehicle, frm: int, marks: tuple[FireMark, ...]) -> bool:
    """Whether a weapon may fire once more at a vehicle where it is, by the MP that it has spent there since it came or
    last changed its VCA. The first shot takes as many of them as spare it Cases J1 and J2, each further one takes one.
    """
    steps = st.trail(vehicle.id).steps
    since = max(
        (at for at, step in enumerate(steps) if step.kind in ("turn", "bypass") or step.frm != step.to), default=0
    )
    shots = [one for one in marks if vehicle.id in one.units and not one.spent and one.step > since]
    if not shots:
        return True
    spent = sum(step.mf for step in steps[since:])
    return spent - _taken(st, vehicle, frm, shots[0], since) - HALVES * (len(shots) - 1) >= HALVES


def _taken(st: State, vehicle: Vehicle, frm: int, first: FireMark, since: int) -> int:
    """Half MP of these that the first shot took."""
    values = to_hit().values
    seen = mp_in_sight(st, vehicle, frm, first.step)
    if seen is None:
        return HALVES
    here = sum(step.mf for step in st.trail(vehicle.id).steps[since : first.step])
    needs = HALVES
    for most in (values.limited_target_mp, values.restricted_target_mp):
        needs = HALVES * most + 1 if seen > HALVES * most else needs
    return max(HALVES, needs - (seen - here))


@rule("C6.17", point=MAY_FIRE, order=15, of=["at a vehicle", "MPh", "weapon"])
def shots_per_mp(ask: PartAsk) -> Refusal | None:
    """A weapon fires at a vehicle in a Location no more often than it has spent MP there."""
    assert ask.vehicle is not None
    assert ask.weapon is not None
    if not ask.ordnance:
        return None
    marks = ask.st.weapon_shots.get(ask.weapon.id, ())
    if shot_left(ask.st, ask.vehicle, eye(ask.st, ask.unit), marks):
        return None
    return Refusal("C6.17", "it has fired as often as the vehicle spent MP here", also=("A8.14", "A9.2"))
