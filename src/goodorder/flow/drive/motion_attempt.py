"""The Motion attempt: its dr, and the free change of VCA and TCA that follows (D2.401)."""

from __future__ import annotations

from functools import partial
from typing import Any

from msgspec.structs import replace

from goodorder.core.actions import Action, Done, Face, TryMotion
from goodorder.core.dice import ONE_DIE, Roll
from goodorder.core.errors import Refusal, not_asked
from goodorder.core.events import MotionChanged, MotionTried, VehicleTurned
from goodorder.core.frames import Choice, Do, Frame
from goodorder.core.menu import Entry, Menu, branch, leaf
from goodorder.core.state import State, Vehicle
from goodorder.rules.d_vehicles.bog import bog_ledger, free_turn_checks
from goodorder.rules.d_vehicles.motion_attempt import motion_needs, motion_refusal
from goodorder.rules.d_vehicles.phase_end_turns import points_so, spines_refusal, turned_in_bypass
from goodorder.rules.d_vehicles.reliability import by_the_book, unreliable
from goodorder.rules.facts.crews import clumsy
from goodorder.rules.facts.ordnance import HEXSPINES, pointing
from goodorder.rules.facts.vehicles import mobile, tca, vehicle_name, vtype
from goodorder.rules.registry import builds

from ..shared.thrown import thrown
from .bogging import BogCheck, ReliabilityCheck
from .starting import StartDr


@builds("D2.401", "SK3.MPh.25", "SK3.MPh.26", "SK3.MPh.27", "D2.401d", "D2.401e", "D2.401g")
class MotionAttempt(Frame, frozen=True):
    """A dr of a vehicle that sees ``movers`` for the first time; ``rolled_in``: it has succeeded, ``checked``: its
    mechanical reliability has been asked.
    """

    vehicle: int
    movers: tuple[int, ...]
    gained: bool = False
    checked: bool = False

    def ask(self, st: State) -> Roll | Do:
        """One die; by the sheet what has red MP makes its DR whatever the dr (SK3.MPh.23), by the book when it has
        succeeded.
        """
        vehicle = st.vehicles[self.vehicle]
        if not self.gained:
            if not self.checked and unreliable(st, vehicle) and not by_the_book(st):
                return Do(then=replace(self, checked=True), push=(ReliabilityCheck(self.vehicle),))
            return self._roll(st)
        if not self.checked and (unreliable(st, vehicle) or clumsy(st, vehicle)):
            check = ReliabilityCheck(self.vehicle) if unreliable(st, vehicle) else StartDr(self.vehicle, moving=False)
            return Do(then=replace(self, checked=True), push=(check,))
        if not mobile(vehicle):
            return Do()
        return Do(events=(MotionChanged(vehicle=self.vehicle, motion=True),), push=(FreeTurn(self.vehicle),))

    def _roll(self, st: State) -> Roll | Do:
        vehicle = st.vehicles[self.vehicle]
        if not mobile(vehicle):
            return Do()
        need = f"{motion_needs(st, vehicle, self.movers)} or less"
        return Roll(ONE_DIE, self.title(st), "D2.401", vehicle.side, (self.vehicle,), need, leadership=False)

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """In Motion, or nothing."""
        gained = faces[0] <= motion_needs(st, st.vehicles[self.vehicle], self.movers)
        roll = self._roll(st)
        assert isinstance(roll, Roll)
        dice = thrown(roll, faces, "gains Motion" if gained else "no")
        return Do(events=(dice,), then=replace(self, gained=True) if gained else None)

    def resumed(self, st: State, value: Any) -> Do:
        """It goes unless that has kept it where it is."""
        return Do() if value is False and self.gained else Do(then=self)

    def title(self, st: State) -> str:
        """The roll in the breadcrumb."""
        return f"Motion attempt of {vehicle_name(st, st.vehicles[self.vehicle])}"


