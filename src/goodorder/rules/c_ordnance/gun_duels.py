"""Gun Duels: who fires first where a vehicle that is fired at in its MPh fires back (C2.2401, C5.33)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from goodorder.core.actions import Fire, Ordnance
from goodorder.core.errors import Refusal
from goodorder.core.notes import Note
from goodorder.core.state import BOUNDING, State, Unit, Vehicle
from goodorder.data.charts import to_hit

from ..facts.attack_facts import AttackFacts, FirePart
from ..facts.firers import attack_facts
from ..facts.ground import map_now
from ..facts.ordnance import ToHitFacts, encumbered, to_hit_facts
from ..facts.units import wtype
from ..ledger import Mod
from ..points import FIRE_DRM, TO_HIT_DRM
from ..registry import builds, removable
from .firer_cases import case
from .to_hit import counted, letter_of, to_hit_ledger
from .vehicle_firers import aim

FIRER_BASED = "ABCDEFGHI"
"""The first letters of the cases that come from the firer (C5); N is an acquired target (C6.5)."""

OF_THE_FIRER = frozenset(
    {"leader_direction", "cx_firer", "overstacked_firer", "encircled_firer", "stunned", "spotted_fire"}
)
"""Modifiers without a letter that come from the firer (the list behind C5.9)."""


@removable(without=False)
@builds("C2.2401", "C2.2401a", "C2.2401b", "C2.2401i", "C5.33c")
def may_be_answered(st: State, declared: Fire, phase: str) -> bool:
    """Whether a Gun Duel may be declared against this attack, as far as it can be told of it: a vehicle in its MPh is
    fired at by Known men, Guns or vehicles, or fires, itself Known, before it has spent a MP.
    """
    if not st.vehicles:
        return False
    if under_mask(st, declared):
        return False
    own = st.vehicles.get(declared.firers[0].unit)
    if own is not None and own.side == st.turn.attacker:
        return not st.trail(own.id).steps and (declared.ordnance is None or not declared.ordnance.at_hex)
    vehicle = st.vehicles.get(declared.vehicle)
    return phase == "MPh" and vehicle is not None


@builds("C2.2401", "C2.2401a")
def under_mask(st: State, action: Fire) -> bool:
    """Whether anybody who takes part in an attack is concealed or hidden: who fires, helps, directs or spots."""
    spotter = action.ordnance.spotter if action.ordnance is not None else 0
    helpers = (firer.helper for firer in action.firers)
    parts = (*(firer.unit for firer in action.firers), *helpers, *action.leaders, spotter)
    found = (st.units.get(one) or st.vehicles.get(one) for one in parts if one)
    return any(one is not None and (one.concealed or one.hidden) for one in found)


@builds("C2.2401", "C2.2401c", "C2.2401d", "C2.2401e", "C2.2401h")
def duel_drm(st: State, action: Fire, targets: tuple[Unit, ...], phase: str, *, again: bool = False) -> tuple[Mod, ...]:
    """The Gun Duel DRM of a shot line by line: what of its To Hit DRM comes from the firer, and an acquired target; of
    fire on the IFT as if it were ordnance, of several the worst. ``again``: in a further duel the rate of one of the
    weapons comes off.
    """
    if action.ordnance is not None:
        mods = to_hit_ledger(st, action, tuple(unit.id for unit in targets), phase).drm.mods
        found = tuple(mod for mod in mods if _counts(mod))
    else:
        attack = attack_facts(st, action, targets, phase)
        shared = tuple(mod for mod in st.world.rules.mods(FIRE_DRM, attack) if mod.id in OF_THE_FIRER)
        found = (*max((_as_ordnance(attack, part) for part in attack.parts), key=_total), *shared)
    rate = max((wtype(st, st.weapons[one]).rof for firer in action.firers for one in firer.weapons), default=0)
    return (*found, Mod("rate", -rate, "C2.2401", "rate of fire")) if again and rate else found


def _counts(mod: Mod) -> bool:
    letter = letter_of(mod)
    return mod.id in OF_THE_FIRER or letter == "N" or (letter[:1] in FIRER_BASED and letter != "")


def _total(mods: Iterable[Mod]) -> int:
    return sum(mod.value for mod in mods)


def _as_ordnance(attack: AttackFacts, part: FirePart) -> tuple[Mod, ...]:
    """The cases of one part of an attack on the IFT, as if it had to hit first."""
    st = attack.st
    if part.weapon is None:
        return _inherent(attack, part)
    shot = Ordnance("vehicle" if attack.vehicle is not None else "infantry", "HE", attack.facing)
    facts = to_hit_facts(replace(attack, parts=(part,), shot=shot), shot)
    mods = counted(facts, st.world.rules.mods(TO_HIT_DRM, facts))
    return tuple(_not_turreted(facts, mod) for mod in mods if _counts(mod))


def _inherent(attack: AttackFacts, part: FirePart) -> tuple[Mod, ...]:
    """Of inherent FP: pinned men, a target in their own hex, men who have fired already."""
    st, unit = attack.st, part.unit
    found = [case("D", "pinned firer")] if unit.pinned and not part.marked else []
    if map_now(st).distance(unit.loc, attack.target) == 0:
        hard = encumbered(st, unit.loc)
        found.append(case("E", "target in the own hex", to_hit().values.obstructed if hard else 1))
    if part.marked:
        found.append(case("F", "fires again"))
    return tuple(found)


@builds("C2.2401", "C2.2401e")
def _not_turreted(facts: ToHitFacts, mod: Mod) -> Mod:
    """Case C of a machine gun outside a turret is that of what has none."""
    vehicle, st = facts.unit, facts.st
    if not isinstance(vehicle, Vehicle) or letter_of(mod)[:1] != "C" or wtype(st, facts.weapon).kind != "AAMG":
        return mod
    letter = aim(st, vehicle, facts.attack.target) if facts.part.occasion == BOUNDING else "C"
    return replace(mod, value=to_hit().case_c("NT", letter))


def duel_total(st: State, action: Fire, targets: tuple[Unit, ...], phase: str, *, again: bool = False) -> int:
    """The sum of the Gun Duel DRM of a shot."""
    return _total(duel_drm(st, action, targets, phase, again=again))


@builds("C2.2401", "C2.2401b", "C2.2401c", "C2.2401i")
def answer_refusal(st: State, declared: Fire, answer: Fire, mine: int, theirs: int) -> Refusal | None:
    """Why a shot does not answer a declared attack in a Gun Duel, or None: it is at who has declared that (or at the
    vehicle that has), and its Gun Duel DRM (``mine``) is no more than ``theirs``.
    """
    foe = st.vehicles.get(declared.firers[0].unit)
    if foe is not None:
        if answer.vehicle != foe.id and not (answer.vehicle == 0 and answer.target == foe.loc):
            return Refusal("C2.2401", "a Gun Duel is with who has declared the attack")
    elif answer.vehicle or answer.gun or answer.target not in {st.fighter(one.unit).loc for one in declared.firers}:
        return Refusal("C2.2401", "a Gun Duel is with who has declared the attack")
    if mine > theirs:
        return Refusal("C2.2401", f"its Gun Duel DRM of {mine:+d} is more than {theirs:+d}: the other fires first")
    return None


@builds("C2.2401", "C2.2401h")
def has_duelled(st: State, vehicle: int, firers: Iterable[int]) -> bool:
    """Whether a vehicle has fought a Gun Duel with one of these in this MPh."""
    others = set(firers)
    return any(note.kind == "duel" and note.unit in others for note in st.trail(vehicle).tried)


def duelled(declared: Fire) -> tuple[Note, ...]:
    """What the trail of a vehicle keeps of a Gun Duel: with whom."""
    return tuple(Note("duel", unit=firer.unit) for firer in declared.firers)


@builds("C2.2401", "C2.2401f")
def is_void(st: State, action: Fire) -> bool:
    """Whether none of those who fire can do so any more: eliminated, broken, Stunned, Shocked, or their weapon gone."""
    return not able(st, action)


def able(st: State, action: Fire) -> tuple[int, ...]:
    """Those of the firers who still can."""
    return tuple(firer.unit for firer in action.firers if _can(st, firer.unit, firer.weapons))


def _can(st: State, one: int, weapons: tuple[int, ...]) -> bool:
    vehicle, unit = st.vehicles.get(one), st.units.get(one)
    if vehicle is not None:
        down = vehicle.wreck or vehicle.abandoned or vehicle.shocked or vehicle.stunned == "stun" or vehicle.loc < 0
        return not down and all(_works(st, weapon) for weapon in weapons)
    if unit is None or unit.loc < 0 or unit.broken:
        return False
    return all(_works(st, weapon) and st.weapons[weapon].holder == one for weapon in weapons)


def _works(st: State, weapon: int) -> bool:
    found = st.weapons.get(weapon)
    return found is not None and not found.malfunctioned
