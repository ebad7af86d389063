"""The catalogue of counters."""

from itertools import pairwise

import pytest

from goodorder.data import DataError
from goodorder.data.catalogue import catalogue
from goodorder.data.counters.personnel import UnitType
from goodorder.data.counters.vehicles.armament import mounts

CLASSES = ("conscript", "green", "2nd_line", "1st_line", "elite")


def everything() -> list[UnitType]:
    book = catalogue()
    return [unit for nationality in book.nationalities for unit in book.units(nationality)]


def test_german_rifle_squad_has_its_printed_values() -> None:
    squad = catalogue().unit("german:4-6-7")
    assert (squad.fp, squad.range, squad.morale, squad.broken_morale) == (4, 6, 7, 7)
    assert (squad.unit_class, squad.smoke, squad.assault_fire, squad.boxed) == ("1st_line", 1, False, False)
    assert (squad.half_squad, squad.replacement, squad.hardens_to) == ("german:2-4-7", "german:4-4-7", "german:4-6-8")
    assert (squad.us_number, squad.mmc, squad.smc) == (3, True, False)


def test_leaders_carry_their_modifier_and_self_rally() -> None:
    good, poor = catalogue().unit("russian:9-2"), catalogue().unit("russian:6+1")
    assert (good.morale, good.leadership, good.boxed, good.replacement) == (9, -2, True, "russian:9-1")
    assert (poor.morale, poor.leadership, poor.replacement) == (6, 1, None)


def test_commissars_are_of_three_grades() -> None:
    three = [catalogue().unit(f"russian:{code}:commissar") for code in ("10-0", "9-0", "8+1")]
    assert [(one.morale, one.broken_morale, one.leadership, one.boxed) for one in three] == [
        (10, 10, 0, True),
        (9, 9, 0, True),
        (8, 8, 1, True),
    ]
    assert all(one.commissar and one.replacement is None and one.hardens_to is None for one in three)


@pytest.mark.parametrize("nationality", ["german", "russian", "american", "british"])
def test_leaders_are_replaced_one_step_at_a_time(nationality: str) -> None:
    chain = catalogue().leader_chain(nationality)
    assert [c.split(":")[1] for c in chain] == ["10-3", "10-2", "9-2", "9-1", "8-1", "8-0", "7-0", "6+1"]
    for better, worse in pairwise(chain):
        assert catalogue().unit(better).replacement == worse
    assert catalogue().unit("american:9-1").hardens_to == "american:9-2"


@pytest.mark.parametrize(
    ("start", "chain"),
    [
        ("german:4-6-8", ["4-6-7", "4-4-7", "4-3-6"]),
        ("german:5-4-8", ["4-4-7", "4-3-6"]),
        ("german:2-4-8", ["2-4-7", "2-3-7", "2-3-6"]),
        ("russian:6-2-8", ["5-2-7", "4-2-6"]),
        ("russian:4-5-8", ["4-4-7", "4-2-6"]),
        ("russian:2-3-7", ["2-2-6"]),
        ("american:6-6-7", ["6-6-6", "5-4-6", "5-3-6"]),
        ("american:3-4-7", ["3-4-6", "2-3-6", "2-2-6"]),
        ("british:4-5-8", ["4-5-7", "4-4-7", "4-3-6"]),
        ("british:2-4-8", ["2-4-7", "2-3-7", "2-2-6"]),
    ],
)
def test_elr_failure_replaces_a_unit_by_the_next_lower(start: str, chain: list[str]) -> None:
    unit, found = catalogue().unit(start), []
    while unit.replacement is not None:
        unit = catalogue().unit(unit.replacement)
        found.append(unit.code)
    assert found == chain


def test_a_replacement_is_the_same_size_and_never_better() -> None:
    checked = 0
    for unit in everything():
        if unit.replacement is None or unit.kind == "leader":
            continue
        lower = catalogue().unit(unit.replacement)
        assert lower.kind == unit.kind
        factors = [(lower.fp, unit.fp), (lower.range, unit.range), (lower.morale, unit.morale)]
        assert all(a <= b for a, b in factors) and any(a < b for a, b in factors), unit.id
        assert lower.unit_class and unit.unit_class
        assert CLASSES.index(lower.unit_class) < CLASSES.index(unit.unit_class), unit.id
        checked += 1
    assert checked > 60


