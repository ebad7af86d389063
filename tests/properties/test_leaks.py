"""Changing only what a side can't know changes nothing that the side receives, byte for byte (design section 7).

Random games of scenarios with "?" and hidden groups are stopped here and there; beneath each "?" of one side other
counters are put, and everything the other side is given is compared: its view, documents, menu, refusals, previews,
log lines of the next answer, and how it names what it may do.
"""

from __future__ import annotations

import random
from itertools import chain
from typing import cast

import msgspec
import pytest
from msgspec.structs import replace

from goodorder.cli.engine_do import EngineGames, Request
from goodorder.cli.engine_game import EngineGame
from goodorder.core import saving
from goodorder.core.actions import Done, Expose, Fire
from goodorder.core.dice import DiceStream, Roll
from goodorder.core.engine import answer, pending
from goodorder.core.errors import GoodOrderError
from goodorder.core.events import ConcealmentLost, DummyRemoved, HiddenPlaced
from goodorder.core.frames import Choice
from goodorder.core.hidden import in_contact
from goodorder.core.state import State, Unit
from goodorder.core.view import Waiting, asked_of, hides_anything, is_hidden, view
from goodorder.play.log import lines
from goodorder.play.record import HUMAN, Options
from goodorder.play.session import Beat, Session
from goodorder.play.start import begin
from goodorder.play.store import Store
from goodorder.rules.facts.units import name as name_of
from goodorder.web.documents import state_doc
from goodorder.web.feed import Client
from goodorder.web.live_game import LiveGame
from goodorder.web.preview import preview_action

from .secrets_of import GUNS, TANKS, other_units, positions, shipped

NAMES = ("patrol", GUNS, *(pytest.param(name, marks=pytest.mark.slow) for name in (TANKS, "rearguard")))


def everything(st: State, side: int) -> bytes:
    """What ``side`` receives in a position: view, document, menu with its previews, refusals."""
    seen = view(st, side)
    parts: list[object] = [saving.encode(seen).hex()]
    asked = pending(seen) if not isinstance(seen.stack[-1], Waiting) else None
    if isinstance(asked, Choice):
        for path, action in asked.menu.leaves(25):
            parts += [path, repr(action), repr(asked.check(action)), repr(preview_action(seen, action))]
        for loc in range(0, len(st.world.map.hexes), 37):
            firers = (next(a for _, a in asked.menu.leaves(25)),)
            if isinstance(firers[0], Fire):
                parts.append(repr(asked.check(replace(firers[0], target=loc))))
    parts.append(state_doc(seen, asked, st.world.sides[side].id, controls=frozenset((side,))))
    return msgspec.json.encode(parts)


@pytest.mark.parametrize("name", NAMES)
def test_what_a_side_cannot_know_changes_nothing_that_it_receives(name: str) -> None:
    looked = 0
    for st in positions(name, 1):
        for side in (0, 1):
            if not hides_anything(st, side):
                continue
            changed = other_units(st, side, random.Random(looked))
            assert everything(changed, side) == everything(st, side), (name, st.turn, looked)
            looked += 1
    assert looked > 10


@pytest.mark.parametrize("name", NAMES)
def test_the_log_of_an_enemy_act_names_nobody_beneath_a_question_mark(name: str) -> None:
    looked = 0
    for st in positions(name, 2):
        asked = pending(st)
        assert isinstance(asked, Choice)
        side = 1 - asked.side
        if not hides_anything(st, side):
            continue
        _, own = asked_of(st, asked)
        action = own.menu.sample(random.Random(looked))
        after, events = answer(st, action)
        shown = action.unit if isinstance(action, Expose) else 0  # for a moment, by his own will (A12.14)
        secret = [u for u in st.units.values() if _stays_hidden(u, after, side) and u.ident and u.id != shown]
        text = msgspec.json.encode(lines(st, after, events, viewer=side)).decode()
        for unit in secret:
            assert f'"units":[{unit.id},' not in text and f",{unit.id}]" not in text.replace("hexes", "")
            assert name_of(st, unit) not in text, (unit, text)
        looked += 1
    assert looked > 10


def _stays_hidden(unit: Unit, after: State, side: int) -> bool:
    return is_hidden(unit, side) and is_hidden(after.units[unit.id], side)


FOUND = (ConcealmentLost, DummyRemoved, HiddenPlaced)


