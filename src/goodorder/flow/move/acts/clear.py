"""Clearance of a Set DC, declared in the MPh instead of a move (B24.75)."""

from __future__ import annotations

from goodorder.core.actions import ClearCharge
from goodorder.core.errors import Refusal
from goodorder.core.events import Event
from goodorder.core.frames import Frame
from goodorder.core.menu import Entry
from goodorder.core.state import State
from goodorder.rules.b_terrain.clearance import clear_refusal, clearing_events

from ...shared.clearing import clear_entries
from ..act import PHASE, PhaseAct


@PHASE.act(ClearCharge, order=40)
class ClearAct(PhaseAct[ClearCharge]):
    """A unit is TI to remove a Set DC where it is."""

    keeps_open = True

    def refusal(self, st: State, side: int, action: ClearCharge) -> Refusal | None:
        """Who may, and what."""
        return clear_refusal(st, side, action)

    def entries(self, st: State, side: int) -> list[Entry]:
        """Each unit that could."""
        return clear_entries(st, side)

    def do(self, st: State, action: ClearCharge) -> tuple[tuple[Event, ...], tuple[Frame, ...]]:
        """TI until its DR."""
        return clearing_events(st, action), ()
