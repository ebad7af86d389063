"""To Hit, To Kill, special ammunition and light anti-tank weapons against values read by hand from the rulebook."""

import tomllib
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

import pytest

from goodorder.data import DataError
from goodorder.data.charts import Shell, Shooter, ammunition, ift, latw, smoke, to_hit, to_kill, vehicle_chart
from goodorder.data.charts.to_hit import CaseId
from goodorder.data.charts.vehicles import FirePhase, MovementKind
from goodorder.data.load import DATA_FOLDER
from goodorder.data.rules_index import rules_index

# The rows of the C3 table as printed: two numbers a column, black and red.
PRINTED = {
    "vehicle": "10 10  9 8  8 7  7 6  6 5  6 4  5 3  4 2  3 1  2 0",
    "infantry": "8 8  7 6  6 5  5 4  4 3  3 2  2 1  1 0  0 -1  -1 -2",
    "area": "7 7  7 7  8 8  8 8  7 7  7 7  6 6  6 6  5 5  5 5",
}
EDGES = [(0, 6), (7, 12), (13, 18), (19, 24), (25, 30), (31, 36), (37, 42), (43, 48), (49, 54), (55, 300)]


@pytest.mark.parametrize("kind", ["vehicle", "infantry", "area"])
def test_basic_to_hit_numbers_are_those_printed_at_both_ends_of_each_column(kind: Any) -> None:
    numbers = [int(word) for word in PRINTED[kind].split()]
    for column, ends in enumerate(EDGES):
        for hexes in ends:
            assert to_hit().basic(kind, hexes, "black").number == numbers[2 * column]
            assert to_hit().basic(kind, hexes, "red").number == numbers[2 * column + 1]


def test_a_number_tells_its_row_and_its_rule() -> None:
    cell = to_hit().basic("infantry", 20, "red")
    assert (cell.number, cell.row, cell.rule) == (4, "Infantry Target Type", "C3.32")
    assert to_hit().barrel_change(None, 30).number == 0
    with pytest.raises(ValueError, match="0 hexes or more"):
        to_hit().basic("vehicle", -1, "red")


@pytest.mark.parametrize(
    ("name", "by_column"),
    [
        ("*", [0, 0, -1, -1, -1, -1, -1, -1, -1, -1]),
        ("L", [0, 0, 1, 1, 1, 1, 1, 1, 1, 1]),
        ("LL", [0, 0, 1, 1, 2, 2, 2, 2, 2, 2]),
    ],
)
def test_a_barrel_counts_past_twelve_hexes(name: str, by_column: list[int]) -> None:
    assert [to_hit().barrel_change(name, first).number for first, _ in EDGES] == by_column


def test_composite_shells_and_smoke_change_the_number_by_range() -> None:
    table = to_hit()
    firsts = [first for first, _ in EDGES]
    assert [table.ammunition_change("APCR", n).number for n in firsts] == [0, 0, -1, -1, -2, -2, -3, -3, -4, -4]
    assert [table.ammunition_change("APDS", n).number for n in firsts] == [0, 0, -1, -1, -2, -2, -3, -3, -4, -4]
    assert [table.ammunition_change("WP", n).number for n in firsts] == [2, 2, 0, 0, 0, 0, 0, 0, 0, 0]
    assert table.ammunition_change("HE", 40).number == 0


@pytest.mark.parametrize(
    ("caliber", "hexes", "change"),
    [(75, 60, 0), (57, 12, 0), (57, 13, -1), (57, 25, -2), (50, 55, -4), (40, 13, -2), (20, 37, -4), (45, 49, -4)],
)
def test_small_calibers_lose_with_range(caliber: float, hexes: int, change: int) -> None:
    assert sum(cell.number for cell in to_hit().caliber_changes(caliber, hexes)) == change


