"""Searching: who may search, how many hexes he may not search, what it costs him (A12.152, A12.154)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from goodorder.core.errors import Refusal
from goodorder.core.events import ConcealmentLost, DummyRemoved, Event, HiddenPlaced, VehicleRevealed
from goodorder.core.state import ASSAULT, MINIMUM, MK_RESIDUAL, NOWHERE, ON_MAP, State, Unit

from ..a04_movement.allotment import mf_left
from ..a11_close_combat.ambush import is_lax, is_stealthy
from ..a23_set_charges import charges_found
from ..a26_control import hex_places
from ..facts.bypass_path import bypass_path
from ..facts.entry import HALF
from ..facts.ground import map_now
from ..facts.places import links, stands
from ..facts.units import (
    among_allies,
    is_dummy,
    is_good_order,
    is_leader,
    leadership,
    leads_any,
    utype,
)
from ..facts.wall_advantage import armed
from ..ledger import Ledger, Mod
from ..registry import builds, by_name, removable

CASUALTY = 1
"""A Final Casualty dr up to this reduces a searching unit (A12.154)."""

SEARCH: Final = "search"
MOPPED: Final = "mop_up"
"""Notes in a trail of who searched or mopped up; the latter with the first hex of the building."""

SEARCH_COST = HALF
HALVES = {"squad": 2, "half_squad": 1, "crew": 1}


@removable(without=by_name("searching"))
@builds("A12.152")
def search_refusal(st: State, units: tuple[int, ...], stack: tuple[int, ...]) -> Refusal | None:
    """Why units of a moving stack may not end their move with a Search, or None."""
    if not units or not set(units) <= set(stack) or len(set(units)) != len(units):
        return Refusal("A12.152", "only units of the moving stack")
    found = tuple(st.units[unit] for unit in units)
    if any(unit.place != ON_MAP or unit.pinned for unit in found):
        return Refusal("A12.152", "pinned units don't search")
    if not any(utype(st, unit).mmc and is_good_order(st, unit) and not is_dummy(unit) for unit in found):
        return Refusal("A12.152", "a Good Order MMC has to search with them")
    if any(st.trail(unit).declared & ASSAULT for unit in units):
        return Refusal("A12.152", "not by Assault Movement")
    if any(st.trail(unit).declared & MINIMUM for unit in units):
        return Refusal("A4.134", "a Minimum Move is one hex, and no Search")
    if any(st.trail(unit).dash != NOWHERE for unit in units):
        return Refusal("A4.63", "a Dash spends MF on nothing else")
    if any(bypass_path(unit) for unit in found):
        return Refusal("A4.32", "nobody chooses to end his MPh in Bypass")
    if min(mf_left(st, unit, stack) for unit in found) < SEARCH_COST:
        return Refusal("A12.152", "a Search costs one MF")
    return None


@builds("A12.152")
def accessible_hexes(st: State, loc: int) -> tuple[int, ...]:
    """The hexes beside a Location into which Infantry could go directly: those a Search can reach besides its own."""
    board = map_now(st)
    own = board.hex_at(loc)
    near = (board.hex_at(link.to) for link in links(board, loc) if stands(st, link.to))
    return tuple(dict.fromkeys(h for h in near if h != own))


@builds("A12.152")
def barred_hexes(final: int, beside: int) -> int:
    """How many of the hexes beside them units may not search by a Final dr."""
    return min(max(0, final), beside)


def casualty_words() -> str:
    """What the DEFENDER's Casualty dr may cost, as far as it is known before anybody is found."""
    return (
        f"Where an armed enemy is found, or Residual FP lies, the DEFENDER makes a Casualty dr: a Final {CASUALTY} or "
        "less reduces one of them; who is found there may better it (A12.154)."
    )


