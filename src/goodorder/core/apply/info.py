"""Appliers of dice and announcements."""

from __future__ import annotations

from ..events.info import Announced, DiceThrown
from ..state import State
from .registry import applies


@applies(DiceThrown)
def dice_thrown(st: State, event: DiceThrown) -> State:
    """Nothing changes: the dice counter is the engine's."""
    return st


@applies(Announced)
def announced(st: State, event: Announced) -> State:
    """Nothing changes."""
    return st
