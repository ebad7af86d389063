"""A game as the engine protocol keeps it: position, record, events by number, dice by stream or from outside."""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from goodorder.core import actions
from goodorder.core.actions import Action, Concede
from goodorder.core.dice import DiceStream, Roll
from goodorder.core.engine import answer, pending
from goodorder.core.errors import EngineFault, Illegal, Stale, Unreadable, raise_refusal
from goodorder.core.events import Event
from goodorder.core.events.base import EVERYBODY
from goodorder.core.frames import Choice, Over, Pending
from goodorder.core.state import State
from goodorder.core.view import asked_of, forced, hides_anything, imagined, view
from goodorder.data import strangers
from goodorder.play.players import PLAYERS, Player, decide, player
from goodorder.play.record import (
    HUMAN,
    Answered,
    AnyEntry,
    Ended,
    Header,
    Options,
    PositionEntry,
    Record,
    Rolled,
    Stream,
    stream_of,
)
from goodorder.play.record import decode as decode_record
from goodorder.play.seen import is_out_of_sight, roll_asked, seen_by
from goodorder.play.session import Beat, positions
from goodorder.play.start import again, begin, given

MAX_FORCED = 20_000
"""Rolls, forced answers and computer players' decisions in a row before a fault is suspected."""


class ShownEvents(Struct, frozen=True):
    """One step: its number as either side and as the referee count, and the events that each of them is told."""

    numbers: tuple[int, int, int]
    events: tuple[tuple[Event, ...], tuple[Event, ...], tuple[Event, ...]]


