"""Street Fighting: Infantry out of the houses beside a road against a vehicle on it, or around whose house a vehicle
goes (A11.8).
"""

from __future__ import annotations

from typing import Final

from goodorder.core.state import ON_MAP, State, Unit, Vehicle
from goodorder.data.charts import close_combat

from ..a04_movement.moving_targets import strikes
from ..facts.adjacent import near
from ..facts.attack_facts import unit_mark, weapon_mark
from ..facts.ground import ground, map_now
from ..facts.manned import standing
from ..facts.masks import faced_at
from ..ledger import Mod
from ..points import CC_DRM
from ..registry import builds, removable, rule
from .attack import NOBODY, CombatFacts

STREET: Final = "street"
"""The kind of note that a unit has advanced out of such a house: ``loc`` is that house."""


@removable(without=())
@builds("A11.8", "A11.8a", "A.8")
def houses(st: State, loc: int) -> tuple[int, ...]:
    """The ground Locations of the building hexes beside the road of a hex, where such are ADJACENT to it on both sides
    of that road; none on a runway (B7.4).
    """
    board, here = map_now(st), ground(st, loc)
    if not any(here.roads) or loc != board.hex_at(loc) or here.terrain.id == "runway":
        return ()
    around, seen = board.around(loc), near(st, loc)
    sides = [side for side in range(6) if not here.roads[side]]
    held = [side for side in sides if around[side] in seen and ground(st, around[side]).terrain.building]
    if len({_stretch(here.roads, side) for side in held}) < 2:
        return ()
    return tuple(around[side] for side in held)


def _stretch(roads: tuple[bool, ...], side: int) -> int:
    """Which stretch of hexsides between two road hexsides a hexside belongs to, by its first."""
    while not roads[(side - 1) % 6]:
        side = (side - 1) % 6
    return side


@removable(without=-1)
@builds("A11.8", "A11.8a")
def out_of_house(st: State, unit: Unit, to: int) -> int:
    """The Location that a unit would advance out of at a vehicle on the road beside it, -1 where it does not so."""
    if not st.vehicles or to < 0 or not standing(st, to, 1 - unit.side):
        return -1
    return unit.loc if unit.loc in houses(st, to) else -1


def came_out_of(st: State, unit: Unit) -> int:
    """The house out of which a unit has advanced so, -1 for none."""
    return next((note.loc for note in st.trail(unit.id).tried if note.kind == STREET), -1)


@builds("D7.211", "D7.211a")
def bears_counter(st: State, unit: Unit) -> bool:
    """Whether a unit, or a weapon that it possesses, bears a counter of fire, so that it does not strike by Street
    Fighting in the MPh.
    """
    return bool(unit_mark(st, unit)) or any(weapon_mark(st, weapon) for weapon in st.weapons_of(unit.id))


@removable(without=False)
@builds("A11.8", "D7.211", "A11.8a", "D7.211a")
def fights_in_the_street(st: State, unit: Unit, vehicle: Vehicle) -> bool:
    """Whether a unit meets a vehicle by Street Fighting: it has advanced out of a house beside it, is in the obstacle
    around which it goes, or strikes out of such a house by Reaction Fire. Who bears a counter of fire reacts in his own
    Location as anywhere else.
    """
    if unit.loc == vehicle.loc:
        if st.turn.phase == "MPh" and bears_counter(st, unit):
            return False
        return bool(vehicle.stance.bypass) or came_out_of(st, unit) >= 0 or strikes(st, unit)
    return unit.loc in houses(st, vehicle.loc)


@rule("A11.8", point=CC_DRM, rows=["A11.8a", "D7.211a"], order=21)
def street_fighting(facts: CombatFacts) -> Mod | tuple[Mod, ...] | None:
    """Such Infantry attacks the vehicle as if it had ambushed it, and is as hard to attack by it; not beside a real
    Ambush.
    """
    if facts.ambusher != NOBODY:
        return None
    st, drm = facts.st, close_combat().vehicle.drm
    if facts.target is not None:
        if not facts.men or not all(fights_in_the_street(st, man, facts.target) for man in facts.men):
            return None
        return Mod("street_fighting", drm["street_fighting_by"].drm, "A11.8", "Street Fighting")
    if facts.vehicle is None:
        return None
    men = (unit for unit in facts.defenders if isinstance(unit, Unit))
    units = tuple(unit.id for unit in men if fights_in_the_street(st, unit, facts.vehicle))
    return (
        Mod("street_fighting", drm["street_fighting_against"].drm, "A11.8", "Street Fighting", units) if units else None
    )


@removable(without=())
@builds("A11.8", "A11.8b")
def may_go_back(st: State, loc: int, side: int, attacked: tuple[int, ...]) -> tuple[Unit, ...]:
    """The units of a side that may return to the houses out of which they have attacked: neither broken nor pinned, and
    no enemy has come there.
    """
    found = []
    for unit in st.side_at(loc, side):
        home = came_out_of(st, unit)
        able = home >= 0 and unit.place == ON_MAP and unit.id in attacked and not (unit.broken or unit.pinned)
        if able and all(one.side == side for one in faced_at(st, home)):
            found.append(unit)
    return tuple(found)
