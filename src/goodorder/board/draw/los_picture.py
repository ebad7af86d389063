"""A line of sight as a thread over the board's picture, coloured by what it meets: as SVG and as PNG."""

from __future__ import annotations

import textwrap
from html import escape
from io import BytesIO
from typing import Literal

import msgspec

from goodorder.board.draw.svg import NAME_COLOUR, NAME_SIZE, hex_grid, name_places, picture, svg_document
from goodorder.board.draw.svg_shapes import Look, Point, Shape, to_svg
from goodorder.board.map import terrain as t
from goodorder.board.map.board import Map

State = Literal["clear", "hindered", "blocked", "beyond"]

COLOURS: dict[State, str] = {"clear": "#1c7c3a", "hindered": "#a86a00", "blocked": "#b02a1e", "beyond": "#b02a1e"}
"""The thread's colours; ``beyond`` is dashed as well."""
_INK = "#222222"
_CROSS = 7.0
_TEXT, _LINE, _MARGIN = 12, 16, 6
"""Size of writing, from line to line of the verdict under the picture, and its distance from the edges."""


class Stretch(msgspec.Struct, frozen=True):
    """A straight piece of the thread, in map pixels."""

    state: State
    start: Point
    end: Point


class Thread(msgspec.Struct, frozen=True):
    """What is drawn of one line: its pieces, a dot at each hindrance, a cross where it is blocked, what stands there.

    A blocked line is ``blocked`` up to that point and ``beyond`` from there; another is ``clear`` up to its first
    hindrance and ``hindered`` from there on.
    """

    stretches: tuple[Stretch, ...]
    dots: tuple[Point, ...]
    cross: Point | None
    label: str


def thread(board: Map, a: int, b: int) -> Thread:
    """The thread between two Locations, from ``a``."""
    verdict = board.los(a, b)
    one, two = (board.hexes[board.hex_at(end)] for end in (a, b))
    start, end = (one.x, one.y), (two.x, two.y)
    dots = tuple(_on(start, end, p.at) for p in board.trail(a, b) if p.says.startswith("hinders"))
    why = verdict.why
    if why is not None:
        cross = _on(start, end, why.at)
        pieces = (Stretch("blocked", start, cross), Stretch("beyond", cross, end))
        return Thread(pieces, dots, cross, f"{board.hexes[why.hex].name} {terrain_name(why.terrain)}, {why.rule}")
    if not dots:
        return Thread((Stretch("clear", start, end),), (), None, "clear")
    pieces = (Stretch("clear", start, dots[0]), Stretch("hindered", dots[0], end))
    return Thread(pieces, dots, None, f"Hindrance +{verdict.hindrance}")


def los_svg(board: Map, a: int, b: int) -> str:
    """The board's picture around the line between two Locations, thread and verdict with it, as an SVG file."""
    x0, y0, x1, y1 = _view(board, a, b)
    told = _caption(board, a, b, x1 - x0)
    deep = _MARGIN + _LINE * len(told)
    whole = f'viewBox="0 0 {board.width} {board.height}"'
    page = svg_document(board).replace(whole, f'viewBox="{x0} {y0} {x1 - x0} {y1 - y0 + deep}"', 1)
    drawn = thread(board, a, b)
    lines = to_svg(_shapes(drawn), board.width, board.height).replace("go-map", "go-thread")
    (x, y), anchor = _label_place(drawn, (x0, x1))
    words = _text(x, y, drawn.label, f'text-anchor="{anchor}" paint-order="stroke" stroke="#fff" stroke-width="4"')
    words += f'<rect x="{x0}" y="{y1}" width="{x1 - x0}" height="{deep}" fill="#fff"/>'
    words += "".join(_text(x0 + _MARGIN, y1 + _LINE * n, line) for n, line in enumerate(told, 1))
    return f"{page.removesuffix('</svg>' + chr(10))}{lines}{words}</svg>\n"


