"""Massacre of Unarmed units (A20.4)."""

from __future__ import annotations

from goodorder.core.errors import Refusal
from goodorder.core.events import (
    Announced,
    BerserkEnded,
    Event,
    Massacred,
    PrisonersReleased,
    UnitEliminated,
    UnitFired,
)
from goodorder.core.state import CAPTURED, FINAL, PREP, FireMark, State, Unit

from .facts.attack_facts import (
    OCCASIONS_OF,
    fired_weapons,
    part_occasion,
    unit_mark,
    used_inherent,
    weapon_limit,
)
from .facts.captives import where
from .facts.units import has, in_melee, name, utype
from .registry import builds, by_name, removable


def killers(st: State, side: int, phase: str) -> tuple[tuple[Unit, Unit], ...]:
    """Who of a side may massacre whom now: each unit with an Unarmed enemy of its Location."""
    if not st.units_that_are("unarmed") and not st.units_that_are("captured"):
        return ()
    foes = [one for one in st.units.values() if one.side != side and (one.unarmed or one.place == CAPTURED)]
    helpless = [(one, _place(st, one)) for one in foes]
    return tuple(
        (unit, target)
        for target, loc in helpless
        if loc >= 0
        for unit in st.side_at(loc, side)
        if massacre_refusal(st, side, phase, unit.id, target.id) is None
    )


def _place(st: State, unit: Unit) -> int:
    """The Location of an Unarmed unit, guarded or free; -1 for any other."""
    return unit.loc if unit.unarmed and not unit.concealed else where(st, unit)


@removable(without=by_name("prisoners"))
@builds("A20.4", "A20.4a")
def massacre_refusal(st: State, side: int, phase: str, unit_id: int, target_id: int) -> Refusal | None:
    """Why a unit may not massacre an Unarmed one now, or None: it is SS, Partisan or Russian, beside him, out of
    Melee, and could use a SW in this phase.
    """
    unit, target = st.units.get(unit_id), st.units.get(target_id)
    if unit is None or target is None or unit.side != side or target.side == side or unit.loc < 0:
        return Refusal("A20.4", "an own unit kills an Unarmed enemy")
    if _place(st, target) != unit.loc:
        return Refusal("A20.4", "there is no such Unarmed unit in its Location")
    if unit.berserk and phase == "PFPh":
        return Refusal("A15.432", "a berserk unit does nothing in its PFPh", also=("A20.4",))
    if not has(st, unit, "massacres"):
        return Refusal("A20.4", "troops of its kind do not massacre")
    if unit.broken or in_melee(st, unit):
        return Refusal("A20.4", "who is broken or in Melee does not massacre")
    if not _can_use_another(st, unit, phase):
        return Refusal("A7.1", "it has no use of a weapon left in this phase", also=("A20.4", "A7.351"))
    return None


@builds("A20.4", "A7.351", "A7.352")
def _can_use_another(st: State, unit: Unit, phase: str) -> bool:
    """Whether a unit could use one more SW in this phase: a squad beside its inherent FP, whoever else in its place."""
    if part_occasion(st, unit, None, phase) is None:
        now = {PREP: "PFPh", FINAL: "DFPh"}.get(unit_mark(st, unit))  # its own FP is used, and in this phase
        if utype(st, unit).kind != "squad" or now != phase or not used_inherent(st, unit, phase):
            return False
    fired = len(fired_weapons(st, unit, OCCASIONS_OF[phase])) + used_inherent(st, unit, phase)
    return fired < weapon_limit(st, unit)


@builds("A20.4", "A20.4a", "A20.4d")
def massacre(st: State, phase: str, unit_id: int, target_id: int) -> tuple[Event, ...]:
    """The Unarmed unit is killed, by the use of a SW: in the killer's trail it bears the number of the killed."""
    unit, target = st.units[unit_id], st.units[target_id]
    text = f"{name(st, unit)} massacres {name(st, target)}"
    told = Announced(text=text, rule="A20.4", side=unit.side, kind="fire", subjects=(unit.id,), locs=(unit.loc,))
    fired = UnitFired(unit=unit.id, shot=FireMark(OCCASIONS_OF[phase][0], unit.loc, weapon=target.id))
    freed = (PrisonersReleased(units=(target.id,), loc=unit.loc),) if target.stance.guard else ()
    calm = (BerserkEnded(unit=unit.id),) if unit.berserk else ()
    return (told, fired, *freed, UnitEliminated(unit=target.id, reason="A20.4"), Massacred(side=unit.side), *calm)
