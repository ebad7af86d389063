"""How a side sees a position: enemies who fire, danger and chances on each hex, and where it wants to be."""

from __future__ import annotations

from msgspec import Struct

from goodorder.core.state import State, Unit
from goodorder.data.charts import ift
from goodorder.rules.a22_flamethrowers import CHARGE, FLAME
from goodorder.rules.facts.attack_facts import unit_mark, weapon_mark
from goodorder.rules.facts.smoke import smoke_between
from goodorder.rules.facts.units import in_melee, is_leader, leadership, morale_level, utype, wtype

from .ground import Ground
from .heavy import Battery, batteries, battery_harm
from .unseen import MORALE, guess, is_unknown
from .values import CLOSE_ARMS, armed_worth, harm_share

COUNTS = 0.5
"""The share of the harm by Guns and vehicles that counts: they have other targets too, and wait for better ones."""


class Arm(Struct, frozen=True, gc=False):
    """One source of FP of a fire position: FP, Normal Range, its fire counter (``""``, ``first``, ``final``), and how
    often its FP counts in the next hex.
    """

    fp: float
    range: int
    mark: str = ""
    near: float = 2.0


class FirePosition(Struct, frozen=True):
    """What one Location can fire with; ``leader`` is the best DRM there.

    ``battery`` is a Gun or a vehicle there, which is a fire position of its own.
    """

    loc: int
    arms: tuple[Arm, ...]
    leader: int
    worth: float
    morale: int
    count: int
    held: bool
    battery: Battery | None = None

    @property
    def fires(self) -> bool:
        """Whether it has anything to fire with."""
        return bool(self.arms) or self.battery is not None

    def fp_at(self, reach: int, *, marks: bool) -> float:
        """FP at a range; with ``marks`` only what its fire counters leave in the MPh."""
        total = 0.0
        for arm in self.arms:
            if reach > 2 * arm.range:
                continue
            fp = arm.fp * (arm.near if reach <= 1 else 1) * (0.5 if reach > arm.range else 1)
            if marks and arm.mark:
                if (arm.mark == "final" and reach > 1) or reach > arm.range:
                    continue
                fp *= 0.5 if arm.mark == "first" else 0.35
            total += fp
        return total


def fire_positions(st: State, side: int) -> tuple[FirePosition, ...]:
    """Every Location from which a side can fire or where it stands, in the order of the Locations."""
    found: list[FirePosition] = []
    for loc in sorted(st.occupied()):
        units = st.side_at(loc, side)
        if not units:
            continue
        held = any(in_melee(st, unit) for unit in units)
        arms: list[Arm] = []
        leader = 0
        for unit in units:
            if unit.broken or held:
                continue
            if is_unknown(unit):
                what = guess(st, side)
                arms.append(Arm(what.fp * (0.5 if unit.pinned else 1.0), what.range))
                continue
            kind = utype(st, unit)
            share = 0.5 if unit.pinned else 1.0
            if kind.fp and not kind.smc:
                arms.append(Arm(kind.fp * share, kind.range, unit_mark(st, unit)))
            if is_leader(st, unit):
                leader = min(leader, leadership(st, unit))
            for weapon in st.weapons_of(unit.id):
                gun = wtype(st, weapon)
                if not weapon.malfunctioned and gun.kind == FLAME:
                    if not unit.pinned:
                        arms.append(Arm(gun.fp, gun.range, weapon_mark(st, weapon), 1.0))
                elif not weapon.malfunctioned and gun.kind != CHARGE:
                    fp = gun.fp * share * (1 + 0.15 * gun.rof) * (0.5 if kind.smc else 1.0)
                    arms.append(Arm(fp, gun.range, weapon_mark(st, weapon)))
        unbroken = [u for u in units if not u.broken]
        level = max((MORALE if is_unknown(u) else morale_level(st, u) for u in unbroken), default=7)
        worth = sum(armed_worth(st, u) for u in units)
        found.append(FirePosition(loc, tuple(arms), leader, worth, level, len(units), held))
    return tuple(found)


