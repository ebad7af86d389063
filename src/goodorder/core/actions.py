"""Actions: every answer that a Choice can take, as a tagged union of frozen structs.

Ids are those of units and weapons in the position; Locations are the map's ints.  ``encode`` gives
the form that records and protocols carry: an object whose ``do`` names the action.

What an action is good for is said by its base: a :class:`MoveStep` is an act of a stack on its move, :class:`Spending`
one with which a move may begin, :class:`Joint` one that units of a stack may announce together.
"""

from __future__ import annotations

import operator
from functools import reduce
from typing import TYPE_CHECKING, Any, ClassVar, Literal, TypeAlias

import msgspec
from msgspec import Struct, field

from .errors import Unreadable
from .way import Way


class Action(Struct, frozen=True, tag_field="do", omit_defaults=True):
    """Base of every action.

    ``form`` is how it is said (:mod:`goodorder.core.notation`): a verb, then its fields in braces behind the words
    that lead to them, in brackets where they may be left out. It is "" for what has words of its own.
    """

    form: ClassVar[str] = ""


class MoveStep(Action, frozen=True):
    """What a stack can do while it moves (A4.2)."""


class Spending(MoveStep, frozen=True):
    """An expenditure in the MPh, with which a move may begin."""


class Joint(Spending, frozen=True):
    """An expenditure that units of a stack may announce together with those of others (A4.2)."""


class DriveStep(Action, frozen=True):
    """What a vehicle can do in its MPh (D2.1): with the first of them it begins, each later one goes on.

    ``vehicle`` is whose move it is.
    """


class Done(Action, frozen=True, tag="done"):
    """Nothing more here: ends a phase step, closes a window, confirms a set-up, declines an option."""


class Place(Action, frozen=True, tag="place"):
    """Set a unit up in a Location; with ``loc`` -1 take it off again.  ``crest`` is the middle hexside of its Crest
    status there (A2.9).
    """

    unit: int
    loc: int
    crest: int = -1


class TakeSetup(Action, frozen=True, tag="take_setup"):
    """Use a ready-made set-up of the scenario."""

    name: str


class TurnGun(Action, frozen=True, tag="turn"):
    """Turn a Gun so that it points along a hexspine, by its vertex 0 to 5 (C3.2)."""

    form = "turn {weapon} to {facing}"

    weapon: int
    facing: int


class Face(Action, frozen=True, tag="face"):
    """In the set-up: a vehicle points its hull along ``facing`` and its turret along ``turret``, -1 for the same
    (D2.11, D3.12); ``ce``: its crew is exposed (D5.3).
    """

    vehicle: int
    facing: int
    turret: int = -1
    ce: bool = False


class Give(Action, frozen=True, tag="give"):
    """Hand a weapon to another unit of the same Location (A4.431), or possess it at set-up."""

    form = "give {weapon} to {unit}"

    weapon: int
    unit: int


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


class Repair(Action, frozen=True, tag="repair"):
    """Try to repair a malfunctioned weapon (A9.72)."""

    form = "repair {weapon}"

    weapon: int


class Handle(Action, frozen=True, tag="handle"):
    """Use a fire phase of a weapon for work on it: ``how`` is dismantle, assemble (A9.8), destroy, malfunction
    (A9.73), limber or unlimber, then ``facing`` the hexspine that the Gun is turned to, -1 where it is not (C10.22);
    in the set-up bare, for a Gun that is not to be Emplaced, or emplace (C11.3).
    """

    weapon: int
    how: str
    facing: int = -1


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


class KeepDm(Action, frozen=True, tag="keep_dm"):
    """Keep a broken unit under DM at the end of the RPh (A10.62)."""

    form = "keep_dm {unit}"

    unit: int


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


