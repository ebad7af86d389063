"""Heat of Battle: who rolls, with which DRM, and what the DR brings (A15.1, A15.3, A15.44, A15.5)."""

from __future__ import annotations

from msgspec import Struct

from goodorder.core.events import Event, HeatOfBattleDue
from goodorder.core.frames import Request
from goodorder.core.state import ON_MAP, State, Unit
from goodorder.data.charts import heat_of_battle, morale, nation
from goodorder.data.charts.ift import Modifier

from .a15_berserk.foes import foes_in_sight
from .a19_disruption import steadfast
from .event_facts import StepFacts
from .facts.places import climbs
from .facts.units import (
    has,
    is_dummy,
    is_elite,
    is_inexperienced,
    utype,
)
from .facts.water import imperilled
from .facts.wave import in_wave
from .ledger import Ledger, Mod
from .optional import NO_HEAT
from .points import HEAT_DRM, INTERRUPT
from .registry import builds, removable, rule

HERO, HARDENED, BERSERK, SURRENDER = "hero", "hardened", "berserk", "surrender"


class HeatFacts(Struct, frozen=True):
    """The unit whose Heat of Battle DR it is; ``broken``: it was when it threw the Original 2."""

    st: State
    unit: Unit
    broken: bool


class HeatDue(Request, frozen=True):
    """A unit is to make its Heat of Battle DR."""

    unit: int
    broken: bool


@builds("A15.1", "A15.1b", "A25.23", "A25.23h")
def feels_heat(st: State, unit: Unit) -> bool:
    """Whether a unit is subject to Heat of Battle: no crew, hero, prisoner or Unarmed unit, nobody who is berserk
    already, who climbs, wades or fords or is part of a Human Wave, none who is no man at all.
    """
    if unit.place != ON_MAP or unit.berserk or is_dummy(unit) or unit.unarmed or in_wave(st, unit):
        return False
    kind = utype(st, unit)
    return not kind.hero and kind.kind != "crew" and not climbs(st, unit) and not imperilled(st, unit)


@removable(without=False)
def may_come(st: State) -> bool:
    """Whether there is Heat of Battle at all: a case may leave it out."""
    return NO_HEAT not in st.world.options


@removable(without=())
@builds("A15.1", "A15.1a")
def heat_due(st: State, unit: Unit, faces: tuple[int, int]) -> tuple[Event, ...]:
    """An Original 2 of a MC, or of a rally by a leader, is its occasion, but in a case that leaves it out."""
    if not may_come(st) or sum(faces) != morale().heat_of_battle_original:
        return ()
    return (HeatOfBattleDue(unit=unit.id, broken=unit.broken),)


@removable(without=())
@builds("A15.1", "A8.31")
def heated(st: State, units: tuple[int, ...], faces: tuple[int, int]) -> tuple[int, ...]:
    """Those of several units who would roll for Heat of Battle by one DR that is the NMC of all."""
    if not may_come(st) or sum(faces) != morale().heat_of_battle_original:
        return ()
    return tuple(unit for unit in units if feels_heat(st, st.units[unit]))


@rule("A15.1", point=INTERRUPT, order=5, on=[HeatOfBattleDue])
def rolls_heat(facts: StepFacts) -> tuple[HeatDue, ...]:
    """The DR follows at once, if the unit is subject to it."""
    due = (e for e in facts.events if isinstance(e, HeatOfBattleDue))
    return tuple(HeatDue(e.unit, e.broken) for e in due if feels_heat(facts.after, facts.after.units[e.unit]))


def heat_ledger(facts: HeatFacts) -> Ledger:
    """The DRM of the Heat of Battle DR."""
    return Ledger(facts.st.world.rules.mods(HEAT_DRM, facts))


def _mod(id: str, line: Modifier) -> Mod:
    return Mod(f"heat_{id}", line.drm, line.rule, line.note)


