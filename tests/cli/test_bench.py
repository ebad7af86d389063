"""``goodorder bench``: what the figures are made of; lines of sight on a small map with the plain kernel."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner

from goodorder.board import Map, board_names, text_map
from goodorder.board.draw.draw import board_names as shipped
from goodorder.board.library import remember
from goodorder.board.sight import los_table
from goodorder.board.sight.compiled import PLAIN, kernel_folder
from goodorder.cli import bench, bench_against, bench_play, bench_sight, bench_vehicles, bench_wave, main
from goodorder.cli.common import Plain
from goodorder.core.engine import pending
from goodorder.core.frames import Choice
from goodorder.data.scenario import scenario
from goodorder.flow.sequence.opening import new_game
from goodorder.web.preview import preview_action


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Map:
    """The benchmark on one small map, with few questions and a cache of its own."""
    monkeypatch.setenv("GOODORDER_CACHE", str(tmp_path))
    board = text_map("size 6x5\nC3 woods ; D2 grain")
    monkeypatch.setattr(bench_sight, "compose", lambda parts: board)
    monkeypatch.setattr(bench_sight, "board_names", lambda: ["small"])
    monkeypatch.setattr(los_table, "compiled", lambda: PLAIN)  # nothing is compiled into the cache of a test
    for name, value in (("SECONDS", 0.0), ("CHECKS", 300), ("PLAIN_CHECKS", 20), ("KNOWN", 100), ("RUNS", 1)):
        monkeypatch.setattr(bench_sight, name, value)
    return board


def measured(*words: str) -> str:
    result = CliRunner().invoke(main, ["bench", "--only", "sight", *words], prog_name="goodorder")
    assert result.exit_code == 0, result.output
    return result.stdout


def test_rates_come_with_calibration_pairs_and_memory(
    small: Map, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    built: list[SimpleNamespace] = []

    def build(*args: Any, **more: Any) -> Any:
        built.append(more["using"])
        return real(*args, **more)

    real = los_table.build
    monkeypatch.setattr(bench_sight, "compiled", lambda: PLAIN)
    monkeypatch.setattr(bench_sight, "build", build)
    data = json.loads(measured("--json"))
    count = len(small.locations)
    assert data["los_locations"] == count
    assert data["los_table_pairs"] == count * (count + 1) // 2
    assert data["los_table_bytes"] == count * count
    assert data["los_table_ratio"] == pytest.approx(data["los_table_pairs_per_second"] / 15_000, abs=0.06)
    assert data["los_table_slowest_board"].startswith("small ")
    assert built == [PLAIN], "one build, on one core, with the kernel that is measured"
    assert list((tmp_path / "tables").glob("*.npy")), "the cold table is kept, so that the cached one is found"
    for name in ("direct_plain", "direct_compiled", "first_map_line", "lookups_map_sees", "lookups_map_los"):
        assert data[f"los_{name}"] > 0
    assert data["los_calibration_before"] > 0 and data["los_calibration_after"] > 0
    assert data["los_compile_s"] is None, "no compiled kernel is on disk that would tell"
    assert "steps_per_second" not in data


@pytest.mark.usefixtures("small")
def test_budgets_stand_beside_what_they_bind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_sight, "compiled", lambda: PLAIN)
    lines = {line.split()[0]: line for line in measured().splitlines()}
    assert lines["los_table_cold_s"].endswith("(budget: under 0.5; met)")
    assert lines["los_table_cached_ms"].endswith("(budget: under 20; met)")
    assert lines["los_table_ratio"].endswith("(budget: at least 20; not met)"), "the plain kernel is no match"
    assert "not measured" in lines["los_compile_s"]


@pytest.mark.parametrize(
    ("name", "value", "told"),
    [
        ("steps_per_million", 400.0, "   (budget: at least 400; met)"),
        ("steps_per_million", 399.9, "   (budget: at least 400; not met)"),
        ("node_ms", 0.18, "   (budget: under 0.18; not met)"),
        ("node_ms", None, "   (budget: under 0.18)"),
        ("fork_us", 1.0, ""),
    ],
)
def test_a_budget_is_met_or_not(name: str, value: float | None, told: str) -> None:
    assert bench.against(name, value) == told


def test_an_archive_that_can_not_be_read_in_a_remembered_folder_changes_nothing(
    small: Map, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    folder = tmp_path / "boards"
    folder.mkdir()
    (folder / "bdX1").write_bytes(b"no archive at all")
    monkeypatch.setenv("GOODORDER_CONFIG", str(tmp_path / "config"))
    remember(folder)
    assert "X1" in board_names()
    monkeypatch.setattr(bench_sight, "compiled", lambda: PLAIN)
    monkeypatch.setattr(bench_sight, "board_names", shipped)
    built: list[str] = []

    def compose(told: Any) -> Map:
        built.extend(part.name for part in told)
        return small

    monkeypatch.setattr(bench_sight, "compose", compose)
    assert json.loads(measured("--json"))["los_table_pairs_per_second"] > 0
    assert {*built} == {*shipped()}


@pytest.mark.usefixtures("small")
def test_the_time_to_compile_is_printed_from_when_it_was_done(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_sight, "compiled", lambda: PLAIN)
    kernel_folder().mkdir(parents=True)
    (kernel_folder() / "ready").write_text("12.5")
    assert json.loads(measured("--json"))["los_compile_s"] == 12.5


@pytest.mark.usefixtures("small")
def test_without_a_compiler_the_plain_kernel_is_measured_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> SimpleNamespace:
        raise ImportError("numba")

    monkeypatch.setattr(bench_sight, "compiled", missing)
    data = json.loads(measured("--json"))
    assert data["los_direct_compiled"] is None and data["los_kernel_load_s"] is None
    assert data["los_direct_plain"] > 0 and data["los_lookups_map_los"] > 0
    assert "los_table_cold_s" not in data


@pytest.mark.slow
@pytest.mark.usefixtures("small")
def test_a_large_map_is_made_when_asked_for_and_its_memory_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_sight, "compiled", lambda: PLAIN)
    monkeypatch.setattr(sys, "platform", "linux")  # where the peak is told in KiB
    monkeypatch.setattr(bench_sight, "_LARGE", "print(100, 3000, 1.26)")
    assert "los_large_mb" not in json.loads(measured("--json"))
    data = json.loads(measured("--json", "--large"))
    assert (data["los_large_pixels"], data["los_large_mb"], data["los_large_s"]) == (100, 3, 1.3)
    monkeypatch.setattr(bench_sight, "_LARGE", "raise SystemExit(1)")  # no such measure on this system
    assert json.loads(measured("--json", "--large"))["los_large_mb"] is None


def test_steps_of_a_random_game_are_answers_where_there_were_two_or_more() -> None:
    game = bench_play.random_game("first", 1)
    assert 50 < game.steps < game.nodes
    assert 0 < game.node_seconds < game.seconds and game.speed > 0


@pytest.mark.parametrize("scenario_id", ["first", bench_play.NODES], ids=("plain", "with Snipers to place"))
def test_a_large_menu_is_opened_in_the_first_movement_phase(scenario_id: str) -> None:
    st = bench_play.first_movement(scenario_id)
    assert st.turn.phase == "MPh" and len(bench_play.fresh(st).menu.top()) > 3
    asked = pending(st)
    assert isinstance(asked, Choice) and asked.is_step()


def test_a_shot_at_a_tank_one_at_a_stack_and_the_menu_of_ten_tanks_are_what_they_are_called() -> None:
    st, action = bench_vehicles.tank()
    doc = preview_action(st, action)
    assert doc is not None and doc.kills and st.vehicles[action.vehicle].side == 1
    st, action = bench_vehicles.stack()
    assert len(st.side_at(action.target, 1)) == 4 and preview_action(st, action) is not None
    st = bench_vehicles.tanks()
    keys = [entry.key for entry in bench_play.fresh(st).menu.top()]
    assert len(st.vehicles) == 10 and len(keys) == 11 and bench_vehicles.open_menu(bench_play.fresh(st).menu, st) > 11


def test_scenarios_of_the_vehicles_bench_have_vehicles() -> None:
    assert all(new_game(scenario(one)).vehicles for one in bench_play.with_vehicles())
    assert {"gap", "ridge", "sluice"} <= set(bench_play.with_vehicles())
    assert not any(new_game(scenario(one)).vehicles for one in bench_play.by_the_full_rules())
    assert {"houses", "bridges", "patrol", "rearguard"} <= set(bench_play.by_the_full_rules())
    assert bench.against("vehicle_steps_per_million", 200) and set(bench_vehicles.BUDGETS) <= set(bench.BUDGETS)


@pytest.mark.slow
def test_random_play_is_measured_beside_that_of_a_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench_play, "by_the_full_rules", list)
    monkeypatch.setattr(bench_play, "with_vehicles", list)
    found = json.loads(measured("--against", "HEAD", "--games", "2", "--json"))
    assert (found["against"], found["rounds"], list(found["scenarios"])) == ("HEAD", 2, ["first"])
    one = found["scenarios"]["first"]
    assert 0 < one["least"] <= one["ratio"] <= one["largest"]
    assert one["former"] > 0 and one["present"] > 0


def test_a_commit_that_is_not_there_is_named() -> None:
    done = CliRunner().invoke(main, ["bench", "--against", "no-such-commit"])
    assert done.exit_code == 1 and "no-such-commit" in done.output and "Traceback" not in done.output


def test_a_scenario_that_a_commit_does_not_have_is_told() -> None:
    with bench_against.Player(bench_against.SOURCES) as player, pytest.raises(Plain, match="no game of nowhere"):
        player.rate("nowhere", 1)


def test_an_impulse_of_a_large_wave_is_measured_from_draft_to_window() -> None:
    st = bench_wave.wave()
    after = bench_wave.impulse(st)
    assert {unit.loc for unit in after.units.values() if unit.side == 0} != {u.loc for u in st.units.values()}
    assert set(bench_wave.BUDGETS) <= set(bench.BUDGETS)


def test_a_commit_is_measured_in_the_scenarios_that_it_has(tmp_path: Path) -> None:
    folder = tmp_path / "goodorder" / "data" / "scenarios" / "full"
    folder.mkdir(parents=True)
    (folder / "houses.toml").touch()
    assert bench_against.shipped_there(tmp_path, ("first", "houses", "chapel")) == ["houses"]
