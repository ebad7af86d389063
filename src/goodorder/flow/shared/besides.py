"""Acts that a side may do beside what it is asked, such as dropping a "?": for each kind of action what refuses it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from goodorder.core.actions import Action
from goodorder.core.errors import Refusal
from goodorder.core.state import State

Check = Callable[[Action], Refusal | None]
Besides = Mapping[type[Action], Callable[[State, int, Any], Refusal | None]]
"""For each kind of action why a side may not do it now, or None."""


def with_besides(st: State, side: int, check: Check, besides: Besides) -> Check:
    """A check that knows these acts of a side beside what it knew before."""

    def wider(action: Action) -> Refusal | None:
        refusal = besides.get(action.__class__)
        return check(action) if refusal is None else refusal(st, side, action)

    return wider
