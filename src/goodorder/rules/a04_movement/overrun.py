"""Infantry OVR: into the Location of one enemy man in the MPh, after a NTC and at twice the cost (A4.15)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from goodorder.core.errors import Refusal
from goodorder.core.notes import Note
from goodorder.core.state import State, Unit

from ..a10_checks import CheckFacts, CheckResult, check_ledger
from ..facts.attack_facts import sight
from ..facts.ground import ground
from ..facts.manned import manned_at
from ..facts.smoke import smoke_at
from ..facts.tem import terrain_tem
from ..facts.units import is_leader, is_smc, name, own_morale
from ..facts.wave import in_wave
from ..ledger import Ledger, Mod
from ..points import MAY_ENTER, MAY_FIRE
from ..registry import builds, by_name, removable, rule

if TYPE_CHECKING:
    from ..facts.entry import EntryFacts
    from ..facts.firing import PartAsk

OVERRUN = "overrun"
"""Cause of the NTC."""


@removable(without=None)
def lone_man(st: State, side: int, loc: int) -> Unit | None:
    """The enemy of ``side`` in a Location that Infantry could OVR: a SMC, the only Known armed one there, and no
    manned vehicle with him; or None.
    """
    there = st.side_at(loc, 1 - side) if loc >= 0 else ()
    if not there or manned_at(st, loc, 1 - side):
        return None
    known = [unit for unit in there if not (unit.concealed or unit.unarmed)]
    return known[0] if len(known) == 1 and is_smc(st, known[0]) else None


@builds("A4.15", "A4.15e")
def passed_note(st: State, unit: Unit, loc: int) -> Note:
    """What a unit's trail says (``Trail.tried``) once it may OVR a Location: good for one entry."""
    entered = sum(step.to == loc for step in st.trail(unit.id).entries)
    return Note("overrun", loc=loc, count=entered)


def may_overrun(st: State, unit: Unit, loc: int) -> bool:
    """Whether a unit has passed its NTC for this Location, or a leader has for it."""
    return passed_note(st, unit, loc) in st.trail(unit.id).tried


@rule("A4.15", point=MAY_ENTER, rows=["A4.14e", "A4.15a", "A4.15e", "A15.432b"], order=1, of=["enemies there"])
def overrun_entry(facts: EntryFacts) -> Refusal | None:
    """A MMC that passed its NTC enters, and SMC with it; a Human Wave and the berserk need none (A25.234, A15.432)."""
    st = facts.st
    if facts.stack.unbarred:
        return None
    side = facts.units[0].side
    if lone_man(st, side, facts.way.to) is None:
        return None
    teams = [unit for unit in facts.units if not is_smc(st, unit)]
    if not teams:
        return Refusal("A4.15", "only a MMC overruns, and SMC along with it", also=("A4.14",))
    for unit in teams:
        if not may_overrun(st, unit, facts.way.to):
            return Refusal("A4.15", f"{name(st, unit)} has not passed a NTC for this Infantry OVR", also=("A4.14",))
    return None


@builds("A4.15", "A4.15a", "A25.234", "A25.234d")
def overrun_cost(facts: EntryFacts, cost: int) -> Mod | None:
    """As much again as the whole cost of an entry, where it is an Infantry OVR; ``cost`` in half MF. A
    Human Wave and the berserk pay the usual cost (A25.234, A15.432).
    """
    if not facts.units or not facts.meets_enemies or facts.units[0].berserk or in_wave(facts.st, facts.units[0]):
        return None
    if lone_man(facts.st, facts.units[0].side, facts.way.to) is None:
        return None
    return Mod("overrun_cost", cost, "A4.15", "Infantry OVR costs double")


@removable(without=by_name("infantry_overrun"))
@builds("A4.15", "A4.15b", "A4.15c")
def ntc_refusal(st: State, unit_id: int, stack: tuple[int, ...], loc: int) -> Refusal | None:
    """Why a unit of a moving stack may not take the NTC for an Infantry OVR of this Location now, or None."""
    if unit_id not in stack:
        return Refusal("A4.15", "only a unit of the moving stack")
    unit = st.units[unit_id]
    if lone_man(st, unit.side, loc) is None:
        return Refusal("A4.15", "no single Known enemy man is there", also=("A4.14",))
    if is_smc(st, unit) and not (is_leader(st, unit) and followers(st, unit, stack)):
        return Refusal("A4.15", "a MMC takes the NTC, or a leader for those he moves with")
    if may_overrun(st, unit, loc):
        return Refusal("A4.15", f"{name(st, unit)} has passed it")
    return None


def followers(st: State, leader: Unit, stack: tuple[int, ...]) -> tuple[int, ...]:
    """MMC of the moving stack: those that a leader exempts from their own NTC."""
    return tuple(u for u in stack if not is_smc(st, st.units[u]) and st.units[u].loc == leader.loc)


@builds("A4.15", "A4.15c")
def ntc_ledger(st: State, unit: Unit, stack: tuple[int, ...], loc: int) -> Ledger:
    """DRM of the NTC: leadership of the moving stack, TEM of the Location, LOS Hindrances in it and not before it.

    A hexside's TEM counts where the unit's line to the Location crosses it now.
    """
    mods = [*check_ledger(CheckFacts(st, unit, 0, OVERRUN, stack)).mods]
    seen = unit.loc >= 0 and not sight(st, unit.loc, loc).blocked
    tem = terrain_tem(st, unit.loc if seen else None, loc)
    if tem is not None:
        mods.append(tem)
    terrain = ground(st, loc).terrain
    if terrain.los == "hindrance" and terrain.hindrance:
        mods.append(Mod("hindrance", terrain.hindrance, "A4.15", f"{terrain.name} in the Location"))
    if smoke := smoke_at(st, loc):
        mods.append(Mod("smoke", smoke, "A4.15", "SMOKE in the Location"))
    return Ledger(tuple(mods))


def ntc_result(st: State, unit: Unit, stack: tuple[int, ...], loc: int, faces: tuple[int, int]) -> CheckResult:
    """What the DR of the NTC does: at or below the Morale Level it passes (A10.1)."""
    final = sum(faces) + ntc_ledger(st, unit, stack, loc).total()
    level = own_morale(st, unit)
    return CheckResult(final, level, final <= level, over=final - level)


def left_note(st: State, mover: Unit) -> Note:
    """What the trail of a SMC says that left its Location before this mover's entry: one of two options is used."""
    return Note("displaced", unit=mover.id, count=len(st.trail(mover.id).steps))


@rule("A4.151", point=MAY_FIRE, order=12, of=["MPh"])
def left_instead(ask: PartAsk) -> Refusal | None:
    """A SMC that left before an Infantry OVR does not fire at that entry as well."""
    tried = ask.st.trail(ask.unit.id).tried
    if tried and any(left_note(ask.st, mover) in tried for mover in ask.targets):
        return Refusal("A4.151", "it left its Location instead of attacking")
    return None
