"""Terrain as data: what each depiction costs, protects and does to a line of sight."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Literal

import msgspec

from goodorder.board.errors import BoardError, nearest

Los = Literal["none", "obstacle", "hindrance", "half_obstacle", "depression"]
Category = Literal[
    "OPEN",
    "WATER",
    "ROAD",
    "WOODS",
    "OTHER",
    "BUILDING",
    "FACTORY",
    "MARKETPLACE",
    "HEXSIDE",
    "DEPRESSION",
    "BRIDGE",
    "ENTRENCHMENT",
]


class Terrain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One kind of terrain.

    ``height`` is in levels above the ground it stands on, ``half`` adds half a level, which for a building with
    ``storeys`` counts only where upper levels do. Above ``split`` (in levels) ``obstacle`` and ``hindrance_los``
    say how it meets a line, below it ``lower_obstacle`` and ``lower_hindrance`` (an orchard: hindrance below,
    obstacle above, B14.2). ``hindrance`` is the DRM for a line through it (A6.7). ``bar`` marks a wall between
    hexes that is drawn as part of a building. ``mf`` is what Infantry pays to enter (grain costs one and a half,
    B15.4; a hexside adds its ``mf`` to the hex); ``mf_all`` means the whole allotment. ``tem`` is the DRM for
    Direct Fire, ``indirect`` for Indirect Fire. ``skirted``: Infantry may Bypass it though its ``category`` is neither
    woods nor a building. ``los_only``: the rest of its rules isn't built.
    """

    code: int
    id: str
    name: str
    vasl_name: str
    rule: str
    category: Category = "OPEN"
    height: int = 0
    half: bool = False
    storeys: bool = False
    obstacle: bool = False
    hindrance_los: bool = False
    inherent: bool = False
    split: float = 0
    lower_obstacle: bool = False
    lower_hindrance: bool = False
    bar: bool = False
    tem: int = 0
    indirect: int = 0
    hindrance: int = 0
    mf: float = 0
    mf_all: bool = False
    open_ground: bool = False
    rally_bonus: bool = False
    rout_destination: bool = False
    concealment: bool = False
    road: bool = False
    stone: bool = False
    skirted: bool = False
    los_only: bool = False

    @property
    def los(self) -> Los:
        """How it meets a line at its own ground level."""
        if self.category == "DEPRESSION":
            return "depression"
        if self.split:
            return "obstacle" if self.lower_obstacle else "hindrance" if self.lower_hindrance else "none"
        if self.obstacle:
            return "half_obstacle" if self.half and not self.height else "obstacle"
        return "hindrance" if self.hindrance_los else "none"

    @property
    def upper(self) -> Los | None:
        """How it meets a line from above its own ground, None where that is the same as ``los``."""
        above: Los = "obstacle" if self.obstacle else "hindrance" if self.hindrance_los else "none"
        return above if self.split and above != self.los else None

    @property
    def building(self) -> bool:
        """Whether it is a building (B23), bars included."""
        return self.category in ("BUILDING", "FACTORY", "MARKETPLACE")

    @property
    def hexside(self) -> bool:
        """Whether it stands on hexsides and not in hexes."""
        return self.category == "HEXSIDE" or self.bar

    @property
    def depression(self) -> bool:
        """Whether it lies below the ground around it (A6.3)."""
        return self.category == "DEPRESSION"

    @property
    def bridge(self) -> bool:
        """Whether it is a bridge with a Location below it (B6)."""
        return self.category == "BRIDGE"

    @property
    def grown(self) -> bool:
        """Whether it is woods, brush or grain, which add to what a building in their hex costs and covers (A2.4)."""
        return self.rule.partition(".")[0] in ("B12", "B13", "B15", "B35") and self.concealment

    @property
    def water(self) -> bool:
        """Whether it is a Water Obstacle (B21)."""
        return self.category == "WATER"


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


_SHORT = {
    "open": "open_ground",
    "wood": "woods",
    "road": "dirt_road",
    "stream": "shallow_stream",
    "pond": "water",
    "crag": "crags",
    "field": "plowed_field",
    "rubble": "stone_rubble",
    "bar": "rowhouse_wall",
    "rubble_stone": "stone_rubble",  # this and what follows: as the Terrain Chart lists them
    "rubble_wooden": "wooden_rubble",
    "water_obstacle": "water",
    "tower_hex": "tower_1",
}
_STOREYS = {1.0: "1", 1.5: "1_5", 2.0: "2", 2.5: "2", 3.0: "3", 3.5: "3", 4.0: "4", 4.5: "4"}
HEIGHTS = tuple(f"{height:g}" for height in _STOREYS)
"""Heights that a building can be printed with; 2 says the same as 2.5, the height as an obstacle in full (B23.2)."""
HOUSES = ("building", "factory", "market")


def house(material: str, kind: str = "building", height: float = 1) -> Terrain | None:
    """The building of a material (wooden or stone), kind (one of HOUSES) and height, None if there is none."""
    if kind == "market":
        return by_id().get(f"{material}_market")
    storeys = _STOREYS.get(height)
    if kind == "factory" and height >= 2:
        storeys = {2.0: "2_5", 2.5: "2_5"}.get(height)
    return by_id().get(f"{material}_{kind}_{storeys}")


def named(word: str) -> bool:
    """Whether a terrain has this id or short word."""
    return word in by_id() or word in _SHORT


def terrain(word: str, height: float = 1, *, file: str | None = None, line: int | None = None) -> Terrain:
    """The terrain that ``word`` names; a bare building or factory takes its printed ``height`` in levels.

    Raises BoardError with the nearest known word.
    """
    word = _SHORT.get(word, "wooden_building" if word == "building" else word)
    material, _, kind = word.partition("_")
    if kind in HOUSES and (material in ("wooden", "stone") or height != 1):
        found = house(material, kind, 1.5 if kind == "factory" and height == 1 else height)
        if found is None:
            raise BoardError(f"no {kind} has height {height:g}", file=file, line=line, expected="1.5 or 2.5")
        return found
    known = by_id()
    if word in known:
        return known[word]
    words = [*known, *_SHORT, "wooden_building", "stone_building", "stone_factory", "wooden_factory"]
    raise BoardError(
        f"unknown terrain {word!r}", file=file, line=line, expected=nearest(word, words) or ", ".join(sorted(words))
    )


OPEN, WALL, HEDGE, CLIFF, ORCHARD, DIRT_ROAD = 0, 72, 73, 75, 63, 65
EMBANKMENT, PARTIAL_ORCHARD = 157, 200