@builds("A12.152", "A12.153")
def brought_to_light(st: State, hexes: tuple[int, ...], side: int, number: str) -> tuple[Event, ...]:
    """What a Search or Mopping Up (rule ``number``) finds of ``side`` in these hexes with all their Locations.

    Dummies go and a hidden unit comes under a "?"; a unit under one is Known after a Search, not after Mopping Up.
    """
    events: list[Event] = []
    for unit in concealed_in(st, hexes, side):
        if is_dummy(unit):
            events.append(DummyRemoved(unit=unit.id, rule=number))
        elif unit.hidden:
            events.append(HiddenPlaced(unit=unit.id, rule=number))
        elif number == "A12.152":
            events.append(ConcealmentLost(unit=unit.id, rule=number))
    places = {place for h in hexes for place in hex_places(map_now(st), h)}
    if number == "A12.152":
        events += charges_found(st, places, side)
    if number == "A12.152" and st.vehicles:
        masked = (one for one in st.vehicles.values() if one.concealed and one.side == side and one.loc in places)
        events += [VehicleRevealed(vehicle=one.id, rule=number) for one in masked]
    return tuple(events)


def units_in(st: State, hexes: Iterable[int], side: int) -> tuple[Unit, ...]:
    """Units of a side in any Location of these hexes."""
    board = map_now(st)
    found: list[Unit] = []
    for h in hexes:
        for place in hex_places(board, h):
            found += st.side_at(place, side)
    return tuple(found)


def concealed_in(st: State, hexes: Iterable[int], side: int) -> tuple[Unit, ...]:
    """Its concealed and hidden units there, Dummies too."""
    return tuple(unit for unit in units_in(st, hexes, side) if unit.concealed)


@builds("A12.154")
def costs_casualties(st: State, hexes: Iterable[int], side: int) -> bool:
    """Whether the DEFENDER has a Casualty dr: an armed Good Order unit or Residual FP is in a searched Location."""
    found = tuple(hexes)
    places = {place for h in found for place in hex_places(map_now(st), h)}
    if any(marker.kind == MK_RESIDUAL and marker.loc in places for marker in st.markers.values()):
        return True
    here = units_in(st, found, side)
    return any(not is_dummy(unit) and is_good_order(st, unit) and armed(st, unit) for unit in here)


def _common(st: State, units: tuple[Unit, ...]) -> list[Mod]:
    """Stealthy units, half-squad equivalents above one, the best leader beside others."""
    mods: list[Mod] = []
    stealthy = sum(is_stealthy(st, unit) for unit in units)
    if stealthy:
        mods.append(Mod("stealthy", -stealthy, "A11.17", "Stealthy"))
    more = sum(HALVES.get(utype(st, unit).kind, 0) for unit in units) - 1
    if more > 0:
        mods.append(Mod("half_squads", -more, "A12.152", "half-squads above one"))
    leaders = [unit for unit in units if is_leader(st, unit) and leads_any(st, unit, units)]
    best: int = min((leadership(st, one) + among_allies(st, one, units) for one in leaders), default=0)
    if best:
        mods.append(Mod("leadership", best, "A12.152", "best leader"))
    lax = sum(is_lax(st, unit) for unit in units)
    if lax:
        mods.append(Mod("lax", lax, "A11.18", "Lax"))
    return mods


def search_ledger(st: State, units: tuple[Unit, ...]) -> Ledger:
    """The drm of a Search dr; the Final dr is how many Accessible hexes may not be searched.  Dummies count for
    nothing.
    """
    units = tuple(unit for unit in units if not is_dummy(unit))
    mods = _common(st, units)
    tired = sum(unit.cx for unit in units)
    if tired:
        mods.append(Mod("cx", tired, "A4.51", "CX"))
    return Ledger(tuple(mods))


def casualty_ledger(st: State, concealed: tuple[Unit, ...]) -> Ledger:
    """The drm of the DEFENDER's Casualty dr, by his concealed units at the time of the Search dr."""
    return Ledger(tuple(_common(st, tuple(unit for unit in concealed if not is_dummy(unit)))))
