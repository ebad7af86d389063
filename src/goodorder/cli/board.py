"""``goodorder board``: boards, listed and drawn."""

from __future__ import annotations

from pathlib import Path

import click

from goodorder.board import board_names, compose, svg

from .common import write_json


@click.command("board")
@click.argument("name", required=False)
@click.option("--svg", "svg_file", type=click.Path(path_type=Path), help="Draw the board into this SVG file.")
@click.option("--flipped", is_flag=True, help="Turned by half a turn.")
@click.option("--columns", help="Only these columns, such as A-Q.")
@click.option("--json", "as_json", is_flag=True, help="Print every hex as JSON.")
def command(name: str | None, svg_file: Path | None, flipped: bool, columns: str | None, as_json: bool) -> None:
    """List the boards; with a NAME, describe that one or draw it.

    \b
    Example:
      goodorder board
      goodorder board village --svg village.svg
      goodorder board hills --columns A-Q --json
    """
    if name is None:
        if as_json:
            write_json(list(board_names()))
        else:
            click.echo("\n".join(board_names()))
        return
    board = compose([(name, flipped, columns)])
    if svg_file is not None:
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {board.width} {board.height}">'
        svg_file.write_text(f"{head}{svg(board)}</svg>\n", encoding="utf-8")
        click.echo(f"drawn into {svg_file}")
        return
    if as_json:
        write_json(
            [
                {"hex": place.name, "terrain": place.terrain.id, "level": place.level, "road": place.road}
                for place in board.hexes
            ]
        )
        return
    counts: dict[str, int] = {}
    for place in board.hexes:
        counts[place.terrain.name] = counts.get(place.terrain.name, 0) + 1
    levels = sorted({place.level for place in board.hexes})
    click.echo(f"{board.name}: {len(board.hexes)} hexes, {board.raster.columns} columns, levels {levels}")
    click.echo(f"buildings: {len(board.buildings)}")
    for terrain, count in sorted(counts.items(), key=lambda item: -item[1]):
        click.echo(f"  {count:4} {terrain}")
