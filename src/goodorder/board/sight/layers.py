"""What play puts on a map that lines of sight meet: SMOKE, Blazes, vehicles, wrecks, rubble, fallen trees.

These are values; :mod:`goodorder.board.sight.layers_sight` judges lines by them. Locations are those of the map as
printed.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Literal, get_args

import msgspec

from goodorder.board.errors import BoardError
from goodorder.board.map.board import Map
from goodorder.board.sight.sight_layers import blocked_road, rubbled, rubbled_above
from goodorder.data.citations import builds

SmokeKind = Literal[
    "smoke", "smoke_dispersed", "smoke_grenade", "wp", "wp_dispersed", "wp_grenade", "smoke_drift", "wp_drift"
]
BlazeKind = Literal["blaze", "burning_wreck"]
VehicleKind = Literal["afv", "wreck", "unarmored"]
Wind = Literal["none", "mild_breeze", "heavy"]
SMOKE_KINDS: tuple[SmokeKind, ...] = get_args(SmokeKind)
BLAZE_KINDS: tuple[BlazeKind, ...] = get_args(BlazeKind)
WINDS: tuple[Wind, ...] = get_args(Wind)


class Smoke(msgspec.Struct, frozen=True):
    """A SMOKE counter in a Location (A24).

    ``strength`` is its Hindrance where that is not its kind's own; below the level ``floor``, from which it drifts, it
    hinders nothing (A24.61).
    """

    location: int
    kind: SmokeKind = "smoke"
    strength: int = 0
    floor: int | None = None


class Blaze(msgspec.Struct, frozen=True):
    """A terrain Blaze in a Location, or a burning wreck, which is a Blaze counter on a wreck (B25.14)."""

    location: int
    kind: BlazeKind = "blaze"


class Vehicle(msgspec.Struct, frozen=True):
    """A vehicle or wreck in a Location; ``side`` is the hexside that it Bypasses (D9.4).

    ``afv`` and ``wreck`` hinder; ``unarmored`` is a vehicle that is neither.
    """

    location: int
    kind: VehicleKind = "afv"
    side: int | None = None


class Rubble(msgspec.Struct, frozen=True):
    """Rubble in a hex, of stone or wood, from a building level on (B24); 0 is the ground."""

    hex: int
    stone: bool
    level: int = 0


class Fallen(msgspec.Struct, frozen=True):
    """Trees felled across a road hexside, a roadblock (B29); without ``side`` those of a Trail Break (B13.421)."""

    hex: int
    side: int | None = None


class Layers(msgspec.Struct, frozen=True):
    """Everything that play has laid on a map. In a mild breeze Blazes smoke lower, in heavy wind nothing does."""

    smoke: tuple[Smoke, ...] = ()
    blazes: tuple[Blaze, ...] = ()
    vehicles: tuple[Vehicle, ...] = ()
    rubble: tuple[Rubble, ...] = ()
    fallen: tuple[Fallen, ...] = ()
    wind: Wind = "none"


class _Blazes(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    blaze: int
    burning_wreck: int
    height_in_mild_breeze: int

    def of(self, kind: BlazeKind) -> int:
        return self.blaze if kind == "blaze" else self.burning_wreck


class Figures(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hindrances and heights in levels, from ``data/los_layers.toml``."""

    version: int
    afv_or_wreck: int
    height: dict[str, int]
    blaze: _Blazes


@cache
def figures() -> Figures:
    """The figures of the data file."""
    return msgspec.toml.decode(files("goodorder.data").joinpath("los_layers.toml").read_bytes(), type=Figures)


@builds("A24.4")
def smoke_height(kind: SmokeKind | BlazeKind, wind: Wind) -> int:
    """Levels that SMOKE rises above its Location (A24.4, B25.2)."""
    if kind in BLAZE_KINDS and wind == "mild_breeze":
        return figures().blaze.height_in_mild_breeze
    return figures().height[kind]


