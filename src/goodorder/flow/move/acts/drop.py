"""Leaving a weapon behind: as an act of a move, or where its bearer stands and may not move (A4.43)."""

from __future__ import annotations

from goodorder.core.actions import Drop
from goodorder.core.errors import Refusal, not_asked
from goodorder.core.events import Event
from goodorder.core.frames import Frame
from goodorder.core.menu import Entry, branch, leaf
from goodorder.core.state import State, Unit
from goodorder.rules.a04_movement.minimum_acts import minimum_act_refusal
from goodorder.rules.a04_movement.move_weapons import drop_refusal
from goodorder.rules.a04_movement.permission import move_refusal
from goodorder.rules.a04_movement.portage import drop_events
from goodorder.rules.a25_nations.wave_declared import too_laden
from goodorder.rules.facts.units import name, wtype
from goodorder.rules.registry import builds

from ..act import MOVE, PHASE, Deed, MoveAct, PhaseAct, Wrap
from ..wave_menu import members


@MOVE.act(Drop, order=41)
class DropInMove(MoveAct[Drop]):
    """A unit of the moving stack drops a weapon, for no MF."""

    lightens = True

    def refusal(self, st: State, units: tuple[int, ...], action: Drop) -> Refusal | None:
        """What it possesses."""
        if action.unit not in units:
            return Refusal("A4.43", "only a unit of the moving stack")
        return drop_refusal(st, action.unit, action.weapon) or minimum_act_refusal(st, units, 0)

    def entries(self, st: State, units: tuple[int, ...], wrap: Wrap) -> list[Entry]:
        """A leaf for each weapon."""
        found: list[Entry] = []
        if not any(st.weapons_of(u) for u in units) or minimum_act_refusal(st, units, 0) is not None:
            return []
        for unit in (st.units[u] for u in units):
            for weapon in st.weapons_of(unit.id):
                act = Drop(unit.id, weapon.id)
                if unit.loc >= 0 and drop_refusal(st, unit.id, weapon.id) is None:
                    words = f"{name(st, unit)}: drop {wtype(st, weapon).name}"
                    found.append(leaf(f"d{unit.id}:{weapon.id}", words, wrap(act), rule="A4.43"))
        return found

    def do(self, st: State, units: tuple[int, ...], action: Drop) -> Deed:
        """It lies in the Location."""
        return Deed(drop_events(st, action.weapon, st.units[action.unit].loc))


@PHASE.act(Drop, order=10)
class DropStanding(PhaseAct[Drop]):
    """A unit that may not move, or is too laden for a Human Wave, leaves a weapon behind where it is."""

    def refusal(self, st: State, side: int, action: Drop) -> Refusal | None:
        """Its own reasons."""
        return standing_drop_refusal(st, side, action)

    def entries(self, st: State, side: int) -> list[Entry]:
        """A leaf for each weapon of such a unit: the others drop theirs as an act of their move."""
        own = [u for u in st.units.values() if u.side == side and not st.trail(u.id).started]
        found = [
            leaf(f"d{unit.id}:{weapon.id}", f"{name(st, unit)}: {wtype(st, weapon).name}", Drop(unit.id, weapon.id))
            for unit in own
            if unit.loc >= 0 and (held := st.weapons_of(unit.id)) and _stays(st, unit)
            for weapon in held
            if drop_refusal(st, unit.id, weapon.id) is None
        ]
        return [branch("drop", "Drop a weapon where it is", lambda: found, rule="A4.43")] if found else []

    def do(self, st: State, action: Drop) -> tuple[tuple[Event, ...], tuple[Frame, ...]]:
        """It lies in the Location."""
        return drop_events(st, action.weapon, st.units[action.unit].loc), ()


@builds("A4.43", "SK3.MPh.16")
def standing_drop_refusal(st: State, side: int, action: Drop) -> Refusal | None:
    """Why a unit that may not move may not leave a weapon behind where it stands, or None.

    One that may move drops it as an act of its move, but for one that is too laden for a Human Wave: its MPh has not
    begun by that (A25.23).
    """
    unit = st.units.get(action.unit)
    if unit is None or unit.side != side:
        return Refusal("A4.43", "only the ATTACKER's units")
    if st.trail(unit.id).started:
        return Refusal("A4.2", "its MPh is over")
    if not _stays(st, unit):
        return not_asked("A4.43", "it drops a weapon as an act of its move")
    return drop_refusal(st, action.unit, action.weapon)


def _stays(st: State, unit: Unit) -> bool:
    """Whether a unit drops a weapon without setting out by that."""
    if move_refusal(st, (unit.id,), 0) is not None:
        return True
    return too_laden(st, unit) and bool(members(st, unit.side))
