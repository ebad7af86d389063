"""Human Waves and what hides: twin positions in mid-impulse tell a side the same, over the web, by the line protocol,
in its account of the game and as an onlooker (A12, A25.23).
"""

from __future__ import annotations

import random
from collections.abc import Iterator

import msgspec
import pytest

from goodorder.cli.engine import reply
from goodorder.cli.engine_do import EngineGames
from goodorder.cli.engine_game import EngineGame
from goodorder.core.actions import Done
from goodorder.core.dice import DiceStream, Roll
from goodorder.core.engine import pending
from goodorder.core.frames import Choice
from goodorder.core.state import State
from goodorder.core.view import asked_of, hides_anything
from goodorder.play.record import Options
from goodorder.play.session import Beat, Session
from goodorder.play.start import begin
from goodorder.web.documents import WATCH
from goodorder.web.feed import Client, Feed

from .secrets_of import twin
from .test_human_wave import SCENARIO, played
from .test_secret_tales import HEAD, same, twins
from .test_twins import _found, _of_the_unseen, given_to

LINES = (b'{"do":"view"}', b'{"do":"pending"}', b'{"do":"menu"}', b'{"do":"events","since":0}', b'{"do":"hint"}')
"""What a seat asks by the line protocol."""
ANSWERS = 3
"""Answers of one tale."""


def in_waves(seed: int) -> Iterator[State]:
    """Positions of a game in which a Wave is under way and somebody decides."""
    for st, _, _ in played(seed):
        if st.wave is not None and not st.wave.over and isinstance(pending(st), Choice):
            yield st


def told(st: State, viewer: int, seed: str) -> list[bytes] | None:
    """All that a seat and an onlooker are sent of the next answers, the viewer's own and none of his enemy; None where
    one of them finds somebody.
    """
    header, _ = begin(str(SCENARIO), {"russian": "human", "german": "human"}, Options(), {})
    rng, session = random.Random(seed), Session(header, st, dice=DiceStream(seed))
    beats = [Beat(st, st, ())]
    for _ in range(ANSWERS):
        asked = pending(session.state)
        if not isinstance(asked, Choice):
            break
        seen = asked_of(session.state, asked)[1]
        action = seen.menu.sample(rng) if asked.side == viewer else Done()
        if seen.check(action) is not None:
            return None
        beats += session.decide(asked.side, action)
        if session.state.result is not None or any(_tells(beat, viewer) for beat in beats):
            return None
    line = EngineGame(header, st, viewer, DiceStream(seed))
    line.state = session.state
    line._tell(beats[1:])
    games = EngineGames()
    games.add(line)
    seats = [(header.sides[viewer], frozenset((viewer,))), (WATCH, frozenset[int]())]
    sent = [msgspec.json.encode(doc) for you, controls in seats for doc in _sent(session, beats, you, controls)]
    return sent + [msgspec.json.encode(reply(games, asked)) for asked in LINES]


def _tells(beat: Beat, viewer: int) -> bool:
    """Whether a step shows somebody, or dice of somebody unseen."""
    asked = pending(beat.before)
    return _found(beat.before, beat.after, viewer) or (
        isinstance(asked, Roll) and _of_the_unseen(beat.before, asked, viewer)
    )


def _sent(session: Session, beats: list[Beat], you: str, controls: frozenset[int]) -> Iterator[object]:
    """The steps that a seat is sent, its account and its replay."""
    feed = Feed(session, beats)
    yield feed.full_step(Client(you, controls, lambda doc: None), pending(session.state))
    yield from feed.steps(Client(you, controls, lambda doc: None), 1, pending(session.state))
    yield feed.account(you)
    yield feed.replay(1_000, you)


