"""Running the server: the next free port, joining one that runs already, and saving when it is stopped."""

from __future__ import annotations

import contextlib
import json
import logging
import os
import socket
import threading
import time
import urllib.error
import urllib.request
import webbrowser
from collections.abc import Callable, Sequence
from pathlib import Path

import uvicorn
from starlette.applications import Starlette

from goodorder.board.sight import compiled
from goodorder.core.errors import GoodOrderError, Unreadable
from goodorder.data.scenario import Scenario, scenario_ids
from goodorder.data.scenario import scenario as load_scenario
from goodorder.play import start
from goodorder.play.record import Options
from goodorder.play.start import Given
from goodorder.play.store import Store, Stored, data_folder

from .app import create_app
from .cards import map_of
from .ending import PatientProtocol, PatientSocket, PromptServer, told_to_end
from .games import Games
from .memory import short_pauses
from .messages.requests import NewGame, PlayerWord
from .seats import Seats, linked

HOST = "127.0.0.1"
PORTS = 50
"""Ports tried one after the other."""
MAX_FRAME = 1 << 20
"""Bytes of a WebSocket message that are read at all; what is longer ends the connection."""
HUMAN_AGAINST_COMPUTER: PlayerWord = "standard"


def serve(
    port: int = 8765,
    open_browser: bool = True,
    scenarios: Sequence[Given] = (),
    *,
    side: str | None = None,
    game: str | None = None,
    folder: Path | None = None,
    say: Callable[[str], None] = print,
) -> None:
    """Serve games in the browser until Ctrl-C.

    The first of ``scenarios`` is opened, and the start page offers all of them.  Without one the small scenario is
    opened with sides and a set-up already chosen; without a side, too, the last game goes on where it was left.
    ``side`` is the player's; the computer plays the other.  ``game`` opens a stored one again, in the seat of ``side``
    or of the people in it.  A server of the same folder that already runs is joined.
    The address that is told holds the token of the player's seat: it lets in whoever opens it.
    """
    where = folder or data_folder()
    running = find_running(where)
    if running is not None:
        address = _joined(running, where, scenarios, side, game)
        say(f"goodorder already runs: {address}")
        _browse(address, open_browser)
        return
    store = Store(where)
    if store.notice:
        say(store.notice)
    game, seat = stored_game(store, game, side) if game else opening_game(store, scenarios, side)
    key = seat_key(store, game, seat)
    listener, number = listen(port)
    mark = where / "server.json"

    def farewell() -> None:
        mark.unlink(missing_ok=True)
        _farewell(store, say)

    app = create_app(store, hosts=[HOST, "localhost", "[::1]"], scenarios=scenarios)
    server = PromptServer(configured(app), farewell)
    short_pauses()
    with told_to_end():
        try:
            mark.write_text(json.dumps({"port": number}), encoding="utf-8")
            address = _address(number, game, seat, key)
            say(f"goodorder: {address}")
            say("Ctrl-C ends the server; every decision is saved as it is made.")
            threading.Thread(target=_prepare, args=(store, game), daemon=True).start()
            threading.Thread(target=_when_up, args=(server, address, open_browser), daemon=True).start()
            server.run(sockets=[listener])
        except KeyboardInterrupt:
            server.hurry()
        finally:
            server.say_goodbye()
            store.close()


def configured(app: Starlette) -> uvicorn.Config:
    """How the server listens: bounded messages, and no waiting for requests that don't come to an end."""
    return uvicorn.Config(
        app,
        log_level=logging.WARNING,
        http=PatientProtocol,
        ws=PatientSocket,
        ws_max_size=MAX_FRAME,
        timeout_graceful_shutdown=1,
    )


def _prepare(store: Store, game: str | None) -> None:
    """Draw the map of the game that is opened, so that its first page need not wait; load the compiled kernel, which
    would hold up the answers of whoever plays then.
    """
    with contextlib.suppress(GoodOrderError, KeyError):
        if game is not None:
            map_of(start.again(store.record(game).header).world)
    compiled.prepare()


def _farewell(store: Store, say: Callable[[str], None]) -> None:
    say(f"Games are saved in {store.path}")
    for one in store.games(unfinished=True, most=1):
        when = f"turn {one.turn}, {one.phase}" if one.turn else "set-up"
        say(f"Last played: {one.header.title}, {when}. Start again to go on.")


def listen(port: int) -> tuple[socket.socket, int]:
    """A listening socket on ``port`` or the next free one, and its number."""
    for number in range(port, port + PORTS):
        found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        if os.name == "posix":
            # A server that starts again takes its old port at once, so that open pages find it.
            found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            found.bind((HOST, number))
            found.listen(128)  # fails where another server has bound the same port and listened first
        except OSError:
            found.close()
            continue
        return found, number
    raise GoodOrderError(f"no free port from {port} to {port + PORTS - 1}")


def find_running(folder: Path) -> int | None:
    """The port of a server of this folder that answers, or None."""
    try:
        port = json.loads((folder / "server.json").read_text(encoding="utf-8"))["port"]
        with urllib.request.urlopen(f"http://{HOST}:{int(port)}/api/hello", timeout=5) as answer:
            hello = json.load(answer)
    except (OSError, ValueError, KeyError, TypeError, urllib.error.URLError):
        return None
    return int(port) if hello.get("folder") == str(folder) else None


