"""Pictures: every terrain shows, in SVG and in pixels alike."""

from __future__ import annotations

import re
from io import BytesIO

import msgspec
import numpy as np
import pytest
from PIL import Image

from goodorder.board import Map, Terrain, compose, svg, terrains, text_map
from goodorder.board.draw.svg import hex_corners, picture, svg_document
from goodorder.board.draw.svg_looks import UNSEEN
from goodorder.board.draw.svg_png import png
from goodorder.board.map.layout import GEO
from goodorder.board.map.raster import Raster, blank
from tests.board.ours import ALL, mostly_slow

pytestmark = pytest.mark.slow

PLAIN = svg(text_map("size 5x5"))


def pixels(data: bytes) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    return np.asarray(Image.open(BytesIO(data)).convert("RGB"))


@pytest.mark.parametrize("kind", [k for k in terrains() if k.id not in UNSEEN and not k.hexside], ids=lambda k: k.id)
def test_a_patch_of_any_terrain_shows(kind: Terrain) -> None:
    raster = blank(5, 5)
    raster.codes[60:160, 60:160] = kind.code
    assert svg(Map("patch", raster)) != PLAIN


@pytest.mark.parametrize("kind", [k for k in terrains() if k.hexside and k.code not in (157, 200)], ids=lambda k: k.id)
def test_any_hexside_terrain_shows(kind: Terrain) -> None:
    raster = blank(5, 5)
    raster.codes[126:132, 112:150] = kind.code
    assert svg(Map("side", raster)) != PLAIN


@pytest.mark.parametrize("name", mostly_slow(ALL, "gullies", "village"))
def test_pictures_of_our_boards_are_sound_and_small(name: str) -> None:
    drawing = svg(compose([(name, False, None)]))
    assert drawing.count("<g") == drawing.count("</g>") == 1 and "nan" not in drawing
    assert len(drawing) < 320_000
    used = set(re.findall(r"url\(#([\w-]+)\)", drawing))
    assert used <= set(re.findall(r'id="([\w-]+)"', drawing))


def test_a_file_of_its_own_has_names_and_grid() -> None:
    board = text_map("size 5x5\nC3 woods")
    document = svg_document(board)
    assert document.startswith("<svg") and ">C3</text>" in document and 'id="go-grid"' in document
    assert "<text" not in svg_document(board, grid=False)


@pytest.mark.parametrize("scale", [0.5, 1, 2])
def test_a_png_has_the_size_asked_for(scale: float) -> None:
    board = text_map("size 5x5\nC3 woods")
    assert pixels(png(board, scale)).shape == (round(board.height * scale), round(board.width * scale), 3)


def test_a_png_shows_what_the_svg_shows() -> None:
    board = text_map("size 5x5\nC3 stone_building 2; B2 river; D3 level 2")
    shown = pixels(png(board, grid=False))

    def colour(name: str, dx: float = 0, dy: float = 0) -> tuple[int, ...]:
        here = board.hex(name)
        return tuple(int(v) for v in shown[int(here.y + dy), int(here.x + dx)])

    assert colour("C3", 14, 9) == (0x92, 0x98, 0xA0)
    assert colour("B2", 5, 9) == (0xA8, 0xC2, 0xCD)
    assert colour("D3", 5, 9) == (0xC6, 0xAE, 0x7C)
    assert colour("A1", 5, 9) == (0xE2, 0xE5, 0xCB)
    for told in ("#9298a0", "#a8c2cd", "#c6ae7c", "#e2e5cb"):
        assert told in svg(board)


def test_the_grid_is_drawn_only_when_asked_for() -> None:
    board = text_map("size 5x5")
    bare = pixels(png(board, grid=False))
    assert len({tuple(v) for v in bare.reshape(-1, 3).tolist()}) == 1
    assert (pixels(png(board)) != bare).any()


def test_a_hole_in_a_wood_stays_open() -> None:
    ring = "size 9x8\nD3 D4 E3 E5 F3 F4 woods"  # round E4
    board = text_map(ring)
    here = board.hex("E4")
    assert pixels(png(board, grid=False))[int(here.y), int(here.x)].tolist() == [0xE2, 0xE5, 0xCB]


def test_a_picture_begins_with_the_ground() -> None:
    first = picture(text_map("size 5x5"))[0]
    assert first.look.fill == "#e2e5cb" and len(first.loops) == 1


def test_a_board_of_other_measures_has_the_same_hexes_and_the_same_picture_enlarged() -> None:
    small = text_map(
        "size 7x6\nC3 woods; road A2 B2 C2; E4 stone_building 2; E4-E5 wall; D2 level 1; gully F1 F2 F3; G3 crags"
    )
    raster = small.raster
    layout = msgspec.structs.replace(GEO, hex_width=2 * GEO.hex_width, hex_height=2 * GEO.hex_height)
    twice = np.ones((2, 2), np.uint8)
    large = Map(
        "large", Raster(7, 6, np.kron(raster.codes, twice), np.kron(raster.levels, twice.view(np.int8)), layout)
    )
    for a, b in zip(small.hexes, large.hexes, strict=True):
        assert (a.name, a.terrain, a.level, a.sides, a.roads, a.depression) == (
            (b.name, b.terrain, b.level, b.sides, b.roads, b.depression)
        )
        assert (b.x, b.y) == (2 * a.x, 2 * a.y)
    assert hex_corners(large, large.hex("C3")) == [(2 * x, 2 * y) for x, y in hex_corners(small, small.hex("C3"))]
    assert svg(large) == svg(small)
    assert svg_document(large) != svg_document(small)