class EngineGame:
    """One game of the protocol.

    ``side`` limits a session to what a side may know (None: the referee). ``dice`` None means that faces come from
    outside. ``seq`` grows by one with every answer and every roll; in a side's session only with those of which that
    side is told anything, so that it counts nothing hidden.
    """

    def __init__(self, header: Header, start: State, side: int | None, dice: DiceStream | None) -> None:
        self.header = header
        self.start = start
        self.state = start
        self.side = side
        self.dice = dice
        self.unseen = DiceStream.fresh()
        self.entries: list[AnyEntry] = []
        self.told: list[ShownEvents] = []
        self._players: dict[int, Player] = {}
        self._rng = random.Random() if dice is None else random.Random(f"{dice.seed} players")

    @property
    def seq(self) -> int:
        """The number of the last step that this session knows of."""
        return self.told[-1].numbers[-1 if self.side is None else self.side] if self.told else 0

    @property
    def over(self) -> bool:
        """Whether the game is over, and everything may be known."""
        return self.state.result is not None

    def _secrets(self, told: str, *, over: bool = False) -> None:
        """Refuse to a side's session what would tell it of the other side, now or by trying things out.

        ``over``: also when the game is over, as it would go on after everything was shown.
        """
        if self.side is not None and (over or not self.over) and self.state.world.has_secrets:
            raise Illegal(told, rule="A12")

    def seen(self, side: int | None) -> State:
        """The position as a side may know it; None: all of it."""
        if side is None or self.over or not hides_anything(self.state, side):
            return self.state
        return view(self.state, side)

    @classmethod
    def new(
        cls,
        scenario: str,
        side: str | None,
        seed: str | None,
        options: Options,
        *,
        external: bool,
        players: Mapping[str, str],
    ) -> EngineGame:
        """A new game, gone on to its first decision; ``players`` names a computer player for some of its sides."""
        sides = [one.id for one in given(scenario).scenario.sides]
        number = side_number(sides, side)
        header, state = begin(scenario, {**dict.fromkeys(sides, HUMAN), **checked_players(sides, players)}, options, {})
        dice = None if external else (DiceStream(seed) if seed else DiceStream.fresh())
        game = cls(header, state, number, dice)
        if dice is not None:
            game.entries.append(Stream(dice.commitment(), dice.seed))
        game.go_on()
        return game

    @classmethod
    def load(cls, data: bytes, name: str, side: str | None) -> EngineGame:
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
        game._tell(beats[1:])
        game.go_on()
        return game

    def fork(self) -> EngineGame:
        """A copy that goes on by itself; its dice are another stream, so it never sees this game's.

        Not of a side's session of a game with hidden units: it would find them in the copy.
        """
        self._secrets("a copy would tell what is hidden from this side")
        dice = DiceStream.fresh() if self.dice is not None else None
        copy = EngineGame(self.header, self.start, self.side, dice)
        copy.state = self.state
        copy.entries, copy.told = list(self.entries), list(self.told)
        if dice is not None:
            copy.entries.append(Stream(dice.commitment(), dice.seed))
        return copy

    def record(self) -> bytes:
        """The record file; sealed for a side's session until the game is over, and withheld while it tells secrets."""
        self._secrets("the record tells what is hidden from this side until the game is over")
        record = Record(self.header, tuple(self.entries))
        return (record.sealed() if self.side is not None else record).encode()

    def is_out_of_sight(self, asked: Roll) -> bool:
        """Whether this session is told nothing of a roll."""
        return self.side is not None and not self.over and is_out_of_sight(self.state, asked, self.side)

    def roll_asked(self, asked: Roll) -> Roll:
        """The roll that is asked for, as this session may know it."""
        return asked if self.side is None else roll_asked(self.state, asked, self.side)

    def pending(self) -> Pending:
        """What the game waits for."""
        return pending(self.state)

    def choice(self) -> Choice:
        """The open choice of this session's side."""
        asked = self.pending()
        if isinstance(asked, Over):
            raise Stale("the game is over", rule="A26")
        if isinstance(asked, Roll) and not self.is_out_of_sight(asked):
            raise Stale(f"dice are asked for {self.roll_asked(asked).purpose}", rule=asked.rule)
        if isinstance(asked, Roll) or (self.side is not None and asked.side != self.side):
            raise Stale("it is the other side's decision")
        return asked if self.side is None else asked_of(self.state, asked)[1]

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
            asked = self.choice()
            if self.side is not None and (refusal := asked.check(action)):
                raise_refusal(refusal)
            by = asked.side
        first = self.seq
        self._take(action, Answered(by, actions.encode(action), by=HUMAN))
        self.go_on()
        return first

    def roll(self, faces: Sequence[int]) -> int:
        """Give the faces of the pending roll; only where dice come from outside."""
        if self.dice is not None:
            raise Illegal("this game throws its own dice")
        asked = self.pending()
        if not isinstance(asked, Roll) or self.is_out_of_sight(asked):
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
        self._secrets("going back would tell what is hidden from this side", over=True)
        cut = next(
            (n for n in range(len(self.entries) - 1, -1, -1) if _decided(self.entries[n], self.side)),
            None,
        )
        if cut is None:
            raise Illegal("there is no decision to take back", rule="A.2a")
        kept = self.entries[:cut]
        beats = positions(kept, self.start)
        self.entries, self.state, self.told = kept, beats[-1].after, []
        self._tell(beats[1:])

    def go_on(self) -> None:
        """Answer choices that have one answer, and rolls where the game has its own dice.

        Rolls that a side's session is not told of are thrown here even where dice come from outside.  A side's session
        stops at windows that come whether anything can be done in them or not (A12).
        """
        for _ in range(MAX_FORCED):
            st = self.state
            asked = pending(st)
            if isinstance(asked, Over):
                break
            if isinstance(asked, Roll):
                dice = self.dice or (self.unseen if self.is_out_of_sight(asked) else None)
                if dice is None:
                    return
                faces = dice.faces(st.rolls, len(asked.dice))
                self._take(faces, Rolled(faces))
                continue
            if self._computer(asked):
                continue
            only = forced(st, asked)
            if only is None or (asked.public and self.side is not None):
                return
            self._take(only, Answered(asked.side, actions.encode(only), forced=True))
        else:
            raise EngineFault(f"no decision after {MAX_FORCED} forced answers")
        if self.state.result is not None and not any(isinstance(entry, Ended) for entry in self.entries):
            self.entries.append(Ended(self.state.result.winner, self.state.result.text))

    def _computer(self, asked: Choice) -> bool:
        """Let the computer player answer whose decision it is, from his side's view; False where a person decides."""
        name = self.header.players[self.header.sides[asked.side]]
        if name == HUMAN:
            return False
        who = self._players.get(asked.side) or self._players.setdefault(asked.side, player(name))
        seen, choice = imagined(self.state, asked)
        action = (choice.menu.idle() if choice.public else None) or decide(who, seen, choice, self._rng)
        self._take(action, Answered(asked.side, actions.encode(action), by=name))
        return True

    def _take(self, reply: Action | tuple[int, ...], entry: AnyEntry) -> None:
        before = self.state
        self.state, events = answer(before, reply)
        self.entries.append(entry)
        self._tell((Beat(before, self.state, events, side=getattr(entry, "side", -1)),))
        if before.turn != self.state.turn:
            turn = self.state.turn
            self.entries.append(PositionEntry(self.state.digest(), turn.number, turn.phase))

    def _tell(self, beats: Iterable[Beat]) -> None:
        """Add steps with what each side is told of them: nothing of a step means that it does not count for it."""
        for beat in beats:
            shown = tuple(seen_by(beat.before, beat.after, beat.events, side)[2] for side in (0, 1))
            told = tuple(tuple(e for e in shown[n] if e.audience in (EVERYBODY, n)) for n in (0, 1))
            last = self.told[-1].numbers if self.told else (0, 0, 0)
            counts = [bool(told[side]) or beat.side == side for side in (0, 1)]
            numbers = (last[0] + counts[0], last[1] + counts[1], last[2] + 1)
            self.told.append(ShownEvents(numbers, (told[0], told[1], beat.events)))

    def events_since(self, since: int, side: int | None) -> list[dict[str, Any]]:
        """Events after step ``since`` that a side may know (None: all), as objects; numbered as this session counts."""
        mine = -1 if self.side is None else self.side
        found = -1 if side is None else side
        return [
            {"seq": step.numbers[mine], "event": type(event).__name__, **_fields(event)}
            for step in self.told
            if step.numbers[mine] > since
            for event in step.events[found]
        ]


def _fields(event: Event) -> dict[str, Any]:
    built: dict[str, Any] = msgspec.to_builtins(event)
    built.pop("audience", None)
    return built


def _decided(entry: AnyEntry, side: int | None) -> bool:
    return isinstance(entry, Answered) and entry.by == HUMAN and side in (None, entry.side)


def checked_players(sides: Sequence[str], players: Mapping[str, str]) -> dict[str, str]:
    """The same, if each side and each player is known."""
    for side, name in players.items():
        if side not in sides:
            raise Unreadable(f"players: unknown side {side!r}; there are: {', '.join(sides)}")
        if name not in PLAYERS:
            raise Unreadable(f"players: unknown player {name!r} of {side}; there are: {', '.join(PLAYERS)}")
    return dict(players)


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
        return strangers.read_file(path, strangers.MOST_RECORD)
    except strangers.Unfit as error:
        raise Unreadable(f"{path}: {error}") from None
    except OSError as error:
        raise Unreadable(f"{path}: {error.strerror or error}") from error
