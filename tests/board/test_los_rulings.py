"""Rulings on lines of sight that a text map can't draw: the pixels are painted (docs/rulings.md)."""

from __future__ import annotations

from goodorder.board import Map, text_map
from goodorder.board.map.layout import Marks
from goodorder.board.sight.kernel_rules import CLEAR, LEAVES_DEPRESSION, ROWHOUSE_BAR

HIGH_HOUSE, BAR, LIGHT_WOODS, GULLY, STONE_BRIDGE = 43, 77, 175, 30, 84
WITHOUT_R208, WITHOUT_R229, WITHOUT_R470 = 4, 32, 64


def painted(*spots: tuple[tuple[int, int, int, int], int]) -> Map:
    """A plain map with rectangles of terrain painted on it: x, y of a corner, width and height, and the code."""
    board = text_map("size 7x7")
    codes = board.raster.codes.copy()
    for (x, y, width, height), code in spots:
        codes[y : y + height, x : x + width] = code
    return Map("painted", board.raster._replace(codes=codes, marks=Marks()))


def test_ruling_r229_beneath_a_bridge_on_a_hill_lies_a_level_below_its_roadway() -> None:
    """The gully runs from C4 under the bridge in D4; all else is a plateau at level 2."""
    plain = text_map("size 7x7")
    of = plain.raster.geometry
    codes, levels = plain.raster.codes.copy(), plain.raster.levels.copy()
    levels[:] = 2
    (cx, cy), (dx, dy) = of.aim[plain.index("C4")], of.aim[plain.index("D4")]
    for i in range(61):
        x, y = int(cx + (dx - cx) * i / 60), int(cy + (dy - cy) * i / 60)
        codes[y - 8 : y + 9, x - 8 : x + 9], levels[y - 8 : y + 9, x - 8 : x + 9] = GULLY, 1
    codes[dy - 6 : dy + 7, dx - 9 : dx + 10], levels[dy - 6 : dy + 7, dx - 9 : dx + 10] = STONE_BRIDGE, 2
    hill = Map("hill", plain.raster._replace(codes=codes, levels=levels, marks=Marks()))
    beneath, far = hill.place(hill.index("D4"), "U"), hill.index("G6")
    assert hill.locations[beneath].level == 1
    assert hill.judge(beneath, far).reason == LEAVES_DEPRESSION  # the plateau hides it
    assert hill.judge(beneath, far, without=WITHOUT_R229).reason == CLEAR  # as if at the roadway's height
    assert hill.judge(hill.index("D4"), far).reason == CLEAR


def test_ruling_r208_a_wall_between_houses_as_low_as_both_ends_hides_nobody() -> None:
    """The wall is one level and a half high; the ends stand on the third and the second."""
    houses = text_map("E4 stone_building 3.5 ; E5 stone_building 2.5 ; E4-E5 rowhouse_wall_1 ; stairwell E4 E5")
    high, low = houses.place(houses.index("E4"), "3"), houses.place(houses.index("E5"), "2")
    assert houses.judge(high, low, without=WITHOUT_R208).reason == ROWHOUSE_BAR
    assert houses.judge(high, low).reason == CLEAR
    ground = houses.place(houses.index("E5"), "0")
    assert houses.judge(high, ground).reason == ROWHOUSE_BAR  # the wall stands above the ground


def test_ruling_r219_light_woods_beside_the_hexspine_hinder_by_one() -> None:
    """From A4 to C4 the line runs along the hexspine between B3 and B4."""
    board = text_map("size 7x7")
    x, y = (int(v) for v in board.raster.geometry.aim[board.index("A4")])
    woods = painted(((x + 46, y - 3, 20, 7), LIGHT_WOODS))
    a, c = woods.index("A4"), woods.index("C4")
    assert (woods.judge(a, c).reason, woods.judge(a, c).hindrance) == (CLEAR, 1)
    across = text_map("C3 light_woods")
    assert across.judge(across.index("C2"), across.index("C4")).hindrance == 2


def test_debris_without_a_roof_on_either_side_of_the_hexspine_hinders_by_two() -> None:
    """From A4 to C4 the line runs along the hexspine between B3 and B4; grain lies on it, debris fills B4's middle."""
    board = text_map("size 7x7")
    of = board.raster.geometry
    (x, y), (bx, by) = (of.aim[board.index(name)].tolist() for name in ("A4", "B4"))
    grain, debris = ((x + 46, y - 6, 20, 7), 24), ((bx - 8, by - 8, 16, 16), 170)
    plain, beside = painted(grain), painted(grain, debris)
    a, c = board.index("A4"), board.index("C4")
    assert (plain.judge(a, c).hindrance, beside.judge(a, c).hindrance) == (1, 2)


def test_ruling_r470_along_its_own_road_a_bridge_does_not_hinder() -> None:
    board = text_map("size 10x10 ; gully B4 C5 D4 ; road C3 C4 C5 C6 C7 ; bridge C5 stone")
    along, across = (board.index("C3"), board.index("C7")), (board.index("A4"), board.index("E6"))
    for one, other in (along, along[::-1]):
        assert board.judge(one, other).hindrance == 0
        assert board.judge(one, other, without=WITHOUT_R470).hindrance == 1
    assert board.judge(*across).hindrance == board.judge(*across, without=WITHOUT_R470).hindrance == 1
