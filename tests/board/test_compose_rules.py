"""Special rules that change the terrain of a board: each changes what it names, and nothing else."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from goodorder.board import BoardError, Map, Part, compose
from goodorder.board.map.layout import Marks
from goodorder.board.map.raster import Raster
from goodorder.board.map.ssr import changed, known, rule_names
from goodorder.board.map.terrain import by_id
from tests.board.vasl_files import ground

Box = tuple[slice, slice]
WEST: Box = (slice(0, 258), slice(0, 60))
MIDDLE: Box = (slice(64, 194), slice(80, 140))
EAST: Box = (slice(0, 258), slice(160, 225))


def raster(
    terrain: dict[str, Box] | None = None, levels: dict[int, Box] | None = None, marks: Marks | None = None
) -> Raster:
    """A board of 5 x 4 hexes with terrain and levels in parts of it."""
    codes, heights = ground(5, 4), ground(5, 4)
    for name, box in (terrain or {}).items():
        codes[box] = by_id()[name].code
    for level, box in (levels or {}).items():
        heights[box] = level
    return Raster(5, 4, codes.astype(np.uint8), heights.astype(np.int8), marks=marks or Marks())


def at(found: Raster, box: Box) -> set[tuple[str, int]]:
    """Terrain and level of the pixels in a part of the board."""
    names = {kind.code: name for name, kind in by_id().items()}
    pairs = zip(found.codes[box].ravel().tolist(), found.levels[box].ravel().tolist(), strict=True)
    return {(names[code], level) for code, level in set(pairs)}


@pytest.mark.parametrize(
    ("rule", "before", "after"),
    [
        ("NoGrain", "grain", "open_ground"),
        ("PlowedFields", "grain", "plowed_field"),
        ("OrchardOutOfSeason", "orchard", "bare_orchard"),
        ("NoWalls", "wall", "open_ground"),
        ("NoHedges", "hedge", "open_ground"),
        ("HedgesOnly", "wall", "hedge"),
        ("WallsToBocage", "wall", "bocage"),
        ("HedgesToOG", "hedge", "open_ground"),
        ("BrushToOpenGround", "brush", "open_ground"),
        ("NoCliffs", "cliff", "open_ground"),
        ("FloodedStreams", "shallow_stream", "flooded_stream"),
        ("DryStreams", "shallow_stream", "dry_stream"),
        ("LightWoods", "woods", "light_woods"),
        ("PineWoods", "woods", "pine_woods"),
        ("RiverToValley", "river", "open_ground"),
        ("PondToValley", "water", "open_ground"),
        ("OrchardsToShellholes", "orchard", "shellholes"),
        ("CragsToOrchard", "crags", "orchard"),
        ("SwampToMarsh", "swamp", "marsh"),
        ("MarshToWater", "marsh", "water"),
        ("WoodsToBrush", "woods", "brush"),
        ("StoneToGutted2", "stone_building_2", "gutted_building_2"),
        ("StoneToGuttedFactory1.5", "stone_factory_1_5", "gutted_factory_1_5"),
        ("RowhouseBarsToBuildings", "rowhouse_wall_2", "stone_building_2"),
        ("RowhouseBarsToBuildings", "rowhouse_wall", "stone_building_1"),
        ("RowhouseBarsToOpenGround", "rowhouse_wall_1", "open_ground"),
        ("AllBuildingsLevel1", "stone_building_3", "stone_building_1_5"),
        ("AllBuildingsLevel1", "wooden_building_1", "wooden_building_1_5"),
        ("PalmTrees", "orchard", "palm_trees"),
        ("LightJungle", "woods", "light_jungle"),
        ("Bamboo", "woods", "light_jungle"),
    ],
)
def test_a_terrain_becomes_another_and_the_rest_stays(rule: str, before: str, after: str) -> None:
    found = changed(raster({before: WEST, "graveyard": EAST}, {2: EAST, -1: WEST}), [rule])
    assert at(found, WEST) == {(after, -1)}
    assert at(found, EAST) == {("graveyard", 2)}
    assert at(found, MIDDLE) == {("open_ground", 0)}


@pytest.mark.parametrize(
    "rule", ["Winter", "Mud", "NoRoads", "AllPaved", "NoGrain", "Level3ToLevel1", "Marsh0ToLevel1"]
)
def test_a_rule_without_an_object_changes_nothing(rule: str) -> None:
    board = raster({"woods": WEST, "marsh": EAST}, {2: EAST})
    found = changed(board, [rule])
    assert (found.codes == board.codes).all() and (found.levels == board.levels).all()


@pytest.mark.parametrize(
    ("rules", "west", "east"),
    [
        (["Level2ToLevel1"], {("woods", 1)}, {("grain", -1)}),
        (["Level2ToLevel1", "Level1ToLevel0"], {("woods", 0)}, {("grain", -1)}),
        (["Level1ToLevel0", "Level2ToLevel1"], {("woods", 1)}, {("grain", -1)}),
        (["Level_1ToLevel0"], {("woods", 2)}, {("grain", 0)}),
        (["Level2ToLevel_1"], {("woods", -1)}, {("grain", -1)}),
        (["WoodsToLevel_1"], {("open_ground", -1)}, {("grain", -1)}),
        (["WoodsToLevel3"], {("open_ground", 3)}, {("grain", -1)}),
        (["Level2ToGrain"], {("grain", 0)}, {("grain", -1)}),
        (["Level_1ToWoods"], {("woods", 2)}, {("woods", 0)}),
        (["Grain_1ToLevel_1"], {("woods", 2)}, {("open_ground", -1)}),
        (["Grain0ToLevel1"], {("woods", 2)}, {("grain", -1)}),
        (["Grain_1ToLevel1"], {("woods", 2)}, {("open_ground", 1)}),
    ],
)
def test_levels_change_in_the_order_of_the_rules(
    rules: list[str], west: set[tuple[str, int]], east: set[tuple[str, int]]
) -> None:
    found = changed(raster({"woods": WEST, "grain": EAST}, {2: WEST, -1: EAST}), rules)
    assert at(found, WEST) == west and at(found, EAST) == east
    assert at(found, MIDDLE) == {("open_ground", 0)}


def test_without_stairwells_no_hex_has_one() -> None:
    board = raster(marks=Marks(frozenset([3]), {2: (1,)}))
    assert changed(board, ["NoStairwells"]).marks == Marks(frozenset(), {2: (1,)})


def hexes(found: Raster) -> Map:
    return Map("test", found)


def terrain_of(found: Raster, names: Sequence[str]) -> list[str]:
    board = hexes(found)
    return [board.hex(name).terrain.id for name in names]


def bridged(below: str) -> Raster:
    """A gully or river down column C, bridged in C2."""
    board = raster({below: (slice(0, 258), slice(95, 130))}, {-1: (slice(0, 258), slice(95, 130))})
    road = (slice(90, 103), slice(85, 140))
    board.codes[road], board.levels[road] = by_id()["stone_bridge"].code, 0
    return board


@pytest.mark.parametrize("below", ["gully", "shallow_stream", "river"])
def test_without_its_bridge_the_gully_runs_on(below: str) -> None:
    board = bridged(below)
    x, y = board.geometry.aim[hexes(board).index("C2")]
    assert hexes(board).hex("C2").bridge is not None
    found = changed(board, ["NoBridge"])
    assert hexes(found).hex("C2").bridge is None
    assert at(found, (slice(y, y + 1), slice(x, x + 1))) == {(below, -1)}
    assert at(found, (slice(0, 60), slice(0, 90))) == {("open_ground", 0)}


def test_a_ford_takes_the_place_of_a_bridge_over_water_only() -> None:
    for below, after in (("river", "ford"), ("gully", "gully")):
        board = bridged(below)
        x, y = board.geometry.aim[hexes(board).index("C2")]
        found = changed(board, ["BridgeToFord"])
        assert at(found, (slice(y, y + 1), slice(x, x + 1))) == {(after, -1)}


@pytest.mark.parametrize("rule", ["NoWoodsRoads", "RoadsToPaths"])
def test_woods_close_over_roads_in_woods_only(rule: str) -> None:
    board = raster({"woods": (slice(0, 258), slice(0, 115)), "dirt_road": (slice(90, 103), slice(0, 225))})
    found = changed(board, [rule])
    assert terrain_of(found, ["C2", "E2"]) == ["woods", "open_ground"]
    aim = found.geometry.aim[hexes(found).index("A2")]
    assert found.codes[aim[1], aim[0]] == by_id()["woods"].code
    aim = found.geometry.aim[hexes(found).index("E2")]
    assert found.codes[aim[1], aim[0]] == by_id()["dirt_road"].code


@pytest.mark.parametrize(
    ("rule", "old", "new"), [("DenseJungle", "woods", "dense_jungle"), ("Bamboo", "brush", "bamboo")]
)
def test_jungle_fills_the_hexes_whose_centre_it_covers(rule: str, old: str, new: str) -> None:
    patch = (slice(85, 110), slice(100, 125))
    corner = (slice(30, 34), slice(0, 4))
    board = raster({old: patch, "water": (slice(110, 114), slice(100, 125))})
    board.codes[250:256, 215:222] = by_id()[old].code
    found = changed(board, [rule])
    code = by_id()[new].code
    where = found.codes == code
    assert np.count_nonzero(where) == pytest.approx(64.5 * 56.25, rel=0.06)
    assert at(found, (slice(110, 114), slice(101, 124))) == {("water", 0)}
    assert at(found, corner) == {("open_ground", 0)}
    assert at(found, (slice(250, 256), slice(215, 222))) == {(new, 0)}


def test_marsh_beside_jungle_is_swamp_and_other_marsh_is_not() -> None:
    board = raster({"marsh": (slice(64, 130), slice(90, 135)), "woods": (slice(64, 130), slice(0, 30))})
    board.codes[120:194, 40:75] = by_id()["woods"].code
    board.codes[200:250, 200:225] = by_id()["marsh"].code
    found = changed(board, ["SwampToSwampPattern"])
    assert terrain_of(found, ["C2", "E4", "B3"]) == ["swamp", "marsh", "light_jungle"]


def test_an_unknown_rule_names_the_nearest() -> None:
    for wrong, near in (("NoGrian", "NoGrain"), ("BrushToWods", "BrushToWoods")):
        with pytest.raises(BoardError, match=near):
            changed(raster(), [wrong])
        assert not known(wrong)
    assert all(known(name) for name in rule_names())
    assert known("Level4ToLevel_1") and not known("Level4ToBricks") and not known("Woods2ToGrain")


def test_rules_are_told_with_the_board() -> None:
    plain, bare = compose([Part("village")]), compose([Part("village", rules=("NoGrain", "WoodsToBrush"))])
    before, after = ({h.name: h.terrain.id for h in board.hexes} for board in (plain, bare))
    assert set(before.values()) >= {"grain", "woods"} and not set(after.values()) & {"grain", "woods"}
    assert {name for name in before if before[name] != after[name]} <= {
        name for name, kind in before.items() if kind in ("grain", "woods")
    }
    turned = compose([Part("village", flipped=True, columns="C-M", rules=("NoGrain",))])
    assert "grain" not in {h.terrain.id for h in turned.hexes} and "NoGrain" in turned.name
