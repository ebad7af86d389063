"""Wall Advantage: who has the wall, hedge or bocage of his hex (B9.32-B9.324, B9.62)."""

from __future__ import annotations

from goodorder.board import Map
from goodorder.board.map.per_map_cache import once_per_map
from goodorder.core.notes import NoteKind
from goodorder.core.remembered import once_a_position
from goodorder.core.stance import PLAIN
from goodorder.core.state import Fighter, State, Unit, Vehicle

from ..registry import builds, removable
from .bypass_path import bypass_path, hexsides
from .ground import map_now
from .manned import manned_at
from .masks import every_mask, faced_at
from .places import OPEN, crest_sides, eye, on_bridge, under_bridge
from .shelter import own_tem
from .units import is_dummy, usable_weapons, utype

LATECOMERS: tuple[NoteKind, ...] = ("advance", "rout")
"""Notes of an advance, and of a rout, in which an unbroken leader may go along."""


@builds("B9.32")
def walls(st: State, unit: Fighter) -> tuple[int, ...]:
    """Hexsides of a unit's hex with a wall, hedge or bocage that stands at its level (B9.35, B9.62)."""
    if unit.loc < 0:
        return ()
    if unit.stance is PLAIN:
        return _standing(map_now(st), unit.loc, unit.loc, -1)
    found = _standing(map_now(st), unit.loc, eye(st, unit), unit.stance.crest)
    if found and (path := bypass_path(unit)):
        along = hexsides(path)
        return tuple(side for side in found if any((side - one) % 6 in (0, 1, 5) for one in along))
    return found


@once_per_map(32768)
def _standing(board: Map, loc: int, seen: int, crest: int) -> tuple[int, ...]:
    """The hexsides with walls at the level of ``seen`` in a Location, for Crest status those that it protects."""
    h, here = board.hex_at(loc), board.hex_of(loc)
    if board.locations[loc].kind != "ground" or on_bridge(board, loc) or under_bridge(board, loc):
        return ()
    level = board.level(seen)
    protected = crest_sides(board, loc, crest) if crest >= 0 else range(6)
    return tuple(
        side
        for side, kind in enumerate(here.sides)
        if kind is not None and kind.tem > 0 and side in protected
        if board.content.wall_level.get((h, side)) == level
    )


def armed(st: State, unit: Unit) -> bool:
    """Whether a unit has any FP of its own or a weapon that works."""
    kind = utype(st, unit)
    return not kind.smc or kind.kind == "leader" or bool(usable_weapons(st, unit))


def in_own_right(st: State, unit: Unit) -> bool:
    """Whether a unit may claim Wall Advantage whatever its comrades do, its rivals apart: armed, unbroken, no enemy
    in its Location, on foot or in his vehicle (B9.32).
    """
    if unit.broken or unit.loc < 0 or not walls(st, unit):
        return False
    for other in faced_at(st, unit.loc):
        if other.side != unit.side and not other.hidden:
            return False
    return armed(st, unit) and not (st.vehicles and manned_at(st, unit.loc, 1 - unit.side))


@removable(without=False)
@builds("B9.32")
def could_hold(st: State, unit: Unit) -> bool:
    """Whether a unit is one that may claim Wall Advantage, its rivals apart (B9.32).

    A broken or unarmed one may with others of its Location that do, whether they say so or have to (B9.323), be it the
    "?" of a vehicle (A12.2); hidden comrades count for nothing (B9.324).
    """
    if in_own_right(st, unit):
        return True
    if unit.loc < 0 or not walls(st, unit):
        return False
    under = [u for u in every_mask(st) if u.loc == unit.loc and u.side == unit.side] if st.vehicles else []
    here = (u for u in (*st.side_at(unit.loc, unit.side), *under) if u.id != unit.id)
    mates = (u for u in here if unit.hidden or not u.hidden)
    return any(in_own_right(st, mate) and (mate.stance.wa or holds(st, mate)) for mate in mates)


@builds("B9.323")
def mandatory(st: State, unit: Unit) -> bool:
    """Whether a unit has no cover of its own in the hex, so that it has to claim whenever it can (B9.323).

    Crest status is such a cover (ruling R1106).
    """
    if unit.stance.crest >= 0:
        return False
    ground = OPEN if bypass_path(unit) else None
    return own_tem(st, unit.loc, ground) < 1


