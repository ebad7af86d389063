"""Who has advanced in this Player Turn, and what an advance is asked about (A4.7)."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from goodorder.core.state import State, Unit
from goodorder.core.way import Way

ADVANCED: Final = "advance"
"""The kind of note under which an advance is kept in a unit's trail."""


class AdvanceFacts(Struct, frozen=True):
    """Units that would advance together; ``way`` None asks whether they may advance at all.

    ``withdrawing``: they leave a Close Combat by the conditions of an advance (A11.21).
    """

    st: State
    units: tuple[Unit, ...]
    way: Way | None
    withdrawing: bool = False
