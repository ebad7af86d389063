"""Terrain as data: what each depiction costs, protects and does to a line of sight."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec

from goodorder.board.errors import BoardError, nearest

Los = Literal["none", "obstacle", "hindrance", "half_obstacle", "depression"]


class Terrain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One kind of terrain.

    ``height`` is in levels above the ground it stands on, ``half`` adds half a level. ``mf`` is what
    Infantry pays to enter (grain costs one and a half, B15.4; a hexside adds its ``mf`` to the hex);
    ``mf_all`` means the whole allotment. ``tem`` is the DRM for Direct Fire. ``hindrance`` is the DRM
    for a line through it (A6.7). ``upper`` says how it meets a line from above its own ground when that
    differs from ``los`` (an orchard in season is an obstacle then, B14.2).
    """

    code: int
    id: str
    name: str
    rule: str
    los: Los = "none"
    height: int = 0
    half: bool = False
    upper: Los | None = None
    tem: int = 0
    hindrance: int = 0
    mf: float = 0
    mf_all: bool = False
    open_ground: bool = False
    inherent: bool = False
    rally_bonus: bool = False
    rout_destination: bool = False
    road: bool = False
    building: bool = False
    stone: bool = False
    hexside: bool = False


class _File(msgspec.Struct, forbid_unknown_fields=True):
    version: int
    terrain: list[Terrain]


@cache
def terrains() -> tuple[Terrain, ...]:
    """Every terrain, in the order of the data file; raises BoardError when the file is damaged."""
    raw = files("goodorder.data").joinpath("terrain.toml").read_bytes()
    try:
        table = msgspec.toml.decode(raw, type=_File)
    except msgspec.MsgspecError as error:
        raise BoardError(str(error), file="terrain.toml", expected="[[terrain]] tables") from None
    return tuple(table.terrain)


@cache
def by_code() -> dict[int, Terrain]:
    """Terrain by the number that pixels carry."""
    return {t.code: t for t in terrains()}


@cache
def by_id() -> dict[str, Terrain]:
    """Terrain by its id."""
    return {t.id: t for t in terrains()}


_SHORT = {"open": "open_ground", "wood": "woods", "building": "wooden_building", "road": "dirt_road"}


def terrain(word: str, height: int = 1, *, file: str | None = None, line: int | None = None) -> Terrain:
    """The terrain that ``word`` names; a bare building takes its printed ``height`` (1 or 2).

    Raises BoardError with the nearest known word.
    """
    word = _SHORT.get(word, word)
    known = by_id()
    if word in ("wooden_building", "stone_building"):
        word = f"{word}_{height}"
    if word in known:
        return known[word]
    raise BoardError(
        f"unknown terrain {word!r}", file=file, line=line, expected=nearest(word, known) or ", ".join(sorted(known))
    )


OPEN, WALL, HEDGE, ORCHARD, DIRT_ROAD = 0, 72, 73, 63, 65
