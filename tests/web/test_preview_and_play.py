"""Previews of shots that do more than strike their target, held to every sum of the dice in play."""

from __future__ import annotations

import pytest

from goodorder.core.actions import Action
from goodorder.core.engine import settle
from goodorder.core.frames import Do
from goodorder.core.notation import parse
from goodorder.core.state import State
from goodorder.flow.fire.fire_phases import FirePhase
from goodorder.odds.spread import Settled
from goodorder.play.cases import position
from goodorder.play.cases.model import Case
from goodorder.play.cases.reader import parse_cases
from goodorder.play.cases.start import import_flow
from goodorder.web.preview import preview_action
from tests.web.told_and_played import differences

import_flow()

TEXT = """
version = 1
[[case]]
title = "a shot"
profile = "full"
year = 1944
phase = "PFPh"
attacker = "{attacker}"
map = "size 12x12; D5 woods"
units = [{units}]
weapons = [{weapons}]
vehicles = [{vehicles}]
[[case.step]]
ask = "hex A1"
"""


def made(attacker: str, units: str, vehicles: str, weapons: str, words: str) -> tuple[State, Action]:
    """A fire phase, and what is declared in it."""
    lists = {"units": units, "vehicles": vehicles, "weapons": weapons}
    quoted = {key: ", ".join(f'"{one.strip()}"' for one in text.split(";") if one) for key, text in lists.items()}
    [case] = parse_cases(TEXT.format(attacker=attacker, **quoted), "shots")
    assert isinstance(case, Case), case
    at = position.build(case)
    st = settle(at.state, Do(then=Settled(), push=(FirePhase("PFPh"),)))[0]
    return st, parse(words, at.names)


STUG = ("german", "S russian 4-4-7 at H8", "T german stug_iiig at D5 facing 1", "")


def test_a_shot_for_which_the_hull_turns_in_woods_counts_the_bog_check_before_it() -> None:
    st, action = made(*STUG, "fire T/T.MA at H8 shot infantry HE turn 3")
    doc = preview_action(st, action)
    assert doc is not None
    assert "Bog Check" in doc.text[0]
    assert sum(one.p for one in doc.odds) == pytest.approx(1)
    assert differences(st, action, doc, 20_000) == []


def test_a_shot_for_which_the_hull_stays_counts_no_bog_check() -> None:
    st, action = made(*STUG[:2], "T german stug_iiig at D5 facing 3", "", "fire T/T.MA at H8 shot infantry HE")
    doc = preview_action(st, action)
    assert doc is not None
    assert not any("Bog Check" in line for line in doc.text)
    assert differences(st, action, doc, 20_000) == []


CANISTER = "fire A/g at E5 shot infantry canister cone E5,E6,F5"
GUN = "g american m3a1_37mm_at_gun held by A facing 3"


@pytest.mark.parametrize(
    ("attacker", "units", "vehicles", "weapons", "words", "struck"),
    [
        (
            "american",
            "A american 2-2-7 at E3; X german 4-6-7 at E5",
            "T german opel_6700_blitz at E6 facing 0",
            GUN,
            CANISTER,
            2,
        ),
        (
            "american",
            "A american 2-2-7 at E3; X german 4-6-7 at E5",
            "T german pzkpfw_ivh at F5 facing 0 ce",
            GUN,
            CANISTER,
            2,
        ),
        (
            "american",
            "A american 2-2-7 at E3; X german 4-6-7 at E5",
            "T german pzkpfw_ivh at F5 facing 0",
            GUN,
            CANISTER,
            1,
        ),
        (
            "american",
            "A american 2-2-7 at E2; X german 4-6-7 at E5",
            "T german opel_6700_blitz at E5 facing 0",
            GUN,
            "fire A/g at E5 shot infantry HE",
            2,
        ),
        (
            "german",
            "A german 8-3-8 at E3; X russian 4-4-7 at E4",
            "T russian gaz_mm at E4 facing 0",
            "",
            "fire A at E4",
            2,
        ),
        (
            "german",
            "A german 8-3-8 at E3; X russian 4-4-7 at E4",
            "T russian t_34_m43 at E4 facing 0 ce",
            "",
            "fire A at E4",
            2,
        ),
    ],
)
def test_a_shot_tells_of_all_vehicles_and_men_that_it_strikes(
    attacker: str, units: str, vehicles: str, weapons: str, words: str, struck: int
) -> None:
    st, action = made(attacker, units, vehicles, weapons, words)
    doc = preview_action(st, action)
    assert doc is not None
    assert len(doc.per_target) == struck
    assert differences(st, action, doc, 20_000) == []


def test_a_wreck_that_burns_already_is_not_told_of() -> None:
    burning = "T russian t_34_m43 at E4 facing 0 wreck burning"
    st, action = made("german", "A german 8-3-8 at E3; X russian 4-4-7 at E4", burning, "", "fire A at E4")
    doc = preview_action(st, action)
    assert doc is not None
    assert len(doc.per_target) == 1
    assert differences(st, action, doc, 20_000) == []


def test_a_mortar_shell_strikes_the_hull_or_the_turret_by_the_colored_die_of_its_effect() -> None:
    """C1.55: of the To Hit DR it is not known, so every face of the second roll counts."""
    units, tank = "A german 2-2-8 at C3; X russian 4-4-7 at C9", "T russian t_34_m43 at C9 facing 2"
    weapon, words = "g german 8cm_grw_34 held by A facing 3", "fire A/g at C9 shot area HE"
    st, action = made("german", units, tank, weapon, words)
    doc = preview_action(st, action)
    assert doc is not None
    assert {"immobilized", "shocked"} <= {one.label for target in doc.per_target for one in target.odds}
    assert differences(st, action, doc, 40_000, whole=2) == []
