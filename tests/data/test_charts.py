"""The charts as data."""

from fractions import Fraction

import pytest

from goodorder.data import DataError
from goodorder.data.catalogue import catalogue
from goodorder.data.charts import (
    close_combat,
    ift,
    ift_column,
    leader_creation,
    morale,
    movement,
    nation,
    nations,
    sequence,
    smoke,
    wounds,
)
from goodorder.data.counters.words import UnitKind

ORDER = ["no effect", "PTC", "NMC", "1MC", "2MC", "3MC", "4MC", "K/1", "K/2", "K/3", "K/4"]
ORDER += [f"{n}KIA" for n in range(1, 8)]


@pytest.mark.parametrize(
    ("fp", "final", "expected"),
    [
        (4, 7, "PTC"),
        (4, 2, "K/2"),
        (4, 5, "1MC"),
        (12, 6, "2MC"),
        (12, 3, "K/3"),
        (6, 7, "NMC"),
        (24, 4, "1KIA"),
        (24, 5, "K/4"),
        (1, -3, "1KIA"),
        (36, 16, "PTC"),
        (1, 6, "no effect"),
    ],
)
def test_fire_results_agree_with_the_worked_examples(fp: int, final: int, expected: str) -> None:
    column = ift_column(fp)
    assert column is not None
    assert str(ift().result(column, final)) == expected


@pytest.mark.parametrize(
    ("fp", "column"),
    [(Fraction(1, 2), None), (1, 1), (Fraction(7, 2), 2), (5, 4), (7, 6), (Fraction(31, 2), 12), (36, 36), (90, 36)],
)
def test_firepower_drops_to_the_highest_column_not_above_it(fp: int, column: int) -> None:
    index = ift_column(fp)
    assert column is None if index is None else ift().fp(index) == column


def test_results_never_worsen_to_the_right_nor_improve_downwards() -> None:
    table = ift()
    cells = [[ORDER.index(str(table.result(c, dr))) for c in range(11)] for dr in range(16)]
    assert sum(len(row) for row in cells) == 176
    for row in cells:
        assert row == sorted(row)
    for column in zip(*cells, strict=True):
        assert list(column) == sorted(column, reverse=True)


def test_residual_fp_is_half_the_column_used() -> None:
    table = ift()
    left = {table.fp(c): table.residual(c) for c in range(11)}
    assert left == {1: 0, 2: 1, 4: 2, 6: 2, 8: 4, 12: 6, 16: 8, 20: 8, 24: 12, 30: 12, 36: 12}


def test_each_positive_drm_from_outside_costs_residual_fp_a_column() -> None:
    table = ift()
    four, twelve = table.columns.index(4), table.columns.index(12)
    assert [table.residual(four, drm) for drm in (0, 1, 2, 3)] == [2, 1, 0, 0]
    assert [table.residual(twelve, drm) for drm in (0, 1, 2, 3, 4)] == [6, 4, 2, 1, 0]


def test_multipliers_are_exact() -> None:
    assert ift().multipliers["long_range"].factor == Fraction(1, 2)
    assert ift().multipliers["triple_point_blank"].factor == 3
    assert ift().drm["ffmo"].drm == ift().drm["ffnam"].drm == -1


@pytest.mark.parametrize(
    ("attack", "defense", "name", "kill"),
    [
        (12, 4, "3-1", 8),
        (7, 4, "3-2", 6),
        (11, 2, "4-1", 9),
        (3, 4, "1-2", 4),
        (4, 15, "1-4", 3),
        (5, 8, "1-2", 4),
        (8, 5, "3-2", 6),
        (1, 9, "<1-8", 0),
        (10, 1, "10-1", 12),
        (21, 2, ">10-1", 13),
        (Fraction(3, 2), 1, "3-2", 6),
        (4, 4, "1-1", 5),
    ],
)
def test_close_combat_odds_drop_in_the_defenders_favour(attack: int, defense: int, name: str, kill: int) -> None:
    table = close_combat()
    assert table.odds[table.column(attack, defense)].name == name
    assert table.kill_number(attack, defense) == kill


def test_close_combat_without_defense_is_an_error() -> None:
    with pytest.raises(ValueError, match="above 0"):
        close_combat().kill_number(4, 0)


def test_columns_below_even_odds_are_counted() -> None:
    table = close_combat()
    assert [table.columns_below_even(table.column(*fp)) for fp in [(1, 1), (2, 1), (1, 2), (1, 4), (1, 9)]] == [
        0,
        0,
        1,
        2,
        5,
    ]


def test_hand_to_hand_numbers_are_two_above_the_others() -> None:
    assert all(odds.hand_to_hand == odds.kill + 2 for odds in close_combat().odds)


def test_leader_creation_by_final_dr() -> None:
    table = leader_creation()
    made = [table.leader(dr) for dr in range(-1, 9)]
    assert made == ["8-1", "8-1", "8-1", "8-0", "8-0", "7-0", "7-0", "6+1", None, None]
    assert (table.drm_of("german"), table.drm_of("russian"), table.drm_of("french")) == (-1, 1, 0)
    for line in table.results:
        assert catalogue().unit(f"german:{line.leader}").kind == "leader"


def test_wounds_kill_from_five_up() -> None:
    assert [dr for dr in range(1, 8) if wounds().eliminates(dr)] == [5, 6, 7]


def test_rally_modifiers() -> None:
    assert {id: m.drm for id, m in morale().rally_drm.items()} == {"dm": 4, "self_rally": 1, "terrain": -1}


def test_movement_and_smoke_numbers() -> None:
    assert {id: movement().mf[id].mf for id in ("mmc", "smc", "wounded_smc", "inexperienced_mmc")} == {
        "mmc": 4,
        "smc": 6,
        "wounded_smc": 3,
        "inexperienced_mmc": 3,
    }
    assert smoke().hindrance["smoke_grenade"] == 2


def test_the_player_turn_has_eight_phases_in_order() -> None:
    codes = [phase.code for phase in sequence().phases]
    assert codes == ["RPh", "PFPh", "MPh", "DFPh", "AFPh", "RtPh", "APh", "CCPh"]
    order = ["start", "during", "end"]
    for phase in sequence().phases:
        times = [order.index(step.at) for step in phase.steps]
        assert times == sorted(times)


def test_every_nationality_of_the_catalogue_is_described() -> None:
    assert set(catalogue().nationalities) == set(nations())
    assert nation("russian").rule_of("never_deploys") == "A25.2"
    with pytest.raises(DataError, match="'british'"):
        nation("britsh")


def test_close_combat_with_a_vehicle() -> None:
    chart = close_combat().vehicle
    kinds: tuple[UnitKind, ...] = ("squad", "crew", "half_squad", "leader", "hero")
    assert [chart.ccv[kind] for kind in kinds] == [5, 4, 3, 2, 2]
    drm = {name: line.drm for name, line in {**chart.changes, **chart.drm}.items()}
    squad_and_leader = chart.ccv["squad"] + drm["joining_smc"]
    assert squad_and_leader == 6  # the example of A11.622
    assert (drm["unarmored"], drm["in_motion"], drm["open_topped"], drm["immobile"], drm["no_machine_gun"]) == (
        *(-3, 2, -2, -1, -1),
    )
    assert chart.by_dr[:4] == ("burn", "eliminated", "immobilized", "nothing") and len(chart.by_dr) == 6
