"""Actions: every answer that a Choice can take, as a tagged union of frozen structs.

Ids are those of units and weapons in the position; Locations are the map's ints.  ``encode`` gives
the form that records and protocols carry: an object whose ``do`` names the action.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec
from msgspec import Struct

from .errors import Unreadable
from .way import Way


class Action(Struct, frozen=True, tag_field="do", omit_defaults=True):
    """Base of every action."""


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


class Give(Action, frozen=True, tag="give"):
    """Hand a weapon to another unit of the same Location (A4.431), or possess it at set-up."""

    weapon: int
    unit: int


class Recover(Action, frozen=True, tag="recover"):
    """Try to recover an unpossessed weapon in the unit's Location (A4.44)."""

    unit: int
    weapon: int


class Drop(Action, frozen=True, tag="drop"):
    """Leave a possessed weapon in the Location (A4.43)."""

    unit: int
    weapon: int


class Repair(Action, frozen=True, tag="repair"):
    """Try to repair a malfunctioned weapon (A9.72)."""

    weapon: int


class Handle(Action, frozen=True, tag="handle"):
    """Use a fire phase of a weapon for work on it: ``how`` is dismantle, assemble (A9.8), destroy or malfunction
    (A9.73).
    """

    weapon: int
    how: str


class Rally(Action, frozen=True, tag="rally"):
    """Attempt to rally a broken unit: by ``leader``, or by itself when that is 0 (A10.6, A10.63)."""

    unit: int
    leader: int = 0


class Deploy(Action, frozen=True, tag="deploy"):
    """A squad tries to split into two half-squads; ``leader`` directs it, 0 where none is needed (A1.31)."""

    unit: int
    leader: int = 0


class Recombine(Action, frozen=True, tag="recombine"):
    """Two half-squads join into a squad (A1.32)."""

    units: tuple[int, int]


class VoluntaryBreak(Action, frozen=True, tag="voluntary_break"):
    """A unit breaks on purpose at the start of the RtPh (A10.41)."""

    unit: int


class KeepDm(Action, frozen=True, tag="keep_dm"):
    """Keep a broken unit under DM at the end of the RPh (A10.62)."""

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


SNAP = 7
"""``Fire.via`` of a Snap Shot."""


class Fire(Action, frozen=True, tag="fire"):
    """A fire attack: its firers, the directing leaders (one for each firing Location, or none), the target Location.

    ``via`` is the place of a Bypassed hex that the lines run to (A4.34): a vertex 0 to 5, 6 the centre, -1 what is
    best for each firing Location, ``SNAP`` the hexside by which the movers came (A8.15).  ``spray`` is the second
    Location of Spraying Fire (A9.5), -1 for none.  ``lanes`` are the Fire Lanes that it declares (A9.22).
    """

    firers: tuple[Firer, ...]
    target: int
    leaders: tuple[int, ...] = ()
    via: int = -1
    spray: int = -1
    lanes: tuple[Lane, ...] = ()


class Opportunity(Action, frozen=True, tag="opportunity"):
    """In the PFPh: these units hold their fire for the AFPh (A7.25)."""

    units: tuple[int, ...]


class Wall(Action, frozen=True, tag="wall"):
    """These units claim Wall Advantage, or with ``held`` false give it up (B9.322)."""

    units: tuple[int, ...]
    held: bool = True


class Go(Action, frozen=True, tag="go"):
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


class Smoke(Action, frozen=True, tag="smoke"):
    """Try to place a SMOKE grenade in the own or an adjacent Location (A24.1)."""

    unit: int
    to: int


class Together(Action, frozen=True, tag="together"):
    """Units of one moving stack spend the same MF on different things, announced together (A4.2)."""

    acts: tuple[Go | Smoke | Recover, ...]

    @property
    def units(self) -> tuple[int, ...]:
        """All units that do something."""
        return tuple(u for act in self.acts for u in units_of(act))


class Search(Action, frozen=True, tag="search"):
    """These units of the moving stack end their move by searching the hexes about them (A12.152)."""

    units: tuple[int, ...]


class Climb(Action, frozen=True, tag="climb"):
    """These units climb a cliff with all their MF, one level on to the place ``to`` (B11.4)."""

    units: tuple[int, ...]
    to: int


class MopUp(Action, frozen=True, tag="mop_up"):
    """In the PFPh these units become TI to secure the building that they are in (A12.153)."""

    units: tuple[int, ...]


class OverrunCheck(Action, frozen=True, tag="overrun_check"):
    """A unit of the moving stack takes the NTC for an Infantry OVR of a Location (A4.15)."""

    unit: int
    to: int


class Displace(Action, frozen=True, tag="displace"):
    """An overrun SMC leaves its Location; with ``to`` the ATTACKER says where it goes (A4.151)."""

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


Spending = Go | Smoke | Recover | Drop | Search | OverrunCheck | Together
"""Expenditures in the MPh, with each of which a move may begin."""


