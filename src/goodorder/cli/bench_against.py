"""``goodorder bench --against COMMIT``: random play of this program beside that of a commit, in turn in one run."""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tarfile
import tempfile
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any

import goodorder

from . import bench_round
from .common import Plain

SOURCES = Path(goodorder.__file__).parents[1]


class Player:
    """A process that plays random games with the sources of one folder."""

    def __init__(self, sources: Path) -> None:
        self.sources = sources
        self.process = subprocess.Popen(
            [sys.executable, "-P", str(Path(bench_round.__file__))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            env={**os.environ, "PYTHONPATH": str(sources)},
            text=True,
        )

    def __enter__(self) -> Player:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.process.kill()
        self.process.wait()

    def rate(self, scenario_id: str, seed: int) -> float:
        """Decisions per million iterations of the calibration in one game; :class:`Plain` where it can't be played."""
        assert self.process.stdin is not None and self.process.stdout is not None
        try:
            self.process.stdin.write(f"{scenario_id} {seed}\n")
            self.process.stdin.flush()
            line = self.process.stdout.readline()
        except BrokenPipeError:
            line = ""
        found: dict[str, Any] = json.loads(line) if line else {"error": "its process ended"}
        if "error" in found:
            raise Plain(f"{self.sources}: no game of {scenario_id} can be played: {found['error']}")
        return float(found["decisions"] / found["seconds"] / found["calibration"])


def against(commit: str, ids: Sequence[str], rounds: int, *, warm_up: int = 1) -> dict[str, Any]:
    """For each scenario the median of each program's rates and of their ratios (this one through the commit's), with
    the least and largest ratio.

    In each round both play one game of each scenario that the commit has, with the same seed, now one first, now the
    other. :class:`Plain`
    where the sources are in no git checkout, or the commit is not there.
    """
    with ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="goodorder-bench-"))
        sources = sources_of(commit, Path(folder))
        ids = shipped_there(sources, ids)
        former = stack.enter_context(Player(sources))
        present = stack.enter_context(Player(SOURCES))
        for player in (former, present):
            for scenario_id in ids:
                for seed in range(warm_up):
                    player.rate(scenario_id, 1_000 + seed)
        rates: dict[str, list[tuple[float, float]]] = {one: [] for one in ids}
        for number in range(rounds):
            for scenario_id in ids:
                order = (former, present) if number % 2 else (present, former)
                found = {player: player.rate(scenario_id, number) for player in order}
                rates[scenario_id].append((found[former], found[present]))
    return {"against": commit, "rounds": rounds, "scenarios": {one: _figures(rates[one]) for one in ids}}


def _figures(rates: Sequence[tuple[float, float]]) -> dict[str, float]:
    ratios = [present / former for former, present in rates]
    return {
        "former": round(statistics.median(one for one, _ in rates), 1),
        "present": round(statistics.median(one for _, one in rates), 1),
        "ratio": round(statistics.median(ratios), 3),
        "least": round(min(ratios), 3),
        "largest": round(max(ratios), 3),
    }


def shipped_there(sources: Path, ids: Sequence[str]) -> list[str]:
    """Those of the scenarios that come with the program whose sources these are."""
    there = {file.stem for file in (sources / "goodorder" / "data" / "scenarios").rglob("*.toml")}
    return [one for one in ids if one in there]


def sources_of(commit: str, folder: Path) -> Path:
    """The sources of a commit of the checkout that this program runs from, unpacked into a folder."""
    archive = folder / "sources.tar"
    words = ["git", "-C", str(SOURCES), "archive", f"--output={archive}", commit, "goodorder"]
    try:
        done = subprocess.run(words, capture_output=True, text=True, check=False)
    except FileNotFoundError:
        raise Plain("git is not there: --against takes the sources of a commit from the checkout") from None
    if done.returncode:
        told = done.stderr.strip().splitlines()
        raise Plain(f"no sources of commit {commit!r}: {told[-1] if told else 'git told nothing'}")
    with tarfile.open(archive) as packed:
        packed.extractall(folder, filter="data")
    return folder