def all_positions(st: State, side: int) -> tuple[FirePosition, ...]:
    """The fire positions of a side's Infantry, then those of its Guns and vehicles."""
    heavy = (FirePosition(loc, (), 0, 0.0, 7, 0, False, battery) for loc, battery in batteries(st, side))
    return (*fire_positions(st, side), *heavy)


class Threat:
    """Danger from a fixed set of enemy fire positions, hex by hex, remembered as it is asked for.

    Danger is the share of a unit's worth (Morale Level 7) lost on average.  ``screen`` is a position whose SMOKE
    hinders fire at movers; grenades are gone before anybody else is fired at (A24.1).
    """

    def __init__(self, ground: Ground, foes: tuple[FirePosition, ...], screen: State | None = None) -> None:
        self.ground = ground
        self.screen = screen
        self.foes = foes
        self._each: dict[int, tuple[float, ...]] = {}
        self._shots: dict[tuple[int, bool], tuple[float, ...]] = {}
        self._moving: dict[tuple[int, bool], float] = {}
        self._chance: dict[tuple[int, float, int], float] = {}

    def still(self, loc: int) -> float:
        """Danger of standing in a hex through the enemy's next fire, if every position that sees it fires there."""
        return sum(self.each(loc))

    def each(self, loc: int) -> tuple[float, ...]:
        """The same by position, in the order of ``foes``."""
        known = self._each.get(loc)
        if known is None:
            known = self._each[loc] = tuple(self._one(foe, loc, 0, marks=False, opened=False) for foe in self.foes)
        return known

    def moving(self, loc: int, assault: bool = False) -> float:
        """Danger of entering a hex now under First Fire, if every position that sees it fires there."""
        key = (loc, assault)
        known = self._moving.get(key)
        if known is None:
            known = self._moving[key] = sum(self.shots(loc, assault))
        return known

    def shots(self, loc: int, assault: bool) -> tuple[float, ...]:
        """The same by position, in the order of ``foes``."""
        key = (loc, assault)
        known = self._shots.get(key)
        if known is None:
            drm = 0 if assault else -1
            known = tuple(self._one(foe, loc, drm, marks=True, opened=True) for foe in self.foes)
            self._shots[key] = known
        return known

    def _one(self, foe: FirePosition, loc: int, drm: int, *, marks: bool, opened: bool) -> float:
        line = self.ground.line(foe.loc, loc) if foe.fires else None
        if line is None:
            return 0.0
        column = ift().column(int(foe.fp_at(line.range, marks=marks)))
        if column is None and foe.battery is None:
            return 0.0
        smoke = smoke_between(self.screen, foe.loc, loc) if opened and self.screen is not None else 0
        extra = drm + foe.leader + smoke + (-1 if opened and line.opened and not smoke else 0)
        if foe.battery is not None:
            return COUNTS * battery_harm(foe.battery, self.ground, foe.loc, loc, line, extra, now=marks)
        if column is None:
            return 0.0
        return harm_share(column, line.drm + extra, 7)

    def chance(self, loc: int, fp: float, reach: int) -> float:
        """The best harm that so much FP does from a hex to one enemy Location."""
        key = (loc, fp, reach)
        known = self._chance.get(key)
        if known is not None:
            return known
        best = 0.0
        for foe in self.foes:
            if foe.held or not foe.worth:
                continue
            line = self.ground.line(loc, foe.loc)
            if line is None or line.range > 2 * reach:
                continue
            power = fp * (2 if line.range <= 1 else 1) * (0.5 if line.range > reach else 1)
            column = ift().column(int(power))
            if column is not None:
                best = max(best, foe.worth * harm_share(column, line.drm, foe.morale, foe.count))
        self._chance[key] = best
        return best


def unit_arms(st: State, unit: Unit) -> tuple[float, int]:
    """FP and Normal Range of a unit with its weapons, roughly, for judging a firing place; flames and charges reach
    no farther than the next hexes and count for themselves.
    """
    kind = utype(st, unit)
    fp, reach = (0.0, 0) if kind.smc else (float(kind.fp), kind.range)
    for weapon in st.weapons_of(unit.id):
        if not weapon.malfunctioned and wtype(st, weapon).kind not in CLOSE_ARMS:
            fp += wtype(st, weapon).fp
            reach = max(reach, wtype(st, weapon).range)
    return fp, reach