class Move(Action, frozen=True, tag="move"):
    """Begin the MPh of a unit or stack with its declarations (bits ASSAULT, DOUBLE_TIME, MINIMUM, DASH) and its
    first expenditure; ``dash`` is the Location in which a Dash is to end (A4.63), ``carry`` the wounded man whom the
    unit ``by`` of the stack carries (A17.2).  ``hurry`` names those who Double Time where not all of them do.
    """

    units: tuple[int, ...]
    declared: int = 0
    first: Spending | None = None
    dash: int = -1
    carry: int = 0
    by: int = 0
    hurry: tuple[int, ...] = ()


class DoubleTime(Action, frozen=True, tag="double_time"):
    """These units of the moving stack, having spent MF, turn to Double Time for one MF more (A4.5)."""

    units: tuple[int, ...]


class Halt(Action, frozen=True, tag="halt"):
    """These units of the moving stack end their MPh here (A4.2)."""

    units: tuple[int, ...]


MoveStep = Spending | DoubleTime | Halt
"""All that a stack can do while it moves."""


class Residual(Action, frozen=True, tag="residual"):
    """After First Fire: weapons that give up a kept rate of fire so as to count for Residual FP (A8.23)."""

    weapons: tuple[int, ...] = ()


class LaneSnap(Action, frozen=True, tag="lane_snap"):
    """A Fire Lane of this weapon attacks movers as a Snap Shot at the hexside that they cross (A9.221)."""

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

    loc: int


class StandWith(Action, frozen=True, tag="stand_with"):
    """Put a SMC with an MMC (or with another SMC) of its Location for CC; ``other`` 0: it stands alone (A11.14)."""

    unit: int
    other: int


class CloseCombat(Action, frozen=True, tag="close_combat"):
    """Declare one CC attack: who attacks whom, and the leader whose DRM applies (A11.12, A11.141)."""

    attackers: tuple[int, ...]
    defenders: tuple[int, ...]
    leader: int = 0


class Withdraw(Action, frozen=True, tag="withdraw"):
    """Withdrawal of units in the CCPh: announced (``to`` -1), or carried out into an adjacent Location (A11.2)."""

    units: tuple[int, ...]
    to: int = -1


class Reveal(Action, frozen=True, tag="reveal"):
    """Drop the "?" of own units, or take own Dummies off, of one's own will at any time (A12.14)."""

    units: tuple[int, ...]


class Hide(Action, frozen=True, tag="hide"):
    """During set-up: a unit sets up hidden, or not (A12.3); later not ``hidden`` places it under a "?" (A12.32)."""

    unit: int
    hidden: bool = True


class Expose(Action, frozen=True, tag="expose"):
    """A concealed unit shows itself for a moment, so that enemies of a Location who gave themselves away in its sight
    lose their "?" (A12.14).
    """

    unit: int
    loc: int


class Concede(Action, frozen=True, tag="concede"):
    """Give the game up."""

    side: int


_ACTIONS: dict[str, type[Action]] = {
    str(cls.__struct_config__.tag): cls
    for cls in (
        Done,
        Place,
        TakeSetup,
        Give,
        Recover,
        Drop,
        Repair,
        Handle,
        Rally,
        Deploy,
        Recombine,
        VoluntaryBreak,
        KeepDm,
        Fire,
        Opportunity,
        Wall,
        Move,
        Go,
        Smoke,
        Together,
        Search,
        Climb,
        MopUp,
        OverrunCheck,
        Displace,
        Halt,
        DoubleTime,
        Residual,
        LaneSnap,
        Rout,
        Abandon,
        Advance,
        PickLocation,
        StandWith,
        CloseCombat,
        Withdraw,
        Reveal,
        Expose,
        Hide,
        Concede,
    )
}


def encode(action: Action) -> dict[str, Any]:
    """The action as builtins, its name under ``do``; fields at their default are left out."""
    built: dict[str, Any] = msgspec.to_builtins(action)
    return built


def decode(data: object) -> Action:
    """The action that ``encode`` wrote.

    Raises :class:`Unreadable` with the place and what was expected.
    """
    if not isinstance(data, dict) or not isinstance(data.get("do"), str):
        raise Unreadable(f"an action is an object with 'do', one of: {', '.join(sorted(_ACTIONS))}")
    cls = _ACTIONS.get(data["do"])
    if cls is None:
        raise Unreadable(f"unknown action {data['do']!r}; known: {', '.join(sorted(_ACTIONS))}")
    unknown = set(data) - {"do", *cls.__struct_fields__}
    if unknown:
        raise Unreadable(f"action {data['do']}: unknown field {sorted(unknown)[0]!r}")
    try:
        return msgspec.convert(data, cls)
    except msgspec.ValidationError as error:
        raise Unreadable(f"action {data['do']}: {error}") from error
