"""The commands as a user meets them: help, JSON, plain errors, exit statuses."""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from goodorder.cli import COMMANDS, main
from goodorder.data.load import DATA_FOLDER
from goodorder.play.record import Options
from goodorder.play.session import Session
from goodorder.play.start import begin, given
from goodorder.sim import jobs_of

CASES = Path(__file__).parents[1] / "cases"
FIRE = CASES / "a07_fire" / "a07_3_resolution.toml"


def run(*words: str) -> Result:
    return CliRunner().invoke(main, list(words), prog_name="goodorder")


def data_of(*words: str) -> Any:
    result = run(*words)
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def own_scenario(path: Path) -> Path:
    """The small scenario as a file of one's own."""
    text = (DATA_FOLDER / "scenarios" / "first.toml").read_text(encoding="utf-8")
    path.write_text(text.replace('id = "first"', 'id = "mine"'), encoding="utf-8")
    return path


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_an_example(name: str) -> None:
    result = run(name, "--help")
    assert result.exit_code == 0
    assert "Example:" in result.output
    assert f"goodorder {name}" in result.output


@pytest.mark.parametrize("name", ["odds", "los", "rules", "board"])
def test_the_examples_of_the_help_run_as_written(name: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "tests").symlink_to(CASES.parent)
    own_scenario(tmp_path / "my_scenario.toml")
    monkeypatch.chdir(tmp_path)
    lines = run(name, "--help").output.partition("Example:")[2].partition("Options:")[0].splitlines()
    examples = [shlex.split(line) for line in lines if line.strip()]
    assert examples
    for words in examples:
        result = run(*words[1:])
        assert result.exit_code == 0, (words, result.output)


def test_a_folder_without_cases_is_not_a_success(tmp_path: Path) -> None:
    result = run("check", str(tmp_path))
    assert result.exit_code == 1 and "expected at least one case" in result.output


def test_an_unknown_command_names_the_nearest_one() -> None:
    result = run("chek")
    assert result.exit_code == 2
    assert "did you mean 'check'" in result.output
    assert "did you mean 'play patrol'" in run("patrol").output


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (("los", "village", "A1", "ZZ99"), "no hex"),
        (("los", "vilage", "A1", "A2"), "vilage"),
        (("board", "info", "nowhere"), "nowhere"),
        (("rules", "A99.99"), "A99.99"),
        (("check", "no-such-file.toml"), "no-such-file.toml"),
        (("sim", "frist", "-n", "1"), "first"),
        (("replay", "no-such-file"), "no-such-file"),
        (("odds", str(FIRE), "fire Z at C6"), "unknown unit 'Z'"),
    ],
)
def test_bad_input_is_one_plain_line(words: tuple[str, ...], hint: str) -> None:
    result = run(*words)
    assert result.exit_code == 1
    assert hint in result.output
    assert result.output.count("\n") == 1
    assert "Traceback" not in result.output


def test_play_serves_the_scenario_and_side_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    import goodorder.web

    asked: list[dict[str, Any]] = []
    monkeypatch.setattr(goodorder.web, "serve", lambda **words: asked.append(words))
    assert run("play", "first", "--side", "russian", "--port", "9001", "--no-browser").exit_code == 0
    words = {"port": 9001, "open_browser": False, "scenarios": [given("first")], "side": "russian", "game": None}
    assert asked == [words]
    assert "nearest known: russian" in run("play", "first", "--side", "rusian").output


def test_check_prints_the_report_and_fails_with_a_failing_case(tmp_path: Path) -> None:
    good = data_of("check", str(FIRE), "--json")
    assert good["failed"] == 0 < good["passed"]
    bad = tmp_path / "bad.toml"
    text = 'version = 1\n[[case]]\ntitle = "t"\n[[case.step]]\nask = "ift 8 5"\nresult = "NMC"\n'
    bad.write_text(text, encoding="utf-8")
    result = run("check", str(bad))
    assert result.exit_code == 1
    assert "expected result = NMC; found 2MC" in result.output


def test_los_rules_board_and_odds_speak_json() -> None:
    assert data_of("los", "village", "C4", "C5", "--json")["blocked"] is False
    rule = data_of("rules", "A4.61", "--json")
    assert rule["title"] == "Assault Movement"
    assert rule["cases"]
    assert len(data_of("board", "info", "village", "--json")["hexes"]) == 346
    odds = data_of("odds", str(FIRE), "fire A at C6", "--json")
    assert sum(line["p"] for line in odds["first"]) == pytest.approx(1)
    assert sum(one["p"] for one in odds["units"]["B"].values()) == pytest.approx(1)
    combat = data_of("odds", str(CASES / "a11_close_combat" / "a11_11_odds_and_chances.toml"), "cc A C on B", "--json")
    assert (combat["odds"], combat["kill"]) == ("2-1", 7)
    assert {one["result"]: one["exact"] for one in combat["first"]}["Casualty Reduction"] == "1/6"


