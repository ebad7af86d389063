"""Which hexes and hexsides the line between two centres meets, decided in integers.

A trace depends only on the parity of the first column and on the offset to the second hex, so each is made
once and shared by every map. The line is p(t) = start + t * (end - start), t from 0 to 1.
"""

from __future__ import annotations

from functools import cache
from math import ceil, floor
from typing import NamedTuple

from goodorder.board.hexgrid import VERTICES, distance, lattice, step

PROPER, SPINE, TOUCH = 0, 1, 2
_TINY = 1e-9

Side = tuple[int, int, int]
"""A hexside: column offset, row offset, side."""


class Step(NamedTuple):
    """One hex met by the line: offset from the first hex, ranges to both ends, the part of the line in it.

    ``kind`` is PROPER (the line runs through the inside), SPINE (exactly along one of its hexsides) or TOUCH
    (it only meets a vertex, which matters for inherent terrain, B.6).
    """

    dc: int
    dr: int
    near: int
    far: int
    t0: float
    t1: float
    kind: int


class Corner(NamedTuple):
    """A vertex of no end hex that the line passes, with its three hexsides.

    ``own`` tells which of them belong to an end hex, ``along`` which lies lengthwise on the line (-1 for none);
    ``ending`` is true when that one also touches an end hex (B9.2).
    """

    edges: tuple[Side, Side, Side]
    own: tuple[bool, bool, bool]
    along: int
    ending: bool
    t: float


class Trace(NamedTuple):
    """Everything geometric about a line; offsets count from the first hex."""

    steps: tuple[Step, ...]
    crossed: tuple[tuple[Side, float], ...]
    corners: tuple[Corner, ...]
    leaving: tuple[int, ...]
    entering: tuple[int, ...]
    spine_out: Side | None
    spine_in: Side | None


def _interval(u: int, v: int, du: int, dv: int) -> tuple[float, float, bool] | None:
    """The part of the line inside the closed hex whose centre is the origin, and whether it runs along an edge."""
    low, high, along = 0.0, 1.0, False
    for value, change, bound in ((v, dv, 1), (u + v, du + dv, 2), (u - v, du - dv, 2)):
        if change == 0:
            if abs(value) > bound:
                return None
            along = along or abs(value) == bound
            continue
        a, b = (-bound - value) / change, (bound - value) / change
        if a > b:
            a, b = b, a
        low, high = max(low, a), min(high, b)
        if low > high + _TINY:
            return None
    return low, high, along


def _met(odd: int, dc: int, dr: int) -> list[Step]:
    """All hexes met, in the order of the line."""
    u0, v0 = lattice(odd, 0)
    u1, v1 = lattice(odd + dc, dr)
    du, dv = u1 - u0, v1 - v0
    steps = []
    sign = 1 if dc >= 0 else -1
    for i in range(-1, abs(dc) + 2):
        col = odd + sign * i
        # a hex reaches two thirds of a column beyond its centre, and one unit above and below it
        at = [v0 + dv * min(max(k / abs(dc), 0.0), 1.0) for k in (i - 0.67, i + 0.67)] if dc else [v0, v1]
        top, bottom = min(at), max(at)
        base = lattice(col, 0)[1]
        for row in range(ceil((top - 1.01 - base) / 2), floor((bottom + 1.01 - base) / 2) + 1):
            cu, cv = lattice(col, row)
            part = _interval(u0 - cu, v0 - cv, du, dv)
            if part is None:
                continue
            t0, t1, along = part
            kind = TOUCH if t1 - t0 <= _TINY else SPINE if along else PROPER
            near, far = distance(odd, 0, col, row), distance(col, row, odd + dc, dr)
            steps.append(Step(col - odd, row, near, far, t0, t1, kind))
    steps.sort(key=lambda s: (s.t0 + s.t1, s.kind, s.near, s.dc, s.dr))
    return steps


@cache
def trace(odd: int, dc: int, dr: int) -> Trace:
    """The trace from a hex in a column of parity ``odd`` to the one ``dc`` columns and ``dr`` rows on."""
    steps = _met(odd, dc, dr)
    u0, v0 = lattice(odd, 0)
    u1, v1 = lattice(odd + dc, dr)
    du, dv = u1 - u0, v1 - v0
    whole = du * du + dv * dv
    ends = {(0, 0), (dc, dr)}
    seen: set[tuple[tuple[int, int], ...]] = set()
    crossed: list[tuple[Side, float]] = []
    at_vertex: dict[tuple[int, int], list[tuple[Side, bool, bool, tuple[int, int]]]] = {}
    when: dict[tuple[int, int], float] = {}
    bounds: dict[tuple[int, int], list[int]] = {(0, 0): [], (dc, dr): []}

    for hexagon in steps:
        cu, cv = lattice(odd + hexagon.dc, hexagon.dr)
        here = (hexagon.dc, hexagon.dr)
        for side in range(6):
            (au, av), (bu, bv) = VERTICES[side], VERTICES[(side + 1) % 6]
            pu, pv, qu, qv = cu + au, cv + av, cu + bu, cv + bv
            sp = (pu - u0) * dv - (pv - v0) * du
            sq = (qu - u0) * dv - (qv - v0) * du
            if sp * sq > 0:
                continue
            tp = (pu - u0) * du + (pv - v0) * dv
            tq = (qu - u0) * du + (qv - v0) * dv
            at = (tp + tq) / 2 if sp == sq else tp + (tq - tp) * sp / (sp - sq)
            if not 0 < at < whole:
                continue
            if here in ends:
                bounds[here].append(side)
            key = tuple(sorted(((pu, pv), (qu, qv))))
            if key in seen:
                continue
            seen.add(key)
            over = step(odd + hexagon.dc, hexagon.dr, side)
            own = here in ends or (over[0] - odd, over[1]) in ends
            edge = (hexagon.dc, hexagon.dr, side)
            if sp and sq:
                if not own:
                    crossed.append((edge, at / whole))
                continue
            for vertex, s, t, other in (((pu, pv), sp, tp, (qu, qv)), ((qu, qv), sq, tq, (pu, pv))):
                if s == 0 and 0 < t < whole:
                    at_vertex.setdefault(vertex, []).append((edge, own, sp == sq, other))
                    when[vertex] = t / whole
    touched = {v for v, edges in at_vertex.items() if any(own and not along for _, own, along, _ in edges)}
    corners = []
    spines: list[tuple[float, Side]] = []
    for vertex, edges in sorted(at_vertex.items(), key=lambda item: when[item[0]]):
        if len(edges) != 3:
            continue
        along = next((i for i, e in enumerate(edges) if e[2]), -1)
        if vertex in touched:  # its other two hexsides belong to an end hex and never block (B9.2)
            if along >= 0:
                spines.append((when[vertex], edges[along][0]))
            continue
        a, b, c = edges
        ending = along >= 0 and edges[along][3] in touched
        corners.append(Corner((a[0], b[0], c[0]), (a[1], b[1], c[1]), along, ending, when[vertex]))
    return Trace(
        tuple(steps),
        tuple(crossed),
        tuple(corners),
        tuple(bounds[0, 0]),
        tuple(bounds[dc, dr]),
        spines[0][1] if spines and spines[0][0] < 0.5 else None,
        spines[-1][1] if spines and spines[-1][0] > 0.5 else None,
    )
