"""Moving targets: FFMO and FFNAM (A4.6)."""

from __future__ import annotations

from typing import Final

from goodorder.board.map.terrain import Terrain, by_id
from goodorder.core.actions import SNAP
from goodorder.core.state import ASSAULT, Fighter, State, Unit

from ..facts.aiming import FireLine, attack_line, fire_line
from ..facts.attack_facts import AttackFacts, hazardous
from ..facts.cover import Aimed, along_roadway, by_a_hull, took_cover
from ..facts.ground import ground, map_now
from ..facts.places import on_bridge
from ..facts.road import on_open_road
from ..facts.shellholes import SHELLHOLES
from ..facts.shelter import shelter
from ..facts.smoke import laid_between, smoke_at
from ..facts.stream_terrain import in_the_open_bed
from ..facts.tem import came_up_across, terrain_tem
from ..facts.wall_advantage import came, holds
from ..ledger import Mod
from ..points import FIRE_DRM
from ..registry import builds, rule


def _open_terrain(st: State, frm: int, to: int) -> Terrain:
    """What a Location is for a line from ``frm``: a bridge is Open Ground along its roadway (B1.15)."""
    if on_bridge(map_now(st), to) and (frm == to or along_roadway(Aimed(st, frm, to, None))):
        return by_id()["open_ground"]
    return shelter(st, to)


def moves_in_the_open(
    st: State,
    frm: int,
    to: int,
    mover: Unit | None = None,
    via: int = -1,
    firers: tuple[Fighter, ...] = (),
    *,
    lane: FireLine | None = None,
) -> bool:
    """Whether FFMO could apply to a mover in ``to`` for a firer in ``frm`` (A4.6, A10.531).

    Open Ground to that firer: no TEM, no Hindrance, no SMOKE on the line.  A ``mover`` that came up across
    the line's hexside has no Height Advantage (B10.31); one that entered at the road rate is in the open where
    the line reaches it along the road (A4.132), one in Bypass where the hexsides it goes along are open (A4.34), one
    with Wall Advantage wherever no wall covers it, for it has given up the hex's own TEM (B9.31).  ``lane`` is the
    line of a Fire Lane, which finds everybody in the Location itself (A9.222).
    """
    if ground(st, to).tower is not None:
        return False
    on_road = lane is None and mover is not None and mover.loc == to and on_open_road(st, mover, frm)
    aimed = lane or fire_line(st, frm, to, (mover,) if mover is not None else (), via)
    here = aimed.ground or _open_terrain(st, frm, to)
    on_road = on_road or (frm != to and in_the_open_bed(st, mover, to, aimed.sight))
    by_the_wall = mover is not None and mover.loc == to and here.tem > 0 and holds(st, mover)
    if not (here.open_ground or on_road or by_the_wall) or aimed.sight.hindrance:
        return False
    tem = terrain_tem(st, frm, to, on_road=on_road, moving=True, aimed=aimed, unit=mover, firers=firers)
    if tem is not None and tem.id == "height_advantage" and mover is not None:
        return came_up_across(st, mover, frm)
    return tem is None


MOVERS = (
    *("A4.132d", "A4.34b", "A4.6a", "A4.6c", "A4.6d", "A4.61c", "A4.61e"),
    *("A4.61.EX1", "A4.61.EX2", "A4.61.EX3", "A4.61.EX4", "A4.61.EX5"),
)
"""Requirement rows of the modifiers of moving targets."""


@builds("A7.83")
def _runs(st: State, unit: Unit) -> bool:
    """Whether a mover is a moving target: one that was pinned is no longer (A7.83)."""
    trail = st.trail(unit.id)
    return not unit.pinned and not hazardous(st, unit) and bool(trail.steps)


STRIKE: Final = "strike"
"""The kind of note that a unit has come into a Location by Street Fighting in Reaction Fire: ``loc`` is that one."""


@builds("D7.211")
def strikes(st: State, unit: Unit) -> bool:
    """Whether a unit strikes out of a house by Reaction Fire, and has come to where it is by that."""
    if not st.vehicles or st.turn.phase != "MPh" or unit.side == st.turn.attacker or unit.pinned:
        return False
    return any(note.kind == STRIKE and note.loc == unit.loc for note in st.trail(unit.id).tried)


@rule("A4.6", point=FIRE_DRM, rows=["SK3.MPh.8", "SK3.DFPh.2", *MOVERS], order=60, of=["at movers"])
def first_fire_movers(attack: AttackFacts) -> tuple[Mod, ...]:
    """FFNAM -1 for moving without Assault Movement, FFMO -1 for moving in the open; not for a pinned unit, nor for
    one in Hazardous Movement (A4.62).
    """
    if not attack.moving or attack.via == SNAP:
        return ()
    st = attack.st
    mods: list[Mod] = []
    striking = tuple(unit for unit in attack.targets if strikes(st, unit))
    running = tuple(unit for unit in attack.targets if _runs(st, unit))
    non_assault = tuple(u.id for u in running if u.broken or not st.trail(u.id).declared & ASSAULT)
    if non_assault:
        scope = () if len(non_assault) == len(attack.targets) else non_assault
        mods.append(Mod("ffnam", -1, "A4.6", "non-assault movement (FFNAM)", scope))
    exposed = tuple(unit.id for unit in (*running, *striking) if _exposed(attack, unit))
    if exposed:
        scope = () if len(exposed) == len(attack.targets) else exposed
        mods.append(Mod("ffmo", -1, "A4.6", "moving in the open (FFMO)", scope))
    return tuple(mods)


@builds("A4.6", "A24.2", "A24.2e")
def _exposed(attack: AttackFacts, unit: Unit) -> bool:
    st = attack.st
    if ground(st, attack.target).tower is not None:  # never FFMO on the way to or up a tower (B34.3)
        return False
    if not attack.eyes():
        own = _open_terrain(st, attack.target, attack.target)
        bare = own.tem <= 0 or (own.id == SHELLHOLES and came(st, unit) and not took_cover(st, unit))
        aim = Aimed(st, None, attack.target, unit)
        return own.open_ground and bare and not smoke_at(st, attack.target) and not by_a_hull(aim)
    for loc in attack.eyes():
        lane = None if attack.source.aimed else attack_line(attack, loc)
        if not moves_in_the_open(st, loc, attack.target, unit, attack.via, attack.firers_at(loc), lane=lane):
            return False
        if laid_between(st, loc, attack.target, attack_line(attack, loc).sight):
            return False
    return True
