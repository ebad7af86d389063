"""Movement INTO, IN and out of Depressions, and their Crest status (B19.4, B20.4, B20.9)."""

from __future__ import annotations

from goodorder.board import Map
from goodorder.board.map.per_map_cache import once_per_map
from goodorder.board.map.terrain import Terrain
from goodorder.core.errors import Refusal
from goodorder.core.state import State
from goodorder.core.way import CROSSED

from ..facts.advances import AdvanceFacts
from ..facts.entry import HALF, EntryFacts, entry_facts
from ..facts.ground import map_now
from ..facts.places import crest_sides, has_bridge, is_deep, joined, linked, on_bridge
from ..facts.stream_terrain import overgrown
from ..facts.units import is_good_order, name
from ..ledger import Mod
from ..points import GROUND_COST, MAY_ADVANCE, MAY_ENTER
from ..registry import builds, by_name, removable, rule

CLAIM, CLAIM_IN_RUBBLE, CLIMB_OUT, LESS = 2, 4, 1, 1
"""MF for Crest status claimed from IN the Depression (B20.91, B24.2), for leaving it ahead, and saved on entry."""
DRY = 2
"""The MF of a dry bed: to the Crest of an overgrown stream every depth costs the same (B33.12)."""
BANK = 2
"""MF for the level between, over the higher ground from one Depression hex into the next (B10.51, B19.4)."""


def into(board: Map, loc: int) -> Terrain | None:
    """The Depression whose cost comes on top of the hex's other terrain (B19.4), None where there is none."""
    here = board.hex_of(loc)
    if not is_deep(board, loc) or here.depression is None or here.terrain.depression:
        return None
    return None if has_bridge(board, here.index) else here.depression


def whole_cost(facts: EntryFacts) -> int:
    """Half MF for moving INTO a Depression hex from the ground beside it."""
    deep = into(map_now(facts.st), facts.way.to)
    return int((facts.terrain.mf + (deep.mf if deep else 0)) * HALF)


@rule("B19.4", point=GROUND_COST, order=16)
def other_terrain_too(facts: EntryFacts) -> Mod | None:
    """Costs of a Depression and of the other terrain of its hex add up, doubled together uphill."""
    deep = into(map_now(facts.st), facts.way.to)
    if deep is None or facts.way.road or facts.way.bypass or facts.way.frm == facts.way.to:
        return None
    cost = int(deep.mf * HALF)
    return Mod("depression_cost", cost * (2 if facts.rise > 0 else 1), "B19.4", deep.name)


@rule("B19.4", point=GROUND_COST, order=17)
def over_the_bank(facts: EntryFacts) -> Mod | None:
    """From IN one Depression hex INTO the next across a hexside that is none of the Depression: a level between."""
    board = map_now(facts.st)
    if facts.way.frm < 0 or facts.way.side < 0 or facts.way.crest >= 0 or facts.leaves_crest:
        return None
    if not (is_deep(board, facts.way.frm) and is_deep(board, facts.way.to)) or joined(
        board, facts.way.frm, facts.way.side
    ):
        return None
    return Mod("bank_cost", BANK * HALF, "B10.51", "over the higher ground between")


@rule("B20.91", point=GROUND_COST, order=18)
def crest_cost(facts: EntryFacts) -> Mod | None:
    """Crest status: one MF less on entry; two MF from IN the Depression; its whole cost to go down again."""
    if facts.posture:
        if facts.way.crest < 0:
            return Mod("terrain_cost", whole_cost(facts), "B20.93", f"down INTO the {facts.terrain.name}")
        rubble = facts.terrain.rule.startswith("B24")
        return Mod("crest_cost", (CLAIM_IN_RUBBLE if rubble else CLAIM) * HALF, "B20.91", "Crest status")
    if facts.way.crest >= 0:
        return Mod("crest_cost", -LESS * HALF, "B20.91", "no farther than the Crest")
    return None


@rule("B20.93", point=GROUND_COST, order=19)
def leaving_crest(facts: EntryFacts) -> Mod | None:
    """One MF more to leave Crest status ahead, as from a foxhole."""
    if facts.posture or not facts.leaves_crest:
        return None
    return Mod("crest_exit", CLIMB_OUT * HALF, "B20.93", "out of Crest status")


