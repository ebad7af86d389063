"""The command line of goodorder: ``goodorder --help``."""

from __future__ import annotations

import importlib
from typing import Any

import click

from .common import fail

COMMANDS = {
    "play": "Play in the browser.",
    "sim": "Let the computer play both sides, many games at once.",
    "replay": "Play a record again and compare, or print it.",
    "check": "Run cases: positions, dice and what must come out.",
    "odds": "Exact odds of an attack in a case's position.",
    "los": "Say whether one hex sees another, and why.",
    "los-audit": "Compare lines of sight with another program's verdicts.",
    "rules": "Show a rule: our digest, its functions and cases.",
    "coverage": "Say which requirement rows the cases prove.",
    "board": "List boards, describe, draw, import, check or begin one.",
    "bench": "Measure speed, with a calibration.",
    "engine": "Speak the line protocol on standard input and output.",
}


class Lazy(click.Group):
    """Loads a command's module only when it is used, and turns errors into plain messages."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands in the order of the documents."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f".{cmd_name.replace('-', '_')}", __package__)
        command: click.Command = module.command
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """As click does, naming the nearest command for an unknown one, and how a scenario is opened."""
        from goodorder.core.notation import nearest
        from goodorder.data.scenario import scenario_ids

        word = args[0] if args else ""
        if word and not word.startswith("-") and word not in COMMANDS:
            hint = nearest(word, COMMANDS)
            if word in scenario_ids():
                hint = f"play {word}"
            ctx.fail(f"No command {word!r}" + (f"; did you mean {hint!r}?" if hint else "."))
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of commands, without loading any."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def invoke(self, ctx: click.Context) -> Any:
        """Run; what this package raises on purpose becomes one line and exit status 1."""
        try:
            return super().invoke(ctx)
        except (click.ClickException, click.exceptions.Exit, click.Abort):
            raise
        except BrokenPipeError:
            raise click.exceptions.Exit(1) from None
        except Exception as error:
            raise fail(error) from error


@click.group(cls=Lazy)
@click.version_option(package_name="goodorder")
def main() -> None:
    """Play Advanced Squad Leader by the rules, Starter Kit or full.

    Every command has --help with an example, and --json where a program may read it.
    """
