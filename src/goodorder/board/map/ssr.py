"""Terrain changes that a scenario's special rules make on a board, by the names scenario cards use.

A change is made on the raster as printed, before cropping and turning; hex facts are derived afterwards. The names
stand in ``data/board_rules.toml``.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from importlib.resources import files

import msgspec
import numpy as np
import numpy.typing as npt

from goodorder.board.errors import BoardError, nearest
from goodorder.board.map import terrain as t
from goodorder.board.map.geometry import hexes_of_pixels
from goodorder.board.map.raster import Raster

Mask = npt.NDArray[np.bool_]

_FROM_TO = re.compile(r"(?P<a>[A-Z][A-Za-z]*?)(?P<here>_?\d)?To(?P<b>[A-Z][A-Za-z]*?)(?P<there>_?\d)?")


class _Rules(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    version: int
    none: tuple[str, ...]
    shape: tuple[str, ...]
    words: dict[str, str]
    change: dict[str, tuple[tuple[str, str], ...]]


@cache
def _rules() -> _Rules:
    return msgspec.toml.decode(files("goodorder.data").joinpath("board_rules.toml").read_bytes(), type=_Rules)


def rule_names() -> list[str]:
    """The rules that have a name of their own; others are read from words, as ``BrushToWoods``."""
    rules = _rules()
    return sorted({*rules.none, *rules.shape, *rules.change})


def known(name: str) -> bool:
    """Whether a rule of that name can be carried out."""
    return name in rule_names() or _spoken(name) is not None


def changed(raster: Raster, names: Iterable[str]) -> Raster:
    """The raster after the named rules, in their order; raises BoardError with the nearest name for an unknown one."""
    rules = _rules()
    names = list(names)
    for name in names:
        if name in rules.none:
            continue
        if name in rules.change:
            raster = change(raster, {_code(a): _code(b) for a, b in rules.change[name]})
        elif name in rules.shape:
            raster = _SHAPES[name](raster)
        elif (spoken := _spoken(name)) is not None:
            raster = spoken(raster)
        else:
            hint = nearest(name, [*rule_names(), *(f"{a}To{b}" for a in rules.words for b in rules.words)])
            raise BoardError(f"no special rule for terrain is called {name!r}", expected=hint or "such as NoGrain")
    if _JUNGLE & set(names):
        raster = change(raster, {_code("woods"): _code("light_jungle")})
    return raster


_JUNGLE = {"PalmTrees", "LightJungle", "DenseJungle", "Bamboo", "SwampToSwampPattern"}


def _code(terrain: str) -> int:
    return t.by_id()[terrain].code


def _spoken(name: str) -> Callable[[Raster], Raster] | None:
    """The change that a name such as Level4ToLevel2, WoodsToLevel0, Level_1ToGrain or BrushToWoods speaks of."""
    match = _FROM_TO.fullmatch(name)
    if match is None:
        return None
    words = _rules().words
    a, b = match["a"], match["b"]
    here, there = (int(n.replace("_", "-")) if n else None for n in (match["here"], match["there"]))
    if a == "Level" and here is not None:
        if b == "Level" and there is not None:
            return lambda raster: relevel(raster, here, there)
        if b in words and there is None:
            return lambda raster: level_to_terrain(raster, here, _code(words[b]))
    elif a in words and b == "Level" and there is not None:
        if here is None:
            return lambda raster: terrain_to_level(raster, _code(words[a]), there)
        if here == there:
            return lambda raster: clear(raster, _code(words[a]), here)
        return lambda raster: terrain_to_level(raster, _code(words[a]), there, at=here)
    elif a in words and b in words and here is None and there is None:
        return lambda raster: change(raster, {_code(words[a]): _code(words[b])})
    return None


def change(raster: Raster, codes: dict[int, int]) -> Raster:
    """Every pixel of one terrain becomes another; all at once, so that a code may be both old and new."""
    table = np.arange(256, dtype=np.uint8)
    for old, new in codes.items():
        table[old] = new
    return raster._replace(codes=table[raster.codes])


def relevel(raster: Raster, old: int, new: int) -> Raster:
    """Ground at level ``old`` is at ``new``."""
    return raster._replace(levels=np.where(raster.levels == old, new, raster.levels).astype(np.int8))


def terrain_to_level(raster: Raster, code: int, level: int, at: int | None = None) -> Raster:
    """The terrain becomes open ground at a level; with ``at`` only where it lies at that level now."""
    return _painted(raster, (raster.codes == code) & ((raster.levels == at) | (at is None)), t.OPEN, level)


def level_to_terrain(raster: Raster, level: int, code: int) -> Raster:
    """Ground at a level is at level 0 and covered with a terrain."""
    return _painted(raster, raster.levels == level, code, 0)


def clear(raster: Raster, code: int, level: int) -> Raster:
    """The terrain becomes open ground where it lies at the level, which stays."""
    return _painted(raster, (raster.codes == code) & (raster.levels == level), t.OPEN)


def _painted(raster: Raster, where: Mask, code: int, level: int | None = None) -> Raster:
    codes = raster.codes.copy()
    codes[where] = code
    if level is None:
        return raster._replace(codes=codes)
    levels = raster.levels.copy()
    levels[where] = level
    return raster._replace(codes=codes, levels=levels)


def _of(raster: Raster, wanted: Callable[[t.Terrain], bool]) -> Mask:
    """The pixels of such terrain."""
    return np.isin(raster.codes, [kind.code for kind in t.terrains() if wanted(kind)])


def _discs(raster: Raster, hexes: Iterable[int]) -> Iterator[tuple[int, Mask]]:
    """For each hex the pixels within a third of a hex's height of its aiming pixel."""
    radius = raster.layout.hex_height / 3
    y, x = np.ogrid[: raster.height, : raster.width]
    for index in hexes:
        ax, ay = raster.geometry.aim[index]
        yield index, (x - ax) ** 2 + (y - ay) ** 2 <= radius * radius


