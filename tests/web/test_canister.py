"""Canister in menus, previews and the computer's judgement (C8.4)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from goodorder.bots.ordnance import gun_shots
from goodorder.core.actions import Fire
from goodorder.core.notation import parse, write
from goodorder.flow.fire.declared import shot_of
from goodorder.flow.fire.ordnance_menu import OrdnanceMenu
from goodorder.flow.fire.targets import aims
from goodorder.play.cases import position
from goodorder.play.cases.start import import_flow
from goodorder.rules.c_ordnance.canister import CANISTER
from goodorder.web.preview import attack_chance, preview_action
from tests.support import case_position

import_flow()

TEXT = """version = 1
[[case]]
title = "x"
rules = ["C8.4"]
profile = "full"
phase = "PFPh"
attacker = "american"
month = 1
year = 1944
map = "size 10x10"
units = ["A american 2-2-7 at E3", "X german 4-6-7 at E5", "Y german 4-6-7 at E6", "Z german 4-6-7 at F5"]
weapons = ["g american m3a1_37mm_at_gun held by A facing 3"]
[[case.step]]
ask = "legal fire A at E5"
"""
SHOT = "fire A/g at E5 shot infantry canister cone E5,E6,F5"


@pytest.fixture(name="at")
def _at() -> position.CasePosition:
    return case_position(TEXT)


def shots(at: position.CasePosition) -> list[Fire]:
    """The shots of canister that the menu has at E5."""
    st = at.state
    menu = OrdnanceMenu(st, st.turn.attacker, "PFPh", aims(st, st.turn.attacker))
    [aim] = [one for one in menu.targets if one.loc == at.names.hex("E5")]
    [(unit, weapon)] = list(menu.manned())
    return list(menu.shots(unit, weapon, aim, (CANISTER,)))


def test_the_menu_has_every_way_to_aim_and_each_reads_back_as_it_is_written(at: position.CasePosition) -> None:
    found = shots(at)
    cones = [one.ordnance.cone for one in found if one.ordnance is not None]
    hexes = [sorted(at.names.hex_word(loc) for loc in cone) for cone in cones]
    assert sorted(hexes) == [["D5", "E5", "E6"], ["E5", "E6", "F5"]]
    assert all(parse(write(one, at.names), at.names) == one for one in found)
    assert parse(SHOT, at.names) in found


def test_the_preview_tells_each_location_and_everybody_s_fate(at: position.CasePosition) -> None:
    action = parse(SHOT, at.names)
    assert isinstance(action, Fire)
    doc = preview_action(at.state, action)
    assert doc is not None and doc.column == 12
    assert [one.unit for one in doc.per_target] == [str(at.names.unit(word)) for word in ("X", "Y", "Z")]
    assert any("E6: 12 FP, +0" in line for line in doc.text) and any("has no canister" in line for line in doc.text)
    assert 0 < attack_chance(at.state, action) <= 21 / 36


def test_the_computer_values_canister_by_all_whom_it_strikes(at: position.CasePosition) -> None:
    st = at.state
    side = st.turn.attacker
    best = max(gun_shots(st, side, "PFPh", aims(st, side)), key=lambda shot: shot.harm)
    assert isinstance(best.action, Fire) and best.action.ordnance is not None
    assert best.action.ordnance.ammo == CANISTER


def test_what_is_told_of_a_shot_names_nobody_who_hides(at: position.CasePosition) -> None:
    st, action = at.state, parse(SHOT, at.names)
    assert isinstance(action, Fire)
    hidden = at.names.unit("Y")
    masked = st.with_unit(replace(st.units[hidden], hidden=True))
    shown = tuple(unit for unit in (at.names.unit("X"),))
    without = masked.with_(units={key: one for key, one in masked.units.items() if key != hidden})
    told = [shot_of(one, shown, "PFPh", action) for one in (masked, without)]
    assert told[0].announce(masked) == told[1].announce(without)
    assert told[0].ask(masked) == told[1].ask(without)