class Ordnance(Struct, frozen=True, gc=False, omit_defaults=True):
    """How a weapon that must hit first is fired (C3): its Target Type, its ammunition (C8), and the hexspine that it
    is turned to for the shot, by its vertex, -1 where it keeps its Covered Arc (C3.2). ``desperate``: from under cover
    in spite of its backblast (C13.81). ``spotter`` sees the target for a mortar's men, 0 for none (C9.3). ``cone`` are
    the three Locations that canister is aimed at, the nearest or the middle one first (C8.4).
    """

    target_type: TargetType = "infantry"
    ammo: str = "HE"
    facing: int = -1
    desperate: bool = False
    spotter: int = 0
    cone: tuple[int, ...] = ()

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
    ``hull``: a vehicle turns its hull for it in place of its turret (C5.11).
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


class Panzerfaust(Action, frozen=True, tag="panzerfaust"):
    """A unit looks for a Panzerfaust and, if it has one at hand, fires it so (C13.31); ``shot`` names no weapon."""

    unit: int
    shot: Fire


class Opportunity(Action, frozen=True, tag="opportunity"):
    """In the PFPh: these units hold their fire for the AFPh (A7.25)."""

    form = "opportunity {units:sorted}"

    units: tuple[int, ...]


class Wall(Action, frozen=True, tag="wall"):
    """These units claim Wall Advantage, or with ``held`` false give it up (B9.322)."""

    units: tuple[int, ...]
    held: bool = True


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


class Smoke(Joint, frozen=True, tag="smoke"):
    """Try to place a SMOKE grenade in the own or an adjacent Location (A24.1)."""

    form = "smoke {unit} to {to}"

    unit: int
    to: int


class PlaceCharge(Spending, frozen=True, tag="place_charge"):
    """Place a DC in an ADJACENT Location (A23.3), against the AFV ``vehicle`` there where one is named (A23.5)."""

    form = "charge {weapon} by {unit} to {to} [vehicle {vehicle}]"

    unit: int
    weapon: int
    to: int
    vehicle: int = 0


class ThrowCharge(Action, frozen=True, tag="throw_charge"):
    """Throw a DC into a Location (A23.6), at the ``vehicle`` there where one is named (A23.5)."""

    form = "throw {weapon} by {unit} to {to} [vehicle {vehicle}]"

    unit: int
    weapon: int
    to: int
    vehicle: int = 0


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


class MopUp(Action, frozen=True, tag="mop_up"):
    """In the PFPh these units become TI to secure the building that they are in (A12.153)."""

    form = "mop_up {units:sorted}"

    units: tuple[int, ...]


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


def units_of(action: Action) -> tuple[int, ...]:
    """The units that an action names: those that do it, () where it names none.

    >>> units_of(Smoke(3, to=25)), units_of(Done())
    ((3,), ())
    """
    unit: int = getattr(action, "unit", 0)
    units: tuple[int, ...] = getattr(action, "units", ())
    return units or ((unit,) if unit else ())


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


class DoubleTime(MoveStep, frozen=True, tag="double_time"):
    """These units of the moving stack, having spent MF, turn to Double Time for one MF more (A4.5)."""

    form = "double_time {units}"

    units: tuple[int, ...]


class Halt(MoveStep, frozen=True, tag="halt"):
    """These units of the moving stack end their MPh here (A4.2)."""

    form = "halt {units}"

    units: tuple[int, ...]


class StartUp(DriveStep, frozen=True, tag="start"):
    """A vehicle that stands starts, forward or in ``reverse`` (D2.12, D2.23)."""

    vehicle: int
    reverse: bool = False


class Stop(DriveStep, frozen=True, tag="stop"):
    """A vehicle stops (D2.13)."""

    form = "stop {vehicle}"

    vehicle: int


class TurnHull(DriveStep, frozen=True, tag="turn_hull"):
    """A vehicle turns its VCA by one hexspine, so that it points along ``facing`` (D2.11)."""

    form = "vca {vehicle} to {facing}"

    vehicle: int
    facing: int


class Delay(DriveStep, frozen=True, tag="delay"):
    """A vehicle that stands spends one MP (D2.17)."""

    form = "delay {vehicle}"

    vehicle: int


class TurnTurret(DriveStep, frozen=True, tag="turn_turret"):
    """A vehicle turns its turret with the MP that it spends next, so that it points along ``facing`` (D3.12)."""

    form = "tca {vehicle} to {facing}"

    vehicle: int
    facing: int


