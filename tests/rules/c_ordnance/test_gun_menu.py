"""The menu of Guns: each of its entries names Gun and crew."""

from __future__ import annotations

from goodorder.flow.fire.ordnance_menu import OrdnanceMenu
from goodorder.flow.fire.targets import aims
from goodorder.play.cases.model import Case
from goodorder.play.cases.position import build
from goodorder.play.cases.reader import parse_cases

TWO_GUNS = """
version = 1
[[case]]
title = "two Guns in a hex"
phase = "PFPh"
units = ["A german 2-2-8 at C3", "B german 2-2-8 at C3", "X russian 4-4-7 at C7"]
weapons = ["g german 7_5cm_pak_40 held by A facing 3", "h german 7_5cm_pak_40 held by B facing 3"]
[[case.step]]
ask = "hex A1"
"""


def test_each_gun_is_an_entry_with_its_crew() -> None:
    [case] = parse_cases(TWO_GUNS, "guns")
    assert isinstance(case, Case)
    st = build(case).state
    entries = OrdnanceMenu(st, 0, "PFPh", aims(st, 0)).root()
    held = {weapon.id: weapon.holder for weapon in st.weapons.values()}
    assert {entry.weapon: entry.unit for entry in entries} == held
