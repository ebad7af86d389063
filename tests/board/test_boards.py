"""The boards that come with the program, and how boards are joined."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import Any

import pytest

from goodorder.board import BoardError, Map, board_names, compose, svg, terrains, tooltip
from goodorder.board.draw.draw import Painter, read_board
from goodorder.board.draw.draw_check import check
from goodorder.board.map import derive as derive_module
from goodorder.board.map.hexgrid import parse_name
from goodorder.board.map.terrain import by_code
from goodorder.board.sight.sight import facts_of
from goodorder.data.rules_index import entry
from tests.board.ours import ALL, BOARDS, NEWER, mostly_slow

EVERY = mostly_slow(ALL, "gullies", "village")


def described(name: str) -> dict[str, Any]:
    return tomllib.loads(files("goodorder.data").joinpath("boards", f"{name}.toml").read_text("utf-8"))


def run(word: str) -> list[str]:
    first, _, last = word.partition("..")
    letters = first.rstrip("0123456789")
    lowest = int(first[len(letters) :])
    highest = int(last[len(letters) :]) if last else lowest
    return [f"{letters}{n}" for n in range(lowest, highest + 1)]


def single(name: str) -> Map:
    return compose([(name, False, None)])


def test_the_names_of_our_boards() -> None:
    assert board_names() == ALL


@pytest.mark.parametrize("name", EVERY)
def test_a_standard_board_has_346_hexes(name: str) -> None:
    board = single(name)
    assert len(board.hexes) == 17 * 10 + 16 * 11 == 346
    assert (board.width, board.height) == (1800, 645)
    assert board.hexes[0].name == "A1" and board.hexes[-1].name == "GG10"
    assert board.hex("B0").y == 0 and board.hex("GG5").x == 1800


@pytest.mark.parametrize("name", BOARDS)
def test_every_hex_is_what_its_description_says(name: str) -> None:
    board, plan = single(name), described(name)
    for area in plan["area"]:
        for hexagon in area["hexes"]:
            assert board.hex(hexagon).terrain.id == area["terrain"], hexagon
    for building in plan["building"]:
        for hexagon in building["hexes"]:
            wanted = f"{building['material']}_building_{building.get('height', 1)}"
            assert board.hex(hexagon).terrain.id == wanted, hexagon
        assert len({board.hex(h).building for h in building["hexes"]}) == 1
    levels = {h: item["level"] for item in plan.get("level", []) for word in item["hexes"] for h in run(word)}
    named = {h for item in plan["area"] + plan["building"] for h in item["hexes"]}
    for hexagon in board.hexes:
        assert hexagon.level == levels.get(hexagon.name, 0), hexagon.name
        if hexagon.name not in named:
            assert hexagon.terrain.id == "open_ground", hexagon.name


@pytest.mark.parametrize("name", BOARDS)
def test_connected_buildings_are_those_described(name: str) -> None:
    board, plan = single(name), described(name)
    wanted = {frozenset(item["hexes"]) for item in plan["building"]}
    assert {frozenset(board.hexes[i].name for i in group) for group in board.buildings} == wanted


@pytest.mark.parametrize("name", BOARDS)
def test_roads_cross_the_hexsides_described_and_leave_the_board(name: str) -> None:
    board, plan = single(name), described(name)
    crossed = set()
    for road in plan["road"]:
        for here, there in zip(road["hexes"], road["hexes"][1:], strict=False):
            a, b = board.hex(here), board.hex(there)
            side = board.side_between(a.index, b.index)
            assert side is not None and a.roads[side] and b.roads[(side + 3) % 6], (here, there)
            assert a.road and b.road
            crossed |= {(a.index, b.index), (b.index, a.index)}
    for hexagon in board.hexes:
        for side, road in enumerate(hexagon.roads):
            other = board.neighbours[hexagon.index][side]
            if road and other >= 0:
                assert (hexagon.index, other) in crossed, (hexagon.name, side)
    for top in ("I1", "Q1", "Y1"):
        assert board.hex(top).roads[0], top
    for bottom in ("I10", "Q10", "Y10"):
        assert board.hex(bottom).roads[3], bottom
    assert board.hex("A5").road and board.hex("GG5").road


@pytest.mark.parametrize("name", EVERY)
def test_walls_and_hedges_stand_where_described(name: str) -> None:
    board, plan = single(name), described(name)
    wanted = {}
    for item in plan["hexside"]:
        for side in item["sides"]:
            a, b = (board.index(h) for h in side.split("-"))
            wanted[frozenset((a, b))] = item["terrain"]
    found = {}
    for h in board.hexes:
        for side, terrain in enumerate(h.sides):
            kind = "cliff" if h.cliffs[side] else terrain.id if terrain is not None else ""
            if kind:
                found[frozenset((h.index, board.neighbours[h.index][side]))] = kind
    assert found == wanted


@pytest.mark.parametrize("name", EVERY)
def test_edges_are_open_ground_at_level_0_so_that_boards_join(name: str) -> None:
    board = single(name)
    for h in board.hexes:
        half = h.col in (0, 32) or (h.col & 1 and h.row in (0, 10))
        if half:
            assert (h.terrain.id, h.level) == ("open_ground", 0), h.name


def test_edges_of_the_map() -> None:
    board = single("village")
    assert board.edge(board.index("A1")) == {"west", "north"}
    assert board.edge(board.index("GG10")) == {"east", "south"}
    assert board.edge(board.index("B0")) == {"north"}
    assert board.edge(board.index("Q5")) == frozenset()


def test_half_a_board() -> None:
    half = compose([("village", False, "A-Q")])
    assert half.hexes[-1].name == "Q10" and len(half.hexes) == 9 * 10 + 8 * 11
    assert half.hex("O4").terrain.id == "stone_building_2"
    assert half.edge(half.index("Q5")) == {"east"}
    other = compose([("village", False, "Q-GG")])
    assert other.hexes[0].name == "Q1" and other.hex("S4").terrain.id == "stone_building_2"


def test_a_turned_board_keeps_its_printed_names() -> None:
    board, turned = single("hills"), compose([("hills", True, None)])
    assert turned.hexes[0].name == "GG10"
    for name in ("R5", "I5", "CC4", "H4", "C2"):
        assert turned.hex(name).terrain == board.hex(name).terrain
        assert turned.hex(name).level == board.hex(name).level
    for a, b in (("I5", "S5"), ("A1", "GG10"), ("J4", "X6")):
        ours = board.los(board.index(a), board.index(b))
        theirs = turned.los(turned.index(a), turned.index(b))
        assert (ours.blocked, ours.range) == (theirs.blocked, theirs.range)


def test_two_boards_side_by_side_share_a_column() -> None:
    both = compose([("village", False, None), ("hills", False, None)])
    assert len(both.hexes) == 2 * 346 - 10
    assert both.index("1GG5") == both.index("2A5") and "2B5" in both
    assert both.adjacent(both.index("1GG5"), both.index("2B5"))
    assert both.distance(both.index("1FF5"), both.index("2B5")) == 2
    assert both.hex("1GG5").road and both.hex("1GG5").roads[4]


def test_two_boards_one_below_the_other_share_half_hexes() -> None:
    both = compose([("village", False, None), ("hills", True, None)], join="below")
    assert len(both.hexes) == 2 * 346 - 16
    assert both.adjacent(both.index("1A10"), both.index("2GG10"))
    assert both.hex("1Q10").roads[3] and both.hex("2Q10").roads[3]
    assert both.index("1B10") == both.index("2FF10")


@pytest.mark.parametrize(
    "pieces", [[], [("vilage", False, None)], [("village", False, "Q-A")], [("village", False, "B-ZZ")]]
)
def test_joining_says_what_was_expected(pieces: list[tuple[str, bool, str | None]]) -> None:
    with pytest.raises(BoardError) as caught:
        compose(pieces)
    assert caught.value.expected


def test_equal_maps_have_equal_digests_and_others_not() -> None:
    assert single("village").digest == compose([("village", False, "A-GG")]).digest
    assert len({single(n).digest for n in BOARDS} | {compose([("village", True, None)]).digest}) == 3


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (('hexes = ["B2"', 'hexes = ["B22"'), "B22"),
        (('"S4-R3"', '"S4-S6"'), "S4 and S6"),
        (("columns = 33", "columns = 330"), "size"),
        (('terrain = "woods"', 'terrain = "wods"'), "wods"),
        (("columns = 33", "colums = 33"), "colums"),
    ],
)
def test_a_damaged_board_file_is_refused_with_one_message(change: tuple[str, str], named: str) -> None:
    raw = files("goodorder.data").joinpath("boards", "village.toml").read_text("utf-8")
    assert change[0] in raw
    with pytest.raises(BoardError, match=named) as caught:
        Painter(read_board(raw.replace(*change, 1).encode(), "village.toml"), "village.toml").paint()
    assert str(caught.value).startswith("village.toml")


@pytest.mark.parametrize("name", BOARDS)
def test_the_drawing_shows_every_kind_of_terrain_and_stays_small(name: str) -> None:
    drawing = svg(single(name))
    assert drawing.startswith("<g") and drawing.endswith("</g>") and "<text" not in drawing
    assert len(drawing) < 250_000
    for colour in (
        "url(#go-grain)",
        "url(#go-brush)",
        "#d6dfb0",
        "#8aa377",
        "#f0e6cd",
        "#a7a49c",
        "#5d7f47",
        "#b58a5e",
    ):
        assert colour in drawing, colour


def test_a_tooltip_gives_a_rule_with_every_line() -> None:
    board = single("hills")
    text = dict(tooltip(board.hex("I5")))
    assert "I5: stone building, height 1" in text and "TEM +3" in text
    assert any("level 2" in line for line in text)


@pytest.mark.parametrize("name", EVERY)
def test_every_rule_a_player_can_click_on_the_board_has_an_entry(name: str) -> None:
    board = single(name)
    cited = {rule for h in board.hexes for _, rule in tooltip(h)}
    cited |= {kind.rule for kind in terrains() if not kind.los_only}
    cited |= {"A6.2", "A6.4", "A6.7", "B9.2", "B10.2", "B10.22", "B10.23", "B.10"}
    assert {entry(rule).number for rule in cited} == cited


def test_names_and_indices_agree() -> None:
    board = single("village")
    for h in board.hexes:
        assert parse_name(h.name) == (h.col, h.row) and board.index(h.name) == h.index
    with pytest.raises(BoardError, match="nearest is 'K5"):
        board.index("K55")


@pytest.mark.parametrize(("name", "digest"), [("village", "c2d741e1eca1b008"), ("hills", "e36387cd5a220b22")])
def test_the_pixels_that_records_of_games_rest_on(name: str, digest: str) -> None:
    assert compose([(name, False, None)]).raster.digest() == digest


@pytest.mark.parametrize("name", EVERY)
def test_check_finds_no_mistake_in_our_boards(name: str) -> None:
    assert check(name) == []


@pytest.mark.parametrize("name", EVERY)
def test_roads_leave_at_the_same_places_so_that_any_two_boards_join(name: str) -> None:
    board = single(name)
    gates = {"A5", "GG5", "I1", "I10", "Q1", "Q10", "Y1", "Y10"}
    rim = [h for h in board.hexes if h.col in (0, 32) or h.row == 0 or h.name.endswith("10")]
    leaving = {h.name for h in rim if h.col in (0, 32) and h.road}
    leaving |= {h.name for h in rim if h.row == 0 and h.roads[0]} | {h.name for h in rim if h.row and h.roads[3]}
    wanted = gates if name == "village" else gates | {"A6", "GG6"}
    assert {n for n in leaving if board.edge(board.index(n))} == wanted


@pytest.mark.parametrize("below", mostly_slow(ALL, "gullies"))
def test_any_board_joins_below_the_village_and_beside_it(below: str) -> None:
    under = compose([("village", False, None), (below, True, None)], join="below")
    for letter in ("I", "Q", "Y"):
        assert under.hex(f"1{letter}10").roads[3]
    beside = compose([("village", False, None), (below, False, None)])
    assert beside.hex("1GG5").road and any(beside.hex("1GG5").roads[side] for side in (1, 2))
    assert beside.hex("1GG5").terrain.id == "open_ground"


@pytest.mark.parametrize("name", mostly_slow([*NEWER, "hills"], "hills"))
@pytest.mark.parametrize("turned", [(False, False), (False, True), (True, False), (True, True)])
def test_any_board_joins_the_village_whichever_way_both_are_turned(name: str, turned: tuple[bool, bool]) -> None:
    both = compose([("village", turned[0], None), (name, turned[1], None)])
    seam = [h for h in both.hexes if h.col == 32 and h.road]
    assert any(any(h.roads[1:3]) and any(h.roads[4:6]) for h in seam), [h.name for h in seam]


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("city", {"stone_building_3", "stone_factory_2_5", "wooden_factory_1_5", "stone_market", "graveyard"}),
        ("river", {"river", "water", "marsh", "shallow_river"}),
        ("farmland", {"grain", "orchard", "vineyard", "plowed_field"}),
        ("gullies", {"gully", "shallow_stream", "dry_stream", "sunken_road", "crags"}),
        ("crags", {"crags", "woods", "light_woods"}),
        ("woods", {"woods", "pine_woods", "light_woods", "lumberyard", "water", "marsh"}),
    ],
)
def test_what_the_newer_boards_are_for(name: str, kinds: set[str]) -> None:
    assert kinds <= {h.terrain.id for h in single(name).hexes}


def test_bridges_rowhouses_cliffs_and_hedgerows_are_where_they_belong() -> None:
    assert {h.name for h in single("river").hexes if h.bridge is not None} == {"I7", "Q6", "Q7", "Y6"}
    assert sum(any(h.bars) for h in single("city").hexes) >= 30
    crags = single("crags")
    steep = [(h, s) for h in crags.hexes for s in range(6) if h.cliffs[s] and crags.neighbours[h.index][s] >= 0]
    assert len(steep) >= 40
    assert all(h.level != crags.hexes[crags.neighbours[h.index][s]].level for h, s in steep)
    sides = {s.id for h in single("farmland").hexes for s in h.sides if s is not None}
    assert sides == {"wall", "hedge", "bocage"}


def test_no_two_levels_meet_in_the_crags_without_a_cliff_or_a_single_step() -> None:
    board = single("crags")
    for h in board.hexes:
        for side, other in enumerate(board.neighbours[h.index]):
            if other >= 0 and abs(h.level - board.hexes[other].level) >= 2:
                assert h.cliffs[side], (h.name, side)


@pytest.mark.parametrize(
    ("name", "hexagon", "line"),
    [
        ("gullies", "U3", ("one level below the ground around", "A6.3")),
        ("gullies", "I5", ("stone bridge of one hex", "B6.1")),
        ("city", "L4", ("upper levels: 1, 2, 3", "B23.42")),
        ("city", "C4", ("rowhouse wall on: ", "B23.71")),
        ("crags", "I6", ("hill, level 3", "B10.4")),
        ("river", "E6", ("no entry except by road or bridge", "B21.4")),
        ("river", "C6", ("all MF", "B16.4")),
        ("woods", "K4", ("path across: ", "B13.6")),
    ],
)
def test_tooltips_explain_the_newer_terrain(name: str, hexagon: str, line: tuple[str, str]) -> None:
    lines = tooltip(single(name).hex(hexagon))
    assert any(line[0] in text and rule == line[1] for text, rule in lines), lines


@pytest.mark.parametrize("name", EVERY)
def test_play_and_lines_of_sight_read_the_same_hexes(name: str) -> None:
    """Two derivations from the same pixels: what play is told of a hex, and what lines of sight are judged by."""
    board = single(name)
    seen = facts_of(board.raster)
    table = by_code()
    for h in board.hexes:
        i = h.index
        sides = [table[code] if code >= 0 else None for code in seen.side[i].tolist()]
        walls = tuple(None if k is None or k.bar or k.id == "cliff" else k for k in sides)
        assert (h.sides, h.bars) == (walls, tuple(k is not None and k.bar for k in sides)), h.name
        assert (h.level, h.cliffs) == (int(seen.base[i]), tuple(seen.cliff[i].tolist())), h.name
        assert (h.bridge is not None) == bool(seen.bridge[i]), h.name
        if h.bridge is None:
            assert (h.depression is not None) == bool(seen.depression[i]), h.name
        if h.terrain.category != "FACTORY":
            assert len(h.levels) == int(seen.levels[i]), h.name
        if h.building >= 0:
            assert h.stairwell == bool(seen.stairway[i]), h.name


def test_a_map_counted_in_strips_has_the_same_hexes(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = compose([("gullies", False, "A-I")])
    names = [here.name for here in whole.hexes]
    monkeypatch.setattr(derive_module, "_PIXELS", 7 * whole.width)
    again = Map("strips", whole.raster, names)
    assert again.hexes == whole.hexes and again.buildings == whole.buildings
    assert again.content == whole.content and len(whole.hexes) > 80
