"""Where the standard opponent puts its Sniper, and when it looks for the enemy's (A14)."""

from __future__ import annotations

from goodorder.core.actions import Action, CheckSniper, PlaceSniper
from goodorder.core.frames import Choice
from goodorder.core.state import ON_MAP, State
from goodorder.rules.a14_sniper_check import sniper_check_ledger
from goodorder.rules.facts.ground import map_now
from goodorder.rules.facts.units import is_leader

WORTH = -3
"""The DRM with which a Sniper Check is worth being TI."""
LEADER = 3
"""How many others a leader in reach is worth to a Sniper."""


def place_sniper(st: State, choice: Choice) -> Action | None:
    """The hex nearest to enemies, leaders above all."""
    board = map_now(st)
    foes = [one for one in st.units.values() if one.side != choice.side and one.place == ON_MAP]
    weights = [(one.loc, LEADER if not one.concealed and is_leader(st, one) else 1) for one in foes]

    def near(h: int) -> float:
        return sum(weight / (1 + board.distance(h, loc)) for loc, weight in weights)

    hexes = [entry.action.to for entry in choice.menu.plain() if isinstance(entry.action, PlaceSniper)]
    return PlaceSniper(max(hexes, key=near)) if hexes else None


def look_for_sniper(st: State, choice: Choice, reasons: list[str]) -> Action | None:
    """All who can, where they are many; else nobody gives up his fire and move for it."""
    found = [entry.action for entry in choice.menu.plain() if isinstance(entry.action, CheckSniper)]
    if not found:
        return None
    most = max(found, key=lambda action: len(action.units))
    drm = sniper_check_ledger(st, tuple(st.units[unit] for unit in most.units)).total()
    if drm > WORTH:
        return None
    reasons.append(f"A Sniper Check at {drm:+d}: the Sniper may be caught.")
    return most
