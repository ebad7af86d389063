"""The rules index and the list of what is not built."""

import re

import pytest

from goodorder.data import DataError
from goodorder.data.catalogue import catalogue
from goodorder.data.charts import close_combat, ift, leader_creation, morale, movement, nations, sequence, wounds
from goodorder.data.not_built import all_not_built, not_built
from goodorder.data.requirements import rows_of
from goodorder.data.rules_index import entry, rules_index, search

NUMBER = re.compile(r"[A-EGJ](\d+)?(\.\d+[a-z]*)?|SK3\.[A-Za-z]+\.\d+")


def test_there_is_an_entry_for_every_section_the_game_touches() -> None:
    assert len(rules_index()) > 400
    for number in (
        "A4.61",
        "A7.9",
        "A8.31",
        "A10.53",
        "A11.4",
        "A17.11",
        "A18.2",
        "A19.13",
        "A24.1",
        "A26.11",
        "B10.31",
    ):
        found = entry(number)
        assert found.number == number and found.title and found.digest.endswith(".")


def test_entries_are_well_formed() -> None:
    for number, rule in rules_index().items():
        assert NUMBER.fullmatch(number), number
        assert rule.digest.endswith((".", ")")) and 1 <= len(rule.title) <= 90, number


def test_every_starter_row_that_is_no_example_can_be_opened() -> None:
    for row in rows_of("starter"):
        if row.kind != "example":
            assert entry(row.id).title


def test_every_rule_that_the_charts_name_is_in_the_index() -> None:
    table, fight = ift(), close_combat()
    named = {m.rule for m in table.multipliers.values()} | {m.rule for m in table.drm.values()}
    named |= {m.rule for m in (*fight.drm.values(), *fight.ambush.drm.values(), *morale().rally_drm.values())}
    named |= {m.rule for m in leader_creation().drm.values()} | {m.rule for m in wounds().drm.values()}
    named |= {m.rule for m in movement().mf.values()}
    named |= {step.rule for phase in sequence().phases for step in phase.steps}
    named |= {nations()[id].rule for id in ("german", "russian", "american", "british")}
    named |= {refused.rule for refused in all_not_built().values()}
    assert sorted(rule for rule in named if rule not in rules_index()) == []


def test_an_unknown_number_names_the_nearest() -> None:
    with pytest.raises(DataError, match=r"nearest known is A4\.61"):
        entry("A4.615")
    with pytest.raises(DataError, match="nearest known is"):
        entry("Q9")


def test_rules_are_found_by_number_title_and_text() -> None:
    assert search("A7.9")[0].number == "A7.9"
    assert search("rout direction")[0].number == "A10.51"
    assert "A7.9" in {rule.number for rule in search("cowering")}
    assert search("zebra") == search("") == []


def test_every_name_of_the_issue_is_on_the_list_with_a_rule() -> None:
    assert {"bypass", "concealment", "towing", "hidden_vehicles", "prisoners", "snipers", "human_wave"} <= set(
        all_not_built()
    )
    for name in all_not_built().values():
        assert entry(name.rule).number == name.rule
        assert name.text.endswith(".")
    assert not_built("bypass").rule == "A4.3"
    with pytest.raises(DataError, match="'bypass'"):
        not_built("bypas")


def test_no_leader_of_the_creation_table_is_missing() -> None:
    for line in leader_creation().results:
        for nationality in ("german", "russian", "american", "british"):
            assert catalogue().unit(f"{nationality}:{line.leader}").leadership is not None
