"""The WebSocket of a client of a game: what it sends is bounded, and whatever it sends gets an answer or a close."""

from __future__ import annotations

import asyncio
import contextlib
import logging

import msgspec
from starlette.websockets import WebSocket, WebSocketDisconnect

from goodorder.core.errors import EngineFault, GoodOrderError, Unreadable

from .feed import Client, WireSignal
from .games import Games
from .guard import error_doc, same_origin
from .live_game import LiveGame, fault_words
from .messages.requests import read_message, rid_of
from .messages.talk import ErrorDoc, NoticeMessage, RefusalMessage, ReplyMessage, ServerMessage
from .seats import SeatRefused, bearer, offered

_LOG = logging.getLogger("goodorder")

PROTOCOL = "goodorder"
"""The subprotocol; a browser offers its tokens beside it, for it can send no header of its own."""
WAITING = 400
"""Documents that may wait for a client that does not read; then its line is closed."""
CLOSED, REFUSED, TAKEN, NO_GAME, SLOW = 1000, 4400, 4403, 4404, 4408


class Outbox:
    """One connection and the documents that wait to be sent over it."""

    def __init__(self, socket: WebSocket) -> None:
        self.socket = socket
        self.out: asyncio.Queue[ServerMessage | WireSignal] = asyncio.Queue()
        self.sender = asyncio.create_task(self._send())

    def put(self, doc: ServerMessage | WireSignal) -> None:
        """Send a document when its turn comes."""
        if self.out.qsize() < WAITING:
            self.out.put_nowait(doc)
        elif not self.sender.done():
            self.sender.cancel()
            self.sender = asyncio.create_task(self.end(SLOW))

    async def _send(self) -> None:
        while True:
            doc = await self.out.get()
            if doc is WireSignal.CLOSE:
                await self.end(TAKEN)
                return
            await say(self.socket, doc)

    async def end(self, code: int) -> None:
        """Close the line."""
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):
            await self.socket.close(code)


async def socket(socket: WebSocket) -> None:
    """One client of a game: first the game so far, then replies and steps."""
    words = [word for word in socket.scope.get("subprotocols", ()) if isinstance(word, str)]
    tokens = offered((*words, *bearer(socket.headers.get("authorization"))))
    await socket.accept(PROTOCOL if PROTOCOL in words else None)
    games: Games = socket.app.state.games
    line: Outbox | None = None
    client: Client | None = None
    live: LiveGame | None = None
    code = CLOSED
    try:
        same_origin(socket.headers.get("origin"), socket.headers.get("host", ""))
        live = await games.open(socket.path_params["game"])
        line = Outbox(socket)
        client = await live.join(socket.query_params.get("side", "watch"), line.put, tokens)
        while True:
            line.put(await _reply(live, client, await _received(socket)))
    except GoodOrderError as error:
        message = error_doc(error).message
        code = TAKEN if isinstance(error, SeatRefused) else REFUSED if live else NO_GAME
        await say(socket, NoticeMessage(text=message))
    except (WebSocketDisconnect, RuntimeError, asyncio.CancelledError):
        pass  # the client is gone, or the server closes down
    except Exception as error:
        _LOG.exception("a client of game %s could not be served", socket.path_params["game"][:40])
        await say(socket, NoticeMessage(text=fault_words(error)))
    finally:
        if live is not None and client is not None:
            live.leave(client)
        if line is not None:
            line.sender.cancel()
            await line.end(code)
        else:
            with contextlib.suppress(RuntimeError, WebSocketDisconnect):
                await socket.close(code)


async def _received(socket: WebSocket) -> str | bytes:
    """The next message; bytes of a binary frame are no message."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code") or CLOSED)
    text: str | bytes | None = message.get("text")
    return text if text is not None else b""


async def _reply(live: LiveGame, client: Client, text: str | bytes) -> ReplyMessage | RefusalMessage:
    try:
        if isinstance(text, bytes):
            raise Unreadable("a message is a text frame with one JSON object")
        message = read_message(text)
        return ReplyMessage(rid=message.rid, ok=True, result=await live.ask(client, message))
    except Exception as error:
        if isinstance(error, GoodOrderError) and not isinstance(error, EngineFault):
            doc = error_doc(error)
        else:
            _LOG.exception("a request of game %s failed", live.game)
            doc = ErrorDoc(kind="fault", rule="", message=fault_words(error))
    return RefusalMessage(rid=rid_of(text), ok=False, error=doc)


async def say(socket: WebSocket, data: ServerMessage) -> None:
    """Send a document; nothing where nobody is there any more."""
    with contextlib.suppress(RuntimeError, WebSocketDisconnect):
        await socket.send_text(msgspec.json.encode(data).decode())
