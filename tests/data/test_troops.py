"""Nations and formations of an order of battle: what fits its date and counters, one message where not (A25)."""

from typing import Any

import pytest
from msgspec.structs import replace

from goodorder.data import DataError
from goodorder.data.charts.nations import Setting, people, troop, troops, typical
from goodorder.data.rules_index import entry
from goodorder.data.scenario import Scenario, scenario
from goodorder.data.scenario_check import check
from goodorder.flow.sequence.opening import new_game, side_of


def changed(date: tuple[int, int], group: dict[str, Any]) -> Scenario:
    """A shipped scenario at a date, its first group changed."""
    base = scenario("patrol")
    first = base.sides[0]
    groups = (replace(first.groups[0], **group), *first.groups[1:])
    return replace(base, year=date[0], month=date[1], sides=(replace(first, groups=groups, setups=()), base.sides[1]))


def units(*types: str) -> dict[str, Any]:
    kind = type(scenario("patrol").sides[0].groups[0].units[0])
    return {"units": tuple(kind(one) for one in types), "weapons": ()}


@pytest.mark.parametrize(
    ("date", "group", "says"),
    [
        ((1944, 7), {"nation": "gurka"}, "unknown nation 'gurka'"),
        ((1944, 7), {"formation": "gurka"}, "the nearest known is 'gurkha'"),
        ((1944, 7), {"nation": "romanian"}, "Romanian troops use axis_minor counters"),
        ((1940, 6), {"nation": "free_french"}, "no Free French troops in 6/1940 (A25.53)"),
        ((1944, 7), units("french:4-5-7"), "only Vichy French have them"),
        ((1940, 6), {"nation": "vichy", **units("french:4-5-7")}, "no Vichy French troops in 6/1940 (A25.5)"),
        ((1942, 12), units("axis_minor:5-3-7"), "SMG squads are Romanian from January 1943"),
        ((1944, 9), {"nation": "bulgarian", **units("axis_minor:5-3-7")}, "Bulgarian from October 1944 (A25.84)"),
        ((1944, 7), {"formation": "smg", **units("axis_minor:3-4-7")}, "SMG squads are 5-3-7"),
        ((1942, 11), units("russian:9-0:commissar"), "Commissars serve until October 1942 (A25.22)"),
        ((1942, 10), units("partisan:9-0:commissar"), "only Russian Partisans"),
        ((1942, 5), units("russian:8+1:commissar"), "the 8+1 Commissar stands in no scenario here (A25.224)"),
        ((1942, 5), {"nation": "soviet", **units("partisan:8+1:commissar", "partisan:8-0")}, "A25.224"),
        ((1944, 7), units("american:7-6-8:usmc"), "G17.1"),
        ((1941, 12), units("american:4-4-7:early_war_pacific"), "G17.2"),
        ((1944, 7), units("russian:6-2-8:nkvd"), "A25.25"),
        ((1944, 7), units("german:4-4-7:ss"), "A25.111"),
        ((1944, 7), {"formation": "sissi", **units("finnish:6-4-8")}, "Sissi squads are 8-3-8"),
        ((1944, 7), {"formation": "bersaglieri", **units("italian:4-4-7")}, "Bersaglieri squads are 3-4-7"),
    ],
)
def test_an_order_of_battle_against_date_or_nation_is_one_message(
    date: tuple[int, int], group: dict[str, Any], says: str
) -> None:
    with pytest.raises(DataError, match=r"patrol\.toml") as caught:
        check(changed(date, group), "patrol.toml")
    assert says in str(caught.value)


@pytest.mark.parametrize(
    ("date", "group"),
    [
        ((1940, 7), {"nation": "free_french"}),
        ((1944, 7), {"formation": "gurkha"}),
        ((1940, 6), units("french:4-5-7")),
        ((1940, 7), {"nation": "vichy", **units("french:4-5-7")}),
        ((1943, 1), units("axis_minor:5-3-7")),
        ((1944, 10), {"nation": "bulgarian", **units("axis_minor:5-3-7", "axis_minor:2-2-7")}),
        ((1942, 10), units("russian:9-0:commissar", "russian:8-0")),
        ((1941, 3), units("russian:9-0:commissar", "russian:8-0")),  # A25.22 names no first date
        ((1941, 3), {"formation": "guards", **units("russian:4-5-8")}),  # nor does A25.2
        ((1942, 10), {"nation": "soviet", **units("partisan:9-0:commissar", "partisan:8-0")}),
    ],
)
def test_an_order_of_battle_that_fits_is_read(date: tuple[int, int], group: dict[str, Any]) -> None:
    check(changed(date, group), "patrol.toml")