def test_modified_numbers_of_the_worked_examples() -> None:
    table = to_hit()

    def modified(kind: Any, hexes: int, colour: Any, caliber: float, barrel: str | None, ammo: str = "HE") -> int:
        gun = [table.barrel_change(barrel, hexes), table.ammunition_change(ammo, hexes)]
        gun += table.caliber_changes(caliber, hexes)
        return table.basic(kind, hexes, colour).number + sum(cell.number for cell in gun)

    assert modified("vehicle", 25, "black", 40, "LL", "APCR") == 3  # C4.5
    assert modified("infantry", 37, "black", 75, "L") == 3  # C3.6
    assert modified("infantry", 2, "black", 75, "L") == 8  # C3.7
    assert modified("vehicle", 6, "black", 50, "L") == 10  # C5.35
    assert modified("area", 18, "red", 76, "*") == 7  # C9.5
    assert modified("infantry", 6, "black", 75, "L") == 8  # C11.2
    assert modified("infantry", 7, "black", 75, None) == 7  # A12.13
    assert modified("vehicle", 8, "red", 57, "LL") == 8  # A5.132


@pytest.mark.parametrize(
    ("nationality", "maker", "year", "weapon", "misused", "colour"),
    [
        ("german", "german", 1943, "gun", False, "black"),
        ("british", "british", 1940, "vehicle", False, "black"),
        ("russian", "russian", 1945, "gun", False, "red"),
        ("italian", "italian", 1941, "gun", False, "red"),
        ("american", "american", 1943, "gun", False, "red"),
        ("american", "american", 1944, "vehicle", False, "black"),
        ("british", "american", 1943, "vehicle", False, "red"),
        ("russian", "american", 1944, "vehicle", False, "black"),
        ("french", "french", 1940, "gun", False, "black"),
        ("french", "french", 1940, "vehicle", False, "red"),
        ("french", "french", 1940, "light", False, "black"),
        ("romanian", "german", 1943, "vehicle", False, "black"),
        ("hungarian", "czech", 1942, "gun", False, "black"),
        ("axis_minor", "german", 1943, "vehicle", False, "red"),
        ("axis_minor", "axis_minor", 1942, "gun", False, "red"),
        ("finnish", "german", 1944, "gun", False, "red"),
        ("partisan", "russian", 1943, "gun", False, "red"),
        ("russian", "russian", 1942, "light", False, "black"),
        ("german", "german", 1943, "light", True, "red"),
    ],
)
def test_the_colour_goes_by_army_and_maker(
    nationality: str, maker: str, year: int, weapon: Any, misused: bool, colour: str
) -> None:
    assert to_hit().colour(Shooter(nationality, maker, year, weapon, misused))[0] == colour


def test_case_a_of_the_worked_examples() -> None:
    table = to_hit()
    assert [table.case_a("T", n, obstructed=False) for n in range(4)] == [0, 1, 2, 3]
    assert [table.case_a("ST", n, obstructed=False) for n in range(4)] == [0, 2, 3, 4]
    assert [table.case_a("NT", n, obstructed=False) for n in range(4)] == [0, 3, 4, 5]
    assert table.case_a("NT", 1, obstructed=True) == 6  # the Gun in woods of C2.2401
    assert table.case_a("NT", 2, obstructed=False) + table.case_a("T", 1, obstructed=False) == 5  # D3.51
    with pytest.raises(ValueError, match="0 to 3 hexspines"):
        table.case_a("T", 4, obstructed=False)


def test_the_other_cases_of_the_firer() -> None:
    table = to_hit()
    assert (table.case_b(obstructed=False), table.case_b(obstructed=True)) == (2, 3)
    assert [table.case_c(mount) for mount in ("T", "ST", "NT")] == [4, 4, 5]
    assert (table.case_c("T", "C1"), table.case_c("T", "C2"), table.case_c("NT", "C2")) == (5, 6, 7)
    assert [table.aim(mp) for mp in (1, 2, Fraction(5, 2), 3, Fraction(7, 2))] == ["C2", "C2", "C1", "C1", "C"]
    assert [table.cases[letter].drm for letter in ("C3", "D", "E", "F", "G", "H", "I")] == [2, 2, 2, 2, 5, 2, 1]


