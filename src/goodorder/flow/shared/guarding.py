"""Guards hand their prisoners over or abandon them, in their own RPh and APh (A20.5)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from goodorder.core.actions import DeployGuard, HandPrisoners, RegroupPrisoners, ReleasePrisoners
from goodorder.core.errors import Refusal
from goodorder.core.events import Event, PrisonersHanded
from goodorder.core.menu import Entry, branch, leaf
from goodorder.core.state import State, Unit
from goodorder.rules.a20_guards import guard_deploy_refusal, handing_refusal, regroup_refusal, released
from goodorder.rules.facts.captives import captives, prisoners_of
from goodorder.rules.facts.units import name, names

from .besides import Besides


def guard_entries(st: State, side: int) -> list[Entry]:
    """A branch for each Guard who may give prisoners up: to whom, or to nobody; a leaf for one who may Deploy."""
    if not captives(st):
        return []
    return [
        *deploy_guard_entries(st, side),
        *_regrouping(st, side),
        *_handing(st, side),
    ]


def _regrouping(st: State, side: int) -> list[Entry]:
    """A leaf for each two prisoner half-squads that could be one squad for their Guard."""
    halves = [one for one in captives(st) if one.side != side and st.units[one.stance.guard].side == side]
    found = []
    for number, one in enumerate(halves):
        alike = (two for two in halves[number + 1 :] if two.type == one.type and two.stance.guard == one.stance.guard)
        other = next((two for two in alike if regroup_refusal(st, (one.id, two.id)) is None), None)
        if other is not None:
            words = f"{names(st, (one.id, other.id))} are guarded as one squad"
            action = RegroupPrisoners((one.id, other.id))
            found.append(leaf(f"regroup{one.id}", words, action, kind="seldom", unit=one.id, rule="A20.51"))
    return found


def deploy_guard_entries(st: State, side: int) -> list[Entry]:
    """A leaf for each Guard squad, which Deploys at any time."""
    held = captives(st)
    if not held:
        return []
    guards = dict.fromkeys(one.stance.guard for one in held if one.side != side)
    able = (st.units[guard] for guard in guards if guard_deploy_refusal(st, side, guard) is None)
    words = "Deploys, as a Guard may at any time"
    return [
        leaf(
            f"split{one.id}",
            f"{name(st, one)} {words}",
            DeployGuard(one.id),
            kind="seldom",
            unit=one.id,
            hex=one.loc,
            rule="A20.5",
        )
        for one in able
    ]


def _handing(st: State, side: int) -> list[Entry]:
    return [
        branch(
            f"guard{guard.id}", f"{name(st, guard)}: his prisoners", partial(_choices, st, side, guard), kind="seldom"
        )
        for guard in _guards(st, side)
    ]


def _guards(st: State, side: int) -> Iterator[Unit]:
    guards = {one.stance.guard for one in captives(st)}
    for key in filter(guards.__contains__, st.units):
        guard = st.units[key]
        held = prisoners_of(st, key)
        if guard.side == side and handing_refusal(st, side, tuple([one.id for one in held])) is None:
            yield guard


def _choices(st: State, side: int, guard: Unit) -> list[Entry]:
    held = tuple(sorted(one.id for one in prisoners_of(st, guard.id)))
    groups = [(unit,) for unit in held] + ([held] if len(held) > 1 else [])
    found = []
    for group in groups:
        key = "+".join(map(str, group))
        for other in st.side_at(guard.loc, side):
            if handing_refusal(st, side, group, other.id) is None:
                words = f"{name(st, other)} guards {names(st, group)}"
                found.append(leaf(f"{key}:u{other.id}", words, HandPrisoners(group, other.id), unit=other.id))
        found.append(leaf(f"{key}:free", f"release {names(st, group)}", ReleasePrisoners(group), kind="seldom"))
    return found


def own_guards_refusal(st: State, side: int, action: DeployGuard | RegroupPrisoners) -> Refusal | None:
    """Why a side's Guard may not Deploy, or regroup his prisoners, now, or None."""
    if isinstance(action, DeployGuard):
        return guard_deploy_refusal(st, side, action.unit)
    guards = {st.units[one].stance.guard for one in action.units if one in st.units}
    if any(guard not in st.units or st.units[guard].side != side for guard in guards):
        return Refusal("A20.51", "these are not prisoners of this side")
    return regroup_refusal(st, action.units)


def _handing_refusal(st: State, side: int, action: HandPrisoners | ReleasePrisoners) -> Refusal | None:
    """Why a Guard may not give up these prisoners now, or None."""
    if isinstance(action, HandPrisoners):
        return handing_refusal(st, side, action.units, action.guard)
    return handing_refusal(st, side, action.units)


OWN_GUARDS: Besides = {DeployGuard: own_guards_refusal, RegroupPrisoners: own_guards_refusal}
"""What Guards do at any time, beside what their side is asked."""

GUARDS: Besides = {**OWN_GUARDS, HandPrisoners: _handing_refusal, ReleasePrisoners: _handing_refusal}
"""The same with giving up prisoners."""


def handed(st: State, action: HandPrisoners | ReleasePrisoners) -> tuple[Event, ...]:
    """The prisoners with their new Guard, or free where they are."""
    if isinstance(action, HandPrisoners):
        return (PrisonersHanded(units=action.units, guard=action.guard),)
    units = tuple(st.units[unit] for unit in action.units)
    return released(st, units, st.units[units[0].stance.guard].loc, forsaken=True)
