"""What the target's terrain does to an attack: TEM, height, FFMO and FFNAM (B, A4.6, A7.6)."""

from __future__ import annotations

from msgspec.structs import replace

from goodorder.board.map.terrain import Terrain, by_id
from goodorder.board.sight.los import Line
from goodorder.core.actions import SNAP
from goodorder.core.state import ASSAULT, State, Unit

from ..a07_fire.aiming import FireLine, attack_line, fire_line
from ..a07_fire.facts import AttackFacts, hazardous, sight
from ..a07_fire.smoke import smoke_at, smoke_between
from ..ledger import Mod
from ..points import FIRE_DRM
from ..registry import builds, rule
from .cover import Aimed, along_roadway, hexside, tem_of, took_cover
from .places import on_bridge
from .road import on_open_road, through_gap
from .shellholes import SHELLHOLES
from .shelter import on_runway, shelter
from .stream_terrain import in_the_open_bed
from .wall_advantage import came, holds


@builds("B9.33", "A4.34c")
def hexside_tem(
    st: State,
    frm: int,
    to: int,
    *,
    moving: bool = False,
    line: Line | None = None,
    firers: tuple[Unit, ...] = (),
) -> Mod | None:
    """The wall or hedge of the target hex that the line crosses, the better one where it crosses two (B9.3).

    It loses one for each full level by which the firer's height above the target exceeds the range (B9.33),
    and covers only a target at its own level: between hexes of different height the lower one (B9.35).
    A mover has nothing of it where the line passes the gap that a road leaves (B9.3).  ``line`` is the line of fire
    where it is not the one between the centres (A4.34).  By the full rules ``firers`` who have the hexside themselves
    meet nothing (B9.31).
    """
    if frm == to:
        return None
    if st.world.rules.offers("wall_advantage"):
        return hexside(Aimed(st, frm, to, None, firers, line, None, moving))
    board = st.world.map
    cover = board.cover(line, to) if line is not None else board.hexside_cover(frm, to)
    if moving:
        cover = tuple(one for one in cover if not through_gap(board, frm, to, one[0], one[1]))
    if not cover:
        return None
    best = cover[0][2]
    above = board.level(frm) - board.level(to)
    value = best.tem - max(0, above - board.distance(frm, to))
    return Mod("hexside_tem", value, f"{best.rule}.3", best.name, outside=True) if value > 0 else None


def came_up_across(st: State, unit: Unit, frm: int) -> bool:
    """Whether a mover entered its hex uphill across a hexside that the line from ``frm`` crosses (B10.31)."""
    steps = st.trail(unit.id).steps
    last = next((step for step in reversed(steps) if step.kind == "enter"), None)
    if last is None or last.hexside < 0 or last.to != unit.loc:
        return False
    board = st.world.map
    if board.level(last.to) <= board.level(last.frm):
        return False
    return (last.hexside + 3) % 6 in sight(st, frm, unit.loc).entry_sides(board.hex_at(unit.loc))


def terrain_tem(
    st: State,
    frm: int | None,
    to: int,
    *,
    on_road: bool = False,
    moving: bool = False,
    aimed: FireLine | None = None,
    unit: Unit | None = None,
    firers: tuple[Unit, ...] = (),
) -> Mod | None:
    """The TEM of a hex for one line of fire: the better of the hex's own and a hexside's, else height.

    ``frm`` None asks for the hex itself, as Residual FP does.  Of woods or building and wall only one
    counts (B9.31); the +1 for a higher target counts where no other TEM does (B10.31).  ``on_road`` asks for
    a mover whom the line finds on the road and not in the hex's own terrain (A4.132), ``moving`` for any mover;
    ``aimed`` is the line of fire at a unit in Bypass, which has the cover of the ground that it goes over (A4.34).
    By the full rules Wall Advantage of the target ``unit`` and of the ``firers`` counts (B9.32).
    """
    here = st.world.map.hex_of(to)
    if st.world.rules.offers("wall_advantage"):
        ground = by_id()["open_ground"] if on_road else aimed.ground if aimed is not None else None
        seen = aimed.sight if aimed is not None and frm is not None else None
        return tem_of(Aimed(st, frm, to, unit, firers, seen, ground, moving))
    own = by_id()["open_ground"] if on_road else here.terrain
    line = None
    if aimed is not None and aimed.ground is not None:
        own, line = aimed.ground, aimed.sight
    side = hexside_tem(st, frm, to, moving=moving, line=line) if frm is not None else None
    if side is not None and side.value > own.tem:
        return side
    if own.tem:
        number = "B23.3" if own.building else f"{own.rule}.3"
        return Mod("tem", own.tem, number, own.name)
    if frm is not None and frm != to and here.level > st.world.map.level(frm):
        return Mod("height_advantage", 1, "B10.31", "higher target")
    return None