def test_a_rule_leads_to_the_lines_that_decide_it_and_to_its_cases() -> None:
    forced = data_of("rules", "A8.312", "--json")
    assert [one["profiles"] for one in forced["functions"]] == [["full"]]
    for one in (*forced["functions"], *forced["builders"]):
        line = Path(one["file"]).read_text(encoding="utf-8").splitlines()[one["line"] - 1]
        assert line.startswith(f"def {one['id'].rsplit('.', 1)[1]}("), line
    for case in forced["cases"]:
        at = Path(case["file"]).read_text(encoding="utf-8").splitlines()[case["line"] - 1 :]
        assert at[0] == "[[case]]"
        assert any(case["title"] in line for line in at[:4])
    assert data_of("rules", "B10.23", "--json")["builders"][0]["file"].endswith("kernel_heights.py")
    assert len({(case["file"], case["line"]) for case in forced["cases"]}) == len(forced["cases"])


@pytest.mark.parametrize("number", ["A12.2", "C8.2", "A14.2"])
def test_a_function_that_is_asked_once_a_position_is_shown_where_it_stands(number: str) -> None:
    found = data_of("rules", number, "--json")
    for one in (*found["functions"], *found["builders"]):
        assert not one["file"].endswith("remembered.py")
        line = Path(one["file"]).read_text(encoding="utf-8").splitlines()[one["line"] - 1]
        assert line.split("(")[0].split(":")[0].split()[-1] == one["id"].rsplit(".", 1)[1], line


def test_the_rule_above_one_is_of_its_own_section() -> None:
    assert data_of("rules", "A26.3", "--json")["above"] == []
    assert {line["rule"] for line in data_of("rules", "B13.4", "--json")["above"]} == {"B13"}


def test_a_rule_that_no_function_declares_leads_to_the_lines_that_name_it() -> None:
    found = data_of("rules", "A26.22", "--json")
    assert not found["functions"]
    assert not found["builders"]
    assert found["mentions"]
    assert all("A26.22" in one["text"] for one in found["mentions"])


def test_check_runs_the_cases_of_a_rule() -> None:
    named = {case["title"] for case in data_of("rules", "A8.312", "--json")["cases"]}
    report = data_of("check", "--rule", "a8.312", "--json")
    assert {case["title"] for case in report["cases"]} == named
    assert run("check", "--rule", "A8.312", str(FIRE)).output.startswith("Error: ")
    assert run("check").exit_code == 2


def test_a_rule_is_found_by_words() -> None:
    result = run("rules", "assault", "movement")
    assert "A4.61" in result.output


def test_a_board_is_drawn(tmp_path: Path) -> None:
    file = tmp_path / "village.svg"
    assert run("board", "draw", "village", "A-E", "-o", str(file)).exit_code == 0
    assert file.read_text(encoding="utf-8").startswith("<svg")


def test_sim_reports_in_the_documented_shape(count: Any) -> None:
    report = data_of("sim", "first", "--bots", "random,idle", "-n", "4", "--seed", "3", "--json")
    count.games(4)
    keys = ["version", "seed", "games", "wins", "draws", "failures", "decisions", "seconds", "by_scenario", "by_side"]
    assert list(report) == [*keys, "thinking"]
    times = report["thinking"]["first"]["random"]
    assert 0 <= times["median"] <= times["p99"] <= times["worst"]
    assert report["games"] == 4 == sum(report["wins"].values()) + report["draws"]
    assert report["failures"] == []
    assert set(report["by_scenario"]["first"]) == {"games", "wins", "turns"}
    assert {side: line["games"] for side, line in report["by_side"]["first"].items()} == {"german": 2, "russian": 2}


def test_the_same_seed_gives_the_same_games(count: Any) -> None:
    words = ("sim", "first", "--bots", "random,random", "-n", "2", "--seed", "9", "--json")
    first, second = data_of(*words), data_of(*words)
    count.games(4)
    for clock in ("seconds", "thinking"):
        del first[clock], second[clock]
    assert first == second


