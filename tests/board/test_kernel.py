"""The kernel: compiled and plain, table and direct answer, geometry and facts."""

from __future__ import annotations

import subprocess
from pathlib import Path
from random import Random
from types import ModuleType

import numpy as np
import pytest

from goodorder.board import Map, compose, text_map
from goodorder.board.map.facts import BARE, CLIFF, SIDE, Field
from goodorder.board.map.geometry import geometry, hexes_of_pixels, shape_of
from goodorder.board.sight import compiled as making
from goodorder.board.sight import kernel as walk
from goodorder.board.sight import kernel_rules as k
from goodorder.board.sight import los_table as tables
from goodorder.board.sight.compiled import PLAIN, compiled
from tests.board.judged import judged

MIXED = """
size 12x8
B2 C3 woods ; D4 D5 grain ; E5 orchard ; F3 F4 level 1 ; G4 level 2 ; G4 woods ; H2 brush
building H5 I6 stone 2 ; C6 stone_building 2 ; D6-D7 wall ; E6-F6 hedge ; H3-I4 bocage
gully A4 B4 C5 D5 ; F4-F5 cliff ; J3 J4 marsh ; K5 crags ; road A7 B7 C8
"""


@pytest.fixture(scope="module")
def mixed() -> Map:
    return text_map(MIXED)


def answers(board: Map, kernel: object, asked: np.ndarray) -> np.ndarray:
    return judged(kernel, board.sight.facts.field, board.sight.ends, asked)


def some_pairs(board: Map, count: int) -> np.ndarray:
    random, last = Random(7), len(board.sight.places) - 1
    return np.array([[random.randint(0, last), random.randint(0, last)] for _ in range(count)], np.int32)


@pytest.mark.parametrize("name", ["mixed", "village", "hills"])
def test_the_compiled_kernel_says_what_its_source_says(name: str, mixed: Map) -> None:
    board = mixed if name == "mixed" else compose([(name, False, None)])
    asked = some_pairs(board, 250)
    plain, fast = answers(board, PLAIN, asked), answers(board, compiled(), asked)
    assert (plain == fast).all()
    assert 20 < (plain[:, 0] != k.CLEAR).sum() < 230


def test_a_pixel_that_is_passed_over_would_have_said_nothing(mixed: Map) -> None:
    field = mixed.sight.facts.field
    asked = some_pairs(mixed, 250)
    slow = Field(field.pixels & ~np.int32(BARE), field.hexes, field.terrain)
    assert (judged(compiled(), slow, mixed.sight.ends, asked) == answers(mixed, compiled(), asked)).all()


def test_a_table_says_what_each_line_says(mixed: Map) -> None:
    seen: list[int] = []
    table = tables.build(mixed, progress=lambda done, all_: seen.append(done))
    assert seen[-1] == len(mixed.sight.places) == len(table.cells)
    for a, b in some_pairs(mixed, 300).tolist():
        verdict = mixed.los(a, b)
        assert table.sees(a, b) == (not verdict.blocked)
        assert table.hindrance(a, b) == (None if verdict.blocked else verdict.hindrance)
    assert (table.cells == table.cells.T).all()


