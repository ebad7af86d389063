"""Spotters, by whose eyes a mortar fires at what its own men don't see (C9.3)."""

from __future__ import annotations

from goodorder.core.errors import Refusal
from goodorder.core.events import Event, SpotterNamed
from goodorder.core.state import CAPTURED, ELIMINATED, Fighter, State, Unit, Weapon
from goodorder.data.charts import latw

from ..a07_fire.group import used_up
from ..facts.attack_facts import unit_mark
from ..facts.ground import map_now
from ..facts.ordnance import ToHitFacts
from ..facts.units import is_dummy, is_good_order, wtype
from ..ledger import Mod
from ..points import MAY_SHOOT, PHASE_BEGINS, TO_HIT_DRM
from ..registry import builds, rule
from .firer_cases import lettered

PINNED = 2
"""Case D (C5.4)."""
NAMED_IN = ("PFPh", "DFPh")
"""The phases of its side in which a mortar's Spotter is named."""


def spotter_of(facts: ToHitFacts) -> Unit | None:
    """The Spotter of a shot, None for one that the mortar's own men see."""
    return facts.st.units.get(facts.shot.spotter) if facts.shot.spotter else None


@builds("C9.3", "C9.3g", "C9.3h")
def is_lost(unit: Unit) -> bool:
    """Whether a Spotter is eliminated, captured or broken; a squad that is Reduced goes on as its half-squad."""
    return unit.broken or unit.place in (ELIMINATED, CAPTURED)


@rule("C9.3", point=PHASE_BEGINS, of=["MPh"], order=15, rows=["C9.3g"])
def another_may_spot(st: State) -> tuple[Event, ...]:
    """As the MPh of a mortar's side begins another unit may take the place of a Spotter that is lost."""
    spotted = (one for one in st.weapons.values() if one.spotter in st.units and one.side == st.turn.attacker)
    return tuple(SpotterNamed(weapon=one.id, unit=0) for one in spotted if is_lost(st.units[one.spotter]))


def can_spot(st: State, unit: Unit, mortar: int) -> bool:
    """Whether a unit could spot for whoever stands in a Location: Good Order Personnel there or in the next hex."""
    if unit.loc < 0 or is_dummy(unit) or not is_good_order(st, unit):
        return False
    return map_now(st).distance(unit.loc, mortar) <= 1


@rule("C9.3", point=MAY_SHOOT, order=24, rows=["C9.3a", "C9.3b", "C9.3c", "C9.3d", "C9.3e", "C9.3g", "C9.31c"])
def spotting(facts: ToHitFacts) -> Refusal | None:
    """A mortar's Spotter is another unit in Good Order in its hex or the next, named in the PFPh or DFPh as the use of
    a SW, and the same until he is lost and the next MPh of his side has begun; for several mortars of one hex
    he spots one target.
    """
    if not facts.shot.spotter:
        return None
    st, weapon, unit = facts.st, facts.weapon, spotter_of(facts)
    if not facts.kind.mortar:
        return Refusal("C9.3", "only a mortar has a Spotter")
    own = unit is not None and unit.side == facts.unit.side and unit.id != facts.unit.id
    if unit is None or not own or not can_spot(st, unit, facts.unit.loc):
        return Refusal("C9.3", "a Good Order unit in the mortar's hex or the next one")
    old = st.units.get(weapon.spotter)
    if old is not None and old.id != unit.id:
        words = "has been lost since its side's last MPh began" if is_lost(old) else "is another unit"
        return Refusal("C9.3", f"its Spotter {words}")
    if weapon.spotter != unit.id and st.turn.phase not in NAMED_IN:
        return Refusal("C9.3", "a Spotter is named in the PFPh or the DFPh")
    spotted = [shot for shot in st.trail(unit.id).shots if shot.spotting]
    if not any(shot.weapon == weapon.id for shot in spotted):
        if used_up(st, unit, st.turn.phase, weapon.id) and not spotted:
            return Refusal("A7.35", "its Spotter has used all that it may")
        if unit_mark(st, unit) and not spotted:
            return Refusal("C9.3", "its Spotter has fired")
    if any(shot.target != facts.attack.target for shot in spotted):
        return Refusal("C9.31", "one Spotter, one target in a Player Turn")
    if any(_elsewhere(st, shot.weapon, facts) for shot in spotted):
        return Refusal("C9.31", "one Spotter spots for mortars of one Location")
    return None


def _elsewhere(st: State, weapon: int, facts: ToHitFacts) -> bool:
    other = st.weapons.get(weapon)
    holder = st.units.get(other.holder) if other is not None else None
    return holder is not None and holder.loc != facts.unit.loc


@rule("C9.31", point=TO_HIT_DRM, order=170, rows=["C9.31a"])
def spotted_fire(facts: ToHitFacts) -> Mod | None:
    """Spotted fire is harder by two."""
    if not facts.shot.spotter:
        return None
    return Mod("spotted_fire", latw().mortar.spotted_to_hit, "C9.31", "Spotted Fire")


@rule("C9.3", point=TO_HIT_DRM, order=41, rows=["C9.3f"])
def pinned_spotter(facts: ToHitFacts) -> Mod | None:
    """D: a pinned Spotter is as a pinned crew."""
    unit = spotter_of(facts)
    if unit is None or not unit.pinned or facts.unit.pinned:
        return None
    return lettered("D", PINNED, "pinned Spotter", also="spotter")


@builds("C9.3", "C9.31", "C9.3f", "C9.31a", "C9.31b")
def rate_of_spotted(facts: ToHitFacts) -> int:
    """What Spotted Fire takes from the rate: one, all of it where the Spotter is pinned."""
    unit = spotter_of(facts)
    if unit is None:
        return 0
    return -facts.kind.rof if unit.pinned else latw().mortar.spotted_rof


@builds("C9.3", "C9.3j")
def spotters(st: State, unit: Fighter, weapon: Weapon) -> tuple[int, ...]:
    """The units that a mortar could have as Spotter: the one that it has, none while that is lost, or any that can when
    one is named.
    """
    old = st.units.get(weapon.spotter)
    if not wtype(st, weapon).mortar:
        return ()
    if old is not None:
        return () if is_lost(old) else (old.id,)
    if st.turn.phase not in NAMED_IN:
        return ()
    own = (one for one in st.units.values() if one.side == unit.side and one.id != unit.id)
    return tuple(one.id for one in own if can_spot(st, one, unit.loc))
