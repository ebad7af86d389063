"""Acts of concealment, of which the Starter Kit has none (A12)."""

from __future__ import annotations

from goodorder.core.actions import Hide, Reveal
from goodorder.core.errors import Refusal

from ..event_facts import ActFacts
from ..points import AT_ANY_TIME
from ..registry import rule


@rule("A12", point=AT_ANY_TIME, on=[Reveal, Hide])
def nobody_is_concealed(facts: ActFacts) -> Refusal:
    """Nobody drops a "?" or comes out of hiding."""
    refusal = facts.st.world.rules.lacks("concealment")
    assert refusal is not None
    return refusal
