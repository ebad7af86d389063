"""What a side may fire at: whom it sees in each Location, vehicles and Guns that it can name (A7.4, C3.31, C3.41)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from operator import is_

from msgspec import Struct

from goodorder.core.actions import Fire
from goodorder.core.remembered import renewed
from goodorder.core.stance import PLAIN
from goodorder.core.state import MK_MELEE, State, Unit, Vehicle, Weapon
from goodorder.core.view import may_hide
from goodorder.rules.a12_concealment.gain import hides_at_setup
from goodorder.rules.d_vehicles.protection import may_be_vulnerable
from goodorder.rules.d_vehicles.targets import burnable, can_be_aimed_at
from goodorder.rules.facts.ground import map_now
from goodorder.rules.facts.masks import faced_at, masks
from goodorder.rules.facts.unattended import unattended
from goodorder.rules.facts.units import names, wtype
from goodorder.rules.facts.vehicle_cover import company
from goodorder.rules.facts.vehicles import vehicle_name


class Aim(Struct, frozen=True):
    """One possible target: its Location and the units under fire there, or the ``vehicle`` that is named (C3.31), or
    the unattended ``gun`` (C3.41).  ``centred``: these are known to be men in the middle of their hex, as most are.
    """

    loc: int
    units: tuple[Unit, ...]
    vehicle: Vehicle | None = None
    gun: Weapon | None = None
    centred: bool = False

    @property
    def ids(self) -> tuple[int, ...]:
        """The ids of those units."""
        return tuple([unit.id for unit in self.units])

    @property
    def fighters(self) -> tuple[Unit | Vehicle, ...]:
        """Those under fire: the vehicle that is named, else the units."""
        return self.units if self.vehicle is None else (self.vehicle,)

    @property
    def named(self) -> int:
        """The vehicle that is named, 0 for none."""
        return self.vehicle.id if self.vehicle is not None else 0

    @property
    def movers(self) -> tuple[int, ...]:
        """The ids of those under fire, of the vehicle that is named too."""
        return (*self.ids, self.vehicle.id) if self.vehicle is not None else self.ids

    @property
    def lying(self) -> int:
        """The unattended Gun, 0 for none."""
        return self.gun.id if self.gun is not None else 0

    def words(self, st: State) -> str:
        """Who is under fire, and where."""
        if self.gun is not None:
            return f"{wtype(st, self.gun).name} at {st.world.map.place_name(self.loc)}"
        who = names(st, self.ids) if self.vehicle is None else vehicle_name(st, self.vehicle)
        return f"{who} at {st.world.map.place_name(self.loc)}"


AIMS = ("aims 0", "aims 1")
"""Where it is kept, for each side, whom it has seen when this was asked last."""

_Stacks = Mapping[int, tuple[Unit, ...]]


class _Seen(Struct, frozen=True):
    """All that a side sees to fire at, and by their Locations the stacks and whom of each."""

    every: tuple[Aim, ...] = ()
    stacks: _Stacks = {}
    of_stacks: dict[int, Aim | None] = {}


_NO_AIMS: tuple[None, _Seen] = None, _Seen()


def aims(st: State, side: int) -> tuple[Aim, ...]:
    """Every Location where a side sees somebody to fire at outside the MPh: enemies, and all in a Melee (A7.4); the "?"
    of a vehicle, with whom it stands there, is a stack like another (A12.2). Found once while no counter changes, and
    in a Location while nobody there and no marker does.
    """
    of = (st.units, st.vehicles, st.weapons, st.markers)
    before, known = st.tables.get(AIMS[side], _NO_AIMS)
    if before is None or not all(map(is_, before, of)):
        same = before is not None and before[3] is st.markers
        known = _seen(st, side, known if same else _NO_AIMS[1])
        st.tables[AIMS[side]] = of, known
    found: tuple[Aim, ...] = known.every
    return found


def _seen(st: State, side: int, before: _Seen) -> _Seen:
    """The same found anew, but for the stacks that are what they were ``before``."""
    stacks: _Stacks = st.occupied()
    if under := {one.loc: one for one in masks(st) if one.side != side}:
        stacks = {**stacks, **{loc: (mask, *stacks.get(loc, ())) for loc, mask in under.items()}}
    of_stacks = dict(before.of_stacks)
    for loc in renewed(before.stacks, stacks):
        of_stacks[loc] = None
        for unit in stacks[loc]:
            if unit.side != side and not unit.hidden:
                of_stacks[loc] = _aim_at(st, side, loc, stacks[loc])
                break
    men = filter(None, map(of_stacks.__getitem__, stacks))
    return _Seen((*men, *_others(st, side)), stacks, of_stacks)


def _aim_at(st: State, side: int, loc: int, units: tuple[Unit, ...]) -> Aim:
    """Whom of a stack a side fires at that it sees there."""
    if st.marker_at(MK_MELEE, loc) is None:
        units = tuple([unit for unit in units if unit.side != side])
    centred = True
    for unit in units:
        if unit.stance is not PLAIN:
            centred = False
    return Aim(loc, units, centred=centred)


def _others(st: State, side: int) -> list[Aim]:
    """The vehicles that a side can name as targets, and last the Guns that nobody mans."""
    found: list[Aim] = []
    for one in st.vehicles.values():
        if one.side != side and can_be_aimed_at(st, one):
            found.append(Aim(one.loc, (), one))
    for gun in unattended(st):
        found.append(Aim(gun.loc, (), None, gun))
    return found


def wrecks(st: State) -> tuple[Aim, ...]:
    """Every wreck that either side could set alight (D10.1)."""
    return tuple(Aim(one.loc, (), one) for one in st.vehicles.values() if burnable(st, one)) if st.vehicles else ()


def aim_of(found: Iterable[Aim], action: Fire) -> Aim | None:
    """The target that an attack names, or None where it is not among them."""
    for aim in found:
        if aim.loc == action.target and aim.named == action.vehicle and aim.lying == action.gun:
            return aim
    return None


def seen_aim(st: State, side: int, every: Iterable[Aim], action: Fire) -> Aim | None:
    """What a side attacks in a Location: whom it sees there, and who hides beside them, or the vehicle that is named;
    nobody but those where the enemy may hide and nobody is seen (A12.13).
    """
    loc, aim = action.target, aim_of(every, action)
    if aim is None and action.vehicle:
        return aim_of(wrecks(st), action)
    if action.vehicle or action.gun:
        return aim
    if aim is not None or not may_hide(st, 1 - side) or not 0 <= loc < len(map_now(st).locations):
        return aim
    return Aim(loc, st.side_at(loc, 1 - side)) if not st.side_at(loc, side) else None


def blind_aims(st: State, side: int) -> tuple[Aim, ...]:
    """Locations where the enemy may hide and nobody is seen."""
    if not may_hide(st, 1 - side):
        return ()
    return tuple(
        Aim(loc, st.at(loc))
        for loc in range(len(map_now(st).hexes))
        if all(unit.hidden and unit.side != side for unit in st.at(loc)) and hides_at_setup(st, loc)
    )


def fits_ift(st: State, phase: str, aim: Aim) -> bool:
    """Whether an attack on the IFT can be aimed at it: at a vehicle only where that alone is fired at, at no Gun that
    nobody mans.
    """
    if aim.vehicle is None:
        return aim.gun is None
    with_it = (one for one in faced_at(st, aim.loc) if one.side == aim.vehicle.side)
    beside = company(st, aim.vehicle) if phase == "MPh" else any(with_it)
    return not beside and may_be_vulnerable(st, aim.vehicle)
