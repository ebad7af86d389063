"""Who sees a Location, as gain and loss of concealment ask (A12.1, A12.121)."""

from __future__ import annotations

from goodorder.core.state import ON_MAP, State, Unit
from goodorder.data.charts import ift

from ..a07_fire.aiming import fire_line
from ..a07_fire.smoke import smoke_between
from ..units import is_good_order

NEAR = 16
"""Hexes up to which an enemy in sight watches every action (A12.14)."""


def clear_line(st: State, frm: int, to: int, target: Unit | None = None) -> bool:
    """Whether units in one Location see another: no obstacle, and Hindrances with SMOKE below +6 (A6.7).

    A ``target`` in Bypass is seen where it goes along (A4.34).
    """
    if frm == to:
        return True
    aimed = fire_line(st, frm, to, (target,) if target is not None else ())
    if aimed.sight.blocked:
        return False
    hindrance = aimed.sight.hindrance + smoke_between(st, frm, to, aimed.sight)
    return hindrance < ift().hindrance.blocks_at


def watchers(st: State, unit: Unit, *, within: int | None = None, good_order: bool = True) -> tuple[Unit, ...]:
    """Enemies that see a unit where it is now, nearest first: Good Order ones, else unbroken ones with Dummies (A12.1).

    Without ``good_order`` these are the ones that deny a gain; a hidden unit denies nothing unless it shows itself
    (A12.32).  ``within`` limits the range in hexes.
    """
    board, found = st.world.map, []
    for enemy in st.units.values():
        if enemy.side == unit.side or enemy.place != ON_MAP:
            continue
        if not (is_good_order(st, enemy) if good_order else not enemy.broken and not enemy.hidden):
            continue
        reach = board.distance(enemy.loc, unit.loc)
        if (within is None or reach <= within) and clear_line(st, enemy.loc, unit.loc, unit):
            found.append((reach, enemy.id, enemy))
    return tuple(enemy for _, _, enemy in sorted(found, key=lambda one: one[:2]))


def known_watchers(st: State, unit: Unit, *, within: int | None = None) -> tuple[Unit, ...]:
    """Known Good Order enemies that see a unit: those that take its concealment without showing themselves (A12.14)."""
    return tuple(enemy for enemy in watchers(st, unit, within=within) if not enemy.concealed)