def compared(seeds: Iterator[int], most: int) -> int:
    """How many twins of positions were told the same, in their own and in the next answers."""
    found = 0
    for seed in seeds:
        for number, st in enumerate(in_waves(seed)):
            rng = random.Random(f"{seed} {number}")
            for side in (side for side in (0, 1) if hides_anything(st, side)):
                if (other := twin(st, side, rng)) is None:
                    continue
                other = other.with_(rolls=st.rolls)
                assert given_to(other, side) == given_to(st, side), (seed, number, side)
                tales = [told(one, side, f"{seed} {number}") for one in (st, other)]
                if None not in tales:
                    assert tales[0] == tales[1], (seed, number, side)
                    found += 1
            if found >= most:
                return found
    return found


def test_in_a_wave_twin_positions_tell_a_seat_and_an_onlooker_the_same() -> None:
    assert compared(iter(range(20, 40)), 12) >= 12


@pytest.mark.soak
def test_in_many_waves_twin_positions_tell_the_same() -> None:
    assert compared(iter(range(100, 100_000)), 1_500) >= 1_500


WAVE = HEAD.format(
    phase="MPh",
    attacker="russian",
    clauses="map = 'E6 stone_building 2 ; woods C3 D5 E7 E8 F5 G5 G6 H7 L1'",
    units='"A russian 4-4-7 at E5", "B russian 4-4-7 at H5", "L russian 8-0 at H5", "Z russian dummy at A1 concealed", '
    '"K german 4-6-7 at E10", "Y german dummy at L8 concealed", "G german TWIN"',
    more="wave = 'A B L at E10 grain 3'",
)
HIDDEN = ("4-6-7", "8-1")


@pytest.mark.parametrize("where", ["D5", "E6/1", "C3"])
def test_before_an_impulse_nothing_tells_of_who_is_hidden_ahead(where: str) -> None:
    twin = tuple(f"{code} at {place} hidden" for place in (where, "L1") for code in HIDDEN)
    assert same(twins(WAVE, twin), 3)


@pytest.mark.parametrize("where", ["D5", "E6/1", "E8"])
def test_an_impulse_past_who_is_hidden_tells_nothing_of_him(where: str) -> None:
    twin = tuple(f"{code} at {place} hidden" for place in (where, "L1") for code in HIDDEN)
    assert same(twins(WAVE, twin, "impulse go A to E6 and go B L to H6", "pass"), 9)


def test_along_a_house_in_bypass_nothing_tells_of_who_hides_in_it() -> None:
    twin = tuple(f"{code} at {place} {how}" for place in ("E6", "L1") for code in HIDDEN for how in ("hidden",))
    assert same(twins(WAVE, twin, "impulse go A to E6 bypass 5,4 and go B L to H6", "pass"), 9)
    under = tuple(f"{code} at E6 concealed" for code in (*HIDDEN, "dummy"))
    assert same(twins(WAVE, under, "impulse go A to E6 bypass 5,4 and go B L to H6", "pass"), 9)


def test_what_is_under_a_question_mark_ahead_binds_and_frees_nobody_by_what_it_is() -> None:
    under = tuple(f"{code} at E6 concealed" for code in (*HIDDEN, "dummy"))
    assert same(twins(WAVE, under, "impulse go A to F5 and go B L to H6", "pass"), 9)


OWN = HEAD.format(
    phase="MPh",
    attacker="russian",
    clauses="map = 'D4 woods ; E4 woods ; F4 woods'",
    units='"A russian 4-4-7 at D4", "B russian 4-4-7 at D4", "C russian 4-4-7 at E4", "D russian 2-3-7 at E4", '
    '"L russian 7-0 at E4", "E russian 4-4-7 at F4", "F russian 2-2-8 at F4", "X russian TWIN at E4 concealed", '
    '"K german 4-6-7 at E9", "Y german dummy at K8 concealed"',
    more="",
)


def test_the_defender_is_not_told_who_stays_under_a_question_mark_beside_a_wave() -> None:
    wave = "human_wave A B C D E F L at E9 grain 3"
    impulse = "impulse go A B to D5 and go C D L to E5 and go E F to F5"
    assert same(twins(OWN, ("4-4-7", "8-1", "dummy", "1-4-9"), wave, impulse, "pass", viewer=1), 9)
