"""Mopping Up: who may secure a building, and what it brings to light (A12.153)."""

from __future__ import annotations

from itertools import combinations

from goodorder.board import Map
from goodorder.board.map.per_map_cache import once_per_map
from goodorder.core.errors import Refusal
from goodorder.core.events import ControlTaken, Event
from goodorder.core.notes import Note
from goodorder.core.remembered import once_a_position
from goodorder.core.state import ON_MAP, Fighter, State, Unit, Vehicle

from ..a26_control import believed, building_key, hex_places, location_controller, location_key, told_of
from ..facts.attack_facts import has_fired
from ..facts.ground import map_now
from ..facts.units import is_dummy, is_good_order, name, utype
from ..facts.wall_advantage import armed
from ..registry import builds, by_name, removable
from .searching import MOPPED, concealed_in, units_in
from .sight import enemies, unbroken

REACH = 2
"""Hexes within which every ground Location that its side does not Control must be."""


@once_per_map(8192)
def part_of(board: Map, loc: int) -> tuple[int, ...]:
    """The hexes that are mopped up together: a building, but each rowhouse by itself; none outside buildings."""
    h = board.hex_at(loc)
    here = board.hexes[h]
    if here.building < 0 or board.level_word(loc) in ("B", "U"):
        return ()
    if any(here.bars):
        return (h,)
    return tuple(sorted(board.buildings[here.building]))


@once_per_map(8192)
def mopped_from(board: Map, loc: int) -> tuple[int, ...]:
    """The hexes that are mopped up together from a Location, none where a building has but one hex and one level."""
    part = part_of(board, loc)
    return part if part and not _is_hut(board, part) else ()


def _is_hut(board: Map, hexes: tuple[int, ...]) -> bool:
    """Whether the building of these hexes has but one of them, and one level."""
    return len(board.buildings[board.hexes[hexes[0]].building]) == 1 and len(hex_places(board, hexes[0])) == 1


@once_per_map(4096)
def within_reach(board: Map, hexes: tuple[int, ...]) -> bool:
    """Whether whoever is in one of these hexes reaches all the others, whoever has them."""
    return all(board.distance(one, other) <= REACH for one, other in combinations(hexes, 2))


@removable(without=by_name("searching"))
@builds("A12.153", "A20.3", "A20.3c")
def mop_refusal(st: State, side: int, units: tuple[int, ...]) -> Refusal | None:
    """Why these units may not declare Mopping Up together now, or None."""
    if st.turn.phase != "PFPh":
        return Refusal("A12.153", "Mopping Up is declared in the PFPh")
    if not units or any(unit not in st.units or st.units[unit].side != side for unit in units):
        return Refusal("A12.153", "name own units")
    if len(set(units)) != len(units):
        return Refusal("A12.153", "a unit is named twice")
    found = tuple(st.units[unit] for unit in units)
    for unit in found:
        if refusal := unfit(st, unit):
            return refusal
    board = map_now(st)
    parts = {part_of(board, unit.loc) for unit in found}
    if len(parts) != 1 or () in parts:
        return Refusal("A12.153", "they have to be in one building")
    hexes = parts.pop()
    return building_refusal(st, side, hexes) or reach_refusal(st, side, hexes, units)


def reach_refusal(st: State, side: int, hexes: tuple[int, ...], units: tuple[int, ...]) -> Refusal | None:
    """Why units in these hexes don't reach all of them, those apart that their side has Control of, or None."""
    board = map_now(st)
    if within_reach(board, hexes):
        return None
    places = [st.units[unit].loc for unit in units]
    for h in _not_theirs(st, side, hexes):
        if not any(board.distance(loc, h) <= REACH for loc in places):
            return Refusal("A12.153", f"{board.place_name(h)} is not theirs and too far away")
    return None


@once_a_position
def _not_theirs(st: State, side: int, hexes: tuple[int, ...]) -> tuple[int, ...]:
    """Those of some hexes that a side does not Control."""
    return tuple([h for h in hexes if location_controller(st, h) != side])


