"""A shot and its effect are two things: FP that no unit fires takes effect, and dice may lie between the two."""

from __future__ import annotations

from collections import defaultdict
from fractions import Fraction
from typing import ClassVar

import pytest
from msgspec.structs import replace

from goodorder import odds
from goodorder.core import saving
from goodorder.core.actions import Fire, Firer
from goodorder.core.dice import TWO_DICE, Roll
from goodorder.core.engine import answer, breadcrumb, pending
from goodorder.core.events import DiceThrown, Event, WeaponFired
from goodorder.core.frames import Frame, Over
from goodorder.core.state import ELIMINATED, State
from goodorder.data.charts import FireResult
from goodorder.flow.fire.effect import Effect
from goodorder.flow.fire.shot import Shot
from goodorder.odds.fate import fate
from goodorder.rules.a07_fire.attack import Outcome
from goodorder.rules.a08_defensive.residual import ResidualFP
from goodorder.rules.a09_weapons.fire_lane import FireLane
from goodorder.rules.facts.source import Source
from goodorder.rules.ruleset import ruleset
from tests import support
from tests.support import Placed, assert_broken, assert_mods, begin, leader, loc, position, squad

X, Y, LEADER = squad("X", "C5", 1), squad("Y", "C5", 1), leader("8-1", "C5", 1)
TO_HIT = 7
CRITICAL = 2


class Shell(Source, frozen=True):
    """FP of a shell: a source of which the program knows nothing."""

    words: ClassVar[str] = "shell"


class AimedShot(Shot, frozen=True):
    """A shot that must hit first: a DR of seven or less hits for 8 FP, an Original 2 for twice as much."""

    def hits_for(self, st: State, pair: tuple[int, int]) -> int:
        """The FP of the shell, 0 for a miss."""
        return 0 if sum(pair) > TO_HIT else 16 if sum(pair) == CRITICAL else 8

    def dice(self, st: State, pair: tuple[int, int]) -> DiceThrown:
        return DiceThrown(
            dice=TWO_DICE,
            faces=pair,
            purpose="To Hit",
            rule="A7.3",
            side=st.units[self.action.firers[0].unit].side,
            original=sum(pair),
            final=sum(pair),
            outcome="hit" if self.hits_for(st, pair) else "miss",
            subjects=self.targets,
        )

    def outcomes(self, st: State, pair: tuple[int, int]) -> tuple[Outcome, ...]:
        return () if self.hits_for(st, pair) else (Outcome(self.targets, sum(pair), FireResult("NONE")),)

    def brings(self, st: State, pair: tuple[int, int]) -> tuple[tuple[Event, ...], tuple[Frame, ...]]:
        side, fp = st.units[self.action.firers[0].unit].side, self.hits_for(st, pair)
        return (), (Effect(self.targets, self.action.target, Shell(side, fp)),) if fp else ()


def in_the_woods(*targets: Placed) -> State:
    """A side's squad with a machine gun, and enemies in the woods two hexes away."""
    return position("size 8x8\nC5 woods", squad("A", "C3").armed("HMG"), *targets)


def given(st: State, fp: int, *targets: int) -> Effect:
    return Effect(targets, loc(st, "C5"), Source(0, fp))


def aimed(st: State, *targets: int) -> AimedShot:
    return AimedShot(targets, "PFPh", Fire((Firer(1, False, (support.FIRST_WEAPON,)),), loc(st, "C5")))


def fates_in_play(st: State, frame: Frame, units: tuple[int, ...]) -> dict[int, dict[odds.Fate, Fraction]]:
    """Each unit's fates by answering every roll of the engine with every face."""
    begun, _ = begin(st, frame)
    table: dict[int, dict[odds.Fate, Fraction]] = {unit: defaultdict(Fraction) for unit in units}
    for end in odds.enumerate_rolls(begun).values():
        for unit in units:
            table[unit][fate(st, end.state, unit)] += end.chance
    return {unit: dict(found) for unit, found in table.items()}


# -- an effect that nobody fires ---------------------------------------------------------------


def test_fp_that_nobody_fires_has_the_modifiers_of_the_location_and_no_others() -> None:
    st = in_the_woods(X)
    ledger = given(st, 12, 2).ledger(st)
    assert ledger.fp_text() == "12" and [line.value for line in ledger.fp_lines()] == ["12"]
    assert_mods(ledger.drm, 2, tem=1)
    st, _ = begin(st, given(st, 12, 2))
    assert breadcrumb(st)[-1] == "attack 12 (+1) at C5"
    asked = pending(st)
    assert isinstance(asked, Roll) and asked.purpose == "attack at C5" and asked.side == 0


@pytest.mark.parametrize(
    ("faces", "told"),
    [((1, 1), "Final 3: 1KIA"), ((1, 2), "Final 4: K/3"), ((3, 2), "Final 6: 2MC"), ((5, 5), "Final 11: PTC")],
)
def test_fp_that_nobody_fires_takes_effect_by_the_ift(faces: tuple[int, int], told: str) -> None:
    st, _ = begin(in_the_woods(X), given(in_the_woods(X), 16, 2))
    st, events = answer(st, faces)
    assert support.thrown(events)[0].outcome == told
    if "KIA" in told:
        support.assert_gone(st, "X")
        return
    assert "K/" not in told or st.units[2].type == "russian:2-3-7"
    st, _ = answer(st, (6, 5))
    if "PTC" in told:
        support.assert_pinned(st, "X")
    else:
        assert_broken(st, "X")


