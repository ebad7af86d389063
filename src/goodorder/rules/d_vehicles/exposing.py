"""CE and BU: when a crew shows itself or buttons up of its own will (D5.3, D5.33)."""

from __future__ import annotations

from goodorder.core.actions import Hatch
from goodorder.core.errors import Refusal
from goodorder.core.notes import Note
from goodorder.core.state import OFF_BOARD, ON_MAP, State, Vehicle

from ..facts.ground import ground
from ..facts.vehicles import DriveFacts, is_afv, on_road, vtype
from ..points import MAY_DRIVE
from ..registry import builds, removable, rule
from .paying import BUILDING_ROWS, row_of
from .pinned_crews import kept_shut


@builds("D5.33", "SK3.APh.6", "D5.33a", "D5.33b", "D1.322b")
def hatch_refusal(st: State, vehicle: Vehicle, *, ce: bool) -> Refusal | None:
    """Why a crew may not show itself or button up now, or None: in the APh of its side, in the full game in its MPh
    too, not back and forth in one phase.
    """
    if vehicle.side != st.turn.attacker or vehicle.place not in (ON_MAP, OFF_BOARD) or not manned_at_all(vehicle):
        return Refusal("D5.33", "a crew of the side whose turn it is")
    if not is_afv(st, vehicle):
        return Refusal("D5.3", "only an AFV's crew can button up")
    if vehicle.ce == ce:
        return Refusal("D5.33", "it is so already")
    if st.turn.phase == "MPh" and vehicle.place == OFF_BOARD:  # as it sets up there (A2.51)
        return None
    if st.turn.phase != "APh" and not (st.turn.phase == "MPh" and in_mph(st)):
        return Refusal("D5.33", "in the APh" if not in_mph(st) else "in its MPh or APh")
    if vehicle.shocked or vehicle.stunned == "stun":
        return Refusal("D5.34", "its crew is stunned or shocked")
    if ce and vehicle.stunned and vtype(st, vehicle).turret_type == "1MT":
        return Refusal("D1.322", "the man of a one-man turret who was Stunned stays Buttoned Up")
    if ce and (kept := kept_shut(st, vehicle)) is not None:
        return kept
    if Note("hatch", when=st.turn.phase) in st.trail(vehicle.id).tried:
        return Refusal("D5.33", "it has changed in this phase")
    if st.turn.phase == "MPh" and _has_fired(st, vehicle):
        return Refusal("D5.33", "not in the MPh after its fire")
    return None


def manned_at_all(vehicle: Vehicle) -> bool:
    """Whether a crew is in it."""
    return not vehicle.wreck and not vehicle.abandoned


@removable(without=False)
@builds("D5.33")
def in_mph(st: State) -> bool:
    """Whether a crew may show itself in its MPh too."""
    return True


def _has_fired(st: State, vehicle: Vehicle) -> bool:
    marks = [*st.trail(vehicle.id).shots]
    if st.weapon_shots:
        marks += [mark for weapon in st.weapons_of(vehicle.id) for mark in st.weapon_shots.get(weapon.id, ())]
    return bool(marks)


@rule("D5.33", point=MAY_DRIVE, order=5)
def hatch(facts: DriveFacts) -> Refusal | None:
    """The crew shows itself, or buttons up, at no cost."""
    action = facts.action
    return hatch_refusal(facts.st, facts.vehicle, ce=action.ce) if isinstance(action, Hatch) else None


def in_building(st: State, vehicle: Vehicle) -> bool:
    """Whether it is in the obstacle of a building."""
    if vehicle.loc < 0 or vehicle.stance.bypass or on_road(st, vehicle):
        return False
    row = row_of(ground(st, vehicle.loc).terrain)
    return row is not None and row.id in BUILDING_ROWS


@rule("D5.3", point=MAY_DRIVE, rows=["D5.3b"], order=47)
def out_of_buildings(facts: DriveFacts) -> Refusal | None:
    """The obstacle of a building is left buttoned up."""
    if facts.entry is None or not facts.vehicle.ce or not in_building(facts.st, facts.vehicle):
        return None
    return Refusal("D5.3", "it leaves a building buttoned up")
