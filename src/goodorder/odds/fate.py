"""What a resolution did to one unit, told from the positions before and after it."""

from __future__ import annotations

from fractions import Fraction

from msgspec import Struct

from goodorder.core.state import CAPTURED, ELIMINATED, State

ELIMINATED_WORD = "eliminated"
CAPTURED_WORD = "captured"
REDUCED = "reduced"
BROKEN = "broken"
PINNED = "pinned"
WOUNDED = "wounded"
RALLIED = "rallied"
UNHARMED = "unharmed"
WORDS = (ELIMINATED_WORD, CAPTURED_WORD, REDUCED, BROKEN, PINNED, WOUNDED, RALLIED, UNHARMED)
"""The classes of a fate, the first that applies counts."""


class Fate(Struct, frozen=True, gc=False):
    """What became of one unit; facts that were so before (broken, pinned, wounded) are not counted.

    ``reduced`` is Casualty Reduction of a squad, or the loss of a half-squad that is captured, ``replaced`` the ELR's;
    both leave the unit on the map.
    """

    eliminated: bool = False
    captured: bool = False
    reduced: bool = False
    replaced: bool = False
    broken: bool = False
    pinned: bool = False
    wounded: bool = False
    rallied: bool = False

    @property
    def word(self) -> str:
        """The one word that says it best, of ``WORDS``."""
        marks = (self.eliminated, self.captured, self.reduced, self.broken, self.pinned, self.wounded, self.rallied)
        return next((word for word, mark in zip(WORDS, marks, strict=False) if mark), UNHARMED)

    def __str__(self) -> str:
        if self.eliminated:
            return ELIMINATED_WORD
        if self.captured:
            return CAPTURED_WORD
        marks = (self.reduced, self.broken, self.replaced, self.pinned, self.wounded, self.rallied)
        words = (REDUCED, BROKEN, "replaced", PINNED, WOUNDED, RALLIED)
        return ", ".join(word for word, mark in zip(words, marks, strict=True) if mark) or UNHARMED


def fate(before: State, after: State, unit: int) -> Fate:
    """The fate of a unit between two positions."""
    was, now = before.units[unit], after.units[unit]
    if now is was:
        return Fate()
    if now.place == ELIMINATED:
        return Fate(eliminated=was.place != ELIMINATED)
    if now.place == CAPTURED and was.place != CAPTURED:
        return Fate(captured=True)
    reduced = replaced = False
    if now.type != was.type:
        half = before.world.unit_type(was.type).kind == "squad"
        half = half and before.world.unit_type(now.type).kind == "half_squad"
        new = (u for i, u in after.units.items() if i not in before.units and u.place != CAPTURED)
        twins = any(u.type == now.type and u.side == now.side for u in new)
        reduced, replaced = half and not twins, not half or twins
        if reduced:
            replaced = now.type != before.world.unit_type(was.type).half_squad
    return Fate(
        reduced=reduced,
        replaced=replaced,
        broken=now.broken and not was.broken,
        pinned=now.pinned and not was.pinned,
        wounded=now.wounded and not was.wounded,
        rallied=was.broken and not now.broken,
    )


Fates = tuple[tuple[Fate, Fraction], ...]


def by_word(fates: Fates) -> dict[str, Fraction]:
    """The probability of each class of fate that can happen, in the order of ``WORDS``."""
    table = dict.fromkeys(WORDS, Fraction(0))
    for found, chance in fates:
        table[found.word] += chance
    return {word: chance for word, chance in table.items() if chance}
