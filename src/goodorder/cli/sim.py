"""``goodorder sim``: computer against computer."""

from __future__ import annotations

import time

import click

from goodorder.core.errors import Unreadable
from goodorder.data.scenario import scenario_ids
from goodorder.play.start import given
from goodorder.sim import as_json, jobs_of, player_of, run
from goodorder.sim.report import as_text

from .common import progress, write_json


@click.command("sim")
@click.argument("scenarios", nargs=-1, metavar="[SCENARIO]...")
@click.option("--all", "every", is_flag=True, help="All scenarios.")
@click.option(
    "--bots", default="standard,random", show_default=True, help="Two of standard, random, idle, module:Class."
)
@click.option("--pairs", is_flag=True, help="Play each seed twice, sides swapped, with equal dice.")
@click.option("-n", "games", type=click.IntRange(1), default=20, show_default=True, help="Games per scenario.")
@click.option("-j", "processes", type=click.IntRange(1), default=1, show_default=True, help="Processes.")
@click.option("--seed", type=click.IntRange(0), default=1, show_default=True, help="Seed of the first game.")
@click.option("--json", "as_data", is_flag=True, help="Print the report as JSON.")
def command(
    scenarios: tuple[str, ...],
    every: bool,
    bots: str,
    pairs: bool,
    games: int,
    processes: int,
    seed: int,
    as_data: bool,
) -> None:
    """Let computer players play each other, sides swapped half and half.

    A scenario is an id, or a file of your own; so is a bot, as the module and class of a player with the method
    decide(view, choice, rng). Exit status 1 when a game could not be finished. A failed game is played
    again by its seed with -n 1.

    \b
    Example:
      goodorder sim first --bots standard,random -n 100 -j 4
      goodorder sim my_scenario.toml --bots standard,standard -n 20
      goodorder sim --all --bots standard,my_bot:MyBot -n 50 --pairs
      goodorder sim --all --bots standard,standard -n 200 -j 4 --seed 1 --json
    """
    words = list(dict.fromkeys([*(scenario_ids() if every else ()), *scenarios]))
    if not words:
        raise click.UsageError("name a scenario, or --all; there are: " + ", ".join(scenario_ids()))
    ids = [given(word).scenario.id for word in words]
    if len(set(ids)) < len(ids):
        raise Unreadable(f"two of these scenarios have one id: {', '.join(ids)}")
    names = bots.split(",")
    if len(names) != 2:
        raise click.UsageError("--bots takes two players, such as standard,random")
    for name in names:
        player_of(name)
    pair = (names[0], names[1])
    jobs = jobs_of(words, pair, games, seed, pairs=pairs)
    began = time.perf_counter()
    results = []
    with progress("games") as tell:
        tell(0, len(jobs))
        for result in run(jobs, processes):
            results.append(result)
            tell(len(results), len(jobs))
    seconds = time.perf_counter() - began
    if as_data:
        write_json(as_json(results, pair, seed, seconds))
    else:
        click.echo("\n".join(as_text(results, pair, seconds)))
    if any(result.failure for result in results):
        raise click.exceptions.Exit(1)