def opening_game(store: Store, scenarios: Sequence[Given], side: str | None) -> tuple[str | None, str | None]:
    """The game that the browser opens on, and the player's side.

    The last one left unfinished, else a new one; always a new one where a scenario or a side is named.
    """
    if not scenarios and side is None:
        left = _unfinished(store.games())
        if left is not None:
            return left.id, _seat(left)
    wanted = default_game(scenarios[0].scenario if scenarios else None, side)
    seat = next(one for one, kind in wanted.players.items() if kind == "human")
    return Games(store, scenarios).create_now(wanted), seat


def _unfinished(games: list[Stored]) -> Stored | None:
    latest = games[0] if games else None
    return latest if latest is not None and not latest.over else None


def _seat(game: Stored) -> str:
    people = [side for side, kind in game.header.players.items() if kind == "human"]
    if not people:
        return "watch"
    return people[0] if len(people) == 1 else "both"


def default_game(scenario: Scenario | str | None, side: str | None) -> NewGame:
    """A new game of a person against the computer with a ready-made set-up for the person; by default the small one."""
    found = scenario if isinstance(scenario, Scenario) else load_scenario(scenario or scenario_ids()[0])
    ids = [one.id for one in found.sides]
    own = side or found.moves_first
    if own not in ids:
        raise GoodOrderError(f"no side {own!r} in {found.id}; there are: {', '.join(ids)}")
    players: dict[str, PlayerWord] = {one: ("human" if one == own else HUMAN_AGAINST_COMPUTER) for one in ids}
    ready = found.side(own).setups
    setups = {own: ready[0].name} if ready else {}
    return NewGame(scenario=found.id, players=players, options=Options(), setups=setups)


def stored_game(store: Store, game: str, side: str | None) -> tuple[str, str]:
    """A stored game and the seat to take in it; :class:`Unreadable` where there is no such game or side."""
    found = next((one for one in store.games() if one.id == game), None)
    if found is None:
        with contextlib.suppress(KeyError):
            store.record(game)  # of a game that can't be read it says what is wrong
        raise Unreadable(f"there is no game {game!r} in {store.path}")
    if side is not None and side not in found.header.sides:
        raise Unreadable(f"no side {side!r} in game {game}; there are: {', '.join(found.header.sides)}")
    return game, side or _seat(found)


def seat_key(store: Store, game: str | None, seat: str | None) -> str:
    """A token for a seat, for the link that is told here: the same each time, and who has the seat keeps it."""
    if game is None or seat is None:
        return ""
    header, seats = store.record(game).header, Seats(store, game)
    sides = header.sides if seat == "both" else (seat,)
    key = linked(store.link_key(), game, seat, seats.voided(sides))
    for side in sides:
        if header.players.get(side) == "human":
            seats.give(side, token=key)
    return key if seat != "watch" else ""


def _joined(port: int, where: Path, scenarios: Sequence[Given], side: str | None, game: str | None) -> str:
    """The address at a server that runs already."""
    if game is not None:
        store = Store(where)
        game, seat = stored_game(store, game, side)
        address = _address(port, game, seat, seat_key(store, game, seat))
        store.close()
        return address
    if scenarios or side:
        return _address(port, *_remote_game(port, scenarios, side))
    return _address(port, None, None)


def _remote_game(port: int, scenarios: Sequence[Given], side: str | None) -> tuple[str, str, str]:
    """A new game at a server that runs already: its id, the player's seat and that seat's token."""
    wanted = default_game(scenarios[0].scenario if scenarios else None, side)
    scenario = (scenarios[0].text if scenarios else "") or wanted.scenario
    made = _post(port, "games", {"scenario": scenario, "players": wanted.players, "setups": wanted.setups})
    seat = next(one for one, kind in wanted.players.items() if kind == "human")
    given = _post(port, f"games/{made['game']}/seats", {"seat": seat}, made["host"])
    return made["game"], seat, given["token"]


def _post(port: int, place: str, body: dict[str, object], token: str = "") -> dict[str, str]:
    headers = {"content-type": "application/json"} | ({"authorization": f"Bearer {token}"} if token else {})
    request = urllib.request.Request(
        f"http://{HOST}:{port}/api/{place}", json.dumps(body).encode(), headers, method="POST"
    )
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            found: dict[str, str] = json.load(answer)
            return found
    except urllib.error.HTTPError as error:
        told = json.load(error).get("error", {}).get("message", "")
        raise Unreadable(f"the server that already runs at port {port} refuses: {told}; end it and try again") from None


def _address(port: int, game: str | None, seat: str | None, key: str = "") -> str:
    place = f"#/game/{game}?side={seat}" if game else "#/"
    return f"http://{HOST}:{port}/{place}" + (f"&key={key}" if key else "")


def _when_up(server: uvicorn.Server, address: str, open_browser: bool) -> None:
    for _ in range(200):
        if server.started:
            _browse(address, open_browser)
            return
        time.sleep(0.05)


def _browse(address: str, open_browser: bool) -> None:
    if open_browser:
        webbrowser.open(address)
