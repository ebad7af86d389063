"""A Search by units of a moving stack, with which their move ends (A12.152)."""

from __future__ import annotations

from functools import partial

from goodorder.core.actions import Search
from goodorder.core.errors import Refusal
from goodorder.core.menu import Entry, leaf
from goodorder.core.state import State
from goodorder.rules.a04_movement.costs import mf_text
from goodorder.rules.a12_concealment.searching import (
    SEARCH_COST,
    accessible_hexes,
    barred_hexes,
    casualty_words,
    search_ledger,
    search_refusal,
)
from goodorder.rules.facts.units import names

from ...shared.searching import SearchRoll
from ..act import MOVE, Deed, Forecast, MoveAct, Wrap, joined, spend

FACES = 6
PRICE = f"{mf_text(SEARCH_COST)} MF, TI"


@MOVE.act(Search, order=50)
class SearchAct(MoveAct[Search]):
    """Some units, or all, search the hexes about them; the others go on without them."""

    parts = True
    divides = True

    def refusal(self, st: State, units: tuple[int, ...], action: Search) -> Refusal | None:
        """Who may search, and has the MF."""
        return search_refusal(st, action.units, units)

    def entries(self, st: State, units: tuple[int, ...], wrap: Wrap) -> list[Entry]:
        """The whole stack."""
        return self._leaf(st, units, units, wrap)

    def later(self, st: State, units: tuple[int, ...], several: bool) -> list[Entry]:
        """Each unit of a stack by itself."""
        return [one for unit in units for one in self._leaf(st, (unit,), units, lambda act: act)]

    def _leaf(self, st: State, units: tuple[int, ...], stack: tuple[int, ...], wrap: Wrap) -> list[Entry]:
        if st.world.rules.lacks("searching"):
            return []
        key = "search" if units == stack else f"search{units[0]}"
        act = Search(tuple(sorted(units)))

        def words() -> str:
            return f"{names(st, units)}: Search"

        return [leaf(key, words, wrap(act), alive=partial(self.may, st, stack, act), note=PRICE, rule="A12.152")]

    def forecast(self, st: State, units: tuple[int, ...], action: Search) -> Forecast:
        """The dr: how many of the hexes beside are searched; of what is there it tells nothing."""
        ledger = search_ledger(st, tuple(st.units[unit] for unit in action.units))
        beside = len(accessible_hexes(st, st.units[action.units[0]].loc))
        found = [beside - barred_hexes(face + ledger.total(), beside) for face in range(1, FACES + 1)]
        every = f"all {beside} hexes beside"
        outcomes = tuple(
            (f"{count} of {beside} hexes beside" if count < beside else every, found.count(count))
            for count in sorted(set(found), reverse=True)
        )
        text = (
            "Its own hex is searched in any case; of the hexes beside it as many are left out as the Final dr says.",
            "They are TI, and their move ends.",
            casualty_words(),
        )
        title = f"Search by {names(st, action.units)}"
        return Forecast(title, every, found.count(beside), FACES, ledger, text, outcomes)

    def do(self, st: State, units: tuple[int, ...], action: Search) -> Deed:
        """The searchers spend the MF as a stack of their own; then the dr."""
        others = tuple(u for u in units if u not in action.units)
        apart = Deed(parts=(*((others,) if others else ()), action.units))
        return joined(apart, spend(st, action.units, "search", SEARCH_COST, SearchRoll(action.units)))
