"""Beginning a game from a scenario, shipped or of one's own, and beginning a recorded game again."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping
from pathlib import Path

import msgspec
from msgspec import Struct

from goodorder import __version__
from goodorder.board.errors import BoardError
from goodorder.board.library import board_digest, is_shipped
from goodorder.core.errors import Unreadable
from goodorder.core.state import State
from goodorder.data.load import DataError, read_text
from goodorder.data.scenario import Scenario, parse_scenario, scenario, scenario_ids, with_balance
from goodorder.flow.sequence.opening import new_game, world_of

from .errors import RecordError
from .record import VERSION, Header, Options


class Given(Struct, frozen=True):
    """A scenario, and the text of its file when it is not a shipped one."""

    scenario: Scenario
    text: str = ""


def is_text(word: str) -> bool:
    """Whether a word that names a scenario is the text of one: it has more than one line."""
    return "\n" in word


def is_file(word: str) -> bool:
    """Whether a word that names a scenario is a file: it ends with ``.toml`` or holds a path separator."""
    return not is_text(word) and (word.endswith(".toml") or "/" in word or os.sep in word)


def given(word: str) -> Given:
    """The scenario that ``word`` names: an id, a file, or the text of a file.

    One's own is held against its map at once.  ``DataError`` names file, place and what was expected.
    """
    if is_file(word):
        return _own(read_text(Path(word)), Path(word).name)
    return _own(word, "scenario") if is_text(word) else Given(scenario(word))


def _own(text: str, file: str) -> Given:
    found = parse_scenario(text, file)
    if found.id in scenario_ids():
        if found == scenario(found.id):
            return Given(found)
        raise DataError(file, "$.id", f"{found.id!r} is a scenario that comes with the program; expected another id")
    try:
        world_of(found)
    except DataError as error:
        raise DataError(file, error.place, error.expected) from error
    return Given(found, text)


def begin(word: str, players: Mapping[str, str], options: Options, setups: Mapping[str, str]) -> tuple[Header, State]:
    """The header of a new game and its first position; ``word`` is what :func:`given` reads.

    Raises ``DataError`` for an unknown or faulty scenario, :class:`Unreadable` for an unknown optional rule.
    """
    own = given(word)
    found = _balanced(own.scenario, options)
    state = new_game(found, options.rules)
    world = state.world
    header = Header(
        goodorder_record=VERSION,
        scenario=found.id,
        title=found.title,
        profile=found.profile,
        sides=(world.sides[0].id, world.sides[1].id),
        players=dict(players),
        options=options,
        setups=dict(setups),
        rules=world.rules.digest(),
        scenario_digest=digest_of(found),
        map=world.map.digest,
        start=state.digest(),
        program=__version__,
        scenario_text=own.text,
        boards={part.name: board_digest(part.name) for part in found.boards if not is_shipped(part.name)},
    )
    return header, state


def again(header: Header) -> State:
    """The first position of a recorded game.

    Raises :class:`RecordError` when the scenario is unknown or its first position is another one here; rules that have
    changed show themselves where the replay first differs.
    """
    state = anew(header)
    same = not header.start or state.digest() == header.start
    if not same or state.world.map.digest != header.map:
        raise RecordError("header", f"scenario {header.scenario!r} begins differently here than recorded")
    return state


def anew(header: Header) -> State:
    """The first position of a record's scenario: of the text it holds, else of the shipped one.

    :class:`RecordError` where that is unknown, or its text is not the one whose digest was recorded, or a board that it
    is played on is missing or another one here.
    """
    _same_boards(header)
    try:
        own = _own(header.scenario_text, header.scenario) if header.scenario_text else Given(scenario(header.scenario))
        found = _balanced(own.scenario, header.options)
        if own.text and digest_of(found) != header.scenario_digest:
            raise RecordError("header", f"the text of the scenario {header.scenario!r} is not the one recorded")
        return new_game(found, header.options.rules)
    except Unreadable as error:
        raise RecordError("header", error.message) from error
    except DataError as error:
        raise RecordError("header", f"the scenario {header.scenario!r} is not here: {error}") from error


def _same_boards(header: Header) -> None:
    """Raise RecordError unless the boards of the user's own that a game was played on are here as they were."""
    for name, digest in header.boards.items():
        try:
            same = board_digest(name) == digest
        except BoardError as error:
            raise RecordError(
                "header",
                f"the game is played on board {name!r}, which is not here ({error}); "
                "`goodorder board import FOLDER` names the folder that holds it",
            ) from error
        if not same:
            raise RecordError("header", f"board {name!r} is not the one that the game was played on: it has changed")


def digest_of(found: Scenario) -> str:
    """A digest of a scenario's content."""
    data = msgspec.json.encode(msgspec.to_builtins(found), order="sorted")
    return hashlib.blake2b(data, digest_size=8).hexdigest()


def _balanced(found: Scenario, options: Options) -> Scenario:
    return with_balance(found, options.balance) if options.balance else found
