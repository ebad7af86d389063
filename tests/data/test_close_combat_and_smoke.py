"""The Close Combat table and the SMOKE numbers against plain numbers, and against the reference tables where they are.

``GOODORDER_SHARED`` names the folder above ``reference/tables`` (``close_combat.json``, ``smoke.json``).
"""

import json
import os
import tomllib
from pathlib import Path
from typing import Any

import pytest

from goodorder.data.charts import close_combat
from goodorder.data.load import DATA_FOLDER

KILL = {
    "<1-8": 0, "1-8": 1, "1-6": 2, "1-4": 3, "1-2": 4, "1-1": 5, "3-2": 6, "2-1": 7, "3-1": 8, "4-1": 9, "6-1": 10,
    "8-1": 11, "10-1": 12, ">10-1": 13,
}  # fmt: skip
CC_DRM = {
    "hand_to_hand": -1,
    "by_ambusher": -1, "vs_ambusher": 1, "vs_broken": -2, "vs_withdrawing": -2, "vs_cx": -1, "by_cx": 1, "vs_ti": -1,
    "by_ti": 1, "capture_attempt": 1, "easily_fought": -1, "vs_overstacked": -1, "by_overstacked": 1, "hero": -1,
}  # fmt: skip
AMBUSH = {"concealed": -2, "stealthy": -1, "cx": 1, "lax": 1, "broken": 1, "pinned": 1, "berserk": 1}
AMBUSH |= {"vehicle": 2, "buttoned_up": 1}
CCV = {"squad": 5, "crew": 4, "half_squad": 3, "leader": 2, "hero": 2}
CCV_CHANGES = {"assault_engineer": 1, "inexperienced": -1, "joining_smc": 1, "each_halving": -1}
AGAINST_VEHICLES = {
    "unarmored": -3, "no_machine_gun": -1, "escorting_squad": 2, "escorting_half_squad": 1, "in_motion": 2,
    "open_topped": -2, "crew_exposed": -1, "immobile": -1, "street_fighting_by": -1, "street_fighting_against": 1,
}  # fmt: skip
HINDRANCE = {
    "smoke": 3, "smoke_dispersed": 2, "smoke_grenade": 2, "wp": 2, "wp_dispersed": 1, "wp_grenade": 1, "blaze": 3,
    "smoke_drift": 2, "wp_drift": 1,
    "burning_wreck": 2,
}  # fmt: skip


def _file(name: str) -> dict[str, Any]:
    return tomllib.loads((DATA_FOLDER / "charts" / f"{name}.toml").read_text(encoding="utf-8"))


def _drm(table: dict[str, Any]) -> dict[str, int]:
    return {name: line["drm"] for name, line in table.items()}


def test_close_combat_has_the_printed_numbers() -> None:
    table = _file("close_combat")
    assert {line["name"]: line["kill"] for line in table["odds"]} == KILL
    assert all(line["hand_to_hand"] == line["kill"] + 2 for line in table["odds"])
    assert table["firepower"] == {"smc": 1, "unarmed": 1, "pinned_divisor": 2, "concealed_divisor": 2}
    assert _drm(table["drm"]) == CC_DRM
    assert table["ambush"]["margin"] == 3
    assert table["ambush"]["margin_night_attacker"] == 2
    assert _drm(table["ambush"]["drm"]) == AMBUSH


def test_close_combat_against_vehicles_has_the_printed_numbers() -> None:
    table = _file("close_combat")["vehicle"]
    assert table["ccv"] == CCV
    assert _drm(table["changes"]) == CCV_CHANGES | {"fire_counter": -1}
    assert _drm(table["drm"]) == AGAINST_VEHICLES
    assert table["most_units"] == 2
    assert table["by_dr"] == ["burn", "eliminated", "immobilized"] + ["nothing"] * 3
    assert table["crew_small_arms"] == 12


@pytest.mark.parametrize(
    ("attack", "defense", "number"),
    [(12, 4, 8), (7, 4, 6), (11, 2, 9), (3, 4, 4), (4, 15, 3), (5, 8, 4), (8, 5, 6), (1, 9, 0), (11, 1, 13)],
)
def test_odds_drop_in_the_defender_s_favour(attack: int, defense: int, number: int) -> None:
    assert close_combat().kill_number(attack, defense) == number


