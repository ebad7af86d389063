"""Registering rules: the decorator, its checks, and the profiles as layers of patches.

Importing ``goodorder.rules.ruleset`` imports every rule file; each ``@rule`` puts its function into
the base layer.  A profile is the base layer with patches.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from msgspec import Struct

from goodorder.data.citations import Builder, builders, builds

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


__all__ = ["RuleError", "RuleFn", "base_rules", "builders_of", "builds", "rule", "rules_of"]

_ROW = re.compile(r"[a-z]$|[a-z]?\.EX\d+$")
"""What a requirement row has behind the number of its rule."""

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


def base_rules() -> dict[str, RuleFn]:
    """Every registered rule by id."""
    return _BASE


def rules_of(number: str) -> list[RuleFn]:
    """The rule functions, of every profile, that say rule ``number`` or build the requirement row of that name.

    The rows of a rule (A4.61c, A4.61.EX1) are the rule's own.
    """
    return [found for found in _BASE.values() if _cites(found, number)]


def builders_of(number: str) -> list[Builder]:
    """The procedures and readers that build rule ``number``, or a requirement row of it."""
    return [found for found in builders() if _cites(found, number)]


def _cites(found: RuleFn | Builder, number: str) -> bool:
    return number == found.number or any(row == number or _ROW.sub("", row) == number for row in found.rows)
