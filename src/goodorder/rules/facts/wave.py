"""Human Waves: the Hex Grain along which one goes, who takes part, and who is marked with a Range counter (A25.231)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from goodorder.board import Map
from goodorder.board.map.per_map_cache import once_per_map
from goodorder.core.remembered import once_a_position
from goodorder.core.state import ON_MAP, Fighter, State, Unit

from ..registry import builds
from .ground import map_now

WAVE: Final = "wave"
"""The note in the trail of who is, or was, part of a Wave in this Player Turn."""

GRAINS: tuple[tuple[int, ...], ...] = (
    *((side,) for side in range(6)),
    *((side, (side + turn) % 6) for side in range(6) for turn in (1, 5)),
)
"""Every way along which a grain may lead through a hex: straight across a hexside, or along the hexspine between two
hexsides, across each of them in turn.
"""


def was_in_wave(st: State, unit: Fighter) -> bool:
    """Whether a unit is or was part of a Human Wave in this Player Turn."""
    return st.wave is not None and st.trail(unit.id).noted(WAVE)


@builds("A25.235", "A25.235a")
def in_wave(st: State, unit: Fighter) -> bool:
    """Whether a unit is part of a Human Wave that is under way: until it is gone or broken, or its MPh has ended.

    That its neighbours are far away does not matter.
    """
    if st.wave is None or unit.broken or unit.place != ON_MAP or st.turn.phase != "MPh":
        return False
    trail = st.trail(unit.id)
    return not trail.ended and trail.noted(WAVE)


@builds("A25.232", "A25.232c")
def moved_together(st: State, unit: Unit, movers: tuple[Unit, ...]) -> bool:
    """Whether a unit has made the impulse of a Human Wave in which these have moved."""
    if not was_in_wave(st, unit) or st.trail(unit.id).ended:
        return False
    made = len(st.trail(unit.id).steps)
    return any(was_in_wave(st, one) and len(st.trail(one.id).steps) == made for one in movers)


def wave_units(st: State) -> tuple[Unit, ...]:
    """The units of the Wave that is under way, those higher in their stacks first."""
    if st.wave is None or st.wave.over:
        return ()
    return _in_stacks(st)


@once_a_position
def _in_stacks(st: State) -> tuple[Unit, ...]:
    found = [st.units[key] for key in st.trails if key in st.units and in_wave(st, st.units[key])]
    return higher_first(found)


def higher_first(units: Iterable[Unit]) -> tuple[Unit, ...]:
    """Units by their Locations, those higher in their stacks first: an order that a saved position tells too."""
    return tuple(sorted(units, key=lambda unit: (unit.loc, -unit.order, unit.id)))


@once_per_map(4096)
@builds("A25.231")
def grain_hexes(board: Map, target: int, sides: tuple[int, ...]) -> tuple[int, ...]:
    """The hexes of a grain through the hex of ``target``, in its direction, as far as the map reaches."""
    h = board.hex_at(target)
    onward = sides[1:] + sides[:1]
    found = [h, *_hexes(board, h, onward)]
    back = tuple((side + 3) % 6 for side in sides)
    return (*reversed(_hexes(board, h, back)), *found)


def _hexes(board: Map, h: int, sides: tuple[int, ...]) -> list[int]:
    """The hexes after ``h`` across each of these hexsides in turn."""
    found, number = [], 0
    while (h := board.neighbours[h][sides[number % len(sides)]]) >= 0:
        found.append(h)
        number += 1
    return found


@once_per_map(32768)
def range_to(board: Map, target: int, sides: tuple[int, ...], loc: int) -> int:
    """How far a Location is from the closest hex of a grain (A25.2321)."""
    return min(board.distance(loc, h) for h in grain_hexes(board, target, sides))


def wave_range(st: State, loc: int) -> int:
    """How far a Location is from the grain of the Wave."""
    assert st.wave is not None
    return int(range_to(map_now(st), st.wave.target, st.wave.sides, loc))


@builds("A25.2321", "A25.2321a", "A25.2321c")
def has_range_counter(st: State, unit: Unit) -> bool:
    """Whether a unit of the Wave is marked with a Range counter: it has gone away from the grain and has not come
    nearer in a later impulse; all come off when the MPh ends.
    """
    if st.wave is None or st.turn.phase != "MPh":
        return False
    marked = False
    for step in st.trail(unit.id).steps:
        if step.kind == "enter" and step.frm >= 0:
            before, after = wave_range(st, step.frm), wave_range(st, step.to)
            marked = after > before or (marked and after == before)
    return marked


@once_per_map(8192)
@builds("A25.2311", "A25.2311a", "A25.2311b")
def ahead(board: Map, loc: int, sides: tuple[int, ...]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The forward hexes of a unit and its side hexes, -1 for what is off the map.

    Along a Hex Grain the hex ahead and the two beside it, and no side hexes; along an Alternate Hex Grain the two hexes
    ahead, and for side hexes those next to them around the unit.
    """
    around = board.neighbours[board.hex_at(loc)]
    if len(sides) == 1:
        side = sides[0]
        return tuple(around[(side + turn) % 6] for turn in (5, 0, 1)), ()
    left = sides[0] if (sides[0] + 1) % 6 == sides[1] else sides[1]
    return (around[left], around[(left + 1) % 6]), (around[(left + 5) % 6], around[(left + 2) % 6])