def los_png(board: Map, a: int, b: int, scale: float = 1) -> bytes:
    """The same picture as a PNG file, ``scale`` times the size of the map's pixels."""
    from PIL import Image, ImageDraw, ImageFont

    from goodorder.board.draw.svg_png import paint

    x0, y0, x1, y1 = _view(board, a, b)
    drawn = thread(board, a, b)
    shapes = [_moved(shape, x0, y0) for shape in (*picture(board), hex_grid(board), *_shapes(drawn))]
    image = paint(shapes, x1 - x0, y1 - y0, scale)
    told = _caption(board, a, b, x1 - x0)
    page = Image.new("RGB", (image.width, image.height + round((_MARGIN + _LINE * len(told)) * scale)), "white")
    draw = ImageDraw.Draw(image)
    small, font = ImageFont.load_default(NAME_SIZE * scale), ImageFont.load_default(_TEXT * scale)
    for x, y, name in name_places(board):
        draw.text(((x - x0) * scale, (y - y0) * scale), name, fill=NAME_COLOUR, font=small, anchor="ms")
    (x, y), side = _label_place(drawn, (x0, x1))
    spot, anchor, halo = ((x - x0) * scale, (y - y0) * scale), "ls" if side == "start" else "rs", round(2 * scale)
    draw.text(spot, drawn.label, fill=_INK, font=font, anchor=anchor, stroke_width=halo, stroke_fill="white")
    page.paste(image)
    draw = ImageDraw.Draw(page)
    for n, line in enumerate(told, 1):
        draw.text((_MARGIN * scale, image.height + _LINE * n * scale), line, fill=_INK, font=font, anchor="ls")
    out = BytesIO()
    page.save(out, "PNG", optimize=True)
    return out.getvalue()


def terrain_name(terrain: str) -> str:
    """The name of a terrain's id; what the table does not hold ("crest", "smoke") is its own name."""
    kind = t.by_id().get(terrain)
    return kind.name if kind else terrain


def _shapes(drawn: Thread) -> list[Shape]:
    """The thread on a white border, its ends and points."""
    shapes = [Shape(Look(stroke="#ffffff", weight=6), lines=[[p.start, p.end]]) for p in drawn.stretches]
    for piece in drawn.stretches:
        look = Look(stroke=COLOURS[piece.state], weight=3, dash="7 7" if piece.state == "beyond" else "")
        shapes.append(Shape(look, lines=[[piece.start, piece.end]]))
    if drawn.dots:
        shapes.append(Shape(Look(COLOURS["hindered"], "#ffffff"), dots=[(x, y, 4.5) for x, y in drawn.dots]))
    ends = (drawn.stretches[0].start, drawn.stretches[-1].end)
    shapes.append(Shape(Look(_INK, "#ffffff"), dots=[(x, y, 4.5) for x, y in ends]))
    if drawn.cross is not None:
        (x, y), r = drawn.cross, _CROSS
        arms = [[(x - r, y - r), (x + r, y + r)], [(x - r, y + r), (x + r, y - r)]]
        shapes.append(Shape(Look(stroke=COLOURS["blocked"], weight=3), lines=[*arms]))
    return shapes


def _moved(shape: Shape, x: int, y: int) -> Shape:
    """The shape on a picture whose upper left corner lies at ``x``, ``y``."""
    return msgspec.structs.replace(
        shape,
        loops=[[(px - x, py - y) for px, py in loop] for loop in shape.loops],
        lines=[[(px - x, py - y) for px, py in line] for line in shape.lines],
        dots=[(px - x, py - y, r) for px, py, r in shape.dots],
    )


def _on(start: Point, end: Point, at: Point) -> Point:
    """The place of the line that is nearest to ``at``."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    whole = dx * dx + dy * dy
    share = ((at[0] - start[0]) * dx + (at[1] - start[1]) * dy) / whole if whole else 0.0
    share = min(max(share, 0.0), 1.0)
    return start[0] + dx * share, start[1] + dy * share


def _view(board: Map, a: int, b: int) -> tuple[int, int, int, int]:
    """Left, upper, right and lower edge of what is shown: the line, and two hexes around it."""
    ends = [board.hexes[board.hex_at(end)] for end in (a, b)]
    room = 2 * board.raster.layout.hex_height
    left, right = min(h.x for h in ends) - room, max(h.x for h in ends) + room
    upper, lower = min(h.y for h in ends) - room, max(h.y for h in ends) + room
    return max(0, int(left)), max(0, int(upper)), min(board.width, int(right)), min(board.height, int(lower))


def _caption(board: Map, a: int, b: int, width: int) -> list[str]:
    """The verdict, in lines that fit."""
    return textwrap.wrap(board.los(a, b).explain(board), int((width - 2 * _MARGIN) / (_TEXT * 0.55)))


def _label_place(drawn: Thread, edges: tuple[float, float]) -> tuple[Point, str]:
    """Where the label stands, and whether it begins or ends there: on the side with more room."""
    x, y = drawn.cross or (drawn.dots[0] if drawn.dots else drawn.stretches[-1].end)
    begins = x - edges[0] < edges[1] - x
    return (x + 12 if begins else x - 12, y - 9), "start" if begins else "end"


def _text(x: float, y: float, words: str, more: str = "") -> str:
    font = f'font-family="sans-serif" font-size="{_TEXT}"'
    return f'<text x="{x:.1f}" y="{y:.1f}" fill="{_INK}" {font} {more}>{escape(words)}</text>'
