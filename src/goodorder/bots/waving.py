"""Human Waves: whether one is worth more than what its units would do without it, and its impulses (A25.23)."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from goodorder.core.actions import Action, DeclareWave, Surge
from goodorder.core.frames import Choice
from goodorder.core.state import State, Unit
from goodorder.flow.move.wave_menu import members
from goodorder.rules.a25_nations.wave_declared import (
    EACH,
    chain_refusal,
    courses,
    linked,
    sees_target,
    targets,
    too_late,
)
from goodorder.rules.facts.ground import map_now
from goodorder.rules.facts.units import utype
from goodorder.rules.facts.wave import grain_hexes

from .closing import fight_value
from .moving import Planner
from .values import unit_worth

NEAR = 5
"""Hexes from which a Wave comes to its target with eight MF, roughly."""
VOLLEYS = 1.6
"""How often a position fires at a Wave that comes at it."""
STEADY = 0.75
"""The share of the harm of fire that one Morale Level more and no pins leave."""
CROWD = 3
"""MMC that go into the fight at the target."""


def best_wave(planner: Planner, others: Callable[[list[Unit]], float]) -> tuple[float, DeclareWave] | None:
    """The Wave that gains most and by how much it is better than what its units would do else (``others``); None where
    there is none.
    """
    st, side = planner.st, planner.side
    have = members(st, side)
    if not have or too_late(st, side) is not None:
        return None
    best: tuple[float, DeclareWave] | None = None
    for chain in _chains(st, have):
        units = [unit for loc in chain for unit in have[loc]]
        if chain_refusal(st, units) is not None:
            continue
        price = others(units)
        for target in targets(st, side):
            found = _judged(planner, units, target)
            if found is not None and (best is None or found[0] - price > best[0]):
                best = (found[0] - price, found[1])
    return best


def _chains(st: State, have: dict[int, tuple[Unit, ...]]) -> Iterable[tuple[int, ...]]:
    """Chains of all who hang together, and of those in Locations with two MMC or more alone."""
    yield from _linked(st, have)
    full = {loc: units for loc, units in have.items() if sum(utype(st, unit).mmc for unit in units) >= EACH}
    if len(full) < len(have):
        yield from _linked(st, full)


def _linked(st: State, have: dict[int, tuple[Unit, ...]]) -> Iterable[tuple[int, ...]]:
    seen: set[int] = set()
    for loc in have:
        if loc not in seen:
            chain = linked(st, loc, have)
            seen |= chain
            yield tuple(sorted(chain))


def _judged(planner: Planner, units: list[Unit], target: int) -> tuple[float, DeclareWave] | None:
    """What a Wave towards a Location would gain: the fight there, the way of the others, less the fire on the way."""
    st, board = planner.st, map_now(planner.st)
    far = {unit.id: board.distance(unit.loc, target) for unit in units}
    if min(far.values()) > NEAR or not any(sees_target(st, unit, target) for unit in units):
        return None
    found = courses(st, units, target)
    if not found:
        return None
    course = min(found, key=lambda one: (len(one.sides), one.sides))
    line = grain_hexes(board, target, course.sides)
    at = line.index(board.hex_at(target))
    way = line[max(0, at - 3) : at] or line[:1]
    closest = sorted(units, key=lambda unit: (far[unit.id], unit.id))
    storm = [unit for unit in closest if utype(st, unit).mmc][:CROWD]
    storm += [unit for unit in closest if utype(st, unit).smc][:1]
    foes = [unit for unit in st.side_at(target, 1 - planner.side) if not unit.hidden]
    gain = planner.style.fight * fight_value(st, target, tuple(storm)) if foes else 0.0
    for unit in units:
        if unit not in storm:
            gain += planner.purpose.pull(unit, way[-1]) - planner.purpose.pull(unit, unit.loc)
    each = sum(unit_worth(st, unit) for unit in units) / len({unit.loc for unit in units})
    shots = [planner.threat.shots(h, False) for h in way]
    harm = sum(max(one[number] for one in shots) for number in range(len(planner.threat.foes)))
    gain -= VOLLEYS * STEADY * planner.style.path_risk * harm * each
    return gain, DeclareWave(tuple(sorted(unit.id for unit in units)), target, course.sides)


def next_impulse(choice: Choice, reasons: list[str]) -> Action | None:
    """All forward, as the menu fills it in."""
    reasons.append("The Wave goes on, into the enemy where it can.")
    return next((entry.action for entry in choice.menu.plain() if isinstance(entry.action, Surge)), None)
