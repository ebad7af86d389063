"""A server that ends when it is told to, and that waits for nobody who does not finish his request."""

from __future__ import annotations

import asyncio
import contextlib
import faulthandler
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

GRACE = 0.6
"""Seconds after a stop signal in which everything may end by itself; then the process ends as it is."""
LAST_WORDS = 0.6
"""Seconds after those for the farewell, which reads the store and writes to a terminal that may be stuck."""
AT_LATEST = 1.8
"""Seconds after a stop signal at which the process ends even if none of its threads gets to run."""
TURNS = 0.0005
"""Seconds that a thread which computes keeps others from running while the server ends."""
HEADER_SECONDS = 10.0
"""How long the head of a request may take to arrive."""
WHOLE_SECONDS = 60.0
"""The same for all of it."""

UNREAD_SECONDS = 30.0
"""How long an answer may wait for somebody to read it."""

SIGNALS = (signal.SIGINT, signal.SIGTERM)


class Unread(asyncio.Protocol):
    """Part of a protocol that ends a connection whose other end does not read what it is sent."""

    transport: asyncio.Transport
    loop: asyncio.AbstractEventLoop
    _stuck: asyncio.TimerHandle | None = None

    def pause_writing(self) -> None:
        """What is to be sent does not go out."""
        super().pause_writing()
        self._stuck = self.loop.call_later(UNREAD_SECONDS, self.transport.abort)

    def resume_writing(self) -> None:
        """It goes out again."""
        self._going()
        super().resume_writing()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        self._going()
        super().connection_lost(exc)

    def _going(self) -> None:
        if self._stuck is not None:
            self._stuck.cancel()
            self._stuck = None


class PatientSocket(Unread, WebSocketsSansIOProtocol):
    """A WebSocket that ends where the other end does not read."""


class PatientProtocol(Unread, H11Protocol):
    """HTTP/1.1 that closes a connection whose request does not come to its end, or whose answer is not read."""

    _head: asyncio.TimerHandle | None = None
    _whole: asyncio.TimerHandle | None = None

    def connection_made(self, transport: Any) -> None:
        """A connection begins, and with it the wait for its first request."""
        super().connection_made(transport)
        self._watch()

    def data_received(self, data: bytes) -> None:
        """Take what has come; what is not yet a request is waited for."""
        super().data_received(data)
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is gone."""
        self._forget()
        super().connection_lost(exc)

    def _watch(self) -> None:
        if self.transport.get_protocol() is not self or self.transport.is_closing():
            self._forget()
            return
        state = self.conn.their_state
        if state is not h11.IDLE and self._head is not None:
            self._head.cancel()
            self._head = None
        elif state is h11.IDLE and self._head is None and self.timeout_keep_alive_task is None:
            self._head = self.loop.call_later(HEADER_SECONDS, self._give_up, h11.IDLE)
        if state is h11.SEND_BODY and self._whole is None:
            self._whole = self.loop.call_later(WHOLE_SECONDS, self._give_up, h11.SEND_BODY)
        elif state is not h11.SEND_BODY and self._whole is not None:
            self._whole.cancel()
            self._whole = None

    def _give_up(self, state: object) -> None:
        idle = self.cycle is None or self.cycle.response_complete
        if self.transport.get_protocol() is self and self.conn.their_state is state and (idle or state is not h11.IDLE):
            self.transport.close()

    def _forget(self) -> None:
        for timer in (self._head, self._whole):
            if timer is not None:
                timer.cancel()
        self._head = self._whole = None


class PromptServer(uvicorn.Server):
    """A server that has ended two seconds after a stop signal, whatever its threads are computing or waiting for.

    Nothing is lost by that: every decision is on disk before anybody is told of it.  ``farewell`` is called either way,
    once, and waited for no longer than ``LAST_WORDS``.
    """

    def __init__(self, config: uvicorn.Config, farewell: Callable[[], None]) -> None:
        super().__init__(config)
        self.farewell = farewell
        self._told = threading.Lock()
        self._said = threading.Event()
        self._hurried = threading.Lock()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """A stop signal."""
        self.hurry()
        super().handle_exit(sig, frame)

    def hurry(self) -> None:
        """From now on the process has at most ``AT_LATEST`` seconds left."""
        if not self._hurried.acquire(blocking=False):
            return
        with contextlib.suppress(OSError, ValueError, RuntimeError):
            # Its thread needs no turn among the others, so it ends the process also where none of them yields.
            nowhere = os.open(os.devnull, os.O_WRONLY)  # open until the process ends
            faulthandler.dump_traceback_later(AT_LATEST, exit=True, file=nowhere)
        sys.setswitchinterval(TURNS)
        threading.Thread(target=self._end, daemon=True).start()

    def say_goodbye(self) -> None:
        """Say farewell, once."""
        if self._told.acquire(blocking=False):
            try:
                self.farewell()
            finally:
                self._said.set()

    def _end(self) -> None:
        threading.Event().wait(GRACE)
        last = threading.Thread(target=self._say_last, daemon=True)
        last.start()
        last.join(LAST_WORDS)
        os._exit(0)

    def _say_last(self) -> None:
        with contextlib.suppress(Exception):
            self.say_goodbye()
        self._said.wait()
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(Exception):
                stream.flush()


@contextlib.contextmanager
def told_to_end() -> Iterator[None]:
    """Inside, stop signals raise KeyboardInterrupt, also where the parent process left them ignored.

    uvicorn takes them over while it runs, and hands them back when it has closed down.
    """

    def interrupt(number: int, frame: FrameType | None) -> None:
        raise KeyboardInterrupt

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = {one: signal.signal(one, interrupt) for one in SIGNALS}
    try:
        yield
    finally:
        for one, handler in before.items():
            signal.signal(one, handler)
