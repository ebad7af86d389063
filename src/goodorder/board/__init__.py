"""Boards: hexes, terrain and line of sight. Knows nothing of units or rules."""

from goodorder.board.draw.svg import svg
from goodorder.board.draw.textmap import text_map
from goodorder.board.errors import BoardError
from goodorder.board.library import board_names
from goodorder.board.map.board import Map
from goodorder.board.map.compose import Part, compose, part, parts
from goodorder.board.map.derive import Hex
from goodorder.board.map.terrain import Terrain, terrains
from goodorder.board.map.tooltip import tooltip
from goodorder.board.sight.los import Hindrance, Line, Obstruction, Verdict

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
