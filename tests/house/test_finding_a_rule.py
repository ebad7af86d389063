"""The commands of ``docs/finding-a-rule.md`` lead to lines that exist."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from click.testing import CliRunner

from goodorder.cli.rules import command

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "finding-a-rule.md").read_text("utf-8")
ROWS = re.findall(r"^\| `goodorder rules (\S+)` \| \S+ \| (.+?) \|", PAGE, re.MULTILINE)


def test_each_number_was_tried_once() -> None:
    assert len({number for number, _ in ROWS}) == len(ROWS) == 39


@pytest.mark.parametrize(("number", "decides"), ROWS, ids=[number for number, _ in ROWS])
def test_a_number_leads_to_the_functions_that_decide_it_and_to_a_case(number: str, decides: str) -> None:
    done = CliRunner().invoke(command, [number, "--json"])
    assert done.exit_code == 0, done.output
    shown = json.loads(done.output)
    lines = [*shown["functions"], *shown["builders"], *shown["readers"]]
    assert lines
    assert shown["cases"]
    for one in (*lines, *shown["data"], *shown["cases"]):
        text = Path(one["file"]).read_text("utf-8").splitlines()
        assert 0 < one["line"] <= len(text), one
    names = {one["id"].rsplit(".", 1)[1] for one in (*shown["functions"], *shown["builders"])}
    named = set(re.findall(r"`([\w.]+)`", decides)) - {
        "edge_refusal",
        "nations.toml",
        "ift.toml",
        "to_hit.toml",
        "to_kill.toml",
        "dud",
    }
    assert named <= names, named - names


def test_a_rule_that_nothing_declares_by_itself_leads_to_the_one_above_it() -> None:
    shown = json.loads(CliRunner().invoke(command, ["B15.3", "--json"]).output)
    assert {one["rule"] for one in shown["above"]} == {"B15"}
    assert any("B15" in one["text"] for one in shown["above"])


def test_a_hex_of_a_board_is_no_rule() -> None:
    shown = json.loads(CliRunner().invoke(command, ["D6.2", "--json"]).output)
    assert [Path(one["file"]).name for one in shown["above"]] == ["not_built.toml"]


def test_the_pages_that_a_newcomer_opens_first_link_to_it() -> None:
    for page in ("README.md", "docs/where-does-my-code-go.md", "docs/how-to-add.md"):
        assert "finding-a-rule.md" in (ROOT / page).read_text("utf-8"), page
