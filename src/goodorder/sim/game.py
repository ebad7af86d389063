"""One game of computer against computer, with everything that can go wrong told apart."""

from __future__ import annotations

import random
import time
import traceback

from msgspec import Struct

from goodorder.core.dice import DiceStream, Roll
from goodorder.core.engine import answer, breadcrumb, pending
from goodorder.core.errors import GoodOrderError
from goodorder.core.frames import Choice, Over
from goodorder.core.state import CAPTURED, ELIMINATED, ON_MAP, SHELL_SMOKE, State, Vehicle
from goodorder.core.view import imagined
from goodorder.data.scenario import Scenario
from goodorder.flow.sequence.opening import new_game
from goodorder.play.players import Player
from goodorder.play.start import given
from goodorder.rules.facts.bearers import bearer
from goodorder.rules.facts.ordnance import HEXSPINES
from goodorder.sim.collector import seldom_collected

from .loading import player_of

LIMIT = 20_000
"""Decisions after which a game is given up."""


class Failure(Struct, frozen=True):
    """A game that could not be finished: its kind, and where it happened."""

    scenario: str
    seed: int
    kind: str
    where: str


class GameResult(Struct, frozen=True):
    """One finished (or failed) game; ``winner`` is a side, -1 for a draw or a failure.

    ``scenario`` and ``sides`` are ids; ``decisions`` are the steps of ``bench`` (``Choice.is_step``), also where a
    player is not asked because all but one answer is seldom given; ``seconds`` and ``thinking`` (by side each decision
    that its player was asked for) are processor time, so that games side by side don't disturb them.
    """

    scenario: str
    seed: int
    bots: tuple[str, str]
    winner: int
    turns: int
    decisions: int
    seconds: float
    losses: tuple[int, int]
    sides: tuple[str, str]
    failure: Failure | None = None
    thinking: tuple[tuple[float, ...], tuple[float, ...]] = ((), ())


class _Failed(Exception):
    def __init__(self, kind: str, where: str) -> None:
        super().__init__(where)
        self.kind = kind
        self.where = where


_LAST: list[tuple[Scenario, State]] = []


def _opening(found: Scenario) -> State:
    """The first position, kept for further games of the same scenario: so is all that is found out about its map."""
    if not _LAST or _LAST[0][0] != found:
        _LAST[:] = [(found, new_game(found))]
    return _LAST[0][1]


def play_game(scenario: str, bots: tuple[str, str], seed: int, limit: int = LIMIT) -> GameResult:
    """Play a scenario (an id or a file) to its end; the same arguments give the same game."""
    began = time.process_time()
    found = given(scenario).scenario
    runner = _Runner(_opening(found), bots, seed, limit)
    failure = None
    try:
        with seldom_collected():
            runner.run()
    except _Failed as error:
        failure = Failure(found.id, seed, error.kind, error.where)
    except Exception as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        where = f"{type(error).__name__}: {error} ({last.name} line {last.lineno}) at {runner.where()}"
        failure = Failure(found.id, seed, "exception", where)
    st = runner.state
    winner = st.result.winner if st.result is not None and failure is None else -1
    losses = [0, 0]
    for unit in st.units.values():
        losses[unit.side] += unit.place in (ELIMINATED, CAPTURED)
    for vehicle in st.vehicles.values():
        losses[vehicle.side] += vehicle.wreck or vehicle.place == ELIMINATED
    seconds = time.process_time() - began
    thinking = (tuple(runner.thinking[0]), tuple(runner.thinking[1]))
    sides = (found.sides[0].id, found.sides[1].id)
    lost = (losses[0], losses[1])
    counts = (st.turn.number, runner.decisions, seconds)
    return GameResult(found.id, seed, bots, winner, *counts, lost, sides, failure, thinking)


