"""What a side is told of events: those of units that it does not know become public acts of a "?" stack, or nothing.

An event's audience is judged on the positions before and after its step: who is Known in either of them is named.
Nothing is told of a roll for units that the side does not know, whatever came of it: who rolls is no Dummy.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from goodorder.core import events as ev
from goodorder.core.dice import Roll, selection_dice
from goodorder.core.events import Event
from goodorder.core.events.base import LedgerLine
from goodorder.core.known_weapons import known_laid, known_placed
from goodorder.core.public_face import driven_step
from goodorder.core.state import Fighter, FireMark, State, Vehicle
from goodorder.core.view import (
    STAND_IN,
    hides_anything,
    is_masked,
    known_weapons,
    public_control,
    public_step,
    stand_in_id,
    stand_ins,
    view,
    with_public_control,
)
from goodorder.rules.a26_control import believed
from goodorder.rules.facts.units import name

PUBLIC = (
    ev.StepTaken,
    ev.UnitMoved,
    ev.UnitEntered,
    ev.MoveDeclared,
    ev.ManCarried,
    ev.MoveEnded,
    ev.Bypassed,
    ev.CxPlaced,
    ev.CxRemoved,
    ev.UnitPinned,
    ev.UnitUnpinned,
    ev.HiddenPlaced,
)
"""Acts of a "?" stack that everybody at a table sees."""

AT_ONCE = (ev.CxPlaced, ev.CxRemoved, ev.TiRemoved, ev.UnitPinned, ev.UnitUnpinned, ev.HiddenPlaced)
"""Events that come to many units at once: in which order says nothing of the game, but of who is where."""

FIRE = "A7.3"
"""The rule of an attack's DR, which is thrown whatever is fired at."""

OPENLY = ("A12.14", "B9.324")
"""Rules by which a unit under a "?" shows itself for a moment: what is announced by them names it."""

LED = "leadership"
"""The line of a roll that a leader gives; it may be one under a "?"."""

INTEGRITY = ("A16.2", "A16.3")
"""The rules of the DR of a whole side, which a leader anywhere helps."""

OF_THE_UNSEEN = (LED, "no_leader")
"""The lines of such a roll that a leader under a "?" may give, or keep away."""

STACK = 'a "?" stack'
_AGAIN = re.compile(rf"{re.escape(STACK)}(, {re.escape(STACK)})+")


class Veil(Struct, frozen=True):
    """What a side may not know of a step: the ``units`` with their stand-ins (0: none), the Locations where a "?"
    stack of theirs is, or was, and how they are called.
    """

    side: int
    units: dict[int, int]
    locs: frozenset[int]
    called: dict[str, frozenset[int]]


def seen_by(before: State, after: State, events: Sequence[Event], side: int) -> tuple[State, State, tuple[Event, ...]]:
    """Both positions and the events between them as ``side`` may know them; the same where nothing is hidden.

    Markers keep their own ids here, for events to name them.
    """
    if not hides_anything(before, side) and not hides_anything(after, side):
        return before, after, tuple(events)
    told = _control_told(_believed(before, side), _believed(after, side), _passed(before, after, events, side))
    shown = (view(st, side).with_(markers=st.markers) for st in (before, after))
    return next(shown), next(shown), tuple(told)


def seen_by_all(before: State, after: State, events: Sequence[Event]) -> tuple[State, State, tuple[Event, ...]]:
    """Both positions and the events between them as far as both sides know them: what an onlooker is told."""
    if not any(hides_anything(st, side) for st in (before, after) for side in (0, 1)):
        return before, after, tuple(events)
    told: Sequence[Event] = events
    first, last = before, after
    for side in (0, 1):
        told = _passed(first, last, told, side)
        first, last = (view(st, side).with_(markers=st.markers) for st in (first, last))
    told = _control_told(public_control(before), public_control(after), told)
    return with_public_control(before, first), with_public_control(after, last), tuple(told)


def _passed(before: State, after: State, events: Sequence[Event], side: int) -> list[Event]:
    """The events of which a side is told, with those of Control as they are."""
    first, last = stand_ins(before, side), stand_ins(after, side)
    veil = _veil(before, after, side)
    arms = {*known_weapons(before, side, first), *known_weapons(after, side, last)}
    told: list[Event] = []
    for event in events:
        if getattr(event, "weapon", 0) in after.weapons.keys() - arms:
            continue
        vehicle: int = getattr(event, "vehicle", 0)
        if vehicle in veil.units:
            told += [one for one in _driven_unseen(after, event, after.vehicles[vehicle], veil) if not _said(told, one)]
            continue
        found = _told(after, event, veil)
        if found is not None and not (found is not event and _said(told, found)):
            told.append(found)
    return _in_no_order(told)


