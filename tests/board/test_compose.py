"""Boards cut, turned and joined: the same hexes, wherever they come to lie."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goodorder.board import BoardError, Map, Part, compose, part, parts
from goodorder.board.archives.vasl import read_board
from goodorder.board.library import remember
from goodorder.board.map.compose_grid import Sheet, cut, joined, turned
from goodorder.board.map.facts import Extras, Facts, properties
from goodorder.board.map.facts import facts as facts_of
from goodorder.board.map.geometry import hexes_of_pixels
from goodorder.board.map.layout import Marks
from goodorder.board.map.raster import Raster
from goodorder.board.map.terrain import by_code
from tests.board.vasl_files import board_archive, ground, shared_folder
from tests.support import examples

PLAIN = ("terrain", "level", "levels", "stairwell", "depression", "bridge")
SIDED = ("sides", "roads", "cliffs", "bars", "slopes", "paths", "depression_sides")


def whole(name: str) -> Map:
    return compose([Part(name)])


def facts(board: Map, name: str, turned: bool = False) -> dict[str, object]:
    """What a hex says of itself, hexsides as they are on the board unturned."""
    here = board.hex(name)
    told: dict[str, object] = {key: getattr(here, key) for key in PLAIN}
    for key in SIDED:
        value = getattr(here, key)
        told[key] = value[3:] + value[:3] if turned else value
    return told


def inner(board: Map) -> list[str]:
    """The hexes with six neighbours."""
    return [h.name for h in board.hexes if -1 not in board.neighbours[h.index]]


def sheet(board: Map) -> Sheet:
    return Sheet(board.raster, [h.name for h in board.hexes])


def as_map(found: Sheet) -> Map:
    return Map("made", found.raster, found.names)


BOARDS = ["village", "hills"]


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("crop", [("C-M", None), ("B-M", None), ("F-AA", "3-7"), (None, "2-9"), ("J-Q", "1-5")])
def test_a_cut_board_has_the_same_hexes(name: str, crop: tuple[str | None, str | None]) -> None:
    full = whole(name)
    board = compose([Part(name, columns=crop[0], rows=crop[1])])
    for hex_name in inner(board):
        assert facts(board, hex_name) == facts(full, hex_name)
        around = {full.hexes[n].name for n in full.neighbours[full.index(hex_name)]}
        assert {board.hexes[n].name for n in board.neighbours[board.index(hex_name)]} == around


@pytest.mark.parametrize("name", BOARDS)
@pytest.mark.parametrize("columns", [None, "C-M", "B-M", "C-L"])
def test_a_turned_board_has_the_same_hexes_with_hexsides_turned(name: str, columns: str | None) -> None:
    board, back = compose([Part(name, columns=columns)]), compose([Part(name, flipped=True, columns=columns)])
    assert [h.name for h in back.hexes] == [h.name for h in board.hexes][::-1]
    for hex_name in inner(board):
        here, there = board.hex(hex_name), back.hex(hex_name)
        assert (there.terrain, there.level, there.road) == (here.terrain, here.level, here.road)
        around = [board.hexes[n].name for n in board.neighbours[here.index]]
        assert [back.hexes[n].name for n in back.neighbours[there.index]] == around[3:] + around[:3]
    assert set(back.edge(back.index(board.hexes[0].name))) >= {"south", "east"}


def test_turning_twice_gives_the_board_again() -> None:
    board = sheet(whole("village"))
    again = turned(turned(board))
    assert again.names == board.names and again.raster.layout == board.raster.layout
    assert (again.raster.codes == board.raster.codes).all() and (again.raster.levels == board.raster.levels).all()
    for a, b in zip(again.raster.geometry, board.raster.geometry, strict=True):
        assert a == b if not isinstance(a, np.ndarray) else (a == b).all()


def test_cutting_nothing_off_changes_nothing() -> None:
    board = sheet(whole("hills"))
    same = cut(board, (0, 32), (0, 9))
    assert same.names == board.names and (same.raster.codes == board.raster.codes).all()
    assert (same.raster.geometry.aim == board.raster.geometry.aim).all()


@pytest.mark.parametrize("column", [2, 4, 16, 30])
def test_a_board_cut_in_two_and_joined_is_the_board(column: int) -> None:
    board = sheet(whole("village"))
    left, right = cut(board, (0, column), (0, 9)), cut(board, (column, 32), (0, 9))
    again = as_map(joined([[left, right]]))
    full = as_map(board)
    assert [h.name for h in again.hexes] == [h.name for h in full.hexes]
    assert again.neighbours == full.neighbours
    assert np.abs(again.raster.geometry.aim - board.raster.geometry.aim).max() <= 1
    for name in inner(full):
        if abs(full.hex(name).col - column) > 1:
            assert facts(again, name) == facts(full, name)


def test_a_board_cut_at_a_column_of_half_hexes_can_be_joined_to_its_like() -> None:
    board = sheet(whole("village"))
    again = as_map(joined([[cut(board, (0, 7), (0, 9)), cut(board, (7, 32), (0, 9))]]))
    assert [h.name for h in again.hexes] == board.names


def test_four_boards_in_a_grid() -> None:
    board = compose(parts("village | hills flipped / hills | village flipped"))
    columns, rows = 65, 20
    assert (board.raster.columns, board.raster.rows) == (columns, rows)
    assert len(board.hexes) == columns * rows + columns // 2
    assert board.raster.codes.shape == (1290, 3600)
    assert board.adjacent(board.index("1GG5"), board.index("2FF5"))
    # at the corner where four boards meet one hex is of all four
    assert board.adjacent(board.index("1GG10"), board.index("3GG1"))
    for number, name, flip in ((1, "village", False), (2, "hills", True), (3, "hills", False), (4, "village", True)):
        full = whole(name)
        for hex_name in inner(full):
            assert facts(board, f"{number}{hex_name}", flip)["terrain"] == full.hex(hex_name).terrain
            if not flip:
                assert facts(board, f"{number}{hex_name}") == facts(full, hex_name)


@pytest.mark.slow
def test_places_in_a_grid_say_the_same_as_joins() -> None:
    side = compose([Part("village", at=(0, 0)), Part("hills", at=(1, 0))])
    below = compose([Part("village", at=(0, 0)), Part("hills", at=(0, 1))])
    assert side.digest == compose([("village", False, None), ("hills", False, None)]).digest
    assert below.digest == compose([("village", False, None), ("hills", False, None)], join="below").digest


@pytest.mark.slow
def test_sight_on_a_joined_map_is_sight_on_the_board() -> None:
    full, both = whole("village"), compose(parts("village | hills"))
    pairs = 0
    for a in inner(full)[::13]:
        for b in inner(full)[::17]:
            mine, theirs = full.los(full.index(a), full.index(b)), both.los(both.index(f"1{a}"), both.index(f"1{b}"))
            assert (mine.blocked, mine.hindrance, mine.range) == (theirs.blocked, theirs.hindrance, theirs.range)
            pairs += 1
    assert pairs > 300


def test_sight_runs_across_joins() -> None:
    codes = ground(5, 4)
    flat = Sheet(Raster(5, 4, codes.astype(np.uint8), codes.astype(np.int8)), names(5, 4))
    both = as_map(joined([[flat, Sheet(flat.raster, [f"x{n}" for n in flat.names])]]))
    assert not both.los(both.index("B2"), both.index("xD2")).blocked
    wooded = flat.raster.codes.copy()
    wooded[:, 200:] = 60
    left = Sheet(flat.raster._replace(codes=wooded), flat.names)
    both = as_map(joined([[left, Sheet(flat.raster, [f"x{n}" for n in flat.names])]]))
    assert both.los(both.index("B2"), both.index("xD2")).blocked


def halves(left: int, right: int, below: bool = False) -> Map:
    """Two boards of which one has a terrain along the edge where they meet, the other another."""
    sheets = []
    for mark, code, edge in (("", left, slice(-20, None)), ("x", right, slice(0, 20))):
        codes = ground(5, 4).astype(np.uint8)
        codes[(edge, slice(None)) if below else (slice(None), edge)] = code
        sheets.append(Sheet(Raster(5, 4, codes, np.zeros_like(codes, np.int8)), [mark + name for name in names(5, 4)]))
    return as_map(joined([[sheets[0]], [sheets[1]]] if below else [sheets]))


@pytest.mark.parametrize("below", [False, True])
@pytest.mark.parametrize(("first", "second"), [(60, 0), (0, 60), (60, 60), (24, 0), (0, 8)])
def test_a_half_hex_of_other_terrain_rules_the_hex_it_makes_with_open_ground(
    below: bool, first: int, second: int
) -> None:
    board = halves(first, second, below)
    assert board.hex("B4" if below else "E2").terrain.code == (first or second)
    assert board.hex("C3").terrain.code == 0


def test_of_two_half_hexes_of_other_terrain_each_keeps_its_pixels() -> None:
    board = halves(24, 60)
    x = round(board.hex("E2").x)
    assert set(board.raster.codes[90:100, x - 9 : x - 1].ravel()) == {24}
    assert set(board.raster.codes[90:100, x + 1 : x + 9].ravel()) == {60}


def names(columns: int, rows: int) -> list[str]:
    return [f"{chr(65 + c)}{r + (c + 1) % 2}" for c in range(columns) for r in range(rows + c % 2)]


def marked() -> Sheet:
    """A board with a stairway in B1 and a slope on its upper side, and one on the lower right side of A1."""
    flat = ground(5, 4)
    at = names(5, 4)
    marks = Marks(frozenset([at.index("B1")]), {at.index("B1"): (0,), at.index("A1"): (2,)})
    return Sheet(Raster(5, 4, flat.astype(np.uint8), flat.astype(np.int8), marks=marks), at)


def test_marks_follow_their_hexes() -> None:
    board = marked()
    back = turned(board)
    assert back.raster.marks.stairways == {back.names.index("B1")}
    assert back.raster.marks.slopes == {back.names.index("B1"): (3,), back.names.index("A1"): (5,)}
    part = cut(board, (1, 4), (0, 3))
    assert part.raster.marks == Marks(frozenset([part.names.index("B1")]), {part.names.index("B1"): (0,)})
    both = joined([[board, Sheet(board.raster, [f"x{n}" for n in board.names])]])
    at = both.names.index
    assert both.raster.marks.stairways == {at("B1"), at("xB1")}
    assert both.raster.marks.slopes == {at("A1"): (2,), at("B1"): (0,), at("E1"): (2,), at("xB1"): (0,)}


def test_marks_are_part_of_a_map_s_digest() -> None:
    board = marked()
    plain = Sheet(board.raster._replace(marks=Marks()), board.names)
    assert as_map(board).digest != as_map(plain).digest


def test_the_aiming_pixels_of_a_turned_board_are_turned() -> None:
    board, back = whole("village"), compose([("village", True, None)])
    for name in ("A1", "B0", "G7", "GG10"):
        x, y = board.raster.geometry.aim[board.index(name)]
        assert back.raster.geometry.aim[back.index(name)].tolist() == [1799 - x, 644 - y]


@settings(max_examples=examples(10))
@given(st.data())
def test_any_map_numbers_its_hexes_densely_and_its_neighbours_mutually(data: st.DataObject) -> None:
    one = st.builds(
        Part,
        name=st.sampled_from(BOARDS),
        flipped=st.booleans(),
        columns=st.sampled_from(["A-I", "I-Q", "C-K"]),
        rows=st.sampled_from(["1-5", "6-10"]),
    )
    wide, high = data.draw(st.integers(1, 3)), data.draw(st.integers(1, 2))
    chosen = [
        Part(p.name, p.flipped, p.columns, p.rows, (x, y))
        for y in range(high)
        for x in range(wide)
        for p in [data.draw(one)]
    ]
    board = compose(chosen)
    assert len({h.name for h in board.hexes}) == len(board.hexes) == 8 * wide * 5 * high + 5 * high + 4 * wide
    geometry = board.raster.geometry
    for h in board.hexes:
        assert board.hexes[board.index(h.name)].index == h.index
        for side, other in enumerate(board.neighbours[h.index]):
            assert geometry.neighbours[h.index, side] == other
            if other >= 0:
                assert board.neighbours[other][(side + 3) % 6] == h.index
                assert board.distance(h.index, other) == 1
        assert np.abs(geometry.aim[h.index] - (h.x, h.y)).max() <= 2
    assert (geometry.aim >= 0).all() and (geometry.aim < (board.width, board.height)).all()


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ("village A-Q 1-20", "rows"),
        ("village 5-2", "rows"),
        ("village A-B 0-3", "rows"),
        ("village Q-A", "columns"),
        ("village A-A", "columns"),
        ("village A-HH", "HH"),
        ("village sideways", "sideways"),
        ("village +NoGrane", "NoGrain"),
        ("vilage", "village"),
        ("", "unknown board"),
        ("village | hills C-M 1-5", "height"),
        ("village / hills C-M", "width"),
        ("village A-H | hills", "half hex"),
        ("village at=0,0 | hills at=0,0", "another"),
        ("village at=0,0 | hills at=2,0", "gaps"),
        ("village at=0,0 | hills at=900,0", "at most"),
        (
            " | ".join(["village"] * 12) + " / " + " | ".join(["village"] * 12) + " / " + " | ".join(["village"] * 12),
            "8000",
        ),
        ("village | nowhere/board", "nowhere"),
    ],
)
def test_a_map_that_can_t_be_says_what_was_expected(words: str, says: str) -> None:
    with pytest.raises(BoardError, match=says) as caught:
        compose(parts(words))
    assert caught.value.expected


def test_a_place_for_every_board_or_for_none() -> None:
    with pytest.raises(BoardError, match="no place"):
        compose([Part("village", at=(0, 0)), Part("hills")])


def test_words_make_parts() -> None:
    assert part("hills flipped A-Q 2-6 at=1,0 +NoGrain +NoWalls") == Part(
        "hills", True, "A-Q", "2-6", (1, 0), ("NoGrain", "NoWalls")
    )
    assert parts("village") == [Part("village")]


@pytest.fixture
def library(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of boards that is remembered in a configuration of its own."""
    monkeypatch.setenv("GOODORDER_CONFIG", str(tmp_path / "config"))
    boards = tmp_path / "boards"
    boards.mkdir()
    codes = ground(17, 20, 901, 1290)
    codes[100:400, 100:400] = 60
    board_archive(boards / "bd7a", codes, columns=17, rows=20)
    board_archive(boards / "bd7b", codes, columns=17, rows=20, A1CenterX="-901", version="6.4")
    board_archive(boards / "bdBig", ground(5, 3, 720, 621), columns=5, rows=3, hexWidth="180", hexHeight="207")
    wide = ground(5, 3, 260, 220)
    wide[30:60, 40:70] = 60
    board_archive(
        boards / "bdEdged", wide, columns=5, rows=3, hexWidth="56.25", hexHeight="64.5", A1CenterX="14", A1CenterY="40"
    )
    remember(boards)
    return boards


