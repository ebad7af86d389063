"""SMOKE grenades (A24.1)."""

from __future__ import annotations

from typing import Final

from goodorder.core.errors import Refusal
from goodorder.core.state import ASSAULT, MK_WP_GRENADE, State, Unit
from goodorder.data.charts import nation, smoke

from .a04_movement.allotment import least_left
from .a04_movement.portage import AttemptFacts, attempt_ledger
from .facts.captives import captives_at
from .facts.cover import Aimed, tem_of
from .facts.entry import HALF
from .facts.ground import map_now
from .facts.masks import all_at
from .facts.places import ground_terrain, on_bridge
from .facts.smoke import smoke_at
from .facts.smoke_places import SmokeAsk, grenade_places, height_refusal
from .facts.units import is_good_order, utype
from .facts.wind import HEAVY, sheltered, smoke_is_idle, upwind
from .ledger import Mod
from .points import DR_MODS, MAY_SMOKE
from .registry import builds, by_name, removable, rule

SMOKE: Final = "smoke"


@rule("A24.1", point=DR_MODS, rows=["SK3.MPh.11", "A4.51b"], order=11)
def exhausted_grenade(facts: AttemptFacts) -> Mod | None:
    """A CX unit adds one to its SMOKE grenade dr."""
    if facts.what != SMOKE or not facts.unit.cx:
        return None
    return Mod("cx_smoke", smoke().grenades.cx_drm, "A24.1", "CX")


def smoke_cost(unit: Unit, to: int) -> int:
    """MF of an attempt in halves: one into the own hex, two into an adjacent one."""
    table = smoke().grenades
    return (table.mf_own_hex if unit.loc == to else table.mf_adjacent) * HALF


@builds("A24.1", "SK3.MPh.11", "SK3.MPh.12", "SK3.MPh.13", "SK3.MPh.14", "A24.1a", "A24.1b", "A24.1c")
def smoke_refusal(st: State, unit: Unit, stack: tuple[int, ...], to: int, *, wp: bool = False) -> Refusal | None:
    """Why a unit may not try to place a SMOKE grenade in ``to`` now, or None; ``wp``: one of WP.

    Good Order, unpinned squads with a smoke exponent, once each MPh, into their own or an adjacent hex that is
    at most one level higher; not where SMOKE already has its greatest effect.
    """
    kind = utype(st, unit)
    if kind.kind != "squad" or not kind.smoke:
        return Refusal("A24.1", "it has no smoke exponent")
    if wp and (refusal := wp_refusal(st, unit)):
        return refusal
    if not is_good_order(st, unit) or unit.pinned or unit.loc < 0:
        return Refusal("A24.1", "it is not free to act")
    if st.trail(unit.id).noted(SMOKE):
        return Refusal("A24.1", "one attempt an MPh")
    if to not in grenade_places(st, unit.loc):
        return Refusal("A24.1", "its own or an adjacent hex")
    refusal = height_refusal(st, unit, to) or st.world.rules.refuse(MAY_SMOKE, SmokeAsk(st, unit, to))
    if refusal is not None:
        return refusal
    if not wp and smoke_at(st, to) >= smoke().max_drm_per_location:
        return Refusal("A24.2", f"SMOKE in a hex is never more than +{smoke().max_drm_per_location}")
    left = least_left(st, stack)
    cost = smoke_cost(unit, to)
    if cost > left:
        return Refusal("A24.1", "not enough MF")
    if any(st.trail(u).declared & ASSAULT for u in stack) and cost >= left:
        return Refusal("A4.61", "Assault Movement may not use all MF")
    return None


def smoke_uphill(st: State, unit: Unit, to: int) -> bool:
    """Whether a grenade is thrown up a level, which takes a second dr (A24.1)."""
    return map_now(st).level(to) > map_now(st).level(unit.loc)


def smoke_strength(st: State, to: int) -> int:
    """Hindrance of the SMOKE in a hex after one more grenade (A24.2)."""
    table = smoke()
    return min(table.max_drm_per_location, smoke_at(st, to) + table.hindrance["smoke_grenade"])


