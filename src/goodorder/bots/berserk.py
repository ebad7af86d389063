"""How the standard opponent moves its berserk units: as the rule makes them (A15.43)."""

from __future__ import annotations

from goodorder.core.actions import Action, Go, Move
from goodorder.core.frames import Choice
from goodorder.core.state import State
from goodorder.core.way import Way
from goodorder.rules.a15_berserk.charge import must_charge, open_steps

from .threat_map import Threat


def begin_charge(st: State, choice: Choice, threat: Threat, reasons: list[str]) -> Action | None:
    """The first charge, by the safest of its first steps."""
    for ids in must_charge(st):
        for step in _safest_first(st, ids, threat):
            action = Move(ids, 0, step)
            if choice.check(action) is None:
                reasons.append("It is berserk and charges.")
                return action
    return None


def go_on_charging(
    st: State, choice: Choice, ids: tuple[int, ...], threat: Threat, reasons: list[str]
) -> Action | None:
    """The next step of a charge."""
    for step in _safest_first(st, ids, threat):
        if choice.check(step) is None:
            reasons.append("The charge goes on.")
            return step
    return None


def _safest_first(st: State, ids: tuple[int, ...], threat: Threat) -> list[Go]:
    ways = sorted(open_steps(st, ids), key=lambda way: threat.moving(way.to, False))
    return [_go(ids, way) for way in ways]


def _go(ids: tuple[int, ...], way: Way) -> Go:
    return Go(ids, way.to, way.road, bypass=way.bypass, crest=way.crest)
