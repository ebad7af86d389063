"""Where a case is played and by whom: its scenario, map, sides, options and layers for lines of sight."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, TypeVar

import msgspec

from goodorder.board import BoardError, Map, compose, part, text_map
from goodorder.board.library import known
from goodorder.board.map.compose import Described
from goodorder.board.map.seasons import in_season, season, text_in_season
from goodorder.board.sight import layers
from goodorder.core.errors import Unreadable
from goodorder.core.world import UNDATED, Side
from goodorder.data.catalogue import DUMMY, catalogue
from goodorder.data.charts.nations import troops
from goodorder.data.counters.armament import Date
from goodorder.data.load import DataError
from goodorder.data.scenario import Scenario, scenario
from goodorder.data.scenario_check import MOST_BOARDS
from goodorder.flow.sequence.opening import side_of
from goodorder.rules.optional import IN_CASES, OPTIONAL, chosen_options

from .model import CaseInvalid
from .reader import unknown_word
from .words import texts

B = TypeVar("B", bound=Described)

EMPTY_MAP = "size 12x10"
FIRST_YEAR, LAST_YEAR = 1936, 1945
"""Years in which counters have ammunition."""


def scenario_of(raw: Mapping[str, Any]) -> Scenario | None:
    named = raw.get("scenario")
    if named is None:
        return None
    try:
        if isinstance(named, str):
            return scenario(named)
        fields: dict[str, Any] = dict(named)
        base = msgspec.to_builtins(scenario(fields.pop("like", "first")))
        unknown = [key for key in fields if key not in base]
        if unknown:
            raise unknown_word("scenario field", unknown[0], base)
        return msgspec.convert({**base, **fields}, Scenario)
    except DataError as error:
        raise CaseInvalid(str(error), "scenario") from None
    except msgspec.ValidationError as error:
        raise CaseInvalid(f"scenario: {error}", "scenario") from None


def date_of(raw: Mapping[str, Any], played: Scenario | None) -> Date:
    """The year and month of a case."""
    month = raw.get("month", played.month if played is not None else UNDATED.month)
    if not isinstance(month, int) or not 1 <= month <= 12:
        raise CaseInvalid("a month is a number from 1 to 12", "month")
    year = raw.get("year", played.year if played is not None else UNDATED.year)
    if not isinstance(year, int) or not FIRST_YEAR <= year <= LAST_YEAR:
        raise CaseInvalid(f"a year is a number from {FIRST_YEAR} to {LAST_YEAR}", "year")
    if played is not None and "year" in raw:
        raise CaseInvalid("a scenario has its own year", "year")
    return Date(year, month)


def map_of(raw: Mapping[str, Any], played: Scenario | None) -> Map:
    grows = season(date_of(raw, played).month)
    try:
        if "map" in raw:
            return _text_map(text_in_season(str(raw["map"]), grows))
        if "boards" in raw:
            return compose(in_season(_known([part(str(words)) for words in texts(raw, "boards")]), grows))
        if played is not None:
            return compose(in_season(_known(played.boards), grows), played.join)
        return _text_map(EMPTY_MAP)
    except BoardError as error:
        found = re.search(r"'([^']+)'", str(error))
        raise CaseInvalid(str(error), found[1] if found else "map") from None


def _known(boards: Sequence[B]) -> Sequence[B]:
    """The boards, none of them by the path of a file; more than a map can hold are not looked at."""
    if len(boards) > MOST_BOARDS:
        raise BoardError(f"a map of {len(boards)} boards", expected=f"at most {MOST_BOARDS}")
    for one in boards:
        if not known(one.name):
            raise BoardError(f"unknown board {one.name[:60]!r}", expected="a name of `goodorder board list`")
    return boards


@lru_cache(maxsize=64)
def _text_map(text: str) -> Map:
    """Maps are values and remember their lines of sight, so cases share equal ones; all have one size unless told."""
    sized = re.search(r"(^|[;\n])\s*size\b", text)
    return text_map(text if sized else f"{EMPTY_MAP}; {text}", "case")


def sides_of(raw: Mapping[str, Any], units: Sequence[Sequence[str]], played: Scenario | None) -> tuple[Side, Side]:
    if played is not None and "sides" not in raw:
        found = [side_of(played, side) for side in played.sides]
        return found[0], found[1]
    lines = texts(raw, "sides")
    if not lines:
        named = list(dict.fromkeys(words[1] for words in units if len(words) > 1))
        named += [other for other in ("german", "russian") if other not in named]
        lines = named[:2]
        if len(named) > 2 and len({words[1] for words in units if len(words) > 1}) > 2:
            raise CaseInvalid("units of more than two nationalities: name the sides, as 'german elr 3'", "units")
    if len(lines) != 2:
        raise CaseInvalid("sides are two lines such as 'german elr 3'", "sides")
    return _side(lines[0], units), _side(lines[1], units)


def _forces(id: str, nationality: str, units: Sequence[Sequence[str]]) -> tuple[tuple[str, str], ...]:
    """The types of a side's men with their groups, Dummies apart."""
    found = set()
    for words in units:
        if len(words) > 2 and words[1] == id and words[2] not in (DUMMY, "?"):
            own = words[2].partition(":")[0] not in catalogue().nationalities
            group = next((word.removeprefix("group=") for word in words if word.startswith("group=")), "")
            found.add((f"{nationality}:{words[2]}" if own else words[2], group))
    return tuple(sorted(found))


