"""A game in progress: the position, its record, the dice, and the steps in which it is shown.

A session never waits: :meth:`Session.decide` takes one decision, lets the dice stream answer every roll that follows
and the engine every choice that has one answer, keeps the result (through ``persist``, before anything is shown), and
gives the beats.
"""

from __future__ import annotations

import logging
import random
import time
from collections.abc import Callable, Sequence

from msgspec import Struct

from goodorder.core import actions
from goodorder.core.actions import Action, Concede, DeployGuard, Done, Hide, RegroupPrisoners, Reveal, TakeSetup
from goodorder.core.dice import DiceStream, Roll
from goodorder.core.engine import answer, pending
from goodorder.core.errors import EngineFault, GoodOrderError, Illegal, Stale, raise_refusal
from goodorder.core.events import Event
from goodorder.core.frames import Choice, Over, Pending
from goodorder.core.state import State
from goodorder.core.view import asked_of, forced, hides_anything, imagined
from goodorder.flow.shared.guarding import own_guards_refusal

from .errors import RecordError, StorageError
from .players import Player, decide, player
from .record import (
    HUMAN,
    Answered,
    AnyEntry,
    Ended,
    Header,
    PositionEntry,
    Record,
    Rolled,
    Stream,
    Undone,
    stream_of,
)

BEFORE_SETUP = "A25.22"
"""The rule of what a side is asked before its set-up, a ready-made one too."""
MAX_FORCED = 2_000
"""Forced answers and rolls in a row before a fault is suspected."""

OTHER_TRIES = 5
"""Other actions tried for a computer player where carrying one out fails."""

_LOG = logging.getLogger("goodorder")

Persist = Callable[[Sequence[AnyEntry], State], None]


class Beat(Struct, frozen=True, eq=False):
    """One step as it is shown: the position before and after it, its events, whether the engine answered by itself."""

    before: State
    after: State
    events: tuple[Event, ...]
    forced: bool = False
    side: int = -1
    by: str = ""


