"""``goodorder los-bench``: how fast lines of sight are."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

import click
import numpy as np

from goodorder.board import compose, parts
from goodorder.board import los_table as tables
from goodorder.board.compiled import PLAIN, compiled
from goodorder.board.kernel_rules import MIND
from goodorder.board.sight import NO_SMOKE

from .common import write_json

T = TypeVar("T")
REACH = 16
"""Hexes to which direct checks are measured."""


@click.command("los-bench")
@click.argument("board", default="village")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def command(board: str, as_json: bool) -> None:
    """Measure lines of sight on BOARD: direct checks, the table of all pairs, look-ups. Rates are for one processor.

    \b
    Example:
      goodorder los-bench
      goodorder los-bench "village | hills" --json
    """
    found = measure(board)
    if as_json:
        write_json(found)
        return
    for name, value in found.items():
        click.echo(f"{name.replace('_', ' '):32} {value:>14,.3f}" if isinstance(value, float) else f"{name} {value}")


def measure(board: str) -> dict[str, float]:
    """The figures by name; compiling stands apart from what is measured."""
    ready, _ = _timed(compiled)
    world = compose(parts(board.replace(":", " ")))
    facts, _ = _timed(lambda: world.sight)
    ends, size = world.sight.ends, len(world.locations)
    asked = np.array(
        [
            (a, b)
            for a in range(size)
            for b in range(size)
            if a != b and world.distance(int(ends[a, 0]), int(ends[b, 0])) <= REACH
        ],
        np.int32,
    )
    field, mind = world.sight.facts.field, np.zeros(MIND, np.int32)

    def direct(kernel: object, some: np.ndarray[tuple[int, ...], np.dtype[np.int32]]) -> float:
        out = np.zeros((len(some), 2), np.int32)
        took, _ = _timed(lambda: kernel.pairs(*field, NO_SMOKE, ends, some, mind, out))  # type: ignore[attr-defined]
        return len(some) / took

    every = max(1, len(asked) // 200)
    one, table = _timed(lambda: tables.build(world, workers=1))
    all_, _ = _timed(lambda: tables.build(world))
    tables.table(world)
    cached, _ = _timed(lambda: tables.table(world))
    look, _ = _timed(lambda: [table.sees(5, n % size) for n in range(100_000)])
    python, _ = _timed(lambda: [world.judge(a, b) for a, b in asked[:: max(1, len(asked) // 10_000)].tolist()])
    return {
        "kernel_ready_s": ready,
        "facts_s": facts,
        "direct_checks_per_s": direct(compiled(), asked),
        "direct_checks_from_python_per_s": len(asked[:: max(1, len(asked) // 10_000)]) / python,
        "plain_checks_per_s": direct(PLAIN, asked[::every]),
        "table_pairs": float(size * (size + 1) // 2),
        "table_one_processor_s": one,
        "table_all_processors_s": all_,
        "table_cached_s": cached,
        "look_ups_per_s": 100_000 / look,
        "table_bytes": float(table.cells.nbytes),
    }


def _timed(job: Callable[[], T]) -> tuple[float, T]:
    begin = time.perf_counter()
    result = job()
    return time.perf_counter() - begin, result
