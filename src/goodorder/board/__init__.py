"""Boards: hexes, terrain and line of sight. Knows nothing of units or rules. What draws is loaded when asked for."""

from typing import TYPE_CHECKING, Any

from goodorder.board.draw.textmap import text_map
from goodorder.board.errors import BoardError
from goodorder.board.library import board_names
from goodorder.board.map.board import Map
from goodorder.board.map.compose import Part, compose, part, parts
from goodorder.board.map.derive import Hex
from goodorder.board.map.terrain import Terrain, terrains
from goodorder.board.sight.los import Hindrance, Line, Obstruction, Verdict

if TYPE_CHECKING:
    from goodorder.board.draw.svg import svg
    from goodorder.board.map.tooltip import tooltip

__all__ = [
    "BoardError",
    "Hex",
    "Hindrance",
    "Line",
    "Map",
    "Obstruction",
    "Part",
    "Terrain",
    "Verdict",
    "board_names",
    "compose",
    "part",
    "parts",
    "svg",
    "terrains",
    "text_map",
    "tooltip",
]


def __getattr__(name: str) -> Any:
    """The picture of a map and what a hex says of itself."""
    if name == "svg":
        from goodorder.board.draw.svg import svg

        return svg
    if name == "tooltip":
        from goodorder.board.map.tooltip import tooltip

        return tooltip
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
