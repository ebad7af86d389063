"""One DR, several Final DR: targets of one attack are settled group by group (A.5a)."""

from __future__ import annotations

from goodorder.core.actions import Fire, Firer
from goodorder.core.engine import answer
from goodorder.core.events import MoveDeclared, StepTaken
from goodorder.core.state import State, Step
from goodorder.flow.fire.small_arms import SmallArms
from goodorder.rules.a07_fire.attack import attack_ledger, outcomes
from tests import support
from tests.support import assert_mods, begin, loc, position, squad


def runners() -> State:
    """Two squads that ran into C3 together, one of them pinned there by an earlier shot, before a Russian squad."""
    st = position(
        "size 8x8",
        squad("A", "C3"),
        squad("B", "C3").now(pinned=True),
        squad("X", "C6", side=1),
        phase="MPh",
    )
    step = Step("enter", loc(st, "C2"), loc(st, "C3"), 2, 3)
    for unit in (1, 2):
        st = support.happen(st, MoveDeclared(unit=unit, declared=0), StepTaken(unit=unit, step=step))
    return st


def attack(st: State) -> SmallArms:
    return SmallArms((1, 2), "MPh", Fire((Firer(3),), loc(st, "C3")))


def test_a_pinned_mover_is_no_moving_target_beside_one_that_runs() -> None:
    st = runners()
    ledger = attack_ledger(attack(st).facts(st))
    assert_mods(ledger.drm, 1, ffnam=-1, ffmo=-1)
    assert_mods(ledger.drm, 2)
    assert ledger.groups() == ((-2, (1,)), (0, (2,)))


def test_one_dr_gives_each_group_its_own_final_dr_and_result() -> None:
    st = runners()
    found = outcomes(attack_ledger(attack(st).facts(st)), (4, 3))
    assert [(group.units, group.final, str(group.result)) for group in found] == [((1,), 5, "1MC"), ((2,), 7, "PTC")]


def test_only_the_group_that_is_hit_checks() -> None:
    st, _ = begin(runners(), attack(runners()))
    st, events = answer(st, (5, 3))  # Final 6 for the runner: NMC; Final 8 for the pinned squad: nothing
    [thrown] = support.thrown(events)
    assert "Final 6" in thrown.outcome and "Final 8" in thrown.outcome
    st, events = answer(st, (6, 4))
    support.assert_broken(st, "A")
    support.assert_pinned(st, "B")
    support.assert_rolls(events, "NMC of squad A")
