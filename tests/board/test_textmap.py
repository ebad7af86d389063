"""Text maps: what each entry makes, and what a faulty one says."""

from __future__ import annotations

import pytest

from goodorder.board import BoardError, text_map

EXAMPLE = """
size 9x8                          # columns x rows
C4 stone_building 2
E5 level 1 ; E5-E6 wall ; E3-F3 hedge
road A5 B5 C5 D5
building G4 G5 H5 wooden 2
B7 C7 woods ; H2 orchard ; G2 brush; I8 grain
"""


def test_the_documented_example() -> None:
    board = text_map(EXAMPLE)
    kinds = {name: board.hex(name).terrain.id for name in ("C4", "G4", "H5", "B7", "H2", "G2", "I8", "A1")}
    assert kinds == {
        "C4": "stone_building_2",
        "G4": "wooden_building_2",
        "H5": "wooden_building_2",
        "B7": "woods",
        "H2": "orchard",
        "G2": "brush",
        "I8": "grain",
        "A1": "open_ground",
    }
    assert board.hex("E5").level == 1 and board.hex("E6").level == 0
    side = board.hex("E5").sides[3]
    assert side is not None and side.id == "wall" and board.hex("E6").sides[0] == side
    assert {board.hexes[i].name for i in board.buildings[board.hex("G4").building]} == {"G4", "G5", "H5"}
    assert board.hex("C4").building != board.hex("G4").building
    assert board.hex("B5").road and board.hex("B5").terrain.id == "open_ground"


def test_neighbouring_buildings_are_apart_unless_joined() -> None:
    apart, joined = text_map("C4 C5 stone_building"), text_map("building C4 C5 stone")
    assert apart.hex("C4").building != apart.hex("C5").building
    assert joined.hex("C4").building == joined.hex("C5").building


def test_a_road_through_woods_is_woods_with_a_road() -> None:
    board = text_map("C4 woods; road C3 C4 C5")
    assert board.hex("C4").terrain.id == "woods" and board.hex("C4").roads == (True, False, False, True, False, False)


def test_default_size() -> None:
    assert len(text_map("").hexes) == 5 * 10 + 5 * 11


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("C4 wods", 1, "nearest is 'woods'"),
        ("\nsize 9", 2, "size 9x8"),
        ("size 900x8", 1, "2 to 66"),
        ("C44 woods", 1, "off the map"),
        ("C4", 1, "without terrain"),
        ("C4 level high", 1, "-2 to 8"),
        ("C4-C6 wall", 1, "not neighbours"),
        ("C4-C5 woods", 1, "no hexside terrain"),
        ("C4 wall", 1, "HEX-HEX wall"),
        ("road C4", 1, "road HEX HEX"),
        ("road C4 C6", 1, "leaps"),
        ("building C4 brick", 1, "stone|wooden"),
        ("C3 woods\nC4 stone_building 9", 2, "height 1 1.5 2"),
        ("woods C4", 1, "begins no entry"),
        ("AB4 woods", 1, "AB"),
    ],
)
def test_faults_name_line_and_expectation(text: str, line: int, message: str) -> None:
    with pytest.raises(BoardError) as caught:
        text_map(text, file="case.txt")
    assert (caught.value.file, caught.value.line) == ("case.txt", line)
    assert message in str(caught.value) and caught.value.expected
