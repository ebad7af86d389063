"""A small fight in one Location, and dice from a list: what the tests of A11 and A18 start from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from goodorder.board import text_map
from goodorder.core import engine
from goodorder.core.actions import Action
from goodorder.core.dice import Roll
from goodorder.core.events import Event
from goodorder.core.frames import Choice, Do, Frame, Over
from goodorder.core.state import MK_CC, MK_MELEE, ON_MAP, Marker, State, Turn, Unit, Weapon
from goodorder.core.world import Side, World
from goodorder.data.catalogue import catalogue
from goodorder.flow.combat.close_combat import CloseCombatPhase
from goodorder.rules.ruleset import ruleset
from tests.support import without_heat


class FightOver(Frame, frozen=True):
    """Waits for ever: the phase under test is over when this frame asks."""

    def ask(self, st: State) -> Over:
        return Over()


def fight(
    *units: str, terrain: str = "", melee: bool = False, attacker: int = 0, weapons: Sequence[tuple[int, str]] = ()
) -> State:
    """A position before the CCPh, after advances into every fight.

    Units are written "SIDE TYPE words", ids from 1, the first on top of its stack.

    All stand in C3, or in the hex that a word like ``@D4`` names.  Side 0 is German, side 1 Russian unless the type
    names its nationality.
    """
    found = text_map(f"size 8x8\n{terrain}")
    names = {found.hexes[loc].name: loc for loc in range(len(found.hexes))}
    table: dict[int, Unit] = {}
    for number, text in enumerate(units, 1):
        side, code, *words = text.split()
        kind = code if ":" in code else f"{'german' if side == '0' else 'russian'}:{code}"
        place = next((names[w[1:]] for w in words if w.startswith("@")), names["C3"])
        flags: dict[str, Any] = {word: True for word in words if not word.startswith("@")}
        flags |= {"dm": True} if "broken" in flags else {}
        table[number] = Unit(number, int(side), kind, place, ON_MAP, 100 - number, chr(64 + number), **flags)
    held = {
        50 + n: Weapon(50 + n, table[holder].side, kind, holder, place=ON_MAP)
        for n, (holder, kind) in enumerate(weapons)
    }
    both = {u.loc for u in table.values() if u.side} & {u.loc for u in table.values() if not u.side}
    markers = {80 + n: Marker(80 + n, MK_CC, loc) for n, loc in enumerate(sorted(both))}
    if melee:
        markers = {key: one for key, one in markers.items() if one.loc != names["C3"]}
        markers[90] = Marker(90, MK_MELEE, names["C3"])
    world = World(
        map=found.of_hexes,
        rules=ruleset("starter"),
        catalogue=catalogue(),
        sides=(Side("german", "german", "German", 3), Side("russian", "russian", "Russian", 3)),
        turns=5,
    )
    return State(
        world=world,
        units=table,
        weapons=held,
        markers=markers,
        turn=Turn(1, attacker, "CCPh", 0),
        next_id=100,
    )


def begin(st: State, frame: Frame | None = None) -> tuple[State, tuple[Event, ...]]:
    """The position in which the CCPh (or another frame) first asks for something, without Heat of Battle."""
    frame = frame or CloseCombatPhase()
    return engine.settle(without_heat(st).with_(stack=(FightOver(),)), _push(frame))


def _push(frame: Frame) -> Do:
    return Do(then=FightOver(), push=(frame,))


def play(st: State, *answers: Action | Sequence[int]) -> tuple[State, tuple[Event, ...]]:
    """Begin the CCPh and give these answers; every one must be wanted."""
    st, events = begin(st)
    log = list(events)
    for answer in answers:
        st, more = engine.answer(st, answer)
        log.extend(more)
    return st, tuple(log)


def waits(st: State) -> Choice | Roll | Over:
    """What the position waits for."""
    return engine.pending(st)


def over(st: State) -> bool:
    """Whether the phase is done: only the frame below it is left."""
    return isinstance(st.stack[-1], FightOver)
