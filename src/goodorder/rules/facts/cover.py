"""The TEM of one target for one line of fire: its Location, walls and who has them, the Crest (B6.3, B9.3, B20.92,
B23.741).
"""

from __future__ import annotations

from msgspec import Struct

from goodorder.board.map.terrain import Terrain
from goodorder.board.sight.los import Line
from goodorder.core.state import Fighter, State, Unit, Vehicle

from ..ledger import Mod
from ..registry import builds, removable
from .attack_facts import sight
from .bypass_path import bypass_path, ground_along
from .ground import ground, map_now
from .gun_cover import emplacement
from .places import crest_sides, eye, on_bridge, on_cliff
from .road import through_gap
from .shellholes import SHELLHOLES, paid_cover
from .shelter import among, own_tem, shelter
from .stream_terrain import in_the_open_bed
from .vehicle_cover import hull_tem
from .wall_advantage import came, holds, walls

ENTRENCHED, BRIDGE, FACTORY = 2, 1, 1
"""TEM of Crest status (B20.92, B27.3), of a bridge beside its roadway (B6.31) and inside a factory (B23.741)."""


class Aimed(Struct, frozen=True):
    """One line of fire at one target.

    ``frm`` is where the firers look from, None for fire without a line (Residual FP); ``line`` is None for the line
    between the centres, ``ground`` what the target stands on where it is not the Location's own terrain, ``moving`` is
    true for movers in the MPh, ``at_hull`` at a vehicle.
    """

    st: State
    frm: int | None
    to: int
    unit: Unit | None
    firers: tuple[Fighter, ...] = ()
    line: Line | None = None
    ground: Terrain | None = None
    moving: bool = False
    at_hull: bool = False

    @property
    def seen(self) -> int:
        """Where the target is looked at."""
        return self.to if self.unit is None or self.unit.loc != self.to else eye(self.st, self.unit)

    def sight(self) -> Line:
        """The line of sight."""
        assert self.frm is not None
        return self.line if self.line is not None else sight(self.st, self.frm, self.seen)

    @property
    def drop(self) -> int:
        """Levels by which the firer's height above the target exceeds the range, which cost TEM (B9.33)."""
        if self.frm is None:
            return 0
        board = map_now(self.st)
        return max(0, board.level(self.frm) - board.level(self.seen) - board.distance(self.frm, self.to))

    def entries(self) -> tuple[int, ...]:
        """Hexsides of the target's hex that the line crosses."""
        return self.sight().entry_sides(self.st.world.map.hex_at(self.to))


@builds("D2.37", "D2.38", "D2.38a", "D2.37b")
def at_vehicle(
    st: State, frm: int, vehicle: Vehicle, firers: tuple[Fighter, ...] = (), *, moving: bool = False
) -> Aimed:
    """A line of fire at a vehicle: in Bypass to the vertex that it faces, on what lies along its hexside there."""
    if path := bypass_path(vehicle):
        line, under = sight(st, frm, eye(st, vehicle)), ground_along(st, vehicle.loc, path)
        return Aimed(st, frm, vehicle.loc, None, firers, line, under, moving, at_hull=True)
    return Aimed(st, frm, vehicle.loc, None, firers, None, None, moving, at_hull=True)


@builds("B9.31", "B10.31")
def tem_of(aim: Aimed) -> Mod | None:
    """The TEM: with Wall Advantage that of the hexside alone; else the better of the Location's own, the Crest's, and
    a hexside's against firers who don't have that hexside; Height Advantage where none of them counts (B10.31).
    """
    if on_cliff(map_now(aim.st), aim.to):  # no favourable TEM for climbers, not for height either (B11.42)
        return None
    wall = hexside(aim)
    if aim.unit is not None and holds(aim.st, aim.unit):
        found = [wall, emplacement(aim.st, aim.unit)]
    else:
        found = [own(aim), crest(aim), wall]
        if aim.unit is not None and aim.unit.loc == aim.to:
            found.append(emplacement(aim.st, aim.unit))
    best: Mod | None = None
    for mod in found:
        if mod is not None and (best is None or mod.value > best.value):
            best = mod
    if best is not None and best.value:
        return best
    board = map_now(aim.st)
    if aim.frm is not None and aim.frm != aim.to and board.level(aim.seen) > board.level(aim.frm):
        return Mod("height_advantage", 1, "B10.31", "higher target")
    if hull := by_a_hull(aim):
        return hull
    return best if best is not None and best.value else None


@builds("D9.3", "D9.3a", "D9.3b")
def by_a_hull(aim: Aimed) -> Mod | None:
    """The TEM that Infantry without another has of an AFV or wreck of its Location; none against fire from there."""
    if aim.unit is None or aim.frm == aim.to or aim.unit.loc != aim.to:
        return None
    return hull_tem(aim.st, aim.unit)


