"""Guns and who mans them under a "?" and in hiding: set-up, and what costs them concealment (A12.2, A12.34)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from goodorder.core.errors import Refusal
from goodorder.core.events import (
    ConcealmentLost,
    Event,
    HiddenPlaced,
    UnitEntered,
    UnitFired,
    UnitMoved,
    UnitRallied,
    VehicleRevealed,
    VehicleStepped,
    WeaponTurned,
)
from goodorder.core.state import ON_MAP, State, Unit, Weapon

from ..c_ordnance.guns_as_targets import will_be_emplaced
from ..event_facts import EventFacts
from ..facts.attack_facts import AttackFacts, FirePart
from ..facts.bearers import bearer
from ..facts.ground import map_now
from ..facts.units import wtype
from ..points import CONSEQUENCE, PHASE_BEGINS, SETUP_ENDS
from ..registry import builds, rule
from .gain import concealment_terrain
from .loss import lost
from .sight import NEAR, known_watchers, watchers

ALWAYS, SELDOM = 6, 5
"""Colored faces of a To Hit DR that show a Gun: at any range, and to an enemy within 16 hexes (A12.34)."""


def guns(st: State) -> tuple[int, ...]:
    """The Guns of both sides; found once while no weapon changes."""
    of, known = st.tables.get("guns", (None, ()))
    if of is st.weapons:
        remembered: tuple[int, ...] = known
        return remembered
    found = tuple(weapon.id for weapon in st.weapons.values() if wtype(st, weapon).gun is not None)
    st.tables["guns"] = (st.weapons, found)
    return found


def gun_of(st: State, unit: Unit) -> Weapon | None:
    """The Gun that a unit mans, or None."""
    return next((weapon for weapon in st.weapons_of(unit.id) if wtype(st, weapon).gun is not None), None)


def unseen(st: State) -> Iterator[tuple[Weapon, Unit]]:
    """The Guns on the map whose men are concealed or hidden, with those men."""
    for gun in guns(st):
        unit = bearer(st, st.weapons[gun])
        if unit is not None and unit.concealed and unit.place == ON_MAP:
            yield st.weapons[gun], unit


def _in_the_open(st: State, unit: Unit) -> bool:
    """Whether a Good Order enemy, at any range, sees a unit that is not in Concealment Terrain."""
    return not concealment_terrain(st, unit.loc) and bool(known_watchers(st, unit))


@builds("A12.34", "A12.34a", "A12.2", "A12.2a")
def found_in_the_open(st: State) -> tuple[Event, ...]:
    """Guns outside Concealment Terrain that a Good Order enemy sees, at any range: an Emplaced hidden one goes under a
    "?", one that is not Emplaced loses its "?".
    """
    events: list[Event] = []
    for gun, unit in unseen(st):
        if (unit.hidden or not gun.emplaced) and _in_the_open(st, unit):
            events.append(HiddenPlaced(unit=unit.id, rule="A12.34") if gun.emplaced else lost(unit, "A12.2"))
    return tuple(events)


@rule(
    "A12.34",
    point=CONSEQUENCE,
    order=56,
    on=[UnitMoved, UnitEntered, UnitRallied, VehicleStepped, ConcealmentLost, VehicleRevealed],
)
def comes_into_sight(facts: EventFacts) -> tuple[Event, ...]:
    """Guns outside Concealment Terrain are found as soon as somebody sees them."""
    return found_in_the_open(facts.after) if guns(facts.after) else ()


@rule("A12.34", point=PHASE_BEGINS, order=12)
def found_as_a_phase_begins(st: State) -> tuple[Event, ...]:
    """The same where what hid them is gone: SMOKE, a wreck, the men who were not in Good Order."""
    return found_in_the_open(st) if guns(st) else ()


@rule("A12.34", point=SETUP_ENDS, order=40)
def seen_at_setup(st: State) -> tuple[Event, ...]:
    """As both sides have set up a hidden Gun outside Concealment Terrain that an enemy sees comes under a "?"; only one
    that none sees hides there.
    """
    events: list[Event] = []
    for _, unit in unseen(st):
        if unit.hidden and not concealment_terrain(st, unit.loc) and watchers(st, unit, good_order=False):
            events.append(HiddenPlaced(unit=unit.id, rule="A12.34"))
    return tuple(events)


@builds("A12.34", "A12.34b", "A12.34c", "C12.22c")
def told_by_dice(attack: AttackFacts, part: FirePart) -> bool:
    """Whether the colored die of its To Hit DR tells if an Emplaced Gun under a "?" or in hiding is found by its fire:
    not of a Recoilless Rifle, nor on the IFT, nor in its own hex.
    """
    unit, weapon = part.unit, part.weapon
    if weapon is None or attack.shot is None or not weapon.emplaced or not unit.concealed:
        return False
    kind = wtype(attack.st, weapon)
    board = map_now(attack.st)
    return kind.gun is not None and kind.kind != "RCL" and board.hex_at(unit.loc) != board.hex_at(attack.target)


def shown_by_dice(colored: int) -> Literal["near", "any"] | None:
    """To whom a Gun shows itself by the colored die of its To Hit DR: to who sees it near, at any range, or nobody."""
    return "any" if colored >= ALWAYS else "near" if colored >= SELDOM else None


@rule("A12.34", point=CONSEQUENCE, order=31, on=[UnitFired], rows=["A12.34b", "A12.34c"])
def gun_fires(facts: EventFacts) -> tuple[Event, ...]:
    """The colored die of its To Hit DR shows an Emplaced Gun to who sees it; else it goes, or stays, under a "?"; where
    nobody sees it fire it stays hidden.
    """
    event, st = facts.event, facts.after
    if not isinstance(event, UnitFired) or not event.shot.colored:
        return ()
    unit = st.units[event.unit]
    if not unit.concealed or unit.place != ON_MAP:
        return ()
    seen_by = known_watchers(st, unit)
    if not seen_by:
        return ()
    near = st.world.map.distance(seen_by[0].loc, unit.loc) <= NEAR
    sight = shown_by_dice(event.shot.colored)
    if sight == "any" or (sight == "near" and near):
        return (lost(unit, "A12.34"),)
    return (HiddenPlaced(unit=unit.id, rule="A12.34"),) if unit.hidden else ()


@rule("A12.32", point=CONSEQUENCE, order=42, on=[WeaponTurned])
def turns_in_hiding(facts: EventFacts) -> tuple[Event, ...]:
    """Nobody turns a Gun and stays hidden: its men are placed under a "?" where their turning has not shown them."""
    event, st = facts.event, facts.after
    if not isinstance(event, WeaponTurned) or st.turn.phase == "setup":
        return ()
    unit = bearer(st, st.weapons[event.weapon])
    hidden = unit is not None and unit.hidden and unit.place == ON_MAP
    return (HiddenPlaced(unit=unit.id, rule="A12.32"),) if unit is not None and hidden else ()


@builds("A12.34", "A12.34a")
def gun_hide_refusal(st: State, unit: Unit) -> Refusal | None:
    """Why a unit may not set up hidden with its Gun, or None: a crew, whose Gun will be Emplaced, without another
    weapon.
    """
    gun = gun_of(st, unit)
    if gun is None:
        return Refusal("A12.34", "it mans no Gun")
    if not will_be_emplaced(st, gun, unit):
        return Refusal("A12.34", "only an Emplaced Gun hides, with the crew that mans it")
    if len(st.weapons_of(unit.id)) > 1:
        return Refusal("A12.34", "its crew has another weapon besides")
    return None
