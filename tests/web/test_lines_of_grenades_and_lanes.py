"""What a WP grenade and a Fire Lane bring, told before the grenade is thrown and before a step: fates, Snipers, Heat of
Battle, against play with every face of the dice (A9.22, A14.1, A15.1, A24.31).
"""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from goodorder.core import engine
from goodorder.core.actions import Go, Smoke
from goodorder.core.frames import Do
from goodorder.core.state import State
from goodorder.flow.fire.fire_lane import LaneFire
from goodorder.flow.move.acts.smoke import SmokeAttempt
from goodorder.odds.spread import Settled
from goodorder.play.cases import position
from goodorder.play.cases.model import Case
from goodorder.play.cases.reader import parse_cases
from goodorder.play.cases.start import import_flow
from goodorder.web.messages.preview import PreviewDoc
from goodorder.web.preview import preview_action
from goodorder.web.preview_moves import stepped
from tests.odds.followed import how_often
from tests.support import without_heat
from tests.web.test_lines_and_play import percent, with_sniper
from tests.web.test_lines_of_charges import calls, heats
from tests.web.told_and_played import ends, played, told

import_flow()

TEXT = """
version = 1
[[case]]
title = "a move"
profile = "full"
year = 1944
phase = "MPh"
map = "size 12x12; E5 wooden_building; C5 hill 1"
units = [{units}]
weapons = [{weapons}]
vehicles = [{vehicles}]
[[case.step]]
ask = "hex A1"
"""
GRENADES = {
    "at a squad in the open": ("D6", ("B german 4-6-7 at D6",), ()),
    "at a squad in a building, where it may be a Critical Hit": ("E5", ("B german 4-6-7 at E5",), ()),
    "at a leader and a broken squad": ("D6", ("L german 8-1 at D6", "B german 4-6-7 at D6 broken"), ()),
    "at an exposed crew": ("D6", ("B german 4-6-7 at L9",), ("T german pzkpfw_ivh at D6 facing 1 ce",)),
    "up a hill, from where it may roll back": ("C5", ("B german 4-6-7 at C5",), ()),
    "at its own hex": ("D5", ("B german 4-6-7 at L9",), ()),
}
MEN = {
    "a squad": ("A american 6-6-6 at D5",),
    "a leader and a squad": ("A american 6-6-6 at D5", "M american 8-0 at D5"),
}


def made(
    units: tuple[str, ...], vehicles: tuple[str, ...] = (), weapons: tuple[str, ...] = ()
) -> position.CasePosition:
    lists = {"units": units, "vehicles": vehicles, "weapons": weapons}
    quoted = {name: ", ".join(f'"{one}"' for one in some) for name, some in lists.items()}
    [case] = parse_cases(TEXT.format(**quoted), "grenades and lanes")
    assert isinstance(case, Case), case
    return position.build(case)


def thrown(name: str) -> tuple[State, Smoke]:
    where, units, vehicles = GRENADES[name]
    at = made(("A american 6-6-6 at D5", *units), vehicles)
    return at.state, Smoke(at.names.unit("A"), at.names.hex(where), True)


def attempted(st: State, action: Smoke) -> State:
    return engine.settle(st, Do(then=Settled(), push=(SmokeAttempt(action.unit, action.to, action.wp),)))[0]


def previewed(st: State, action: Smoke | Go) -> PreviewDoc:
    doc = preview_action(st, action)
    assert doc is not None
    return doc


def chance(doc: PreviewDoc, words: str) -> str:
    found = [text for text in doc.text if words in text]
    return found[0].split(": ")[1].split(";")[0] if found else ""


@pytest.mark.parametrize("name", GRENADES)
def test_the_fates_by_a_wp_grenade_are_those_of_play(name: str) -> None:
    st, action = thrown(name)
    # a colored 6 of each NMC is a Critical Hit, so every face of the next rolls counts
    found, still = ends(attempted(st, action), 30_000, whole=3), {"untouched", "no effect"}
    said = told(previewed(st, action))
    assert said
    for target in (*st.units, *st.vehicles):
        real = {word: p for word, p in played(st, found, target).items() if word not in still}
        assert {word: p for word, p in said.get(target, {}).items() if word not in still} == pytest.approx(real)


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("name", GRENADES)
def test_a_wp_grenade_wakes_a_sniper_as_often_as_its_line_says(name: str, side: int) -> None:
    st, action = thrown(name)
    st = with_sniper(st, side, 5)
    assert chance(previewed(st, action), "Sniper (A14.1") == percent(how_often(attempted(st, action), calls(side)))


@pytest.mark.parametrize("name", GRENADES)
def test_a_wp_grenade_brings_heat_of_battle_as_often_as_its_line_says(name: str) -> None:
    st, action = thrown(name)
    assert chance(previewed(st, action), "Heat of Battle (A15.1)") == percent(how_often(attempted(st, action), heats))


def test_smoke_of_a_grenade_shakes_nobody_and_has_no_such_line() -> None:
    st, action = thrown("at a squad in the open")
    doc = previewed(with_sniper(st, 0, 5), replace(action, wp=False))
    assert doc.per_target == ()
    assert not [text for text in doc.text if "A14.1" in text or "A15.1" in text]


# -- Fire Lanes ------------------------------------------------------------------------------


def stepping(men: tuple[str, ...]) -> tuple[State, Go, State, LaneFire]:
    """A step into a Fire Lane: before it, the step, and after it with the lane's attack."""
    at = made((*men, "W german 2-4-8 at D9"), weapons=("w german MMG held by W lane D2",))
    units = tuple(unit.id for unit in at.state.units.values() if unit.side == 0)
    to = at.names.hex("D6")
    after = stepped(at.state, units, to, 2)
    [weapon] = after.weapons
    return at.state, Go(units, to), after, LaneFire(weapon, to, units, asked=True)


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("men", MEN.values(), ids=MEN)
def test_a_fire_lane_wakes_a_sniper_as_often_as_the_preview_of_the_step_says(men: tuple[str, ...], side: int) -> None:
    st, action, after, lane = stepping(men)
    begun = engine.settle(with_sniper(after, side, 5), Do(then=Settled(), push=(lane,)))[0]
    found = [text for text in previewed(with_sniper(st, side, 5), action).text if "Sniper (A14.1" in text]
    assert len(found) == 1
    assert "by a DR of this Fire Lane: " in found[0]
    assert found[0].split("Fire Lane: ")[1].split(";")[0] == percent(how_often(begun, calls(side)))


@pytest.mark.parametrize("men", MEN.values(), ids=MEN)
def test_a_fire_lane_brings_heat_of_battle_as_often_as_the_preview_of_the_step_says(men: tuple[str, ...]) -> None:
    st, action, after, lane = stepping(men)
    begun = engine.settle(after, Do(then=Settled(), push=(lane,)))[0]
    words = "Heat of Battle (A15.1) by an Original 2 of a check that this Fire Lane brings"
    assert chance(previewed(st, action), words) == percent(how_often(begun, heats)) != ""


def test_where_no_lane_lies_a_step_has_no_such_line() -> None:
    st, action, _, _ = stepping(MEN["a squad"])
    bare = without_heat(st).with_(weapons={key: replace(one, lane=()) for key, one in st.weapons.items()})
    assert not [text for text in previewed(with_sniper(bare, 0, 5), action).text if "A14.1" in text]
