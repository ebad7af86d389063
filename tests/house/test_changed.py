"""``test.py --changed`` finds the tests and cases that a change touches."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools import changed, checks

FORCED = "src/goodorder/rules/a08_defensive/forced.py"


def line_of(file: str, text: str) -> int:
    return next(n for n, line in enumerate(Path(changed.ROOT, file).read_text("utf-8").splitlines(), 1) if text in line)


def test_a_changed_rule_function_leads_to_its_number_and_no_other() -> None:
    assert changed.rules_of({FORCED: {line_of(FORCED, "def fire_together") + 1}}) == ["A8.312"]
    assert changed.rules_of({FORCED: {1}}) == []
    snipers = "src/goodorder/rules/a14_snipers.py"
    assert changed.rules_of({snipers: {line_of(snipers, "def placed_before_play")}}) == ["A14.2"]
    assert changed.rules_of({"docs/cases.md": {1}, "src/goodorder/gone.py": {1}}) == []


@pytest.mark.parametrize(
    ("source", "tests"),
    [
        ("src/goodorder/rules/a08_defensive/residual.py", "tests/rules/a08_defensive/test_residual.py"),
        ("src/goodorder/rules/a18_promotion.py", "tests/rules/test_a18_promotion.py"),
        ("src/goodorder/data/ways_to_nowhere.py", "tests/data"),
        ("tests/odds/test_odds.py", "tests/odds/test_odds.py"),
    ],
)
def test_a_changed_file_leads_to_the_tests_that_stand_where_it_stands(source: str, tests: str) -> None:
    assert changed.tests_of({source: {1}}) == [*changed.ALWAYS, tests]


def test_changed_case_files_are_run_and_lost_ones_are_not() -> None:
    file = next(Path(changed.ROOT, "tests", "cases").rglob("*.toml")).relative_to(changed.ROOT).as_posix()
    assert changed.case_files({file: {1}, "tests/cases/none.toml": {1}, FORCED: {1}}) == [file]


def test_what_fails_is_named_and_told(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(changed, "base_of", lambda named: "base")
    monkeypatch.setattr(changed, "changed_lines", lambda base: {})
    told = {"ruff": (0, "", 0.1), "mypy": (1, "bad type", 0.1), "pytest": (0, "", 0.1)}
    monkeypatch.setattr(checks, "run_check", lambda command: told[command[2]])
    assert checks.main(["--changed"]) == 1
    printed = capsys.readouterr().out
    assert "mypy: FAILED" in printed
    assert "bad type" in printed
    assert "FAILED: mypy in" in printed
