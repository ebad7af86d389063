"""What rules about the consequences of events are given, and those about acts at any time."""

from __future__ import annotations

from msgspec import Struct

from goodorder.core.actions import Action
from goodorder.core.events import Event
from goodorder.core.state import State


class EventFacts(Struct, frozen=True):
    """An event with the positions before and after it."""

    before: State
    event: Event
    after: State


class StepFacts(Struct, frozen=True):
    """What one step did: the positions before and after it, and its events."""

    before: State
    events: tuple[Event, ...]
    after: State


class ActFacts(Struct, frozen=True):
    """An action that a player wants, whoever is asked what in this position."""

    st: State
    action: Action
