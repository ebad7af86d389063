"""Text from outside: read from regular files only, and bounded before anything of it is parsed.

Every reader of what somebody else may have written goes through here: scenarios, boards, cases, records, lines of the
engine protocol.  What is too much is one :class:`Unfit` that says where, and what is expected there.
"""

from __future__ import annotations

import os
import re
import stat
from pathlib import Path

LONGEST = 300
"""Characters of a message to people."""
MOST_TOML = 256 * 1024
"""Characters of a scenario, a board or a file of cases; the longest that is known to be of use has 50,000."""
MOST_RECORD = 3 * 1024 * 1024
"""Bytes of a record: a long game has a fifth of it, and what may stand in so many is read in less than 100 MB."""
MOST_KEYS = 20_000
"""Keys and tables of one TOML text."""
DEEPEST = 24
"""How deep lists and tables may nest, and how many parts a dotted key may have."""
DIGITS = 18
"""Digits of a number: what has more is no number of a game."""

_SLUG = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,39}")
SLUG = "an id of at most 40 letters, digits, _ and -"

_SPOT = re.compile(r'"""|\'\'\'|"|\'|#|[\[{]|[\]}]|\n|=|,|\.|0[xob]\w{17}|\d[\d_]{18}')
"""What says how deep a TOML text is at a place, and where the words and comments are that don't count."""


class Unfit(ValueError):
    """A file or text that is not read: ``place`` says where (empty: all of it), ``expected`` what should be there."""

    def __init__(self, place: str, expected: str) -> None:
        super().__init__(": ".join(part for part in (place, expected) if part))
        self.place = place
        self.expected = expected


def short(text: str, limit: int = LONGEST) -> str:
    """A message on one line, cut where it is longer than ``limit`` characters.

    >>> short("a\\nb " + "c" * 20, 12)
    'a b ccccc ..'
    """
    words = "".join(ch if ch.isprintable() else " " for ch in text[: 4 * limit])
    plain = " ".join(words.split())
    return plain if len(plain) <= limit and len(text) <= 4 * limit else f"{plain[: limit - 3].rstrip()} .."


def is_slug(word: str) -> bool:
    """Whether a word is fit to be an id: it can stand in the name of a file and in an address.

    >>> is_slug("rear_guard"), is_slug("../x"), is_slug("")
    (True, False, False)
    """
    return _SLUG.fullmatch(word) is not None


def read_file(path: Path | str, limit: int) -> bytes:
    """The bytes of a regular file of at most ``limit`` bytes.

    :class:`Unfit` for a pipe, a device, a folder, or what is longer; ``OSError`` where it can't be read.
    """
    try:
        opened = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    except ValueError:
        raise Unfit("", "expected the name of a file") from None
    found = os.fstat(opened)
    if not stat.S_ISREG(found.st_mode):
        os.close(opened)
        raise Unfit("", "expected a regular file, not a pipe, a device or a folder")
    with os.fdopen(opened, "rb") as file:
        data = file.read(limit + 1) if found.st_size <= limit else b""
        if found.st_size > limit or len(data) > limit:
            raise Unfit("", f"expected at most {limit} bytes")
    return data


def regular(path: Path | str) -> None:
    """Raise :class:`Unfit` for what is there and no regular file."""
    if os.path.lexists(path) and not stat.S_ISREG(os.stat(path).st_mode):
        raise Unfit("", "expected a regular file, not a pipe, a device or a folder")


def check_toml(text: str, limit: int = MOST_TOML) -> None:
    """Raise :class:`Unfit` for TOML that is too long, too deep, or holds too many keys or too long a number.

    It looks at the text once and builds nothing; whether it is sound TOML is left to who parses it.
    """
    if len(text) > limit:
        raise Unfit("", f"expected at most {limit} characters")
    depth = keys = parts = 0
    at = 0
    while found := _SPOT.search(text, at):
        what, at = found[0], found.end()
        if what in ('"""', "'''", '"', "'"):
            at = _string_end(text, at, what)
            if at < 0:
                return  # not closed: the parser says so
        elif what == "#":
            at = text.find("\n", at)
            if at < 0:
                return
        elif what == ".":
            parts += 1
        elif what in "[{":
            depth, parts, keys = depth + 1, 0, keys + 1
        elif what in "]}":
            depth, parts = depth - 1, 0
        elif what in "\n=,":
            parts, keys = 0, keys + (what == "=")
        else:
            raise Unfit(_line(text, at), f"expected numbers of at most {DIGITS} digits")
        if depth > DEEPEST or parts > DEEPEST:
            raise Unfit(_line(text, at), f"expected keys and lists at most {DEEPEST} deep")
        if keys > MOST_KEYS:
            raise Unfit(_line(text, at), f"expected at most {MOST_KEYS} keys")


def _string_end(text: str, at: int, quote: str) -> int:
    """Where the string that begins before ``at`` is over; -1 where it is not closed."""
    while True:
        end = text.find(quote, at)
        if end < 0 or quote[0] == "'":
            return end + len(quote) if end >= 0 else -1
        slashes = end
        while slashes > at and text[slashes - 1] == "\\":
            slashes -= 1
        if (end - slashes) % 2 == 0:
            return end + len(quote)
        at = end + 1


def _line(text: str, at: int) -> str:
    return f"line {text.count(chr(10), 0, at) + 1}"
