"""Lines to vertices and hexside middles, and the hexsides along which an obstacle can be skirted (A4.31, A4.34)."""

from __future__ import annotations

from random import Random
from typing import Literal

import pytest

from goodorder.board import Map, compose, text_map
from goodorder.board.map.bypass_ways import ways
from goodorder.board.map.per_map_cache import forget
from goodorder.board.sight import compiled
from goodorder.board.sight.aims import LinePoint, line, point_of
from tests.support import slow_after

TEXT = """
size 12x10
D4 stone_building 2 ; D4-D5 wall
building B3 B4 wooden
F4 woods ; H5 grain
J7 woods ; gully J7 J8
K2 woods ; K3 woods
"""


@pytest.fixture(scope="module")
def board() -> Map:
    return text_map(TEXT)


def to_vertex(board: Map, frm: str, at: str, vertex: int) -> bool:
    return not line(board, LinePoint(board.index(frm)), LinePoint(board.index(at), "vertex", vertex)).blocked


# vertices of D4: 0 with C4 and D3, then clockwise E4, E4-E5, E5-D5, D5-C5, C5-C4
@pytest.mark.parametrize(
    ("frm", "seen"), [("C7", {2, 3, 4, 5}), ("D2", {0, 1, 2, 5}), ("D6", {2, 3, 4, 5}), ("F5", {1, 2, 3, 4})]
)
def test_the_obstacle_of_its_own_hex_hides_far_vertices(board: Map, frm: str, seen: set[int]) -> None:
    assert {v for v in range(6) if to_vertex(board, frm, "D4", v)} == seen


def test_the_centre_of_an_obstacle_hex_is_seen_all_the_same(board: Map) -> None:
    assert not line(board, LinePoint(board.index("C7")), LinePoint(board.index("D4"))).blocked


def test_an_obstacle_at_the_same_range_beside_the_vertex_blocks() -> None:
    board = text_map("size 12x10; D5 woods; C4 woods")
    # the vertex of D4 that it shares with D5 and C5 lies behind the woods of D5, which are nearer to F6
    assert not to_vertex(board, "F6", "D4", 4)
    assert to_vertex(board, "F6", "D4", 2)


def test_a_wall_met_at_its_end_is_crossed_from_beyond_it_only(board: Map) -> None:
    d4 = board.index("D4")
    for frm, crossed in (("C7", True), ("C5", True), ("E4", False), ("F3", False)):
        found = line(board, LinePoint(board.index(frm)), LinePoint(d4, "vertex", 3))
        assert (3 in found.entry_sides(d4)) is crossed, frm


def test_the_wall_of_the_hex_is_no_obstacle(board: Map) -> None:
    assert to_vertex(board, "D6", "D4", 4)


def test_a_hindrance_on_the_way_counts_and_one_in_the_hex_does_not() -> None:
    board = text_map("size 12x10; D5 grain; D4 grain")
    found = line(board, LinePoint(board.index("D7")), LinePoint(board.index("D4"), "vertex", 0))
    assert [(board.hexes[h.hex].name, h.value) for h in found.hindrances] == [("D5", 1)]


def test_a_hexside_middle_lies_between_its_vertices(board: Map) -> None:
    d4 = board.index("D4")
    (ax, _), (x, y), (bx, by) = (
        point_of(board, LinePoint(d4, *a)) for a in (("vertex", 0), ("side", 0), ("vertex", 1))
    )
    assert ax < x < bx
    assert y == by


def test_a_line_between_centres_is_the_maps_own(board: Map) -> None:
    a, b = board.index("A2"), board.index("H7")
    assert line(board, LinePoint(a), LinePoint(b)) == board.los(a, b)


def free(board: Map, name: str) -> list[int]:
    return [side for side, ground in enumerate(ways(board, board.index(name))) if ground is not None]


def test_hexsides_that_the_obstacle_touches_are_closed(board: Map) -> None:
    assert free(board, "D4") == [0, 1, 2, 3, 4, 5]
    assert free(board, "B3") == [0, 1, 2, 4, 5]  # the building goes on into B4
    assert free(board, "K2") == [0, 1, 2, 3, 4, 5]


def test_only_woods_and_buildings_can_be_skirted(board: Map) -> None:
    assert free(board, "H5") == []
    assert free(board, "J7") == []  # woods in a gully
    assert free(board, "A2") == []


def test_hexsides_off_the_map_are_closed() -> None:
    assert free(text_map("size 12x10; A3 woods"), "A3") == [0, 1, 2, 3]


def test_nobody_looks_over_the_obstacle_of_the_hex_at_a_vertex_behind_it() -> None:
    board = text_map("size 12x10; D4 wooden_building 1; D9 level 4")
    assert not to_vertex(board, "D9", "D4", 0)
    assert to_vertex(board, "D9", "D4", 3)


def test_a_line_to_a_hexside_middle_meets_the_obstacle_of_its_hex() -> None:
    board = text_map("size 12x10; D4 woods")
    d4 = board.index("D4")
    assert line(board, LinePoint(board.index("D7")), LinePoint(d4, "side", 0)).blocked
    assert not line(board, LinePoint(board.index("D7")), LinePoint(d4, "side", 3)).blocked


@pytest.mark.parametrize("name", slow_after(1, ["hills", "city", "mixed"]))
def test_the_compiled_walk_says_what_its_source_says(name: str, board: Map) -> None:
    board = board if name == "mixed" else compose([(name, False, None)])
    random = Random(5)

    def place() -> LinePoint:
        kinds: tuple[Literal["centre", "vertex", "side"], ...] = ("centre", "vertex", "side")
        kind = random.choice(kinds)
        return LinePoint(random.randrange(len(board.locations)), kind, random.randrange(6))

    asked = [(place(), place()) for _ in range(150)]
    said = []
    for kernel in (compiled.PLAIN, compiled.compiled()):
        forget()
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(compiled, "kernel", lambda kernel=kernel: kernel)
            said.append([line(board, *pair) for pair in asked])
    forget()
    assert said[0] == said[1]
    assert 10 < sum(one.blocked for one in said[0]) < 140
