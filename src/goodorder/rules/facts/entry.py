"""An entry into a Location, as rules of cost and permission are asked about it, and the roads there (A4.13)."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, wraps
from operator import attrgetter
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from goodorder.board import Map, Terrain
from goodorder.board.map.per_map_cache import once_per_map
from goodorder.core.errors import Refusal
from goodorder.core.state import ASSAULT, MINIMUM, NOWHERE, State, Step, Unit
from goodorder.core.way import CROSSED, Way
from goodorder.data.counters.words import Trait

from ..ledger import Mod
from ..registry import builds, removable
from .ground import ground, map_now
from .places import (
    Link,
    ground_terrain,
    has_entrance,
    in_tower,
    link_between,
    on_bridge,
    on_road_level,
    road_between,
)
from .shellholes import SHELLHOLES, paid_cover
from .smoke import in_smoke
from .units import encircled, has, utype
from .wave import in_wave

WAYS: tuple[Trait, ...] = ("wood_ways", "town_ways")
"""Movement advantages of Partisans (A25.241)."""
HALF = 2

MOST_WAYS = 100_000
"""Ways over a map that are remembered; players can ask for others than there are."""

BURIES_ROADS = ("stone_rubble", "wooden_rubble", "debris")

GRAVEYARD = "graveyard"

ORCHARD = "orchard"

RUNWAY = "runway"

CUTTINGS = ("sunken_road", "railroad_sunken")

GAITS = ((ASSAULT, "Assault Movement"), (MINIMUM, "Minimum Move"))
"""The declarations of which rules of entry speak, in the words of ``MAY_ENTER``."""

ID = attrgetter("id")
ENEMIES = frozenset(("enemies there",))


class MapWay(Struct, frozen=True, dict=True, eq=False):
    """What a map says of one way over it, each thing found once; ``way`` is looked up (:func:`looked_up`).

    ``mods`` are what the ground asks of anybody, for those who leave Crest status with it and for others.
    """

    board: Map
    way: Way
    mods: dict[bool, tuple[Mod, ...]]

    @cached_property
    def peculiar(self) -> bool:
        """Whether the Location entered costs more or less by who enters it: one squad is too many in a tower, and who
        Controls a factory hex uses its entrance.
        """
        return in_tower(self.board, self.way.to) or has_entrance(self.board, self.way.to)

    @cached_property
    def link(self) -> Link | None:
        """The way that leads there directly, None where none does or units enter the map."""
        return link_between(self.board, self.way.frm, self.way.to) if self.way.frm >= 0 else None

    @cached_property
    def terrain(self) -> Terrain:
        """The terrain of the Location entered."""
        return ground_terrain(self.board, self.way.to)

    @cached_property
    def along_road(self) -> bool:
        """Whether it keeps to a road where no SMOKE lies."""
        way = self.way
        return not (way.cover or way.push) and keeps_to_road(self.board, way.frm, way.to, way.road)

    @cached_property
    def kinds(self) -> frozenset[str]:
        """What holds of the way of the kinds that ``MAY_ENTER`` knows, whoever goes."""
        way = self.way
        holds = {
            "Bypass": bool(way.bypass),
            "after Bypass": way.frm == way.to,
            "to the Crest": way.crest >= 0,
            "hexside terrain": way.side >= 0 and self.board.hex_of(way.frm).sides[way.side] is not None,
        }
        return frozenset([kind for kind, does in holds.items() if does])

    @cached_property
    def rise(self) -> int:
        """Levels up (positive) or down, for units that are not in Crest status."""
        if self.way.frm < 0:
            return 0
        return self.board.level(self.way.to) - self.board.level(self.way.frm) + (self.way.crest >= 0)


class Stack(Struct, frozen=True, eq=False):
    """Units that go together as they are now, and what about them is the same whichever way they go.

    ``declared`` are the declarations that any of them has made; the other marks say whether any Dashes, is in Bypass,
    in Crest status or Encircled, any is Unarmed, or nothing bars them: a Human Wave (A25.232) or all berserk (A15.432).
    ``kinds`` is what holds of any of them, in words of which ``MAY_ENTER`` knows the most.
    ``kept``: they are the position's own, not imagined elsewhere. ``answers`` holds what
    rules have said of them (:func:`of_the_stack`), ``refusals`` whether they may go a way. ``ways`` are the movement
    advantages that one of them has by a special rule (A25.241).
    """

    units: tuple[Unit, ...]
    ids: tuple[int, ...]
    declared: int
    dashes: bool
    bypasses: bool
    crests: bool
    encircled: bool
    unarmed: bool
    unbarred: bool
    ways: frozenset[Trait]
    kept: bool
    kinds: frozenset[str]
    answers: dict[str, Refusal | None]
    refusals: dict[MapWay, Refusal | None]


class EntryFacts(Struct, frozen=True):
    """A joint entry: these units go one way together, of which the map's part is looked up (``looked_up``).

    ``leaves_crest``: they are in Crest status now. ``posture``: they change between IN a Depression and its Crest
    status within their hex (B20.91, B20.93). ``within``: they stay in their hex otherwise, further in Bypass, or into
    the obstacle.
    """

    st: State
    units: tuple[Unit, ...]
    way: Way
    on_map: MapWay
    stack: Stack
    leaves_crest: bool
    posture: bool
    within: bool

    @property
    def kinds(self) -> frozenset[str]:
        """What holds of it of the kinds that ``MAY_ENTER`` knows."""
        kinds = self.stack.kinds
        if more := self.on_map.kinds:
            kinds = kinds | more
        return kinds | ENEMIES if self.meets_enemies else kinds

    @property
    def meets_enemies(self) -> bool:
        """Whether any enemy unit is where it leads, or a vehicle or wreck of either side."""
        st, to, side = self.st, self.way.to, self.units[0].side
        for unit in st.at(to):
            if unit.side != side:
                return True
        return bool(st.vehicles and st.vehicles_at(to))

    @property
    def link(self) -> Link | None:
        """The way that leads there directly, None where none does or they enter the map."""
        return self.on_map.link

    @property
    def stairs(self) -> bool:
        """Whether they change levels within their hex."""
        return self.way.side < 0 <= self.way.frm and self.way.frm != self.way.to

    @property
    def terrain(self) -> Terrain:
        """The terrain of the Location entered."""
        return self.on_map.terrain

    @property
    def along_road(self) -> bool:
        """Whether the entry keeps to a road, as the road bonus asks (B3.4)."""
        return self.on_map.along_road and not in_smoke(self.st, self.way.to)

    @property
    def rise(self) -> int:
        """Levels up (positive) or down."""
        return self.on_map.rise - self.leaves_crest if self.way.frm >= 0 else 0


def terrain_of(st: State, loc: int) -> Terrain:
    """The terrain of a Location."""
    return ground_terrain(map_now(st), loc)


def entry_facts(st: State, units: tuple[Unit, ...], way: Way) -> EntryFacts:
    """The facts of an entry; from off board it costs what the hex alone does (A2.5)."""
    return facts_of(st, stack_of(st, units), way)


def facts_of(st: State, stack: Stack, way: Way) -> EntryFacts:
    """The same for a stack at hand."""
    on_map, units = _on_map(st, way), stack.units
    way = on_map.way
    leaves_crest = bool(units) and units[0].stance.crest >= 0 and way.frm == units[0].loc
    stays = way.frm == way.to
    posture = stays and (way.crest >= 0 or leaves_crest)
    return EntryFacts(st, units, way, on_map, stack, leaves_crest, posture, stays and not posture)


def own_stack(st: State, ids: tuple[int, ...]) -> Stack:
    """Units of the position itself that go together."""
    known: Stack | None = st.memo.get(("stack", ids))
    return stack_of(st, tuple(map(st.units.__getitem__, ids))) if known is None else known


def stack_of(st: State, units: tuple[Unit, ...]) -> Stack:
    """Units that go together; those of the position itself are asked once."""
    ids = tuple(map(ID, units))
    key = ("stack", ids)
    known: Stack | None = st.memo.get(key)
    if known is not None and known.units == units:
        return known
    declared, kinds = 0, ["stack"] if len(units) > 1 else []
    ringed, unarmed, charges, kept = False, False, True, True
    for unit in units:
        kinds += _kinds_of(st, unit)
        declared |= st.trail(unit.id).declared
        ringed = ringed or encircled(st, unit)
        unarmed = unarmed or unit.unarmed
        charges = charges and unit.berserk
        kept = kept and st.units.get(unit.id) is unit
    found = Stack(
        units,
        ids,
        declared,
        "Dash" in kinds,
        "after Bypass" in kinds,
        "in Crest status" in kinds,
        ringed,
        unarmed,
        charges or in_wave(st, units[0]),
        _known_ways(st, units),
        kept,
        frozenset(kinds),
        {},
        {},
    )
    if kept:
        st.memo[key] = found
    return found


def _kinds_of(st: State, unit: Unit) -> list[str]:
    """What holds of a unit, in words of which ``MAY_ENTER`` knows the most."""
    trail, kind, stance = st.trail(unit.id), utype(st, unit), unit.stance
    kinds = [word for bit, word in GAITS if trail.declared & bit] if trail.declared else []
    if trail.dash != NOWHERE:
        kinds.append("Dash")
    if stance.bypass:
        kinds.append("after Bypass")
    if stance.crest >= 0:
        kinds.append("in Crest status")
    if unit.berserk:
        kinds.append("berserk")
    if trail.portaged or st.weapons_of(unit.id):
        kinds.append("weapons")
    if kind.kind == "leader":
        kinds.append("leader")
    if kind.smoke:
        kinds.append("smoke exponent")
    if trail.tried and trail.noted("push"):
        kinds.append("pushes")
    return kinds


@builds("A25.241", "A25.241b")
def _known_ways(st: State, units: tuple[Unit, ...]) -> frozenset[Trait]:
    """The movement advantages that one of the units has, and so all who move with it."""
    if not units or not st.world.sides[units[0].side].troops:
        return frozenset()
    return frozenset([trait for trait in WAYS if any(has(st, unit, trait) for unit in units)])


def of_the_stack(function: Callable[[EntryFacts], Refusal | None]) -> Callable[[EntryFacts], Refusal | None]:
    """Ask a rule of entry once for a stack, where its answer hangs on the position and the stack, not on the way."""
    key = function.__name__

    @wraps(function)
    def asked(facts: EntryFacts) -> Refusal | None:
        answers = facts.stack.answers
        if key not in answers:
            answers[key] = function(facts)
        return answers[key]

    return asked


def looked_up(st: State, way: Way) -> Way:
    """A way with what the map says of it: the hexside crossed, which a Crest claimed behind it faces, and whether the
    road is all there is to enter by.
    """
    return _on_map(st, way).way


def _on_map(st: State, way: Way) -> MapWay:
    """What the map as it is now says of a way, once for all who go there by the same rules."""
    board = map_now(st)
    known = _ways(st.world.rules, board)
    on_map = known.get(way)
    if on_map is None:
        if len(known) >= MOST_WAYS:
            known.clear()
        on_map = known[way] = MapWay(board, _looked_up(st, way), {})
    return on_map


@once_per_map(64)
def _ways(rules: Any, board: Map) -> dict[Way, MapWay]:
    """The ways over a map that were asked about under a rule set."""
    return {}


def _looked_up(st: State, way: Way) -> Way:
    if way.to < 0:
        return way
    side = st.world.map.side_between(way.frm, way.to) if way.frm >= 0 else None
    across = -1 if side is None else side
    crest = (across + 3) % 6 if way.crest == CROSSED and across >= 0 else way.crest
    road = way.road or (across >= 0 and only_road(st, way.frm, way.to))
    return replace(way, side=across, crest=crest, road=road)


def road_leads(st: State, frm: int, to: int) -> bool:
    """Whether a road crosses the hexside between two hexes, so that the road rate may be chosen (A4.132).

    A road under rubble or debris is none (B3.43), that over a bridge none to who goes beneath it (B6.4).
    """
    return road_on(map_now(st), frm, to)


@once_per_map(32768)
def road_on(board: Map, frm: int, to: int) -> bool:
    """The same by the map."""
    if board.hex_of(to).terrain.id in BURIES_ROADS:
        return False
    if frm < 0:
        return board.hex_of(to).road and on_road_level(board, to)
    return road_between(board, frm, to)


@removable(without=False)
def only_road(st: State, frm: int, to: int) -> bool:
    """Whether a hex entered along its road has no other terrain to pay for: a bridge, a sunken road (B4.4, B6.4)."""
    board = map_now(st)
    return on_bridge(board, to) or (ground_terrain(board, to).id in CUTTINGS and road_leads(st, frm, to))


def rail_leads(board: Map, frm: int, to: int) -> bool:
    """Whether only a railroad crosses the hexside between two hexes (B32.1)."""
    side = board.side_between(frm, to) if frm >= 0 else None
    return side is not None and board.hex_of(frm).rails[side]


def runway_leads(board: Map, frm: int, to: int) -> bool:
    """Whether an entry runs along a runway, at what a paved road costs (B7.4)."""
    return frm >= 0 and all(board.hex_of(loc).terrain.id == RUNWAY for loc in (frm, to))


@once_per_map(32768)
def keeps_to_road(board: Map, frm: int, to: int, by_road: bool) -> bool:
    """Whether an entry keeps to a road as far as the map tells, at the road rate or not: across a road hexside, not
    paid for other terrain (B3.4); SMOKE there is another question.

    A runway along itself does as well (ruling R485). Who takes an orchard's cover at the same price has not kept to
    the road (B3.43), and a graveyard's road counts for nothing (B18.42).
    """
    runway = runway_leads(board, frm, to)
    if not (runway or road_on(board, frm, to)) or rail_leads(board, frm, to):  # no bonus along a railroad (B32.11)
        return False
    terrain = board.hex_of(to).terrain
    cheap = 0 < terrain.mf * HALF <= HALF
    return runway or (terrain.id != GRAVEYARD and (by_road or (terrain.open_ground and cheap)))


@removable(without=False)
def road_choice(st: State, loc: int) -> bool:
    """Whether the road of a hex and its other terrain are two ways at one price, as in an orchard (B14.6)."""
    return ground(st, loc).terrain.id == ORCHARD


def kept_to_road(st: State, unit: Unit) -> bool | None:
    """Whether a unit has moved along a road only in this MPh; None when it has not moved.

    To the Crest and down from it is no move along the road (ruling R1102), nor are stairs.
    """
    moved = False
    for step in st.trail(unit.id).steps:
        if step.kind in ("enter", "crest"):
            if not _on_road(st, step):
                return False
            moved = True
    return True if moved else None


def _on_road(st: State, step: Step) -> bool:
    """Whether a step kept to a road; who paid for the cover of shellholes beside it did not (B3.43)."""
    if step.kind == "crest" or not keeps_to_road(map_now(st), step.frm, step.to, step.road):
        return False
    if terrain_of(st, step.to).id == SHELLHOLES and paid_cover(st, step):
        return False
    return not in_smoke(st, step.to)
