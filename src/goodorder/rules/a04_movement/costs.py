"""MF cost of entering a Location (A4.13, A4.131-A4.133, A5.11, A24.7).

MF are counted in halves, so that grain's one and a half stays a whole number.
"""

from __future__ import annotations

from goodorder.core.errors import Refusal
from goodorder.core.state import NOBODY, State, Unit
from goodorder.core.way import CROSSED, Way
from goodorder.data.charts import movement, smoke

from ..a05_stacking import excess_of, surely_fit
from ..facts.entry import HALF, EntryFacts, Stack, entry_facts, rail_leads
from ..facts.ground import ground
from ..facts.smoke import in_smoke
from ..ledger import Mod
from ..points import ENTRY_COST, GROUND_COST
from ..registry import builds, by_name, removable, rule
from .encircled_cost import encircled_cost
from .overrun import overrun_cost
from .partisan_ways import partisan_ways


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
    if facts.rise > 0 and not (facts.way.road and rail_leads(facts.on_map.board, facts.way.frm, facts.way.to)):
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


@rule("A24.7", point=ENTRY_COST, rows=["A4.3g", "B25.141a"], order=30)
def smoke_cost(facts: EntryFacts) -> Mod | None:
    """SMOKE in the hex entered costs one MF more, as part of the cost of terrain that a climb doubles (B.2).

    Stairs are no climb (B23.4).
    """
    if facts.way.frm == facts.way.to or not in_smoke(facts.st, facts.way.to):
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
    if surely_fit(facts.st, len(there) + len(facts.units), facts.way.to):
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
    known = facts.on_map.mods
    mods = known.get(facts.leaves_crest)
    if mods is None:
        mods = known[facts.leaves_crest] = rules.mods(GROUND_COST, facts)
    return mods


def ground_cost(st: State, way: Way) -> int:
    """What the ground asks of anybody who goes this way and is not in Crest status, in half MF."""
    return sum([mod.value for mod in ground_mods(entry_facts(st, (), way))])


def entry_mods(facts: EntryFacts) -> tuple[Mod, ...]:
    """What the entry costs, line by line, in half MF."""
    mods = ground_mods(facts)
    if pays_for_ground(facts):
        return mods
    if facts.stack.ways and (less := partisan_ways(facts)) is not None:
        mods = (*mods, less)
    if len(facts.units) > 1 or facts.stack.bypasses or facts.on_map.peculiar or not facts.st.bare(facts.way.to):
        mods = (*mods, *facts.st.world.rules.mods(ENTRY_COST, facts))
        twice = overrun_cost(facts, sum(mod.value for mod in mods))
        mods = mods if twice is None else (*mods, twice)
    if facts.way.push:
        mods = (*mods, Mod("push_cost", sum(mod.value for mod in mods), "C10.3", "pushing a Gun costs double"))
    out = encircled_cost(facts, sum(mod.value for mod in mods))
    return mods if out is None else (*mods, out)


def entry_cost(st: State, units: tuple[Unit, ...], way: Way) -> int:
    """What the entry costs in half MF."""
    return cost_of(entry_facts(st, units, way))


def cost_of(facts: EntryFacts) -> int:
    """The same of facts at hand."""
    if pays_for_ground(facts):
        return sum([mod.value for mod in ground_mods(facts)])
    key = ("entry_cost", facts.stack.ids, facts.way)
    memo = facts.st.memo
    found: int | None = memo.get(key) if facts.stack.kept else None
    if found is None:
        found = sum([mod.value for mod in entry_mods(facts)])
        if facts.stack.kept:
            memo[key] = found
    return found


def pays_as_others(stack: Stack) -> bool:
    """Whether units pay for the ground what others do: none is in Crest status, in Bypass, Encircled, or knows ways."""
    return not (stack.crests or stack.bypasses or stack.encircled or stack.ways)


def pays_for_ground(facts: EntryFacts) -> bool:
    """Whether units pay for the ground only: nothing else lies where they go, neither enemies nor too many comrades are
    there, nothing holds them back, and they have not paid for a part of the way already (B23.71).
    """
    way, stack = facts.way, facts.stack
    if way.bypass or way.crest >= 0 or way.frm == way.to or way.push or not pays_as_others(stack):
        return False
    if facts.on_map.peculiar:
        return False
    return has_room(facts.st, way.to, stack.units[0].side if stack.units else NOBODY, len(stack.units))


def has_room(st: State, loc: int, side: int, count: int) -> bool:
    """Whether so many units of a side find nothing in a Location that costs them more than its ground: there is nothing
    at all, or none but comrades, and room even if all are squads (A5.11).
    """
    if (st.vehicles and st.vehicles_at(loc)) or (st.markers and st.marked(loc)):
        return False
    here = st.at(loc)
    for unit in here:
        if unit.side != side:
            return False
    number = len(here) + count
    return number < 2 or surely_fit(st, number, loc)


def mf_text(half_mf: int) -> str:
    """Half MF as players write them: ``3``, ``1 1/2``."""
    whole, rest = divmod(half_mf, HALF)
    if not rest:
        return str(whole)
    return f"{whole} 1/2" if whole else "1/2"
