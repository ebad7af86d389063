"""The offer to a single man of what a lost or routing unit left behind (A4.44)."""

from __future__ import annotations

from goodorder.core.actions import Action, Done, Recover
from goodorder.core.errors import Refusal, not_asked
from goodorder.core.frames import Choice, Do, Frame
from goodorder.core.menu import Entry, Menu, leaf
from goodorder.core.state import State
from goodorder.rules.a04_movement.pick_up import candidates, pick_up_refusal
from goodorder.rules.facts.units import name, wtype
from goodorder.rules.registry import builds

from ..rally.rally_weapons import RecoveryRoll


@builds("A4.44", "A4.44d")
class PickUp(Frame, frozen=True):
    """One attempt, by one man, for one of the weapons that ``unit`` left."""

    weapons: tuple[int, ...]
    unit: int

    def ask(self, st: State) -> Choice | Do:
        """Whether a man tries, and for which weapon; skipped where nobody can."""
        eligible = candidates(st, self.weapons)
        if not eligible:
            return Do()
        side = st.weapons[self.weapons[0]].side

        def entries() -> list[Entry]:
            found = [
                leaf(
                    f"r{man}w{weapon}",
                    f"{name(st, st.units[man])} tries for {wtype(st, st.weapons[weapon]).name}",
                    Recover(man, weapon),
                    kind="recover",
                    unit=man,
                    weapon=weapon,
                    rule="A4.44",
                )
                for man, weapon in eligible
            ]
            return [*found, leaf("pass", "Let it lie", Done(), kind="pass", hotkey=" ", primary=True)]

        def check(action: Action) -> Refusal | None:
            if isinstance(action, Done):
                return None
            if not isinstance(action, Recover):
                return not_asked("A4.44", "a man may pick up at once what was left behind")
            if (action.unit, action.weapon) in eligible:
                return None
            man = st.units.get(action.unit)
            if man is None or action.weapon not in self.weapons:
                return Refusal("A4.44", "only one of the weapons just left")
            return pick_up_refusal(st, man, action.weapon) or Refusal("A4.44", "only one of the weapons just left")

        return Choice(side, "Pick up what was left behind?", "A4.44", Menu(entries), check)

    def chosen(self, st: State, action: Action) -> Do:
        """The attempt, or nothing."""
        if not isinstance(action, Recover):
            return Do()
        return Do(push=(RecoveryRoll(action.unit, action.weapon),))

    def title(self, st: State) -> str:
        """The offer in the breadcrumb."""
        return "weapons left behind"
