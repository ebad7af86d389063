"""Interdiction: who threatens a routing unit in an Open Ground hex (A10.53-A10.532)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from goodorder.board import Map
from goodorder.board.map.per_map_cache import once_per_map
from goodorder.board.map.terrain import Terrain
from goodorder.core.remembered import once_a_position
from goodorder.core.stance import PLAIN
from goodorder.core.state import FIRST, ON_MAP, Fighter, State, Unit, Vehicle, Weapon, with_stance
from goodorder.core.way import Way
from goodorder.data.charts import morale

from ..a04_movement.moving_targets import moves_in_the_open
from ..a05_stacking import excess_of
from ..a07_fire.firepower import UNIT, part_fire
from ..a07_fire.permission import Target, part_refusal
from ..a20_guards import outnumbered
from ..b_terrain.around import goes_around, turnings
from ..b_terrain.wading import wet_rule
from ..c_ordnance.elevation import reaches
from ..facts.aiming import fire_line, is_blocked, to_vertex
from ..facts.attack_facts import AttackFacts, FirePart, sight
from ..facts.crew import qualified
from ..facts.firers import Firers
from ..facts.firing import normal_range
from ..facts.ground import map_now
from ..facts.gun_cover import emplacement
from ..facts.ordnance import in_arc
from ..facts.places import eye, ground_terrain, on_bridge
from ..facts.road import came_by_road
from ..facts.smoke import laid_between
from ..facts.stream_terrain import overgrown
from ..facts.tem import terrain_tem
from ..facts.units import encircled, is_good_order, is_smc, known_at, together, usable_weapons, utype, wtype
from ..facts.vehicle_cover import beside_hull
from ..facts.wall_advantage import holds
from ..points import ROUT_BARE
from ..registry import builds
from .vehicle_threat import vehicle_could_fire

Units = tuple[int, ...]


class Means(Struct, frozen=True):
    """What a unit could fire: its inherent FP (None) or a weapon, and the second man who serves that."""

    weapon: Weapon | None
    helper: Unit | None = None


@once_a_position
def sources(st: State, enemy: Unit) -> tuple[Means, ...]:
    """What a unit could fire if it had fired nothing yet (A10.53): its inherent FP, its weapons that work, its Gun;
    nothing of a Guard with a smaller US# than his prisoners (A20.52).
    """
    if outnumbered(st, enemy):
        return ()
    found = [] if not utype(st, enemy).fp else [Means(None)]
    helper = _second_man(st, enemy) if utype(st, enemy).smc else None
    for weapon in usable_weapons(st, enemy):
        kind = wtype(st, weapon)
        if kind.gun is not None or (kind.ift and kind.fp):
            found.append(Means(weapon, helper))
    return tuple(found)


def _second_man(st: State, man: Unit) -> Unit | None:
    """A Known single man who can serve another's weapon with him at full FP (A9.12)."""
    able = (
        other
        for other in st.side_at(man.loc, man.side)
        if other.id != man.id and is_smc(st, other) and is_good_order(st, other) and together(other, man)
    )
    return next((other for other in able if not (other.pinned or other.cx or other.concealed)), None)


@builds("A10.532", "C3.33", "C3.33g")
def could_fire(st: State, enemy: Unit, target: Unit, *, effective: bool, routers: Units = (), vertex: int = -1) -> bool:
    """Whether a unit that had fired nothing yet could fire at ``target`` within its Normal Range, where it is known to
    have that within 16 hexes and no obstacle in between (:func:`in_reach`, :func:`open_to`).

    It is asked as of a shot in Defensive First Fire: not with what may not be fired from there or at that target at
    all.  ``effective``: with at least one FP that nothing halves, without a positive DRM of its own, as Interdiction
    asks; else a range is enough, TI or not, as for Desperation Morale and the duty to rout (A10.5, A10.62).
    ``routers`` are units that have left where they stand; ``vertex`` is where the target passes to the next house.
    """
    able = _reaching(st, enemy, target.loc)
    if not able or (effective and hampered(st, enemy)):
        return False
    fresh = _unspent(st, enemy, target, routers, moving=vertex >= 0)
    if vertex >= 0:
        target = with_stance(target, bypass=(vertex,))
    if enemy.ti and not effective:
        enemy = replace(enemy, ti=False)
        able = _reaching(st, enemy, target.loc)
    return any(_fires(fresh, enemy, one, target, effective=effective) for one in able)


def _reaching(st: State, enemy: Unit, loc: int) -> list[Means]:
    """What a unit could fire of which a Location is within Normal Range."""
    reach = st.world.map.distance(enemy.loc, loc)
    return [one for one in sources(st, enemy) if reach <= normal_range(st, enemy, one.weapon)]


