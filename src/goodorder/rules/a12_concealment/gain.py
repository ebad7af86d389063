"""Gain of concealment at the end of one's own Player Turn (A12.121, A12.122)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal

from msgspec import Struct

from goodorder.board import Map
from goodorder.board.map.per_map_cache import once_per_map
from goodorder.board.map.terrain import Terrain, by_id
from goodorder.core.errors import Refusal
from goodorder.core.frames import Request
from goodorder.core.remembered import once_a_position
from goodorder.core.state import ON_MAP, Fighter, State, Unit, Vehicle

from ..a11_close_combat.ambush import is_lax, is_stealthy
from ..facts.captives import prisoners_of
from ..facts.cover import Aimed, hexside
from ..facts.crews import manned
from ..facts.ground import ground, map_now
from ..facts.gun_cover import manned_gun
from ..facts.manned import shaken
from ..facts.smoke import smoke_at
from ..facts.units import (
    is_dummy,
    is_good_order,
    is_leader,
    leads,
    led,
    together,
    utype,
    wtype,
)
from ..facts.vehicles import vtype
from ..ledger import Ledger, Mod
from ..points import CONCEALMENT_DRM, PLAYER_TURN_ENDS
from ..registry import builds, rule
from .sight import NEAR, fighters, in_range, unbroken, watchers, watching

VEHICLE_US = 4
"""US# of a vehicle; of a large one it is one more (A1.6)."""

CONCEALMENT_DR = 5
"""A Final Concealment dr up to this gives a "?" (A12.122)."""

BOCAGE = "bocage"

Case = Literal["I", "J", "K", "NA"]


class Gain(Struct, frozen=True):
    """What the Concealment Table says of a unit's gain: its Case, and whether it takes a dr."""

    case: Case
    dr: bool = False


class ConcealmentDue(Request, frozen=True):
    """The ATTACKER's units come under a "?" where the Concealment Table lets them."""


class GainFacts(Struct, frozen=True):
    """A unit or vehicle that makes a Concealment dr."""

    st: State
    unit: Fighter


def can_hide(st: State, unit: Fighter) -> bool:
    """Whether a unit is in Good Order for a "?"; a vehicle where a crew that can act is in it."""
    if isinstance(unit, Vehicle):
        return manned(st, unit) and not shaken(unit)
    return is_good_order(st, unit) and not is_dummy(unit)


def concealment_terrain(st: State, loc: int) -> bool:
    """Whether a Location is Concealment Terrain: the red entries of the Terrain Chart (A12.12)."""
    return loc >= 0 and ground(st, loc).terrain.concealment


@builds("B9.55")
def hides_at_setup(st: State, loc: int) -> bool:
    """Whether "?" and hidden units may set up in a Location: Concealment Terrain, or a hex with a bocage hexside."""
    return concealment_terrain(st, loc) or any(kind is not None and kind.id == BOCAGE for kind in _sides(st, loc))


def _sides(st: State, loc: int) -> tuple[Terrain | None, ...]:
    return tuple(ground(st, loc).sides) if 0 <= loc < len(map_now(st).hexes) else ()


@once_per_map(64)
def _has_bocage(board: Map) -> bool:
    """Whether a map has any bocage."""
    return any(kind is not None and kind.id == BOCAGE for here in board.hexes for kind in here.sides)


@builds("B9.55")
def behind_bocage(st: State, unit: Unit, seen_by: Iterable[Fighter]) -> bool:
    """Whether bocage would cover a unit from each of these enemies, if there are any: then it is as out of their sight,
    and hidden.
    """
    board = map_now(st)
    for enemy in seen_by:
        if not _has_bocage(board):
            return False
        aim = Aimed(st, enemy.loc, unit.loc, unit, (enemy,))
        tem = hexside(aim) if enemy.loc != unit.loc else None
        if tem is None or tem.reason != by_id()[BOCAGE].name:
            return False
    return True


@builds("A12.121")
@once_a_position
def gain_of(st: State, unit: Fighter) -> Gain:
    """The entry of the Concealment Table; in sight vehicles and who mans a Gun gain nothing, at whatever range."""
    near_by = next(watching(st, unit, NEAR, unbroken), None)
    if near_by is not None and (isinstance(unit, Vehicle) or not behind_bocage(st, unit, (near_by,))):
        return Gain("NA")  # one is enough: nobody else need be asked whether he sees it
    covered = concealment_terrain(st, unit.loc) and not (isinstance(unit, Vehicle) and unit.stance.bypass)
    seen_by = watchers(st, unit, good_order=False)
    if not seen_by:
        return Gain("J") if covered else Gain("K", next(in_range(st, unit, NEAR, unbroken), None) is not None)
    if isinstance(unit, Vehicle):
        return Gain("NA")
    if behind_bocage(st, unit, seen_by):
        return Gain("J")
    if st.world.map.distance(seen_by[0].loc, unit.loc) > NEAR and covered and manned_gun(st, unit) is None:
        return Gain("I", True)
    return Gain("NA")


