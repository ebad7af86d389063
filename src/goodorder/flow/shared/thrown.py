"""A roll answered: what was asked and what fell, as one event (A.1d).

Where the answer tells more than the question did, or other things (the unit by name and hex, the rule of the result,
the targets in a side's view, a firer whom nobody sees), the frame makes its ``DiceThrown`` itself.
"""

from __future__ import annotations

from msgspec.structs import replace

from goodorder.core.dice import Roll
from goodorder.core.events import DiceThrown
from goodorder.core.events.base import LedgerLine


def thrown(
    roll: Roll,
    faces: tuple[int, ...],
    outcome: str,
    *,
    final: int | None = None,
    need: str = "",
    lines: tuple[LedgerLine, ...] = (),
) -> DiceThrown:
    """The event of a roll's answer; unless said, ``final`` is the sum of the dice and ``need`` what the roll said."""
    total = sum(faces)
    return DiceThrown(
        dice=roll.dice,
        faces=faces,
        purpose=roll.purpose,
        rule=roll.rule,
        side=roll.side,
        original=total,
        final=total if final is None else final,
        need=need or roll.need,
        outcome=outcome,
        subjects=roll.subjects,
        lines=lines,
    )


def selection_thrown(roll: Roll, faces: tuple[int, ...], outcome: str) -> DiceThrown:
    """The event of a Random Selection: the highest die counts, with its ties (A.9)."""
    return replace(thrown(roll, faces, outcome, final=max(faces)), original=max(faces), rule="A.9")