def test_every_id_that_a_unit_names_exists() -> None:
    book = catalogue()
    for unit in everything():
        for other in (unit.half_squad, unit.replacement, unit.hardens_to):
            if other is not None:
                assert book.unit(other).nationality == unit.nationality
        if unit.half_squad is not None:
            assert book.unit(unit.half_squad).kind == "half_squad"


def test_ids_are_unique_and_four_nationalities_are_complete() -> None:
    ids = [unit.id for unit in everything()]
    assert len(ids) == len(set(ids))
    for nationality in ("german", "russian", "american", "british"):
        kinds = {unit.kind for unit in catalogue().units(nationality)}
        assert kinds == {"squad", "half_squad", "crew", "leader", "hero"}
        weapons = {weapon.kind for weapon in catalogue().weapons(nationality)}
        assert {"LMG", "MMG", "HMG"} <= weapons
        for unit in catalogue().units(nationality):
            if unit.kind == "squad" and unit.variant is None:
                assert unit.half_squad is not None, unit.id


def test_crews_may_self_rally_and_squads_may_not() -> None:
    assert catalogue().unit("german:2-2-8").boxed
    assert not catalogue().unit("german:4-6-7").boxed


def test_machine_guns_have_their_printed_values() -> None:
    lmg, hmg = catalogue().weapon("german:LMG"), catalogue().weapon("russian:HMG")
    assert (lmg.fp, lmg.range, lmg.rof, lmg.breakdown, lmg.repair, lmg.removal, lmg.pp) == (3, 8, 1, 12, 1, 6, 1)
    assert (hmg.fp, hmg.range, hmg.rof, hmg.breakdown, hmg.repair, hmg.pp) == (6, 12, 3, 12, 3, 5)
    assert lmg.machine_gun and lmg.ift and lmg.x_number is None
    assert catalogue().weapon("russian:LMG").breakdown == 11


def test_an_unknown_id_names_the_nearest_known_one() -> None:
    with pytest.raises(DataError, match="nearest known is 'german:4-6-8'"):
        catalogue().unit("german:4-6-9")
    with pytest.raises(DataError, match="nearest known is 'german'"):
        catalogue().unit("germann:4-6-7")
    with pytest.raises(DataError, match="nearest known is 'british:LMG'"):
        catalogue().weapon("british:LNG")


def test_a_vehicle_is_known_by_name_and_no_unit_or_weapon() -> None:
    for find in (catalogue().unit, catalogue().weapon):
        with pytest.raises(DataError, match="is a vehicle, neither unit nor weapon"):
            find("russian:t_34_m41")


def test_a_vehicle_has_its_armament_by_mount() -> None:
    find = catalogue().weapon
    tank = catalogue().vehicle("german:pzkpfw_ivh")
    assert mounts(tank) == ("MA", "CMG", "BMG")
    main, coaxial, bow = (find(f"{tank.id}:{mount}") for mount in mounts(tank))
    assert main.ordnance and main.caliber == 75 and main.rof == 1 and main.vehicle is tank
    assert (coaxial.fp, coaxial.range, coaxial.ift, coaxial.rof) == (5, 12, True, 0)
    assert (bow.fp, bow.range, bow.ordnance) == (3, 8, False)
    tankette = catalogue().vehicle("german:pzkpfw_ib")  # two machine guns in a turret, and nothing else
    assert mounts(tankette) == ("MA",) and find(f"{tankette.id}:MA").fp == 6 and find(f"{tankette.id}:MA").ift
    with pytest.raises(DataError, match="nearest known is 'CMG'"):
        find(f"{tank.id}:RMG")


def test_a_gun_is_a_weapon_and_no_unit() -> None:
    gun = catalogue().weapon("german:5cm_pak_38")
    assert gun.ordnance and gun.gun is catalogue().gun("german:5cm_pak_38") and gun.caliber == 50
    with pytest.raises(DataError, match="5cm PaK 38 is a Gun, no unit"):
        catalogue().unit("german:5cm_pak_38")