def test_the_cases_of_the_target() -> None:
    table = to_hit()
    letters: tuple[CaseId, ...] = ("J", "J1", "J2", "J3", "J4", "K", "M", "O")
    assert [table.cases[letter].drm for letter in letters] == [2, 3, 4, -1, -1, 2, -2, -2]
    assert [table.aim_at_mover(mp) for mp in (Fraction(1, 2), 1, 2, 3, Fraction(7, 2))] == ["J2", "J2", "J1", "J1", "J"]
    assert [table.case_l(hexes) for hexes in range(4)] == [0, -2, -1, 0]
    assert [table.case_p(size) for size in ("very large", "large", "normal", "small", "very small")] == [
        -2,
        -1,
        0,
        1,
        2,
    ]
    assert [table.acquisition.after(held) for held in (0, -1, -2)] == [-1, -2, -2]


def test_which_cases_count_on_the_area_target_type_and_for_weapons_with_their_own_table() -> None:
    cases = to_hit().cases
    off_area = {letter for letter, case in cases.items() if not case.area}
    assert off_area == {"C1", "C2", "C3", "C4", "E", "G", "L", "Q"}
    own_table = {letter for letter, case in cases.items() if case.latw}
    assert own_table == set("CDGHJKOPQR") | {"C1", "C2", "C3", "C4", "J1", "J2", "J3", "J4"}
    assert {letter for letter, case in cases.items() if not case.sw} == {"A", "E", "F"}
    with pytest.raises(DataError, match="unknown Case 'S'"):
        to_hit().case("S")
    assert to_hit().case("J2").without == ("J", "J1")


def test_improbable_hits() -> None:
    table = to_hit().improbable
    assert [table.result(dr, hull_down=False) for dr in range(1, 7)] == ["critical", "turret", "hull"] + ["miss"] * 3
    assert table.result(3, hull_down=True) == "miss"
    with pytest.raises(ValueError, match="1 to 6"):
        table.result(7, hull_down=False)


@pytest.mark.parametrize(
    ("modified", "final", "dr"), [(8, 3, 4), (7, 3, 3), (5, 2, 2), (2, 0, 1), (1, 0, 1), (0, -1, 1)]
)
def test_critical_hits_on_the_infantry_target_type(modified: int, final: int, dr: int) -> None:
    table = to_hit().critical
    assert (table.highest_final(modified), table.highest_dr(modified)) == (final, dr)


def test_multiple_hits_and_numbers_of_guns() -> None:
    table = to_hit()
    assert [table.multiple.fits(caliber) for caliber in (12.7, 15, 20, 40, 45)] == [False, True, True, True, False]
    assert table.fp_share("area") == Fraction(1, 2) and table.fp_share("infantry") == 1
    assert (table.gun.breakdown, table.gun.intensive_fire_b, table.gun.ife_range) == (12, -2, 16)
    assert [table.composite("german", caliber, "LL") for caliber in (28, 40, 75)] == [True, True, False]
    assert not table.composite("russian", 28, "LL")


# The AP table as printed: a column's number, then the bores beneath it.
AP = """5 12.7 15|6 20L|7 20LL 25LL 37*|8 37 47* 57* 70*|9 37L 40 57 65* 76*|10 40L 45L 47 75*|11 37LL 45LL 47L 50 88*
|12 76 84*|13 50L 88 120*|14 75 105|15 57L 57LL|17 75L 76L 80L 83L 85L 150* 152*|19 77L 200L|20 88L
|21 90L 105L 150 152 155|23 75LL 76LL|25 122L|27 88LL 100L 120L|28 150L 155L|32 140L|33 128L 170L"""
APCR = "10 37L|12 28LL 45L|13 45LL 47L|14 40LL 50|17 50L|18 57LL|19 85L|20 75L 76L|23 88L|27 90L"
HEAT = "11 57 65 94|12 70|13 75 76|14 100|15 105 114|16 95|17 122|21 150|26 37 40 47"


