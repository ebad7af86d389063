"""The lines of a preview about Snipers that the dice of an attack may activate (A14.1)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from goodorder.core.sniper import Sniper
from goodorder.core.state import State
from goodorder.core.view import view
from goodorder.flow.fire.fire_phases import FirePhase
from goodorder.web.preview import preview_action
from tests.odds.shots import SHOTS, Shot, made
from tests.rules.a11_close_combat.fights import begin
from tests.support import loc

MEN = ("A german 4-6-7 at C3", "X russian 4-4-7 at C6")
LEADERS = tuple(f"{name} russian 8-0 at C6" for name in "LMNO")
AFTER = "what that brings is not counted."
ENEMY = f"The Russian Sniper (A14.1, SAN 4) is activated by a DR of this attack: 8.3%; {AFTER}"
OWN = f"The German Sniper (A14.1, SAN 5) is activated by a DR of this attack: 6.5%; {AFTER}"
AT_TANK = Shot(
    "fire A/g at H5 vehicle T shot vehicle AP",
    ("A german 2-2-8 at C3",),
    ("g german 7_5cm_pak_40 held by A facing 3",),
    ("T russian t_34_m43 at H5 facing 2",),
)


def lines(shot: Shot, *, own: int = 5, enemy: int = 4, hidden: bool = False) -> list[str]:
    st, action = made(shot)
    st = begin(st.with_(snipers=(Sniper(own, loc(st, "J2")), Sniper(enemy, loc(st, "J9")))), FirePhase(phase="PFPh"))[0]
    doc = preview_action(view(_with_hidden(st) if hidden else st, 0), action)
    assert doc is not None
    return [text for text in doc.text if "Sniper" in text]


def _with_hidden(st: State) -> State:
    [shown] = (unit for unit in st.units.values() if unit.ident == "X")
    other = replace(shown, id=st.next_id, ident="H", hidden=True, concealed=True)
    return st.with_(units={**st.units, other.id: other}, next_id=other.id + 1)


def test_each_sniper_has_a_line_with_its_chance() -> None:
    assert lines(Shot("fire A at C6", MEN)) == [OWN, ENEMY]


def test_a_sniper_without_a_san_has_none() -> None:
    assert lines(Shot("fire A at C6", MEN), own=0) == [ENEMY]
    assert lines(Shot("fire A at C6", MEN), own=0, enemy=0) == []


def test_who_is_hidden_there_changes_nothing() -> None:
    assert lines(Shot("fire A at C6", MEN), hidden=True) == [OWN, ENEMY]


def test_with_many_leaders_there_are_no_fates_and_each_sniper_has_its_line() -> None:
    own, enemy = lines(Shot("fire A at C6", (*MEN, *LEADERS)))
    assert enemy == ENEMY
    assert own.startswith("The German Sniper (A14.1, SAN 5) is activated by a DR of this attack: ")
    # each of five checks by 21 of 36 DR at least, as the squad alone does
    alone = float(OWN.split(": ")[1].split("%")[0])
    assert 3 * alone < float(own.split(": ")[1].split("%")[0]) < 6 * alone


@pytest.mark.parametrize("shot", [AT_TANK, SHOTS["HE of a Gun at a squad in the open"]], ids=["tank", "men"])
def test_a_shot_that_must_hit_first_has_it_too(shot: Shot) -> None:
    assert any(line.startswith("The Russian Sniper (A14.1, SAN 4)") for line in lines(shot))
