"""What is declared as a move begins, and the position after it (A4.2)."""

from __future__ import annotations

from goodorder.core.actions import Move
from goodorder.core.apply import apply
from goodorder.core.events import CxPlaced, Event, ManCarried, MoveDeclared
from goodorder.core.state import DOUBLE_TIME, State


def declare(move: Move, afv: int = 0) -> tuple[Event, ...]:
    """Events that begin the MPh of the units of a move, with an ``afv`` in one stack where there is one (D9.31); its
    first expenditure is not among them.
    """
    declared = {unit: move.declared | (DOUBLE_TIME if unit in move.double_timing else 0) for unit in move.units}
    events: list[Event] = [
        MoveDeclared(unit=unit, declared=bits, dash=move.dash, afv=afv) for unit, bits in declared.items()
    ]
    events.extend(CxPlaced(unit=unit) for unit, bits in declared.items() if bits & DOUBLE_TIME)
    if move.carry:
        events.append(ManCarried(unit=move.carry, by=move.by))
    return tuple(events)


def begun_state(st: State, move: Move) -> State:
    """The position in which a move's first expenditure is judged: after its declarations. Where there are none the move
    changes nothing but that it has begun, which no rule of a first expenditure asks but that of a charge (A15.43).
    """
    plain = not (move.declared or move.carry or move.double_timing)
    return st if plain and not any(st.units[u].berserk for u in move.units) else declared_state(st, move)


def declared_state(st: State, move: Move) -> State:
    """The position as it would be after the declaration, for asking what could follow."""
    for event in declare(move):
        st = apply(st, event)
    return st
