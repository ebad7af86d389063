"""How Unarmed units come by arms: from whom they overcome, or found on the ground (A20.551, A20.552)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from goodorder.core.events import Event, UnitCaptured, UnitEliminated, UnitMoved, UnitRearmed
from goodorder.core.frames import Request
from goodorder.core.state import ON_MAP, State, Unit

from .a04_movement.allotment import mf_left
from .event_facts import EventFacts
from .facts.captives import captives, captives_at, prisoners_of, unarmed_at, us_of
from .facts.ground import ground
from .facts.manned import manned, standing
from .facts.units import armed_type, is_dummy, printed
from .points import CONSEQUENCE, PHASE_ENDS
from .registry import builds, removable, rule

IN_COMBAT = "A11.11"
"""Why a unit is lost to a CC attack: who made it is armed there."""
FOUND = 2
"""The Scrounging DR that finds small arms (A20.552)."""
WET = ("marsh",)


class ScroungeDue(Request, frozen=True):
    """Unarmed units that have come to the end of their MPh with no MF left look for arms (A20.552)."""

    units: tuple[int, ...]


@builds("A20.551", "A20.551a")
def rearmed(st: State, unit: Unit, loc: int) -> UnitRearmed:
    """The event that gives an Unarmed unit in a Location its arms."""
    return UnitRearmed(unit=unit.id, type=armed_type(st, printed(st, unit)).id, loc=loc)


@builds("A20.551", "A20.551a")
def armed_men(st: State, units: Iterable[Unit], loc: int) -> tuple[Event, ...]:
    """Single men who have got away are armed at once."""
    return tuple(rearmed(st, one, loc) for one in units if printed(st, one).smc)


def larger_first(st: State, units: Iterable[Unit]) -> list[Unit]:
    """Units in the order in which arms are shared out."""
    return sorted(units, key=lambda one: (-us_of(st, (one,)), one.id))


def any_unarmed(st: State) -> bool:
    """Whether there is an Unarmed unit on the map at all, guarded or free."""
    return bool(captives(st)) or bool(st.units_that_are("unarmed"))


class Won(Struct, frozen=True):
    """What a CC attack has brought: who made it, and whom it has eliminated or captured."""

    attackers: tuple[int, ...]
    losers: tuple[int, ...]


@removable(without=())
@builds("A20.551", "A20.551a", "A20.221", "A20.221b")
def spoils_of_war(st: State, loc: int, won: Sequence[Won], gone: frozenset[int]) -> tuple[Event, ...]:
    """The arms of who falls in Close Combat. ``gone`` are all who do, on both sides.

    For each armed enemy one Unarmed attacker no larger than he is armed, the largest first; where no enemy is left,
    another Unarmed friend if none of them can use them. Where nobody but prisoners is left all of these are armed.
    """
    held = [one for one in captives_at(st, loc) if one.stance.guard in gone]
    left = [unit for unit in st.at(loc) if unit.id not in gone and not is_dummy(unit)]
    if not left:
        return tuple(rearmed(st, one, loc) for one in held if not printed(st, one).smc)
    events: list[UnitRearmed] = []
    for one in won:
        attackers = [st.units[unit] for unit in one.attackers if unit in st.units and unit not in gone]
        losers = [st.units[unit] for unit in one.losers if not st.units[unit].unarmed]
        for enemy in larger_first(st, losers):
            fit = [unit for unit in attackers if unit.unarmed]
            if not _driven_at(st, loc, enemy.side) and not any(u.side == enemy.side and not u.hidden for u in left):
                fit += [unit for unit in (*left, *held) if unit.side != enemy.side]
            taken = {event.unit for event in events}
            size = us_of(st, (enemy,))
            able = [
                unit for unit in fit if us_of(st, (unit,)) <= size and unit.id not in taken and _needs_arms(st, unit)
            ]
            if able:
                ranked = sorted(able, key=lambda unit: (unit not in attackers, -us_of(st, (unit,)), unit.id))
                events.append(rearmed(st, ranked[0], loc))
    return tuple(events)


def _driven_at(st: State, loc: int, side: int) -> bool:
    """Whether a side has a vehicle with its crew in a Location, which is an enemy unit left there."""
    return any(manned(one) and not one.hidden for one in standing(st, loc, side))


def _needs_arms(st: State, unit: Unit) -> bool:
    """Whether it is a MMC without arms; single men are armed as they get away."""
    return (unit.unarmed or unit.place != ON_MAP) and not printed(st, unit).smc


@rule("A20.551", point=CONSEQUENCE, rows=["A20.551a"], order=89, on=[UnitEliminated, UnitCaptured])
def arms_left_behind(facts: EventFacts) -> tuple[Event, ...]:
    """When the last enemy of a Location is gone, single men who are free there are armed, and by his arms an Unarmed
    unit no larger than he; what Close Combat wins is shared out there.
    """
    event, st = facts.event, facts.after
    assert isinstance(event, UnitEliminated | UnitCaptured)
    enemy = facts.before.units[event.unit]
    if enemy.place != ON_MAP or enemy.loc < 0 or is_dummy(enemy):
        return ()
    if any(not other.hidden and not other.unarmed for other in st.side_at(enemy.loc, enemy.side)):
        return ()
    if _driven_at(st, enemy.loc, enemy.side):
        return ()
    free = [*unarmed_at(st, enemy.loc, 1 - enemy.side), *prisoners_of(st, enemy.id)]
    events = list(armed_men(st, (one for one in free if not one.forsaken), enemy.loc))
    if isinstance(event, UnitCaptured) or event.reason == IN_COMBAT or enemy.unarmed:
        return tuple(events)
    taken = {one.unit for one in events if isinstance(one, UnitRearmed)}
    size = us_of(st, (enemy,))
    fit = [one for one in free if one.id not in taken and us_of(st, (one,)) <= size]
    return (*events, *(rearmed(st, one, enemy.loc) for one in larger_first(st, fit)[:1]))


@rule("A20.551", point=CONSEQUENCE, rows=["A20.551a"], order=91, on=[UnitMoved])
def armed_as_he_slips_away(facts: EventFacts) -> tuple[Event, ...]:
    """A single man who leaves a Close Combat has escaped, and is armed."""
    st, event = facts.after, facts.event
    assert isinstance(event, UnitMoved)
    unit = st.units[event.unit]
    away = st.turn.phase == "CCPh" and unit.unarmed and not unit.forsaken and unit.place == ON_MAP
    return armed_men(st, (unit,), unit.loc) if away else ()


@builds("A20.552", "A20.552a")
def scroungers(st: State) -> tuple[int, ...]:
    """Who looks for arms as the MPh ends: one Unarmed unit of a hex, the largest, that has spent all its MF."""
    found: dict[int, Unit] = {}
    for unit in larger_first(st, st.units.values()):
        if not unit.unarmed or unit.place != ON_MAP or unit.side != st.turn.attacker or unit.pinned:
            continue
        trail, here = st.trail(unit.id), ground(st, unit.loc)
        if not trail.spent or mf_left(st, unit, (unit.id,)) > 0:
            continue
        if here.terrain.id in WET or here.terrain.category == "WATER":
            continue
        found.setdefault(st.world.map.hex_at(unit.loc), unit)
    return tuple(unit.id for unit in found.values())


@rule("A20.552", point=PHASE_ENDS, of=["MPh"], rows=["A20.552a"], order=25)
def small_arms_about(st: State) -> tuple[ScroungeDue, ...]:
    """Scrounging comes as the MPh ends."""
    if not st.units_that_are("unarmed"):
        return ()
    units = scroungers(st)
    return (ScroungeDue(units),) if units else ()