def bores(text: str) -> Iterator[tuple[int, float, str | None]]:
    for column in text.replace("\n", "").split("|"):
        number, *found = column.split()
        for bore in found:
            size = bore.rstrip("L*")
            yield int(number), float(size), bore[len(size) :] or None


@pytest.mark.parametrize(("ammo", "text"), [("AP", AP), ("APCR", APCR), ("APDS", "18 57L|25 76LL"), ("HEAT", HEAT)])
def test_basic_to_kill_numbers_are_those_printed(ammo: Any, text: str) -> None:
    for number, caliber, barrel in bores(text):
        cell = to_kill().basic(Shell(ammo, caliber, barrel))
        assert cell is not None and cell.number == number, (ammo, caliber, barrel)


@pytest.mark.parametrize(
    ("shell", "number"),
    [
        (Shell("AP", 76, "L", "russian"), 13),
        (Shell("AP", 76, "LL", "russian"), 16),
        (Shell("AP", 76, "L", "american"), 17),
        (Shell("AP", 90, "L", "italian"), 20),
        (Shell("AP", 75, "*", "japanese"), 12),
        (Shell("APCR", 76, "L", "russian"), 14),
        (Shell("APCR", 76, "L", "american"), 22),
        (Shell("APCR", 76, "LL", "russian"), 18),
        (Shell("HEAT", 75, "*"), 13),
    ],
)
def test_some_bores_stand_twice_told_apart_by_their_maker(shell: Shell, number: int) -> None:
    cell = to_kill().basic(shell)
    assert cell is not None and cell.number == number


def test_there_is_no_number_for_what_no_table_has() -> None:
    assert to_kill().basic(Shell("AP", 81, "*")) is None
    assert to_kill().basic(Shell("HE", 15)) is None and to_kill().unarmored(Shell("HE", 12.7)) is None
    assert to_kill().number(Shell("AP", 20, "L"), 49) is None
    assert to_kill().number(Shell("APCR", 45, "L"), 31) is None


def test_case_d_by_range() -> None:
    table = to_kill()
    firsts = [0, 2, 3, 7, 13, 19, 25, 31, 37, 43, 49, 55, 61, 67, 73, 79]

    def row(shell: Shell) -> list[int | None]:
        cells = [table.range_change(shell, hexes) for hexes in firsts]
        return [None if cell is None else cell.number for cell in cells]

    assert row(Shell("AP", 25, "LL")) == [2, 1, 1, 0, 0, -1, -2, -3, -4, -5] + [None] * 6
    assert row(Shell("AP", 37, "L")) == [1, 1, 0, 0, 0, -1, -2, -2, -3, -4, -4, -5] + [None] * 4
    assert row(Shell("AP", 75)) == [1, 0, 0, 0, 0, -1, -1, -2, -2, -3, -3, -4, -4, -5, -5, None]
    assert row(Shell("APCR", 57, "LL"))[:8] == [3, 2, 1, 0, -2, -4, -6, None]
    assert row(Shell("APCR", 75, "L"))[:11] == [3, 2, 1, 0, -1, -3, -4, -5, -6, -7, None]
    assert row(Shell("APDS", 76, "LL"))[:11] == [1, 0, 0, 0, 0, 0, -1, -2, -3, -4, None]
    assert set(row(Shell("HEAT", 75))) == set(row(Shell("HE", 75))) == {0}


