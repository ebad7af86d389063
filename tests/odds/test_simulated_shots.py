"""Shots of ordnance, of vehicles and of men at armor played out many times: each fate comes as often as told."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from goodorder.core.actions import ThrowCharge
from goodorder.data.catalogue import catalogue
from tests.odds.shots import SHOTS, Chances, Shot, farthest, made, played, told, vehicle_words
from tests.odds.tables_alone import Number, Row, crewed, oracle
from tests.odds.test_vehicle import ROWS, shot_of

OFTEN, WITHIN = 20_000, 4
"""Games of each shot, and the standard errors by which a fate may come more or less often than told."""
SAMPLED, LOOSELY = 400, 5

NAMES = tuple(SHOTS)


def name_of(row: Row) -> str:
    return f"{row.gun}-{row.ammo}-{row.target}-{row.frm}-{row.how}"


@pytest.mark.parametrize("name", NAMES[::3])
def test_a_shot_comes_out_as_often_as_its_odds_tell(name: str) -> None:
    st, action = made(SHOTS[name])
    read, known = told(st, action, SHOTS[name].ready)
    off, word = farthest(known, played(st, action, read, SAMPLED, 1), SAMPLED)
    assert off < LOOSELY, (word, off)


@pytest.mark.parametrize("row", ROWS[::8], ids=name_of)
def test_a_shot_at_a_vehicle_comes_out_as_often_as_the_tables_tell(row: Row) -> None:
    fates, crew = oracle(row)
    st, action = shot_of(row)
    found = played(st, action, vehicle_words(action.vehicle), SAMPLED, 1)
    off, word = farthest(fates | {"crew": crew}, found, SAMPLED)
    assert off < LOOSELY, (word, off)


@pytest.mark.soak
@pytest.mark.parametrize("name", NAMES)
def test_each_fate_of_a_shot_lies_within_four_standard_errors(name: str) -> None:
    st, action = made(SHOTS[name])
    read, known = told(st, action, SHOTS[name].ready)
    off, word = farthest(known, played(st, action, read, OFTEN, 1), OFTEN)
    assert off < WITHIN, (word, off)


@pytest.mark.soak
@pytest.mark.parametrize("row", ROWS, ids=name_of)
def test_each_fate_of_a_vehicle_lies_within_four_standard_errors_of_the_tables(row: Row) -> None:
    fates, crew = oracle(row)
    st, action = shot_of(row)
    found = played(st, action, vehicle_words(action.vehicle), OFTEN, 1)
    off, word = farthest(fates | {"crew": crew}, found, OFTEN)
    assert off < WITHIN, (word, off)


THROWN = Shot(
    "throw d by A to H5 vehicle T",
    ("A german 5-4-8 at G5", "R russian 4-4-7 at L9"),
    ("d german DC held by A",),
    ("T russian t_34_m43 at H5 facing 1 turret 1",),
)
POSITION = Row("german:7_5cm_pak_40", "HE", "russian:t_34_m43", "L5", "facing 1", "side", "side", 0, 0)
"""The vehicle as the tables see it; a DC is as HE to it, and the Gun does not matter."""


def thrown_charge() -> Chances:
    """What a DC does that is thrown at the side of a T-34 whose crew is buttoned up, by the tables (C7.346): two are
    added to the Position DR; up to 5 it meets armor of 3, up to 8 that of 6; a 12 is a dud.
    """
    found: Chances = {"crew": Fraction(0)}
    gun = catalogue().gun(POSITION.gun)
    pairs = tuple(product(range(1, 7), repeat=2))
    for white, colored in pairs:
        original = white + colored
        position = original + 2
        if original == 12 or position > 8:
            found["no effect"] = found.get("no effect", Fraction(0)) + Fraction(1, 36)
            continue
        aspect = "turret" if colored < white else "hull"
        number = Number(16 - (3 if position <= 5 else 6), True)
        for pair in pairs:
            for word, chance, out in crewed(POSITION, gun, number, aspect, sum(pair), Fraction(1, 36**2)):
                found[word] = found.get(word, Fraction(0)) + chance
                found["crew"] += chance * out
    return found


@pytest.mark.parametrize(("times", "within"), [(SAMPLED, LOOSELY), pytest.param(OFTEN, WITHIN, marks=pytest.mark.soak)])
def test_a_thrown_charge_comes_out_as_often_as_the_tables_tell(times: int, within: int) -> None:
    st, action = made(THROWN)
    assert isinstance(action, ThrowCharge)
    known = thrown_charge()
    assert sum(known.values()) - known["crew"] == 1
    off, word = farthest(known, played(st, action, vehicle_words(action.vehicle), times, 1), times)
    assert off < within, (word, off)
