"""What a player reads about a hex when pointing at it: each line with its rule number."""

from __future__ import annotations

from collections.abc import Sequence

from goodorder.board.map.derive import Hex
from goodorder.board.map.terrain import Terrain

_SIDES = ("top", "upper right", "lower right", "bottom", "lower left", "upper left")
_LOS = {
    "none": "does not affect a line of sight",
    "obstacle": "LOS obstacle",
    "hindrance": "LOS Hindrance",
    "half_obstacle": "half-level LOS obstacle",
    "depression": "below ground level",
}
_IN_PARTS = frozenset((2, 4, 5, 7, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 23, 24))
"""Sections of Chapter B whose second, third and fourth parts are sight, cover and movement."""

Line = tuple[str, str]


def tooltip(here: Hex) -> list[Line]:
    """Lines (text, rule) about a hex: name, terrain, level, TEM, MF, sight, what lies in it and on its sides."""
    ground = here.terrain
    lines = [(f"{here.name}: {ground.name}", ground.rule), *_level(here)]
    lines.append((f"TEM {ground.tem:+d}" if ground.tem else "TEM 0", part(ground, 3)))
    lines.append((f"{_entry(ground)} for Infantry", part(ground, 4)))
    lines.append((_sight(ground), part(ground, 2)))
    if ground.open_ground:
        lines.append(("Open Ground", "B1.1"))
    lines += _building(here) + _passages(here) + _hexsides(here)
    if ground.rally_bonus:
        lines.append(("rally -1", "A10.61"))
    if ground.los_only:
        lines.append(("only its effect on lines of sight is built", ground.rule))
    return lines


def part(ground: Terrain, number: int) -> str:
    """The part of a terrain's section that says something; the section itself where it isn't so divided."""
    if ground.rule == "B1" and number != 3:  # open ground says it all under one number
        return "B1"
    section = ground.rule.removeprefix("B")
    return f"{ground.rule}.{number}" if section == "1" or section in map(str, _IN_PARTS) else ground.rule


def _level(here: Hex) -> list[Line]:
    if here.depression is not None:
        named = here.terrain == here.depression
        what = "one level below the ground around" if named else f"{here.depression.name}: one level below"
        return [(f"{what}, level {here.level}", "A6.3")] if here.bridge is None else []
    if here.level > 0:
        return [(f"hill, level {here.level}; MF double when entered from below", "B10.4")]
    return [(f"level {here.level}", "A6.3" if here.terrain.water else "B22")] if here.level < 0 else []


def _entry(ground: Terrain) -> str:
    if ground.mf_all:
        return "all MF"
    return f"{ground.mf:g} MF" if ground.mf else "no entry except by road or bridge"


def _sight(ground: Terrain) -> str:
    what = _LOS[ground.los]
    if ground.los == "hindrance":
        what += f" +{ground.hindrance}"
        if ground.upper == "obstacle":
            what += f" between ends at its level, obstacle of height {ground.height} otherwise"
    elif ground.los == "obstacle":
        what += f" of height {ground.height}"
    return what


def _building(here: Hex) -> list[Line]:
    lines = []
    if here.levels:
        lines.append((f"upper levels: {', '.join(map(str, here.levels))}", "B23.42"))
    if here.stairwell:
        lines.append(("stairwell", "B23.26"))
    if any(here.bars):
        lines.append((f"rowhouse wall on: {_where(here.bars)}", "B23.71"))
    return lines


def _passages(here: Hex) -> list[Line]:
    lines = []
    if here.bridge is not None:
        lines.append((here.bridge.name, "B6.1"))
    if here.road:
        lines.append((f"road across: {_where(here.roads)}" if any(here.roads) else "road", "B3.4"))
    if any(here.paths):
        lines.append((f"path across: {_where(here.paths)}", "B13.6"))
    return lines


def _hexsides(here: Hex) -> list[Line]:
    lines = []
    for side in sorted({side.id: side for side in here.sides if side is not None}.values(), key=lambda kind: kind.id):
        where = _where([found == side for found in here.sides])
        text = f"{side.name} on: {where}; TEM {side.tem:+d} across it, {side.mf:g} MF more"
        lines.append((text, "B9.3" if side.rule == "B9" else side.rule))
    if any(here.cliffs):
        lines.append((f"cliff on: {_where(here.cliffs)}", "B11.1"))
    return lines


def _where(sides: Sequence[bool]) -> str:
    return ", ".join(name for name, yes in zip(_SIDES, sides, strict=True) if yes)
