"""What lies about a Location for a moving stack: the steps out of it that could be asked for, legal or not, and what
could be gone around (A4.13, A4.132, A4.3).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from goodorder.board import Map
from goodorder.board.map.bypass_ways import ways
from goodorder.board.map.per_map_cache import once_per_map
from goodorder.core.actions import Go
from goodorder.core.state import NOWHERE, State
from goodorder.core.way import Way
from goodorder.rules.a04_movement.costs import cost_of, ground_cost, pays_for_ground
from goodorder.rules.a04_movement.edges import entry_hexes
from goodorder.rules.b_terrain.around import goes_around, turnings
from goodorder.rules.b_terrain.depressions import crests_about
from goodorder.rules.facts.entry import Stack, facts_of, own_stack, road_choice, road_leads
from goodorder.rules.facts.ground import ground, map_now
from goodorder.rules.facts.places import beside
from goodorder.rules.facts.shellholes import SHELLHOLES


class Outlet(Struct, frozen=True, gc=False):
    """A step out of a Location as the map and the rules of a profile offer it to anybody.

    ``past`` and ``cover`` are those of :class:`Go`. ``road``: a road leads there, whose rate is worth asking for where
    it comes out otherwise than the hex's own cost, or in any case (``either``), as in an orchard. ``tells``: it comes
    out otherwise for those who pay for the ground only.
    """

    to: int
    past: int = -1
    cover: bool = False
    road: bool = False
    either: bool = False
    tells: bool = False

    def go(self, units: tuple[int, ...]) -> Go:
        """The step as these units take it."""
        return Go(units, self.to, road=self.road, past=self.past, cover=self.cover)


def outlets(st: State, units: tuple[int, ...]) -> list[Outlet]:
    """The steps that a stack could ask for: into each hex (of a house in a row, past either hex), into its cover, and
    by road where the road costs otherwise (A4.132).
    """
    first = st.units[units[0]]
    if first.loc == NOWHERE:
        found = tuple([one for to in entry_hexes(st, first) for one in _outlets_to(st, NOWHERE, to)])
    else:
        found = about(st, first.loc).outlets
    stack = own_stack(st, units)
    return [one for one in found if not one.road or one.either or _road_tells(st, stack, first.loc, one)]


def _road_tells(st: State, stack: Stack, frm: int, road: Outlet) -> bool:
    """Whether a stack pays otherwise by road than for the hex itself."""
    direct = facts_of(st, stack, Way(frm, road.to))
    if pays_for_ground(direct):
        return road.tells
    return cost_of(direct) != cost_of(facts_of(st, stack, Way(frm, road.to, road=True)))


class About(Struct, frozen=True, gc=False):
    """What lies about a Location for anybody who stands there, by the map and the rules of a profile.

    ``bypass``: the rules know ways in Bypass; ``obstacles`` are the hexes that can be gone around so, its own first
    where it is one of them. ``crests`` are Locations whose Crest status can be had or left; ``edge``: one of its
    hexsides is the map's.
    """

    outlets: tuple[Outlet, ...] = ()
    bypass: bool = False
    obstacles: tuple[int, ...] = ()
    crests: tuple[int, ...] = ()
    edge: bool = False


OFF_MAP = About()
"""What lies about those who are still to enter the map."""


def about(st: State, loc: int) -> About:
    """What lies about a Location, found once for all who stand there by the same rules."""
    if loc == NOWHERE:
        return OFF_MAP
    known = _known(st.world.rules, map_now(st))
    found = known.get(loc)
    if found is None:
        board, bypass = map_now(st), st.world.rules.offers("bypass")
        found = known[loc] = About(
            tuple([one for to in beside(st, loc) for one in _outlets_to(st, loc, to)]),
            bypass,
            _obstacles(board, loc) if bypass else (),
            crests_about(st, loc),
            NOWHERE in board.around(loc),
        )
    return found


@once_per_map(64)
def _known(rules: Any, board: Map) -> dict[int, About]:
    """What lies about the Locations of a map that were asked about under a rule set."""
    return {}


def _obstacles(board: Map, loc: int) -> tuple[int, ...]:
    """A Location, if it can be gone around, and the hexes about it that can be."""
    near = (loc, *board.around(loc))
    return tuple(to for to in near if to >= 0 and any(ground is not None for ground in ways(board, to)))


def _outlets_to(st: State, frm: int, to: int) -> Iterator[Outlet]:
    if to < 0:
        return
    if goes_around(st, frm, to):
        for past, _ in turnings(map_now(st), frm, to):
            yield Outlet(to, past=past if past >= 0 else -1)  # none to name where one side is off the map
    else:
        yield Outlet(to)
    if ground(st, to).terrain.id == SHELLHOLES:
        yield Outlet(to, cover=True)
    if road_leads(st, frm, to):
        tells = ground_cost(st, Way(frm, to)) != ground_cost(st, Way(frm, to, road=True))
        yield Outlet(to, road=True, either=road_choice(st, to), tells=tells)
