"""``goodorder bench``: speed, with the calibration of design section 10."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable
from typing import Any

import click
import msgspec

from goodorder.board.sight.compiled import wait
from goodorder.core.actions import Fire, Firer
from goodorder.core.dice import DiceStream, Roll
from goodorder.core.engine import answer, pending
from goodorder.core.frames import Over
from goodorder.core.saving import encode as encode_state
from goodorder.core.state import State
from goodorder.flow.sequence.opening import new_game
from goodorder.play.start import given
from goodorder.web.documents import menu_doc
from goodorder.web.preview import preview_action

from . import bench_sight
from .common import write_json

SECONDS = 1.0
WARM_UP = 4
"""Random games before the first that counts."""
FULL = ("houses", "bridges", "patrol", "rearguard")
"""Scenarios by the full rules, of which one random game each is measured."""
BUDGETS = {
    "steps_per_million": (285, "at least"),
    "full_steps_per_million": (156, "at least"),
    "preview_ms": (30, "under"),
    "menu_60_units_ms": (2, "median under"),
    **bench_sight.BUDGETS,
}
CROWD = """
version = 1
[[case]]
title = "sixty units"
phase = "PFPh"
map = '''
size 16x10
{terrain}
'''
units = [{units}]
[[case.step]]
ask = "hex A1"
"""


@click.command("bench")
@click.option("--scenario", "scenario_id", default="first", show_default=True, help="Scenario of the random games.")
@click.option("--games", type=click.IntRange(1), default=5, show_default=True, help="Random games to play.")
@click.option("--only", type=click.Choice(["play", "sight"]), help="Random play, or lines of sight, alone.")
@click.option("--board", "place", default=bench_sight.BOARD, show_default=True, help="Board of the lines of sight.")
@click.option("--compile", "compile_anew", is_flag=True, help="Time the compiler of lines of sight anew.")
@click.option("--large", is_flag=True, help="Make a map of sixteen boards too, for its memory.")
@click.option("--json", "as_json", is_flag=True, help="Print as JSON.")
def command(
    scenario_id: str, games: int, only: str | None, place: str, compile_anew: bool, large: bool, as_json: bool
) -> None:
    """Measure steps of random play, games, menus, previews, forks, encoding, and lines of sight.

    Steps are also given per million iterations a second of a calibration loop that runs just before and after. What is
    named los_ is on one board; a table is cold when none is on disk but the kernel is compiled. Pairs per second of
    building tables are for one core and all shipped boards. Compiling is apart: los_compile_s is the processor time
    that it took when the kernel on disk was made, or with --compile takes now.

    \b
    Example:
      goodorder bench
      goodorder bench --scenario breakout --games 3 --json
      goodorder bench --only sight --compile
    """
    data = {} if only == "sight" else measure(scenario_id, games)
    if only != "play":
        data |= _sight(place, compile_anew)
    if large:
        data |= bench_sight.large()
    if as_json:
        write_json(data)
        return
    for name, value in data.items():
        full = name == "steps_per_million" and given(scenario_id).scenario.profile == "full"
        budget = BUDGETS.get("full_steps_per_million" if full else name)
        note = f"   (budget: {budget[1]} {budget[0]})" if budget else ""
        click.echo(f"{name:28} {'not measured' if value is None else value}{note}")


def _sight(place: str, compile_anew: bool) -> dict[str, Any]:
    """Lines of sight, with a calibration of their own."""
    before = statistics.median(calibration() for _ in range(5))
    found = bench_sight.measure(place, compile_anew)
    after = statistics.median(calibration() for _ in range(5))
    return {"los_calibration_before": round(before, 3), **found, "los_calibration_after": round(after, 3)}


def calibration() -> float:
    """Million iterations a second of the reference loop."""
    table = {i: i * 7 % 13 for i in range(64)}
    numbers = list(range(64))

    def mix(a: int, b: int) -> int:
        return a + b

    x, count = 0, 200_000
    began = time.process_time()
    for i in range(count):
        x = mix(x, table[i & 63]) ^ numbers[(x + i) & 63]
    return count / (time.process_time() - began) / 1e6


def measure(scenario_id: str, games: int) -> dict[str, Any]:
    """Everything that the command prints."""
    wait()
    known = given(scenario_id).scenario
    played, steps, seconds, middle = random_games(scenario_id, games, WARM_UP)
    speed = (played["calibration_before"] + played["calibration_after"]) / 2
    full = {} if known.profile == "full" else {"full_steps_per_million": full_steps()}
    crowd = crowded()
    preview, first = previews(crowd)
    leaders = leaders_preview()
    return {
        **played,
        "scenario": scenario_id,
        "games": games,
        "steps": steps,
        "steps_per_second": round(steps / seconds, 1),
        "steps_per_million": round(steps / seconds / speed, 1),
        "games_per_second": round(games / seconds, 3),
        **full,
        "menu_60_units_ms": round(1000 * timed(lambda: menu_doc(crowd, fresh_menu(crowd), ())), 3),
        "preview_ms": round(1000 * preview, 3),
        "preview_first_ms": round(1000 * first, 3),
        "preview_leaders_ms": round(1000 * leaders, 3),
        "fork_us": round(1e6 * timed(lambda: middle.with_(rolls=middle.rolls)), 2),
        "encode_us": round(1e6 * timed(lambda: encode_state(middle)), 2),
        "digest_us": round(1e6 * timed(middle.digest), 2),
    }


def random_games(scenario_id: str, games: int, warm_up: int) -> tuple[dict[str, float], int, float, State]:
    """Random games: the calibration before and after them, their steps and seconds, and a position half way."""
    known = given(scenario_id).scenario
    for seed in range(warm_up):  # lines of sight of the map are worked out once, and remembered
        random_game(new_game(known), games + seed)
    before = statistics.median(calibration() for _ in range(5))
    steps, seconds, middle = 0, 0.0, new_game(known)
    for seed in range(games):
        start = new_game(known)
        began = time.process_time()
        count, middle = random_game(start, seed)
        seconds += time.process_time() - began
        steps += count
    after = statistics.median(calibration() for _ in range(5))
    return {"calibration_before": round(before, 3), "calibration_after": round(after, 3)}, steps, seconds, middle


def full_steps() -> float:
    """Steps per million of random play by the full rules, over the scenarios of ``FULL`` together."""
    steps, work = 0, 0.0
    for scenario_id in FULL:
        played, count, seconds, _ = random_games(scenario_id, 1, 1)
        steps += count
        work += seconds * (played["calibration_before"] + played["calibration_after"]) / 2
    return round(steps / work, 1)


def timed(work: Callable[[], object]) -> float:
    """Median seconds of one call, over about a second."""
    found: list[float] = []
    end = time.process_time() + SECONDS
    while len(found) < 5 or (time.process_time() < end and len(found) < 2000):
        began = time.process_time()
        work()
        found.append(time.process_time() - began)
    return statistics.median(found)


def random_game(st: State, seed: int) -> tuple[int, State]:
    """Steps (choices with two or more answers) of a random game, and its position about half way."""
    rng, dice = random.Random(seed), DiceStream(str(seed))
    steps, half = 0, st
    while True:
        asked = pending(st)
        if isinstance(asked, Over):
            return steps, half
        if isinstance(asked, Roll):
            st, _ = answer(st, dice.faces(st.rolls, len(asked.dice)))
            continue
        if asked.menu.only() is None:
            steps += 1
        st, _ = answer(st, asked.menu.sample(rng))
        if st.turn.number * 2 == st.world.turns or st.turn.number == 2:
            half = st


def crowded() -> State:
    """A PFPh with 60 units, 30 a side, a few hexes apart."""
    columns = "ABCDEFGHIJ"
    lines = []
    for number in range(30):
        column = columns[number % 10]
        row = 2 + number // 10
        lines.append(f'"A{number} german 4-6-7 at {column}{row}"')
        lines.append(f'"B{number} russian 4-4-7 at {column}{row + 5}"')
    return prep_fire("C5 E5 G5 woods", lines)


def leaders_preview() -> float:
    """Seconds of a preview of an attack on three leaders and three squads."""
    lines = [f'"A{number} german 4-6-7 at C3"' for number in range(3)]
    targets = ("9-1", "8-1", "8-0", "4-4-7", "4-4-7", "4-4-7")
    lines += [f'"B{number} russian {code} at C5"' for number, code in enumerate(targets)]
    st = prep_fire("C5 woods", lines)
    firers = tuple(Firer(unit.id) for unit in st.units.values() if unit.side == 0)
    action = Fire(firers, next(unit.loc for unit in st.units.values() if unit.side == 1))
    return timed(lambda: preview_action(st.with_(), action))


def prep_fire(terrain: str, units: list[str]) -> State:
    """The PFPh of a case's position, side 0 to fire."""
    from goodorder.play.cases.model import Case
    from goodorder.play.cases.reader import parse_cases
    from goodorder.play.cases.runner import Play

    text = CROWD.format(terrain=terrain, units=", ".join(units))
    case = parse_cases(text, "bench")[0]
    assert isinstance(case, Case)
    play = Play(case)
    play.begin()
    return play.state


def fresh_menu(st: State) -> Any:
    """The menu of a position, made anew."""
    asked: Any = st.stack[-1].ask(st.with_())
    return asked.menu


def previews(st: State) -> tuple[float, float]:
    """Seconds of a whole preview, and of the first distribution, of an attack on three units."""
    from goodorder.odds import first

    names = {unit.ident: unit for unit in st.units.values()}
    target = names["B0"].loc
    units = dict(st.units)
    for extra in ("B1", "B2"):
        units[names[extra].id] = msgspec.structs.replace(names[extra], loc=target)
    here = st.with_(units=units)
    targets = tuple(unit.id for unit in here.side_at(target, 1))
    action = Fire((Firer(names["A20"].id),), target)
    whole = timed(lambda: preview_action(here.with_(), action))
    return whole, timed(lambda: first(here.with_(), action, targets))
