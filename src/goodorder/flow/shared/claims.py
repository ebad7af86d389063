"""When concealed and hidden units show themselves to affect what the enemy does without fire (A10.533, A12.32)."""

from __future__ import annotations

from goodorder.core.actions import Action, Done, Hide, Reveal
from goodorder.core.errors import Refusal, not_asked
from goodorder.core.frames import Choice, Do, Frame
from goodorder.core.menu import Entry, Menu, leaf
from goodorder.core.state import Fighter, State
from goodorder.rules.a12_concealment.claims import could_claim, who_may_claim, who_may_deny
from goodorder.rules.facts.units import name
from goodorder.rules.registry import builds

from .dropping import show_leaf


def _pass(words: str) -> Entry:
    return leaf("pass", words, Done(), kind="pass", hotkey=" ", primary=True)


def _claim(st: State, one: Fighter) -> Entry:
    def words() -> str:
        return f"{name(st, one)} becomes Known"

    return leaf(f"u{one.id}", words, Reveal((one.id,)), unit=one.id, hex=one.loc, rule="A10.533")


@builds("A10.533")
class RoutClaim(Frame, frozen=True):
    """Before an enemy begins to rout, and in each hex that he enters: concealed units may become Known.

    They Interdict him then, or bar his way.  ``units`` are those who rout.
    """

    units: tuple[int, ...]

    def ask(self, st: State) -> Choice | Do:
        """Who shows himself, one by one; asked wherever a "?" may see one of them, whatever lies under it."""
        if not could_claim(st, self.units):
            return Do()
        side = 1 - st.units[self.units[0]].side

        def entries() -> list[Entry]:
            found = [_claim(st, one) for one in who_may_claim(st, self.units)]
            return [*found, _pass("Nobody shows himself")]

        def check(action: Action) -> Refusal | None:
            if isinstance(action, Done):
                return None
            if not isinstance(action, Reveal):
                return not_asked("A10.533", "concealed units may become Known now")
            eligible = {unit.id for unit in who_may_claim(st, self.units)}
            if not action.units or not eligible >= {*action.units} or len({*action.units}) != len(action.units):
                return Refusal("A10.533", "only own concealed units, no Dummies, that see a routing enemy")
            return None

        return Choice(side, "Become Known to routing enemies?", "A10.533", Menu(entries), check, public=True)

    def chosen(self, st: State, action: Action) -> Do:
        """Nobody, or nobody else."""
        return Do()

    def title(self, st: State) -> str:
        """The question in the breadcrumb."""
        return "Claims against a rout"


@builds("A12.32")
class Denial(Frame, frozen=True):
    """Before ``units`` gain a "?": hidden enemies who see one of them may come under a "?" to deny it."""

    units: tuple[int, ...]

    def ask(self, st: State) -> Choice:
        """Who gives his hiding up, one by one; asked whether anybody could or not."""
        side = 1 - st.fighter(self.units[0]).side

        def entries() -> list[Entry]:
            return [*(show_leaf(st, unit) for unit in who_may_deny(st, self.units)), _pass("Nobody shows himself")]

        def check(action: Action) -> Refusal | None:
            if isinstance(action, Done):
                return None
            if not isinstance(action, Hide) or action.hidden:
                return not_asked("A12.32", "hidden units may show themselves now")
            if action.unit not in {unit.id for unit in who_may_deny(st, self.units)}:
                return Refusal("A12.32", "only own hidden units that see who would gain a ?")
            return None

        prompt = 'Show hidden units, so that enemies gain no "?"?'
        return Choice(side, prompt, "A12.32", Menu(entries), check, public=True)

    def chosen(self, st: State, action: Action) -> Do:
        """Nobody, or nobody else."""
        return Do()

    def title(self, st: State) -> str:
        """The question in the breadcrumb."""
        return "Concealment"