@rule("A7.6", point=FIRE_DRM, order=50)
def target_terrain(attack: AttackFacts) -> Mod | tuple[Mod, ...] | None:
    """The target's TEM; in a Fire Group the worst case for the attacker counts (A7.52)."""
    st = attack.st
    if attack.via == SNAP:
        return None
    if st.world.rules.offers("wall_advantage"):
        return _for_each(attack)
    if attack.residual and not attack.lane:
        return terrain_tem(st, None, attack.target, aimed=attack_line(attack, attack.target))
    found = []
    for loc in attack.locations():
        road, aimed = _all_on_road(attack, loc), attack_line(attack, loc)
        if mod := terrain_tem(st, loc, attack.target, on_road=road, moving=attack.moving, aimed=aimed):
            found.append((mod, loc))
    if not found:
        return None
    mod, loc = max(found, key=lambda pair: pair[0].value)
    if mod.id == "height_advantage" and attack.moving:
        high = tuple(u.id for u in attack.targets if not came_up_across(st, u, loc))
        if not high:
            return None
        if len(high) < len(attack.targets):
            return replace(mod, units=high)
    return mod


def _for_each(attack: AttackFacts) -> tuple[Mod, ...]:
    """The TEM of each target, told once for those who have the same."""
    found: dict[Mod, tuple[int, ...]] = {}
    for unit in attack.targets:
        if (mod := _unit_tem(attack, unit)) is not None:
            found[mod] = (*found.get(mod, ()), unit.id)
    every = len(attack.targets)
    return tuple(mod if len(units) == every else replace(mod, units=units) for mod, units in found.items())


def _unit_tem(attack: AttackFacts, unit: Unit) -> Mod | None:
    """The TEM of one target; of several firing places the worst for the attacker counts (A7.52).

    Against Residual FP a unit in Bypass has the TEM of the obstacle too (A8.2), and so it has against a Fire Lane,
    whose line runs to the hex centre (A9.222).
    """
    st = attack.st
    if attack.residual and not attack.lane:
        return tem_of(Aimed(st, None, attack.target, unit, (), None, None, True))
    found: list[Mod] = []
    for place in attack.eyes():
        road = attack.moving and not attack.lane and on_open_road(st, unit, place)
        lane = attack_line(attack, place) if attack.lane else None
        aimed = lane or fire_line(st, place, attack.target, (unit,), attack.via)
        mod = terrain_tem(
            st,
            place,
            attack.target,
            on_road=road,
            moving=attack.moving,
            aimed=aimed,
            unit=unit,
            firers=attack.firers_at(place),
        )
        if mod is not None and mod.id == "height_advantage" and attack.moving and came_up_across(st, unit, place):
            mod = None
        if mod is not None:
            found.append(mod)
    return max(found, key=lambda mod: mod.value, default=None)


@rule("B7.3", point=FIRE_DRM, rows=[], order=55)
def runway(attack: AttackFacts) -> Mod | None:
    """One less for whoever is on a runway, beside every other modifier."""
    if not attack.st.world.rules.offers("wall_advantage") or not on_runway(attack.st, attack.target):
        return None
    return Mod("runway", -1, "B7.3", "runway")


def _all_on_road(attack: AttackFacts, frm: int) -> bool:
    """Whether a line of Defensive First Fire finds all the movers on the road (they entered together)."""
    return attack.moving and all(on_open_road(attack.st, u, frm) for u in attack.targets)


