"""Random play, nodes, menus and previews of ``goodorder bench``."""

from __future__ import annotations

import random
import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from goodorder.board.sight.compiled import wait
from goodorder.core.actions import Fire, Firer
from goodorder.core.dice import DiceStream, Roll
from goodorder.core.engine import answer, pending
from goodorder.core.frames import Choice, Over
from goodorder.core.menu import Menu
from goodorder.core.saving import encode as encode_state
from goodorder.core.state import State
from goodorder.core.view import asked_of
from goodorder.data.scenario import scenario, scenario_ids
from goodorder.flow.sequence.opening import new_game
from goodorder.play.start import given
from goodorder.sim.collector import seldom_collected
from goodorder.web.documents import menu_doc
from goodorder.web.preview import preview_action

SECONDS = 1.0
WARM_UP = 4
"""Random games of a scenario before the first that counts: lines of sight are worked out once, and remembered."""
MOST_VEHICLES = 10
"""Vehicles of a scenario that is measured: the games of a larger one last longer than all the others together."""
NODES = "houses"
"""The scenario of the nodes and of the large menu."""
REFERENCE = 12.0
"""The calibration to which the milliseconds of a node are carried over."""
ENTRIES, LEAVES = 184, 8_911
"""Entries and leaves of the menu to which the milliseconds of opening one are carried over."""
CROWD = """
version = 1
[[case]]
title = "a position"
profile = "{profile}"
phase = "{phase}"
attacker = "{attacker}"
map = '''
size 16x10
{terrain}
'''
{counters}
[[case.step]]
ask = "hex A1"
"""


class Played(Struct, frozen=True):
    """A random game: its steps and nodes (answers other than of dice), the seconds of all, and the calibration around.

    A step is an answer where there were two or more (``Choice.is_step``). They are counted beside the clock.
    """

    steps: int
    nodes: int
    seconds: float
    node_seconds: float
    speed: float
    middle: State


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


def calibrated() -> float:
    """The median of five calibrations."""
    return statistics.median(calibration() for _ in range(5))


def measure(scenario_id: str, games: int) -> dict[str, Any]:
    """Everything about play that the command prints.

    In each round one game of every scenario is played, so that what slows the machine for a while slows all of them;
    a figure is the median of the rounds.
    """
    wait()
    from . import bench_vehicles, bench_wave

    infantry, vehicles = by_the_full_rules(), with_vehicles()
    ids = list(dict.fromkeys((scenario_id, *infantry, *vehicles)))
    for one in ids:
        for seed in range(WARM_UP):
            random_game(one, games + seed)
    rounds = [{one: random_game(one, seed) for one in ids} for seed in range(games)]
    crowd, crossing = crowded(), first_movement(NODES)
    preview, first = previews(crowd)
    leaders = leaders_preview()
    listed, leaves = large_menu(crossing)
    middle = rounds[0][scenario_id].middle
    own = [played[scenario_id] for played in rounds]
    full = given(scenario_id).scenario.profile == "full"
    return {
        "scenario": scenario_id,
        "rounds": games,
        "calibration": round(statistics.median(one.speed for played in rounds for one in played.values()), 3),
        "steps": sum(one.steps for one in own),
        "steps_per_second": round(statistics.median(one.steps / one.seconds for one in own), 1),
        "games_per_second": round(statistics.median(1 / one.seconds for one in own), 3),
        **({} if full else {"steps_per_million": rate(own)}),
        **{f"steps_per_million_{one}": rate([played[one] for played in rounds]) for one in ids if one != scenario_id},
        "full_steps_per_million": together(rounds, infantry),
        "vehicle_steps_per_million": together(rounds, vehicles),
        "node_ms": round(statistics.median(node_ms(played[NODES]) for played in rounds), 3),
        "menu_first_hexes_ms": listed,
        "menu_all_leaves_ms": leaves,
        "menu_60_units_ms": round(1000 * timed(lambda: menu_doc(crowd, fresh(crowd).menu, ())), 3),
        "preview_first_ms": round(1000 * first, 3),
        "preview_ms": round(1000 * preview, 3),
        "preview_leaders_ms": round(1000 * leaders, 3),
        **bench_vehicles.measure(),
        **bench_wave.measure(),
        "fork_us": round(1e6 * timed(lambda: middle.with_(rolls=middle.rolls)), 2),
        "encode_us": round(1e6 * timed(lambda: encode_state(middle)), 2),
        "digest_us": round(1e6 * timed(middle.digest), 2),
    }


def by_the_full_rules() -> list[str]:
    """Scenarios of Infantry by the full rules, of which random games are measured."""
    found = [one for one in map(scenario, scenario_ids()) if one.profile == "full"]
    return [one.id for one in found if not one.vehicles()]


def with_vehicles() -> list[str]:
    """Starter Kit scenarios with vehicles, of which random games are measured."""
    found = [one for one in map(scenario, scenario_ids()) if one.profile != "full"]
    return [one.id for one in found if 0 < one.vehicles() <= MOST_VEHICLES]


