"""Other ways to write an entry of a text map: the terrain before its hexes, several hexsides at once, plain words."""

from __future__ import annotations

import re

from goodorder.board.map.terrain import named

HEX = re.compile(r"[A-Z]+\d+")
PAIR = re.compile(r"([A-Z]+\d+)-([A-Z]+\d+)")
MATERIALS = ("stone", "wooden")
HOUSES = {"building": "building", "house": "building", "factory": "factory", "market": "market", "rubble": "rubble"}
CHART = {"building_stone": "stone_building", "building_wooden": "wooden_building"}
"""Buildings as the Terrain Chart lists them."""
STREAM_HEXES = {"stream_woods": "woods", "stream_brush": "brush", "stream_orchard": "orchard"}
"""Hexes of a stream with other terrain (B33), by that terrain."""


def entries(words: list[str], verbs: tuple[str, ...], lines: tuple[str, ...] = ()) -> list[list[str]]:
    """The entries that one says, in their usual form; what begins with one of ``verbs`` is left alone.

    ``lines`` are those verbs that run through hexes and fill none: they may stand behind their hexes, too.

    >>> entries(["wall", "C4-C5", "C5-C6"], ())
    [['C4-C5', 'wall'], ['C5-C6', 'wall']]
    >>> entries(["E5", "hill", "2"], ())
    [['E5', 'level', '2']]
    >>> entries(["sunken", "road", "E5", "E6"], ("sunken_road",), ("sunken_road",))
    [['sunken_road', 'E5', 'E6']]
    """
    if words[0] in verbs:
        return [words]
    cut = next((i for i, word in enumerate(words) if _place(word)), len(words))
    if cut and all(_place(word) for word in words[cut:]):
        words = [*words[cut:], *words[:cut]]
    count = next((i for i, word in enumerate(words) if not _place(word)), len(words))
    places, rest = words[:count], _plain(words[count:])
    if count > 1 and len(rest) == 1 and rest[0] in lines:
        return [[rest[0], *places]]
    if len(rest) == 1 and rest[0] in STREAM_HEXES:
        return [[*places, STREAM_HEXES[rest[0]]], ["stream", *places]]
    if count > 1 and all(PAIR.fullmatch(place) for place in places):
        return [[place, *rest] for place in places]
    return [[*places, *rest]]


def _place(word: str) -> bool:
    return HEX.fullmatch(word) is not None or PAIR.fullmatch(word) is not None


def _plain(words: list[str]) -> list[str]:
    """What a hex holds, in the words of the format: a hill is of one level when it names none, a valley of -1."""
    if not words:
        return words
    for count in (3, 2):
        joined = "_".join(words[:count])
        if len(words) >= count and not joined[-1].isdigit() and (named(joined) or joined in STREAM_HEXES):
            words = [joined, *words[count:]]
    if words[0] == "hill":
        number = words[2:] if words[1:2] == ["level"] else words[1:]
        return ["level", *(number or ["1"])]
    if words == ["valley"]:
        return ["level", "-1"]
    if words[0] in CHART:
        return [CHART[words[0]], *words[1:]]
    if words[0] in MATERIALS and words[1:2] and words[1] in HOUSES:
        return [f"{words[0]}_{HOUSES[words[1]]}", *words[2:]]
    return words
