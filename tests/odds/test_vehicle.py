"""Odds of shots at vehicles, held to an oracle that reads nothing but the tables (C3, C7, D5)."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from goodorder import odds
from goodorder.core.actions import Fire
from goodorder.core.notation import parse
from goodorder.core.state import State
from goodorder.play.cases.start import import_flow
from tests.odds.tables_alone import FRONT, REAR, SIDE, Row, oracle
from tests.support import case_position

import_flow()

ROWS = [
    Row("german:7_5cm_pak_40", "AP", "russian:t_34_m43", "L5", "facing 2", FRONT, FRONT, 4, 0),
    Row("german:7_5cm_pak_40", "AP", "russian:t_34_m43", "L5", "facing 2 ce", FRONT, FRONT, 4, 0, ce=True),
    Row("german:7_5cm_pak_40", "HE", "russian:t_34_m43", "L5", "facing 2 ce", FRONT, FRONT, 4, 0, ce=True),
    Row("german:7_5cm_pak_40", "APCR", "russian:t_34_m43", "L5", "facing 2", FRONT, FRONT, 4, 0),
    Row("german:7_5cm_pak_40", "AP", "russian:t_34_m43", "L5", "facing 5 turret 2", REAR, FRONT, 4, 0),
    Row("german:7_5cm_pak_40", "AP", "russian:t_34_m43", "D5", "facing 2 turret 5", REAR, FRONT, 4, 0),
    Row("german:7_5cm_pak_40", "AP", "russian:t_34_m43", "H1", "facing 2", SIDE, SIDE, 4, 0),
    Row("german:7_5cm_pak_40", "AP", "russian:kv_1e", "L5", "facing 2 ce", FRONT, FRONT, 4, -1, ce=True),
    Row("german:7_5cm_pak_40", "HE", "russian:kv_1e", "L5", "facing 2 ce", FRONT, FRONT, 4, -1, ce=True),
    Row("german:7_5cm_pak_40", "AP", "russian:kv_1e", "L5", "facing 2 motion", FRONT, FRONT, 4, 1),
    Row("german:7_5cm_pak_40", "AP", "russian:t_60_m42", "L5", "facing 2 ce", FRONT, FRONT, 4, 1, ce=True),
    Row("german:7_5cm_pak_40", "HE", "russian:t_60_m42", "L5", "facing 2 ce", FRONT, FRONT, 4, 1, ce=True),
    Row("german:7_5cm_pak_40", "AP", "russian:gaz_mm", "L5", "facing 2", FRONT, FRONT, 4, 1),
    Row("german:7_5cm_pak_40", "HE", "russian:gaz_mm", "L5", "facing 2", FRONT, FRONT, 4, 1),
    Row("german:7_5cm_pak_40", "AP", "russian:t_34_m43", "I5", "facing 2", FRONT, FRONT, 1, -2),
    Row("german:7_5cm_pak_40", "AP", "russian:t_34_m43", "J5", "facing 2", FRONT, FRONT, 2, -1),
    Row("german:7_5cm_pak_40", "AP", "russian:t_34_m43", "I5", "facing 2 motion", FRONT, FRONT, 1, 2),
    Row(
        "german:7_5cm_pak_40",
        "AP",
        "russian:t_34_m43",
        "K5",
        "facing 2 ce",
        FRONT,
        FRONT,
        3,
        0,
        map="H5-I5 wall\nH5-I6 wall\n",
        low=True,
        ce=True,
    ),
    Row(
        "german:7_5cm_pak_40",
        "AP",
        "russian:t_34_m43",
        "L5",
        "facing 2",
        FRONT,
        FRONT,
        4,
        3,
        map="H5 stone_building 1\n",
    ),
    Row("german:7_5cm_pak_40", "AP", "russian:t_34_m43", "L5", "facing 2", FRONT, FRONT, 4, 1, map="H5 woods\n"),
    Row("german:3_7cm_pak_35_36", "AP", "russian:t_26_m33", "L5", "facing 2 ce", FRONT, FRONT, 4, 0, ce=True),
    Row("german:3_7cm_pak_35_36", "AP", "russian:t_34_m43", "L5", "facing 2", FRONT, FRONT, 4, 0),
    Row("german:3_7cm_pak_35_36", "APCR", "russian:t_34_m43", "H1", "facing 2", SIDE, SIDE, 4, 0),
    Row("german:3_7cm_pak_35_36", "HE", "russian:t_26_m33", "D5", "facing 2", REAR, REAR, 4, 0),
    Row("german:5cm_pak_38", "AP", "russian:t_34_m43", "D5", "facing 2 immobile", REAR, REAR, 4, 0),
    Row("german:5cm_pak_38", "AP", "russian:t_34_m43", "L5", "facing 2 immobile ce", FRONT, FRONT, 4, 0, ce=True),
    Row("german:5cm_pak_38", "AP", "russian:su_76m", "L5", "facing 2 ce", FRONT, FRONT, 4, 1, ce=True),
    Row("german:5cm_pak_38", "HE", "russian:su_76m", "D5", "facing 2 ce", REAR, REAR, 4, 1, ce=True),
    Row("german:2_8cm_spzb_41", "AP", "russian:t_34_m43", "L5", "facing 2", FRONT, FRONT, 4, 0, year=1942),
    Row("german:7_5cm_leig_18", "HEAT", "russian:t_34_m43", "L5", "facing 2", FRONT, FRONT, 4, 0),
    Row("german:7_5cm_leig_18", "HEAT", "russian:gaz_mm", "L5", "facing 2", FRONT, FRONT, 4, 1),
    Row("russian:45mm_ptp_obr_32", "AP", "german:pzkpfw_ivh", "L5", "facing 2", FRONT, FRONT, 4, 0, colour="red"),
    Row(
        "russian:45mm_ptp_obr_32",
        "AP",
        "german:pzkpfw_ivh",
        "H1",
        "facing 2 ce",
        SIDE,
        SIDE,
        4,
        0,
        ce=True,
        colour="red",
    ),
    Row("russian:45mm_ptp_obr_32", "AP", "german:pzkpfw_iiif", "L5", "facing 2", FRONT, FRONT, 4, 0, colour="red"),
    Row("russian:45mm_ptp_obr_32", "AP", "german:stug_iiig", "D5", "facing 2", REAR, REAR, 4, 1, colour="red"),
    Row(
        "russian:45mm_ptp_obr_32",
        "AP",
        "german:marder_ii",
        "D5",
        "facing 2 ce",
        REAR,
        REAR,
        4,
        0,
        ce=True,
        colour="red",
    ),
    Row(
        "russian:45mm_ptp_obr_32",
        "AP",
        "german:marder_ii",
        "L5",
        "facing 2 ce",
        FRONT,
        FRONT,
        4,
        0,
        ce=True,
        colour="red",
    ),
    Row("russian:45mm_ptp_obr_32", "APCR", "german:pzkpfw_vie", "D5", "facing 2", REAR, REAR, 4, -1, colour="red"),
    Row(
        "russian:45mm_ptp_obr_32",
        "HE",
        "german:psw_222",
        "L5",
        "facing 2 ce",
        FRONT,
        FRONT,
        4,
        1,
        ce=True,
        colour="red",
    ),
    Row(
        "russian:45mm_ptp_obr_32",
        "AP",
        "german:spw_251_1",
        "L5",
        "facing 2 ce",
        FRONT,
        FRONT,
        4,
        1,
        ce=True,
        colour="red",
    ),
    Row("german:7_5cm_pak_40", "AP", "american:m4a1", "L5", "facing 2 ce", FRONT, FRONT, 4, -1, 7, ce=True),
    Row("german:7_5cm_pak_40", "AP", "american:m4a1", "H1", "facing 2 +1", SIDE, SIDE, 4, -1, 7),
    Row("german:7_5cm_pak_40", "AP", "british:churchill_vii", "L5", "facing 2 shock", FRONT, FRONT, 4, -1),
]


def shot_of(row: Row) -> tuple[State, Fire]:
    """The position of a shot, and its action."""
    us, them = row.gun.split(":")[0], row.target.split(":")[0]
    squad = {"russian": "4-4-7", "german": "4-6-7", "american": "6-6-6", "british": "4-5-7"}[them]
    spine = {"L5": 5, "D5": 2, "H1": 3, "I5": 5, "J5": 5, "K5": 5}[row.frm]
    text = f'''version = 1
[[case]]
title = "x"
rules = ["C3.31"]
profile = "starter"
year = {row.year}
phase = "PFPh"
attacker = "{us}"
map = """
size 14x12
{row.map}"""
units = ["A {us} 2-2-8 at {row.frm}", "R {them} {squad} at N12"]
weapons = ["g {row.gun.replace(":", " ")} held by A facing {spine}"]
vehicles = ["T {row.target.replace(":", " ")} at H5 {row.how}"]
[[case.step]]
ask = "aspect T from A1"
'''
    at = case_position(text)
    action = parse(f"fire A/g at H5 vehicle T shot vehicle {row.ammo}", at.names)
    assert isinstance(action, Fire)
    return at.state, action


@pytest.mark.parametrize("row", ROWS, ids=lambda row: f"{row.gun}-{row.ammo}-{row.target}-{row.frm}-{row.how}")
def test_the_odds_of_a_shot_at_a_vehicle_are_those_of_the_tables(row: Row) -> None:
    found, (fates, crew) = odds.vehicle(*shot_of(row)), oracle(row)
    assert sum(found.fates.values()) == 1
    assert found.fates == fates
    assert found.crew == crew


def test_the_oracle_imports_nothing_of_rules_flow_or_odds() -> None:
    tree = ast.parse((Path(__file__).parent / "tables_alone.py").read_text(encoding="utf-8"))
    named = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    named += [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    own = {name for name in named if name.split(".")[0] in ("goodorder", "tests")}
    assert own and all(name.startswith("goodorder.data") for name in own)
