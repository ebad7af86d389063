"""``goodorder los``: levels, seasons, the points that mattered, and the picture of the thread."""

from __future__ import annotations

import io
import json
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result
from PIL import Image

from goodorder.board import Map, text_map
from goodorder.board.draw.los_picture import COLOURS, los_png, los_svg, thread
from goodorder.cli import main


def run(*words: str) -> Result:
    return CliRunner().invoke(main, ["los", *words], prog_name="goodorder")


def told(*words: str) -> Any:
    result = run(*words, "--json")
    assert result.exit_code == 0, result.output
    return json.loads(result.stdout)


def states(board: Map, a: str, b: str) -> list[str]:
    return [piece.state for piece in thread(board, board.index(a), board.index(b)).stretches]


def test_an_upper_level_sees_what_the_ground_does_not() -> None:
    assert told("village", "F3", "K4")["blocked"]
    above = told("village", "F3", "K4", "--from-level", "2")
    assert not above["blocked"]
    assert above["from"] == {"hex": "F3", "level": 2, "above": 2, "kind": "level"}
    assert above["to"]["level"] == 0
    assert told("village", "K4", "F3", "--to-level", "2")["blocked"] is False


def test_a_level_that_the_hex_does_not_have_is_a_plain_error_that_names_those_it_has() -> None:
    result = run("village", "F3", "K4", "--from-level", "7")
    assert result.exit_code == 1 and "F3 level 2" in result.output
    assert run("village", "F3", "K4", "--to-level", "1").exit_code == 1


def test_grain_stands_in_summer_and_orchards_have_no_leaves_in_winter() -> None:
    summer = told("farmland", "A1", "G5", "--season", "summer")
    assert {h["terrain"] for h in summer["hindrances"]} == {"grain", "brush"}
    assert summer["hindrances"] == told("farmland", "A1", "G5")["hindrances"]
    for bare in ("spring", "autumn", "winter"):
        assert {h["terrain"] for h in told("farmland", "A1", "G5", "--season", bare)["hindrances"]} == {"brush"}
    # D3 of the hills is an orchard
    assert "orchard" in run("hills", "D2", "F8", "--season", "autumn").output
    assert "orchard out of season" in run("hills", "D2", "F8", "--season", "winter").output


def test_a_scenario_keeps_its_own_season() -> None:
    result = run("first", "D5", "H7", "--season", "winter")
    assert result.exit_code == 1 and "season" in result.output


def test_each_point_of_the_line_is_told_with_hex_heights_and_rule() -> None:
    found = told("hills", "D2", "F8")
    assert [(p["hex"], p["terrain"], p["ground"], p["top"], p["rule"]) for p in found["points"]] == [
        ("D2", "grain", 0, 0.5, "A6.2"),
        ("D3", "orchard", 0, 1.0, "B14"),
        ("E4", "wall", 0, 0.5, "B9.2"),
    ]
    lines = run("hills", "D2", "F8").output.splitlines()
    assert lines[0] == found["text"]
    assert re.fullmatch(r"  D3 +orchard, level 0 up to 1 +hinders by \+1 \(B14\)", lines[3])
    assert re.fullmatch(r"  E4 +wall, level 0 up to 0.5 +blocks: .*\(B9\.2\)", lines[4])


@pytest.mark.parametrize("name", ["thread.svg", "thread.png"])
def test_the_picture_is_drawn_beside_the_verdict(name: str, tmp_path: Path) -> None:
    file = tmp_path / name
    result = run("hills", "D2", "E3", "--picture", str(file))
    assert result.exit_code == 0 and "D2 to E3, range 1" in result.output
    data = file.read_bytes()
    assert data.startswith(b"<svg" if file.suffix == ".svg" else b"\x89PNG")


def test_a_picture_of_another_kind_is_refused(tmp_path: Path) -> None:
    result = run("hills", "D2", "E3", "--picture", str(tmp_path / "thread.gif"))
    assert result.exit_code == 1 and "FILE.svg or FILE.png" in result.output
    assert not list(tmp_path.iterdir())


def test_the_thread_is_clear_up_to_the_first_hindrance_and_dashed_behind_what_blocks() -> None:
    board = text_map("E5 grain ; B5 woods")
    assert states(board, "E3", "E4") == ["clear"]
    assert states(board, "E3", "E7") == ["clear", "hindered"]
    assert states(board, "B3", "B7") == ["blocked", "beyond"]
    assert states(board, "B7", "B3") == ["blocked", "beyond"]
    hindered = thread(board, board.index("E3"), board.index("E7"))
    assert hindered.label == "Hindrance +1" and len(hindered.dots) == 1
    # the colour changes inside the hex that hinders
    assert abs(hindered.stretches[1].start[1] - board.hex("E5").y) <= 33
    blocked = thread(board, board.index("B3"), board.index("B7"))
    assert blocked.cross == blocked.stretches[0].end == blocked.stretches[1].start
    assert blocked.label == "B5 woods, A6.2"


@pytest.mark.parametrize(
    ("line", "there", "absent"),
    [
        (("E3", "E4"), {"clear"}, {"hindered", "blocked"}),
        (("E3", "E7"), {"clear", "hindered"}, {"blocked"}),
        (("B3", "B7"), {"blocked"}, {"clear", "hindered"}),
    ],
)
def test_both_pictures_show_the_thread_in_its_colours(line: tuple[str, str], there: set[Any], absent: set[Any]) -> None:
    board = text_map("E5 grain ; B5 woods")
    ends = board.index(line[0]), board.index(line[1])
    page = los_svg(board, *ends)
    words = " ".join(re.findall(r"<text [^>]*>([^<]*)</text>", page.partition('id="go-thread"')[2]))
    assert board.los(*ends).explain(board) in words
    image = Image.open(io.BytesIO(los_png(board, *ends))).convert("RGB")
    pixels = np.asarray(image).reshape(-1, 3)
    seen = {f"#{r:02x}{g:02x}{b:02x}" for r, g, b in np.unique(pixels, axis=0).tolist()}
    for state in there:
        assert COLOURS[state] in page and COLOURS[state] in seen
    for state in absent:
        assert COLOURS[state] not in page and COLOURS[state] not in seen
