"""Crews that leave their vehicles by choice, and Infantry that mans one (D5.41, D5.42)."""

from __future__ import annotations

from .base import Action


class LeaveVehicle(Action, frozen=True, tag="leave_vehicle"):
    """The crew of a vehicle Abandons it (D5.41), and makes a wreck of it as it leaves (``wrecked``) or malfunctions its
    weapons (``spiked``, D5.411); it may take ``weapons`` of it along (D6.631).
    """

    form = "leave {vehicle} [wrecked] [spiked] [with {weapons}]"

    vehicle: int
    wrecked: bool = False
    spiked: bool = False
    weapons: tuple[int, ...] = ()


class ManVehicle(Action, frozen=True, tag="man_vehicle"):
    """These units man an Abandoned vehicle of their Location: in their MPh (D5.42), or as they capture it (A21.22)."""

    form = "crew {vehicle} by {units:sorted}"

    vehicle: int
    units: tuple[int, ...]