class _Runner:
    def __init__(self, start: State, bots: tuple[str, str], seed: int, limit: int) -> None:
        self.state = start
        self.players: tuple[Player, Player] = (player_of(bots[0]), player_of(bots[1]))
        self.rngs = (random.Random(f"{seed}/0"), random.Random(f"{seed}/1"))
        self.dice = DiceStream(str(seed))
        self.limit = limit
        self.decisions = 0
        self.thinking: tuple[list[float], list[float]] = ([], [])

    def where(self) -> str:
        """The breadcrumb of the position."""
        return " > ".join(breadcrumb(self.state))

    def run(self) -> None:
        """Play until the game is over."""
        for _ in range(20 * self.limit):
            st = self.state
            asked = pending(st)
            if isinstance(asked, Over):
                return
            if isinstance(asked, Roll):
                self.state, _ = answer(st, self.dice.faces(st.rolls, len(asked.dice)))
            else:
                self.choose(st, asked)
            if self.state.turn != st.turn:
                self.check()
        raise _Failed("limit", f"no end: {self.where()}")

    def choose(self, st: State, asked: Choice) -> None:
        """Let the side decide; a single answer is taken without asking."""
        seen, asked = imagined(st, asked)
        only = asked.menu.idle() if asked.public else asked.menu.only()
        if only is None and not asked.menu.any():
            raise _Failed("dead_end", f"{asked.prompt}: {self.where()}")
        if only is not None:
            action = only
            self.decisions += asked.public and asked.is_step()
        else:
            began = time.process_time()
            action = self.players[asked.side].decide(seen, asked, self.rngs[asked.side])
            self.thinking[asked.side].append(time.process_time() - began)
            self.decisions += 1
        if self.decisions > self.limit:
            raise _Failed("limit", f"{self.limit} decisions: {self.where()}")
        refusal = asked.check(action)
        if refusal is not None:
            raise _Failed("refusal", f"{refusal} for {action}: {self.where()}")
        try:
            self.state, _ = answer(st, action)
        except GoodOrderError as error:
            raise _Failed("exception", f"{type(error).__name__}: {error.message}: {self.where()}") from error

    def check(self) -> None:
        """What must hold in every position."""
        problem = broken_invariant(self.state)
        if problem:
            raise _Failed("invariant", f"{problem}: {self.where()}")


def broken_invariant(st: State) -> str | None:
    """The first thing that is wrong with a position, or None."""
    size = len(st.world.map.locations)
    for unit in st.units.values():
        if (unit.place == ON_MAP) != (0 <= unit.loc < size):
            return f"unit {unit.id} is at {unit.loc} with place {unit.place}"
        if unit.dm and not unit.broken:
            return f"unit {unit.id} is under DM and not broken"
    for vehicle in st.vehicles.values():
        if problem := _broken_vehicle(st, vehicle, size):
            return f"vehicle {vehicle.id} {problem}"
    for weapon in st.weapons.values():
        if weapon.holder and weapon.place == ON_MAP:
            holder = bearer(st, weapon)
            gone = weapon.holder not in st.vehicles if holder is None else holder.place in (ELIMINATED, CAPTURED)
            if gone:
                return f"weapon {weapon.id} is held by nobody on the map"
        if weapon.holder and weapon.loc >= 0 and not st.world.catalogue.is_gun(weapon.type):
            return f"weapon {weapon.id} is held and lies on the map"
    seen: set[tuple[str, int]] = set()
    for marker in st.markers.values():
        if (marker.kind, marker.loc) in seen and marker.kind not in SHELL_SMOKE:
            return f"two {marker.kind} markers in one Location"
        seen.add((marker.kind, marker.loc))
    return None


def _broken_vehicle(st: State, vehicle: Vehicle, size: int) -> str:
    """What is wrong with a vehicle, empty for nothing."""
    if (vehicle.place == ON_MAP) != (0 <= vehicle.loc < size):
        return f"is at {vehicle.loc} with place {vehicle.place}"
    if vehicle.place == ON_MAP and st.turn.phase != "setup" and not 0 <= vehicle.facing < HEXSPINES:
        return f"points along {vehicle.facing}"
    if vehicle.turret >= HEXSPINES or vehicle.turret == vehicle.facing >= 0:
        return f"has a turret along {vehicle.turret}"
    if vehicle.motion and (vehicle.bogged or vehicle.immobile or vehicle.wreck or vehicle.abandoned):
        return "is in Motion and can't move"
    for weapon in st.weapons_of(vehicle.id):
        if weapon.place not in (vehicle.place, ELIMINATED) or (vehicle.wreck and weapon.place == ON_MAP):
            return f"has its weapon {weapon.id} at place {weapon.place}"
    return ""