def test_smoke_has_the_printed_numbers() -> None:
    table = _file("smoke")
    assert table["hindrance"] == HINDRANCE
    assert table["heights"] == {"smoke": 2, "wp": 4, "blaze": 4, "blaze_in_breeze": 2}
    assert (table["max_drm_per_location"], table["firing_out_drm"], table["mf_extra"]) == (3, 1, 1)
    grenades = {key: value for key, value in table["grenades"].items() if key != "rule"}
    printed = {"cx_drm": 1, "ends_move_on": 6, "mf_own_hex": 1, "mf_adjacent": 2, "uphill_max": 3}
    assert grenades == {**printed, "wp_exponent_less": 1}
    assert table["shells"]["smoke"] == ["PFPh", "DFPh"]
    assert table["shells"]["full"] == ["PFPh"]


def _shared(name: str) -> dict[str, Any]:
    shared = Path(os.environ.get("GOODORDER_SHARED") or Path(__file__).resolve().parents[3] / "shared")
    path = shared / "reference" / "tables" / name
    if not path.exists():
        pytest.skip("no reference tables here")
    found: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return found


def test_close_combat_is_that_of_the_reference() -> None:
    theirs, ours = _shared("close_combat.json"), _file("close_combat")
    columns = [(one["odds"], one["kill_number"], one["hand_to_hand_kill_number"]) for one in theirs["columns"]]
    assert [(line["name"], line["kill"], line["hand_to_hand"]) for line in ours["odds"]] == columns
    listed = {one["id"]: one["drm"] for one in theirs["drm"]}
    own = {"easily_fought", "hand_to_hand"}  # of a doctrine by special rule (A25.212), on no chart; by another name
    assert listed["gurkha_or_japanese_hand_to_hand"] == _drm(ours["drm"])["hand_to_hand"]
    assert all(listed[name] == drm for name, drm in _drm(ours["drm"]).items() if name not in own)
    theirs_vehicle = theirs["vs_vehicle"]
    base = theirs_vehicle["base_ccv"]
    assert {**base, "leader": base["smc"], "hero": base["smc"]} == {**CCV, "smc": base["smc"]}
    names = {
        "unarmored": "unarmored_vehicle", "no_machine_gun": "no_manned_functioning_mg", "open_topped":
        "open_topped_or_partially_armored", "escorting_squad": "escorting_squad", "escorting_half_squad":
        "escorting_hs_or_crew", "in_motion": "motion_or_non_stopped_vehicle", "crew_exposed":
        "crew_exposed_closed_topped", "immobile": "immobile_afv", "street_fighting_by":
        "ambush_or_street_fighting_by", "street_fighting_against": "ambush_or_street_fighting_vs",
    }  # fmt: skip
    listed = {one["id"]: one["drm"] for one in theirs_vehicle["drm"]}
    assert {name: listed[other] for name, other in names.items()} == AGAINST_VEHICLES


def test_smoke_is_that_of_the_reference() -> None:
    theirs, ours = _shared("smoke.json"), _file("smoke")
    names = {"smoke": "smoke_full", "wp": "wp_full", "blaze": "terrain_blaze"}
    names |= {"smoke_drift": "smoke_dispersed", "wp_drift": "wp_dispersed"}  # what drifts is Dispersed (A24.61)
    listed = theirs["hindrance_drm"]
    assert {name: listed[names.get(name, name)] for name in HINDRANCE} == ours["hindrance"]
    assert theirs["max_drm_per_location"] == ours["max_drm_per_location"]
    assert theirs["extra_drm_firing_out_or_within"]["drm"] == ours["firing_out_drm"]
    assert theirs["movement_extra"]["mf_mp"] == ours["mf_extra"]
    heights = theirs["height_levels"]
    assert {**ours["heights"]} == {
        "smoke": heights["smoke"],
        "wp": heights["wp"],
        "blaze": heights["blaze"],
        "blaze_in_breeze": heights["blaze_in_mild_breeze"],
    }
