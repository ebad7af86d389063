"""Boards: hexes, terrain and line of sight. Knows nothing of units or rules."""

from goodorder.board.board import Map
from goodorder.board.compose import Part, compose, part, parts
from goodorder.board.derive import Hex
from goodorder.board.errors import BoardError
from goodorder.board.library import board_names
from goodorder.board.los import Hindrance, Line, Obstruction, Verdict
from goodorder.board.svg import svg
from goodorder.board.terrain import Terrain, terrains
from goodorder.board.textmap import text_map
from goodorder.board.tooltip import tooltip

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
