"""What a Gun acquires when the effect of its shot is over (C6.57)."""

from __future__ import annotations

from goodorder.core.frames import Do, Frame
from goodorder.core.state import State
from goodorder.rules.c_ordnance.acquisition import acquired_by_showing
from goodorder.rules.registry import builds


@builds("C6.57", "C6.57a")
class AcquireShown(Frame, frozen=True):
    """A Gun acquires concealed targets in a Location whose "?" its shot has taken; ``weapon`` is the Gun."""

    weapon: int
    targets: tuple[int, ...]
    loc: int

    def ask(self, st: State) -> Do:
        """What it has acquired."""
        return Do(events=acquired_by_showing(st, self.weapon, self.targets, self.loc))

    def title(self, st: State) -> str:
        """The step in the breadcrumb."""
        return "Acquisition"