def own(aim: Aimed) -> Mod | None:
    """The TEM of the Location itself."""
    st, kind = aim.st, shelter(aim.st, aim.to, aim.ground)
    value, number, reason = own_tem(st, aim.to, aim.ground), f"{kind.rule}.3", kind.name
    if kind.building:
        number = "B23.3"
        if kind.category == "FACTORY" and inside_factory(aim):
            value, number, reason = FACTORY, "B23.741", "inside the factory"
        elif aim.ground is None and (other := among(st, aim.to)) is not None and other.tem:
            value, number, reason = value + other.tem, "A2.4", f"{reason} among {other.name}"
    elif on_bridge(map_now(st), aim.to):
        value, number = (0 if aim.frm is None or along_roadway(aim) else max(0, BRIDGE - aim.drop)), "B6.31"
    elif aim.frm is not None and aim.frm != aim.to and in_the_open_bed(st, aim.unit, aim.to, aim.sight()):
        value = 0
    elif kind.id == SHELLHOLES:
        exposed = aim.moving and aim.unit is not None and without_the_holes(st, aim.unit)
        exposed = exposed or aim.at_hull  # they cover Infantry, no vehicle (B2.3)
        value = 0 if exposed else max(0, value - aim.drop)
    return Mod("tem", value, number, reason) if value else None


@builds("B2.3", "B2.4", "A12.15")
def without_the_holes(st: State, unit: Unit) -> bool:
    """Whether a mover has no cover in shellholes: it has not paid for it and is not pinned, was thrown back there, or
    pushes a Gun.
    """
    exposed = came(st, unit) and not unit.pinned and not took_cover(st, unit)
    return exposed or thrown_back(st, unit) or st.trail(unit.id).noted("push")


@builds("A12.15")
def thrown_back(st: State, unit: Unit) -> bool:
    """Whether a mover was thrown back into its hex: in shellholes First Fire finds it without cover."""
    steps = st.trail(unit.id).steps
    return bool(steps) and steps[-1].kind == "back"


@builds("B2.4")
def took_cover(st: State, unit: Unit) -> bool:
    """Whether a mover paid for the cover of the shellholes in its hex."""
    step = st.trail(unit.id).came_in
    return step is not None and paid_cover(st, step)


@builds("B6.3", "B6.31")
def along_roadway(aim: Aimed) -> bool:
    """Whether the line enters a bridge's hex by a road hexside alone."""
    sides = aim.entries()
    return len(sides) == 1 and ground(aim.st, aim.to).roads[sides[0]]


@removable(without=False)
@builds("B23.741")
def inside_factory(aim: Aimed) -> bool:
    """Whether the line runs inside one factory from end to end, or a mover came from inside it (Residual FP)."""
    board, st = map_now(aim.st), aim.st
    house = board.hex_of(aim.to).building
    if aim.frm is None:
        step = st.trail(aim.unit.id).came_in if aim.unit else None
        return step is not None and step.frm >= 0 and board.hex_of(step.frm).building == house
    return all(board.hexes[h].building == house for h in (board.hex_at(aim.frm), *aim.sight().hexes))


@builds("B20.92")
def crest(aim: Aimed) -> Mod | None:
    """The Crest's, as of an entrenchment, against fire across its front from where the bottom is out of sight."""
    st, unit = aim.st, aim.unit
    if unit is None or unit.stance.crest < 0 or aim.frm is None or unit.loc != aim.to or aim.frm == aim.to:
        return None
    front = crest_sides(map_now(st), aim.to, unit.stance.crest)
    sides = aim.entries()
    if not sides or not set(sides) <= set(front) or not sight(st, aim.frm, aim.to).blocked:
        return None
    value = max(0, ENTRENCHED - aim.drop)
    return Mod("crest_tem", value, "B20.92", "in Crest status") if value else None


@builds("B9.3", "B9.33")
def hexside(aim: Aimed) -> Mod | None:
    """The best wall, hedge or bocage on the line that these firers do not have themselves (B9.3, B9.31).

    One less for each level by which the firer's height exceeds the range (B9.33), but for bocage (B9.531).
    """
    if aim.frm is None or aim.frm == aim.to:
        return None
    board = map_now(aim.st)
    h = board.hex_at(aim.to)
    best: Mod | None = None
    for index, side, kind in board.cover(aim.sight(), aim.seen):
        if aim.moving and through_gap(board, aim.frm, aim.to, index, side):
            continue
        if index == h and owned(aim, side):
            continue
        value = kind.tem - (0 if kind.id == "bocage" else aim.drop)
        if value > 0 and (best is None or value > best.value):
            best = Mod("hexside_tem", value, f"{kind.rule}.3", kind.name, outside=True)
    return best


@builds("B9.321")
def owned(aim: Aimed, side: int) -> bool:
    """Whether all the firers have Wall Advantage over this hexside of the target's hex, which they share."""
    if not aim.firers:
        return False
    board = map_now(aim.st)
    beyond = board.around(aim.to)[side]
    return all(
        board.hex_at(unit.loc) == beyond and (side + 3) % 6 in walls(aim.st, unit) and holds(aim.st, unit)
        for unit in aim.firers
    )
