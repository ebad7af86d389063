"""Gun counters: counts, a handful of values, doubts that stay doubts."""

from pathlib import Path

import pytest

from goodorder.data import DataError
from goodorder.data.catalogue import catalogue
from goodorder.data.counters.guns import GunType, read_guns

COUNTS = {
    "allied_minor": 10,
    "american": 22,
    "axis_minor": 12,
    "british": 22,
    "finnish": 12,
    "french": 13,
    "german": 29,
    "italian": 14,
    "russian": 26,
}
GUN = """[[guns]]
code = "pak"
name = "PaK"
type = "AT"
caliber = 50
repair = 1
removal = 6
manhandling = 9
"""


def everything() -> list[GunType]:
    book = catalogue()
    return [gun for nationality in book.nationalities for gun in book.guns(nationality)]


def test_guns_of_each_nationality_are_as_many_as_its_list_has() -> None:
    book = catalogue()
    counts = {nationality: len(book.guns(nationality)) for nationality in book.nationalities}
    assert {nationality: count for nationality, count in counts.items() if count} == COUNTS
    kinds = [gun.gun_type for gun in everything()]
    assert {kind: kinds.count(kind) for kind in sorted(set(kinds))} == {
        "AA": 30,
        "ART": 54,
        "AT": 44,
        "INF": 9,
        "MTR": 21,
        "RCL": 2,
    }


def test_an_anti_aircraft_gun_has_its_printed_values() -> None:
    gun = catalogue().gun("german:8_8cm_flak_18_o_36")
    assert (gun.caliber, gun.barrel, gun.rof, gun.breakdown, gun.range_max) == (88, "L", 2, 12, 370)
    assert (gun.manhandling, gun.slow_hookup, gun.size, gun.mount, gun.qsu) == (4, True, "large", "360", False)
    assert [(line.kind, line.number, line.year) for line in gun.ammo] == [
        ("APCR", 5, 1942),
        ("APCR", 4, 1943),
        ("APCR", 3, 1944),
    ]
    assert gun.limbered
    assert (gun.limbered.rof, gun.limbered.breakdown, gun.limbered.caliber) == (1, 11, 88)


def test_a_mortar_has_its_printed_values() -> None:
    gun = catalogue().gun("german:8cm_grw_34")
    assert (gun.caliber, gun.barrel, gun.rof, gun.range_min, gun.range_max) == (81, "*", 3, 2, 60)
    assert (gun.manhandling, gun.size, gun.ap, gun.he, gun.qsu) == (11, "small", False, True, True)
    assert gun.limbered is None


def test_a_gun_without_he_may_have_some_by_a_depletion_number() -> None:
    gun = catalogue().gun("american:m1_57mm_at_gun")
    assert (gun.ap, gun.he, gun.rof, gun.manhandling) == (True, False, 3, 10)
    shells = [(line.kind, line.number, line.year, line.listed) for line in gun.ammo]
    assert shells == [("HE", 7, None, "J4E"), ("HE", 7, 1945, None), ("APDS", 4, None, "J4+E")]


def test_a_gun_of_which_little_is_known_keeps_its_gaps() -> None:
    gun = catalogue().gun("british:oqf_25_pounder_gun_howitzer")
    assert (gun.caliber, gun.barrel, gun.mount) == (88, None, "slow")
    assert (gun.dates, gun.bpv, gun.range_max) == (None, None, None)
    assert not gun.one_source
    assert sum(gun.one_source for gun in everything()) == 4


@pytest.mark.parametrize(
    ("id", "field"),
    [
        ("american:m3a1_37mm_at_gun", "rof"),
        ("french:canon_de_65_m_mle_06", "breakdown"),
        ("french:canon_ac_de_47_sa_mle_37_apx", "breakdown"),
        ("french:canon_de_75_ca_mle_32", "ap"),
        ("german:15cm_k_18", "ap"),
        ("finnish:76_lk_13", "size"),
        ("italian:obice_da_75_18", "slow_hookup"),
        ("allied_minor:m76_a", "slow_hookup"),
        ("russian:100mm_ptp_obr_44", "dates"),
    ],
)
def test_a_field_in_doubt_has_no_value(id: str, field: str) -> None:
    gun = catalogue().gun(id)
    assert gun.doubts[field] and getattr(gun, field) is None


def test_every_doubt_is_told_in_words_and_no_other_printed_field_is_missing() -> None:
    doubted = [gun for gun in everything() if gun.doubts]
    assert len(doubted) == 15
    for gun in everything():
        for name in ("slow_hookup", "size", "ap", "he", "breakdown"):
            assert (getattr(gun, name) is None) == (name in gun.doubts), (gun.id, name)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("speed = 3", "unknown key 'speed'"),
        ('size = "huge"', "unknown word 'huge'"),
        ("rof = 7", "<= 3"),
        ('dates = "1943"', "matching regex"),
        ('rof = 2\ndoubts = { rof = "2 or 3" }', "no value of rof, which is in doubt"),
        ('doubts = { speed = "fast or slow" }', "doubts name no field 'speed'"),
        ('ammo = [{ kind = "HE", number = 7 }]\ndoubts = { "ammo.HE" = "7 or 8" }', "no value of ammo.HE"),
    ],
)
def test_a_sheet_with_a_mistake_is_refused_with_its_place(tmp_path: Path, line: str, told: str) -> None:
    file = tmp_path / "german.toml"
    file.write_text(GUN, encoding="utf-8")
    assert [gun.id for gun in read_guns("german", file)] == ["german:pak"]
    file.write_text(GUN + line + "\n", encoding="utf-8")
    with pytest.raises(DataError) as error:
        list(read_guns("german", file))
    assert told in str(error.value) and "guns" in error.value.place
