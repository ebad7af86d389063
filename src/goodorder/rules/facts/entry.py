"""An entry into a Location, as rules of cost and permission are asked about it, and the roads there (A4.13)."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from goodorder.board import Terrain
from goodorder.core.state import MK_SMOKE_GRENADE, State, Step, Unit
from goodorder.core.way import CROSSED, Way

from ..registry import removable
from .ground import ground, map_now
from .places import Link, ground_terrain, link_between, on_bridge, on_road_level, road_between
from .shellholes import SHELLHOLES, paid_cover

HALF = 2

BURIES_ROADS = ("stone_rubble", "wooden_rubble", "debris")

GRAVEYARD = "graveyard"

ORCHARD = "orchard"

RUNWAY = "runway"

CUTTINGS = ("sunken_road", "railroad_sunken")


class EntryFacts(Struct, frozen=True):
    """A joint entry: these units go one way together, of which the map's part is looked up (``looked_up``)."""

    st: State
    units: tuple[Unit, ...]
    way: Way

    @property
    def posture(self) -> bool:
        """Whether they change between IN a Depression and its Crest status within their hex (B20.91, B20.93)."""
        return self.way.frm == self.way.to and (self.way.crest >= 0 or self.leaves_crest)

    @property
    def leaves_crest(self) -> bool:
        """Whether they are in Crest status now."""
        return bool(self.units) and self.units[0].stance.crest >= 0 and self.way.frm == self.units[0].loc

    @property
    def within(self) -> bool:
        """Whether they stay in their hex: further in Bypass, or into the obstacle."""
        return self.way.frm == self.way.to and not self.posture

    @property
    def link(self) -> Link | None:
        """The way that leads there directly, None where none does or they enter the map."""
        return link_between(map_now(self.st), self.way.frm, self.way.to) if self.way.frm >= 0 else None

    @property
    def stairs(self) -> bool:
        """Whether they change levels within their hex."""
        return self.way.side < 0 <= self.way.frm and self.way.frm != self.way.to

    @property
    def terrain(self) -> Terrain:
        """The terrain of the Location entered."""
        return terrain_of(self.st, self.way.to)

    @property
    def along_road(self) -> bool:
        """Whether the entry keeps to a road, as the road bonus asks (B3.4)."""
        return not self.way.cover and along_road(self.st, self.way)

    @property
    def rise(self) -> int:
        """Levels up (positive) or down."""
        board = map_now(self.st)
        if self.way.frm < 0:
            return 0
        above = board.level(self.way.to) - board.level(self.way.frm)
        return above + (self.way.crest >= 0) - self.leaves_crest


def terrain_of(st: State, loc: int) -> Terrain:
    """The terrain of a Location."""
    return ground_terrain(map_now(st), loc)


def entry_facts(st: State, units: tuple[Unit, ...], way: Way) -> EntryFacts:
    """The facts of an entry; from off board it costs what the hex alone does (A2.5)."""
    return EntryFacts(st, units, looked_up(st, way))


def looked_up(st: State, way: Way) -> Way:
    """A way with what the map says of it: the hexside crossed, which a Crest claimed behind it faces, and whether the
    road is all there is to enter by.
    """
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
    board = map_now(st)
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


def rail_leads(st: State, frm: int, to: int) -> bool:
    """Whether only a railroad crosses the hexside between two hexes (B32.1)."""
    side = st.world.map.side_between(frm, to) if frm >= 0 else None
    return side is not None and ground(st, frm).rails[side]


def runway_leads(st: State, frm: int, to: int) -> bool:
    """Whether an entry runs along a runway, at what a paved road costs (B7.4)."""
    return frm >= 0 and all(ground(st, loc).terrain.id == RUNWAY for loc in (frm, to))


def along_road(st: State, way: Way) -> bool:
    """Whether an entry keeps to a road: across a road hexside, not paid for other terrain, without SMOKE (B3.4).

    A runway along itself does as well (ruling R485). Who takes an orchard's cover at the same price has not kept to
    the road (B3.43), and a graveyard's road counts for nothing (B18.42).
    """
    frm, to = way.frm, way.to
    if not (road_leads(st, frm, to) or runway_leads(st, frm, to)) or st.marker_at(MK_SMOKE_GRENADE, to) is not None:
        return False
    if rail_leads(st, frm, to):  # no bonus along a railroad (B32.11)
        return False
    if runway_leads(st, frm, to):
        return True
    terrain = ground(st, to).terrain
    cheap = 0 < terrain.mf * HALF <= HALF
    return terrain.id != GRAVEYARD and (way.road or (terrain.open_ground and cheap))


@removable(without=False)
def road_choice(st: State, loc: int) -> bool:
    """Whether the road of a hex and its other terrain are two ways at one price, as in an orchard (B14.6)."""
    return ground(st, loc).terrain.id == ORCHARD


def kept_to_road(st: State, unit: Unit) -> bool | None:
    """Whether a unit has entered Locations along a road only in this MPh; None when it has entered none."""
    entries = st.trail(unit.id).entries
    return all(_on_road(st, step) for step in entries) if entries else None


def _on_road(st: State, step: Step) -> bool:
    """Whether an entry kept to a road; who paid for the cover of shellholes beside it did not (B3.43)."""
    if terrain_of(st, step.to).id == SHELLHOLES and paid_cover(st, step):
        return False
    return along_road(st, Way(step.frm, step.to, road=step.road))