def test_two_halves_of_a_wide_board_join(library: Path) -> None:
    board = compose(parts("7a | 7b"))
    assert board.raster.columns == 33 and board.raster.codes.shape == (1290, 1802)
    assert board.index("1Q1") == board.index("2Q1") and "2R0" in board
    assert board.adjacent(board.index("1Q5"), board.index("2R5"))
    assert board.hex("1E4").terrain.id == board.hex("2U4").terrain.id == "woods"
    assert board.distance(board.index("1A5"), board.index("2GG5")) == 32


def test_a_half_board_can_be_cut_by_its_printed_columns(library: Path) -> None:
    board = compose([Part("7b", columns="S-AA", rows="3-9", flipped=True)])
    assert board.hexes[0].name == "AA9" and board.hexes[-1].name == "S3"
    assert board.hex("U4").terrain.id == "woods"


def test_boards_with_hexes_of_another_size_stay_alone(library: Path) -> None:
    board = compose([Part("Big")])
    assert board.distance(board.index("A1"), board.index("E3")) == 4
    assert board.hexes[board.index("B1")].x == pytest.approx(180)
    with pytest.raises(BoardError, match="different size"):
        compose([Part("Big"), Part("village", columns="A-E", rows="1-3")])


def test_a_margin_is_cut_off_where_boards_join(library: Path) -> None:
    alone = compose([Part("Edged")])
    assert (alone.hex("A1").x, alone.hex("A1").y) == (14, 40)
    assert alone.raster.geometry.aim[alone.index("A1")].tolist() == [14, 40]
    both = compose(parts("Edged | village A-E 1-3"))
    assert both.raster.geometry.aim[both.index("1A1")].tolist() == [0, 32]
    assert both.hex("1A1").terrain == alone.hex("A1").terrain
    back = turned(Sheet(alone.raster, [h.name for h in alone.hexes]))
    assert back.raster.geometry.aim[-1].tolist() == [260 - 1 - 14, 220 - 1 - 40]
    assert back.raster.layout.left == 260 - 14 - 4 * 56.25


