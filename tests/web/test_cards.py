"""What is read before and beside a game: cards, tooltips, advice."""

from __future__ import annotations

import gzip
from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from starlette.testclient import TestClient

from goodorder.data.catalogue import catalogue
from goodorder.data.counters.armament import Date
from goodorder.data.scenario import parse_scenario
from goodorder.flow.sequence.opening import new_game as position
from goodorder.play.start import given
from goodorder.web import cards
from goodorder.web.counter_cards import counter_card
from goodorder.web.messages.pages import MapDrawing
from tests.web.arena import at, vehicle
from tests.web.arena import scenario as arena_scenario

Begin = Callable[..., str]
Sit = Callable[..., Any]


@pytest.mark.parametrize(("scenario", "upper"), [("first", False), ("patrol", True)])
def test_upper_levels_are_named_only_where_they_are_played(scenario: str, upper: bool) -> None:
    drawn = cards.map_of(position(given(scenario).scenario).world)
    told = msgspec.json.decode(gzip.decompress(drawn.packed), type=MapDrawing)
    rules = {line.rule for here in told.hexes for line in here.tooltip}
    assert ("B23.42" in rules) == upper


def test_the_list_tells_who_fights_when_and_what_is_taught(web: TestClient) -> None:
    found = {one["id"]: one for one in web.get("/api/scenarios").json()}
    people = {id: [side["people"] for side in found[id]["sides"]] for id in ("kugelhopf", "goats", "empties")}
    assert people == {
        "kugelhopf": ["Free French", "German"],
        "goats": ["Italian", "Greek"],
        "empties": ["Partisan", "German"],
    }
    assert found["samovar"]["year"] == 1942
    assert {"name": "Human Waves", "rule": "A25.23"} in found["samovar"]["teaches"]


@pytest.mark.parametrize(
    ("scenario", "own", "laid_down"),
    [("bell", 0, 1), ("patrol", 0, 1), ("doors", 1, 0), ("chapel", 1, 0), ("first", 0, 0)],
)
def test_a_card_by_the_full_rules_says_once_that_no_flame_and_no_rubble_is_placed(
    web: TestClient, scenario: str, own: int, laid_down: int
) -> None:
    """By Guns too, not by flamethrowers and charges alone (B24.1, B25.13)."""
    texts = web.get(f"/api/scenarios/{scenario}").json()["special_rules"]
    assert sum("rubble" in text and "B25" in text for text in texts) == own + laid_down
    assert sum("Clause no-flames, B25" in text for text in texts) == laid_down


def test_a_card_tells_the_elr_of_each_side(web: TestClient) -> None:
    sides = web.get("/api/scenarios/first").json()["sides"]
    assert [side["elr"] for side in sides] == [side.elr for side in given("first").scenario.sides]


def test_a_card_names_vehicles_and_counts_them_apart() -> None:
    text = arena_scenario([vehicle("pzkpfw_iiif", "C4", 2), at("4-6-7", "A2")], [at("4-4-7", "P9")])
    told = cards.card(parse_scenario(text, "arena.toml"))
    forces = msgspec.to_builtins(told)["order_of_battle"]["german"]
    assert any("1 x PzKpfw IIIF" in one for one in forces)
    assert told.size == "1 against 1 squads, 1 vehicle against none"
    assert (cards.card(given("crossroads").scenario).size or "").endswith(" squads, 2 Guns against 2 Guns")
    assert "vehicles" not in (cards.card(given("first").scenario).size or "")


def test_advice_names_units_and_no_scores(new_game: Begin, sit: Sit) -> None:
    with sit(new_game()) as seat:
        for _ in range(6):
            state = seat.wait_choice()
            reasons = seat.ask("hint")["reasons"]
            assert reasons and not any("worth" in one and any(c.isdigit() for c in one) for one in reasons)
            if state["turn"]["phase"] in ("PFPh", "MPh"):
                assert any("squad" in one or "-" in one for one in reasons)
                return
            seat.answer([next(e["key"] for e in state["menu"]["entries"] if e["kind"] == "pass")])


def told_of(seat: Any, of: str) -> dict[str, str]:
    """A card by its labels."""
    card = seat.ask("card", of=of)
    return {line["label"]: line["value"] for line in card["lines"]}


def test_the_card_of_a_vehicle_has_what_the_catalogue_knows_of_it_at_the_date(new_game: Begin, sit: Sit) -> None:
    with sit(new_game()) as seat:
        panzer = told_of(seat, "german:pzkpfw_ivh")
        assert panzer["Armor of the hull"] == "8 front, 3 side and rear"
        assert panzer["Machine guns"] == "bow 3 FP, coaxial 5 FP" and panzer["Main Armament"].startswith("75L, ")
        assert "AP" in panzer["Ammunition"] and panzer["Target size"] == "normal: ±0 To Hit"
        gun = told_of(seat, "german:7_5cm_pak_40")
        assert gun["Caliber"] == "75L" and gun["Gunshield"] == "yes" and gun["ROF"] == "2"
        assert not seat.send("card", of="german:4-6-7")["ok"] and not seat.send("card", of="nothing")["ok"]


def test_every_gun_and_vehicle_has_a_card() -> None:
    book = catalogue()
    for nationality in book.nationalities:
        named = [(one.id, one.name) for one in book.guns(nationality)]
        named += [(one.id, one.name) for one in book.vehicles(nationality)]
        for key, name in named:
            card = counter_card(key, Date(1943, 7))
            assert card.title == name and len(card.lines) > 6
            assert all(line.value for line in card.lines)


@pytest.mark.parametrize(
    ("type_id", "year", "told", "rule"),
    [
        ("american:m4a1", 1943, "red", "A25.32"),
        ("american:m4a1", 1944, "black", "A25.32"),
        ("finnish:20_pstk_40", 1943, "red", "A25.79"),
        ("french:canon_ac_de_47_sa_mle_37_apx", 1940, "black", "A25.52"),
        ("german:7_5cm_pak_40", 1943, "black", "C3.3"),
        ("italian:cannone_da_47_32", 1942, "red", "A25.6"),
        ("axis_minor:tacam_t_60_r", 1943, "red", "A25.83"),
    ],
)
def test_a_card_tells_the_colour_of_the_to_hit_numbers_and_whose_rule_it_is(
    type_id: str, year: int, told: str, rule: str
) -> None:
    line = next(line for line in counter_card(type_id, Date(year, 7)).lines if line.label == "To Hit numbers")
    assert (line.value.split(",")[0], line.rule) == (told, rule)


def test_a_card_names_the_peoples_who_fire_what_others_built_by_other_numbers() -> None:
    told = {line.label: line.value for line in counter_card("axis_minor:lt_vz_38_t_a", Date(1942, 7)).lines}
    assert "black for" in told["To Hit numbers"] and "Romanian" in told["To Hit numbers"]
    mortar = {line.label for line in counter_card("finnish:81_krh_32", Date(1942, 7)).lines}
    assert "To Hit numbers" not in mortar
