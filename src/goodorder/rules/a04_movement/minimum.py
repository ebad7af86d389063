"""The Minimum Move: one hex for Infantry that lacks the MF for it (A4.134)."""

from __future__ import annotations

from collections.abc import Iterator

from goodorder.board import Map
from goodorder.board.map.per_map_cache import once_per_map
from goodorder.core.errors import Refusal
from goodorder.core.remembered import once_a_position
from goodorder.core.state import MINIMUM, State
from goodorder.core.way import Way

from ..facts.entry import HALF, EntryFacts, facts_of, own_stack, road_on
from ..facts.ground import map_now
from ..facts.places import beside
from ..facts.units import name
from ..points import MAY_ENTER
from ..registry import builds, rule
from .all_mf import takes_all, unit_cost
from .allotment import least_left, mf_left
from .costs import cost_of

CACTUS = "cactus_hedge"


@rule(
    "A4.134",
    point=MAY_ENTER,
    rows=["A4.134a", "A4.134b", "A4.134d", "A4.134.EX1", "A4.134.EX2"],
    order=8,
    of=["Minimum Move"],
)
def minimum_move(facts: EntryFacts) -> Refusal | None:
    """One hex an MPh, with at least one MF left, for a stack of which some unit can't pay its entry.

    What Infantry may not enter at all stays closed (A4.13).  Ruling R201: who can pay makes an ordinary move; R1101: an
    entry no farther than the Crest is paid as one (B20.91), and no other stance in one's hex is had by it.
    """
    if not facts.stack.declared & MINIMUM:
        return None
    st, stack = facts.st, facts.stack.ids
    movers = tuple(unit for unit in facts.units if st.trail(unit.id).declared & MINIMUM)
    if facts.way.frm == facts.way.to:
        return Refusal("A4.134", "a Minimum Move leads into another hex")
    for unit in movers:
        if st.trail(unit.id).came_in is not None:
            return Refusal("A4.134", "a Minimum Move is one hex")
        if mf_left(st, unit, stack) < HALF:
            return Refusal("A4.134", f"{name(st, unit)} has no MF left")
    if spiny(st, facts.way.frm, facts.way.to):
        return None
    if not short_of_mf(st, stack, facts.way):
        return Refusal("A4.134", "it has the MF for an ordinary move")
    return None


@builds("B9.7")
def spiny(st: State, frm: int, to: int) -> bool:
    """Whether a cactus hedge lies between two Locations where no road leads through it."""
    return frm >= 0 and to >= 0 and _spiny(map_now(st), frm, to)


@once_per_map(32768)
def _spiny(board: Map, frm: int, to: int) -> bool:
    side = board.side_between(frm, to)
    if side is None or road_on(board, frm, to):
        return False
    found = board.hex_of(frm).sides[side]
    return found is not None and found.id == CACTUS


@rule("B9.7", point=MAY_ENTER, order=8, of=["hexside terrain"])
def cactus_hedge(facts: EntryFacts) -> Refusal | None:
    """A cactus hedge is crossed by Minimum Move only, in the MPh."""
    if facts.way.side < 0 or not spiny(facts.st, facts.way.frm, facts.way.to):
        return None
    if any(not facts.st.trail(unit.id).declared & MINIMUM for unit in facts.units):
        return Refusal("B9.7", "a cactus hedge is crossed by Minimum Move only", also=("A4.134",))
    return None


@builds("A4.134", "A4.134c", "A4.51h")
def short_of_mf(st: State, stack: tuple[int, ...], way: Way, spent: int = 0) -> tuple[int, ...]:
    """The units of a joint entry that lack the MF for it: these are pinned and CX after First Fire in the hex. Across a
    cactus hedge all are (B9.7). ``spent``: half MF that they are to spend before it.
    """
    if spiny(st, way.frm, way.to):
        return stack
    facts = facts_of(st, own_stack(st, stack), Way(way.frm, way.to, road=way.road, crest=way.crest))
    on_road = facts.along_road
    return tuple([u.id for u in facts.units if unit_cost(facts, u) > max(0, mf_left(st, u, stack, on_road) - spent)])


@once_a_position
def spare_mf(st: State, stack: tuple[int, ...]) -> int:
    """Half MF that every unit of a stack on the map keeps over the dearest entry into a Location beside it, by road or
    not; below none where one may lack MF for an entry.

    While no more than that are spent, :func:`short_of_mf` names nobody for any of these entries.
    """
    return min(_spares(st, stack), default=-1)


def _spares(st: State, stack: tuple[int, ...]) -> Iterator[int]:
    """What each entry leaves; -1 for one that each unit pays otherwise."""
    board, frm, movers = map_now(st), st.units[stack[0]].loc, own_stack(st, stack)
    for to in beside(st, frm):
        for by_road in (False, True) if road_on(board, frm, to) else (False,):
            facts = facts_of(st, movers, Way(frm, to, road=by_road))
            if takes_all(facts) or spiny(st, frm, to):
                yield -1
            else:
                yield least_left(st, stack, facts.along_road) - cost_of(facts)
