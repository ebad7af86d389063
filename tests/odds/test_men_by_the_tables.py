"""Odds of shots with the Infantry and Area Target Types, held to an oracle of the tables alone (C3, A7)."""

from __future__ import annotations

import ast
from fractions import Fraction
from pathlib import Path

import pytest

from goodorder import odds
from goodorder.core import engine
from goodorder.core.actions import Fire
from goodorder.core.notation import parse
from goodorder.core.state import State
from goodorder.odds.fate import fate
from goodorder.play.cases.start import import_flow, start_frames
from tests.odds.tables_of_men import PAIRS, MenRow, fates, struck_by
from tests.rules.a11_close_combat.fights import begin
from tests.support import case_position
from tests.web.told_and_played import ends

import_flow()

CLOSE = 1e-9
PAK = "german:7_5cm_pak_40"
SMALL = "german:3_7cm_pak_35_36"
HOWITZER = "german:7_5cm_leig_18"
HEAVY = "german:15cm_sig_33"
MORTAR = "german:8cm_grw_34"
RUSSIAN = "russian:45mm_ptp_obr_32"
SQUAD, LEADER, CREW = "russian:4-4-7", "russian:8-1", "russian:2-2-8"
WOODS, WOOD, STONE = "H5 woods\n", "H5 wooden_building\n", "H5 stone_building\n"

ROWS = {
    "HE at men in the open": MenRow(PAK, "HE", "infantry", (SQUAD,), 4),
    "HE at two squads in the open": MenRow(PAK, "HE", "infantry", (SQUAD, SQUAD), 4),
    "HE at the next hex": MenRow(PAK, "HE", "infantry", (SQUAD,), 1, -2),
    "HE two hexes away": MenRow(PAK, "HE", "infantry", (SQUAD,), 2, -1),
    "HE at woods": MenRow(PAK, "HE", "infantry", (SQUAD,), 4, 1, 0, -1, WOODS),
    "HE at a leader alone": MenRow(PAK, "HE", "infantry", (LEADER,), 4),
    "HE at Guards and their leader": MenRow(PAK, "HE", "infantry", (LEADER, "russian:4-5-8"), 4),
    "HE at a squad and its leader": MenRow(PAK, "HE", "infantry", (LEADER, SQUAD), 4),
    "HE at conscripts and a leader in a building": MenRow(
        PAK, "HE", "infantry", ("russian:9-1", "russian:4-2-6"), 4, 2, 0, -2, WOOD
    ),
    "a mortar at a squad and its leader": MenRow(MORTAR, "HE", "area", ("russian:9-2", SQUAD), 4),
    "HEAT at a squad and a leader with no modifier": MenRow(
        HOWITZER, "HEAT", "infantry", ("russian:8-0", SQUAD), 4, 2, 0, -2, WOOD
    ),
    "two hits of a small Gun at Guards and their leader": MenRow(SMALL, "HE", "infantry", (LEADER, "russian:4-5-8"), 4),
    "HE at a squad and a poor leader": MenRow(PAK, "HE", "infantry", ("russian:6+1", SQUAD), 4),
    "HE at a wooden building": MenRow(PAK, "HE", "infantry", (SQUAD,), 4, 2, 0, -2, WOOD),
    "HE at a stone building": MenRow(PAK, "HE", "infantry", (SQUAD, SQUAD), 4, 3, 0, -3, STONE),
    "HE of a heavy howitzer at a stone building": MenRow(HEAVY, "HE", "infantry", (SQUAD,), 4, 3, 0, -3, STONE),
    "HE through brush by a pinned crew": MenRow(
        PAK, "HE", "infantry", (SQUAD,), 4, 8, 0, -3, f"{STONE}H2 brush\nH3 brush\nH4 brush\n", firer="pinned"
    ),
    "two hits of a small Gun": MenRow(SMALL, "HE", "infantry", (SQUAD,), 4),
    "two hits of a small Gun at a building": MenRow(SMALL, "HE", "infantry", (SQUAD, SQUAD), 4, 2, 0, -2, WOOD),
    "HE at a target acquired once": MenRow(PAK, "HE", "infantry", (SQUAD,), 4, 1, 0, -2, WOOD, aim="acquired H5 -1"),
    "HE at a target acquired twice": MenRow(PAK, "HE", "infantry", (SQUAD,), 4, 0, 0, -2, WOOD, aim="acquired H5 -2"),
    "AP at men": MenRow(PAK, "AP", "infantry", (SQUAD,), 4),
    "HEAT at men in a building": MenRow(HOWITZER, "HEAT", "infantry", (SQUAD,), 4, 2, 0, -2, WOOD),
    "HE at an emplaced Gun with a gunshield": MenRow(PAK, "HE", "infantry", (CREW,), 4, 3, 2, manned="emplaced"),
    "HE at a Gun with a gunshield": MenRow(PAK, "HE", "infantry", (CREW,), 4, 1, 2, manned="limber_free"),
    "HE of a Gun by the Area Target Type": MenRow(PAK, "HE", "area", (SQUAD,), 4),
    "HE of a heavy howitzer at an area": MenRow(HEAVY, "HE", "area", (SQUAD, SQUAD), 4, 0, 2, -2, WOOD),
    "a mortar at the open": MenRow(MORTAR, "HE", "area", (SQUAD, SQUAD), 4),
    "a mortar at woods": MenRow(MORTAR, "HE", "area", (SQUAD,), 4, 0, -1, -1, WOODS),
    "a mortar at a stone building": MenRow(MORTAR, "HE", "area", (SQUAD,), 4, 0, 3, -3, STONE),
    "a mortar that has acquired its hex": MenRow(MORTAR, "HE", "area", (SQUAD,), 4, -2, aim="acquired H5 -2"),
    "a Gun of another army": MenRow(RUSSIAN, "HE", "infantry", ("german:4-6-7",), 4, colour="red"),
}
SMOKE = {
    "smoke of a mortar": MenRow(MORTAR, "smoke", "area", (SQUAD,), 4),
    "smoke of a pinned mortar": MenRow(MORTAR, "smoke", "area", (SQUAD,), 4, 2, firer="pinned"),
}


