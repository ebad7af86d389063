"""Counts of decisions on fixed positions, as chess programs count moves: a change of any menu shows here first.

``leaves`` is how many answers the first decision of a phase has, ``positions`` how many different positions they
lead to, ``replies`` how many answers the decision after each of those has, all together.  Dice on the way show 3, 4,
3, 4, ...  Run ``python -m tests.perft.perft`` from the project's folder to see the counts, with ``--write`` to keep
them in counts.toml.
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path
from typing import Any

from msgspec import Struct

from goodorder.core.dice import Roll
from goodorder.core.engine import answer, pending
from goodorder.core.frames import Choice, Over
from goodorder.core.state import PHASES, State
from goodorder.flow.sequence.turn import phase_frame
from tests.support import Placed, begin, position, unit

FOLDER = Path(__file__).parent
LIMIT = 5_000
"""Leaves after which a menu is not counted further."""


class Counts(Struct, frozen=True):
    """What was counted for one phase of one position."""

    leaves: int
    positions: int
    replies: int


def read() -> list[dict[str, Any]]:
    """The positions of positions.toml."""
    with (FOLDER / "positions.toml").open("rb") as file:
        found: list[dict[str, Any]] = tomllib.load(file)["position"]
    return found


def counter(text: str) -> Placed:
    """A counter from its line in positions.toml."""
    words, _, weapons = text.partition("+")
    ident, side, code, place, *flags = words.split()
    found = unit(ident, code, place, int(side)).now(**dict.fromkeys(flags, True))
    return found.armed(*weapons.replace("+", " ").split())


def positions() -> dict[tuple[str, str], State]:
    """Each position at the beginning of each of its phases, for side 0 as ATTACKER."""
    found: dict[tuple[str, str], State] = {}
    for entry in read():
        counters = [counter(text) for text in entry["counters"]]
        for phase in entry.get("phases", PHASES):
            st = position(entry["terrain"], *counters, phase=phase)
            found[entry["id"], phase] = begin(st, phase_frame(phase))[0]
    return found


def decision(st: State) -> tuple[State, Choice | Over]:
    """The next decision, with dice on the way that show 3, 4, 3, 4, ..."""
    while isinstance(asked := pending(st), Roll):
        st, _ = answer(st, tuple(3 + n % 2 for n in range(len(asked.dice))))
    return st, asked


def count(st: State) -> Counts:
    """The counts of one position."""
    st, asked = decision(st)
    if isinstance(asked, Over):
        return Counts(0, 1, 0)
    leaves = [action for _, action in asked.menu.leaves(LIMIT)]
    digests: set[str] = set()
    replies = 0
    for action in leaves:
        after, later = decision(answer(st, action)[0])
        digest = after.digest()
        if digest in digests:
            continue
        digests.add(digest)
        if isinstance(later, Choice):
            replies += later.menu.count(LIMIT)
    return Counts(len(leaves), len(digests), replies)


def all_counts() -> dict[str, dict[str, Counts]]:
    """Counts by position and phase."""
    found: dict[str, dict[str, Counts]] = {}
    for (name, phase), st in positions().items():
        found.setdefault(name, {})[phase] = count(st)
    return found


def as_toml(counts: dict[str, dict[str, Counts]]) -> str:
    """The text of counts.toml."""
    lines = ["# Made by: python -m tests.perft.perft --write. Read perft.py for what is counted."]
    for name, phases in counts.items():
        lines += ["", f"[{name}]"]
        lines += [
            f"{phase} = {{ leaves = {c.leaves}, positions = {c.positions}, replies = {c.replies} }}"
            for phase, c in phases.items()
        ]
    return "\n".join(lines) + "\n"


def main(arguments: list[str]) -> int:
    """Print the counts, or write them with ``--write``."""
    text = as_toml(all_counts())
    if "--write" in arguments:
        (FOLDER / "counts.toml").write_text(text, encoding="utf-8")
    else:
        print(text, end="")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
