"""Requirement rows that procedures of the lower layers build: dice, Good Order, adjacency, the order of a resolution.

The core knows no rule, so it can't cite what it does; its part in the conventions A.1 to A.18 is declared here.
"""

from __future__ import annotations

from goodorder.core.dice import Roll
from goodorder.core.engine import answer
from goodorder.rules.a07_fire.group import connected_group
from goodorder.rules.a24_smoke import smoke_refusal
from goodorder.rules.facts.units import is_good_order, usable_weapons
from goodorder.rules.registry import builds

from ..fire.effect import Effect

builds("A.1", "A.1a", "A.1c")(Roll)
builds("A.2", "A.2a", "A.2b", "A.2.EX1")(answer)
builds("A.7", "A.7b")(is_good_order)
builds("A.7", "A.7c")(usable_weapons)
builds("A.8", "A.8a", "A.8b")(connected_group)
builds("A.9", "A.9.EX1")(Effect)
builds("A.16", "A.16a")(smoke_refusal)
