"""Which hexes and hexsides the line between two centres meets, decided in integers.

A trace depends only on the parity of the first column and on the offset to the second hex, so each is made
once and shared by every map; so are its hexsides, which only a map with walls asks for. The line is
p(t) = start + t * (end - start), t from 0 to 1.
"""

from __future__ import annotations

from functools import cache
from math import ceil, floor
from typing import NamedTuple

from goodorder.board.map.hexgrid import UNIT_X, UNIT_Y, VERTICES, distance, lattice, step

PROPER, SPINE, TOUCH = 0, 1, 2
STRIDE = 1024
"""Places a column in the table of hexes that a step's ``rel`` points into; a map has fewer rows than this."""
CORNER = 8
"""Pixels: where a line cuts off no more than this of a hex, its pixels decide even if they are all alike."""
_TINY = 1e-9

Side = int
"""A hexside: six times the ``rel`` of its hex, and the side."""


class HexMet(NamedTuple):
    """One hex met by the line: offset from the first hex, ranges to both ends, the part of the line in it.

    ``kind`` is PROPER (the line runs through the inside), SPINE (exactly along one of its hexsides) or TOUCH
    (it only meets a vertex, which matters for inherent terrain, B.6). ``rel`` is the offset as one number;
    ``broad`` is true when enough of the line lies inside that a hex of one kind needs no look at its pixels.
    """

    dc: int
    dr: int
    near: int
    far: int
    t0: float
    t1: float
    kind: int
    rel: int
    broad: bool


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
    """The hexes of a line; offsets count from the first hex.

    ``inner`` are the steps between the end hexes, which alone can hold what blocks or hinders; ``through`` the
    ``rel`` of the hexes crossed. ``dx``, ``dy`` and ``length`` are in pixels. ``leaving`` and ``entering`` are
    the hexsides of the end hexes on the line.
    """

    steps: tuple[HexMet, ...]
    inner: tuple[HexMet, ...]
    through: tuple[int, ...]
    reach: int
    dx: float
    dy: float
    length: float
    leaving: tuple[int, ...]
    entering: tuple[int, ...]
    radial: bool
    """Whether the line leaves the end hexes through their vertices: only then hexsides lie lengthwise on it."""


class Edges(NamedTuple):
    """The hexsides of a line that are not an end hex's own, and those lengthwise on it that touch an end."""

    crossed: tuple[tuple[Side, float], ...]
    corners: tuple[Corner, ...]
    spine_out: Side | None
    spine_in: Side | None


