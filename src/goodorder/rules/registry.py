"""Registering rules: the decorator, its checks, and the profiles as layers of patches.

Importing ``goodorder.rules.ruleset`` imports every rule file; each ``@rule`` puts its function into
the base layer.  A profile is the base layer with patches.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Sequence
from typing import Any, ParamSpec, TypeVar

from msgspec import Struct

from goodorder.core.remembered import fitting
from goodorder.core.state import State
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
    of: frozenset[str] = frozenset()


class ByName(Struct, frozen=True):
    """The refusal of what ``data/not_built.toml`` lists under this name."""

    name: str


class Removable(Struct, frozen=True, eq=False):
    """A function of a rule that a profile may leave out, and what is the answer there."""

    id: str
    function: Callable[..., Any]
    without: Any


__all__ = [
    "ByName",
    "Removable",
    "RuleError",
    "RuleFn",
    "base_rules",
    "builders_of",
    "builds",
    "by_name",
    "removable",
    "removables",
    "rule",
    "rules_of",
]

_ROW = re.compile(r"[a-z]$|[a-z]?\.EX\d+$")
"""What a requirement row has behind the number of its rule."""

_BASE: dict[str, RuleFn] = {}
_REMOVABLE: dict[str, Removable] = {}
P = ParamSpec("P")
T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])


class RuleError(Exception):
    """A rule is registered wrongly: a fault found at import."""


def rule(
    number: str,
    *,
    point: Point,
    rows: Sequence[str] = (),
    order: int = 0,
    on: Sequence[type] = (),
    of: Sequence[str] = (),
) -> Callable[[F], F]:
    """Register a function as what rule ``number`` says at ``point``.

    ``rows`` are the requirement rows that it builds; ``order`` declares its place where the order of
    one point matters (smaller first); ``on`` names the kinds of events that a rule about events is asked
    about, or of actions (none: all), ``of`` what has to hold of the facts of a point that says it
    (:attr:`Point.kinds`).
    Raises :class:`RuleError` for a second function of the same id or an unknown kind; numbers
    are checked against the rules index when a rule set is made.
    """

    def register(function: F) -> F:
        rule_id = _id(function)
        if rule_id in _BASE:
            raise RuleError(f"two rules named {rule_id}")
        if unknown := set(of) - set(point.kinds):
            raise RuleError(f"{rule_id}: {point.name} knows no {', '.join(sorted(unknown))}")
        _BASE[rule_id] = RuleFn(rule_id, number, point, tuple(rows), function, order, tuple(on), frozenset(of))
        return function

    return register


def removable(*, without: Any) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Mark a function as part of a rule that a profile may leave out; there ``without`` is the answer to every call.

    For permissions and readers that are called by their name: callers ask, and the profile's rules answer; a profile
    that has no such rule answers with nothing (``False``, ``()``, ``None``) or a refusal by name (:func:`by_name`).
    The profile leaves it out by naming its module, or it alone, as it does with rules. The first argument is the
    position, or facts that hold it as ``st``; after a position the first two are given by their place.
    Raises :class:`RuleError` for a second function of the same id.
    """

    def register(function: Callable[P, T]) -> Callable[P, T]:
        found = Removable(_id(function), function, without)
        if found.id in _REMOVABLE:
            raise RuleError(f"two rules named {found.id}")
        _REMOVABLE[found.id] = found
        first = function.__annotations__.get(function.__code__.co_varnames[0])
        of_position = (_of_position, _of_one, _of_two) if first in (State, State.__name__) else ()
        make = fitting(function, _of_any, *of_position)
        asked: Callable[P, T] = functools.wraps(function)(make(found.id, function))
        return asked

    return register


def _of_any(key: str, function: Callable[..., T]) -> Callable[..., T]:
    def asked(*args: Any, **named: Any) -> T:
        first: Any = args[0]
        left_out = (first if first.__class__ is State else first.st).world.rules.left_out
        found: T = left_out[key] if key in left_out else function(*args, **named)
        return found

    return asked


def _of_position(key: str, function: Callable[..., T]) -> Callable[..., T]:
    def asked(st: State, /) -> T:
        left_out = st.world.rules.left_out
        found: T = left_out[key] if key in left_out else function(st)
        return found

    return asked


def _of_one(key: str, function: Callable[..., T]) -> Callable[..., T]:
    def asked(st: State, one: Any, /) -> T:
        left_out = st.world.rules.left_out
        found: T = left_out[key] if key in left_out else function(st, one)
        return found

    return asked


def _of_two(key: str, function: Callable[..., T]) -> Callable[..., T]:
    def asked(st: State, one: Any, other: Any, /) -> T:
        left_out = st.world.rules.left_out
        found: T = left_out[key] if key in left_out else function(st, one, other)
        return found

    return asked


def by_name(name: str) -> Any:
    """What :func:`removable` takes for a permission: the refusal of what ``data/not_built.toml`` calls so."""
    return ByName(name)


def removables() -> dict[str, Removable]:
    """Every function that a profile may leave out, by its id."""
    return _REMOVABLE


def _id(function: Callable[..., Any]) -> str:
    return f"{function.__module__.removeprefix('goodorder.rules.')}.{function.__name__}"


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
