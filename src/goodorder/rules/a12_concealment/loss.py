"""Loss of concealment: the Cases of the Concealment Table for Infantry (A12.121, A12.14, A12.141).

Each function looks at one event and gives the "?" that it costs.  A Dummy that would lose its "?" leaves the game.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Final, Literal

from msgspec import Struct

from goodorder.core.events import (
    ConcealmentGained,
    ConcealmentLost,
    CrewExposed,
    DummyRemoved,
    Event,
    HiddenPlaced,
    LeaderDirected,
    MotionChanged,
    MoveDeclared,
    MoveEnded,
    OpportunityHeld,
    StepTaken,
    Tried,
    UnitBroke,
    UnitEntered,
    UnitFired,
    UnitMoved,
    UnitPinned,
    UnitReplaced,
    UnitWaits,
    UnitWounded,
    VehicleConcealed,
    VehicleRevealed,
    VehicleStepped,
    VehicleTurned,
    VehicleWaits,
    WeaponLimbered,
    WeaponTaken,
    WeaponTurned,
)
from goodorder.core.notes import Note, NoteKind
from goodorder.core.state import ASSAULT, ON_MAP, Fighter, State, Step, Unit, Vehicle

from ..a01_deploy import DEPLOY, LED_DEPLOY, LED_RALLY, LED_RECOMBINE, RECOMBINE
from ..a04_movement.portage import GIVE, RECOVER
from ..a05_stacking import excess_of
from ..a10_checks import LEADER_LOSS, CheckFacts, helping_leader
from ..a10_morale.interdiction import open_to
from ..a14_sniper_check import SNIPER_CHECK
from ..a24_smoke import SMOKE
from ..b_terrain.clearance import CLEARING
from ..d_vehicles.scrounging import SCROUNGE
from ..event_facts import EventFacts
from ..facts.bearers import bearer
from ..facts.manned import running
from ..facts.units import is_dummy, leadership
from ..points import CONSEQUENCE
from ..registry import builds, rule
from .gain import behind_bocage, can_hide
from .searching import MOPPED, SEARCH
from .sight import NEAR, Qualifies, alert, is_watched, known, nearest_first, sees_unit, watching

CHECKED: Final = "check"
"""The note of a concealed unit that helped with a check, or took one for the loss of a leader."""

ACTIONS: tuple[NoteKind, ...] = (
    SMOKE,
    RECOVER,
    SCROUNGE,
    GIVE,
    DEPLOY,
    RECOMBINE,
    LED_DEPLOY,
    LED_RECOMBINE,
    LED_RALLY,
    SEARCH,
    MOPPED,
    CLEARING,
    SNIPER_CHECK,
    CHECKED,
)
"""Attempts that give a unit away; repair, dropping a weapon and a PAATC do not (A12.141)."""
ARRIVALS = (UnitMoved, UnitEntered)
DRIVING = (VehicleStepped, VehicleTurned, MotionChanged, CrewExposed)
SHOTS = (UnitFired, LeaderDirected, OpportunityHeld)
DEEDS = (Tried, WeaponTaken, WeaponTurned, WeaponLimbered)
ACTS = (*ARRIVALS, *SHOTS, *DEEDS)
"""Events by which units give themselves away to whoever sees them, a mover's own acts apart."""


def lost(unit: Fighter, number: str) -> Event:
    """The event that takes a unit's "?": a Dummy is removed by it (A12.11)."""
    if isinstance(unit, Vehicle):
        return VehicleRevealed(vehicle=unit.id, rule=number)
    return DummyRemoved(unit=unit.id, rule=number) if is_dummy(unit) else ConcealmentLost(unit=unit.id, rule=number)


class Exposed(Struct, frozen=True):
    """A concealed unit that has given itself away to Good Order enemies who see it.

    ``sight`` is how: "near" within 16 hexes, "any" at any range, "open" within 16 hexes in Open Ground (to those whom
    its entry from ``came_from`` leaves it open to), "move" within 16 hexes by movement that bocage may hide.
    """

    unit: int
    rule: str
    sight: Literal["near", "any", "open", "move"]
    came_from: int = -1


def seers(st: State, found: Exposed) -> tuple[Fighter, ...]:
    """The Good Order enemies, concealed ones too, to whom a unit has given itself away."""
    return nearest_first(st, st.fighter(found.unit), seeing(st, found, alert))


