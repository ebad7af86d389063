"""Standing orders of a game's sides: which of their choices go by without a question."""

from __future__ import annotations

from msgspec.structs import replace

from goodorder.core.actions import Action, DenyQuarter, Done
from goodorder.core.frames import Choice
from goodorder.core.state import State, Turn
from goodorder.core.view import imagined
from goodorder.flow.rout.surrender import Surrenders

from . import queries
from .messages.requests import ALWAYS, USUAL, Orders
from .windows import Settled


class StandingOrders:
    """What the sides of a game have ordered, and what they have let go by in this phase."""

    def __init__(self) -> None:
        self.orders: dict[int, Orders] = {}
        self._let_go: dict[int, tuple[Turn, Settled]] = {}
        self._answer: tuple[State, tuple[Orders, Settled, bool], bool] | None = None

    def passes(self, st: State, choice: Choice, *, shared: bool) -> bool:
        """Whether a person's choice is answered by standing orders, or by there being nothing to do in it; ``shared``
        where both sides look at one screen.

        It is asked twice of each position: for what the seats are shown, and for how the game goes on.
        """
        given = self.orders.get(choice.side)
        usual = ALWAYS if shared and choice.public else USUAL  # always asked where the screen would tell the enemy
        rests = (given or usual, self._settled(st, choice.side), _closes_empty(given, shared=shared))
        if self._answer is None or self._answer[0] is not st or self._answer[1] != rests:
            self._answer = (st, rests, _passed_by(st, choice, *rests))
        return self._answer[2]

    def answer(self, st: State, choice: Choice) -> Action:
        """What standing orders answer where they speak: that it goes by, or No Quarter (A20.3)."""
        orders = self.orders.get(choice.side)
        deny = orders is not None and orders.surrenders == "never" and isinstance(st.stack[-1], Surrenders)
        return DenyQuarter(choice.side) if deny else Done()

    def let_go(self, st: State, choice: Choice) -> None:
        """A side has let a window go by: it is not asked again for the same in this phase."""
        settled = self._settled(st, choice.side).after(*imagined(st, choice))
        self._let_go[choice.side] = (st.turn, settled)

    def wake(self, st: State, side: int) -> None:
        """A silence that was ordered until the end of a phase is over where the phase is."""
        orders = self.orders.get(side)
        over = st.turn.attacker == side or st.turn.phase not in ("MPh", "DFPh")
        if orders is not None and orders.silent_until and over:
            self.orders[side] = replace(orders, silent_until=None)

    def _settled(self, st: State, side: int) -> Settled:
        """What a side has let go by in this phase."""
        turn, settled = self._let_go.get(side, (None, Settled()))
        return settled if turn == st.turn else Settled()


def _passed_by(state: State, choice: Choice, orders: Orders, settled: Settled, empty: bool) -> bool:
    st, seen = imagined(state, choice)
    return queries.passes(st, seen, orders, settled) or (seen.public and empty and seen.menu.idle() == Done())


def _closes_empty(orders: Orders | None, *, shared: bool) -> bool:
    """Whether windows in which a side can do nothing close by themselves.

    Where each side has its own screen always, unless it wants to be asked; where both share one only when it is
    ordered, for the screen would tell.
    """
    if orders is not None and orders.empty is not None:
        return orders.empty == "close"
    return not shared
