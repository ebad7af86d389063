"""What the browser is told of a shot at a vehicle before it is fired (C7)."""

from __future__ import annotations

import pytest

from goodorder import odds
from goodorder.core.actions import Fire
from goodorder.core.engine import pending, settle
from goodorder.core.frames import Choice, Do
from goodorder.core.notation import parse
from goodorder.flow.fire.defensive_fire import Touch, Window
from goodorder.play.cases import position
from goodorder.play.cases.start import import_flow
from goodorder.web.preview import attack_chance, preview_action
from goodorder.web.queries import preview
from tests.support import Stop, case_position

import_flow()

TEXT = """version = 1
[[case]]
title = "x"
rules = ["C3.31"]
profile = "starter"
phase = "PFPh"
attacker = "german"
map = "size 14x12"
units = ["A german 2-2-8 at L5", "B german 4-6-7 at I5", "R russian 4-4-7 at N12"]
weapons = ["g german 7_5cm_pak_40 held by A facing 5"]
vehicles = ["T russian t_34_m43 at H5 facing 2 ce"]
[[case.step]]
ask = "aspect T from A1"
"""


@pytest.fixture(name="at")
def _at() -> position.CasePosition:
    return case_position(TEXT)


def test_a_shot_at_a_vehicle_tells_to_hit_to_kill_fates_and_other_ammunition(at: position.CasePosition) -> None:
    action = parse("fire A/g at H5 vehicle T shot vehicle AP", at.names)
    doc = preview_action(at.state, action)
    assert doc is not None
    assert [one.label for one in doc.odds] == ["Critical Hit", "turret hit", "hull hit", "miss"]
    assert sum(one.p for one in doc.odds) == pytest.approx(1)
    [target] = doc.per_target
    assert target.unit == str(at.names.unit("T"))
    assert sum(one.p for one in target.odds) == pytest.approx(1)
    assert [(one.aspect, one.facing, one.critical, one.number) for one in doc.kills] == [
        ("hull", "front", False, 6),
        ("turret", "front", False, 6),
        ("hull", "front", True, 23),
    ]
    assert sum(one.p for one in doc.kills) == pytest.approx(1 - doc.odds[-1].p)
    assert "HE" in [one.label for one in doc.other_ammo]
    assert [one.p for one in doc.other_ammo] == sorted((one.p for one in doc.other_ammo), reverse=True)


def test_fire_on_the_ift_at_an_exposed_crew_tells_its_fates(at: position.CasePosition) -> None:
    action = parse("fire B at H5 vehicle T", at.names)
    doc = preview_action(at.state, action)
    assert doc is not None
    assert any(line.id == "crew_exposed" for line in doc.lines)
    [target] = doc.per_target
    assert {"stunned", "recalled", "no effect"} >= {one.label for one in target.odds} > {"no effect"}


def test_the_chance_of_a_shot_at_a_vehicle_is_that_it_does_anything(at: position.CasePosition) -> None:
    action = parse("fire A/g at H5 vehicle T shot vehicle AP", at.names)
    assert isinstance(action, Fire)
    assert attack_chance(at.state, action) == pytest.approx(float(sum(odds.direct_fates(at.state, action).values())))


WINDOW = """version = 1
[[case]]
title = "x"
profile = "starter"
phase = "MPh"
attacker = "russian"
map = "size 14x12"
units = ["A german 2-2-8 at L5", "B german 4-6-7 at N12"]
weapons = ["g german 7_5cm_pak_40 held by A facing 5"]
vehicles = ["T russian t_34_m43 at H5 facing 2 motion"]
[[case.step]]
cannot = ["pass"]
"""


def test_a_window_in_which_a_gun_alone_can_fire_opens_with_its_best_shot() -> None:
    at = case_position(WINDOW)
    tank = at.names.unit("T")
    frame = Window((Touch(at.state.vehicles[tank].loc, (), (tank,)),))
    st = settle(at.state.with_(stack=(Stop(), frame)), Do(then=frame))[0]
    choice = pending(st)
    assert isinstance(choice, Choice) and choice.why == "MP were spent in your sight"
    best = preview(st, choice, [])
    assert best is not None
    assert best.title.startswith("Best single shot: 7.5cm PaK 40 of crew A (2-2-8). AP at T-34 M43 in H5")
    shots = (parse(f"fire A/g at H5 vehicle T shot vehicle {ammo}", at.names) for ammo in ("AP", "HE"))
    piercing, bursting = (attack_chance(st, shot) for shot in shots if isinstance(shot, Fire))
    assert piercing > bursting


def test_a_shot_at_a_wreck_tells_the_chance_that_it_burns_and_no_other_fate() -> None:
    at = case_position(TEXT.replace("facing 2 ce", "facing 2 wreck"))
    action = parse("fire A/g at H5 vehicle T shot vehicle AP", at.names)
    assert isinstance(action, Fire)
    found = odds.vehicle(at.state, action)
    burns = odds.direct_fates(at.state, action)["burn"]
    assert set(found.fates) == {"burning", "no effect"}
    assert 0 < found.fates["burning"] == burns < 1
    doc = preview_action(at.state, action)
    assert doc is not None
    assert [one.label for one in doc.per_target[0].odds] == ["burning", "no effect"]


def test_a_shot_that_must_hit_first_tells_its_number_apart_and_the_roll_with_its_rules(
    at: position.CasePosition,
) -> None:
    doc = preview_action(at.state, parse("fire A/g at N12 shot infantry HE", at.names))
    assert doc is not None
    assert {line.group for line in doc.lines} >= {"to_hit", "fp"}
    assert [line.rule for line in doc.lines if line.group == "to_hit"] == ["C3.32"]
    assert any(line.startswith("The weapon malfunctions: ") and line.endswith("(A9.7)") for line in doc.text)


def test_the_title_of_a_shot_that_hits_only_improbably_ends_as_a_title_does() -> None:
    text = TEXT.replace(
        '"size 14x12"', '"size 14x12\\nN12 stone_building 2\\nM7 brush\\nM8 brush\\nM9 brush\\nM10 brush"'
    ).replace('"starter"', '"full"')
    found = case_position(text.replace("at N12", "at N12 concealed"))
    doc = preview_action(found.state, parse("fire A/g at N12 shot infantry AP", found.names))
    assert doc is not None and "dr of" in doc.title
    assert not doc.title.endswith(",")
