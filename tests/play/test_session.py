"""Sessions: rolls and forced answers by themselves, nothing changed by a refusal, practice games go back."""

from __future__ import annotations

import importlib.util
import random
from pathlib import Path
from types import ModuleType

import pytest
from msgspec.structs import replace

from goodorder.core.actions import Concede, Done, PickLocation
from goodorder.core.dice import DiceStream
from goodorder.core.errors import Illegal, Stale
from goodorder.core.frames import Choice
from goodorder.play.errors import RecordError, StorageError
from goodorder.play.record import Answered, Options, Rolled, Undone
from goodorder.play.session import Session, positions


def _toy() -> ModuleType:
    spec = importlib.util.spec_from_file_location("toy_game", Path(__file__).with_name("toy.py"))
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


toy = _toy()


def session(**players: str) -> Session:
    found = Session(toy.toy_header(**players), toy.toy_state(), dice=DiceStream("seed of a test"))
    found.open()
    return found


def step(game: Session, hex_name: str) -> None:
    game.decide(game.choice().side, PickLocation(game.state.world.map.index(hex_name)))


def test_rolls_and_forced_answers_follow_by_themselves_and_are_recorded() -> None:
    game = session()
    step(game, "C2")
    answers = [(entry.side, entry.forced) for entry in game.played if isinstance(entry, Answered)]
    assert answers == [(0, False), (1, True)]
    assert sum(isinstance(entry, Rolled) for entry in game.played) == 1
    assert game.choice().side == 0


def test_the_stream_alone_decides_the_dice() -> None:
    one, two = session(), session()
    for game in (one, two):
        step(game, "C2")
        step(game, "C3")
    assert one.state.digest() == two.state.digest()
    assert [e for e in one.played if isinstance(e, Rolled)] == [e for e in two.played if isinstance(e, Rolled)]


@pytest.mark.parametrize("action", [PickLocation(0), Concede(1)])
def test_a_refused_action_changes_nothing(action: PickLocation | Concede) -> None:
    game = session()
    before, entries = game.state, len(game.entries)
    with pytest.raises(Illegal):
        game.decide(0, action)
    assert game.state is before and len(game.entries) == entries


def test_nobody_answers_for_the_other_side() -> None:
    with pytest.raises(Illegal, match="German"):
        session().decide(1, Done())


def test_after_the_end_an_answer_is_stale() -> None:
    game = session()
    game.decide(0, Concede(0))
    assert game.over and game.state.result is not None and game.state.result.winner == 1
    with pytest.raises(Stale):
        game.decide(0, Done())


def test_a_store_that_fails_leaves_the_game_as_it_was() -> None:
    game = session()

    def full(entries: object, state: object) -> None:
        raise StorageError("no space left on device")

    game.persist = full
    before, entries = game.state, list(game.entries)
    with pytest.raises(StorageError):
        step(game, "C2")
    assert game.state is before and game.entries == entries


def test_going_back_branches_the_record_and_keeps_the_dice() -> None:
    game = session()
    step(game, "C2")
    first = game.state
    faces = [entry.faces for entry in game.played if isinstance(entry, Rolled)]
    game.undo()
    assert game.choice().side == 0 and game.state.digest() == toy.toy_state().digest()
    step(game, "C2")
    assert [entry.faces for entry in game.played if isinstance(entry, Rolled)] == faces
    assert game.state.digest() == first.digest()
    assert sum(isinstance(entry, Undone) for entry in game.entries) == 1
    assert sum(isinstance(entry, Answered) and not entry.forced for entry in game.entries) == 2


def test_only_practice_games_go_back() -> None:
    game = Session(replace(toy.toy_header(), options=Options()), toy.toy_state())
    game.open()
    step(game, "C2")
    with pytest.raises(Illegal, match="practice"):
        game.undo()


def test_a_computer_player_answers_with_legal_actions_to_the_end() -> None:
    game = session(german="random", russian="random")
    while not game.over:
        assert game.computer_to_move()
        game.computer()
    assert all(entry.by == "random" for entry in game.played if isinstance(entry, Answered) and not entry.forced)


def test_a_resumed_session_goes_on_with_the_same_dice() -> None:
    whole = session()
    step(whole, "C2")
    rest = Session.resume(whole.record(), toy.toy_state())
    assert rest.settle() == []
    for game in (whole, rest):
        step(game, "C3")
    assert rest.state.digest() == whole.state.digest()


def test_replay_names_the_first_difference() -> None:
    game = session()
    step(game, "C2")
    played = list(game.played)
    index = next(n for n, entry in enumerate(played) if isinstance(entry, Answered))
    played[index] = Answered(0, {"do": "pick_location", "loc": 0})
    with pytest.raises(RecordError, match=f"entry {index + 1}.*pick_location is refused"):
        positions(played, toy.toy_state())


def test_random_games_replay_to_equal_digests() -> None:
    for seed in range(5):
        rng = random.Random(seed)
        game = session()
        while isinstance(asked := game.pending(), Choice):
            game.decide(asked.side, asked.menu.sample(rng))
        assert positions(game.played, toy.toy_state())[-1].after.digest() == game.state.digest()


def test_dice_that_are_not_those_of_the_stream_are_found() -> None:
    game = session()
    step(game, "C2")
    played = list(game.played)
    index = next(n for n, entry in enumerate(played) if isinstance(entry, Rolled))
    roll = played[index]
    assert isinstance(roll, Rolled)
    played[index] = Rolled(tuple(face % 6 + 1 for face in roll.faces))
    with pytest.raises(RecordError, match="committed"):
        positions(played, toy.toy_state())
