"""Compares lines of sight with verdicts of another program, row by row, and tells what rulings explain.

A row is *strict* when that program is of one mind about it: the same verdict from both ends, in both its editions,
and no crash. The CSV's columns are from, from_level, to, to_level, range, blocked, hindrance, reason, alt, sym; levels
count from the hex's base, B is on a bridge over a Depression, U beneath one that carries the hex's centre.
"""

from __future__ import annotations

import csv
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgspec

from goodorder.board.errors import BoardError
from goodorder.board.map.board import Map
from goodorder.board.map.facts import BED, FLAGS, HAS_BRIDGE
from goodorder.board.sight.kernel_rules import CLEAR

RULINGS = ("R160", "R164", "R208", "R209", "R200", "R229", "R470", "R510", "R654")
"""Rulings that the kernel can leave out, in the order of their bits."""
COLUMNS = ("from", "from_level", "to", "to_level", "blocked", "hindrance", "reason", "alt", "sym")


class Difference(msgspec.Struct, frozen=True, rename={"from_": "from"}):
    """A strict row on which the two disagree; ``ruling`` names the ruling that explains it, if one does."""

    from_: str
    to: str
    theirs: str
    ours: str
    their_reason: str
    our_reason: str
    ruling: str | None = None


class Audit(msgspec.Struct, frozen=True):
    """Counts over a file of verdicts; ``agree`` and ``ruled`` are of the strict rows."""

    rows: int
    strict_rows: int
    agree: int
    ruled: dict[str, int]
    unexplained: int
    differences: tuple[Difference, ...]


def read_rows(path: Path) -> list[dict[str, str]]:
    """The rows of a file of verdicts; raises BoardError when it isn't one."""
    try:
        with path.open(newline="", encoding="utf-8") as file:
            reader = csv.DictReader(file)
            missing = [name for name in COLUMNS if name not in (reader.fieldnames or ())]
            if missing:
                raise BoardError(f"no column {missing[0]!r}", file=str(path), expected=",".join(COLUMNS))
            return list(reader)
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise BoardError(f"can't be read: {error}", file=str(path), expected="a CSV of verdicts") from None


def is_strict(row: Mapping[str, str]) -> bool:
    """Whether the other program gives one verdict only."""
    return not row["alt"] and row["sym"] == "1" and "EXC" not in row["reason"]


def audit(board: Map, rows: Iterable[Mapping[str, str]]) -> Audit:
    """Judge every strict row in its own direction and compare."""

    def place(row: Mapping[str, str], end: str) -> int:
        return board.place(board.index(row[end]), row[f"{end}_level"])

    count = strict = agree = 0
    ruled: dict[str, int] = {}
    differences = []
    for row in rows:
        count += 1
        if not is_strict(row):
            continue
        strict += 1
        theirs = "blocked" if row["blocked"] == "1" else f"clear +{row['hindrance'] or 0}"
        ends = f"{row['from']}/{row['from_level']}", f"{row['to']}/{row['to_level']}"
        try:
            a, b = place(row, "from"), place(row, "to")
        except BoardError as error:
            differences.append(Difference(*ends, theirs, "none", row["reason"], error.what))
            continue
        told = board.judge(a, b)
        ours = _words(told.reason, told.hindrance)
        if ours == theirs:
            agree += 1
            continue
        ruling = None
        for bit, name in enumerate(RULINGS):
            without = board.judge(a, b, without=1 << bit)
            if _words(without.reason, without.hindrance) == theirs and concerns(board, name, a, b):
                ruling = name
                break
        if ruling is None and _by_inherent_stairs(board, a, b):
            ruling = "R487"
        if ruling is not None:
            ruled[ruling] = ruled.get(ruling, 0) + 1
        differences.append(Difference(*ends, theirs, ours, row["reason"], board.sight.explain(a, b), ruling))
    unexplained = sum(d.ruling is None for d in differences)
    return Audit(count, strict, agree, ruled, unexplained, tuple(differences))


def _by_inherent_stairs(board: Map, a: int, b: int) -> bool:
    """Whether the line runs between levels of one hex whose building shows no stairwell, where ours has stairs."""
    h = board.hex_at(a)
    return h == board.hex_at(b) and bool(board.hexes[h].levels) and not board.hexes[h].stairwell


def concerns(board: Map, ruling: str, a: int, b: int) -> bool:
    """Whether a line is one of those that a ruling speaks of, by what the map says of its hexes, not by the kernel."""
    one, two = board.locations[a], board.locations[b]
    ends = (one.hex, two.hex)
    line = sorted(set(board.los(a, b).hexes) | set(ends))
    inside = [board.hexes[h] for h in line if h not in ends]
    high = max(one.level, two.level)
    match ruling:
        case "R160":
            reach, rise = board.distance(*ends), two.level - one.level
            if one.kind != "ground" or two.kind != "ground" or not abs(rise) == reach > 1:
                return False
            step = 1 if rise > 0 else -1
            return all(here.level == one.level + step * board.distance(one.hex, here.index) for here in inside)
        case "R164":
            return any(_drop(board, h, side) >= 1 for h in line for side in range(6) if board.hexes[h].cliffs[side])
        case "R208":
            return any(any(board.hexes[h].bars) for h in line)
        case "R229":
            return any(p.kind == "beneath" for p in (one, two)) or any(board.sight.facts.bridge[h] > 0 for h in ends)
        case "R470":
            return any(board.sight.facts.field.hexes[here.index, FLAGS] >> HAS_BRIDGE & 1 for here in inside)
        case "R654":
            grown = any(board.sight.facts.field.hexes[here.index, BED] for here in inside)
            return grown and high <= max(board.hexes[h].level for h in ends)
    return True


def _drop(board: Map, h: int, side: int) -> int:
    beyond = board.neighbours[h][side]
    return abs(board.hexes[h].level - board.hexes[beyond].level) if beyond >= 0 else 1


def _words(reason: int, hindrance: int) -> str:
    return f"clear +{hindrance}" if reason == CLEAR else "blocked"
