"""The field of fire of a MMG or HMG that keeps its rate (A9.21)."""

from __future__ import annotations

from goodorder.board import Map
from goodorder.board.map.hexgrid import lattice
from goodorder.board.map.per_map_cache import once_per_map
from goodorder.core.state import Fighter, State, Weapon

from .attack_facts import DEFENSIVE, OCCASIONS_OF
from .ground import ground, map_now
from .units import wtype

UPWARD, DOWNWARD = 6, 7
EVERY_ARC = frozenset(range(8))
RUBBLE = frozenset({"stone_rubble", "wooden_rubble"})
# The six hex grains in lattice units, clockwise; arc n lies between grain n and the next one.
_GRAINS = ((0, -2), (3, -1), (3, 1), (0, 2), (-3, 1), (-3, -1))


def covered_arcs(st: State, frm: int, to: int) -> frozenset[int]:
    """The covered arcs (one for each hexspine, 0 to 5) that hold ``to``: two where it lies on a hex grain.

    The own Location is inside every arc.  Another level of the own hex is in an arc of its own, up or down the stairs.
    """
    return EVERY_ARC if frm == to else _arcs(map_now(st), frm, to)


@once_per_map(32768)
def _arcs(board: Map, frm: int, to: int) -> frozenset[int]:
    """The same of two Locations of a map."""
    here, there = board.hex_of(frm), board.hex_of(to)
    if here is there:
        return frozenset({UPWARD if board.level(to) > board.level(frm) else DOWNWARD})
    (u0, v0), (u1, v1) = lattice(here.col, here.row), lattice(there.col, there.row)
    du, dv = u1 - u0, v1 - v0
    found = set()
    for arc, (gu, gv) in enumerate(_GRAINS):
        nu, nv = _GRAINS[(arc + 1) % 6]
        if gu * dv - gv * du >= 0 and du * nv - dv * nu >= 0:
            found.add(arc)
    return frozenset(found)


def outside_field(st: State, unit: Fighter, weapon: Weapon, target: int, phase: str) -> bool:
    """Whether no covered arc holds the target and all earlier targets of the weapon in this phase.

    Only a MMG or HMG in woods, rubble or a building is so bound (A9.21).  One whose crew was pinned in the MPh keeps
    its arc through the DFPh.
    """
    shots = st.weapon_shots.get(weapon.id)
    if not shots:
        return False
    terrain = ground(st, unit.loc).terrain
    kind = wtype(st, weapon)
    covered = terrain.building or terrain.category == "WOODS" or terrain.skirted or terrain.id in RUBBLE
    if kind.kind == "LMG" or not kind.machine_gun or not covered:
        return False
    bound: tuple[str, ...] = OCCASIONS_OF.get(phase, ())
    if phase == "DFPh" and unit.pinned:
        bound += DEFENSIVE
    arcs = covered_arcs(st, unit.loc, target)
    for shot in shots:
        if not shot.spent and shot.occasion in bound and shot.target >= 0:
            arcs &= covered_arcs(st, unit.loc, shot.target)
    return not arcs
