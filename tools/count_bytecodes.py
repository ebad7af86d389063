"""Counts the bytecodes that random games take: a measure of speed that no busy machine disturbs.

    PYTHONHASHSEED=0 python -m tools.count_bytecodes games first houses -n 2      calls and more of a decision
    PYTHONHASHSEED=0 python -m tools.count_bytecodes frames houses                by what is asked
    PYTHONHASHSEED=0 python -m tools.count_bytecodes functions houses --rows 60   by function, with what it calls
    PYTHONHASHSEED=0 python -m tools.count_bytecodes one houses Window 40         one decision as a tree of calls

The last shows waste plainly: read it from top to bottom. Seconds are measured by ``goodorder bench``; these counts say
where to look, and whether a change helps. Compare two commits with the same scenario and seeds, on the same Python.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from types import CodeType, FrameType
from typing import Any

from goodorder.board.sight.compiled import wait
from goodorder.core.dice import DiceStream, Roll
from goodorder.core.engine import answer, pending
from goodorder.core.frames import Choice, Over
from goodorder.core.state import State
from goodorder.core.view import asked_of
from goodorder.flow.sequence.opening import new_game
from goodorder.play.start import given

WARM_UP = 2
"""Random games before those that count: lines of sight are worked out once."""


class Call:
    """A call of a function: its own bytecodes, and the calls that it made."""

    __slots__ = ("calls", "code", "own")

    def __init__(self, code: CodeType | None) -> None:
        self.code = code
        self.own = 0
        self.calls: list[Call] = []

    def whole(self) -> int:
        """The bytecodes of the call with all that it called."""
        return self.own + sum(call.whole() for call in self.calls)

    def every(self) -> Iterator[Call]:
        """The call and all below it."""
        yield self
        for call in self.calls:
            yield from call.every()

    def named(self) -> str:
        """The function, with file and line."""
        if self.code is None:
            return "all"
        file = self.code.co_filename.rpartition("goodorder/")[2]
        return f"{file}:{self.code.co_firstlineno} {self.code.co_qualname}"


def counted(work: Callable[[], Any]) -> Call:
    """The tree of calls that some work makes."""
    root = Call(None)
    stack = [root]

    def called(frame: FrameType, event: str, arg: Any) -> Callable[..., Any]:
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        call = Call(frame.f_code)
        stack[-1].calls.append(call)
        stack.append(call)

        def inside(frame: FrameType, event: str, arg: Any) -> Callable[..., Any]:
            if event == "opcode":
                call.own += 1
            elif event == "return":
                stack.pop()
            return inside

        return inside

    sys.settrace(called)
    try:
        work()
    finally:
        sys.settrace(None)
    return root


class Game:
    """A random game: its decisions are sampled from what the side that is asked sees."""

    def __init__(self, scenario_id: str, seed: int) -> None:
        self.state: State = new_game(given(scenario_id).scenario)
        self._rng, self._dice = random.Random(seed), DiceStream(str(seed))
        self._reply: Any = None

    def asked(self) -> Iterator[tuple[str, Choice | Roll]]:
        """What is asked, one after the other, with the name of the frame that asks; whoever goes on answers it by
        :meth:`choose` and :meth:`give`.
        """
        while not isinstance(found := pending(self.state), Over):
            yield type(self.state.stack[-1]).__name__, found

    def choose(self, asked: Choice | Roll) -> None:
        """The dice, or an answer drawn from the menu."""
        if isinstance(asked, Roll):
            self._reply = self._dice.faces(self.state.rolls, len(asked.dice))
        else:
            self._reply = asked_of(self.state, asked)[1].menu.sample(self._rng)

    def give(self) -> None:
        """Go on with what was chosen."""
        self.state, _ = answer(self.state, self._reply)


def warmed_up(scenario_id: str, games: int) -> Iterator[Game]:
    """Games of a scenario that are to be counted."""
    for seed in range(WARM_UP):
        game = Game(scenario_id, 100 + seed)
        for _, asked in game.asked():
            game.choose(asked)
            game.give()
    for seed in range(games):
        yield Game(scenario_id, seed)


def frames(scenario_id: str, games: int) -> tuple[Counter[str], Counter[str], Counter[str]]:
    """Decisions, bytecodes of seeing and sampling, and of answering, by the frame that asks; dice are answered only."""
    number: Counter[str] = Counter()
    sampled: Counter[str] = Counter()
    answered: Counter[str] = Counter()
    for game in warmed_up(scenario_id, games):
        for name, asked in game.asked():
            key = name if isinstance(asked, Choice) else f"dice of {name}"
            number[key] += 1
            sampled[key] += counted(lambda: game.choose(asked)).whole()  # noqa: B023 - called at once
            answered[key] += counted(game.give).whole()
    return number, sampled, answered


def show_games(scenario_id: str, games: int) -> None:
    """A line: bytecodes, calls and different functions of a decision, dice and all."""
    decisions = bytecodes = calls = functions = 0
    for game in warmed_up(scenario_id, games):
        for _, asked in game.asked():
            decisions += isinstance(asked, Choice)
            trees = counted(lambda: game.choose(asked)), counted(game.give)  # noqa: B023 - called at once
            below = [call for tree in trees for call in tree.every()]
            bytecodes += sum(call.own for call in below)
            calls += len(below)
            functions += len({call.code for call in below})
    each = [round(count / decisions) for count in (bytecodes, calls, functions)]
    told = "{} bytecodes, {} calls, {} different functions a decision".format(*each)
    print(f"{scenario_id:12} {decisions} decisions, {told}")


def show_frames(scenario_id: str, games: int) -> None:
    """A line for each kind of frame."""
    number, sampled, answered = frames(scenario_id, games)
    whole = sampled.total() + answered.total()
    print(f"{'asked by':24} {'asked':>6} {'share':>6} {'see, sample':>12} {'answer':>8}")
    for name in sorted(number, key=lambda key: -(sampled[key] + answered[key])):
        share = (sampled[name] + answered[name]) / whole
        each = sampled[name] / number[name], answered[name] / number[name]
        print(f"{name:24} {number[name]:6} {share:6.1%} {each[0]:12.0f} {each[1]:8.0f}")


def show_functions(scenario_id: str, games: int, rows: int) -> None:
    """A line for each function: its share with what it calls, its own, and how often a decision calls it."""
    whole: Counter[str] = Counter()
    own: Counter[str] = Counter()
    calls: Counter[str] = Counter()
    decisions = 0

    def add(call: Call, around: frozenset[str]) -> int:
        name = call.named()
        found = call.own + sum(add(below, around | {name}) for below in call.calls)
        own[name] += call.own
        calls[name] += 1
        if name not in around:  # a function that calls itself is counted once
            whole[name] += found
        return found

    for game in warmed_up(scenario_id, games):
        for _, asked in game.asked():
            decisions += isinstance(asked, Choice)
            for work in (lambda: game.choose(asked), game.give):  # noqa: B023 - called at once
                add(counted(work), frozenset())
    print(f"{'with calls':>10} {'own':>7} {'a decision':>10}")
    for name, count in whole.most_common(rows):
        every = own.total()
        print(f"{count / every:10.2%} {own[name] / every:7.2%} {calls[name] / decisions:10.2f}  {name}")


def show_one(scenario_id: str, frame: str, nth: int, least: int) -> None:
    """The tree of calls of the nth decision that a kind of frame asks for, without calls of fewer bytecodes."""

    def show(call: Call, depth: int) -> None:
        whole = call.whole()
        if whole >= least:
            print(f"{whole:7} {call.own:6} {' ' * depth}{call.named()}")
            for below in call.calls:
                show(below, depth + 1)

    seen = 0
    for game in warmed_up(scenario_id, 100):
        for name, asked in game.asked():
            seen += name == frame
            if seen == nth and name == frame:
                for work in (lambda: game.choose(asked), game.give):  # noqa: B023 - called at once
                    show(counted(work), 0)
                return
            game.choose(asked)
            game.give()
    print(f"{frame} was asked {seen} times")


def main() -> None:
    """As the command line says."""
    parser = argparse.ArgumentParser(description="bytecodes of random games")
    kinds = parser.add_subparsers(dest="kind", required=True)
    for kind in ("games", "frames", "functions", "one"):
        one = kinds.add_parser(kind)
        one.add_argument("scenario", nargs="+" if kind == "games" else None)
        if kind == "one":
            one.add_argument("frame")
            one.add_argument("nth", type=int)
            one.add_argument("--least", type=int, default=60, help="bytecodes below which a call is not shown")
        else:
            one.add_argument("-n", "--games", type=int, default=1)
        if kind == "functions":
            one.add_argument("--rows", type=int, default=60)
    asked = parser.parse_args()
    wait()
    if asked.kind == "games":
        for scenario_id in asked.scenario:
            show_games(scenario_id, asked.games)
    elif asked.kind == "frames":
        show_frames(asked.scenario, asked.games)
    elif asked.kind == "functions":
        show_functions(asked.scenario, asked.games, asked.rows)
    else:
        show_one(asked.scenario, asked.frame, asked.nth, asked.least)


if __name__ == "__main__":
    main()