class Session:
    """One game.  ``entries`` is the whole record, ``played`` the line of play that stands.

    ``persist`` is called with new entries and the position after them before the session changes; when it raises,
    nothing has happened.
    """

    def __init__(
        self, header: Header, start: State, *, dice: DiceStream | None = None, persist: Persist | None = None
    ) -> None:
        self.header = header
        self.start = start
        self.state = start
        self.dice = dice or DiceStream.fresh()
        self.entries: list[AnyEntry] = []
        self.played: list[AnyEntry] = []
        self.persist: Persist = persist or _persist_nothing
        self._players: dict[int, Player] = {}
        self._rng = random.Random()

    # -- beginning ---------------------------------------------------------------------------

    def open(self) -> list[Beat]:
        """Begin a new game: commit to the dice and go on to the first decision."""
        self._commit([Stream(self.dice.commitment(), self.dice.seed)], self.start)
        beats = self._go_on()
        while (more := self.prepared()) is not None:
            beats += more
        return beats

    def prepared(self) -> list[Beat] | None:
        """Take the ready-made set-up that the header names for the side that is asked; None where there is none."""
        name = self.ready_made()
        if name is None:
            return None
        side = self.choice().side
        beats = self.decide(side, TakeSetup(name), by="setup")
        return beats + self.decide(side, Done(), by="setup")

    def ready_made(self) -> str | None:
        """The set-up that the header names for the side asked, which need not answer then; None where there is none."""
        asked = self.pending()
        if not isinstance(asked, Choice) or self.state.turn.phase != "setup" or asked.rule == BEFORE_SETUP:
            return None
        name = self.header.setups.get(self.side_id(asked.side))
        return None if name is None or asked.check(TakeSetup(name)) is not None else name

    @classmethod
    def resume(
        cls, record: Record, start: State, state: State | None = None, *, persist: Persist | None = None
    ) -> Session:
        """A session at the end of a record.

        ``state`` is the position there when the caller trusts it (a snapshot); else the record is replayed.  A record
        that was handed out without its seed goes on with a fresh stream, which :meth:`settle` writes down.
        """
        session = cls(record.header, start, persist=persist)
        session.entries = list(record.entries)
        session.played = list(record.line())
        streams = [entry for entry in session.played if isinstance(entry, Stream)]
        if streams and streams[-1].seed:
            session.dice = stream_of(streams[-1])
        session.state = state if state is not None else positions(session.played, start)[-1].after
        return session

    def settle(self) -> list[Beat]:
        """Go on to the next decision after :meth:`resume`; a stream without a known seed is replaced by a fresh one."""
        streams = [entry for entry in self.played if isinstance(entry, Stream)]
        if not streams or not streams[-1].seed:
            self._commit([Stream(self.dice.commitment(), self.dice.seed)], self.state)
        return self._go_on()

    # -- asking ------------------------------------------------------------------------------

    def pending(self) -> Pending:
        """What the game waits for."""
        return pending(self.state)

    def choice(self) -> Choice:
        """The Choice that is open; :class:`Stale` when the game is over."""
        asked = self.pending()
        if not isinstance(asked, Choice):
            raise Stale("the game is over", rule="A26")
        return asked

    def side_id(self, side: int) -> str:
        """The scenario's id of side 0 or 1."""
        return self.header.sides[side]

    def controller(self, side: int) -> str:
        """``human`` or the name of the computer player of a side."""
        return self.header.players[self.header.sides[side]]

    def computer_to_move(self) -> bool:
        """Whether a computer player has the next decision."""
        asked = self.pending()
        return isinstance(asked, Choice) and self.controller(asked.side) != HUMAN

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.state.result is not None

    @property
    def decisions(self) -> int:
        """How many answers the line of play that stands holds."""
        return sum(1 for entry in self.played if isinstance(entry, Answered))

    def record(self) -> Record:
        """The record so far."""
        return Record(self.header, tuple(self.entries))

    # -- deciding ----------------------------------------------------------------------------

    def decide(self, side: int, action: Action, *, by: str = HUMAN) -> list[Beat]:
        """Answer the open choice for ``side`` and go on to the next one.

        Raises the engine's errors when the action is refused, :class:`Illegal` out of turn; then nothing has changed.
        """
        if not isinstance(action, Concede):
            choice = self.choice()
            if choice.side != side:
                other = self.state.world.sides[choice.side].short
                if hides_anything(self.state, side):
                    raise Illegal(f"it is the decision of {other}")
                raise Illegal(f"it is the decision of {other}: {choice.prompt}", rule=choice.rule)
            refusal = asked_of(self.state, choice)[1].check(action)
            if refusal is not None and not _at_any_time(self.state, side, action):
                raise_refusal(refusal)
        elif action.side != side:
            raise Illegal("a side concedes for itself", rule="A26")
        after, events = answer(self.state, action)
        entries: list[AnyEntry] = [Answered(side, actions.encode(action), by=by)]
        _mark(entries, self.state, after)
        return self._go_on([Beat(self.state, after, events, False, side, by)], entries, after)

    def computer(self) -> list[Beat]:
        """Let the computer player decide whose turn it is.

        Where the program fails over its action another one is picked at random, so that the person's game goes on.
        """
        choice = self.choice()
        name = self.controller(choice.side)
        if name == HUMAN:
            raise Illegal("this side is played by a person")
        who = self._players.get(choice.side) or self._players.setdefault(choice.side, player(name))
        seen, choice = imagined(self.state, choice)
        action = (choice.menu.idle() if choice.public else None) or decide(who, seen, choice, self._rng)
        for _ in range(OTHER_TRIES):
            try:
                return self.decide(choice.side, action, by=name)
            except StorageError:
                raise
            except Exception:
                _LOG.exception("the computer's %s could not be carried out", actions.encode(action))
                action = choice.menu.sample(self._rng)
        return self.decide(choice.side, action, by=name)

    def undo(self, side: int | None = None, *, since: int | None = None) -> None:
        """Practice only: back to the last decision that a person made (of ``side`` when given), or to the first of
        those from entry ``since`` of the line of play on.
        """
        if not self.header.options.practice:
            raise Illegal("only a practice game goes back", rule="A.2")
        wanted = [
            number
            for number, entry in enumerate(self.played)
            if isinstance(entry, Answered) and entry.by == HUMAN and side in (None, entry.side)
        ]
        if not wanted:
            raise Illegal("there is no decision to take back", rule="A.2")
        keep = wanted[-1] if since is None else next((number for number in wanted if number >= since), None)
        if keep is None:
            raise Illegal("nothing was decided after that", rule="A.2")
        state = positions(self.played[:keep], self.start)[-1].after
        self.persist([Undone(keep)], state)
        self.entries.append(Undone(keep))
        del self.played[keep:]
        self.state = state

    # -- going on by itself ------------------------------------------------------------------

    def _go_on(
        self, beats: list[Beat] | None = None, entries: list[AnyEntry] | None = None, state: State | None = None
    ) -> list[Beat]:
        beats, entries = beats or [], entries or []
        st = state if state is not None else self.state
        for _ in range(MAX_FORCED):
            asked = pending(st)
            if isinstance(asked, Over):
                break
            if isinstance(asked, Roll):
                faces = self.dice.faces(st.rolls, len(asked.dice))
                after, events = answer(st, faces)
                entries.append(Rolled(faces))
                beats.append(Beat(st, after, events, False, asked.side))
            else:
                only = forced(st, asked)
                if only is not None and asked.public and self.controller(1 - asked.side) == HUMAN:
                    break
                if only is None:
                    if not asked_of(st, asked)[1].menu.top():
                        raise EngineFault(f"no way on: {asked.prompt}")
                    break
                after, events = answer(st, only)
                entries.append(Answered(asked.side, actions.encode(only), forced=True))
                beats.append(Beat(st, after, events, True, asked.side))
            _mark(entries, st, after)
            st = after
        else:
            raise EngineFault(f"no decision after {MAX_FORCED} forced answers")
        if st.result is not None and not any(isinstance(entry, Ended) for entry in self.played):
            if not entries or not isinstance(entries[-1], PositionEntry):
                entries.append(PositionEntry(st.digest(), st.turn.number, st.turn.phase))
            entries.append(Ended(st.result.winner, st.result.text))
        if entries:
            self._commit(entries, st)
        return beats

    def _commit(self, entries: list[AnyEntry], st: State) -> None:
        self.persist(entries, st)
        self.entries.extend(entries)
        self.played.extend(entries)
        self.state = st


