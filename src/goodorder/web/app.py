"""The web application: the client's files, games over HTTP, and the WebSocket of an open game."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from pathlib import Path
from typing import Any

import anyio.to_thread
import msgspec
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.middleware.trustedhost import TrustedHostMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.websockets import WebSocket

from goodorder import __version__
from goodorder.core.errors import GoodOrderError, Unreadable
from goodorder.data.rules_index import entry, search
from goodorder.data.strangers import MOST_RECORD
from goodorder.play.cases.cited import cases_of
from goodorder.play.start import Given
from goodorder.play.store import Store
from goodorder.rules.optional import OPTIONAL
from goodorder.rules.registry import rules_of

from . import cards
from .documents import WATCH
from .files import ASK, FOR_GOOD, SMALLEST, ClientFiles, drawing
from .games import Games, NoSuchGame
from .guard import SafeHeaders, body, error_doc, same_origin
from .live_game import LiveGame, fault_words
from .messages.pages import MadeDoc, OptionDoc, RuleDoc, RuleTitle, SeatDoc, ServerDoc
from .messages.requests import read_new_game, read_seat
from .messages.talk import ErrorDoc, FailureDoc
from .rule_tables import tables_of
from .seats import HOST, SeatRefused, bearer
from .secrecy import keeps_secrets
from .wire import socket

_LOG = logging.getLogger("goodorder")
STATIC = Path(__file__).parent / "static"
REFUSED = dict.fromkeys(("illegal", "ambiguous", "not_built", "stale"), 409)
STATUS = {"unreadable": 400, **REFUSED, "seat": 403, "storage": 507, "fault": 500}
MISSING = """<!doctype html><title>goodorder</title><body><h1>goodorder</h1>
<p>The browser client is not built. Run <code>python3 play.py</code>, which builds it.</p>"""


class NoSuchMap(Unreadable):
    """The name of a map that has not been drawn since the server began."""


def create_app(
    store: Store,
    *,
    hosts: list[str] | None = None,
    closing: Callable[[], None] | None = None,
    scenarios: Iterable[Given] = (),
) -> Starlette:
    """The application over one store, with ``scenarios`` of one's own; ``closing`` is called when the server stops."""
    games = Games(store, scenarios)

    @contextlib.asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        yield
        if closing is not None:
            closing()

    app = Starlette(
        routes=[
            Route("/api/hello", _guard(_hello)),
            Route("/api/options", _guard(_options)),
            Route("/api/scenarios", _guard(_scenarios)),
            Route("/api/scenarios/{id}", _guard(_scenario)),
            Route("/api/games", _guard(_games)),
            Route("/api/games", _guard(_create), methods=["POST"]),
            Route("/api/games/{game}/map", _guard(_map)),
            Route("/api/games/{game}/record", _guard(_record)),
            Route("/api/games/{game}/replay", _guard(_replay)),
            Route("/api/games/{game}/seats", _guard(_seat), methods=["POST"]),
            Route("/api/maps/{name}", _guard(_map_named)),
            Route("/api/records", _guard(_upload), methods=["POST"]),
            Route("/api/rules", _guard(_rules)),
            Route("/api/rules/{number:path}", _guard(_rule)),
            WebSocketRoute("/ws/{game}", socket),
            _client(),
        ],
        middleware=[
            Middleware(SafeHeaders),
            Middleware(TrustedHostMiddleware, allowed_hosts=hosts or ["*"], www_redirect=False),
            Middleware(GZipMiddleware, minimum_size=SMALLEST),
        ],
        lifespan=lifespan,
    )
    app.state.games = games
    return app


def _client() -> Mount | Route:
    if (STATIC / "index.html").exists():
        return Mount("/", ClientFiles(directory=STATIC, html=True))

    async def missing(request: Request) -> Response:
        return HTMLResponse(MISSING, 503)

    return Route("/", missing)


def _json(data: Any, status: int = 200) -> Response:
    headers = {"cache-control": "no-store"}
    return Response(msgspec.json.encode(data), status, headers, "application/json")


def _guard(handler: Callable[[Request], Awaitable[Response]]) -> Callable[[Request], Awaitable[Response]]:
    async def guarded(request: Request) -> Response:
        try:
            if request.method == "POST":
                same_origin(request.headers.get("origin"), request.headers.get("host", ""))
            return await handler(request)
        except (NoSuchGame, NoSuchMap) as error:
            return _json(FailureDoc(error=error_doc(error)), 404)
        except (ClientDisconnect, asyncio.CancelledError):
            return Response(status_code=400)  # nobody is there to read it, or the server closes down
        except GoodOrderError as error:
            doc = error_doc(error)
            return _json(FailureDoc(error=doc), STATUS.get(doc.kind, 400))
        except Exception as error:
            _LOG.exception("%s %s failed", request.method, request.url.path)
            return _json(FailureDoc(error=ErrorDoc(kind="fault", rule="", message=fault_words(error))), 500)

    return guarded


