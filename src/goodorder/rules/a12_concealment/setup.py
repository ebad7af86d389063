"""Concealment at set-up (A12.12): the OB's "?", and those that units out of sight get for nothing."""

from __future__ import annotations

from collections.abc import Iterable

from goodorder.core.errors import Refusal
from goodorder.core.events import (
    ConcealmentGained,
    DummyRemoved,
    Event,
    HiddenPlaced,
    UnitEntered,
    UnitMoved,
    VehicleConcealed,
    VehicleStepped,
)
from goodorder.core.state import ON_MAP, Fighter, State, Unit

from ..event_facts import EventFacts
from ..facts.captives import prisoners_of
from ..facts.units import is_dummy, is_smc, name, squad_equivalents_x10
from ..points import CONSEQUENCE, SETUP_ENDS
from ..registry import builds, by_name, removable, rule
from .gain import behind_bocage, can_hide, concealment_terrain, hides_at_setup
from .guns import gun_hide_refusal, gun_of
from .loss import lost
from .sight import NEAR, alert, sees_unit, unbroken, watchers, watching


@builds("A12.12", "A12.11")
def masks(st: State, side: int) -> tuple[Event, ...]:
    """When a side confirms its set-up: where a "?" lies with units it conceals them all; further ones are Dummies."""
    events: list[Event] = []
    for loc in sorted(st.occupied()):
        here = st.side_at(loc, side)
        marks = [unit for unit in here if is_dummy(unit)]
        open_ = [unit for unit in here if not unit.concealed and not prisoners_of(st, unit.id)]
        vehicles = [one for one in st.vehicles_at(loc) if one.side == side and can_hide(st, one)]
        if marks and (open_ or vehicles):
            events.append(DummyRemoved(unit=marks[0].id, rule="A12.12"))
            events += [ConcealmentGained(unit=unit.id) for unit in open_]
            events += [VehicleConcealed(vehicle=one.id) for one in vehicles]
    spare = (u for u in st.units.values() if u.side == side and is_dummy(u) and u.place != ON_MAP and not u.enters)
    return (*events, *(DummyRemoved(unit=unit.id, rule="A12.12") for unit in spare))


@rule("A12.12", point=SETUP_ENDS, order=20)
def out_of_sight(st: State) -> tuple[Event, ...]:
    """Units that no unbroken enemy within 16 hexes sees; those beyond see nothing that matters."""
    events: list[Event] = []
    for unit in st.units.values():
        if unit.place == ON_MAP and not unit.concealed and not unit.broken and not prisoners_of(st, unit.id):
            if behind_bocage(st, unit, watching(st, unit, NEAR, unbroken)):
                events.append(ConcealmentGained(unit=unit.id))
    return tuple(events)


@rule("B9.55", point=SETUP_ENDS, order=10)
def seen_past_bocage(st: State) -> tuple[Event, ...]:
    """After both set-ups: a "?" or hiding that only bocage allowed is lost where an enemy sees past it."""
    only = (u for u in st.units.values() if u.concealed and u.place == ON_MAP and not concealment_terrain(st, u.loc))
    found = (u for u in only if not (u.hidden and gun_of(st, u) is not None))
    return tuple(lost(unit, "B9.55") for unit in found if _seen_otherwise(st, unit, watchers(st, unit)))


def _seen_otherwise(st: State, unit: Unit, seen_by: Iterable[Fighter]) -> bool:
    """Whether any of these enemies sees a unit by a line that bocage does not cover."""
    return any(not enemy.hidden and not behind_bocage(st, unit, (enemy,)) for enemy in seen_by)


