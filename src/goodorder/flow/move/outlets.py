"""The steps out of a Location that a moving stack could ask for, legal or not (A4.13, A4.132)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct

from goodorder.board import Map
from goodorder.board.map.per_map_cache import once_per_map
from goodorder.core.actions import Go
from goodorder.core.state import NOWHERE, State
from goodorder.core.way import Way
from goodorder.rules.a04_movement.costs import cost_of, ground_cost, pays_for_ground
from goodorder.rules.a04_movement.edges import entry_hexes
from goodorder.rules.b_terrain.around import goes_around, turnings
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
        found = _outlets_of(st, first.loc)
    stack = own_stack(st, units)
    return [one for one in found if not one.road or one.either or _road_tells(st, stack, first.loc, one)]


def _road_tells(st: State, stack: Stack, frm: int, road: Outlet) -> bool:
    """Whether a stack pays otherwise by road than for the hex itself."""
    direct = facts_of(st, stack, Way(frm, road.to))
    if pays_for_ground(direct):
        return road.tells
    return cost_of(direct) != cost_of(facts_of(st, stack, Way(frm, road.to, road=True)))


def _outlets_of(st: State, frm: int) -> tuple[Outlet, ...]:
    """The steps out of a Location of the map, found once for all who stand there by the same rules."""
    known = _known(st.world.rules, map_now(st))
    found = known.get(frm)
    if found is None:
        found = known[frm] = tuple([one for to in beside(st, frm) for one in _outlets_to(st, frm, to)])
    return found


@once_per_map(64)
def _known(rules: Any, board: Map) -> dict[int, tuple[Outlet, ...]]:
    """The steps over a map that were asked about under a rule set."""
    return {}


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
