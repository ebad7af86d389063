"""``goodorder los``: a line of sight, the points that mattered, and its picture."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click
import msgspec

from goodorder.board import Map, Part, compose, parts
from goodorder.board.draw.los_picture import los_png, los_svg, terrain_name
from goodorder.board.library import names_board
from goodorder.board.map.seasons import SEASONS, in_season
from goodorder.data.scenario import scenario_ids
from goodorder.flow.sequence.opening import world_of
from goodorder.play.start import given, is_file

from .common import Plain, write_json


@click.command("los")
@click.argument("place")
@click.argument("frm", metavar="FROM")
@click.argument("to")
@click.option("--from-level", default="", metavar="N", help="Level of FROM: 0 the ground, 1, 2 .. above it, B or U.")
@click.option("--to-level", default="", metavar="N", help="Level of TO.")
@click.option("--season", type=click.Choice(list(SEASONS)), help="Grain and orchards of that season.")
@click.option("--picture", type=click.Path(path_type=Path, dir_okay=False), help="Draw it: FILE.svg or FILE.png.")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def command(
    place: str,
    frm: str,
    to: str,
    from_level: str,
    to_level: str,
    season: str | None,
    picture: Path | None,
    as_json: bool,
) -> None:
    """Say whether hex FROM sees hex TO on a board or a scenario's map, why not, and what the line meets on its way.

    PLACE is a scenario or its file, a board (village) or its file, a part of one (village:A-Q) or several joined
    ("village | hills flipped / city | river"). A level B is on a bridge, U beneath it. Spring is April and May, summer
    June to September, autumn October; without --season boards are as printed, which is summer.

    \b
    Example:
      goodorder los village C4 F6
      goodorder los first D5 H7 --json
      goodorder los village F3 K4 --from-level 2
      goodorder los farmland A1 G5 --season winter --picture thread.svg
      goodorder los my_scenario.toml A1 G5
    """
    board = _map(place, season)
    a = board.place(board.index(frm.upper()), from_level.upper())
    b = board.place(board.index(to.upper()), to_level.upper())
    if picture is not None:
        _draw(board, a, b, picture)
    if as_json:
        write_json(_document(board, a, b))
        return
    click.echo(board.los(a, b).explain(board))
    one, two = board.locations[a], board.locations[b]
    click.echo(f"from {one.name} at level {one.level} to {two.name} at level {two.level}")
    for point in board.trail(a, b):
        reach = f"{terrain_name(point.terrain)}, {_levels(point.ground, point.top)}"
        click.echo(f"  {board.place_name(point.hex):5} {reach:44} {point.says} ({point.rule})")
    if picture is not None:
        click.echo(f"drawn into {picture}")


def _map(place: str, season: str | None) -> Map:
    words = place.replace(":", " ")
    if place in scenario_ids() or (is_file(place) and not names_board(words)):
        if season is not None:
            raise Plain(f"{place}: a scenario has its own season; --season is for boards")
        return world_of(given(place).scenario).map
    told: list[Part] = parts(words)
    if season is not None:
        told = in_season(told, season)
    return compose(told)


def _draw(board: Map, a: int, b: int, picture: Path) -> None:
    if picture.suffix == ".svg":
        picture.write_text(los_svg(board, a, b), encoding="utf-8")
    elif picture.suffix == ".png":
        picture.write_bytes(los_png(board, a, b, 2))
    else:
        raise Plain(f"{picture}: a picture is FILE.svg or FILE.png")


def _levels(ground: int, top: float) -> str:
    return f"level {ground}" if top == ground else f"level {ground} up to {top:g}"


def _document(board: Map, a: int, b: int) -> dict[str, Any]:
    verdict = board.los(a, b)
    why = verdict.why
    ends = {
        word: {"hex": board.place_name(at.hex), "level": at.level, "above": at.above, "kind": at.kind}
        for word, at in (("from", board.locations[a]), ("to", board.locations[b]))
    }
    return {
        **ends,
        "blocked": verdict.blocked,
        "hindrance": verdict.hindrance,
        "range": verdict.range,
        "hexes": [board.place_name(loc) for loc in verdict.hexes],
        "why": None if why is None else {"hex": board.place_name(why.hex), "reason": why.reason, "rule": why.rule},
        "hindrances": [
            {"hex": board.place_name(h.hex), "terrain": h.terrain, "value": h.value, "rule": h.rule}
            for h in verdict.hindrances
        ],
        "points": [
            {**msgspec.structs.asdict(point), "hex": board.place_name(point.hex)} for point in board.trail(a, b)
        ],
        "text": verdict.explain(board),
    }
