"""Heroes who add their fire, and leaders who stay with others where an enemy Sniper is lively (A14, A15.2)."""

from __future__ import annotations

from goodorder.bots.standard import StandardPlayer
from goodorder.core.state import State
from tests.bots.test_national_choices import begun, decided, unit
from tests.support import loc

SNIPER = "russian 5 at T2"
FOES = ("X russian 4-4-7 at G4", "Y russian 4-4-7 at G4", "Z russian 4-4-7 at T11")


def test_a_hero_fires_along_with_the_squad_beside_him() -> None:
    with_hero = ("A german 4-6-7 at C4", "H german 1-4-9 at C4", *FOES)
    answer = decided(begun("PFPh", *with_hero, attacker="german"))
    assert answer.startswith("fire") and {"A", "H"} <= set(answer.split())
    without = decided(begun("PFPh", "A german 4-6-7 at C4", *FOES, attacker="german"))
    assert without.startswith("fire A at")


def pull(st: State, leader: str) -> float:
    """How much rather the leader is with the squad than alone, where nobody can fire at him."""
    one, planner = unit(st, leader), StandardPlayer()._planner(st, 0)
    return planner.worth_at((one,), loc(st, "C4")) - planner.worth_at((one,), loc(st, "E4"))


def test_a_leader_stays_with_others_the_more_the_livelier_the_enemy_sniper_is() -> None:
    men = ("A german 4-6-7 at C4", "L german 8-1 at D4", "Z russian 4-4-7 at T11")
    calm, hunted, lively = (
        pull(begun("MPh", *men, attacker="german", snipers=snipers).state, "german:8-1")
        for snipers in ([], ["russian 2 at T2"], [SNIPER])
    )
    assert lively > hunted > calm
