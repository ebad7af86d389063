"""What rules about the consequences of events are given."""

from __future__ import annotations

from typing import NamedTuple

from goodorder.core.events import Event
from goodorder.core.state import State


class EventFacts(NamedTuple):
    """An event with the positions before and after it."""

    before: State
    event: Event
    after: State


class StepFacts(NamedTuple):
    """What one step did: the positions before and after it, and its events."""

    before: State
    events: tuple[Event, ...]
    after: State
