"""The chance that an attack brings somebody's Heat of Battle DR; what that DR brings is not followed (A15.1)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from goodorder.core.state import ON_MAP, State
from goodorder.rules.a07_fire.attack import Outcome
from goodorder.rules.a15_heat_of_battle import feels_heat, may_come
from goodorder.rules.facts.units import utype

from .attack_dice import Case
from .spread import selection_weights

MISS = Fraction(35, 36)
"""The chance that a DR is no Original 2."""


def heat(st: State, cases: Iterable[Case]) -> Fraction:
    """The chance that one of the checks by the attack's own dice is an Original 2 of a unit that feels it.

    Checks for the loss of leaders are left out.
    """
    if not may_come(st):
        return Fraction(0)
    return sum((case.chance * (1 - missed) for case in cases if (missed := _missed(st, case.results)) < 1), Fraction(0))


def _missed(st: State, results: tuple[Outcome, ...]) -> Fraction:
    found = Fraction(1)
    for one in results:
        found *= sum((share * MISS**checks for share, checks in _checks(st, one)), Fraction(0))
    return found


def _checks(st: State, one: Outcome) -> Iterator[tuple[Fraction, int]]:
    """How many units that feel it check by one result, and how likely that is."""
    units = [st.units[unit] for unit in one.units if unit in st.units and st.units[unit].place == ON_MAP]
    feel = [feels_heat(st, unit) for unit in units]
    if one.result.kind == "MC":
        yield Fraction(1), sum(feel)
    elif one.result.kind == "K" and units:
        for chosen, weight in selection_weights(len(units), 1):
            spared = sum(feel[at] for at in chosen if utype(st, units[at]).kind != "squad")
            yield Fraction(weight, 6 ** len(units)), sum(feel) - spared
    else:
        yield Fraction(1), 0