def _games_of(request: Request | WebSocket) -> Games:
    games: Games = request.app.state.games
    return games


async def _live(request: Request) -> LiveGame:
    return await _games_of(request).open(request.path_params["game"])


async def _hello(request: Request) -> Response:
    folder = str(_games_of(request).store.folder)
    return _json(ServerDoc(goodorder=__version__, folder=folder))


async def _options(request: Request) -> Response:
    return _json([OptionDoc(id=one.id, rule=one.rule, text=one.text) for one in OPTIONAL.values()])


async def _scenarios(request: Request) -> Response:
    games = _games_of(request)
    return _json([cards.summary(games.scenario(id)) for id in games.scenario_ids()])


async def _scenario(request: Request) -> Response:
    return _json(cards.card(_games_of(request).scenario(request.path_params["id"])))


async def _games(request: Request) -> Response:
    return _json(await anyio.to_thread.run_sync(_games_of(request).listed))


async def _create(request: Request) -> Response:
    wanted = read_new_game(await body(request, 64 * 1024))
    return await _made(_games_of(request), await _games_of(request).create(wanted))


async def _upload(request: Request) -> Response:
    games = _games_of(request)
    return await _made(games, await games.adopt(await body(request, MOST_RECORD)))


async def _made(games: Games, game: str) -> Response:
    """The id of a new game, and the token of its host."""
    return _json(MadeDoc(game=game, host=await anyio.to_thread.run_sync(lambda: games.seats(game).give(HOST))))


async def _seat(request: Request) -> Response:
    """An invitation: a token for a seat, for who has the host's."""
    live = await _live(request)
    wanted = read_seat(await body(request, 1024))
    tokens = bearer(request.headers.get("authorization"))

    def given() -> str:
        live.seats.read()
        if not live.seats.opens(HOST, tokens):
            raise SeatRefused("seats are given by who made the game, with the token that came with it")
        return live.invite(wanted.seat, keep=wanted.keep)

    token = await anyio.to_thread.run_sync(given)
    live.clear_seats()
    return _json(SeatDoc(seat=wanted.seat, token=token))


async def asker(request: Request, live: LiveGame) -> str:
    """The seat that a document is asked for, by its token: ``side`` of the address, else who only looks on."""
    you = request.query_params.get("side", WATCH)
    if you != WATCH:
        tokens = bearer(request.headers.get("authorization"))
        await anyio.to_thread.run_sync(lambda: live.prove(you, tokens))
    return you


async def _map(request: Request) -> Response:
    live = await _live(request)
    found = await anyio.to_thread.run_sync(lambda: cards.map_of(live.session.state.world))
    return drawing(request, found, ASK)


async def _map_named(request: Request) -> Response:
    found = cards.map_named(request.path_params["name"])
    if found is None:
        raise NoSuchMap("no map of this name has been drawn; ask for that of a game")
    return drawing(request, found, FOR_GOOD)


async def _record(request: Request) -> Response:
    live = await _live(request)
    you = await asker(request, live)
    name = f"{re.sub('[^A-Za-z0-9_-]', '_', live.session.header.scenario[:40])}-{live.game}.record"
    if keeps_secrets(live.session):
        async with live.lock:
            told = await anyio.to_thread.run_sync(lambda: live.feed.account(you))
        data, name = b"".join(msgspec.json.encode(line) + b"\n" for line in told), name.replace(".record", ".account")
    else:
        data = await anyio.to_thread.run_sync(lambda: live.store.record(live.game).sealed().encode())
    headers = {"content-disposition": f'attachment; filename="{name}"', "cache-control": "no-store"}
    return Response(data, 200, headers, "application/x-ndjson")


async def _replay(request: Request) -> Response:
    live = await _live(request)
    text = request.query_params.get("at", "0")
    if not text.isascii() or not text.isdigit() or len(text) > 8:
        raise Unreadable("replay: at is a whole number")
    you = await asker(request, live)
    async with live.lock:
        return _json(await anyio.to_thread.run_sync(lambda: live.replay(int(text), you)))


async def _rules(request: Request) -> Response:
    found = search(request.query_params.get("q", "")[:100])[:40]
    return _json([RuleTitle(number=one.number, title=one.title) for one in found])


async def _rule(request: Request) -> Response:
    found = entry(request.path_params["number"][:40])
    functions = tuple(one.id for one in rules_of(found.number))
    cases = await anyio.to_thread.run_sync(lambda: tuple(case.title for case in cases_of(found.number)))
    told, tables = found.digest, tables_of(found.number)
    doc = RuleDoc(number=found.number, title=found.title, digest=told, functions=functions, cases=cases, tables=tables)
    return _json(doc)
