"""The position as one value: small frozen structs in plain dicts (design section 3).

Nothing derivable is stored: Good Order, stacks, "moved", "first fired" and the like are read from
these parts by rules.  Charts, map, catalogue and rule set hang on ``world`` and are shared by every
copy, never copied and never encoded.

Sides are 0 and 1, in the order of the scenario.  A Location is an int of the map; a unit that is not
on the map has ``loc == NOWHERE`` and a ``place`` that says where it is.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from .notes import Note, NoteKind
from .parts import Part, declared, plain
from .stance import PLAIN, Stance

if TYPE_CHECKING:
    from .frames import Frame
    from .world import World

NOWHERE = -1

# Where a unit or weapon is.
ON_MAP = 0
UNPLACED = 1
REINFORCEMENT = 2
OFF_BOARD = 3
EXITED = 4
ELIMINATED = 5
CAPTURED = 6
JOINED = 7  # half of a squad that Recombined

PHASES = ("RPh", "PFPh", "MPh", "DFPh", "AFPh", "RtPh", "APh", "CCPh")

# Declarations of a mover, bits of Trail.declared.
ASSAULT = 1
DOUBLE_TIME = 2
MINIMUM = 4
DASH = 8
HAZARDOUS = 16
LATE_DOUBLE_TIME = 32  # beside DOUBLE_TIME

# Occasions of an attack, the words in which rules ask for it.
PREP = "prep"
FIRST = "first"
SUBSEQUENT = "subsequent"
PROTECTIVE = "protective"
FINAL = "final"
ADVANCING = "advancing"
BOUNDING = "bounding"
RESIDUAL = "residual"

OWN_MPH = "own MPh"
"""What stands for the phase in an attack of a vehicle in its own MPh; "MPh" is Defensive First Fire (D3.3)."""

NOBODY = -1
"""Neither side: who has Control of what nobody ever took."""

# Marker kinds.
MK_RESIDUAL = "residual"
MK_SMOKE_GRENADE = "smoke_grenade"
MK_SMOKE, MK_SMOKE_DISPERSED = "smoke", "smoke_dispersed"
MK_WP, MK_WP_DISPERSED = "wp", "wp_dispersed"
SHELL_SMOKE = (MK_SMOKE, MK_SMOKE_DISPERSED, MK_WP, MK_WP_DISPERSED)
"""SMOKE of shells, full and Dispersed: any number of counters lie in one Location (A24.2)."""
SMOKE_MARKERS = (MK_SMOKE_GRENADE, *SHELL_SMOKE)
MK_CC = "cc"
MK_MELEE = "melee"
MK_ENCIRCLED = "encircled"


class Unit(Struct, frozen=True, gc=False, omit_defaults=True):
    """One Personnel counter (A1).

    ``order`` is the position in its stack, higher is nearer the top.  ``group`` names the scenario
    group it belongs to and ``enters`` the turn of its entry (0: sets up on the map).  ``ti``: A4.8, ``disrupted``:
    A19.12, ``fanatic``: A10.8.  ``concealed``: under a "?" (A12.1); ``hidden`` besides: not on the map for the enemy
    at all (A12.3). ``stance`` is how it is in its Location.
    """

    id: int
    side: int
    type: str
    loc: int = NOWHERE
    place: int = UNPLACED
    order: int = 0
    ident: str = ""
    broken: bool = False
    dm: bool = False
    pinned: bool = False
    cx: bool = False
    wounded: bool = False
    concealed: bool = False
    group: str = ""
    enters: int = 0
    ti: bool = False
    disrupted: bool = False
    fanatic: bool = False
    hidden: bool = False
    stance: Stance = PLAIN


def with_stance(unit: Unit, **changes: Any) -> Unit:
    """The unit with some fields of its stance replaced."""
    return replace(unit, stance=unit.stance.with_(**changes))


class Acquired(Struct, frozen=True, gc=False, omit_defaults=True):
    """What a Gun has acquired: its To Hit DRM there, -1 or -2 (C6.5). ``area``: everything in the hex of ``loc``, for
    shots on the Area Target Type; else the Known units of that Location.
    """

    loc: int
    drm: int
    area: bool = False


class Charge(Struct, frozen=True, gc=False, omit_defaults=True):
    """Where a DC is placed and by which unit, whether that was CX; who was concealed there, against whom it has half
    its FP; from which Original DR it is a dud (A23.3, A23.4). ``vehicle`` is the AFV that it is meant for, placed from
    ``frm`` through those ``facings`` of hull and turret (A23.5).
    """

    loc: int
    unit: int
    cx: bool = False
    halved: tuple[int, ...] = ()
    dud: int = 12
    vehicle: int = 0
    frm: int = -1
    facings: tuple[str, str] = ("front", "front")


class Weapon(Struct, frozen=True, gc=False, omit_defaults=True):
    """One support weapon counter (A9.1): possessed by unit ``holder``, or lying at ``loc`` when that is 0; one that
    keeps a place of its own while it is manned has both. Rules ask ``rules/facts/bearers`` who and where.

    ``facing`` is the hexspine that it points along (C3.2), by its vertex as in ``Trail.bypass``, -1 for none;
    ``concealed``: under a "?" of its own, ``hidden``: not on the map for the enemy, whoever mans it (A12.1, A12.3).
    ``acquired`` is what a Gun has acquired by its last shots (C6.5), ``emplaced``: dug in since the set-up (C11.2).
    ``depleted`` are the kinds of ammunition that it has run out of (C8.9), ``placed`` where a DC waits to go off,
    ``spotter`` the unit that was named as a mortar's Spotter (C9.3).
    ``bare``: its owner sets it up without Emplacement (C11.3). ``low_ammo``: its vehicle has Low Ammo for it (D3.71).
    ``captured``: the enemy was the last to Recover it (A26.222). ``limbered``: its other side up (C10.2), ``labor`` is
    what attempts to push it have gained for the next one, 0 to 2 (C10.3).
    ``dismantled`` is its dm side (A9.8).  ``lane`` holds the hexes of its Fire Lane, from the gun out to the counter
    (A9.22).
    """

    id: int
    side: int
    type: str
    holder: int = 0
    loc: int = NOWHERE
    place: int = UNPLACED
    malfunctioned: bool = False
    group: str = ""
    enters: int = 0
    dismantled: bool = False
    lane: tuple[int, ...] = ()
    facing: int = -1
    hidden: bool = False
    concealed: bool = False
    acquired: Acquired | None = None
    emplaced: bool = False
    captured: bool = False
    limbered: bool = False
    labor: int = 0
    depleted: tuple[str, ...] = ()
    placed: Charge | None = None
    spotter: int = 0
    bare: bool = False
    low_ammo: bool = False


class Piece(Struct, frozen=True, gc=False, omit_defaults=True):
    """What counters that are neither Personnel nor weapons have in common: whose they are, their type, their Location,
    the hexspine that they point along (C3.2; a Roadblock has a hexside; -1: none); ``concealed``: under a "?" (A12.1),
    ``hidden``: not on the map for the enemy (A12.3).
    """

    id: int
    side: int
    type: str
    loc: int = NOWHERE
    facing: int = -1
    hidden: bool = False
    concealed: bool = False


class Vehicle(Piece, frozen=True, gc=False):
    """One vehicle counter (D1), never a kind of Unit; it is its Inherent crew too, until that has left it.

    ``facing`` is its VCA, ``turret`` its TCA (-1: as the VCA, D3.12). ``motion``: in Motion (D2.4); ``ce``: its crew
    is exposed (D5.3); ``bogged``, ``mired`` (D8.2, D8.3), ``immobile`` (D8.1); ``shocked``: "shock" or "uk" (C7.4);
    ``stunned``: "stun" with its counter, "+1" once that has come off (D5.34); ``recalled`` (D5.341); ``abandoned``:
    without its crew (D5.4); ``wreck``, ``burning`` (D10, B25.14). A wreck belongs to nobody. Its weapons are
    :class:`Weapon` whose holder it is. Its deeds stand in ``State.trails`` under its own id. ``backing``: in
    Motion in reverse (D2.24). ``off_road``: beside the road of its hex, in the woods (B13.41). ``captured``: the enemy
    holds it (A21.2). ``stance`` holds the vertices of its Bypass (D2.3).
    """

    place: int = UNPLACED
    group: str = ""
    enters: int = 0
    ident: str = ""
    turret: int = -1
    motion: bool = False
    ce: bool = False
    bogged: bool = False
    mired: bool = False
    immobile: bool = False
    shocked: Literal["", "shock", "uk"] = ""
    stunned: Literal["", "stun", "+1"] = ""
    recalled: bool = False
    abandoned: bool = False
    wreck: bool = False
    burning: bool = False
    backing: bool = False
    off_road: bool = False
    captured: bool = False
    stance: Stance = PLAIN

    # What Personnel can be and a vehicle's crew is not, so that rules of fire can ask it of either.
    order: ClassVar[int] = 0
    broken: ClassVar[bool] = False
    dm: ClassVar[bool] = False
    pinned: ClassVar[bool] = False
    cx: ClassVar[bool] = False
    wounded: ClassVar[bool] = False
    ti: ClassVar[bool] = False
    disrupted: ClassVar[bool] = False
    fanatic: ClassVar[bool] = False


Fighter = Unit | Vehicle
"""Who can fire: Personnel, or a vehicle with its Inherent crew."""


class Work(Piece, frozen=True, gc=False):
    """One Fortification counter (B27 to B30)."""


class Battery(Piece, frozen=True, gc=False):
    """One off-board artillery battery (C1): ``loc`` is where its counter lies, if it is on the map."""


class Marker(Struct, frozen=True, gc=False, omit_defaults=True):
    """A counter on a Location that belongs to nobody: Residual FP, SMOKE, CC, Melee, Encircled.

    ``side``: whose units an Encircled counter affects, -1 for all there (A7.7); who placed SMOKE of shells (A24.4).
    ``crest``: Residual FP that lies at the Crest of a Depression hex only and does not reach its bed (A8.21).
    """

    id: int
    kind: str
    loc: int
    strength: int = 0
    side: int = -1
    crest: bool = False


StepKind = Literal[
    "enter",
    "smoke",
    "recover",
    "search",
    "push",
    "place",
    "bypass",
    "occupy",
    "around",
    "crest",
    "climb",
    "back",
    "start",
    "stop",
    "turn",
    "delay",
    "reverse",
    "start_back",
    "unbog",
]
"""What a mover spends MF on (A4): to ``enter`` a Location; SMOKE grenades, Recovery, a search or a ``push`` of a Gun
that does not move where it is; in Bypass
to go on along its hex (``bypass``), out of Bypass into the obstacle (``occupy``, A4.3) or ``around`` to the next house
of a row (B23.71); to change between Crest status and IN a Depression (``crest``, B20.9); to ``climb`` a cliff (B11.4);
``back`` is where a concealed enemy threw it (A12.15). A vehicle starts (``start_back`` in reverse), stops, turns its
VCA, delays or tries to ``unbog`` where it is, or enters a Location in ``reverse`` (D2, D8.3).
"""


class Step(Struct, frozen=True, gc=False, omit_defaults=True):
    """One expenditure of a mover: ``mf`` in halves (of a vehicle MP in halves), between Locations that are the same
    where it stayed; ``hexside`` is the one crossed, seen from ``frm``, -1 for none; ``road``: at the road rate;
    ``vertex``: that which a vehicle in Bypass faces then (D2.32), -1 for none.
    """

    kind: StepKind
    frm: int
    to: int
    mf: int
    hexside: int = -1
    road: bool = False
    vertex: int = -1


class FireMark(Struct, frozen=True, omit_defaults=True):
    """One use of inherent FP (on a unit) or of a weapon (on the weapon).

    ``occasion`` is the kind of attack, ``target`` the Location, ``units`` the movers shot at during the
    MPh and ``step`` how many expenditures they had made, for the limits of A8.14 and A9.2.
    ``kept_rof``: the weapon may fire again.  ``final`` leaves a Final Fire (or Prep Fire) counter at
    once, as cowering does.  ``spent``: not fired, only marked.  ``smoke``: SMOKE was fired (C8.5),
    ``spotting``: the unit was the Spotter of the weapon (C9.3), ``to_hit``: a weapon that fires on the IFT too fired on
    a To Hit Table.  ``weapon`` on a
    unit's own shot names the weapon that it fired (0: its inherent FP), so that a lost weapon counts as used.
    Of a vehicle in its own MPh ``step`` counts its own expenditures; ``turned`` is the DRM that it paid for turning its
    turret or its hull, ``unseen``: it fired at no Known enemy (D3.51). ``colored`` is the colored die of its To Hit DR,
    where that tells whether the enemy finds the Gun (A12.34). ``hull``: it turned its hull in place of its turret.
    """

    occasion: str
    target: int
    units: tuple[int, ...] = ()
    step: int = 0
    kept_rof: bool = False
    final: bool = False
    spent: bool = False
    weapon: int = 0
    turned: int = 0
    smoke: bool = False
    spotting: bool = False
    colored: int = 0
    to_hit: bool = False
    unseen: bool = False
    hull: bool = False


class Trail(Struct, frozen=True, omit_defaults=True):
    """What one unit did in this Player Turn: its only memory, cleared when the Player Turn ends.

    ``spent`` is what it used of its MF, in halves; ``directed`` holds the firers
    (units, and weapons as negative ids) that a leader directed first, ``lent`` a note of them for the first time on
    each occasion; ``tried`` notes of the attempts it made.  ``dash`` is where its Dash is to end (A4.63),
    NOWHERE when it makes none or the Dash was interrupted.  ``opportunity``: it holds its fire for the AFPh (A7.25).
    ``carrier`` is the unit that carries this wounded man in his MPh (A17.2).  ``unseen`` counts the steps that it took
    under a "?".  ``split_from`` is the squad of which it was a half as that acted (A19.13).
    ``began_motion``: a vehicle that was in Motion as its MPh began (D2.4), ``began_backing`` in reverse (D2.24).
    ``afv`` is the AFV with which Infantry began its MPh as one stack (D9.31), or the vehicle that it got out of (D9.3),
    ``beside`` the half MF that it has spent, or would have if it had gone on beside it, -1 while it has gone
    nowhere with it.
    """

    steps: tuple[Step, ...] = ()
    declared: int = 0
    started: bool = False
    ended: bool = False
    began_cx: bool = False
    spent: int = 0
    shots: tuple[FireMark, ...] = ()
    directed: tuple[int, ...] = ()
    lent: tuple[Note, ...] = ()
    tried: tuple[Note, ...] = ()
    portaged: tuple[int, ...] = ()
    dash: int = NOWHERE
    opportunity: bool = False
    carrier: int = 0
    unseen: int = 0
    split_from: int = 0
    began_motion: bool = False
    began_backing: bool = False
    afv: int = 0
    beside: int = -1

    @property
    def entries(self) -> tuple[Step, ...]:
        """The entries of Locations among its steps, in order."""
        return tuple([step for step in self.steps if step.kind == "enter"])

    def noted(self, *kinds: NoteKind) -> bool:
        """Whether it has tried anything of these kinds."""
        return any(note.kind in kinds for note in self.tried)

    @property
    def came_in(self) -> Step | None:
        """Its last entry of a Location, None where it has made none."""
        for step in reversed(self.steps):
            if step.kind == "enter":
                return step
        return None


EMPTY_TRAIL = Trail()


class Turn(Struct, frozen=True, gc=False, omit_defaults=True):
    """The turn record: ``attacker`` is the side whose Player Turn it is (A.13)."""

    number: int = 0
    attacker: int = 0
    phase: str = "setup"
    first: int = 0


class Result(Struct, frozen=True, gc=False, omit_defaults=True):
    """How the game ended: ``winner`` is a side, or -1 for a draw."""

    winner: int
    text: str
    rule: str = "A26"


class State(Struct, frozen=True, weakref=True, eq=False):
    """A whole position.  See the module text; ``stack`` is what is being resolved, innermost frame last.

    ``believed`` holds, where a side takes another one to have Control than has it, that one (-1: nobody) under twice
    the key of ``control`` plus the number of the side that believes it (A26.15).
    ``third`` is the third die of the last DR where players throw one (A.1), 0 when there is none to use.

    What is annotated with a :class:`Part` is declared here and nowhere else: copying, saving, digest and view go by it.

    ``memo`` holds what rules have found out about the position, ``waits`` what it waits for: that hangs on the stack
    too. ``tables`` holds what hangs on few parts, each with those that it was made of.
    """

    world: World
    units: Annotated[dict[int, Unit], Part("view", always=True, word="u")] = {}
    weapons: Annotated[dict[int, Weapon], Part("view", word="w")] = {}
    vehicles: Annotated[dict[int, Vehicle], Part("owner", word="vehicle")] = {}
    works: Annotated[dict[int, Work], Part("owner", word="work")] = {}
    batteries: Annotated[dict[int, Battery], Part("owner", word="battery")] = {}
    markers: Annotated[dict[int, Marker], Part("view")] = {}
    trails: Annotated[dict[int, Trail], Part("view")] = {}
    weapon_shots: Annotated[dict[int, tuple[FireMark, ...]], Part("view")] = {}
    control: Annotated[dict[int, int], Part("view")] = {}
    believed: Annotated[dict[int, int], Part("nobody")] = {}
    turn: Annotated[Turn, Part(always=True)] = Turn()
    stack: Annotated[tuple[Frame, ...], Part("view", always=True)] = ()
    rolls: Annotated[int, Part("nobody")] = 0
    next_id: Annotated[int, Part("view", always=True)] = 1
    result: Annotated[Result | None, Part()] = None
    points: Annotated[tuple[int, int], Part()] = (0, 0)
    third: Annotated[int, Part("nobody")] = 0
    memo: dict[Any, Any] = {}
    tables: dict[str, tuple[Any, Any]] = {}
    waits: dict[str, Any] = {}

    def __repr__(self) -> str:
        turn, sides = self.turn, self.world.sides
        here = sum(unit.place == ON_MAP for unit in self.units.values())
        attacker = sides[turn.attacker].id
        when = turn.phase if turn.phase == "setup" else f"turn {turn.number} {turn.phase}, {attacker} ATTACKER"
        result = f", over: {self.result.text}" if self.result is not None else ""
        return f"<State: {sides[0].id} against {sides[1].id}, {when}, {here} units on {self.world.map.name!r}{result}>"

    # -- readers used everywhere -------------------------------------------------------------

    def at(self, loc: int) -> tuple[Unit, ...]:
        """Units in a Location, both sides, top of the stack first."""
        found: tuple[object, dict[int, tuple[Unit, ...]]] | None = self.tables.get("located")
        if found is None or found[0] is not self.units:
            return self._located().get(loc, ())
        return found[1].get(loc, ())

    def vehicles_at(self, loc: int) -> tuple[Vehicle, ...]:
        """Vehicles and wrecks in a Location, both sides, in the order of their ids."""
        if not self.vehicles:
            return ()
        found: tuple[object, dict[int, tuple[Vehicle, ...]]] | None = self.tables.get("parked")
        if found is None or found[0] is not self.vehicles:
            table: dict[int, tuple[Vehicle, ...]] = {}
            for one in self.vehicles.values():
                if one.loc >= 0:
                    table[one.loc] = (*table.get(one.loc, ()), one)
            found = self.tables["parked"] = (self.vehicles, table)
        return found[1].get(loc, ())

    def all_at(self, loc: int) -> tuple[Fighter, ...]:
        """Units and vehicles in a Location, both sides, units first."""
        return (*self.at(loc), *self.vehicles_at(loc))

    def fighter(self, id: int) -> Fighter:
        """The unit or vehicle with this id; KeyError where there is none."""
        found = self.units.get(id)
        return found if found is not None else self.vehicles[id]

    def side_at(self, loc: int, side: int) -> tuple[Unit, ...]:
        """Units of one side in a Location, top of the stack first."""
        here = self.at(loc)
        for unit in here:
            if unit.side != side:
                return tuple([unit for unit in here if unit.side == side])
        return here

    def occupied(self) -> Mapping[int, tuple[Unit, ...]]:
        """Every Location that holds a unit, with its units."""
        return self._located()

    def weapons_of(self, unit: int) -> tuple[Weapon, ...]:
        """Weapons that a unit possesses, in the order of their ids."""
        found: tuple[object, dict[int, tuple[Weapon, ...]]] | None = self.tables.get("held")
        if found is None or found[0] is not self.weapons:
            return self._held().get(unit, ())
        return found[1].get(unit, ())

    def trail(self, unit: int) -> Trail:
        """What a unit did in this Player Turn."""
        return self.trails.get(unit, EMPTY_TRAIL)

    def marker_at(self, kind: str, loc: int) -> Marker | None:
        """The marker of one kind in a Location, or None; of SMOKE by shells one of several."""
        return self._marked().get(loc, {}).get(kind) if self.markers else None

    def bare(self, loc: int) -> bool:
        """Whether no unit, vehicle, wreck nor marker is in a Location."""
        if self.at(loc) or (self.vehicles and self.vehicles_at(loc)):
            return False
        return not (self.markers and loc in self._marked())

    def _marked(self) -> dict[int, dict[str, Marker]]:
        found = self.tables.get("marked")
        if found is not None and found[0] is self.markers:
            known: dict[int, dict[str, Marker]] = found[1]
            return known
        table: dict[int, dict[str, Marker]] = {}
        for marker in self.markers.values():
            table.setdefault(marker.loc, {}).setdefault(marker.kind, marker)
        self.tables["marked"] = (self.markers, table)
        return table

    def _located(self) -> dict[int, tuple[Unit, ...]]:
        found: tuple[object, dict[int, tuple[Unit, ...]]] | None = self.tables.get("located")
        if found is not None and found[0] is self.units:
            return found[1]
        lists: dict[int, list[Unit]] = {}
        for unit in self.units.values():
            loc = unit.loc
            if loc in lists:
                lists[loc].append(unit)
            elif loc >= 0:
                lists[loc] = [unit]
        table: dict[int, tuple[Unit, ...]] = {}
        for loc, units in lists.items():
            if len(units) > 1:
                units.sort(key=top_first)
            table[loc] = tuple(units)
        self.tables["located"] = (self.units, table)
        return table

    def _held(self) -> dict[int, tuple[Weapon, ...]]:
        found: tuple[object, dict[int, tuple[Weapon, ...]]] | None = self.tables.get("held")
        if found is not None and found[0] is self.weapons:
            return found[1]
        table: dict[int, tuple[Weapon, ...]] = {}
        for weapon in self.weapons.values():
            if weapon.holder:
                table[weapon.holder] = (*table.get(weapon.holder, ()), weapon)
        self.tables["held"] = (self.weapons, table)
        return table

    # -- changing: only ``apply`` calls these ------------------------------------------------

    def with_(self, **changes: Any) -> State:
        """A copy with some parts replaced; without any, one that has nothing in its memo.

        What rules have found out is shared where no part changes that they read.
        """
        if changes and changes.keys() <= _UNREAD:
            return replace(self, waits={}, **changes)
        return replace(self, waits={}, memo={}, tables=self.tables.copy(), **changes)

    def with_unit(self, unit: Unit) -> State:
        """A copy in which one unit stands as given."""
        old = self.units.get(unit.id)
        new = self.with_(units={**self.units, unit.id: unit})
        known = self.tables.get("located")
        if known is None or old is None or known[0] is not self.units:
            return new
        if old.loc == unit.loc and old.order == unit.order and old.side == unit.side:  # nobody comes or goes
            table = known[1]
            if unit.loc >= 0:
                table = {**table, unit.loc: tuple([unit if one is old else one for one in table[unit.loc]])}
            new.tables["located"] = (new.units, table)
        return new

    def with_weapon(self, weapon: Weapon) -> State:
        """A copy in which one weapon stands as given."""
        return self.with_(weapons={**self.weapons, weapon.id: weapon})

    def with_vehicle(self, vehicle: Vehicle) -> State:
        """A copy in which one vehicle stands as given."""
        return self.with_(vehicles={**self.vehicles, vehicle.id: vehicle})

    def with_trail(self, unit: int, trail: Trail) -> State:
        """A copy in which one unit's trail stands as given."""
        return self.with_(trails={**self.trails, unit: trail})

    # -- identity ----------------------------------------------------------------------------

    def parts(self) -> dict[str, Any]:
        """Everything but the shared world, as plain builtins in a fixed order; parts and fields at their default are
        left out.
        """
        built: dict[str, Any] = msgspec.to_builtins(self.written(), str_keys=True)
        return built

    def written(self) -> dict[str, Any]:
        """The same before it is made builtins, which JSON need not be."""
        found: dict[str, Any] = {}
        for part in PARTS:
            value = getattr(self, part.name)
            if not part.always and value == part.default:
                continue
            if part.keyed == "id":
                found[part.name] = [value[key] for key in sorted(value)]
            elif part.keyed == "key":
                found[part.name] = {key: value[key] for key in sorted(value)}
            elif part.name == "stack":
                found[part.name] = [frame.encoded() for frame in value]
            else:
                found[part.name] = plain(value)
        return found

    def digest(self) -> str:
        """A digest of the whole position, equal for equal positions (20 hex digits)."""
        return hashlib.blake2b(msgspec.json.encode(self.written()), digest_size=10).hexdigest()


_UNREAD = frozenset({"stack", "rolls", "third"})
"""Parts that no rule reads: they are what is being resolved, and the dice."""

PARTS = declared(State, World=Any, Frame=Any)
"""The parts of a position in the order in which they are written."""


def top_first(unit: Unit) -> tuple[int, int]:
    """The order of a stack, its top first."""
    return (-unit.order, unit.id)
