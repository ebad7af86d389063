"""Searching: how many hexes may not be searched, and what it costs the searchers (A12.152, A12.154).

The dr and its drm alone: the search itself is refused by name (``data/not_built.toml``).
"""

from __future__ import annotations

from goodorder.core.state import State, Unit

from ..a11_close_combat.ambush import is_lax, is_stealthy
from ..ledger import Ledger, Mod
from ..units import is_leader, leadership, utype

CASUALTY = 1
"""A Final Casualty dr up to this reduces a searching unit (A12.154)."""

HALVES = {"squad": 2, "half_squad": 1, "crew": 1}


def _common(st: State, units: tuple[Unit, ...]) -> list[Mod]:
    """Stealthy units, half-squad equivalents above one, the best leader beside others."""
    mods: list[Mod] = []
    stealthy = sum(is_stealthy(st, unit) for unit in units)
    if stealthy:
        mods.append(Mod("stealthy", -stealthy, "A11.17", "Stealthy"))
    more = sum(HALVES.get(utype(st, unit).kind, 0) for unit in units) - 1
    if more > 0:
        mods.append(Mod("half_squads", -more, "A12.152", "half-squads above one"))
    best: int = min((leadership(st, unit) for unit in units if is_leader(st, unit)), default=0)
    if best and len(units) > 1:
        mods.append(Mod("leadership", best, "A12.152", "best leader"))
    lax = sum(is_lax(st, unit) for unit in units)
    if lax:
        mods.append(Mod("lax", lax, "A11.18", "Lax"))
    return mods


def search_ledger(st: State, units: tuple[Unit, ...]) -> Ledger:
    """The drm of a Search dr; the Final dr is how many Accessible hexes may not be searched."""
    mods = _common(st, units)
    tired = sum(unit.cx for unit in units)
    if tired:
        mods.append(Mod("cx", tired, "A4.51", "CX"))
    return Ledger(tuple(mods))


def casualty_ledger(st: State, concealed: tuple[Unit, ...]) -> Ledger:
    """The drm of the DEFENDER's Casualty dr, by his concealed units at the time of the Search dr."""
    return Ledger(tuple(_common(st, concealed)))
