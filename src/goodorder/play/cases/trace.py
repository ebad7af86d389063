"""Which rule functions speak while a case runs: a rule set that notes every question and answer."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from goodorder.rules.ruleset import RuleSet


class RuleTrace:
    """Ids of the rule functions that gave something, and of those asked in vain."""

    def __init__(self) -> None:
        self.spoke: set[str] = set()
        self.silent: set[str] = set()

    def watch(self, rules: RuleSet) -> RuleSet:
        """The same rules, noted in this trace when they are asked."""
        return rules.with_functions({key: self._watched(key, rule.function) for key, rule in rules.rules.items()})

    def _watched(self, key: str, function: Callable[..., Any]) -> Callable[..., Any]:
        def asked(facts: Any) -> Any:
            found = function(facts)
            (self.spoke if found else self.silent).add(key)
            return found

        return asked
