"""What goes wrong with a board: one message that names file, place and what was expected."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches


class BoardError(ValueError):
    """A board, a text map or a hex name that can't be used.

    ``file`` and ``line`` are None where the text came from no file or the place is not a line;
    ``expected`` says in a few words what would have been right; ``what`` is all of it but file and line.
    """

    def __init__(self, message: str, *, file: str | None = None, line: int | None = None, expected: str = "") -> None:
        self.message = message
        self.file = file
        self.line = line
        self.expected = expected
        where = ":".join(str(part) for part in (file, line) if part is not None)
        self.what = f"{message} (expected {expected})" if expected else message
        super().__init__(f"{where}: {self.what}" if where else self.what)


def nearest(word: str, known: Iterable[str]) -> str:
    """A clause naming the closest known word, or nothing when none is close."""
    found = get_close_matches(word, list(known), n=1, cutoff=0.5)
    return f"nearest is {found[0]!r}" if found else ""
