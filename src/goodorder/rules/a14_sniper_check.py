"""The Sniper Check: who looks for a Sniper that has attacked his Location, and with what DRM (A14.4)."""

from __future__ import annotations

from typing import Final, Literal

from goodorder.core.errors import Refusal
from goodorder.core.state import ON_MAP, State, Unit
from goodorder.data.charts import snipers

from .facts.attack_facts import has_fired
from .facts.units import (
    is_dummy,
    is_good_order,
    is_hero,
    is_leader,
    leadership,
    leads_any,
    name,
    utype,
)
from .facts.wall_advantage import armed
from .ledger import Ledger, Mod
from .registry import builds

SNIPER_CHECK: Final = "sniper"
"""The note of who has taken part in a Sniper Check."""


@builds("A14.4", "A14.4a")
def check_refusal(st: State, unit: Unit) -> Refusal | None:
    """Why a unit takes no part in a Sniper Check, or None."""
    if unit.place != ON_MAP or is_dummy(unit) or unit.hidden:
        return Refusal("A14.4", f"{name(st, unit)} is no Infantry that could look for a Sniper")
    if not is_good_order(st, unit) or unit.pinned or unit.ti:
        return Refusal("A14.4", f"{name(st, unit)} is not in Good Order, pinned or TI")
    if not armed(st, unit) and not is_leader(st, unit) and not is_hero(st, unit):
        return Refusal("A14.4", f"{name(st, unit)} is Unarmed")
    trail = st.trail(unit.id)
    if has_fired(st, unit) or trail.steps or trail.opportunity:
        return Refusal("A14.4", f"{name(st, unit)} has fired or moved in this Player Turn")
    return None


def checkers(st: State, loc: int, side: int) -> tuple[Unit, ...]:
    """The units of a side in a Location that may look for the enemy's Sniper."""
    return tuple(unit for unit in st.side_at(loc, side) if check_refusal(st, unit) is None)


@builds("A14.4", "A14.4b", "A14.4.EX1")
def sniper_check_ledger(st: State, units: tuple[Unit, ...]) -> Ledger:
    """The DRM of a combined Sniper Check: heroes, half-squads and crews (a squad is two), one leader who directs."""
    chart = snipers().check
    mods = []
    if heroes := sum(is_hero(st, unit) for unit in units):
        mods.append(Mod("sniper_heroes", chart.hero * heroes, "A14.4", f"{heroes} heroes"))
    size = sum(2 if utype(st, unit).kind == "squad" else 1 for unit in units if utype(st, unit).mmc)
    if size:
        mods.append(Mod("half_squads", chart.half_squad * size, "A14.4", f"{size} half-squad equivalents"))
    led = [leadership(st, unit) for unit in units if is_leader(st, unit) and leads_any(st, unit, units)]
    if len(units) > 1 and led and (best := min(led)) < 0:
        mods.append(Mod("leadership", best, "A14.4", "leader"))
    return Ledger(tuple(mods))


@builds("A14.4", "A14.4b")
def check_finds(final: int) -> Literal["eliminated", "pinned", ""]:
    """What a Final DR does to the Sniper."""
    chart = snipers().check
    return "eliminated" if final <= chart.eliminates else "pinned" if final == chart.pins else ""
