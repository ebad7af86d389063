"""An open game: its session, who looks on, and the loop that lets computer players and standing orders answer.

One lock guards a game; everything that computes runs in a worker thread while the lock is held, so that no two threads
touch one session and the server stays answerable.  A decision is on disk before any client is told of it.
"""

from __future__ import annotations

import asyncio
import logging
import random
import time
from collections.abc import Callable, Sequence
from functools import cached_property, partial
from typing import Any, NamedTuple, TypeVar

import anyio
import anyio.to_thread

from goodorder.core.actions import Concede, Done
from goodorder.core.errors import Illegal, Stale
from goodorder.core.frames import Choice
from goodorder.core.state import State
from goodorder.core.view import asked_of
from goodorder.play.errors import StorageError
from goodorder.play.record import HUMAN
from goodorder.play.session import Beat, Session
from goodorder.play.store import Store

from . import queries
from .cards import card_of, map_of
from .counter_cards import counter_card
from .documents import BOTH, REFEREE, WATCH, seats
from .feed import Client, Feed, Send, WireSignal
from .messages.answers import CardDoc, DoneDoc, LosThread, SavedDoc, StandingDoc
from .messages.requests import (
    Answer,
    AnyMessage,
    CardAsked,
    ConcedeAsked,
    HintAsked,
    Los,
    MenuAsked,
    Orders,
    PreviewAsked,
    Reach,
    Save,
    Standing,
    Undo,
    WayAsked,
    Why,
)
from .messages.talk import HelloMessage, NoticeMessage, ReplayDoc, StepMessage
from .seats import SeatRefused, Seats, check, may_save, owns
from .secrecy import keeps_secrets, may_hide, seat_refusal
from .standing import StandingOrders
from .steps_shown import steps_shown

T = TypeVar("T")
_LOG = logging.getLogger("goodorder")


QUICKEST, MEAN, LONGEST = 0.4, 0.6, 3.0
"""Seconds: the least that a window stays open, what comes on top on average, and the most."""
SHORT, LONG = 0.2, 0.5
"""Seconds that the computer's answer takes at least and at most, unless it computes longer: where it hides something
the time must not tell whether there was anything to decide.
"""
TWO_TABS = "This game is open in another tab too; both show the same."


def thinking() -> float:
    """Seconds before a window closes by itself: never the same, so that nobody learns whether anything was possible."""
    return min(QUICKEST + random.expovariate(1 / MEAN), LONGEST)


def answering() -> float:
    """Seconds before an answer of the computer is shown, whether it could have done anything or not."""
    return random.uniform(SHORT, LONG)


MOST_CLIENTS = 64
"""Lines to one game at a time."""

MOST_ONLOOKERS = 48
"""How many of them may be of onlookers, so that these never keep a player from his seat."""


class Workers(NamedTuple):
    """How many threads may compute at a time for all games together: answers to people, decisions of the computer.

    None is the usual number.
    """

    answering: anyio.CapacityLimiter | None = None
    thinking: anyio.CapacityLimiter | None = None


