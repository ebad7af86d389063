"""The one registry of appliers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from ..errors import EngineFault
from ..events.base import Event
from ..state import State


class _Appliers(dict[type[Event], Callable[[State, Any], State]]):
    """The appliers by the kinds of events."""

    def __missing__(self, kind: type[Event]) -> Callable[[State, Any], State]:
        raise EngineFault(f"no applier for {kind.__name__}")


APPLIERS = _Appliers()
E = TypeVar("E", bound=Event)


def applies(kind: type[E]) -> Callable[[Callable[[State, E], State]], Callable[[State, E], State]]:
    """Register the applier of one kind of event."""

    def register(function: Callable[[State, E], State]) -> Callable[[State, E], State]:
        if kind in APPLIERS:
            raise EngineFault(f"two appliers for {kind.__name__}")
        APPLIERS[kind] = function
        return function

    return register


def apply(st: State, event: Event) -> State:
    """The position after ``event``."""
    return APPLIERS[type(event)](st, event)
