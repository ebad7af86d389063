"""Leaving a weapon behind: as an act of a move, or where its bearer stands and may not move (A4.43)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from goodorder.core.actions import Drop
from goodorder.core.errors import Refusal, not_asked
from goodorder.core.events import Event
from goodorder.core.frames import Frame
from goodorder.core.menu import Entry, branch, leaf, perhaps
from goodorder.core.state import State, Unit, Weapon
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

    needs = frozenset(("weapons",))
    lightens = True

    def refusal(self, st: State, units: tuple[int, ...], action: Drop) -> Refusal | None:
        """What it possesses."""
        if action.unit not in units:
            return Refusal("A4.43", "only a unit of the moving stack")
        return drop_refusal(st, action.unit, action.weapon) or minimum_act_refusal(st, units, 0)

    def entries(self, st: State, units: tuple[int, ...], wrap: Wrap) -> list[Entry]:
        """A leaf for each weapon."""
        held = [(st.units[u], weapon) for u in units for weapon in st.weapons_of(u)]
        return [
            leaf(
                f"d{unit.id}:{weapon.id}",
                partial(_words, st, unit, weapon),
                wrap(Drop(unit.id, weapon.id)),
                alive=partial(self.may, st, units, Drop(unit.id, weapon.id)),
                rule="A4.43",
            )
            for unit, weapon in held
            if unit.loc >= 0
        ]

    def do(self, st: State, units: tuple[int, ...], action: Drop) -> Deed:
        """It lies in the Location."""
        return Deed(drop_events(st, action.weapon, st.units[action.unit].loc))


def _words(st: State, unit: Unit, weapon: Weapon) -> str:
    return f"{name(st, unit)}: drop {wtype(st, weapon).name}"


@PHASE.act(Drop, order=10)
class DropStanding(PhaseAct[Drop]):
    """A unit that may not move, or is too laden for a Human Wave, leaves a weapon behind where it is."""

    def refusal(self, st: State, side: int, action: Drop) -> Refusal | None:
        """Its own reasons."""
        return standing_drop_refusal(st, side, action)

    def entries(self, st: State, side: int) -> list[Entry]:
        """A leaf for each weapon of such a unit: the others drop theirs as an act of their move."""
        opened = partial(_standing_leaves, st, side)
        alive = partial(_drops_standing, st, side)
        return [branch("drop", "Drop a weapon where it is", opened, alive=alive, hopeful=perhaps, rule="A4.43")]

    def do(self, st: State, action: Drop) -> tuple[tuple[Event, ...], tuple[Frame, ...]]:
        """It lies in the Location."""
        return drop_events(st, action.weapon, st.units[action.unit].loc), ()


def _standing_drops(st: State, side: int) -> Iterator[tuple[Unit, Weapon]]:
    """The weapons that units may leave behind without setting out by that."""
    for unit in st.units.values():
        if unit.side != side or unit.loc < 0 or not (held := st.weapons_of(unit.id)) or st.trail(unit.id).started:
            continue
        if _stays(st, unit):
            yield from ((unit, weapon) for weapon in held if drop_refusal(st, unit.id, weapon.id) is None)


def _drops_standing(st: State, side: int) -> bool:
    return next(_standing_drops(st, side), None) is not None


def _standing_leaves(st: State, side: int) -> list[Entry]:
    return [
        leaf(f"d{unit.id}:{weapon.id}", f"{name(st, unit)}: {wtype(st, weapon).name}", Drop(unit.id, weapon.id))
        for unit, weapon in _standing_drops(st, side)
    ]


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
