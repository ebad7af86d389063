"""Scenarios and maps as a client shows them before and beside the game."""

from __future__ import annotations

import calendar
import gzip
import hashlib
import threading
from collections.abc import Iterable
from typing import NamedTuple

import msgspec
from msgspec.structs import asdict

from goodorder.board import Map, svg, tooltip
from goodorder.board.draw.svg_scale import usual
from goodorder.core.world import World
from goodorder.data.catalogue import catalogue
from goodorder.data.charts import lessons
from goodorder.data.charts.nations import called
from goodorder.data.clauses import clauses
from goodorder.data.scenario import Scenario, ScenarioGroup, ScenarioSide
from goodorder.play.record import Header

from .messages.pages import (
    HexSize,
    LessonDoc,
    MapDrawing,
    MapHex,
    ScenarioCard,
    ScenarioSummary,
    SetupDoc,
    SideDoc,
    TooltipLine,
)

RULES = {"starter": "Starter Kit rules", "full": "full rules"}
"""The profiles in the words of the list of scenarios."""

_MONTHS = tuple(calendar.month_name)[1:]


def summary(scenario: Scenario) -> ScenarioSummary:
    """The line of a scenario in the list."""
    return ScenarioSummary(
        id=scenario.id,
        title=scenario.title,
        summary=scenario.summary,
        turns=scenario.turns,
        sides=tuple(
            SideDoc(
                id=side.id,
                name=side.name,
                nationality=side.nationality,
                people=_people(side),
                elr=side.elr,
                san=side.san or None,
            )
            for side in scenario.sides
        ),
        size=_size(scenario),
        rules=RULES[scenario.profile],
        year=scenario.year,
        teaches=tuple(LessonDoc(name=lessons()[word].name, rule=lessons()[word].rule) for word in scenario.teaches),
    )


def _people(side: ScenarioSide) -> str:
    """Who a side is: the nation that it names, else that of its counters."""
    return called(side.nationality, (side.nation,) if side.nation else ())


def card(scenario: Scenario) -> ScenarioCard:
    """Everything a player reads before the game."""
    names = {side.id: side.name for side in scenario.sides}
    place = f"{scenario.place}, " if scenario.place else ""
    return ScenarioCard(
        **asdict(summary(scenario)),
        date=f"{place}{_MONTHS[scenario.month - 1]} {scenario.year}",
        situation=scenario.situation,
        victory=(scenario.victory.text, *(clause.text for clause in scenario.victory.clauses)),
        special_rules=(*(rule.text for rule in scenario.ssr), *_laid_down(scenario)),
        sets_up_first=names[scenario.sets_up_first],
        moves_first=names[scenario.moves_first],
        order_of_battle={side.id: _forces(side) for side in scenario.sides},
        setups={
            side.id: tuple(SetupDoc(name=one.name, text=one.text) for one in side.setups) for side in scenario.sides
        },
        balance={side: rule.text for side, rule in scenario.balance.items()},
        aftermath=scenario.aftermath,
    )


def _laid_down(scenario: Scenario) -> tuple[str, ...]:
    """What the profile lays down in place of rules that are not built, and the scenario does not say itself."""
    own = {rule.clause for rule in scenario.ssr}
    return tuple(one.printed for one in clauses(scenario.profile) if one.unless not in own)


UPPER = ("B23.42", "B23.26")
"""Rules of the lines about upper levels, which a game without them has no use for."""


def map_doc(board: Map, *, levels: bool = True) -> MapDrawing:
    """The drawing of a map and its hexes, in hexes of the usual size; the client draws grid and names.

    ``levels``: upper ones are played.
    """
    drawn = usual(board)
    layout = drawn.raster.layout
    return MapDrawing(
        name=board.name,
        width=drawn.width,
        height=drawn.height,
        hex=HexSize(width=layout.hex_width, height=layout.hex_height),
        hexes=tuple(
            MapHex(
                name=here.name,
                x=here.x,
                y=here.y,
                terrain=here.terrain.name,
                level=here.level,
                tooltip=tuple(
                    TooltipLine(text=text, rule=rule) for text, rule in tooltip(here) if levels or rule not in UPPER
                ),
            )
            for here in drawn.hexes
        ),
        svg=svg(board),
    )


