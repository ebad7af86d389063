"""The MPh of Personnel: how a stack begins it, and every expenditure of its MF (A4)."""

from __future__ import annotations

import operator
from functools import reduce
from typing import TYPE_CHECKING, TypeAlias

from msgspec import field

from ..way import Way
from .base import Action, Joint, MoveStep, Spending, kinds_of


class Go(Joint, frozen=True, tag="go"):
    """These units of the moving stack spend MF to enter an adjacent Location; ``to`` -2 leaves the map across
    ``hexside``.

    Units of the stack that are not named stay behind as a stack of their own (A4.2f).  ``bypass`` names the hexsides
    of ``to`` that they go along, in order; with ``to`` their own hex they go on so, or without ``bypass`` into the
    obstacle that they have been Bypassing (A4.3).  ``crest`` is the middle hexside of the Crest status that they claim
    there; within their hex without it they leave Crest status for the Depression (B20.91, B20.93).  ``past`` is the hex
    on whose side they go around a house of a row into the next, -1 where that is not said (B23.71).  ``cover`` pays
    for the cover of shellholes (B2.4).
    """

    units: tuple[int, ...]
    to: int
    road: bool = False
    hexside: int = -1
    bypass: tuple[int, ...] = ()
    crest: int = -1
    past: int = -1
    cover: bool = False

    def way(self, frm: int) -> Way:
        """The way that it names, for units in ``frm``."""
        return Way(frm, self.to, self.hexside, self.road, self.bypass, self.crest, self.past, self.cover)


class Recover(Joint, frozen=True, tag="recover"):
    """Try to recover an unpossessed weapon in the unit's Location (A4.44)."""

    form = "recover {weapon} by {unit}"

    unit: int
    weapon: int


class Drop(Spending, frozen=True, tag="drop"):
    """Leave a possessed weapon in the Location (A4.43)."""

    form = "drop {weapon} by {unit}"

    unit: int
    weapon: int


class Smoke(Joint, frozen=True, tag="smoke"):
    """Try to place a SMOKE grenade in the own or an adjacent Location (A24.1), one of WP where that is said (A24.3)."""

    form = "smoke {unit} to {to} [wp]"

    unit: int
    to: int
    wp: bool = False


class PlaceCharge(Spending, frozen=True, tag="place_charge"):
    """Place a DC in an ADJACENT Location (A23.3), against the AFV ``vehicle`` there where one is named (A23.5)."""

    form = "charge {weapon} by {unit} to {to} [vehicle {vehicle}]"

    unit: int
    weapon: int
    to: int
    vehicle: int = 0


class LayCharge(Spending, frozen=True, tag="set_charge"):
    """Set a DC in the own Location for all MF of the MPh, a ``leader`` helping (A23.7)."""

    form = "set {weapon} by {unit} [with {leader}]"

    unit: int
    weapon: int
    leader: int = 0


class Together(Spending, frozen=True, tag="together"):
    """Units of one moving stack spend the same MF on different things, announced together (A4.2)."""

    acts: tuple[AnyJoint, ...]

    @property
    def units(self) -> tuple[int, ...]:
        """All units that do something."""
        return tuple(u for act in self.acts for u in units_of(act))


class Search(Spending, frozen=True, tag="search"):
    """These units of the moving stack end their move by searching the hexes about them (A12.152)."""

    form = "search {units:sorted}"

    units: tuple[int, ...]


class Push(Spending, frozen=True, tag="push"):
    """These units of the moving stack push a Gun that one of them mans into an adjacent hex (C10.3); ``facing`` is the
    hexspine that it points along there, -1 as before.
    """

    form = "push {weapon} to {to} by {units:sorted} [turn {facing}]"

    weapon: int
    to: int
    units: tuple[int, ...]
    facing: int = -1


class Climb(Action, frozen=True, tag="climb"):
    """These units climb a cliff with all their MF, one level on to the place ``to`` (B11.4)."""

    form = "climb {units} to {to}"

    units: tuple[int, ...]
    to: int


class OverrunCheck(Spending, frozen=True, tag="overrun_check"):
    """A unit of the moving stack takes the NTC for an Infantry OVR of a Location (A4.15)."""

    form = "ntc {unit} to {to}"

    unit: int
    to: int


class Displace(Action, frozen=True, tag="displace"):
    """An overrun SMC leaves its Location; with ``to`` the ATTACKER says where it goes (A4.151)."""

    form = "displace {unit} [to {to}]"

    unit: int
    to: int = -1


class Move(Action, frozen=True, tag="move"):
    """Begin the MPh of a unit or stack with its declarations (bits ASSAULT, DOUBLE_TIME, MINIMUM, DASH) and its
    first expenditure; ``dash`` is the Location in which a Dash is to end (A4.63), ``carry`` the wounded man whom the
    unit ``by`` of the stack carries (A17.2).  ``double_timing`` names those who Double Time where not all of them do.
    """

    units: tuple[int, ...]
    declared: int = 0
    first: AnySpending | None = None
    dash: int = -1
    carry: int = 0
    by: int = 0
    double_timing: tuple[int, ...] = field(default=(), name="hurry")


class DeclareWave(Action, frozen=True, tag="human_wave"):
    """Declare a Human Wave of these units against an enemy in ``to``, along a Hex Grain through his hex (A25.23).

    ``grain`` names it by the hexside across which it comes into that hex and, of an Alternate Hex Grain, that across
    which it goes on: each the hexside of the hex that is left (A25.231).
    """

    units: tuple[int, ...]
    to: int
    grain: tuple[int, ...]


class Hold(Action, frozen=True, tag="hold"):
    """These units of a Human Wave, which can go nowhere, spend an impulse where they are (A25.2322)."""

    form = "hold {units}"

    units: tuple[int, ...]


class Surge(Action, frozen=True, tag="impulse"):
    """One impulse of a Human Wave: what each of its units does in it, all of it announced at once (A25.232)."""

    acts: tuple[Go | Hold, ...]

    @property
    def units(self) -> tuple[int, ...]:
        """All units that it names."""
        return tuple(u for act in self.acts for u in act.units)


class DoubleTime(MoveStep, frozen=True, tag="double_time"):
    """These units of the moving stack, having spent MF, turn to Double Time for one MF more (A4.5)."""

    form = "double_time {units}"

    units: tuple[int, ...]


class Halt(MoveStep, frozen=True, tag="halt"):
    """These units of the moving stack end their MPh here (A4.2)."""

    form = "halt {units}"

    units: tuple[int, ...]


def units_of(action: Action) -> tuple[int, ...]:
    """The units that an action names: those that do it, () where it names none.

    >>> units_of(Smoke(3, to=25)), units_of(Action())
    ((3,), ())
    """
    unit: int = getattr(action, "unit", 0)
    units: tuple[int, ...] = getattr(action, "units", ())
    return units or ((unit,) if unit else ())


# The decoder wants to know which structs there may be, all of this module; a checker of types goes by their base.
if TYPE_CHECKING:
    AnyMoveStep: TypeAlias = MoveStep
    AnySpending: TypeAlias = Spending
    AnyJoint: TypeAlias = Joint
else:
    AnyMoveStep, AnySpending, AnyJoint = (reduce(operator.or_, kinds_of(base)) for base in (MoveStep, Spending, Joint))
