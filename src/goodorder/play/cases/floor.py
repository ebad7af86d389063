"""What lies beneath a case's frames: it asks what nobody asks for."""

from __future__ import annotations

from typing import Any, ClassVar

from goodorder.core.actions import Action, Done
from goodorder.core.errors import Refusal
from goodorder.core.frames import Choice, Do, Frame
from goodorder.core.menu import Menu, leaf
from goodorder.core.state import State

OVER = "what the case plays is over (`whole_turn = true` goes on with the next phase)"


class Floor(Frame, frozen=True):
    """What lies below a case's own frames: when they are done, it waits and keeps the value they gave."""

    standing: ClassVar[bool] = True
    value: str = ""

    def ask(self, st: State) -> Choice:
        """Nothing is left to decide."""
        return Choice(
            st.turn.attacker,
            OVER,
            "A3",
            Menu(lambda: [leaf("pass", "Nothing more", Done(), kind="pass")]),
            lambda action: None if isinstance(action, Done) else Refusal("A.2c", OVER),
        )

    def chosen(self, st: State, action: Action) -> Do:
        """Wait on."""
        return Do(then=self)

    def resumed(self, st: State, value: Any) -> Do:
        """Keep what the frames gave."""
        return Do(then=Floor(str(value)))
