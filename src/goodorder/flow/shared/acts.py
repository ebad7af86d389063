"""Tables of acts: what counters can do in a phase, a module for each act, found by the type of its action.

A table reads one folder. Each module there registers its act with the table as it is imported; nothing else names it.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Callable, Hashable
from typing import Any, Generic, TypeVar

from goodorder.core.actions import Action

T = TypeVar("T")
C = TypeVar("C", bound=type[Any])


class Acts(Generic[T]):
    """The acts of a folder of modules, in their declared order."""

    def __init__(self, package: str) -> None:
        self._package = package
        self._found: dict[type[Action], tuple[int, T]] = {}
        self._order: tuple[T, ...] = ()
        self._fitting: dict[Hashable, tuple[T, ...]] = {}

    def act(self, action: type[Action], order: int) -> Callable[[C], C]:
        """Register a class of act for a type of action; ``order`` is its place in menus, smaller ones first.

        Raises :class:`ValueError` where an act of that action, or one at that place, is registered already.
        """

        def register(made: C) -> C:
            if action in self._found or order in {place for place, _ in self._found.values()}:
                raise ValueError(f"{made.__name__}: an act for {action.__name__} or at {order} is registered already")
            self._found[action] = (order, made())
            self._order, self._fitting = (), {}
            return made

        return register

    def of(self, action: Action) -> T | None:
        """The act that an action is of, None for actions of other kinds."""
        if self._package:
            self._read()
        found = self._found.get(type(action))
        return found[1] if found is not None else None

    def all(self) -> tuple[T, ...]:
        """Every act, in order."""
        if self._package:
            self._read()
        if not self._order:
            self._order = tuple(act for _, act in sorted(self._found.values(), key=lambda found: found[0]))
        return self._order

    def fitting(self, key: Hashable, fits: Callable[[T], bool]) -> tuple[T, ...]:
        """The acts that fit, in order, found once for each key."""
        found = self._fitting.get(key)
        if found is None:
            found = self._fitting[key] = tuple([act for act in self.all() if fits(act)])
        return found

    def kinds(self) -> dict[type[Action], T]:
        """Every act by the type of its action."""
        self._read()
        return {kind: act for kind, (_, act) in self._found.items()}

    def _read(self) -> None:
        if not self._package:
            return
        package, self._package = importlib.import_module(self._package), ""
        for module in pkgutil.iter_modules(package.__path__, package.__name__ + "."):
            importlib.import_module(module.name)
