"""The command line of goodorder."""

from __future__ import annotations

import click


@click.group()
@click.version_option(package_name="goodorder")
def main() -> None:
    """Play Advanced Squad Leader Starter Kit infantry by the rules."""


@main.command()
@click.option("--no-browser", is_flag=True, help="Only print the address.")
@click.option("--port", type=int, default=8765, show_default=True, help="First port to try.")
def play(no_browser: bool, port: int) -> None:
    """Play in the browser."""
    raise click.ClickException("play is not built yet")
