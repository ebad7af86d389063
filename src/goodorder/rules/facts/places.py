"""Which Locations Infantry goes to directly from another: hexsides, storeys, stairs, bridges (A2.8, B6.4, B23.2).

Only the map is asked. What terrain costs and whether enemies bar the way are other rules' questions.
"""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from goodorder.board import Map, Terrain
from goodorder.board.map.locations import CORNERS, corner
from goodorder.board.map.per_map_cache import once_per_map
from goodorder.board.map.terrain import by_id
from goodorder.core.stance import PLAIN
from goodorder.core.state import Fighter, State, Vehicle

from ..registry import builds, removable
from .ground import map_now

Kind = Literal["hexside", "storey", "stairs", "around", "road"]


class Link(Struct, frozen=True):
    """A way to ``to`` across ``side`` of the hex left (-1 within the hex).

    ``storey`` stays on one level of a building (B23.25), ``stairs`` goes a level up or down, ``around`` leads from one
    rowhouse, or part of a split-level building, into the next along the outside (B23.71), ``road`` is onto or off a
    bridge (B6.4).
    """

    to: int
    kind: Kind
    side: int


@once_per_map(32768)
@builds("B23.25")
def links(board: Map, loc: int) -> tuple[Link, ...]:
    """Every way that leads out of a Location, those across hexsides in the order of the hexsides, stairs last; none
    out of a place on a cliff (B11.4).
    """
    if on_cliff(board, loc):
        return ()
    h, here = board.hex_at(loc), board.hexes[board.hex_at(loc)]
    found: list[Link] = []
    for side, near in enumerate(board.neighbours[h]):
        if near >= 0:
            found.extend(_across(board, loc, h, side, near))
    if here.tower is not None:
        found.extend(Link(other, "stairs", -1) for other in storeys_of(board, h) if other != loc)
    elif here.levels and stairs(board, h):
        above = board.locations[loc].above
        for other in storeys_of(board, h):
            if abs(board.locations[other].above - above) == 1:
                found.append(Link(other, "stairs", -1))
    return tuple(found)


def _across(board: Map, loc: int, h: int, side: int, near: int) -> list[Link]:
    """The ways across one hexside."""
    here, there = board.hexes[h], board.hexes[near]
    same_house = here.building >= 0 and here.building == there.building
    level = board.locations[loc].level
    bar = here.bars[side]
    if same_house and not bar and (here.levels or there.levels):
        storeys = [s for s in storeys_of(board, near) if board.locations[s].level == level]
        upper = board.locations[loc].above > 0 or (storeys and board.locations[storeys[0]].above > 0)
        if upper:
            inside = [Link(s, "storey", side) for s in storeys]
            if loc == h and here.level > there.level:  # ground to ground leads along the outside (B23.721)
                inside.append(Link(_low(board, near), "around", side))
            return inside
    if board.locations[loc].above > 0 and board.locations[loc].kind == "level":
        return []
    if on_bridge(board, loc):
        return [Link(_on(board, near), "road", side)] if here.roads[side] else []
    found = [Link(_low(board, near), "hexside", side)] if _low(board, near) >= 0 else []
    if has_bridge(board, near) and here.roads[side] and not under_bridge(board, loc):
        found.insert(0, Link(_on(board, near), "road", side))
    if same_house and (bar or here.level != there.level):
        return [Link(one.to, "around", side) for one in found]
    if same_house and not bar:
        return [Link(one.to, "storey", side) for one in found]
    return found


def link_between(board: Map, frm: int, to: int) -> Link | None:
    """The way from one Location to another, or None."""
    return _links_to(board, frm).get(to)


@once_per_map(32768)
def _links_to(board: Map, frm: int) -> dict[int, Link]:
    """The ways out of a Location by where they lead, the first where there are two."""
    return {one.to: one for one in reversed(links(board, frm))}


