"""The net of recorded games: what players answered, threw, read and saw, to be replayed after every change.

    .venv/bin/python -m tools.replay_games check -j 2            all games, or: check first houses -n 3
    .venv/bin/python -m tools.replay_games record -j 2           play and write them all anew, or: record houses
    .venv/bin/python -m tools.replay_games table                 how often each rule and each act occurs
    .venv/bin/python -m tools.replay_games show houses 3         a game as it was recorded; --now: as it comes out
    .venv/bin/python -m tools.replay_games accept houses 3       keep how a game comes out now from the same answers

``check`` gives the recorded answers and faces to the program and compares all lines (tools/game_text.py says which). It
prints the first difference of each game with its phase and answer, and exits 1 where there is one.
"""

from __future__ import annotations

import argparse
import difflib
import lzma
import random
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from itertools import count
from pathlib import Path
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from goodorder.core.actions import Action, Done, TakeSetup
from goodorder.core.dice import DiceStream, Roll
from goodorder.core.frames import Choice
from goodorder.core.notation import VERBS
from goodorder.core.state import State
from goodorder.core.view import forced, imagined
from goodorder.data.scenario import scenario, scenario_ids
from goodorder.flow.sequence.opening import new_game
from goodorder.play.players import Player, player
from tools.game_text import Answers, Words, said, script, thrown

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "tests" / "golden" / "games"
PAIRS = (("curious", "curious"), ("standard", "standard"), ("curious", "standard"), ("standard", "curious"))
GAMES, FULL, FEW = 25, 10, 5
"""Games of each scenario of the Starter Kit, of one by the full rules, and of one with more than ``MANY`` vehicles; the
pairs of players take turns.
"""
MANY = 20
OPTIONS = {GAMES: ("third_die",), FULL: ("third_die",)}
"""The last game of a scenario, by how many it has, is played with optional rules."""
SAMPLES = 3
PATIENCE = 8
"""Answers of a set-up at random before a curious player takes what is ready."""
MOST_SHOWN = 60

T = TypeVar("T")


class Game(Struct, frozen=True):
    """One game of the net: its scenario, its number there from 1 on, who plays, its optional rules; then its lines."""

    scenario: str
    number: int
    players: tuple[str, str]
    options: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()

    @property
    def title(self) -> str:
        """The line with which a file names it."""
        options = f", with {' '.join(self.options)}" if self.options else ""
        return f"=== {self.scenario} {self.number}: {self.players[0]} against {self.players[1]}{options}"

    def opening(self) -> State:
        """Its first position."""
        return replace(_opening(self.scenario, self.options), memo={})


@cache
def _opening(scenario: str, options: tuple[str, ...]) -> State:
    return new_game(scenario, options)


TITLE = re.compile(r"=== (\S+) (\d+): (\S+) against (\S+?)(?:, with (.+))?")


def games_of(scenario_id: str) -> int:
    """How many games of a scenario are recorded: few where one of them lasts as long as ten others."""
    found = scenario(scenario_id)
    if found.vehicles() > MANY:
        return FEW
    return FULL if found.profile == "full" else GAMES


def plan(scenario_id: str) -> list[Game]:
    """The games of a scenario that are recorded."""
    many = games_of(scenario_id)
    options = {many: OPTIONS.get(many, ())}
    return [Game(scenario_id, n, PAIRS[n % len(PAIRS)], options.get(n, ())) for n in range(1, many + 1)]


def path_of(scenario: str) -> Path:
    """The file that holds the games of a scenario."""
    return FOLDER / f"{scenario}.txt.xz"


def read(scenario: str) -> list[Game]:
    """The recorded games of a scenario."""
    found: list[Game] = []
    whole = lzma.decompress(path_of(scenario).read_bytes()).decode("utf-8")
    for block in re.split(r"^(?==== )", whole, flags=re.MULTILINE)[1:]:
        title, *lines = block.splitlines()
        match = TITLE.fullmatch(title)
        assert match is not None, title
        options = tuple(match[5].split()) if match[5] else ()
        found.append(Game(match[1], int(match[2]), (match[3], match[4]), options, tuple(lines)))
    return found


