"""Cover against Indirect Fire: what falls from above meets the Location and no line (B9.34, B13.3, B23.32, C1.52)."""

from __future__ import annotations

from goodorder.board.map.terrain import Terrain
from goodorder.core.state import State, Unit, Vehicle

from ..ledger import Mod
from ..registry import builds
from .bypass_path import bypass_path, ground_along
from .cover import BRIDGE, without_the_holes
from .ground import map_now
from .gun_cover import AIR_BURSTS, HIGHER_LEVELS, emplacement
from .places import ground_terrain, on_bridge, on_cliff, storeys_of, under_bridge
from .shellholes import SHELLHOLES
from .shelter import RUNWAY, among, shelter
from .vehicle_cover import hull_tem
from .wall_advantage import holds, walls

PONTOON = "pontoon_bridge"


@builds("B9.34", "B13.3", "B23.32", "C1.52", "C1.52a", "C1.52d", "C.1b", "D9.3")
def indirect_tem(st: State, unit: Unit, ground: Terrain | None = None, *, moving: bool = False) -> tuple[Mod, ...]:
    """The TEM of a target against Indirect Fire: the better of the Location's own, with the building levels above it,
    and a wall or hedge less one, that of an AFV where there is no other; Air Bursts in woods besides. Neither height
    nor Crest status counts.

    ``ground`` is what a unit in Bypass stands on (A4.34), ``moving`` is true for movers in the MPh.
    """
    if on_cliff(map_now(st), unit.loc):
        return ()
    holes = not (moving and without_the_holes(st, unit))
    wall, inside = indirect_wall(st, unit), () if holds(st, unit) else inside_tem(st, unit.loc, ground, holes=holes)
    for other in (wall, emplacement(st, unit)):
        if other is not None and other.value > sum(mod.value for mod in inside):
            inside = (other,)
    if not inside and (hull := hull_tem(st, unit)) is not None:
        inside = (hull,)
    bursts = air_bursts(st, unit.loc)
    return inside if bursts is None else (*inside, bursts)


@builds("D2.38", "B2.3", "D2.38a")
def around_a_hull(st: State, vehicle: Vehicle) -> tuple[Mod, ...]:
    """The positive TEM that a vehicle has of its Location: in Bypass that of what it goes over, of shellholes none."""
    path = bypass_path(vehicle)
    return inside_tem(st, vehicle.loc, ground_along(st, vehicle.loc, path) if path else None, holes=False)


@builds("B6.32", "B6.33b")
def inside_tem(st: State, loc: int, ground: Terrain | None, *, holes: bool = True) -> tuple[Mod, ...]:
    """The positive TEM of the Location, and that of the levels above it; of shellholes where they count (``holes``); on
    and beneath a bridge the bridge's.
    """
    board, kind = map_now(st), shelter(st, loc, ground)
    if under_bridge(board, loc) or on_bridge(board, loc):
        bridge = board.hex_of(loc).bridge
        return () if bridge is None or bridge.id == PONTOON else (Mod("tem", BRIDGE, "B6.32", bridge.name),)
    if kind.id == RUNWAY or (kind.id == SHELLHOLES and not holes):
        return ()
    value, number, reason = kind.indirect, f"{kind.rule}.3", kind.name
    if not kind.building:
        return (Mod("tem", value, number, reason),) if value > 0 else ()
    if ground is None and (other := among(st, loc)) is not None and other.indirect > 0:
        value, reason = value + other.indirect, f"{reason} among {other.name}"
    found = Mod("tem", value, "B23.3", reason)
    above = len(storeys_of(board, board.hex_at(loc))) - 1 - board.locations[loc].above
    if above <= 0:
        return (found,)
    return found, Mod(HIGHER_LEVELS, above, "B23.32", f"{above} building level{'s' * (above > 1)} above")


@builds("B9.34", "C1.52", "C1.52b")
def indirect_wall(st: State, unit: Unit) -> Mod | None:
    """The best wall, hedge or bocage of the hex at the unit's level, whoever has it and wherever fire comes from."""
    sides = map_now(st).hex_of(unit.loc).sides
    found = [kind for side in walls(st, unit) if (kind := sides[side]) is not None and kind.indirect > 0]
    best = max(found, key=lambda kind: kind.indirect, default=None)
    return Mod("hexside_tem", best.indirect, "B9.34", f"{best.name}, one less") if best is not None else None


def air_bursts(st: State, loc: int) -> Mod | None:
    """What is added against everybody in woods, in Bypass and on their road too."""
    board = map_now(st)
    kind = ground_terrain(board, loc)
    if kind.indirect >= 0 or kind.id == RUNWAY:
        kind = among(st, loc) or kind
    if kind.indirect >= 0 or kind.id == RUNWAY or board.locations[loc].above > 0:
        return None
    return Mod(AIR_BURSTS, kind.indirect, "B13.3", f"Air Bursts in {kind.name}")
