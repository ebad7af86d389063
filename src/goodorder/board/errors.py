"""What goes wrong with a board: one message that names file, place and what was expected."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from goodorder.data.errors import GoodOrderError

_NEAREST = "nearest is "


class BoardError(GoodOrderError, ValueError):
    """A board, a text map or a hex name that can't be used.

    ``file`` and ``line`` are None where the text came from no file or the place is not a line;
    ``expected`` says in a few words what would have been right; ``fault`` is what is wrong, ``what`` the two together.
    """

    kind = "unreadable"

    def __init__(self, fault: str, *, file: str | None = None, line: int | None = None, expected: str = "") -> None:
        self.fault = fault
        self.file = file
        self.line = line
        self.expected = expected
        where = f"line {line}" if file is None and line is not None else ":".join(map(str, filter(None, (file, line))))
        told = expected if expected.startswith(_NEAREST) else f"expected {expected}"
        self.what = f"{fault} ({told})" if expected else fault
        super().__init__(f"{where}: {self.what}" if where else self.what)


def nearest(word: str, known: Iterable[str]) -> str:
    """A clause naming the closest known word, or nothing when none is close."""
    found = get_close_matches(word, list(known), n=1, cutoff=0.5)
    return f"{_NEAREST}{found[0]!r}" if found else ""
