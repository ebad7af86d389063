"""What a menu offers to an AFV and the Infantry that moves with it (D9.31)."""

from __future__ import annotations

from goodorder.core.engine import answer, pending
from goodorder.core.frames import Choice
from goodorder.core.notation import parse
from goodorder.play.cases.model import Case
from goodorder.play.cases.playing import Play
from goodorder.play.cases.reader import parse_cases

TEXT = """version = 1
[[case]]
title = "x"
rules = ["D9.31"]
profile = "full"
phase = "MPh"
attacker = "german"
map = "size 8x10"
vehicles = ["T german pzkpfw_ivh at D7 facing 1"]
units = ["A german 4-6-7 at D7"]
[[case.step]]
ask = "hex D7"
"""


def test_an_afv_goes_on_alone_only_once_it_can_enter_a_hex() -> None:
    [case] = parse_cases(TEXT, "arena")
    assert isinstance(case, Case)
    play = Play(case)
    play.begin()
    st = play.state
    for act, alone in (("armored_assault T move A", False), ("start T", True)):
        st, _ = answer(st, parse(act, play.names))
        asked = pending(st)
        assert isinstance(asked, Choice)
        found = {entry.key: entry for entry in asked.menu.top()}
        assert ("alone" in found) is alone
        assert all(entry.opened() for entry in found.values() if entry.children is not None)