def wp_strength(st: State, to: int) -> int:
    """Hindrance of the WP grenades in a Location after one more (A24.2, A24.5)."""
    table, there = smoke(), st.marker_at(MK_WP_GRENADE, to)
    return min(table.max_drm_per_location, (there.strength if there else 0) + table.hindrance["wp_grenade"])


def exponent(st: State, unit: Unit, *, wp: bool = False) -> int:
    """The highest Final dr that places a grenade; one less for WP (A24.3)."""
    return utype(st, unit).smoke - (smoke().grenades.wp_exponent_less if wp else 0)


@removable(without=by_name("wp"))
@builds("A24.3", "A24.3a", "A25.34a", "A25.46a")
def wp_refusal(st: State, unit: Unit) -> Refusal | None:
    """Why a squad has no WP grenades, or None: those of some armies have, from some year on."""
    kind = utype(st, unit)
    of = nation(kind.nationality)
    if of.wp_from is None or st.world.date.year < of.wp_from or (of.wp_codes and kind.code not in of.wp_codes):
        return Refusal("A24.3", "it has no WP grenades")
    if exponent(st, unit, wp=True) < 1:
        return Refusal("A24.3", "its smoke exponent is one less for WP")
    return None


def smoke_placed(st: State, unit: Unit, face: int, *, wp: bool = False) -> tuple[bool, int]:
    """Whether a dr places the grenade, and its Final value."""
    final = face + attempt_ledger(st, unit, SMOKE).total()
    return final <= exponent(st, unit, wp=wp), final


@builds("A24.31", "A24.31a")
def wp_reaches(st: State, to: int) -> tuple[int, ...]:
    """Who takes the NMC of a WP grenade: all Infantry in its Location, of both sides; a "?" whatever it is."""
    return (*all_at(st, to), *(unit.id for unit in captives_at(st, to)))


@builds("A24.31", "A24.31b", "A24.31c")
def wp_cover(st: State, frm: int, unit: Unit) -> int:
    """The TEM of a unit against a WP grenade, as against Direct Fire from where it is thrown."""
    mod = tem_of(Aimed(st, frm, unit.loc, unit))
    return mod.value if mod is not None else 0


@rule("A24.1", point=MAY_SMOKE, order=1)
def no_smoke_on_water(ask: SmokeAsk) -> Refusal | None:
    """Not in a Water Obstacle, but on a bridge over it, nor in marsh."""
    board = map_now(ask.st)
    if on_bridge(board, ask.to):
        return None
    terrain = ground_terrain(board, ask.to)
    if terrain.category == "WATER" or terrain.id == "marsh":
        return Refusal("A24.1", f"a grenade does not smoke in {terrain.name}")
    return None


@builds("A24.6", "A24.6b")
def within_building(st: State, frm: int, to: int) -> bool:
    """Whether SMOKE is put into a building Location from within: from the same one, or from an ADJACENT one of that
    building, across a hexside that it spans or by its stairs.
    """
    board = map_now(st)
    here, there = board.hex_at(frm), board.hex_at(to)
    building = board.hexes[here].building
    if building < 0 or board.hexes[there].building != building:
        return False
    return here == there or board.adjacent(here, there)


@rule("A24.11", point=MAY_SMOKE, order=2, rows=["A24.11b", "A24.6a", "A24.6b"])
def no_smoke_in_such_weather(ask: SmokeAsk) -> Refusal | None:
    """None in Heavy Winds or Mud but inside a building, from within it."""
    if not smoke_is_idle(ask.st):
        return None
    unit = ask.unit
    if not unit.stance.bypass and within_building(ask.st, unit.loc, ask.to):
        return None
    what = "Heavy Winds" if ask.st.weather.wind == HEAVY else "Mud"
    return Refusal("A24.11", f"no grenade smokes in {what}, unless it is placed in a building from within")


@rule("A24.1", point=MAY_SMOKE, order=3, rows=["A24.1e"])
def not_upwind(ask: SmokeAsk) -> Refusal | None:
    """In a Mild Breeze not into the three hexes on the upwind side of the squad."""
    if sheltered(ask.st, ask.unit.loc) or map_now(ask.st).hex_at(ask.to) not in upwind(ask.st, ask.unit.loc):
        return None
    return Refusal("A24.1", "not into a hex upwind of it")
