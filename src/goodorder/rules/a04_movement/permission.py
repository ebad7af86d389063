"""Who may move, declare what, and enter where (A4.1, A4.14, A4.5, A4.61)."""

from __future__ import annotations

from msgspec import Struct

from goodorder.core.errors import Refusal, not_built
from goodorder.core.state import ASSAULT, DOUBLE_TIME, OFF_BOARD, State, Unit

from ..a07_fire.facts import has_fired
from ..points import MAY_ENTER, MAY_MOVE
from ..registry import rule
from ..units import in_melee, name
from .allotment import allotment, carried_now, mf_left
from .costs import EntryFacts, entry_cost, entry_facts, mf_text


class MoverFacts(Struct, frozen=True):
    """A unit that would begin its MPh with these declarations, in this stack."""

    st: State
    unit: Unit
    declared: int = 0
    stack: tuple[int, ...] = ()


@rule("A4.1", point=MAY_MOVE, rows=["SK3.MPh.5", "A.3a"], order=1)
def can_move(facts: MoverFacts) -> Refusal | None:
    """The ATTACKER's Good Order Infantry that did not fire in the PFPh and is not pinned."""
    st, unit = facts.st, facts.unit
    if unit.side != st.turn.attacker:
        return Refusal("A4.1", "only the ATTACKER moves")
    if unit.loc < 0 and unit.place != OFF_BOARD:
        return Refusal("A4.1", f"{name(st, unit)} is not on the map")
    if unit.broken:
        return Refusal("A4.1", "a broken unit does not move in the MPh")
    if unit.pinned:
        return Refusal("A7.8", "a pinned unit does not move")
    if unit.loc >= 0 and in_melee(st, unit):
        return Refusal("A4.1", "held in Melee")
    if has_fired(st, unit) or st.trail(unit.id).directed:
        return Refusal("A4.1", "it used Prep Fire")
    if st.trail(unit.id).started:
        return Refusal("A4.2", "its MPh is over")
    return None


@rule("A4.5", point=MAY_MOVE, rows=["SK3.MPh.2", "SK3.MPh.7"], order=2)
def can_double_time(facts: MoverFacts) -> Refusal | None:
    """Double Time is not for the wounded, the CX, or who lost a CX counter as this MPh began."""
    if not facts.declared & DOUBLE_TIME:
        return None
    if facts.unit.wounded:
        return Refusal("A4.5", "a wounded man may not Double Time")
    if facts.unit.cx or facts.st.trail(facts.unit.id).began_cx:
        return Refusal("A4.51", "it began this MPh CX")
    if facts.declared & ASSAULT:
        return Refusal("A4.61", "Assault Movement and Double Time exclude each other here")
    return None


@rule("A4.14", point=MAY_ENTER, order=1)
def no_enemy_location(facts: EntryFacts) -> Refusal | None:
    """Infantry does not move into a Location with an enemy unit in the MPh."""
    side = facts.units[0].side
    if facts.st.side_at(facts.to, 1 - side):
        return Refusal("A4.14", "an enemy unit is there")
    return None


@rule("A4.13", point=MAY_ENTER, order=2)
def enterable(facts: EntryFacts) -> Refusal | None:
    """The terrain must be one that Infantry may enter, and no more than one level higher or lower."""
    if facts.frm >= 0 and facts.side < 0:
        return Refusal("A4.13", "the hexes are not adjacent")
    if not facts.terrain.mf and not facts.road:
        return Refusal("A4.13", f"Infantry may not enter {facts.terrain.name}")
    if abs(facts.rise) > 1:
        return not_built("B10.51", "an Abrupt Elevation Change")
    return None


@rule("A4.61", point=MAY_ENTER, rows=["SK3.MPh.8"], order=3)
def assault_one_location(facts: EntryFacts) -> Refusal | None:
    """Assault Movement is one Location, and does not use all MF."""
    st = facts.st
    stack = tuple(unit.id for unit in facts.units)
    cost = 0
    for unit in facts.units:
        trail = st.trail(unit.id)
        if not trail.declared & ASSAULT:
            continue
        if any(step.kind == "enter" for step in trail.steps):
            return Refusal("A4.61", "Assault Movement enters one Location only")
        cost = cost or entry_cost(st, facts.units, facts.frm, facts.to, road=facts.road)
        if cost >= mf_left(st, unit, stack):
            return Refusal("A4.61", "Assault Movement may not use all MF")
    return None


@rule("A4.13", point=MAY_ENTER, order=4)
def enough_mf(facts: EntryFacts) -> Refusal | None:
    """Each unit pays the whole cost from the MF it has left."""
    st = facts.st
    stack = tuple(unit.id for unit in facts.units)
    cost = entry_cost(st, facts.units, facts.frm, facts.to, road=facts.road)
    for unit in facts.units:
        left = mf_left(st, unit, stack)
        if cost > left:
            return Refusal("A4.13", f"{name(st, unit)} has {mf_text(left)} MF left and needs {mf_text(cost)}")
    return None


def move_refusal(st: State, units: tuple[int, ...], declared: int) -> Refusal | None:
    """Why this stack may not begin its MPh with these declarations, or None."""
    if not units or len(set(units)) != len(units) or any(u not in st.units for u in units):
        return Refusal("A4.2", "a move needs one or more different units")
    if (
        len({(st.units[u].loc, st.units[u].place, st.units[u].group if st.units[u].loc < 0 else "") for u in units})
        != 1
    ):
        return Refusal("A4.2", "a stack moves from one Location")
    for unit_id in units:
        refusal = st.world.rules.refuse(MAY_MOVE, MoverFacts(st, st.units[unit_id], declared, units))
        if refusal is not None:
            return refusal  # type: ignore[no-any-return]
        if not allotment(st, st.units[unit_id], units, declared, carried_now(st, st.units[unit_id])):
            return Refusal("A4.42", f"{name(st, st.units[unit_id])} carries too much to move")
    return None


def entry_refusal(st: State, units: tuple[int, ...], frm: int, to: int, *, road: bool = False) -> Refusal | None:
    """Why these units may not enter ``to`` together now, or None."""
    if to < 0 or to >= len(st.world.map.hexes):
        return Refusal("A4.13", "there is no such hex")
    facts = entry_facts(st, tuple(st.units[u] for u in units), frm, to, road=road)
    refusal: Refusal | None = st.world.rules.refuse(MAY_ENTER, facts)
    return refusal