class LiveGame:
    """A game with its clients."""

    def __init__(self, game: str, session: Session, store: Store, beats: list[Beat]) -> None:
        self.game = game
        self.session = session
        self.store = store
        self.feed = Feed(session, beats)
        self.clients: list[Client] = []
        self.standing = StandingOrders()
        self.lock = asyncio.Lock()
        self.running: asyncio.Task[None] | None = None
        self.fault: str | None = None
        self._closing: State | None = None
        self.workers = Workers()
        self.used = time.monotonic()
        self.pause: Callable[[], float] = thinking
        self.held: Callable[[], float] = answering

    @property
    def beats(self) -> list[Beat]:
        """Every step of the line of play, the first one empty."""
        return self.feed.beats

    @cached_property
    def seats(self) -> Seats:
        """Who has which seat."""
        return Seats(self.store, self.game)

    # -- clients -----------------------------------------------------------------------------

    def controls(self, you: str) -> frozenset[int]:
        """The sides that a seat decides for: those played by people, none where the game can only be looked at."""
        if self.fault is not None:
            return frozenset()
        wanted = seats(self.session.state.world.sides, you)
        return frozenset(side for side in wanted if self.session.controller(side) == HUMAN)

    async def join(self, you: str, send: Send, tokens: Sequence[str] = ()) -> Client:
        """A new client: it is told the game so far, then every step as it happens.

        ``tokens`` prove the seat; one that nobody has is taken, and ``hello`` tells its token.
        """
        self._known(you)
        client = Client(you, self.controls(you), send)
        async with self.lock:
            if len(self.clients) >= MOST_CLIENTS:
                raise Illegal(f"{MOST_CLIENTS} pages show this game already; close one of them")
            if you == WATCH and sum(other.you == WATCH for other in self.clients) >= MOST_ONLOOKERS:
                raise Illegal(f"{MOST_ONLOOKERS} onlookers are here already")
            token = await self._thread(lambda: self._admit(you, tokens))
            client.tokens = (*tokens, token) if token else tuple(tokens)
            for other in self.clients:
                if other.controls & client.controls:
                    other.send(NoticeMessage(text=TWO_TABS))
            send(await self._thread(lambda: self._hello(you, token or "")))
            client.spared = await self._thread(self._spares)
            send(await self._thread(lambda: self.feed.full_step(client, self.session.pending())))
            if self.fault is not None:
                send(NoticeMessage(text=self.fault))
            check(self.session, self.seats, you, client.tokens)  # it may have been given away meanwhile
            self.clients.append(client)
        self.go_on()
        return client

    def _known(self, you: str) -> None:
        """Raise Illegal for a seat that this game does not have, or that nobody may take now."""
        known = {side.id for side in self.session.state.world.sides} | {BOTH, WATCH, REFEREE}
        if you not in known:
            raise Illegal(f"no seat {you[:20]!r} in this game; there are: {', '.join(sorted(known))}")
        barred = seat_refusal(self.session, you)
        if barred is not None:
            raise Illegal(f"{barred.reason} ({barred.rule})", rule=barred.rule)

    def _admit(self, you: str, tokens: Sequence[str]) -> str | None:
        """Check the secrets of a seat; the token of one that was free until now."""
        self.seats.read()
        free = check(self.session, self.seats, you, tokens)
        if not free:
            return None
        token = self.seats.claim(free, tokens)
        if token is None:
            check(self.session, self.seats, you, tokens)
            raise SeatRefused("somebody else was faster; try again")
        return token

    def prove(self, you: str, tokens: Sequence[str]) -> None:
        """Raise :class:`SeatRefused` unless ``tokens`` are those of a seat whose documents are asked for.  Blocking."""
        self._known(you)
        self.seats.read()
        if check(self.session, self.seats, you, tokens):
            raise SeatRefused(f"nobody has taken the seat {you} yet")

    def invite(self, seat: str, *, keep: bool) -> str:
        """A token for a side's seat; without ``keep`` every earlier one is void, and who used it has to go."""
        if seat not in self.session.header.sides:
            raise Illegal(f"seats are given by side: {' or '.join(self.session.header.sides)}")
        return self.seats.give(seat, alone=not keep)

    def clear_seats(self) -> None:
        """Clients whose token is not valid any more are told, and have to go."""
        for client in list(self.clients):
            try:
                check(self.session, self.seats, client.you, client.tokens)
            except SeatRefused as error:
                client.send(NoticeMessage(text=error.message))
                client.send(WireSignal.CLOSE)
                self.leave(client)

    def idle(self, since: float) -> bool:
        """Whether nobody sits here, nothing is under way, and nobody has asked for anything since then."""
        playing = self.running is not None and not self.running.done()
        return not self.clients and not playing and not self.lock.locked() and self.used <= since

    def leave(self, client: Client) -> None:
        """A client is gone."""
        self.used = time.monotonic()
        if client in self.clients:
            self.clients.remove(client)

    def _hello(self, you: str, token: str = "") -> HelloMessage:
        header = self.session.header
        return HelloMessage(
            game=self.game,
            scenario=card_of(header, self.session.state.world),
            players=dict(header.players),
            you=you,
            options=header.options,
            commitment=self.session.dice.commitment(),
            view_only=self.fault,
            secret=keeps_secrets(self.session),
            map=map_of(self.session.state.world).name,
            token=token,
        )

    async def _begin_again(self) -> None:
        """After going back every client is told the game from its start, but for those who came without a token when it
        was over.
        """
        self.clear_seats()
        for client in list(self.clients):
            client.send(self._hello(client.you))
            client.send(await self._thread(partial(self.feed.full_step, client, self.session.pending())))

    async def _thread(self, work: Callable[[], T]) -> T:
        return await anyio.to_thread.run_sync(work, limiter=self.workers.answering)

    # -- requests ----------------------------------------------------------------------------

    async def ask(self, client: Client, message: AnyMessage) -> Any:
        """The result of a request; the errors of the engine and the store say why there is none."""
        async with self.lock:
            result, beats = await self._thread(lambda: self._handle(client, message))
            if isinstance(message, Undo):
                await self._begin_again()
            elif beats is not None:
                await self._publish(beats)
        if beats is not None or isinstance(message, Standing):
            self.go_on()
        return result

    def _handle(self, client: Client, message: AnyMessage) -> tuple[Any, list[Beat] | None]:
        check(self.session, self.seats, client.you, client.tokens)
        if isinstance(message, Undo | Save | ConcedeAsked) and not owns(self.session, self.seats, client):
            raise SeatRefused("this takes the token of the seat, also when the game is over")
        if isinstance(message, Answer):
            return DoneDoc(), self._answer(client, message)
        if isinstance(message, Undo):
            return DoneDoc(), self._undo(client, message.at)
        if isinstance(message, ConcedeAsked):
            return DoneDoc(), self._concede(client, message)
        if isinstance(message, Standing):
            return self._standing(client, message.orders), None
        if isinstance(message, Save):
            if not may_save(self.session, self.seats, client.tokens):
                raise Illegal("a copy shows what each side hides; it takes the token of every seat", rule="A12")
            return SavedDoc(file=str(self.store.write_file(self.game))), None
        if isinstance(message, Los | CardAsked):
            return self._look_up(message), None
        return self._about_choice(client, message), None

    def _look_up(self, message: Los | CardAsked) -> LosThread | CardDoc:
        """What anybody may ask at any time."""
        if isinstance(message, CardAsked):
            return counter_card(message.of, self.session.state.world.date)
        if not self.session.header.options.free_los:
            raise Illegal("this game is played without free LOS checks", rule="A6.11")
        ends = (message.from_, message.to, message.from_level, message.to_level)
        return queries.los(self.session.state, *ends)

    def _about_choice(self, client: Client, message: AnyMessage) -> Any:
        """What is asked about the decision that a client has."""
        st, choice = self._decision(client)
        if isinstance(message, MenuAsked):
            return queries.menu(st, choice, message.path)
        if isinstance(message, PreviewAsked):
            return queries.preview(st, choice, message.path)
        if isinstance(message, Why):
            return queries.why(st, choice, message)
        if isinstance(message, Reach):
            return queries.reach(st, choice, message.path)
        if isinstance(message, WayAsked):
            return queries.way(st, choice, message.path, message.via)
        assert isinstance(message, HintAsked)
        return queries.hint(st, choice)

    def _choice(self, client: Client) -> Choice:
        if not client.controls:
            raise Illegal("this seat only looks on")
        choice = self.session.choice()
        if choice.side not in client.controls:
            raise Illegal(f"{self.session.state.world.sides[choice.side].short} decides now")
        return choice

    def _decision(self, client: Client) -> tuple[State, Choice]:
        """The position and the decision as the side sees them that is asked."""
        return asked_of(self.session.state, self._choice(client))

    def _answer(self, client: Client, message: Answer) -> list[Beat]:
        _, choice = self._decision(client)
        if message.seq != client.seq or client.at != len(self.beats) - 1:
            raise Stale("the position has changed since; nothing was done", rule="A.2")
        action = choice.menu.action(message.path)
        if isinstance(action, Done):
            self.standing.let_go(self.session.state, choice)
        return self.session.decide(choice.side, action)

    def _undo(self, client: Client, at: int | None) -> list[Beat]:
        if not client.controls:
            raise Illegal("this seat only looks on")
        if may_hide(self.session) and len(client.controls) == 1 and self._opponent(client) == HUMAN:
            # Also when it is over: then everything is shown, and the game would go on after it.
            raise Illegal("going back would tell what the other side hides", rule="A12")
        side = next(iter(client.controls)) if len(client.controls) == 1 else None
        since = None if at is None else queries.entry_after(self.session, self.feed.beat_number(at, client.you))
        self.session.undo(side, since=since)
        self.feed = Feed(self.session, queries.replayed(self.session))
        return []

    def _opponent(self, client: Client) -> str:
        """Who plays the side that a seat for one side does not."""
        return self.session.controller(1 - next(iter(client.controls)))

    def _concede(self, client: Client, message: ConcedeAsked) -> list[Beat]:
        ids = [side.id for side in self.session.state.world.sides]
        wanted = ids.index(message.side) if message.side in ids else None
        asked = self.session.pending()
        if wanted is None:
            wanted = asked.side if isinstance(asked, Choice) and asked.side in client.controls else -1
        if wanted not in client.controls:
            raise Illegal("a side concedes for itself", rule="A26")
        return self.session.decide(wanted, Concede(wanted))

    def _standing(self, client: Client, orders: Orders) -> StandingDoc:
        queries.check_orders(self.session.state, orders, client.controls)
        for side in client.controls:
            self.standing.orders[side] = orders
        return StandingDoc(orders=orders)

    # -- going on by itself ------------------------------------------------------------------

    def go_on(self) -> None:
        """Let computer players and standing orders answer, unless that is under way already."""
        if self.running is None or self.running.done():
            self.running = asyncio.create_task(self._run())

    async def _run(self) -> None:
        try:
            await self._play_on()
        except StorageError as error:
            self._tell_all(f"The game can't go on: {error.message}")
        except Exception as error:
            _LOG.exception("the game %s can't go on", self.game)
            self._tell_all(f"The game can't go on: {fault_words(error)}")

    async def _play_on(self) -> None:
        begun = time.monotonic()
        while self.clients and self.fault is None:
            if self._closing is self.session.state:
                # Counted from when the window opened: how long was thought about it must not tell.
                await asyncio.sleep(max(0.0, begun + self.pause() - time.monotonic()))
            async with self.lock:
                begun, hides = time.monotonic(), self._computer_hides()
                beats = await anyio.to_thread.run_sync(self._by_itself, limiter=self.workers.thinking)
                if beats is None:
                    if self._closing is self.session.state:
                        continue
                    await self._ask_after_all()
                    return
                if hides:
                    await asyncio.sleep(max(0.0, begun + self.held() - time.monotonic()))
                await self._publish(beats)

    async def _ask_after_all(self) -> None:
        """Seats that were spared a question which changed orders put to them are shown it."""
        for client in [client for client in self.clients if client.spared]:
            client.spared = False
            for step in await self._thread(partial(self.steps, client, len(self.beats))):
                client.send(step)

    def _computer_hides(self) -> bool:
        """Whether a computer player is asked whose enemy, a person, may not know if there is anything to decide."""
        if self.session.over or not self.session.computer_to_move():
            return False
        asked = self.session.choice()
        return asked.public and self.session.controller(1 - asked.side) == HUMAN

    def _by_itself(self) -> list[Beat] | None:
        if self.session.over:
            return None
        prepared = self.session.prepared()
        if prepared is not None:
            return prepared
        if self.session.computer_to_move():
            return self.session.computer()
        choice = self.session.choice()
        self.standing.wake(self.session.state, choice.side)
        if not self._goes_by(choice):
            self._closing = None
            return None
        if choice.public and self._closing is not self.session.state:
            self._closing = self.session.state
            return None
        answer = self.standing.answer(self.session.state, choice)
        return self.session.decide(choice.side, answer, by="standing")

    def _goes_by(self, choice: Choice) -> bool:
        """Whether a person's choice is answered by standing orders, or by there being nothing to do in it."""
        shared = any(client.controls == frozenset((0, 1)) for client in self.clients)
        return self.standing.passes(self.session.state, choice, shared=shared)

    def _spares(self) -> bool:
        """Whether the open choice is a person's who need not be asked."""
        asked = self.session.pending()
        if not isinstance(asked, Choice) or self.fault is not None or self.session.computer_to_move():
            return False
        return self.session.ready_made() is not None or self._goes_by(asked)

    # -- steps -------------------------------------------------------------------------------

    async def _publish(self, beats: list[Beat]) -> None:
        shown = steps_shown(beats)
        if not shown and self.beats[-1].after is not self.session.state:
            shown = [Beat(self.beats[-1].after, self.session.state, ())]
        first = len(self.beats)
        self.beats.extend(shown)
        batches = await self._thread(lambda: self._batches(first))
        for client, steps in batches:
            for step in steps:
                client.send(step)

    def _batches(self, first: int) -> list[tuple[Client, list[StepMessage]]]:
        spares = self._spares()
        found: list[tuple[Client, list[StepMessage]]] = []
        for client in list(self.clients):
            client.spared = spares
            found.append((client, self.steps(client, first)))
        return found

    def steps(self, client: Client, first: int) -> list[StepMessage]:
        """What a client is sent of the beats from number ``first`` on."""
        return self.feed.steps(client, first, self.session.pending())

    def replay(self, at: int, you: str = WATCH) -> ReplayDoc:
        """The position after step ``at``, to look at only."""
        return self.feed.replay(at, you)

    def _tell_all(self, text: str) -> None:
        for client in self.clients:
            client.send(NoticeMessage(text=text))


def fault_words(error: Exception) -> str:
    """What is told of a fault: its kind alone, as its own words may name what a side does not know (A12)."""
    return f"a fault of the program ({type(error).__name__}); nothing has changed"
