"""Text from outside: read from regular files only, and bounded before anything of it is parsed.

Every reader of a file or message that somebody else may have written goes through here: scenarios, boards, cases,
records, lines of the engine protocol.  What is too much is one :class:`Unfit` that says where and what is expected.
"""

from __future__ import annotations

LONGEST = 300
"""Characters of a message to people."""


def short(text: str, limit: int = LONGEST) -> str:
    """A message on one line, cut where it is longer than ``limit`` characters.

    >>> short("a\\nb " + "c" * 20, 12)
    'a b ccccc ..'
    """
    words = "".join(ch if ch.isprintable() else " " for ch in text[: 4 * limit])
    plain = " ".join(words.split())
    return plain if len(plain) <= limit and len(text) <= 4 * limit else f"{plain[: limit - 3].rstrip()} .."