def _side(line: str, units: Sequence[Sequence[str]] = ()) -> Side:
    words = line.split()
    id, nationality, elr = words[0], words[0], 3
    flags = ("ammunition_shortage", "elite", "by_rule", "molotovs")
    short, elite, ruled, bombs = (word in words for word in flags)
    rest = [word for word in words[1:] if word not in flags]
    groups: dict[str, int] = {}
    named: dict[str, tuple[str, ...]] = {}
    while rest:
        if rest[0] == "elr" and len(rest) > 1 and rest[1].isdigit():
            elr = int(rest[1])
        elif rest[0].startswith("elr_of_") and len(rest) > 1 and rest[1].isdigit():
            groups[rest[0].removeprefix("elr_of_")] = int(rest[1])
        elif rest[0] == "nationality" and len(rest) > 1:
            nationality = rest[1]
        elif (rest[0] == "troops" or rest[0].startswith("troops_of_")) and len(rest) > 1:
            named[rest[0].removeprefix("troops").removeprefix("_of_")] = _troops(rest[1])
        else:
            known = ("elr", "elr_of_GROUP", "nationality", "troops", "troops_of_GROUP", *flags)
            raise unknown_word("word of a side", rest[0], known)
        rest = rest[2:]
    if nationality not in catalogue().nationalities:
        raise unknown_word("nationality", nationality, catalogue().nationalities)
    by_rule, molotovs = (("",) if word else () for word in (ruled, bombs))
    own = tuple(sorted(groups.items()))
    told, forces = tuple(sorted(named.items())), _forces(id, nationality, units)
    return Side(id, nationality, id.capitalize(), elr, short, elite, own, by_rule, molotovs, told, forces)


def _troops(words: str) -> tuple[str, ...]:
    """Nation, formation and special rules of a side's troops, with commas between them."""
    found = tuple(words.split(","))
    for word in found:
        if word not in troops():
            raise unknown_word("nation or formation", word, troops())
    return found


def layer_of(board: Map, line: str) -> layers.Layers | None:
    """The layer for lines of sight that a marker's line names (``wreck at C5``), None for a counter of the game."""
    try:
        return layers.read(board, line)
    except BoardError as error:
        raise CaseInvalid(str(error), line) from None


def options_of(ids: Sequence[str]) -> tuple[str, ...]:
    try:
        early = tuple(sorted(IN_CASES.intersection(ids)))
        return (*chosen_options(id for id in ids if id not in IN_CASES), *early)
    except Unreadable as error:
        word = next(id for id in ids if id not in OPTIONAL and id not in IN_CASES)
        raise CaseInvalid(error.message, word) from None