def shot_of(row: MenRow) -> tuple[State, Fire, tuple[int, ...]]:
    """The position of a shot, its action and its targets in the order of the row."""
    us, them = row.gun.split(":")[0], row.men[0].split(":")[0]
    names = "XYZ"[: len(row.men)]
    men = [f'"{name} {id.replace(":", " ")} at H5 {row.target}"' for name, id in zip(names, row.men, strict=True)]
    words = row.manned.replace("limber_free", "")
    manned = f', "h russian 45mm_ptp_obr_32 held by X facing 0 {words}"' if row.manned else ""
    text = f'''version = 1
[[case]]
title = "x"
rules = ["C3.32"]
profile = "starter"
year = {row.year}
phase = "PFPh"
attacker = "{us}"
sides = ["{us} elr 3", "{them} elr 3"]
map = """
size 14x12
{row.map}"""
units = ["A {us} 2-2-8 at H{5 - row.range} {row.firer}", {", ".join(men)}]
weapons = ["g {row.gun.replace(":", " ")} held by A facing 3 {row.aim}"{manned}]
[[case.step]]
ask = "hex A1"
'''
    at = case_position(text)
    action = parse(f"fire A/g at H5 shot {row.shot} {row.ammo}", at.names)
    assert isinstance(action, Fire)
    side = at.state.side_at(action.target, 1) or at.state.side_at(action.target, 0)
    return at.state, action, tuple(unit.id for unit in side)


@pytest.mark.parametrize("name", ROWS)
def test_the_odds_of_a_shot_at_men_are_those_of_the_tables(name: str) -> None:
    st, action, targets = shot_of(ROWS[name])
    found = odds.attack(st, action).fates
    expected = {st.units[unit].type: told for unit, told in zip(sorted(targets), fates(ROWS[name]), strict=True)}
    assert set(found) == set(targets)
    for unit, table in found.items():
        words: dict[str, Fraction] = {}
        for end, chance in table:
            words[str(end)] = words.get(str(end), Fraction(0)) + chance
        known = {word: p for word, p in expected[st.units[unit].type].items() if p}
        assert sum(known.values()) == 1
        assert words.keys() == known.keys()
        assert all(abs(float(words[word] - p)) < CLOSE for word, p in known.items()), (words, known)


@pytest.mark.parametrize("name", ["HE at Guards and their leader", "HE at a squad and its leader"])
def test_a_shot_at_a_leader_and_his_squad_does_in_play_what_the_tables_say(name: str) -> None:
    st, action, targets = shot_of(ROWS[name])
    asked, _ = begin(st, *start_frames(st))
    thrown, _ = engine.answer(asked, action)
    found = ends(thrown)
    for unit, expected in zip(sorted(targets), fates(ROWS[name]), strict=True):
        words: dict[str, Fraction] = {}
        for after, chance in found:
            word = str(fate(st, after, unit))
            words[word] = words.get(word, Fraction(0)) + chance
        assert words == expected


@pytest.mark.parametrize("name", SMOKE)
def test_the_chance_that_smoke_hits_is_that_of_the_tables(name: str) -> None:
    st, action, _ = shot_of(SMOKE[name])
    asked, _ = begin(st, *start_frames(st))
    thrown, _ = engine.answer(asked, action)
    placed = sum(
        any(marker.kind == "smoke" for marker in engine.answer(thrown, pair)[0].markers.values()) for pair in PAIRS
    )
    assert Fraction(placed, 36) == 1 - struck_by(SMOKE[name])["miss"]


def test_the_oracle_of_men_imports_nothing_of_rules_flow_or_odds() -> None:
    tree = ast.parse((Path(__file__).parent / "tables_of_men.py").read_text(encoding="utf-8"))
    named = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    named += [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    own = {name for name in named if name.split(".")[0] in ("goodorder", "tests")}
    assert own and all(name.startswith("goodorder.data") for name in own)