@pytest.mark.parametrize(
    ("date", "weapon", "says"),
    [
        ((1943, 11), "british:MMG_a", ""),
        ((1943, 11), "free_french:MMG", ""),
        ((1943, 12), "british:BAZ44_a", "british:BAZ44_a is there from 1/44 on, not in 12/1943 (C13.4)"),
        ((1944, 11), "british:BAZ44_a", ""),
        ((1944, 11), "american:MMG", "in British colour, named (a), or (f) ones, not american:MMG (A25.35, A25.55)"),
        ((1943, 11), "american:MMG", "Free French have british or free_french equipment in 11/1943"),
    ],
)
def test_free_french_have_american_support_weapons_in_british_colour(
    date: tuple[int, int], weapon: str, says: str
) -> None:
    kind = type(scenario("patrol").sides[0].groups[0].units[0])
    group = {"nation": "free_french", **units("british:4-5-8"), "weapons": (kind(weapon),)}
    if not says:
        check(changed(date, group), "patrol.toml")
        return
    with pytest.raises(DataError) as caught:
        check(changed(date, group), "patrol.toml")
    assert says in caught.value.expected


def test_free_and_vichy_french_never_stand_on_one_side() -> None:
    base = changed((1941, 6), {"nation": "vichy", **units("french:4-5-7")})
    second = replace(base.sides[0].groups[0], id="other", nation="free_french", **units("british:4-5-8"))
    both = replace(base.sides[0], groups=(*base.sides[0].groups, second))
    with pytest.raises(DataError, match=r"A25\.57"):
        check(replace(base, sides=(both, base.sides[1])), "patrol.toml")


def test_starter_names_no_nation() -> None:
    base = scenario("first")
    with pytest.raises(DataError, match="A25 is not played"):
        check(replace(base, sides=(replace(base.sides[0], formation="ss"), base.sides[1])), "first.toml")


def test_a_group_names_its_nation_and_formation_and_its_side_gives_the_defaults() -> None:
    base = scenario("patrol")
    first = replace(base.sides[0], formation="anzac")
    groups = (replace(first.groups[0], nation="free_french"), *first.groups[1:])
    side = side_of(replace(base, sides=(first, base.sides[1])), replace(first, groups=groups))
    assert side.words(first.groups[0].id) == ("free_french", "anzac")
    assert side.words("another") == ("anzac",)
    assert {"british", "free_french", "anzac"} <= side.order_of_battle
    assert new_game("patrol").world.sides[0].troops == ()


def test_a_special_rule_about_troops_reaches_its_side_or_one_group() -> None:
    base = scenario("hedges")
    russian = next(side for side in base.sides if side.nationality == "russian")
    rule = type(base.ssr[0])("They fight by the early doctrine.", "troops", russian.id, troops="early_war_doctrine")
    found = replace(base, ssr=(*base.ssr, rule))
    check(found, "hedges.toml")
    assert side_of(found, russian).words("") == ("early_war_doctrine",)
    with pytest.raises(DataError, match="unknown rule 'early_war_doctrin'"):
        check(replace(base, ssr=(replace(rule, troops="early_war_doctrin"),)), "hedges.toml")
    with pytest.raises(DataError, match="use russian counters"):
        other = next(side for side in base.sides if side is not russian)
        check(replace(base, ssr=(replace(rule, side=other.id),)), "hedges.toml")


def test_every_word_of_troops_cites_a_rule_and_names_counters() -> None:
    assert len(troops()) >= 30
    for word, kind in troops().items():
        assert entry(kind.rule).number == kind.rule, word
        assert kind.counters and kind.text.endswith("."), word
    with pytest.raises(DataError, match="nearest known is 'guards'"):
        troop("gards")


def test_axis_minors_are_romanians_where_no_nation_is_named() -> None:
    assert people("axis_minor", ()) == "romanian"
    assert people("axis_minor", ("croatian",)) == "croatian"
    assert people("british", ("gurkha",)) == "british"


@pytest.mark.parametrize(
    ("army", "quality", "words", "date", "squads"),
    [
        ("german", "elite", (), (1943, 12), ("4-6-8",)),
        ("german", "elite", (), (1944, 1), ("5-4-8",)),
        ("german", "elite", ("airborne",), (1941, 5), ("5-4-8",)),
        ("russian", "elite", ("guards",), (1942, 7), ("4-5-8", "6-2-8")),
        ("russian", "elite", (), (1942, 7), ()),
        ("american", "2nd_line", ("unready",), (1943, 2), ("5-4-6",)),
        ("british", "elite", ("canadian",), (1944, 6), ("4-5-8",)),
        ("british", "2nd_line", ("colonial",), (1943, 6), ("4-4-7",)),
        ("french", "green", (), (1940, 5), ()),
        ("finnish", "elite", ("sissi",), (1942, 2), ("8-3-8",)),
    ],
)
def test_guidance_says_which_squads_stand_for_whom(
    army: str, quality: str, words: tuple[str, ...], date: tuple[int, int], squads: tuple[str, ...]
) -> None:
    found = typical(army, quality, words, date)
    assert found is not None and found.squads == squads


def test_no_guidance_where_the_rules_give_none() -> None:
    assert typical("italian", "1st_line", (), (1942, 6)) is None


def test_a_setting_knows_the_whole_enemy_order_of_battle() -> None:
    assert Setting(foes=frozenset({"italian"})).words == ()
