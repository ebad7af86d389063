"""Control of Locations, hexes and buildings (A26.1).

``State.control`` holds the side by key: a hex by its number, an upper Location by its id, a building of several
Locations and the ground Location of a hex that has others by negative keys.  Where a hex is one Location, Control of
both is the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import compress
from operator import is_, ne

from goodorder.board import Map
from goodorder.board.map.per_map_cache import once_per_map
from goodorder.core.events import ControlSeen, ControlTaken, Event
from goodorder.core.remembered import once_a_position
from goodorder.core.state import NOBODY, State, Unit
from goodorder.core.view import is_hidden

from .a26_vehicles import held_by_vehicle, kept_from
from .facts.bypass_path import bypass_path
from .facts.ground import map_now
from .facts.masks import faced_at
from .facts.units import is_dummy, is_good_order, utype
from .points import PHASE_ENDS
from .registry import builds, rule

REFEREE = -1
"""Who knows of every unit, as the viewer of Control."""
FIRST_BUILDING = -2
"""Control of building number n, of several Locations, is kept under ``FIRST_BUILDING - n``; Locations from 0 up."""
GROUND = -1_000_000
"""Control of the ground Location of hex h that has other Locations is kept under ``GROUND - h``."""


def building_key(building: int) -> int:
    """The key of a building in ``State.control``."""
    return FIRST_BUILDING - building


def building_of_key(key: int) -> int:
    """The building that a key of ``State.control`` names, -1 for a Location."""
    return FIRST_BUILDING - key if GROUND < key <= FIRST_BUILDING else -1


@once_per_map(8)
def _places(board: Map) -> dict[int, tuple[int, ...]]:
    found: dict[int, tuple[int, ...]] = {h: (h,) for h in range(len(board.hexes))}
    for place in board.locations[len(board.hexes) :]:
        if place.kind not in ("crest", "climb"):
            found[place.hex] = (*found[place.hex], place.id)
    return found


@once_per_map(8)
def _standing(board: Map) -> dict[int, tuple[int, ...]]:
    return {h: tuple(p for p in held if board.locations[p].kind != "gone") for h, held in _places(board).items()}


def hex_places(board: Map, h: int) -> tuple[int, ...]:
    """The Locations of a hex, its ground first."""
    return _standing(board)[h]


def location_key(board: Map, loc: int) -> int:
    """The key under which Control of one Location is kept, whatever has fallen since."""
    return GROUND - loc if loc < len(board.hexes) and len(_places(board)[loc]) > 1 else loc


def location_controller(st: State, loc: int) -> int | None:
    """The side that Controls a Location, None before anybody did."""
    return st.control.get(location_key(map_now(st), loc))


@once_per_map(4096)
def _inside(board: Map, building: int) -> tuple[int, ...]:
    """The Locations of a building: those of its hexes but for a bridge's (A26.14)."""
    found = [place for h in board.buildings[building] for place in hex_places(board, h)]
    return tuple(place for place in found if board.level_word(place) not in ("B", "U"))


def _sole_occupant(st: State, units: tuple[Unit, ...], viewer: int = REFEREE) -> int | None:
    """The side that alone has armed units here, a Good Order MMC among them that is not in Bypass.

    Dummies neither gain Control nor keep the enemy from it (A26.15).  To a ``viewer`` enemies under a "?" gain none,
    and keep him from it whatever they are; hidden ones are not there.
    """
    known: list[Unit] = []
    armed: set[int] = set()
    for unit in units:
        if unit.unarmed:
            continue
        if viewer != REFEREE and is_hidden(unit, viewer):
            if not unit.hidden:
                armed.add(unit.side)
        elif not is_dummy(unit):
            armed.add(unit.side)
            known.append(unit)
    if len(armed) != 1:
        return None
    for unit in known:
        if utype(st, unit).mmc and is_good_order(st, unit) and not bypass_path(unit):
            return unit.side
    return None


def believed(st: State, viewer: int, key: int) -> int | None:
    """The side that has Control of a key as far as a side knows: what concealed enemies gain or deny need not be told
    before the game is over (A26.15).
    """
    side = None if viewer == REFEREE else st.believed.get(2 * key + viewer)
    return st.control.get(key) if side is None else None if side == NOBODY else side


def _veiled(st: State) -> bool:
    """Whether what the sides know of Control may differ from what is."""
    return bool(st.believed) or _any_concealed(st)


@once_a_position
def _any_concealed(st: State) -> bool:
    return any(one.concealed for one in st.units.values()) or any(one.concealed for one in st.vehicles.values())