@builds("B9.324")
def rivals(st: State, unit: Unit) -> tuple[Unit, ...]:
    """Enemies across a wall, hedge or bocage that both could claim (B9.321), in their own right.

    A hidden one gives way and stays hidden; Dummies shut no real unit out (B9.324).
    """
    board = map_now(st)
    found: list[Unit] = []
    for side in walls(st, unit):
        beyond = board.around(unit.loc)[side]
        if beyond < 0:
            continue
        for enemy in faced_at(st, beyond):
            if enemy.side == unit.side or enemy.hidden or (is_dummy(enemy) and not is_dummy(unit)):
                continue
            if (side + 3) % 6 in walls(st, enemy) and in_own_right(st, enemy):
                found.append(enemy)
    return tuple(found)


@builds("B9.323")
def shared(st: State, unit: Unit) -> bool:
    """Whether an enemy who is seen there, Dummies apart, shares a wall with a unit, though he may not be able to claim
    it now: broken or in Melee he finds it held when he could again.
    """
    around = st.world.map.around(unit.loc)
    return any(
        not enemy.hidden and not is_dummy(enemy) and (side + 3) % 6 in walls(st, enemy)
        for side in walls(st, unit)
        if around[side] >= 0
        for enemy in st.side_at(around[side], 1 - unit.side)
    )


def came(st: State, unit: Unit) -> bool:
    """Whether a unit has come into its Location in this MPh."""
    step = st.trail(unit.id).came_in
    return step is not None and step.to == unit.loc


@builds("B9.32")
@builds("B9.321", "B9.322")
def holds(st: State, unit: Fighter) -> bool:
    """Whether a unit has Wall Advantage: it has claimed it, or has to (B9.323), and no enemy shuts it out.

    Of two who both have to and neither of whom has claimed it, the one who stood there first has it. A vehicle never
    has it here.
    """
    return not isinstance(unit, Vehicle) and bool(walls(st, unit)) and _holds(st, unit)


@once_a_position
def _holds(st: State, unit: Unit) -> bool:
    if not could_hold(st, unit):
        return False
    if not unit.stance.wa and not mandatory(st, unit):
        return False
    return not in_own_right(st, unit) or not shut_out(st, unit)


def shut_out(st: State, unit: Unit) -> bool:
    """Whether an enemy across a shared wall has Wall Advantage before a unit (B9.321)."""
    for enemy in rivals(st, unit):
        if enemy.stance.wa and not unit.stance.wa:
            return True
        if not unit.stance.wa and mandatory(st, enemy) and not (_came_up(st, enemy) and not _came_up(st, unit)):
            return True
    return False


def _came_up(st: State, unit: Unit) -> bool:
    """Whether a unit has come into its Location in this Player Turn: who has stood at a wall has it before him."""
    return came(st, unit) or st.trail(unit.id).noted(*LATECOMERS)


def may_claim(st: State, unit: Unit, late: tuple[int, ...] = ()) -> bool:
    """Whether a unit could have Wall Advantage if its side wanted it (B9.32), as far as its side knows.

    Enemies under a "?" have to show that they are none of them Dummies only when the claim is made (B9.324).  ``late``
    are enemies on their way, who have lost what they had and may claim anew only after this unit (B9.41).
    """
    if not could_hold(st, unit):
        return False
    known = (enemy for enemy in rivals(st, unit) if not enemy.concealed or is_dummy(unit))
    return not any(bars(st, enemy, late) for enemy in known)


def bars(st: State, enemy: Unit, late: tuple[int, ...] = ()) -> bool:
    """Whether a rival shuts a claimer out: it has claimed the wall, or has to and is not among the ``late``."""
    return enemy.stance.wa or (enemy.id not in late and mandatory(st, enemy))


@builds("B9.324")
def denied_by(st: State, unit: Unit, late: tuple[int, ...] = ()) -> Unit | None:
    """The concealed enemy who shows himself for a moment and so keeps a unit from the wall, or None."""
    return next((e for e in rivals(st, unit) if e.concealed and bars(st, e, late)), None)


@builds("B9.41")
def across(st: State, unit: Unit) -> tuple[int, ...]:
    """The Locations across the walls of a unit's hex that it could claim: whoever is there shares them with it."""
    beyond = (st.world.map.around(unit.loc)[side] for side in walls(st, unit))
    return tuple(loc for loc in beyond if loc >= 0)


@builds("B9.324")
def bluffs(st: State, unit: Unit) -> tuple[Unit, ...]:
    """Dummies across the walls of a unit that have claimed them and give them up to it."""
    board = map_now(st)
    beyond = [board.around(unit.loc)[side] for side in walls(st, unit)]
    found = (enemy for loc in beyond if loc >= 0 for enemy in faced_at(st, loc) if enemy.side != unit.side)
    return tuple(enemy for enemy in found if is_dummy(enemy) and enemy.stance.wa)
