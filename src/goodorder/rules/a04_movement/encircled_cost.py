"""What leaving an Encircled Location costs (A7.7)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..ledger import Mod
from ..registry import builds

if TYPE_CHECKING:
    from ..facts.entry import EntryFacts


@builds("A7.7")
def encircled_cost(facts: EntryFacts, cost: int) -> Mod | None:
    """The first Location that an Encircled unit enters costs twice as much, after all else, in whatever phase.

    Up to the Crest of its hex or down from it is no other Location (ruling R320).
    """
    if not facts.stack.encircled or facts.way.frm < 0 or facts.way.frm == facts.way.to:
        return None
    return Mod("encircled_cost", cost, "A7.7", "out of Encirclement")
