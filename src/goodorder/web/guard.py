"""What every answer to a browser carries, who may ask at all, and how much of a request is read."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from starlette.datastructures import MutableHeaders
from starlette.requests import Request

from goodorder.core.errors import GoodOrderError, Unreadable
from goodorder.data.strangers import short

from .messages.talk import ErrorDoc

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

BODY_SECONDS = 30.0
"""How long the body of a request may take to arrive."""

POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    )
)
"""Content-Security-Policy: the page's own files and nothing else; positions of the drawing are inline styles."""

HEADERS = {
    "content-security-policy": POLICY,
    "x-frame-options": "DENY",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


class SafeHeaders:
    """ASGI middleware: the headers that keep other sites' pages, frames and guessed types out of every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on; its answer gets the headers."""

        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                found = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    found.setdefault(name, value)
            await send(message)

        await self.app(scope, receive, with_headers if scope["type"] == "http" else send)


def same_origin(origin: str | None, host: str) -> None:
    """Refuse what another site's page sends: browsers name the page's origin, other programs none."""
    if origin is None:
        return
    try:
        parts = urlsplit(origin)
        own = parts.scheme in ("http", "https") and parts.netloc.lower() == host.lower()
    except ValueError:
        own = False
    if not own:
        raise Unreadable("requests come from the game's own page only")


def error_doc(error: Exception) -> ErrorDoc:
    """An error as a client is told of it."""
    if isinstance(error, GoodOrderError):
        return ErrorDoc(kind=error.kind, rule=error.rule, message=short(error.message))
    return ErrorDoc(kind="unreadable", rule="", message=short(str(error)))


async def body(request: Request, limit: int) -> bytes:
    """The body of a request, at most ``limit`` bytes; :class:`Unreadable` where it is longer or doesn't arrive."""
    found = bytearray()
    try:
        async with asyncio.timeout(BODY_SECONDS):
            async for chunk in request.stream():
                found += chunk
                if len(found) > limit:
                    raise Unreadable(f"at most {limit} bytes")
    except TimeoutError:
        raise Unreadable(f"the request did not arrive within {BODY_SECONDS:.0f} seconds") from None
    return bytes(found)