@once_per_map(32768)
def _keys(board: Map, loc: int) -> tuple[int, int, int | None, frozenset[int]]:
    """The keys of a Location, of its hex and of the building that it is in, and those of both sides' views of them."""
    h, building = board.hex_at(loc), board.hex_of(loc).building
    whole = _whole(board, building) if building >= 0 else None
    keys = [one for one in (location_key(board, loc), h, whole) if one is not None]
    views = frozenset(2 * one + viewer for one in keys for viewer in (0, 1))
    return location_key(board, loc), h, whole, views


def _is_settled(st: State, loc: int, here: tuple[Unit, ...]) -> bool:
    """Whether there is nothing to gain in a Location, by far the usual case: who is there has it all."""
    key, h, whole, views = _keys(map_now(st), loc)
    control = st.control
    holder = control.get(key)
    for unit in here:
        if unit.side != holder:
            return False
    if control.get(h) != holder and key != h:
        return False
    if whole is not None and not (here and control.get(whole) == holder):
        return False
    if not st.believed or st.believed.keys().isdisjoint(views):  # what the sides know is what is
        return True
    keys = (key, h) if whole is None else (key, h, whole)
    return all(believed(st, viewer, one) == holder for viewer in (0, 1) for one in keys)


def comes_to_its_own(st: State, units: tuple[Unit, ...], loc: int) -> bool:
    """Whether there is nothing to gain where units go: their side has it all, and no enemy is there."""
    return _is_settled(st, loc, (*units, *faced_at(st, loc)))


def _whole(board: Map, building: int) -> int:
    """The key of a building; one of a single Location has that one's."""
    parts = _inside(board, building)
    return building_key(building) if len(parts) > 1 else min(parts)


@builds("A26.11", "A26.14")
def control_gained(st: State, loc: int) -> tuple[Event, ...]:
    """Events by which a side gains Control of a Location, of its hex and of its building now (A26.11, A26.14).

    It takes a Good Order MMC there and no armed enemy there; for a hex that MMC is on the ground, or on or beneath its
    bridge, for a building in any of its Locations.  A side keeps Control until the other gains it.
    """
    here = faced_at(st, loc)
    if loc < 0 or _is_settled(st, loc, here):
        return ()
    board = map_now(st)
    h = board.hex_at(loc)
    building = board.hex_of(loc).building
    key = location_key(board, loc)
    parts = _inside(board, building) if building >= 0 else ()
    inside = tuple(unit for part in parts for unit in faced_at(st, part)) if len(parts) > 1 else ()

    def gains(viewer: int) -> dict[int, int]:
        found: dict[int, int | None] = {key: _sole_occupant(st, here, viewer)}
        if key != h:
            found[h] = _hex_gained(st, h, viewer)
        if inside:
            found[building_key(building)] = _sole_occupant(st, inside, viewer)
        changed = {one: side for one, side in found.items() if side is not None}
        if st.vehicles:
            places = {key: (loc,), h: hex_places(board, h), building_key(building): parts}
            whole = building_key(building)
            changed = {
                one: side
                for one, side in changed.items()
                if not kept_from(st, places[one], side, building=one == whole and bool(inside))
            }
        return {one: side for one, side in changed.items() if believed(st, viewer, one) != side}

    taken = gains(REFEREE)
    events: list[Event] = [ControlTaken(loc=one, side=side) for one, side in taken.items()]
    if _veiled(st) and _looks_otherwise(st, h, (*here, *inside), _keys(board, loc)[3]):
        for viewer in (0, 1):
            events += told_of(st, viewer, taken, gains(viewer))
    return tuple(events)


def _looks_otherwise(st: State, h: int, units: tuple[Unit, ...], views: frozenset[int]) -> bool:
    """Whether a side may take Control of a hex or its building for another than it is: something is hidden from it
    there, or it has been mistaken before.
    """
    if st.believed and not st.believed.keys().isdisjoint(views):
        return True
    places = hex_places(map_now(st), h)
    return any(unit.concealed for unit in units) or any(unit.concealed for loc in places for unit in faced_at(st, loc))


@builds("A26.15")
def told_of(st: State, viewer: int, taken: dict[int, int], seen: dict[int, int]) -> list[Event]:
    """What a side has to be told so that it knows of these gains only what it has ``seen`` itself."""
    events: list[Event] = []
    for key in dict.fromkeys((*taken, *seen)):
        wanted = seen.get(key, believed(st, viewer, key))
        if (2 * key + viewer) in st.believed or taken.get(key, st.control.get(key)) != wanted:
            events.append(ControlSeen(viewer=viewer, loc=key, side=NOBODY if wanted is None else wanted))
    return events


@builds("A26.13")
@builds("A26.131")
def _hex_gained(st: State, h: int, viewer: int = REFEREE) -> int | None:
    """The side that gains Control of a hex with several Locations now (A26.13, A26.131)."""
    board = map_now(st)
    places = hex_places(board, h)
    side = _sole_occupant(st, tuple([unit for place in places for unit in faced_at(st, place)]), viewer)
    if side is None:
        return None
    ground = [place for place in places if place == h or board.level_word(place) in ("B", "U")]
    return side if any(_sole_occupant(st, faced_at(st, place), viewer) is not None for place in ground) else None