@pytest.mark.parametrize("name", NAMES)
def test_an_act_that_finds_nobody_is_answered_the_same_whatever_is_hidden(name: str) -> None:
    looked = 0
    for st in positions(name, 3):
        asked = pending(st)
        assert isinstance(asked, Choice)
        side = asked.side
        if not hides_anything(st, side):
            continue
        changed = other_units(st, side, random.Random(looked)).with_(next_id=st.next_id)
        _, own = asked_of(st, asked)
        action = own.menu.sample(random.Random(looked))
        told = []
        for truth in (st, changed):
            after, events = answer(truth.with_(), action)
            if any(isinstance(event, FOUND) for event in events):
                break
            log = msgspec.json.encode(lines(truth, after, events, viewer=side))
            told.append((saving.encode(view(after, side)), log, _next(after)))
        if len(told) == 2:
            assert told[0] == told[1], (name, st.turn, action)
            looked += 1
    assert looked > 10


WINDOWS = ("RallyPhase", "WallClaims", "FirePhase", "MovePhase", "Window", "RoutPhase", "AdvancePhase")
"""Frames that ask a side what it does next, whatever it has."""


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_window_comes_and_is_closed_in_the_same_way_whatever_its_side_hides(name: str) -> None:
    looked = empty = 0
    for st in positions(name, 5, every=3):
        asked = pending(st)
        assert isinstance(asked, Choice)
        viewer = 1 - asked.side
        if type(st.stack[-1]).__name__ not in WINDOWS or not hides_anything(st, viewer):
            continue
        changed = other_units(st, viewer, random.Random(looked)).with_(next_id=st.next_id, rolls=st.rolls)
        other = pending(changed)
        assert isinstance(other, Choice) and other.side == asked.side, (st.turn, st.stack[-1])
        assert asked.public == other.public
        if asked.check(Done()) or other.check(Done()):
            continue
        told = []
        for truth in (st, changed):
            after, events = answer(truth.with_(), Done())
            shown = in_contact(after)  # who fights shows his strength (A11.19)
            if after.result is not None or shown or any(isinstance(event, FOUND) for event in events):
                break
            beats = [Beat(truth, truth, ()), Beat(truth, after, events, side=asked.side, by=HUMAN)]
            told.append((saving.encode(view(after, viewer)), _sent(name, beats, viewer), _next(after)))
        if len(told) < 2:
            continue
        assert told[0] == told[1], (name, st.turn, st.stack[-1])
        looked += 1
        empty += asked.menu.only() is not None
    assert looked > 10 and empty


def _sent(name: str, beats: list[Beat], viewer: int) -> bytes:
    """What a seat is sent of a game whose last step is the last of these: steps with their numbers."""
    sides = [side.id for side in beats[0].before.world.sides]
    header, _ = begin(shipped(name), dict.fromkeys(sides, HUMAN), Options(), {})
    session = Session(header, beats[0].before)
    session.state = beats[-1].after
    live = LiveGame("leak", session, cast(Store, None), beats)
    client = Client(sides[viewer], frozenset((viewer,)), lambda doc: None)
    return msgspec.json.encode(live.steps(client, 1))


def _next(st: State) -> tuple[str, object, str]:
    """What is asked next, as everybody who plays notices it."""
    asked = pending(st)
    if isinstance(asked, Roll):
        return "roll", len(asked.dice), asked.rule
    return type(asked).__name__, getattr(asked, "side", None), st.turn.phase


def _protocol(st: State, side: int, name: str, *requests: Request) -> bytes:
    """What a side's session of the line protocol replies in a position."""
    sides = [one.id for one in st.world.sides]
    header, _ = begin(shipped(name), dict.fromkeys(sides, HUMAN), Options(), {})
    games = EngineGames()
    games.add(EngineGame(header, st, side, DiceStream("protocol")))
    replies: list[object] = []
    for request in requests:
        try:
            replies.append(games.do(request))
        except GoodOrderError as error:
            replies.append(str(error))
    return msgspec.json.encode(replies)


ENOUGH = 30
"""Sessions that are compared of one scenario."""


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_a_session_of_the_line_protocol_gives_one_side_nothing_hidden(name: str) -> None:
    looked = 0
    asking = [Request(do=do) for do in ("view", "pending", "menu", "save", "events")]
    for st in chain.from_iterable(positions(name, seed) for seed in range(4, 9)):
        if looked > ENOUGH:
            break
        for side in (0, 1):
            if not hides_anything(st, side):
                continue
            changed = other_units(st, side, random.Random(looked)).with_(next_id=st.next_id)
            if type(changed.stack[-1].ask(changed)) is not type(st.stack[-1].ask(st)):
                continue  # what was put there could not have been asked this
            assert _protocol(changed, side, name, *asking) == _protocol(st, side, name, *asking), (name, st.turn)
            looked += 1
    assert looked > 10


def test_the_record_of_a_running_game_is_withheld_from_a_side_while_it_hides_something() -> None:
    st = next(st for st in positions("patrol", 4) if hides_anything(st, 0))
    assert b"the record tells" in _protocol(st, 0, "patrol", Request(do="save"))
