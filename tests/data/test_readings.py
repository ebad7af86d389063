"""How counters are read in play: over every Gun and vehicle of the catalogue."""

from collections.abc import Iterator

import pytest

from goodorder.data import DataError
from goodorder.data.catalogue import catalogue
from goodorder.data.charts import Shell, ToKillTable, ammunition, to_hit, to_kill, vehicle_chart
from goodorder.data.charts.to_kill import ToKillAmmo
from goodorder.data.counters.armament import Ammo, AmmoKind, Date, Holder, ammo_numbers, gun_maker, in_use, maker, span
from goodorder.data.counters.guns import GunType
from goodorder.data.counters.readings import readings, settled_int
from goodorder.data.counters.vehicles import VehicleType

YEARS = [Date(year, month) for year in range(1936, 1946) for month in range(1, 13)]
GERMAN = Holder("german", "75L")


def guns() -> list[GunType]:
    book = catalogue()
    return [gun for nationality in book.nationalities for gun in book.guns(nationality)]


def vehicles() -> list[VehicleType]:
    book = catalogue()
    return [vehicle for nationality in book.nationalities for vehicle in book.vehicles(nationality)]


def pieces() -> Iterator[GunType | VehicleType]:
    yield from guns()
    yield from vehicles()


def gun(id: str) -> GunType:
    return catalogue().gun(id)


def vehicle(id: str) -> VehicleType:
    return catalogue().vehicle(id)


def test_every_gun_has_all_that_the_rules_ask_for() -> None:
    assert len(guns()) == 160
    for one in guns():
        assert 0 <= one.rate_of_fire <= 3 and 9 <= one.breakdown_number <= 12
        assert one.target_size in ("small", "normal", "large") and one.case_a_mount in ("T", "ST", "NT")
        assert isinstance(one.fires_ap, bool) and isinstance(one.fires_he, bool) and isinstance(one.hooks_slowly, bool)


def test_every_vehicle_has_all_that_the_rules_ask_for() -> None:
    assert len(vehicles()) == 314
    for one in vehicles():
        assert 0 <= one.rate_of_fire <= 3 and one.case_a_mount in ("T", "ST", "NT")
        assert one.target_size and one.ground_pressure and one.turret_type and isinstance(one.red_mp, bool)
        assert len(one.armor_factors()) == (0 if one.unarmored else 4), one.id
        assert all(factor in to_kill().armor_steps for factor in one.armor_factors())
        assert (one.caliber is not None) == (one.ma is not None and one.ma.kind == "gun"), one.id
        assert isinstance(one.fires_ap, bool) and isinstance(one.fires_he, bool)


def test_no_rate_of_fire_on_the_counter_is_none() -> None:
    assert (gun("russian:152mm_g_obr_38").rate_of_fire, vehicle("russian:is_2").rate_of_fire) == (0, 0)
    assert vehicle("american:m3_ht").ma is not None
    for one in guns():
        if one.rof is None and "rof" not in one.doubts:
            assert one.rate_of_fire == 0


def test_at_and_inf_guns_have_gunshields_unless_their_counter_says_otherwise() -> None:
    bare = {one.id for one in guns() if one.gun_type in ("AT", "INF") and not one.has_gunshield}
    assert bare == {
        "allied_minor:65mm_wz_06",
        "axis_minor:bohler_m35",
        "finnish:20_pstk_40",
        "french:canon_de_65_m_mle_06",
        "italian:cannone_da_47_32",
        "italian:cannone_da_65_17",
        "italian:cannone_da_70_15",
    }
    assert not any(one.has_gunshield for one in guns() if one.gun_type in ("ART", "AA", "MTR", "RCL"))
    assert gun("german:5cm_pak_38").has_gunshield


def test_a_free_mount_turns_as_a_turret_and_the_square_as_a_slow_one() -> None:
    assert gun("german:8_8cm_flak_18_o_36").case_a_mount == "T"
    assert gun("british:oqf_25_pounder_gun_howitzer").case_a_mount == "ST"
    assert gun("german:5cm_pak_38").case_a_mount == "NT"
    mounts = {kind: vehicle(id).case_a_mount for kind, id in SAMPLES.items()}
    assert mounts == {"T": "T", "ST": "ST", "RST": "ST", "1MT": "ST", "NT": "NT"}
    assert vehicle("russian:kv_2").case_a_mount == "NT"