def with_buildings(board: Map, control: dict[int, int]) -> dict[int, int]:
    """Control of hexes, and with it that of their Locations and of the buildings of several which one side holds whole
    (A26.11); a Location that is named itself keeps its own side.
    """
    found = dict(control)
    in_hexes, in_buildings = _all_keys(board)
    for h, side in control.items():
        for key in in_hexes.get(h, ()):
            found.setdefault(key, side)
    for whole, keys in in_buildings.items():
        sides = set(map(found.get, keys))
        side_of = sides.pop() if len(sides) == 1 else None
        if side_of is not None:
            found[whole] = side_of
    return found


@once_per_map(8)
def _all_keys(board: Map) -> tuple[dict[int, tuple[int, ...]], dict[int, tuple[int, ...]]]:
    """The keys of the Locations of each hex, and those of each building of several by its own."""
    hexes = range(len(board.hexes))
    in_hexes = {h: tuple([location_key(board, place) for place in hex_places(board, h)]) for h in hexes}
    in_buildings = {}
    for number in range(len(board.buildings)):
        parts = _inside(board, number)
        if len(parts) > 1:
            in_buildings[building_key(number)] = tuple([location_key(board, part) for part in parts])
    return in_hexes, in_buildings


@rule("A26.11", point=PHASE_ENDS, order=30)
def control_sweep(st: State) -> tuple[Event, ...]:
    """Every gain of Control that the position shows now, each once.

    Where nobody gains anything though it is not settled (a lone leader, a "?") nothing is asked again while the same
    units are there and all around.
    """
    found: dict[int, tuple[Event, ...]] = {}
    barren = _barren(st)
    board, stacks = map_now(st), st.stacks()
    for loc in _open_to_gain(st):
        there = tuple(map(stacks.get, _about(board, loc)))
        if barren.get(loc) == there:
            continue
        gained = control_gained(st, loc)
        if gained:
            found[loc] = gained
        elif not st.vehicles:  # what a vehicle holds hangs on more than who is there
            barren[loc] = there
    if len(found) > 1:  # else the order of the Locations is not worth finding out
        found = {loc: found[loc] for loc in st.occupied() if loc in found}
    return tuple(dict.fromkeys([event for gained in found.values() for event in gained]))


@once_per_map(4096)
def _about(board: Map, loc: int) -> tuple[int, ...]:
    """The Locations whose units decide on Control of a Location, its hex and its building."""
    building = board.hex_of(loc).building
    inside = _inside(board, building) if building >= 0 else ()
    return tuple(dict.fromkeys((loc, *hex_places(board, board.hex_at(loc)), *inside)))


def _barren(st: State) -> dict[int, tuple[tuple[Unit, ...] | None, ...]]:
    """Who was where nobody had anything to gain, kept while neither Control nor markers change."""
    of = (st.control, st.believed, st.markers, map_now(st))
    before, known = st.tables.get("barren", (None, {}))
    if before is None or not all(map(is_, before, of)):
        known = {}
        st.tables["barren"] = (of, known)
    found: dict[int, tuple[tuple[Unit, ...] | None, ...]] = known
    return found


def _open_to_gain(st: State) -> list[int]:
    """Locations where there may be something to gain, in no order that means anything, found anew only where somebody
    came, went or changed while nobody gained Control anywhere.
    """
    of, known = st.tables.get("settled", (None, None))
    board, stacks = map_now(st), st.stacks()
    before: Mapping[int, tuple[Unit, ...]] = {}
    found: list[int] = []
    if of is not None and of[0] is st.control and of[1] is st.believed and of[2] is board:
        before, found = known
        if before is stacks:
            return found
    changed = set(compress(stacks, map(ne, stacks.values(), map(before.get, stacks))))
    found = [loc for loc in found if loc in stacks and loc not in changed]
    found += [loc for loc in changed if not _is_settled(st, loc, stacks[loc])]
    st.tables["settled"] = ((st.control, st.believed, board), (stacks, found))
    return found


def building_controller(st: State, building: int) -> int | None:
    """The side that gained Control of a building last, None before anybody did (A26.14)."""
    return st.control.get(_whole(map_now(st), building))


@builds("A26.12", "A26.13")
def hex_controller(st: State, h: int) -> int | None:
    """The side that has Control of a hex now: while a vehicle holds its only Location its own, else the one that gained
    it last; None before anybody did.
    """
    if st.vehicles and len(hex_places(map_now(st), h)) == 1:
        side = held_by_vehicle(st, h)
        if side is not None:
            return side
    return st.control.get(h)
