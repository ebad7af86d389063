"""Whether leaders make way for Commissars, and what one is worth beside men who are broken (A25.22, A25.222)."""

from __future__ import annotations

from functools import cache

from goodorder.core.actions import Action, Commission, Done
from goodorder.core.frames import Choice
from goodorder.core.state import State, Unit
from goodorder.rules.a25_nations.commissars import commissar_for, fails_under
from goodorder.rules.facts.units import utype

from .values import WAYS, kind_worth

CARE = 2.0
"""How many units that break come to one leader in a game."""

WITH_HIM = 1.2
"""What one Morale Level more is worth to those who stand with him, beside his own worth (A25.221)."""

LATER, STILL = 0.6, 0.3
"""What a unit is worth that rallies in the next RPh, and one that does not by then, as a share of one that rallies
now.
"""

DESPERATE = 4
"""The DRM of Desperation Morale, which a Commissar does not heed (A10.62, A25.222)."""

SHELTER = 1
"""What woods or a building help, where most men rally (A10.61)."""

LEAST = 0.5
"""What an exchange must gain."""

MOST = 2.0
"""Up to how many times the worth of another leader's presence that of a Commissar counts beside a broken unit."""


@cache
def rallies(level: int) -> float:
    """The chance that a rally attempt comes to no more than a number."""
    return sum(ways for total, ways in WAYS.items() if total <= level and total != max(WAYS)) / 36


def under_leader(level: int, drm: int, desperate: bool) -> float:
    """What of a broken unit an ordinary leader saves in two RPh: its broken Morale Level, his DRM."""
    now = rallies(level + SHELTER - drm - DESPERATE * desperate)
    then = rallies(level + SHELTER - drm)
    return now + (1 - now) * (LATER * then + STILL * (1 - then))


def under_commissar(st: State, unit: Unit) -> float:
    """What of a broken unit a Commissar saves in two RPh: whom he fails to rally is Replaced or lost (A25.222)."""
    kind = utype(st, unit)
    now = rallies(kind.broken_morale + 1 + SHELTER)
    lower = fails_under(st, unit)
    if not lower:
        return now
    left = st.world.unit_type(lower)
    then = rallies(left.broken_morale + 1 + SHELTER)
    share = min(1.0, kind_worth(left) / kind_worth(kind))
    return now + (1 - now) * share * (LATER * then + STILL * (1 - then) * share)


def exchange_gain(st: State, leader: Unit) -> float:
    """What a Commissar in place of a leader is worth more to his side, by the units that are with it."""
    old, new = utype(st, leader), st.world.unit_type(commissar_for(st, leader))
    men = [one for one in st.units.values() if one.side == leader.side and utype(st, one).mmc]
    if not men:
        return 0.0
    saved = 0.0
    for one in men:
        kind = utype(st, one)
        usual = under_leader(kind.broken_morale, old.leadership or 0, True)
        saved += kind_worth(kind) * (under_commissar(st, one) - usual)
    change = kind_worth(new, new.leadership or 0) + WITH_HIM - kind_worth(old, old.leadership or 0)
    return change + CARE * saved / len(men)


def choose_commissars(st: State, choice: Choice) -> Action:
    """The exchange that is worth most, as long as one is worth anything."""
    found = [one.action for one in choice.menu.plain() if isinstance(one.action, Commission) and not one.action.back]
    valued = [(exchange_gain(st, st.units[one.unit]), -one.unit, one) for one in found]
    gain, _, best = max(valued, default=(0.0, 0, Done()))
    return best if gain > LEAST else Done()


def rescued(st: State, unit: Unit) -> float:
    """How much more the presence of a Commissar is worth to a broken unit than that of a leader without DRM."""
    level = utype(st, unit).broken_morale
    usual = under_leader(level, 0, unit.dm) - STILL
    return max(-MOST, min(MOST, (under_commissar(st, unit) - STILL) / max(0.05, usual)))
