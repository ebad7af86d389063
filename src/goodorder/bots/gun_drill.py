"""Where the computer's Guns stand and point: in the set-up, and as a fire phase ends."""

from __future__ import annotations

from collections.abc import Iterable

from goodorder.core.actions import Action, Done, Give, Hide, Place, TurnGun
from goodorder.core.frames import Choice
from goodorder.core.state import ON_MAP, State, Unit, Weapon
from goodorder.flow.sequence.setup_areas import setup_hexes
from goodorder.rules.a12_concealment.gain import concealment_terrain
from goodorder.rules.c_ordnance.places import closed_to_gun
from goodorder.rules.c_ordnance.turning import turnable
from goodorder.rules.facts.bearers import bearer
from goodorder.rules.facts.ground import map_now
from goodorder.rules.facts.ordnance import HEXSPINES, in_arc
from goodorder.rules.facts.units import utype, wtype

from .ground import ground_of

FAR = 16
"""Hexes beyond which nobody counts for where a Gun points."""


def _worth(st: State, frm: int, to: int) -> float:
    """What a target is worth to the aim of a Gun: more the nearer it is, nothing out of sight."""
    reach = st.world.map.distance(frm, to)
    if not reach or reach > FAR or ground_of(st).line(frm, to) is None:
        return 0.0
    return 1.0 / (2 + reach)


def best_facing(st: State, weapon: Weapon, at: int, places: Iterable[int]) -> tuple[int, float, float]:
    """The hexspine whose Covered Arc holds most of these places, what it holds, and what the present one does."""
    weights = {place: worth for place in places if (worth := _worth(st, at, place))}
    held = [sum(worth for place, worth in weights.items() if in_arc(st, at, place, one)) for one in range(HEXSPINES)]
    best = max(range(HEXSPINES), key=lambda one: (held[one], one == weapon.facing))
    return best, held[best], held[weapon.facing] if weapon.facing >= 0 else 0.0


def turn_gun(st: State, choice: Choice, reasons: list[str]) -> Action:
    """Turn a Gun that has hardly anybody in its Covered Arc to where most enemies are."""
    foes = [unit.loc for unit in st.units.values() if unit.side != choice.side and unit.place == ON_MAP]
    for gun in turnable(st, choice.side):
        man = bearer(st, gun)
        if man is None:
            continue
        facing, best, now = best_facing(st, gun, man.loc, foes)
        if facing != gun.facing and best > 2 * now and choice.check(TurnGun(gun.id, facing)) is None:
            reasons.append("Most enemies are out of its Covered Arc.")
            return TurnGun(gun.id, facing)
    return Done()


KINDS = ("crew", "half_squad", "squad")
"""Who mans a Gun, best first."""


def man_gun(st: State, choice: Choice, weapon: Weapon, units: list[Unit]) -> Action | None:
    """Give a Gun to a crew where it stands; else move one where the Gun may be, before others take it."""
    men = [unit for unit in units if utype(st, unit).mmc and not _mans(st, unit)]
    for kind in KINDS:
        for unit in men:
            if utype(st, unit).kind == kind and choice.check(Give(weapon.id, unit.id)) is None:
                return Give(weapon.id, unit.id)
        for unit in men:
            if utype(st, unit).kind == kind and unit.group == weapon.group:
                place = _gun_place(st, choice, weapon, unit)
                if place is not None:
                    return Place(unit.id, place)
    return None


def _gun_place(st: State, choice: Choice, weapon: Weapon, unit: Unit) -> int | None:
    """An empty Location where a unit could man a Gun, with the widest view, from where it can hide if there is any."""
    gun, board, ground = wtype(st, weapon).gun, map_now(st), ground_of(st)
    found: tuple[bool, int, int] | None = None
    for loc in setup_hexes(st, unit):
        if gun is None or st.at(loc) or closed_to_gun(board, gun, loc) is not None:
            continue
        if choice.check(Place(unit.id, loc)) is None:
            sees = sum(1 for n in board.within(loc, 8)[::3] if n != loc and ground.line(loc, n) is not None)
            one = (concealment_terrain(st, loc), sees, -loc)
            found = one if found is None else max(found, one)
    return -found[2] if found is not None else None


def _mans(st: State, unit: Unit) -> bool:
    return any(wtype(st, weapon).gun is not None for weapon in st.weapons_of(unit.id))


def hide_gun(st: State, choice: Choice, side: int) -> Action | None:
    """Hide a crew with its Gun, which costs nothing (A12.34); None where nobody can."""
    for weapon in st.weapons.values():
        man = bearer(st, weapon)
        if weapon.side != side or man is None or man.hidden or wtype(st, weapon).gun is None:
            continue
        if choice.check(Hide(man.id)) is None:
            return Hide(man.id)
    return None


def lay_gun(st: State, choice: Choice, side: int) -> Action | None:
    """Point a Gun that points nowhere yet at where the enemy sets up or comes from."""
    scenario, board = st.world.scenario, map_now(st)
    if scenario is None:
        return None
    areas = [area for group in scenario.side(st.world.sides[1 - side].id).groups for area in group.area]
    names = [hex.name for hex in board.hexes]
    theirs = {name for area in areas for name in area.select(names)}
    places = [hex.index for hex in board.hexes if hex.name in theirs]
    for weapon in st.weapons.values():
        man = bearer(st, weapon)
        if weapon.side != side or weapon.facing >= 0 or man is None or wtype(st, weapon).gun is None or man.loc < 0:
            continue
        facing, held, _ = best_facing(st, weapon, man.loc, places)
        if not held:
            near = min(places, key=lambda place: board.distance(man.loc, place), default=man.loc)
            facing = next((one for one in range(HEXSPINES) if in_arc(st, man.loc, near, one)), 0)
        if choice.check(TurnGun(weapon.id, facing)) is None:
            return TurnGun(weapon.id, facing)
    return None
