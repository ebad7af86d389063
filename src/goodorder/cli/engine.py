"""``goodorder engine``: the line protocol on standard input and output."""

from __future__ import annotations

import logging
import sys
from typing import Any, BinaryIO

import click
import msgspec

from goodorder.core.errors import EngineFault, GoodOrderError
from goodorder.data.strangers import MOST_RECORD, MOST_TOML, short

from .engine_do import EngineGames, Request

_LOG = logging.getLogger("goodorder")


@click.command("engine")
def command() -> None:
    """Speak line-delimited JSON: one request a line in, one reply a line out.

    Documented in docs/engine-protocol.md.

    \b
    Example:
      echo '{"id": 1, "do": "hello"}' | goodorder engine
    """
    serve_lines(sys.stdin.buffer, sys.stdout.buffer)


def serve_lines(source: BinaryIO, sink: BinaryIO) -> None:
    """Answer every line of ``source`` until it ends or ``quit`` comes."""
    games = EngineGames()
    while line := source.readline(MOST_LINE + 1):
        if not line.strip():
            continue
        if len(line) > MOST_LINE:
            while line and not line.endswith(b"\n"):  # what is left of it is no request of its own
                line = source.readline(MOST_LINE)
            error = _error(None, "unreadable", "", f"expected a line of at most {MOST_LINE} bytes")
            sink.write(msgspec.json.encode(error) + b"\n")
            sink.flush()
            continue
        sink.write(msgspec.json.encode(reply(games, line)) + b"\n")
        sink.flush()
        if games.done:
            return


def reply(games: EngineGames, line: bytes) -> dict[str, Any]:
    """The reply to one line; whatever is wrong with it is an error reply, and the games stand as before."""
    number: Any = None
    try:
        raw = _decoded(line)
        if isinstance(raw, dict):
            number = raw.get("id")
            number = number if isinstance(number, int | str) else None
            if "from" in raw:
                raw["frm"] = raw.pop("from")
        request = msgspec.convert(raw, Request)
        return {"id": number, "ok": True, "result": games.do(request)}
    except (msgspec.DecodeError, msgspec.ValidationError) as error:
        return _error(number, "unreadable", "", str(error))
    except EngineFault as error:
        return _fault(games, number, error)
    except GoodOrderError as error:
        kind = error.kind if error.kind in KINDS else "unreadable"
        return _error(number, kind, error.rule, error.message)
    except UnicodeDecodeError as error:
        return _error(number, "unreadable", "", str(error))
    except Exception as error:
        return _fault(games, number, error)


def _decoded(line: bytes) -> Any:
    """The JSON of a line; raises DecodeError."""
    try:
        return msgspec.json.decode(line)
    except RecursionError:
        raise msgspec.DecodeError("JSON is nested too deeply") from None


MOST_LINE = MOST_RECORD + MOST_TOML
"""Bytes of a request: a record, its line breaks written as JSON has them."""
KINDS = ("unreadable", "illegal", "ambiguous", "not_built", "stale")
FAULT = "not done, by a fault of this program; the game stands as before"


def _fault(games: EngineGames, number: Any, error: Exception) -> dict[str, Any]:
    """A fault of the program, with its words where all here is the referee's: they may name what a side is not
    to know.
    """
    _LOG.error("a fault of the program", exc_info=error)
    words = f": {error}" if games.tells_all else ""
    return _error(number, "illegal", "", f"{FAULT}: {type(error).__name__}{words}")


def _error(number: Any, kind: str, rule: str, message: str) -> dict[str, Any]:
    return {"id": number, "ok": False, "error": {"kind": kind, "rule": rule, "message": short(message)}}
