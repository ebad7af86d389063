"""Who would fire with what at whom, and how far that reaches: what permissions to fire are asked about (A7)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from msgspec import Struct

from goodorder.board import Map
from goodorder.board.map.per_map_cache import once_per_map
from goodorder.core.remembered import renewed
from goodorder.core.state import Fighter, State, Unit, Vehicle, Weapon

from .ground import map_now
from .places import eye
from .units import is_hero, small_arms, unarmed_man, utype, wtype

LONG = 2
"""Times its Normal Range at which anything still fires (A7.22)."""

IFE_RANGE = 16
"""Normal Range of a Gun that is fired by its IFE (C2.29)."""


class UseAsk(Struct, frozen=True):
    """May this vehicle use a weapon in a phase, whatever it would fire at?  Without a weapon: its crew."""

    st: State
    vehicle: Vehicle
    weapon: Weapon | None
    phase: str


class PartAsk(Struct, frozen=True):
    """May this unit (with this weapon) fire at this Location now?  ``targets`` are the movers in the MPh.

    ``helped`` when a second SMC serves the weapon (A9.12); ``via`` as in :class:`Fire`; ``ife``: a Gun fires by its IFE
    (C2.29); ``vehicle`` is the vehicle that it is aimed at; ``spotter`` sees it for a mortar (C9.3);
    ``throws``: it has a MOL in the attack (A22.611), ``blast``: it throws a DC, which needs neither range nor a line
    free of SMOKE (A23.6, A24.2).
    """

    st: State
    unit: Fighter
    weapon: Weapon | None
    target: int
    targets: tuple[Unit, ...]
    phase: str
    occasion: str
    marked: bool
    range: int
    helped: bool = False
    via: int = -1
    ife: bool = False
    vehicle: Vehicle | None = None
    spotter: int = 0
    throws: bool = False
    blast: bool = False

    @property
    def kinds(self) -> frozenset[str]:
        """What holds of it of the kinds that ``MAY_FIRE`` knows."""
        return _kinds(isinstance(self.unit, Vehicle), self.weapon is not None, self.vehicle is not None, self.phase)

    @property
    def watcher(self) -> Fighter:
        """Who sees the target: the unit, or the Spotter."""
        return self.st.units.get(self.spotter, self.unit) if self.spotter else self.unit

    @property
    def lone(self) -> bool:
        """Whether a single man serves the weapon alone (A9.12)."""
        return self.weapon is not None and utype(self.st, self.unit).smc and not self.helped

    @property
    def ordnance(self) -> bool:
        """Whether it must hit first (C.2)."""
        return self.weapon is not None and not self.ife and wtype(self.st, self.weapon).ordnance

    @property
    def normal_range(self) -> int:
        """Normal Range of the part in hexes (A1.22, A9.1)."""
        reach = IFE_RANGE if self.ife else normal_range(self.st, self.unit, self.weapon)
        return max(1, reach) if self.throws else reach


@cache
def _kinds(vehicle: bool, weapon: bool, at_vehicle: bool, phase: str) -> frozenset[str]:
    aimed = ("at a vehicle",) if at_vehicle else ()
    return frozenset(("vehicle" if vehicle else "personnel", "weapon" if weapon else "own FP", phase, *aimed))


def normal_range(st: State, unit: Fighter, weapon: Weapon | None) -> int:
    """Normal Range of a unit, or of a weapon in its hands, in hexes (A1.22, A9.1).

    That of a wounded hero is one less (A15.2).
    """
    if weapon:
        return wtype(st, weapon).range
    return utype(st, unit).range - (1 if unit.wounded and is_hero(st, unit) else 0)


def farthest(st: State, unit: Fighter) -> int:
    """Hexes beyond which neither a unit nor anything it holds can attack on the IFT (A7.22)."""
    reach = normal_range(st, unit, None)
    for weapon in small_arms(st, unit):
        reach = max(reach, normal_range(st, unit, weapon))
    return LONG * reach


def is_armed(st: State, unit: Unit) -> bool:
    """Whether a unit is on the map, unbroken, and has or holds anything to fire."""
    return unit.loc >= 0 and not unit.broken and not (unarmed_man(st, unit) and not st.weapons_of(unit.id))


class Field(dict[int, bool]):
    """Of each Location whether it is within ``reach`` hexes of ``own``, which lies in a ``hex``, with a line to its
    centre from ``frm``, where who is there looks from; found when somebody asks for it.
    """

    __slots__ = ("board", "frm", "hex", "own", "ranges", "reach")

    def __init__(self, board: Map, own: int, frm: int, reach: int) -> None:
        self.board, self.own, self.frm, self.reach = board, own, frm, reach
        self.hex, self.ranges = board.hex_at(own), board.ranges(own)

    def __missing__(self, to: int) -> bool:
        """Look at a Location that nobody has asked for yet."""
        board = self.board
        found = self[to] = self.ranges[board.hex_at(to)] <= self.reach and board.sees(self.frm, to)
        return found

    def reaches(self, to: int) -> bool:
        """Whether a Location is within range."""
        return self.ranges[self.board.hex_at(to)] <= self.reach


@once_per_map(8192)
def _field(board: Map, own: int, frm: int, reach: int) -> Field:
    return Field(board, own, frm, reach)


def field_of(st: State, unit: Unit) -> Field:
    """Where on the map a unit could attack anybody on the IFT."""
    return _field(map_now(st), unit.loc, eye(st, unit), farthest(st, unit))


ARMED = ("armed 0", "armed 1")
"""Where it is kept for each side which units are armed, and by its id where each could fire at."""

_NOTHING: tuple[None, tuple[list[Unit], dict[int, Field]]] = None, ([], {})


def armed_units(st: State, side: int) -> tuple[list[Unit], dict[int, Field]]:
    """The armed units of a side in the order of ``units``, and by its id where each could fire at.

    Found once while no unit, no weapon and no ground changes, and of each unit while it and its weapons are as they
    were.
    """
    units, weapons, board = of = (st.units, st.weapons, map_now(st))
    found: tuple[list[Unit], dict[int, Field]]
    before, found = st.tables.get(ARMED[side], _NOTHING)
    if before is None or before[2] is not board:
        found, fresh = _NOTHING[1], list(units)
    elif before[0] is units and before[1] is weapons:
        return found
    else:
        fresh = list(renewed(before[0], units))
        if before[1] is not weapons:
            fresh += _bearers(before[1], weapons)
    known = found[1]
    own = [unit for key in fresh if (unit := units.get(key)) and (unit.side == side or key in known)]
    if own or not known.keys() <= units.keys():
        fields = known.copy()
        for unit in own:
            if unit.side == side and is_armed(st, unit):
                fields[unit.id] = field_of(st, unit)
            else:
                fields.pop(unit.id, None)
        armed = list(map(units.__getitem__, filter(fields.__contains__, units)))
        found = armed, {unit.id: fields[unit.id] for unit in armed}
    st.tables[ARMED[side]] = of, found
    return found


def _bearers(before: Mapping[int, Weapon], now: Mapping[int, Weapon]) -> set[int]:
    """Who has or had a weapon that is another than before."""
    others = {*renewed(before, now), *(before.keys() - now.keys())}
    return {one.holder for part in (before, now) for key in others if (one := part.get(key))}


def mf_in_location(st: State, unit: Fighter) -> int:
    """Half MF that a mover has spent in its present Location in this MPh, by entering it or within it."""
    return sum(step.mf for step in st.trail(unit.id).steps if step.to == unit.loc)
