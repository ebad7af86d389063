"""Human Waves: whether one is worth more than what its units would do without it, and its impulses (A25.23)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

from goodorder.core.actions import Action, DeclareWave, Go, Surge
from goodorder.core.frames import Choice
from goodorder.core.state import ASSAULT, State, Unit
from goodorder.core.way import Way
from goodorder.flow.move.wave_menu import members
from goodorder.rules.a25_nations.wave_declared import (
    CHAIN,
    EACH,
    chain_refusal,
    courses,
    linked,
    sees_target,
    targets,
)
from goodorder.rules.a25_nations.wave_draft import filled
from goodorder.rules.a25_nations.wave_moves import impulse_mf, options
from goodorder.rules.facts.ground import map_now
from goodorder.rules.facts.units import utype
from goodorder.rules.facts.wave import WAVE, range_to, wave_units

from .closing import fight_value
from .moving import Plan, Planner
from .rehearsal import Rehearsal, rehearsed
from .values import armed_worth

NEAR = 8
"""Hexes from which a Wave comes to its target with eight MF."""
REACHES = (3, 4, 5, 6, 8)
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

LOOKED_AT, HOPELESS = 3, 3.0
"""How many of the Waves that are best with all forward are gone through again with the best impulses, and up to which
loss for each unit.
"""
PACE = 0.8
"""The share that counts of the way forward which MF buy that are not spent."""
LITTLE = 0.05
"""What another impulse must bring at least."""

Chain = tuple[int, ...]


def others_have_moved(st: State, side: int) -> bool:
    """Whether anybody of a side but the berserk and those of a Wave has begun his MPh: a Wave is thought of before."""
    begun = (key for key, trail in st.trails.items() if trail.started and not trail.noted(WAVE))
    known = (st.units.get(key) or st.vehicles.get(key) for key in begun)
    return any(one is not None and one.side == side and not one.berserk for one in known)


def best_wave(planner: Planner, others: Callable[[list[Unit]], float]) -> tuple[float, DeclareWave] | None:
    """The Wave that gains most and by how much it is better than what its units would do else (``others``); None where
    there is none.
    """
    st, side = planner.st, planner.side
    have = members(st, side)
    if not have or others_have_moved(st, side):
        return None
    prices: dict[Chain, float] = {}
    found: list[tuple[float, DeclareWave, float]] = []
    for action, chain in _waves(st, side, have):
        units = [st.units[u] for u in action.units]
        if chain not in prices:
            prices[chain] = others(units)
        found.append((judged(planner, rehearsed(st, action), units) - prices[chain], action, prices[chain]))
    best: tuple[float, DeclareWave] | None = None
    for rough, action, price in sorted(found, key=lambda one: -one[0])[:LOOKED_AT]:
        units = [st.units[u] for u in action.units]
        gain = rough
        if rough > -HOPELESS * len(units):
            gain = judged(planner, rehearsed(st, action, lambda now: best_impulse(planner, now)), units) - price
        if best is None or gain > best[0]:
            best = (gain, action)
    return best


def apart(planner: Planner, units: list[Unit], plan: Callable[[tuple[int, ...], int], Plan | None]) -> float:
    """What these units gain by moving each for itself, leaders going along; ``plan`` is the best one of a stack with a
    declaration.
    """
    squads = [unit for unit in units if utype(planner.st, unit).mmc]
    gains = [
        max((found.gain for one in (0, ASSAULT) if (found := plan((unit.id,), one))), default=0.0) for unit in squads
    ]
    return sum(gains) * (1.0 + planner.style.follow * (len(units) - len(squads)) / max(1, len(squads)))


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
    ends: dict[int, list[Unit]] = {}
    starts: dict[int, list[Unit]] = {}
    for unit in units:
        ends.setdefault(found.end.units[unit.id].loc, []).append(unit)
        starts.setdefault(unit.loc, []).append(unit)
    gain -= sum(planner.worth_at(tuple(stack), loc) for loc, stack in starts.items())
    for to, stack in ends.items():
        if any(not foe.hidden for foe in st.side_at(to, 1 - side)):
            met[to] = stack
        else:
            gain += left * planner.worth_at(tuple(stack), to)
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


def best_impulse(planner: Planner, st: State) -> Surge | None:
    """The impulse in which all go forward as the menu fills it in, bettered Location by Location: by cover on the way,
    by fights, and by the goals.
    """
    best = filled(st)
    if best is None:
        return None
    value = _impulse_value(planner, st, best)
    places: dict[int, list[Unit]] = {}
    for unit in wave_units(st):
        places.setdefault(unit.loc, []).append(unit)
    fixed: dict[int, Way | None] = {}
    for units in places.values():
        ways = {option.way: None for unit in units for option in options(st, unit)}
        if len(ways) < 2:
            continue
        for way in ways:
            able = [unit.id for unit in units if any(option.way == way for option in options(st, unit))]
            tried = {**fixed, **dict.fromkeys(able, way)}
            draft = filled(st, tried)
            if draft is None or draft == best:
                continue
            other = _impulse_value(planner, st, draft)
            if other > value + LITTLE:
                best, value, fixed = draft, other, tried
    return best


def _impulse_value(planner: Planner, st: State, draft: Surge) -> float:
    """What an impulse brings: nearer to the goals, fights, less the fire at those who make it and the MF that all of
    them spend.
    """
    side, worths, met, gain = planner.side, dict[int, float](), dict[int, list[Unit]](), 0.0
    for act in draft.acts:
        for unit in (st.units[u] for u in act.units):
            to = act.to if isinstance(act, Go) else unit.loc
            worths[to] = worths.get(to, 0.0) + armed_worth(st, unit)
            gain += planner.purpose.pull(unit, to)
            if to != unit.loc and any(not foe.hidden for foe in st.side_at(to, 1 - side)):
                met.setdefault(to, []).append(unit)
    for to, storm in met.items():
        gain += planner.style.fight * fight_value(st, to, tuple(storm))
    each = [[share * worth for share in planner.threat.shots(to, False)] for to, worth in worths.items()]
    harm: float = sum(max(harms) for harms in zip(*each, strict=True))
    spent = impulse_mf(st, draft) * _pace(planner, st)
    return gain - planner.future * planner.style.shot * STEADY * harm - spent


def _pace(planner: Planner, st: State) -> float:
    """What half a MF is worth to the units of a Wave, all together: the way forward that it would buy them."""
    return PACE * sum(
        max(
            (max(0.0, planner.purpose.pull(unit, one.way.to) - here) / one.cost for one in options(st, unit)), default=0
        )
        for unit in wave_units(st)
        for here in (planner.purpose.pull(unit, unit.loc),)
    )


def next_impulse(planner: Planner, st: State, choice: Choice, reasons: list[str]) -> Action | None:
    """The impulse that brings most, or all forward, as the menu fills it in."""
    reasons.append("The Wave goes on, into the enemy where it can.")
    action = best_impulse(planner, st)
    if action is not None and choice.check(action) is None:
        return action
    return all_forward(choice)


def all_forward(choice: Choice) -> Surge | None:
    """The impulse that the menu fills in."""
    return next((entry.action for entry in choice.menu.plain() if isinstance(entry.action, Surge)), None)
