"""``goodorder odds``: whatever play counts out before it is done, in the position of a case."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from goodorder.cli import main

CASES = Path(__file__).parents[1] / "cases"
LATW = "c_ordnance/c13_latw_at_vehicles.toml"
HULL = "c_ordnance/c05_11_hull_turned_for_a_shot.toml"
RING = "a07_fire/a07_7_encirclement_by_ordnance.toml"
CHARGE = "a23_charges/a23_5_at_vehicles.toml"

TEXT = """
version = 1
[[case]]
title = "a shot"
profile = "full"
year = 1944
attacker = "german"
map = "size 12x12; D5 woods"
units = ["A german 4-6-7 at G8", "S russian 4-4-7 at H8"]
vehicles = [{vehicles}]
[[case.step]]
ask = "hex A1"
"""


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["odds", *words], prog_name="goodorder")


def data_of(*words: str) -> Any:
    result = run(*words, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def case(file: str) -> str:
    return str(CASES / file)


@pytest.fixture
def own(tmp_path: Path) -> Any:
    def made(*vehicles: str) -> str:
        file = tmp_path / "own.toml"
        file.write_text(TEXT.format(vehicles=", ".join(f'"{one}"' for one in vehicles)), encoding="utf-8")
        return str(file)

    return made


def chances(found: dict[str, Any]) -> dict[str, float]:
    return {word: one["p"] for word, one in found.items()}


def test_a_shot_at_a_vehicle_tells_to_hit_where_it_strikes_and_to_kill() -> None:
    found = data_of(case(LATW), "fire A/p at G5 vehicle T shot vehicle HEAT")
    assert found["title"].endswith("To Hit 8 or less")
    first = {one["result"]: one for one in found["first"]}
    assert first["miss"]["exact"] == "5/18"
    assert sum(one["p"] for one in found["first"]) == pytest.approx(1)
    assert [(one["aspect"], one["number"]) for one in found["kills"] if not one["critical"]] == [
        ("hull", 21),
        ("turret", 21),
    ]
    assert sum(chances(found["vehicles"]["T"]).values()) == pytest.approx(1)
    assert found["vehicles"]["T"]["burning"]["p"] > 0.6
    text = run(case(LATW), "fire A/p at G5 vehicle T shot vehicle HEAT").output
    assert "To Kill 21: hull, rear (38.9%)" in text
    assert "T: burning 66.4%" in text


def test_a_thrown_charge_tells_its_position_dr_and_the_fates() -> None:
    found = data_of(case(CHARGE), "throw d by A to H5 vehicle T")
    assert any("C7.346" in line for line in found["text"])
    assert sum(chances(found["vehicles"]["T"]).values()) == pytest.approx(1)
    assert "T: " in run(case(CHARGE), "throw d by A to H5 vehicle T").output


def test_a_hull_that_turns_in_woods_counts_its_bog_check(own: Any) -> None:
    file = own("T german stug_iiig at D5 facing 1")
    found = data_of(file, "fire T/T.MA at H8 shot infantry HE turn 3")
    assert "Bog Check" in found["text"][0]
    assert {one["result"] for one in found["first"]} > {"bogs and does not fire"}
    assert sum(chances(found["units"]["S"]).values()) == pytest.approx(1)


def test_a_vehicle_in_the_target_of_small_arms_has_its_fates(own: Any) -> None:
    found = data_of(own("T russian gaz_mm at H8 facing 1"), "fire A at H8")
    assert sum(one["p"] for one in found["first"]) == pytest.approx(1)
    assert found["units"]["S"].keys() >= {"unharmed", "broken"}
    assert sum(chances(found["vehicles"]["T"]).values()) == pytest.approx(1)
    assert set(found["vehicles"]["T"]) > {"no effect"}


def test_machine_guns_at_the_crew_of_an_afv_alone(own: Any) -> None:
    found = data_of(own("T russian t_34_m43 at H9 facing 1 turret 1 ce"), "fire A at H9 vehicle T")
    assert set(found["vehicles"]["T"]) > {"no effect"}


def test_the_shot_that_closes_a_ring_finds_morale_a_level_lower() -> None:
    title = "A Gun's hit and a squad's fire from the other side encircle"
    once = data_of(case(RING), "fire B at E9", "--case", title)
    ring = data_of(case(RING), "fire B at E9", "--case", title, "--after", "1")
    assert once["first"] == ring["first"]
    assert ring["units"]["X"]["broken"]["p"] > once["units"]["X"]["broken"]["p"]


def test_what_may_not_be_done_is_refused_by_its_rule() -> None:
    result = run(case(LATW), "fire A at G5 vehicle T")
    assert result.exit_code == 1
    assert result.output.count("\n") == 1
    result = run(case(LATW), "pass")
    assert result.exit_code == 1
    assert "no odds" in result.output


def test_steps_that_fail_are_told() -> None:
    title = "A Gun's hit and a squad's fire from the other side encircle"
    result = run(case(RING), "fire B at E9", "--case", title, "--after", "9")
    assert result.exit_code == 1
    assert "Traceback" not in result.output


def test_an_act_of_another_phase_with_odds_is_told_too() -> None:
    found = data_of(case("a10_morale/a10_61_terrain_bonus_of_a_rally.toml"), "rally A by L")
    assert sum(one["p"] for one in found["first"]) == pytest.approx(1)


def test_a_panzerfaust_tells_its_check_and_the_fates() -> None:
    title = "A Panzerfaust Check is one better against an AFV, and its hit destroys it"
    found = data_of(case(LATW), "panzerfaust A at F5 vehicle T shot vehicle HEAT", "--case", title)
    assert "C13.31" in found["text"][0]
    assert sum(chances(found["vehicles"]["T"]).values()) == pytest.approx(1)


def test_a_shot_that_a_gun_duel_may_answer_says_so(own: Any) -> None:
    file = Path(own("T german pzkpfw_ivh at G4 facing 1 turret 1"))
    text = file.read_text(encoding="utf-8").replace('profile = "full"', 'profile = "full"\nphase = "MPh"')
    file.write_text(text.replace('"S russian 4-4-7 at H8"', '"S russian 4-4-7 at G1"'), encoding="utf-8")
    found = data_of(str(file), "fire T/T.MA at G1 shot infantry HE")
    assert any("C2.2401" in line for line in found["text"])
    prep = text.replace('phase = "MPh"', 'phase = "PFPh"')
    file.write_text(prep.replace('"S russian 4-4-7 at H8"', '"S russian 4-4-7 at G1"'), encoding="utf-8")
    assert not any("C2.2401" in line for line in data_of(str(file), "fire T/T.MA at G1 shot infantry HE")["text"])


def test_a_title_that_no_case_has_names_the_nearest_one() -> None:
    result = run(case(LATW), "fire A at F5", "--case", "A Panzerfaust Check is better against an AFV")
    assert result.exit_code == 1
    assert "the nearest is 'A Panzerfaust Check is one better against an AFV" in result.output
