"""The way home of a Recalled vehicle is as cheap as any: every way is tried, and no step taken for another."""

from __future__ import annotations

import heapq
import random

import pytest
from msgspec.structs import replace

from goodorder.core.actions import DriveTo, TurnHull
from goodorder.core.dice import Roll
from goodorder.core.engine import answer, pending
from goodorder.core.frames import Over
from goodorder.core.state import State, Vehicle
from goodorder.core.view import asked_of
from goodorder.flow.drive.driving import Driving
from goodorder.flow.sequence.opening import new_game
from goodorder.play.cases.model import Case
from goodorder.play.cases.position import build
from goodorder.play.cases.reader import parse_cases
from goodorder.play.start import given
from goodorder.rules.a04_movement.edges import EXIT
from goodorder.rules.d_vehicles.edges import friendly_edge
from goodorder.rules.d_vehicles.movement import ledger_of
from goodorder.rules.d_vehicles.reach import entries_across, under_way
from goodorder.rules.d_vehicles.recall import OFF, Node, course, leads_home
from goodorder.rules.facts.ground import map_now
from goodorder.rules.facts.vehicles import DriveFacts, front_hexsides

from .test_reach import position

STEPS: dict[tuple[str, Node], list[tuple[Node, int]]] = {}


def onward(st: State, vehicle: Vehicle, node: Node) -> list[tuple[Node, int]]:
    key = (vehicle.type, node)
    if key not in STEPS:
        STEPS[key] = _onward(st, vehicle, node)
    return STEPS[key]


def _onward(st: State, vehicle: Vehicle, node: Node) -> list[tuple[Node, int]]:
    loc, facing = node
    here, board = replace(vehicle, loc=loc, facing=facing), map_now(st)
    found: list[tuple[Node, int]] = []
    for spine in ((facing - 1) % 6, (facing + 1) % 6):
        cost = ledger_of(DriveFacts(st, here, TurnHull(here.id, spine), loc, loc)).total()
        found.append(((loc, spine), cost))
    for side in front_hexsides(here):
        to = board.around(loc)[side]
        if to >= 0:
            found += [((to, facing), cost) for cost in entries_across(st, here, side)[:1]]
        elif board.hex_at(loc) in friendly_edge(st, here.side):
            off = DriveFacts(st, here, DriveTo(here.id, EXIT, hexside=side), loc, EXIT, side)
            found.append(((OFF, side), ledger_of(off).total()))
    return found


def least(st: State, vehicle: Vehicle, start: Node) -> int:
    queue, done = [(0, start)], set[Node]()
    while queue:
        spent, node = heapq.heappop(queue)
        if node[0] == OFF:
            return spent
        if node not in done:
            done.add(node)
            for after, cost in onward(st, vehicle, node):
                heapq.heappush(queue, (spent + cost, after))
    raise AssertionError("no way leads off the map")


@pytest.mark.parametrize(("kind", "ce"), [("pzkpfw_ivh", False), ("psw_222", True)])
def test_the_first_steps_home_are_those_of_all_the_cheapest_ways(kind: str, ce: bool) -> None:
    at = position(kind)
    [old] = at.vehicles.values()
    vehicle = replace(old, recalled=True, ce=ce)
    at = at.with_(vehicles={vehicle.id: vehicle})
    st, start = under_way(at, vehicle), (vehicle.loc, vehicle.facing)
    whole = least(st, vehicle, start)
    first = {after for after, cost in onward(st, vehicle, start) if cost + least(st, vehicle, after) == whole}
    found = course(at, vehicle)
    assert found.turns == {spine for loc, spine in first if loc == vehicle.loc}
    assert found.entries == {loc for loc, _ in first if loc not in (vehicle.loc, OFF)}
    assert found.exits == {side for loc, side in first if loc == OFF}


@pytest.mark.parametrize("kind", ["pzkpfw_ivh", "opel_6700_blitz"])
def test_a_way_leads_home_wherever_there_is_a_cheapest_one(kind: str) -> None:
    at = position(kind)
    [old] = at.vehicles.values()
    found = []
    for loc in range(0, len(map_now(at).hexes), 3):
        one = replace(old, recalled=True, ce=False, loc=loc, facing=loc % 6)
        st = at.with_(vehicles={one.id: one})
        found.append(leads_home(st, one))
        whole = course(replace(st, tables={}), one)
        assert found[-1] == bool(whole.turns or whole.entries or whole.exits)
    assert any(found)


RING = """
version = 1

[[case]]
title = "A truck among buildings"
rules = ["D5.341"]
phase = "MPh"
attacker = "german"
map = '''
size 9x8
{houses} stone_building
'''
vehicles = ["T german opel_6700_blitz at E5 facing 2"]
[[case.step]]
ask = "reach T"
"""


@pytest.mark.parametrize(("houses", "leads"), [("E4 F4 F5 E6 D5 D4", False), ("E4 F4 E6 D5 D4", True)])
def test_no_way_leads_home_from_among_buildings_but_through_a_gap(houses: str, leads: bool) -> None:
    [case] = parse_cases(RING.format(houses=houses), "ring.toml")
    assert isinstance(case, Case)
    at = build(case).state
    [old] = at.vehicles.values()
    one = replace(old, recalled=True)
    st = at.with_(vehicles={one.id: one})
    assert leads_home(st, one) is leads
    whole = course(replace(st, tables={}), one)
    assert bool(whole.turns or whole.entries or whole.exits) is leads


SEARCHES, GAMES = 20, 100
"""Searches for a way home that are made anew, and the most random games in which a vehicle is looked for that has to
go there.
"""


def test_what_one_search_remembers_changes_no_later_one() -> None:
    compared = 0
    for seed in range(GAMES):
        at, rng = new_game(given("ridge").scenario), random.Random(seed)
        while not isinstance(asked := pending(at), Over) and compared < SEARCHES:
            if isinstance(asked, Roll):
                at, _ = answer(at, tuple(rng.randint(1, 6) for _ in range(len(asked.dice))))
                continue
            if isinstance(frame := at.stack[-1], Driving) and at.vehicles[frame.vehicle].recalled:
                one = at.vehicles[frame.vehicle]
                found = course(at, one)
                compared += 1
                afresh = replace(at, memo={}, tables={}, waits={})
                assert course(afresh, one) == found
            at, _ = answer(at, asked_of(at, asked)[1].menu.sample(rng))
    assert compared == SEARCHES
