"""Guns turned as a fire phase ends, without a shot (C3.22)."""

from __future__ import annotations

from functools import partial

from goodorder.core.actions import Action, Done, TurnGun
from goodorder.core.errors import Refusal, not_asked
from goodorder.core.frames import Choice, Do, Frame
from goodorder.core.menu import Entry, Menu, branch, leaf
from goodorder.core.state import State
from goodorder.core.view import is_asked_openly, may_have_unseen_guns
from goodorder.rules.c_ordnance.turning import turn_events, turn_refusal, turnable
from goodorder.rules.facts.units import wtype
from goodorder.rules.registry import builds

from .ordnance_menu import turns


@builds("C3.22")
class TurnGuns(Frame, frozen=True):
    """A side may turn its Guns, one after the other."""

    side: int

    def ask(self, st: State) -> Choice | Do:
        """Which, and where to; nothing where no Gun can be turned any more."""
        guns = turnable(st, self.side)
        if not guns and not may_have_unseen_guns(st, self.side):
            return Do()

        def entries() -> list[Entry]:
            found = [
                branch(f"w{gun.id}", wtype(st, gun).name, partial(turns, st, gun.id), kind="weapon", weapon=gun.id)
                for gun in guns
            ]
            return [*found, leaf("pass", "Leave the Guns as they are", Done(), kind="pass", hotkey=" ")]

        def check(action: Action) -> Refusal | None:
            if isinstance(action, Done):
                return None
            if not isinstance(action, TurnGun):
                return not_asked("C3.22", "only Guns are turned now")
            return turn_refusal(st, self.side, action.weapon, action.facing)

        why = "Guns that could still fire may be turned as the phase ends"
        return Choice(self.side, "Turn Guns", "C3.22", Menu(entries), check, why, public=is_asked_openly(st, self.side))

    def chosen(self, st: State, action: Action) -> Do:
        """Turned, or done."""
        return Do(events=turn_events(st, action), then=self) if isinstance(action, TurnGun) else Do()

    def title(self, st: State) -> str:
        """The step in the breadcrumb."""
        return "Turn Guns"
