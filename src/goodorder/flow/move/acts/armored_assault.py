"""Infantry and an AFV begin their MPh as one stack (D9.31)."""

from __future__ import annotations

from functools import partial

from goodorder.core.actions import ArmoredAssault, Move
from goodorder.core.errors import Refusal
from goodorder.core.events import Event
from goodorder.core.frames import Frame
from goodorder.core.menu import Entry, branch, leaf
from goodorder.core.state import ASSAULT, DOUBLE_TIME, MINIMUM, State, Unit, Vehicle
from goodorder.rules.a04_movement.carrying import carry_refusal
from goodorder.rules.a04_movement.permission import move_refusal
from goodorder.rules.d_vehicles.armored_assault import assault_refusal
from goodorder.rules.facts.units import name
from goodorder.rules.facts.vehicles import is_afv, vehicle_name
from goodorder.rules.registry import builds

from ...drive.driving import may_drive
from ..act import PHASE, PhaseAct
from ..armored_assault import Assault
from ..beginning import hurry_refusal
from ..declaring import declare

WAYS = (
    (0, "go", "Begin"),
    (ASSAULT, "as", "Assault Movement"),
    (DOUBLE_TIME, "dt", "Double Time"),
    (MINIMUM, "mm", "Minimum Move"),
)
"""What the Infantry may declare, with the keys and words of the menu."""


@builds("D9.31", "D9.31a", "A4.63", "A4.63j")
def begin_refusal(st: State, action: ArmoredAssault) -> Refusal | None:
    """Why Infantry and an AFV may not begin their MPh as one stack like this, or None."""
    move = action.move
    if refusal := assault_refusal(st, action):
        return refusal
    if move.declared not in [bits for bits, _, _ in WAYS] or move.first is not None:
        return Refusal("A4.2", "its units, and how they move, are all that is declared", also=("D9.31", "A4.63"))
    refusal = move_refusal(st, move.units, move.declared) or hurry_refusal(st, move)
    return refusal or carry_refusal(st, move.units, move.carry, move.by)


@PHASE.act(ArmoredAssault, order=5)
class AssaultAct(PhaseAct[ArmoredAssault]):
    """Who goes with which AFV, and how."""

    def refusal(self, st: State, side: int, action: ArmoredAssault) -> Refusal | None:
        """Who may."""
        return begin_refusal(st, action)

    def entries(self, st: State, side: int) -> list[Entry]:
        """A branch for each AFV that may begin its MPh with Infantry beneath it."""
        found = []
        for vehicle in st.vehicles.values() if st.vehicles else ():
            if vehicle.side != side or vehicle.loc < 0 or not is_afv(st, vehicle) or not may_drive(st, vehicle):
                continue
            if men := [unit for unit in st.side_at(vehicle.loc, side) if not st.trail(unit.id).started]:
                node, alive = partial(_with, st, vehicle, (), men), partial(_any_with, st, vehicle, men)
                words = f"{vehicle_name(st, vehicle)} with Infantry (Armored Assault)"
                found.append(branch(f"aa{vehicle.id}", words, node, alive=alive, kind="toggle", rule="D9.31"))
        return found

    def do(self, st: State, action: ArmoredAssault) -> tuple[tuple[Event, ...], tuple[Frame, ...]]:
        """Both have begun; nobody has spent anything yet."""
        return declare(action.move, action.vehicle), (Assault(action.units, action.vehicle),)


def _any_with(st: State, vehicle: Vehicle, men: list[Unit]) -> bool:
    return any(begin_refusal(st, ArmoredAssault(vehicle.id, Move((unit.id,)))) is None for unit in men)


def _with(st: State, vehicle: Vehicle, units: tuple[int, ...], men: list[Unit]) -> list[Entry]:
    """With whom it begins, and how they move."""
    found = []
    for bits, key, words in WAYS if units else ():
        action = ArmoredAssault(vehicle.id, Move(units, bits))
        if begin_refusal(st, action) is None:
            found.append(leaf(key, words, action, kind="option", rule="D9.31"))
    for unit in men:
        grown = (*units, unit.id)
        if unit.id in units or (units and unit.id < units[-1]):
            continue
        if begin_refusal(st, ArmoredAssault(vehicle.id, Move(grown))) is None:
            node = partial(_with, st, vehicle, grown, men)
            found.append(branch(f"+u{unit.id}", f"with {name(st, unit)}", node, kind="unit", unit=unit.id))
    return found