def _at_any_time(st: State, side: int, action: Action) -> bool:
    """Whether a side drops its own units' concealment, or its Guards Deploy or regroup prisoners, which it may do
    whatever it is asked (A12.14, A20.5, A20.51).
    """
    if isinstance(action, DeployGuard | RegroupPrisoners):
        return own_guards_refusal(st, side, action) is None
    units = action.units if isinstance(action, Reveal) else (action.unit,) if isinstance(action, Hide) else ()
    return bool(units) and all(unit in st.units and st.units[unit].side == side for unit in units)


def _mark(entries: list[AnyEntry], before: State, after: State) -> None:
    if before.turn != after.turn:
        entries.append(PositionEntry(after.digest(), after.turn.number, after.turn.phase))


def _persist_nothing(entries: Sequence[AnyEntry], state: State) -> None:
    """A session without a store."""


def positions(played: Sequence[AnyEntry], start: State, *, within: float | None = None) -> list[Beat]:
    """Every beat of a line of play from its start, the first one empty (``before`` and ``after`` are the start).

    Raises :class:`RecordError` at the first entry that this program's rules answer differently, and at the first roll
    that is not the one of the stream whose seed the record shows; with ``within`` also where it takes more seconds.
    """
    until = time.monotonic() + within if within is not None else None
    beats = [Beat(start, start, ())]
    stream: DiceStream | None = None
    for number, entry in enumerate(played, 1):
        if until is not None and time.monotonic() > until:
            raise RecordError(f"entry {number}", f"the game took more than {within:.0f} seconds to be played again")
        if isinstance(entry, Stream):
            stream = stream_of(entry) if entry.seed else None
        problem = step_through(entry, beats, stream)
        if problem:
            raise RecordError(f"entry {number}", problem)
    return beats


def step_through(entry: AnyEntry, beats: list[Beat], stream: DiceStream | None = None) -> str | None:
    """Play one entry on; what differs from the record, or None."""
    st = beats[-1].after
    if isinstance(entry, PositionEntry):
        if entry.digest and st.digest() != entry.digest:
            return f"another position than recorded at turn {entry.turn}, {entry.phase}"
        return None
    if isinstance(entry, Ended):
        if st.result is None or st.result.winner != entry.winner:
            return "the game does not end here as recorded"
        return None
    if isinstance(entry, Answered):
        return _again(entry, st, beats)
    if isinstance(entry, Rolled):
        asked = pending(st)
        if not isinstance(asked, Roll) or asked.check(entry.faces):
            return f"dice {list(entry.faces)} are recorded, but {_what(asked)}"
        if stream is not None and stream.faces(st.rolls, len(entry.faces)) != entry.faces:
            return f"dice {list(entry.faces)} are not those of the stream that was committed to"
        after, events = answer(st, entry.faces)
        beats.append(Beat(st, after, events, False, asked.side))
    return None


def _again(entry: Answered, st: State, beats: list[Beat]) -> str | None:
    asked = pending(st)
    try:
        action = actions.decode(entry.action)
        if not isinstance(action, Concede) and (not isinstance(asked, Choice) or asked.side != entry.side):
            return f"a decision of side {entry.side} is recorded, but {_what(asked)}"
        after, events = answer(st, action)
    except GoodOrderError as error:
        return f"{entry.action.get('do')} is refused: {error.message}"
    beats.append(Beat(st, after, events, entry.forced, entry.side, entry.by))
    return None


def _what(asked: Pending) -> str:
    if isinstance(asked, Over):
        return "the game is over"
    if isinstance(asked, Roll):
        return f"{len(asked.dice)} dice are asked for {asked.purpose}"
    return f"side {asked.side} is asked: {asked.prompt}"
