"""Vehicles that a near miss at another one of their hex may hit (A5.132)."""

from __future__ import annotations

from ..facts.ground import map_now
from ..registry import builds
from .to_hit import ToHitLedger


@builds("A5.132", "A5.2")
def strays(ledger: ToHitLedger, pair: tuple[int, int]) -> tuple[int, ...]:
    """The other vehicles of the hex, of both sides, that a To Hit DR may hit which misses by less than there are
    vehicles: where the target's side has more of them in its Location than one; no wreck and not the firer counts.
    """
    attack, st = ledger.facts.attack, ledger.facts.st
    vehicle, board = attack.vehicle, map_now(st)
    if vehicle is None or len(st.vehicles) < 2:
        return ()
    there = [one for one in st.vehicles_at(vehicle.loc) if not one.wreck and one.id != ledger.facts.unit.id]
    if sum(one.side == vehicle.side for one in there) < 2:
        return ()
    seen = [one for one in there if not one.hidden and all(board.sees(frm, one.loc) for frm in attack.eyes())]
    by = ledger.counted(pair) + ledger.drm.total() - ledger.needed
    return tuple(one.id for one in seen if one.id != vehicle.id) if 0 < by < len(seen) else ()