def seeing(st: State, found: Exposed, qualifies: Qualifies) -> Iterator[Fighter]:
    """Those of the able enemies to whom a unit has given itself away, asked one by one."""
    seen_by = watching(st, st.fighter(found.unit), within(found), qualifies)
    return (enemy for enemy in seen_by if _takes_note(st, found, enemy))


def within(found: Exposed) -> int | None:
    """The range up to which a unit gives itself away, in hexes; None for any."""
    return None if found.sight == "any" else NEAR


def is_given_away_to(st: State, found: Exposed, enemy: Fighter) -> bool:
    """Whether an enemy who is near enough and able sees what gave a unit away."""
    return sees_unit(st, enemy, st.fighter(found.unit)) and _takes_note(st, found, enemy)


def _takes_note(st: State, found: Exposed, enemy: Fighter) -> bool:
    """Whether what gave a unit away is seen by an enemy who sees the unit: neither its cover nor bocage hides it."""
    unit = st.fighter(found.unit)
    if isinstance(unit, Vehicle):
        return found.sight != "open" or open_to(st, enemy, unit.loc, found.came_from, beneath=None)
    if found.sight == "open":
        return open_to(st, enemy, unit.loc, found.came_from, beneath=unit)
    hides = found.sight == "move" or st.turn.phase == "RPh"
    return not hides or not behind_bocage(st, unit, (enemy,))


def _subject(facts: EventFacts) -> Unit | None:
    """The concealed unit on the map that an event is about."""
    unit: Unit | None = facts.after.units.get(getattr(facts.event, "unit", 0))
    return unit if unit is not None and unit.concealed and unit.place == ON_MAP else None


def _concealed_vehicle(st: State, number: int) -> Vehicle | None:
    """The concealed vehicle on the map of that number, None where it is none."""
    vehicle = st.vehicles.get(number)
    return vehicle if vehicle is not None and vehicle.concealed and vehicle.place == ON_MAP else None


@rule("A12.32", point=CONSEQUENCE, order=5, on=[MoveDeclared, UnitMoved])
def sets_out(facts: EventFacts) -> tuple[Event, ...]:
    """A hidden unit that moves or advances is placed under a "?" before."""
    unit = _subject(facts)
    if unit is None or not unit.hidden or not isinstance(facts.event, MoveDeclared | UnitMoved):
        return ()
    return (HiddenPlaced(unit=unit.id, rule="A12.32"),)


@rule("A12.14", point=CONSEQUENCE, order=10, on=[UnitBroke, UnitWounded, UnitReplaced, UnitPinned])
def shaken_out(facts: EventFacts) -> tuple[Event, ...]:
    """A unit that breaks, is reduced or wounded is Known, seen or not; a Dummy goes by a pin too (Cases A, E, F)."""
    event, unit = facts.event, _subject(facts)
    if unit is None:
        return ()
    shaken = isinstance(event, UnitBroke | UnitWounded) or (isinstance(event, UnitReplaced) and event.reduced)
    if shaken or (isinstance(event, UnitPinned) and is_dummy(unit)):
        return (lost(unit, "A12.14"),)
    return ()


def exposed(facts: EventFacts) -> tuple[Exposed, ...]:
    """The concealed units that an event gives away to whoever sees them, whether anybody does or not."""
    found: list[Exposed] = []
    for way in _ways_to_show(facts.event.__class__):
        found += way(facts)
    return tuple(found)


@cache
def _ways_to_show(kind: type[Event]) -> tuple[Callable[[EventFacts], tuple[Exposed, ...]], ...]:
    """How one kind of event may give units away."""
    ways = (
        ((StepTaken,), _by_movement),
        (ARRIVALS, _by_arrival),
        (SHOTS, _by_fire),
        (DEEDS, _by_action),
        (DRIVING, _by_driving),
        (ARRIVALS, _by_overstacking),
    )
    return tuple([way for kinds, way in ways if issubclass(kind, kinds)])


def _taken(st: State, found: tuple[Exposed, ...]) -> tuple[Event, ...]:
    """The "?" that Known Good Order enemies take from units that give themselves away."""
    if not found:
        return ()
    lose = [one for one in found if next(seeing(st, one, known), None) is not None]
    return tuple([lost(st.fighter(one.unit), one.rule) for one in lose])


def by_step(st: State, unit: Unit, step: Step) -> Exposed | None:
    """Non-Assault Movement, or Assault Movement into Open Ground (Cases A, B), not behind bocage (B9.55); placing a DC
    shows who does it however he moves (Case C).
    """
    if step.kind == "place":
        return Exposed(unit.id, "A12.141", "near")
    if st.trail(unit.id).declared & ASSAULT:
        entered = step.kind in ("enter", "occupy", "bypass")
        return Exposed(unit.id, "A12.14", "open", step.frm) if entered else None
    return Exposed(unit.id, "A12.14", "move")