@builds("A20.3", "A20.3c")
@once_a_position
def building_refusal(st: State, side: int, hexes: tuple[int, ...]) -> Refusal | None:
    """Why a side may not mop up these hexes, which :func:`part_of` gives, whoever of it is there, or None."""
    board = map_now(st)
    if st.no_quarter[side]:
        return Refusal("A20.3", "a side that has denied Quarter does not Mop Up", also=("A12.153",))
    if _is_hut(board, hexes):
        return Refusal("A12.153", "only buildings of several hexes or levels")
    holders: list[Fighter] = [*units_in(st, hexes, 1 - side)]
    if st.vehicles:
        holders += [one for one in enemies(st, side) if isinstance(one, Vehicle) and board.hex_at(one.loc) in hexes]
    for one in holders:
        if not one.concealed and unbroken(st, one):
            return Refusal("A12.153", "a Known unbroken enemy is in the building")
    if (side, _note(hexes)) in _declared(st):
        return Refusal("A12.153", "once a building in a Player Turn")
    return None


@once_a_position
def _declared(st: State) -> frozenset[tuple[int, Note]]:
    """Which buildings each side has mopped up in this Player Turn, by the notes of those who did."""
    found: set[tuple[int, Note]] = set()
    for one, trail in st.trails.items():
        for note in trail.tried:
            if note.kind == MOPPED and one in st.units:
                found.add((st.units[one].side, note))
    return frozenset(found)


@removable(without=by_name("searching"))
def unfit(st: State, unit: Unit) -> Refusal | None:
    """Why a unit takes no part in Mopping Up, alone or with others, or None."""
    if unit.place != ON_MAP or not utype(st, unit).mmc or is_dummy(unit) or not armed(st, unit):
        return Refusal("A12.153", f"{name(st, unit)} is no armed Infantry MMC")
    if not is_good_order(st, unit) or unit.pinned:
        return Refusal("A12.153", f"{name(st, unit)} is not in Good Order or pinned")
    if unit.ti or has_fired(st, unit) or st.trail(unit.id).opportunity:
        return Refusal("A12.153", f"{name(st, unit)} has something else to do in this Player Turn")
    return None


def might_mop(st: State, side: int) -> dict[tuple[int, ...], list[int]]:
    """By the hexes that are mopped up together, in the order of ``units``, whom a side has there: without those who are
    unfit by what lies on them; of the others :func:`unfit` tells.
    """
    board, found = map_now(st), dict[tuple[int, ...], list[int]]()
    for unit in st.units.values():
        if unit.side == side and unit.loc >= 0 and (part := mopped_from(board, unit.loc)):
            there = found.setdefault(part, [])
            if not (unit.broken or unit.pinned or unit.ti):
                there.append(unit.id)
    return found


def _note(hexes: tuple[int, ...]) -> Note:
    return Note(MOPPED, hex=hexes[0])


def mopping_note(st: State, units: tuple[int, ...]) -> Note:
    """What the trail of those who mop up remembers: the action and the first hex of the building."""
    return _note(part_of(map_now(st), st.units[units[0]].loc))


@builds("A12.153", "A12.2")
def hides_somebody(st: State, hexes: tuple[int, ...], side: int) -> bool:
    """Whether a side has anybody under a "?" in a building, by which it is not secured: units, or a vehicle."""
    board = map_now(st)
    under = (one for one in st.vehicles.values() if one.side == side and one.concealed and one.place == ON_MAP)
    return bool(concealed_in(st, hexes, side)) or any(board.hex_at(one.loc) in hexes for one in under)


@builds("A12.153")
def secured(st: State, hexes: tuple[int, ...], side: int) -> tuple[Event, ...]:
    """Control of every Location of a building without concealed enemies, of its hexes, and of itself as a whole."""
    board = map_now(st)
    keys = [location_key(board, p) for h in hexes for p in hex_places(board, h)]
    keys += hexes
    building = board.hexes[hexes[0]].building
    if set(board.buildings[building]) == set(hexes):
        whole = building_key(building)
        several = len(board.buildings[building]) > 1 or len(keys) > 1 + len(hexes)
        keys += [whole] if several else []
    taken = {key: side for key in dict.fromkeys(keys) if st.control.get(key) != side}
    events: list[Event] = [ControlTaken(loc=key, side=side) for key in taken]
    for viewer in (0, 1):
        events += told_of(st, viewer, taken, {key: side for key in keys if believed(st, viewer, key) != side})
    return tuple(events)
