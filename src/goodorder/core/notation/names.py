"""The words for units, weapons, sides and Locations, and the nearest known one to a word that is not."""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from goodorder.core.errors import Ambiguous, NoLevels, NoSuchPlace, Unreadable
from goodorder.core.state import ASSAULT, DOUBLE_TIME, MINIMUM, PARTS
from goodorder.data.not_built import all_not_built

if TYPE_CHECKING:
    from goodorder.core.state import State
    from goodorder.core.world import World

DECLARED = {"assault": ASSAULT, "double_time": DOUBLE_TIME, "minimum": MINIMUM}
"""Words for what is declared as a move begins, with their bits; a Dash has the name of its end besides."""
RESERVED = {
    *("at", "to", "by", "on", "off", "dir", "road", "crawl", "quick", "then", "with", "alone", "and", "crest"),
    *("bypass", "past", "carry", "via", "spray", "snap", "lane", "dash", *DECLARED),
}
"""Words of the forms, which no unit is called by."""


class Names(Struct, frozen=True):
    """The words for units and vehicles, weapons, sides and Locations of one position, and what its profile refuses."""

    units: Mapping[str, int]
    weapons: Mapping[str, int]
    sides: tuple[str, str]
    hexes: Mapping[str, int]
    refused: frozenset[str] = frozenset()
    others: Mapping[str, int] = {}
    """Counters of the parts that are neither units, weapons nor vehicles, by the word of their part and their id.
    Vehicles are named among the units, for much can be either.
    """

    @classmethod
    def bare(cls, world: World) -> Names:
        """Names of a position without counters."""
        refused = frozenset(name for name in all_not_built() if not world.rules.offers(name))
        return cls({}, {}, (world.sides[0].id, world.sides[1].id), world.map.words, refused)

    @classmethod
    def of(cls, st: State) -> Names:
        """Names of a position: a unit's letter, with its side's id where both have it (``german.A``), else ``u12``.

        Weapons are ``w3`` by their id, and ``u12`` is always understood.
        """
        idents: dict[str, list[int]] = {}
        for unit in st.units.values():
            if unit.ident:
                idents.setdefault(unit.ident, []).append(unit.id)
                idents.setdefault(f"{st.world.sides[unit.side].id}.{unit.ident}", []).append(unit.id)
        units: dict[str, int] = {}
        for word, ids in idents.items():
            if len(ids) == 1 and not _reserved(word) and ids[0] not in units.values():
                units[word] = ids[0]
        named = set(units.values())
        units.update({f"u{unit}": unit for unit in st.units if unit not in named})
        units.update({f"v{vehicle}": vehicle for vehicle in st.vehicles})
        weapons = {f"w{weapon}": weapon for weapon in st.weapons}
        parts = [part for part in PARTS if part.word and part.name not in ("units", "weapons", "vehicles")]
        others = {f"{part.word}{key}": key for part in parts for key in getattr(st, part.name)}
        return replace(cls.bare(st.world), units=units, weapons=weapons, others=others)

    def unit(self, word: str) -> int:
        """The id of a unit; raises :class:`Unreadable` or :class:`Ambiguous`, naming the known words it may be."""
        if re.fullmatch(r"u[0-9]{1,9}", word) and word not in self.units and int(word[1:]) in self.units.values():
            return int(word[1:])
        both = [f"{side}.{word}" for side in self.sides if f"{side}.{word}" in self.units]
        if word not in self.units and both:
            raise Ambiguous(f"{word!r} may be {' or '.join(both)}")
        return _look("unit", word, self.units)

    def weapon(self, word: str) -> int:
        """The id of a weapon."""
        return _look("weapon", word, self.weapons)

    def other(self, word: str) -> int:
        """The id of a counter that is neither a unit nor a weapon: ``work4``."""
        return _look("counter", word, self.others)

    def hex(self, word: str) -> int:
        """The Location of a hex name."""
        base, cut, part = word.partition("/")
        if cut and word not in self.hexes and base in self.hexes and (part.isdigit() or part in "BU"):
            also = ("A2.8", "B23.2", "B23.21", "B23.22", "B23.23") if part.isdigit() else ("A2.8", "B6.4")
            what = f"level {part}" if part.isdigit() else "bridge"
            if "levels" in self.refused:
                lacking = all_not_built()["levels"]
                raise NoLevels(lacking.text, rule=lacking.rule, also=also)
            raise NoSuchPlace(f"{base} has no {what}", rule="B23.42" if part.isdigit() else "B6.1", also=also)
        return _look("hex", word, self.hexes)

    def side(self, word: str) -> int:
        """0 or 1."""
        return _look("side", word, {self.sides[0]: 0, self.sides[1]: 1})

    def unit_word(self, unit: int) -> str:
        """The word for a unit."""
        return next((word for word, known in self.units.items() if known == unit), f"u{unit}")

    def weapon_word(self, weapon: int) -> str:
        """The word for a weapon."""
        return next((word for word, known in self.weapons.items() if known == weapon), f"w{weapon}")

    def other_word(self, counter: int) -> str:
        """The word for a counter that is neither a unit nor a weapon."""
        return next((word for word, known in self.others.items() if known == counter), f"#{counter}")

    def hex_word(self, loc: int) -> str:
        """The name of a Location."""
        return next((word for word, known in self.hexes.items() if known == loc), f"#{loc}")


def _reserved(word: str) -> bool:
    return re.fullmatch(r"[uvw]\d+", word) is not None or word in RESERVED


def nearest(word: str, known: Iterable[str]) -> str:
    """The known word that looks most like ``word``, or ``""``."""
    found = difflib.get_close_matches(word, list(known), n=1, cutoff=0.3)
    return found[0] if found else ""


def _look(what: str, word: str, table: Mapping[str, int]) -> int:
    if word in table:
        return table[word]
    hint = nearest(word, table)
    raise Unreadable(f"unknown {what} {word!r}" + (f"; nearest known: {hint}" if hint else ""))
