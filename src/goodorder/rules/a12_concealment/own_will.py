"""Dropping a "?" and placing hidden units of one's own will, whoever is asked what; the question stands (A12.14)."""

from __future__ import annotations

from collections.abc import Sequence

from goodorder.core.actions import Hide, Reveal
from goodorder.core.errors import Refusal
from goodorder.core.events import Event, HiddenPlaced
from goodorder.core.state import ON_MAP

from ..event_facts import ActFacts
from ..points import AT_ANY_TIME
from ..registry import rule
from .loss import lost


@rule("A12.14", point=AT_ANY_TIME, order=10, on=[Reveal])
def drops_its_mask(facts: ActFacts) -> Sequence[Event] | Refusal:
    """A side drops the concealment of its own units; a Dummy that does so is gone."""
    st, action = facts.st, facts.action
    assert isinstance(action, Reveal)
    units = [st.units.get(one) or st.vehicles.get(one) for one in action.units]
    found = [unit for unit in units if unit is not None and unit.concealed and unit.place == ON_MAP]
    if not units or len(found) != len(units):
        return Refusal("A12.14", 'only concealed units on the map drop their "?"')
    if len(set(action.units)) != len(found):
        return Refusal("A12.14", "a unit is named twice")
    if len({unit.side for unit in found}) != 1:
        return Refusal("A12.14", "a side reveals its own units")
    return tuple(lost(unit, "A12.14") for unit in found)


@rule("A12.32", point=AT_ANY_TIME, order=20, on=[Hide])
def comes_onto_the_map(facts: ActFacts) -> tuple[Event, ...] | Refusal | None:
    """A side places a hidden unit beneath a "?"; at set-up hiding and showing is part of the set-up."""
    st, action = facts.st, facts.action
    assert isinstance(action, Hide)
    if st.turn.phase == "setup":
        return None
    if action.hidden:
        return Refusal("A12.31", "once the game is under way nobody hides (anew)")
    unit = st.units.get(action.unit)
    if unit is None or not unit.hidden or unit.place != ON_MAP:
        return Refusal("A12.32", "only hidden units are placed on the map")
    return (HiddenPlaced(unit=unit.id, rule="A12.32"),)
