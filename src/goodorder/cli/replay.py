"""``goodorder replay``: a record, played again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from goodorder.core.errors import GoodOrderError
from goodorder.play import record as records
from goodorder.play.log import lines
from goodorder.play.record import Answered, Ended, Rolled
from goodorder.play.session import positions
from goodorder.play.start import again

from .common import Plain, write_json


@click.command("replay")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--log", "show_log", is_flag=True, help="Print what happened, line by line.")
@click.option("--json", "as_json", is_flag=True, help="Print the outcome as JSON.")
def command(file: Path, show_log: bool, as_json: bool) -> None:
    """Play a record again under the rules of this program and compare every position.

    Exit status 1 where it differs; the first difference is named.

    \b
    Example:
      goodorder replay game.record
      goodorder replay game.record --log
    """
    record = records.read(file)
    start = again(record.header)
    played = record.line()
    try:
        beats = positions(played, start)
    except GoodOrderError as error:
        if as_json:
            write_json({"same": False, "difference": error.message})
            raise click.exceptions.Exit(1) from error
        raise Plain(f"the replay differs: {error.message}") from error
    last = beats[-1].after
    outcome: dict[str, Any] = {
        "same": True,
        "scenario": record.header.scenario,
        "players": record.header.players,
        "decisions": sum(1 for entry in played if isinstance(entry, Answered) and not entry.forced),
        "rolls": sum(1 for entry in played if isinstance(entry, Rolled)),
        "turn": last.turn.number,
        "phase": last.turn.phase,
        "over": any(isinstance(entry, Ended) for entry in played),
        "result": last.result.text if last.result else None,
        "digest": last.digest(),
    }
    if as_json:
        write_json(outcome)
        return
    if show_log:
        for beat in beats[1:]:
            for line in lines(beat.before, beat.after, beat.events):
                click.echo("  " * line.depth + line.text)
    click.echo(f"{outcome['scenario']}: {outcome['decisions']} decisions, {outcome['rolls']} rolls, all as recorded")
    click.echo(f"turn {outcome['turn']}, {outcome['phase']}" + (f": {outcome['result']}" if outcome["over"] else ""))
