"""What the rules of ordnance are given: a shot that must hit first, and its Covered Arc (C3)."""

from __future__ import annotations

from msgspec import Struct

from goodorder.core.actions import Ordnance
from goodorder.core.state import Fighter, State, Weapon
from goodorder.data.counters.support import WeaponType

from ..registry import builds
from .attack_facts import AttackFacts, FirePart
from .field import EVERY_ARC, RUBBLE, covered_arcs
from .ground import ground, map_now
from .units import wtype

HEXSPINES = 6
_POINTING = ("upper left", "upper right", "right", "lower right", "lower left", "left")


def pointing(spine: int) -> str:
    """Where a hexspine runs to, as a player sees it on the map: ``the upper left`` for 0, the others clockwise."""
    return f"the {_POINTING[spine % HEXSPINES]}"


class ToHitFacts(Struct, frozen=True):
    """A shot that must hit first: the attack with its one ``part``, the ``unit`` that fires and the ``weapon`` that is
    fired, and how; ``kind`` are the weapon's printed values.

    ``range`` is in hexes.  Some forty rules look at each shot: what all of them ask for stands here.
    """

    attack: AttackFacts
    shot: Ordnance
    range: int
    st: State
    part: FirePart
    unit: Fighter
    weapon: Weapon
    kind: WeaponType

    @property
    def area(self) -> bool:
        """Whether it is aimed at the Area Target Type (C3.33)."""
        return self.shot.target_type == "area"

    @property
    def own_hex(self) -> bool:
        """Whether the target is in the firer's own hex."""
        return self.range == 0


@builds("C.5", "C.5Aa")
def to_hit_facts(attack: AttackFacts, shot: Ordnance) -> ToHitFacts:
    """The facts of a shot whose attack has one part, the weapon that is fired."""
    st, part = attack.st, attack.parts[0]
    unit, weapon = part.unit, part.weapon
    assert weapon is not None
    reach = map_now(st).distance(unit.loc, attack.target)
    return ToHitFacts(attack, shot, reach, st, part, unit, weapon, wtype(st, weapon))


def arc_of(facing: int) -> int:
    """The covered arc, numbered as in ``covered_arcs``, of a weapon that points along a hexspine: that is the
    counter-clockwise end of the hexside of its number, and so lies between the two hex grains beside it (C3.2).
    """
    return (facing - 1) % HEXSPINES


@builds("C3.2", "C3.2b", "C5.51a")
def in_arc(st: State, frm: int, to: int, facing: int) -> bool:
    """Whether the whole hex of a target lies in the Covered Arc of a weapon (C3.2, C.5B); its own hex always does."""
    board = map_now(st)
    return board.hex_at(frm) == board.hex_at(to) or arc_of(facing) in covered_arcs(st, frm, to)


def hexspines_turned(old: int, new: int) -> int:
    """Hexspines between two facings, the shorter way around."""
    way = (new - old) % HEXSPINES
    return min(way, HEXSPINES - way)


def facings_toward(st: State, frm: int, to: int, facing: int) -> tuple[int, ...]:
    """The facings nearest to a weapon's own that have a target in their Covered Arc: its own, one, or two as far to
    either hand.
    """
    board = map_now(st)
    own_hex = board.hex_at(frm) == board.hex_at(to)
    arcs = EVERY_ARC if own_hex else covered_arcs(st, frm, to)
    found = [one for one in range(HEXSPINES) if arc_of(one) in arcs]
    least = min((hexspines_turned(facing, one) for one in found), default=0)
    return tuple(one for one in found if hexspines_turned(facing, one) == least)


def encumbered(st: State, loc: int) -> bool:
    """Whether terrain makes it hard to turn a Gun there: woods, a building or rubble (C5.11)."""
    terrain = ground(st, loc).terrain
    return terrain.building or terrain.category == "WOODS" or terrain.id in RUBBLE
