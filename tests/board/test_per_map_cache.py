"""Answers are remembered for each map, and maps that are gone are let go of."""

from __future__ import annotations

import gc
import weakref

from goodorder.board import Map, text_map
from goodorder.board.map.per_map_cache import MAPS, once_per_map


def test_an_answer_is_worked_out_once_and_a_map_that_nobody_uses_is_let_go() -> None:
    asked: list[str] = []

    @once_per_map()
    def name_of(board: Map) -> str:
        asked.append(board.name)
        return board.name

    board = text_map("C4 woods")
    assert name_of(board) == name_of(board) == board.name and len(asked) == 1
    gone = weakref.ref(board)
    del board
    for _ in range(MAPS):
        text_map("C4 woods")
    gc.collect()
    assert gone() is None