def _by_movement(facts: EventFacts) -> tuple[Exposed, ...]:
    assert isinstance(facts.event, StepTaken)
    unit = _subject(facts)
    found = None if unit is None else by_step(facts.after, unit, facts.event.step)
    return () if found is None else (found,)


@rule("A12.14", point=CONSEQUENCE, order=20, on=[StepTaken])
def moves_openly(facts: EventFacts) -> tuple[Event, ...]:
    """Non-Assault Movement, or Assault Movement into Open Ground, in sight within 16 hexes (Cases A, B)."""
    return _taken(facts.after, _by_movement(facts))


def _by_arrival(facts: EventFacts) -> tuple[Exposed, ...]:
    unit = _subject(facts) if facts.after.turn.phase != "MPh" else None
    return () if unit is None else (Exposed(unit.id, "A12.14", "open", facts.before.units[unit.id].loc),)


@rule("A12.14", point=CONSEQUENCE, order=21, on=ARRIVALS)
def comes_into_the_open(facts: EventFacts) -> tuple[Event, ...]:
    """An advance, withdrawal or rout alongside into Open Ground in sight within 16 hexes (Case B)."""
    return _taken(facts.after, _by_arrival(facts))


def _by_overstacking(facts: EventFacts) -> tuple[Exposed, ...]:
    event, st = facts.event, facts.after
    assert isinstance(event, ARRIVALS)
    moved = st.units[event.unit]
    here = st.side_at(moved.loc, moved.side) if moved.loc >= 0 else ()
    for unit in here:
        if unit.concealed:
            break
    else:
        return ()
    if not excess_of(st, here, moved.loc):
        return ()
    return tuple([Exposed(unit.id, "A12.14", "any") for unit in here if unit.concealed])


@rule("A12.14", point=CONSEQUENCE, order=22, on=ARRIVALS)
def overstacks(facts: EventFacts) -> tuple[Event, ...]:
    """An overstacked unit in sight at any range (Cases A, E)."""
    return _taken(facts.after, _by_overstacking(facts))


def _by_fire(facts: EventFacts) -> tuple[Exposed, ...]:
    event = facts.event
    if isinstance(event, UnitFired) and (event.shot.spent or event.shot.spotting):
        return ()
    unit = _subject(facts) or _concealed_vehicle(facts.after, getattr(event, "unit", 0))
    if unit is None:
        return ()
    if isinstance(event, UnitFired) and (gun := facts.after.weapons.get(event.shot.weapon)) is not None:
        if event.shot.colored:
            return ()
        if gun.emplaced:
            return (Exposed(unit.id, "A12.34", "any"),)
    return (Exposed(unit.id, "A12.14", "near"),)


@rule("A12.14", point=CONSEQUENCE, order=30, on=SHOTS)
def fires(facts: EventFacts) -> tuple[Event, ...]:
    """Fire, its direction or its being held for the AFPh, in sight within 16 hexes (Case B); a marker is no fire, nor
    is spotting (C9.3). An Emplaced Gun that its dice do not tell of shows itself at any range (A12.34).
    """
    return _taken(facts.after, _by_fire(facts))


def _by_driving(facts: EventFacts) -> tuple[Exposed, ...]:
    """A vehicle that moves, starts or turns hull or turret, gains Motion, or whose crew shows itself or buttons up."""
    event, st = facts.event, facts.after
    assert isinstance(event, DRIVING)
    vehicle = _concealed_vehicle(st, event.vehicle) if st.turn.phase != "setup" else None
    if vehicle is None:
        return ()
    still = isinstance(event, VehicleStepped) and event.step.kind == "delay" and not running(st, vehicle)
    stops = isinstance(event, MotionChanged) and not event.motion
    return () if still or stops else (Exposed(vehicle.id, "A12.2", "near"),)


@rule("A12.2", point=CONSEQUENCE, order=25, on=DRIVING, rows=["A12.2a"])
def vehicle_moves(facts: EventFacts) -> tuple[Event, ...]:
    """A vehicle that moves in any way in sight within 16 hexes, whatever the terrain (Cases B, D)."""
    return _taken(facts.after, _by_driving(facts))


