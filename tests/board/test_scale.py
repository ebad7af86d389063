"""Maps in hexes of another size: names, trees, walls and stairs keep their proportion, names are readable."""

from __future__ import annotations

import re
from io import BytesIO

import numpy as np
import pytest
from msgspec.structs import replace
from PIL import Image

from goodorder.board import Map, Part, compose, svg
from goodorder.board.draw.svg import svg_document
from goodorder.board.draw.svg_png import png
from goodorder.board.draw.svg_scale import scale_of, usual
from goodorder.web.cards import map_doc

TIMES = 3


@pytest.fixture(scope="module")
def small() -> Map:
    return compose([Part("village")])


@pytest.fixture(scope="module")
def large(small: Map) -> Map:
    """The village in hexes three times as large, as a Deluxe board has them."""
    raster = small.raster
    lay = raster.layout
    layout = replace(
        lay,
        hex_width=lay.hex_width * TIMES,
        hex_height=lay.hex_height * TIMES,
        left=lay.left * TIMES,
        top=lay.top * TIMES,
    )
    codes = np.repeat(np.repeat(raster.codes, TIMES, 0), TIMES, 1)
    levels = np.repeat(np.repeat(raster.levels, TIMES, 0), TIMES, 1)
    return Map("large", raster._replace(codes=codes, levels=levels, layout=layout, own_geometry=None))


@pytest.mark.slow
def test_a_large_board_is_drawn_with_the_marks_of_a_usual_one(small: Map, large: Map) -> None:
    assert scale_of(small) == 1 and usual(small) is small
    assert scale_of(large) == TIMES
    assert abs(len(svg(large)) / len(svg(small)) - 1) < 0.05
    assert len(re.findall("a5[.][0-9] ", svg(large))) == len(re.findall("a5[.][0-9] ", svg(small)))


def test_a_file_of_a_large_board_enlarges_names_and_all(small: Map, large: Map) -> None:
    text = svg_document(large)
    assert f'viewBox="0 0 {large.width} {large.height}"' in text
    assert 'transform="scale(3.0000)"' in text and 'font-size="8.5"' in text
    assert "transform=" not in svg_document(small).replace("patternTransform=", "")


def test_the_client_is_told_a_large_board_in_hexes_of_the_usual_size(small: Map, large: Map) -> None:
    one, other = map_doc(small), map_doc(large)
    assert other.hex.height == pytest.approx(one.hex.height)
    places = {here.name: (here.x, here.y) for here in one.hexes}
    for here in other.hexes:
        assert (here.x, here.y) == pytest.approx(places[here.name], abs=1.5)


@pytest.mark.slow
def test_names_have_a_light_edge_in_files(small: Map) -> None:
    assert 'paint-order="stroke"' in svg_document(small)
    picture = Image.open(BytesIO(png(small)))
    assert picture.size == (small.width, small.height)
