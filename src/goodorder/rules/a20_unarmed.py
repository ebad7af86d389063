"""Free Unarmed units: recaptured in the MPh, whose loss is a Massacre, whose counts double (A20.53, A20.54)."""

from __future__ import annotations

from collections.abc import Iterable

from goodorder.core.errors import Refusal
from goodorder.core.events import Event, LossDoubled, Massacred, UnitEliminated
from goodorder.core.state import ON_MAP, State, Unit

from .event_facts import EventFacts
from .facts.units import is_dummy, known_at
from .points import CONSEQUENCE
from .registry import builds, by_name, removable, rule

SNIPED = "A14.3"
"""Why a unit is lost that a Sniper strikes, whose phase it may be."""


@removable(without=())
@builds("A20.54", "A20.54e")
def at_hand(st: State, side: int, loc: int) -> tuple[Unit, ...]:
    """The free Unarmed enemies of ``side`` whom its Infantry may attack at once as it comes to them in the MPh: all the
    Known ones there, and no other Known enemy.
    """
    there = known_at(st, loc, 1 - side) if loc >= 0 else ()
    return there if there and all(unit.unarmed for unit in there) else ()


@removable(without=by_name("prisoners"))
@builds("A20.54", "A20.54e")
def recapture_refusal(st: State, loc: int, movers: Iterable[int]) -> Refusal | None:
    """Why units that have come there may not attack Unarmed ones at once, or None."""
    found = [st.units[unit] for unit in movers]
    able = [unit for unit in found if unit.place == ON_MAP and unit.loc == loc and not unit.broken]
    if not any(not is_dummy(unit) for unit in able):
        return Refusal("A20.54", "nobody who has come there can attack")
    if not at_hand(st, able[0].side, loc):
        return Refusal("A20.54", "no free Unarmed enemy is there, or others too")
    return None


def struck_by(st: State, unit: Unit, reason: str) -> int:
    """The side by whose doing a unit is lost now: whose fire the phase is, in any other phase its enemy."""
    turn, foe = st.turn, 1 - unit.side
    if reason == SNIPED:
        return foe
    if turn.phase in ("PFPh", "AFPh"):
        return turn.attacker
    return 1 - turn.attacker if turn.phase == "DFPh" else foe


@removable(without=False)
@builds("A20.54", "A20.54c")
def lost_to_friends(st: State, unit: Unit, reason: str) -> bool:
    """Whether a free Unarmed unit falls to the fire of its own side, so that it counts twice."""
    return unit.unarmed and struck_by(st, unit, reason) == unit.side


@rule("A20.54", point=CONSEQUENCE, rows=["A20.54c"], order=84, on=[UnitEliminated])
def counts_twice(facts: EventFacts) -> tuple[Event, ...]:
    """Who falls to the fire of his own side counts twice."""
    event = facts.event
    assert isinstance(event, UnitEliminated)
    unit = facts.before.units[event.unit]
    return (LossDoubled(unit=unit.id),) if lost_to_friends(facts.before, unit, event.reason) else ()


@rule("A20.4", point=CONSEQUENCE, rows=["A20.4c"], order=90, on=[UnitEliminated])
def forsaken_and_killed(facts: EventFacts) -> tuple[Event, ...]:
    """Who kills Unarmed men whom he has set free by abandoning them has massacred."""
    event = facts.event
    assert isinstance(event, UnitEliminated)
    unit = facts.before.units[event.unit]
    if not (unit.unarmed and unit.forsaken) or event.reason == "A20.4":
        return ()
    if struck_by(facts.before, unit, event.reason) == unit.side:
        return ()
    return (Massacred(side=1 - unit.side),)
