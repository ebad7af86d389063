"""Pictures as shapes: closed loops, lines and dots with a look. They are written as SVG here, as pixels in svg_png."""

from __future__ import annotations

import msgspec

Point = tuple[float, float]
Line = list[Point]

_ROUND = 11.0
"""Pixels of an edge at most that a rounded corner takes."""


class Pattern(msgspec.Struct, frozen=True):
    """A fill of repeated strokes on a base colour. Sizes are in map pixels, ``turn`` in degrees clockwise."""

    name: str
    width: int
    height: int
    base: str
    colour: str
    strokes: tuple[tuple[Point, ...], ...]
    weight: float = 1.2
    turn: float = 0


class Look(msgspec.Struct, frozen=True):
    """How a shape is filled and edged; no fill and no stroke draw nothing. ``weight`` is the width of the edge."""

    fill: str | Pattern = ""
    stroke: str = ""
    weight: float = 1
    opacity: float = 1
    dash: str = ""


class Shape(msgspec.Struct, frozen=True):
    """Some loops, lines or dots of one look.

    ``loops`` are closed, holes among them run the other way round; ``soft`` rounds their corners. ``lines`` are open.
    ``dots`` are circles: (x, y, radius).
    """

    look: Look
    loops: list[Line] = []
    lines: list[Line] = []
    dots: list[tuple[float, float, float]] = []
    soft: bool = False


def to_svg(shapes: list[Shape], width: int, height: int) -> str:
    """One ``<g>`` of paths, cut off at the map's edge."""
    patterns = {s.look.fill.name: s.look.fill for s in shapes if isinstance(s.look.fill, Pattern)}
    defs = "".join(_pattern(pattern) for pattern in patterns.values())
    clip = f'<clipPath id="go-map"><rect width="{width}" height="{height}"/></clipPath>'
    paths = "".join(_path(shape) for shape in shapes)
    return f'<g class="terrain" clip-path="url(#go-map)"><defs>{defs}{clip}</defs>{paths}</g>'


def _pattern(pattern: Pattern) -> str:
    turn = f' patternTransform="rotate({pattern.turn:g})"' if pattern.turn else ""
    d = "".join(_open(list(stroke)) for stroke in pattern.strokes)
    return (
        f'<pattern id="{pattern.name}" width="{pattern.width}" height="{pattern.height}" '
        f'patternUnits="userSpaceOnUse"{turn}><rect width="{pattern.width}" height="{pattern.height}" '
        f'fill="{pattern.base}"/><path d="{d}" fill="none" stroke="{pattern.colour}" '
        f'stroke-width="{pattern.weight:g}" stroke-linecap="round"/></pattern>'
    )


def _path(shape: Shape) -> str:
    look = shape.look
    d = "".join(_curve(loop) if shape.soft else _closed(loop) for loop in shape.loops)
    d += "".join(_open(line) for line in shape.lines)
    d += "".join(
        f"M{x - r:.1f} {y:.1f}a{r:.1f} {r:.1f} 0 1 0 {2 * r:.1f} 0a{r:.1f} {r:.1f} 0 1 0 {-2 * r:.1f} 0"
        for x, y, r in shape.dots
    )
    if not d:
        return ""
    fill = f"url(#{look.fill.name})" if isinstance(look.fill, Pattern) else look.fill or "none"
    style = f'fill="{fill}"'
    if len(shape.loops) > 1:
        style += ' fill-rule="evenodd"'
    if look.stroke:
        style += f' stroke="{look.stroke}" stroke-width="{look.weight:g}" stroke-linejoin="round"'
        style += ' stroke-linecap="round"' if shape.lines and not look.dash else ""
    if look.dash:
        style += f' stroke-dasharray="{look.dash}"'
    if look.opacity < 1:
        style += f' opacity="{look.opacity:g}"'
    return f'<path {style} d="{d}"/>'


def _number(value: float) -> str:
    return f"{value:.1f}".removesuffix(".0")


def _open(line: Line) -> str:
    return "M" + "L".join(f"{_number(x)} {_number(y)}" for x, y in line)


def _closed(loop: Line) -> str:
    return _open(loop) + "Z"


def _curve(loop: Line) -> str:
    parts: list[str] = []
    last: Point | None = None
    for begin, corner, end in rounded(loop):
        if begin != last:
            parts.append(f"{'L' if parts else 'M'}{_number(begin[0])} {_number(begin[1])}")
        parts.append(f"Q{_number(corner[0])} {_number(corner[1])} {_number(end[0])} {_number(end[1])}")
        last = end
    return "".join(parts) + "Z"


def rounded(loop: Line) -> list[tuple[Point, Point, Point]]:
    """Each corner as a curve: where it begins, the corner towards which it bends, where it ends."""
    found = []
    for before, corner, after in zip(loop[-1:] + loop[:-1], loop, loop[1:] + loop[:1], strict=True):
        found.append((_towards(corner, before), corner, _towards(corner, after)))
    return found


def _towards(a: Point, b: Point) -> Point:
    """A place from ``a`` towards ``b``: halfway, but at most _ROUND pixels on."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    share = min(0.5, _ROUND / max(1e-9, (dx * dx + dy * dy) ** 0.5))
    if share == 0.5:
        return (a[0] + b[0]) / 2, (a[1] + b[1]) / 2
    return a[0] + dx * share, a[1] + dy * share