def reaches_to(st: State, enemy: Fighter, loc: int) -> bool:
    """Whether a Location is within the Normal Range of a unit, which is found sooner than what it sees there; of a
    vehicle more has to be asked.
    """
    return isinstance(enemy, Vehicle) or bool(_reaching(st, enemy, loc))


class Looking(Struct, frozen=True):
    """An enemy, his hex, and where he looks from."""

    enemy: Fighter
    hex: int
    eye: int


class Lookers(Struct, frozen=True):
    """Enemies who look, and all the places where they are or look from."""

    all: tuple[Looking, ...]
    places: frozenset[int]


def looking(st: State, enemies: Iterable[Fighter]) -> Lookers:
    """Enemies with what :func:`in_reach` asks of them."""
    hex_at, found, places = st.world.map.hex_at, list[Looking](), set[int]()
    for enemy in enemies:
        frm = eye(st, enemy)
        found.append(Looking(enemy, hex_at(enemy.loc), frm))
        places |= {enemy.loc, frm}
    return Lookers(tuple(found), frozenset(places))


def in_reach(st: State, enemies: Lookers, target: Unit, *, plain: bool) -> tuple[Fighter, ...]:
    """Those of some enemies from whom a target is at most 16 hexes away, and no obstacle on the line to it, where that
    is ``plain``: it runs to the centre of its hex whatever has been done in this Player Turn. Most are ruled out by it,
    before anything else is asked of them.
    """
    board, most, loc = map_now(st), morale().rout.open_ground_range, target.loc
    near = enemies.all
    if plain:
        seeing = _seeing(board, enemies.places, loc)
        if not seeing:
            return ()
        near = tuple([one for one in near if one.eye in seeing or one.enemy.loc == loc])
    ranges = board.ranges(loc)
    return tuple([one.enemy for one in near if ranges[one.hex] <= most])


@once_per_map(8192)
def _seeing(board: Map, places: frozenset[int], loc: int) -> frozenset[int]:
    """Those of some places which a Location is, or is seen from: enemies mostly stay while one unit after the other is
    asked about.
    """
    return frozenset([*board.seen_from(places, loc), *places.intersection((loc,))])


def hampered(st: State, enemy: Unit) -> bool:
    """Whether a unit's own state adds to its DR: CX, Encircled, or in a Location that its side has overstacked.

    What is concealed there is not Known, and does not count.
    """
    if enemy.cx or encircled(st, enemy):
        return True
    return bool(excess_of(st, known_at(st, enemy.loc, enemy.side), enemy.loc))


def _fires(st: State, enemy: Unit, source: Means, target: Unit, *, effective: bool) -> bool:
    weapon, helper = source.weapon, source.helper
    said = (FIRST, False)
    aim = Target(target.loc, (target,))
    refusal = part_refusal(st, enemy, weapon, aim, "MPh", occasion=said, helped=helper is not None)
    if refusal is not None:
        return False
    if not effective:
        return True
    if weapon is not None and wtype(st, weapon).gun is not None:
        return _laid_on(st, enemy, weapon, target)
    printed = wtype(st, weapon).fp if weapon else utype(st, enemy).fp
    alone = weapon is not None and utype(st, enemy).smc and helper is None and not utype(st, enemy).hero
    part = FirePart(enemy, weapon, printed, normal_range(st, enemy, weapon), *said, alone, helper)
    fire = part_fire(AttackFacts(st, Firers(enemy.side), FIRST, target.loc, (target,), True, (part,)), part)
    return fire.fp >= UNIT and not any(mod.value < 0 for mod in fire.factors)


def _laid_on(st: State, enemy: Unit, gun: Weapon, target: Unit) -> bool:
    """Whether a Gun could fire at a target without a DRM of its own: it need not be turned, those who man it are
    trained for it, out of the water, and its barrel goes that far up or down.
    """
    if not in_arc(st, enemy.loc, target.loc, gun.facing) or not qualified(st, enemy, gun) or wet_rule(st, enemy):
        return False
    board = map_now(st)
    above, reach = board.level(target.loc) - board.level(eye(st, enemy)), board.distance(enemy.loc, target.loc)
    return not above or reaches(wtype(st, gun), reach, above, own_hex=reach == 0)


def _unspent(st: State, enemy: Unit, target: Unit, routers: Units, *, moving: bool) -> State:
    """The position as if nobody had done anything yet in this Player Turn, without the units that have left.

    They count where the enemy stands alone, whose fire they would bind (A7.212): mostly nobody is to be taken out, and
    one position serves for all.
    """
    gone = tuple(id for id in (*routers, target.id) if id in st.units and st.units[id].loc == enemy.loc)
    return _unspent_without(st, gone, moving)


