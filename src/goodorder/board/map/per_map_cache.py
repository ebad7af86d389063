"""What is worked out once for each map, and let go of when many maps have come and gone."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, ParamSpec, TypeVar, cast

P = ParamSpec("P")
T = TypeVar("T")

MAPS = 32
"""Maps made after which everything is let go of: a cache that knows a map keeps it, with all its pixels."""

_CACHES: list[Any] = []
_made = 0


def once_per_map(size: int = 32768) -> Callable[[Callable[P, T]], Callable[P, T]]:
    """Remember the answers of a function of a map, at most ``size`` of them."""

    def remembering(function: Callable[P, T]) -> Callable[P, T]:
        found = lru_cache(maxsize=size)(function)
        _CACHES.append(found)
        return cast("Callable[P, T]", found)  # lru_cache knows nothing of the parameters' types

    return remembering


def count_map() -> None:
    """Another map has been made."""
    global _made
    _made += 1
    if _made % MAPS == 0:
        forget()


def forget() -> None:
    """Let go of everything that is remembered for maps."""
    for cache in _CACHES:
        cache.cache_clear()
