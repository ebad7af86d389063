"""Encirclement: fire into a Location from opposite sides, and what it does to those inside (A7.7)."""

from __future__ import annotations

from itertools import product

from goodorder.core.state import MK_ENCIRCLED, State

from ..facts.aiming import attack_line
from ..facts.attack_facts import AttackFacts
from ..facts.ground import map_now
from ..facts.units import encircled
from ..ledger import Mod
from ..points import FIRE_DRM
from ..registry import builds, rule
from .attack import AttackLedger, harmful

Way = tuple[int, ...]
"""How a line enters the target Location: one hexside (0 to 5), the two beside the vertex that it passes, or
``ABOVE``/``BELOW`` for fire within a building hex."""
ABOVE, BELOW = (6,), (7,)


@builds("A7.7")
def ways_in(ledger: AttackLedger) -> tuple[Way, ...]:
    """The ways by which an attack enters its target Location, as far as it counts towards Encirclement.

    It must be able to inflict a NMC at least, cowering taken into account; firers beyond Normal Range don't count.
    """
    attack = ledger.attack
    if not any(harmful(ledger, unit.id) for unit in attack.targets):
        return ()
    board = map_now(attack.st)
    found: list[Way] = []
    for loc in attack.locations():
        near = (part for part in attack.parts if part.unit.loc == loc)
        if not any(board.distance(loc, attack.target) <= part.normal_range for part in near):
            continue
        there = board.hex_at(attack.target)
        way: Way = tuple(sorted(attack_line(attack, loc).sight.entry_sides(there)))
        if loc == attack.target:
            way = ()
        elif board.hex_at(loc) == there:
            way = ABOVE if board.level(loc) > board.level(attack.target) else BELOW
        if way:
            found.append(way)
    return tuple(found)


def encircles(ways: tuple[Way, ...]) -> bool:
    """Whether fire by these ways encircles: opposite hexspines, opposite hexsides, or three alternate hexsides.

    A line along a hexspine enters by one of the two hexsides beside it; with others it closes the ring only if either
    of them does (ruling R244).
    """
    spines = {way for way in ways if len(way) > 1}
    if any(tuple(sorted((side + 3) % 6 for side in way)) in spines for way in spines):
        return True
    if ABOVE in ways and BELOW in ways:
        return True
    return all(_closed(set(sides)) for sides in product(*(way for way in ways if way not in (ABOVE, BELOW))))


def _closed(sides: set[int]) -> bool:
    return any((side + 3) % 6 in sides for side in sides) or {0, 2, 4} <= sides or {1, 3, 5} <= sides


def encircled_sides(attack: AttackFacts) -> int:
    """Whose units in the target Location the counter affects: those under fire, -1 for both sides of a Melee."""
    sides = {unit.side for unit in attack.targets}
    return sides.pop() if len(sides) == 1 else -1


def already_encircled(st: State, loc: int) -> bool:
    """Whether an Encircled counter lies there: a second one changes nothing."""
    return st.marker_at(MK_ENCIRCLED, loc) is not None


@rule("A7.7", point=FIRE_DRM, order=45)
def encircled_firer(attack: AttackFacts) -> Mod | None:
    """All fire by an Encircled unit takes +1."""
    if any(encircled(attack.st, unit) for unit in attack.firing_units()):
        return Mod("encircled_firer", 1, "A7.7", "Encircled firer", outside=True)
    return None
