"""The printed map with its streams as deep as dice or the scenario made them (B20.4)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from goodorder.board import Map
from goodorder.board.map import terrain
from goodorder.board.map.derive import Hex
from goodorder.board.map.per_map_cache import once_per_map
from goodorder.data.charts import weather
from goodorder.data.charts.weather import Depth

from ..registry import builds


def stream_of(here: Hex) -> str:
    """The kind of a hex's stream, empty where it has none; a gully or a sunken road is none."""
    kinds = {row.stream for row in weather().depth.rows}
    return next((kind.id for kind in (here.depression, here.terrain) if kind is not None and kind.id in kinds), "")


@once_per_map(64)
@builds("B20.4", "B20.41", "B16.6")
def with_depth(board: Map, depth: Depth) -> Map:
    """The map with all its streams of one depth; a dry one makes the marsh beside it, and what hangs together with
    that, mudflat. Levels and lines of sight are the same.
    """
    chart = weather().depth
    stream = chart.row(depth).stream
    assert stream is not None, "refused with the scenario"
    wet = [here for here in board.hexes if stream_of(here)]
    new = [_as(here, stream) for here in wet]
    if depth == "dry":
        flat = terrain.by_id()[chart.dry_marsh]
        new += [replace(here, terrain=flat) for here in _marsh_beside(board, wet, chart.marsh)]
    return board.with_hexes(new)


def _as(here: Hex, stream: str) -> Hex:
    kind = terrain.by_id()[stream]
    ground = kind if stream_of(here) == here.terrain.id else here.terrain
    return replace(here, terrain=ground, depression=kind if here.depression is not None else None)


def _marsh_beside(board: Map, wet: Iterable[Hex], marsh: str) -> list[Hex]:
    """The marsh hexes beside these, and those that a string of marsh joins to them."""
    found: dict[int, Hex] = {}
    todo = list(wet)
    while todo:
        here = todo.pop()
        for index in board.neighbours[here.index]:
            beside = board.hexes[index] if index >= 0 else here
            if beside.terrain.id == marsh and index not in found:
                found[index] = beside
                todo.append(beside)
    return list(found.values())
