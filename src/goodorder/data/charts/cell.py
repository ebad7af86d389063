"""A number that was read from a chart, with the name of its row and its rule."""

from __future__ import annotations

from msgspec import Struct


class Cell(Struct, frozen=True):
    """One number of a chart: ``row`` names its line in words for people, ``rule`` is the rule that it states."""

    number: int
    row: str
    rule: str
