"""A computer player is given what its side may know and nothing else, and decides the same whatever is hidden."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import islice

import pytest

from goodorder import bots
from goodorder.core.actions import Action, Done, TakeSetup
from goodorder.core.dice import DiceStream
from goodorder.core.engine import pending
from goodorder.core.frames import Choice
from goodorder.core.state import Fighter, State
from goodorder.core.view import asked_of, hides_anything, imagined
from goodorder.core.world import IMAGINED
from goodorder.data.scenario import scenario
from goodorder.play.record import Options
from goodorder.play.session import Session
from goodorder.play.start import begin
from goodorder.sim.game import play_game
from tests.properties.secrets_of import TANKS, positions, twin

NAMES = (TANKS, "cherries", "ridge", "gap")
FEW, MANY = 3, 60
"""Decisions of each scenario that are compared."""


def decided(st: State) -> list[Action]:
    """What each computer player answers by what its side imagines; its errors are raised."""
    asked = pending(st)
    assert isinstance(asked, Choice)
    return [bots.player(name).decide(*imagined(st, asked), random.Random(1)) for name in ("standard", "random")]


def compared(name: str, seed: int) -> Iterator[str]:
    """Decisions in positions and in their twins; each yields what was asked."""
    for number in range(seed, seed + 1_000):
        for at, st in enumerate(positions(name, number, every=29)):
            asked = pending(st)
            assert isinstance(asked, Choice)
            if not hides_anything(st, asked.side) or asked_of(st, asked)[1].menu.only() is not None:
                continue
            other = twin(st, asked.side, random.Random(f"{name} {number} {at}"))
            if other is not None:
                assert decided(other) == decided(st.with_()), (name, number, st.turn)
                yield asked.prompt


@pytest.mark.parametrize("name", NAMES[:2])
def test_a_computer_decides_the_same_whatever_is_hidden(name: str) -> None:
    assert len(list(islice(compared(name, 1), FEW))) == FEW


@pytest.mark.soak
@pytest.mark.parametrize("name", NAMES)
def test_a_computer_decides_the_same_in_sixty_positions_whatever_is_hidden(name: str) -> None:
    assert len(list(islice(compared(name, 100), MANY))) == MANY


class Spy:
    """Takes a ready set-up, then answers at random; fails where it is shown whom it does not know, and counts how often
    it is shown a "?" stack.
    """

    name = "spy"
    met = 0

    def decide(self, view: State, choice: Choice, rng: random.Random) -> Action:
        """Any action of the menu."""
        theirs: list[Fighter] = [*view.units.values(), *view.vehicles.values()]
        masked = [one for one in theirs if one.side != choice.side and (one.concealed or one.hidden)]
        assert all(one.type == IMAGINED and not one.hidden for one in masked)
        guns = [one for one in view.weapons.values() if one.side != choice.side]
        assert not any(one.hidden or one.concealed for one in guns)
        assert not {one.holder for one in guns if one.holder} - {one.id for one in theirs}
        Spy.met += bool(masked)
        ready = [one for _, one in choice.menu.leaves(400) if isinstance(one, TakeSetup | Done)]
        return ready[-1] if view.turn.phase == "setup" and ready else choice.menu.sample(rng)

    def explain(self) -> tuple[str, ...]:
        """It has no reasons."""
        return ()


def test_who_plays_for_a_side_is_shown_its_view_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """In games of the simulation, and in a session as the browser has it."""
    monkeypatch.setitem(bots._KINDS, "random", Spy)
    monkeypatch.setattr(Spy, "met", 0)
    result = play_game("cherries", ("random", "random"), 3, 300)
    assert result.failure is not None and result.failure.kind == "limit" and Spy.met > 50
    sides = scenario("cherries").sides
    setups = {side.id: side.setups[0].name for side in sides}
    header, start = begin("cherries", {side.id: "random" for side in sides}, Options(), setups)
    Spy.met = 0
    session = Session(header, start, dice=DiceStream("spy"))
    session.open()
    for _ in range(150):
        session.computer()
    assert Spy.met > 20
