"""What lines of sight remember and skip changes no verdict."""

from __future__ import annotations

import itertools
from math import isclose
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from goodorder.board import Map, text_map
from goodorder.board.map.hexgrid import step
from goodorder.board.sight.trace import PROPER, STRIDE, edges, trace
from tests.board.test_los_properties import maps
from tests.support import examples

parities, across, down = st.integers(0, 1), st.integers(-14, 14), st.integers(-10, 10)


@given(parities, across, down)
def test_a_line_crosses_the_hexsides_between_the_hexes_it_runs_through(odd: int, dc: int, dr: int) -> None:
    line = trace(odd, dc, dr)
    if any(s.kind != PROPER for s in line.steps):
        return
    wanted = []
    for s, after in itertools.pairwise(line.steps[1:-1]):
        sides = [n for n in range(6) if step(odd + s.dc, s.dr, n) == (odd + after.dc, after.dr)]
        wanted.append((6 * (s.dc * STRIDE + s.dr) + sides[0], s.t1))
    crossed = edges(odd, dc, dr).crossed
    assert [side for side, _ in crossed] == [side for side, _ in wanted]
    assert all(isclose(when, t1) for (_, when), (_, t1) in zip(crossed, wanted, strict=True))


@given(parities, across, down)
def test_the_hexsides_of_the_ends_lead_to_hexes_on_the_line(odd: int, dc: int, dr: int) -> None:
    if not dc and not dr:
        return
    line = trace(odd, dc, dr)
    met = {(s.dc, s.dr) for s in line.steps}
    for (col, row), sides in (((0, 0), line.leaving), ((dc, dr), line.entering)):
        assert 1 <= len(sides) <= 2
        for side in sides:
            c, r = step(odd + col, row, side)
            assert (c - odd, r) in met
    assert (len(line.leaving) == 2) == line.radial


@settings(max_examples=examples(15))
@given(maps(), st.randoms(use_true_random=False))
def test_verdicts_do_not_depend_on_what_was_asked_before(board: Map, random: Random) -> None:
    fresh = Map("fresh", board.raster)
    pairs = list(itertools.combinations(range(0, len(board.hexes), 3), 2))
    told = {pair: board.los(*pair) for pair in pairs}
    random.shuffle(pairs)
    for a, b in pairs:
        assert fresh.los(b, a).reversed() == told[a, b]


def test_a_line_along_the_edge_of_the_map_names_only_hexes_of_the_map() -> None:
    board = text_map("size 9x4 ; D0 woods")
    verdict = board.los(board.index("B0"), board.index("H0"))
    assert {board.hexes[i].name for i in verdict.hexes} == {"B0", "C1", "D0", "E1", "F0", "G1", "H0"}
    assert verdict.blocked and verdict.why is not None and board.hexes[verdict.why.hex].name == "D0"
