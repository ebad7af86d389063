"""The lines of a preview about Snipers and Heat of Battle, for every kind of shot, against play with all faces of its
dice (A14.1, A15.1).
"""

from __future__ import annotations

from fractions import Fraction

import pytest

from goodorder.core import engine
from goodorder.core.actions import Action
from goodorder.core.dice import Roll
from goodorder.core.events import Event, SniperActivated
from goodorder.core.sniper import Sniper
from goodorder.core.state import State
from goodorder.play.cases.start import start_frames
from goodorder.web.preview import preview_action
from tests.odds.followed import Heard, how_often
from tests.odds.shots import SHOTS, Shot, made
from tests.rules.a11_close_combat import fights
from tests.support import loc, without_heat

FIRERS, TARGETS = 0, 1

SPRAY = Shot(
    "fire A at F5 spray G5",
    ("A russian 6-2-8 at E5", "L german 8-1 at F5", "X german 4-6-7 at F5", "Y german 4-6-7 at G5"),
)
CREW = Shot(
    "fire A at C5",
    ("A russian 4-4-7 at C3", "X german 4-6-7 at C5"),
    vehicles=("T german pzkpfw_ivh at C5 facing 3 ce",),
)
"""The exposed crew checks beside the squad, by the same DR."""
CHARGE = Shot(
    "throw A/d at D4",
    ("A german 4-6-7 at C4", "X russian 4-4-7 at D4", "L russian 8-1 at D4"),
    ("d german DC held by A",),
)
KINDS_OF_SHOTS = {
    "Spraying Fire": SPRAY,
    "men beside an exposed crew": CREW,
    **{
        name: SHOTS[name]
        for name in (
            "a Panzerschreck at men in a building",
            "a flamethrower at men in a building",
            "a Panzerfaust at a tank",
            "a Panzerfaust at men in a building",
            "a Panzerschreck at a tank",
            "an anti-tank rifle at an armored car",
            "a machine gun at an unarmored rear",
            "small arms at a truck",
            "HE of a tank at Infantry",
        )
    },
}


def position(shot: Shot) -> tuple[State, Action]:
    st, action = made(shot)
    return engine.settle(st.with_(stack=(fights.FightOver(),)), fights._push(start_frames(st)[0]))[0], action


def with_sniper(st: State, side: int, san: int) -> State:
    both = [Sniper(), Sniper()]
    both[side] = Sniper(san, loc(st, "L2"))
    return without_heat(st).with_(snipers=tuple(both))


def in_play(st: State, action: Action, heard: Heard) -> Fraction:
    """How often something is heard before the action is over, over all faces of the dice."""
    return how_often(engine.answer(st, action)[0], heard)


def line(st: State, action: Action, words: str) -> str:
    """The chance that the line with these words tells; nothing where there is none."""
    doc = preview_action(st, action)
    assert doc is not None
    found = [text for text in doc.text if words in text]
    return found[0].split(": ")[1].split(";")[0] if found else ""


def percent(chance: Fraction) -> str:
    return f"{float(chance):.1%}" if chance else ""


@pytest.mark.parametrize("side", [FIRERS, TARGETS])
@pytest.mark.parametrize("name", KINDS_OF_SHOTS)
def test_the_line_of_a_sniper_tells_how_often_play_activates_it(name: str, side: int) -> None:
    st, action = position(KINDS_OF_SHOTS[name])
    st = with_sniper(st, side, 6)

    def heard(_: State, events: tuple[Event, ...]) -> bool:
        return any(isinstance(event, SniperActivated) and event.side == side for event in events)

    assert line(st, action, "Sniper (A14.1") == percent(in_play(st, action, heard))


@pytest.mark.parametrize("name", KINDS_OF_SHOTS)
def test_the_line_of_heat_of_battle_tells_how_often_play_asks_for_its_dr(name: str) -> None:
    st, action = position(KINDS_OF_SHOTS[name])

    def heard(after: State, _: tuple[Event, ...]) -> bool:
        asked = engine.pending(after)
        return isinstance(asked, Roll) and asked.rule == "A15.1"

    assert line(st, action, "Heat of Battle (A15.1)") == percent(in_play(st, action, heard))