class Hatch(DriveStep, frozen=True, tag="hatch"):
    """The crew of an AFV shows itself (``ce``) or buttons up (D5.33)."""

    vehicle: int
    ce: bool


class Unbog(DriveStep, frozen=True, tag="unbog"):
    """A bogged vehicle tries to free itself as its MPh begins (D8.3)."""

    form = "unbog {vehicle}"

    vehicle: int


class TryMotion(Action, frozen=True, tag="try_motion"):
    """A DEFENDING vehicle tries to gain Motion in the enemy's MPh (D2.401)."""

    form = "motion {vehicle}"

    vehicle: int


class CloseDefend(Action, frozen=True, tag="close_defend"):
    """A vehicle fires its close defense weapon in the CCPh (A11.622)."""

    form = "close_defend {vehicle}"

    vehicle: int


class DriveTo(DriveStep, frozen=True, tag="drive"):
    """A vehicle enters an adjacent Location, at the road rate by ``road``, backwards with ``reverse`` (D2.1, D2.2);
    ``to`` -2 leaves the map across ``hexside``. ``bypass`` names the hexsides of ``to`` that it goes along (D2.3),
    ``share`` the way of paying where terrain leaves the choice, by its place in the chart's list; ``minimum`` is a
    Minimum Move (D2.15), ``more`` the MP that it spends beyond what it must (D2.18). Entering the map it comes across
    ``hexside`` of ``to`` and points along ``facing`` (A2.51).
    """

    vehicle: int
    to: int
    road: bool = False
    reverse: bool = False
    hexside: int = -1
    bypass: tuple[int, ...] = ()
    share: int = 0
    minimum: bool = False
    facing: int = -1
    more: int = 0


class ArmoredAssault(Action, frozen=True, tag="armored_assault"):
    """Infantry and an AFV of its Location begin their MPh as one stack (D9.31): ``move`` are its units and their
    declarations, without a first expenditure.
    """

    vehicle: int
    move: Move

    @property
    def units(self) -> tuple[int, ...]:
        """The Infantry."""
        return self.move.units


class DriveAlong(Action, frozen=True, tag="drive_along"):
    """An AFV and Infantry that moves with it enter the same Location together (D9.31)."""

    drive: DriveTo
    go: Go

    @property
    def units(self) -> tuple[int, ...]:
        """The Infantry."""
        return self.go.units


class ParkHere(DriveStep, frozen=True, tag="park"):
    """A vehicle ends its MPh where it is (D2.1)."""

    form = "park {vehicle}"

    vehicle: int


class Residual(Action, frozen=True, tag="residual"):
    """After First Fire: weapons that give up a kept rate of fire so as to count for Residual FP (A8.23)."""

    form = "residual {weapons}"

    weapons: tuple[int, ...] = ()


class LaneSnap(Action, frozen=True, tag="lane_snap"):
    """A Fire Lane of this weapon attacks movers as a Snap Shot at the hexside that they cross (A9.221)."""

    form = "lane_snap {weapon}"

    weapon: int


class Rout(Action, frozen=True, tag="rout"):
    """Rout a unit one Location; ``crawl`` for Low Crawl (A10.52), ``leader`` for one who goes along from the
    start (A10.711) and may be left out of later steps, ``quick`` for shellholes entered without paying for their
    cover (A10.531), ``past`` as in :class:`Go` (B23.71).
    """

    unit: int
    to: int
    crawl: bool = False
    leader: int = 0
    quick: bool = False
    past: int = -1

    def way(self, frm: int) -> Way:
        """The way of a router who has come to ``frm``."""
        return Way(frm, self.to, past=self.past, cover=not self.quick)


class Abandon(Action, frozen=True, tag="abandon"):
    """Leave weapons behind before a rout so as to stay within the IPC (A10.4)."""

    unit: int
    weapons: tuple[int, ...]


class Advance(Action, frozen=True, tag="advance"):
    """Advance units together into an adjacent Location (A4.7); ``crest`` as in :class:`Go`."""

    units: tuple[int, ...]
    to: int
    crest: int = -1

    def way(self, frm: int) -> Way:
        """The way that it names, for units in ``frm``."""
        return Way(frm, self.to, crest=self.crest)


