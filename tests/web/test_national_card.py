"""The card of a unit says what its nation makes of it, with the rule (A25)."""

from __future__ import annotations

from goodorder.flow.sequence.opening import new_game
from goodorder.rules.a25_nations.card import capabilities


def test_a_russian_squad_says_that_it_does_not_deploy_and_a_british_one_that_it_never_cowers() -> None:
    said = {}
    for name in ("hedges", "cherries"):
        st = new_game(name)
        for unit in st.units.values():
            said[unit.type] = [f"{line.text} ({line.rule})" for line in capabilities(st, unit)]
    assert "does not Deploy (A25.2)" in said["russian:4-4-7"]
    assert said["british:4-5-7"] == ["never cowers (A25.45)", "WP grenades (A25.46)"]


def said_of(scenario: str) -> dict[str, list[str]]:
    """What the cards of all units of a scenario say, by their types."""
    st = new_game(scenario)
    return {unit.type: [f"{line.text} ({line.rule})" for line in capabilities(st, unit)] for unit in st.units.values()}


def test_a_card_says_what_a_nation_has_beside_its_traits() -> None:
    hungarian = said_of("plums")
    panzerfausts, surrender = (
        "Panzerfausts of 2 hexes (A25.85)",
        "surrenders by a Heat of Battle DR of 10 or more (A25.82)",
    )
    assert panzerfausts in hungarian["hungarian:3-4-7"] and panzerfausts in hungarian["hungarian:4-4-7"]
    assert panzerfausts not in hungarian["hungarian:2-2-7"], "crews have none (A25.85)"
    assert surrender in hungarian["hungarian:3-4-7"]
    assert not any("A25.82" in one for type in ("hungarian:4-4-7", "russian:4-4-7") for one in hungarian[type])
    german = said_of("kugelhopf")
    assert german["german:4-6-7"] == [
        "Panzerfausts of 2 hexes (C13.3)",
        "magnetic mines (C13.7)",
    ]
    assert said_of("samovar")["german:4-6-7"] == [], "no vehicle is in that order of battle, and it is 1942"


def test_a_card_says_who_has_grenades_of_white_phosphorus() -> None:
    assert "WP grenades (A25.46)" in said_of("gramophone")["british:6-4-8"]
    assert "WP grenades (A25.34)" in said_of("doors")["american:7-4-7:assault_engineer"]
    canadian = said_of("piano")["british:4-5-8"]
    assert not any("WP" in one for one in canadian), "it is 1943 (A25.46)"


def test_a_card_says_what_a_commissar_is() -> None:
    cards = said_of("samovar")
    told = [one for one in cards["russian:9-0:commissar"] if "Commissar" in one]
    assert [one.rpartition("(")[2] for one in told] == ["A25.221)", "A25.222)"]
    assert not any("Commissar" in one for one in cards["russian:8-1"])


def test_a_card_speaks_of_deploying_to_squads_and_of_recombining_to_half_squads_alone() -> None:
    cards = {**said_of("lingon"), **said_of("samovar")}
    alone, together = "Deploys without a leader (A25.71)", "Recombines without a leader (A25.71)"
    assert alone in cards["finnish:6-4-8"] and together not in cards["finnish:6-4-8"]
    assert "is a Conscript when armed again (A25.72)" in cards["finnish:6-4-8"]
    assert "does not Deploy (A25.2)" in cards["russian:4-5-8"]
    for leader in ("finnish:9-1", "russian:8-1", "russian:9-0:commissar"):
        assert not any(word in line for line in cards[leader] for word in ("Deploy", "Recombine", "Conscript")), leader


def test_airborne_troops_are_so_by_the_rule_of_their_own_nation() -> None:
    assert "Airborne (A25.1)" in said_of("piano")["german:5-4-8:paratroop"]
    assert "Airborne (A25.42)" in said_of("gramophone")["british:6-4-8"]


def test_starter_says_nothing_of_nations() -> None:
    st = new_game("first")
    assert all(capabilities(st, unit) == () for unit in st.units.values())
