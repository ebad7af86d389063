"""Lines IN Depressions whose banks lie on the thread, on grids painted by hand (A6.3, B19.2)."""

from __future__ import annotations

from goodorder.board import Map, text_map
from goodorder.board.map.geometry import pixels_of
from goodorder.board.sight.kernel_rules import CLEAR, ENTERS_DEPRESSION, LEAVES_AT_VERTEX, LEAVES_DEPRESSION

GULLY = 30


def gully(*hexes: str, sides: tuple[tuple[str, int], ...] = (), banks: tuple[str, ...] = (), width: int = 6) -> Map:
    """Gullies a few pixels around aiming pixels and edge points; ``banks`` are hexes filled but for those."""
    board = text_map("size 7x7")
    of = board.raster.geometry
    codes, levels = board.raster.codes.copy(), board.raster.levels.copy()
    spots = [of.aim[board.index(name)] for name in hexes]
    for name, side in sides:
        spots.append(of.edges[board.index(name), side])
    if banks:
        where = pixels_of(of).hexes
        for name in banks:
            codes[where == board.index(name)], levels[where == board.index(name)] = GULLY, -1
    for x, y in spots:
        part = slice(max(0, y - width), y + width + 1), slice(max(0, x - width), x + width + 1)
        codes[part], levels[part] = GULLY, -1
    return Map("painted", board.raster._replace(codes=codes, levels=levels))


def reason(board: Map, a: str, b: str) -> int:
    return board.judge(board.index(a), board.index(b)).reason


def test_a_depression_hexside_joins_two_hexes_whatever_the_banks_between() -> None:
    joined = gully("D4", "D5", sides=(("D4", 3), ("D5", 0)))
    assert reason(joined, "D4", "D5") == reason(joined, "D5", "D4") == CLEAR


def test_two_depressions_without_a_depression_hexside_are_not_joined() -> None:
    apart = gully("D4", "D5")
    assert reason(apart, "D4", "D5") == LEAVES_DEPRESSION


def test_a_bank_on_the_thread_hides_who_is_two_hexes_along() -> None:
    board = gully("D3", "D5", sides=(("D3", 3), ("D5", 0)), banks=("D4",))
    assert reason(board, "D3", "D5") == LEAVES_DEPRESSION
    assert reason(board, "D5", "D3") == LEAVES_DEPRESSION


def test_along_a_hexspine_that_is_a_depression_hexside_the_thread_stays_in_it() -> None:
    basin = gully(banks=("C4", "D3", "D4", "E4"))
    assert reason(basin, "C4", "E4") == reason(basin, "E4", "C4") == CLEAR


def test_along_any_other_hexspine_it_leaves_at_the_vertex() -> None:
    for banks in (("C4", "E4"), ("C4", "D4", "E4")):
        board = gully("C4", "E4", banks=banks)
        assert reason(board, "C4", "E4") != CLEAR and reason(board, "E4", "C4") != CLEAR
    assert reason(gully("C4", "E4"), "C4", "E4") == LEAVES_AT_VERTEX


def test_from_the_ground_the_bank_in_the_other_hex_hides_its_floor() -> None:
    board = gully("D5", "D4", sides=(("D4", 3), ("D5", 0)))
    assert reason(board, "D3", "D5") == ENTERS_DEPRESSION
    assert reason(board, "D4", "D5") == CLEAR


def test_levels_beyond_what_a_pixel_can_hold_are_taken_to_the_nearest() -> None:
    board = text_map("size 7x7")
    levels = board.raster.levels.copy()
    levels[:] = -10
    deep = Map("deep", board.raster._replace(levels=levels))
    assert reason(deep, "D3", "D6") == CLEAR and deep.sight.facts.base.max() == -8
