"""The terrain table: what depictions do to lines of sight and what they cost, against values written down here."""

from __future__ import annotations

import re

import pytest

from goodorder.board import BoardError, terrains
from goodorder.board.map.terrain import HEIGHTS, by_code, by_id, house, terrain
from tests.board.vasl_files import shared_folder

LOS = {
    # id: height, half, split, own level, from above (None: the same)
    "open_ground": (0, False, 0, "none", None),
    "woods": (1, False, 0, "obstacle", None),
    "pine_woods": (2, False, 0, "obstacle", None),
    "orchard": (1, False, 0.5, "hindrance", "obstacle"),
    "bare_orchard": (1, False, 0.5, "hindrance", None),
    "light_woods": (1, False, 0.5, "hindrance", "obstacle"),
    "grain": (0, True, 0, "hindrance", None),
    "marsh": (0, True, 0, "hindrance", None),
    "crags": (0, True, 0, "hindrance", None),
    "wall": (0, True, 0, "half_obstacle", None),
    "bocage": (1, False, 0, "obstacle", None),
    "cliff": (0, False, 0, "none", None),
    "gully": (0, False, 0, "depression", None),
    "sunken_road": (0, False, 0, "depression", None),
    "river": (0, False, 0, "none", None),
    "stone_building_1": (1, False, 0, "obstacle", None),
    "stone_building_1_5": (1, True, 0, "obstacle", None),
    "wooden_building_2": (2, True, 0, "obstacle", None),
    "stone_factory_2_5": (2, True, 2, "hindrance", None),
    "stone_market": (1, True, 0.5, "none", "obstacle"),
    "stone_rubble": (0, True, 0, "half_obstacle", None),
    "wooden_bridge": (0, True, 1, "hindrance", None),
}


@pytest.mark.parametrize("name", LOS)
def test_what_terrain_does_to_a_line(name: str) -> None:
    kind = by_id()[name]
    assert (kind.height, kind.half, kind.split, kind.los, kind.upper) == LOS[name]


@pytest.mark.parametrize(
    ("name", "mf", "tem", "indirect", "open_ground"),
    [
        ("open_ground", 1, 0, 0, True),
        ("shellholes", 1, 1, 1, True),
        ("woods", 2, 1, -1, False),
        ("forest", 2, 2, -1, False),
        ("pine_woods", 1.5, 1, -1, False),
        ("grain", 1.5, 0, 0, False),
        ("plowed_field", 1.5, 0, 0, True),
        ("crags", 2, 1, 1, False),
        ("graveyard", 1, 1, 1, False),
        ("gully", 2, 0, 0, True),
        ("shallow_stream", 3, 0, 0, True),
        ("deep_stream", 4, 0, 0, True),
        ("river", 0, 0, 0, True),
        ("runway", 1, -1, -1, True),
        ("stone_building_1_5", 2, 3, 3, False),
        ("wooden_building_3", 2, 2, 2, False),
        ("wooden_rubble", 3, 2, 2, False),
        ("wall", 1, 2, 1, False),
        ("hedge", 1, 1, 0, False),
        ("bocage", 2, 2, 1, False),
        ("lumberyard", 2, 2, 2, False),
        ("cactus_patch", 3, 1, 1, False),
        ("olive_grove", 2, 1, 1, False),
    ],
)
def test_cost_and_cover(name: str, mf: float, tem: int, indirect: int, open_ground: bool) -> None:
    kind = by_id()[name]
    assert (kind.mf, kind.tem, kind.indirect, kind.open_ground) == (mf, tem, indirect, open_ground)


def test_a_marsh_takes_all_mf_and_a_mudflat_does_not() -> None:
    assert by_id()["marsh"].mf_all and not by_id()["mudflat"].mf_all


def test_timber_is_a_house_but_no_aid_to_rally_or_rout() -> None:
    yard, wood = by_id()["lumberyard"], by_id()["wooden_building_1"]
    assert (yard.tem, yard.mf, yard.height) == (wood.tem, wood.mf, wood.height)
    assert wood.rally_bonus and wood.rout_destination and not (yard.rally_bonus or yard.rout_destination)


def test_codes_ids_and_archive_names_are_each_their_own() -> None:
    kinds = terrains()
    assert len(kinds) == 172
    assert len({k.code for k in kinds}) == len({k.id for k in kinds}) == len({k.vasl_name for k in kinds}) == 172
    assert all(0 <= k.code < 256 for k in kinds)


def test_terrain_whose_rules_are_not_here_says_so_and_gives_no_cover() -> None:
    unread = [k for k in terrains() if k.los_only]
    assert {k.rule[0] for k in unread} <= set("BCEFGO")
    assert all(k.tem == 0 and not k.rally_bonus for k in unread)


@pytest.mark.parametrize("height", HEIGHTS)
def test_every_printed_height_is_a_building_of_both_materials(height: str) -> None:
    stone, wood = house("stone", "building", float(height)), house("wooden", "building", float(height))
    assert stone is not None and wood is not None and stone.stone and not wood.stone
    assert stone.height == wood.height == int(float(height))


def test_a_factory_has_two_heights_only() -> None:
    assert {house("stone", "factory", h) for h in (1.5, 2.5)} == {
        by_id()["stone_factory_1_5"],
        by_id()["stone_factory_2_5"],
    }
    assert house("stone", "factory", 3.5) is None
    with pytest.raises(BoardError, match=r"1\.5 or 2\.5"):
        terrain("stone_factory", 4.5)


@pytest.mark.parametrize(
    ("word", "id"), [("pond", "water"), ("stream", "shallow_stream"), ("wood", "woods"), ("crag", "crags")]
)
def test_short_words(word: str, id: str) -> None:
    assert terrain(word).id == id


def test_an_unknown_word_names_the_nearest() -> None:
    with pytest.raises(BoardError, match="nearest is 'graveyard'"):
        terrain("graveyrd")


def test_the_table_says_what_the_module_of_a_user_says() -> None:
    """Numbers of a published module, read from a copy outside the project."""
    text = (shared_folder() / "SharedBoardMetadata.xml").read_text("utf-8", "replace")
    found = 0
    for tag in re.findall(r"<terrainType\s[^>]*>", text):
        told = dict(re.findall(r'(\w+)="([^"]*)"', tag))
        kind = by_code().get(int(told["typeCode"]))
        if kind is None or kind.vasl_name != told["name"]:
            continue
        found += 1
        yes = {key: value.upper() == "TRUE" for key, value in told.items()}
        assert (kind.height, kind.half, kind.category) == (
            int(float(told["height"])),
            yes["isHalfLevelHeight"],
            told["LOSCategory"],
        ), kind.id
        assert (kind.obstacle, kind.hindrance_los, kind.inherent) == (
            yes["isLOSObstacle"],
            yes["isLOSHindrance"],
            yes["isInherentTerrain"],
        ), kind.id
    assert found >= 170
