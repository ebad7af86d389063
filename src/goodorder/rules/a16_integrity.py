"""Battlefield Integrity: what losses count, when a side checks, and what that does to its ELR (A16).

Optional (A.4): players switch it on before a game, or a scenario gives the sides their totals. Air Support and
artillery, which change a check or give occasion to one, are not played.
"""

from __future__ import annotations

from typing import ClassVar

from goodorder.core.errors import Refusal, Unreadable
from goodorder.core.events import (
    Event,
    IntegrityBaseLost,
    IntegrityBaseRaised,
    LossTallied,
    UnitCaptured,
    UnitEliminated,
    UnitExited,
    UnitHardened,
    UnitReplaced,
)
from goodorder.core.frames import Request
from goodorder.core.integrity import Integrity
from goodorder.core.state import CAPTURED, ELIMINATED, Fighter, State, Unit, Vehicle
from goodorder.data.charts import integrity
from goodorder.data.counters.personnel import UnitType
from goodorder.data.scenario import integrity_rules

from .c_ordnance.threat import best_to_kill
from .event_facts import EventFacts, StepFacts
from .facts.manned import manned, mobile
from .facts.units import is_good_order, is_leader, leadership, utype
from .facts.vehicles import is_afv, vtype
from .ledger import Ledger, Mod
from .optional import INTEGRITY
from .points import CONSEQUENCE, INTERRUPT, PHASE_ENDS
from .registry import builds, by_name, removable, rule

UNCOUNTED = frozenset({"A20.3", "A20.4"})
"""Reasons of an elimination that is no loss for the Tally: a rejected surrender, a Massacre (A16.11)."""
FIRST_TURN = 1
"""What enters later is a reinforcement."""


class IntegrityDue(Request, frozen=True):
    """A side has lost its Integrity Base and checks, before the next MC."""

    ahead: ClassVar[bool] = True
    side: int


class RegainDue(Request, frozen=True):
    """A side may check to regain ELR: for what it says; ``drm`` is that of its reinforcements."""

    side: int
    why: str
    drm: int = 0


