"""An open game: its session, who looks on, and the loop that lets computer players and standing orders answer.

One lock guards a table; everything that computes runs in a worker thread while the lock is held, so that no two threads
touch one session and the server stays answerable.  A decision is on disk before any client is told of it.
"""

from __future__ import annotations

import asyncio
import logging
import random
from bisect import bisect_right
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

import anyio.to_thread
import msgspec

from goodorder.core.actions import Concede, Done
from goodorder.core.errors import GoodOrderError, Illegal, Stale
from goodorder.core.frames import Choice, Pending
from goodorder.core.state import State
from goodorder.core.view import asked_of, hides_anything, view
from goodorder.play.log import LogLine, lines
from goodorder.play.record import HUMAN
from goodorder.play.seen import seen_by
from goodorder.play.session import Beat, Session
from goodorder.play.store import Store

from . import desk
from .cards import card_of, map_of
from .documents import BOTH, WATCH, Doc, line_doc, seats, state_doc
from .merge import merge
from .messages import (
    Answer,
    AnyMessage,
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
    Way,
    Why,
)
from .secrecy import keeps_secrets, seat_refusal

T = TypeVar("T")
_LOG = logging.getLogger("goodorder")
Send = Callable[[Doc], None]


FAULT = "a fault of the program; nothing has changed"
QUICKEST, USUAL, LONGEST = 0.4, 0.6, 3.0
"""Seconds: the least that a window stays open, what comes on top on average, and the most."""
TWO_TABS = "This game is open in another tab too; both show the same."


def thinking() -> float:
    """Seconds before a window closes by itself: never the same, so that nobody learns whether anything was possible."""
    return min(QUICKEST + random.expovariate(1 / USUAL), LONGEST)


class Client:
    """One connection.  ``seq`` numbers the steps that were sent to it; ``at`` is the beat that the last one showed.

    ``eyes``: at a table for both the side that was asked last, for whom the screen is; ``shown``: the last state sent.
    """

    def __init__(self, you: str, controls: frozenset[int], send: Send) -> None:
        self.you = you
        self.controls = controls
        self.send = send
        self.seq = 0
        self.at = 0
        self.eyes = WATCH
        self.shown: Doc = {}