@rule("B33.11", point=GROUND_COST, order=17)
def along_the_bed(facts: EntryFacts) -> Mod | None:
    """Across a stream hexside the stream's own cost alone; to its Crest the same at every depth (B33.12)."""
    board = map_now(facts.st)
    if facts.way.side < 0 or facts.way.frm < 0 or facts.way.frm == facts.way.to or facts.way.road or facts.way.bypass:
        return None
    if not overgrown(board, facts.way.to):
        return None
    if facts.way.crest >= 0:
        deep = board.hex_of(facts.way.to).depression
        assert deep is not None
        return Mod("stream_cost", int((DRY - deep.mf) * HALF), "B33.12", "to the Crest at any depth")
    if not joined(board, facts.way.frm, facts.way.side) or not is_deep(board, facts.way.frm):
        return None
    saved = int(facts.terrain.mf * HALF) * (2 if facts.rise > 0 else 1)
    return Mod("stream_cost", -saved, "B33.11", "along the stream")


@removable(without=())
@builds("B20.9")
def crests_about(st: State, loc: int) -> tuple[int, ...]:
    """The Locations whose Crest status can be had, or left, from one: beside it, and at last its own."""
    return _deep_about(map_now(st), loc)


@once_per_map(32768)
def _deep_about(board: Map, loc: int) -> tuple[int, ...]:
    return tuple(to for to in (*linked(board, loc), loc) if is_deep(board, to))


@removable(without=by_name("crest"))
def crest_refusal(st: State, loc: int, middle: int) -> Refusal | None:
    """Why Crest status may not face this hexside of a Location, or None (B20.9, B20.91)."""
    board = map_now(st)
    if not is_deep(board, loc):
        return Refusal("B20.9", "Crest status is for Depression hexes")
    if has_bridge(board, board.hex_at(loc)) or board.hex_of(loc).terrain.id == "ford":
        return Refusal("B20.9", "no Crest status beside a bridge or ford")
    if joined(board, loc, middle):
        return Refusal("B20.91", "the Depression crosses that hexside")
    if board.hex_of(loc).cliffs[middle]:
        return Refusal("B20.9", "no Crest status along a cliff")
    return None


@rule("B20.91", point=MAY_ENTER, order=9, of=["to the Crest"])
def may_claim_crest(facts: EntryFacts) -> Refusal | None:
    """Crest status faces the hexside crossed, or from IN the Depression any that it does not cross."""
    st = facts.st
    if facts.way.crest < 0:
        return None
    if facts.way.crest == CROSSED:
        return Refusal("B20.91", "no hexside is crossed that Crest status could face")
    if not all(is_good_order(st, unit) for unit in facts.units):
        return Refusal("B20.91", "only Good Order units claim Crest status")
    if facts.leaves_crest:
        return Refusal("B20.93", "nobody goes from one Crest status directly to another")
    if facts.way.frm != facts.way.to and facts.way.side >= 0:
        if facts.way.crest != (facts.way.side + 3) % 6:
            return Refusal("B20.91", "on entry Crest status faces the hexside crossed")
        if is_deep(map_now(st), facts.way.frm) and joined(map_now(st), facts.way.frm, facts.way.side):
            return Refusal("B20.91", "the Depression crosses that hexside")
    return crest_refusal(st, facts.way.to, facts.way.crest)


@rule("B20.93", point=MAY_ENTER, order=9, of=["in Crest status"])
def crest_leads_ahead(facts: EntryFacts) -> Refusal | None:
    """Out of Crest status only ahead to ground outside the Depression, or down INTO it."""
    if not facts.stack.crests:
        return None
    if refusal := one_posture(facts):
        return refusal
    if not facts.leaves_crest or facts.posture:
        return None
    board = map_now(facts.st)
    first = facts.units[0]
    if facts.way.side not in crest_sides(board, first.loc, first.stance.crest):
        return Refusal("B20.93", f"{name(facts.st, first)} has to go down INTO the Depression first")
    if is_deep(board, facts.way.to) and not on_bridge(board, facts.way.to):
        return Refusal("B20.93", "nobody goes from Crest status directly to another Depression hex")
    return None


@rule("B20.93", point=MAY_ADVANCE, order=25)
def crest_in_the_advance(facts: AdvanceFacts) -> Refusal | None:
    """An advance changes Crest status as a move does (B20.91); down INTO the Depression and on is one advance."""
    first = facts.units[0]
    if facts.way is None or facts.way.to < 0 or first.loc < 0:
        return None
    if facts.way.crest < 0 and all(unit.stance.crest < 0 for unit in facts.units):
        return None
    entry = entry_facts(facts.st, facts.units, facts.way)
    return may_claim_crest(entry) or one_posture(entry)


def one_posture(facts: EntryFacts) -> Refusal | None:
    """Units in Crest status go as a stack with those of the same Crest only."""
    if facts.way.frm < 0 or all(unit.stance.crest == facts.units[0].stance.crest for unit in facts.units):
        return None
    return Refusal("B20.93", "they are not in one Crest status")
