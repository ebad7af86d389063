"""What a side is told of events: those of units that it does not know become public acts of a "?" stack, or nothing.

An event's audience is judged on the positions before and after its step: who is Known in either of them is named.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec.structs import replace

from goodorder.core import events as ev
from goodorder.core.events import Event
from goodorder.core.state import State
from goodorder.core.view import STAND_IN, hides_anything, known_weapons, stand_ins, view
from goodorder.rules.a26_control import believed
from goodorder.rules.units import name

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

STACK = 'a "?" stack'
_AGAIN = re.compile(rf"{re.escape(STACK)}(, {re.escape(STACK)})+")


def seen_by(before: State, after: State, events: Sequence[Event], side: int) -> tuple[State, State, tuple[Event, ...]]:
    """Both positions and the events between them as ``side`` may know them; the same where nothing is hidden.

    Markers keep their own ids here, for events to name them.
    """
    if not hides_anything(before, side) and not hides_anything(after, side):
        return before, after, tuple(events)
    first, last = stand_ins(before, side), stand_ins(after, side)
    secret = {
        unit: last.get(unit, 0) or first.get(unit, 0)
        for unit in {*first, *last}
        if (unit in first or unit not in before.units) and (unit in last or unit not in after.units)
    }
    arms = {*known_weapons(before, side, first), *known_weapons(after, side, last)}
    told: list[Event] = []
    for event in events:
        if getattr(event, "weapon", 0) in after.weapons.keys() - arms:
            continue
        found = _told(after, event, secret)
        if found is not None and found not in told[-1:]:
            told.append(found)
    told = _control_told(before, after, told, side)
    shown = (view(st, side).with_(markers=st.markers) for st in (before, after))
    return next(shown), next(shown), tuple(told)


def _control_told(before: State, after: State, told: Sequence[Event], side: int) -> list[Event]:
    """Events with those of Control as the side takes it to be: each change once, where the first of them was."""
    found: list[Event] = []
    done: set[int] = set()
    for event in told:
        if not isinstance(event, ev.ControlTaken | ev.ControlSeen):
            found.append(event)
            continue
        holder = believed(after, side, event.loc)
        if event.loc not in done and holder is not None and holder != believed(before, side, event.loc):
            found.append(ev.ControlTaken(loc=event.loc, side=holder))
        done.add(event.loc)
    return found


def _told(st: State, event: Event, secret: dict[int, int]) -> Event | None:
    unit = getattr(event, "unit", None)
    if isinstance(unit, int) and unit in secret:
        where = getattr(event, "loc", -1)
        stack = STAND_IN + where if isinstance(where, int) and where >= 0 else secret[unit]
        if isinstance(event, ev.StepTaken):
            stack = STAND_IN + event.step.to
        public = isinstance(event, PUBLIC) and stack and not st.units[unit].hidden
        return replace(event, unit=stack) if public else None
    if isinstance(event, ev.UnitCreated) and event.unit.id in secret:
        return None
    weapon = st.weapons.get(getattr(event, "weapon", 0))
    if weapon is not None and weapon.holder in secret:
        return None
    if isinstance(event, ev.DiceThrown | ev.Announced):
        if event.subjects and all(secret.get(one, one) == 0 for one in event.subjects):
            return None
        return _words(st, event, secret)
    return event


def _words(st: State, event: ev.DiceThrown | ev.Announced, secret: dict[int, int]) -> Event:
    unknown = [unit for unit in event.subjects if unit in secret]
    if not unknown:
        return event
    called = sorted((name(st, st.units[unit]) for unit in unknown), key=len, reverse=True)

    def scrubbed(text: str) -> str:
        for word in called:
            text = text.replace(word, STACK)
        return _AGAIN.sub(STACK, text)

    subjects = tuple(dict.fromkeys(key for unit in event.subjects if (key := secret.get(unit, unit))))
    if isinstance(event, ev.Announced):
        return replace(event, text=scrubbed(event.text), subjects=subjects, lines=())
    purpose, outcome = scrubbed(event.purpose), scrubbed(event.outcome)
    return replace(event, purpose=purpose, outcome=outcome, subjects=subjects, lines=(), need="", final=event.original)
