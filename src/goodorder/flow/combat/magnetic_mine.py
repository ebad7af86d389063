"""The Check for a magnetic mine before an attack on a vehicle (C13.7, A25.87)."""

from __future__ import annotations

from goodorder.core.dice import ONE_DIE, Roll
from goodorder.core.events import Event, UnitPinned
from goodorder.core.state import State
from goodorder.rules.c_ordnance.magnetic_mines import mine_found, mine_ledger, mine_need, mine_pins
from goodorder.rules.facts.units import name
from goodorder.rules.registry import builds

from ..shared.thrown import thrown


def mine_roll(st: State, seeker: int, target: int) -> Roll:
    """The dr of who looks for one; no leader modifies it (C13.71)."""
    unit = st.units[seeker]
    need = f"{mine_need(st, unit, st.vehicles[target])} or less has one, 6 pins"
    return Roll(ONE_DIE, f"ATMM Check of {name(st, unit)}", "C13.7", unit.side, (seeker,), need, False)


@builds("C13.7", "C13.7a", "C13.7b", "A25.87", "A25.87a", "A25.87b")
def mine_checked(st: State, seeker: int, target: int, face: int) -> tuple[tuple[Event, ...], bool]:
    """What the dr does: whether there is a mine at hand, or its seeker is pinned."""
    unit, vehicle = st.units[seeker], st.vehicles[target]
    ledger, found, pins = mine_ledger(st, unit, vehicle), mine_found(st, unit, vehicle, face), mine_pins(face)
    outcome = "a mine at hand" if found else "none at hand, pinned" if pins else "none at hand"
    roll = mine_roll(st, seeker, target)
    dice = thrown(roll, (face,), outcome, final=face + ledger.total(), lines=ledger.lines())
    return ((dice, UnitPinned(unit=seeker)) if pins else (dice,)), found
