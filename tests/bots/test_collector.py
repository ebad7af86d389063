"""The collector of garbage in mass play."""

from __future__ import annotations

import gc

import pytest

from goodorder.sim.collector import THRESHOLDS, seldom_collected


def test_the_thresholds_come_back_after_the_games_whatever_happens() -> None:
    before = gc.get_threshold()
    with pytest.raises(KeyError), seldom_collected():
        assert gc.get_threshold() == THRESHOLDS
        raise KeyError
    assert gc.get_threshold() == before


def test_a_game_within_others_freezes_nothing() -> None:
    with seldom_collected():
        frozen = gc.get_freeze_count()
        kept: list[list[int]] = [[] for _ in range(10_000)]
        with seldom_collected():
            assert gc.get_freeze_count() <= frozen, "else what the last game dropped would be kept for ever"
        assert gc.get_threshold() == THRESHOLDS and kept
