"""The one registry of appliers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from ..errors import EngineFault
from ..events.base import Event
from ..state import State

_APPLIERS: dict[type[Event], Callable[[State, Any], State]] = {}
E = TypeVar("E", bound=Event)


def applies(kind: type[E]) -> Callable[[Callable[[State, E], State]], Callable[[State, E], State]]:
    """Register the applier of one kind of event."""

    def register(function: Callable[[State, E], State]) -> Callable[[State, E], State]:
        if kind in _APPLIERS:
            raise EngineFault(f"two appliers for {kind.__name__}")
        _APPLIERS[kind] = function
        return function

    return register


def apply(st: State, event: Event) -> State:
    """The position after ``event``."""
    try:
        return _APPLIERS[type(event)](st, event)
    except KeyError:
        raise EngineFault(f"no applier for {type(event).__name__}") from None
