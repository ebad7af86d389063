"""What enemy Guns and vehicles do to Infantry on average: by the charts alone, for places where it is not."""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from goodorder.core.state import ON_MAP, Fighter, State, Unit, Vehicle, Weapon
from goodorder.data.catalogue import catalogue
from goodorder.data.charts import ift, to_hit
from goodorder.data.charts.to_hit import Colour
from goodorder.data.counters.armament import Date
from goodorder.data.counters.support import WeaponType
from goodorder.rules.facts.attack_facts import unit_mark, weapon_mark
from goodorder.rules.facts.hatches import cramped, shut_out
from goodorder.rules.facts.units import wtype
from goodorder.rules.facts.vehicles import mount_facing

from .armor import colour_with
from .ground import Ground, LineOfFire
from .values import WAYS, harm_share

MORALE = 7
"""Morale Level of the Infantry that is fired at."""

TURNING = 3
"""What a target out of the arc of a weapon that must hit adds to the DR."""

ASIDE = 0.4
"""The share of a machine gun's FP at a target out of its arc."""

IN_MOTION = 0.5
"""The share of its harm that a vehicle in Motion does."""

INTENSIVE = 0.3
"""The share of its harm that a Gun does with a First Fire counter, by Intensive Fire."""

ANOTHER = 0.25
"""What each point of ROF adds to the harm of a shot."""

MORTAR_MINIMUM = 3
"""The hexes within which a mortar has no target, where its counter has none."""


class Barrel(Struct, frozen=True, gc=False):
    """One weapon of a Gun's crew or a vehicle: ``facing`` is where it points (-1: all around), ``share`` of its harm
    in the enemy's next fire, ``now`` in the MPh, ``colour`` that of its To Hit numbers in these hands.
    """

    type: str
    colour: Colour
    shells: bool
    facing: int
    fp: float
    range: int
    share: float
    now: float


class Battery(Struct, frozen=True, gc=False):
    """A Gun with its crew, or a vehicle, that fires at Infantry."""

    barrels: tuple[Barrel, ...]
    year: int


def batteries(st: State, side: int) -> tuple[tuple[int, Battery], ...]:
    """The manned Guns and the vehicles of a side that can fire, each with its Location."""
    found: list[tuple[int, Battery]] = []
    if not st.weapons:
        return ()
    carried: dict[int, list[Weapon]] = {}
    for weapon in st.weapons.values():
        if weapon.side == side and not weapon.malfunctioned and weapon.holder:
            if weapon.holder in st.vehicles or wtype(st, weapon).gun is not None:
                carried.setdefault(weapon.holder, []).append(weapon)
    for holder, weapons in sorted(carried.items()):
        own = st.fighter(holder)
        if own.loc < 0 or own.place != ON_MAP or _silent(own):
            continue
        barrels = tuple(_barrel(st, own, weapon) for weapon in weapons if _able(st, own, weapon))
        if barrels:
            found.append((own.loc, Battery(barrels, st.world.year)))
    return tuple(found)


def _silent(own: Fighter) -> bool:
    if isinstance(own, Unit):
        return own.broken
    return own.wreck or own.abandoned or bool(own.shocked) or own.stunned == "stun"


def _able(st: State, own: Fighter, weapon: Weapon) -> bool:
    if isinstance(own, Unit):
        return True
    return shut_out(st, own, weapon) is None and cramped(st, own, weapon) is None


def _barrel(st: State, own: Fighter, weapon: Weapon) -> Barrel:
    kind, mark, colour = wtype(st, weapon), weapon_mark(st, weapon), colour_with(st, own, weapon)
    if isinstance(own, Vehicle):
        share = IN_MOTION if own.motion else 1.0
        facing = mount_facing(st, own, weapon)
        return Barrel(kind.id, colour, kind.ordnance, facing, kind.fp, kind.range, share, 0.0 if mark else share)
    share = 0.5 if own.pinned else 1.0
    spent = mark == "final" or unit_mark(st, own) == "final"
    now = 0.0 if spent else INTENSIVE * share if mark else share
    return Barrel(kind.id, colour, kind.ordnance, weapon.facing, kind.fp, kind.range, share, now)


def battery_harm(
    battery: Battery, ground: Ground, frm: int, to: int, line: LineOfFire, drm: int, *, now: bool
) -> float:
    """The share of a squad's worth that a battery takes on average in a Location; ``now``: in this MPh."""
    spared, fp = 1.0, 0.0
    for barrel in battery.barrels:
        share = barrel.now if now else barrel.share
        if not share or (not barrel.shells and line.range > 2 * barrel.range):
            continue
        laid = barrel.facing < 0 or ground.covers(frm, to, barrel.facing)
        if barrel.shells:
            at_it = drm + (0 if laid else TURNING)
            hit = shell_harm(barrel.type, barrel.colour, battery.year, line.range, line.drm, at_it)
            spared *= 1 - share * hit
        else:
            reach = (2 if line.range <= 1 else 1) * (0.5 if line.range > barrel.range else 1)
            fp += share * barrel.fp * reach * (1 if laid else ASIDE)
    column = ift().column(int(fp))
    if column is not None:
        spared *= 1 - harm_share(column, line.drm + drm, MORALE, cowers=False)
    return 1 - spared


@cache
def shell_harm(type_id: str, colour: Colour, year: int, hexes: int, cover: int, drm: int) -> float:
    """The share of a squad's worth that one shot takes on average, its ROF counted: HE where there is any."""
    kind = catalogue().weapon(type_id)
    if kind.caliber is None or hexes > kind.range or (kind.carried and not kind.mortar):
        return 0.0
    if kind.mortar and hexes < (kind.range_min or MORTAR_MINIMUM):
        return 0.0
    table = to_hit()
    number = table.basic("area" if kind.mortar else "infantry", hexes, colour).number
    number += table.barrel_change(kind.barrel, hexes).number
    number += sum(cell.number for cell in table.caliber_changes(kind.caliber, hexes))
    at_hit = drm if kind.mortar else drm + cover
    hit = sum(ways for total, ways in WAYS.items() if total + at_hit <= number) / 36
    column = _column(kind, year)
    if not hit or column is None:
        return 0.0
    each = harm_share(column, cover if kind.mortar else 0, MORALE, cowers=False)
    return min(1.0, hit * each * (1 + ANOTHER * kind.rof))


def _column(kind: WeaponType, year: int) -> int | None:
    """The IFT column of a hit on Infantry."""
    assert kind.caliber is not None
    column = ift().he_column(kind.caliber) if "HE" in kind.shells(Date(year, 6)) else 0
    if column is None or not kind.mortar:
        return column
    return ift().column(ift().fp(column) * to_hit().fp_share("area"))


__all__ = ["Battery", "batteries", "battery_harm", "shell_harm"]
