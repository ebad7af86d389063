"""Declaring a Human Wave: who takes part, in which chain, against whom, along which grain (A25.23, A25.231)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec import Struct

from goodorder.board import Map
from goodorder.core.actions import DeclareWave
from goodorder.core.errors import Refusal
from goodorder.core.remembered import once_a_position
from goodorder.core.state import ON_MAP, Fighter, State, Unit

from ..a04_movement.allotment import allotment_facts, capacity, carried_now
from ..a04_movement.permission import MoverFacts
from ..a12_concealment.sight import clear_line
from ..a15_berserk.charge import charge_due
from ..facts.adjacent import adjacent
from ..facts.captives import prisoners_of
from ..facts.cliffs import capital_adjacent
from ..facts.ground import map_now
from ..facts.places import climbs, eye
from ..facts.units import has, is_good_order, is_leader, name, utype, wtype
from ..facts.wave import GRAINS, grain_hexes, range_to
from ..points import MAY_MOVE
from ..registry import builds, by_name, removable

REACH = 8
"""Hexes within which a unit of the Wave sees the target."""
CHAIN = 3
"""Hexes that the chain has at least."""
EACH = 2
"""MMC for each hex of it, on average."""


def seen_enemies(st: State, side: int) -> tuple[Fighter, ...]:
    """The enemies on the map as far as a side knows of them, what is under a "?" among them; no wreck nor what nobody
    mans (ruling R2002).
    """
    units: list[Fighter] = [u for u in st.units.values() if u.side != side and u.place == ON_MAP and not u.hidden]
    for one in st.vehicles.values():
        if one.side != side and one.place == ON_MAP and not (one.hidden or one.wreck or one.abandoned):
            units.append(one)
    return tuple(units)


@builds("A25.23", "A25.23a", "A25.23d", "A25.23e", "A25.232b")
def member_refusal(st: State, unit: Unit) -> Refusal | None:
    """Why a unit can't take part in a Human Wave, as far as that hangs on itself, or None."""
    if not has(st, unit, "human_wave"):
        return Refusal("A25.23", "only Russians and Chinese attack in a Human Wave")
    if not (utype(st, unit).mmc or is_leader(st, unit)):
        return Refusal("A25.23", f"{name(st, unit)} is neither a MMC nor a leader")
    if unit.place != ON_MAP or unit.loc < 0 or climbs(st, unit):
        return Refusal("A25.23", f"{name(st, unit)} is not on the ground of the map")
    if not is_good_order(st, unit):
        return Refusal("A25.23", f"{name(st, unit)} is not in Good Order", also=("A.7",))
    if refusal := st.world.rules.refuse(MAY_MOVE, MoverFacts(st, unit, 0, (unit.id,))):
        return Refusal("A25.23", f"{name(st, unit)} is not free to move: {refusal.reason}", also=(refusal.rule,))
    if unit.unarmed:
        return Refusal("A25.23", f"{name(st, unit)} is Unarmed", also=("A20.54",))
    if prisoners_of(st, unit.id):
        return Refusal("A25.23", f"{name(st, unit)} guards prisoners", also=("A20.5",))
    return _laden(st, unit) or _beside_the_enemy(st, unit)


def _laden(st: State, unit: Unit) -> Refusal | None:
    """Nobody of the Wave carries more than his own IPC."""
    carried = carried_now(st, unit)
    if not carried:
        return None
    facts = allotment_facts(st, unit, (unit.id,), 0, carried, along_road=False)
    if sum(wtype(st, st.weapons[one]).pp for one in carried) <= capacity(facts):
        return None
    return Refusal("A25.232", f"{name(st, unit)} carries more than its IPC", also=("A4.42",))


@removable(without=False)
@builds("A25.232", "A25.232b", "A4.43")
def too_laden(st: State, unit: Unit) -> bool:
    """Whether only its load keeps a unit out of a Human Wave that could be declared: it may drop something first."""
    if unit.loc < 0 or not has(st, unit, "human_wave") or _laden(st, unit) is None:
        return False
    refusal = member_refusal(st, unit)
    return refusal is not None and refusal.rule == "A25.232"


def _beside_the_enemy(st: State, unit: Unit) -> Refusal | None:
    """Nobody of it is ADJACENT to an enemy, or in his hex."""
    board = map_now(st)
    for enemy in seen_enemies(st, unit.side):
        if board.distance(unit.loc, enemy.loc) > 1:
            continue
        if board.hex_at(unit.loc) == board.hex_at(enemy.loc) or adjacent(st, unit, enemy):
            where = st.world.map.place_name(enemy.loc)
            return Refusal("A25.23", f"{name(st, unit)} is ADJACENT to an enemy in {where}, or in his hex")
    return None


@removable(without=())
@builds("A25.23")
def wave_troops(st: State, side: int) -> Sequence[Unit]:
    """Units on the map of an army that attacks in Human Waves; none where they are too few for one."""
    able = [unit for unit in st.units.values() if unit.side == side and unit.loc >= 0 and has(st, unit, "human_wave")]
    mmc = [unit for unit in able if utype(st, unit).mmc]
    if len(mmc) < CHAIN * EACH or len(mmc) == len(able) or len({unit.loc for unit in mmc}) < CHAIN:
        return ()
    return able


