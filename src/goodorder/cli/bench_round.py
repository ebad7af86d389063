"""Plays random games of whatever goodorder is on the path: a process of ``goodorder bench --against``.

It reads lines ``SCENARIO SEED`` and answers each with a line of JSON: decisions and seconds of that game, and the
calibration around it. It is started as a file of the newer commit with the sources of the older one on the path, so it
uses nothing but what has stood in its place for long.
"""

from __future__ import annotations

import json
import random
import statistics
import sys
import time
from typing import Any


def calibration() -> float:
    """Million iterations a second of the reference loop, the median of five."""
    table = {i: i * 7 % 13 for i in range(64)}
    numbers = list(range(64))

    def mix(a: int, b: int) -> int:
        return a + b

    def once(count: int = 200_000) -> float:
        x, began = 0, time.process_time()
        for i in range(count):
            x = mix(x, table[i & 63]) ^ numbers[(x + i) & 63]
        return count / (time.process_time() - began) / 1e6

    return statistics.median(once() for _ in range(5))


def game(scenario_id: str, seed: int) -> dict[str, float]:
    """A random game: each side samples what it sees."""
    from goodorder.core.dice import DiceStream, Roll
    from goodorder.core.engine import answer, pending
    from goodorder.core.frames import Over
    from goodorder.core.view import asked_of
    from goodorder.data.scenario import scenario
    from goodorder.flow.sequence.opening import new_game

    st = new_game(scenario(scenario_id))
    rng, dice, decisions = random.Random(seed), DiceStream(str(seed)), 0
    before, began = calibration(), time.process_time()
    while not isinstance(asked := pending(st), Over):
        if isinstance(asked, Roll):
            st, _ = answer(st, dice.faces(st.rolls, len(asked.dice)))
        else:
            st, _ = answer(st, asked_of(st, asked)[1].menu.sample(rng))
            decisions += 1
    seconds = time.process_time() - began
    return {"decisions": decisions, "seconds": seconds, "calibration": (before + calibration()) / 2}


def main() -> None:
    """Games as long as somebody asks for them."""
    import gc

    from goodorder.board.sight.compiled import wait

    wait()
    gc.set_threshold(200_000, 20, 100)
    for line in sys.stdin:
        scenario_id, seed = line.split()
        found: dict[str, Any]
        try:
            found = dict(game(scenario_id, int(seed)))
        except Exception as error:  # told to who asked, who ends both processes
            found = {"error": f"{type(error).__name__}: {error}"}
        print(json.dumps(found), flush=True)


if __name__ == "__main__":
    main()
