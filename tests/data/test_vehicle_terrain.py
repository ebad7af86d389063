"""What terrain costs vehicles, against the rows of the Terrain Chart read by hand and the worked examples."""

import tomllib
from fractions import Fraction

import pytest

from goodorder.data.charts import vehicle_chart, vehicle_terrain
from goodorder.data.charts.vehicles import MovementKind
from goodorder.data.load import DATA_FOLDER
from goodorder.data.rules_index import rules_index

KINDS: tuple[MovementKind, ...] = ("armored car", "tracked", "half-tracked", "truck")

# Armored car, fully tracked, halftrack, truck, as the chart has them.
CHART = {
    "open_ground": "3 | 1 | 1 | 4",
    "shellholes": "2 +COT | 0 +COT | 0 +COT | 4 +COT",
    "dirt_road": "1/2 | 1/2 | 1/2 | 1/2",
    "elevated_road": "NA | 5 | 5 | NA",
    "runway": "3 | 1 | 1 | 4",
    "wall": "NA | 1 +COT | NA | NA",
    "hedge": "3 +COT bog | 1 +COT | 2 +COT bog | NA",
    "bocage": "NA | half +COT bog | NA | NA",
    "brush": "4 | 2 | 2 | 6",
    "vineyard": "4 bog | 2 bog | 2 bog | 6 bog",
    "woods": "ALL bog | ALL bog or half bog | ALL bog | ALL bog",
    "light_woods": "ALL bog | ALL bog or third bog | ALL bog or third bog | ALL bog",
    "orchard": "3 | 1 | 1 | 4",
    "grain": "4 | 1 | 1 | 5",
    "marsh": "NA | NA | NA | NA",
    "graveyard": "NA | half bog | NA | NA",
    "gully": "4 +COT | 2 +COT | 3 +COT | 6 +COT bog out",
    "shallow_stream": "4 +COT bog out | 2 +COT bog out | 3 +COT bog out | 6 +COT bog out",
    "stone_building_1_5": "NA | half bog | NA | NA",
    "debris": "NA | quarter bog | NA | NA",
}


@pytest.mark.parametrize("terrain", CHART)
def test_costs_are_those_of_the_chart(terrain: str) -> None:
    for kind, text in zip(KINDS, CHART[terrain].split(" | "), strict=True):
        expected = [] if text == "NA" else text.split(" or ")
        assert [str(cost) for cost in vehicle_terrain().costs(terrain, kind)] == expected


def test_a_cost_says_what_is_paid_and_rolled() -> None:
    chart = vehicle_terrain()
    [hedge] = chart.costs("hedge", "half-tracked")
    assert hedge.mp == 2 and hedge.share is None and hedge.other_terrain and hedge.bog
    whole, half = chart.costs("woods", "tracked")
    assert (whole.share, whole.drm) == (Fraction(1), "")
    assert (half.share, half.drm) == (Fraction(1, 2), "obstacle_at_half")
    [stone] = chart.costs("stone_building_2", "tracked")
    assert vehicle_chart().bog.drm[stone.drm].drm == 4
    [stream] = chart.costs("deep_stream", "truck")
    assert stream.bog_out and not stream.bog


def test_the_road_rate_and_doubled_penalties() -> None:
    rows = vehicle_terrain().rows
    by_road = {id for id, row in rows.items() if row.road}
    assert {"woods", "brush", "orchard", "sunken_road", "bridge", "elevated_road"} <= by_road and "grain" not in by_road
    assert {id for id, row in rows.items() if row.doubled} == {
        *("sunken_road", "elevated_road", "bridge", "woods", "light_woods")
    }
    assert {id for id, row in rows.items() if row.hexside} == {"wall", "hedge", "bocage", "cliff", "roadblock"}
    assert (vehicle_terrain().uphill.mp, vehicle_terrain().uphill.by_road) == (4, 2)


def test_worked_examples_of_bypass_and_hills() -> None:
    chart, bypass = vehicle_terrain(), vehicle_chart().factors["bypass"].factor
    [ground] = chart.costs("open_ground", "tracked")
    assert (ground.mp + chart.uphill.mp) * bypass == 10  # D2.3, into I10
    start, turn = vehicle_chart().mp["start"].mp, vehicle_chart().mp["turn"].mp
    road = vehicle_chart().road_mp(buttoned_up=False)
    assert road + turn + ground.mp * bypass + turn + ground.mp * bypass == Fraction(13, 2)  # D2.33, in Motion
    assert start == 1


def test_every_terrain_that_is_built_has_a_row_or_is_known_to_have_none() -> None:
    with (DATA_FOLDER / "terrain.toml").open("rb") as file:
        kinds = {kind["id"]: kind for kind in tomllib.load(file)["terrain"]}
    rowed = {terrain for row in vehicle_terrain().rows.values() for terrain in row.terrain}
    assert rowed <= set(kinds)
    built = {id for id, kind in kinds.items() if not kind.get("los_only")}
    without = sorted(built - rowed)
    assert without == [
        *("antitank_trench", "cactus_hedge", "foot_bridge", "ford", "lumberyard", "path", "pine_woods", "railroad"),
        *("railroad_elevated", "railroad_embankment", "railroad_sunken", "rooftop", "rowhouse_wall", "rowhouse_wall_1"),
        *("rowhouse_wall_2", "rowhouse_wall_3", "rowhouse_wall_4", "stone_market", "wooden_market"),
    ]
    assert all(row.rule in rules_index() for row in vehicle_terrain().rows.values())
    assert all(not row.drm or row.drm in vehicle_chart().bog.drm for row in vehicle_terrain().rows.values())
