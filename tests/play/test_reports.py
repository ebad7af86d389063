"""Reports for people: no interval of nothing, and a word where a map can't be walked."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner
from msgspec.structs import replace

from goodorder.cli import main
from goodorder.sim.game import GameResult
from goodorder.sim.report import as_text, thinking

GAME = GameResult("first", 1, ("standard", "random"), 0, 4, 100, 1.0, (1, 5), ("german", "russian"))


def test_one_game_is_told_without_an_interval() -> None:
    text = "\n".join(as_text([GAME], ("standard", "random"), 1.0))
    assert "95%" not in text and "1 of 1 won" in text and "standard never as russian" in text


def test_two_games_of_a_side_have_their_interval() -> None:
    text = "\n".join(as_text([GAME, GAME], ("standard", "random"), 1.0))
    assert "(95%:" in text and "0 of 0" not in text


def test_the_time_of_a_decision_is_told_by_bot() -> None:
    one = replace(GAME, thinking=(tuple([0.001] * 60 + [0.002] * 39 + [0.5]), (0.0001,)))
    other = replace(GAME, bots=("random", "standard"), thinking=((0.0003,), ()))
    assert thinking([one, other]) == {
        "random": {"median": 0.2, "p99": 0.3, "worst": 0.3},
        "standard": {"median": 1.0, "p99": 2.0, "worst": 500.0},
    }
    text = as_text([one], ("standard", "random"), 1.0)
    assert "  a decision of standard: median 1.0 ms, 99 of 100 within 2 ms, worst 0.50 s" in text
    assert not any("a decision of" in line for line in as_text([GAME], ("standard", "random"), 1.0))


def test_a_map_that_nobody_can_walk_is_warned_of(tmp_path: Path) -> None:
    water = tmp_path / "lake.toml"
    area = '[[area]]\nterrain = "water"\nhexes = ["A1..A4", "B0..B4", "C1..C4", "D0..D4", "E1..E4"]\n'
    water.write_text(f'name = "lake"\ntitle = "A lake"\ncolumns = 5\nrows = 4\nseed = 1\n{area}')
    found = CliRunner().invoke(main, ["board", "info", str(water)])
    assert "nobody can walk" in found.output, found.output
    shipped = CliRunner().invoke(main, ["board", "info", "village"])
    assert "nobody can walk" not in shipped.output
