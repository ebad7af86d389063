"""Demolition charges: placed in the MPh and gone off in the AFPh, or thrown (A23)."""

from __future__ import annotations

from typing import ClassVar

from msgspec import Struct
from msgspec.structs import replace

from goodorder.core.actions import PlaceCharge, ThrowCharge
from goodorder.core.errors import Refusal
from goodorder.core.frames import Request
from goodorder.core.state import ADVANCING, ASSAULT, FINAL, FIRST, PREP, Charge, State, Unit, Weapon
from goodorder.core.way import Way
from goodorder.data.charts import captured

from .a04_movement.allotment import least_left
from .a04_movement.costs import entry_cost
from .a07_fire.group import used_up
from .a09_weapons.breakdown import INEXPERIENCED_LOSS, NOT_ELITE_LOSS, trained
from .a11_close_combat.paatc import afv_at, who_checks
from .a22_flamethrowers import CHARGE, has_burned
from .a23_vehicles import (
    FULL,
    HALVED,
    ChargeAim,
    Struck,
    bare_hull,
    beside_its_user,
    facings_from,
    hulls_along,
    hulls_beside,
    named_refusal,
)
from .c_ordnance.unattended_guns import tem_from_above
from .facts.aiming import FireLine, fire_line
from .facts.attack_facts import AttackFacts, part_occasion, unit_mark
from .facts.cliffs import capital_adjacent, could_advance
from .facts.crew import misuse
from .facts.firing import PartAsk
from .facts.ground import map_now
from .facts.gun_cover import TEM
from .facts.masks import concealed_at, under_fire
from .facts.places import beside
from .facts.smoke_places import interior
from .facts.source import Source
from .facts.unattended import GunHit, unattended_at
from .facts.units import in_melee, is_good_order, is_inexperienced, utype, wtype
from .facts.vehicles import is_afv
from .ledger import Mod
from .points import MAY_FIRE, PHASE_BEGINS
from .registry import builds, rule

THROWN, THROWN_BACK, IN_AFPH, CX = 2, 3, 1, 1
"""DRM against the target of a thrown DC, against those beside its thrower, in the AFPh, of a CX user (A23.6, A23.4)."""
ONE_MF = 2
"""One MF, in halves."""
UNMODIFIED = frozenset({"leader_direction", "hindrance", "smoke"})
"""What modifies other fire and no DC (A23.1)."""


class ChargesDue(Request, frozen=True):
    """Charges of a side go off."""

    side: int


class Explosion(Source, frozen=True):
    """A DC that goes off. ``frm`` is the Location that it was thrown from or at, whose hexside covers too, -1 where it
    was placed; ``halved`` were concealed when it was thrown or placed; ``drm`` is what its use adds; ``guns`` are the
    unattended Guns there, ``hulls`` the vehicles that it strikes.
    """

    frm: int = -1
    halved: tuple[int, ...] = ()
    drm: int = 0
    movers: bool = False
    guns: tuple[GunHit, ...] = ()
    hulls: tuple[Struck, ...] = ()
    bare: bool = False

    words: ClassVar[str] = "DC"

    @property
    def moving(self) -> bool:
        """Whether it was thrown at movers."""
        return self.movers

    @property
    def direct_hits(self) -> bool:
        """It can strike a Gun itself (C11.4)."""
        return True

    def beside(self) -> tuple[GunHit, ...]:
        """The unattended Guns where it goes off."""
        return self.guns

    def struck(self) -> tuple[Struck, ...]:
        """The vehicles where it goes off, with its FP against each and against its crew."""
        return self.hulls

    def eyes(self, attack: AttackFacts) -> tuple[int, ...]:
        """Where it was thrown from."""
        return (self.frm,) if self.frm >= 0 else ()

    def line(self, attack: AttackFacts, frm: int, targets: tuple[Unit, ...]) -> FireLine:
        """The line along which it was thrown."""
        return fire_line(attack.st, frm, attack.target, targets)

    @builds("A23.1", "A23.1a", "A23.1b")
    def fp_against(self, unit: int) -> int:
        """Half of it against who was concealed."""
        return self.fp // 2 if unit in self.halved else self.fp

    @property
    def splits(self) -> bool:
        """It has less FP against some."""
        return bool(self.halved)

    @builds("A23.1", "A23.4", "A23.6", "A23.62", "A24.2", "A24.2b", "A23.1c", "A23.4b", "A23.62a")
    def modified_by(self, attack: AttackFacts, mods: tuple[Mod, ...]) -> tuple[Mod, ...]:
        """TEM, and what its own use adds; neither leaders nor Hindrances."""
        own = (Mod("charge", self.drm, "A23.71" if self.bare else "A23.6", "use of the DC"),) if self.drm else ()
        none = UNMODIFIED | TEM if self.bare else UNMODIFIED
        return (*(mod for mod in mods if mod.id not in none), *own)


