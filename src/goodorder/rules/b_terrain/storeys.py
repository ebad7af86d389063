"""What it costs Infantry to go between levels, houses of a row and factory bays (B23.4, B23.71, B23.742)."""

from __future__ import annotations

from ..a26_control import believed
from ..facts.bypass_path import bypass_path
from ..facts.entry import HALF, EntryFacts
from ..facts.ground import ground, map_now
from ..facts.places import has_entrance
from ..ledger import Mod
from ..points import ENTRY_COST, GROUND_COST
from ..registry import rule

AROUND = 1
"""MF in the hex left for going around to the next house of a row (B23.71)."""


@rule("B23.4", point=GROUND_COST, order=12)
def stairs_rate(facts: EntryFacts) -> Mod | None:
    """One MF for each level by the stairs, whatever the building costs; a tower's may lead up several (B34.42)."""
    if not facts.stairs:
        return None
    levels = abs(facts.rise)
    return Mod("stairs_cost", levels * HALF, "B23.4" if levels == 1 else "B34.42", "by the stairs")


@rule("B23.71", point=GROUND_COST, order=13)
def next_house(facts: EntryFacts) -> Mod | None:
    """From one rowhouse into the next on the ground: one MF more.

    Uphill the way around is doubled and the house is not (B23.721), which is the double cost of the house.
    """
    link = facts.link
    if link is None or link.kind != "around" or facts.way.road or facts.rise > 0:
        return None
    return Mod("around_cost", AROUND * HALF, "B23.71", "around to the next house")


@rule("B23.71", point=ENTRY_COST, order=5)
def around_already(facts: EntryFacts) -> Mod | None:
    """What units at the vertex between the houses have paid for the way around (doubled uphill, B23.721)."""
    link = facts.link
    if link is None or link.kind != "around" or not facts.units or len(bypass_path(facts.units[0])) != 1:
        return None
    return Mod("around_paid", -around_cost(facts.rise), "B23.71", "the way around is paid")


def around_cost(rise: int) -> int:
    """Half MF for going around to the next house, twice as much uphill (B23.71, B23.721)."""
    return AROUND * HALF * (2 if rise > 0 else 1)


@rule("B23.742", point=GROUND_COST, order=14)
def factory_bay(facts: EntryFacts) -> Mod | None:
    """One MF from one hex of a factory into another of the same."""
    link = facts.link
    if link is None or link.kind != "storey" or facts.way.road:
        return None
    here = ground(facts.st, facts.way.frm).terrain
    if here.category != "FACTORY" or facts.terrain.category != "FACTORY":
        return None
    return Mod("factory_rate", HALF - int(facts.terrain.mf * HALF), "B23.742", "inside the factory")


@rule("B23.742", point=ENTRY_COST, order=6)
def factory_entrance(facts: EntryFacts) -> Mod | None:
    """From outside by its stairwell's hex or across a road hexside into a factory hex that one's side Controls: as into
    Open Ground. It keeps its TEM. What is asked of no certain unit has no entrance.
    """
    board = map_now(facts.st)
    if not facts.units or facts.way.frm < 0 or facts.way.side < 0 or facts.way.road or facts.way.bypass:
        return None
    if not has_entrance(board, facts.way.to):
        return None
    outside, here = board.hex_of(facts.way.frm), board.hex_of(facts.way.to)
    if outside.building == here.building or not (here.stairwell or outside.roads[facts.way.side]):
        return None
    if believed(facts.st, facts.units[0].side, here.index) != facts.units[0].side:
        return None
    saved = int(here.terrain.mf * HALF) - HALF
    return Mod("factory_entrance", -saved * (2 if facts.rise > 0 else 1), "B23.742", "by the factory's entrance")
