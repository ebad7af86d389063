"""Armor as the computer judges it: its quick estimate stays near the exact odds, its Guns near the exact fates."""

from __future__ import annotations

import pytest

from goodorder.bots.armor import kill_chance, piercers, vehicle_worth
from goodorder.bots.ground import ground_of
from goodorder.bots.ordnance import gun_shots
from goodorder.core.actions import Fire
from goodorder.flow.fire.targets import aims
from goodorder.play.cases.model import CaseResult
from goodorder.play.cases.position import build
from goodorder.play.cases.reader import parse_cases
from goodorder.rules.c_ordnance.area import area_targets

HEAD = """
version = 1
[[case]]
title = "a shot"
phase = "DFPh"
attacker = "german"
year = 1941
map = '''
size 24x10
'''
units = ["A russian 2-2-8 at D5", "R german 4-6-7 at X9"]
weapons = ["g russian {gun} held by A facing 2"]
vehicles = ["T german {tank} at {at}"]
[[case.step]]
ask = "hex A1"
"""


@pytest.mark.parametrize("at", ["I6 facing 5", "I6 facing 3", "I6 facing 2", "P5 facing 5", "E5 facing 4"])
@pytest.mark.parametrize("gun", ["45mm_ptp_obr_32", "76_2mm_p_obr_39"])
@pytest.mark.parametrize("tank", ["pzkpfw_iiif", "pzkpfw_ivd", "stug_iiib", "psw_222"])
def test_the_estimate_for_places_stays_near_the_exact_chance(gun: str, tank: str, at: str) -> None:
    (case,) = parse_cases(HEAD.format(gun=gun, tank=tank, at=at), "shot")
    assert not isinstance(case, CaseResult), case.message
    st = build(case).state
    (shot,) = gun_shots(st, 0, "DFPh", tuple(aim for aim in aims(st, 0) if aim.vehicle is not None))
    (gun_there,), target = piercers(st, 0), next(iter(st.vehicles.values()))
    guess = kill_chance(st, ground_of(st), gun_there, target, target.loc, target.facing)
    assert guess == pytest.approx(shot.harm / vehicle_worth(st, target), abs=0.1), shot.action


@pytest.mark.parametrize(("nation", "colour"), [("romanian", "black"), ("bulgarian", "red")])
def test_a_gun_is_judged_by_whose_crew_mans_it(nation: str, colour: str) -> None:
    text = HEAD.replace("A russian 2-2-8", "A axis_minor 2-2-7:crew").replace("R german 4-6-7", "R russian 4-4-7")
    text = text.replace("g russian {gun}", "g axis_minor german:5cm_pak_38").replace('"T german {tank} at {at}"', "")
    text = text.replace(
        "year = 1941", f'year = 1941\nsides = ["axis_minor troops {nation}", "russian"]\nprofile = "full"'
    )
    (case,) = parse_cases(text.replace('attacker = "german"', 'attacker = "russian"'), "shot")
    assert not isinstance(case, CaseResult), case.message
    st = build(case).state
    (own,) = piercers(st, st.units[1].side)
    assert own.colour == colour


def test_an_area_shot_is_judged_where_the_firers_own_vehicle_lies_under_a_question_mark_beside_its_target() -> None:
    text = HEAD.replace("A russian 2-2-8 at D5", "A german 2-2-8 at D5").replace("R german 4-6-7", "R russian 4-4-7")
    text = text.replace("R russian 4-4-7 at X9", "R russian 4-4-7 at I6")
    text = text.replace("g russian {gun}", "g german 8cm_grw_34").replace(
        "{tank} at {at}", "pzkpfw_iiif at I6 concealed"
    )
    text = text.replace("year = 1941", 'year = 1941\nprofile = "full"\nsides = ["german", "russian"]')
    (case,) = parse_cases(text.replace('attacker = "german"', 'attacker = "russian"'), "shot")
    assert not isinstance(case, CaseResult), case.message
    st = build(case).state
    shot = next(one for one in gun_shots(st, 0, "DFPh", aims(st, 0)) if one.firer == 1)
    assert isinstance(shot.action, Fire)
    assert shot.action.ordnance is not None and shot.action.ordnance.target_type == "area"
    assert next(iter(st.vehicles)) in area_targets(st, shot.action, (2,), "DFPh")