SAMPLES = {
    "T": "german:pzkpfw_ivh",
    "ST": "german:pzkpfw_vg",
    "RST": "russian:bt_5_m34",
    "1MT": "german:pzkpfw_ib",
    "NT": "german:stug_iiib",
}


@pytest.mark.parametrize(
    ("id", "name", "value"),
    [
        ("american:m3a1_37mm_at_gun", "rate_of_fire", 2),
        ("finnish:76_lk_13", "target_size", "normal"),
        ("french:canon_de_65_m_mle_06", "breakdown_number", 12),
        ("french:canon_de_75_ca_mle_32", "fires_ap", True),
        ("german:15cm_k_18", "fires_ap", False),
        ("allied_minor:m76_a", "hooks_slowly", False),
        ("italian:obice_da_75_18", "hooks_slowly", True),
        ("axis_minor:r_35_45_f", "caliber", 47),
        ("british:staghound_i_a", "fires_he", True),
        ("british:crusader_i", "crew_survival", 4),
        ("british:crusader_ii", "crew_survival", 4),
        ("german:pzkpfw_iia", "turret_type", "ST"),
        ("german:marder_ii", "rate_of_fire", 2),
        ("german:buessing_nag_4500", "ground_pressure", "normal"),
        ("italian:lince", "target_size", "small"),
        ("russian:kv_1_m39_40", "ground_pressure", "normal"),
        ("american:m3_ht", "red_mp", True),
        ("russian:su_57_a", "red_mp", True),
    ],
)
def test_a_field_in_doubt_is_read_by_the_table_and_stays_in_doubt(id: str, name: str, value: object) -> None:
    piece = catalogue().gun(id) if catalogue().is_gun(id) else catalogue().vehicle(id)
    assert getattr(piece, name) == value and piece.doubts


def test_challengers_turret_is_read_from_the_picture() -> None:
    one = vehicle("british:challenger")
    assert (one.armor_factor("turret", "front"), one.armor_factor("turret", "side")) == (8, 3)


def test_every_reading_is_of_a_counter_in_doubt_or_without_data() -> None:
    known = {piece.id: piece for piece in pieces()}
    table = readings()
    assert set(table.ids()) <= set(known)
    for line in table.settled:
        fields = {name.partition(".")[2] or name for name in known[line.id].doubts}
        assert {name.partition("_")[0] if name.startswith("turret_") else name for name in line.values} <= fields
    assert set(table.red.ids) == {one.id for one in vehicles() if one.movement.red is None}
    with pytest.raises(DataError, match="expected a number of survival"):
        settled_int("german:pzkpfw_vg", "survival", None)


def test_vehicles_with_a_second_gun_or_several_bow_guns_are_refused_by_name() -> None:
    refused = {one.id: one.refusal for one in vehicles() if one.refusal is not None}
    second = {one.id for one in vehicles() if one.secondary is not None} | {"british:carrier_c"}
    several = {one.id for one in vehicles() if "mg.bow" in one.doubts}
    assert len(refused) == 10 and set(refused) == second | several
    assert refused["italian:m11_39"] == "its second gun has no data"
    assert refused["russian:t_28_m34"] == "it has several bow machine guns"


def test_a_footnote_is_no_second_gun() -> None:
    noted = [one for one in vehicles() if one.doubts.get("secondary", "").startswith(("1 ", "2 "))]
    assert len(noted) == 12 and all(one.refusal is None and one.secondary is None for one in noted)
    assert (vehicle("british:crusader_iii").bore, vehicle("british:tetrarch_cs").bore) == ("57L", "76*")
    assert vehicle("italian:l3_35").ma is not None and vehicle("italian:l3_35").bore == ""