def test_sim_takes_a_bot_of_ones_own_by_module_and_class(tmp_path: Path, monkeypatch: Any, count: Any) -> None:
    (tmp_path / "my_bot_of_sim.py").write_text(
        "from goodorder.bots.simple import IdlePlayer\nclass Mine(IdlePlayer):\n    name = 'mine'\n", encoding="utf-8"
    )
    monkeypatch.chdir(tmp_path)
    report = data_of("sim", "first", "--bots", "my_bot_of_sim:Mine,idle", "-n", "2", "--pairs", "--json")
    count.games(2)
    assert set(report["wins"]) == {"my_bot_of_sim:Mine", "idle"} and report["failures"] == []
    assert {side: line["games"] for side, line in report["by_side"]["first"].items()} == {"german": 1, "russian": 1}


@pytest.mark.parametrize("word", ["grandmaster", "no_such_module:Class", "random:NoSuchClass", "random:Random"])
def test_sim_refuses_what_is_no_bot_in_one_line(word: str) -> None:
    result = run("sim", "first", "--bots", f"{word},idle", "-n", "1")
    assert result.exit_code == 1 and result.output.startswith("Error: ") and result.output.count("\n") == 1


def test_a_match_in_pairs_plays_each_seed_from_both_sides() -> None:
    jobs = jobs_of(("first",), ("standard", "idle"), 4, 7, pairs=True)
    assert [(job.bots, job.seed) for job in jobs] == [
        (("standard", "idle"), 7),
        (("idle", "standard"), 7),
        (("standard", "idle"), 8),
        (("idle", "standard"), 8),
    ]


def test_replay_plays_a_record_again_and_names_the_first_difference(tmp_path: Path, count: Any) -> None:
    header, state = begin("first", {"german": "random", "russian": "random"}, Options(), {})
    session = Session(header, state)
    session.open()
    while not session.over:
        session.computer()
    count.games()
    file = tmp_path / "game.record"
    file.write_bytes(session.record().encode())
    outcome = data_of("replay", str(file), "--json")
    assert outcome["same"] is True
    assert outcome["over"] is True
    assert outcome["digest"] == session.state.digest()
    assert "wins" in run("replay", str(file), "--log").output or outcome["result"]
    file.write_bytes(session.record().encode()[:-20])
    broken = run("replay", str(file))
    assert broken.exit_code == 1
    assert broken.output.count("\n") == 1


def test_a_scenario_file_serves_where_an_id_does(tmp_path: Path) -> None:
    own = str(own_scenario(tmp_path / "mine.toml"))
    report = data_of("sim", own, "--bots", "random,random", "-n", "1", "--json")
    assert list(report["by_scenario"]) == ["mine"] and report["by_scenario"]["mine"]["games"] == 1
    assert set(report["by_side"]["mine"]) == {"german", "russian"}
    assert data_of("los", own, "D5", "H7", "--json") == data_of("los", "first", "D5", "H7", "--json")


@pytest.mark.parametrize("words", ["sim {}", "play {} --no-browser", "los {} A1 A2", "bench --scenario {}"])
def test_a_faulty_scenario_file_is_one_plain_line(words: str, tmp_path: Path) -> None:
    bad = own_scenario(tmp_path / "bad.toml")
    bad.write_text(bad.read_text(encoding="utf-8").replace("turns = 5", "turns = -5", 1), encoding="utf-8")
    result = run(*words.format(bad).split())
    assert result.exit_code == 1
    assert result.output.startswith("Error: bad.toml: ") and result.output.count("\n") == 1, result.output


def test_an_unknown_rule_names_the_nearest_one_and_no_file() -> None:
    result = run("rules", "A99")
    assert result.exit_code == 1
    assert result.output == "Error: no rule 'A99' in the index; the nearest known is A9\n"


def test_a_rule_that_stands_in_data_alone_shows_what_is_not_built() -> None:
    found = data_of("rules", "D7.11", "--json")
    assert not found["functions"] and not found["builders"]
    assert [(line["rule"], '"overruns"' in line["text"]) for line in found["above"]] == [("D7.1", True)]


def test_a_rule_is_found_in_any_case() -> None:
    assert data_of("rules", "a4.61", "--json") == data_of("rules", "A4.61", "--json")


def test_coverage_counts_the_rows_of_each_source() -> None:
    result = run("coverage", "--profile", "full", "--cases", str(FIRE))
    assert result.exit_code == 0
    for rows in ("A4: 0 of 180", "A.1-A.18: "):
        assert f"full, rows of {rows}" in result.stdout
    assert "of 47 built" in result.stdout
