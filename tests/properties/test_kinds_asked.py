"""A rule that speaks of some kinds of attacks, or of moves, only (``of``) has nothing to say of the others, for which
it is not asked.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest

from goodorder.core.dice import Roll
from goodorder.core.engine import answer, pending
from goodorder.core.frames import Over
from goodorder.core.view import asked_of
from goodorder.flow.sequence.opening import new_game
from goodorder.play.start import given
from goodorder.rules.points import ALLOTMENT, FIRE_DRM, FIRE_FACTOR, MAY_ATTACK, Point
from goodorder.rules.ruleset import RuleSet

ASKED = (ALLOTMENT, FIRE_DRM, FIRE_FACTOR, MAY_ATTACK)


@pytest.mark.parametrize(("scenario", "steps"), [("furrows", 350), ("houses", 500), ("sluice", 350)])
def test_rules_are_silent_of_kinds_that_they_do_not_speak_of(
    scenario: str, steps: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    left_out: set[str] = set()

    def watched(name: str) -> None:
        ask: Callable[[RuleSet, Point, Any], Any] = getattr(RuleSet, name)

        def asked(rules: RuleSet, point: Point, facts: Any) -> Any:
            if point in ASKED:
                speaking = rules.speaking(point, facts.kinds)
                silent = [function for function in rules.functions(point) if function not in speaking]
                for function in silent:
                    assert not function(facts), (function.__name__, facts)
                left_out.update(function.__name__ for function in silent)
            return ask(rules, point, facts)

        monkeypatch.setattr(RuleSet, name, asked)

    watched("mods")
    watched("refuse")
    at, rng = new_game(given(scenario).scenario), random.Random(3)
    for _ in range(steps):
        if isinstance(asked := pending(at), Over):
            break
        if isinstance(asked, Roll):
            at, _ = answer(at, tuple(rng.randint(1, 6) for _ in range(len(asked.dice))))
        else:
            at, _ = answer(at, asked_of(at, asked)[1].menu.sample(rng))
    assert {"first_fire_movers", "final_fire_marked", "directing_leaders", "leader_bonus", "portage"} <= left_out