def is_charge(st: State, weapon: Weapon) -> bool:
    """Whether a weapon is a DC."""
    return wtype(st, weapon).kind == CHARGE


@builds("A23.2", "A23.4", "A19.32", "A21.11", "A19.32a", "A23.2a", "A23.4a", "A21.11a")
def dud_from(st: State, unit: Unit, weapon: Weapon) -> int:
    """The Original DR from which a DC in these hands is a dud."""
    loss = captured().breakdown * misuse(st, unit, weapon)
    loss += 0 if trained(st, unit) else NOT_ELITE_LOSS
    loss += INEXPERIENCED_LOSS if utype(st, unit).mmc and is_inexperienced(st, unit) else 0
    return (wtype(st, weapon).x_number or FULL) - loss


def _held(st: State, unit_id: int, weapon_id: int) -> tuple[Unit, Weapon] | Refusal:
    """The unit with its DC, or why it has none to use."""
    unit, weapon = st.units.get(unit_id), st.weapons.get(weapon_id)
    if unit is None or weapon is None or weapon.holder != unit_id or unit.loc < 0 or not is_charge(st, weapon):
        return Refusal("A23.1", "a unit on the map with a DC in hand")
    if not (is_good_order(st, unit) or free_berserk(st, unit)) or unit.pinned:
        return Refusal("A23.3", "broken and pinned men use no DC")
    if has_burned(st, unit):
        return Refusal("A22.3", "one flamethrower or DC in a Player Turn")
    return unit, weapon


@builds("A15.431", "A15.431c")
def free_berserk(st: State, unit: Unit) -> bool:
    """Whether a unit is berserk and not in Melee: it may throw its DC."""
    return unit.berserk and not in_melee(st, unit)


@builds("A23.3", "SK3.MPh.10", "A23.3a", "A23.3b", "A23.3c", "A23.61a")
def place_refusal(st: State, stack: tuple[int, ...], action: PlaceCharge) -> Refusal | None:
    """Why a unit of a moving stack may not place its DC there now, or None: in an ADJACENT Location that it could
    enter, for the MF of that.
    """
    held = _held(st, action.unit, action.weapon)
    if isinstance(held, Refusal):
        return held
    unit, _ = held
    if unit.berserk:
        return Refusal("A15.431", "a berserk unit throws its DC and places none", also=("A23.3",))
    own = beside_its_user(st, unit, action.to, action.vehicle)
    if not 0 <= action.to < len(map_now(st).locations) or (action.to == unit.loc and not own):
        return Refusal("A23.61", "not in its own Location")
    entered = could_advance(st, unit.loc, action.to) and action.to in beside(st, unit.loc)
    if not own and (not entered or not capital_adjacent(st, unit.loc, action.to)):
        return Refusal("A23.3", "an ADJACENT Location that it could enter from here")
    if action.vehicle:
        refusal = named_refusal(st, unit, action.to, action.vehicle, apart=False)
        if refusal is not None:
            return refusal
    cost, left = charge_cost(st, unit, action.to), least_left(st, stack)
    if cost > left:
        return Refusal("A23.3", "not enough MF")
    if any(st.trail(u).declared & ASSAULT for u in stack) and cost >= left:
        return Refusal("A4.61", "Assault Movement may not use all MF")
    return None


@builds("A23.3", "A24.2", "A23.3a", "A24.2b")
def charge_cost(st: State, unit: Unit, to: int) -> int:
    """MF of placing a DC, in halves: those of entering the Location directly, in the own one (A23.61) one."""
    if to == unit.loc:
        return ONE_MF
    return entry_cost(st, (unit,), Way(unit.loc, to))


