"""Surrender: who gives himself up in the RtPh or as a Disrupted unit, and to whom (A20.21, A19.12)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from goodorder.core.events import (
    Announced,
    ConcealmentLost,
    Event,
    PhaseBegan,
    QuarterDenied,
    UnitCaptured,
    UnitEliminated,
    UnitEntered,
    UnitMoved,
)
from goodorder.core.state import ON_MAP, State, Unit, with_stance

from .a10_morale.direction import reach
from .a10_morale.dm import beside_enemy
from .a10_morale.rout import REPULSED, ROUTED, first_walk, rout_goals
from .a19_disruption import steadfast
from .a20_guards import room_of
from .event_facts import EventFacts
from .facts.adjacent import foes_beside
from .facts.captives import us_of
from .facts.units import encircled, in_melee, is_good_order, name
from .facts.wave import in_wave
from .points import CONSEQUENCE
from .registry import builds, removable, rule


@builds("A20.21", "A20.21d", "A20.3", "A20.3b")
def captors(st: State, unit: Unit) -> tuple[Unit, ...]:
    """Known Good Order armed enemies ADJACENT to a broken unit or in its Location, who could take its surrender; no
    vehicle does, and nobody whose side has denied Quarter.
    """
    if st.no_quarter[1 - unit.side]:
        return ()
    return tuple([other for other in foes_beside(st, unit) if isinstance(other, Unit) and is_good_order(st, other)])


@removable(without=())
@builds("A20.21", "A20.21a", "A20.21b")
def surrenders_to(st: State, unit: Unit) -> tuple[Unit, ...]:
    """The enemies to one of whom a broken unit surrenders instead of routing, empty when it does not (A20.21).

    A Disrupted or Encircled one does so in any case, others when they can't rout away, or only under Interdiction
    or by Low Crawl.  Partisans, Japanese, Fanatics and SS before Russians never do; nor does a unit that is pinned,
    held in Melee or has routed.
    """
    if unit.place != ON_MAP or not unit.broken:
        return ()
    found = captors(st, unit)
    if not found or steadfast(st, unit) or unit.pinned or in_melee(st, unit) or st.trail(unit.id).noted(ROUTED):
        return ()
    if unit.disrupted or encircled(st, unit):
        return found
    return () if slips_away(st, unit) else found


@removable(without=())
@builds("A20.21")
def captured_at_end(st: State, unit: Unit) -> tuple[Unit, ...]:
    """The enemies who take a unit that ends the RtPh beside them, in place of its elimination (A10.5, A20.21).

    A unit pinned by Interdiction or thrown back by a concealed enemy is eliminated (A10.53, A10.533).
    """
    if st.trail(unit.id).noted(REPULSED):
        return ()
    if steadfast(st, unit) or unit.pinned or in_melee(st, unit):
        return ()
    return captors(st, unit)


@builds("A20.3", "A20.3a")
def rejected(st: State, units: tuple[Unit, ...], side: int) -> tuple[Event, ...]:
    """A surrender to ``side`` is rejected: who gave himself up is eliminated, and no other surrenders to it (A20.3)."""
    killed = (UnitEliminated(unit=unit.id, reason="A20.3") for unit in units)
    return (QuarterDenied(side=side), *killed)


@builds("A20.21", "A20.21c", "A4.43e", "A20.24", "A20.24a", "A20.2", "A20.2a", "A20.5a")
def captured(st: State, *given: tuple[Unit, tuple[Unit, ...]], fight: bool = False) -> tuple[Event, ...]:
    """Units lay their weapons down, each with its ``takers``: it is the prisoner of the first of them who has room
    (A20.51). ``fight``: they are taken in Close Combat.
    """
    words = "is captured by" if fight else "surrenders to"
    room: dict[int, int] = {}
    events: list[Event] = []
    for unit, takers in given:
        size = us_of(st, (unit,))
        room = {**{one.id: room_of(st, one) for one in takers}, **room}
        by = next((one for one in takers if room[one.id] >= size), takers[0])
        room[by.id] -= size
        text = f"{name(st, unit)} {words} {name(st, by)}"
        told = Announced(text=text, rule="A20.21", side=unit.side, kind="rout", subjects=(unit.id,), locs=(unit.loc,))
        events += (told, UnitCaptured(unit=unit.id, by=by.id, fight=fight))
    return tuple(events)


@removable(without=())
@builds("A19.12")
def yields_at(st: State, loc: int, takers: Iterable[Unit]) -> tuple[Unit, ...]:
    """Disrupted units of a Location that surrender at once if one of ``takers`` shares it: a Known enemy in Good Order
    out of Melee, no Dummy nor who keeps his "?" (A19.12, A12.11).
    """
    eligible = [one for one in takers if not one.concealed and not one.unarmed and is_good_order(st, one)]
    if not eligible or loc < 0 or st.no_quarter[eligible[0].side]:
        return ()
    found = st.side_at(loc, 1 - eligible[0].side)
    return tuple(u for u in found if u.disrupted and not steadfast(st, u) and not in_melee(st, u))


@rule("A19.12", point=CONSEQUENCE, order=80, rows=["A19.12d"], on=[UnitMoved, UnitEntered, ConcealmentLost, PhaseBegan])
def lays_down_its_arms(facts: EventFacts) -> tuple[Event, ...]:
    """A Disrupted unit surrenders to the enemy who comes into its Location, or is found out there, to a Human Wave
    at the end of its impulse (A25.234); in any case as the next phase begins.
    """
    st, event = facts.after, facts.event
    disrupted = st.units_that_are("disrupted")
    if not disrupted:
        return ()
    come = st.units.get(getattr(event, "unit", 0))
    locs: dict[int, None] = {}
    for one in disrupted:
        if one.place == ON_MAP and (come is None or one.loc == come.loc):
            locs[one.loc] = None
    if not locs or (come is not None and in_wave(st, come)):  # a wave: at the end of the impulse
        return ()
    return tuple(event for loc in locs for event in yielded(st, loc))


@removable(without=())
def yielded(st: State, loc: int) -> tuple[Event, ...]:
    """The surrender of the Disrupted units of a Location to enemies who share it."""
    events: list[Event] = []
    for side in (0, 1):
        known = (one for one in st.side_at(loc, side) if not one.concealed and not one.unarmed)
        eligible = tuple(one for one in known if is_good_order(st, one))
        events.extend(captured(st, *((unit, eligible) for unit in yields_at(st, loc, eligible))))
    return tuple(events)


def slips_away(st: State, unit: Unit) -> bool:
    """Whether a broken unit can rout away from its enemies, never Interdicted and without Low Crawl."""
    walk, goals = first_walk(st, unit), rout_goals(st, unit)
    if not goals.free:
        wanted = frozenset(goals.locs)
        return not wanted.isdisjoint(reach(walk, wanted, shy=True))

    def away(loc: int) -> bool:
        return not beside_enemy(st, replace(with_stance(unit, crest=-1), loc=loc), unbroken=True)

    return any(away(loc) for loc in reach(walk, nearest=away, shy=True))  # it searches no farther than the first
