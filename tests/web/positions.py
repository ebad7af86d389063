"""Games that begin in the middle: a position of a case, or any other, served to a page."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from goodorder.core.dice import DiceStream
from goodorder.core.engine import settle
from goodorder.core.frames import Do
from goodorder.core.state import State
from goodorder.play import start
from goodorder.play.cases.floor import Floor
from goodorder.play.cases.model import Case
from goodorder.play.cases.playing import Play
from goodorder.play.cases.start import start_frames
from goodorder.play.record import VERSION, Header, Options
from goodorder.play.session import Session
from goodorder.web.messages.requests import NewGame
from tests.web.screen import SEED, Served


def at_step(case: Case, steps: int) -> State:
    """The position of a case after so many of its steps, each of them compared; the game goes on after its phase."""
    play = Play(replace(case, raw=case.raw | {"whole_turn": True}))
    for number, step in enumerate(case.raw["step"][:steps], 1):
        play.step(number, step)
    play.begin()
    return play.state


def begun(state: State) -> State:
    """A position without frames, as its phase begins; the game goes on after it."""
    floor = Floor()
    return settle(state.with_(stack=(floor,)), Do(then=floor, push=start_frames(state, whole_turn=True)))[0]


class Midway(Served):
    """A server with one game that begins in ``position``; a person plays ``side``, a computer player the other."""

    def __init__(
        self, folder: Path, position: State, side: str, patch: pytest.MonkeyPatch, profile: str = "full"
    ) -> None:
        self.position, self.profile = position, profile
        self.person = side
        patch.setattr(start, "again", self.again(start.again))
        super().__init__(folder, side=side)

    def again(self, usual: Callable[[Header], State]) -> Callable[[Header], State]:
        """The position instead of the beginning of a scenario."""
        return lambda header: self.position if header.scenario == "midway" else usual(header)

    def begin(self, wanted: NewGame) -> str:
        world = self.position.world
        header = Header(
            goodorder_record=VERSION,
            scenario="midway",
            title="Midway",
            profile=self.profile,
            sides=(world.sides[0].id, world.sides[1].id),
            players={one.id: "human" if one.id == self.person else "standard" for one in world.sides},
            options=Options(),
        )
        game = self.store.create(header)
        Session(header, self.position, dice=DiceStream(str(SEED)), persist=self.store.persister(game)).open()
        return game