def changed_map(board: Map, layers: Layers) -> Map:
    """The map with the rubble and roadblocks of the layers, its Locations numbered as before; the same map where there
    are none.

    Raises BoardError for rubble that can't lie there.
    """
    raster = board.raster
    ground = {r.hex: r.stone for r in layers.rubble if r.level == 0}
    if ground:
        raster = rubbled(raster, ground)
    for r in layers.rubble:
        if r.level and r.hex not in ground:
            raster = rubbled_above(raster, r.hex, r.level)
    for tree in layers.fallen:
        if tree.side is not None:
            raster = blocked_road(raster, tree.hex, tree.side)
    if raster is board.raster:
        return board
    names = [h.name for h in board.hexes]
    changed = Map(board.name, raster, names, svg=board.drawing, others=board.others, printed=board)
    return changed.of_hexes if board.of_hexes is board else changed


def read(board: Map, line: str) -> Layers | None:
    """The layer that a line such as ``blaze at C4``, ``wreck at C5 side 2`` or ``rubble at D4/1`` names.

    None where its first word is of no layer; raises BoardError where the rest can't be read.
    """
    words = line.split()
    if words[:1] == ["wind"]:
        for wind in WINDS:
            if words[1:] == [wind]:
                return Layers(wind=wind)
        raise BoardError(f"wind {' '.join(words[1:])!r} is unknown", expected=", ".join(WINDS))
    kind = "_".join(words[: words.index("at")]) if "at" in words else (words or [""])[0]
    if kind not in WORDS:
        return None
    place, side = _place(line, words)
    name, _, level = place.partition("/")
    h = board.index(name)
    if kind in ("rubble", "stone_rubble", "wooden_rubble"):
        stone = board.hexes[h].terrain.stone if kind == "rubble" else kind == "stone_rubble"
        if kind == "rubble" and not board.hexes[h].terrain.building:
            raise BoardError(f"{name} has no building to fall", expected="stone_rubble or wooden_rubble")
        if level and not level.isdecimal():
            raise BoardError(f"level {level!r} is no number", expected=f"{name}/1")
        return Layers(rubble=(Rubble(h, stone, int(level or 0)),))
    if kind in ("fallen_trees", "trail_break"):
        return Layers(fallen=(Fallen(h, side),))
    at = board.place(h, level)
    for smoke in SMOKE_KINDS:
        if kind == smoke:
            return Layers(smoke=(Smoke(at, smoke),))
    for blaze in BLAZE_KINDS:
        if kind == blaze:
            return Layers(blazes=(Blaze(at, blaze),))
    vehicle: VehicleKind = "afv" if kind == "afv" else "wreck" if kind == "wreck" else "unarmored"
    return Layers(vehicles=(Vehicle(at, vehicle, side),))


def _place(line: str, words: list[str]) -> tuple[str, int | None]:
    rest = words[words.index("at") + 1 :] if "at" in words else []
    if len(rest) == 1:
        return rest[0], None
    if len(rest) == 3 and rest[1] == "side" and rest[2] in list("012345"):
        return rest[0], int(rest[2])
    raise BoardError(f"{line!r} is not understood", expected="KIND at HEX[/LEVEL] [side N]")


WORDS = (
    *(kind for kind in SMOKE_KINDS if kind != "smoke_grenade"),
    *BLAZE_KINDS,
    "afv",
    "wreck",
    "vehicle",
    "rubble",
    "stone_rubble",
    "wooden_rubble",
    "fallen_trees",
    "trail_break",
    "wind",
)
"""Words that name a layer; the smoke grenade of the game is a counter of its own."""


def merged(parts: list[Layers]) -> Layers:
    """Several layers as one; of two winds the last."""
    wind: Wind = "none"
    for part in parts:
        wind = part.wind if part.wind != "none" else wind
    return Layers(
        tuple(one for part in parts for one in part.smoke),
        tuple(one for part in parts for one in part.blazes),
        tuple(one for part in parts for one in part.vehicles),
        tuple(one for part in parts for one in part.rubble),
        tuple(one for part in parts for one in part.fallen),
        wind,
    )
