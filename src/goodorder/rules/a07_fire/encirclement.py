"""Encirclement: fire into a Location from opposite sides, and what it does to those inside (A7.7)."""

from __future__ import annotations

from itertools import product
from typing import Final

from goodorder.core.actions import Fire
from goodorder.core.events import Event, MarkerPlaced, Tried
from goodorder.core.notes import Note
from goodorder.core.state import MK_ENCIRCLED, Marker, State, Unit

from ..facts.aiming import FireLine, attack_line, fire_line
from ..facts.attack_facts import AttackFacts
from ..facts.ground import map_now
from ..facts.masks import under_fire
from ..facts.places import eye
from ..facts.units import encircled
from ..ledger import Mod
from ..points import FIRE_DRM
from ..registry import builds, removable, rule
from .attack import AttackLedger, harmful

Way = tuple[int, ...]
"""How a line enters the target Location: one hexside (0 to 5), the two beside the vertex that it passes, or
``ABOVE``/``BELOW`` for fire within a building hex."""
ABOVE, BELOW = (6,), (7,)
RING: Final = "ring"
"""The note of a hit that may be part of a ring."""


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
        if way := _way(attack.st, loc, attack.target, attack_line(attack, loc)):
            found.append(way)
    return tuple(found)


def _way(st: State, frm: int, to: int, line: FireLine) -> Way:
    """How a line enters the target Location; () from within it."""
    board = map_now(st)
    there = board.hex_at(to)
    if frm == to:
        return ()
    if board.hex_at(frm) == there:
        return ABOVE if board.level(frm) > board.level(to) else BELOW
    return tuple(sorted(line.sight.entry_sides(there)))


@removable(without=())
@builds("A7.7")
def way_of_shot(st: State, action: Fire, targets: tuple[int, ...]) -> tuple[Way, ...]:
    """The way by which a shot that must hit first would enter its target Location, as its firer or his spotter sees it;
    none at a hex, at a vehicle, at what lies there unmanned, or at nobody in sight.
    """
    shot = action.ordnance
    if shot is None or shot.at_hex or shot.target_type == "vehicle" or not surrounded(st, targets, action.target):
        return ()
    frm = eye(st, st.fighter(shot.spotter or action.firers[0].unit))
    way = _way(st, frm, action.target, fire_line(st, frm, action.target, surrounded(st, targets, action.target)))
    return (way,) if way else ()


def surrounded(st: State, targets: tuple[int, ...], loc: int) -> tuple[Unit, ...]:
    """Those of the targets whom a counter on their Location would affect: a hidden unit is not told of by it."""
    return tuple(unit for unit in under_fire(st, targets) if unit.loc == loc and not unit.hidden)


def rings(st: State, firer: int) -> int:
    """How often a hit by a firer's ordnance has added to a ring in this Player Turn."""
    return sum(note.kind == RING for note in st.trail(firer).tried)


@builds("A7.7")
def hit_events(st: State, firer: int, targets: tuple[int, ...], loc: int, ways: tuple[Way, ...]) -> tuple[Event, ...]:
    """What a hit by ordnance adds to Encirclement: it counts, and the counter where it closes the ring of ``ways``."""
    units = surrounded(st, targets, loc)
    if not units:
        return ()
    counted = Tried(unit=firer, note=Note(RING, loc=loc))
    if already_encircled(st, loc) or not encircles(ways):
        return (counted,)
    return counted, encircled_by(st, loc, {unit.side for unit in units})


def encircled_by(st: State, loc: int, sides: set[int]) -> MarkerPlaced:
    """The counter, which affects the units of a side, -1 for both sides of a Melee."""
    side = min(sides) if len(sides) == 1 else -1
    return MarkerPlaced(marker=Marker(st.next_id, MK_ENCIRCLED, loc, 0, side))


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


def already_encircled(st: State, loc: int) -> bool:
    """Whether an Encircled counter lies there: a second one changes nothing."""
    return st.marker_at(MK_ENCIRCLED, loc) is not None


@rule("A7.7", point=FIRE_DRM, order=45, of=["units fire"])
def encircled_firer(attack: AttackFacts) -> Mod | None:
    """All fire by an Encircled unit takes +1."""
    for unit in attack.firing_units():
        if encircled(attack.st, unit):
            return Mod("encircled_firer", 1, "A7.7", "Encircled firer", outside=True)
    return None