def _by_action(facts: EventFacts) -> tuple[Exposed, ...]:
    event = facts.event
    if isinstance(event, WeaponTurned | WeaponLimbered):
        return _by_work(facts)
    unit = _subject(facts)
    if unit is None:
        return ()
    acted = isinstance(event, Tried) and event.note.kind in ACTIONS
    if not acted and not (isinstance(event, WeaponTaken) and _handed_over(facts.before, event)):
        return ()
    return (Exposed(unit.id, "A12.141", "near"),)


@builds("A12.2", "A12.2a")
def _by_work(facts: EventFacts) -> tuple[Exposed, ...]:
    """The men who turn or limber their Gun in play."""
    st, event = facts.after, facts.event
    assert isinstance(event, WeaponTurned | WeaponLimbered)
    unit = bearer(st, st.weapons[event.weapon])
    if unit is None or not unit.concealed or unit.place != ON_MAP or st.turn.phase == "setup":
        return ()
    return (Exposed(unit.id, "A12.141", "near"),)


def _handed_over(before: State, event: WeaponTaken) -> bool:
    """Whether a weapon comes from another unit's hands in play: both have done something (A4.431)."""
    return before.turn.phase != "setup" and before.weapons[event.weapon].holder not in (0, event.unit)


@rule("A12.141", point=CONSEQUENCE, order=40, on=DEEDS)
def acts(facts: EventFacts) -> tuple[Event, ...]:
    """Other actions in sight within 16 hexes (Case C)."""
    return _taken(facts.after, _by_action(facts))


@rule("A12.12", point=CONSEQUENCE, order=60, on=[UnitWaits])
def unseen_off_board(facts: EventFacts) -> tuple[Event, ...]:
    """Good Order units that wait to enter the map for the first time come under a "?"."""
    event = facts.event
    if not isinstance(event, UnitWaits):
        return ()
    unit = facts.after.units[event.unit]
    return () if unit.concealed or unit.broken else (ConcealmentGained(unit=unit.id),)


@rule("A12.12", point=CONSEQUENCE, order=61, on=[VehicleWaits])
def unseen_vehicle_off_board(facts: EventFacts) -> tuple[Event, ...]:
    """A vehicle with its crew that waits to enter the map for the first time comes under a "?"."""
    event = facts.event
    vehicle = facts.after.vehicles[event.vehicle] if isinstance(event, VehicleWaits) else None
    if vehicle is None or vehicle.concealed or not can_hide(facts.after, vehicle):
        return ()
    return (VehicleConcealed(vehicle=vehicle.id),)


@rule("A12.151", point=CONSEQUENCE, rows=["A4.33b"], order=50, on=[MoveEnded])
def ends_beside(facts: EventFacts) -> tuple[Event, ...]:
    """A mover that ends its MPh in one Location with concealed enemies, in Bypass, costs everybody there his "?", and
    vehicles theirs.
    """
    event, st = facts.event, facts.after
    if not isinstance(event, MoveEnded) or (loc := st.units[event.unit].loc) < 0:
        return ()
    here, mover = st.all_at(loc), facts.before.units[event.unit]
    if mover.stance.bypass and any(u.concealed and u.side != mover.side for u in here):
        return tuple(lost(unit, "A12.151") for unit in here if unit.concealed)
    return ()


@builds("A12.14")
def struck(st: State, units: Iterable[int]) -> tuple[Event, ...]:
    """What a fire attack with at least a PTC result costs its targets, in sight at any range (Cases A, E)."""
    found = (st.fighter(unit) for unit in units)
    hit = (unit for unit in found if unit.concealed and unit.place == ON_MAP)
    return tuple(lost(unit, "A12.14") for unit in hit if is_watched(st, unit, anywhere=True))


@builds("A12.141")
def checks(facts: CheckFacts) -> tuple[Event, ...]:
    """What a check costs in sight within 16 hexes: who takes one for leader loss, and a leader whose modifier helps.

    It is noted as an action, whose consequences are those of any other.
    """
    st = facts.st
    leader = helping_leader(facts)
    if facts.cause == LEADER_LOSS:
        acting: Unit | None = facts.unit
    else:
        acting = leader if leader is not None and leadership(st, leader) else None
    return (Tried(unit=acting.id, note=Note(CHECKED)),) if acting is not None and acting.concealed else ()


@builds("A12.141", "A12.41")
def helped_check(st: State, leader: Unit) -> tuple[Event, ...]:
    """What it costs a concealed leader that his modifier counts in a PAATC against a vehicle that has driven in."""
    helps = leader.concealed and leadership(st, leader)
    return (Tried(unit=leader.id, note=Note(CHECKED)),) if helps else ()
