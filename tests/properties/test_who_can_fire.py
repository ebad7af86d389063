"""Who is asked first for a shot changes no answer: whether there is any is found as by asking everybody in order."""

from __future__ import annotations

import random

from goodorder.core.dice import Roll
from goodorder.core.engine import answer, pending
from goodorder.core.frames import Over
from goodorder.core.view import asked_of
from goodorder.flow.fire.fire_menu import FireMenu
from goodorder.flow.fire.fire_phases import FirePhase
from goodorder.flow.fire.ordnance_menu import OrdnanceMenu
from goodorder.flow.fire.targets import aims
from goodorder.flow.sequence.opening import new_game
from goodorder.play.start import given


def test_whether_anybody_can_fire_is_the_same_whoever_is_asked_first() -> None:
    at, rng, found = new_game(given("sluice").scenario), random.Random(5), set[tuple[bool, bool]]()
    for _ in range(700):
        if isinstance(asked := pending(at), Over):
            break
        if isinstance(asked, Roll):
            at, _ = answer(at, tuple(rng.randint(1, 6) for _ in range(len(asked.dice))))
            continue
        if isinstance(phase := at.stack[-1], FirePhase):
            side = phase.side(at)
            menu, fresh = (FireMenu(at, side, phase.phase, aims(at, side)) for _ in range(2))
            guns = OrdnanceMenu(at, side, phase.phase, fresh.every)
            slow = any(next(guns.shots(unit, arm, aim), None) for unit, arm in guns.manned() for aim in guns.targets)
            assert menu.any() == bool(fresh.targets and fresh.lead_units())
            assert guns.any() == slow
            found.add((menu.any(), slow))
        at, _ = answer(at, asked_of(at, asked)[1].menu.sample(rng))
    assert len(found) > 1
