"""What holds for every line of sight, on random maps."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from goodorder.board import Map, compose, text_map
from goodorder.board.map.hexgrid import distance, hex_name, step
from goodorder.board.sight.kernel_table import BLOCKED
from goodorder.board.sight.los_table import build
from goodorder.board.sight.trace import PROPER, SPINE, trace
from tests.support import examples

KINDS = ["woods", "grain", "brush", "orchard", "stone_building 1", "wooden_building 2", "level 1", "level 2"]
columns, rows = 9, 8
places = st.tuples(st.integers(0, columns - 1), st.integers(0, rows - 1))


@st.composite
def maps(draw: st.DrawFn) -> Map:
    lines = [f"size {columns}x{rows}"]
    for place, kind in draw(st.lists(st.tuples(places, st.sampled_from(KINDS)), max_size=14)):
        lines.append(f"{hex_name(*place)} {kind}")
    for (col, row), side, kind in draw(
        st.lists(st.tuples(places, st.integers(1, 3), st.sampled_from(["wall", "hedge"])), max_size=6)
    ):
        c, r = step(col, row, side)
        if c < columns and 0 <= r < rows:
            lines.append(f"{hex_name(col, row)}-{hex_name(c, r)} {kind}")
    return text_map("\n".join(lines))


@settings(max_examples=examples(40))
@given(maps(), st.data())
def test_either_end_sees_the_same(board: Map, data: st.DataObject) -> None:
    last = len(board.hexes) - 1
    a, b = data.draw(st.integers(0, last)), data.draw(st.integers(0, last))
    there, back = board.los(a, b), board.los(b, a)
    assert (there.blocked, there.hindrance, there.why) == (back.blocked, back.hindrance, back.why)
    assert there.hexes == back.hexes[::-1]
    assert there.entry_sides(b) == back.entry_sides(b)


@pytest.mark.parametrize("name", ["village", "hills"])
def test_half_a_turn_of_the_map_changes_only_lines_that_graze(name: str) -> None:
    """The walk then starts from the other end, and aiming points lie on the other pixel of two (docs/boards.md)."""
    board = compose([(name, False, None)])
    turned = Map("turned", board.raster.flipped())
    hexes = len(board.hexes)
    ours, theirs = build(board).cells[:hexes, :hexes], build(turned).cells[:hexes, :hexes][::-1, ::-1]
    assert ((ours == BLOCKED) != (theirs == BLOCKED)).mean() < 0.004


@settings(max_examples=examples(30))
@given(maps(), st.data())
def test_neighbours_see_each_other_and_hindrances_never_exceed_the_range(board: Map, data: st.DataObject) -> None:
    a = data.draw(st.integers(0, len(board.hexes) - 1))
    for b in board.neighbours[a]:
        if b >= 0:
            assert not board.los(a, b).blocked
    for b in data.draw(st.lists(st.integers(0, len(board.hexes) - 1), max_size=8)):
        verdict = board.los(a, b)
        total = sum(h.value for h in verdict.hindrances)
        assert verdict.hindrance == total <= max(0, verdict.range - 1)
        assert verdict.blocked == (verdict.why is not None)


@settings(max_examples=examples(30))
@given(st.data())
def test_more_terrain_never_opens_a_level_line(data: st.DataObject) -> None:
    kinds = st.sampled_from(KINDS[:6])
    first = data.draw(st.lists(st.tuples(places, kinds), max_size=6, unique_by=lambda item: item[0]))
    taken = {place for place, _ in first}
    more = [i for i in data.draw(st.lists(st.tuples(places, kinds), max_size=6)) if i[0] not in taken]
    texts = [f"size {columns}x{rows}\n" + "\n".join(f"{hex_name(*p)} {k}" for p, k in x) for x in (first, first + more)]
    bare, full = (text_map(text) for text in texts)
    last = len(bare.hexes) - 1
    a, b = data.draw(st.integers(0, last)), data.draw(st.integers(0, last))
    if bare.los(a, b).blocked:
        assert full.los(a, b).blocked


@given(st.integers(0, 1), st.integers(-12, 12), st.integers(-9, 9))
def test_a_trace_is_a_chain_of_neighbours_from_end_to_end(odd: int, dc: int, dr: int) -> None:
    line = trace(odd, dc, dr)
    inside = [s for s in line.steps if s.kind == PROPER]
    assert (inside[0].dc, inside[0].dr, inside[-1].dc, inside[-1].dr) == (0, 0, dc, dr)
    covered = sum(s.t1 - s.t0 for s in inside) + sum(s.t1 - s.t0 for s in line.steps if s.kind == SPINE) / 2
    assert abs(covered - (1 if dc or dr else covered)) < 1e-6
    for s, after in itertools.pairwise(inside):
        assert distance(odd + s.dc, s.dr, odd + after.dc, after.dr) <= 2
    reach = distance(odd, 0, odd + dc, dr)
    assert all(reach <= s.near + s.far <= reach + 1 for s in inside)


def test_distance_agrees_with_a_search() -> None:
    board = text_map("size 9x8")
    start = board.index("C4")
    found, edge = {start: 0}, [start]
    while edge:
        here = edge.pop(0)
        for other in board.neighbours[here]:
            if other >= 0 and other not in found:
                found[other] = found[here] + 1
                edge.append(other)
    assert found == {i: board.distance(start, i) for i in range(len(board.hexes))}
    assert set(board.within(start, 2)) == {i for i, d in found.items() if d <= 2}
    assert set(board.ring(start, 3)) == {i for i, d in found.items() if d == 3}
