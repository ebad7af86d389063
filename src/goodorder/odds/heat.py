"""The chance that an attack brings somebody's Heat of Battle DR; what that DR brings is not followed (A15.1)."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from goodorder.core.events import HeatOfBattleDue
from goodorder.core.frames import Do
from goodorder.core.state import State
from goodorder.rules.a15_heat_of_battle import feels_heat, may_come

from .aside import unheard_effect
from .attack_dice import Case
from .stack import Conditions


def heat(st: State, conditions: Conditions, cases: Iterable[Case]) -> Fraction:
    """The chance that one of the checks that an attack brings is an Original 2 of a unit that feels it."""
    return 1 - unheard_effect(st, conditions, cases, cool) if may_come(st) else Fraction(0)


def cool(now: State, do: Do) -> bool:
    """Nobody's Heat of Battle DR is due."""
    due = (event.unit for event in do.events if isinstance(event, HeatOfBattleDue))
    return not any(feels_heat(now, now.units[unit]) for unit in due)