def write(games: Sequence[Game]) -> None:
    """Keep the games of one scenario."""
    text = "".join(f"{game.title}\n" + "".join(f"{line}\n" for line in game.lines) for game in games)
    FOLDER.mkdir(parents=True, exist_ok=True)
    path_of(games[0].scenario).write_bytes(lzma.compress(text.encode("utf-8"), preset=9 | lzma.PRESET_EXTREME))


# -- playing -------------------------------------------------------------------------------------


class Curious:
    """Chooses at random, of several draws the one of the kind that it did most seldom; so rare things get done."""

    name = "curious"

    def __init__(self) -> None:
        self.done: Counter[str] = Counter()
        self.placed = 0

    def decide(self, st: State, choice: Choice, rng: random.Random) -> Action:
        """An action of the menu."""
        if choice.prompt.endswith("set up"):
            self.placed += 1
            if self.placed > PATIENCE:
                found = [e.action for e in choice.menu.plain() if isinstance(e.action, Done | TakeSetup)]
                ready = [action for action in found if isinstance(action, Done)] or found
                if ready:
                    return rng.choice(ready)
        drawn = [choice.menu.sample(rng) for _ in range(SAMPLES)]
        action = min(drawn, key=lambda one: self.done[_kind(one)])
        self.done[_kind(action)] += 1
        return action

    def explain(self) -> tuple[str, ...]:
        """It has no reasons."""
        return ("Chosen at random.",)


def _kind(action: Action) -> str:
    """An action without what it is about, as far as it is another thing to do."""
    first = getattr(action, "first", None)
    more = [name for name in action.__struct_fields__ if isinstance(getattr(action, name), bool | str)]
    flags = [f"{name} {getattr(action, name)}" for name in more]
    return " ".join([type(action).__name__, *flags, *([_kind(first)] if first is not None else [])])


def record(game: Game) -> Game:
    """The game with its lines, played anew."""
    seed = f"{game.scenario} {game.number}"
    dice, rng = DiceStream(seed), random.Random(seed)
    players: list[Player] = [Curious() if name == "curious" else player(name) for name in game.players]

    def play(st: State, asked: Choice | Roll, words: Words) -> str:
        if isinstance(asked, Roll):
            return thrown(dice.faces(st.rolls, len(asked.dice)))
        action = forced(st, asked)
        if action is None:
            seen, known = imagined(st, asked)
            action = players[asked.side].decide(seen, known, rng)
        return said(action, words)

    return replace(game, lines=tuple(script(game.opening(), play)))


def accepted(game: Game) -> Game:
    """The game with the lines to which its recorded answers and dice lead now, where all of them are still legal."""
    lines = tuple(script(game.opening(), again(game.lines)))
    if lines[-1].startswith("!"):
        raise SystemExit(f"{game.title}: {lines[-1]}")
    return replace(game, lines=lines)


# -- checking ------------------------------------------------------------------------------------


def again(lines: Iterable[str]) -> Answers:
    """A player of the recorded answers."""
    answers = iter([line for line in lines if line[:2] in ("> ", "# ")])

    def play(st: State, asked: Choice | Roll, words: Words) -> str:
        text = next(answers, "> (no more answers)")
        return text if isinstance(asked, Roll) == text.startswith("#") else f"> (recorded: {text})"

    return play


def check(game: Game) -> str:
    """The first phase in which a recorded game comes out otherwise, with where and how; "" where it is the same."""
    found: list[str] = []
    lines = script(game.opening(), again(game.lines))
    for number in count():
        line = next(lines, None)
        expected = game.lines[number] if number < len(game.lines) else None
        if line is None and expected is None:
            return ""
        if line is not None:
            found.append(line)
        if line != expected:
            return _difference(game, found, number, lines)
    raise AssertionError


def _difference(game: Game, found: list[str], at: int, rest: Iterator[str]) -> str:
    begin = next((n for n in range(at - 1, -1, -1) if found[n].startswith("@")), 0)
    end = next((n for n in range(at + 1, len(game.lines)) if game.lines[n].startswith("@")), len(game.lines))
    for line in rest:
        if len(found) > end:
            break
        found.append(line)
    answers = sum(line[:2] in ("> ", "# ") for line in found[:at])
    phase = found[begin].removeprefix("@ ") if found[begin].startswith("@") else "the set-up"
    diff = list(difflib.unified_diff(game.lines[begin : end + 1], found[begin:], "expected", "found", "", "", 4))
    left = f"\n({len(diff) - MOST_SHOWN} lines more)" if len(diff) > MOST_SHOWN else ""
    where = f"{game.title[4:]}\n{phase}, after answer {answers} (line {at + 1}):\n"
    return where + "\n".join(diff[:MOST_SHOWN]) + left