def _open_terrain(st: State, frm: int, to: int) -> Terrain:
    """What a Location is for a line from ``frm``: a bridge is Open Ground along its roadway (B1.15)."""
    if not st.world.rules.offers("levels"):
        return st.world.map.hex_of(to).terrain
    if on_bridge(st.world.map, to) and (frm == to or along_roadway(Aimed(st, frm, to, None))):
        return by_id()["open_ground"]
    return shelter(st, to)


def moves_in_the_open(
    st: State,
    frm: int,
    to: int,
    mover: Unit | None = None,
    via: int = -1,
    firers: tuple[Unit, ...] = (),
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
    if st.world.map.hex_of(to).tower is not None:
        return False
    on_road = lane is None and mover is not None and mover.loc == to and on_open_road(st, mover, frm)
    aimed = lane or fire_line(st, frm, to, (mover,) if mover is not None else (), via)
    here = aimed.ground or _open_terrain(st, frm, to)
    on_road = on_road or (st.world.rules.offers("levels") and frm != to and in_the_open_bed(st, mover, to, aimed.sight))
    by_the_wall = mover is not None and mover.loc == to and here.tem > 0 and holds(st, mover)
    if not (here.open_ground or on_road or by_the_wall) or aimed.sight.hindrance:
        return False
    tem = terrain_tem(st, frm, to, on_road=on_road, moving=True, aimed=aimed, unit=mover, firers=firers)
    if tem is not None and tem.id == "height_advantage" and mover is not None:
        return came_up_across(st, mover, frm)
    return tem is None


MOVERS = (
    *("A4.132d", "A4.34b", "A4.6a", "A4.6c", "A4.6d", "A4.61c", "A4.61e"),
    *("A4.61.EX1", "A4.61.EX2", "A4.61.EX3", "A4.61.EX4"),
)
"""Requirement rows of the modifiers of moving targets."""


@builds("A7.83")
def _runs(st: State, unit: Unit) -> bool:
    """Whether a mover is a moving target: one that was pinned is no longer (A7.83)."""
    trail = st.trail(unit.id)
    return not unit.pinned and not hazardous(st, unit) and any(step.kind != "start" for step in trail.steps)


@rule("A4.6", point=FIRE_DRM, rows=["SK3.MPh.8", "SK3.DFPh.2", *MOVERS], order=60)
def first_fire_movers(attack: AttackFacts) -> tuple[Mod, ...]:
    """FFNAM -1 for moving without Assault Movement, FFMO -1 for moving in the open; not for a pinned unit, nor for
    one in Hazardous Movement (A4.62).
    """
    if not attack.moving or attack.via == SNAP:
        return ()
    st = attack.st
    mods: list[Mod] = []
    running = tuple(unit for unit in attack.targets if _runs(st, unit))
    hasty = tuple(u.id for u in running if u.broken or not st.trail(u.id).declared & ASSAULT)
    if hasty:
        scope = () if len(hasty) == len(attack.targets) else hasty
        mods.append(Mod("ffnam", -1, "A4.6", "non-assault movement (FFNAM)", scope))
    exposed = tuple(unit.id for unit in running if _exposed(attack, unit))
    if exposed:
        scope = () if len(exposed) == len(attack.targets) else exposed
        mods.append(Mod("ffmo", -1, "A4.6", "moving in the open (FFMO)", scope))
    return tuple(mods)


def _exposed(attack: AttackFacts, unit: Unit) -> bool:
    st = attack.st
    if st.world.map.hex_of(attack.target).tower is not None:  # never FFMO on the way to or up a tower (B34.3)
        return False
    if attack.residual and not attack.lane:
        own = _open_terrain(st, attack.target, attack.target)
        bare = own.tem <= 0 or (own.id == SHELLHOLES and came(st, unit) and not took_cover(st, unit))
        return own.open_ground and bare and not smoke_at(st, attack.target)
    for loc in attack.eyes():
        lane = attack_line(attack, loc) if attack.lane else None
        if not moves_in_the_open(st, loc, attack.target, unit, attack.via, attack.firers_at(loc), lane=lane):
            return False
        if smoke_between(st, loc, attack.target, attack_line(attack, loc).sight):
            return False
    return True
