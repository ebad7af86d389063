"""A map's picture in pixels: the same shapes as the SVG, painted with Pillow."""

from __future__ import annotations

import itertools
from io import BytesIO
from math import cos, radians, sin

import numpy as np
from PIL import Image, ImageColor, ImageDraw, ImageFont

from goodorder.board.draw.svg import HALO, NAME_COLOUR, NAME_SIZE, hex_grid, name_places, picture
from goodorder.board.draw.svg_scale import scale_of, usual
from goodorder.board.draw.svg_shapes import Line, Pattern, Point, Shape, rounded
from goodorder.board.map.board import Map

_FINE = 2
"""Pixels painted for each pixel of the picture, so that edges come out smooth."""


def png(board: Map, scale: float = 1, *, grid: bool = True) -> bytes:
    """The map as a PNG file, ``scale`` times its size, with hex grid and names unless ``grid`` is False."""
    drawn = usual(board)
    scale *= scale_of(board)
    shapes = [*picture(board), *([hex_grid(drawn)] if grid else [])]
    image = paint(shapes, drawn.width, drawn.height, scale)
    if grid:
        draw = ImageDraw.Draw(image)
        font = ImageFont.load_default(NAME_SIZE * scale)
        edge = max(1, round(scale))
        for x, y, name in name_places(drawn):
            draw.text(
                (x * scale, y * scale),
                name,
                fill=NAME_COLOUR,
                font=font,
                anchor="ms",
                stroke_width=edge,
                stroke_fill=HALO,
            )
    out = BytesIO()
    image.save(out, "PNG", optimize=True)
    return out.getvalue()


def paint(shapes: list[Shape], width: int, height: int, scale: float = 1) -> Image.Image:
    """Shapes as a picture."""
    fine = _FINE * scale
    canvas = Image.new("RGB", (round(width * fine), round(height * fine)), "white")
    for shape in shapes:
        _fill(canvas, shape, fine)
        _edge(canvas, shape, fine)
    return canvas.resize((round(width * scale), round(height * scale)), Image.Resampling.BOX)


def _fill(canvas: Image.Image, shape: Shape, fine: float) -> None:
    look = shape.look
    if not look.fill or not (shape.loops or shape.dots):
        return
    loops = [(_area(loop), _scaled(_rounded(loop) if shape.soft else loop, fine)) for loop in shape.loops]
    dots = [((x - r) * fine, (y - r) * fine, (x + r) * fine, (y + r) * fine) for x, y, r in shape.dots]
    spots = [spot for _, loop in loops for spot in loop] + [spot for dot in dots for spot in (dot[:2], dot[2:])]
    left, upper = (max(0, int(min(spot[axis] for spot in spots))) for axis in (0, 1))
    right, lower = (min(canvas.size[axis], int(max(spot[axis] for spot in spots)) + 2) for axis in (0, 1))
    if left >= right or upper >= lower:
        return
    mask = Image.new("L", (right - left, lower - upper), 0)
    draw = ImageDraw.Draw(mask)
    value = round(255 * look.opacity)
    loops.sort(key=lambda item: -abs(item[0]))
    for area, loop in loops:  # holes run against the largest loop
        draw.polygon([(x - left, y - upper) for x, y in loop], fill=value if area * loops[0][0] > 0 else 0)
    for x0, y0, x1, y1 in dots:
        draw.ellipse([x0 - left, y0 - upper, x1 - left, y1 - upper], fill=value)
    box = (left, upper, right, lower)
    if isinstance(look.fill, Pattern):
        canvas.paste(_texture(look.fill, box, fine), box[:2], mask)
    else:
        canvas.paste(ImageColor.getrgb(look.fill), box, mask)


def _edge(canvas: Image.Image, shape: Shape, fine: float) -> None:
    look = shape.look
    if not look.stroke:
        return
    draw = ImageDraw.Draw(canvas)
    width = max(1, round(look.weight * fine))
    lines = [[*loop, loop[0]] for loop in (_rounded(loop) if shape.soft else loop for loop in shape.loops)]
    dash = [float(part) for part in look.dash.split()]
    for line in [*lines, *shape.lines]:
        for part in _dashed(line, dash) if dash else [line]:
            draw.line(_scaled(part, fine), fill=look.stroke, width=width, joint="curve")
    for x, y, r in shape.dots:
        draw.ellipse([(x - r) * fine, (y - r) * fine, (x + r) * fine, (y + r) * fine], outline=look.stroke, width=width)


def _texture(pattern: Pattern, box: tuple[int, int, int, int], fine: float) -> Image.Image:
    """The part of an endless pattern that lies in a box."""
    x0, y0, x1, y1 = (edge / fine for edge in box)
    image = Image.new("RGB", (box[2] - box[0], box[3] - box[1]), pattern.base)
    draw = ImageDraw.Draw(image)
    c, s = cos(radians(pattern.turn)), sin(radians(pattern.turn))
    # the box in the pattern's own directions
    ends = [(x * c + y * s, y * c - x * s) for x in (x0, x1) for y in (y0, y1)]
    columns = np.arange(min(x for x, _ in ends) // pattern.width, max(x for x, _ in ends) // pattern.width + 1)
    rows = np.arange(min(y for _, y in ends) // pattern.height, max(y for _, y in ends) // pattern.height + 1)
    weight = max(1, round(pattern.weight * fine))
    for row in rows.tolist():
        for column in columns.tolist():
            for stroke in pattern.strokes:
                spots = [(column * pattern.width + x, row * pattern.height + y) for x, y in stroke]
                placed = [((x * c - y * s - x0) * fine, (x * s + y * c - y0) * fine) for x, y in spots]
                draw.line(placed, fill=pattern.colour, width=weight)
    return image


def _scaled(line: Line, by: float) -> list[Point]:
    return [(x * by, y * by) for x, y in line]


def _area(loop: Line) -> float:
    return sum(a[0] * b[1] - b[0] * a[1] for a, b in zip(loop, loop[1:] + loop[:1], strict=True)) / 2


def _rounded(loop: Line) -> Line:
    """The loop as the SVG rounds it, in short straight pieces."""
    line: Line = []
    for (px, py), (x, y), (qx, qy) in rounded(loop):
        for k in (0.0, 0.25, 0.5, 0.75, 1.0):
            a, b, c = (1 - k) ** 2, 2 * k * (1 - k), k * k
            line.append((a * px + b * x + c * qx, a * py + b * y + c * qy))
    return line


def _dashed(line: Line, dash: list[float]) -> list[Line]:
    """The drawn pieces of a line: dash and gap in turn."""
    pieces: list[Line] = []
    left, on, part = dash[0], True, 0
    current: Line = [line[0]]
    for (ax, ay), (bx, by) in itertools.pairwise(line):
        length = ((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5
        done = 0.0
        while length - done > left:
            done += left
            spot = (ax + (bx - ax) * done / length, ay + (by - ay) * done / length)
            if on:
                pieces.append([*current, spot])
            current, on, part = [spot], not on, (part + 1) % len(dash)
            left = dash[part]
        left -= length - done
        current.append((bx, by))
    return [*pieces, current] if on and len(current) > 1 else pieces
