"""Interdiction: who threatens a routing unit in an Open Ground hex (A10.53-A10.532)."""

from __future__ import annotations

from msgspec import Struct

from goodorder.core.state import ON_MAP, State, Unit
from goodorder.data.charts import morale

from ..a07_fire.aiming import to_vertex
from ..a07_fire.facts import sight
from ..a07_fire.smoke import smoke_between
from ..b_terrain.around import goes_around, turnings
from ..b_terrain.places import eye
from ..b_terrain.tem import moves_in_the_open, terrain_tem
from ..points import ROUT_BARE
from ..registry import builds
from ..units import encircled, in_melee, is_good_order, is_smc, usable_weapons, utype, wtype


def interdiction_range(st: State, enemy: Unit, *, alone: bool = True) -> int:
    """Hexes to which a unit threatens: its best Normal Range at full FP, at most 16; -1 when it has none.

    A leader has only his weapon, and alone fires it at half FP (A9.12): with ``alone`` false he counts
    even so, as for Desperation Morale.
    """
    key = ("interdiction_range", enemy.id, alone)
    found: int | None = st.memo.get(key) if st.units.get(enemy.id) is enemy else None
    if found is None:
        found = _interdiction_range(st, enemy, alone=alone)
        if st.units.get(enemy.id) is enemy:
            st.memo[key] = found
    return found


def _interdiction_range(st: State, enemy: Unit, *, alone: bool) -> int:
    cap = morale().rout.open_ground_range
    reach = -1
    kind = utype(st, enemy)
    if not kind.smc and kind.fp > 0:
        reach = min(kind.range, cap)
    helped = (
        not kind.smc
        or kind.kind == "hero"
        or not alone
        or any(
            other.id != enemy.id
            and is_smc(st, other)
            and is_good_order(st, other)
            and not other.pinned
            and not other.cx
            for other in st.side_at(enemy.loc, enemy.side)
        )
    )
    if helped:
        for weapon in usable_weapons(st, enemy):
            if wtype(st, weapon).ift and wtype(st, weapon).fp:
                reach = max(reach, min(wtype(st, weapon).range, cap))
    return reach


class BareEntry(Struct, frozen=True):
    """A hex that a router enters at its least cost in MF."""

    st: State
    loc: int


def has_bare_entry(st: State, loc: int) -> bool:
    """Whether the cover of a hex takes more MF than its entry (A10.531)."""
    return st.world.rules.refuse(ROUT_BARE, BareEntry(st, loc)) is not None


def open_to(st: State, enemy: Unit, loc: int, came_from: int = -1, *, bare: bool = False) -> bool:
    """Whether a hex is Open Ground in LOS of this enemy: FFMO could apply to a unit there (A10.531).

    ``bare`` says that a router there has not paid for its cover. ``came_from`` is the hex a routing unit has just
    left: Height Advantage does not help who came up across a hexside that the line crosses (B10.31).
    """
    frm = eye(st, enemy)
    if not st.world.map.sees(frm, loc) or smoke_between(st, frm, loc):
        return False
    if moves_in_the_open(st, frm, loc):
        return True
    if bare and not sight(st, frm, loc).hindrance:
        cover = terrain_tem(st, frm, loc)
        return cover is not None and cover.id == "tem"
    board = st.world.map
    if came_from < 0 or board.level(loc) <= board.level(came_from) or sight(st, frm, loc).hindrance:
        return False
    tem = terrain_tem(st, frm, loc)
    crossed = sight(st, frm, loc).entry_sides(loc)
    return tem is not None and tem.id == "height_advantage" and st.world.map.side_between(loc, came_from) in crossed


@builds("B23.71")
def open_vertex(st: State, enemy: Unit, loc: int, vertex: int) -> bool:
    """Whether a vertex of a hex, passed on the way to the next house of a row, is in the open to this enemy."""
    frm = eye(st, enemy)
    aimed = to_vertex(st, frm, loc, vertex)
    if aimed.sight.blocked or aimed.sight.hindrance or smoke_between(st, frm, loc, aimed.sight):
        return False
    return terrain_tem(st, frm, loc, moving=True, aimed=aimed) is None


def threatens(
    st: State,
    enemy: Unit,
    side: int,
    loc: int,
    came_from: int = -1,
    *,
    bare: bool = False,
    vertex: int = -1,
    routers: tuple[int, ...] = (),
) -> bool:
    """Whether ``enemy`` could Interdict a unit of ``side`` in ``loc``, or at a vertex of it.

    It is unbroken, unpinned, not CX, Encircled or in Melee, and free to fire out of its own Location, which
    ``routers``, who may still stand there, have left by then.
    """
    if enemy.side == side or enemy.place != ON_MAP or enemy.broken or enemy.concealed:
        return False
    if enemy.pinned or enemy.cx or in_melee(st, enemy) or encircled(st, enemy):
        return False
    reach = interdiction_range(st, enemy)
    if st.world.map.distance(enemy.loc, loc) > reach:
        return False
    if enemy.loc != loc and any(unit.id not in routers for unit in st.side_at(enemy.loc, side)):
        return False
    if vertex >= 0:
        return open_vertex(st, enemy, loc, vertex)
    return open_to(st, enemy, loc, came_from, bare=bare)


@builds("A10.53", "SK3.RS.6", "SK3.RtPh.4")
def interdictors(
    st: State, side: int, loc: int, came_from: int = -1, *, bare: bool = False, routers: tuple[int, ...] = ()
) -> tuple[Unit, ...]:
    """Enemies that could Interdict a unit of ``side`` in ``loc``, entered from ``came_from`` (-1: it is there).

    ``bare`` for one that has paid no more than it must for the hex (A10.531); ``routers`` are the units asked for,
    wherever they still stand.
    """
    terrain = st.world.map.hex_of(loc).terrain
    bare = bare and has_bare_entry(st, loc)
    if not terrain.open_ground and not bare:
        return ()
    foes = (enemy for enemy in st.units.values() if enemy.side != side)
    return tuple(enemy for enemy in foes if threatens(st, enemy, side, loc, came_from, bare=bare, routers=routers))


@builds("B23.71")
def vertex_interdictors(st: State, side: int, loc: int, vertex: int, routers: tuple[int, ...] = ()) -> tuple[Unit, ...]:
    """Enemies that could Interdict a unit of ``side`` at a vertex, on its way around to the next house of a row."""
    foes = (enemy for enemy in st.units.values() if enemy.side != side)
    return tuple(enemy for enemy in foes if threatens(st, enemy, side, loc, vertex=vertex, routers=routers))


def way_around(st: State, side: int, frm: int, to: int, past: int = -1) -> int:
    """The vertex that a router passes on its way to the next house: past the hex named, else the safer one."""
    ways = [vertex for hex, vertex in turnings(st.world.map, frm, to) if past in (-1, hex)]
    return min(ways, key=lambda vertex: len(vertex_interdictors(st, side, frm, vertex)))


@builds("A10.53")
def step_interdictors(
    st: State, side: int, frm: int, to: int, past: int = -1, *, bare: bool = False, routers: tuple[int, ...] = ()
) -> tuple[Unit, ...]:
    """Enemies that could Interdict a rout's step into a hex, or around to the next house of a row (B23.71)."""
    if goes_around(st, frm, to):
        return vertex_interdictors(st, side, frm, way_around(st, side, frm, to, past), routers)
    return interdictors(st, side, to, frm, bare=bare, routers=routers)
