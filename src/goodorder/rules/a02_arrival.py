"""Reinforcements at the start of the RPh: who waits off board, and who only may arrive (A2.5, A2.51)."""

from __future__ import annotations

from goodorder.core.events import Event, UnitWaits, VehicleWaits
from goodorder.core.frames import Request
from goodorder.core.state import REINFORCEMENT, Fighter, State

from .points import PHASE_BEGINS
from .registry import builds, rule


class ArrivalDr(Request, frozen=True):
    """A group comes in this Player Turn if its dr is ``need`` or less."""

    group: str
    need: int


def _all(st: State) -> tuple[Fighter, ...]:
    """Every unit and vehicle."""
    return (*st.units.values(), *st.vehicles.values())


def provisional_groups(st: State) -> tuple[tuple[str, int], ...]:
    """The ATTACKER's groups that are due and still uncertain, each with the dr that brings it (A2.5)."""
    scenario = st.world.scenario
    if scenario is None:
        return ()
    due = {
        unit.group
        for unit in _all(st)
        if unit.side == st.turn.attacker and unit.place == REINFORCEMENT and unit.enters <= st.turn.number
    }
    groups = scenario.side(st.world.sides[st.turn.attacker].id).groups
    return tuple((group.id, group.provisional) for group in groups if group.provisional and group.id in due)


def arriving(st: State) -> tuple[int, ...]:
    """Units and vehicles that the ATTACKER places off board as this Player Turn begins; uncertain ones not (A2.51)."""
    turn = st.turn
    uncertain = {group for group, _ in provisional_groups(st)}
    return tuple(
        unit.id
        for unit in _all(st)
        if unit.side == turn.attacker
        and unit.place == REINFORCEMENT
        and unit.enters == turn.number
        and unit.group not in uncertain
    )


@rule("A2.51", point=PHASE_BEGINS, of=["RPh"], rows=["SK3.RPh.1", "SK3.RPh.2"], order=20)
def placed_off_board(st: State) -> tuple[Event, ...]:
    """As the RPh begins the ATTACKER's forces that are due wait off board."""
    return tuple(waits(st, one) for one in arriving(st))


@builds("A2.51", "A2.52", "SK3.RPh.2", "SK3.RPh.3")
def waits(st: State, one: int) -> Event:
    """A unit waits off board, or a vehicle, in Motion."""
    return VehicleWaits(vehicle=one) if one in st.vehicles else UnitWaits(unit=one)


@rule("A2.5", point=PHASE_BEGINS, of=["RPh"], rows=["SK3.RPh.1"], order=40)
def may_arrive(st: State) -> tuple[ArrivalDr, ...]:
    """As the RPh begins the ATTACKER rolls for each group that is due and uncertain."""
    return tuple(ArrivalDr(*group) for group in provisional_groups(st))