def is_out_of_sight(st: State, roll: Roll, side: int) -> bool:
    """Whether a side is not told of a roll at all: it is the other one's, for units that it does not know."""
    return _out_of_sight(roll.side, roll.rule, roll.subjects, stand_ins(st, side), side)


def _out_of_sight(by: int, rule: str, subjects: tuple[int, ...], secret: Mapping[int, int], side: int) -> bool:
    if not subjects or by == side or not all(unit in secret for unit in subjects):
        return False
    return rule != FIRE or not any(secret[unit] for unit in subjects)


def roll_asked(st: State, roll: Roll, side: int) -> Roll:
    """A roll that is asked for as a side may know it: by what names, and for what where that tells nothing."""
    if not hides_anything(st, side):
        return roll
    veil = _veil(st, st, side)
    if roll.firers:
        blind = roll.side != side and any(unit in veil.units for unit in roll.firers)
        untold: dict[str, Any] = {"purpose": roll.bare, "need": ""} if blind else {}
        roll = replace(roll, firers=(), bare="", **untold)
    near = any(st.fighter(unit).loc in veil.locs for unit in roll.subjects if _is_there(st, unit))
    veiled = roll.side != side and (near or any(unit in veil.units for unit in roll.subjects))
    veiled = veiled or _of_a_masked_side(st, roll, side)
    purpose = _scrub(st, roll.subjects, veil)(roll.purpose)
    subjects = _stacks(roll.subjects, veil.units)
    return replace(roll, purpose=purpose, subjects=subjects, need="" if veiled else roll.need)


def _of_a_masked_side(st: State, roll: Roll | ev.DiceThrown, side: int) -> bool:
    """Whether a roll is that of a whole enemy side which the viewer does not know all of."""
    return roll.rule in INTEGRITY and roll.side != side and is_masked(st, roll.side)


def _veil(before: State, after: State, side: int) -> Veil:
    first, last = stand_ins(before, side), stand_ins(after, side)
    units = {
        unit: last.get(unit, 0) or first.get(unit, 0)
        for unit in {*first, *last}
        if (unit in first or not _is_there(before, unit)) and (unit in last or not _is_there(after, unit))
    }
    called: dict[str, set[int]] = {}
    locs: set[int] = set()
    for st, hidden in ((before, first), (after, last)):
        for unit in units:
            if not _is_there(st, unit):
                continue
            called.setdefault(name(st, st.fighter(unit)), set()).add(unit)
            if hidden.get(unit):
                locs.add(st.fighter(unit).loc)
    return Veil(side, units, frozenset(locs), {word: frozenset(ids) for word, ids in called.items()})


def _is_there(st: State, one: int) -> bool:
    """Whether a unit or vehicle is part of a position."""
    return one in st.units or one in st.vehicles


def _said(told: Sequence[Event], found: Event) -> bool:
    """Whether an act of a "?" stack is told already: it is one, of however many counters."""
    if isinstance(found, ev.DiceThrown | ev.Announced):
        return found in told[-1:]
    return found in told


def _in_no_order(told: Sequence[Event]) -> list[Event]:
    """Events with what came to several "?" stacks at once in the order of their Locations, after that of others."""
    found: list[Event] = []
    run: list[Event] = []
    for event in (*told, None):
        if event is not None and isinstance(event, AT_ONCE):
            run.append(event)
            continue
        known = [one for one in run if _unit_of(one) < STAND_IN]
        stacks = [one for one in run if _unit_of(one) >= STAND_IN]
        found += [*known, *sorted(stacks, key=lambda one: (_unit_of(one), type(one).__name__))]
        run = []
        if event is not None:
            found.append(event)
    return found


def _unit_of(event: Event) -> int:
    unit: int = getattr(event, "unit", 0)
    return unit


