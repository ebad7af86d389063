"""Vehicle counters: counts, a handful of values, doubts that stay doubts."""

from typing import Any

import pytest

from goodorder.data.catalogue import catalogue
from goodorder.data.counters.vehicles import VehicleType

COUNTS = {
    "allied_minor": 6,
    "american": 41,
    "axis_minor": 16,
    "british": 67,
    "finnish": 9,
    "french": 16,
    "german": 90,
    "hungarian": 6,
    "italian": 14,
    "russian": 49,
}
AF = [0, 1, 2, 3, 4, 6, 8, 11, 14, 18, 26]


def everything() -> list[VehicleType]:
    book = catalogue()
    return [vehicle for nationality in book.nationalities for vehicle in book.vehicles(nationality)]


def test_vehicles_of_each_nationality_are_as_many_as_its_lists_have() -> None:
    book = catalogue()
    counts = {nationality: len(book.vehicles(nationality)) for nationality in book.nationalities}
    assert {nationality: count for nationality, count in counts.items() if count} == COUNTS
    lists = [vehicle.list for vehicle in everything() if vehicle.list]
    assert {name: lists.count(name) for name in set(lists)} == {"polish": 6, "romanian": 5, "lend_lease": 2}


def test_a_tank_has_its_printed_values() -> None:
    tank = catalogue().vehicle("german:pzkpfw_vg")
    assert (tank.movement.mp, tank.movement.kind, tank.movement.pressure, tank.movement.red) == (
        15,
        "tracked",
        "normal",
        False,
    )
    assert tank.armor
    assert (tank.armor.hull, tank.armor.turret, tank.armor.open_topped) == ((18, 6), (14, 6), False)
    assert (tank.size, tank.turret, tank.survival, tank.brews_up) == ("large", "ST", 6, False)
    assert tank.ma
    assert (tank.ma.kind, tank.ma.caliber, tank.ma.barrel, tank.ma.rof, tank.ma.breakdown) == ("gun", 75, "LL", 1, 12)
    assert (tank.mg.bow, tank.mg.coaxial, tank.mg.aa, tank.mg.rear) == (3, 5, 2, None)
    assert [(one.kind, one.number, one.year) for one in tank.dispensers] == [("sN", 7, 1944), ("sN", 8, 1945)]
    assert (tank.starter_kit, tank.dates, tank.weight) == (3, "10/43-45", 45.5)


def test_a_tank_without_rate_of_fire_and_radio_has_its_printed_values() -> None:
    tank = catalogue().vehicle("russian:t_34_m41")
    assert (tank.movement.mp, tank.movement.red, tank.movement.pressure) == (17, True, "low")
    assert tank.armor
    assert (tank.armor.hull, tank.armor.turret) == ((11, 6), (8, 6))
    assert tank.ma
    assert (tank.ma.caliber, tank.ma.barrel, tank.ma.rof, tank.turret) == (76, "L", None, "RST")
    assert tank.radioless
    assert [(line.kind, line.number, line.year) for line in tank.ammo] == [
        ("APCR", 4, 1942),
        ("APCR", 5, 1943),
        ("APCR", 6, 1944),
    ]


def test_a_tank_that_burns_easily_and_a_date_that_is_not_made_out() -> None:
    tank = catalogue().vehicle("american:m4a1")
    assert tank.armor
    assert (tank.armor.hull, tank.armor.turret, tank.brews_up, tank.survival) == ((11, 4), (8, 6), True, 5)
    assert [(line.kind, line.number, line.year, line.listed) for line in tank.ammo] == [
        ("smoke", 5, None, "J4+"),
        ("WP", 7, None, "J4+"),
    ]
    assert "secondary" in tank.doubts and tank.secondary is None


def test_a_truck_is_unarmored_and_its_survival_number_is_for_passengers() -> None:
    truck = catalogue().vehicle("german:opel_6700_blitz")
    assert (truck.unarmored, truck.ma, truck.movement.mp, truck.passenger_pp, truck.towing) == (True, None, 28, 21, 7)
    assert (truck.survival, truck.survival_of_passengers) == (6, True)
    assert sum(vehicle.unarmored for vehicle in everything()) == 18


def test_a_halftrack_of_which_the_color_of_the_mp_is_in_doubt() -> None:
    track = catalogue().vehicle("american:m3_ht")
    assert (track.movement.mp, track.movement.red, track.passenger_pp) == (20, None, 15)
    assert track.armor and track.ma
    assert (track.armor.hull, track.armor.turret, track.armor.open_topped) == ((0, 0), (1, 0), True)
    assert (track.ma.kind, track.mg.aa) == ("AAMG", 4)


@pytest.mark.parametrize(
    ("id", "field"),
    [
        ("german:pzkpfw_iia", "turret"),
        ("german:pzkpfw_iif", "turret"),
        ("german:marder_ii", "ma.rof"),
        ("british:crusader_i", "survival"),
        ("british:crusader_ii", "survival"),
        ("british:challenger", "armor.turret"),
        ("british:a9", "mg.bow"),
        ("axis_minor:r_35_45_f", "ma.caliber"),
        ("italian:lince", "size"),
        ("russian:kv_1_m39_40", "movement.pressure"),
        ("russian:komsomolet", "ma"),
    ],
)
def test_a_field_in_doubt_has_no_value(id: str, field: str) -> None:
    vehicle = catalogue().vehicle(id)
    value: Any = vehicle
    for name in field.split("."):
        value = getattr(value, name)
    assert vehicle.doubts[field] and value is None


def test_every_doubt_is_told_in_words_and_no_other_printed_field_is_missing() -> None:
    assert sum(bool(vehicle.doubts) for vehicle in everything()) == 51
    for vehicle in everything():
        for name in ("size", "turret", "survival"):
            assert (getattr(vehicle, name) is None) == (name in vehicle.doubts), (vehicle.id, name)
        assert (vehicle.movement.red is None) == ("movement.red" in vehicle.doubts), vehicle.id


def test_the_turret_s_armor_is_that_of_the_hull_or_the_next_step() -> None:
    for vehicle in everything():
        if vehicle.armor is None or vehicle.armor.turret is None:
            continue
        for hull, turret in zip(vehicle.armor.hull, vehicle.armor.turret, strict=True):
            assert abs(AF.index(hull) - AF.index(turret)) <= 1, vehicle.id


def test_a_gun_as_main_armament_has_a_caliber_and_of_machine_guns_the_50_cal_has() -> None:
    for vehicle in everything():
        if vehicle.ma is not None and "ma.caliber" not in vehicle.doubts:
            heavy = vehicle.ma.kind == "AAMG" and vehicle.nationality == "american" and vehicle.ma.rof == 2
            assert (vehicle.ma.caliber is not None) == (vehicle.ma.kind == "gun" or heavy), vehicle.id


def test_all_ids_of_the_catalogue_are_different() -> None:
    book = catalogue()
    counters = [
        counter.id
        for nation in book.nationalities
        for counters in (book.units(nation), book.weapons(nation), book.guns(nation), book.vehicles(nation))
        for counter in counters
    ]
    assert len(counters) == len(set(counters))
