"""What a sample asks of a branch in place of whether it lives is true wherever it lives: over random games."""

from __future__ import annotations

import pytest

from goodorder.core.frames import Choice
from goodorder.core.menu import Menu
from tests.properties.games import beats

EACH = 5
"""One in so many menus is looked at."""


@pytest.mark.parametrize("scenario", ["first", "patrol"])
def test_who_lives_is_hopeful_and_has_something_below(scenario: str) -> None:
    living = dead = 0
    for beat in beats(scenario, 7):
        if beat.number % EACH or not isinstance(beat.asked, Choice):
            continue
        everything = Menu(beat.asked.menu._root)._all()
        for entry in everything:
            if entry.hopeful is None:
                continue
            lives = entry.lives()
            assert not lives or entry.hopeful(), (beat.number, entry.key)
            assert lives == (entry.hopeful() and bool(entry.opened())), (beat.number, entry.key)
            living, dead = living + lives, dead + (not lives)
    assert living > 20 < dead
