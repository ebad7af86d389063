"""Where a side puts its Sniper counter (A14.2)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from goodorder.core.actions import Action, PlaceSniper
from goodorder.core.errors import Refusal, not_asked
from goodorder.core.events import SniperPlaced
from goodorder.core.frames import Choice, Do, Frame
from goodorder.core.menu import Entry, Late, Menu, leaf
from goodorder.core.state import State
from goodorder.data.charts import snipers
from goodorder.rules.a14_snipers import sniper_hexes
from goodorder.rules.facts.ground import map_now
from goodorder.rules.registry import builds


def hex_entries(st: State, hexes: tuple[int, ...]) -> Sequence[Entry]:
    """An entry for each hex into which the counter may go."""
    board = map_now(st)

    def entry(at: int) -> Entry:
        h = hexes[at]
        return leaf(f"h{h}", board.place_name(h), PlaceSniper(h), kind="hex", hex=h, rule="A14.2")

    return Late(len(hexes), entry)


def place_refusal(st: State, side: int, action: Action) -> Refusal | None:
    """Why the counter does not go there, or None."""
    if not isinstance(action, PlaceSniper):
        return not_asked("A14.2", "the Sniper is placed first")
    if action.to not in sniper_hexes(st, side):
        why = "it goes into an unoccupied hex with as many enemy hexes within six as can be"
        return Refusal("A14.2", why)
    return None


@builds("A14.2", "A14.2a")
class SetUpSniper(Frame, frozen=True):
    """A side puts its Sniper on the map before play."""

    names_counters: ClassVar[bool] = False
    side: int

    def ask(self, st: State) -> Choice:
        """One of the hexes."""

        def words() -> str:
            return f"Where is the {st.world.sides[self.side].short} Sniper?"

        menu = Menu(lambda: hex_entries(st, sniper_hexes(st, self.side)))
        reach = snipers().setup_range
        why = f"A side with a SAN puts its Sniper on the map before play, where most enemies are within {reach} hexes"
        return Choice(self.side, words, "A14.2", menu, lambda action: place_refusal(st, self.side, action), why)

    def chosen(self, st: State, action: Action) -> Do:
        """It lies there."""
        assert isinstance(action, PlaceSniper)
        return Do(events=(SniperPlaced(side=self.side, loc=action.to),))

    def title(self, st: State) -> str:
        """The step in the breadcrumb."""
        return f"{st.world.sides[self.side].short} Sniper"
