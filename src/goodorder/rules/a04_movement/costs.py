"""MF cost of entering a Location (A4.13, A4.131-A4.133, A5.11, A24.7).

MF are counted in halves, so that grain's one and a half stays a whole number.
"""

from __future__ import annotations

from typing import Any

from goodorder.board import Map
from goodorder.board.map.per_map_cache import once_per_map
from goodorder.core.errors import Refusal
from goodorder.core.state import MK_SMOKE_GRENADE, State, Unit
from goodorder.core.way import CROSSED, Way
from goodorder.data.charts import movement, smoke

from ..a05_stacking import excess_of, limit_x10
from ..facts.entry import HALF, EntryFacts, entry_facts, rail_leads
from ..facts.ground import ground, map_now
from ..facts.places import (
    has_entrance,
    in_tower,
)
from ..facts.units import encircled
from ..ledger import Mod
from ..points import ENTRY_COST, GROUND_COST
from ..registry import builds, by_name, removable, rule
from .encircled_cost import encircled_cost
from .overrun import overrun_cost


def crest_word_refusal(st: State, crest: int) -> Refusal | None:
    """Why ``crest`` of an announcement names no Crest status: the profile has none, or it is no hexside (B20.91)."""
    return _crest_side_refusal(st, crest) if crest != -1 else None


@removable(without=by_name("crest"))
@builds("B20.91")
def _crest_side_refusal(st: State, crest: int) -> Refusal | None:
    """Why a number is no hexside of Crest status, or None."""
    return None if 0 <= crest <= CROSSED else Refusal("B20.91", f"{crest} is no hexside")


@rule(
    "A4.13",
    point=GROUND_COST,
    rows=["A4.13a", "A4.132a", "A4.132b", "A4.133a", "A4.133b", "A4.133.EX1"],
    order=10,
)
def terrain_cost(facts: EntryFacts) -> Mod | None:
    """The hex's own cost, or one MF at the road rate (A4.132); twice as much one level up (A4.133)."""
    if facts.way.bypass or facts.way.frm == facts.way.to or facts.stairs:
        return None
    terrain = facts.terrain
    if facts.way.road:
        cost, number, reason = HALF, "A4.132", "road"
    else:
        cost, number, reason = int(terrain.mf * HALF), "A4.13", terrain.name
    if facts.rise > 0 and not (facts.way.road and rail_leads(facts.st, facts.way.frm, facts.way.to)):
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
    if facts.way.side < 0 or facts.way.road or ground(facts.st, facts.way.frm).roads[facts.way.side]:
        return None
    side = ground(facts.st, facts.way.frm).sides[facts.way.side]
    if side is None or not side.mf:
        return None
    return Mod("hexside_cost", int(side.mf * HALF), "A4.131", side.name)


@rule("A24.7", point=ENTRY_COST, rows=["A4.3g"], order=30)
def smoke_cost(facts: EntryFacts) -> Mod | None:
    """SMOKE in the hex entered costs one MF more, as part of the cost of terrain that a climb doubles (B.2).

    Stairs are no climb (B23.4).
    """
    if facts.way.frm == facts.way.to or facts.st.marker_at(MK_SMOKE_GRENADE, facts.way.to) is None:
        return None
    extra = smoke().mf_extra * HALF
    if facts.rise == 1 and not facts.stairs:
        return Mod("smoke_cost", 2 * extra, "B.2", "SMOKE, uphill")
    return Mod("smoke_cost", extra, "A24.7", "SMOKE")


@rule("A5.11", point=ENTRY_COST, order=40)
def overstack_cost(facts: EntryFacts) -> Mod | None:
    """Entering a Location that is then overstacked costs one MF for each squad in excess."""
    if not facts.units or facts.way.frm == facts.way.to:
        return None
    there = facts.st.side_at(facts.way.to, facts.units[0].side)
    if (len(there) + len(facts.units)) * 10 <= limit_x10(facts.st, facts.way.to):
        return None
    ids = {unit.id for unit in there}
    excess = excess_of(facts.st, (*there, *(unit for unit in facts.units if unit.id not in ids)), facts.way.to)
    if not excess:
        return None
    return Mod("overstack_cost", excess * movement().mf["overstacked_entry"].mf * HALF, "A5.11", "overstacked")


def ground_mods(facts: EntryFacts) -> tuple[Mod, ...]:
    """What the ground alone asks of anybody who goes this way, worked out once for a map."""
    rules = facts.st.world.rules
    if facts.within:  # where the mover came from counts too (A4.31)
        return rules.mods(GROUND_COST, facts)
    known = _told(rules, map_now(facts.st))
    key = (facts.way, facts.leaves_crest)
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
    under_way = any(unit.stance.bypass for unit in facts.units)
    if (
        len(facts.units) > 1
        or under_way
        or not facts.st.bare(facts.way.to)
        or _peculiar(map_now(facts.st), facts.way.to)
    ):
        mods = (*mods, *facts.st.world.rules.mods(ENTRY_COST, facts))
        twice = overrun_cost(facts, sum(mod.value for mod in mods))
        mods = mods if twice is None else (*mods, twice)
    out = encircled_cost(facts, sum(mod.value for mod in mods))
    return mods if out is None else (*mods, out)


def entry_cost(st: State, units: tuple[Unit, ...], way: Way) -> int:
    """What the entry costs in half MF."""
    key: object
    apart = way.bypass or way.crest >= 0 or way.frm == way.to
    if not apart and len(units) == 1 and _pays_for_ground(st, units[0], way.to):
        known, key = _lone_costs(st.world.rules, map_now(st)), way
    else:
        known, key = st.memo, ("entry_cost", tuple([unit.id for unit in units]), way)
    found = known.get(key)
    if found is None:
        facts = entry_facts(st, units, way)
        found = known[key] = sum([mod.value for mod in entry_mods(facts)])
    return found


def _pays_for_ground(st: State, unit: Unit, to: int) -> bool:
    """Whether a unit alone pays for the ground only, in ``to``: nothing lies there, nothing holds it back, and it has
    not paid for a part of the way already (B23.71).
    """
    return st.bare(to) and not _peculiar(map_now(st), to) and _goes_freely(st, unit)


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
        found = unit.stance.crest < 0 and not unit.stance.bypass and not encircled(st, unit)
        if st.units.get(unit.id) is unit:
            st.memo[key] = found
    return found


@once_per_map(64)
def _lone_costs(rules: Any, board: Map) -> dict[Any, int]:
    """What one unit pays for the ground alone, by the way that it goes."""
    return {}


def mf_text(half_mf: int) -> str:
    """Half MF as players write them: ``3``, ``1 1/2``."""
    whole, rest = divmod(half_mf, HALF)
    if not rest:
        return str(whole)
    return f"{whole} 1/2" if whole else "1/2"
