"""When Residual FP attacks a mover (A8.2, A8.22)."""

from __future__ import annotations

from goodorder.core.state import MK_RESIDUAL, State

from ..a07_fire.attack import attack_ledger
from ..a07_fire.facts import residual_facts
from ..registry import builds


@builds("A8.22", "SK3.DFF.7")
def residual_targets(st: State, loc: int, units: tuple[int, ...]) -> tuple[tuple[int, ...], int]:
    """The movers that Residual FP in a Location attacks now, and its strength.

    A unit is attacked once in a Location, and again only when the counter has grown or its own DRM have
    become worse (A8.22).
    """
    marker = st.marker_at(MK_RESIDUAL, loc)
    if marker is None:
        return (), 0
    live = tuple(u for u in units if st.units[u].loc == loc)
    if not live:
        return (), 0
    ledger = attack_ledger(residual_facts(st, loc, marker.strength, tuple(st.units[u] for u in live)))
    due = []
    for unit in live:
        before = _attacked(st, unit, loc)
        if before is None or marker.strength > before[0] or ledger.drm.total(unit) < before[1]:
            due.append(unit)
    return tuple(due), marker.strength


def residual_note(st: State, loc: int, unit: int, strength: int) -> str:
    """What a unit's trail keeps of an attack by Residual FP."""
    ledger = attack_ledger(residual_facts(st, loc, strength, (st.units[unit],)))
    return f"residual {loc} {strength} {ledger.drm.total(unit)}"


def _attacked(st: State, unit: int, loc: int) -> tuple[int, int] | None:
    for note in reversed(st.trail(unit).tried):
        words = note.split()
        if words[0] == "residual" and int(words[1]) == loc:
            return int(words[2]), int(words[3])
    return None