def together(rounds: Sequence[dict[str, Played]], ids: Sequence[str]) -> float:
    """Steps per million iterations of the calibration of some scenarios together, the median of the rounds."""
    one_by_one = (
        sum(played[one].steps for one in ids) / sum(played[one].seconds * played[one].speed for one in ids)
        for played in rounds
    )
    return round(statistics.median(one_by_one), 1)


def rate(games: Sequence[Played]) -> float:
    """Steps per million iterations of the calibration, the median of some games."""
    return round(statistics.median(one.steps / one.seconds / one.speed for one in games), 1)


def node_ms(game: Played) -> float:
    """Milliseconds of sampling an answer from a menu that was not opened before and giving it, at ``REFERENCE``."""
    return 1000 * game.node_seconds / game.nodes * game.speed / REFERENCE


def random_game(scenario_id: str, seed: int) -> Played:
    """A random game with the calibration just before and after it; sides sample what they see, as players do."""
    st = new_game(given(scenario_id).scenario)
    rng, dice = random.Random(seed), DiceStream(str(seed))
    middle, asked_at = st, []
    seconds = node_seconds = 0.0
    before = calibrated()
    with seldom_collected():
        while True:
            began = time.process_time()
            asked = pending(st)
            if isinstance(asked, Over):
                break
            if isinstance(asked, Roll):
                after, _ = answer(st, dice.faces(st.rolls, len(asked.dice)))
            else:
                after, _ = answer(st, asked_of(st, asked)[1].menu.sample(rng))
                node_seconds += time.process_time() - began
            seconds += time.process_time() - began
            if isinstance(asked, Choice):
                asked_at.append(st.with_())  # without what the game has found out about it, which would fill the memory
            st = after
            if st.turn.number * 2 == st.world.turns or st.turn.number == 2:
                middle = st
    after_all = calibrated()
    steps = sum(fresh(one).is_step() for one in asked_at)
    return Played(steps, len(asked_at), seconds, node_seconds, (before + after_all) / 2, middle)


def first_movement(scenario_id: str) -> State:
    """A scenario as its first Movement Phase begins, both sides set up ready-made, everything before passed.

    What must be answered and is neither, the place of a Sniper counter say, is answered by the first entry.
    """
    st = new_game(given(scenario_id).scenario)
    while st.turn.phase != "MPh":
        asked = pending(st)
        if isinstance(asked, Roll):
            st, _ = answer(st, (1,) * len(asked.dice))
        elif isinstance(asked, Choice):
            keys = [entry.key for entry in asked.menu.top()]
            plain = [key for key in ("pass", "setup:0") if key in keys]
            st, _ = answer(st, asked.menu.action(plain[:1] or keys[:1]))
    return st


def large_menu(st: State) -> tuple[float, float]:
    """Milliseconds of a menu opened to the first hexes of each stack, and of all its leaves.

    Both for the entries and leaves of the menu that the budgets were set for: how many there are here hangs on where
    the units stand.
    """

    def opened(menu: Menu) -> int:
        return sum(len(entry.opened()) if entry.children is not None else 1 for entry in menu.top())

    entries, leaves = opened(fresh(st).menu), fresh(st).menu.count(100_000)
    first = timed(lambda: opened(fresh(st).menu), 0.5) * ENTRIES / entries
    return round(1000 * first, 2), round(1000 * timed(lambda: fresh(st).menu.count(100_000), 0) * LEAVES / leaves, 1)


def timed(work: Callable[[], object], least: float | None = None) -> float:
    """Median seconds of one call, over about ``SECONDS`` or at least so long, five times at least."""
    found: list[float] = []
    end = time.process_time() + (SECONDS if least is None else least)
    while len(found) < 5 or (time.process_time() < end and len(found) < 2000):
        began = time.process_time()
        work()
        found.append(time.process_time() - began)
    return statistics.median(found)


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
    """The PFPh of a position with these units, side 0 to fire."""
    return position("PFPh", f"units = [{', '.join(units)}]", terrain)


def position(
    phase: str, counters: str, terrain: str = "", *, profile: str = "starter", attacker: str = "german"
) -> State:
    """A position written as in a case, as its phase begins, the attacker to act."""
    from goodorder.play.cases.model import Case
    from goodorder.play.cases.playing import Play
    from goodorder.play.cases.reader import parse_cases

    text = CROWD.format(phase=phase, terrain=terrain, counters=counters, profile=profile, attacker=attacker)
    case = parse_cases(text, "bench")[0]
    assert isinstance(case, Case), case
    play = Play(case)
    play.begin()
    return play.state


def fresh(st: State) -> Choice:
    """What is asked in a position, with a menu made anew."""
    asked = pending(st.with_())
    assert isinstance(asked, Choice)
    return asked


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
