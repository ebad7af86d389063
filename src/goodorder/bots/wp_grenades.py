"""WP grenades at enemies beside a squad: which Location, and what the NMC there is worth (A24.31)."""

from __future__ import annotations

from goodorder.core.actions import Smoke
from goodorder.core.state import State, Unit
from goodorder.rules.a04_movement.portage import attempt_ledger
from goodorder.rules.a24_smoke import SMOKE, exponent, smoke_refusal, wp_cover, wp_refusal
from goodorder.rules.facts.smoke_places import grenade_places
from goodorder.rules.facts.units import morale_level, utype

from .values import BROKEN, PINNED, armed_worth, fails

CRITICAL = 1 / 6
"""The chance of a colored 6, by which cover harms."""

DELAY = 0.5
"""The part of a move's gain that is lost with the MF of a throw."""


def best_wp(st: State, unit: Unit) -> tuple[float, Smoke] | None:
    """The best Location for a squad's WP, with what it is worth; None where it has none or no enemy is in reach."""
    if not utype(st, unit).smoke or unit.loc < 0 or wp_refusal(st, unit) is not None:
        return None
    chance = max(0, exponent(st, unit, wp=True) - attempt_ledger(st, unit, SMOKE).total()) / 6
    best: tuple[float, Smoke] | None = None
    for to in grenade_places(st, unit.loc):
        there = st.at(to)
        if not there or any(one.side == unit.side for one in there):
            continue
        if smoke_refusal(st, unit, (unit.id,), to, wp=True) is not None:
            continue
        value = chance * sum(_harm(st, unit, one) for one in there)
        if value > 0 and (best is None or value > best[0]):
            best = (value, Smoke(unit.id, to, wp=True))
    return best


def _harm(st: State, thrower: Unit, target: Unit) -> float:
    """What the NMC does to one unit on the average."""
    if target.broken:
        return 0.0
    cover, level = wp_cover(st, thrower.loc, target), morale_level(st, target)
    harm = 0.0
    for weight, drm in ((1 - CRITICAL, -cover), (CRITICAL, cover)):
        failed, pinned = fails(level, drm)
        harm += weight * (BROKEN * failed + PINNED * pinned)
    return harm * armed_worth(st, target)