@builds("D2.401", "D2.11", "D2.11e")
class FreeTurn(Frame, frozen=True):
    """A vehicle that has gained Motion may point elsewhere; ``wanted`` is what it has chosen, when any Bog Checks for
    it are over.
    """

    vehicle: int
    wanted: Face | None = None

    def ask(self, st: State) -> Choice | Do:
        """Its VCA and TCA, or what it has chosen."""
        vehicle = st.vehicles[self.vehicle]
        if self.wanted is not None:
            if not mobile(vehicle):
                return Do()
            turned = VehicleTurned(vehicle=self.vehicle, facing=self.wanted.facing, turret=self.wanted.turret)
            return Do(events=(turned,))

        def check(action: Action) -> Refusal | None:
            return self._refusal(st, vehicle, action)

        title = f"{vehicle_name(st, vehicle)} in Motion: where does it point?"
        return Choice(vehicle.side, title, "D2.401", Menu(partial(self._entries, st, vehicle)), check)

    def _refusal(self, st: State, vehicle: Vehicle, action: Action) -> Refusal | None:
        if isinstance(action, Done):
            return None
        if not isinstance(action, Face) or action.vehicle != self.vehicle or action.ce != vehicle.ce:
            return not_asked("D2.401", "only its VCA and TCA are changed now")
        refusal = spines_refusal(st, vehicle, action) or turned_in_bypass(vehicle, action)
        return refusal or points_so(vehicle, action)

    def _entries(self, st: State, vehicle: Vehicle) -> list[Entry]:
        found = [leaf("pass", "As it is", Done(), kind="pass", hotkey=" ", primary=True)]
        for facing in range(HEXSPINES):
            if facing == vehicle.facing and vtype(st, vehicle).turret_type == "NT":
                continue
            words = f"Hull to {pointing(facing)}"
            if not vehicle.stance.bypass or self._turrets(st, vehicle, facing):
                found.append(branch(f"f{facing}", words, partial(self._turrets, st, vehicle, facing), rule="D2.11"))
        return found

    def _turrets(self, st: State, vehicle: Vehicle, facing: int) -> list[Entry]:
        turrets = [-1] if vtype(st, vehicle).turret_type == "NT" else [s for s in range(HEXSPINES) if s != facing]
        if -1 not in turrets:
            turrets.insert(0, -1)
        now = (vehicle.facing, tca(vehicle))
        return [
            leaf(
                f"t{turret}",
                "Turret ahead" if turret < 0 else f"Turret to {pointing(turret)}",
                Face(vehicle.id, facing, turret, vehicle.ce),
                rule="D3.12",
            )
            for turret in turrets
            if (facing, facing if turret < 0 else turret) != now
            and turned_in_bypass(vehicle, Face(vehicle.id, facing, turret, vehicle.ce)) is None
        ]

    def chosen(self, st: State, action: Action) -> Do:
        """Turned, after a Bog Check for each hexspine where the ground asks for it."""
        if not isinstance(action, Face):
            return Do()
        due = free_turn_checks(st, st.vehicles[self.vehicle], action.facing)
        checks = tuple(BogCheck(self.vehicle, bog_ledger(one).mods) for one in due)
        return Do(then=replace(self, wanted=action), push=checks)


def may_try_motion(st: State, side: int, movers: tuple[int, ...]) -> bool:
    """Whether any vehicle of a side may try because of these movers."""
    own = (vehicle for vehicle in st.vehicles.values() if vehicle.side == side)
    return bool(movers) and any(motion_refusal(st, side, vehicle, movers) is None for vehicle in own)


def motion_entries(st: State, side: int, movers: tuple[int, ...]) -> list[Entry]:
    """A Motion attempt for each vehicle of a side, alive where it may try because of these movers."""
    own = [vehicle for vehicle in st.vehicles.values() if vehicle.side == side] if movers else []
    return [_motion_leaf(st, vehicle, movers) for vehicle in own]


def _motion_leaf(st: State, vehicle: Vehicle, movers: tuple[int, ...]) -> Entry:
    return leaf(
        f"motion{vehicle.id}",
        lambda: f"{vehicle_name(st, vehicle)}: try to gain Motion",
        TryMotion(vehicle.id),
        alive=lambda: motion_refusal(st, vehicle.side, vehicle, movers) is None,
        note=lambda: f"{motion_needs(st, vehicle, movers)} or less",
        unit=vehicle.id,
        rule="D2.401",
    )


def motion_attempt(st: State, action: TryMotion, movers: tuple[int, ...]) -> Do:
    """The attempt, on top of what goes on."""
    tried = MotionTried(vehicle=action.vehicle)
    return Do(events=(tried,), push=(MotionAttempt(action.vehicle, movers),))
