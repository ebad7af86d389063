"""The Early War Doctrine of the Russians: who fights by it, and that nobody then uses Armored Assault (A25.212)."""

from __future__ import annotations

from goodorder.core.errors import Refusal
from goodorder.core.state import Fighter, State, Vehicle

from ..registry import builds, removable

DOCTRINE = "early_war_doctrine"


def by_doctrine(st: State, unit: Fighter) -> bool:
    """Whether a unit's group fights by the Early War Doctrine, which a special rule says (A25.212)."""
    return DOCTRINE in st.world.sides[unit.side].words(unit.group)


@removable(without=None)
@builds("A25.212", "A25.212c")
def doctrine_refusal(st: State, vehicle: Vehicle) -> Refusal | None:
    """Why Infantry does not begin its MPh as one stack with this AFV."""
    return Refusal("A25.212", "no Armored Assault by the Early War Doctrine") if by_doctrine(st, vehicle) else None
