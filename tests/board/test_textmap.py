"""Text maps: what each entry makes, and what a faulty one says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from goodorder.board import BoardError, Map, text_map

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
    assert len(text_map("size 10x10").hexes) == 5 * 10 + 5 * 11


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
        ("wods C4", 1, "nearest is 'woods'"),
        ("frame C4-C5", 1, "unknown terrain 'frame'"),
        ("frame", 1, "begins no entry"),
        ("AB4 woods", 1, "AB"),
    ],
)
def test_faults_name_line_and_expectation(text: str, line: int, message: str) -> None:
    with pytest.raises(BoardError) as caught:
        text_map(text, file="case.txt")
    assert (caught.value.file, caught.value.line) == ("case.txt", line)
    assert message in str(caught.value) and caught.value.expected


EVERYTHING = """
size 12x10
gully A3 B3 C4 D4 E5
stream H1 H2 H3 H4 G5
road D2 D3 D4 D5 D6
bridge D4 stone
C7 C8 D7 river
F5 F6 marsh
building I3 I4 stone 2.5
rowhouse J6 J7 J8 stone 1.5
factory B7 B8 wooden ; stairwell B7 I4
E8 graveyard ; E9 crags; F8 wooden_rubble; F9 lumberyard
G7-G8 bocage; G8-H8 cliff ; slope E2-E3
E2 pine_woods; F1 light_woods; F2 vineyard; F3 stone_market
H4 woods
elevated_road K2 K3 K4
sunken_road K7 K8 K9
path G1 G2 G3 ; G2 woods
runway J2 J3 ; K5 stone_building 3.5 ; L5 wooden_building 1.5
"""


@pytest.fixture(scope="module")
def everything() -> Map:
    return text_map(EVERYTHING)


def test_the_example_keeps_its_pixels() -> None:
    assert text_map(EXAMPLE).raster.digest() == "c5d0befae180968e"


@pytest.mark.parametrize(
    ("name", "terrain", "level"),
    [
        ("B3", "gully", -1),
        ("H2", "shallow_stream", -1),
        ("H4", "woods", -1),
        ("C8", "river", -1),
        ("F5", "marsh", 0),
        ("I3", "stone_building_2", 0),
        ("J7", "stone_building_1_5", 0),
        ("K5", "stone_building_3", 0),
        ("L5", "wooden_building_1_5", 0),
        ("B8", "wooden_factory_1_5", 0),
        ("F3", "stone_market", 0),
        ("E8", "graveyard", 0),
        ("F8", "wooden_rubble", 0),
        ("F9", "lumberyard", 0),
        ("E2", "pine_woods", 0),
        ("K3", "elevated_road", 1),
        ("K8", "sunken_road", -1),
        ("J3", "runway", 0),
        ("G2", "woods", 0),
        ("D3", "open_ground", 0),
        ("B9", "open_ground", 0),
    ],
)
def test_every_kind_of_terrain_can_be_said(everything: Map, name: str, terrain: str, level: int) -> None:
    here = everything.hex(name)
    assert (here.terrain.id, here.level) == (terrain, level)


def test_a_bridge_lies_over_its_gully(everything: Map) -> None:
    here = everything.hex("D4")
    assert here.bridge is not None and here.bridge.id == "stone_bridge"
    assert here.depression is not None and here.level == 0 and here.roads[0] and here.roads[3]
    assert everything.hex("D3").bridge is None


def test_two_hexes_of_water_have_no_dry_strip(everything: Map) -> None:
    a, b = everything.hex("C7"), everything.hex("C8")
    assert set(everything.raster.levels[int(a.y) : int(b.y), int(a.x)].tolist()) == {-1}


def test_stairwells_bars_cliffs_slopes_and_paths(everything: Map) -> None:
    assert everything.hex("I4").stairwell and not everything.hex("I3").stairwell
    assert everything.hex("J7").bars == (True, False, False, True, False, False)
    assert not any(everything.hex("I3").bars)
    assert everything.hex("G8").cliffs[1] or everything.hex("G8").cliffs[2]
    assert everything.hex("E2").slopes[3] and everything.hex("E3").slopes[0] and not any(everything.hex("E4").slopes)
    assert everything.hex("G2").paths == (True, False, False, True, False, False) and not everything.hex("G2").road


def test_a_gully_of_one_hex() -> None:
    board = text_map("gully E5")
    assert [h.name for h in board.hexes if h.depression is not None] == ["E5"]


def test_water_on_a_hill_lies_below_the_hill() -> None:
    assert text_map("E5 level 2; E5 water").hex("E5").level == 1


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("guly C4 C5", "nearest is 'gully'"),
        ("gully C4 C6", "each hex next to the one before"),
        ("gully C4 stone", "gully HEX HEX"),
        ("gully C4 C5\nbridge C5", "a road through its hexes"),
        ("road C4 C5\nbridge C5 rope", "wooden|stone"),
        ("stairwell", "stairwell HEX HEX"),
        ("slope C4", "HEX-HEX"),
        ("slope", "slope HEX-HEX"),
        ("C4 dirt_road", "[[road]]"),
        ("C4 stone_factory 4.5", "1.5 or 2.5"),
        ("rowhouse C4 C5 brick", "rowhouse HEX HEX"),
        ("C4-C5 woods", "wall, hedge, bocage, cliff"),
    ],
)
def test_faults_of_the_newer_entries(text: str, message: str) -> None:
    with pytest.raises(BoardError) as caught:
        text_map(text)
    assert message in caught.value.expected and caught.value.line == text.count("\n") + 1


def test_the_map_in_the_documents() -> None:
    text = (Path(__file__).parents[2] / "docs" / "boards.md").read_text("utf-8")
    example = re.search(r"```\n(size 9x8.*?)```", text, re.DOTALL)
    assert example is not None
    board = text_map(example[1])
    assert board.hex("F2").bridge is not None and board.hex("D2").cliffs[3] and board.hex("E7").bars[4]


@pytest.mark.parametrize(
    ("said", "usual"),
    [
        ("woods C4 D5", "C4 D5 woods"),
        ("wall C4-C5, C5-C6", "C4-C5 wall ; C5-C6 wall"),
        ("C4 hill 2 ; D5 hill ; E5 valley", "C4 level 2 ; D5 level 1 ; E5 level -1"),
        ("level 1 C4", "C4 level 1"),
        ("C4 stone house ; D5 wooden building 2", "C4 stone_building ; D5 wooden_building 2"),
        ("light woods C4 ; C5-C6 cactus hedge", "C4 light_woods ; C5-C6 cactus_hedge"),
        ("C4 C5 C6 road ; sunken road E4 E5", "road C4 C5 C6 ; sunken_road E4 E5"),
        ("stream_woods C4 C5 ; E4 stream brush", "C4 C5 woods ; stream C4 C5 ; E4 brush ; stream E4"),
        ("building_stone C4 ; D5 rubble_wooden ; E5 water_obstacle", "C4 stone_building ; D5 wooden_rubble ; E5 water"),
    ],
)
def test_terrain_first_and_plain_words(said: str, usual: str) -> None:
    assert text_map(said).digest == text_map(usual).digest
