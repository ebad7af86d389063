"""Finding out once: what a frame may need, and what rules have found out about a position.

>>> rooms = Later(lambda: print("looking") or 3)
>>> rooms(), rooms()
looking
(3, 3)
"""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterator, Mapping
from itertools import compress
from operator import is_not
from typing import Any, Concatenate, Generic, ParamSpec, TypeVar

from msgspec import Struct

from .state import State

P = ParamSpec("P")
T = TypeVar("T")

_UNASKED: Any = object()


class Later(Struct, Generic[T], eq=False):
    """A value that is found when somebody first asks for it; a frame makes several each time it is asked, which
    ``functools.cache`` is too slow to be made for.
    """

    _find: Callable[[], T]
    _found: T = _UNASKED

    def __call__(self) -> T:
        if self._found is _UNASKED:
            self._found = self._find()
        return self._found


def renewed(before: Mapping[int, T], now: Mapping[int, T]) -> Iterator[int]:
    """The keys under which something else stands than ``before``, or something new, in their order; what is gone is not
    among them.

    >>> list(renewed({1: "squad", 2: "leader", 3: "crew"}, {1: "squad", 2: "hero", 4: "half-squad"}))
    [2, 4]
    """
    return compress(now, map(is_not, now.values(), map(before.get, now)))


def once_a_position(function: Callable[Concatenate[State, P], T]) -> Callable[Concatenate[State, P], T]:
    """Let a function of a position be asked once for the same arguments: a menu, the check of its answer and the dice
    all ask for what it finds.

    The arguments are compared by value: a counter that is only imagined is another than the one of its id that the
    position holds, if it differs from it in anything. The function does not read what is being resolved, or the dice
    (:meth:`State.with_stack`).

    By hand, in ``st.memo``, is remembered only what no arguments say: the stack that moves, once it is known to be the
    position's own (``rules.facts.entry``), what its entry costs (``rules.a04_movement.costs``), and an entry of a Human
    Wave among the others of its impulse (``rules.a25_nations.wave_moves``); and what is asked thousands of times for a
    menu, where making the key is most of the work (a part's occasion and refusal, in ``rules.facts.attack_facts`` and
    ``rules.a07_fire.permission``).
    """
    own = f"{function.__module__}.{function.__name__}"
    make = fitting(function, _of_any, _of_position, _of_one, _of_two)
    asked: Callable[Concatenate[State, P], T] = functools.wraps(function)(make(own, function))
    return asked


_TAKES_MORE = inspect.CO_VARARGS | inspect.CO_VARKEYWORDS

Maker = Callable[[str, Callable[..., Any]], Callable[..., Any]]
"""Makes a wrapper for a function under a name."""


def fitting(function: Callable[..., Any], of_any: Maker, *of_so_many: Maker) -> Maker:
    """The maker of a wrapper that fits a function: of ``of_so_many`` the first for one that takes one argument and no
    more, the second for two ...; ``of_any`` for any other, and where some may be left out or are given by name alone.
    A few named arguments are handed on twice as fast as any number of them.
    """
    takes = function.__code__
    plain = not (takes.co_kwonlyargcount or function.__defaults__ or takes.co_flags & _TAKES_MORE)
    return of_so_many[takes.co_argcount - 1] if plain and 0 < takes.co_argcount <= len(of_so_many) else of_any


def _of_any(own: str, function: Callable[..., T]) -> Callable[..., T]:
    def asked(st: State, /, *args: Any, **named: Any) -> T:
        key = (own, args, *named.items()) if named else (own, args)
        found: T = st.memo.get(key, _UNASKED)
        if found is _UNASKED:
            found = st.memo[key] = function(st, *args, **named)
        return found

    return asked


def _of_position(own: str, function: Callable[..., T]) -> Callable[..., T]:
    key = (own,)  # a tuple like the others: a dict of words and of other keys is slower than one of either kind

    def asked(st: State, /) -> T:
        found: T = st.memo.get(key, _UNASKED)
        if found is _UNASKED:
            found = st.memo[key] = function(st)
        return found

    return asked


def _of_one(own: str, function: Callable[..., T]) -> Callable[..., T]:
    def asked(st: State, one: Any, /) -> T:
        key = (own, one)
        found: T = st.memo.get(key, _UNASKED)
        if found is _UNASKED:
            found = st.memo[key] = function(st, one)
        return found

    return asked


def _of_two(own: str, function: Callable[..., T]) -> Callable[..., T]:
    def asked(st: State, one: Any, other: Any, /) -> T:
        key = (own, one, other)
        found: T = st.memo.get(key, _UNASKED)
        if found is _UNASKED:
            found = st.memo[key] = function(st, one, other)
        return found

    return asked