def _believed(st: State, side: int) -> dict[int, int]:
    """Control as a side takes it to be."""
    held = {key: believed(st, side, key) for key in (*st.control, *(key // 2 for key in st.believed))}
    return {key: holder for key, holder in held.items() if holder is not None}


def _control_told(before: dict[int, int], after: dict[int, int], told: Sequence[Event]) -> list[Event]:
    """Events with those of Control as it is taken to be: each change once, where the first of them was."""
    found: list[Event] = []
    done: set[int] = set()
    for event in told:
        if not isinstance(event, ev.ControlTaken | ev.ControlSeen):
            found.append(event)
            continue
        holder = after.get(event.loc)
        if event.loc not in done and holder is not None and holder != before.get(event.loc):
            found.append(ev.ControlTaken(loc=event.loc, side=holder))
        done.add(event.loc)
    return found


def _told(st: State, event: Event, veil: Veil) -> Event | None:
    secret = veil.units
    unit = getattr(event, "unit", None)
    if isinstance(unit, int) and unit in secret:
        where = getattr(event, "loc", -1)
        at = where if isinstance(where, int) else -1
        stack = stand_in_id(st, veil.side, at) if at >= 0 else secret[unit]
        if isinstance(event, ev.StepTaken):
            to = st.fighter(unit).loc if event.step.kind == "climb" else event.step.to  # on the cliff, not yet there
            stack = stand_in_id(st, veil.side, to) if to >= 0 else secret[unit]
            event = replace(event, step=public_step(st, event.step))
        public = isinstance(event, PUBLIC) and stack and not st.fighter(unit).hidden
        return _renamed(replace(event, unit=stack), secret) if public else None
    if isinstance(event, ev.UnitCreated) and event.unit.id in secret:
        return None
    if isinstance(event, ev.WentBeside) and st.trail(event.unit).afv in secret:
        return None
    if isinstance(event, ev.WeaponCreated) and event.weapon.holder in secret:
        return None
    weapon = st.weapons.get(getattr(event, "weapon", 0))
    if weapon is not None and weapon.holder in secret:
        return None
    if isinstance(event, ev.DiceThrown):
        return _roll(st, event, veil)
    if isinstance(event, ev.Announced):
        return _announced(st, event, veil)
    return _renamed(event, secret)


def _driven_unseen(st: State, event: Event, vehicle: Vehicle, veil: Veil) -> tuple[Event, ...]:
    """What is told of a vehicle under a "?": what would be of Dummies that go the same way, and nothing else (A12.2);
    of one with which Infantry under the same "?" moves what is of the Infantry.
    """
    if vehicle.hidden or any(st.trail(one.id).afv == vehicle.id for one in st.side_at(vehicle.loc, vehicle.side)):
        return ()
    steps = [step for step in st.trail(vehicle.id).steps if step.walk >= 0]
    if isinstance(event, ev.DriveEnded):
        return (ev.MoveEnded(unit=veil.units[vehicle.id]),) if steps else ()
    step = driven_step(st, event.step) if isinstance(event, ev.VehicleStepped) else None
    if step is None:
        return ()
    stack = stand_in_id(st, veil.side, step.to)
    begun = (ev.MoveDeclared(unit=stack, declared=0),) if len(steps) == 1 else ()
    return (*begun, ev.UnitMoved(unit=stack, loc=step.to), ev.StepTaken(unit=stack, step=step))


def _renamed(event: Event, secret: dict[int, int]) -> Event:
    """An event that names others: those under a "?" by their stand-in, an AFV under one not at all."""
    changes: dict[str, Any] = {}
    for field in ("by", "other"):
        if getattr(event, field, 0) in secret:
            changes[field] = secret[getattr(event, field)]
    if getattr(event, "afv", 0) in secret:
        changes["afv"] = 0
    if isinstance(event, ev.ChargePlaced):
        changes["charge"] = known_placed(event.charge, secret)
    if isinstance(event, ev.ChargeSet):
        changes["charge"] = known_laid(event.charge, secret)
    if isinstance(event, ev.LaborGained):
        changes["units"] = tuple(unit for unit in event.units if unit not in secret)
    shot = getattr(event, "shot", None)
    if isinstance(shot, FireMark) and any(unit in secret for unit in shot.units):
        changes["shot"] = replace(shot, units=_stacks(shot.units, secret))
    if isinstance(event, ev.LeaderDirected) and any(unit in secret for unit in event.firers):
        changes["firers"] = _stacks(event.firers, secret)
    return replace(event, **changes) if changes else event


def _stacks(units: Iterable[int], secret: dict[int, int]) -> tuple[int, ...]:
    """Ids with each "?" stack once, nothing for what has none; these last, as how high they lie in it tells of them."""
    found = dict.fromkeys(key for unit in units if (key := secret.get(unit, unit)))
    return tuple(sorted(found, key=lambda key: key >= STAND_IN))


def _roll(st: State, event: ev.DiceThrown, veil: Veil) -> Event | None:
    """A roll as a side is told of it: its own and those of fire always, others where it knows who makes them."""
    unknown = [unit for unit in event.subjects if unit in veil.units]
    if _out_of_sight(event.side, event.rule, event.subjects, veil.units, veil.side):
        return None
    if event.firers:
        blind = event.side != veil.side and any(unit in veil.units for unit in event.firers)
        purpose = event.bare_purpose or event.purpose
        untold: dict[str, Any] = {"lines": (), "final": event.original, "need": "", "outcome": event.bare}
        event = replace(event, firers=(), bare="", bare_purpose="", **({**untold, "purpose": purpose} if blind else {}))
        if blind:
            return replace(event, subjects=_stacks(event.subjects, veil.units))
    if not unknown:
        return _led(st, event, veil)
    scrubbed = _scrub(st, event.subjects, veil)
    changes: dict[str, Any] = {"lines": (), "need": "", "final": event.original}
    if event.dice == selection_dice(len(event.subjects)) and len(unknown) < len(event.subjects):
        kept = [n for n, unit in enumerate(event.subjects) if unit not in veil.units]
        faces = tuple(event.faces[n] for n in kept)
        changes.update(dice=event.dice[: len(kept)], faces=faces, original=max(faces), final=max(faces))
    return replace(
        event,
        purpose=scrubbed(event.purpose),
        outcome=scrubbed(event.outcome),
        subjects=_stacks(event.subjects, veil.units),
        **changes,
    )


def _led(st: State, event: ev.DiceThrown, veil: Veil) -> Event:
    """A roll for Known units: beside a "?" stack of theirs without what a leader gave to it. The own roll for no unit
    of one's own, but at enemies, names nobody whom the side does not know.
    """
    own = event.side == veil.side
    if own and event.subjects:
        return event
    scrubbed = _scrub(st, event.subjects, veil)
    event = replace(event, purpose=scrubbed(event.purpose), outcome=scrubbed(event.outcome))
    if own:
        return event
    if _of_a_masked_side(st, event, veil.side):
        return replace(_without(event, OF_THE_UNSEEN), need="")
    if not any(st.fighter(unit).loc in veil.locs for unit in event.subjects if _is_there(st, unit)):
        return event
    return _without(event, (LED,))


def _without(event: ev.DiceThrown, ids: tuple[str, ...]) -> ev.DiceThrown:
    """A roll without some of its lines, nor what they gave to it."""
    given = [line for line in event.lines if line.id in ids]
    rest = tuple(line for line in event.lines if line.id not in ids)
    return replace(event, lines=rest, final=event.final - sum(map(_value, given))) if given else event


def _value(line: LedgerLine) -> int:
    return int(line.value.replace("\u2212", "-"))


def _announced(st: State, event: ev.Announced, veil: Veil) -> Event | None:
    unknown = [unit for unit in event.subjects if unit in veil.units]
    if unknown and all(veil.units.get(unit, unit) == 0 for unit in event.subjects):
        return replace(event, text=event.bare, bare="", subjects=(), lines=()) if event.kind == "result" else None
    if event.rule in OPENLY and event.kind == "info":
        return event
    text = _scrub(st, event.subjects, veil, event.locs)((unknown and event.bare) or event.text)
    subjects = _stacks(event.subjects, veil.units)
    return replace(event, text=text, subjects=subjects, bare="", lines=() if unknown else event.lines)


def _scrub(st: State, subjects: Iterable[int], veil: Veil, locs: Iterable[int] = ()) -> Callable[[str], str]:
    """Takes the names of units that a side does not know out of a text, but for those that Known units have too where
    it happens.
    """
    about = [st.fighter(unit) for unit in subjects if _is_there(st, unit)]
    where = {unit.loc for unit in about} | set(locs)
    every: tuple[Fighter, ...] = (*st.units.values(), *st.vehicles.values())
    here = [unit for unit in every if unit.loc in where] if where else every
    seen = [unit for unit in (*about, *here) if unit.id not in veil.units]
    known = {name(st, unit) for unit in seen}
    known |= {name(st, replace(one, wreck=False)) for one in seen if isinstance(one, Vehicle) and one.wreck}
    words = sorted(veil.called.keys() - known, key=lambda word: (-len(word), word))
    if not words:
        return lambda text: text
    pattern = re.compile(rf"(?<![\w+-])(?:{'|'.join(map(re.escape, words))})(?![\w+-])")

    def scrubbed(text: str) -> str:
        found = _AGAIN.sub(STACK, pattern.sub(STACK, text))
        return found.replace(f"{STACK} fire at", f"{STACK} fires at")

    return scrubbed
