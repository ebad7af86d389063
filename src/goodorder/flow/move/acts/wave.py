"""Declaring a Human Wave in the MPh, which then moves as a whole (A25.23)."""

from __future__ import annotations

from goodorder.core.actions import DeclareWave
from goodorder.core.errors import Refusal
from goodorder.core.events import Event
from goodorder.core.frames import Frame
from goodorder.core.menu import Entry
from goodorder.core.state import State
from goodorder.rules.a25_nations.wave_declared import wave_refusal

from ..act import PHASE, PhaseAct
from ..wave import WaveMove, declared
from ..wave_menu import declare_entries


@PHASE.act(DeclareWave, order=4)
class DeclareWaveAct(PhaseAct[DeclareWave]):
    """Who, against whom, along which grain."""

    def refusal(self, st: State, side: int, action: DeclareWave) -> Refusal | None:
        """The rules of the declaration."""
        return wave_refusal(st, side, action)

    def entries(self, st: State, side: int) -> list[Entry]:
        """A branch of its own."""
        return declare_entries(st, side)

    def do(self, st: State, action: DeclareWave) -> tuple[tuple[Event, ...], tuple[Frame, ...]]:
        """Its units are marked, and their impulses begin."""
        return declared(st, action), (WaveMove(),)
