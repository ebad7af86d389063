"""Actions with numbers that no game has, or that name nobody, are one clear error and change nothing."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from goodorder.core import actions, saving
from goodorder.core.actions import Fire, Firer, Ordnance
from goodorder.core.engine import answer, pending
from goodorder.core.errors import GoodOrderError, Unreadable
from goodorder.core.frames import Choice
from goodorder.play.cases.model import Case
from goodorder.play.cases.playing import Play
from goodorder.play.cases.reader import parse_cases

CASE = """
version = 1
[[case]]
title = "a Gun"
profile = "full"
phase = "PFPh"
attacker = "german"
map = '''
size 9x9
'''
units = ["A german 2-2-8 at C4", "B russian 4-4-7 at C6"]
weapons = ["g german 3_7cm_pak_35_36 held by A facing 3"]
[[case.step]]
ask = "hex A1"
"""
NOBODY = 4_711


@pytest.mark.parametrize("shell", ["HE", "AP", "canister"])
@pytest.mark.parametrize("field", ["spotter", "vehicle", "gun", "leaders", "helper"])
def test_a_shot_that_names_nobody_is_refused_and_changes_nothing(field: str, shell: Any) -> None:
    [case] = parse_cases(CASE, "a Gun")
    assert isinstance(case, Case)
    play = Play(case)
    play.begin()
    st = play.state
    asked, before = pending(st), saving.encode(st)
    [man, target], [gun] = st.units, st.weapons
    shot = Fire((Firer(man, False, (gun,)),), st.units[target].loc, ordnance=Ordnance(ammo=shell))
    changes: dict[str, Any] = {
        "spotter": {"ordnance": Ordnance(ammo=shell, spotter=NOBODY)},
        "leaders": {"leaders": (NOBODY,)},
        "helper": {"firers": (Firer(man, False, (gun,), NOBODY),)},
    }
    strange = replace(shot, **changes.get(field, {field: NOBODY}))
    assert isinstance(asked, Choice) and asked.check(strange) is not None
    with pytest.raises(GoodOrderError):
        answer(st, strange)
    assert saving.encode(st) == before


@pytest.mark.parametrize("number", [2**63, -(2**63), 10**40, 10**400, 10**10, -10])
@pytest.mark.parametrize("field", ["to", "hexside", "facing", "vehicle", "share"])
def test_an_action_with_a_number_that_no_game_has_is_not_read(field: str, number: int) -> None:
    plain = {"do": "drive", "vehicle": 3, "to": 36}
    assert actions.decode(plain) is not None
    with pytest.raises(Unreadable, match="drive"):
        actions.decode({**plain, field: number})


def test_such_a_number_is_found_wherever_it_stands() -> None:
    go = {"do": "go", "units": [1], "to": 36}
    both = {"do": "drive_along", "drive": {"do": "drive", "vehicle": 3, "to": 36}, "go": go}
    assert actions.decode(both) is not None
    for strange in ({**go, "units": [1, 10**12]}, {**go, "bypass": [-77]}):
        with pytest.raises(Unreadable):
            actions.decode({**both, "go": strange})
