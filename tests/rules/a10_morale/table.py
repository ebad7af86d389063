"""A small table for rally, rout and advance: a text map, units in words, dice from a list."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Any

from goodorder.board import text_map
from goodorder.core import engine
from goodorder.core.actions import Action, Done
from goodorder.core.dice import Roll
from goodorder.core.events import Event
from goodorder.core.frames import Choice, Do, Frame, Over, decode_frame
from goodorder.core.state import ON_MAP, State, Turn, Unit, Weapon
from goodorder.core.world import Side, World
from goodorder.data.catalogue import catalogue
from goodorder.rules.ruleset import ruleset


class Rest(Frame, frozen=True):
    """Waits for ever: the phase under test is over when this frame asks."""

    def ask(self, st: State) -> Over:
        return Over()


def table(
    terrain: str, *units: str, phase: str = "RPh", attacker: int = 0, weapons: Sequence[tuple[int | str, str]] = ()
) -> State:
    """A position; units are written "SIDE CODE HEX words", ids from 1.

    Side 0 is German, side 1 Russian.  Weapons have ids from 50, each with its holder's id or the hex it lies in.
    """
    board = text_map(terrain)
    placed: dict[int, Unit] = {}
    for number, text in enumerate(units, 1):
        side, code, where, *words = text.split()
        kind = code if ":" in code else f"{'german' if side == '0' else 'russian'}:{code}"
        flags: dict[str, Any] = dict.fromkeys(words, True)
        ident = "ABCDEFGHIJKL"[number - 1]
        placed[number] = Unit(number, int(side), kind, board.index(where), ON_MAP, 100 - number, ident, **flags)
    things: dict[int, Weapon] = {}
    for number, (holder, kind) in enumerate(weapons, 50):
        if isinstance(holder, int):
            things[number] = Weapon(number, placed[holder].side, kind, holder, place=ON_MAP)
        else:
            things[number] = Weapon(number, 0 if kind.startswith("german") else 1, kind, 0, board.index(holder), ON_MAP)
    world = World(
        map=board.of_hexes,
        rules=ruleset("starter"),
        catalogue=catalogue(),
        sides=(Side("german", "german", "German", 3), Side("russian", "russian", "Russian", 3)),
        turns=5,
    )
    return State(world=world, units=placed, weapons=things, turn=Turn(1, attacker, phase, 0), next_id=100)


def at(st: State, name: str) -> int:
    """The Location of a hex name."""
    return st.world.map.index(name)


def begin(st: State, frame: Frame) -> State:
    """The position in which the phase first asks."""
    return engine.settle(st.with_(stack=(Rest(),)), Do(then=Rest(), push=(frame,)))[0]


def play(st: State, *answers: Action | Sequence[int]) -> tuple[State, tuple[Event, ...]]:
    """Give these answers; each must be wanted."""
    log: list[Event] = []
    for reply in answers:
        st, events = engine.answer(st, reply)
        log.extend(events)
        again = tuple(decode_frame(frame.encoded()) for frame in st.stack if not isinstance(frame, Rest))
        assert again == tuple(frame for frame in st.stack if not isinstance(frame, Rest))
    return st, tuple(log)


def choice(st: State) -> Choice:
    """The decision asked for."""
    asked = engine.pending(st)
    assert isinstance(asked, Choice)
    return asked


def roll(st: State) -> Roll:
    """The dice asked for."""
    asked = engine.pending(st)
    assert isinstance(asked, Roll)
    return asked


def over(st: State) -> bool:
    """Whether the phase is over."""
    return isinstance(engine.pending(st), Over)


def offered(st: State) -> list[Action]:
    """Every action in the menu."""
    return [action for _, action in choice(st).menu.leaves()]


def assert_menu_is_check(st: State, candidates: Iterable[Action]) -> None:
    """Among the candidates, the check accepts exactly those that the menu offers."""
    asked = choice(st)
    menu = {repr(action) for action in offered(st)}
    assert len(menu) == asked.menu.count()
    for action in (*candidates, *offered(st), Done()):
        assert (asked.check(action) is None) == (repr(action) in menu), action


def play_at_random(st: State, rng: random.Random, limit: int = 400) -> State:
    """Answer everything at random until the phase is over."""
    for _ in range(limit):
        asked = engine.pending(st)
        if isinstance(asked, Over):
            return st
        if isinstance(asked, Roll):
            st, _ = engine.answer(st, tuple(rng.randint(1, 6) for _ in asked.dice))
        else:
            st, _ = engine.answer(st, asked.menu.sample(rng))
    raise AssertionError(f"no end: {engine.breadcrumb(st)}")
