"""Squads that Deploy and half-squads that Recombine where it takes no leader: by what each of them is worth (A1.3)."""

from __future__ import annotations

from goodorder.core.actions import Action, Deploy
from goodorder.core.frames import Choice
from goodorder.core.state import State, Unit
from goodorder.data.counters.personnel import UnitType
from goodorder.rules.a01_deploy import DeployFacts, deploy_ledger, whole_of
from goodorder.rules.facts.captives import prisoners_of
from goodorder.rules.facts.units import has, own_morale, utype, wtype

from .style import Style
from .threat_map import Threat
from .values import FP_WORTH, WAYS, kind_worth

SPARED = 0.3
"""The share of the harm of the enemy's next fire that two half-squads are spared, not being hit as one."""


def idle_fp(st: State, unit: Unit, half: UnitType) -> float:
    """The FP that goes unused when a squad's weapons are fired by half-squads, who fire nothing else (A7.351)."""
    fired = [wtype(st, one).fp for one in st.weapons_of(unit.id) if not one.malfunctioned]
    fired = sorted((fp for fp in fired if fp), reverse=True)[:2]
    return sum(min(float(half.fp), float(fp)) for fp in fired[: 1 if len(fired) < 2 else 0])


def split_gain(st: State, squad: UnitType, danger: float) -> float:
    """What two half-squads are worth more than the squad that they make, under a danger of the enemy's next fire."""
    half = st.world.catalogue.unit(squad.half_squad or "")
    return 2 * kind_worth(half) - kind_worth(squad) + SPARED * danger * kind_worth(squad)


def deploy_gain(st: State, unit: Unit, danger: float) -> float:
    """What Deploying a squad is worth with the weapons that it has."""
    squad = utype(st, unit)
    if not squad.half_squad or prisoners_of(st, unit.id):
        return 0.0
    idle = idle_fp(st, unit, st.world.catalogue.unit(squad.half_squad))
    return split_gain(st, squad, danger) - FP_WORTH * idle


def deploy_value(st: State, action: Deploy, threat: Threat, style: Style) -> float:
    """The worth of an attempt in the RPh, 0 for none: without a leader, who has better things to do."""
    unit = st.units[action.unit]
    if action.leader or not has(st, unit, "deploys_alone"):
        return 0.0
    drm = deploy_ledger(DeployFacts(st, unit, None)).total()
    chance = sum(ways for total, ways in WAYS.items() if total + drm <= own_morale(st, unit)) / 36
    gain = deploy_gain(st, unit, min(1.0, threat.still(unit.loc)))
    return chance * gain if gain > style.deploy else 0.0


def recombine_value(st: State, units: tuple[int, int], threat: Threat, style: Style) -> float:
    """The worth of joining two half-squads, 0 for none: where their nation needs no leader for it."""
    one, other = (st.units[unit] for unit in units)
    if not has(st, one, "recombines_alone"):
        return 0.0
    squad = st.world.catalogue.unit(whole_of(st, one))
    gain = -split_gain(st, squad, min(1.0, threat.still(one.loc)))
    armed = sum(bool(st.weapons_of(unit.id)) for unit in (one, other))
    gain += FP_WORTH * utype(st, one).fp * (armed == 1)
    return gain if gain > style.deploy else 0.0


def deploy_before_play(st: State, choice: Choice, side: int, style: Style) -> Action | None:
    """The squad to Deploy while it sets up, if that pays: of who needs no leader for it, a ready-made set-up being made
    for whole squads (A2.9).
    """
    best: tuple[float, Action] | None = None
    for unit in st.units.values():
        if unit.side != side or utype(st, unit).kind != "squad" or not has(st, unit, "deploys_alone"):
            continue
        gain, action = deploy_gain(st, unit, 0.0), Deploy(unit.id)
        if gain > (best[0] if best else style.deploy) and choice.check(action) is None:
            best = (gain, action)
    return best[1] if best else None