def test_to_kill_numbers_of_the_worked_examples() -> None:
    table = to_kill()
    basic, by_range = table.basic(Shell("AP", 50, "L")), table.range_change(Shell("AP", 50, "L"), 25)
    assert basic and by_range and basic.number + table.rear + by_range.number - 8 == 4  # C7.24, a KV-1E's rear
    gun = table.carried("MG").number
    near, two = table.carried_range_change(1), table.carried_range_change(2)
    assert near and two
    assert gun + table.rear + near.number - 1 == 6  # C7.24, a PzKpfw IIA's rear
    assert gun + two.number - 1 == 4  # D.8, a SPW 251/1
    number = table.number(Shell("AP", 50, "L"), 25)
    assert number is not None and (number.number, number.row) == (11, "AP, 50L, at 25 hexes")


def test_carried_weapons() -> None:
    table = to_kill()
    kinds = {"BAZ43": 13, "BAZ44": 16, "BAZ45": 16, "PSK": 26, "PIAT": 15, "PF": 31, "PFk": 22, "MG": 4}
    assert {kind: table.carried(kind).number for kind in kinds} == kinds
    assert [table.atr(army, None).number for army in ("german", "russian", "british")] == [5, 6, 5]
    assert [table.atr(army, 20).number for army in ("finnish", "italian", "allied_minor")] == [6, 6, 6]


def test_he_against_armor_and_the_unarmored() -> None:
    table = to_kill()
    calibers = [20, 30, 37, 40, 50, 57, 70, 76, 80, 100, 105, 120, 150, 155]
    armored = [table.basic(Shell("HE", caliber)) for caliber in calibers]
    assert [cell and cell.number for cell in armored] == [3, 4, 4, 5, 6, 6, 7, 7, 8, 10, 10, 12, 16, 16]
    soft = [table.unarmored(Shell("HE", caliber)) for caliber in calibers]
    assert [cell and cell.number for cell in soft] == [6, 8, 8, 9, 10, 10, 12, 12, 14, 16, 16, 18, 20, 20]


@pytest.mark.parametrize(
    ("ammo", "caliber", "final"),
    [
        *(("AP", 20, 7), ("AP", 28, 7), ("AP", 37, 8), ("APCR", 57, 8), ("AP", 65, 9), ("AP", 84, 9), ("APDS", 76, 9)),
        *(("AP", 85, 10), ("AP", 94, 10), ("AP", 100, 11), ("AP", 152, 11), ("HEAT", 75, 11)),
    ],
)
def test_final_numbers_against_the_unarmored(ammo: Any, caliber: float, final: int) -> None:
    cell = to_kill().unarmored(Shell(ammo, caliber))
    assert cell is not None and cell.number == final


def test_flame_and_charges() -> None:
    table = to_kill()
    ft, mol = table.flame["ft"], table.flame["mol"]
    assert (ft.basic(long_range=False), ft.basic(long_range=True), mol.tk) == (8, 4, 6)
    assert (ft.both, mol.both, mol.moving_target) == (True, False, -2)
    assert [table.charge.position(dr) for dr in (5, 6, 8, 9, 11, 12)] == [
        "aerial",
        "armor",
        "armor",
        "riders",
        "riders",
        "none",
    ]
    drm = {name: line.drm for name, line in table.charge.drm.items()}
    assert (drm["thrown"], drm["thrown_from_motion"], drm["through_rear"], drm["immobile"]) == (2, 3, -1, -2)


def test_armor_from_above_and_indirect_fire() -> None:
    table = to_kill()
    assert table.aerial_armor(3) == 2  # C7.12, a T-50
    found = [table.aerial_armor(step) for step in (0, 1, 2, 4, 6, 8, 11, 14, 18, 26)]
    assert found == [0, 0, 1, 3, 3, 4, 4, None, None, None]
    assert table.indirect.drm((4, 3, 4, 3), open_topped=False) == -1  # C3.332, a PzKpfw IIIG
    assert table.indirect.drm((1, 1, 1, 1), open_topped=True) == -2
    assert table.indirect.drm((11, 8, 8, 8), open_topped=False) == 1
    assert table.indirect.drm((6, 4, 6, 4), open_topped=False) == 0
    assert [table.same_hex_facing(dr) for dr in range(1, 7)] == ["rear", "rear", "side", "side", "front", "front"]


