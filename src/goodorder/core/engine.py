"""The engine: ``pending`` says what a game waits for, ``answer`` goes on (design section 3).

Nothing else changes a game.  The engine calls no player and never waits.
"""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from .actions import Action, Concede
from .apply import APPLIERS
from .dice import THREE_DICE, Roll
from .errors import EngineFault, Illegal, Refusal, Stale, Unreadable, raise_refusal
from .events import Event, GameEnded
from .frames import AtOnce, Choice, Do, Frame, Over, Pending, Series, frame_of
from .recent import known_pending, note_pending
from .state import State

MAX_DEPTH = 64
THIRD_DIE = "third_die"
MAX_SILENT = 10_000


def pending(st: State) -> Pending:
    """What a settled position waits for: a Choice, a Roll, or Over.

    >>> import goodorder as go
    >>> asked = go.pending(go.new_game("first"))
    >>> asked.side, asked.rule, asked.menu.top()[0].key
    (1, 'A2.9', 'setup:0')
    """
    found = known_pending(st)
    if found is None:
        asked = _ask(st)
        if isinstance(asked, Do):
            raise EngineFault(f"position is not settled: {breadcrumb(st)}")
        found = note_pending(st, asked)
    return found


def answer(st: State, reply: Action | Sequence[int]) -> tuple[State, tuple[Event, ...]]:
    """The next settled position and the events that led there.

    ``reply`` is an action for a Choice, faces for a Roll.  Raises :class:`Illegal` or
    :class:`NotBuilt` with the rule when the action is refused, :class:`Stale` when the game is over,
    :class:`Unreadable` when the reply does not fit what is asked.  The given position never changes.

    >>> import goodorder as go
    >>> game = go.new_game("first")
    >>> ready, events = go.answer(game, go.pending(game).menu.action(["setup:0"]))
    >>> type(events[0]).__name__, events[0].unit in ready.units, ready.digest() == game.digest()
    ('UnitPlaced', True, False)
    """
    asked = pending(st)
    if isinstance(reply, Concede):
        return _concede(st, asked, reply)
    if isinstance(asked, Over):
        raise Stale("the game is over", rule="A26")
    if isinstance(reply, Action) and (found := st.world.rules.at_any_time(st, reply)) is not None:
        if not isinstance(found, Refusal):
            return settle(st, Do(events=found, then=st.stack[-1]))
        raise_refusal(found)
    frame = st.stack[-1]
    if isinstance(asked, Roll):
        if isinstance(reply, Action):
            raise Stale(f"dice are asked for {asked.purpose}, not a decision", rule=asked.rule)
        wrong = asked.check(reply) if _numbers(reply) else f"{asked.purpose} needs faces of dice, not {_short(reply)}"
        if wrong:
            raise Unreadable(wrong, rule=asked.rule)
        faces = tuple(reply)
        rolled = st.with_(rolls=st.rolls + 1)
        if asked.dice == THREE_DICE:
            rolled, faces = rolled.with_(third=faces[2]), faces[:2]
        return settle(rolled, frame.rolled(st, faces))
    if not isinstance(reply, Action):
        if _numbers(reply):
            raise Stale(f"a decision is asked ({asked.prompt}), not dice", rule=asked.rule)
        wanted = f"{asked.prompt}: expected an action of the choice's menu, not {_short(reply)}"
        raise Unreadable(wanted, rule=asked.rule)
    refusal = _as_known(st, asked).check(reply)
    if refusal is not None:
        raise_refusal(refusal)
    return settle(st, frame.chosen(st, reply))


def _as_known(st: State, asked: Choice) -> Choice:
    """The decision as the side that is asked knows it: what it can't know neither allows nor forbids anything."""
    found = views.asked_of(st, asked)[1]
    st.waits.pop(views.SEEN, None)
    return found


def _numbers(reply: object) -> bool:
    """Whether a reply may be meant as faces."""
    if isinstance(reply, tuple | list):  # the usual ones, sooner known than what else is a sequence
        return True
    return isinstance(reply, Sequence) and not isinstance(reply, str | bytes)


def _short(reply: object) -> str:
    """A reply that is nothing of the game, as an error names it."""
    told = repr(reply)
    return told if len(told) <= 40 else f"{told[:37]}..."


