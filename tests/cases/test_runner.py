"""The case runner itself: what it finds wrong, where, and in which shape it reports."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from goodorder.data.not_built import all_not_built
from goodorder.play.cases import CaseResult, run_case, run_files
from goodorder.play.cases.coverage import coverage, markdown
from goodorder.play.cases.model import Case
from goodorder.play.cases.reader import parse_cases
from tests.case_coverage import faults_of

FOLDER = Path(__file__).parent
RESOLUTION = FOLDER / "a07_fire" / "a07_3_resolution.toml"
HEAD = """version = 1

[[case]]
title = "a question"
"""
FIRE = """units = ["A german 4-6-7 at C4", "B russian 4-4-7 at C6"]
[[case.step]]
do = "fire A at C6"
"""


ASKED = '[[case.step]]\nask = "ift 4 4"\n'
VEHICLE = 'vehicles = ["T german pzkpfw_ivh at H5 facing 2"]\n'
HELD = (
    'profile = "full"\nunits = ["A german dummy at C4", "B german 4-6-7 {}", "C russian 4-4-7 at H8"]\n'
    'weapons = ["d german DC held by {}"]\n' + VEHICLE + ASKED
)
GUN = 'units = ["A german 2-2-8 at L5", "B russian 4-4-7 at L7"]\nweapons = ["g german 7_5cm_pak_40 held by A '


def result_of(text: str) -> CaseResult:
    case = parse_cases(HEAD + text, "x.toml")[0]
    return case if isinstance(case, CaseResult) else run_case(case)


@pytest.mark.parametrize(
    ("text", "line", "word"),
    [
        ('unitz = []\n[[case.step]]\nask = "ift 4 4"\n', 5, "units"),
        ('units = ["A german 4-6-7 at C4 brokn"]\n[[case.step]]\nask = "ift 4 4"\n', 5, "broken"),
        ('units = ["A german 4-6-8x at C4"]\n[[case.step]]\nask = "ift 4 4"\n', 5, "4-6-8"),
        ('units = ["A german 4-6-7 at C44"]\n[[case.step]]\nask = "ift 4 4"\n', 5, "C4"),
        ('map = "C4 wods"\n[[case.step]]\nask = "ift 4 4"\n', 5, "woods"),
        ('rows = ["SK3.MPh.88"]\n[[case.step]]\nask = "ift 4 4"\n', 5, "SK3.MPh.8"),
        ('[[case.step]]\nask = "ledgr fire A at C4"\n', 6, "ledger"),
        ('[[case.step]]\nask = "ift 4 4"\nresul = "NMC"\n', 7, "result"),
        ('units = ["A german 4-6-7 at C4"]\n[[case.step]]\ndo = "fie A at C6"\n', 7, "fire"),
        (FIRE + 'dice = "4 5"\nunits = { B = "unharmd" }\n', 9, "unharmed"),
        (FIRE + 'dice = "4 5"\nevents = ["UnitBrok"]\n', 9, "UnitBroke"),
        (FIRE + 'dice = "4 7"\n', 8, "faces"),
        (GUN + '"]\n' + ASKED, 6, "a Gun has a Covered Arc, as 'facing 3' (C3.2)"),
        (VEHICLE.replace("facing 2", "facing 7") + ASKED, 5, "'7' is no hexspine"),
        (VEHICLE.replace("pzkpfw_ivh", "stug_iiig").replace('2"]', '2 turret 3"]') + ASKED, 5, "has no turret"),
        (VEHICLE + 'weapons = ["T.CNG malfunctioned"]\n' + ASKED, 6, "T.CMG"),
        (VEHICLE.replace("pzkpfw_ivh", "pzkpfw_ivx") + ASKED, 5, "pzkpfw_iv"),
        (VEHICLE.replace("at H5", "at H5 boged") + ASKED, 5, "bogged"),
        (GUN + 'facing 6"]\n' + ASKED, 6, "'6' is no hexspine"),
        ('snipers = ["russian 6 at"]\n' + FIRE, 5, "A14.2"),
        ('snipers = ["russian 6 at C8 pined"]\n' + FIRE, 5, "A14.2"),
        ('snipers = ["russian 6 at C8", "russian 5 at C7"]\n' + FIRE, 5, "one Sniper for each side"),
        ('integrity = ["german base 40 base 30"]\n' + FIRE, 5, "A16.1"),
        ('integrity = ["german base 40", "german base 30"]\n' + FIRE, 5, "one Integrity for each side"),
        ('units = ["A german 4-6-7 at C4", "B russian dummy prisoner of A"]\n' + ASKED, 5, "A20.5"),
        ('units = ["A german 4-6-7 at C4", "B russian 4-4-7 prisoner of A at C4"]\n' + ASKED, 5, "A20.5"),
        ('units = ["A german 4-6-7 at C4", "B russian 4-4-7 prisoner"]\n' + ASKED, 5, "as 'prisoner of A' (A20.5)"),
        (
            'units = ["A german 8-0 at C4", "B russian 4-4-7 prisoner of A", "C russian 4-4-7 prisoner of A"]\n'
            + ASKED,
            5,
            "A guards prisoners of a US# of 5 at most, not 6 (A20.51)",
        ),
        (HELD.format("at C4", "A"), 7, "no weapon is with a Dummy (A12.11)"),
        (HELD.format("prisoner of C", "B"), 7, "possesses nothing (A20.5)"),
        (HELD.format("at C4", "T"), 7, "Passengers are not built (D6.1)"),
        ('units = ["A german 4-6-7 at C4 berserk broken"]\n' + ASKED, 5, "A15.42"),
        (GUN + 'facing 3 depleted APDS"]\n' + ASKED, 6, "unknown ammunition of this weapon 'APDS'; nearest known: AP"),
        (GUN + 'facing 3 depleted APRC"]\n' + ASKED, 6, "APCR"),
        (GUN + 'facing 3"]\n[[case.step]]\ndo = "fire A/g at L7 shot infantrie HE"\n', 8, "known: infantry"),
        (GUN.replace("pak_40", "pak_41x") + 'facing 3"]\n' + ASKED, 6, "pak_40"),
        ('rules = 5\n[[case.step]]\nask = "ift 4 4"\n', 5, "a list of texts"),
    ],
)
def test_an_unknown_word_is_invalid_with_its_line_and_the_nearest_known_word(text: str, line: int, word: str) -> None:
    result = result_of(text)
    assert result.status == "invalid", result.message
    assert f"line {line}:" in result.message
    assert word in result.message


def test_two_cases_of_one_title_are_a_mistake() -> None:
    step = '[[case.step]]\nask = "ift 4 4"\n'
    first, second = parse_cases(HEAD + step + HEAD.partition("\n\n")[2] + step, "x.toml")
    assert not isinstance(first, CaseResult)
    assert isinstance(second, CaseResult) and second.status == "invalid" and "line 8" in second.message


@pytest.mark.parametrize(
    ("step", "expected", "actual"),
    [
        ('dice = ["2 4"]\n', "no further roll", "NMC"),
        ("", "no further roll", "fire at C6"),
        ('dice = ["4 5", "1 2"]\n', "every die used", "1 2"),
        ('dice = ["4 5"]\nunits = { B = "broken" }\n', "B: broken", "B: on_map"),
        ('dice = ["4 5"]\nrefused = "A6.1"\n', "refused by A6.1", "allowed"),
        ('dice = ["4 5"]\nrolls = [{ final = 8 }]\n', "final = 8", "9"),
        ('dice = ["4 5"]\nno_events = ["UnitFired unit=A"]\n', "no event", "UnitFired"),
        ("""dice = ["4 5"]\nevents = ["DiceThrown outcome='two words'"]\n""", "two words", "DiceThrown"),
        ("""dice = ["4 5"]\nno_events = ["DiceThrown purpose='attack at C6'"]\n""", "no event", "attack at C6"),
    ],
)
def test_dice_are_used_exactly_and_every_expectation_counts(step: str, expected: str, actual: str) -> None:
    result = result_of(FIRE + step)
    assert result.status == "failed"
    assert expected in result.expected
    assert actual in result.actual
    assert result.at.startswith("line 6")


STAND = """phase = "CCPh"
units = ["L german 8-0 at C4", "A german 4-6-7 at C4", "B russian 4-4-7 at C4"]
markers = ["cc at C4"]
[[case.step]]
"""


def test_a_vehicle_among_the_units_of_a_case_is_told_where_it_stands() -> None:
    result = result_of('units = ["A german pzkpfw_vg at C4"]\n[[case.step]]\nask = "ift 4 4"\n')
    assert result.status == "invalid" and "its line stands under vehicles" in result.message


def test_choices_of_another_kind_are_passed_up_to_the_one_that_the_action_is_for() -> None:
    assert result_of(STAND + 'do = "cc A L on B"\nasks = "russian A11.12"\n').status == "passed"
    assert result_of(STAND + 'do = "cc A on B"\nrefused = "A11.14"\nkind = "illegal"\n').status == "passed"
    late = result_of(STAND + 'do = "rally A by L"\nrefused = "A11.14"\nkind = "stale"\nasks = "german A11.14"\n')
    assert late.status == "passed", late.message


UNDER_WAY = """profile = "full"
phase = "MPh"
attacker = "russian"
units = ["G german 4-6-7 at C6", "A russian 4-4-7 at F5"]
vehicles = ["V russian russian:t_34_m41 at C4 facing 1 ce"]
trails = { V = { steps = ["start C5 to C5 1", "C5 to C4 1"] } }
[[case.step]]
"""


@pytest.mark.parametrize("act", ["park V", "drive V to C8"])
def test_what_is_asked_for_behind_a_choice_that_was_passed_is_refused_by_its_own_rule(act: str) -> None:
    result = result_of(UNDER_WAY + f'do = "{act}"\n')
    assert result.status == "failed"
    assert "(A8.1)" not in result.message and "(D2." in result.message, result.message


def test_dice_of_one_roll_may_be_given_singly() -> None:
    step = 'do = "cc B on A L"\n[[case.step]]\ndo = "pass"\ndice = ["2 3", {}]\nunits = {{ A = "2-4-7" }}\n'
    text = STAND.replace("[[case.step]]", 'attacker = "russian"\n[[case.step]]')
    assert result_of(text + step.format('"1 2"')).status == "failed", "five is above the Kill Number of 1-2"
    step = step.replace("2 3", "1 3")
    assert result_of(text + step.format('"1 2"')).status == "passed"
    assert result_of(text + step.format('"1", "2"')).status == "passed"


def test_a_case_is_played_in_each_profile_it_names() -> None:
    text = HEAD + 'profile = ["starter", "full"]\n[[case.step]]\nask = "ift 4 4"\n'
    found = [run_case(case) for case in parse_cases(text, "x.toml") if isinstance(case, Case)]
    assert [(case.profile, case.status) for case in found] == [("starter", "passed"), ("full", "passed")]


def test_a_file_that_is_no_toml_names_its_line(tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    file.write_text("version = 1\n[[case]\n", encoding="utf-8")
    report = run_files([file]).as_json()
    assert report["invalid"] == 1
    assert report["cases"][0]["at"] == "line 2"


def test_the_report_has_the_documented_shape() -> None:
    report = run_files([RESOLUTION]).as_json()
    assert list(report) == ["version", "passed", "failed", "not_built", "invalid", "cases"]
    keys = ["file", "title", "rules", "rows", "profile", "status", "at", "expected", "actual", "message"]
    assert all(list(case) == keys for case in report["cases"])
    assert report["passed"] == len(report["cases"]) > 10


def test_every_name_that_is_left_out_has_a_case_of_each_profile_that_shows_its_refusal() -> None:
    shown: set[tuple[str, str]] = set()
    for file in (FOLDER / "not_built").glob("*.toml"):
        for case in tomllib.loads(file.read_text(encoding="utf-8"))["case"]:
            asked = [str(step.get("ask", "")).removeprefix("not_built ") for step in case["step"]]
            profiles = case.get("profile", "starter")
            for profile in [profiles] if isinstance(profiles, str) else profiles:
                shown |= {(name, profile) for name in asked}
    refused = {(name, profile) for name, entry in all_not_built().items() for profile in entry.profiles}
    assert len(refused) > 150 and refused - shown == set()


def test_coverage_has_the_documented_shape() -> None:
    data = coverage(run_files([RESOLUTION])).as_json()
    assert list(data) == ["profiles", "support", "rows"]
    assert list(data["profiles"]["starter"]) == ["built", "partly", "refused", "absent"]
    assert sum(data["support"]["totals"].values()) == 1851 and sum(data["profiles"]["full"].values()) == 562
    assert data["support"]["sections"]["C5"]["absent"] == 58
    row = data["rows"]["SK3.DR.1"]
    assert list(row) == ["starter", "full", "rules", "cases"]
    assert row["starter"] in ("built", "partly", "refused", "absent")
    assert "A7.9" in row["rules"]


def test_a_support_row_is_built_by_who_names_it_and_a_case_that_shows_it(tmp_path: Path) -> None:
    text = RESOLUTION.read_text(encoding="utf-8")
    file = tmp_path / "a07.toml"
    file.write_text(text.replace('rows = ["', 'rows = ["B28.1a", "', 1), encoding="utf-8")
    found = coverage(run_files([file]))
    assert found.support["B28.1a"].cases and found.support["B28.1a"].status == {"starter": "absent", "full": "absent"}
    page = markdown(found)
    assert "| full, beneath | 0 | 0 | 0 | 1851 | 1851 |" in page and "| D9 | 0 | 0 | 0 | 17 | 17 |" in page
    assert "B28.1a" not in page and "| A.1a |" in page


def test_cases_that_leave_rules_rows_and_the_page_wanting_are_told() -> None:
    found = coverage(run_files([RESOLUTION]))
    told = faults_of(found, "# an old page")
    assert any("has 0 cases in which it speaks" in fault for fault in told)
    assert any(fault.startswith("rows of starter: {'built': ") for fault in told)
    assert told[-1] == "docs/coverage.md is not up to date; run: goodorder coverage --write docs/coverage.md"
    assert not any("docs/coverage.md" in fault for fault in faults_of(found, markdown(found)))