def test_a_leader_lost_to_fp_that_nobody_fires_shakes_those_beside_him() -> None:
    st, _ = begin(in_the_woods(LEADER, X), given(in_the_woods(LEADER, X), 16, 2, 3))
    st, _ = answer(st, (1, 1))  # Final 3: 1KIA
    st, events = answer(st, (6, 1))  # Random Selection: the leader
    assert st.units[2].place == ELIMINATED
    assert_broken(st, "X")
    st, events = answer(st, (1, 1))  # the squad's LLMC
    support.assert_rolls(events, "1MC of squad X (4-4-7) (leader loss)")


@pytest.mark.parametrize("targets", [(X,), (X.now(broken=True),), (LEADER,)])
def test_the_odds_of_fp_that_nobody_fires_are_those_of_play(targets: tuple[Placed, ...]) -> None:
    st = in_the_woods(*targets)
    found = odds.of(st, given(st, 8, 2))
    assert {2: dict(found.fates[2])} == fates_in_play(st, given(st, 8, 2), (2,))
    assert sum(line.chance for line in found.first) == 1


def test_the_odds_of_fp_that_nobody_fires_follow_a_leader_beside_a_squad() -> None:
    st = in_the_woods(LEADER, X)
    found = odds.of(st, given(st, 4, 2, 3))
    assert {unit: dict(fates) for unit, fates in found.fates.items()} == fates_in_play(st, given(st, 4, 2, 3), (2, 3))


def test_a_saved_effect_keeps_its_source() -> None:
    st = in_the_woods(X)
    for source in (Source(0, 4), ResidualFP(0, 2), FireLane(0, 6, support.FIRST_WEAPON, snap=True)):
        held = st.with_(stack=(Effect((2,), loc(st, "C5"), source),))
        again = saving.copy(held)
        assert again.stack == held.stack and again.digest() == held.digest()


# -- a roll between the shot and its effect ----------------------------------------------------


def test_a_shot_that_misses_marks_its_weapon_and_does_nothing() -> None:
    st, _ = begin(in_the_woods(X), aimed(in_the_woods(X), 2))
    st, events = answer(st, (5, 4))
    assert [one.outcome for one in support.thrown(events)] == ["miss"]
    assert [one.shot.kept_rof for one in events if isinstance(one, WeaponFired)] == [False]
    assert not st.weapons[support.FIRST_WEAPON].malfunctioned and st.units[2] == in_the_woods(X).units[2]
    assert isinstance(pending(st), Over)


def test_the_dr_that_hits_keeps_the_rate_and_its_effect_has_dice_of_its_own() -> None:
    st, _ = begin(in_the_woods(X), aimed(in_the_woods(X), 2))
    st, events = answer(st, (4, 1))
    assert [one.shot.kept_rof for one in events if isinstance(one, WeaponFired)] == [True]
    asked = pending(st)
    assert isinstance(asked, Roll) and asked.purpose == "shell at C5"
    st, events = answer(st, (1, 2))  # Final 4 on the column of 8: 2MC
    assert support.thrown(events)[0].outcome == "Final 4: 2MC"
    st, _ = answer(st, (6, 5))
    assert_broken(st, "X")


def test_the_dr_that_misses_may_break_the_weapon() -> None:
    st, _ = begin(in_the_woods(X), aimed(in_the_woods(X), 2))
    st, _ = answer(st, (6, 6))
    assert st.weapons[support.FIRST_WEAPON].malfunctioned


@pytest.mark.parametrize("targets", [(X,), (LEADER,), (X.now(broken=True),)])
def test_the_odds_of_a_shot_that_must_hit_are_those_of_play(targets: tuple[Placed, ...]) -> None:
    st = in_the_woods(*targets)
    found = odds.of(st, aimed(st, 2))
    assert {2: dict(found.fates[2])} == fates_in_play(st, aimed(st, 2), (2,))


def test_the_results_of_a_shot_that_must_hit_count_in_the_roll_that_hits() -> None:
    st = in_the_woods(X, Y)
    found = odds.of(st, aimed(st, 2, 3))
    assert sum(line.chance for line in found.first) == 1
    [nothing] = [line.chance for line in found.first if line.kind == "NONE"]
    assert nothing > Fraction(15, 36), "every miss, and what does nothing of those that hit"
    [worst] = [line.chance for line in found.first if line.label == "1KIA"]
    assert worst == Fraction(1, 36) * Fraction(1, 36), "an Original 2 that hits, and another on the column of 16"
    assert dict(found.fates[2]) == dict(found.fates[3])


# -- what only the firers suffer ---------------------------------------------------------------


def test_odds_leave_out_the_firers_own_shortage_of_ammunition() -> None:
    """An Original 12 costs a squad that is short of ammunition its quality (A19.131): nothing to its target."""
    st = in_the_woods(X)
    short = tuple(replace(side, short_of_ammunition=not number) for number, side in enumerate(st.world.sides))
    st = st.with_(world=replace(st.world, rules=ruleset("full"), sides=(short[0], short[1])))
    rifles = Fire((Firer(1),), loc(st, "C5"))
    usual = st.with_(world=replace(st.world, sides=in_the_woods(X).world.sides))
    assert odds.attack(st, rifles, phase="PFPh").units == odds.attack(usual, rifles, phase="PFPh").units