def sight_facts(found: Sheet) -> Facts:
    """What the kernel derives of a sheet."""
    raster, count = found.raster, len(found.names)
    marks = raster.marks
    slopes = [(index, side) for index, sides in marks.slopes.items() for side in sides]
    extras = Extras([index in marks.stairways for index in range(count)], slopes)
    return facts_of(raster.geometry, raster.codes, raster.levels, properties(by_code()), extras)


Derived = tuple[Sheet, Facts]
ONE = ("base", "code", "levels", "stairway", "depression", "bridge")
SIX = ("side", "cliff", "sunken")


def assert_same(full: Derived, part: Derived, prefix: str = "", turned: bool = False) -> None:
    """The hexes with six neighbours on both have the same facts."""
    (full_sheet, theirs), (part_sheet, mine) = full, part
    places = {name: index for index, name in enumerate(part_sheet.names)}
    compared = 0
    for index, name in enumerate(full_sheet.names):
        there = places.get(prefix + name, -1)
        around = (full_sheet.raster.geometry.neighbours[index], part_sheet.raster.geometry.neighbours[there])
        if there < 0 or min(around[0].min(), around[1].min()) < 0:
            continue
        for key in ONE:
            assert getattr(theirs, key)[index] == getattr(mine, key)[there], (name, key)
        for key in SIX:
            expected = getattr(theirs, key)[index]
            assert (np.roll(expected, 3) if turned else expected).tolist() == getattr(mine, key)[there].tolist(), name
        compared += 1
    assert compared > 40