class Table:
    """A game with its clients.  ``beats`` holds every step of the line of play, the first one empty."""

    def __init__(self, game: str, session: Session, store: Store, beats: list[Beat]) -> None:
        self.game = game
        self.session = session
        self.store = store
        self.beats = beats
        self.clients: list[Client] = []
        self.orders: dict[int, Orders] = {}
        self.lock = asyncio.Lock()
        self.running: asyncio.Task[None] | None = None
        self.fault: str | None = None
        self._counted: list[int] = [0]
        self._looked = 0
        self._closing: State | None = None
        self.pause: Callable[[], float] = thinking

    # -- clients -----------------------------------------------------------------------------

    def controls(self, you: str) -> frozenset[int]:
        """The sides that a seat decides for: those played by people, none where the game can only be looked at."""
        if self.fault is not None:
            return frozenset()
        wanted = seats(self.session.state.world.sides, you)
        return frozenset(side for side in wanted if self.session.controller(side) == HUMAN)

    async def join(self, you: str, send: Send) -> Client:
        """A new client: it is told the game so far, then every step as it happens."""
        known = {side.id for side in self.session.state.world.sides} | {BOTH, WATCH}
        if you not in known:
            raise Illegal(f"no seat {you!r} at this table; there are: {', '.join(sorted(known))}")
        barred = seat_refusal(self.session, you)
        if barred is not None:
            raise Illegal(f"{barred.reason} ({barred.rule})", rule=barred.rule)
        client = Client(you, self.controls(you), send)
        async with self.lock:
            for other in self.clients:
                if other.controls & client.controls:
                    other.send({"type": "notice", "text": TWO_TABS})
            send({"type": "hello", **await _thread(lambda: self._hello(you))})
            send(await _thread(lambda: self._full_step(client)))
            if self.fault is not None:
                send({"type": "notice", "text": self.fault})
            self.clients.append(client)
        self.go_on()
        return client

    def leave(self, client: Client) -> None:
        """A client is gone."""
        if client in self.clients:
            self.clients.remove(client)

    def _hello(self, you: str) -> Doc:
        header = self.session.header
        return {
            "game": self.game,
            "scenario": card_of(header, self.session.state.world),
            "players": header.players,
            "you": you,
            "options": {
                "free_los": header.options.free_los,
                "practice": header.options.practice,
                "assist": header.options.assist,
                "balance": header.options.balance,
                "rules": header.options.rules,
            },
            "commitment": self.session.dice.commitment(),
            "view_only": self.fault,
            "secret": keeps_secrets(self.session),
            "map": map_of(self.session.state.world.map),
        }

    def _full_step(self, client: Client) -> Doc:
        found: list[Doc] = []
        for number in range(1, len(self.beats)):
            found += self._lines(number, client.you)
        client.seq += 1
        client.at = len(self.beats) - 1
        return self._step(client, found, self.session.state, self._asked(), self.beats[-1])

    async def _begin_again(self) -> None:
        """After going back every client is told the game from its start."""
        for client in list(self.clients):
            client.send({"type": "hello", **self._hello(client.you)})
            client.send(await _thread(partial(self._full_step, client)))

    # -- requests ----------------------------------------------------------------------------

    async def ask(self, client: Client, message: AnyMessage) -> Any:
        """The result of a request; the errors of the engine and the store say why there is none."""
        async with self.lock:
            result, beats = await _thread(lambda: self._handle(client, message))
            if isinstance(message, Undo):
                await self._begin_again()
            elif beats is not None:
                await self._publish(beats)
        if beats is not None or isinstance(message, Standing):
            self.go_on()
        return result

    def _handle(self, client: Client, message: AnyMessage) -> tuple[Any, list[Beat] | None]:
        if isinstance(message, Answer):
            return {}, self._answer(client, message)
        if isinstance(message, Undo):
            return {}, self._undo(client)
        if isinstance(message, ConcedeAsked):
            return {}, self._concede(client, message)
        if isinstance(message, Standing):
            return self._standing(client, message.orders), None
        if isinstance(message, Save):
            return {"file": str(self.store.write_file(self.game))}, None
        if isinstance(message, Los):
            if not self.session.header.options.free_los:
                raise Illegal("this table plays without free LOS checks", rule="A6.11")
            ends = (message.from_, message.to, message.from_level, message.to_level)
            return desk.los(self.session.state, *ends), None
        st, choice = self._decision(client)
        if isinstance(message, MenuAsked):
            return desk.menu(st, choice, message.path), None
        if isinstance(message, PreviewAsked):
            return desk.preview(st, choice, message.path), None
        if isinstance(message, Why):
            return desk.why(st, choice, message), None
        if isinstance(message, Reach):
            return desk.reach(st, choice, message.path), None
        if isinstance(message, Way):
            return desk.way(st, choice, message.path, message.via), None
        assert isinstance(message, HintAsked)
        return desk.hint(st, choice), None

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
        return self.session.decide(choice.side, action)

    def _undo(self, client: Client) -> list[Beat]:
        if not client.controls:
            raise Illegal("this seat only looks on")
        side = next(iter(client.controls)) if len(client.controls) == 1 else None
        self.session.undo(side)
        self.beats = desk.replayed(self.session)
        self._counted, self._looked = [0], 0
        return []

    def _concede(self, client: Client, message: ConcedeAsked) -> list[Beat]:
        ids = [side.id for side in self.session.state.world.sides]
        wanted = ids.index(message.side) if message.side in ids else None
        asked = self.session.pending()
        if wanted is None:
            wanted = asked.side if isinstance(asked, Choice) and asked.side in client.controls else -1
        if wanted not in client.controls:
            raise Illegal("a side concedes for itself", rule="A26")
        return self.session.decide(wanted, Concede(wanted))

    def _standing(self, client: Client, orders: Orders) -> Doc:
        desk.check_orders(self.session.state, orders)
        for side in client.controls:
            self.orders[side] = orders
        return {"orders": orders}

    # -- going on by itself ------------------------------------------------------------------

    def go_on(self) -> None:
        """Let computer players and standing orders answer, unless that is under way already."""
        if self.running is None or self.running.done():
            self.running = asyncio.create_task(self._run())

    async def _run(self) -> None:
        while self.clients and self.fault is None:
            if self._closing is self.session.state:
                await asyncio.sleep(self.pause())
            async with self.lock:
                try:
                    beats = await _thread(self._by_itself)
                except GoodOrderError as error:
                    self._tell_all(f"The game can't go on: {error.message}")
                    return
                except Exception as error:
                    _LOG.exception("the game %s can't go on", self.game)
                    self._tell_all(f"The game can't go on: {FAULT} ({error!r})")
                    return
                if beats is None:
                    if self._closing is self.session.state:
                        continue
                    return
                await self._publish(beats)

    def _by_itself(self) -> list[Beat] | None:
        if self.session.over:
            return None
        prepared = self.session.prepared()
        if prepared is not None:
            return prepared
        if self.session.computer_to_move():
            return self.session.computer()
        choice = self.session.choice()
        orders = self.orders.get(choice.side)
        if orders is not None and orders.silent_until and self._phase_ended(choice.side):
            orders = msgspec.structs.replace(orders, silent_until=None)
            self.orders[choice.side] = orders
        st, seen = asked_of(self.session.state, choice)
        passes = orders is not None and desk.passes(st, seen, orders)
        if not passes and not (seen.public and self._closes_empty(choice.side, orders) and seen.menu.idle() == Done()):
            self._closing = None
            return None
        if seen.public and self._closing is not self.session.state:
            self._closing = self.session.state
            return None
        return self.session.decide(choice.side, Done(), by="standing")

    def _closes_empty(self, side: int, orders: Orders | None) -> bool:
        """Whether windows in which a side can do nothing close by themselves.

        Where each side has its own screen always, unless it wants to be asked; where both share one only when it is
        ordered, for the screen would tell.
        """
        if orders is not None and orders.empty is not None:
            return orders.empty == "close"
        return all(client.controls != frozenset((0, 1)) for client in self.clients)

    def _phase_ended(self, side: int) -> bool:
        return self.session.state.turn.attacker == side or self.session.state.turn.phase not in ("MPh", "DFPh")

    # -- steps -------------------------------------------------------------------------------

    def _asked(self) -> Pending:
        return self.session.pending()

    async def _publish(self, beats: list[Beat]) -> None:
        shown = merge(beats)
        if not shown and self.beats[-1].after is not self.session.state:
            shown = [Beat(self.beats[-1].after, self.session.state, ())]
        first = len(self.beats)
        self.beats.extend(shown)
        batches = await _thread(lambda: [(client, self.steps(client, first)) for client in list(self.clients)])
        for client, steps in batches:
            for step in steps:
                client.send(step)

    def steps(self, client: Client, first: int) -> list[Doc]:
        """What a client is sent of the beats from number ``first`` on."""
        found: list[Doc] = []
        last = len(self.beats) - 1
        if first > last:
            client.seq += 1
            client.at = last
            return [self._step(client, [], self.session.state, self._asked(), self.beats[-1])]
        for number in range(first, last + 1):
            beat = self.beats[number]
            asked = self._asked() if number == last else None
            events = self._lines(number, client.you)
            client.at = number
            if self._secret and not events and self._nothing_new(client, beat, asked):
                continue
            client.seq += 1
            found.append(self._step(client, events, beat.after, asked, beat))
        return found

    @property
    def _secret(self) -> bool:
        """Whether the rules let a side hide something."""
        return bool(self.session.state.world.rules.offers("concealment"))

    def _nothing_new(self, client: Client, beat: Beat, asked: Pending | None) -> bool:
        """Whether a step that tells this seat nothing shows it nothing either: then it does not even count."""
        if beat.by and beat.side in client.controls:
            return False
        return asked is None or self._state(client, beat.after, asked) == client.shown

    def _step(self, client: Client, events: list[Doc], st: State, asked: Pending | None, beat: Beat) -> Doc:
        client.shown = self._state(client, st, asked)
        state = {**client.shown, "seq": client.seq, "last": last_of(events)}
        return {"type": "step", "seq": client.seq, "events": events, "state": state}

    def _state(self, client: Client, st: State, asked: Pending | None) -> Doc:
        if isinstance(asked, Choice) and asked.side in client.controls:
            client.eyes = st.world.sides[asked.side].id
            st, asked = asked_of(st, asked)
        else:
            st = self._seen(st, client.eyes if client.you == BOTH else client.you)
        return state_doc(st, asked, client.you, controls=client.controls)

    def _seen(self, st: State, you: str) -> State:
        """A position as a seat may see it: one side's view, for onlookers what both sides know; all when it is over."""
        if st.result is not None:
            return st
        watched = seats(st.world.sides, you) if you not in (BOTH, WATCH) else frozenset((0, 1))
        for side in watched:
            st = view(st, side) if hides_anything(st, side) else st
        return st

    def _lines(self, number: int, you: str) -> list[Doc]:
        """The lines of a beat for a seat, numbered by what that seat is told and by what both sides know."""
        counted = self._public()
        at = bisect_right(counted, number) - 1
        before = sum(len(self._told(n, you)) for n in range(counted[at], number))
        st = self.beats[number].after
        return [line_doc(st, line, at * 1000 + i) for i, line in enumerate(self._told(number, you), before)]

    def _public(self) -> list[int]:
        """The beats that count in numbers given to people: where sides hide something, those both are told of."""
        for number in range(self._looked + 1, len(self.beats)):
            if not self._secret or self._told(number, WATCH):
                self._counted.append(number)
        self._looked = len(self.beats) - 1
        return self._counted

    def _told(self, number: int, you: str) -> list[LogLine]:
        beat = self.beats[number]
        viewer = next(iter(seats(beat.after.world.sides, you)), -1) if you not in (BOTH, WATCH) else -1
        before, after, events = beat.before, beat.after, beat.events
        if viewer < 0:
            for side in (0, 1):
                before, after, events = seen_by(before, after, events, side)
        forced = beat.forced and (not self._secret or beat.side == viewer)
        return lines(before, after, events, viewer=viewer, forced=forced)

    def replay(self, at: int, you: str = WATCH) -> Doc:
        """The position after step ``at``, to look at only."""
        counted = self._public()
        last = len(counted) - 1
        at = min(max(at, 0), last)
        number = counted[at]
        beat = self.beats[number]
        state = state_doc(self._seen(beat.after, you), None, you, controls=frozenset())
        events = self._lines(number, you) if number else []
        state["seq"] = at
        state["last"] = last_of(events)
        return {"seq": at, "of": last, "events": events, "state": state}

    def _tell_all(self, text: str) -> None:
        for client in self.clients:
            client.send({"type": "notice", "text": text})


def last_of(events: list[Doc]) -> Doc | None:
    """What the newest line is about."""
    for line in reversed(events):
        if line["hexes"] or line["units"]:
            return {"hex": line["hexes"][-1] if line["hexes"] else None, "units": line["units"]}
    return None


async def _thread(work: Callable[[], T]) -> T:
    return await anyio.to_thread.run_sync(work)
