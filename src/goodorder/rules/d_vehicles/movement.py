"""What the expenditures of a vehicle cost, and who may make them (D2.1)."""

from __future__ import annotations

from goodorder.core.actions import Delay, DriveStep, Hatch, ParkHere, StartUp, Stop, TurnTurret, Unbog
from goodorder.core.errors import Refusal
from goodorder.core.remembered import once_a_position
from goodorder.core.state import MINIMUM, State, Vehicle

from ..facts.vehicles import DriveFacts, drive_facts, mobile, of_the_act, running, stuck
from ..ledger import Ledger, Mod
from ..points import DRIVE_COST, MAY_DRIVE
from ..registry import builds, rule
from .higher_cost import spends_more
from .mp import allotment, busy_refusal, chart_mod, mp_amount, mp_left, spent_all, takes_all
from .reverse import reverse_cost
from .tracks import bypass_cost

FREE = (ParkHere, TurnTurret, Hatch, Unbog)
"""What spends no MP of its own, or MP that dice decide."""


def cost_ledger(st: State, action: DriveStep) -> Ledger:
    """What an expenditure costs, in halves of MP, line by line."""
    return ledger_of(drive_facts(st, action))


@of_the_act
def ledger_of(facts: DriveFacts) -> Ledger:
    """The same of facts at hand."""
    mods: tuple[Mod, ...] = facts.st.world.rules.mods(DRIVE_COST, facts)
    along = bypass_cost(facts, mods)
    mods = mods if along is None else (*mods, along)
    back = reverse_cost(facts, sum(mod.value for mod in mods))
    last = (mod for mod in (back, spends_more(facts)) if mod is not None)
    return Ledger((*mods, *last))


@once_a_position
def drive_refusal(st: State, action: DriveStep) -> Refusal | None:
    """Why a vehicle may not do this now, or None."""
    return st.world.rules.refuse(MAY_DRIVE, drive_facts(st, action))


@rule("D2.12", point=DRIVE_COST, rows=["SK3.MPh.19", "D2.12a"], order=10)
def start(facts: DriveFacts) -> Mod | None:
    """A start costs one MP."""
    return chart_mod("start", "start") if isinstance(facts.action, StartUp) else None


@rule("D2.13", point=DRIVE_COST, rows=["SK3.MPh.19", "D2.13a"], order=11)
def stop(facts: DriveFacts) -> Mod | None:
    """A stop costs one MP."""
    return chart_mod("stop", "stop") if isinstance(facts.action, Stop) else None


@rule("D2.17", point=DRIVE_COST, rows=["D2.17a", "D2.17b", "SK3.MPh.29", "D3.3d"], order=12)
def delay(facts: DriveFacts) -> Mod | None:
    """Delay is announced MP by MP."""
    return chart_mod("delay", "delay") if isinstance(facts.action, Delay) else None


@rule("D2.1", point=MAY_DRIVE, rows=["D2.1b", "D.7a", "D8.2b", "D8.5a"], order=10)
def can_move(facts: DriveFacts) -> Refusal | None:
    """A vehicle of the ATTACKER that can move, has not fired in the PFPh and has not ended its MPh; an immobile one
    spends MP where it is (D8.5).
    """
    vehicle, st = facts.vehicle, facts.st
    if vehicle.side != st.turn.attacker:
        return Refusal("D2.1", "the ATTACKER's vehicles move")
    freed = isinstance(facts.action, Unbog) and vehicle.bogged and not vehicle.immobile
    stays = isinstance(facts.action, (Delay, TurnTurret)) and stuck(vehicle)
    if not (mobile(vehicle) or freed or stays or isinstance(facts.action, (Hatch, ParkHere))):
        return Refusal("D8.1" if vehicle.immobile or vehicle.bogged else "D.7", "it can't move")
    if st.trail(vehicle.id).ended and not isinstance(facts.action, Hatch):
        return Refusal("D2.1", "its move is over")
    return prep_refusal(st, vehicle) if not isinstance(facts.action, Hatch) else None


@builds("D.3", "D2.1", "D.3a")
def prep_refusal(st: State, vehicle: Vehicle) -> Refusal | None:
    """Why a vehicle that has fired in the PFPh does not move, or None (D.3)."""
    marks = [*st.trail(vehicle.id).shots]
    if st.weapon_shots:
        marks += [mark for weapon in st.weapons_of(vehicle.id) for mark in st.weapon_shots.get(weapon.id, ())]
    if any(mark.occasion in ("prep", "opportunity") for mark in marks):
        return Refusal("D.3", "it has fired in the PFPh")
    if any(note.kind == "turned" and note.when == "PFPh" for note in st.trail(vehicle.id).tried):
        return Refusal("C3.22", "it has turned at the end of the PFPh")
    return None


@rule("D2.12", point=MAY_DRIVE, rows=["SK3.MPh.19", "D2.13b"], order=20)
def started(facts: DriveFacts) -> Refusal | None:
    """It starts before anything that moves it; what runs can stop, what stands can Delay."""
    runs = running(facts.st, facts.vehicle)
    action = facts.action
    if isinstance(action, StartUp):
        return Refusal("D2.12", "it has started already") if runs else None
    if isinstance(action, (Delay, Unbog)):
        return Refusal("D2.17", "it runs: it stops first") if runs else None
    if isinstance(action, FREE) or runs or facts.frm < 0:
        return None
    if isinstance(action, Stop):
        return Refusal("D2.13", "it stands")
    return Refusal("D2.12", "it has to start first")


@rule("D2.1", point=MAY_DRIVE, order=90)
def enough_mp(facts: DriveFacts) -> Refusal | None:
    """It has the MP; who has paid all of them for a hex may still stop (D2.7)."""
    if isinstance(facts.action, FREE) or facts.probing:
        return None
    st, vehicle = facts.st, facts.vehicle
    if spent_all(st, vehicle):
        if st.trail(vehicle.id).declared & MINIMUM:
            return Refusal("D2.15", "a Minimum Move ends in Motion")
        still = isinstance(facts.action, Stop) and st.trail(vehicle.id).steps[-1].kind != "stop"
        return None if still else Refusal("D2.7", "it has paid all its MP for this hex")
    cost, left = ledger_of(facts).total(), mp_left(st, vehicle)
    if takes_all(facts):
        return busy_refusal(st, vehicle)
    if cost > left:
        return Refusal("D2.1", f"it costs {mp_amount(cost)} MP of {mp_amount(left)}")
    return None


__all__ = ["allotment", "cost_ledger", "drive_refusal", "ledger_of", "mp_left", "prep_refusal", "running"]
