"""House rules: anybody's own functions at the points of the rules, by a number of their own."""

from __future__ import annotations

import subprocess
import sys

import pytest

RULE = """
import goodorder as go
from goodorder.rules.ledger import Mod
from goodorder.rules.points import FIRE_DRM
from goodorder.rules.registry import rule
from goodorder.rules.ruleset import ruleset

@rule("House 1", point=FIRE_DRM)
def rain(attack):
    return Mod("rain", 1, "House 1", "it rains")

print([one.number for one in ruleset("starter").rules.values() if one.function is rain])
print(go.pending(go.new_game("first")).rule)
"""


@pytest.mark.slow
def test_a_house_rule_needs_no_entry_in_the_index_of_the_book() -> None:
    found = subprocess.run([sys.executable, "-c", RULE], capture_output=True, text=True, check=False)
    assert found.stdout.splitlines() == ["['House 1']", "A2.9"], found.stderr
