"""MF cost of entering a Location (A4.13, A4.131-A4.133, A5.11, A24.7).

MF are counted in halves, so that grain's one and a half stays a whole number.
"""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from goodorder.board import Map, Terrain
from goodorder.board.map.remember import once_per_map
from goodorder.core.actions import CROSSED
from goodorder.core.errors import Refusal
from goodorder.core.state import MK_SMOKE_GRENADE, State, Step, Unit
from goodorder.data.charts import movement, smoke

from ..a05_stacking import excess_of, limit_x10
from ..b_terrain.places import (
    Link,
    ground_terrain,
    has_entrance,
    in_tower,
    link_between,
    on_bridge,
    on_road_level,
    road_between,
)
from ..b_terrain.shellholes import SHELLHOLES, paid_cover
from ..ledger import Mod
from ..points import ENTRY_COST, GROUND_COST
from ..registry import rule
from ..units import encircled
from .encircled_cost import encircled_cost
from .overrun import overrun_cost

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


def crest_word_refusal(st: State, crest: int) -> Refusal | None:
    """Why ``crest`` of an announcement names no Crest status: the profile has none, or it is no hexside (B20.91)."""
    if crest == -1:
        return None
    if lacking := st.world.rules.lacks("crest"):
        return lacking
    return None if 0 <= crest <= CROSSED else Refusal("B20.91", f"{crest} is no hexside")


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
    entries = [step for step in st.trail(unit.id).steps if step.kind == "enter"]
    return all(_on_road(st, step) for step in entries) if entries else None


def _on_road(st: State, step: Step) -> bool:
    """Whether an entry kept to a road; who paid for the cover of shellholes beside it did not (B3.43)."""
    if terrain_of(st, step.to).id == SHELLHOLES and paid_cover(st, step):
        return False
    return along_road(st, step.frm, step.to, step.road)


@rule(
    "A4.13",
    point=GROUND_COST,
    rows=["A4.13a", "A4.132a", "A4.132b", "A4.133a", "A4.133b", "A4.133.EX1"],
    order=10,
)
def terrain_cost(facts: EntryFacts) -> Mod | None:
    """The hex's own cost, or one MF at the road rate (A4.132); twice as much one level up (A4.133)."""
    if facts.bypass or facts.frm == facts.to or facts.stairs:
        return None
    terrain = facts.terrain
    if facts.road:
        cost, number, reason = HALF, "A4.132", "road"
    else:
        cost, number, reason = int(terrain.mf * HALF), "A4.13", terrain.name
    if facts.rise > 0 and not (facts.road and rail_leads(facts.st, facts.frm, facts.to)):
        return Mod("terrain_cost", 2 * cost, "A4.133", f"{reason}, uphill")
    return Mod("terrain_cost", cost, number, reason)


@rule("B10.51", point=GROUND_COST, order=15)
def steep_cost(facts: EntryFacts) -> Mod | None:
    """Each level between, across an Abrupt Elevation Change: two MF to climb it, one MF to descend it."""
    between = abs(facts.rise) - 1
    if between < 1 or facts.stairs:
        return None
    table = movement().mf["steep_up" if facts.rise > 0 else "steep_down"]
    return Mod("steep_cost", between * table.mf * HALF, "B10.51", f"{between} level{'s' * (between > 1)} between")


@rule("A4.131", point=GROUND_COST, rows=["A4.131a"], order=20)
def hexside_cost(facts: EntryFacts) -> Mod | None:
    """A wall or hedge crossed costs its MF on top, unless a road leads through it."""
    if facts.side < 0 or facts.road or facts.st.world.map.hex_of(facts.frm).roads[facts.side]:
        return None
    side = facts.st.world.map.hex_of(facts.frm).sides[facts.side]
    if side is None or not side.mf:
        return None
    return Mod("hexside_cost", int(side.mf * HALF), "A4.131", side.name)


@rule("A24.7", point=ENTRY_COST, rows=["A4.3g"], order=30)
def smoke_cost(facts: EntryFacts) -> Mod | None:
    """SMOKE in the hex entered costs one MF more, as part of the cost of terrain that a climb doubles (B.2).

    Stairs are no climb (B23.4).
    """
    if facts.frm == facts.to or facts.st.marker_at(MK_SMOKE_GRENADE, facts.to) is None:
        return None
    extra = smoke().mf_extra * HALF
    if facts.rise == 1 and not facts.stairs:
        return Mod("smoke_cost", 2 * extra, "B.2", "SMOKE, uphill")
    return Mod("smoke_cost", extra, "A24.7", "SMOKE")


