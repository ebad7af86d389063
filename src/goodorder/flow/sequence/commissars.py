"""Before its set-up a side says which of its leaders make way for Commissars (A25.22)."""

from __future__ import annotations

from collections.abc import Callable

from goodorder.core.actions import Action, Commission, Done
from goodorder.core.errors import Refusal
from goodorder.core.events import Event, LeaderExchanged
from goodorder.core.frames import Choice
from goodorder.core.menu import Entry, Menu, leaf
from goodorder.core.state import State
from goodorder.rules.a25_nations.commissars import (
    commissar_for,
    commission_refusal,
    commission_words,
    commissions,
    leader_for,
)
from goodorder.rules.registry import builds


@builds("A25.22", "A25.22a")
def commissar_choice(st: State, side: int, check: Callable[[Action], Refusal | None]) -> Choice:
    """Which leaders make way for Commissars, and which come back; asked until the side goes on to its set-up, or begins
    to set up (``check``) without more ado (ruling R2180). The enemy sees the counters, no more.
    """

    def checked(action: Action) -> Refusal | None:
        if isinstance(action, Done):
            return None
        if isinstance(action, Commission):
            return commission_refusal(st, side, st.units.get(action.unit), back=action.back)
        return check(action)

    words = "Which leaders make way for Commissars?"
    why = "Commissars raise the Morale Level of others with them by one and rally without regard to DM; whom they fail"
    why += " to rally is Replaced or eliminated"
    return Choice(side, words, "A25.22", Menu(lambda: _entries(st, side)), checked, why)


def _entries(st: State, side: int) -> list[Entry]:
    found = [
        leaf(
            f"commission{unit.id}",
            commission_words(st, unit, back=back),
            Commission(unit.id, back),
            unit=unit.id,
            rule="A25.22",
        )
        for unit, back in commissions(st, side)
    ]
    return [*found, leaf("pass", "On to the set-up", Done(), kind="pass", rule="A2.9", hotkey=" ", primary=True)]


def exchanged(st: State, action: Commission) -> tuple[Event, ...]:
    """The exchange."""
    unit = st.units[action.unit]
    other = leader_for(st, unit) if action.back else commissar_for(st, unit)
    return (LeaderExchanged(unit=unit.id, type=other),)