@once_per_map(8192)
def storeys_of(board: Map, h: int) -> tuple[int, ...]:
    """The ground Location of a hex and its upper levels, from below."""
    return (h, *(p.id for p in board.locations[len(board.hexes) :] if p.hex == h and p.kind == "level"))


@once_per_map(8192)
def _place(board: Map, h: int, kind: str) -> int:
    return next((p.id for p in board.locations[len(board.hexes) :] if p.hex == h and p.kind == kind), -1)


@once_per_map(8192)
def stairs(board: Map, h: int) -> bool:
    """Whether stairs join the levels of a building hex, printed or inherent (B23.22-.24, B23.73)."""
    return board.hexes[h].terrain.category == "MARKETPLACE" or bool(board.sight.facts.stairway[h])


def stairs_word(board: Map, frm: int, to: int) -> str:
    """ "up the stairs " or "down the stairs " for a step between two levels of a building's hex, else nothing."""
    if frm < 0 or to < 0 or board.hex_at(frm) != board.hex_at(to) or frm == to or not stairs(board, board.hex_at(to)):
        return ""
    if {board.locations[frm].kind, board.locations[to].kind} - {"ground", "level"}:
        return ""
    return "up the stairs " if board.level(to) > board.level(frm) else "down the stairs "


@once_per_map(64)
def _bridges(board: Map) -> frozenset[int]:
    return frozenset(p.hex for p in board.locations[len(board.hexes) :] if p.kind in ("bridge", "beneath"))


def has_bridge(board: Map, h: int) -> bool:
    """Whether a hex has a bridge with a Location beneath it (B6.1)."""
    return h in _bridges(board)


def _on(board: Map, h: int) -> int:
    """The Location that a road leads to: on the bridge where there is one."""
    over = _place(board, h, "bridge") if has_bridge(board, h) else -1
    return over if over >= 0 else h


def _low(board: Map, h: int) -> int:
    """The Location that one comes to off the road: beneath the bridge where there is one."""
    under = _place(board, h, "beneath") if has_bridge(board, h) else -1
    return under if under >= 0 else h


@once_per_map(32768)
def on_bridge(board: Map, loc: int) -> bool:
    """Whether a Location is on a bridge (B6.1)."""
    h = board.hex_at(loc)
    return has_bridge(board, h) and loc == _on(board, h)


def in_tower(board: Map, loc: int) -> bool:
    """Whether a Location is up in a tower (B34.1)."""
    return board.hex_of(loc).tower is not None and board.locations[loc].kind == "level"


def has_entrance(board: Map, loc: int) -> bool:
    """Whether a factory hex has an entrance for vehicles: a stairwell is printed or a road leads in (B23.742)."""
    here = board.hex_of(loc)
    return here.terrain.category == "FACTORY" and (here.stairwell or any(here.roads))


def on_cliff(board: Map, loc: int) -> bool:
    """Whether a Location is a place on the face of a cliff, where only climbers are (B11.43)."""
    return len(board.sight.places) <= loc < CORNERS


def climbs(st: State, unit: Fighter) -> bool:
    """Whether a unit is Climbing (B11.4)."""
    return unit.loc >= 0 and on_cliff(map_now(st), unit.loc)


@once_per_map(1024)
def climbed_to(board: Map, loc: int) -> tuple[int, ...]:
    """Where a climber at this place may get off: the hex whose level it has come to (B11.432)."""
    here = board.locations[loc]
    above = board.neighbours[here.hex][here.side]
    top = (above,) if board.hexes[above].level == here.level else ()
    return (here.hex,) if here.above == 0 else top


@once_per_map(32768)
def under_bridge(board: Map, loc: int) -> bool:
    """Whether a Location is beneath a bridge (B6.4)."""
    h = board.hex_at(loc)
    return has_bridge(board, h) and loc == _low(board, h)


def crest_place(board: Map, h: int) -> int:
    """Where units in Crest status of a Depression hex look from, -1 where there is none (B20.91)."""
    return _place(board, h, "crest")