def assert_facts_follow(board: Sheet) -> None:
    full = (board, sight_facts(board))
    last, low = board.raster.columns - 1, board.raster.rows - 1
    for columns, rows in (((3, last - 2), (0, low)), ((2, last - 1), (1, low))):
        part = cut(board, columns, rows)
        assert_same(full, (part, sight_facts(part)))
    back = turned(board)
    assert_same(full, (back, sight_facts(back)), turned=True)
    other = Sheet(board.raster, [f"x{name}" for name in board.names])
    both = joined([[board, turned(other)]])
    derived = (both, sight_facts(both))
    assert_same(full, derived)
    assert_same(full, derived, "x", turned=True)


@pytest.mark.parametrize("name", BOARDS)
def test_what_the_kernel_derives_follows_the_hexes(name: str) -> None:
    assert_facts_follow(sheet(compose([Part(name, columns="E-S", rows="2-8")])))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["bd01", "bd03", "bd12"])
def test_what_the_kernel_derives_of_a_real_board_follows_the_hexes(name: str) -> None:
    found = read_board(shared_folder() / name)
    assert_facts_follow(Sheet(found.raster(), list(found.names)))


def test_every_pixel_of_a_joined_map_belongs_to_a_hex(library: Path) -> None:
    for words in (
        "village A-E | hills A-E flipped",
        "village flipped C-M 2-6 / hills E-O 1-3 flipped",
        "7a | 7b flipped",
    ):
        assert hexes_of_pixels(compose(parts(words)).raster.geometry).min() >= 0


