"""``goodorder los-audit``: our lines of sight against another program's."""

from __future__ import annotations

from pathlib import Path

import click
import msgspec

from goodorder.board import compose
from goodorder.board.sight.audit import audit, read_rows

from .common import write_json


def _share(agree: int, rows: int) -> str:
    """The share in percent, rounded down to a tenth: 100 only where all agree."""
    return f"{agree * 1000 // rows / 10:.1f}%" if rows else "none"


@click.command("los-audit")
@click.argument("board")
@click.argument("truth", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def command(board: str, truth: Path, as_json: bool) -> None:
    """Compare the lines of sight of BOARD with the verdicts in TRUTH, a CSV.

    Rows in which the other program contradicts itself are counted, but not compared. Exit status 1 when a difference
    is left that no ruling explains.

    \b
    Example:
      goodorder los-audit boards/bd01 truth/bd01.csv
      goodorder los-audit boards/bd01 truth/bd01.csv --json
    """
    found = audit(compose([(board, False, None)]), read_rows(truth))
    if as_json:
        write_json(msgspec.to_builtins(found))
    else:
        share = _share(found.agree, found.strict_rows)
        click.echo(f"{found.rows} rows, {found.strict_rows} strict, {found.agree} agree ({share})")
        for ruling, count in sorted(found.ruled.items()):
            click.echo(f"explained by ruling {ruling}: {count}")
        click.echo(f"unexplained: {found.unexplained}")
        for d in found.differences:
            by = f" ({d.ruling})" if d.ruling else ""
            click.echo(f"  {d.from_} to {d.to}: theirs {d.theirs} {d.their_reason}, ours {d.our_reason}{by}")
    if found.unexplained:
        raise SystemExit(1)