def test_machine_guns_that_are_optional_are_not_there() -> None:
    optional = [one for one in vehicles() if one.mg.aa_optional]
    assert len(optional) > 40 and not any("aa" in one.machine_guns for one in optional)
    assert vehicle("german:pzkpfw_ivh").machine_guns == {"bow": 3, "coaxial": 5}
    assert not vehicle("german:kfz_1").armed and vehicle("german:pzkpfw_ivh").armed


def test_rear_machine_guns_arm_a_vehicle() -> None:
    assert vehicle("russian:kv_1_m41").machine_guns == {"bow": 2, "coaxial": 4, "rear": 2}
    assert vehicle("italian:ab_41").machine_guns == {"coaxial": 2, "hull_rear": 2}
    assert set(vehicle("french:amd_50_am").machine_guns) == {"rear"}


def test_halftracks_go_back_as_tracked_vehicles_do_and_are_not_fully_tracked() -> None:
    one = vehicle("german:spw_251_1")
    assert vehicle_chart().reverse(one.movement.kind).factor == 4 and not one.fully_tracked
    assert vehicle("german:pzkpfw_ivh").fully_tracked
    assert vehicle_chart().bog.by_vehicle(one.ground_pressure, one.movement.kind) == 2


def test_the_eleven_of_the_sheet_is_for_russian_vehicles_with_red_mp() -> None:
    chart = vehicle_chart().reliability
    eleven = {one.id for one in vehicles() if one.red_mp and chart.immobilizes_from(one.id, one.nationality) == 11}
    assert eleven == {one.id for one in vehicles() if one.nationality == "russian" and one.movement.red}
    assert "russian:su_57_a" not in eleven and len(eleven) > 5
    assert chart.immobilizes_from("american:m3_ht", "american") == 12


def test_an_exposed_crew_has_two() -> None:
    assert vehicle_chart().crew.exposed_drm == 2


def test_armor_by_aspect_and_facing() -> None:
    one = vehicle("russian:t_50")
    found = [one.armor_factor(aspect, side) for aspect in ("hull", "turret") for side in ("front", "side", "rear")]
    assert found == [6, 4, 4, 4, 3, 3] and min(one.armor_factors()) == 3
    marder = vehicle("german:marder_iii_t_h")
    assert (marder.armor_factor("turret", "rear"), marder.armor_factor("hull", "rear")) == (None, 1)
    truck = next(one for one in vehicles() if one.unarmored)
    assert truck.armor_factor("hull", "front") is None and truck.armor_factors() == ()


def line(listed: str, kind: AmmoKind = "smoke", number: int | None = 7) -> Ammo:
    return Ammo(kind=kind, number=number, listed=listed)


@pytest.mark.parametrize(
    ("listed", "first"),
    [
        ("4+", Date(1944, 1)),
        ("3+", Date(1943, 1)),
        ("S2+", Date(1942, 9)),
        ("A2+", Date(1942, 8)),
        ("F3+", Date(1943, 2)),
        ("N1+", Date(1941, 11)),
        ("J4+", Date(1945, 1)),
        ("J4+E", Date(1945, 1)),
    ],
)
def test_a_letter_is_the_month_and_a_digit_the_year_and_plus_lasts(listed: str, first: Date) -> None:
    found = [date for date in YEARS if ammo_numbers([line(listed)], GERMAN, date)]
    assert found == [date for date in YEARS if date >= first]


@pytest.mark.parametrize(
    ("listed", "first", "last"),
    [
        ("A4", Date(1944, 8), Date(1944, 12)),
        ("S4", Date(1944, 9), Date(1944, 12)),
        ("F3", Date(1943, 2), Date(1943, 12)),
        ("4E", Date(1944, 1), Date(1944, 12)),
        ("A4E", Date(1944, 8), Date(1944, 12)),
    ],
)
def test_without_plus_it_is_good_in_that_year_alone(listed: str, first: Date, last: Date) -> None:
    found = [date for date in YEARS if ammo_numbers([line(listed)], GERMAN, date)]
    assert (found[0], found[-1]) == (first, last)


