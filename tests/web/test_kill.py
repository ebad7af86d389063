"""The server is killed at random moments: whatever a client was shown is there again after the restart."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Subprotocol

from goodorder.core.actions import Done
from goodorder.core.dice import DiceStream
from goodorder.core.view import asked_of
from goodorder.data.scenario import scenario
from goodorder.flow.move.wave import WaveMove
from goodorder.play import start
from goodorder.play.record import Answered, Options, Record
from goodorder.play.session import Session, positions
from goodorder.play.store import Store
from goodorder.web.seats import Seats, fresh
from tests.properties.waves import eager

HERE = Path(__file__).parent
ARMED = ("crossroads", "orchard", "ridge", "sluice", "gap", "furrows")
"""Scenarios with Guns and vehicles; that by the full rules is killed in each run."""
PEOPLE = ("chapel", "doors", "piano", "sawmill", "samovar", "empties")
"""Scenarios with Snipers, prisoners, charges, flame and nations."""
SOAK = [
    *(pytest.param(seed, 50, "first", marks=pytest.mark.soak) for seed in (2, 3)),
    *(pytest.param(5, 5, name, marks=pytest.mark.soak) for name in (*ARMED, *PEOPLE)),
]
Doc = dict[str, Any]


class Player:
    """Answers at random and remembers what the server confirmed."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.token = fresh()
        self.named = [Subprotocol("goodorder"), Subprotocol(self.token)]
        self.lines: list[Doc] = []
        self.confirmed = 0
        self.over = False
        self.last = ""
        self.seated = threading.Event()

    def play(self, address: str) -> None:
        """Play until the line breaks or the game is over."""
        try:
            with connect(address, open_timeout=60, max_size=None, subprotocols=self.named) as socket:
                self._play(socket)
        except (ConnectionClosed, OSError, EOFError) as error:
            self.last = repr(error)

    def _play(self, socket: ClientConnection) -> None:
        hello = json.loads(socket.recv())
        assert hello["type"] == "hello", hello
        first = json.loads(socket.recv())
        again = first["events"][: len(self.lines)]
        assert again == self.lines, "what was shown before the kill is not what is there now"
        self.lines = list(first["events"])
        state = first["state"]
        self.seated.set()
        rid = 0
        while state["pending"]["kind"] != "over":
            if state["menu"] is None:  # killed between an answer and what comes of it, the server goes on by itself
                found = json.loads(socket.recv())
                self.lines += found["events"]
                state = found["state"]
                continue
            path: list[str] = []
            entries = state["menu"]["entries"]
            while True:
                entry = self.rng.choice(entries)
                path.append(entry["key"])
                if entry["leaf"]:
                    break
                rid += 1
                socket.send(json.dumps({"type": "menu", "rid": rid, "path": path}))
                entries = json.loads(socket.recv())["result"]["entries"]
            rid += 1
            socket.send(json.dumps({"type": "answer", "rid": rid, "seq": state["seq"], "path": path}))
            while (found := json.loads(socket.recv()))["type"] == "step":
                self.lines += found["events"]
                state = found["state"]
            assert found["ok"], found
            self.confirmed += 1
        self.over = True


def into_an_impulse(session: Session, seed: int) -> None:
    """Play a game of ``samovar`` until something is asked while an impulse of a Human Wave is under way."""
    rng = random.Random(seed)
    while session.state.wave is None or isinstance(session.state.stack[-1], WaveMove):
        choice = session.choice()
        if session.state.turn.phase == "setup":
            if session.prepared() is None:
                session.decide(choice.side, Done())
            continue
        seen, known = asked_of(session.state, choice)
        session.decide(choice.side, eager(known, seen, rng, set()))


def begin(store: Store, seed: int, token: str, scenario_id: str, *, inside: bool = False) -> str:
    told = scenario(scenario_id)
    setups = {side.id: side.setups[0].name for side in told.sides} if scenario_id != "first" else {}
    sides = dict.fromkeys((side.id for side in told.sides), "human")
    header, state = start.begin(scenario_id, sides, Options(), setups)
    game = store.create(header)
    session = Session(header, state, dice=DiceStream(str(seed)), persist=store.persister(game))
    session.open()
    if inside:
        into_an_impulse(session, seed)
    for side in sides:
        Seats(store, game).give(side, token=token)
    return game


def run(folder: Path) -> tuple[subprocess.Popen[str], str]:
    """A server process and the address of its port."""
    source = str(HERE.parents[1] / "src")
    command = [sys.executable, str(HERE / "server_process.py"), str(folder), str(20_000 + os.getpid() % 300 * 60)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": source})
    assert process.stdout is not None
    line = process.stdout.readline()
    assert line.startswith("goodorder: http://"), line
    return process, line.split()[1].split("/")[2]


def played_and_killed(
    folder: Path, store: Store, game: str, player: Player, seconds: float, decisions: int = 0
) -> Record:
    """What is on disk when a server is killed so long after a player sat down and had so many decisions confirmed: all
    that it had confirmed.
    """
    process, host = run(folder)
    wanted = player.confirmed + decisions
    playing = threading.Thread(target=player.play, args=(f"ws://{host}/ws/{game}?side=both",))
    player.seated.clear()
    playing.start()
    assert player.seated.wait(90), f"the server let nobody in: {player.last}"
    until = time.monotonic() + 90
    while player.confirmed < wanted and playing.is_alive():
        assert time.monotonic() < until, "the server answers no more"
        time.sleep(0.002)
    time.sleep(seconds)
    process.kill()
    process.wait()
    playing.join(20)
    assert not playing.is_alive()
    record = store.record(game)
    by_hand = sum(isinstance(entry, Answered) and entry.by == "human" for entry in record.entries)
    assert by_hand >= player.confirmed, f"{player.confirmed - by_hand} decisions are lost"
    return record


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "kills", "scenario_id"), [(1, 3, "first"), (4, 2, "cherries"), *SOAK])
def test_no_committed_decision_is_lost_when_the_server_is_killed(
    tmp_path: Path, seed: int, kills: int, scenario_id: str
) -> None:
    store = Store(tmp_path)
    rng = random.Random(seed)
    player = Player(rng)
    game = begin(store, 0, player.token, scenario_id)
    total = 0
    for number in range(1, kills + 1):
        record = played_and_killed(tmp_path, store, game, player, rng.uniform(0.0, 0.1), rng.randrange(2, 40))
        if player.over or number == kills:
            positions(record.line(), start.again(record.header))
            total += player.confirmed
            player = Player(rng)
            game = begin(store, number, player.token, scenario_id)
    assert total > kills


@pytest.mark.slow
def test_a_server_that_is_killed_in_mid_impulse_of_a_human_wave_loses_nothing(tmp_path: Path) -> None:
    store = Store(tmp_path)
    player = Player(random.Random(1))
    game = begin(store, 1, player.token, "samovar", inside=True)
    inside = 0
    for _ in range(2):
        record = played_and_killed(tmp_path, store, game, player, 0.05)
        there = positions(record.line(), start.again(record.header))[-1].after
        inside += there.wave is not None and not isinstance(there.stack[-1], WaveMove)
    assert inside, "no kill fell into an impulse"
