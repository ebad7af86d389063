"""Questions a case puts to the rules without playing: ``ask = "ledger fire A at C4"``.

Each question gives a table of figures; a step's expectations are compared with it by name. The questions themselves
stand in ``asks_*.py``, by what they are about; ``questions.py`` gathers them.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

from msgspec import Struct

from goodorder.board.sight.layers import Layers
from goodorder.core.errors import Refusal
from goodorder.core.notation import Names
from goodorder.core.state import State, Unit
from goodorder.rules.ledger import Mod

from .model import CaseInvalid

Figures = dict[str, Any]


NO_LAYERS = Layers()


class Ask(Struct, frozen=True):
    """A question: the position, the names, its words, the faces given with it."""

    st: State
    names: Names
    words: tuple[str, ...]
    faces: tuple[int, ...] = ()
    layers: Layers = NO_LAYERS

    @property
    def text(self) -> str:
        """The words as one text."""
        return " ".join(self.words)

    def pair(self) -> tuple[int, int]:
        """Two faces, white and colored."""
        if len(self.faces) != 2:
            raise CaseInvalid('this question needs dice = "WHITE COLORED"', "dice")
        return self.faces[0], self.faces[1]

    def unit(self, word: str) -> Unit:
        """A unit by the case's name."""
        return self.st.units[self.names.unit(word)]


def mods_of(mods: Iterable[Mod]) -> Figures:
    """Modifiers by id, as cases write them."""
    table: Figures = {}
    for mod in mods:
        table[mod.id] = table.get(mod.id, 0) + mod.value
    return table


def refused(refusal: Refusal | None) -> Figures:
    """A permission as figures."""
    if refusal is None:
        return {"legal": True}
    return {
        "legal": False,
        "refused": refusal.rule,
        "also": refusal.also,
        "kind": refusal.kind,
        "says": refusal.reason,
    }


def number(word: str) -> int:
    """A whole number of a question, with its sign or without."""
    if not re.fullmatch(r"[+-]?\d+", word):
        raise CaseInvalid(f"{word!r} is no whole number", word)
    return int(word)


def split_at(words: tuple[str, ...], mark: str) -> tuple[list[str], list[str]]:
    """The words before a mark, and those behind it: none where it is missing."""
    if mark not in words:
        return list(words), []
    cut = words.index(mark)
    return list(words[:cut]), list(words[cut + 1 :])
