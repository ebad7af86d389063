"""What a side is answered does not depend on what it can't know: odds, ledgers, lines of sight, refusals, the computer.

Beneath the "?" of the other side, and in its hiding, Hypothesis puts other counters.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as some

from goodorder.cli.engine_do import EngineGames, Request
from goodorder.cli.engine_game import EngineGame
from goodorder.core import actions
from goodorder.core.actions import Action, Expose, Fire, Firer, Give, Go, Hide, Move, Recover, Reveal
from goodorder.core.dice import DiceStream
from goodorder.core.engine import pending
from goodorder.core.errors import GoodOrderError
from goodorder.core.frames import Choice
from goodorder.core.state import ON_MAP, State
from goodorder.core.view import asked_of, hides_anything, is_hidden
from goodorder.data.scenario import scenario
from goodorder.play.record import HUMAN, Answered, Options
from goodorder.play.session import Session
from goodorder.play.start import begin
from tests.support import examples

from .secrets_of import other_units, positions

SLOW = settings(max_examples=examples(25), suppress_health_check=list(HealthCheck))
DICE = some.randoms(use_true_random=False)


@cache
def asked_positions() -> tuple[State, ...]:
    """Positions of a game in which the side that decides does not know everything."""
    return tuple(st for st in positions("patrol", 6, every=5) if _asks_blind(st))


def _asks_blind(st: State) -> bool:
    asked = pending(st)
    return isinstance(asked, Choice) and any(is_hidden(unit, asked.side) for unit in st.units.values())


def games_of(st: State, side: int) -> EngineGames:
    """A session of the line protocol for one side in a position."""
    sides = [one.id for one in st.world.sides]
    header, _ = begin("patrol", dict.fromkeys(sides, HUMAN), Options(practice=True), {})
    games = EngineGames()
    games.add(EngineGame(header, st, side, DiceStream("protocol")))
    return games


def replies(games: EngineGames, requests: list[Request]) -> Iterator[bytes]:
    """Each request's reply, or its refusal, as it goes over the line."""
    for request in requests:
        try:
            yield msgspec.json.encode(games.do(request))
        except GoodOrderError as error:
            yield msgspec.json.encode([error.kind, error.rule, error.message])


def alike(data: Any, rng: random.Random) -> tuple[Choice, State, State]:
    """What a side decides, and two positions that look the same to it, in both of which it is asked that."""
    st = asked_positions()[data.draw(some.integers(0, len(asked_positions()) - 1))]
    asked = pending(st)
    assert isinstance(asked, Choice)
    changed = other_units(st, asked.side, rng).with_(next_id=st.next_id)
    other = pending(changed)
    assume(isinstance(other, Choice) and other.side == asked.side)
    return asked, st, changed


@SLOW
@given(some.data(), DICE)
def test_odds_ledgers_and_lines_of_sight_are_worked_out_from_what_the_side_knows(data: Any, rng: random.Random) -> None:
    asked, st, changed = alike(data, rng)
    _, own = asked_of(st, asked)
    paths = [path for path, _ in own.menu.leaves(200)]
    chosen = data.draw(some.lists(some.sampled_from(paths), min_size=1, max_size=4))
    words = [st.world.map.word(loc) for loc in range(0, len(st.world.map.hexes), 29)]
    requests = [Request(do=do, path=path) for path in chosen for do in ("preview", "ledger", "menu")]
    requests += [Request(do="los", frm=words[0], to=word) for word in words[1:4]]
    requests += [Request(do=do) for do in ("fork", "undo", "save", "pending", "view")]
    one, other = (list(replies(games_of(truth, asked.side), requests)) for truth in (st, changed))
    assert one == other


def test_a_session_of_one_side_forks_and_goes_back_only_when_the_game_is_over() -> None:
    st = next(st for st in asked_positions() if hides_anything(st, 0))
    for do in ("fork", "undo", "save"):
        (refused,) = replies(games_of(st, 0), [Request(do=do)])
        assert b"A12" in refused and b"hidden" in refused


@SLOW
@given(some.data(), DICE)
def test_a_refusal_is_the_same_whatever_is_hidden_and_names_nobody(data: Any, rng: random.Random) -> None:
    asked, st, changed = alike(data, rng)
    side = asked.side
    secret = [unit for unit in st.units.values() if is_hidden(unit, side) and unit.place == ON_MAP]
    nobody = st.next_id + 77
    mine = data.draw(some.sampled_from([u.id for u in st.units.values() if u.side == side and u.place == ON_MAP]))
    for unit in secret[:4]:
        tried = _tries(mine, unit.id, unit.loc)
        plain = _tries(mine, nobody, unit.loc)
        for action, void in zip(tried, plain, strict=True):
            asking = Request(do="answer", action=actions.encode(action))
            told = [next(replies(games_of(truth, side), [asking])) for truth in (st, changed)]
            if told[0][:1] == b"{" or told[1][:1] == b"{":
                continue  # it was done: what comes of it is looked at elsewhere
            assert told[0] == told[1], action
            other = next(replies(games_of(st, side), [Request(do="answer", action=actions.encode(void))]))
            assert other == told[0] or _without(other, nobody) == _without(told[0], unit.id), action


def _without(told: bytes, unit: int) -> str:
    """A reply without the id that was named in the request."""
    return re.sub(rf"(?<![\d.A-Z-]){unit}(?![\d.-])", "#", told.decode())


def _tries(mine: int, other: int, loc: int) -> list[Action]:
    """Actions that name a counter which the side does not know, or where it stands."""
    return [
        Reveal((other,)),
        Hide(other, False),
        Expose(mine, loc),
        Fire((Firer(other),), loc),
        Fire((Firer(mine), Firer(other)), loc),
        Move((other,), 0, Go((other,), loc)),
        Move((mine, other), 0, Go((mine, other), loc)),
        Go((other,), loc),
        Give(1, other),
        Recover(other, 1),
    ]


@pytest.mark.parametrize("computer", ["standard", "random"])
def test_a_computer_is_asked_in_windows_whether_it_can_do_anything_or_not(computer: str) -> None:
    """The window is no forced answer, so that the pause before it closes is that of any other (web/live_game.py)."""
    setups = {side.id: side.setups[0].name for side in scenario("patrol").sides}
    header, start = begin("patrol", {"british": HUMAN, "german": computer}, Options(), setups)
    session = Session(header, start, dice=DiceStream("computer"))
    session.open()
    rng = random.Random(3)
    empty = 0
    for _ in range(200):
        if session.over:
            break
        choice = session.choice()
        if session.computer_to_move():
            idle = choice.menu.idle() if choice.public else None
            before = len(session.entries)
            session.computer()
            if idle is not None:
                entry = session.entries[before]
                assert isinstance(entry, Answered)
                assert (entry.by, entry.forced) == (computer, False)
                empty += 1
            continue
        session.decide(choice.side, asked_of(session.state, choice)[1].menu.sample(rng))
    assert empty > 3
