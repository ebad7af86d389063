"""Checks of a scenario's nations and formations: whether its order of battle fits its date and them (A25)."""

from __future__ import annotations

from collections.abc import Collection

from goodorder.data.catalogue import catalogue
from goodorder.data.charts.latw import latw
from goodorder.data.charts.nations import order_line, troop, troops
from goodorder.data.load import DataError, unknown
from goodorder.data.requirements import PROFILES
from goodorder.data.scenario import Scenario, ScenarioGroup, ScenarioSide, words_of

FROM_THE_AMERICANS = (1943, 12)
"""From when on Free French have American equipment (A25.55)."""
ONE_SIDE = {"free_french", "vichy"}
"""Nations of whom a side has one alone (A25.57)."""


class Checker:
    """Raises the first fault found as one DataError for ``file``."""

    def __init__(self, file: str) -> None:
        self.file = file

    def need(self, true: bool, place: str, expected: str) -> None:
        if not true:
            raise DataError(self.file, place, expected)

    def one_of(self, word: str, known: Collection[str], place: str, what: str) -> None:
        if word not in known:
            raise DataError(self.file, place, unknown(what, word, known))


def check_word(see: Checker, word: str, kind: str, profile: str, place: str) -> None:
    """A word of ``troops.toml`` of that kind, in a profile that plays nationalities."""
    if not word:
        return
    see.need(profile != PROFILES[0], place, f"expected none: A25 is not played by the profile {profile}")
    see.one_of(word, [id for id, found in troops().items() if found.kind == kind], place, kind)


def check_nations(see: Checker, scenario: Scenario, side: ScenarioSide, place: str) -> None:
    """The order of battle of a side contradicts neither the date nor its nations and formations."""
    for key in ("nation", "formation"):
        check_word(see, getattr(side, key), key, scenario.profile, f"{place}.{key}")
    for n, rule in enumerate(scenario.ssr):
        check_word(see, rule.troops or "", "rule", scenario.profile, f"$.ssr[{n}].troops")
    found = set()
    for n, group in enumerate(side.groups):
        here = f"{place}.groups[{n}]"
        for key in ("nation", "formation"):
            check_word(see, getattr(group, key), key, scenario.profile, f"{here}.{key}")
        words = words_of(scenario, side, group)
        found |= {word for word in words if word in ONE_SIDE}
        _group(see, scenario, group, words, here)
    see.need(found != ONE_SIDE, f"{place}.groups", "no side has both Free and Vichy French (A25.57)")


def _group(see: Checker, scenario: Scenario, group: ScenarioGroup, words: tuple[str, ...], place: str) -> None:
    book, date = catalogue(), (scenario.year, scenario.month)
    known = [troop(word) for word in words]
    for one in known:
        see.need(one.at(date), place, f"no {one.name} troops in {date[1]}/{date[0]} ({one.rule})")
    for n, line in enumerate(group.units):
        here, army = f"{place}.units[{n}].type", line.type.partition(":")[0]
        if book.is_vehicle(line.type) or army not in book.nationalities:
            continue
        kind = book.unit(line.type)
        for one in known:
            told = f"{one.name} troops use {' or '.join(one.counters)} counters, not {line.type} ({one.rule})"
            see.need(army in one.counters, here, told)
            squad = not one.codes or kind.kind != "squad" or kind.code in one.codes
            see.need(squad, here, f"{one.name} squads are {', '.join(one.codes)}, not {line.type} ({one.rule})")
        against = order_line(army, kind.code, kind.variant or "", words, date) if _played(scenario) else None
        if against is not None:
            raise DataError(see.file, here, f"{against.text} ({against.rule}): not {line.type} in {date[1]}/{date[0]}")
    for n, line in enumerate(group.weapons):
        _weapon(see, line.type, date, words, f"{place}.weapons[{n}].type")


def _played(scenario: Scenario) -> bool:
    """Whether the profile of a scenario plays the rules of nationalities."""
    return scenario.profile != PROFILES[0]


def _weapon(see: Checker, id: str, date: tuple[int, int], words: tuple[str, ...], place: str) -> None:
    """No weapon before its month, which may be another one for the army that uses it, nor one that is not issued."""
    try:
        kind = catalogue().weapon(id)
    except DataError:
        return
    if "free_french" in words:
        own = ("british", "free_french") if date < FROM_THE_AMERICANS else ("british", "free_french", "american")
        told = f"Free French have {' or '.join(own)} equipment in {date[1]}/{date[0]}, not {id} (A25.54)"
        see.need(kind.nationality in own, place, told)
        colour = f"Free French have American SW in British colour, named (a), or (f) ones, not {id} (A25.35, A25.55)"
        see.need(kind.gun is not None or kind.nationality != "american", place, colour)
    first = latw().since(kind.kind, kind.nationality)
    fits = latw().available(kind.kind, *date, army=kind.nationality)
    see.need(fits, place, f"{id} is there from {first.since} on, not in {date[1]}/{date[0]} ({first.rule})")
