"""Opportunity Fire: fire held in the PFPh for the AFPh, at full FP (A7.25)."""

from __future__ import annotations

from goodorder.core.errors import Refusal
from goodorder.core.state import State, Unit

from ..a04_movement.permission import MoverFacts
from ..facts.attack_facts import has_fired
from ..facts.firing import PartAsk
from ..facts.units import is_good_order, name, utype
from ..points import MAY_FIRE, MAY_MOVE
from ..registry import builds, by_name, removable, rule


@removable(without=by_name("opportunity_fire"))
@builds("A7.25")
def hold_refusal(st: State, unit: Unit) -> Refusal | None:
    """Why a unit may not hold its fire for the AFPh, or None."""
    if unit.side != st.turn.attacker:
        return Refusal("A7.25", "only the ATTACKER's units")
    if not is_good_order(st, unit):
        return Refusal("A7.25", f"{name(st, unit)} is not in Good Order")
    if utype(st, unit).smc and not utype(st, unit).fp and not st.weapons_of(unit.id):
        return Refusal("A7.25", f"{name(st, unit)} has nothing to fire")
    if unit.ti:
        return Refusal("A7.25", f"{name(st, unit)} is TI")
    if has_fired(st, unit) or st.trail(unit.id).directed:
        return Refusal("A7.25", f"{name(st, unit)} has fired")
    if st.trail(unit.id).opportunity:
        return Refusal("A7.25", f"{name(st, unit)} holds its fire already")
    return None


@removable(without=False)
def is_time_to_hold(st: State) -> bool:
    """Whether it is the phase in which fire is held for the AFPh (A7.25)."""
    return st.turn.phase == "PFPh"


@removable(without=())
def might_hold(st: State) -> tuple[Unit, ...]:
    """The ATTACKER's units on the map, of whom some may hold their fire (:func:`hold_refusal`)."""
    return tuple([unit for unit in st.units.values() if unit.side == st.turn.attacker and unit.loc >= 0])


@rule("A7.25", point=MAY_FIRE, order=2, of=["PFPh"])
def waits_for_its_phase(ask: PartAsk) -> Refusal | None:
    """Who holds his fire doesn't fire in the PFPh."""
    if ask.st.trail(ask.unit.id).opportunity:
        return Refusal("A7.25", "it holds its fire for the AFPh", also=("A4.1",))
    return None


@rule("A7.25", point=MAY_MOVE, order=2)
def stays_put(facts: MoverFacts) -> Refusal | None:
    """Who holds his fire does not move in the MPh."""
    if facts.st.trail(facts.unit.id).opportunity:
        return Refusal("A7.25", f"{name(facts.st, facts.unit)} holds its fire for the AFPh", also=("A4.1", "A3.3"))
    return None
