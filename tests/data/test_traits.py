"""Traits: what troops have by their counter and their nationality (A25)."""

import pytest

from goodorder.data.catalogue import catalogue
from goodorder.data.charts.nations import Setting, every_line
from goodorder.data.rules_index import entry


@pytest.mark.parametrize(
    ("id", "traits"),
    [
        ("german:4-6-7", {"spraying_fire"}),
        ("german:8-3-8", {"assault_fire", "spraying_fire", "elr_5"}),
        ("german:1-4-9", {"stealthy"}),
        ("german:9-1", set()),
        ("russian:4-4-7", {"never_deploys", "massacres", "human_wave"}),
        ("british:4-5-7", set()),
        ("british:4-4-7", set()),
        ("italian:3-4-7", {"lax", "never_deploys", "shy_of_tanks", "easily_captured", "never_escapes"}),
        ("italian:4-4-7", {"never_escapes"}),
        ("partisan:3-3-7", {"stealthy", "steadfast", "massacres", "elr_5", "irregular", "never_elite"}),
        ("partisan:9-1", {"stealthy", "steadfast", "massacres", "elr_5", "irregular", "never_elite"}),
    ],
)
def test_traits_follow_from_nationality_kind_and_class(id: str, traits: set[str]) -> None:
    found = catalogue().unit(id).traits
    assert found - {"assault_fire", "spraying_fire"} == traits - {"assault_fire", "spraying_fire"}
    if traits & {"assault_fire", "spraying_fire"}:
        assert found >= traits


def test_finns_need_no_leader_and_the_better_half_of_them_are_stealthy() -> None:
    alone = {"deploys_alone", "deploys_by_1tc", "recombines_alone", "no_field_promotion"}
    book = catalogue()
    assert all(alone <= unit.traits for unit in book.units("finnish"))
    for unit in book.units("finnish"):
        assert ("stealthy" in unit.traits) == (unit.smc or unit.unit_class in ("elite", "1st_line")), unit.id
        assert ("never_cowers" in unit.traits) == (unit.mmc and unit.unit_class != "conscript"), unit.id


def test_only_the_marine_squad_of_its_strength_deploys_alone() -> None:
    alone = [unit for unit in catalogue().units("american") if "deploys_alone" in unit.traits]
    assert {unit.code for unit in alone} == {"7-6-8"}
    for unit in catalogue().units("american"):
        assert ("never_disrupted" in unit.traits) == (unit.variant or "").startswith("usmc"), unit.id
        assert "recombines_alone" not in unit.traits


def test_a_trait_in_some_setting_is_kept_apart() -> None:
    troops = {unit.id: unit for unit in catalogue().units("german")}
    ss = {line.trait: line for line in troops["german:6-5-8:ss"].conditional}
    assert set(ss) == {"steadfast", "assault_fire"} and "steadfast" not in troops["german:6-5-8:ss"].traits
    russians, americans = Setting(foes=frozenset({"russian"})), Setting(foes=frozenset({"american"}))
    assert ss["steadfast"].holds(russians) and not ss["steadfast"].holds(americans)
    assert not troops["german:4-6-8"].conditional


def test_the_underlined_factors_of_a_counter_are_traits() -> None:
    book = catalogue()
    for nationality in book.nationalities:
        for unit in book.units(nationality):
            assert ("assault_fire" in unit.traits) == unit.assault_fire
            assert ("spraying_fire" in unit.traits) == unit.spraying_fire


def test_every_trait_cites_a_rule_of_the_index() -> None:
    lines = every_line()
    assert len(lines) > 15
    assert all(entry(line.rule).number == line.rule for line in lines)
