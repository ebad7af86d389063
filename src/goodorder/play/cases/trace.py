"""Which rule functions speak while a case runs: a rule set that notes every question and answer."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from goodorder.rules.ruleset import RuleSet


class RuleTrace:
    """Ids of the rule functions that gave something, and of those asked in vain."""

    def __init__(self) -> None:
        self.spoke: set[str] = set()
        self.silent: set[str] = set()

    def watch(self, rules: RuleSet) -> RuleSet:
        """The same rules, noted in this trace when they are asked, until another trace of this thread watches."""
        self._note()
        return _watched(rules)

    def _note(self) -> None:
        _NOTING.spoke, _NOTING.silent = self.spoke, self.silent

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Inside, nothing is noted: what is asked beside a case shows no rule of it."""
        _NOTING.spoke, _NOTING.silent = set(), set()
        try:
            yield
        finally:
            self._note()


class _Noting(threading.local):
    """Where a thread notes what is asked now."""

    spoke: set[str]
    silent: set[str]


_NOTING = _Noting()


@cache
def _watched(rules: RuleSet) -> RuleSet:
    """A rule set whose functions note that they are asked; made once, for there are hundreds of them."""
    return rules.with_functions({key: _noted(key, rule.function) for key, rule in rules.rules.items()})


def _noted(key: str, function: Callable[..., Any]) -> Callable[..., Any]:
    def asked(facts: Any) -> Any:
        found = function(facts)
        (_NOTING.spoke if found else _NOTING.silent).add(key)
        return found

    return asked
