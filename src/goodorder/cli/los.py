"""``goodorder los``: a line of sight."""

from __future__ import annotations

import click

from goodorder.board import compose, parts
from goodorder.board.library import names_board
from goodorder.data.scenario import scenario_ids
from goodorder.flow.opening import world_of
from goodorder.play.start import given, is_file

from .common import write_json


@click.command("los")
@click.argument("place")
@click.argument("frm", metavar="FROM")
@click.argument("to")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def command(place: str, frm: str, to: str, as_json: bool) -> None:
    """Say whether hex FROM sees hex TO on a board or a scenario's map, and why not.

    PLACE is a scenario or its file, a board (village) or its file, a part of one (village:A-Q) or several joined
    ("village | hills flipped / city | river").

    \b
    Example:
      goodorder los village C4 F6
      goodorder los first D5 H7 --json
      goodorder los my_scenario.toml A1 G5
    """
    words = place.replace(":", " ")
    if place in scenario_ids() or (is_file(place) and not names_board(words)):
        board = world_of(given(place).scenario).map
    else:
        board = compose(parts(words))
    verdict = board.los(board.index(frm.upper()), board.index(to.upper()))
    if not as_json:
        click.echo(verdict.explain(board))
        return
    why = verdict.why
    write_json(
        {
            "blocked": verdict.blocked,
            "hindrance": verdict.hindrance,
            "range": verdict.range,
            "hexes": [board.hexes[loc].name for loc in verdict.hexes],
            "why": None if why is None else {"hex": board.hexes[why.hex].name, "reason": why.reason, "rule": why.rule},
            "text": verdict.explain(board),
        }
    )
