"""A single man picks up at once what a lost or routing unit leaves behind (A4.44)."""

from __future__ import annotations

from goodorder.core.errors import Refusal
from goodorder.core.events import PrisonersHanded, UnitCaptured, UnitEliminated, WeaponDropped
from goodorder.core.frames import Request
from goodorder.core.state import ON_MAP, State, Unit

from ..event_facts import StepFacts
from ..facts.adjacent import armed_foe_here
from ..facts.bypass_path import bypass_path
from ..facts.units import is_smc
from ..points import INTERRUPT
from ..registry import builds, rule
from .portage import able_refusal, sunk

LOSSES = (UnitEliminated, UnitCaptured, PrisonersHanded, WeaponDropped)
"""Events by which weapons may come to lie where a unit was."""


class PickUpOffer(Request, frozen=True):
    """A man may try at once for one of the weapons that ``unit`` left."""

    weapons: tuple[int, ...]
    unit: int


@rule("A4.44", point=INTERRUPT, rows=["A4.44d"], order=10, on=LOSSES)
def left_behind(facts: StepFacts) -> tuple[PickUpOffer, ...]:
    """When a unit is eliminated, surrenders, or routs without its weapons, a SMC beside it may try for one of them."""
    before, after = facts.before, facts.after
    if before.weapons is after.weapons:
        return ()
    found: dict[int, list[int]] = {}
    for weapon in after.weapons.values():
        was = before.weapons.get(weapon.id)
        if was is weapon:
            continue
        held = was.holder if was is not None else 0
        if held in before.units and not weapon.holder and weapon.place == ON_MAP and _gave_up(facts, held, weapon.id):
            found.setdefault(held, []).append(weapon.id)
    return tuple(
        PickUpOffer(tuple(weapons), unit)
        for unit, weapons in found.items()
        if any(pick_up_refusal(after, man, weapon) is None for man in _men(after, weapons[0]) for weapon in weapons)
    )


def _gave_up(facts: StepFacts, unit: int, weapon: int) -> bool:
    for event in facts.events:
        if isinstance(event, UnitEliminated) and event.unit == unit:
            return True
        if isinstance(event, WeaponDropped) and event.weapon == weapon:
            return facts.before.units[unit].broken
    return facts.after.units[unit].place != ON_MAP


def _men(st: State, weapon: int) -> tuple[Unit, ...]:
    held = st.weapons[weapon]
    return tuple(unit for unit in st.side_at(held.loc, held.side) if is_smc(st, unit))


@builds("A4.44", "A4.44d")
def pick_up_refusal(st: State, man: Unit, weapon_id: int) -> Refusal | None:
    """Why a man may not try at once for a weapon that a unit beside him has just left, or None.

    As always he is in Good Order, unpinned, not in Bypass, and no armed Known enemy is in the Location.
    """
    weapon = st.weapons[weapon_id]
    if refusal := able_refusal(st, man, weapon.side, "A4.44"):
        return refusal
    if not is_smc(st, man) or weapon.holder or weapon.place != ON_MAP or weapon.loc != man.loc:
        return Refusal("A4.44", "a single man takes what lies in his Location")
    if bypass_path(man):
        return Refusal("A4.44", "a Bypassing unit recovers nothing")
    if armed_foe_here(st, man):
        return Refusal("A4.44", "an armed Known enemy is in its Location")
    return Refusal("A4.43", "it sank where it lay") if weapon_id in sunk(st) else None


def candidates(st: State, weapons: tuple[int, ...]) -> tuple[tuple[int, int], ...]:
    """(man, weapon) of every attempt that could be made now."""
    return tuple(
        (man.id, weapon)
        for weapon in weapons
        if st.weapons[weapon].place == ON_MAP and not st.weapons[weapon].holder
        for man in _men(st, weapon)
        if pick_up_refusal(st, man, weapon) is None
    )
