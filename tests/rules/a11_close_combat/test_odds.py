"""FP, odds, Kill Numbers and DRM of CC attacks, with the worked examples of A11.11 and A11.141."""

from __future__ import annotations

from fractions import Fraction

import pytest

from goodorder.core.state import State
from goodorder.rules.a11_close_combat.attack import CombatLedger, cc_ledger, cc_outcome, combat_facts
from tests.rules.a11_close_combat.fights import fight


def ledger(st: State, leader: int = 0, ambusher: int = -1) -> CombatLedger:
    """All unbroken units of side 0 against all of side 1."""
    mine = tuple(u.id for u in st.units.values() if u.side == 0 and not u.broken)
    theirs = tuple(u.id for u in st.units.values() if u.side == 1)
    return cc_ledger(combat_facts(st, mine, theirs, leader, ambusher=ambusher))


def mods(found: CombatLedger) -> dict[str, int]:
    """Modifiers by their ids."""
    return {mod.id: mod.value for mod in found.drm.mods}


@pytest.mark.parametrize(
    ("units", "odds", "kill"),
    [
        (("0 russian:6-2-8", "0 russian:6-2-8", "1 german:4-6-7"), "3-1", 8),
        (("0 4-6-7", "0 2-4-7", "0 8-1", "1 4-4-7"), "3-2", 6),
        (("0 4-6-7", "1 4-4-7", "1 4-4-7"), "1-2", 4),
        (("0 4-6-7", "0 8-1", "1 4-4-7", "1 4-4-7"), "1-2", 4),
        (("0 8-0", "1 4-4-7", "1 4-4-7"), "1-8", 1),
        (("0 8-0", "1 4-4-7", "1 4-4-7", "1 7-0"), "<1-8", 0),
    ],
)
def test_odds_are_rounded_for_the_defender(units: tuple[str, ...], odds: str, kill: int) -> None:
    found = ledger(fight(*units))
    assert (found.odds, found.kill) == (odds, kill)


def test_example_of_a_squad_with_its_leader_against_two_squads() -> None:
    st = fight("0 8-1", "0 4-6-7", "1 4-4-7", "1 4-4-7")
    found = ledger(st, leader=1)
    assert (found.odds, mods(found)) == ("1-2", {"leader_direction": -1})
    assert found.attack == 5
    assert found.defense == 8
    assert cc_outcome(found, (1, 3)).eliminated == (3, 4)
    assert cc_outcome(found, (2, 3)).partial == ((3, 4),)
    assert cc_outcome(found, (3, 3)).words == "no effect"


def test_a_pinned_attacker_is_halved_and_a_pinned_defender_is_not() -> None:
    assert ledger(fight("0 4-6-7 pinned", "1 4-4-7")).attack == 2
    assert ledger(fight("0 4-6-7 pinned", "0 8-0 pinned", "1 4-4-7")).attack == Fraction(5, 2)
    assert ledger(fight("0 4-6-7", "1 4-4-7 pinned")).defense == 4


def test_a_broken_unit_defends_with_its_unbroken_fp_at_minus_two() -> None:
    found = ledger(fight("0 4-6-7", "1 4-4-7 broken"))
    assert found.defense == 4
    assert mods(found) == {"vs_broken": -2}
    assert mods(ledger(fight("0 4-6-7", "1 4-4-7"))) == {}


def test_modifiers_of_some_defenders_touch_only_them() -> None:
    found = ledger(fight("0 4-6-7", "0 4-6-7", "1 4-4-7 broken", "1 4-4-7 cx", "1 4-4-7"))
    assert found.groups() == ((-2, (3,)), (-1, (4,)), (0, (5,)))
    outcome = cc_outcome(found, (2, 3))  # 8-12 is 1-2, Kill Number 4
    assert outcome.eliminated == (3,)
    assert outcome.partial == ((4,),)


def test_one_exhausted_attacker_hinders_the_whole_attack_once() -> None:
    assert mods(ledger(fight("0 4-6-7 cx", "0 4-6-7 cx", "1 4-4-7"))) == {"by_cx": 1}
    assert mods(ledger(fight("0 4-6-7", "0 4-6-7", "1 4-4-7"))) == {}


def test_overstacking_hurts_both_ways() -> None:
    four = [f"{side} {kind}" for side, kind in ((0, "4-6-7"), (1, "4-4-7")) for _ in range(4)]
    assert mods(ledger(fight(*four))) == {"by_overstacked": 1, "vs_overstacked": -1}
    assert mods(ledger(fight(*[u for n, u in enumerate(four) if n % 4]))) == {}


def test_a_leader_alone_gives_nothing_and_a_wounded_one_less() -> None:
    assert mods(ledger(fight("0 9-2", "1 4-4-7"), leader=1)) == {}
    assert mods(ledger(fight("0 9-2", "0 4-6-7", "1 4-4-7"), leader=1)) == {"leader_direction": -2}
    assert mods(ledger(fight("0 9-2 wounded", "0 4-6-7", "1 4-4-7"), leader=1)) == {"leader_direction": -1}


def test_the_ambusher_attacks_better_and_is_harder_to_attack() -> None:
    st = fight("0 4-6-7", "1 4-4-7")
    assert mods(ledger(st, ambusher=0)) == {"by_ambusher": -1}
    assert mods(ledger(st, ambusher=1)) == {"vs_ambusher": 1}


def test_terrain_and_range_have_no_part_in_cc() -> None:
    assert mods(ledger(fight("0 4-6-7", "1 4-4-7", terrain="C3 stone_building"))) == {}
