"""What the commands share: errors as plain lines, JSON, tables."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import click
import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from goodorder.core.errors import EngineFault, GoodOrderError
from goodorder.data.strangers import short

PLAIN = (GoodOrderError, OSError)


class Plain(click.ClickException):
    """An error shown as one line, exit status 1."""


def fail(error: Exception) -> Exception:
    """The error as a plain line; a fault of this program is raised on (GOODORDER_DEBUG=1 raises all on)."""
    if os.environ.get("GOODORDER_DEBUG"):
        return error
    if isinstance(error, PLAIN) and not isinstance(error, EngineFault):
        return Plain(short(_words(error)))
    return Plain(f"a fault of this program: {type(error).__name__}: {error} (GOODORDER_DEBUG=1 shows where)")


def _words(error: Exception) -> str:
    """What an error says to people: of the system's own the file and the reason, without its number."""
    if isinstance(error, OSError) and error.strerror:
        return f"{error.filename}: {error.strerror}" if error.filename is not None else error.strerror
    return str(error)


def write_json(data: Any) -> None:
    """One JSON document on standard output."""
    click.echo(msgspec.json.format(msgspec.json.encode(data), indent=2).decode())


@contextmanager
def progress(what: str) -> Iterator[Callable[[int, int], None]]:
    """A bar on standard error where that is a terminal; what is yielded takes how many are done, and of how many."""
    columns = (TextColumn(what), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=not os.isatty(2)) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def percent(share: float) -> str:
    """A share as players read it."""
    return f"{100 * share:.1f}%"