@rule("A5.11", point=ENTRY_COST, order=40)
def overstack_cost(facts: EntryFacts) -> Mod | None:
    """Entering a Location that is then overstacked costs one MF for each squad in excess."""
    if not facts.units or facts.frm == facts.to:
        return None
    there = facts.st.side_at(facts.to, facts.units[0].side)
    if (len(there) + len(facts.units)) * 10 <= limit_x10(facts.st, facts.to):
        return None
    ids = {unit.id for unit in there}
    excess = excess_of(facts.st, (*there, *(unit for unit in facts.units if unit.id not in ids)), facts.to)
    if not excess:
        return None
    return Mod("overstack_cost", excess * movement().mf["overstacked_entry"].mf * HALF, "A5.11", "overstacked")


def ground_mods(facts: EntryFacts) -> tuple[Mod, ...]:
    """What the ground alone asks of anybody who goes this way, worked out once for a map."""
    rules = facts.st.world.rules
    if facts.within:  # where the mover came from counts too (A4.31)
        return rules.mods(GROUND_COST, facts)
    known = _told(rules, facts.st.world.map)
    key = (facts.frm, facts.to, facts.side, facts.road, facts.bypass, facts.crest, facts.leaves_crest, facts.cover)
    mods = known.get(key)
    if mods is None:
        mods = known[key] = rules.mods(GROUND_COST, facts)
    return mods


@once_per_map(64)
def _told(rules: Any, board: Map) -> dict[tuple[object, ...], tuple[Mod, ...]]:
    """The ways over a map that a rule set was asked about, with what they cost."""
    return {}


def entry_mods(facts: EntryFacts) -> tuple[Mod, ...]:
    """What the entry costs, line by line, in half MF."""
    mods = ground_mods(facts)
    under_way = any(facts.st.trail(unit.id).bypass for unit in facts.units)
    if len(facts.units) > 1 or under_way or not facts.st.bare(facts.to) or _peculiar(facts.st.world.map, facts.to):
        mods = (*mods, *facts.st.world.rules.mods(ENTRY_COST, facts))
        twice = overrun_cost(facts, sum(mod.value for mod in mods))
        mods = mods if twice is None else (*mods, twice)
    out = encircled_cost(facts, sum(mod.value for mod in mods))
    return mods if out is None else (*mods, out)


def entry_cost(
    st: State,
    units: tuple[Unit, ...],
    frm: int,
    to: int,
    *,
    road: bool = False,
    bypass: tuple[int, ...] = (),
    crest: int = -1,
    cover: bool = False,
) -> int:
    """What the entry costs in half MF."""
    key: tuple[object, ...]
    if not bypass and crest < 0 and not cover and frm != to and len(units) == 1 and _pays_for_ground(st, units[0], to):
        known, key = _lone_costs(st.world.rules, st.world.map), (frm, to, road)
    else:
        known, key = st.memo, ("entry_cost", tuple([unit.id for unit in units]), frm, to, road, bypass, crest, cover)
    found = known.get(key)
    if found is None:
        facts = entry_facts(st, units, frm, to, road=road, bypass=bypass, crest=crest, cover=cover)
        found = known[key] = sum([mod.value for mod in entry_mods(facts)])
    return found


def _pays_for_ground(st: State, unit: Unit, to: int) -> bool:
    """Whether a unit alone pays for the ground only, in ``to``: nothing lies there, nothing holds it back, and it has
    not paid for a part of the way already (B23.71).
    """
    return st.bare(to) and not _peculiar(st.world.map, to) and _goes_freely(st, unit)


@once_per_map(32768)
def _peculiar(board: Map, to: int) -> bool:
    """Whether a Location costs more or less by who enters it: one squad is too many in a tower, and who Controls a
    factory hex uses its entrance.
    """
    return in_tower(board, to) or has_entrance(board, to)


def _goes_freely(st: State, unit: Unit) -> bool:
    """Whether nothing about a unit itself, where it is, makes its way dearer than the ground."""
    key = ("goes_freely", unit.id)
    found: bool | None = st.memo.get(key) if st.units.get(unit.id) is unit else None
    if found is None:
        found = unit.crest < 0 and not st.trail(unit.id).bypass and not encircled(st, unit)
        if st.units.get(unit.id) is unit:
            st.memo[key] = found
    return found


@once_per_map(64)
def _lone_costs(rules: Any, board: Map) -> dict[Any, int]:
    """What one unit pays for the ground alone, by where it comes from, where it goes, and whether at the road rate."""
    return {}


def mf_text(half_mf: int) -> str:
    """Half MF as players write them: ``3``, ``1 1/2``."""
    whole, rest = divmod(half_mf, HALF)
    if not rest:
        return str(whole)
    return f"{whole} 1/2" if whole else "1/2"
