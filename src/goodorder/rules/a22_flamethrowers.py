"""Flamethrowers: alone, once a Player Turn, without cover for their targets (A22)."""

from __future__ import annotations

from goodorder.core.actions import SNAP
from goodorder.core.errors import Refusal
from goodorder.core.state import FINAL, Fighter, State, Weapon

from .a07_fire.group import AttackAsk
from .facts.aiming import seen_at
from .facts.attack_facts import DEFENSIVE, AttackFacts, PartFacts, by_flame
from .facts.firers import flames
from .facts.firing import PartAsk
from .facts.ground import map_now
from .facts.places import eye
from .facts.special_arms import CHARGE as CHARGE
from .facts.special_arms import FLAME as FLAME
from .facts.units import wtype
from .ledger import Mod
from .points import FIRE_DRM, FIRE_FACTOR, MAY_ATTACK, MAY_FIRE
from .registry import rule

LEVELS = 2
"""Levels up or down beyond which no flame reaches; at so many it has half its FP (A22.32)."""


def is_flame(st: State, weapon: Weapon | None) -> bool:
    """Whether a weapon is a flamethrower."""
    return weapon is not None and wtype(st, weapon).kind == FLAME


@rule("A22.31", point=MAY_ATTACK, order=7, rows=["A22.31a", "A22.3b"], of=["weapon"])
def fires_alone(ask: AttackAsk) -> Refusal | None:
    """A flamethrower is fired by itself, directed by nobody, at one Location."""
    st, action = ask.st, ask.action
    if not flames(st, action):
        return None
    if len(action.firers) != 1 or action.firers[0].inherent or len(action.firers[0].weapons) != 1:
        return Refusal("A22.31", "a flamethrower is fired by itself")
    if action.leaders:
        return Refusal("A22.2", "nobody directs a flamethrower")
    if action.via == SNAP:
        return Refusal("A8.15", "small arms and machine guns alone take a Snap Shot")
    if action.spray >= 0 or action.lanes:
        return Refusal("A22.32", "a flamethrower attacks one Location")
    return None


@rule(
    "A22.3",
    point=MAY_FIRE,
    order=30,
    rows=["A22.3b", "A22.33a", "A22.32a", "A22.32b", "A22.1a", "A22.1b"],
    of=["weapon"],
)
def who_may_flame(ask: PartAsk) -> Refusal | None:
    """Once a Player Turn, by men who are not pinned, not as Subsequent First Fire or by who has fired first, and at
    most two levels up or down.
    """
    st, unit = ask.st, ask.unit
    if not is_flame(st, ask.weapon):
        return None
    assert ask.weapon is not None
    if unit.pinned:
        return Refusal("A22.33", "a pinned unit does not use a flamethrower")
    if has_burned(st, unit) or st.weapon_shots.get(ask.weapon.id):
        return Refusal("A22.3", "one flamethrower or DC in a Player Turn")
    if ask.occasion in DEFENSIVE[1:] or (ask.occasion == FINAL and ask.marked):
        return Refusal("A22.3", "one flamethrower or DC in a Player Turn")
    if abs(_above(ask)) > LEVELS:
        return Refusal("A22.32", "no flame goes so far up or down")
    return None


def has_burned(st: State, unit: Fighter) -> bool:
    """Whether a unit has used a flamethrower or DC in this Player Turn."""
    used = (shot.weapon for shot in st.trail(unit.id).shots if shot.weapon and not shot.spent)
    if any(_burns(st, weapon) for weapon in used):
        return True
    return any(one.placed is not None and one.placed.unit == unit.id for one in st.weapons.values())


def _burns(st: State, weapon: int) -> bool:
    return weapon in st.weapons and wtype(st, st.weapons[weapon]).kind in (FLAME, CHARGE)


def _above(ask: PartAsk) -> int:
    board, frm = map_now(ask.st), eye(ask.st, ask.unit)
    return board.level(seen_at(ask.st, ask.target, ask.targets, frm)) - board.level(frm)


@rule("A22.32", point=FIRE_FACTOR, order=65, rows=["A22.32b"], of=["weapon"])
def two_levels(facts: PartFacts) -> Mod | None:
    """Two levels up or down it has half its FP."""
    attack, unit = facts.attack, facts.part.unit
    if not by_flame(attack, facts.part):
        return None
    board, frm = map_now(attack.st), eye(attack.st, unit)
    above = board.level(seen_at(attack.st, attack.target, attack.targets, frm)) - board.level(frm)
    return Mod("two_levels", -2, "A22.32", "two levels up or down") if abs(above) == LEVELS else None


@rule("A22.4", point=FIRE_DRM, order=54, rows=["A22.4a"], of=["on the IFT"])
def bearers(attack: AttackFacts) -> tuple[Mod, ...]:
    """Who possesses a flamethrower is easier to hurt, by one for each."""
    if attack.shot is not None:
        return ()
    st = attack.st
    found: dict[int, tuple[int, ...]] = {}
    for unit in attack.targets:
        count = sum(is_flame(st, weapon) for weapon in st.weapons_of(unit.id))
        if count:
            found[count] = (*found.get(count, ()), unit.id)
    every = len(attack.targets)
    return tuple(
        Mod("flamethrower", -count, "A22.4", "possesses a flamethrower", () if len(units) == every else units)
        for count, units in found.items()
    )
