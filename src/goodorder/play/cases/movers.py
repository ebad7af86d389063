"""Who of a position in the middle of the MPh is still a mover, that First Fire may meet (A4.2, A7.83, A8.1)."""

from __future__ import annotations

from goodorder.core.errors import Refusal
from goodorder.core.state import ON_MAP, State, Unit
from goodorder.flow.fire.defensive_fire import Window


def is_over(st: State, unit: Unit) -> bool:
    """Whether a unit that has spent MF in this MPh has ended it, be it that others of its stack went on without it.

    While the DEFENDER's window over its last expenditure is open it is a target, its move ended or not.
    """
    trail = st.trail(unit.id)
    if not trail.steps or any(isinstance(frame, Window) and _meets(frame, unit) for frame in st.stack):
        return False
    return trail.ended or _left_behind(st, unit)


def _meets(window: Window, unit: Unit) -> bool:
    return any(unit.id in touch.units for touch in window.touches)


def _left_behind(st: State, unit: Unit) -> bool:
    """Whether a pinned or broken unit stopped where others of its stack went on."""
    if not (unit.pinned or unit.broken):
        return False
    own = st.trail(unit.id).steps
    others = (st.trail(u.id).steps for u in st.units.values() if u.side == unit.side and u.place == ON_MAP)
    return any(len(steps) > len(own) and steps[: len(own)] == own for steps in others)


def moving_now(st: State, units: tuple[Unit, ...]) -> tuple[Unit, ...]:
    """Those of some units that spend MF now: they have in this MPh, and have not ended it; none outside it."""
    if st.turn.phase != "MPh":
        return ()
    return tuple(unit for unit in units if st.trail(unit.id).steps and not is_over(st, unit))


def over_refusal(st: State, units: tuple[Unit, ...]) -> Refusal | None:
    """Why First Fire may not meet these units: the MPh of all of them is over; else None."""
    if st.turn.phase != "MPh" or not units or not all(is_over(st, unit) for unit in units):
        return None
    return Refusal("A8.1", "its MPh is over: First Fire meets who spends MF", also=("A4.2", "A7.4", "A7.83", "A9.2"))
