"""Human Waves: whether one is worth more than what its units would do without it, and its impulses (A25.23)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from goodorder.core.actions import Action, DeclareWave, Surge
from goodorder.core.frames import Choice
from goodorder.core.state import State, Unit
from goodorder.flow.move.wave_menu import members
from goodorder.rules.a25_nations.wave_declared import (
    CHAIN,
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
from goodorder.rules.facts.wave import range_to

from .closing import fight_value
from .moving import Planner
from .rehearsal import Rehearsal, rehearsed
from .values import armed_worth

NEAR = 6
"""Hexes from which a Wave comes to its target with eight MF, roughly."""
REACHES = (3, 4, 5, 6, 9)
"""Within how many hexes of the target those who take part begin: few who are close, or all who hang together."""
COURSES = 4
"""Grains, those that run through most of a chain, that are thought of."""
AIMS = 4
"""How many enemies, the nearest, are thought of."""
STEADY = 0.75
"""The share of the harm of fire that one Morale Level more and no pins leave."""
SHOTS = (1.0, 0.4, 0.2)
"""What a position's best shot at a Wave does, and its second and third best: they are Subsequent First Fire and Final
Protective Fire.
"""

Chain = tuple[int, ...]


def best_wave(planner: Planner, others: Callable[[list[Unit]], float]) -> tuple[float, DeclareWave] | None:
    """The Wave that gains most and by how much it is better than what its units would do else (``others``); None where
    there is none.
    """
    st, side = planner.st, planner.side
    have = members(st, side)
    if not have or too_late(st, side) is not None:
        return None
    best: tuple[float, DeclareWave] | None = None
    prices: dict[Chain, float] = {}
    for action, chain in _waves(st, side, have):
        units = [st.units[u] for u in action.units]
        if chain not in prices:
            prices[chain] = others(units)
        gain = judged(planner, rehearsed(st, action), units) - prices[chain]
        if best is None or gain > best[0]:
            best = (gain, action)
    return best


def _waves(st: State, side: int, have: Mapping[int, tuple[Unit, ...]]) -> Iterable[tuple[DeclareWave, Chain]]:
    """Waves that may be declared against the nearest enemies, each along the grain that runs through most of it."""
    board = map_now(st)
    near = {to: min(board.distance(loc, to) for loc in have) for to in targets(st, side)}
    for target in sorted((to for to in near if near[to] <= NEAR), key=lambda to: (near[to], to))[:AIMS]:
        for chain in _chains(st, have, target):
            units = [unit for loc in chain for unit in have[loc]]
            if not any(sees_target(st, unit, target) for unit in units):
                continue
            found = courses(st, units, target)
            if not found:
                continue
            wide = {one.sides: sum(range_to(board, target, one.sides, h) for h in chain) for one in found}
            for sides in sorted(wide, key=lambda one: (wide[one], one))[:COURSES]:
                yield DeclareWave(tuple(sorted(unit.id for unit in units)), target, sides), chain


def _chains(st: State, have: Mapping[int, tuple[Unit, ...]], target: int) -> Iterable[Chain]:
    """Chains of all who hang together and are near enough, from the nearest to all."""
    board, seen = map_now(st), set[Chain]()
    manned = {loc: units for loc, units in have.items() if any(utype(st, unit).mmc for unit in units)}
    for reach in REACHES:
        close = [loc for loc in manned if board.distance(loc, target) <= reach]
        for part in _parts(st, close):
            chain = _trimmed(st, have, part, target)
            if chain and chain not in seen:
                seen.add(chain)
                yield chain


def _parts(st: State, locs: Iterable[int]) -> Iterable[Chain]:
    rest = list(locs)
    while rest:
        part = linked(st, rest[0], rest)
        rest = [loc for loc in rest if loc not in part]
        yield tuple(sorted(part))


def _trimmed(st: State, have: Mapping[int, tuple[Unit, ...]], chain: Chain, target: int) -> Chain | None:
    """The chain less those Locations that leave it too thin, the farthest of them first; None where none is left."""
    board = map_now(st)
    count = {loc: sum(utype(st, unit).mmc for unit in have[loc]) for loc in chain}
    while len(chain) >= CHAIN:
        if chain_refusal(st, [unit for loc in chain for unit in have[loc]]) is None:
            return chain
        thin = sorted(
            (loc for loc in chain if count[loc] < EACH), key=lambda loc: (count[loc], -board.distance(loc, target), loc)
        )
        for loc in thin:
            rest = tuple(one for one in chain if one != loc)
            if len(linked(st, rest[0], rest)) == len(rest):
                chain = rest
                break
        else:
            return None
    return None


def judged(planner: Planner, found: Rehearsal, units: list[Unit]) -> float:
    """What a Wave gains on average: the fights that it comes to, where the others stand, less the fire on the way."""
    st, side = planner.st, planner.side
    gain, met = 0.0, dict[int, list[Unit]]()
    harm, worth = _harm(planner, found), sum(armed_worth(st, unit) for unit in units)
    left = max(0.3, 1.0 - harm / max(1.0, worth))
    for unit in units:
        to = found.end.units[unit.id].loc
        if any(not foe.hidden for foe in st.side_at(to, 1 - side)):
            met.setdefault(to, []).append(unit)
            gain -= planner.worth_at((unit,), unit.loc)
        else:
            gain += left * planner.worth_at((unit,), to) - planner.worth_at((unit,), unit.loc)
    gain += planner.held_fire(frozenset(met))
    for to, storm in met.items():
        storm.sort(key=lambda unit: (utype(st, unit).smc, -armed_worth(st, unit), unit.id))
        come = tuple(storm[: max(1, round(left * len(storm)))])
        gain += planner.style.fight * fight_value(found.end, to, come)
        gain += left * sum(planner.purpose.pull(unit, to) for unit in storm)
    return gain - harm


def _harm(planner: Planner, found: Rehearsal) -> float:
    """What fire takes on the way: each position fires where that hurts most, in one impulse after the other."""
    st, threat, style = planner.st, planner.threat, planner.style
    shots: list[list[float]] = [[] for _ in threat.foes]
    for there in found.impulses:
        worths = {loc: sum(armed_worth(st, st.units[unit]) for unit in units) for loc, units in there.items()}
        each = [[share * worths[loc] for share in threat.shots(loc, False)] for loc in worths]
        for number, harms in enumerate(zip(*each, strict=True)):
            shots[number].append(max(harms))
    total = 0.0
    for one in shots:
        total += sum(share * harm for share, harm in zip(SHOTS, sorted(one, reverse=True), strict=False))
    return planner.future * style.shot * STEADY * total


def next_impulse(choice: Choice, reasons: list[str]) -> Action | None:
    """All forward, as the menu fills it in."""
    reasons.append("The Wave goes on, into the enemy where it can.")
    return next((entry.action for entry in choice.menu.plain() if isinstance(entry.action, Surge)), None)