def test_afv_destruction() -> None:
    table = to_kill()
    direct, flame, gun = table.afv_fates("direct"), table.afv_fates("flame"), table.afv_fates("mg")
    assert [direct.fate(dr, 7) for dr in (2, 3, 4, 6, 7, 8, 9)] == [
        *("burn", "burn", "eliminated", "eliminated"),
        *("immobilized or shock", "possible shock", None),
    ]
    assert direct.fate(8, 7, he=True) == "immobilized or shock"
    assert (direct.fate(4, 7, burn_drm=table.red_survival_drm), direct.fate(5, 7, burn_drm=-1)) == (
        "burn",
        "eliminated",
    )
    assert [flame.fate(dr, 8) for dr in (4, 7, 8, 9)] == ["burn", "burn", "eliminated", None]
    assert [gun.fate(dr, 4) for dr in (2, 3, 4, 5)] == ["burn", "eliminated", "stun", None]
    assert [table.afv_fates("close_combat").fate(dr, 5) for dr in (2, 3, 5, 6)] == [
        *("burn", "eliminated", "immobilized", None)
    ]
    assert table.afv_fates("ap_mines").fate(2, 6) == "immobilized"
    assert table.afv_fates("charge").fate(8, 7) is None and table.afv_fates("charge").fate(8, 7, he=True) is not None


def test_destruction_of_other_vehicles_and_of_guns() -> None:
    table = to_kill()
    assert [table.vehicle_fates("direct").fate(dr, 9) for dr in (4, 5, 9, 10)] == [
        *("burn", "eliminated", "immobilized", None)
    ]
    assert table.vehicle_fates("flame").fate(9, 9) == "eliminated"
    he, ap, rifles = table.gun_fates("ordnance"), table.gun_fates("ap"), table.gun_fates("small_arms")
    assert (he.kia, he.k, he.critical) == ("eliminated", "malfunction and reduction", "eliminated")
    assert ap.k == "eliminated" and (rifles.kia, rifles.k, rifles.critical) == ("random", None, None)
    assert (table.shock.shock_up_to, table.shock.unconfirmed_up_to, table.dud) == (2, 3, 12)


@pytest.mark.parametrize(
    ("caliber", "fp"),
    [
        *((20, 1), (30, 2), (37, 4), (50, 6), (57, 6), (60, 8), (75, 12), (76, 12), (81, 16), (90, 16), (100, 20)),
        *((105, 20), (120, 24), (150, 30), (155, 30), (203, 36)),
    ],
)
def test_he_attacks_on_the_column_of_its_caliber(caliber: float, fp: int) -> None:
    cell = ift().he_firepower(caliber)
    assert cell is not None and (cell.number, cell.rule) == (fp, "C.6")


def test_heavy_payload_of_the_worked_examples() -> None:
    table = ift()
    assert table.payload_drm(120, 48) == -1
    assert table.payload_drm(150, 60) == -3
    assert table.payload_drm(250, 72) == -5
    assert table.payload_drm(155) == 0 and table.he_firepower(15) is None
    assert table.vehicle_kill_number(table.columns.index(12)).number == 8


def test_he_equivalents() -> None:
    table = ammunition()
    assert [table.ap_fp(caliber).number for caliber in (20, 28, 37, 76)] == [1, 1, 2, 2]
    kinds = {"BAZ43": 8, "PIAT": 8, "PSK": 12, "PFk": 12, "PF": 16}
    assert {kind: table.carried_fp(kind).number for kind in kinds} == kinds
    heat = [table.heat_fp(caliber) for caliber in (75, 105, 57, 20)]
    assert [cell and cell.number for cell in heat] == [8, 16, 4, None]
    limited = table.heat_fp(37, bracketed=True)
    assert limited is not None and limited.number == 12
    canister = [table.canister_fp(caliber) for caliber in (37, 75, 105, 57)]
    assert [cell and cell.number for cell in canister] == [12, 20, 24, None]


