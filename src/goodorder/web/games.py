"""The open games of a server, and opening a stored one."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Iterable

import anyio
import anyio.to_thread
import msgspec

from goodorder.core import saving
from goodorder.core.dice import DiceStream
from goodorder.core.errors import Unreadable
from goodorder.data.scenario import Scenario, scenario, scenario_ids
from goodorder.play import start
from goodorder.play.errors import RecordError
from goodorder.play.players import PLAYERS
from goodorder.play.record import Record, decode
from goodorder.play.session import Beat, Session, positions
from goodorder.play.start import Given, given, is_text
from goodorder.play.store import Store

from . import queries
from .live_game import LiveGame, Workers
from .memory import give_back
from .messages.pages import GameSummary
from .messages.requests import NewGame, Orders
from .seats import Seats

READERS = 2
"""Games that are begun or opened at the same time: others wait, and those that are played go on."""
REPLAY_SECONDS = 60.0
"""How long a record that is handed in may take to be played again: the longest game takes a tenth of it."""
ANSWERING, THINKING = 3, 1
"""Threads that answer people, and those in which the computer decides: more would only take turns, and all be late."""
IDLE_SECONDS = 60.0
"""After which a game at which nobody sits leaves memory."""
MOST_ORDERS = 500
"""Games whose standing orders are kept while they are not in memory."""
_GAME = re.compile(r"[0-9a-z]{1,32}")


class NoSuchGame(Unreadable):
    """An id under which the store has no game."""


class Games:
    """All open games of one store, and the scenarios that its games begin from: the shipped ones, and ``own`` by id."""

    def __init__(self, store: Store, own: Iterable[Given] = ()) -> None:
        prepare_types()
        self.store = store
        self.own = {one.scenario.id: one for one in own if one.text}
        self.live: dict[str, LiveGame] = {}
        self._opening: dict[str, asyncio.Task[LiveGame]] = {}
        self._readers = anyio.CapacityLimiter(READERS)
        self._uploads = anyio.CapacityLimiter(1)
        self._workers = Workers(anyio.CapacityLimiter(ANSWERING), anyio.CapacityLimiter(THINKING))
        self._orders: dict[str, dict[int, Orders]] = {}
        self._tidying: asyncio.Task[None] | None = None

    async def create(self, wanted: NewGame) -> str:
        """A new game; its id."""
        return await anyio.to_thread.run_sync(lambda: self.create_now(wanted), limiter=self._readers)

    def create_now(self, wanted: NewGame) -> str:
        """A new game; its id.  Blocking.

        The text of a scenario that is sent serves the one game: it is not offered to others.
        """
        sent = given(wanted.scenario) if is_text(wanted.scenario) else None
        found = sent.scenario if sent is not None else self.scenario(wanted.scenario)
        sides = tuple(side.id for side in found.sides)
        if set(wanted.players) != set(sides):
            raise Unreadable(f"players: one for each side, {' and '.join(sides)}")
        for side, name in wanted.setups.items():
            names = [one.name for one in found.side(side).setups] if side in sides else []
            if name not in names:
                raise Unreadable(f"setups: {side} has no ready-made set-up {name!r}; there are: {', '.join(names)}")
        if wanted.options.balance and wanted.options.balance not in found.balance:
            raise Unreadable(f"options.balance: a side with a balance provision, not {wanted.options.balance!r}")
        own = sent or self.own.get(found.id)
        header, state = start.begin(own.text if own else found.id, wanted.players, wanted.options, wanted.setups)
        game = self.store.create(header)
        dice = DiceStream(str(wanted.seed)) if wanted.seed is not None else DiceStream.fresh()
        Session(header, state, dice=dice, persist=self.store.persister(game)).open()
        return game

    async def adopt(self, data: bytes) -> str:
        """A stored game out of a record file that was handed in; its id.  It is replayed first."""
        return await anyio.to_thread.run_sync(lambda: self._adopt(decode(data)), limiter=self._uploads)

    def _adopt(self, record: Record) -> str:
        strange = sorted(set(record.header.players.values()) - set(PLAYERS))
        if strange:
            raise RecordError("header", f"players are {', '.join(PLAYERS)}, not {strange[0][:40]!r}")
        first = start.again(record.header)
        last = positions(record.line(), first, within=REPLAY_SECONDS)[-1].after
        session = Session.resume(record, first, last)
        game = self.store.create(record.header)
        self.store.append(game, 0, record.entries, session.state)
        return game

    def seats(self, game: str) -> Seats:
        """The seats of a game.  Blocking."""
        return Seats(self.store, game)

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

    async def open(self, game: str) -> LiveGame:
        """A game, opened when it is not yet; :class:`NoSuchGame` for an unknown id.

        Games are opened side by side: who opens a long one keeps nobody from his.
        """
        found = self.live.get(game)
        if found is not None:
            found.used = time.monotonic()
            return found
        if not _GAME.fullmatch(game):
            raise NoSuchGame("there is no such game")
        opening = self._opening.get(game)
        if opening is None:
            opening = self._opening[game] = asyncio.create_task(self._open(game))
            opening.add_done_callback(lambda _: self._opening.pop(game, None))
        return await asyncio.shield(opening)

    async def _open(self, game: str) -> LiveGame:
        live = await anyio.to_thread.run_sync(lambda: self._read(game), limiter=self._readers)
        live.workers = self._workers
        live.standing.orders |= self._orders.pop(game, {})
        self.live[game] = live
        if self._tidying is None or self._tidying.done():
            self._tidying = asyncio.create_task(self._tidy())
        return live

    async def _tidy(self) -> None:
        """Let games that nobody has looked at for a while leave memory, as long as there are any."""
        while self.live:
            await asyncio.sleep(IDLE_SECONDS / 2)
            self.forget_idle(time.monotonic() - IDLE_SECONDS)

    def forget_idle(self, since: float) -> None:
        """Forget the games that nobody sits at or has asked since then.  Their games are stored; orders are kept."""
        idle = [game for game, live in self.live.items() if live.idle(since)]
        for game in idle:
            orders = self.live.pop(game).standing.orders
            if orders:
                self._orders[game] = orders
        while len(self._orders) > MOST_ORDERS:
            del self._orders[next(iter(self._orders))]
        if idle:
            give_back()

    def _read(self, game: str) -> LiveGame:
        try:
            record = self.store.record(game)
        except KeyError:
            raise NoSuchGame("there is no such game") from None
        persist = self.store.persister(game, len(record.entries))
        try:
            session = Session.resume(record, start.again(record.header), persist=persist)
            session.settle()
            return LiveGame(game, session, self.store, queries.replayed(session))
        except RecordError as error:
            return self._to_look_at(game, record, error)

    def _to_look_at(self, game: str, record: Record, error: RecordError) -> LiveGame:
        """The last position of a game that can't be replayed here, because the rules have changed since."""
        data = self.store.snapshot(game)
        if data is None:
            raise error
        state = saving.decode(data, start.anew(record.header).world)
        live = LiveGame(game, Session(record.header, state), self.store, [Beat(state, state, ())])
        live.fault = f"This game was played under other rules ({error.message}); it can only be looked at"
        return live

    def listed(self) -> list[GameSummary]:
        """The list of games for the start page."""
        return [
            GameSummary(
                game=one.id,
                scenario=one.header.scenario,
                title=one.header.title,
                players=dict(one.header.players),
                turn=one.turn,
                phase=one.phase,
                over=one.over,
                saved_at=one.saved * 1000,
            )
            for one in self.store.games()
        ]


def prepare_types() -> None:
    """Have msgspec prepare every type there is: it does so when one is first used, and two threads must not at once."""
    todo: list[type] = list(msgspec.Struct.__subclasses__())
    while todo:
        kind = todo.pop()
        todo += kind.__subclasses__()
        if kind.__module__.startswith("goodorder."):
            try:
                msgspec.json.Decoder(kind)
            except (TypeError, NameError):
                continue  # a type that is never read
