"""Berserk charges: they come before all other moves of the MPh (A15.43)."""

from __future__ import annotations

from functools import partial
from typing import ClassVar

from goodorder.core.actions import Action, Move
from goodorder.core.errors import Refusal
from goodorder.core.events import BerserkEnded
from goodorder.core.frames import Choice, Do, Frame
from goodorder.core.menu import Entry, Menu
from goodorder.core.state import State
from goodorder.rules.a15_berserk.charge import charge_due, laid_aside, may_charge, must_charge, stopped_short
from goodorder.rules.facts.units import names
from goodorder.rules.registry import builds

from ..shared.heat_of_battle import Hardening
from .beginning import begin_refusal
from .declaring import declare
from .move_menu import Begun
from .moving import Group, Impulse, Moving


@builds("A15.43", "A15.43a", "A15.43b", "A15.431c", "A15.45a")
class Charges(Frame, frozen=True):
    """The ATTACKER picks which berserk stack charges next, and its first step, until none is left that must."""

    standing: ClassVar[bool] = True
    names_counters: ClassVar[bool] = False

    def ask(self, st: State) -> Choice | Do:
        """First what they leave behind, then whom the ground keeps from every enemy, then the next charge."""
        if left := laid_aside(st, tuple(unit for ids in may_charge(st) for unit in ids)):
            return Do(events=left, then=self)
        if short := stopped_short(st):
            calm = tuple(BerserkEnded(unit=unit) for unit in short)
            return Do(events=calm, then=self, push=tuple(Hardening(unit) for unit in short))
        stacks = must_charge(st)
        if not stacks:
            return Do()

        def check(action: Action) -> Refusal | None:
            if not isinstance(action, Move):
                return charge_due(st)
            if not any(set(action.units) & set(ids) for ids in stacks):
                return Refusal("A15.43", f"first {' and '.join(names(st, ids) for ids in stacks)} must charge")
            if tuple(sorted(action.units)) not in stacks:
                return Refusal("A15.43", "the berserk units of a Location charge together")
            return begin_refusal(st, action)

        def entries() -> list[Entry]:
            return [_entry(st, ids) for ids in stacks]

        why = "Each charges the nearest Known enemy that it sees"
        return Choice(st.turn.attacker, "Berserk charges", "A15.43", Menu(entries), check, why)

    def chosen(self, st: State, action: Action) -> Do:
        """Declare the charge and make its first step."""
        assert isinstance(action, Move)
        queue = (Impulse((action.first,)),) if action.first is not None else ()
        return Do(events=declare(action), then=self, push=(Moving((Group(action.units),), queue),))

    def title(self, st: State) -> str:
        """The step of the phase in the breadcrumb."""
        return "berserk charges"


def _entry(st: State, ids: tuple[int, ...]) -> Entry:
    begun = Begun(st, Move(ids))
    return begun.branch(f"u{ids[0]}", partial(names, st, ids), hopeful=begun.may_begin, kind="unit", unit=ids[0])
