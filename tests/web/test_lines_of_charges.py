"""The same lines of demolition charges, MOL and Residual FP (A14.1, A15.1)."""

from __future__ import annotations

from fractions import Fraction

import pytest

from goodorder import odds
from goodorder.core import engine
from goodorder.core.dice import Roll
from goodorder.core.events import Event, SniperActivated
from goodorder.core.frames import Do
from goodorder.core.notation import parse
from goodorder.core.state import State
from goodorder.flow.fire.effect import Effect
from goodorder.flow.fire.fire_phases import FirePhase
from goodorder.odds.spread import Settled
from goodorder.rules.a08_defensive.residual import ResidualFP
from tests.odds.followed import Heard, how_often
from tests.odds.shots import Shot
from tests.odds.shots import made as shot_made
from tests.rules.a11_close_combat.fights import FightOver
from tests.support import loc
from tests.web.test_lines_and_play import in_play, line, percent, with_sniper
from tests.web.test_preview_charge import made

THROWS = [
    ("H5", "", "throw d by A to H5"),
    ("H5", "t_34_m43 at H5 facing 1 turret 1 ce", "throw d by A to H5"),
    ("H5", "su_76m at H5 facing 4", "throw d by A to H5 vehicle T"),
]


def calls(side: int) -> Heard:
    def heard(_: State, events: tuple[Event, ...]) -> bool:
        return any(isinstance(event, SniperActivated) and event.side == side for event in events)

    return heard


def heats(after: State, _: tuple[Event, ...]) -> bool:
    asked = engine.pending(after)
    return isinstance(asked, Roll) and asked.rule == "A15.1"


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize(("man", "vehicle", "words"), THROWS)
def test_a_thrown_charge_wakes_a_sniper_as_often_as_its_line_says(
    man: str, vehicle: str, words: str, side: int
) -> None:
    at = made(man, vehicle)
    st = with_sniper(at.state, side, 5)
    st = engine.settle(st, Do(then=Settled(), push=(FirePhase("PFPh"),)))[0]
    action = parse(words, at.names)
    assert line(st, action, "Sniper (A14.1") == percent(in_play(st, action, calls(side)))


@pytest.mark.parametrize(("man", "vehicle", "words"), THROWS[:1])
def test_a_thrown_charge_brings_heat_of_battle_as_often_as_its_line_says(man: str, vehicle: str, words: str) -> None:
    at = made(man, vehicle)
    st = engine.settle(at.state, Do(then=Settled(), push=(FirePhase("PFPh"),)))[0]
    action = parse(words, at.names)
    assert line(st, action, "Heat of Battle (A15.1)") == percent(in_play(st, action, heats))


@pytest.mark.parametrize("side", [0, 1])
def test_residual_fp_wakes_a_sniper_as_often_as_is_told(side: int) -> None:
    st, _ = shot_made(Shot("fire A at C6", ("A german 4-6-7 at C3", "X russian 4-4-7 at C6", "L russian 8-1 at C6")))
    st = with_sniper(st, side, 5)
    targets = tuple(unit.id for unit in st.units.values() if unit.side == 1)
    effect = Effect(targets, loc(st, "C6"), ResidualFP(0, 4), targets)
    begun = engine.settle(st.with_(stack=(FightOver(),)), Do(then=FightOver(), push=(effect,)))[0]
    assert odds.of(st, effect, aside=True).snipers.get(side, Fraction(0)) == how_often(begun, calls(side))