def card_of(header: Header, world: World) -> ScenarioCard:
    """The card of the scenario that a game plays."""
    found = world.scenario
    if found is not None:
        return card(found)
    sides = tuple(SideDoc(id=side.id, name=side.name, nationality=side.nationality) for side in world.sides)
    return ScenarioCard(id=header.scenario, title=header.title, summary="", turns=world.turns, sides=sides)


class DrawnMap(NamedTuple):
    """The drawing of a map as it is sent: ``packed`` is its JSON under gzip, ``name`` a digest of that JSON."""

    name: str
    packed: bytes


MOST_DRAWN = 32
"""Drawings that are kept: each is some tens of kilobytes."""
_DRAWN: dict[tuple[str, bool], DrawnMap] = {}


_DRAWING = threading.Lock()


def map_of(world: World) -> DrawnMap:
    """The drawing of the map of a game, made once."""
    board = world.map
    levels = len(board.locations) > len(board.hexes)
    key = (board.digest, levels)
    with _DRAWING:
        found = _DRAWN.get(key)
        if found is None:
            if len(_DRAWN) >= MOST_DRAWN:
                del _DRAWN[next(iter(_DRAWN))]
            data = msgspec.json.encode(map_doc(board, levels=levels))
            name = hashlib.blake2b(data, digest_size=10).hexdigest()
            found = _DRAWN[key] = DrawnMap(name, gzip.compress(data, mtime=0))
        return found


def map_named(name: str) -> DrawnMap | None:
    """A drawing that was made since the server began, by its name; None for any other."""
    return next((one for one in tuple(_DRAWN.values()) if one.name == name), None)


def _size(scenario: Scenario) -> str:
    squads = [sum(_squads(group) for group in side.groups) for side in scenario.sides]
    vehicles = [sum(_vehicles(group) for group in side.groups) for side in scenario.sides]
    words = [f"{squads[0]} against {squads[1]} squads"] if any(squads) or not any(vehicles) else []
    guns = [sum(_guns(group) for group in side.groups) for side in scenario.sides]
    words += (
        [f"{_counted(vehicles[0], guns[0])} against {_counted(vehicles[1], guns[1])}"] if any(vehicles + guns) else []
    )
    return ", ".join(words)


def _squads(group: ScenarioGroup) -> int:
    book = catalogue()
    units = (line for line in group.units if not book.is_vehicle(line.type))
    return sum(line.count for line in units if book.unit(line.type).kind == "squad")


def _vehicles(group: ScenarioGroup) -> int:
    return sum(line.count for line in group.units if catalogue().is_vehicle(line.type))


def _guns(group: ScenarioGroup) -> int:
    book = catalogue()
    return sum(line.count for line in group.weapons if book.weapon(line.type).gun is not None)


def _counted(vehicles: int, guns: int) -> str:
    """``2 vehicles and 1 Gun``; ``none`` of both."""
    words = [f"{count} {name}{'s' * (count > 1)}" for count, name in ((vehicles, "vehicle"), (guns, "Gun")) if count]
    return " and ".join(words) or "none"


def _forces(side: ScenarioSide) -> tuple[str, ...]:
    return tuple(f"{_where(group)}: {', '.join(_counters(group))}" for group in side.groups)


def _where(group: ScenarioGroup) -> str:
    name = group.name or group.id.replace("_", " ")
    if group.enters_turn:
        return f"{name}, enters on turn {group.enters_turn}"
    return f"{name}, sets up hidden (A12.3)" if group.hidden else name


def _counters(group: ScenarioGroup) -> Iterable[str]:
    for line in group.units:
        book = catalogue()
        name = book.vehicle(line.type).name if book.is_vehicle(line.type) else book.unit(line.type).code
        yield f"{line.count} x {name}"
    for line in group.weapons:
        yield f"{line.count} x {catalogue().weapon(line.type).name}"
    if group.hip:
        yield f"{group.hip} of its squads may hide (A12.3)"
    if group.question_marks:
        yield f'{group.question_marks} x "?" (A12.11)'
