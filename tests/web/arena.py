"""Small games for browser tests: a few counters on a part of a board, the other side played by nobody."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from goodorder.data.catalogue import catalogue
from goodorder.data.counters.armament import Date
from goodorder.web.messages.requests import NewGame, PlayerWord
from tests.web.screen import Served

Placement = tuple[str, str, tuple[str, ...], str]


def at(unit: str, where: str, *weapons: str) -> Placement:
    """A counter of a side, by its strength, in a Location, with what it carries."""
    return unit, where, weapons, ""


def vehicle(code: str, where: str, facing: int, more: str = "") -> Placement:
    """A vehicle of a side, pointing along a hexspine; ``more`` as in a placement: ``turret = 1, ce = true``."""
    return code, where, (), ", ".join(filter(None, (f"facing = {facing}", more)))


def scenario(
    german: list[Placement],
    russian: list[Placement],
    *,
    board: str = "village",
    columns: str = "A-Q",
    profile: str = "starter",
    turns: int = 3,
) -> str:
    """The text of a scenario in which both sides stand where they are put."""
    codes = [
        f"{side}:{code}"
        for side, placements in (("german", german), ("russian", russian))
        for unit, _, held, _ in placements
        for code in (unit, *held)
    ]
    text = [
        f'version = 1\nid = "arena"\ntitle = "Arena"\nplace = "Nowhere"\nyear = {_year_of(codes)}\nmonth = 6',
        f'profile = "{profile}"\nturns = {turns}\nsummary = "A few counters."',
        'situation = "None."\naftermath = "None."',
        'sets_up_first = "russian"\nmoves_first = "german"',
        f'boards = [{{ name = "{board}", columns = "{columns}" }}]',
    ]
    for side, placements in (("german", german), ("russian", russian)):
        units = Counter(unit for unit, _, _, _ in placements)
        weapons = Counter(weapon for _, _, held, _ in placements for weapon in held)
        text.append(f'[[sides]]\nid = "{side}"\nnationality = "{side}"\nname = "{side}"\nelr = 3')
        hexes = ", ".join(f'"{one}"' for one in dict.fromkeys(where.partition("/")[0] for _, where, _, _ in placements))
        text.append(f'[[sides.groups]]\nid = "{side}s"\nname = "{side}s"\narea = [{{ hexes = [{hexes}] }}]')
        text.append("units = [" + ", ".join(_counted(side, *one) for one in units.items()) + "]")
        text.append("weapons = [" + ", ".join(_counted(side, *one) for one in weapons.items()) + "]")
        lines = []
        for unit, where, held, more in placements:
            arms = ", ".join(f'"{side}:{weapon}"' for weapon in held)
            lines.append(f'{{ unit = "{side}:{unit}", hex = "{where}", weapons = [{arms}]{more and ", "}{more} }}')
        text.append('[[sides.setups]]\nname = "there"\ntext = "There."\nplacements = [' + ", ".join(lines) + "]")
    text.append('[victory]\nwins = "german"\nwhen = "all"\ntext = "Points."')
    text.append('[[victory.clauses]]\nid = "losses"\nkind = "exit_vp"\nside = "german"')
    text.append(f'area = [{{ columns = "{columns}", edge = "north" }}]\nat_least = 99\ntext = "All."')
    return "\n".join(text) + "\n"


def _year_of(codes: list[str]) -> int:
    """A year in which each vehicle and Gun was in use: no scenario may have one of another date."""
    book = catalogue()
    kinds = [
        book.vehicle(code) if book.is_vehicle(code) else book.gun(code)
        for code in codes
        if book.is_vehicle(code) or book.is_gun(code)
    ]
    return next(year for year in (1942, 1941, 1943, 1944) if all(kind.in_use(Date(year, 6)) for kind in kinds))


def _counted(side: str, unit: str, count: int) -> str:
    return f'{{ type = "{side}:{unit}", count = {count} }}'


def arena(folder: Path, text: str, side: str = "german") -> Served:
    """A server with such a game: a person plays ``side``, nobody the other."""
    players: dict[str, PlayerWord] = {one: "human" if one == side else "idle" for one in ("german", "russian")}
    setups = {"german": "there", "russian": "there"}
    return Served(folder, side=side, wanted=NewGame(scenario=text, players=players, setups=setups))
