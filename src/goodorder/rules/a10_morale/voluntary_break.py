"""Voluntary Break: units that break so as to rout (A10.41)."""

from __future__ import annotations

from goodorder.core.errors import Refusal
from goodorder.core.remembered import once_a_position
from goodorder.core.state import ON_MAP, Fighter, State, Unit, Vehicle

from ..facts.adjacent import adjacent, enemies_around
from ..facts.manned import manned
from ..facts.masks import masks
from ..facts.units import in_melee, is_dummy, utype
from ..registry import builds, by_name, removable
from .dm import enemies_in_reach, in_range


@removable(without=by_name("voluntary_break"))
@builds("A10.41")
@once_a_position
def voluntary_break_refusal(st: State, side: int, unit_id: int) -> Refusal | None:
    """Why a unit may not break on purpose at the start of the RtPh, or None; a pin does not matter."""
    unit = st.units.get(unit_id)
    if unit is None or unit.side != side or unit.place != ON_MAP:
        return Refusal("A10.41", "it is not this side's unit on the map")
    if is_dummy(unit):
        return Refusal("A12.11", "a Dummy never breaks")
    if unit.broken:
        return Refusal("A10.41", "it is broken already")
    if unit.berserk:
        return Refusal("A15.42", "who is berserk does not break", also=("A10.41",))
    if not utype(st, unit).broken_morale:
        return Refusal("A10.41", "breaking would cost it a step or its life")
    if in_melee(st, unit):
        return Refusal("A11.15", "a unit in Melee does nothing but fight")
    if not threatened(st, unit):
        return Refusal("A10.41", "no unbroken enemy is ADJACENT, or in sight and within his Normal Range")
    return None


@removable(without=by_name("voluntary_break"))
def late_break_refusal(st: State) -> Refusal:
    """Why no unit breaks on purpose once units rout."""
    return Refusal("A10.41", "units break on purpose before anybody routs")


def threatened(st: State, unit: Unit) -> bool:
    """Whether an unbroken enemy is ADJACENT, or a Known one has the unit in LOS and Normal Range (A10.41, A10.532).

    When ADJACENT a manned vehicle counts, armed or not, and an enemy counter under concealment, whatever it hides; a
    hidden unit does not.
    """
    around: tuple[Fighter, ...] = (*enemies_around(st, unit), *_masks_of_enemies(st, unit))
    if any(_shows_fight(one) and adjacent(st, unit, one) for one in around):
        return True
    return any(in_range(st, enemy, unit) for enemy in enemies_in_reach(st, unit))


def _shows_fight(enemy: Fighter) -> bool:
    """Whether an enemy is on the map, neither broken nor hidden; of a vehicle, whether it is seen to be manned."""
    if enemy.place != ON_MAP or enemy.broken or enemy.hidden:
        return False
    return not isinstance(enemy, Vehicle) or (manned(enemy) and not enemy.concealed)


def _masks_of_enemies(st: State, unit: Unit) -> list[Unit]:
    """The "?" of enemy vehicles."""
    return [one for one in masks(st) if one.side != unit.side] if st.vehicles else []
