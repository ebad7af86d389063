"""Playthroughs come out as they are written; after a wanted change write them anew and read the diff."""

from __future__ import annotations

from typing import Any

import pytest

from tests.golden import playthrough


@pytest.mark.parametrize("played", playthrough.PLAYED, ids=lambda p: f"{p.name}-{p.seed}")
def test_a_playthrough_comes_out_as_it_is_written(played: playthrough.Playthrough, count: Any) -> None:
    found = playthrough.text(played).splitlines()
    expected = played.file.read_text("utf-8").splitlines()
    count.games()
    for number, (one, two) in enumerate(zip(found, expected, strict=False), 1):
        assert one == two, f"{played.file.name}, line {number}; if wanted: python -m tests.golden.playthrough"
    assert len(found) == len(expected)


def test_every_file_is_a_playthrough() -> None:
    written = {path.name for path in playthrough.FOLDER.glob("*.txt")}
    assert written == {played.file.name for played in playthrough.PLAYED}
