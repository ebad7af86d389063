"""What the steps of a rout cost, as it is found out: for a router in its position, and for all who pay alike."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from goodorder.board import Map
from goodorder.board.map.per_map_cache import once_per_map
from goodorder.core.remembered import once_a_position
from goodorder.core.state import State, Unit
from goodorder.data.charts import morale

from ..a04_movement.costs import pays_as_others
from ..facts.entry import HALF, stack_of
from ..facts.ground import map_now
from .watched import Searches, Step


def rout_mf(unit: Unit) -> int:
    """The rout allotment in half MF: six MF, three for a wounded SMC (A10.5, A17.2)."""
    table = morale().rout
    return (table.mf_wounded if unit.wounded else table.mf) * HALF


class StepCosts(Struct, frozen=True):
    """Half MF of a router's steps, as they are found out.

    Into Locations where nothing is (``taken`` are the others) it pays for the ground alone, as all do who have the same
    ``allotment`` and are ``alike``: that is kept for the map. ``dear`` are those that have asked for more. ``searches``
    is what has been found for this router alone.
    """

    allotment: int
    ground: dict[Step, int]
    own: dict[Step, int]
    taken: frozenset[int]
    alike: bool
    dear: set[int]
    searches: Searches

    def known(self, frm: int, to: int) -> int | None:
        """What a step costs, None where nobody has asked yet."""
        cost = None if to in self.taken else self.ground.get((frm, to))
        return self.own.get((frm, to)) if cost is None else cost


@once_a_position
def step_costs(st: State, unit: Unit) -> StepCosts:
    """What has been found out of a router's steps."""
    own: dict[Step, int] = {}
    allotment, alike = rout_mf(unit), pays_as_others(stack_of(st, (unit,)))
    ground = _ground_costs(st.world.rules, map_now(st), allotment) if alike else own
    return StepCosts(allotment, ground, own, _taken(st), alike, set(), {})


@once_a_position
def _taken(st: State) -> frozenset[int]:
    """Locations in which there is anything."""
    lie = [marker.loc for marker in st.markers.values()]
    return frozenset([*st.stacks(), *(vehicle.loc for vehicle in st.vehicles.values()), *lie])


@once_per_map(64)
def _ground_costs(rules: Any, board: Map, allotment: int) -> dict[Step, int]:
    """What steps ask of those who pay for the ground alone."""
    return {}