@pytest.mark.slow
@pytest.mark.parametrize("name", ["bd01", "bd03", "bd12"])
def test_a_real_board_cut_turned_and_joined_has_the_same_hexes(name: str) -> None:
    raster = read_board(shared_folder() / name).raster()
    full = Map(name, raster)
    board = sheet(full)
    crop = as_map(cut(board, (4, 20), (2, 7)))
    for hex_name in inner(crop):
        assert facts(crop, hex_name) == facts(full, hex_name)
    both = as_map(joined([[board, Sheet(board.raster, [f"x{n}" for n in board.names])]]))
    for hex_name in inner(full):
        assert facts(both, hex_name) == facts(both, f"x{hex_name}") == facts(full, hex_name)
    back = as_map(turned(board))
    same = sum(facts(back, hex_name, turned=True) == facts(full, hex_name) for hex_name in inner(full))
    assert same >= 0.98 * len(inner(full))


def test_a_hex_of_two_half_hexes_is_found_by_the_name_of_either_board() -> None:
    both = compose(parts("village | hills"))
    assert both.index("2A5") == both.index("1GG5") and both.hex("2A5").name == "1GG5"
    assert both.words["2A5"] == both.index("1GG5") and "2A5" in both
    assert next(word for word, at in both.words.items() if at == both.index("2A5")) == "1GG5"
    below = compose(parts("village / hills"))
    assert below.hex("2I1").name == "2I1" and below.index("2J0") == below.index("1J10")
    assert len({h.name for h in both.hexes}) == len(both.hexes)
