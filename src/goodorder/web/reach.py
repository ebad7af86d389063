"""Where moving units can get to, and what waits along a way: asked of the rules of movement step by step."""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from goodorder.core.actions import Action, DriveStep, Go, Move
from goodorder.core.state import ASSAULT, NOWHERE, State, Unit
from goodorder.core.way import Way
from goodorder.flow.move.declaring import declared_state
from goodorder.rules.a04_movement.allotment import mf_left
from goodorder.rules.a04_movement.costs import entry_cost
from goodorder.rules.facts.entry import HALF, entry_facts, road_leads
from goodorder.rules.facts.ground import ground, map_now
from goodorder.rules.facts.places import beside
from goodorder.rules.points import MAY_ENTER

from .messages.answers import LevelReach, ReachHex, StopDoc, ThreatDoc, WayDoc, WayStep
from .preview_doc import fates_odds
from .preview_moves import ThreatToMovers, covered_watchers, stepped, threats
from .reach_vehicles import driven, driven_way
from .threats_lying import at_movers


def reach_of(st: State, sample: Action | None) -> tuple[ReachHex, ...]:
    """Every hex in reach of the units that a movement action names, with its MF, what is left, and the way.

    Of a hex with several Locations the cheapest counts, the lower of two, with its ``level``; others are ``levels``.
    """
    if isinstance(sample, DriveStep):
        return driven(st, sample)
    group = _group(st, sample)
    if group is None:
        return ()
    st, units = group
    declared = st.trail(units[0]).declared
    start = st.units[units[0]].loc
    budget = min(mf_left(st, st.units[unit], units) for unit in units)
    if start == NOWHERE:
        return ()
    best = _walk(st, units, start, budget, 1 if declared & ASSAULT else 99)
    board = map_now(st)
    found: dict[str, ReachHex] = {}
    for loc, (cost, _) in sorted(best.items(), key=lambda item: (item[1][0], item[0])):
        if loc == start:
            continue
        name, level = board.hex_of(loc).name, board.level_word(loc)
        mf, left = cost / HALF, (budget - cost) / HALF
        if name in found:
            other = LevelReach(level=level, mf=mf, left=left)
            found[name] = replace(found[name], levels=(*found[name].levels, other))
            continue
        way = [loc]
        while best[way[-1]][1] != start:
            way.append(best[way[-1]][1])
        via = tuple(board.hex_of(index).name for index in reversed(way))
        found[name] = ReachHex(hex=name, level=level, mf=mf, left=left, via=via)
    return tuple(found.values())


def _group(st: State, sample: Action | None) -> tuple[State, tuple[int, ...]] | None:
    """The units that a movement action names, and the position in which they have declared how they move."""
    if isinstance(sample, Move):
        return declared_state(st, sample), sample.units
    return (st, sample.units) if isinstance(sample, Go) else None


def way_of(st: State, sample: Action | None, way: Sequence[int]) -> WayDoc:
    """``steps`` of a way: MF spent and left after each, what enemy units could fire at the movers there, what "?" see
    it; and ``stop``, the first hex that can't be entered, with the rule and the reason, None where all can.

    Every step by its cheapest entry.
    """
    if isinstance(sample, DriveStep):
        return driven_way(st, sample, way)
    group = _group(st, sample)
    found: list[WayStep] = []
    if group is None:
        return WayDoc(steps=(), stop=None)
    st, units = group
    board = map_now(st)
    spent = 0
    for to in way:
        movers = tuple(st.units[unit] for unit in units)
        here = movers[0].loc
        entry = _entry(st, movers, here, to) if here != NOWHERE and to in beside(st, here) else None
        if entry is None or entry[0] > min(mf_left(st, unit, units) for unit in movers):
            return WayDoc(steps=tuple(found), stop=_stop(st, movers, here, to))
        cost, road = entry
        st = stepped(st, units, to, cost, road=road)
        spent += cost
        left = min(mf_left(st, st.units[unit], units) for unit in units)
        lying = (one.doc(st, to) for one in at_movers(st, units))
        who = tuple(sorted((*(_threat(st, one) for one in threats(st, units)), *lying), key=lambda one: -one.p))
        covered = [board.hex_of(loc).name for loc in covered_watchers(st, units)]
        found.append(
            WayStep(
                hex=board.hex_of(to).name,
                mf=spent / HALF,
                left=left / HALF,
                threats=who,
                covered=tuple(dict.fromkeys(covered)),
            )
        )
    return WayDoc(steps=tuple(found), stop=None)


def _stop(st: State, movers: tuple[Unit, ...], here: int, to: int) -> StopDoc:
    """Why a way ends before a hex, in words for the player."""
    hex_name = ground(st, to).name
    refusal = None
    if here != NOWHERE and st.world.map.adjacent(here, to):
        refusal = st.world.rules.refuse(MAY_ENTER, entry_facts(st, movers, Way(here, to)))
    if refusal is None:
        return StopDoc(hex=hex_name, rule="A4.2", message=f"before {hex_name}: no way leads there")
    return StopDoc(hex=hex_name, rule=refusal.rule, message=f"before {hex_name}: {refusal.reason}")


def _threat(st: State, one: ThreatToMovers) -> ThreatDoc:
    return ThreatDoc(
        unit=str(one.unit),
        hex=ground(st, one.loc).name,
        fp=one.fp,
        drm=one.drm,
        p=one.chance,
        odds=fates_odds(one.fates),
    )


def _walk(st: State, units: tuple[int, ...], start: int, budget: int, steps: int) -> dict[int, tuple[int, int]]:
    """Location -> (half MF spent, Location before), by the cheapest way."""
    movers = tuple(st.units[unit] for unit in units)
    best: dict[int, tuple[int, int]] = {start: (0, start)}
    todo = [(0, 0, start)]
    while todo:
        spent, count, here = heapq.heappop(todo)
        if spent > best[here][0] or count >= steps:
            continue
        for to in beside(st, here):
            entry = _entry(st, movers, here, to)
            if entry is None or spent + entry[0] > budget:
                continue
            cost = entry[0]
            if to not in best or spent + cost < best[to][0]:
                best[to] = (spent + cost, here)
                heapq.heappush(todo, (spent + cost, count + 1, to))
    return best


def _entry(st: State, movers: Any, frm: int, to: int) -> tuple[int, bool] | None:
    """The cheapest way into a hex: half MF, and whether it is by road."""
    found = [
        (entry_cost(st, movers, Way(frm, to, road=road)), road)
        for road in ((False, True) if road_leads(st, frm, to) else (False,))
        if st.world.rules.refuse(MAY_ENTER, entry_facts(st, movers, Way(frm, to, road=road))) is None
    ]
    return min(found, default=None)