@pytest.mark.parametrize("listed", ["P", "4+P", "3+P", "1S", "J4", "J4E"])
def test_another_theatre_and_a_month_in_doubt_give_nothing(listed: str) -> None:
    assert not any(ammo_numbers([line(listed)], GERMAN, date) for date in YEARS)


def test_the_supply_chart_settles_a_month_in_doubt() -> None:
    churchill = vehicle("british:churchill_iv")
    assert "APDS" not in churchill.ammo_numbers(Date(1944, 5))
    assert churchill.ammo_numbers(Date(1944, 6))["APDS"] == 6
    assert churchill.ammo_numbers(Date(1945, 1))["APDS"] == 7


def test_an_entry_without_a_number_is_not_available() -> None:
    assert ammo_numbers([line("4+", "IR", None)], GERMAN, Date(1945, 1)) == {}
    assert "HEAT" not in gun("german:3_7cm_pak_35_36").ammo_numbers(Date(1944, 1))
    assert "IR" not in gun("german:8cm_grw_34").ammo_numbers(Date(1944, 1))


def test_numbers_by_year_of_the_worked_example() -> None:
    tank = vehicle("russian:t_34_85")
    assert [tank.ammo_numbers(Date(year, 6)).get("APCR") for year in (1943, 1944, 1945)] == [None, 5, 6]


def test_heat_without_a_date_begins_with_its_armys() -> None:
    stug = vehicle("german:stug_iiib")
    assert [month for month in range(1, 13) if "HEAT" in stug.ammo_numbers(Date(1942, month))] == list(range(5, 13))
    with pytest.raises(DataError, match="a date of the listing"):
        span(line("X9"), GERMAN)


def test_every_line_of_special_ammunition_can_be_read_at_every_date() -> None:
    for piece in pieces():
        for date in YEARS:
            assert all(1 <= number <= 12 for number in piece.ammo_numbers(date).values())


@pytest.mark.parametrize(
    ("dates", "first", "last"),
    [
        ("39-45", Date(1939, 1), Date(1945, 12)),
        ("7/43-5/45", Date(1943, 7), Date(1945, 5)),
        ("8-12/42", Date(1942, 8), Date(1942, 12)),
        ("10-12/44", Date(1944, 10), Date(1944, 12)),
        ("14-5/43", Date(1936, 1), Date(1943, 5)),
        ("06-3/45", Date(1936, 1), Date(1945, 3)),
        ("12/42-45", Date(1942, 12), Date(1945, 12)),
        ("40", Date(1940, 1), Date(1940, 12)),
        ("5/45", Date(1945, 5), Date(1945, 5)),
    ],
)
def test_dates_of_use(dates: str, first: Date, last: Date) -> None:
    assert [date for date in YEARS if in_use(dates, date)] == [date for date in YEARS if first <= date <= last]


def test_every_piece_is_in_use_at_some_time_and_no_tiger_before_its_year() -> None:
    assert all(any(piece.in_use(date) for date in YEARS) for piece in pieces())
    assert not vehicle("german:pzkpfw_vib").in_use(Date(1943, 1)) and in_use(None, Date(1936, 1))
    assert vehicle("german:pzkpfw_ivh").in_use(Date(1944, 1))


def test_shells_never_run_out_but_for_those_with_a_number() -> None:
    date = Date(1943, 8)
    assert gun("german:5cm_pak_38").shells(date) == {"AP": None, "HE": None, "APCR": 5}
    assert vehicle("russian:su_85").shells(Date(1944, 5))["HE"] is not None
    assert gun("american:m1_57mm_at_gun").shells(date) == {"AP": None}
    assert gun("german:8cm_grw_34").shells(date)["HE"] is None and "AP" not in gun("german:8cm_grw_34").shells(date)


def test_what_is_limited_is_so_as_long_as_the_piece_is_in_use() -> None:
    for piece in pieces():
        limited = {line.kind for line in piece.ammo} & {"AP", "HE"}
        for date in YEARS if isinstance(piece, GunType) or piece.refusal is None else ():
            shells = piece.shells(date)
            assert not any(kind in shells and shells[kind] is None and piece.in_use(date) for kind in limited), piece.id


