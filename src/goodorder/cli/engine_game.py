"""A game as the engine protocol keeps it: position, record, events by number, dice by stream or from outside."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from goodorder.core import actions
from goodorder.core.actions import Action, Concede
from goodorder.core.dice import DiceStream, Roll
from goodorder.core.engine import answer, pending
from goodorder.core.errors import EngineFault, Illegal, Stale, Unreadable
from goodorder.core.events import Event
from goodorder.core.events.base import EVERYBODY
from goodorder.core.frames import Choice, Over, Pending
from goodorder.core.state import State
from goodorder.play.record import (
    HUMAN,
    Answered,
    AnyEntry,
    Ended,
    Header,
    Options,
    Position,
    Record,
    Rolled,
    Stream,
    stream_of,
)
from goodorder.play.record import decode as decode_record
from goodorder.play.session import positions
from goodorder.play.start import again, begin, given

MAX_FORCED = 2_000


class Game:
    """One game of the protocol.

    ``side`` limits a session to what a side may know (None: the referee). ``dice`` None means that faces come from
    outside. ``seq`` grows by one with every answer and every roll.
    """

    def __init__(self, header: Header, start: State, side: int | None, dice: DiceStream | None) -> None:
        self.header = header
        self.start = start
        self.state = start
        self.side = side
        self.dice = dice
        self.entries: list[AnyEntry] = []
        self.events: list[tuple[int, Event]] = []
        self.seq = 0

    @classmethod
    def new(cls, scenario: str, side: str | None, seed: str | None, options: Options, *, external: bool) -> Game:
        """A new game, gone on to its first decision."""
        sides = [one.id for one in given(scenario).scenario.sides]
        number = side_number(sides, side)
        header, state = begin(scenario, dict.fromkeys(sides, HUMAN), options, {})
        dice = None if external else (DiceStream(seed) if seed else DiceStream.fresh())
        game = cls(header, state, number, dice)
        if dice is not None:
            game.entries.append(Stream(dice.commitment(), dice.seed))
        game.go_on()
        return game

    @classmethod
    def load(cls, data: bytes, name: str, side: str | None) -> Game:
        """A game from a record; nothing is kept of one that does not replay."""
        record = decode_record(data, name)
        start = again(record.header)
        line = record.line()
        beats = positions(line, start)
        streams = [entry for entry in line if isinstance(entry, Stream)]
        dice = stream_of(streams[-1]) if streams and streams[-1].seed else None
        game = cls(record.header, start, side_number(record.header.sides, side), dice)
        game.entries = list(line)
        game.state = beats[-1].after
        for beat in beats[1:]:
            game.seq += 1
            game.events.extend((game.seq, event) for event in beat.events)
        game.go_on()
        return game

    def fork(self) -> Game:
        """A copy that goes on by itself; its dice are another stream, so it never sees this game's."""
        dice = DiceStream.fresh() if self.dice is not None else None
        copy = Game(self.header, self.start, self.side, dice)
        copy.state, copy.seq = self.state, self.seq
        copy.entries, copy.events = list(self.entries), list(self.events)
        if dice is not None:
            copy.entries.append(Stream(dice.commitment(), dice.seed))
        return copy

    def record(self) -> bytes:
        """The record file; sealed for a side's session until the game is over."""
        record = Record(self.header, tuple(self.entries))
        return (record.sealed() if self.side is not None else record).encode()

    def pending(self) -> Pending:
        """What the game waits for."""
        return pending(self.state)

    def choice(self) -> Choice:
        """The open choice of this session's side."""
        asked = self.pending()
        if isinstance(asked, Over):
            raise Stale("the game is over", rule="A26")
        if isinstance(asked, Roll):
            raise Stale(f"dice are asked for {asked.purpose}", rule=asked.rule)
        if self.side is not None and asked.side != self.side:
            raise Stale("it is the other side's decision")
        return asked

    def answer(self, action: Action) -> int:
        """Answer the open choice and go on; the number of the first new event step."""
        if isinstance(action, Concede):
            asked = self.pending()
            if isinstance(asked, Over):
                raise Stale("the game is over", rule="A26")
            if self.side is not None and action.side != self.side:
                raise Illegal("a side concedes for itself", rule="A26")
            by = action.side
        else:
            by = self.choice().side
        first = self.seq
        self._take(action, Answered(by, actions.encode(action), by=HUMAN))
        self.go_on()
        return first

    def roll(self, faces: Sequence[int]) -> int:
        """Give the faces of the pending roll; only where dice come from outside."""
        if self.dice is not None:
            raise Illegal("this game throws its own dice")
        asked = self.pending()
        if not isinstance(asked, Roll):
            raise Stale("no dice are asked for")
        wrong = asked.check(faces)
        if wrong:
            raise Unreadable(wrong, rule=asked.rule)
        first = self.seq
        self._take(tuple(faces), Rolled(tuple(faces)))
        self.go_on()
        return first

    def undo(self) -> None:
        """Practice: back to before the last decision that was not forced."""
        if not self.header.options.practice:
            raise Illegal("only a practice game goes back", rule="A.2a")
        cut = next(
            (n for n in range(len(self.entries) - 1, -1, -1) if _decided(self.entries[n], self.side)),
            None,
        )
        if cut is None:
            raise Illegal("there is no decision to take back", rule="A.2a")
        kept = self.entries[:cut]
        beats = positions(kept, self.start)
        self.entries, self.state, self.seq, self.events = kept, beats[-1].after, 0, []
        for beat in beats[1:]:
            self.seq += 1
            self.events.extend((self.seq, event) for event in beat.events)

    def go_on(self) -> None:
        """Answer choices that have one answer, and rolls where the game has its own dice."""
        for _ in range(MAX_FORCED):
            st = self.state
            asked = pending(st)
            if isinstance(asked, Over):
                break
            if isinstance(asked, Roll):
                if self.dice is None:
                    return
                faces = self.dice.faces(st.rolls, len(asked.dice))
                self._take(faces, Rolled(faces))
                continue
            only = asked.menu.only()
            if only is None:
                return
            self._take(only, Answered(asked.side, actions.encode(only), forced=True))
        else:
            raise EngineFault(f"no decision after {MAX_FORCED} forced answers")
        if self.state.result is not None and not any(isinstance(entry, Ended) for entry in self.entries):
            self.entries.append(Ended(self.state.result.winner, self.state.result.text))

    def _take(self, reply: Action | tuple[int, ...], entry: AnyEntry) -> None:
        before = self.state
        self.state, events = answer(before, reply)
        self.entries.append(entry)
        self.seq += 1
        self.events.extend((self.seq, event) for event in events)
        if before.turn != self.state.turn:
            turn = self.state.turn
            self.entries.append(Position(self.state.digest(), turn.number, turn.phase))

    def events_since(self, since: int, side: int | None) -> list[dict[str, Any]]:
        """Events after step ``since`` that a side may know (None: all), as objects."""
        return [
            {"seq": seq, "event": type(event).__name__, **_fields(event)}
            for seq, event in self.events
            if seq > since and (side is None or event.audience in (EVERYBODY, side))
        ]


def _fields(event: Event) -> dict[str, Any]:
    built: dict[str, Any] = msgspec.to_builtins(event)
    built.pop("audience", None)
    return built


def _decided(entry: AnyEntry, side: int | None) -> bool:
    return isinstance(entry, Answered) and not entry.forced and side in (None, entry.side)


def side_number(sides: Sequence[str], side: str | None) -> int | None:
    """0 or 1 for a side's id, None for the referee."""
    if side is None or side == "referee":
        return None
    if side not in sides:
        raise Unreadable(f"unknown side {side!r}; there are: {', '.join(sides)}, referee")
    return list(sides).index(side)


def read_file(path: str) -> bytes:
    """A file's content, or Unreadable."""
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise Unreadable(f"{path}: {error.strerror or error}") from error