def near_each_other(st: State, side: int) -> bool:
    """Whether any troops of a side are near enough to one another for the chain of a Wave, by their hexes and their
    number alone: most are not, which is found sooner than whether each may take part.
    """
    board, crowds = map_now(st), dict[int, int]()
    for unit in wave_troops(st, side):
        if utype(st, unit).mmc and not (unit.broken or unit.pinned or unit.ti or st.trail(unit.id).started):
            h = board.hex_at(unit.loc)
            crowds[h] = crowds.get(h, 0) + 1
    while crowds:
        h, many = crowds.popitem()
        count, todo = 1, [h]
        while todo:
            for near in board.around(todo.pop()):
                if near in crowds:
                    many += crowds.pop(near)
                    count += 1
                    todo.append(near)
        if count >= CHAIN and many >= EACH * CHAIN:
            return True
    return False


@removable(without=False)
@once_a_position
def could_join(st: State, unit: Unit) -> bool:
    """Whether nothing about the unit itself keeps it out of a Human Wave."""
    return member_refusal(st, unit) is None


@builds("A25.23", "A25.23b", "A25.23c")
def chain_refusal(st: State, units: Sequence[Unit]) -> Refusal | None:
    """Why these units are no chain: three hexes or more, in each a MMC, two for each on average, a leader, and all of
    their Locations ADJACENT one to the next (ruling R2001).
    """
    board = map_now(st)
    mmc: dict[int, int] = {}
    for unit in units:
        h = board.hex_at(unit.loc)
        mmc[h] = mmc.get(h, 0) + (1 if utype(st, unit).mmc else 0)
    if len(mmc) < CHAIN:
        return Refusal("A25.23", f"its chain is {CHAIN} hexes or more")
    if bare := next((h for h, number in mmc.items() if not number), None):
        return Refusal("A25.23", f"no MMC of {board.hexes[bare].name} takes part")
    if sum(mmc.values()) < EACH * len(mmc):
        return Refusal("A25.23", f"on average {EACH} MMC take part from each hex")
    if not any(is_leader(st, unit) for unit in units):
        return Refusal("A25.23", "a leader takes part")
    locs = list(dict.fromkeys(unit.loc for unit in units))
    if len(linked(st, locs[0], locs)) != len(locs):
        return Refusal("A25.23", "their Locations are not all ADJACENT one to the next", also=("A.8",))
    return None


def linked(st: State, first: int, locs: Iterable[int]) -> frozenset[int]:
    """Those of these Locations that hang together with the first by steps from one to an ADJACENT one."""
    rest, found, todo = set(locs) - {first}, {first}, [first]
    while todo:
        here = todo.pop()
        near = {loc for loc in rest if capital_adjacent(st, here, loc)}
        rest -= near
        found |= near
        todo += near
    return frozenset(found)


@builds("A25.23", "A25.23f")
def sees_target(st: State, unit: Unit, target: int) -> bool:
    """Whether a unit sees a Location within eight hexes: SMOKE hinders, and bars its LOS from +6 on (A6.7)."""
    return map_now(st).distance(unit.loc, target) <= REACH and clear_line(st, eye(st, unit), target)


def targets(st: State, side: int) -> tuple[int, ...]:
    """Locations of enemies against whom a Wave could be declared, whoever sees them."""
    return tuple(dict.fromkeys(enemy.loc for enemy in seen_enemies(st, side)))


class Course(Struct, frozen=True):
    """A grain along which a Wave may be declared: as :class:`DeclareWave` names it, with its hexes in order."""

    sides: tuple[int, ...]
    hexes: tuple[int, ...]


@builds("A25.231", "A25.231a", "A25.231b")
def courses(st: State, units: Iterable[Unit], target: int) -> tuple[Course, ...]:
    """The grains through the target's hex that are legal for these units: those that come closest to one of them that
    sees the target, in the direction from there to the target and beyond.
    """
    board = map_now(st)
    froms = tuple(dict.fromkeys(unit.loc for unit in units if sees_target(st, unit, target)))
    near = {(sides, loc): range_to(board, target, sides, loc) for sides in GRAINS for loc in froms}
    least = min(near.values(), default=0)
    found = []
    for sides in GRAINS:
        hexes = grain_hexes(board, target, sides)
        before = hexes[: hexes.index(board.hex_at(target))]
        if any(near[sides, loc] == least and _comes_from(board, loc, before, least) for loc in froms):
            found.append(Course(sides, hexes))
    return tuple(found)


def _comes_from(board: Map, loc: int, before: tuple[int, ...], range: int) -> bool:
    """Whether of all hexes of a grain one before the target is as close to a Location as any."""
    return any(board.distance(loc, h) == range for h in before)


@removable(without=by_name("human_wave"))
@builds("A25.23", "A25.231")
def wave_refusal(st: State, side: int, action: DeclareWave) -> Refusal | None:
    """Why this Human Wave may not be declared now, or None."""
    if side != st.turn.attacker or not action.units or len(set(action.units)) != len(action.units):
        return Refusal("A25.23", "several units of the ATTACKER take part, each named once")
    if any(u not in st.units or st.units[u].side != side for u in action.units):
        return Refusal("A25.23", "only the ATTACKER's units take part")
    units = [st.units[u] for u in action.units]
    refusal = next((no for unit in units if (no := member_refusal(st, unit))), None) or chain_refusal(st, units)
    if refusal := refusal or charge_due(st):
        return refusal
    if action.to not in targets(st, side):
        return Refusal("A25.23", "no enemy is there")
    if not any(sees_target(st, unit, action.to) for unit in units):
        return Refusal("A25.23", f"none of them sees that enemy within {REACH} hexes", also=("A6.1",))
    if action.grain not in GRAINS:
        return Refusal("A25.231", "a Hex Grain crosses one hexside, an Alternate one two that meet, such as 3,4")
    if action.grain not in {course.sides for course in courses(st, units, action.to)}:
        return Refusal("A25.231", "another grain through the target comes closer to a unit that sees it")
    return None
