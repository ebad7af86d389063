"""What units are worth to a computer player, and how much of that an attack takes away on average.

The unit of worth is arbitrary: a first line squad is about 7.5.  Harm is a share of a unit's worth.
"""

from __future__ import annotations

from functools import cache

from goodorder.core.state import State, Unit, Weapon
from goodorder.data.charts import ift
from goodorder.data.counters.personnel import UnitType
from goodorder.rules.a07_fire.attack import AttackLedger
from goodorder.rules.facts.captives import captives, where
from goodorder.rules.facts.masks import under_fire
from goodorder.rules.facts.units import is_dummy, leadership, morale_level, utype, wtype

from .unseen import MORALE, guess, is_unknown

ELIMINATED, REDUCED, BROKEN, PINNED = 1.0, 0.5, 0.45, 0.12

DUMMY_WORTH = 1.0
"""What a Dummy is worth to its owner while it is taken for something."""

UNARMED = 3.5
"""What a squad without arms is worth."""

HOSTAGE, FREED = 0.5, 2.0
"""What a side's own men in the enemy's hands are worth to it, of what they are worth under arms: more where its victory
terms count those who are free.
"""

FP_WORTH = 0.9
"""What one FP of a squad is worth."""

WAYS = {total: 6 - abs(7 - total) for total in range(2, 13)}
"""Of 36 throws of two dice, how many give each total."""


def unit_worth(st: State, unit: Unit) -> float:
    """The worth of one unit as it stands, its weapons not counted; of a "?" stack what may be beneath it."""
    if is_unknown(unit):
        return guess(st, unit.side).worth
    if is_dummy(unit):
        return DUMMY_WORTH
    kind = utype(st, unit)
    if unit.unarmed and kind.mmc:
        return UNARMED * (1.0 if kind.kind == "squad" else 0.6)
    worth = kind_worth(kind, leadership(st, unit) if kind.smc else 0)
    return worth * (0.65 if unit.broken else 1.0)


def kind_worth(kind: UnitType, drm: int = 0) -> float:
    """The worth of an unbroken unit by its counter, and the leadership DRM of a single man."""
    if kind.smc:
        return max(2.0, 3.0 - 2.5 * drm + 0.6 * (kind.morale - 7))
    worth = FP_WORTH * kind.fp + 0.25 * kind.range + 1.2 * (kind.morale - 5)
    return worth if kind.kind == "squad" else worth * 0.75


CLOSE_ARMS = {"FT": 5.0, "DC": 2.5}
"""The worth of what is used from next by alone, and of a charge once: its FP says nothing of it."""


def weapon_worth(st: State, weapon: Weapon) -> float:
    """The worth of a weapon to a unit that holds it; none while it is malfunctioned."""
    if weapon.malfunctioned:
        return 0.0
    kind = wtype(st, weapon)
    return CLOSE_ARMS.get(kind.kind, 0.5 * kind.fp)


GUN = 6.0
"""The worth of a Gun that lies unmanned to its side's crews."""


def lying_worth(st: State, weapon: Weapon, unit: Unit) -> float:
    """The worth of a weapon that nobody holds to a unit that might: of a Gun to crews alone, for squads have better
    things to do.
    """
    if wtype(st, weapon).gun is None:
        return weapon_worth(st, weapon)
    return GUN if utype(st, unit).kind == "crew" and not weapon.malfunctioned else 0.0


def armed_worth(st: State, unit: Unit) -> float:
    """The worth of a unit with the working weapons it possesses."""
    return unit_worth(st, unit) + sum(weapon_worth(st, weapon) for weapon in st.weapons_of(unit.id))


@cache
def fails(level: int, drm: int) -> tuple[float, float]:
    """Chances that a check with a DRM fails, and that it just passes, against a Morale Level."""
    failed = sum(ways for total, ways in WAYS.items() if total + drm > level or total == 12)
    pinned = sum(ways for total, ways in WAYS.items() if total + drm == level and total != 12)
    return failed / 36, pinned / 36


@cache
def _check_harm(level: int, drm: int, broken: bool) -> float:
    failed, pinned = fails(level, drm)
    if broken:
        return failed * REDUCED
    return failed * BROKEN + pinned * PINNED + REDUCED / 36


@cache
def _one_harm(column: int, drm: int, level: int, count: int, broken: bool) -> float:
    total_harm = 0.0
    for total, ways in WAYS.items():
        result = ift().result(column, total + drm)
        share = 0.0
        if result.kind == "KIA":
            hit = min(1.0, result.number / count)
            share = hit * ELIMINATED + (1 - hit) * (REDUCED if broken else BROKEN)
        elif result.kind == "K":
            after = _check_harm(level, result.number, broken)
            share = (1 / count) * (REDUCED + 0.5 * after) + (1 - 1 / count) * after
        elif result.kind == "MC":
            share = _check_harm(level, result.number, broken)
        elif result.kind == "PTC" and not broken:
            share = PINNED * fails(level, 0)[0]
        total_harm += ways * min(share, 1.0)
    return total_harm / 36


@cache
def harm_share(column: int, drm: int, level: int, count: int = 1, broken: bool = False, cowers: bool = True) -> float:
    """The share of a target's worth that an attack takes on average: IFT column, total DRM, Morale Level, targets."""
    drm = max(-8, min(drm, 12))
    level = max(2, level)
    full = _one_harm(column, drm, level, max(1, count), broken)
    if not cowers:
        return full
    less = _one_harm(column - 1, drm, level, max(1, count), broken) if column else 0.0
    return full * 5 / 6 + less / 6


def attack_harm(ledger: AttackLedger) -> float:
    """What an attack takes from its targets on average, less what it takes from the firer's own side in a Melee."""
    if ledger.column is None:
        return 0.0
    st = ledger.attack.st
    targets = ledger.attack.targets
    cowers = not ledger.attack.leaders
    harm = 0.0
    for drm, units in ledger.groups():
        for unit in under_fire(st, units):
            level = MORALE if is_unknown(unit) else morale_level(st, unit)
            share = harm_share(ledger.column, drm, level, len(targets), unit.broken, cowers)
            worth = armed_worth(st, unit) * share
            harm += worth if unit.side != ledger.attack.side else -1.3 * worth
    return harm - _hostages(ledger, cowers) if captives(st) else harm


def _hostages(ledger: AttackLedger, cowers: bool) -> float:
    """What an attack takes from the firer's own men who are prisoners of its targets: they suffer it too (A20.54)."""
    st, side, column = ledger.attack.st, ledger.attack.side, ledger.column
    counted = counts_when_free(st, side)
    harm = 0.0
    for drm, units in ledger.groups():
        places = {unit.loc for unit in under_fire(st, units)}
        for man in captives(st):
            if man.side == side and where(st, man) in places and column is not None:
                share = harm_share(column, drm, morale_level(st, man), len(ledger.attack.targets), False, cowers)
                harm += (FREED if counted else HOSTAGE) * unit_worth(st, man) * share
    return harm


def counts_when_free(st: State, side: int) -> bool:
    """Whether the victory terms of a side count its prisoners who are free at the end."""
    scenario = st.world.scenario
    clauses = scenario.victory.clauses if scenario is not None else ()
    return any(one.kind == "freed_vp" and st.world.side_number(one.side) == side for one in clauses)
