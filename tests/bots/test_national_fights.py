"""What the standard opponent makes of Hand-to-Hand fights, magnetic mines and arms in wrecks."""

from __future__ import annotations

import random
from typing import Any

import pytest

from goodorder.bots.standard import StandardPlayer
from goodorder.core.engine import pending
from goodorder.core.frames import Choice
from goodorder.core.notation import parse, write
from goodorder.core.view import imagined
from goodorder.play.cases.model import Case
from goodorder.play.cases.playing import Play
from goodorder.web.preview import preview_action

SIDES = {"gurkha": ["british troops gurkha", "german"], "romanian": ["axis_minor", "russian"]}


def _play(sides: str, units: list[str], phase: str = "CCPh", **more: Any) -> Play:
    fields: dict[str, Any] = {"sides": SIDES[sides], "units": units, "phase": phase, **more}
    fields["attacker"] = SIDES[sides][0].split()[0]
    play = Play(Case("fights", "a fight", 1, (), (), (), (), (), (), "full", fields))
    play.begin()
    return play


def _decides(play: Play) -> str:
    asked = pending(play.state)
    assert isinstance(asked, Choice)
    seen, choice = imagined(play.state, asked)
    action = StandardPlayer().decide(seen, choice, random.Random(1))
    assert choice.check(action) is None
    return write(action, play.names)


def test_gurkhas_fight_hand_to_hand_where_they_have_little_to_lose_and_not_where_they_win_anyway() -> None:
    even = ["A british 4-5-8 at C4", "X german 4-6-7 at C4"]
    many = ["A british 4-5-8 at C4", "B british 4-5-8 at C4", "X german 2-4-7 at C4"]
    assert _decides(_play("gurkha", even)) == "hand_to_hand C4"
    assert _decides(_play("gurkha", many)) == "pass"


@pytest.mark.parametrize(("year", "mined"), [(1944, True), (1942, False)])
def test_romanians_look_for_a_mine_where_they_have_some(year: int, *, mined: bool) -> None:
    tank = ["T russian t_34_m43 at C4 facing 1"]
    play = _play("romanian", ["A axis_minor 4-4-7 at C4"], vehicles=tank, year=year)
    assert ("atmm A" in _decides(play)) is mined


def test_unarmed_men_look_for_arms_in_a_wreck_and_armed_ones_do_not() -> None:
    wreck = ["T russian t_34_m43 at C4 facing 1 wreck"]
    far = "X russian 4-4-7 at K9"
    unarmed = _play("romanian", ["A axis_minor 2-4-7 unarmed at C4", far], "RPh", vehicles=wreck)
    armed = _play("romanian", ["A axis_minor 2-4-7 at C4", far], "RPh", vehicles=wreck)
    assert _decides(unarmed) == "scrounge T by A"
    assert _decides(armed) == "pass"


def test_the_preview_of_an_attack_with_a_mine_holds_its_check() -> None:
    tank = ["T russian t_34_m43 at C4 facing 1"]
    play = _play("romanian", ["A axis_minor 4-4-7 at C4"], vehicles=tank, year=1944)
    doc = preview_action(play.state, parse("cc A on T atmm A", play.names))
    assert doc is not None
    assert any("ATMM Check" in text and "3 or less" in text for text in doc.text)
    assert sum(one.p for one in doc.odds) == pytest.approx(1)
    assert next(one.p for one in doc.odds if one.label == "destroyed, burning") == pytest.approx(21 / 216)
