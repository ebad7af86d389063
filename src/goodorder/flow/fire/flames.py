"""What is said of a Flame that an attack might start: none is placed (B25)."""

from __future__ import annotations

from goodorder.core.events import Announced, Event
from goodorder.core.state import State
from goodorder.rules.a07_fire.attack import AttackLedger
from goodorder.rules.b25_flames import may_catch_fire

BY_FLAME, BY_BLAST = ("K", "KIA"), ("KIA",)
"""Original results of a flamethrower and of a DC that ask for the DR of a Flame (B25.12, B25.13)."""


def told_flames(
    st: State, ledger: AttackLedger, pair: tuple[int, int], kinds: tuple[str, ...], what: str, rule: str
) -> tuple[Event, ...]:
    """The line of the log, where a DR asks for one."""
    if not may_catch_fire(st, ledger, pair, kinds):
        return ()
    where = st.world.map.place_name(ledger.attack.target)
    text = f"the {what} might start a Flame at {where}: none is placed (B25)"
    return (Announced(text=text, rule=rule, side=ledger.attack.side, kind="info", locs=(ledger.attack.target,)),)