class PickLocation(Action, frozen=True, tag="pick_location"):
    """Choose the Location that is resolved next, for example in the CCPh (A11.12)."""

    form = "pick {loc}"

    loc: int


class StandWith(Action, frozen=True, tag="stand_with"):
    """Put a SMC with an MMC (or with another SMC) of its Location for CC; ``other`` 0: it stands alone (A11.14)."""

    unit: int
    other: int


class CloseCombat(Action, frozen=True, tag="close_combat"):
    """Declare one CC attack: who attacks whom, and the leader whose DRM applies (A11.12, A11.141); a vehicle says with
    which of its ``weapons`` (A11.62).
    """

    form = "cc {attackers:sorted} on {defenders:sorted} [dir {leader}] [with {weapons}]"

    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    leader: int = 0
    weapons: tuple[int, ...] = ()


class Withdraw(Action, frozen=True, tag="withdraw"):
    """Withdrawal of units in the CCPh: announced (``to`` -1), or carried out into an adjacent Location (A11.2)."""

    form = "withdraw {units:sorted} [to {to}]"

    units: tuple[int, ...]
    to: int = -1


class Reveal(Action, frozen=True, tag="reveal"):
    """Drop the "?" of own units, or take own Dummies off, of one's own will at any time (A12.14)."""

    form = "reveal {units:sorted}"

    units: tuple[int, ...]


class Hide(Action, frozen=True, tag="hide"):
    """During set-up: a unit sets up hidden, or not (A12.3); later not ``hidden`` places it under a "?" (A12.32)."""

    unit: int
    hidden: bool = True


class Expose(Action, frozen=True, tag="expose"):
    """A concealed unit shows itself for a moment, so that enemies of a Location who gave themselves away in its sight
    lose their "?" (A12.14).
    """

    form = "expose {unit} at {loc}"

    unit: int
    loc: int


class Concede(Action, frozen=True, tag="concede"):
    """Give the game up."""

    form = "concede {side}"

    side: int


def _kinds(base: type[Action]) -> tuple[type[Action], ...]:
    """The actions of a base."""
    below = [kind for sub in base.__subclasses__() for kind in _kinds(sub)]
    return tuple(below) or (base,)


# The decoder wants to know which structs there may be; a checker of types goes by their base.
if TYPE_CHECKING:
    AnyMoveStep: TypeAlias = MoveStep
    AnySpending: TypeAlias = Spending
    AnyJoint: TypeAlias = Joint
    AnyDriveStep: TypeAlias = DriveStep
else:
    AnyMoveStep, AnySpending, AnyJoint, AnyDriveStep = (
        reduce(operator.or_, _kinds(base)) for base in (MoveStep, Spending, Joint, DriveStep)
    )

ACTIONS: dict[str, type[Action]] = {str(kind.__struct_config__.tag): kind for kind in _kinds(Action)}
"""Every action by its name in ``do``."""


def encode(action: Action) -> dict[str, Any]:
    """The action as builtins, its name under ``do``; fields at their default are left out."""
    built: dict[str, Any] = msgspec.to_builtins(action)
    return built


def decode(data: object) -> Action:
    """The action that ``encode`` wrote.

    Raises :class:`Unreadable` with the place and what was expected.
    """
    if not isinstance(data, dict) or not isinstance(data.get("do"), str):
        raise Unreadable(f"an action is an object with 'do', one of: {', '.join(sorted(ACTIONS))}")
    cls = ACTIONS.get(data["do"])
    if cls is None:
        raise Unreadable(f"unknown action {data['do']!r}; known: {', '.join(sorted(ACTIONS))}")
    unknown = set(data) - {"do", *cls.__struct_encode_fields__}
    if unknown:
        raise Unreadable(f"action {data['do']}: unknown field {sorted(unknown)[0]!r}")
    try:
        return msgspec.convert(data, cls)
    except msgspec.ValidationError as error:
        raise Unreadable(f"action {data['do']}: {error}") from error
