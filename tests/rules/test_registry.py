"""Rules that speak of some kinds of facts only (rules/registry.py, ``of``)."""

import pytest

from goodorder.core.errors import Refusal
from goodorder.rules.facts.firing import PartAsk
from goodorder.rules.points import MAY_FIRE
from goodorder.rules.registry import RuleError, rule
from goodorder.rules.ruleset import ruleset


def test_a_rule_is_asked_of_the_kinds_alone_that_it_speaks_of() -> None:
    rules = ruleset("full")
    squad = {function.__name__ for function in rules.speaking(MAY_FIRE, frozenset(("personnel", "own FP", "MPh")))}
    tank = {function.__name__ for function in rules.speaking(MAY_FIRE, frozenset(("vehicle", "weapon", "AFPh")))}
    assert "shots_per_mf" in squad - tank
    assert "turret_rear_gun" in tank - squad
    assert "line_of_sight" in squad & tank


def test_a_kind_that_a_point_does_not_know_is_refused() -> None:
    with pytest.raises(RuleError, match="permission of one part to fire knows no ship"):

        @rule("A7.1", point=MAY_FIRE, of=["ship"])
        def at_sea(ask: PartAsk) -> Refusal | None:
            return None