@once_per_map(32768)
@builds("B6.1", "B6.4")
def on_road_level(board: Map, loc: int) -> bool:
    """Whether the road of a Location's hex, if it has one, runs through that Location: not beneath its bridge, nor
    upstairs.
    """
    return board.locations[loc].kind in ("ground", "bridge") and not under_bridge(board, loc)


@once_per_map(32768)
def road_between(board: Map, frm: int, to: int) -> bool:
    """Whether a road leads from one Location across a hexside to another."""
    side = board.side_between(frm, to)
    if side is None or not board.hex_of(frm).roads[side]:
        return False
    return on_road_level(board, frm) and on_road_level(board, to)


@once_per_map(32768)
def ground_terrain(board: Map, loc: int) -> Terrain:
    """The terrain of a Location: the bridge on a bridge, what runs beneath it, else what governs the hex."""
    here = board.hexes[board.hex_at(loc)]
    if on_cliff(board, loc):
        return OPEN
    if here.tower is not None and in_tower(board, loc):
        return here.tower
    if not has_bridge(board, here.index):
        return here.terrain
    if on_bridge(board, loc):
        return here.bridge or here.terrain
    if here.depression is not None and (here.terrain.open_ground or here.terrain.mf_all):
        return here.depression
    return here.terrain


def stands(st: State, loc: int) -> bool:
    """Whether Infantry can be in a Location at all: its terrain may be entered, or a bridge carries it (A2.9)."""
    terrain = ground_terrain(map_now(st), loc)
    return bool(terrain.mf) or for_all_mf(st, terrain) or on_bridge(map_now(st), loc)


@removable(without=False)
@builds("B16.4", "B21.41")
def for_all_mf(st: State, terrain: Terrain) -> bool:
    """Whether a terrain is one that Infantry enters for all its MF."""
    return terrain.mf_all


@once_per_map(32768)
def is_deep(board: Map, loc: int) -> bool:
    """Whether a Location is IN a Depression (A6.3, A.6)."""
    here = board.hexes[board.hex_at(loc)]
    return here.depression is not None and not on_bridge(board, loc) and not on_cliff(board, loc)


def joined(board: Map, loc: int, side: int) -> bool:
    """Whether a hexside of a Depression hex is a Depression hexside."""
    beyond = board.around(loc)[side]
    opposite = beyond >= 0 and board.hex_of(beyond).depression_sides[(side + 3) % 6]
    return board.hex_of(loc).depression_sides[side] or bool(opposite)


@builds("A.6", "A.6a", "A.6b")
def crest_sides(board: Map, loc: int, middle: int) -> tuple[int, ...]:
    """The hexsides that Crest status protects: three, less those of the Depression (B20.91)."""
    return tuple(s for s in ((middle + 5) % 6, middle, (middle + 1) % 6) if not joined(board, loc, s))


def eye(st: State, unit: Fighter) -> int:
    """Where a unit looks from and is looked at: its Location, at Crest level in Crest status (A.6, B20.91); a vehicle
    in Bypass at the vertex that it faces (D2.32).
    """
    stance = unit.stance
    if stance is PLAIN or unit.loc < 0:
        return unit.loc
    if stance.bypass and isinstance(unit, Vehicle):
        return corner(st.world.map.hex_at(unit.loc), stance.bypass[-1])
    if stance.crest < 0:
        return unit.loc
    place = crest_place(map_now(st), st.world.map.hex_at(unit.loc))
    return place if place >= 0 else unit.loc


def beside(st: State, loc: int) -> tuple[int, ...]:
    """Locations that Infantry could enter directly from ``loc``."""
    return linked(map_now(st), loc)


@once_per_map(32768)
def linked(board: Map, loc: int) -> tuple[int, ...]:
    """The same by the map."""
    return tuple(one.to for one in links(board, loc) if one.to >= 0)


OPEN = by_id()["open_ground"]
