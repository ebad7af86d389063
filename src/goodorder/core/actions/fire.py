"""Fire attacks and what is declared with them (A7, A8, A9, C3)."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct
from msgspec.structs import force_setattr

from .base import Action


class Firer(Struct, frozen=True, gc=False):
    """One unit's part in an attack: its inherent FP or not, the weapons it fires, and a second SMC helping with
    the weapon (A9.12).
    """

    unit: int
    inherent: bool = True
    weapons: tuple[int, ...] = ()
    helper: int = 0


class Lane(Struct, frozen=True, gc=False):
    """A Fire Lane that an attack declares: the gun, the hex of the counter, and for an Alternate Hex Grain ``left`` or
    ``right`` as seen from the gun (A9.22).
    """

    weapon: int
    to: int
    hand: Literal["", "left", "right"] = ""


TargetType = Literal["vehicle", "infantry", "area"]
"""What a shot that must hit first is aimed at (C3.31 to C3.33)."""

INFANTRY: TargetType = "infantry"
HE = "HE"


class Ordnance(Struct, frozen=True, gc=False, omit_defaults=True):
    """How a weapon that must hit first is fired (C3): its Target Type, its ammunition (C8), and the hexspine that it
    is turned to for the shot, by its vertex, -1 where it keeps its Covered Arc (C3.2). ``desperate``: from under cover
    in spite of its backblast (C13.81). ``spotter`` sees the target for a mortar's men, 0 for none (C9.3). ``cone`` are
    the three Locations that canister is aimed at, the nearest or the middle one first (C8.4).
    """

    target_type: TargetType = INFANTRY
    ammo: str = HE
    facing: int = -1
    desperate: bool = False
    spotter: int = 0
    cone: tuple[int, ...] = ()

    def __post_init__(self) -> None:
        """A word that was read equals the default without being it, and would be written: equal shots, two digests."""
        if self.target_type == INFANTRY:
            force_setattr(self, "target_type", INFANTRY)
        if self.ammo == HE:
            force_setattr(self, "ammo", HE)

    @property
    def at_hex(self) -> bool:
        """Whether it is aimed at a hex and not at who is in it: SMOKE (C8.5)."""
        return self.ammo in ("smoke", "WP")


SNAP = 7
"""``Fire.via`` of a Snap Shot."""


class Fire(Action, frozen=True, tag="fire"):
    """A fire attack: its firers, the directing leaders (one for each firing Location, or none), the target Location.

    ``via`` is the place of a Bypassed hex that the lines run to (A4.34): a vertex 0 to 5, 6 the centre, -1 what is
    best for each firing Location, ``SNAP`` the hexside by which the movers came (A8.15).  ``spray`` is the second
    Location of Spraying Fire (A9.5), -1 for none.  ``lanes`` are the Fire Lanes that it declares (A9.22).
    ``ordnance`` says how the one weapon of a shot that must hit first is fired, None for an attack on the IFT;
    ``facing`` is the hexspine that a Gun is turned to for an attack by its IFE, -1 where it keeps its Covered Arc
    (C2.29). ``vehicle`` is the vehicle that it is aimed at, 0 for none (C3.31), ``gun`` the unattended Gun (C3.41).
    ``hull``: a vehicle turns its hull for it in place of its turret (C5.11). ``molotov`` is the firer that has a MOL in
    hand for it (A22.611), 0 for none: a player declares the check for one by :class:`Molotov`.
    """

    firers: tuple[Firer, ...]
    target: int
    leaders: tuple[int, ...] = ()
    via: int = -1
    spray: int = -1
    lanes: tuple[Lane, ...] = ()
    ordnance: Ordnance | None = None
    facing: int = -1
    vehicle: int = 0
    gun: int = 0
    hull: bool = False
    molotov: int = 0


class Panzerfaust(Action, frozen=True, tag="panzerfaust"):
    """A unit looks for a Panzerfaust and, if it has one at hand, fires it so (C13.31); ``shot`` names no weapon."""

    unit: int
    shot: Fire


class Molotov(Action, frozen=True, tag="molotov"):
    """A unit takes a MOL Check for an attack that is made at once, with the MOL or without it (A22.611)."""

    unit: int
    shot: Fire


class ThrowCharge(Action, frozen=True, tag="throw_charge"):
    """Throw a DC into a Location (A23.6), at the ``vehicle`` there where one is named (A23.5)."""

    form = "throw {weapon} by {unit} to {to} [vehicle {vehicle}]"

    unit: int
    weapon: int
    to: int
    vehicle: int = 0


class Detonate(Action, frozen=True, tag="detonate"):
    """A unit sets off a Set DC from afar (A23.7)."""

    form = "detonate {weapon} by {unit}"

    unit: int
    weapon: int


class Opportunity(Action, frozen=True, tag="opportunity"):
    """In the PFPh: these units hold their fire for the AFPh (A7.25)."""

    form = "opportunity {units:sorted}"

    units: tuple[int, ...]


class Residual(Action, frozen=True, tag="residual"):
    """After First Fire: weapons that give up a kept rate of fire so as to count for Residual FP (A8.23)."""

    form = "residual {weapons}"

    weapons: tuple[int, ...] = ()


class LaneSnap(Action, frozen=True, tag="lane_snap"):
    """A Fire Lane of this weapon attacks movers as a Snap Shot at the hexside that they cross (A9.221)."""

    form = "lane_snap {weapon}"

    weapon: int
