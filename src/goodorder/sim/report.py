"""What a batch of games showed: for programs, and for people with confidence intervals."""

from __future__ import annotations

import math
import statistics
from collections.abc import Sequence
from typing import Any

from .game import GameResult

VERSION = 1
Z95 = 1.959963984540054


def wilson(wins: int, games: int) -> tuple[float, float]:
    """The 95% confidence interval of a win rate after Wilson.

    >>> [round(end, 3) for end in wilson(95, 100)]
    [0.888, 0.978]
    """
    if not games:
        return 0.0, 1.0
    share, square = wins / games, Z95 * Z95
    middle = (share + square / (2 * games)) / (1 + square / games)
    half = Z95 * math.sqrt(share * (1 - share) / games + square / (4 * games * games)) / (1 + square / games)
    return max(0.0, middle - half), min(1.0, middle + half)


def as_json(results: Sequence[GameResult], bots: tuple[str, str], seed: int, seconds: float) -> dict[str, Any]:
    """The report of ``goodorder sim --json``.

    ``by_side`` counts the games in which the first bot played the side; all games when both bots are the same.
    ``thinking`` is in milliseconds of processor time by scenario and bot: see ``thinking``.
    """
    results = sorted(results, key=lambda game: (game.scenario, game.seed))
    wins = dict.fromkeys(bots, 0)
    for game in results:
        if game.winner >= 0:
            wins[game.bots[game.winner]] += 1
    ids = list(dict.fromkeys(game.scenario for game in results))
    return {
        "version": VERSION,
        "seed": seed,
        "games": len(results),
        "wins": wins,
        "draws": sum(1 for game in results if game.winner < 0 and game.failure is None),
        "failures": [
            {"scenario": f.scenario, "seed": f.seed, "kind": f.kind, "where": f.where}
            for game in results
            if (f := game.failure) is not None
        ],
        "decisions": sum(game.decisions for game in results),
        "seconds": round(seconds, 3),
        "by_scenario": {id: _scenario([g for g in results if g.scenario == id], bots) for id in ids},
        "by_side": {id: _sides([g for g in results if g.scenario == id], bots) for id in ids},
        "thinking": {id: thinking([g for g in results if g.scenario == id]) for id in ids},
    }


def thinking(games: Sequence[GameResult]) -> dict[str, dict[str, float]]:
    """By bot the milliseconds of processor time of one decision: the median, what 99 of 100 keep to, and the worst.

    Only what the bot was asked counts: an answer without alternative is given for it.
    """
    times: dict[str, list[float]] = {}
    for game in games:
        for bot, seconds in zip(game.bots, game.thinking, strict=True):
            times.setdefault(bot, []).extend(1000 * one for one in seconds)
    found: dict[str, dict[str, float]] = {}
    for bot, own in sorted(times.items()):
        if ordered := sorted(own):
            nearly = ordered[math.ceil(0.99 * len(ordered)) - 1]
            numbers = {"median": statistics.median(ordered), "p99": nearly, "worst": ordered[-1]}
            found[bot] = {key: round(number, 3) for key, number in numbers.items()}
    return found


def _scenario(games: Sequence[GameResult], bots: tuple[str, str]) -> dict[str, Any]:
    wins = dict.fromkeys(bots, 0)
    for game in games:
        if game.winner >= 0:
            wins[game.bots[game.winner]] += 1
    turns = round(statistics.mean(game.turns for game in games), 2) if games else 0.0
    return {"games": len(games), "wins": wins, "turns": turns}


def _sides(games: Sequence[GameResult], bots: tuple[str, str]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for number, side in enumerate(games[0].sides if games else ()):
        own = [game for game in games if game.bots[number] == bots[0]]
        won = sum(1 for game in own if game.winner == number)
        found[side] = {"bot": bots[0], "games": len(own), "wins": won}
    return found


def as_text(results: Sequence[GameResult], bots: tuple[str, str], seconds: float) -> list[str]:
    """The report for people: wins with 95% intervals, lengths, losses, failures."""
    data = as_json(results, bots, 0, seconds)
    lines: list[str] = []
    for id, sides in data["by_side"].items():
        games = [game for game in results if game.scenario == id]
        turns = data["by_scenario"][id]["turns"]
        pace = statistics.median(game.seconds for game in games)
        lines.append(f"{id}: {len(games)} games, {turns} turns on average, median {pace:.1f} s")
        for number, (side, found) in enumerate(sides.items()):
            lost = statistics.mean(game.losses[number] for game in games)
            if not found["games"]:  # the other bot alone has played this side
                lines.append(f"  {found['bot']} never as {side}; {side} lost {lost:.1f} units a game")
                continue
            low, high = wilson(found["wins"], found["games"])
            # What one game shows of the chance to win is no interval worth the name.
            interval = f" (95%: {low:.1%} to {high:.1%})" if found["games"] > 1 else ""
            lines.append(
                f"  {found['bot']} as {side}: {found['wins']} of {found['games']} won,"
                f" {found['wins'] / found['games']:.1%}{interval}; {side} lost {lost:.1f} units a game"
            )
        for bot, times in data["thinking"][id].items():
            lines.append(
                f"  a decision of {bot}: median {times['median']:.1f} ms, 99 of 100 within {times['p99']:.0f} ms,"
                f" worst {times['worst'] / 1000:.2f} s"
            )
    total = len(results)
    wins = ", ".join(f"{bot} {number}" for bot, number in data["wins"].items())
    if bots[0] != bots[1]:
        won = data["wins"][bots[0]]
        low, high = wilson(won, total)
        interval = f" (95%: {low:.1%} to {high:.1%})" if total > 1 else ""
        lines.append(f"{bots[0]} won {won} of {total}, {won / max(1, total):.1%}{interval}")
    lines.append(f"{total} games: wins {wins}; draws {data['draws']}; {data['decisions']} decisions in {seconds:.1f} s")
    for failure in data["failures"]:
        lines.append(f"FAILED {failure['kind']} in {failure['scenario']} seed {failure['seed']}: {failure['where']}")
    return lines
