"""What a Search asks and tells: the hexes that are searched, and those in which something was found (A12.152)."""

from __future__ import annotations

from goodorder.core.engine import pending
from goodorder.core.events.info import Announced
from goodorder.core.frames import Choice
from goodorder.play.cases.model import Case
from goodorder.play.cases.playing import Play
from goodorder.play.cases.reader import parse_cases

HEAD = """version = 1
[[case]]
title = "t"
profile = "full"
phase = "MPh"
units = ["A german 4-6-7 at C4", "B russian 4-4-7 at C5 concealed"]
map = "C5 woods"
[[case.step]]
do = "move A then search A"
"""


NEAR = {"B3", "B4", "C3", "C5", "D3", "D4"}
"""The hexes beside C4."""


def searched(left_out: str = "", casualties: str = "") -> Play:
    """A Search that leaves one hex out, up to that question or past it."""
    text = HEAD + 'dice = ["2"]\n'
    if left_out:
        text += f'[[case.step]]\ndo = "pick {left_out}"\ndice = [{casualties}]\n'
    case = next(one for one in parse_cases(text, "t") if isinstance(one, Case))
    play = Play(case)
    for number, step in enumerate(case.raw["step"], 1):
        play.step(number, step)
    return play


def told(play: Play) -> str:
    """What is announced of the Search."""
    return next(one.text for one in play.events if isinstance(one, Announced) and one.rule == "A12.152")


def test_each_answer_to_a_search_names_the_hexes_that_are_searched_then() -> None:
    asked = pending(searched().state)
    assert isinstance(asked, Choice) and asked.prompt.startswith("Search C4 and 5 of 6 hexes")
    labels = [entry.label for entry in asked.menu.entries()]
    assert len(labels) == len(NEAR)
    for label in labels:
        named, _, without = label.partition(", not ")
        assert set(named.split(", ")) == NEAR - {without} and without in NEAR


def test_a_search_tells_where_something_was_found() -> None:
    assert told(searched("C3", '"6"')).endswith("found something in C5")


def test_a_search_that_leaves_out_the_hex_of_the_enemy_finds_nobody() -> None:
    assert told(searched("C5")).endswith("found nobody")
