"""Games by the hundred on several processes."""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from .collector import THRESHOLDS, seldom_collected
from .game import GameResult, play_game


class Job(Struct, frozen=True):
    """One game to play: ``scenario`` an id or a file, ``bots`` by side, names or ``module:Class``."""

    scenario: str
    bots: tuple[str, str]
    seed: int


def jobs_of(
    scenarios: Sequence[str], bots: tuple[str, str], games: int, seed: int, *, pairs: bool = False
) -> list[Job]:
    """``games`` games of each scenario with seeds from ``seed`` on.

    Sides are swapped in games with an odd seed, so half and half, and a single game can be played again by its seed.
    With ``pairs`` each seed is played twice, sides swapped, with equal dice; an odd last game stays single.
    """
    swapped = (bots[1], bots[0])
    if pairs:
        return [
            Job(scenario, swapped if number % 2 else bots, seed + number // 2)
            for scenario in scenarios
            for number in range(games)
        ]
    return [
        Job(scenario, swapped if number % 2 else bots, number)
        for scenario in scenarios
        for number in range(seed, seed + games)
    ]


def run(jobs: Iterable[Job], processes: int = 1) -> Iterator[GameResult]:
    """The results as they come; in order with one process."""
    if processes == 1:
        # Around all games: as the usual thresholds come back, all that a game has dropped is looked through.
        with seldom_collected():
            for job in jobs:
                yield play_game(job.scenario, job.bots, job.seed)
        return
    from joblib import Parallel, delayed

    work = Parallel(n_jobs=processes, return_as="generator_unordered", batch_size=1)
    yield from work(delayed(_in_worker)(job) for job in jobs)


def _in_worker(job: Job) -> GameResult:
    """A game in a process that does nothing else, whose collector keeps its thresholds from the first one on."""
    gc.set_threshold(*THRESHOLDS)
    return play_game(job.scenario, job.bots, job.seed)
