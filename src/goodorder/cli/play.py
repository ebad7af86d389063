"""``goodorder play``: the game in the browser."""

from __future__ import annotations

import click

from goodorder.core.errors import Unreadable
from goodorder.core.notation import nearest


@click.command("play")
@click.argument("scenarios", nargs=-1, metavar="[SCENARIO]...")
@click.option("--side", help="The side you play; the computer plays the other.")
@click.option("--game", metavar="ID", help="A game of this folder, opened again in your seat (or the seat of --side).")
@click.option("--no-browser", is_flag=True, help="Only print the address.")
@click.option("--port", type=click.IntRange(1, 65535), default=8765, show_default=True, help="First port to try.")
def command(scenarios: tuple[str, ...], side: str | None, game: str | None, no_browser: bool, port: int) -> None:
    """Play in the browser: without arguments the small scenario, ready to begin, against the computer.

    A scenario is an id, or a file of your own.  The first one is opened; the start page offers all of them.
    The address that is told holds the token of your seat: it lets in whoever opens it.
    Takes the next free port, or joins the server of this folder that already runs. Ctrl-C saves and ends.

    \b
    Example:
      goodorder play
      goodorder play first --side russian --port 9000 --no-browser
      goodorder play my_scenario.toml
    """
    from goodorder.play.start import given

    if game is not None and scenarios:
        raise Unreadable("--game opens a game that has its scenario: give one or the other")
    wanted = [given(word) for word in scenarios]
    if wanted:
        sides = [one.id for one in wanted[0].scenario.sides]
        if side is not None and side not in sides:
            raise Unreadable(f"unknown side {side!r}; nearest known: {nearest(side, sides) or ', '.join(sides)}")
    from goodorder.web import serve

    serve(port=port, open_browser=not no_browser, scenarios=wanted, side=side, game=game)
