"""The board language: what each entry makes of the hexes, and what a faulty one says."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from goodorder.board import BoardError, Map
from goodorder.board.draw.draw import Painter, read_board
from goodorder.board.draw.draw_check import check, template
from goodorder.board.map.terrain import EMBANKMENT, PARTIAL_ORCHARD, Terrain, terrains

HEAD = 'name = "t"\ntitle = "T"\ncolumns = 13\nrows = 8\n'


def made(text: str) -> Map:
    return Map("t", Painter(read_board((HEAD + text).encode(), "t.toml"), "t.toml").paint())


def faults(text: str, tmp_path_factory: pytest.TempPathFactory) -> list[tuple[str, str]]:
    file = tmp_path_factory.mktemp("board") / "t.toml"
    file.write_text(HEAD + text, "utf-8")
    return check(file)


AREAS = [
    "woods", "pine_woods", "forest", "light_woods", "brush", "vineyard", "orchard", "bare_orchard", "olive_grove",
    "cactus_patch", "grain", "plowed_field", "marsh", "mudflat", "crags", "graveyard", "lumberyard", "stone_rubble",
    "wooden_rubble", "debris", "shellholes", "water", "river", "canal", "shallow_river", "ford", "trench",
]  # fmt: skip


@pytest.mark.parametrize("terrain", AREAS)
def test_an_area_governs_its_hexes_and_no_others(terrain: str) -> None:
    board = made(f'[[area]]\nterrain = "{terrain}"\nhexes = ["E4", "E5", "F4"]')
    assert {h.name for h in board.hexes if h.terrain.id == terrain} == {"E4", "E5", "F4"}


@pytest.mark.parametrize("terrain", ["water", "river", "canal", "ford"])
def test_water_lies_one_level_below_the_land(terrain: str) -> None:
    board = made(
        '[[level]]\nlevel = 1\nhexes = ["D3..D5", "E3..E6", "F3..F5"]\n'
        f'[[area]]\nterrain = "{terrain}"\nhexes = ["E4", "E5"]'
    )
    assert [board.hex(name).level for name in ("E4", "E5", "E3", "B3")] == [0, 0, 1, 0]


def test_a_marsh_is_at_the_level_of_the_land() -> None:
    assert made('[[area]]\nterrain = "marsh"\nhexes = ["E4"]').hex("E4").level == 0


def test_a_mere_and_a_river_meet_without_a_dry_strip() -> None:
    board = made('[[area]]\nterrain = "water"\nhexes = ["E4"]\n[[area]]\nterrain = "river"\nhexes = ["E5"]')
    here = board.hex("E4")
    column = board.raster.levels[int(here.y) : int(board.hex("E5").y), int(here.x)]
    assert set(column.tolist()) == {-1}


@pytest.mark.parametrize("terrain", ["gully", "dry_stream", "shallow_stream", "deep_stream", "wadi"])
def test_a_depression_runs_through_its_hexes(terrain: str) -> None:
    board = made(f'[[depression]]\nterrain = "{terrain}"\nhexes = ["C3", "D3", "E4", "E5"]')
    for name in ("C3", "D3", "E4", "E5"):
        here = board.hex(name)
        assert (here.depression and here.depression.id, here.level) == (terrain, -1), name
    assert board.hex("D3").depression_sides == (False, False, True, False, False, True)
    assert board.hex("D4").depression is None and board.hex("D4").level == 0


def test_a_gully_runs_off_the_board_at_its_upper_edge_only_from_a_full_hex() -> None:
    board = made('[[depression]]\nhexes = ["E1", "E2"]')
    assert board.hex("E1").depression_sides[0]
    inside = made('[[depression]]\nhexes = ["E2", "E3"]')
    assert not inside.hex("E2").depression_sides[0]


def test_a_gully_through_woods_is_woods_with_a_depression() -> None:
    board = made('[[area]]\nterrain = "woods"\nhexes = ["D3", "C3", "D2"]\n[[depression]]\nhexes = ["C3", "D3", "E4"]')
    here = board.hex("D3")
    assert here.terrain.id == "woods" and here.depression is not None and here.level == -1


def test_a_stream_takes_up_a_gully_and_not_the_other_way_round() -> None:
    board = made(
        '[[depression]]\nterrain = "shallow_stream"\nhexes = ["C3", "D3", "E4"]\n'
        '[[depression]]\nhexes = ["D1", "D2", "D3"]'
    )
    found = board.hex("D3").depression
    assert found is not None
    assert found.id == "shallow_stream"


BRIDGED = '[[road]]\nhexes = ["E3", "E4", "E5"]\n[[depression]]\nhexes = ["D3", "E4", "F4"]\n'


@pytest.mark.parametrize("material", ["wooden", "stone"])
def test_a_bridge_carries_the_road_at_the_level_of_the_banks(material: str) -> None:
    board = made(BRIDGED + f'[[bridge]]\nhexes = ["E4"]\nmaterial = "{material}"')
    here = board.hex("E4")
    assert here.bridge is not None and here.bridge.id == f"{material}_bridge"
    assert here.level == 0 and here.depression is not None and here.depression.id == "gully"
    assert here.roads == (True, False, False, True, False, False)


def test_a_bridge_over_several_hexes_is_of_the_long_kind() -> None:
    board = made(
        '[[road]]\nhexes = ["E2", "E3", "E4", "E5"]\n[[area]]\nterrain = "river"\nhexes = ["E3", "E4", "D3", "F3"]\n'
        '[[bridge]]\nhexes = ["E3", "E4"]\nmaterial = "stone"'
    )
    for name in ("E3", "E4"):
        here = board.hex(name)
        assert here.bridge is not None and here.bridge.id == "long_stone_bridge" and here.terrain.id == "river"


def test_a_bridge_without_a_road_is_refused() -> None:
    with pytest.raises(BoardError, match="no road leads over the bridge at E4"):
        made('[[depression]]\nhexes = ["D3", "E4", "F4"]\n[[bridge]]\nhexes = ["E4"]')


def test_road_and_gully_without_a_bridge_cross_nowhere() -> None:
    assert made(BRIDGED).hex("E4").bridge is None


@pytest.mark.parametrize(
    ("kind", "level", "terrain"), [("sunken", -1, "sunken_road"), ("elevated", 1, "elevated_road")]
)
def test_sunken_and_elevated_roads_change_the_level(kind: str, level: int, terrain: str) -> None:
    board = made(f'[[road]]\nkind = "{kind}"\nhexes = ["E3", "E4", "E5"]')
    here = board.hex("E4")
    assert (here.level, here.terrain.id, here.road) == (level, terrain, True)
    assert board.hex("D3").level == 0


def test_a_dirt_road_is_open_ground_at_its_level() -> None:
    here = made('[[road]]\nhexes = ["E3", "E4", "E5"]').hex("E4")
    assert (here.level, here.terrain.id, here.road) == (0, "open_ground", True)


def test_a_path_through_woods_leaves_woods_and_is_no_road() -> None:
    board = made('[[area]]\nterrain = "woods"\nhexes = ["E3..E5"]\n[[road]]\nkind = "path"\nhexes = ["E3", "E4", "E5"]')
    here = board.hex("E4")
    assert (here.terrain.id, here.road, here.paths) == ("woods", False, (True, False, False, True, False, False))


def test_a_runway_governs_its_hexes() -> None:
    assert made('[[road]]\nkind = "runway"\nhexes = ["E3", "E4", "E5"]').hex("E4").terrain.id == "runway"


@pytest.mark.parametrize(
    ("height", "levels"),
    [("1", ()), ("1.5", (1,)), ("2", (1, 2)), ("2.5", (1, 2)), ("3.5", (1, 2, 3)), ("4.5", (1, 2, 3, 4))],
)
def test_heights_give_upper_levels(height: str, levels: tuple[int, ...]) -> None:
    here = made(f'[[building]]\nhexes = ["E4"]\nmaterial = "stone"\nheight = {height}').hex("E4")
    assert here.levels == levels
    assert here.stairwell == (levels == (1,))  # a two-storey house has stairs everywhere, a higher one where printed


def test_a_printed_stairwell_is_in_its_hex_only() -> None:
    board = made('[[building]]\nhexes = ["E4", "E5"]\nmaterial = "stone"\nheight = 2.5\nstairwell = ["E4"]')
    assert board.hex("E4").stairwell and not board.hex("E5").stairwell


def test_rowhouse_walls_stand_between_the_houses() -> None:
    board = made('[[building]]\nhexes = ["E4", "E5", "E6"]\nmaterial = "stone"\nheight = 1.5\nbars = ["E4-E5"]')
    assert board.hex("E4").bars == (False, False, False, True, False, False)
    assert board.hex("E5").bars == (True, False, False, False, False, False)
    assert board.hex("E4").building == board.hex("E6").building


def test_a_market_place_is_open_below_and_a_factory_is_one_hall() -> None:
    board = made(
        '[[building]]\nhexes = ["E4"]\nmaterial = "stone"\nkind = "market"\n'
        '[[building]]\nhexes = ["H4", "H5"]\nmaterial = "wooden"\nkind = "factory"\nheight = 2.5\nstairwell = ["H4"]'
    )
    assert (board.hex("E4").terrain.id, board.hex("E4").levels) == ("stone_market", (1,))
    assert (board.hex("H4").terrain.id, board.hex("H4").levels) == ("wooden_factory_2_5", ())


@pytest.mark.parametrize("terrain", ["wall", "hedge", "bocage", "roadblock", "cactus_hedge"])
def test_hexside_terrain_belongs_to_both_hexes(terrain: str) -> None:
    board = made(f'[[hexside]]\nterrain = "{terrain}"\nsides = ["E4-E5"]')
    below, above = board.hex("E4").sides[3], board.hex("E5").sides[0]
    assert below is not None and below == above and below.id == terrain
    assert not any(board.hex("E4").cliffs)


def test_a_cliff_is_told_apart_from_walls() -> None:
    here = made('[[hexside]]\nterrain = "cliff"\nsides = ["E4-E5"]').hex("E4")
    assert here.cliffs == (False, False, False, True, False, False) and not any(here.sides)


@pytest.mark.parametrize("terrain", ["partial_orchard", "rail_bank_side"])
def test_hexsides_that_no_pixel_shows_are_written_down(terrain: str) -> None:
    board = made(f'[[hexside]]\nterrain = "{terrain}"\nsides = ["E4-E5"]')
    side = board.hex("E5").sides[0]
    assert side is not None and side.id == terrain
    assert not board.raster.codes.any()


def test_slopes_belong_to_both_hexes() -> None:
    board = made('[[slope]]\nsides = ["E4-E5"]')
    assert board.hex("E4").slopes[3] and board.hex("E5").slopes[0] and not board.hex("E4").slopes[0]


def test_levels_go_below_and_above() -> None:
    board = made('[[level]]\nlevel = -1\nhexes = ["C3", "C4"]\n[[level]]\nlevel = 4\nhexes = ["H4", "H5"]')
    assert board.hex("C3").level == -1 and board.hex("H4").level == 4


@pytest.mark.parametrize(
    ("text", "spot", "expected"),
    [
        ('[[area]]\nterrain = "wods"\nhexes = ["C3"]', "area 1", "nearest is 'woods'"),
        ('[[area]]\nterrain = "wall"\nhexes = ["C3"]', "area 1", "[[hexside]]"),
        ('[[area]]\nterrain = "dirt_road"\nhexes = ["C3"]', "area 1", "[[road]]"),
        ('[[hexside]]\nterrain = "woods"\nsides = ["C3-C4"]', "hexside 1", "wall, hedge"),
        ('[[hexside]]\nterrain = "wall"\nsides = ["C3-C5"]', "hexside 1", "share a hexside"),
        ('[[hexside]]\nterrain = "wall"\nsides = ["C3"]', "hexside 1", "HEX-HEX"),
        ('[[building]]\nhexes = ["C3"]\nheight = 7', "building 1", "1, 1.5, 2"),
        ('[[building]]\nhexes = ["C3"]\nkind = "factory"\nheight = 3.5', "building 1", "1.5 or 2.5"),
        ('[[building]]\nhexes = ["C3"]\nterrain = "wall"', "building 1", "a building's id"),
        ('[[depression]]\nhexes = ["C3"]', "depression 1", "two hexes"),
        ('[[depression]]\nhexes = ["C3", "C5"]', "depression 1", "neighbouring"),
        ('[[road]]\nhexes = ["C3", "C5"]', "road 1", "neighbouring"),
        ('[[level]]\nlevel = 12\nhexes = ["C3"]', "level 1", "-2 to 8"),
        ('[[area]]\nterrain = "woods"\nhexes = ["C5..C3"]', "area 1", "the upper first"),
        ('[[slope]]\nsides = ["C3-Z9"]', "slope 1", "A1 to M8"),
    ],
)
def test_a_fault_names_the_entry_and_what_was_expected(text: str, spot: str, expected: str) -> None:
    with pytest.raises(BoardError) as caught:
        made(text)
    assert str(caught.value).startswith(f"t.toml: {spot}: ") and expected in caught.value.expected


@pytest.mark.parametrize(
    "word", ["terain = 1", "[[gulch]]\nhexes = []", '[[bridge]]\nhexes = ["C3"]\nmaterial = "rope"']
)
def test_unknown_words_in_the_file_are_refused(word: str) -> None:
    with pytest.raises(BoardError, match="board description"):
        made(word)


CHECKED = [
    ('[[area]]\nterrain = "woods"\nhexes = ["C3"]\n[[area]]\nterrain = "grain"\nhexes = ["C3"]', "C3", "and in area 2"),
    ('[[area]]\nterrain = "wods"\nhexes = ["C3"]', "area 1", "unknown terrain 'wods'"),
    ('[[area]]\nterrain = "woods"\nhexes = ["C33"]', "C33", "off the board"),
    ('[[road]]\nhexes = ["C3", "C5"]', "C3", "leaps from C3 to C5"),
    (BRIDGED, "E4", "without a bridge"),
    ('[[road]]\nhexes = ["E3", "E4", "E5"]\n[[bridge]]\nhexes = ["E4"]', "E4", "a bridge over dry ground"),
    ('[[hexside]]\nterrain = "cliff"\nsides = ["C3-C4"]', "C3-C4", "a cliff between hexes of one level"),
    ('[[building]]\nhexes = ["C3", "C4", "F6", "F7"]', "F7", "doesn't reach C3"),
    ('[[building]]\nhexes = ["C3"]\nstairwell = ["C5"]', "C5", "outside its building"),
    ('[[hexside]]\nterrain = "wall"\nsides = ["C3-C4"]\n[[road]]\nhexes = ["C3", "C4"]', "C3-C4", "its wall is hidden"),
]  # fmt: skip


MISTAKES = [
    ('[[area]]\nterrain = "woods"\nhexes = ["c3"]', "c3", "is no hex name"),
    ('[[area]]\nterrain = "woods"\nhexes = "C3"', "", "area 1: hexes: Expected `array`"),
    ('[[area]]\nterrain = "woods"', "", "area 1: Object missing required field `hexes` (expected terrain, hexes;"),
    ('[area]\nterrain = "woods"\nhexes = ["C3"]', "", "expected [[area]] before each entry"),
    ('[[area]]\nterrain = "woods"\nhexes = ["C3..D5"]', "C3..D5", "two hexes of one column"),
    ('[[building]]\nhexes = ["C3"]\nmaterial = "brick"', "", "value 'brick' (expected w"),
    ('[[building]]\nhexes = ["C3"]\nstoreys = 2', "", "unknown field `storeys` (expected hexes"),
    ('[[building]]\nhexes = ["C3", "C4"]\nbars = ["F3-F4"]', "F3-F4", "a wall between rowhouses outside its building"),
    ('[[building]]\nhexes = ["C3"]\nbars = ["all"]', "C3", "in a building of one hex"),
    ('[[building]]\nterrain = "roofless_factory_1_5"\nhexes = ["C3", "C4"]\nbars = ["all"]', "", "building 1: no wall"),
    ('[[road]]\nkind = "asphalt"\nhexes = ["C3", "C4"]', "", "value 'asphalt' (expected dirt, p"),
    ('[[road]]\nhexes = ["C3", "Z3"]', "Z3", "road 1: Z3 is off the board (expected A1 to M8)"),
    ('[[level]]\nlevel = "one"\nhexes = ["C3"]', "", "level 1: level: Expected `int`"),
    ("[[area]\n", "", "expected a board description (docs/boards.md)"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "where", "what"), [*CHECKED, *MISTAKES])
def test_check_tells_mistakes_by_hex(
    text: str, where: str, what: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    found = faults(text, tmp_path_factory)
    assert where in [w for w, told in found if what in told], found


def test_a_seed_below_zero_is_refused() -> None:
    with pytest.raises(BoardError, match="seed is -1"):
        read_board(HEAD.replace("rows = 8", "rows = 8\nseed = -1").encode(), "t.toml")


WAYS = [
    '[[area]]\nterrain = "{0}"\nhexes = ["E4", "E5"]',
    '[[hexside]]\nterrain = "{0}"\nsides = ["E4-E5"]',
    '[[depression]]\nterrain = "{0}"\nhexes = ["E4", "E5"]',
    '[[building]]\nterrain = "{0}"\nhexes = ["E4", "E5"]',
    '[[road]]\nkind = "{1}"\nhexes = ["E3", "E4", "E5"]',
    '[[road]]\nhexes = ["E3", "E4", "F4"]\n[[depression]]\nhexes = ["D4", "E4", "F3"]\n'
    '[[bridge]]\nmaterial = "{1}"\nhexes = ["E4"]',
    '[[road]]\nhexes = ["E3", "E4", "E5", "E6"]\n[[area]]\nterrain = "river"\nhexes = ["E4", "E5"]\n'
    '[[bridge]]\nmaterial = "{1}"\nhexes = ["E4", "E5"]',
]


@pytest.mark.parametrize("kind", terrains(), ids=lambda kind: kind.id)
def test_every_terrain_can_be_drawn(kind: Terrain) -> None:
    """One way at least to write it; what no pixel shows is in the marks of its hexsides."""
    word = kind.id.removesuffix("_bridge").removeprefix("long_").removesuffix("_road")
    for way in WAYS:
        try:
            board = made(way.format(kind.id, word))
        except BoardError:
            continue
        marks = {EMBANKMENT: board.raster.marks.embankments, PARTIAL_ORCHARD: board.raster.marks.partial_orchards}
        if (board.raster.codes == kind.code).any() or marks.get(kind.code):
            return
    pytest.fail(f"{kind.id} can't be drawn")


def test_check_tells_all_misspelt_words_at_once(tmp_path_factory: pytest.TempPathFactory) -> None:
    found = faults('[[area]]\nterrain = "wods"\nhexes = ["C33", "Q1"]', tmp_path_factory)
    assert [where for where, _ in found] == ["C33", "Q1", "area 1"]


def test_check_finds_nothing_in_a_sound_board(tmp_path_factory: pytest.TempPathFactory) -> None:
    assert faults(BRIDGED + '[[bridge]]\nhexes = ["E4"]', tmp_path_factory) == []


def test_check_wants_standard_boards_to_join() -> None:
    text = 'name = "t"\ntitle = "T"\ncolumns = 33\nrows = 10\n[[area]]\nterrain = "woods"\nhexes = ["B0"]\n'
    text += '[[road]]\nhexes = ["K1", "K2"]'
    found = dict(check(read_board(text.encode(), "t.toml")))
    assert "half hex" in found["B0"] and "no other board" in found["K1"] and "no road leaves" in found["Q10"]


def test_check_of_a_file_that_is_none() -> None:
    assert check("none.toml") == [("", "No such file or directory")]


def test_the_template_is_a_sound_board() -> None:
    board = read_board(template("mine").encode(), "mine.toml")
    assert board.name == "mine" and check(board) == []
    assert Map("mine", Painter(board, "mine.toml").paint()).hex("P3").stairwell


def test_the_documented_example_is_sound_but_for_the_roads_out() -> None:
    text = (Path(__file__).parents[2] / "docs" / "boards.md").read_text("utf-8")
    example = re.search(r'```toml\n(name = "example".*?)```', text, re.DOTALL)
    assert example is not None
    found = check(read_board(example[1].encode(), "boards.md"))
    assert {what for _, what in found} == {"no road leaves the board here, as on the other boards"}
