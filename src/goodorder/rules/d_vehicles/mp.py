"""MP of a vehicle: its allotment, what is left of it, and entries that take all of it (D1.1, D2.1, D2.7)."""

from __future__ import annotations

from goodorder.core.errors import Refusal
from goodorder.core.state import State, Vehicle
from goodorder.data.charts.vehicles import vehicle_chart

from ..facts.crews import clumsy
from ..facts.vehicles import HALVES, DriveFacts, of_the_act, vtype
from ..ledger import Mod
from ..registry import builds
from .paying import chosen_cost


@builds("D1.1", "D2.1", "A21.22", "A21.22c")
def allotment(st: State, vehicle: Vehicle) -> int:
    """The printed MP of a vehicle, in halves; half of them where Infantry mans it."""
    printed = HALVES * vtype(st, vehicle).movement.mp
    return printed // 2 if vehicle.crew and clumsy(st, vehicle) else printed


def mp_left(st: State, vehicle: Vehicle) -> int:
    """What is left of its MP, in halves."""
    return max(0, allotment(st, vehicle) - st.trail(vehicle.id).spent)


def mp_amount(halves: int) -> str:
    """MP as players write them: ``3``, ``1 1/2``."""
    whole, rest = divmod(halves, HALVES)
    return str(whole) if not rest else f"{whole} 1/2" if whole else "1/2"


def chart_mod(name: str, reason: str, times: int = 1) -> Mod:
    """A modifier of so many MP as the chart of vehicles has under this name."""
    found = vehicle_chart().mp[name]
    return Mod(name, HALVES * found.mp * times, found.rule, reason)


@builds("D2.7", "B13.41")
@of_the_act
def takes_all(facts: DriveFacts) -> bool:
    """Whether an entry takes the whole allotment, besides the MP for a Start and a Stop (D2.15, D2.7)."""
    if facts.entry is None:
        return False
    cost = None if facts.entry.minimum or facts.entry.road else chosen_cost(facts)
    return facts.entry.minimum or (cost is not None and cost.share == 1)


@builds("D2.7")
def spent_all(st: State, vehicle: Vehicle) -> bool:
    """Whether it has entered a hex for all its MP in this MPh."""
    trail, whole = st.trail(vehicle.id), allotment(st, vehicle)
    return any(step.mf >= whole and step.to != step.frm for step in trail.steps)


@builds("D2.7")
def busy_refusal(st: State, vehicle: Vehicle) -> Refusal | None:
    """Why a vehicle has no longer all its MP: it has spent some on more than a Start and a Stop; or None."""
    for step in st.trail(vehicle.id).steps:
        if step.kind not in ("start", "start_back", "stop"):
            return Refusal("D2.7", "that takes all its MP, and it has spent some")
    return None
