"""The position as one value: small frozen structs in plain dicts (design section 3).

Its counters are declared in :mod:`.counters`, what they did in :mod:`.trail`; both are imported from here.

Nothing derivable is stored: Good Order, stacks, "moved", "first fired" and the like are read from
these parts by rules.  Charts, map, catalogue and rule set hang on ``world`` and are shared by every
copy, never copied and never encoded.

Sides are 0 and 1, in the order of the scenario.  A Location is an int of the map; a unit that is not
on the map has ``loc == NOWHERE`` and a ``place`` that says where it is.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from operator import attrgetter
from typing import TYPE_CHECKING, Annotated, Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from .counters import (
    ABOARD,
    CAPTURED,
    DRIFTING,
    ELIMINATED,
    ESCORTING,
    EXITED,
    JOINED,
    MK_CC,
    MK_ENCIRCLED,
    MK_HAND_TO_HAND,
    MK_MELEE,
    MK_RESIDUAL,
    MK_SMOKE,
    MK_SMOKE_DISPERSED,
    MK_SMOKE_DRIFT,
    MK_SMOKE_GRENADE,
    MK_WP,
    MK_WP_DISPERSED,
    MK_WP_DRIFT,
    MK_WP_GRENADE,
    NOWHERE,
    OFF_BOARD,
    ON_MAP,
    REINFORCEMENT,
    SHELL_SMOKE,
    SMOKE_MARKERS,
    UNPLACED,
    Acquired,
    Battery,
    Charge,
    Fighter,
    Marker,
    Piece,
    SetCharge,
    Unit,
    Vehicle,
    Weapon,
    Work,
    first_owner,
    top_first,
    with_stance,
)
from .integrity import Integrity
from .parts import Part, declared, plain
from .rare import Rare, still, those_that_are
from .sniper import Sniper
from .trail import (
    ADVANCING,
    ASSAULT,
    BOUNDING,
    DASH,
    DOUBLE_TIME,
    EMPTY_TRAIL,
    FINAL,
    FIRST,
    HAZARDOUS,
    LATE_DOUBLE_TIME,
    MINIMUM,
    OWN_MPH,
    PREP,
    PROTECTIVE,
    RESIDUAL,
    SUBSEQUENT,
    FireMark,
    Step,
    StepKind,
    Trail,
)
from .wave import Wave
from .weather import Weather

if TYPE_CHECKING:
    from .frames import Frame
    from .world import World

__all__ = [
    "ABOARD",
    "ADVANCING",
    "ASSAULT",
    "BOUNDING",
    "CAPTURED",
    "DASH",
    "DOUBLE_TIME",
    "DRIFTING",
    "ELIMINATED",
    "ESCORTING",
    "EMPTY_TRAIL",
    "EXITED",
    "FINAL",
    "FIRST",
    "HAZARDOUS",
    "JOINED",
    "LATE_DOUBLE_TIME",
    "MINIMUM",
    "MK_CC",
    "MK_ENCIRCLED",
    "MK_HAND_TO_HAND",
    "MK_MELEE",
    "MK_RESIDUAL",
    "MK_SMOKE",
    "MK_SMOKE_DISPERSED",
    "MK_SMOKE_DRIFT",
    "MK_SMOKE_GRENADE",
    "MK_WP",
    "MK_WP_DISPERSED",
    "MK_WP_DRIFT",
    "MK_WP_GRENADE",
    "NOBODY",
    "NOWHERE",
    "OFF_BOARD",
    "ON_MAP",
    "OWN_MPH",
    "PARTS",
    "PHASES",
    "PREP",
    "PROTECTIVE",
    "REINFORCEMENT",
    "RESIDUAL",
    "SHELL_SMOKE",
    "SMOKE_MARKERS",
    "SUBSEQUENT",
    "UNPLACED",
    "Acquired",
    "Battery",
    "Charge",
    "SetCharge",
    "Fighter",
    "FireMark",
    "Integrity",
    "Marker",
    "Piece",
    "Result",
    "Sniper",
    "State",
    "Step",
    "StepKind",
    "Trail",
    "Turn",
    "Unit",
    "Vehicle",
    "Wave",
    "Weapon",
    "Weather",
    "Work",
    "first_owner",
    "top_first",
    "with_stance",
]

PHASES = ("RPh", "PFPh", "MPh", "DFPh", "AFPh", "RtPh", "APh", "CCPh")

NOBODY = -1
"""Neither side: who has Control of what nobody ever took."""


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
    ``no_quarter`` says for each side whether nobody surrenders to it any more (A20.3), ``massacres`` whether it has
    massacred (A20.4).
    ``snipers`` are those of both sides, nothing where neither has one (A14); ``sniper_attacks`` the sides whose Sniper
    attacks are due, in their order. ``integrity`` is the Battlefield Integrity of both sides where it counts (A16).
    ``wave`` is the last Human Wave of this Player Turn (A25.23).
    ``infecting`` are leaders gone berserk who are still to carry others away (A15.41).
    ``third`` is the third die of the last DR where players throw one (A.1), 0 when there is none to use.

    What is annotated with a :class:`Part` is declared here and nowhere else: copying, saving, digest and view go by it.

    ``memo`` holds what rules have found out about the position, ``waits`` what it waits for (``core.recent``), which
    hangs on the stack too. ``tables`` holds what hangs on few parts, each with those that it was made of; with the
    stacks by their Locations (``located``) stands whether they are in the order of their first units.
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
    no_quarter: Annotated[tuple[bool, bool], Part()] = (False, False)
    massacres: Annotated[tuple[bool, bool], Part()] = (False, False)
    weather: Annotated[Weather, Part()] = Weather()
    snipers: Annotated[tuple[Sniper, ...], Part()] = ()
    sniper_attacks: Annotated[tuple[int, ...], Part()] = ()
    integrity: Annotated[tuple[Integrity, ...], Part()] = ()
    wave: Annotated[Wave | None, Part()] = None
    infecting: Annotated[tuple[int, ...], Part()] = ()
    memo: dict[Any, Any] = {}
    tables: dict[str, tuple[Any, ...]] = {}
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
        found: tuple[object, dict[int, tuple[Unit, ...]], bool] | None = self.tables.get("located")
        if found is None or found[0] is not self.units:
            return self.stacks().get(loc, ())
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
        found: tuple[object, dict[int, tuple[Unit, ...]], bool] | None = self.tables.get("located")
        located = found[1] if found is not None and found[0] is self.units else self.stacks()
        here = located.get(loc, ())
        for unit in here:
            if unit.side != side:
                return tuple([unit for unit in here if unit.side == side])
        return here

    def occupied(self) -> Mapping[int, tuple[Unit, ...]]:
        """Every Location that holds a unit, with its units; that of the first unit first."""
        table = self.stacks()
        if not self.tables["located"][2]:
            locs = list(filter(table.__contains__, dict.fromkeys(map(_LOC, self.units.values()))))
            table = dict(zip(locs, map(table.__getitem__, locs), strict=True))
            self.tables["located"] = (self.units, table, True)
        return table

    def stacks(self) -> dict[int, tuple[Unit, ...]]:
        """The same in no order that means anything."""
        found: tuple[object, dict[int, tuple[Unit, ...]], bool] | None = self.tables.get("located")
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
        self.tables["located"] = (self.units, table, True)
        return table

    def units_that_are(self, rare: Rare) -> tuple[Unit, ...]:
        """Units of which something holds that holds of few (:mod:`.rare`), on the map or off it, in the order of
        ``units``.
        """
        found: tuple[object, dict[Rare, tuple[Unit, ...]]] | None = self.tables.get("rare")
        if found is None or found[0] is not self.units:
            found = self.tables["rare"] = (self.units, {})
        known = found[1].get(rare)
        if known is None:
            known = found[1][rare] = those_that_are(rare, self.units.values())
        return known

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

    def marked(self, loc: int) -> bool:
        """Whether there is a marker in a Location."""
        return loc in self._marked()

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

    def with_stack(self, stack: tuple[Frame, ...]) -> State:
        """A copy that goes on with other frames: no rule reads them, so that what has been found out stays."""
        return replace(self, waits={}, stack=stack)

    def with_unit(self, unit: Unit) -> State:
        """A copy in which one unit stands as given."""
        old = self.units.get(unit.id)
        units = {**self.units, unit.id: unit}
        tables = self.tables.copy()
        few, known = tables.get("rare"), tables.get("located")
        if few is not None and few[0] is self.units:
            tables["rare"] = (units, still(few[1], old if old is not None else unit, unit))
        if known is not None and known[0] is self.units and old is not None:
            _, table, in_order = known
            loc = unit.loc
            if old.loc != loc or old.order != unit.order:
                table, in_order = dict(table), False
                if old.loc >= 0:
                    left = table.pop(old.loc)
                    if len(left) > 1:
                        table[old.loc] = tuple([one for one in left if one is not old])
                if loc >= 0:
                    table[loc] = tuple(sorted((*table.get(loc, ()), unit), key=top_first)) if loc in table else (unit,)
            elif loc >= 0:  # nobody comes or goes
                here = table[loc]
                table = {**table, loc: tuple([unit if one is old else one for one in here]) if here[1:] else (unit,)}
            tables["located"] = (units, table, in_order)
        return replace(self, waits={}, memo={}, tables=tables, units=units)

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


_LOC = attrgetter("loc")

_UNREAD = frozenset({"stack", "rolls", "third"})
"""Parts that no rule reads: they are what is being resolved, and the dice."""

PARTS = declared(State, World=Any, Frame=Any)
"""The parts of a position in the order in which they are written."""
