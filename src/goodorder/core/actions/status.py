"""What units do where they are, neither moving nor firing: rally, deploy, claim, secure, show themselves."""

from __future__ import annotations

from .base import Action


class Rally(Action, frozen=True, tag="rally"):
    """Attempt to rally a broken unit: by ``leader``, or by itself when that is 0 (A10.6, A10.63)."""

    form = "rally {unit} [by {leader}]"

    unit: int
    leader: int = 0


class Deploy(Action, frozen=True, tag="deploy"):
    """A squad tries to split into two half-squads; ``leader`` directs it, 0 where none is needed (A1.31)."""

    form = "deploy {unit} [by {leader}]"

    unit: int
    leader: int = 0


class Recombine(Action, frozen=True, tag="recombine"):
    """Two half-squads join into a squad (A1.32)."""

    units: tuple[int, int]


class VoluntaryBreak(Action, frozen=True, tag="voluntary_break"):
    """A unit breaks on purpose at the start of the RtPh (A10.41)."""

    form = "voluntary_break {unit}"

    unit: int


class TakePrisoners(Action, frozen=True, tag="take_prisoners"):
    """The captor accepts a surrender; ``guard`` guards who surrenders (A20.21)."""

    form = "take_prisoners {guard}"

    guard: int


class HandPrisoners(Action, frozen=True, tag="hand_prisoners"):
    """Prisoners change their Guard in the RPh or APh (A20.5)."""

    form = "hand_prisoners {units:sorted} to {guard}"

    units: tuple[int, ...]
    guard: int


class ReleasePrisoners(Action, frozen=True, tag="release_prisoners"):
    """A Guard abandons prisoners in the RPh or APh (A20.5)."""

    form = "release_prisoners {units:sorted}"

    units: tuple[int, ...]


class DeployGuard(Action, frozen=True, tag="deploy_guard"):
    """A squad that guards prisoners splits into half-squads, at any time (A20.5)."""

    form = "deploy_guard {unit}"

    unit: int


class RegroupPrisoners(Action, frozen=True, tag="regroup_prisoners"):
    """Two prisoner half-squads of one Guard are one squad from now on, or one squad two half-squads (A20.51)."""

    form = "regroup_prisoners {units:sorted}"

    units: tuple[int, ...]


class Massacre(Action, frozen=True, tag="massacre"):
    """A unit kills an Unarmed one in its Location (A20.4)."""

    form = "massacre {victim} by {unit}"

    victim: int
    unit: int


class DenyQuarter(Action, frozen=True, tag="deny_quarter"):
    """A side rejects a surrender: who gave himself up is eliminated (A20.3)."""

    form = "deny_quarter {side}"

    side: int


class RefuseHardening(Action, frozen=True, tag="refuse_hardening"):
    """A unit stays as it is, not Battle Hardened (A15.3)."""

    form = "refuse_hardening {unit}"

    unit: int


class KeepDm(Action, frozen=True, tag="keep_dm"):
    """Keep a broken unit under DM at the end of the RPh (A10.62)."""

    form = "keep_dm {unit}"

    unit: int


class Wall(Action, frozen=True, tag="wall"):
    """These units claim Wall Advantage, or with ``held`` false give it up (B9.322)."""

    units: tuple[int, ...]
    held: bool = True


class MopUp(Action, frozen=True, tag="mop_up"):
    """In the PFPh these units become TI to secure the building that they are in (A12.153)."""

    form = "mop_up {units:sorted}"

    units: tuple[int, ...]


class ClearCharge(Action, frozen=True, tag="clear"):
    """A unit becomes TI to remove a Set DC of its Location, for which a DR is made as the CCPh ends (B24.75)."""

    form = "clear {weapon} by {unit}"

    unit: int
    weapon: int


class Reveal(Action, frozen=True, tag="reveal"):
    """Drop the "?" of own units, or take own Dummies off, of one's own will at any time (A12.14)."""

    form = "reveal {units:sorted}"

    units: tuple[int, ...]


class Expose(Action, frozen=True, tag="expose"):
    """A concealed unit shows itself for a moment, so that enemies of a Location who gave themselves away in its sight
    lose their "?" (A12.14).
    """

    form = "expose {unit} at {loc}"

    unit: int
    loc: int


class PlaceSniper(Action, frozen=True, tag="place_sniper"):
    """The Sniper counter of a side is put into a hex: before play, or instead of its attack (A14.2)."""

    form = "place_sniper {to}"

    to: int


class Snipe(Action, frozen=True, tag="snipe"):
    """The Sniper's target: ``unit`` of those drawn, or the crew of the vehicle of that id, with ``vehicle`` that one
    itself (A14.2).
    """

    form = "snipe {unit} [vehicle]"

    unit: int
    vehicle: bool = False


class SnipeSniper(Action, frozen=True, tag="snipe_sniper"):
    """The Sniper's target is the enemy Sniper, the one of ``side`` (A14.2)."""

    form = "snipe_sniper {side}"

    side: int


class CheckSniper(Action, frozen=True, tag="check_sniper"):
    """Units of the Location that a Sniper has attacked look for it together (A14.4)."""

    form = "check_sniper {units:sorted}"

    units: tuple[int, ...]


class CheckIntegrity(Action, frozen=True, tag="check_integrity"):
    """A side makes an Integrity Check to regain ELR (A16.3)."""

    form = "check_integrity {side}"

    side: int