@builds("A12.12")
def gain_refusal(st: State, unit: Fighter) -> Refusal | None:
    """Why a unit can't gain a "?" at the end of this Player Turn, or None where at most its dr stands against it."""
    if unit.concealed:
        return Refusal("A12.1", "it is concealed already")
    if unit.side != st.turn.attacker:
        return Refusal("A12.12", "units gain concealment at the end of their own Player Turn")
    if not can_hide(st, unit):
        return Refusal("A12.12", "only Good Order units gain concealment")
    if not isinstance(unit, Vehicle) and prisoners_of(st, unit.id):
        return Refusal("A20.5", "who guards prisoners is seen by them")
    if gain_of(st, unit).case == "NA":
        return Refusal("A12.121", "an unbroken enemy sees it")
    return None


@once_a_position
def gain_ledger(st: State, unit: Fighter) -> Ledger:
    """The drm of a unit's Concealment dr (A12.122)."""
    return Ledger(st.world.rules.mods(CONCEALMENT_DRM, GainFacts(st, unit)))


def gains(st: State, unit: Fighter, face: int) -> bool:
    """Whether this face of its Concealment dr gives a unit a "?"."""
    return face + gain_ledger(st, unit).total() <= CONCEALMENT_DR


@rule("A12.12", point=PLAYER_TURN_ENDS)
def comes_under_a_mask(st: State) -> tuple[ConcealmentDue, ...]:
    """As a Player Turn ends the Known units of its ATTACKER may gain concealment."""
    known = (u for u in fighters(st) if u.side == st.turn.attacker and u.place == ON_MAP and not u.concealed)
    return (ConcealmentDue(),) if any(known) else ()


@rule("A12.122", point=CONCEALMENT_DRM, order=10)
def size(facts: GainFacts) -> Mod:
    """The unit's size: squad 3, half-squad or crew 2, single man 1, or that of the Gun that it mans, where it is more;
    a vehicle 4, a large one 5.
    """
    if isinstance(facts.unit, Vehicle):
        large = vtype(facts.st, facts.unit).target_size in ("large", "very large")
        return Mod("size", VEHICLE_US + large, "A12.122", "size (US#)")
    gun = manned_gun(facts.st, facts.unit)
    kind = wtype(facts.st, gun).gun if gun is not None else None
    of_gun = kind.us_number if kind is not None else 0
    return Mod("size", max(utype(facts.st, facts.unit).us_number, of_gun), "A12.122", "size (US#)")


@rule("A12.122", point=CONCEALMENT_DRM, order=20)
def leader_beside(facts: GainFacts) -> Mod | None:
    """The best Good Order leader of the Location, who never helps himself (A10.7)."""
    st, unit = facts.st, facts.unit
    if isinstance(unit, Vehicle):
        return None
    beside = (u for u in st.side_at(unit.loc, unit.side) if u.id != unit.id and is_leader(st, u) and together(u, unit))
    leaders = (u for u in beside if is_good_order(st, u) and not u.pinned and leads(st, u, unit))
    best: int = min((led(st, u, (unit,)) for u in leaders), default=0)
    return Mod("leadership", best, "A12.122", "leader") if best else None


@rule("A12.122", point=CONCEALMENT_DRM, order=30)
def lax(facts: GainFacts) -> Mod | None:
    """A Lax unit hides worse (A11.18)."""
    return Mod("lax", 1, "A11.18", "Lax") if isinstance(facts.unit, Unit) and is_lax(facts.st, facts.unit) else None


@rule("A12.122", point=CONCEALMENT_DRM, order=31)
def stealthy(facts: GainFacts) -> Mod | None:
    """A Stealthy unit hides better (A11.17)."""
    stealthy = isinstance(facts.unit, Unit) and is_stealthy(facts.st, facts.unit)
    return Mod("stealthy", -1, "A11.17", "Stealthy") if stealthy else None


@rule("A12.122", point=CONCEALMENT_DRM, order=40)
def cover(facts: GainFacts) -> Mod | None:
    """TEM and Hindrance of the Location, SMOKE with it; neither hexsides nor height."""
    st, loc = facts.st, facts.unit.loc
    terrain = ground(st, loc).terrain
    hindrance = terrain.hindrance if terrain.los == "hindrance" else 0
    value = max(0, terrain.tem) + hindrance + smoke_at(st, loc)
    return Mod("cover", -value, "A12.122", "TEM and Hindrance of its Location") if value else None
