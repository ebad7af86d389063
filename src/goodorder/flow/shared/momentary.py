"""The choice to show a concealed unit for a moment (A12.14)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal

from msgspec.structs import replace

from goodorder.core.actions import Action, Done, Expose
from goodorder.core.errors import Refusal, not_asked
from goodorder.core.frames import Choice, Do, Frame
from goodorder.core.menu import Entry, InARow, Late, Menu, leaf
from goodorder.core.state import State
from goodorder.rules.a12_concealment.loss import Exposed
from goodorder.rules.a12_concealment.momentary import (
    expose_refusal,
    exposing,
    might_watch,
    sees_any,
    stays,
    still_concealed,
    who_might_expose,
)
from goodorder.rules.facts.units import name
from goodorder.rules.registry import builds


def expose_entries(st: State, side: int, found: Iterable[Exposed]) -> Sequence[Entry]:
    """A leaf for each unit that might show itself, and each Location of enemies that would lose their "?": alive where
    it sees them.
    """
    units = tuple(found)
    actions = who_might_expose(st, side, units) if units else ()
    return Late(len(actions), lambda at: _expose_leaf(st, units, actions[at]))


def _expose_leaf(st: State, found: tuple[Exposed, ...], action: Expose) -> Entry:
    def words() -> str:
        where = st.world.map.place_name(action.loc)
        return f'{name(st, st.fighter(action.unit))} shows itself for a moment: no "?" in {where}'

    return leaf(
        f"x{action.unit}:{st.world.map.word(action.loc)}",
        words,
        action,
        alive=lambda: sees_any(st, found, action),
        unit=action.unit,
        hex=action.loc,
        rule="A12.14",
    )


def offer_momentary_reveal(st: State, units: Iterable[int], sight: Literal["near", "any"]) -> tuple[Frame, ...]:
    """Frames that ask enemies whether to show themselves for a moment, which takes the "?" of units in a fire attack.

    ``units`` are its firers or its targets, all of one side; ``sight``: seen from nearby, or from anywhere.  It comes
    before what the attack does to those enemies.
    """
    found = still_concealed(st, (Exposed(unit, "A12.14", sight) for unit in dict.fromkeys(units)))
    return (MomentaryReveal(1 - st.fighter(found[0].unit).side, found),) if found else ()


@builds("A12.14")
class MomentaryReveal(Frame, frozen=True):
    """After enemies (``found``) gave themselves away a side may show a concealed unit to take their "?" from them.

    It is asked whether it has such a unit or not, wherever it might; in a view it is ``open``: asked already.
    """

    side: int
    found: tuple[Exposed, ...]
    open: bool = False

    def ask(self, st: State) -> Choice | Do:
        """Who shows himself, while there is anybody to be seen."""
        left = tuple(one for one in still_concealed(st, self.found) if self.open or might_watch(st, one))
        if not left and not self.open:
            return Do()

        def check(action: Action) -> Refusal | None:
            if isinstance(action, Done):
                return None
            if not isinstance(action, Expose):
                return not_asked("A12.14", "concealed units may show themselves for a moment now")
            return expose_refusal(st, self.side, left, action)

        def entries() -> Sequence[Entry]:
            done = leaf("pass", "Nobody shows himself", Done(), kind="pass", hotkey=" ", primary=True)
            return InARow((expose_entries(st, self.side, left), (done,)))

        text = 'Take the "?" of enemies who gave themselves away?'
        return Choice(self.side, text, "A12.14", Menu(entries), check, public=True)

    def chosen(self, st: State, action: Action) -> Do:
        """Carry it out and ask about the others."""
        if isinstance(action, Expose):
            found = still_concealed(st, self.found)
            left = tuple(one for one in found if not (stays(st, one) and st.fighter(one.unit).loc == action.loc))
            return Do(events=exposing(st, found, action), then=replace(self, found=left))
        return Do()

    def shown(self, hidden: Mapping[int, int]) -> MomentaryReveal:
        """Those under a "?" are one stand-in."""
        seen = (replace(one, unit=hidden.get(one.unit, one.unit)) for one in self.found)
        return replace(self, open=True, found=tuple(dict.fromkeys(one for one in seen if one.unit)))

    def title(self, st: State) -> str:
        """The question in the breadcrumb."""
        return "Momentary reveal"
