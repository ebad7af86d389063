"""When Wall Advantage is lost: at once, as a unit is no longer one that may have it (B9.322)."""

from __future__ import annotations

from goodorder.core.events import (
    Bypassed,
    CrestChanged,
    DummyRemoved,
    Event,
    HiddenPlaced,
    UnitBroke,
    UnitCaptured,
    UnitEliminated,
    UnitEntered,
    UnitMoved,
    VehicleStepped,
    WallAdvantage,
    WeaponDropped,
    WeaponMalfunctioned,
)

from ..event_facts import EventFacts
from ..facts.wall_advantage import could_hold
from ..points import CONSEQUENCE
from ..registry import rule

CAUSES = (
    Bypassed,
    CrestChanged,
    DummyRemoved,
    HiddenPlaced,
    UnitBroke,
    UnitCaptured,
    UnitEliminated,
    UnitEntered,
    UnitMoved,
    VehicleStepped,
    WallAdvantage,
    WeaponDropped,
    WeaponMalfunctioned,
)


@rule("B9.322", point=CONSEQUENCE, order=70, on=CAUSES)
def claim_is_gone(facts: EventFacts) -> tuple[Event, ...]:
    """Who breaks without a comrade that claims, or meets an enemy in his Location, gives his claim up at once."""
    before, after, event = facts.before, facts.after, facts.event
    places: tuple[int, ...]
    claims = after.units_that_are("wall")
    if not claims:
        return ()
    if isinstance(event, VehicleStepped):
        places = (after.vehicles[event.vehicle].loc,)
    else:
        unit = getattr(event, "unit", 0) or _holder(facts)
        if unit not in after.units:
            return ()
        now, was = after.units[unit], before.units.get(unit)
        places = (now.loc,) if was is None else (now.loc, was.loc)
    for other in claims:
        if other.loc in places and not could_hold(after, other):
            return (WallAdvantage(unit=other.id, held=False),)
    return ()


def _holder(facts: EventFacts) -> int:
    """Who held the weapon that the event is about: a single man without one is unarmed."""
    held = facts.before.weapons.get(getattr(facts.event, "weapon", 0))
    return held.holder if held is not None else 0
