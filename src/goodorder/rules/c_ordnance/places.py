"""Where no Gun may be (C2.7)."""

from __future__ import annotations

from goodorder.board import Map
from goodorder.core.errors import Refusal
from goodorder.data.counters.guns import GunType

from ..facts.field import RUBBLE
from ..facts.places import on_bridge
from ..facts.water import MARSHES
from ..registry import builds


@builds("C2.7", "C2.22", "C2.7a", "C2.7b", "C2.7c", "C2.22a")
def closed_to_gun(board: Map, gun: GunType, loc: int) -> Refusal | None:
    """Why a Gun may not be in a Location, or None: on no upper level, in no water, marsh or crag; in a building or
    rubble only small Guns, and AT and INF Guns that are not large.
    """
    if board.locations[loc].kind == "level" and board.locations[loc].above > 0:
        return Refusal("C2.7", "no Gun stands above ground level")
    if on_bridge(board, loc):
        return None
    terrain = board.hex_of(loc).terrain
    if terrain.water or terrain.id in MARSHES:
        return Refusal("C2.7", f"no Gun stands in {terrain.name}")
    if terrain.id == "crags" and gun.gun_type != "MTR":
        return Refusal("C2.7", "no Gun but a mortar stands in crags")
    handy = gun.target_size == "small" or (gun.gun_type in ("AT", "INF") and gun.target_size != "large")
    if (terrain.building or terrain.id in RUBBLE) and not handy:
        return Refusal("C2.7", f"{gun.name} is too large for a building or rubble")
    return None