@rule("A15.1", point=HEAT_DRM, order=10, rows=["A15.1c"])
def by_quality(facts: HeatFacts) -> tuple[Mod, ...]:
    """Elite troops do better, single men among them (A1.11), broken and Inexperienced ones worse."""
    drm, found = heat_of_battle().drm, []
    if is_elite(facts.st, facts.unit):
        found.append(_mod("elite", drm["elite"]))
    if facts.broken:
        found.append(_mod("broken", drm["broken"]))
    if is_inexperienced(facts.st, facts.unit):
        found.append(_mod("inexperienced", drm["inexperienced"]))
    return tuple(found)


@rule("A15.1", point=HEAT_DRM, order=20, rows=["A15.1c"])
def by_nationality(facts: HeatFacts) -> Mod | None:
    """Every army has a temper of its own."""
    army = utype(facts.st, facts.unit).nationality
    drm = heat_of_battle().nationality_drm.get(army, 0)
    return Mod("heat_nationality", drm, "A15.1", nation(army).adjective) if drm else None


@rule("A25.25", point=HEAT_DRM, order=30)
def of_the_nkvd(facts: HeatFacts) -> Mod | None:
    """One better than other Russians."""
    table = heat_of_battle()
    hardy = (utype(facts.st, facts.unit).variant or "").startswith(table.hardy)
    return _mod("hardy", table.drm["hardy"]) if hardy else None


@builds("A25.82", "A25.82b", "A25.82c")
def gives_up_sooner(st: State, unit: Unit) -> bool:
    """Whether a unit surrenders in the Heat of Battle where others go berserk, unless Hungarians face Romanians."""
    weak = utype(st, unit).nationality in heat_of_battle().weak
    return weak and not is_elite(st, unit) and not has(st, unit, "rival")


@builds("A15.1", "A15.1d", "A25.82b", "A25.82c", "A15.44", "A15.44a", "A15.5b")
def heat_results(st: State, unit: Unit, final: int) -> tuple[str, ...]:
    """What a Final DR brings the unit, in order: a hero, Battle Hardening, both, going berserk, or surrender.

    Italians and Axis Minors below Elite surrender from 10 on, Hungarians and Romanians facing each other as all others
    do. Who never surrenders, or would to an enemy who gives No Quarter, goes berserk; with no Known enemy in LOS he is
    Battle Hardened instead.
    """
    table = heat_of_battle()
    if final >= (table.weak_surrenders_from if gives_up_sooner(st, unit) else table.surrenders_from):
        if not steadfast(st, unit) and not st.no_quarter[1 - unit.side]:
            return (SURRENDER,)
    elif final < table.berserk_from:
        hero = (HERO,) if final <= table.hero_to else ()
        return (*hero, HARDENED) if final >= table.hardens_from else hero
    return (BERSERK,) if foes_in_sight(st, unit) else (HARDENED,)


@builds("A15.3", "A15.3a", "A15.3b", "A15.3c", "A15.3d", "A25.2e", "A25.211", "A25.211a", "A25.62c", "A25.72a")
def hardened_type(st: State, unit: Unit) -> str:
    """The counter that a Battle Hardened unit becomes; ``""``: it becomes Fanatic, as there is none better.

    Russian Conscripts of 1940 and before become Riflemen, where no SMG squads are in their order of battle (A25.211).
    """
    kind = utype(st, unit)
    early = heat_of_battle().early
    if kind.id in early.hardens and st.world.date.year < early.before:
        order = (":".join(type.split(":")[:2]) for type, _ in st.world.sides[unit.side].forces)
        if not any(type in early.unless for type in order):
            return early.hardens[kind.id]
    return kind.hardens_to or ""


@builds("A15.3", "A15.3d")
def gains_by_hardening(st: State, unit: Unit) -> bool:
    """Whether Battle Hardening changes anything: not a fit Fanatic who has nothing better to become."""
    return bool(hardened_type(st, unit)) or not unit.fanatic or unit.broken or unit.pinned
