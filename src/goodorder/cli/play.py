"""``goodorder play``: the game in the browser."""

from __future__ import annotations

import click

from goodorder.core.errors import Unreadable
from goodorder.core.notation import nearest


@click.command("play")
@click.argument("scenario", required=False)
@click.option("--side", help="The side you play; the computer plays the other.")
@click.option("--no-browser", is_flag=True, help="Only print the address.")
@click.option("--port", type=click.IntRange(1, 65535), default=8765, show_default=True, help="First port to try.")
def command(scenario: str | None, side: str | None, no_browser: bool, port: int) -> None:
    """Play in the browser: without arguments the small scenario, ready to begin, against the computer.

    Takes the next free port, or joins the server of this folder that already runs. Ctrl-C saves and ends.

    \b
    Example:
      goodorder play
      goodorder play first --side russian --port 9000 --no-browser
    """
    if scenario is not None:
        from goodorder.data.scenario import scenario as known

        sides = [one.id for one in known(scenario).sides]
        if side is not None and side not in sides:
            raise Unreadable(f"unknown side {side!r}; nearest known: {nearest(side, sides) or ', '.join(sides)}")
    from goodorder.web import serve

    serve(port=port, open_browser=not no_browser, scenario=scenario, side=side)
