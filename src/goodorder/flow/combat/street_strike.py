"""Street Fighting by Reaction Fire through Residual FP: into the vehicle's Location, and back into the house
(D7.211).
"""

from __future__ import annotations

from goodorder.core.events import ConcealmentLost, Event, Tried, UnitMoved, WeaponTaken
from goodorder.core.frames import Frame
from goodorder.core.notes import Note
from goodorder.core.state import MK_RESIDUAL, ON_MAP, State
from goodorder.rules.a04_movement.moving_targets import STRIKE
from goodorder.rules.a08_defensive.residual import ResidualFP, residual_note, residual_targets
from goodorder.rules.a09_weapons.fire_lane import lanes_over
from goodorder.rules.registry import builds

from ..fire.effect import Effect
from ..fire.fire_lane import LaneFire

Units = tuple[int, ...]


@builds("D7.211", "D7.211a")
def swept(st: State, *locs: int) -> bool:
    """Whether Residual FP or a Fire Lane lies in one of these Locations."""
    return any(st.marker_at(MK_RESIDUAL, loc) is not None or lanes_over(st, loc) for loc in locs)


@builds("D7.211", "D7.211a", "A12.14")
def goes_out(st: State, units: Units, to: int) -> tuple[Event, ...]:
    """Who strikes comes into the vehicle's Location, and is under no "?" there."""
    shown = tuple(ConcealmentLost(unit=unit, rule="D7.211") for unit in units if st.units[unit].concealed)
    return (*shown, *_moved(units, to))


@builds("D7.211", "A11.8")
def goes_back(st: State, units: Units, home: int, guns: tuple[tuple[int, int], ...]) -> tuple[Event, ...]:
    """Those who can go back into their house, and man the ``guns`` there again that they have left (weapon, unit)."""
    manned = tuple(
        WeaponTaken(weapon=weapon, unit=unit)
        for weapon, unit in guns
        if unit in units and weapon in st.weapons and not st.weapons[weapon].holder and st.weapons[weapon].loc == home
    )
    return (*_moved(units, home), *manned)


def _moved(units: Units, to: int) -> tuple[Event, ...]:
    moved = [UnitMoved(unit=unit, loc=to) for unit in units]
    return (*moved, *(Tried(unit=unit, note=Note(STRIKE, loc=to)) for unit in units))


def guns_of(st: State, units: Units) -> tuple[tuple[int, int], ...]:
    """The Guns that units man: (weapon, unit)."""
    return tuple((weapon.id, unit) for unit in units for weapon in st.weapons_of(unit) if weapon.loc >= 0)


@builds("D7.211", "A11.8")
def still_able(st: State, units: Units, loc: int) -> Units:
    """Those of them who are in a Location, neither broken nor pinned."""
    found = (st.units[unit] for unit in units if unit in st.units)
    return tuple(u.id for u in found if u.place == ON_MAP and u.loc == loc and not (u.broken or u.pinned))


@builds("D7.211", "A8.2", "D7.211a", "D7.211b")
def sweeps(st: State, units: Units, loc: int) -> tuple[tuple[Event, ...], tuple[Frame, ...]]:
    """What lies in a Location attacks those who have just come there, as by Assault Movement."""
    here = tuple(unit for unit in units if st.units[unit].place == ON_MAP and st.units[unit].loc == loc)
    struck, strength = residual_targets(st, loc, here) if here else ((), 0)
    events = tuple(Tried(unit=unit, note=residual_note(st, loc, unit, strength)) for unit in struck)
    frames: list[Frame] = []
    if struck:
        frames.append(Effect(struck, loc, ResidualFP(1 - st.units[struck[0]].side, strength), here))
    if here:
        frames += [LaneFire(weapon.id, loc, here) for weapon in lanes_over(st, loc)]
    return events, tuple(frames)
