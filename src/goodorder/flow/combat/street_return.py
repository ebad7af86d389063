"""After Street Fighting Infantry goes back into its houses, or stays on the road (A11.8)."""

from __future__ import annotations

from goodorder.core.actions import Action, Advance, Done
from goodorder.core.errors import Refusal, not_asked
from goodorder.core.events import UnitMoved
from goodorder.core.frames import Choice, Do, Frame
from goodorder.core.menu import Entry, Menu, leaf
from goodorder.core.state import State
from goodorder.rules.a11_close_combat.street_fighting import came_out_of, may_go_back
from goodorder.rules.facts.units import name
from goodorder.rules.registry import builds


@builds("A11.8", "A11.8b")
class StreetReturn(Frame, frozen=True):
    """Who of a side goes back out of a Location, one after the other; ``attacked`` are those that have attacked."""

    loc: int
    side: int
    attacked: tuple[int, ...]

    def ask(self, st: State) -> Choice | Do:
        """Who, or the end when nobody is left."""
        units = may_go_back(st, self.loc, self.side, self.attacked)
        if not units:
            return Do()

        def entries() -> list[Entry]:
            found = []
            for unit in units:
                home = came_out_of(st, unit)
                words = f"{name(st, unit)} goes back to {st.world.map.place_name(home)}"
                found.append(
                    leaf(f"u{unit.id}", words, Advance((unit.id,), home), unit=unit.id, hex=home, rule="A11.8")
                )
            return [*found, leaf("pass", "The others stay", Done(), kind="pass", hotkey=" ", rule="A11.8")]

        def check(action: Action) -> Refusal | None:
            if isinstance(action, Done):
                return None
            if not isinstance(action, Advance):
                return not_asked("A11.8", "units go back into their houses now, or stay")
            able = {unit.id: came_out_of(st, unit) for unit in units}
            if not action.units or any(unit not in able for unit in action.units):
                return Refusal("A11.8", "who came out of a house, has attacked, and is neither broken nor pinned")
            if any(able[unit] != action.to for unit in action.units):
                return Refusal("A11.8", "each to where it came from")
            return None

        where = st.world.map.place_name(self.loc)
        return Choice(self.side, f"Who goes back out of {where}?", "A11.8", Menu(entries), check)

    def chosen(self, st: State, action: Action) -> Do:
        """They are back, or all others stay."""
        if not isinstance(action, Advance):
            return Do()
        return Do(events=tuple(UnitMoved(unit=unit, loc=action.to) for unit in action.units), then=self)

    def title(self, st: State) -> str:
        """The step in the breadcrumb."""
        return "Street Fighting"