def test_a_table_is_found_again_on_disk_and_made_anew_when_damaged(
    mixed: Map, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    compiled()
    monkeypatch.setenv("GOODORDER_CACHE", str(tmp_path))
    first = tables.table(mixed)
    file = tables.table_file(mixed)
    assert file.exists()
    monkeypatch.setattr(tables, "build", lambda *a, **b: pytest.fail("made again"))
    assert (tables.table(mixed).cells == first.cells).all()
    monkeypatch.undo()
    monkeypatch.setenv("GOODORDER_CACHE", str(tmp_path))
    file.write_bytes(b"nothing")
    assert (tables.table(mixed).cells == first.cells).all()


def test_another_terrain_has_another_table() -> None:
    assert text_map("E5 woods").los_digest != text_map("E6 woods").los_digest
    assert text_map("E5 woods").los_digest == text_map("E5 woods").los_digest


def test_measures_of_a_geomorphic_board() -> None:
    of = geometry(shape_of(33, 10, 1800, 645))
    at = {(0, 0): (0, 32), (0, 1): (0, 96)}
    starts = of.shape.starts()
    for (column, row), pixel in at.items():
        assert tuple(of.aim[starts[column] + row]) == pixel
    assert tuple(of.aim[starts[1]]) == (56, 0)  # B0, a half hex
    assert tuple(of.aim[starts[1] + 10]) == (56, 644)  # B10, taken back by a pixel from the lower edge
    assert tuple(of.aim[-1]) == (1799, 612)  # GG10, taken back from the right edge
    assert (hexes_of_pixels(of) >= 0).all()
    assert of.neighbours[starts[1]].tolist()[3] == starts[1] + 1


def test_a_turned_geometry_keeps_its_aiming_pixels_on_their_pixels() -> None:
    of = geometry(shape_of(33, 10, 1800, 645))
    turned = of.flipped()
    assert tuple(turned.aim[-1]) == (1799, 612)  # A1 at the lower right
    assert tuple(turned.flipped().aim[0]) == tuple(of.aim[0])
    for name in ("vertices", "wide", "bands", "sides", "neighbours", "place"):
        assert (getattr(turned, name) == getattr(of, name)).all(), name
    assert (turned.aim != of.aim).any() and abs(turned.aim - of.aim).max() == 1
    for h in (0, 5, 40, 345):
        for side, other in enumerate(turned.neighbours[h].tolist()):
            if other >= 0:
                assert turned.neighbours[other, (side + 3) % 6] == h


def test_every_hex_holds_its_aiming_pixel_on_odd_sizes() -> None:
    for columns, rows, width, height in ((17, 20, 901, 1290), (15, 5, 2520, 897), (10, 10, 507, 645)):
        of = geometry(shape_of(columns, rows, width, height))
        where = hexes_of_pixels(of)
        for h, (x, y) in enumerate(of.aim.tolist()):
            assert where[y, x] == h, (columns, h)


def test_facts_of_hexsides_bridges_and_levels() -> None:
    board = text_map("D4-D5 wall ; E5 stone_building 2 ; gully A4 B4 C5 D5")
    facts = board.sight.facts
    d4, d5, e5 = (board.index(name) for name in ("D4", "D5", "E5"))
    assert facts.side[d4, 3] == facts.side[d5, 0] == 72
    assert facts.field.hexes[d4, SIDE + 3] == 72
    assert facts.depression[board.index("B4")] and facts.base[board.index("B4")] == -1
    assert facts.levels[e5] == 2 and not facts.depression[e5]
    upper = board.locations[len(board.hexes) :]
    assert [p.name for p in upper if p.kind == "level"] == ["E5 level 1", "E5 level 2"]
    assert {p.name for p in upper if p.kind == "crest"} == {f"{name} crest" for name in ("A4", "B4", "C5", "D5")}


def test_a_cliff_drawn_by_the_neighbour_alone_is_a_cliff_of_both_hexes() -> None:
    """D5 shows a wall at its edge, D4 a cliff: the hexside is a cliff to both."""
    board = text_map("D4-D5 wall")
    codes = board.raster.codes.copy()
    d4, d5 = board.index("D4"), board.index("D5")
    x, y = board.raster.geometry.edges[d4, 3]
    codes[y - 3 : y + 1, x - 18 : x + 19] = CLIFF
    facts = Map("cliff", board.raster._replace(codes=codes)).sight.facts
    assert facts.side[d4, 3] == facts.side[d5, 0] == CLIFF
    assert facts.cliff[d4, 3] and facts.cliff[d5, 0] and not facts.cliff[d5, 1]


def test_smoke_hinders_who_looks_through_it_but_not_over_it() -> None:
    board = text_map("E3 level 3 ; E9 level 3")
    judge = board.sight
    smoke = np.zeros((len(board.hexes), 2), np.int32)
    smoke[board.index("E6")] = 2, 2
    smoke[board.index("B5")] = 3, 2
    judge.smoke = smoke
    i = board.index
    assert judge.judge(i("E4"), i("E8")).hindrance == 2
    assert judge.judge(i("E3"), i("E9")).hindrance == 0  # both look over it
    assert judge.judge(i("B5"), i("B7")).hindrance == 3  # out of it
    assert judge.judge(i("A6"), i("C6")).hindrance == 3  # along its hexside, B.6
    assert judge.judge(i("A5"), i("C5")).hindrance == 3  # along another
    assert judge.judge(i("A7"), i("C7")).hindrance == 0  # past it


def test_rules_get_the_same_lines_with_and_without_the_table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOODORDER_CACHE", str(tmp_path))
    bare, tabled = (Map("half", compose([("hills", False, "A-Q")]).raster) for _ in range(2))
    tables.table(tabled)
    for a in range(0, len(bare.hexes), 17):
        for b in range(0, len(bare.hexes), 11):
            bare._rows, bare._asked = None, 0
            assert bare.line(a, b) == tabled.line(a, b)
            assert bare.sees(a, b) == tabled.sees(a, b) == (not bare.los(a, b).blocked)
    assert tabled._rows is not None and bare._rows is None


def test_nothing_waits_for_the_compiler(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[list[str]] = []
    monkeypatch.setenv("GOODORDER_CACHE", str(tmp_path))
    monkeypatch.delenv("GOODORDER_COMPILE", raising=False)
    monkeypatch.setattr(subprocess, "Popen", lambda order, **rest: begun.append(order))
    waiting = making._Kernel()
    assert [waiting.ask() is PLAIN for _ in range(making.PATIENCE - 1)] == [True] * (making.PATIENCE - 1)
    assert not begun
    for _ in range(3 * making.PATIENCE):
        assert waiting.ask() is PLAIN
    assert len(begun) == 1  # one process is at it, however often one asks
    found: dict[str, object] = {}
    exec(begun[0][2].partition(";")[0], found)  # the import of the order that the process is given
    assert found["compiled"] is compiled


def test_the_compiler_can_be_left_out_or_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GOODORDER_COMPILE", "never")
    monkeypatch.setattr(making, "_compile_elsewhere", lambda: pytest.fail("compiled all the same"))
    never = making._Kernel()
    assert all(never.ask() is PLAIN for _ in range(2 * making.PATIENCE))
    monkeypatch.setenv("GOODORDER_COMPILE", "now")
    assert making._Kernel().ask() is compiled()


def test_without_numba_the_plain_kernel_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing() -> None:
        raise ImportError("no numba")

    monkeypatch.setenv("GOODORDER_COMPILE", "now")
    monkeypatch.setattr(making, "compiled", missing)
    assert making._Kernel().ask() is PLAIN


def test_every_clone_of_a_version_finds_what_one_of_them_compiled(tmp_path: Path) -> None:
    elsewhere = tmp_path / "other" / "kernel.py"
    elsewhere.parent.mkdir()
    elsewhere.write_bytes(Path(str(walk.__file__)).read_bytes())
    kept = tmp_path / "kept"
    kept.mkdir()
    first = making._copied(walk, kept)
    assert first.read_bytes() == elsewhere.read_bytes()
    again = ModuleType("kernel")
    again.__file__ = str(elsewhere)
    assert making._copied(again, kept) == first
    there = making.compiled().judge.py_func.__code__.co_filename
    assert Path(there).parent.name == making.kernel_folder().name, "numba keeps apart what lies in different folders"