@builds("A23.3", "A23.3d")
def placed(st: State, action: PlaceCharge) -> Charge | None:
    """The charge that a unit has placed, when all fire at it is over; None where it was broken, pinned or lost."""
    unit, weapon = st.units[action.unit], st.weapons[action.weapon]
    if unit.loc < 0 or unit.broken or unit.pinned or weapon.holder != unit.id:
        return None
    hidden = concealed_at(st, action.to)
    charge = Charge(action.to, unit.id, unit.cx, hidden, dud_from(st, unit, weapon))
    vehicle = st.vehicles.get(action.vehicle)
    if vehicle is None or vehicle.loc != action.to:
        return charge
    return replace(charge, vehicle=vehicle.id, frm=unit.loc, facings=facings_from(st, vehicle, unit.loc))


@builds("A23.3", "A11.6", "A23.3b")
def daunted(st: State, action: PlaceCharge) -> int:
    """The AFV because of which a unit takes a PAATC before it places its DC, 0 where it takes none."""
    if action.to == st.units[action.unit].loc or not who_checks(st, (action.unit,), action.to):
        return 0
    return afv_at(st, action.to, st.units[action.unit].side)[0].id


def set_off(st: State, weapon: Weapon) -> Explosion:
    """A placed charge as it goes off."""
    charge = weapon.placed
    assert charge is not None
    drm = CX if charge.cx else 0
    hulls = hulls_beside(st, charge.loc, -1, drm)
    return Explosion(weapon.side, FULL, halved=charge.halved, drm=drm, guns=guns_at(st, charge.loc, drm), hulls=hulls)


@builds("C7.346", "C7.346b")
def badly_placed(st: State, loc: int, frm: int, side: int, vehicle: int) -> Explosion:
    """A DC that misses the AFV which it was meant for: as Area Fire at the others of its Location, thrown in First Fire
    at those on foot who came with it alone.
    """
    halved = concealed_at(st, loc)
    if st.turn.phase == "MPh":
        return Explosion(side, HALVED, frm=frm, halved=halved, movers=True)
    hulls = hulls_beside(st, loc, frm, 0, share=2, but=vehicle)
    return Explosion(side, HALVED, frm=frm, halved=halved, guns=guns_at(st, loc, 0), hulls=hulls)


@builds("C11.4", "C11.6")
def guns_at(st: State, loc: int, drm: int) -> tuple[GunHit, ...]:
    """The unattended Guns that a DC strikes in a Location, each with its TEM and what the use of the DC adds."""
    return tuple(GunHit(gun.id, False, tem_from_above(st, gun) + drm) for gun in unattended_at(st, loc))


@rule("A23.2", point=MAY_FIRE, order=34, rows=["A23.2b"], of=["own FP", "DFPh", "personnel"])
def own_fp_with_the_blast(ask: PartAsk) -> Refusal | None:
    """Who has thrown a DC in First Fire does not use his own FP in Final Fire: it was for the phase of the blast."""
    thrown_before = (
        shot.weapon for shot in ask.st.trail(ask.unit.id).shots if shot.occasion == FIRST and not shot.spent
    )
    if any(one in ask.st.weapons and is_charge(ask.st, ask.st.weapons[one]) for one in thrown_before):
        return Refusal("A23.2", "it has used its DC in the MPh, and its own FP goes with that phase")
    return None


@rule("A23.4", point=PHASE_BEGINS, of=["AFPh"], order=6, rows=["A23.4a"])
def charges_go_off(st: State) -> tuple[ChargesDue, ...]:
    """As the AFPh begins the ATTACKER's placed charges go off."""
    return (ChargesDue(st.turn.attacker),) if charges(st, st.turn.attacker) else ()


def charges(st: State, side: int) -> tuple[int, ...]:
    """The placed charges of a side."""
    return tuple(weapon.id for weapon in st.weapons.values() if weapon.placed is not None and weapon.side == side)


