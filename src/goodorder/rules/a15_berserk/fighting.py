"""What berserk units fire, whom no leader helps, how they are in Close Combat (A15.42, A15.432)."""

from __future__ import annotations

from goodorder.core.errors import Refusal
from goodorder.core.events import BerserkEnded, Event
from goodorder.core.state import State, Unit
from goodorder.data.charts import close_combat

from ..a07_fire.group import AttackAsk
from ..a11_close_combat.ambush import AmbushFacts
from ..a20_massacre import massacre
from ..facts.advances import AdvanceFacts
from ..facts.attack_facts import part_occasion
from ..facts.captives import captives_at
from ..facts.firing import PartAsk
from ..facts.units import in_melee, name
from ..ledger import Mod
from ..points import AMBUSH_DRM, MAY_ADVANCE, MAY_ATTACK, MAY_FIRE, PHASE_BEGINS
from ..registry import rule
from .ending import calmed

FIRE_PHASES = ("DFPh", "AFPh")


@rule("A15.432", point=MAY_FIRE, order=2, rows=["A15.432c"], of=["PFPh"])
def no_prep_fire(ask: PartAsk) -> Refusal | None:
    """Who is berserk charges in its MPh and so never fires in its PFPh."""
    if ask.unit.berserk:
        return Refusal("A15.432", "a berserk unit does not fire in its PFPh", also=("A15.43",))
    return None


@rule("A15.42", point=MAY_ATTACK, order=3, rows=["A15.42c"], of=["directed"])
def no_direction(ask: AttackAsk) -> Refusal | None:
    """No leader directs an attack in which a berserk unit takes part, whoever else does."""
    if not ask.action.leaders:
        return None
    for firer in ask.action.firers:
        if any(ask.st.fighter(one).berserk for one in (firer.unit, firer.helper) if one):
            return Refusal("A15.42", "no leader directs a berserk unit, nor who fires with it", also=("A7.53",))
    return None


@rule("A15.431", point=MAY_ADVANCE, order=12, rows=["A15.431d"])
def no_advance(facts: AdvanceFacts) -> Refusal | None:
    """Who is berserk does not advance."""
    for unit in facts.units:
        if unit.berserk:
            return Refusal("A15.431", f"{name(facts.st, unit)} is berserk and does not advance", also=("A4.7",))
    return None


@rule("A11.4", point=AMBUSH_DRM, order=36)
def berserk_in_ambush(facts: AmbushFacts) -> Mod | None:
    """A berserk unit hinders, besides being Lax (ruling R1903)."""
    if not any(unit.berserk for unit in facts.units):
        return None
    line = close_combat().ambush.drm["berserk"]
    return Mod("ambush_berserk", line.drm, line.rule, line.note)


@rule("A20.4", point=PHASE_BEGINS, order=50, rows=["A20.4b"])
def kills_prisoners(st: State) -> tuple[Event, ...]:
    """Berserk units, not in Melee, kill the prisoners of their Location as their fire phase begins, of which they are
    berserk no longer; that is no PFPh, in which they do not fire (ruling R1904).
    """
    if st.turn.phase not in FIRE_PHASES:
        return ()
    side = st.turn.attacker if st.turn.phase == "AFPh" else 1 - st.turn.attacker
    events: list[Event] = []
    killed: set[int] = set()
    for unit in [u for u in st.units_that_are("berserk") if u.side == side and u.loc >= 0]:
        victims = [one for one in captives_at(st, unit.loc) if one.side != side]
        if not victims or not _may_kill(st, unit):
            continue
        for victim in victims:
            if victim.id not in killed:
                killed.add(victim.id)
                events += massacre(st, st.turn.phase, unit.id, victim.id)
        events += [] if any(isinstance(e, BerserkEnded) and e.unit == unit.id for e in events) else [calmed(unit)]
    return tuple(events)


def _may_kill(st: State, unit: Unit) -> bool:
    return not in_melee(st, unit) and not unit.pinned and part_occasion(st, unit, None, st.turn.phase) is not None