def settle(st: State, do: Do) -> tuple[State, tuple[Event, ...]]:
    """Apply ``do`` and go on until the game waits for somebody."""
    log: list[Event] = []
    for _ in range(MAX_SILENT):
        st = _step(st, do, log)
        if (st.sniper_attacks or st.infecting) and (due := _afterwards(st, st.stack)):
            st = st.with_stack((*st.stack, AtOnce(due, silent=True)))
        if not st.stack:
            raise EngineFault("the stack of frames is empty")
        asked = st.stack[-1].ask(st) if st.result is None else Over()
        if isinstance(asked, Do):
            do = asked
        elif isinstance(asked, Roll) and asked.subsequent and st.third:
            do, st = st.stack[-1].rolled(st, (st.third,)), st.with_(third=0)
        else:
            note_pending(st, _thrown(st, asked) if isinstance(asked, Roll) else asked)
            return st, tuple(log)
    raise EngineFault(f"no decision after {MAX_SILENT} steps: {breadcrumb(st)}")


def breadcrumb(st: State) -> tuple[str, ...]:
    """The stack as words, outermost first: what is being resolved now.

    >>> import goodorder as go
    >>> go.breadcrumb(go.new_game("first"))
    ('Set-up: Russian',)
    """
    return tuple(title for frame in st.stack if (title := frame.title(st)))


def _ask(st: State) -> Pending | Do:
    if st.result is not None:
        return Over()
    asked = st.stack[-1].ask(st)
    return _thrown(st, asked) if isinstance(asked, Roll) else asked


def _thrown(st: State, asked: Roll) -> Roll:
    """Dice as the players throw them: a third one with each DR where they do so."""
    return replace(asked, dice=THREE_DICE) if asked.is_dr and THIRD_DIE in st.world.options else asked


def _step(st: State, do: Do, log: list[Event]) -> State:
    before, told = st, len(log)
    for event in do.events:
        st = _happen(st, event, log)
    rest = st.stack[:-1]
    if do.events and st.world.rules.has_interrupts and (due := st.world.rules.interrupts(before, log[told:], st)):
        silent = do.then is not None and not do.push
        ahead = tuple(frame_of(request) for request in due if request.ahead)
        frames = tuple(frame_of(request) for request in due if not request.ahead)
        first = (*ahead, *do.push) if do.push else ()
        do = replace(do, push=(AtOnce(frames if first else (*ahead, *frames), first, do.value, silent),))
    push = do.push if len(do.push) < 2 else (Series(do.push[1:]), do.push[0])
    if do.then is not None:
        stack = (*rest, do.then, *push)
    elif push:
        stack = (*rest, *push)
    else:
        done = st.stack[-1]
        st = st.with_stack(rest)
        if isinstance(done, AtOnce) and done.silent:
            return st
        if rest and (st.sniper_attacks or st.infecting) and (due := _afterwards(st, rest)):
            return st.with_stack((*rest, AtOnce(due, (), do.value)))
        if rest and not rest[-1].just_asks_again:
            return _step(st, rest[-1].resumed(st, do.value), log)
        return st
    if len(stack) > MAX_DEPTH:
        raise EngineFault(f"more than {MAX_DEPTH} frames: {breadcrumb(st)}")
    return st.with_stack(stack)


def _afterwards(st: State, stack: tuple[Frame, ...]) -> tuple[Frame, ...]:
    """What is due when all that came of a roll is over: when nothing but standing frames are left. Sniper attacks wait
    for that, and berserk leaders who are to carry others away.
    """
    if st.result is not None or not all(frame.standing for frame in stack):
        return ()
    return tuple(frame_of(request) for request in st.world.rules.afterwards(st))


def _happen(st: State, event: Event, log: list[Event]) -> State:
    """Apply an event and what by rule follows from it at once."""
    kind = event.__class__
    after = APPLIERS[kind](st, event)
    log.append(event)
    rules = after.world.rules
    if rules.following[kind]:
        for more in rules.consequences(st, event, after):
            after = _happen(after, more, log)
    return after


def _concede(st: State, asked: Pending, reply: Concede) -> tuple[State, tuple[Event, ...]]:
    if isinstance(asked, Over):
        raise Stale("the game is over", rule="A26")
    if reply.side not in (0, 1):
        raise Illegal(f"no side {reply.side}")
    event = GameEnded(winner=1 - reply.side, text=f"{st.world.sides[reply.side].short} concedes")
    return settle(st, Do(events=(event,), then=st.stack[-1]))


from . import view as views  # noqa: E402 - a view asks the engine what it waits for, so that has to be there first
