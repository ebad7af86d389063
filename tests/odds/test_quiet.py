"""How likely nothing is heard of a stack's checks: by its ways and frame by frame, for random stacks (A14.1)."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from goodorder.core.actions import Fire
from goodorder.core.frames import Do
from goodorder.core.sniper import Sniper
from goodorder.core.state import State
from goodorder.flow.fire.declared import shot_of
from goodorder.odds import unfold
from goodorder.odds.attack_dice import cases
from goodorder.odds.heat import cool
from goodorder.odds.quiet import Quiet
from goodorder.odds.snipers import deaf
from goodorder.odds.spread import TOTAL, Counts, Project, advance, spread, started
from goodorder.odds.stack import Conditions, Opening
from goodorder.rules.facts.firers import fire_phase
from tests.odds.shots import Shot, made
from tests.support import loc, slow_after

SMC = ("9-1", "8-0", "7-0", "8-1", "9-2", "6+1", "1-4-9")
MMC = ("4-4-7", "2-2-7", "5-2-7", "4-2-6", "6-2-8")
CONDITIONS = ("", "", "", " broken", " pinned", " broken dm")


def drawn(rng: random.Random) -> tuple[State, list[Opening]]:
    """A stack under fire, and each way in which the fire takes effect."""
    kinds = [*(rng.choice(SMC) for _ in range(rng.randint(1, 3))), *(rng.choice(MMC) for _ in range(rng.randint(0, 1)))]
    rng.shuffle(kinds)
    units = (f"X{n} russian {kind} at C6{rng.choice(CONDITIONS)}" for n, kind in enumerate(kinds))
    st, action = made(Shot("fire A at C6", (f"A german {rng.choice(('2-2-8', '4-6-7', '8-3-8'))} at C3", *units)))
    assert isinstance(action, Fire)
    st = st.with_(snipers=(Sniper(rng.randint(2, 7), loc(st, "J2")), Sniper()))
    targets = tuple(unit.id for unit in st.units.values() if unit.side == 1)
    shot = shot_of(st, targets, fire_phase(st, action), action)
    here = started(st.with_(weapons={}), shot)
    return here, [Opening(here, case.events, case.push, 0) for case in cases(here, shot)]


def by_frames(opening: Opening, counts: Counts) -> Fraction:
    st = opening.state
    project = Project(tuple(st.units), counts=counts)
    begun = [(advance(st, Do(opening.events, None, opening.push), project), TOTAL)]
    return Fraction(sum(leaf.weight for leaf in spread(begun, project)), TOTAL)


@pytest.mark.parametrize("seed", slow_after(4, range(24)))
def test_the_ways_of_a_stack_lose_nothing(seed: int) -> None:
    here, openings = drawn(random.Random(seed))
    conditions = Conditions(here, apart=True)
    units = sorted({unit for opening in openings for unit in unfold.touched(opening.push)})
    for counts in (deaf(here, 0), cool):
        stack = Quiet(conditions, units, counts, unfold.struck_by(openings))
        for opening in openings:
            steps = opening.steps()
            assert steps is not None
            assert stack.chance(opening, steps) == by_frames(opening, counts), opening.push
