"""``goodorder bench``: speed, with the calibration of design section 10."""

from __future__ import annotations

from typing import Any

import click

from . import bench_against, bench_play, bench_sight, bench_vehicles, bench_wave
from .bench_play import calibrated
from .common import write_json

GAMES, ROUNDS = 3, 10
"""Rounds of random games, alone and against a commit."""

BUDGETS: dict[str, tuple[float, str]] = {
    "steps_per_million": (400, "at least"),
    "full_steps_per_million": (300, "at least"),
    "node_ms": (0.18, "under"),
    "menu_first_hexes_ms": (10, "under"),
    "menu_all_leaves_ms": (350, "under"),
    "menu_60_units_ms": (2, "under"),
    "preview_first_ms": (3, "under"),
    "preview_ms": (30, "under"),
    "preview_leaders_ms": (60, "under"),
    **bench_vehicles.BUDGETS,
    **bench_wave.BUDGETS,
    **bench_sight.BUDGETS,
}


@click.command("bench")
@click.option("--scenario", "scenario_id", default="first", show_default=True, help="Scenario of the random games.")
@click.option(
    "--games", type=click.IntRange(1), help=f"Rounds of random games; {GAMES} unless said, of --against {ROUNDS}."
)
@click.option("--only", type=click.Choice(["play", "sight"]), help="Random play, or lines of sight, alone.")
@click.option("--board", "place", default=bench_sight.BOARD, show_default=True, help="Board of the lines of sight.")
@click.option("--compile", "compile_anew", is_flag=True, help="Time the compiler of lines of sight anew.")
@click.option("--large", is_flag=True, help="Make a map of sixteen boards too, for its memory.")
@click.option("--against", "commit", metavar="COMMIT", help="Random play beside that of a commit, and nothing else.")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def command(
    scenario_id: str,
    games: int | None,
    only: str | None,
    place: str,
    compile_anew: bool,
    large: bool,
    commit: str | None,
    as_json: bool,
) -> None:
    """Measure steps of random play, games, menus, previews, forks, encoding, and lines of sight.

    A step is an answer where there were two or more; steps are also given per million iterations a second of a
    calibration loop that runs just before and after each game. Four games of each scenario warm up; then one of each
    is played in every round, and a figure is the median of the rounds. What has a budget is met or not.

    What is named los_ is on one board; a table is cold when none is on disk but the kernel is compiled. Pairs per
    second of building tables are for one core and all boards that ship. Compiling is apart: los_compile_s is the
    processor time that it took when the kernel on disk was made, or with --compile takes now.

    With --against both programs play the same seeds in turn, ten rounds unless --games says otherwise: decisions per
    million of the calibration, and this program's through the commit's.

    \b
    Example:
      goodorder bench
      goodorder bench --scenario breakout --games 3 --json
      goodorder bench --only sight --compile
      goodorder bench --against HEAD~20
    """
    if commit is not None:
        _against(commit, games, as_json)
        return
    games = games or GAMES
    data = {} if only == "sight" else bench_play.measure(scenario_id, games)
    if only != "play":
        data |= _sight(place, compile_anew)
    if large:
        data |= bench_sight.large()
    if as_json:
        write_json(data)
        return
    for name, value in data.items():
        click.echo(f"{name:28} {'not measured' if value is None else value}{against(name, value)}")


def _against(commit: str, rounds: int | None, as_json: bool) -> None:
    """Random play of this program beside that of a commit."""
    ids = ("first", *bench_play.by_the_full_rules(), *bench_play.with_vehicles())
    found = bench_against.against(commit, ids, rounds or ROUNDS)
    if as_json:
        write_json(found)
        return
    for name, one in found["scenarios"].items():
        figures = f"{one['former']:7} {one['present']:7}   ratio {one['ratio']} ({one['least']} to {one['largest']})"
        click.echo(f"{name:12} {figures}")


def against(name: str, value: Any) -> str:
    """A figure's budget and whether it is met; nothing where it has none."""
    if name not in BUDGETS:
        return ""
    number, bound = BUDGETS[name]
    if value is None:
        return f"   (budget: {bound} {number})"
    met = value >= number if bound == "at least" else value < number
    return f"   (budget: {bound} {number}; {'met' if met else 'not met'})"


def _sight(place: str, compile_anew: bool) -> dict[str, Any]:
    """Lines of sight, with a calibration of their own."""
    before = calibrated()
    found = bench_sight.measure(place, compile_anew)
    after = calibrated()
    return {"los_calibration_before": round(before, 3), **found, "los_calibration_after": round(after, 3)}