@builds("A23.6", "A23.63", "A23.6a", "A23.6b", "A23.61a")
def throw_refusal(st: State, phase: str, action: ThrowCharge) -> Refusal | None:
    """Why a unit may not throw its DC into a Location now, or None."""
    held = _held(st, action.unit, action.weapon)
    if isinstance(held, Refusal):
        return held
    unit, weapon = held
    occasion = part_occasion(st, unit, weapon, phase)
    if occasion is None or occasion[0] not in (PREP, FIRST, FINAL, ADVANCING) or occasion[1]:
        return Refusal("A23.6", "it could use no SW now")
    if phase in ("MPh", "DFPh") and unit_mark(st, unit):
        return Refusal("A23.63", "who bears a First Fire counter throws no DC")
    if used_up(st, unit, phase, weapon.id):
        return Refusal("A7.35", "it has used all the weapons that it may")
    board = map_now(st)
    if 0 <= action.to < len(board.locations):
        ask = PartAsk(st, unit, weapon, action.to, st.at(action.to), phase, occasion[0], False, 1, blast=True)
        if refusal := st.world.rules.refuse(MAY_FIRE, ask):
            return refusal
    own = beside_its_user(st, unit, action.to, action.vehicle)
    if not 0 <= action.to < len(board.locations) or (action.to == unit.loc and not own):
        return Refusal("A23.61", "not into its own Location")
    if board.level(action.to) > board.level(unit.loc):
        return Refusal("A23.6", "not up a level")
    if not (own or capital_adjacent(st, unit.loc, action.to) or _drops(st, unit.loc, action.to)):
        return Refusal("A23.6", "into an ADJACENT Location, or down from above")
    if not action.vehicle:
        return None
    apart = phase == "MPh" or not any(one.side != unit.side for one in st.at(action.to))
    return named_refusal(st, unit, action.to, action.vehicle, apart=apart)


def _drops(st: State, frm: int, to: int) -> bool:
    """Whether a DC drops from above to the ground of an adjacent hex in sight, or of the own building hex, if that is
    no Interior one.
    """
    board = map_now(st)
    h = board.hex_at(frm)
    if board.hex_at(to) == h:
        upstairs = board.locations[frm].kind == "level" and board.locations[frm].above > 0
        return upstairs and to == h and not interior(board, h)
    down = board.level(to) < board.level(frm) and to == board.hex_at(to)
    return down and board.distance(frm, to) == 1 and board.sees(frm, to)


class Throw(Struct, frozen=True):
    """A thrown DC: what it does ``there``, or the AFV that it is ``aim``ed at; ``back``: among those beside its
    thrower, unless they are two levels above.
    """

    there: Explosion
    aim: ChargeAim | None
    back: Explosion | None


@builds("A23.6", "A23.5", "A23.6c", "A23.6e")
def thrown(st: State, phase: str, action: ThrowCharge, targets: tuple[int, ...]) -> Throw:
    """A thrown DC in its target Location, and among those beside its thrower unless they are two levels above."""
    unit, board, moving = st.units[action.unit], map_now(st), phase == "MPh"
    late = phase == "AFPh" and not st.trail(unit.id).opportunity
    more = (CX if unit.cx else 0) + (IN_AFPH if late else 0)
    hidden = tuple(one.id for one in under_fire(st, targets) if one.concealed)
    guns = guns_at(st, action.to, THROWN + more) if not moving else ()
    if moving:
        hulls = hulls_along(st, targets, action.to, unit.loc, THROWN + more)
    else:
        hulls = hulls_beside(st, action.to, unit.loc, THROWN + more)
    aim, vehicle = None, st.vehicles.get(action.vehicle)
    if vehicle is not None and is_afv(st, vehicle):
        facings = facings_from(st, vehicle, unit.loc)
        aim = ChargeAim(vehicle.id, unit.side, unit.loc, facings, unit.cx, thrown=True, late=late)
    elif vehicle is not None:
        hulls = (bare_hull(st, vehicle, unit.loc, THROWN + more),)
    drm = THROWN + more
    there = Explosion(unit.side, FULL, frm=unit.loc, halved=hidden, drm=drm, movers=moving, guns=guns, hulls=hulls)
    if board.level(unit.loc) - board.level(action.to) >= 2:
        return Throw(there, aim, None)
    beside_it = hulls_beside(st, unit.loc, action.to, THROWN_BACK + more)
    friends = tuple(one.id for one in st.at(unit.loc) if one.concealed and one.id != unit.id)
    back = Explosion(unit.side, FULL, frm=action.to, halved=friends, drm=THROWN_BACK + more, hulls=beside_it)
    return Throw(there, aim, back)