def share_of(points: int) -> int:
    """The tenth of a BPV, fractions up (A16.1).

    >>> share_of(400), share_of(401), share_of(0)
    (40, 41, 0)
    """
    return -(-points // integrity().share)


@builds("A16.11", "A16.11a")
def bpv_of(kind: UnitType) -> int:
    """The BPV of a counter for the Tally: of MMC alone."""
    return (kind.bpv or 0) if kind.mmc else 0


@removable(without=by_name("battlefield_integrity"))
@builds("A16", "A16.0a")
def integrity_refusal(st: State) -> Refusal | None:
    """Why Battlefield Integrity can't be used in a game with these units, or None (A16.0)."""
    least = integrity().least_squads
    for number, side in enumerate(st.world.sides):
        own = [st.world.unit_type(unit.type) for unit in st.units.values() if unit.side == number]
        halves = sum({"squad": 2, "half_squad": 1, "crew": 1}.get(kind.kind, 0) for kind in own)
        if halves < 2 * least:
            return Refusal("A16", f"not where a side ({side.id}) begins with fewer than {least} squad-equivalents")
        if unknown := next((kind.id for kind in own if kind.mmc and kind.bpv is None), ""):
            return Refusal("A16.1", f"no BPV is known of {unknown}")
    return None


@builds("A16.1", "A16.1a", "A16.0a")
def integrity_of(st: State) -> tuple[Integrity, ...]:
    """The Integrity of both sides as a game begins; nothing where the rule is not in force.

    A scenario that gives a side its total gives it to that side alone; without any the BPV of each side's MMC is added
    up. :class:`Unreadable` where it can't be used.
    """
    world = st.world
    told = integrity_rules(world.scenario) if world.scenario is not None else {}
    if INTEGRITY not in world.options and not told:
        return ()
    if refusal := integrity_refusal(st):
        raise Unreadable(f"Battlefield Integrity can't be used: {refusal.reason}", rule=refusal.rule)
    bases = []
    for number, side in enumerate(world.sides):
        starting = (u for u in st.units.values() if u.side == number and u.enters <= FIRST_TURN)
        printed = sum(bpv_of(utype(st, unit)) for unit in starting)
        bases.append(share_of(told.get(side.id, 0) if told else printed))
    return tuple(Integrity(base) for base in bases)


@builds("A16.11", "A16.11a", "A16.1b")
def loss(facts: EventFacts) -> int:
    """The BPV that an event has cost: of an eliminated or captured MMC all, of a Reduced squad the difference.

    Not of who was a prisoner, has been counted as one, or whose surrender was rejected; nothing of Deployment and Unit
    Substitution.
    """
    st, event = facts.before, facts.event
    unit = (
        st.units[event.unit] if isinstance(event, UnitReplaced | UnitEliminated | UnitCaptured | UnitExited) else None
    )
    if unit is None or unit.place in (CAPTURED, ELIMINATED) or unit.id in st.integrity[unit.side].counted:
        return 0
    whole = bpv_of(utype(st, unit))
    if isinstance(event, UnitReplaced):
        return whole - bpv_of(st.world.unit_type(event.type)) if event.reduced else 0
    if isinstance(event, UnitEliminated) and event.reason in UNCOUNTED:
        return 0
    return whole if not isinstance(event, UnitExited) or event.lost else 0


@rule(
    "A16.1",
    point=CONSEQUENCE,
    order=95,
    rows=["A16.1b"],
    on=[UnitEliminated, UnitCaptured, UnitReplaced, UnitExited],
)
def tallied(facts: EventFacts) -> tuple[Event, ...]:
    """What is lost is added to the Casualty Tally of its side."""
    if not facts.before.integrity:
        return ()
    event = facts.event
    unit = facts.before.units[getattr(event, "unit", 0)]
    points = loss(facts)
    if not points or not facts.before.integrity[unit.side].base:
        return ()
    captive = unit.id if isinstance(event, UnitCaptured) else 0
    tally = facts.after.integrity[unit.side].tally + points
    return (LossTallied(side=unit.side, points=points, tally=tally, captive=captive),)


@rule("A16.1", point=CONSEQUENCE, order=96, rows=["A16.1b"], on=[LossTallied])
def loses_base(facts: EventFacts) -> tuple[Event, ...]:
    """A Tally that has come to the Base, or passed it, is lessened by it at once."""
    event = facts.event
    assert isinstance(event, LossTallied)
    return base_lost(facts.after, event.side)


def base_lost(st: State, side: int) -> tuple[Event, ...]:
    """The loss of a side's Base where its Tally has come to it; what is over may be one more, after that check."""
    one = st.integrity[side]
    return (IntegrityBaseLost(side=side, losses=one.losses + 1),) if one.tally >= one.base else ()


@rule("A16.2", point=INTERRUPT, order=1, rows=["A16.2a"], on=[LossTallied, IntegrityBaseLost])
def checks_at_once(facts: StepFacts) -> tuple[IntegrityDue, ...]:
    """Each lost Base is a check, before the next MC."""
    return tuple(IntegrityDue(event.side) for event in facts.events if isinstance(event, IntegrityBaseLost))


@builds("A16.2", "A16.2b")
def check_ledger(st: State, side: int) -> Ledger:
    """The DRM of an Integrity Check: Base losses, armor that nothing opposes, the best leader in Good Order."""
    chart, mods = integrity(), []
    if losses := st.integrity[side].losses:
        mods.append(Mod("base_losses", chart.base_loss * losses, "A16.2", f"{losses} lost Bases (Case A)"))
    if unopposed_armor(st, 1 - side):
        mods.append(Mod("enemy_armor", chart.unopposed_armor, "A16.2", "Unopposed enemy Armor (Case B)"))
    best = best_leader(st, side)
    if best is None:
        mods.append(Mod("no_leader", chart.no_leader, "A16.2", "no leader in Good Order (Case E)"))
    elif best:
        mods.append(Mod("leadership", best, "A16.2", "best leader in Good Order (Case C)"))
    if unopposed_armor(st, side):
        mods.append(Mod("own_armor", -chart.unopposed_armor, "A16.2", "own Unopposed Armor (Case D)"))
    return Ledger(tuple(mods))


def best_leader(st: State, side: int) -> int | None:
    """The modifier of the best leader of a side in Good Order, None where it has none on the map."""
    found = (u for u in st.units.values() if u.side == side and is_leader(st, u) and is_good_order(st, u))
    return min((leadership(st, unit) for unit in found), default=None)


@builds("A16.3", "A16.3a", "A16.3c")
def regain_ledger(st: State, side: int, drm: int) -> Ledger:
    """The DRM of a check to regain ELR: those that help alone, and that of the reinforcements."""
    mods = [mod for mod in check_ledger(st, side).mods if mod.value < 0]
    if drm:
        mods.append(Mod("reinforcements", drm, "A16.3", "reinforcements"))
    return Ledger(tuple(mods))


@builds("A16.2", "A16.2a", "A16.21")
def lowers(st: State, side: int, final: int) -> bool:
    """Whether a Final DR costs a side a level of ELR, of which it, or a group of it, has one left."""
    own = st.world.sides[side]
    most = max(own.elr, *dict(own.group_elr).values(), 0)
    return final >= integrity().lowers_from and st.integrity[side].lost < most


@builds("A16.3", "A16.3a")
def restores(final: int) -> bool:
    """Whether a Final DR gives a lost level back, and wipes out the Base losses."""
    return final <= integrity().restores_to


@builds("A16.2", "A16.2c")
def unopposed_armor(st: State, side: int) -> bool:
    """Whether a side has a Known, Mobile AFV in working order, not under Recall, whose weakest side the best Known Gun
    or AFV of the enemy on the map would not harm at twelve hexes (a Final To Kill number below five).
    """
    own = [one for one in st.vehicles.values() if one.side == side and _counts(st, one)]
    if not own:
        return False
    force = best_to_kill(st, 1 - side, integrity().armor_range)
    return any(force is None or force - _weakest(st, one) < integrity().armor_below for one in own)


def _counts(st: State, vehicle: Vehicle) -> bool:
    if not is_afv(st, vehicle) or vehicle.concealed or vehicle.recalled or not manned(vehicle) or not mobile(vehicle):
        return False
    return any(weapon.type.endswith(":MA") and not weapon.malfunctioned for weapon in st.weapons_of(vehicle.id))


def _weakest(st: State, vehicle: Vehicle) -> int:
    """The Armor Factor of its weaker side; an unarmored one has none."""
    kind = vtype(st, vehicle)
    return min(kind.armor_factor("hull", "side") or 0, kind.armor_factor("turret", "side") or 0)


@rule("A16.12", point=PHASE_ENDS, order=90, rows=["A16.12a"])
def reinforced(st: State) -> tuple[Event, ...]:
    """As the MPh ends the Base of the ATTACKER grows by a tenth of the BPV of the MMC that have come."""
    points = _arrived(st)
    side = st.turn.attacker
    return (IntegrityBaseRaised(side=side, points=share_of(points)),) if points else ()


@rule("A16.3", point=PHASE_ENDS, order=89, rows=["A16.3b", "A16.3c"])
def may_regain_by_reinforcements(st: State) -> tuple[RegainDue, ...]:
    """MMC or AFV that have come as reinforcements let the ATTACKER check to regain ELR, once in that Player Turn."""
    if not _has_come(st):
        return ()
    base, points = st.integrity[st.turn.attacker].base, _arrived(st)
    return (RegainDue(st.turn.attacker, "reinforcements", integrity().reinforcements * -(-points // base)),)


@rule("A16.3", point=INTERRUPT, order=6, rows=["A16.3b"], on=[UnitHardened])
def may_regain_by_hardening(facts: StepFacts) -> tuple[RegainDue, ...]:
    """So does the Battle Hardening of a leader, at once."""
    st = facts.after
    if not st.integrity:
        return ()
    found = [st.units[event.unit] for event in facts.events if isinstance(event, UnitHardened)]
    return tuple(
        RegainDue(u.side, "Battle Hardening of a leader")
        for u in found
        if is_leader(st, u) and st.integrity[u.side].base
    )


def _has_come(st: State) -> tuple[Fighter, ...]:
    """The ATTACKER's MMC and AFV that entered in this MPh and are reinforcements, where its Integrity counts."""
    if st.turn.phase != "MPh" or not st.integrity or not st.integrity[st.turn.attacker].base:
        return ()
    everybody: tuple[Fighter, ...] = (*st.units.values(), *st.vehicles.values())
    later = (one for one in everybody if one.side == st.turn.attacker and one.enters > FIRST_TURN)
    come = (one for one in later if (steps := st.trail(one.id).steps) and steps[0].frm < 0)
    return tuple(u for u in come if (is_afv(st, u) if isinstance(u, Vehicle) else utype(st, u).mmc))


def _arrived(st: State) -> int:
    return sum(bpv_of(utype(st, one)) for one in _has_come(st) if isinstance(one, Unit))