def no_stairwells(raster: Raster) -> Raster:
    """No hex has a printed stairwell; houses of one upper level keep the stairs inside them (B23.22)."""
    return raster._replace(marks=msgspec.structs.replace(raster.marks, stairways=frozenset()))


def no_bridge(raster: Raster) -> Raster:
    """Bridges are gone: what they crossed runs on under them, at its own level.

    Beneath a bridge lies what its hex holds most of depressions and water, a gully where it holds neither.
    """
    bridge, below = _of(raster, lambda kind: kind.bridge), _of(raster, lambda kind: kind.depression or kind.water)
    where = hexes_of_pixels(raster.geometry)
    codes, levels = raster.codes.copy(), raster.levels.copy()
    aims = raster.geometry.aim
    for index in np.unique(where[bridge & (where >= 0)]).tolist():
        own = where == index
        crossed = own & below
        if crossed.any():
            code = int(np.bincount(raster.codes[crossed]).argmax())
            level = int(raster.levels[crossed & (raster.codes == code)].min())
        else:
            code, level = _code("gully"), int(raster.levels[own & bridge].min()) - 1
        gone = own & bridge
        if bridge[aims[index][1], aims[index][0]]:
            gone |= next(_discs(raster, [index]))[1] & ~_of(raster, lambda kind: kind.hexside)
        codes[gone], levels[gone] = code, level
    return raster._replace(codes=codes, levels=levels)


def bridge_to_ford(raster: Raster) -> Raster:
    """As without bridges, but where a bridge crossed water lies a ford."""
    found = no_bridge(raster)
    forded = (found.codes != raster.codes) & _of(found, lambda kind: kind.water)
    return _painted(found, forded, _code("ford"))


def no_woods_roads(raster: Raster) -> Raster:
    """Woods close over the middle of each hex in which a road runs through woods."""
    codes = raster.codes.copy()
    where = hexes_of_pixels(raster.geometry)
    road, woods = _of(raster, lambda kind: kind.road), _of(raster, lambda kind: kind.category == "WOODS")
    size = raster.geometry.size
    inside = np.bincount(where[woods & (where >= 0)], minlength=size)
    beside = np.bincount(where[~road & (where >= 0)], minlength=size)
    at = raster.geometry.aim
    hexes = np.flatnonzero(road[at[:, 1], at[:, 0]] & (2 * inside > beside)).tolist()
    for index, disc in _discs(raster, hexes):
        kind = np.bincount(raster.codes[(where == index) & woods]).argmax()
        codes[disc & (where == index)] = kind
    return raster._replace(codes=codes)


def _whole_hexes(raster: Raster, old: str, new: str) -> Raster:
    """Terrain becomes other terrain, which fills each hex whose aiming pixel shows it; water stays."""
    code = _code(old)
    where = hexes_of_pixels(raster.geometry)
    at = raster.geometry.aim
    centred = raster.codes[at[:, 1], at[:, 0]] == code
    filled = (where >= 0) & centred[np.maximum(where, 0)] & ~_of(raster, lambda kind: kind.water)
    return _painted(raster, filled | (raster.codes == code), _code(new))


def dense_jungle(raster: Raster) -> Raster:
    """Woods are dense jungle, which fills its hexes (G2.2)."""
    return _whole_hexes(raster, "woods", "dense_jungle")


def bamboo(raster: Raster) -> Raster:
    """Brush is bamboo, which fills its hexes (G3)."""
    return _whole_hexes(raster, "brush", "bamboo")


def palm_trees(raster: Raster) -> Raster:
    """Orchards are palm trees (G4)."""
    return change(raster, {_code("orchard"): _code("palm_trees")})


def swamp(raster: Raster) -> Raster:
    """Marsh is swamp in hexes beside woods or jungle (G7)."""
    where, geometry = hexes_of_pixels(raster.geometry), raster.geometry
    seen = raster.codes[geometry.aim[:, 1], geometry.aim[:, 0]]
    wooded = np.isin(seen, [_code(kind) for kind in ("woods", "light_jungle", "dense_jungle")])
    beside = (wooded[np.maximum(geometry.neighbours, 0)] & (geometry.neighbours >= 0)).any(axis=1)
    marsh = raster.codes == _code("marsh")
    wet = (where >= 0) & (beside & (seen == _code("marsh")))[np.maximum(where, 0)]
    return _painted(raster, marsh & wet, _code("swamp"))


def _as_it_is(raster: Raster) -> Raster:
    return raster


_SHAPES: dict[str, Callable[[Raster], Raster]] = {
    "NoStairwells": no_stairwells,
    "NoBridge": no_bridge,
    "BridgeToFord": bridge_to_ford,
    "RoadsToPaths": no_woods_roads,
    "NoWoodsRoads": no_woods_roads,
    "PalmTrees": palm_trees,
    "LightJungle": _as_it_is,
    "DenseJungle": dense_jungle,
    "Bamboo": bamboo,
    "SwampToSwampPattern": swamp,
}
