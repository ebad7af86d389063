"""``goodorder play``: the game in the browser."""

from __future__ import annotations

import inspect
from typing import Any

import click


@click.command("play")
@click.argument("scenario", required=False)
@click.option("--no-browser", is_flag=True, help="Only print the address.")
@click.option("--port", type=click.IntRange(1, 65535), default=8765, show_default=True, help="First port to try.")
def command(scenario: str | None, no_browser: bool, port: int) -> None:
    """Play in the browser: without arguments the small scenario, ready to begin, against the computer.

    Takes the next free port, or joins the server of this folder that already runs. Ctrl-C saves and ends.

    \b
    Example:
      goodorder play
      goodorder play first --port 9000 --no-browser
    """
    if scenario is not None:
        from goodorder.data.scenario import scenario as known

        known(scenario)
    from goodorder.web import serve

    wanted: dict[str, Any] = {"port": port, "open_browser": not no_browser, "scenario": scenario}
    takes = inspect.signature(serve).parameters
    serve(**{key: value for key, value in wanted.items() if key in takes})
