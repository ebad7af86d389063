"""Beginning a game from a scenario, and beginning a recorded game again."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping

import msgspec

from goodorder import __version__
from goodorder.core.errors import Unreadable
from goodorder.core.state import State
from goodorder.data.load import DataError
from goodorder.data.scenario import Scenario, scenario, with_balance
from goodorder.flow.opening import new_game

from .errors import RecordError
from .record import VERSION, Header, Options


def begin(
    scenario_id: str, players: Mapping[str, str], options: Options, setups: Mapping[str, str]
) -> tuple[Header, State]:
    """The header of a new game and its first position.

    Raises ``DataError`` for an unknown scenario, :class:`Unreadable` for an unknown optional rule.
    """
    found = _balanced(scenario_id, options)
    state = new_game(found, options.rules)
    world = state.world
    header = Header(
        goodorder_record=VERSION,
        scenario=scenario_id,
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
    )
    return header, state


def again(header: Header) -> State:
    """The first position of a recorded game.

    Raises :class:`RecordError` when the scenario is unknown or its first position is another one here; rules that have
    changed show themselves where the replay first differs.
    """
    state = anew(header)
    if state.digest() != header.start or state.world.map.digest != header.map:
        raise RecordError("header", f"scenario {header.scenario!r} begins differently here than recorded")
    return state


def anew(header: Header) -> State:
    """The first position of a record's scenario as it is here; :class:`RecordError` where that is unknown."""
    try:
        return new_game(_balanced(header.scenario, header.options), header.options.rules)
    except Unreadable as error:
        raise RecordError("header", error.message) from error
    except DataError as error:
        raise RecordError("header", f"the scenario {header.scenario!r} is not here: {error}") from error


def digest_of(found: Scenario) -> str:
    """A digest of a scenario's content."""
    data = msgspec.json.encode(msgspec.to_builtins(found), order="sorted")
    return hashlib.blake2b(data, digest_size=8).hexdigest()


def _balanced(scenario_id: str, options: Options) -> Scenario:
    found = scenario(scenario_id)
    return with_balance(found, options.balance) if options.balance else found
