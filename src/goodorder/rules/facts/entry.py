"""An entry into a Location, as rules of cost and permission are asked about it, and the roads there (A4.13)."""

from __future__ import annotations

from msgspec import Struct

from goodorder.board import Terrain
from goodorder.core.actions import CROSSED
from goodorder.core.state import MK_SMOKE_GRENADE, State, Step, Unit

from .places import Link, ground_terrain, link_between, on_bridge, on_road_level, road_between
from .shellholes import SHELLHOLES, paid_cover

HALF = 2

BURIES_ROADS = ("stone_rubble", "wooden_rubble", "debris")

GRAVEYARD = "graveyard"

ORCHARD = "orchard"

RUNWAY = "runway"

CUTTINGS = ("sunken_road", "railroad_sunken")


class EntryFacts(Struct, frozen=True):
    """A joint entry: these units go from one Location to an adjacent one across ``side``, at the road rate or not.

    ``bypass`` are the hexsides of ``to`` that they go along (A4.3); ``frm`` is ``to`` itself where they were in Bypass
    there already.  ``crest`` is the middle hexside of the Crest status claimed there, -1 without (B20.91).  ``cover``
    is whether they pay for the cover of shellholes (B2.4).
    """

    st: State
    units: tuple[Unit, ...]
    frm: int
    to: int
    side: int
    road: bool = False
    bypass: tuple[int, ...] = ()
    crest: int = -1
    cover: bool = False

    @property
    def posture(self) -> bool:
        """Whether they change between IN a Depression and its Crest status within their hex (B20.91, B20.93)."""
        return self.frm == self.to and (self.crest >= 0 or self.leaves_crest)

    @property
    def leaves_crest(self) -> bool:
        """Whether they are in Crest status now."""
        return bool(self.units) and self.units[0].crest >= 0 and self.frm == self.units[0].loc

    @property
    def within(self) -> bool:
        """Whether they stay in their hex: further in Bypass, or into the obstacle."""
        return self.frm == self.to and not self.posture

    @property
    def link(self) -> Link | None:
        """The way that leads there directly, None where none does or they enter the map."""
        return link_between(self.st.world.map, self.frm, self.to) if self.frm >= 0 else None

    @property
    def stairs(self) -> bool:
        """Whether they change levels within their hex."""
        return self.side < 0 <= self.frm and self.frm != self.to

    @property
    def terrain(self) -> Terrain:
        """The terrain of the Location entered."""
        return terrain_of(self.st, self.to)

    @property
    def along_road(self) -> bool:
        """Whether the entry keeps to a road, as the road bonus asks (B3.4)."""
        return not self.cover and along_road(self.st, self.frm, self.to, self.road)

    @property
    def rise(self) -> int:
        """Levels up (positive) or down."""
        board = self.st.world.map
        if self.frm < 0:
            return 0
        above = board.level(self.to) - board.level(self.frm)
        return above + (self.crest >= 0) - self.leaves_crest


def terrain_of(st: State, loc: int) -> Terrain:
    """The terrain of a Location; of its hex, where the profile knows no levels."""
    board = st.world.map
    return ground_terrain(board, loc) if st.world.rules.levels else board.hex_of(loc).terrain


def entry_facts(
    st: State,
    units: tuple[Unit, ...],
    frm: int,
    to: int,
    *,
    road: bool = False,
    bypass: tuple[int, ...] = (),
    crest: int = -1,
    cover: bool = False,
) -> EntryFacts:
    """The facts of an entry; ``frm`` -1 is from off board, at the cost of the hex alone (A2.5)."""
    side = st.world.map.side_between(frm, to) if frm >= 0 else None
    across = -1 if side is None else side
    if crest == CROSSED and across >= 0:
        crest = (across + 3) % 6
    road = road or (across >= 0 and st.world.rules.levels and only_road(st, frm, to))
    return EntryFacts(st, units, frm, to, across, road, bypass, crest, cover)


def road_leads(st: State, frm: int, to: int) -> bool:
    """Whether a road crosses the hexside between two hexes, so that the road rate may be chosen (A4.132).

    A road under rubble or debris is none (B3.43), that over a bridge none to who goes beneath it (B6.4).
    """
    board = st.world.map
    if board.hex_of(to).terrain.id in BURIES_ROADS:
        return False
    if frm < 0:
        return board.hex_of(to).road and (not st.world.rules.levels or on_road_level(board, to))
    if st.world.rules.levels:
        return road_between(board, frm, to)
    side = board.side_between(frm, to)
    return side is not None and board.hex_of(frm).roads[side]


def only_road(st: State, frm: int, to: int) -> bool:
    """Whether a hex entered along its road has no other terrain to pay for: a bridge, a sunken road (B4.4, B6.4)."""
    board = st.world.map
    return on_bridge(board, to) or (ground_terrain(board, to).id in CUTTINGS and road_leads(st, frm, to))


def rail_leads(st: State, frm: int, to: int) -> bool:
    """Whether only a railroad crosses the hexside between two hexes (B32.1)."""
    side = st.world.map.side_between(frm, to) if frm >= 0 else None
    return side is not None and st.world.map.hex_of(frm).rails[side]


def runway_leads(st: State, frm: int, to: int) -> bool:
    """Whether an entry runs along a runway, at what a paved road costs (B7.4)."""
    return frm >= 0 and all(st.world.map.hex_of(loc).terrain.id == RUNWAY for loc in (frm, to))


def along_road(st: State, frm: int, to: int, road: bool) -> bool:
    """Whether an entry keeps to a road: across a road hexside, not paid for other terrain, without SMOKE (B3.4).

    A runway along itself does as well (ruling R485). Who takes an orchard's cover at the same price has not kept to
    the road (B3.43), and a graveyard's road counts for nothing (B18.42).
    """
    if not (road_leads(st, frm, to) or runway_leads(st, frm, to)) or st.marker_at(MK_SMOKE_GRENADE, to) is not None:
        return False
    if rail_leads(st, frm, to):  # no bonus along a railroad (B32.11)
        return False
    if runway_leads(st, frm, to):
        return True
    terrain = st.world.map.hex_of(to).terrain
    cheap = 0 < terrain.mf * HALF <= HALF
    if st.world.rules.lacks("road_points"):
        return road or cheap
    return terrain.id != GRAVEYARD and (road or (terrain.open_ground and cheap))


def road_choice(st: State, loc: int) -> bool:
    """Whether the road of a hex and its other terrain are two ways at one price, as in an orchard (B14.6)."""
    return st.world.map.hex_of(loc).terrain.id == ORCHARD and not st.world.rules.lacks("road_points")


def kept_to_road(st: State, unit: Unit) -> bool | None:
    """Whether a unit has entered Locations along a road only in this MPh; None when it has entered none."""
    entries = st.trail(unit.id).entries
    return all(_on_road(st, step) for step in entries) if entries else None


def _on_road(st: State, step: Step) -> bool:
    """Whether an entry kept to a road; who paid for the cover of shellholes beside it did not (B3.43)."""
    if terrain_of(st, step.to).id == SHELLHOLES and paid_cover(st, step):
        return False
    return along_road(st, step.frm, step.to, step.road)
