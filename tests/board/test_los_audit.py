"""goodorder los-audit: against made-up verdicts always, against the field's reference program where its data lie."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner

from goodorder.board import BoardError, Map, compose, text_map
from goodorder.board.archives.vasl import read_board
from goodorder.board.map.compose_grid import Sheet, joined, turned
from goodorder.board.sight.audit import audit, concerns, is_strict, read_rows
from goodorder.cli import main
from tests.board.vasl_files import board_archive

SHARED = Path(os.environ.get("GOODORDER_SHARED") or Path(__file__).resolve().parents[3] / "shared")
HEAD = "from,from_level,to,to_level,range,blocked,hindrance,reason,alt,sym\n"
SLOPE = "E4 level 1 ; E5 level 2 ; E4 grain"


def rows_of(tmp_path: Path, *lines: str) -> list[dict[str, str]]:
    file = tmp_path / "truth.csv"
    file.write_text(HEAD + "\n".join(lines) + "\n")
    return read_rows(file)


@pytest.mark.parametrize("name", ["bd01", "bd03", "bd12"])
def test_every_strict_verdict_of_the_reference_program_is_ours(name: str) -> None:
    folder = SHARED / "vasl-boards"
    board, truth = folder / name, folder / "truth" / f"{name}.csv"
    if not board.exists() or not truth.exists():
        pytest.skip(f"NO REAL BOARDS: {folder} is absent (GOODORDER_SHARED names the folder above it)")
    found = audit(compose([(str(board), False, None)]), read_rows(truth))
    assert found.strict_rows > 2900
    assert found.unexplained == 0, found.differences[:5]
    assert found.agree + sum(found.ruled.values()) == found.strict_rows
    assert sum(found.ruled.values()) <= 0.005 * found.rows


def test_rows_are_counted_and_differences_told_with_both_reasons(tmp_path: Path) -> None:
    board = text_map("E5 woods ; C5 grain")
    rows = rows_of(
        tmp_path,
        "E3,0,E7,0,4,1,,HIGHER,,1",
        "C3,0,C7,0,4,0,1,,,1",
        "A1,0,A3,0,2,1,,HIGHER,,1",
        "A1,0,A4,0,3,1,,HIGHER,0:0,1",
        "A1,0,A5,0,4,1,,HIGHER,,0",
    )
    found = audit(board, rows)
    assert (found.rows, found.strict_rows, found.agree, found.unexplained, found.ruled) == (5, 3, 2, 1, {})
    (one,) = found.differences
    assert (one.from_, one.to, one.theirs, one.ours, one.their_reason) == (
        "A1/0",
        "A3/0",
        "blocked",
        "clear +0",
        "HIGHER",
    )


def test_a_hindrance_of_another_size_is_a_difference(tmp_path: Path) -> None:
    found = audit(text_map("C5 grain"), rows_of(tmp_path, "C3,0,C7,0,4,0,2,,,1"))
    assert found.unexplained == 1 and found.differences[0].ours == "clear +1"


def test_a_difference_that_a_ruling_explains_is_told_as_such(tmp_path: Path) -> None:
    found = audit(text_map(SLOPE), rows_of(tmp_path, "E3,0,E5,0,2,0,0,,,1"))
    assert (found.agree, found.unexplained, found.ruled) == (0, 0, {"R160": 1})
    assert found.differences[0].ruling == "R160"


def test_a_ruling_explains_only_lines_of_which_it_speaks(tmp_path: Path) -> None:
    slope = "F4 level 1 ; G5 level 2 ; F5 crags"
    beside, on_it = text_map(slope), text_map(f"{slope} ; F5 level 1")
    row = "E5,0,G5,0,2,0,{},,,1"
    assert audit(beside, rows_of(tmp_path, row.format(0))).agree == 1
    assert audit(beside, rows_of(tmp_path, row.format(1))).unexplained == 1
    assert audit(on_it, rows_of(tmp_path, row.format(0))).ruled == {"R160": 1}
    ends = [(board, board.index("E5"), board.index("G5")) for board in (beside, on_it)]
    assert [concerns(board, "R160", a, b) for board, a, b in ends] == [False, True]


def test_woods_along_a_gully_are_told_as_ruled(tmp_path: Path) -> None:
    rows = rows_of(tmp_path, "E3,0,E5,0,2,0,0,,,1")
    assert audit(text_map("E4 woods ; gully E3 E4 E5"), rows).ruled == {"R654": 1}
    assert audit(text_map("gully E3 E4 E5"), rows).agree == 1


def test_a_share_of_a_hundred_percent_is_all_rows(tmp_path: Path) -> None:
    file = tmp_path / "truth.csv"
    good, bad = "A1,0,A2,0,1,0,0,,,1\n", "A1,0,A2,0,1,1,,HIGHER,,1\n"
    file.write_text(HEAD + good * 2999 + bad)
    told = CliRunner().invoke(main, ["los-audit", "village", str(file)])
    assert told.exit_code == 1 and "2999 agree (99.9%)" in told.output
    file.write_text(HEAD + good * 3)
    assert "3 agree (100.0%)" in CliRunner().invoke(main, ["los-audit", "village", str(file)]).output


def test_a_location_that_a_hex_has_not_is_a_difference(tmp_path: Path) -> None:
    board = text_map("building E5 E6 stone 2.5 ; stairwell E6")
    found = audit(board, rows_of(tmp_path, "E5,3,E7,0,2,0,0,,,1", "E5,2,E5,1,0,1,,STAIR,,1"))
    assert found.unexplained == 1 and "no level '3'" in found.differences[0].our_reason
    assert found.agree == 1


def test_stairs_that_no_board_prints_are_a_difference_by_ruling(tmp_path: Path) -> None:
    found = audit(text_map("E5 stone_building 2"), rows_of(tmp_path, "E5,2,E5,1,0,1,,STAIR,,1"))
    assert (found.agree, found.unexplained, found.ruled) == (0, 0, {"R487": 1})


def test_an_archive_tells_all_of_its_stairs(tmp_path: Path) -> None:
    """The same house: drawn by us with stairs that nobody printed, in an archive as printed, so without."""
    ours = text_map("size 7x7 ; E5 stone_building 2")
    codes, levels = ours.raster.codes.astype(int), ours.raster.levels.astype(int)
    theirs = Map("T", read_board(board_archive(tmp_path / "bdT", codes, levels, columns=7, rows=7)).raster())
    for board, stairs in ((ours, True), (theirs, False)):
        up, down = (board.place(board.index("E5"), level) for level in ("1", "2"))
        assert board.los(up, down).blocked != stairs
        sheet = Sheet(board.raster, [here.name for here in board.hexes])
        both = joined([[turned(sheet), sheet]]).raster
        assert len(both.marks.told) == (0 if stairs else both.geometry.size)


def test_only_a_verdict_without_a_second_opinion_is_strict() -> None:
    row = {"alt": "", "sym": "1", "reason": "HIGHER"}
    assert is_strict(row)
    assert not is_strict({**row, "alt": "EXC"})
    assert not is_strict({**row, "sym": "0"})


def test_a_file_that_is_no_list_of_verdicts_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "other.csv"
    file.write_text("a,b\n1,2\n")
    with pytest.raises(BoardError, match="no column 'from'"):
        read_rows(file)


def test_the_command_prints_json_with_its_keys_and_fails_on_what_is_unexplained(tmp_path: Path) -> None:
    file = tmp_path / "truth.csv"
    file.write_text(HEAD + "A1,0,A2,0,1,0,0,,,1\n")
    good = CliRunner().invoke(main, ["los-audit", "village", str(file), "--json"])
    assert good.exit_code == 0
    assert json.loads(good.output) == {
        "rows": 1,
        "strict_rows": 1,
        "agree": 1,
        "ruled": {},
        "unexplained": 0,
        "differences": [],
    }
    file.write_text(HEAD + "A1,0,A2,0,1,1,,HIGHER,,1\n")
    bad = CliRunner().invoke(main, ["los-audit", "village", str(file)])
    assert bad.exit_code == 1
    assert "unexplained: 1" in bad.output and "A1/0 to A2/0" in bad.output


def test_upper_levels_see_by_stairways_and_floors(tmp_path: Path) -> None:
    board: Map = text_map("building E5 E6 stone 2")
    found = audit(board, rows_of(tmp_path, "E5,2,E5,0,0,1,,STAIR,,1", "E5,0,E6,2,1,1,,BLDG,,1"))
    assert found.unexplained == 0, found.differences
