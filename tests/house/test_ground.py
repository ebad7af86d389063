"""Rules and procedures ask for the ground as it is now, never for the terrain of the printed map."""

from __future__ import annotations

import ast
from pathlib import Path

SOURCE = Path(__file__).resolve().parents[2] / "src" / "goodorder"
LAYERS = ("rules", "flow", "odds", "bots")
READER = SOURCE / "rules" / "facts" / "ground.py"
GRID = {"adjacent", "around", "at", "distance", "edge", "hex_at", "index", "level_word", "name", "neighbours"}
GRID |= {"place_name", "ranges", "ring", "side_between", "within", "word", "words"}
"""What play never changes: names, ranges, and which hexes are neighbours."""


def printed_terrain(text: str) -> list[int]:
    """Lines on which a module takes the printed map (``st.world.map``) for more than that."""
    tree = ast.parse(text)
    above = {id(child): node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
    found = []
    for node in ast.walk(tree):
        if not (isinstance(node, ast.Attribute) and node.attr == "map"):
            continue
        world = node.value
        if (world.attr if isinstance(world, ast.Attribute) else getattr(world, "id", "")) != "world":
            continue
        user = above[id(node)]
        if not (isinstance(user, ast.Attribute) and user.attr in GRID):
            found.append(node.lineno)
    return found


def test_only_the_reader_of_the_ground_asks_for_printed_terrain() -> None:
    files = [file for layer in LAYERS for file in (SOURCE / layer).rglob("*.py") if file != READER]
    found = {str(file.relative_to(SOURCE)): printed_terrain(file.read_text(encoding="utf-8")) for file in files}
    assert len(files) > 100 and {file: lines for file, lines in found.items() if lines} == {}
    assert printed_terrain(READER.read_text(encoding="utf-8"))


def test_a_reading_of_the_printed_map_is_found_and_one_of_its_grid_is_not() -> None:
    assert printed_terrain("here = st.world.map.hex_of(loc)\n") == [1]
    assert printed_terrain("board = self.st.world.map\nread(world.map)\n") == [1, 2]
    assert printed_terrain("reach = st.world.map.distance(a, b)\nword = world.map.word(a)\n") == []
