"""Registering rules: the decorator, its checks, and the profiles as layers of patches.

Importing ``goodorder.rules.ruleset`` imports every rule file; each ``@rule`` puts its function into
the base layer.  A profile is the base layer with patches.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from msgspec import Struct

from .points import Point


class RuleFn(Struct, frozen=True, eq=False):
    """A registered rule function with its citation."""

    id: str
    number: str
    point: Point
    rows: tuple[str, ...]
    function: Callable[..., Any]
    order: int
    on: tuple[type, ...] = ()


_BASE: dict[str, RuleFn] = {}
F = TypeVar("F", bound=Callable[..., Any])


class RuleError(Exception):
    """A rule is registered wrongly: a fault found at import."""


def rule(
    number: str, *, point: Point, rows: Sequence[str] = (), order: int = 0, on: Sequence[type] = ()
) -> Callable[[F], F]:
    """Register a function as what rule ``number`` says at ``point``.

    ``rows`` are the requirement rows that it builds; ``order`` declares its place where the order of
    one point matters (smaller first); ``on`` names the kinds of events that a rule about events hears
    of (none: all).  Raises :class:`RuleError` for a second function of the same id; numbers
    are checked against the rules index when a rule set is made.
    """

    def register(function: F) -> F:
        rule_id = f"{function.__module__.removeprefix('goodorder.rules.')}.{function.__name__}"
        if rule_id in _BASE:
            raise RuleError(f"two rules named {rule_id}")
        _BASE[rule_id] = RuleFn(rule_id, number, point, tuple(rows), function, order, tuple(on))
        return function

    return register


_BUILDS: dict[str, set[str]] = {}


def builds(number: str, *rows: str) -> Callable[[F], F]:
    """Declare that a procedure (a frame or reader) builds rule ``number`` and these requirement rows."""

    def mark(target: F) -> F:
        _BUILDS.setdefault(number, set()).update(rows)
        return target

    return mark


def declared_builds() -> dict[str, set[str]]:
    """Rule number -> requirement rows declared by ``builds``."""
    return _BUILDS


def base_rules() -> dict[str, RuleFn]:
    """Every registered rule by id."""
    return _BASE