@once_a_position
def _unspent_without(st: State, gone: Units, moving: bool) -> State:
    found = st.with_(trails={}, weapon_shots={})
    if gone:
        found = found.with_(units={key: unit for key, unit in st.units.items() if key not in gone})
    return found.with_(turn=replace(st.turn, phase="MPh")) if moving else found


class BareEntry(Struct, frozen=True):
    """A hex that a router enters at its least cost in MF."""

    st: State
    loc: int


def has_bare_entry(st: State, loc: int) -> bool:
    """Whether the cover of a hex takes more MF than its entry (A10.531)."""
    return st.world.rules.refuse(ROUT_BARE, BareEntry(st, loc)) is not None


def open_to(
    st: State,
    enemy: Fighter,
    loc: int,
    came_from: int = -1,
    *,
    bare: bool = False,
    unit: Unit | None = None,
    beneath: Unit | None = None,
) -> bool:
    """Whether a hex is Open Ground in LOS of this enemy: FFMO could apply to a unit there (A10.531).

    ``bare`` says that a router there has not paid for its cover. ``came_from`` is the hex a routing unit has just
    left: Height Advantage does not help who came up across a hexside that the line crosses (B10.31).  ``unit`` is who
    stands there, seen and covered as its Crest status has it (B20.92).  ``beneath`` is who has the cover of an AFV or
    wreck there (D9.3), and so is not in the open to anybody else.
    """
    here = beneath or unit
    if st.vehicles and here is not None and enemy.loc != loc and beside_hull(st, here, loc):
        return False
    frm, targets = eye(st, enemy), () if unit is None else (unit,)
    if is_blocked(st, frm, loc, targets):
        return False
    seen = fire_line(st, frm, loc, targets).sight
    if laid_between(st, frm, loc, seen):
        return False
    if moves_in_the_open(st, frm, loc, unit, firers=(enemy,)):
        return True
    if bare and not sight(st, frm, loc).hindrance:
        cover = terrain_tem(st, frm, loc)
        return cover is not None and cover.id == "tem"
    board = map_now(st)
    if came_from < 0 or board.level(loc) <= board.level(came_from) or sight(st, frm, loc).hindrance:
        return False
    tem = terrain_tem(st, frm, loc)
    crossed = sight(st, frm, loc).entry_sides(loc)
    return tem is not None and tem.id == "height_advantage" and st.world.map.side_between(loc, came_from) in crossed


@builds("B23.71")
def open_vertex(st: State, enemy: Fighter, loc: int, vertex: int) -> bool:
    """Whether a vertex of a hex, passed on the way to the next house of a row, is in the open to this enemy."""
    frm = eye(st, enemy)
    aimed = to_vertex(st, frm, loc, vertex)
    if aimed.sight.blocked or aimed.sight.hindrance or laid_between(st, frm, loc, aimed.sight):
        return False
    return terrain_tem(st, frm, loc, moving=True, aimed=aimed) is None


def threatens(
    st: State,
    enemy: Fighter,
    side: int,
    loc: int,
    came_from: int = -1,
    *,
    bare: bool = False,
    vertex: int = -1,
    routers: Units = (),
) -> bool:
    """Whether ``enemy`` could Interdict a unit of ``side`` in ``loc``, or at a vertex of it.

    It is Known, unbroken and out of Melee, and could fire there at full FP, free of enemies in its own Location, which
    ``routers``, who may still stand there, have left by then.
    """
    if enemy.side == side or enemy.place != ON_MAP or enemy.broken or enemy.concealed:
        return False
    if enemy.pinned or enemy.cx or st.world.map.distance(enemy.loc, loc) > morale().rout.open_ground_range:
        return False
    if not reaches_to(st, enemy, loc):
        return False
    if vertex >= 0 and not open_vertex(st, enemy, loc, vertex):
        return False
    beneath = _router(st, enemy, side, loc, routers) if st.vehicles else None
    if vertex < 0 and not open_to(st, enemy, loc, came_from, bare=bare, beneath=beneath):
        return False
    target = beneath or _router(st, enemy, side, loc, routers)
    if isinstance(enemy, Vehicle):
        return vehicle_could_fire(st, enemy, target, effective=True, routers=routers)
    return could_fire(st, enemy, target, effective=True, routers=routers, vertex=vertex)