@pytest.mark.parametrize(
    ("army", "kind", "bore", "year", "month", "number"),
    [
        ("german", "APCR", "50L", 1942, 1, 6),
        ("german", "APCR", "50L", 1945, 1, None),
        ("german", "APCR", "88L", 1941, 6, 4),
        ("german", "APCR", "75L", 1941, 6, None),
        ("american", "APCR", "76L", 1944, 7, None),
        ("american", "APCR", "76L", 1944, 8, 4),
        ("american", "APCR", "76L", 1945, 1, 5),
        ("russian", "APCR", "85L", 1943, 1, 4),
        ("british", "APDS", "57L", 1944, 5, None),
        ("british", "APDS", "57L", 1944, 6, 6),
        ("british", "APDS", "76LL", 1944, 8, None),
        ("british", "APDS", "76LL", 1945, 2, 6),
        ("british", "APDS", "76LL", 1946, 2, None),
        ("italian", "APCR", "47", 1942, 2, None),
    ],
)
def test_the_supply_chart(army: str, kind: str, bore: str, year: int, month: int, number: int | None) -> None:
    cell = ammunition().supply(army, kind, bore, year, month)
    assert (cell and cell.number) == number


def test_depletion_and_dates_of_heat() -> None:
    table = ammunition()
    assert [table.depletion(dr, 5) for dr in (2, 4, 5, 6, 12)] == ["fired", "fired", "last", "none", "none"]
    assert (table.heat_from("german"), table.heat_from("russian"), table.heat_from("italian")) == (
        *((1942, 5), (1943, 1)),
        None,
    )
    assert (table.elite, table.shortage) == (1, -1)


def test_panzerfausts() -> None:
    table = latw().panzerfaust
    assert [table.to_hit_number(hexes).number for hexes in range(4)] == [10, 8, 6, 4]
    german = table.army("german", 1943, 10)
    assert german is not None and table.army("german", 1943, 9) is None and table.army("russian", 1945, 1) is None
    dates = [(1943, 10), (1944, 5), (1944, 6), (1944, 12), (1945, 1)]
    assert [german.range(*date) for date in dates] == [1, 1, 2, 2, 3]
    assert [german.shots_allowed(7, *date) for date in dates] == [7, 10, 10, 10, 14]
    finnish, romanian = table.armies["finnish"], table.armies["romanian"]
    assert (german.check, finnish.check, romanian.check, finnish.classes) == (3, 2, 2, ("elite", "1st_line"))
    assert [romanian.range(1944, month) for month in (2, 3, 5, 6)] == [0, 1, 1, 2]
    assert (romanian.shots_allowed(5, 1944, 7), romanian.shots_allowed(5, 1945, 1), romanian.crews) == (7, 5, False)
    assert table.armies["hungarian"].range(1944, 6) == 2
    with pytest.raises(ValueError, match="0 hexes"):
        table.to_hit_number(-1)


def test_other_carried_weapons() -> None:
    table = latw()
    assert [table.available("PSK", 1943, month) for month in (8, 9)] == [False, True]
    assert [table.available("BAZ43", 1942, month) for month in (10, 11)] == [False, True]
    assert [table.available("PIAT", 1943, month) for month in (3, 4)] == [False, True]
    assert table.available("ATR", 1939, 9)
    assert (table.atr.range, table.atr.fp, table.backblast.fp, table.mortar.light_most) == (12, 1, 1, 60)
    assert "PIAT" not in table.backblast.kinds and {"PF", "BAZ45", "PSK", "RCL_57"} <= set(table.backblast.kinds)


