"""The open games of a server, and opening a stored one."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Iterable
from typing import Any

import anyio.to_thread
from msgspec.structs import replace

from goodorder.core import saving
from goodorder.core.dice import DiceStream
from goodorder.core.errors import Unreadable
from goodorder.data.scenario import Scenario, scenario, scenario_ids
from goodorder.play import start
from goodorder.play.errors import RecordError
from goodorder.play.record import Record
from goodorder.play.session import Beat, Session
from goodorder.play.start import Given, given, is_text
from goodorder.play.store import Store

from . import desk
from .messages import NewGame
from .table import Table

SETTING_UP = threading.RLock()
"""Held while scenarios, rules and records are read: two threads must not prepare the same types at once (data.load)."""


class Hub:
    """All tables of one store, and the scenarios that its games begin from: the shipped ones, and ``own`` by id."""

    def __init__(self, store: Store, own: Iterable[Given] = ()) -> None:
        self.store = store
        self.own = {one.scenario.id: one for one in own if one.text}
        self.tables: dict[str, Table] = {}
        self._lock = asyncio.Lock()

    async def create(self, wanted: NewGame) -> str:
        """A new game; its id."""
        return await anyio.to_thread.run_sync(lambda: self.create_now(wanted))

    def create_now(self, wanted: NewGame) -> str:
        """A new game; its id.  Blocking."""
        with SETTING_UP:
            return self._create(wanted)

    def _create(self, wanted: NewGame) -> str:
        if is_text(wanted.scenario):
            sent = given(wanted.scenario)
            self.own[sent.scenario.id] = sent
            wanted = replace(wanted, scenario=sent.scenario.id)
        found = self.scenario(wanted.scenario)
        sides = tuple(side.id for side in found.sides)
        if set(wanted.players) != set(sides):
            raise Unreadable(f"players: one for each side, {' and '.join(sides)}")
        for side, name in wanted.setups.items():
            names = [one.name for one in found.side(side).setups] if side in sides else []
            if name not in names:
                raise Unreadable(f"setups: {side} has no ready-made set-up {name!r}; there are: {', '.join(names)}")
        if wanted.options.balance and wanted.options.balance not in found.balance:
            raise Unreadable(f"options.balance: a side with a balance provision, not {wanted.options.balance!r}")
        word = self.own[found.id].text if found.id in self.own else found.id
        header, state = start.begin(word, wanted.players, wanted.options, wanted.setups)
        game = self.store.create(header)
        dice = DiceStream(str(wanted.seed)) if wanted.seed is not None else DiceStream.fresh()
        Session(header, state, dice=dice, keep=self.store.keeper(game)).open()
        return game

    def adopt(self, record: Record) -> str:
        """A stored game out of a record that was handed in; its id.  Blocking; replays it first."""
        with SETTING_UP:
            session = Session.resume(record, start.again(record.header))
        game = self.store.create(record.header)
        self.store.append(game, 0, record.entries, session.state)
        return game

    def scenario_ids(self) -> list[str]:
        """Ids of the scenarios that the start page offers, one's own first."""
        return list(dict.fromkeys((*self.own, *scenario_ids())))

    def scenario(self, id: str) -> Scenario:
        """A scenario by id; :class:`Unreadable` for an unknown one."""
        if id in self.own:
            return self.own[id].scenario
        if id not in scenario_ids():
            raise Unreadable(f"no scenario {id!r}; there are: {', '.join(self.scenario_ids())}")
        return scenario(id)

    async def table(self, game: str) -> Table:
        """The table of a game, opened when it is not yet; :class:`KeyError` for an unknown id."""
        async with self._lock:
            table = self.tables.get(game)
            if table is None:
                table = await anyio.to_thread.run_sync(lambda: self._open(game))
                self.tables[game] = table
            return table

    def _open(self, game: str) -> Table:
        with SETTING_UP:
            return self._read(game)

    def _read(self, game: str) -> Table:
        record = self.store.record(game)
        keep = self.store.keeper(game, len(record.entries))
        try:
            session = Session.resume(record, start.again(record.header), keep=keep)
            session.settle()
            return Table(game, session, self.store, desk.replayed(session))
        except RecordError as error:
            return self._to_look_at(game, record, error)

    def _to_look_at(self, game: str, record: Record, error: RecordError) -> Table:
        """The last position of a game that can't be replayed here, because the rules have changed since."""
        data = self.store.snapshot(game)
        if data is None:
            raise error
        state = saving.decode(data, start.anew(record.header).world)
        table = Table(game, Session(record.header, state), self.store, [Beat(state, state, ())])
        table.fault = f"This game was played under other rules ({error.message}); it can only be looked at"
        return table

    def games(self) -> list[dict[str, Any]]:
        """The list of games for the start page."""
        return [
            {
                "game": one.id,
                "scenario": one.header.scenario,
                "title": one.header.title,
                "players": one.header.players,
                "turn": one.turn,
                "phase": one.phase,
                "over": one.over,
                "saved_at": one.saved * 1000,
            }
            for one in self.store.games()
        ]