def _router(st: State, enemy: Fighter, side: int, loc: int, routers: Units) -> Unit:
    """The router in a Location; where nobody is named, somebody like this enemy."""
    named = st.units.get(routers[0]) if routers else None
    if named is None:
        return Unit(NOBODY_KNOWN, side, enemy.type, loc=loc, place=ON_MAP)
    there = named if named.loc == loc else with_stance(named, crest=-1)
    return replace(there, loc=loc, broken=False)


NOBODY_KNOWN = 0
"""The id of a router of whom only the side is known."""


@builds("A10.53", "SK3.RS.6", "SK3.RtPh.4")
def interdictors(
    st: State, side: int, loc: int, came_from: int = -1, *, bare: bool = False, routers: Units = ()
) -> tuple[Fighter, ...]:
    """Enemies that could Interdict a unit of ``side`` in ``loc``, entered from ``came_from`` (-1: it is there).

    ``bare`` for one that has paid no more than it must for the hex (A10.531); ``routers`` are the units asked for,
    wherever they still stand.
    """
    return tuple(_interdicting(st, side, loc, came_from, bare, routers))


def is_interdicted(st: State, side: int, loc: int) -> bool:
    """Whether there is any such enemy of a unit that is there."""
    return next(_interdicting(st, side, loc, -1, False, ()), None) is not None


def _interdicting(st: State, side: int, loc: int, came_from: int, bare: bool, routers: Units) -> Iterator[Fighter]:
    """The same, found one by one."""
    bare = bare and has_bare_entry(st, loc)
    if not maybe_open(st, loc) and not bare:
        return
    for enemy in _enemies(st, side):
        if threatens(st, enemy, side, loc, came_from, bare=bare, routers=routers):
            yield enemy


def _enemies(st: State, side: int) -> list[Fighter]:
    fighters: tuple[Fighter, ...] = (*st.units.values(), *st.vehicles.values())
    return [enemy for enemy in fighters if enemy.side != side]


def maybe_open(st: State, loc: int) -> bool:
    """Whether a Location can be Open Ground to anybody: its own terrain, or a bridge along its road (B6.31)."""
    board = map_now(st)
    if ground_terrain(board, loc).open_ground or on_bridge(board, loc):
        return True
    return board.hex_of(loc).terrain.open_ground


def never_open(st: State, unit: Unit) -> bool:
    """Whether a unit has cover where it stands whoever looks at it: it mans an Emplaced Gun (A10.531), or came by no
    road, and is neither in Bypass nor at a Crest nor behind a wall for whose sake it has given up its own cover.
    """
    if st.weapons_of(unit.id) and emplacement(st, unit) is not None:
        return True
    here = _cover(map_now(st), unit.loc)
    if here is None or unit.stance is not PLAIN or came_by_road(st, unit):
        return False
    return not (here.tem > 0 and holds(st, unit))


@once_per_map(32768)
def _cover(board: Map, loc: int) -> Terrain | None:
    """The terrain that covers whoever is in a Location; None for Open Ground, and what may be met as such on a bridge
    or in a stream.
    """
    if on_bridge(board, loc) or overgrown(board, loc):
        return None
    here = ground_terrain(board, loc)
    return None if here.open_ground else here


@builds("B23.71")
def vertex_interdictors(st: State, side: int, loc: int, vertex: int, routers: Units = ()) -> tuple[Fighter, ...]:
    """Enemies that could Interdict a unit of ``side`` at a vertex, on its way around to the next house of a row."""
    return tuple(
        enemy for enemy in _enemies(st, side) if threatens(st, enemy, side, loc, vertex=vertex, routers=routers)
    )


def way_around(st: State, side: int, way: Way) -> int:
    """The vertex that a router passes on its way to the next house: past the hex named, else the safer one."""
    vertices = [vertex for hex, vertex in turnings(map_now(st), way.frm, way.to) if way.past in (-1, hex)]
    return min(vertices, key=lambda vertex: len(vertex_interdictors(st, side, way.frm, vertex)))


@builds("A10.53")
def step_interdictors(st: State, side: int, way: Way, routers: tuple[int, ...] = ()) -> tuple[Fighter, ...]:
    """Enemies that could Interdict a rout's step into a hex, or around to the next house of a row (B23.71)."""
    if goes_around(st, way.frm, way.to):
        return vertex_interdictors(st, side, way.frm, way_around(st, side, way), routers)
    return interdictors(st, side, way.to, way.frm, bare=not way.cover, routers=routers)


def is_step_interdicted(st: State, side: int, way: Way, routers: tuple[int, ...]) -> bool:
    """Whether there is any of them."""
    if goes_around(st, way.frm, way.to):
        return bool(step_interdictors(st, side, way, routers))
    return next(_interdicting(st, side, way.to, way.frm, not way.cover, routers), None) is not None