def test_smoke_of_shells() -> None:
    chart = smoke()
    assert (chart.hindrance["smoke"], chart.hindrance["wp"], chart.hindrance["burning_wreck"]) == (3, 2, 2)
    assert (chart.heights.smoke, chart.heights.wp, chart.shells.full) == (2, 4, ("PFPh",))


def test_movement_of_vehicles() -> None:
    chart = vehicle_chart()
    kinds: tuple[MovementKind, ...] = ("tracked", "half-tracked", "truck", "armored car")
    assert [chart.reverse(kind).factor for kind in kinds] == [4, 4, 3, 2]
    bypass = chart.factors["bypass"].factor
    assert bypass * 1 * chart.reverse("tracked").factor + chart.mp["start"].mp == 9  # D2.21, a BT-7
    assert (1 + 4) * chart.reverse("tracked").factor + chart.mp["stop"].mp + chart.mp["start"].mp == 22  # D2.24
    assert [chart.road_mp(buttoned_up=closed) for closed in (False, True)] == [Fraction(1, 2), Fraction(1)]
    assert (chart.mp["turn"].mp, chart.mp["turn_obstructed"].mp, chart.mp["in_the_way_at_road_rate"].mp) == (1, 2, 2)


def test_bog_of_the_worked_example_and_its_removal() -> None:
    bog, free = vehicle_chart().bog, vehicle_chart().unbogging
    assert bog.by_vehicle("low", "tracked") == 0  # D8.2, a PzKpfw IIA leaving a stream
    assert bog.drm["up_into_woods"].drm + bog.drm["obstacle_at_half"].drm == 4
    assert bog.by_vehicle("normal", "half-tracked") == 2 and bog.by_vehicle("high", "truck") == 4
    assert [free.result(dr) for dr in (0, 4, 5, 6, 7)] == ["freed", "freed", "mired", "immobilized", "immobilized"]
    assert bog.bogs_from == 12


def test_fire_of_vehicles_by_phase() -> None:
    chart = vehicle_chart()
    phases: tuple[FirePhase, ...] = ("PFPh", "MPh", "DFPh", "AFPh", "CCPh")
    half, quarter = Fraction(1, 2), Fraction(1, 4)
    assert [chart.fp_factor(phase, "mg", moving=False) for phase in phases] == [1, half, 1, half, 1]
    assert [chart.fp_factor(phase, "mg", moving=True) for phase in phases] == [0, quarter, half, quarter, half]
    assert [chart.fp_factor(phase, "ft", moving=True) for phase in phases] == [0, half, half, half, 0]
    assert [chart.mg_range[place] for place in ("bow", "coaxial", "aa", "rear")] == [8, 12, 8, 8]
    assert chart.reliability.immobilizes_from("german:pzkpfw_vg", "german") == 12
    assert chart.reliability.immobilizes_from("russian:t_34_m41", "russian") == 11
    assert chart.reliability.immobilizes_from("russian:su_57_a", "russian") == 12
    assert [chart.hull_down.gained(dr) for dr in (-1, 1, 2, 3, 4)] == [3, 3, 2, 1, 0]


def rules_in(value: Any) -> Iterator[str]:
    """Every rule that a chart names."""
    if isinstance(value, dict):
        for key, inner in value.items():
            if key in ("rule", "depression_rule") and isinstance(inner, str):
                yield inner
            else:
                yield from rules_in(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from rules_in(inner)


@pytest.mark.parametrize(
    "name", ["to_hit", "to_kill", "ammunition", "latw", "vehicles", "smoke", "ift", "close_combat"]
)
def test_every_rule_of_the_charts_can_be_opened(name: str) -> None:
    with (DATA_FOLDER / "charts" / f"{name}.toml").open("rb") as file:
        named = set(rules_in(tomllib.load(file)))
    assert sorted(rule for rule in named if rule not in rules_index()) == []
