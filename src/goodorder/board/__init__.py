"""Boards: hexes, terrain and line of sight. Knows nothing of units or rules."""

from goodorder.board.board import Map
from goodorder.board.derive import Hex
from goodorder.board.errors import BoardError
from goodorder.board.los import Hindrance, Obstruction, Verdict
from goodorder.board.terrain import Terrain, terrains
from goodorder.board.textmap import text_map

__all__ = ["BoardError", "Hex", "Hindrance", "Map", "Obstruction", "Terrain", "Verdict", "terrains", "text_map"]