def _met(odd: int, dc: int, dr: int, length: float) -> list[HexMet]:
    """All hexes met, in the order of the line."""
    u0, v0 = lattice(odd, 0)
    u1, v1 = lattice(odd + dc, dr)
    du, dv = u1 - u0, v1 - v0
    plus, minus = du + dv, du - dv
    # the line passes a hex by when its centre is farther off than the hex's farthest vertex
    widest = max(abs(du - dv), abs(du + dv), abs(2 * dv))
    # the part inside |v| <= 1, |u + v| <= 2 and |u - v| <= 2: where it begins and ends, bounds signed by direction
    slant = [(m, c, b if c > 0 else -b) for m, c, b in ((0, dv, 1), (1, plus, 2), (-1, minus, 2)) if c]
    straight = [(m, b) for m, c, b in ((0, dv, 1), (1, plus, 2), (-1, minus, 2)) if not c]
    steps = []
    sign, span = 1 if dc >= 0 else -1, abs(dc)
    for i in range(-1, span + 2):
        col = odd + sign * i
        # a hex reaches two thirds of a column beyond its centre, and one unit above and below it
        if dc:
            top, bottom = (
                v0 + dv * min(max((i - 0.67) / span, 0.0), 1.0),
                v0 + dv * min(max((i + 0.67) / span, 0.0), 1.0),
            )
        else:
            top, bottom = v0, v1
        if top > bottom:
            top, bottom = bottom, top
        cu, base = lattice(col, 0)
        u = u0 - cu
        for row in range(ceil((top - 1.01 - base) / 2), floor((bottom + 1.01 - base) / 2) + 1):
            cv = base + 2 * row
            v = v0 - cv
            if abs(u * dv - v * du) > widest:
                continue
            t0, t1 = 0.0, 1.0
            for m, change, bound in slant:
                value = u * m + v if m >= 0 else u - v
                a, b = (-bound - value) / change, (bound - value) / change
                if a > t0:
                    t0 = a
                if b < t1:
                    t1 = b
            if t0 > t1 + _TINY:
                continue
            outs = [abs(u * m + v if m >= 0 else u - v) - bound for m, bound in straight]
            if outs and max(outs) > 0:
                continue
            along = 0 in outs
            kind = TOUCH if t1 - t0 <= _TINY else SPINE if along else PROPER
            across = abs(u) // 3
            near = across + max(0, (abs(v) - across) // 2)
            across = abs(u1 - cu) // 3
            far = across + max(0, (abs(v1 - cv) - across) // 2)
            broad = kind == PROPER and (t1 - t0) * length > CORNER
            steps.append(HexMet(col - odd, row, near, far, t0, t1, kind, (col - odd) * STRIDE + row, broad))
    steps.sort(key=lambda s: (s.t0 + s.t1, s.kind, s.near, s.dc, s.dr))
    return steps


def _leaving(du: int, dv: int) -> tuple[int, ...]:
    """The hexsides by which a line of this direction leaves the hex in whose centre it begins."""
    found = []
    for side in range(6):
        (pu, pv), (qu, qv) = VERTICES[side], VERTICES[(side + 1) % 6]
        if (pu * dv - pv * du) * (qu * dv - qv * du) <= 0 and (pu + qu) * du + (pv + qv) * dv > 0:
            found.append(side)
    return tuple(found)


@cache
def trace(odd: int, dc: int, dr: int) -> Trace:
    """The trace from a hex in a column of parity ``odd`` to the one ``dc`` columns and ``dr`` rows on."""
    u0, v0 = lattice(odd, 0)
    u1, v1 = lattice(odd + dc, dr)
    du, dv = u1 - u0, v1 - v0
    dx, dy = du * UNIT_X, dv * UNIT_Y
    length = (dx * dx + dy * dy) ** 0.5
    reach = distance(odd, 0, odd + dc, dr)
    steps = _met(odd, dc, dr, length)
    return Trace(
        tuple(steps),
        tuple([s for s in steps if 0 < s.near < reach and 0 < s.far < reach]),
        tuple([s.rel for s in steps if s.kind != TOUCH]),
        reach,
        dx,
        dy,
        length,
        _leaving(du, dv),
        _leaving(-du, -dv),
        dv == 0 or abs(du) == abs(dv),
    )


def _plain(odd: int, steps: tuple[HexMet, ...], u0: int, v0: int, du: int, dv: int) -> tuple[tuple[Side, float], ...]:
    """The hexsides crossed away from both ends by a line that meets no vertex: where it leaves each inner hex."""
    whole = du * du + dv * dv
    turns = [vu * dv - vv * du for vu, vv in VERTICES]
    ahead = [vu * du + vv * dv for vu, vv in VERTICES]
    front = [(side, (side + 1) % 6) for side in range(6) if turns[side] > turns[(side + 1) % 6]]
    crossed = []
    for hexagon in steps[1:-2]:
        cu, cv = lattice(odd + hexagon.dc, hexagon.dr)
        off, on = (cu - u0) * dv - (cv - v0) * du, (cu - u0) * du + (cv - v0) * dv
        for p, q in front:
            sp, sq = off + turns[p], off + turns[q]
            if sp * sq < 0:
                tp, tq = on + ahead[p], on + ahead[q]
                crossed.append((6 * hexagon.rel + p, (tp + (tq - tp) * sp / (sp - sq)) / whole))
                break
    return tuple(crossed)


@cache
def edges(odd: int, dc: int, dr: int) -> Edges:
    """The hexsides that the trace of the same arguments crosses, passes the ends of, or runs along."""
    steps = trace(odd, dc, dr).steps
    u0, v0 = lattice(odd, 0)
    u1, v1 = lattice(odd + dc, dr)
    du, dv = u1 - u0, v1 - v0
    whole = du * du + dv * dv
    if whole and all(s.kind == PROPER for s in steps):
        return Edges(_plain(odd, steps, u0, v0, du, dv), (), None, None)
    ends = {(0, 0), (dc, dr)}
    seen: set[tuple[tuple[int, int], ...]] = set()
    crossed: list[tuple[Side, float]] = []
    at_vertex: dict[tuple[int, int], list[tuple[Side, bool, bool, tuple[int, int]]]] = {}
    when: dict[tuple[int, int], float] = {}
    turns = [vu * dv - vv * du for vu, vv in VERTICES]

    for hexagon in steps:
        cu, cv = lattice(odd + hexagon.dc, hexagon.dr)
        here = (hexagon.dc, hexagon.dr)
        off = (cu - u0) * dv - (cv - v0) * du
        for side in range(6):
            sp, sq = off + turns[side], off + turns[(side + 1) % 6]
            if sp * sq > 0:
                continue
            (au, av), (bu, bv) = VERTICES[side], VERTICES[(side + 1) % 6]
            pu, pv, qu, qv = cu + au, cv + av, cu + bu, cv + bv
            tp = (pu - u0) * du + (pv - v0) * dv
            tq = (qu - u0) * du + (qv - v0) * dv
            at = (tp + tq) / 2 if sp == sq else tp + (tq - tp) * sp / (sp - sq)
            if not 0 < at < whole:
                continue
            key = tuple(sorted(((pu, pv), (qu, qv))))
            if key in seen:
                continue
            seen.add(key)
            over = step(odd + hexagon.dc, hexagon.dr, side)
            own = here in ends or (over[0] - odd, over[1]) in ends
            edge = 6 * hexagon.rel + side
            if sp and sq:
                if not own:
                    crossed.append((edge, at / whole))
                continue
            for vertex, s, t, other in (((pu, pv), sp, tp, (qu, qv)), ((qu, qv), sq, tq, (pu, pv))):
                if s == 0 and 0 < t < whole:
                    at_vertex.setdefault(vertex, []).append((edge, own, sp == sq, other))
                    when[vertex] = t / whole
    touched = {v for v, held in at_vertex.items() if any(own and not along for _, own, along, _ in held)}
    corners = []
    spines: list[tuple[float, Side]] = []
    for vertex, found in sorted(at_vertex.items(), key=lambda item: when[item[0]]):
        if len(found) != 3:
            continue
        along = next((i for i, e in enumerate(found) if e[2]), -1)
        if vertex in touched:  # its other two hexsides belong to an end hex and never block (B9.2)
            if along >= 0:
                spines.append((when[vertex], found[along][0]))
            continue
        a, b, c = found
        ending = along >= 0 and found[along][3] in touched
        corners.append(Corner((a[0], b[0], c[0]), (a[1], b[1], c[1]), along, ending, when[vertex]))
    return Edges(
        tuple(crossed),
        tuple(corners),
        spines[0][1] if spines and spines[0][0] < 0.5 else None,
        spines[-1][1] if spines and spines[-1][0] > 0.5 else None,
    )