def spread(work: Callable[[Game], T], games: Sequence[Game], processes: int) -> Iterator[T]:
    """The work of each game, in order."""
    if processes == 1:
        yield from map(work, games)
        return
    with ProcessPoolExecutor(processes) as pool:
        yield from pool.map(work, games, chunksize=1)


# -- what is in it -------------------------------------------------------------------------------

RULE = re.compile(r"\(([A-Z]\d*\.?[\d.]*\d[a-z]?)\)")
OPTION = re.compile(r"[a-z_]+")
JOINTS = ("at", "to", "by", "and", "then", "on", "with")
"""Words of the notation that make no act another one."""


def table(games: Iterable[Game]) -> str:
    """How often each rule is cited in log lines and questions, how often each act occurs, and which acts never do."""
    rules: Counter[str] = Counter()
    acts: Counter[str] = Counter()
    for game in games:
        for line in game.lines:
            if line[0] in ".?":
                rules.update(RULE.findall(line))
            elif line[0] == ">":
                words = re.sub(r":\S+", "", line[2:]).split()
                more = [word for word in words[1:] if OPTION.fullmatch(word) and word not in JOINTS]
                acts.update([words[0], *(f"{words[0]} {word}" for word in more if words[0] != "setup")])
    never = ", ".join(sorted(set(VERBS) - set(acts))) or "none"
    return "\n".join(("Rules", *_columns(rules), "", "Acts", *_columns(acts), "", f"Acts that never occur: {never}"))


def _columns(counts: Counter[str], across: int = 5) -> Iterator[str]:
    cells = [f"{name} {number}".ljust(22) for name, number in sorted(counts.items(), key=lambda one: _order(one[0]))]
    for n in range(0, len(cells), across):
        yield "".join(cells[n : n + across]).rstrip()


def _order(name: str) -> list[tuple[int, str]]:
    return [(int(part), "") if part.isdigit() else (-1, part) for part in re.split(r"(\d+)", name) if part != "."]


def main(arguments: Sequence[str]) -> int:
    """The command; 1 where a game comes out otherwise."""
    parser = argparse.ArgumentParser(prog="tools.replay_games", description=(__doc__ or "").split("\n")[0])
    parser.add_argument("do", choices=("check", "record", "table", "show", "accept"))
    parser.add_argument("what", nargs="*", help="scenarios (none: all); of show and accept one and a number")
    parser.add_argument("-j", type=int, default=1, help="processes")
    parser.add_argument("-n", type=int, default=GAMES, help="check so many games of each scenario")
    parser.add_argument("--now", action="store_true", help="show a game as it comes out now")
    given = parser.parse_args(arguments)
    if given.do == "show":
        game = next(one for one in read(given.what[0]) if one.number == int(given.what[1]))
        print("\n".join([game.title, *(script(game.opening(), again(game.lines)) if given.now else game.lines)]))
        return 0
    if given.do == "accept":
        games = read(given.what[0])
        write([accepted(game) if game.number == int(given.what[1]) else game for game in games])
        return 0
    chosen = given.what or scenario_ids()
    if given.do == "record":
        played = spread(record, [game for name in chosen for game in plan(name)], given.j)
        for name in chosen:
            games = [next(played) for _ in range(games_of(name))]
            write(games)
            failed = [f"{game.title}: {game.lines[-1]}" for game in games if game.lines[-1].startswith("!")]
            print(f"{name}: {path_of(name).stat().st_size} bytes", *failed, sep="\n", flush=True)
        return 0
    kept = [game for name in chosen for game in read(name)[: given.n]]
    if given.do == "table":
        print(table(kept))
        return 0
    differences = [text for text in spread(check, kept, given.j) if text]
    for text in differences:
        print(text, end="\n\n")
    print(f"{len(kept)} games, {len(differences)} come out otherwise")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
