"""The base of all errors that are raised on purpose; it stands below everything that raises one."""

from __future__ import annotations


class GoodOrderError(Exception):
    """Base of all errors that are raised on purpose: ``except GoodOrderError`` catches each of them.

    ``kind`` is one word that says what sort of error it is, ``message`` the whole text, ``rule`` the rule that forbids
    what was asked, where one does, and ``also`` others that forbid it as well.
    """

    kind = "error"

    def __init__(self, message: str, *, rule: str = "", also: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.message = message
        self.rule = rule
        self.also = also
