"""What the roll of a shot that must hit first may do to its weapon, in words (C2.24, C8.9)."""

from __future__ import annotations

from goodorder import odds
from goodorder.core.actions import Fire
from goodorder.core.dice import PAIRS
from goodorder.core.state import State


def firer_words(st: State, action: Fire, ids: tuple[int, ...]) -> tuple[str, ...]:
    """What the same roll may do to the weapon."""
    found, shot = odds.firer(st, action, ids), action.ordnance
    assert shot is not None
    chances = {
        "keeps its rate": found.rate,
        "malfunctions": found.malfunctions,
        "is lost": found.removed,
        "has Low Ammo from then on": found.low,
        f"fires the last {shot.ammo}": found.last,
        f"has no {shot.ammo}": found.none,
    }
    of = len(PAIRS)
    return tuple(f"The weapon {words}: {chance * of} of {of}" for words, chance in chances.items() if chance)