@rule("B9.55", point=CONSEQUENCE, order=55, on=[UnitMoved, UnitEntered, VehicleStepped])
def found_past_bocage(facts: EventFacts) -> tuple[Event, ...]:
    """A hidden unit that only bocage let set up comes under a "?" when a Good Order enemy sees it otherwise."""
    event, st = facts.event, facts.after
    assert isinstance(event, UnitMoved | UnitEntered | VehicleStepped)
    if not st.units_that_are("hidden"):
        return ()
    mover: Fighter = st.vehicles[event.vehicle] if isinstance(event, VehicleStepped) else st.units[event.unit]
    if mover.loc < 0:
        return ()
    hidden = [u for u in st.units_that_are("hidden") if u.side != mover.side and u.place == ON_MAP]
    hidden = [u for u in hidden if gun_of(st, u) is None]
    if not hidden or not alert(st, mover):
        return ()
    return tuple(
        HiddenPlaced(unit=unit.id, rule="B9.55")
        for unit in hidden
        if not concealment_terrain(st, unit.loc) and sees_unit(st, mover, unit) and _seen_otherwise(st, unit, (mover,))
    )


@removable(without=by_name("hip"))
@builds("A12.3")
def hide_refusal(st: State, unit: Unit, *, hidden: bool) -> Refusal | None:
    """Why a unit may not set up hidden (or show itself again), or None: its group may hide so many squads."""
    limit, with_gun = _hip(st, unit), gun_hide_refusal(st, unit)
    if is_dummy(unit) or (not limit and with_gun is not None and not (unit.hidden and _by_choice(st, unit))):
        own = with_gun is not None and gun_of(st, unit) is not None
        return with_gun if own else Refusal("A12.3", "nobody of its group chooses to hide")
    if unit.hidden == hidden:
        return Refusal("A12.3", "it is hidden already" if hidden else "it is not hidden")
    if not hidden:
        return None if _by_choice(st, unit) else Refusal("A12.3", "all of its group set up hidden")
    if with_gun is None:
        return None if unit.place == ON_MAP else Refusal("A12.34", "it is not set up")
    if unit.place != ON_MAP or not hides_at_setup(st, unit.loc):
        return Refusal("A12.3", "it hides in Concealment Terrain only")
    if is_smc(st, unit) and not _company(st, unit):
        return Refusal("A12.3", "a single man hides with a hidden MMC of his group")
    hide = (u for u in st.units.values() if u.side == unit.side and u.group == unit.group and u.hidden)
    group = (u for u in hide if gun_hide_refusal(st, u) is not None)
    if squad_equivalents_x10(st, (*(u for u in group if not is_smc(st, u)), unit)) > 10 * limit:
        return Refusal("A12.3", f"its group hides {limit} squads at most")
    return None


def stray(st: State, side: int) -> Unit | None:
    """A single man who hides by himself, where only those with a hidden MMC may."""
    men = (u for u in st.units.values() if u.side == side and u.hidden and is_smc(st, u) and _hip(st, u))
    return next((man for man in men if not _company(st, man)), None)


def _by_choice(st: State, unit: Unit) -> bool:
    """Whether a hidden unit is so by its owner's choice, not with its whole group."""
    scenario = st.world.scenario
    groups = scenario.sides[unit.side].groups if scenario else ()
    return not any(group.hidden for group in groups if group.id == unit.group)


@builds("A12.34", "A12.34a")
def found_out(st: State, side: int) -> Refusal | None:
    """Why a side may not confirm its set-up with those who hide by its choice as they are now, or None."""
    for unit in st.units.values():
        if unit.side != side or not unit.hidden or unit.enters or not _by_choice(st, unit):
            continue
        if (with_gun := gun_hide_refusal(st, unit)) is None:
            continue
        if not _hip(st, unit):
            return with_gun
        if not hides_at_setup(st, unit.loc):
            return Refusal("A12.3", f"{name(st, unit)} hides in Concealment Terrain only")
    return None


def _company(st: State, man: Unit) -> bool:
    here = st.side_at(man.loc, man.side)
    return any(unit.hidden and unit.group == man.group and not is_smc(st, unit) for unit in here)


def _hip(st: State, unit: Unit) -> int:
    """Squads of a unit's group that may hide."""
    scenario = st.world.scenario
    groups = scenario.sides[unit.side].groups if scenario else ()
    return next((group.hip for group in groups if group.id == unit.group), 0)
