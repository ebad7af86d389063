"""Vehicles and turrets turned as a fire phase ends (C3.22, D2.11, D3.12)."""

from __future__ import annotations

from functools import partial

from msgspec.structs import replace

from goodorder.core.actions import Action, Done, Face
from goodorder.core.errors import Refusal, not_asked
from goodorder.core.events import VehicleTurned
from goodorder.core.frames import Choice, Do, Frame
from goodorder.core.menu import Entry, Menu, branch, leaf
from goodorder.core.state import State, Vehicle
from goodorder.core.view import is_asked_openly, may_have_unseen_vehicles
from goodorder.rules.d_vehicles.bog import bog_ledger, free_turn_checks
from goodorder.rules.d_vehicles.phase_end_turns import face_refusal, may_turn, spines_refusal, turn_refusal
from goodorder.rules.facts.ordnance import HEXSPINES, pointing
from goodorder.rules.facts.vehicles import vehicle_name, vtype
from goodorder.rules.registry import builds

from .bogging import BogCheck


@builds("C3.22", "D3.12", "D2.11")
class TurnVehicles(Frame, frozen=True):
    """A side may turn its vehicles, one after the other; ``wanted`` is what it has chosen, when its Bog Checks are
    over.
    """

    side: int
    wanted: Face | None = None

    def ask(self, st: State) -> Choice | Do:
        """Which, and where to; nothing where none can be turned any more."""
        if self.wanted is not None:
            return self._turn(st, self.wanted)
        own = [one for one in st.vehicles.values() if one.side == self.side]
        if not any(self._turns(st, one) for one in own) and not may_have_unseen_vehicles(st, self.side):
            return Do()

        def entries() -> list[Entry]:
            made = [
                branch(
                    f"v{one.id}",
                    partial(vehicle_name, st, one),
                    partial(self._entries, st, one),
                    alive=partial(self._turns, st, one),
                    kind="turn",
                    unit=one.id,
                )
                for one in own
            ]
            return [*made, leaf("pass", "Leave the vehicles as they are", Done(), kind="pass", hotkey=" ")]

        def check(action: Action) -> Refusal | None:
            if isinstance(action, Done):
                return None
            if not isinstance(action, Face):
                return not_asked("D3.12", "only vehicles are turned now")
            return turn_refusal(st, self.side, action)

        why = "Vehicles that could still fire may turn as the phase ends"
        return Choice(
            self.side, "Turn vehicles", "D3.12", Menu(entries), check, why, public=is_asked_openly(st, self.side)
        )

    def _entries(self, st: State, vehicle: Vehicle) -> list[Entry]:
        """Its turret alone, then its hull, with the turret along it or along another hexspine."""
        found = self._turrets(st, vehicle, vehicle.facing)
        turreted = vtype(st, vehicle).turret_type != "NT"
        for spine in range(HEXSPINES):
            key, words, turns = f"f{spine}", f"Hull to {pointing(spine)}", partial(self._turns_hull, st, vehicle, spine)
            if turreted:
                turrets = partial(self._turrets, st, vehicle, spine)
                found.append(branch(key, words, turrets, alive=turns, rule="D2.11"))
            else:
                found.append(leaf(key, words, Face(vehicle.id, spine, -1, vehicle.ce), alive=turns, rule="D3.12"))
        return found

    def _turns(self, st: State, vehicle: Vehicle) -> bool:
        """Whether it may be turned, and can be in any way."""
        if not may_turn(st, vehicle):
            return False
        if any(self._turns_hull(st, vehicle, spine) for spine in range(HEXSPINES)):
            return True
        return any(_turns_so(st, vehicle, one) for one in _faces(vehicle, vehicle.facing))

    def _turns_hull(self, st: State, vehicle: Vehicle, spine: int) -> bool:
        """Whether its hull can be turned along another hexspine, with the turret however it is then turned."""
        face = Face(vehicle.id, spine, -1, vehicle.ce)
        return spine != vehicle.facing and _turns_so(st, vehicle, face)

    def _turrets(self, st: State, vehicle: Vehicle, hull: int) -> list[Entry]:
        return [
            leaf(
                f"t{one.turret}",
                f"Turret to {pointing(one.turret)}" if one.turret >= 0 else "Turret ahead",
                one,
                alive=partial(_turns_so, st, vehicle, one),
                rule="D3.12",
            )
            for one in _faces(vehicle, hull)
        ]

    def chosen(self, st: State, action: Action) -> Do:
        """Turned, after a Bog Check for each hexspine of the hull where the ground asks for it; or done."""
        if not isinstance(action, Face):
            return Do()
        vehicle = st.vehicles[action.vehicle]
        due = free_turn_checks(st, vehicle, action.facing) if action.facing != vehicle.facing else ()
        checks = tuple(BogCheck(vehicle.id, bog_ledger(one).mods) for one in due)
        return Do(then=replace(self, wanted=action), push=checks)

    def _turn(self, st: State, wanted: Face) -> Do:
        vehicle = st.vehicles[wanted.vehicle]
        facing = vehicle.facing if vehicle.bogged else wanted.facing
        turned = VehicleTurned(vehicle=vehicle.id, facing=facing, turret=wanted.turret, at_end=True)
        return Do(events=(turned,), then=replace(self, wanted=None))

    def title(self, st: State) -> str:
        """The step in the breadcrumb."""
        return "Turn vehicles"


def _turns_so(st: State, vehicle: Vehicle, face: Face) -> bool:
    """Whether a vehicle that can be turned now can be turned so."""
    return spines_refusal(st, vehicle, face) is None and face_refusal(st, vehicle, face) is None


def _faces(vehicle: Vehicle, hull: int) -> list[Face]:
    """Its hull along a hexspine, the turret along it or along each other one."""
    spines = (-1, *(spine for spine in range(HEXSPINES) if spine != hull))
    return [Face(vehicle.id, hull, spine, vehicle.ce) for spine in spines]
