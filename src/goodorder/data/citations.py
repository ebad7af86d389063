"""Which code builds which rule: the decorator ``builds``, for procedures and readers of every layer.

Rule functions are registered by ``goodorder.rules.registry.rule``; all other code that decides what a rule says names
the rule here, so that its number leads to the lines.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, TypeVar

from msgspec import Struct

F = TypeVar("F", bound=Callable[..., Any])


class Builder(Struct, frozen=True, eq=False):
    """A procedure, reader or frame, with the rule and the requirement rows that it builds."""

    number: str
    rows: tuple[str, ...]
    target: Callable[..., Any]


_BUILDERS: list[Builder] = []


def builds(number: str, *rows: str) -> Callable[[F], F]:
    """Declare that a procedure (a frame or reader) builds rule ``number`` and these requirement rows."""

    def mark(target: F) -> F:
        _BUILDERS.append(Builder(number, rows, target))
        return target

    return mark


def builders() -> tuple[Builder, ...]:
    """Every declaration of ``builds`` in the modules imported so far."""
    return tuple(_BUILDERS)


def source_of(target: Callable[..., Any]) -> tuple[str, int]:
    """File and line of the ``def`` or ``class`` that a citation stands on."""
    target = inspect.unwrap(target)  # of one that is asked once a position: the function itself
    lines, first = inspect.getsourcelines(target)
    at = next((number for number, line in enumerate(lines) if line.lstrip().startswith(("def ", "class "))), 0)
    return inspect.getsourcefile(target) or "", first + at