def test_makers_by_the_letter_in_the_name() -> None:
    assert maker("Sherman V(a)", "british") == "american" and maker("LT vz 38(t)A", "axis_minor") == "czech"
    assert maker("40M Turan I(r)", "hungarian") == "hungarian" and maker("M4A3(75)W", "american") == "american"
    assert gun_maker("SU-76i(g)", "russian") == "russian" and gun_maker("M4/76(a)", "russian") == "american"
    assert gun_maker("Sotka(r)", "finnish") == "russian" and gun_maker("7.62cm PaK 36r", "german") == "german"


def shells(piece: GunType | VehicleType) -> Iterator[ToKillAmmo]:
    """Every kind of shell with a To Kill number that a piece fires at some date."""
    kinds: tuple[ToKillAmmo, ...] = ("APCR", "APDS", "HEAT")
    special = {kind for date in YEARS for kind in piece.ammo_numbers(date)}
    if piece.fires_ap or "AP" in special:
        yield "AP"
    if (piece.fires_he or "HE" in special) and piece.caliber is not None and piece.caliber >= 20:
        yield "HE"
    yield from (kind for kind in kinds if kind in special)


def has_number(table: ToKillTable, piece: GunType | VehicleType, ammo: ToKillAmmo) -> bool:
    assert piece.caliber is not None
    barrel = piece.barrel if isinstance(piece, GunType) else piece.ma and piece.ma.barrel
    shell = Shell(ammo, piece.caliber, barrel or None, piece.gun_maker)
    return table.basic(shell) is not None and table.unarmored(shell) is not None


def test_every_shell_that_a_counter_fires_has_a_to_kill_number() -> None:
    """But AP of the two German Guns whose shells always fly as APCR."""
    table = to_kill()
    missing = set()
    for piece in pieces():
        if piece.caliber is None or (isinstance(piece, VehicleType) and piece.refusal is not None):
            continue
        missing |= {(piece.id, ammo) for ammo in shells(piece) if not has_number(table, piece, ammo)}
    assert missing == {("german:2_8cm_spzb_41", "AP"), ("german:4_2cm_lepak_41", "AP")}
    for id, _ in missing:
        assert to_hit().composite("german", gun(id).caliber, gun(id).barrel) and has_number(table, gun(id), "APCR")


@pytest.mark.parametrize(
    ("id", "numbers"),
    [
        ("american:BAZ43", (11, 9, 8, 7, 4)),
        ("american:BAZ45", (11, 10, 9, 8, 6, 4)),
        ("german:PSK", (11, 9, 8, 7, 4)),
        ("british:PIAT", (11, 9, 7, 5)),
        ("german:LMG", ()),
    ],
)
def test_a_rocket_launcher_has_its_own_to_hit_numbers_by_range(id: str, numbers: tuple[int, ...]) -> None:
    weapon = catalogue().weapon(id)
    assert weapon.to_hit == numbers and (not numbers or len(numbers) == weapon.range + 1)
    if numbers:
        assert weapon.to_kill == to_kill().carried(weapon.kind).number
        assert weapon.fp == ammunition().carried_fp(weapon.kind).number


def test_special_ammunition_of_support_weapons() -> None:
    book, late = catalogue(), Date(1945, 3)
    assert book.weapon("american:BAZ45").ammo_numbers(late) == {"WP": 6}
    assert book.weapon("american:RCL_57").ammo_numbers(late) == {"HEAT": 7, "WP": 6}
    assert book.weapon("american:MTR_light").ammo_numbers(Date(1944, 12)) == {}
    assert book.weapon("american:MTR_light").ammo_numbers(late) == {"WP": 7}
    assert book.weapon("british:MTR_light").ammo_numbers(Date(1940, 1)) == {"smoke": 7}


def test_every_canister_has_its_firepower() -> None:
    for piece in pieces():
        if any("canister" in piece.ammo_numbers(date) for date in YEARS):
            assert piece.caliber is not None and ammunition().canister_fp(piece.caliber) is not None, piece.id
