"""What each seat of a game is told: steps of play with their log lines and positions, numbered by what it knows."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Sequence
from enum import Enum

from msgspec.structs import asdict

from goodorder.core.events import UnitReplaced
from goodorder.core.frames import Choice, Pending
from goodorder.core.state import CAPTURED, ELIMINATED, State
from goodorder.core.view import asked_of, hides_anything, public_view, view
from goodorder.play.log import LogLine, lines
from goodorder.play.seen import seen_by_all
from goodorder.play.session import Beat, Session
from goodorder.rules.a26_victory import casualty_vp
from goodorder.rules.facts.units import is_dummy, name

from .documents import BOTH, REFEREE, WATCH, line_doc, seats, state_doc
from .messages.position import LastDoc, LossesDoc, PositionDoc, StateDoc
from .messages.talk import AccountEnd, AccountHead, AccountLine, LogLineDoc, ReplayDoc, ServerMessage, StepMessage

ACCOUNT = 1
"""The version of an account: a line that says what it is of, a line of JSON for each line of the log, the position."""


class WireSignal(Enum):
    """What is done with the line of a client, in the order of what it is sent."""

    CLOSE = "close"


Send = Callable[[ServerMessage | WireSignal], None]


class Client:
    """One connection.  ``seq`` numbers the steps that were sent to it; ``at`` is the beat that the last one showed.

    ``tokens`` are those that it sent.  ``eyes``: on a screen for both the side that was asked last, for whom the screen
    is; ``shown``: the last state sent; ``spared``: standing orders answer what is asked now, so the seat is not.
    """

    def __init__(self, you: str, controls: frozenset[int], send: Send) -> None:
        self.you = you
        self.controls = controls
        self.send = send
        self.tokens: tuple[str, ...] = ()
        self.seq = 0
        self.at = 0
        self.eyes = WATCH
        self.shown: PositionDoc | None = None
        self.spared = False


KEPT = 32
"""Beats and seats whose lines are remembered."""


class Feed:
    """The line of play as it is told.  ``beats`` holds every step, the first one empty."""

    def __init__(self, session: Session, beats: list[Beat]) -> None:
        self.session = session
        self.beats = beats
        self._counted: dict[str, list[int]] = {}
        self._looked: dict[str, int] = {}
        self._kept: dict[tuple[int, str], list[LogLine]] = {}
        self._many: dict[tuple[int, str], int] = {}

    def full_step(self, client: Client, asked: Pending) -> StepMessage:
        """The whole log so far and the position now, for who has just come."""
        found: list[LogLineDoc] = []
        for number in range(1, len(self.beats)):
            found += self._lines(number, client.you)
        client.seq += 1
        client.at = len(self.beats) - 1
        return self._step(client, found, self.session.state, asked, self.beats[-1])

    def steps(self, client: Client, first: int, asked: Pending) -> list[StepMessage]:
        """What a client is sent of the beats from number ``first`` on; ``asked`` is what the game waits for now."""
        found: list[StepMessage] = []
        last = len(self.beats) - 1
        if first > last:
            client.seq += 1
            client.at = last
            return [self._step(client, [], self.session.state, asked, self.beats[-1])]
        for number in range(first, last + 1):
            beat = self.beats[number]
            now = asked if number == last else None
            events = self._lines(number, client.you)
            client.at = number
            if self._secret and not events and self._nothing_new(client, beat, now):
                continue
            client.seq += 1
            found.append(self._step(client, events, beat.after, now, beat))
        return found

    @property
    def _secret(self) -> bool:
        """Whether the rules let a side hide something."""
        return self.session.state.world.has_secrets

    def _nothing_new(self, client: Client, beat: Beat, asked: Pending | None) -> bool:
        """Whether a step that tells this seat nothing shows it nothing either: then it does not even count."""
        if beat.by and beat.side in client.controls:
            return False
        return asked is None or self._state(client, beat.after, asked) == client.shown

    def _step(
        self, client: Client, events: list[LogLineDoc], st: State, asked: Pending | None, beat: Beat
    ) -> StepMessage:
        client.shown = self._state(client, st, asked)
        losses = self._losses(st) if st.result is not None else {}
        state = numbered(client.shown, client.seq, events, losses)
        return StepMessage(seq=client.seq, events=tuple(events), state=state)

    def _state(self, client: Client, st: State, asked: Pending | None) -> PositionDoc:
        controls = frozenset[int]() if client.spared else client.controls
        if isinstance(asked, Choice) and asked.side in controls:
            client.eyes = st.world.sides[asked.side].id
            st, asked = asked_of(st, asked)
        else:
            st = self._seen(st, client.eyes if client.you == BOTH else client.you)
        return state_doc(st, asked, client.you, controls=controls)

    def _seen(self, st: State, you: str) -> State:
        """A position as a seat may see it: one side's view, for onlookers what both sides know; all when it is over."""
        if st.result is not None or you == REFEREE:
            return st
        if you in (BOTH, WATCH):
            return public_view(st)
        for side in seats(st.world.sides, you):
            st = view(st, side) if hides_anything(st, side) else st
        return st

    def _lines(self, number: int, you: str) -> list[LogLineDoc]:
        """The lines of a beat for a seat, numbered by what that seat is told and by what both sides know."""
        counted = self._public()
        at = bisect_right(counted, number) - 1
        before = sum(self._how_many(n, you) for n in range(counted[at], number))
        st = self.beats[number].after
        return [line_doc(st, line, at * 1000 + i) for i, line in enumerate(self._told(number, you), before)]

    def _public(self, you: str = WATCH) -> list[int]:
        """The beats that count in numbers given to a seat: where sides hide something, those that it is told of."""
        counted = self._counted.setdefault(you, [0])
        for number in range(self._looked.get(you, 0) + 1, len(self.beats)):
            if not self._secret or self._how_many(number, you):
                counted.append(number)
        self._looked[you] = len(self.beats) - 1
        return counted

    def _how_many(self, number: int, you: str) -> int:
        """How many lines a seat is told of a beat; that is remembered, as it is asked of each again and again."""
        found = self._many.get((number, WATCH if you == BOTH else you))
        return found if found is not None else len(self._told(number, you))

    def _told(self, number: int, you: str) -> list[LogLine]:
        """What a seat is told of a beat; the last few are remembered, as every client of the game asks for them."""
        key = (number, WATCH if you == BOTH else you)
        found = self._kept.get(key)
        if found is None:
            if len(self._kept) >= KEPT:
                del self._kept[next(iter(self._kept))]
            found = self._kept[key] = self._tell(number, you)
            self._many[key] = len(found)
        return found

    def _tell(self, number: int, you: str) -> list[LogLine]:
        beat = self.beats[number]
        viewer = next(iter(seats(beat.after.world.sides, you)), -1) if you not in (BOTH, WATCH) else -1
        before, after, events = beat.before, beat.after, beat.events
        if viewer < 0 and you != REFEREE:
            before, after, events = seen_by_all(before, after, events)
        forced = beat.forced and (not self._secret or beat.side == viewer)
        return lines(before, after, events, viewer=viewer, forced=forced)

    def replay(self, at: int, you: str = WATCH) -> ReplayDoc:
        """The position after step ``at`` of those that a seat is told of, as it may see it, to look at only."""
        counted = self._public(you)
        last = len(counted) - 1
        at = min(max(at, 0), last)
        number = self.beat_number(at, you)
        beat = self.beats[number]
        state = state_doc(self._seen(beat.after, you), None, you, controls=frozenset())
        events = self._lines(number, you) if number else []
        return ReplayDoc(seq=at, of=last, events=tuple(events), state=numbered(state, at, events))

    def _losses(self, st: State) -> dict[str, LossesDoc]:
        """What each side lost in a game that is over: counters eliminated or captured, squads reduced to half-squads,
        Replacements, and the casualty VP that the other side has of it (A26.221).
        """
        changed: dict[tuple[int, bool], list[str]] = {}
        for beat in self.beats:
            for event in beat.events:
                if isinstance(event, UnitReplaced):
                    unit = beat.before.units[event.unit]
                    changed.setdefault((unit.side, event.reduced), []).append(name(beat.before, unit))
        found: dict[str, LossesDoc] = {}
        for number, side in enumerate(st.world.sides):
            lost = [u for u in st.units.values() if u.side == number and u.place in (ELIMINATED, CAPTURED)]
            found[side.id] = LossesDoc(
                lost=tuple(name(st, unit) for unit in lost if not is_dummy(unit)),
                reduced=tuple(changed.get((number, True), ())),
                replaced=tuple(changed.get((number, False), ())),
                cvp=casualty_vp(st, 1 - number),
            )
        return found

    def beat_number(self, at: int, you: str) -> int:
        """The beat of step ``at`` of those that a seat is told of."""
        counted = self._public(you)
        return counted[min(max(at, 0), len(counted) - 1)]

    def account(self, you: str) -> list[AccountLine]:
        """What a seat has been told of the game and what it sees now, in place of a record that would tell more."""
        header = self.session.header
        first = AccountHead(
            goodorder_account=ACCOUNT,
            seat=you,
            scenario=header.scenario,
            title=header.title,
            players=dict(header.players),
            options=header.options,
        )
        told = [line for number in range(1, len(self.beats)) for line in self._lines(number, you)]
        state = state_doc(self._seen(self.session.state, you), None, you, controls=frozenset())
        return [first, *told, AccountEnd(position=state)]


def numbered(
    position: PositionDoc, seq: int, events: Sequence[LogLineDoc], losses: dict[str, LossesDoc] | None = None
) -> StateDoc:
    """A position as step ``seq`` shows it, with what its log lines are about."""
    return StateDoc(**{**asdict(position), "seq": seq, "last": last_of(events), "losses": losses or {}})


def last_of(events: Sequence[LogLineDoc]) -> LastDoc | None:
    """What the newest line is about."""
    for line in reversed(events):
        if line.hexes or line.units:
            return LastDoc(hex=line.hexes[-1] if line.hexes else None, units=line.units)
    return None
