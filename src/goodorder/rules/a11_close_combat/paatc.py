"""The Pre-AFV Advance/Attack Task Check: who takes it and what its DR does (A11.6)."""

from __future__ import annotations

from typing import Final

from goodorder.core.notes import Note
from goodorder.core.state import State, Unit, Vehicle
from goodorder.data.charts import close_combat

from ..a10_checks import CheckFacts, CheckResult, check_ledger
from ..facts.manned import manned_at
from ..facts.units import has, is_inexperienced, is_smc, own_morale
from ..facts.vehicles import is_afv
from ..facts.wave import in_wave
from ..ledger import Ledger, Mod
from ..registry import builds

PAATC: Final = "paatc"
"""Cause of the check, and the kind of note that one was passed."""


@builds("A11.6", "A11.6a", "SK3.RF.2", "A10.8", "A25.23", "A25.23h", "A15.42", "A15.42b")
def exempt(st: State, unit: Unit) -> bool:
    """Whether a unit takes no PAATC: single men, the Fanatic, the berserk, and who is part of a Human Wave."""
    return is_smc(st, unit) or unit.fanatic or unit.berserk or in_wave(st, unit)


@builds("A11.6", "A11.6a", "A4.71", "A4.71a", "SK3.APh.5")
def afv_at(st: State, loc: int, side: int) -> tuple[Vehicle, ...]:
    """The manned, unconcealed enemy AFV of a Location that ``side`` has to dare."""
    if not st.vehicles or loc < 0:
        return ()
    return tuple([one for one in manned_at(st, loc, 1 - side) if is_afv(st, one)])


def who_checks(st: State, units: tuple[int, ...], loc: int) -> tuple[int, ...]:
    """Those of these units that take a PAATC before they may advance into a Location."""
    if not st.vehicles or not afv_at(st, loc, st.units[units[0]].side):
        return ()
    return tuple(unit for unit in units if not exempt(st, st.units[unit]))


@builds("A11.6", "A11.6a", "A19.34", "A19.34a", "A25.65", "A25.65a", "SK3.RF.2", "SK3.APh.5")
def paatc_ledger(st: State, unit: Unit) -> Ledger:
    """DRM of a PAATC: a leader of its Location, and one more for the Inexperienced and for armies that fear tanks."""
    mods = [*check_ledger(CheckFacts(st, unit, 0, PAATC)).mods]
    drm = close_combat().vehicle.inexperienced_check_drm
    if is_inexperienced(st, unit):
        mods.append(Mod("inexperienced", drm, "A11.6", "1TC, Inexperienced"))
    elif has(st, unit, "shy_of_tanks"):
        mods.append(Mod("shy_of_tanks", drm, "A25.65", "1TC by its nationality"))
    return Ledger(tuple(mods))


def paatc_result(st: State, unit: Unit, faces: tuple[int, int]) -> CheckResult:
    """What its DR does: at or below the Morale Level it passes, else the unit is pinned (A11.6)."""
    final = sum(faces) + paatc_ledger(st, unit).total()
    level = own_morale(st, unit)
    return CheckResult(final, level, final <= level, pinned=final > level, over=final - level)


@builds("D7.21", "D7.21c")
def dared(st: State, vehicle: Vehicle) -> Note:
    """What the trail of a unit says that has passed a PAATC against a vehicle in this phase."""
    return Note(PAATC, unit=vehicle.id, when=st.turn.phase)
