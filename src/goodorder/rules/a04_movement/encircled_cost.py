"""What leaving an Encircled Location costs (A7.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..facts.units import encircled
from ..ledger import Mod
from ..registry import builds

if TYPE_CHECKING:
    from ..facts.entry import EntryFacts


@builds("A7.7")
def encircled_cost(facts: EntryFacts, cost: int) -> Mod | None:
    """The first Location that an Encircled unit enters costs twice as much, after all else, in whatever phase.

    Up to the Crest of its hex or down from it is no other Location (ruling R320).
    """
    for unit in facts.units:
        if encircled(facts.st, unit) and facts.way.frm >= 0 and facts.way.frm != facts.way.to:
            return Mod("encircled_cost", cost, "A7.7", "out of Encirclement")
    return None
