"""Concealed Personnel in whose Location an enemy vehicle drives: they show themselves or take a PAATC (A12.41)."""

from __future__ import annotations

from goodorder.core.events import DriveEnded, Event
from goodorder.core.state import State, Unit, Vehicle
from goodorder.data.charts import close_combat

from ..a10_checks import CheckResult
from ..a11_close_combat.paatc import exempt
from ..event_facts import EventFacts
from ..facts.crews import manned
from ..facts.ground import ground
from ..facts.units import has, is_dummy, is_good_order, is_inexperienced, is_leader, led, own_morale
from ..facts.vehicles import on_road
from ..ledger import Ledger, Mod
from ..points import CONSEQUENCE
from ..registry import builds, rule
from .loss import lost

WOODED = "woods"


@builds("A12.41", "A12.41a", "A12.42", "A12.42a", "A12.4")
def daunted(st: State, vehicle: Vehicle) -> tuple[Unit, ...]:
    """The concealed and hidden enemies of a vehicle in the Location that it has entered who have to show themselves or
    take a PAATC: none where it is in Bypass, on the road of a woods hex or without a crew, nor who is on the Crest of
    a Depression hex in whose bed it is.
    """
    if vehicle.loc < 0 or not manned(st, vehicle) or vehicle.stance.bypass:
        return ()
    if on_road(st, vehicle) and ground(st, vehicle.loc).terrain.id == WOODED:
        return ()
    met = beneath(st, vehicle)
    return tuple(unit for unit in met if unit.concealed and not unit.broken and not exempt(st, unit))


def beneath(st: State, vehicle: Vehicle) -> tuple[Unit, ...]:
    """The enemies of a vehicle where it is, without those on the Crest."""
    return tuple(unit for unit in st.side_at(vehicle.loc, 1 - vehicle.side) if unit.stance.crest < 0)


@builds("A12.41", "A12.41a")
def combined_leader(st: State, units: tuple[Unit, ...]) -> Unit | None:
    """The best leader beside them, unpinned and in Good Order, whose modifier their PAATC takes."""
    here = st.side_at(units[0].loc, units[0].side)
    able = [one for one in here if is_leader(st, one) and is_good_order(st, one) and not one.pinned]
    return min(able, key=lambda one: (led(st, one, units), one.id), default=None)


@builds("A12.41", "A12.41a")
def combined_morale(st: State, units: tuple[Unit, ...]) -> int:
    """The lowest Morale Level among them, that of a Dummy being 7."""
    return min(own_morale(st, unit) for unit in units)


@builds("A12.41", "A12.41a")
def combined_ledger(st: State, units: tuple[Unit, ...]) -> Ledger:
    """DRM of their PAATC: the leader's, and one more if any of them takes a 1TC by itself."""
    mods: list[Mod] = []
    leader = combined_leader(st, units)
    if leader is not None and (value := led(st, leader, units)):
        mods.append(Mod("leadership", value, "A12.41", "leader"))
    drm = close_combat().vehicle.inexperienced_check_drm
    real = [unit for unit in units if not is_dummy(unit)]
    if any(is_inexperienced(st, unit) for unit in real):
        mods.append(Mod("inexperienced", drm, "A11.6", "1TC, Inexperienced"))
    elif any(has(st, unit, "shy_of_tanks") for unit in real):
        mods.append(Mod("shy_of_tanks", drm, "A25.65", "1TC by its nationality"))
    return Ledger(tuple(mods))


@builds("A12.41", "A12.41b")
def combined_result(st: State, units: tuple[Unit, ...], faces: tuple[int, int]) -> CheckResult:
    """What the DR does to all of them: they stay concealed, or are pinned and Known."""
    final, level = sum(faces) + combined_ledger(st, units).total(), combined_morale(st, units)
    return CheckResult(final, level, final <= level, pinned=final > level, over=final - level)


@rule("A12.42", point=CONSEQUENCE, order=51, on=[DriveEnded], rows=["A12.42a"])
def ends_in_bypass(facts: EventFacts) -> tuple[Event, ...]:
    """Where a vehicle with a crew ends its MPh in Bypass all that is concealed beside it is Known, vehicles too."""
    event, st = facts.event, facts.after
    vehicle = st.vehicles.get(event.vehicle) if isinstance(event, DriveEnded) else None
    if vehicle is None or vehicle.loc < 0 or not vehicle.stance.bypass or not manned(st, vehicle):
        return ()
    return tuple(lost(one, "A12.42") for one in st.all_at(vehicle.loc) if one.side != vehicle.side and one.concealed)
