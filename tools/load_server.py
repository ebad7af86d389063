"""Many games at once over the loopback: how long an answer takes, and what memory the server holds.

    .venv/bin/python tools/load_server.py --games 50 --seconds 30 --think 1.0

Each game is one client that plays both sides: it looks through the menus for a random leaf, answers, and waits
``think`` seconds on average before the next. Told are the times from an answer to its reply, those of all requests, and
the server's memory with the tables open and after the clients have gone.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path
from typing import Any

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Subprotocol

ROOT = Path(__file__).resolve().parents[1]
SERVE = """
import sys
from pathlib import Path
from goodorder.web.serve import serve
serve(int(sys.argv[2]), False, folder=Path(sys.argv[1]), say=lambda text: print(text, flush=True))
"""
Doc = dict[str, Any]


class Times:
    """Seconds by kind of request."""

    def __init__(self) -> None:
        self.found: dict[str, list[float]] = {}

    def add(self, kind: str, seconds: float) -> None:
        """One more."""
        self.found.setdefault(kind, []).append(seconds)

    def line(self, kind: str) -> str:
        """Number, median, p99 and longest of a kind."""
        all_ = sorted(self.found.get(kind, [0.0]))
        p99 = all_[min(len(all_) - 1, int(len(all_) * 0.99))]
        middle = all_[len(all_) // 2]
        words = (f"median {middle * 1e3:.0f} ms", f"p99 {p99 * 1e3:.0f} ms", f"longest {all_[-1] * 1e3:.0f} ms")
        return f"{kind}: {len(all_)}, {', '.join(words)}"


def post(host: str, place: str, body: Doc) -> Doc:
    """The answer to a POST."""
    request = urllib.request.Request(f"http://{host}{place}", json.dumps(body).encode(), method="POST")
    with urllib.request.urlopen(request, timeout=120) as answer:
        found: Doc = json.load(answer)
        return found


def get(host: str, place: str) -> Any:
    """The answer to a GET."""
    with urllib.request.urlopen(f"http://{host}{place}", timeout=120) as answer:
        return json.load(answer)


def memory(process: int) -> float:
    """Megabytes that a process holds; 0 where the system does not say."""
    try:
        pages = int(Path(f"/proc/{process}/statm").read_text().split()[1])
    except OSError:
        return 0.0
    return pages * os.sysconf("SC_PAGE_SIZE") / 2**20


class Player:
    """A client of one game."""

    def __init__(self, line: ClientConnection, rng: random.Random, times: Times) -> None:
        self.line, self.rng, self.times = line, rng, times
        self.state: Doc = {}
        self.rid = 0

    async def ask(self, kind: str, **more: Any) -> Doc:
        """The reply to a request; steps that come before it are taken in."""
        self.rid += 1
        begun = time.perf_counter()
        await self.line.send(json.dumps({"type": kind, "rid": self.rid, **more}))
        while (found := msgspec.json.decode(await self.line.recv()))["type"] != "reply":
            if found["type"] == "step":
                self.state = found["state"]
        self.times.add(kind, time.perf_counter() - begun)
        self.times.add("all", time.perf_counter() - begun)
        return dict(found)

    async def play(self, until: float, think: float) -> None:
        """Answer at random until the time is over."""
        while not self.state:
            found = msgspec.json.decode(await self.line.recv())
            self.state = found["state"] if found["type"] == "step" else self.state
        while time.monotonic() < until and self.state["pending"]["kind"] != "over":
            if think:
                await asyncio.sleep(self.rng.expovariate(1 / think))
            while self.state["menu"] is None and self.state["pending"]["kind"] != "over":
                found = msgspec.json.decode(await self.line.recv())
                self.state = found["state"] if found["type"] == "step" else self.state
            if self.state["menu"] is None:
                return
            entries, path = self.state["menu"]["entries"], []
            while True:
                entry = self.rng.choice(entries)
                path.append(entry["key"])
                if entry["leaf"]:
                    break
                entries = (await self.ask("menu", path=path))["result"]["entries"]
            reply = await self.ask("answer", seq=self.state["seq"], path=path)
            assert reply["ok"] or reply["error"]["kind"] == "illegal", reply


async def play(host: str, games: list[str], seconds: float, think: float, times: Times, process: int) -> None:
    """All games at once."""
    until = time.monotonic() + seconds + 5

    async def one(n: int, game: str) -> None:
        await asyncio.sleep(n * 5 / len(games))
        begun = time.perf_counter()
        address = f"ws://{host}/ws/{game}?side=both"
        async with connect(address, max_size=None, open_timeout=60, subprotocols=[Subprotocol("goodorder")]) as line:
            player = Player(line, random.Random(n), times)
            await line.recv()
            times.add("join", time.perf_counter() - begun)
            await player.play(until, think)
            seen.append(player.rid)
            while len(seen) < len(games) and time.monotonic() < until + 20:
                await asyncio.sleep(0.1)
            held[0] = max(held[0], memory(process))

    seen: list[int] = []
    held = [0.0]
    await asyncio.gather(*(one(n, game) for n, game in enumerate(games)))
    print(f"memory with {len(games)} tables open: {held[0]:.0f} MB")


def main() -> None:
    """Run it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=30)
    parser.add_argument("--think", type=float, default=1.0, help="seconds between two answers of a game, on average")
    parser.add_argument("--scenario", default="patrol")
    parser.add_argument("--idle", type=float, default=0, help="seconds to wait for idle tables to leave memory")
    parser.add_argument("--source", default=str(ROOT / "src"), help="the source folder of the server that is measured")
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", SERVE, folder, "26000"]
        environment = {**os.environ, "PYTHONPATH": given.source}
        server = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment)
        try:
            assert server.stdout is not None
            host = server.stdout.readline().split()[1].split("/")[2]
            server.stdout.readline()
            card = get(host, f"/api/scenarios/{given.scenario}")
            body = {
                "scenario": given.scenario,
                "players": {side["id"]: "human" for side in card["sides"]},
                "setups": {side: ready[0]["name"] for side, ready in card["setups"].items()},
            }
            begun = time.monotonic()
            games = [post(host, "/api/games", {**body, "seed": n})["game"] for n in range(given.games)]
            print(f"{len(games)} games made in {time.monotonic() - begun:.1f} s; memory {memory(server.pid):.0f} MB")
            times = Times()
            asyncio.run(play(host, games, given.seconds, given.think, times, server.pid))
            for kind in ("join", "answer", "menu", "all"):
                print(times.line(kind))
            time.sleep(given.idle)
            get(host, "/api/games")
            print(f"memory with the clients gone: {memory(server.pid):.0f} MB")
            begun = time.monotonic()
            server.terminate()
            server.wait(30)
            print(f"ended {time.monotonic() - begun:.1f} s after the stop signal")
        finally:
            server.kill()


if __name__ == "__main__":
    main()
