"""What the roll of a shot that must hit first may do to its weapon, in words with its rules (A9.2, A9.7, C8.9)."""

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
        "keeps its rate": (found.rate, "A9.2"),
        "malfunctions": (found.malfunctions, "A9.7"),
        "is lost": (found.removed, "A9.7"),
        "has Low Ammo from then on": (found.low, "D3.71"),
        f"fires the last {shot.ammo}": (found.last, "C8.9"),
        f"has no {shot.ammo}": (found.none, "C8.9"),
    }
    of = len(PAIRS)
    return tuple(f"The weapon {words}: {p * of} of {of} ({rule})" for words, (p, rule) in chances.items() if p)
