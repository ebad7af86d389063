"""A case as read from its file, and what running it gave (design section 5)."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import Struct, field

VERSION = 1

Status = Literal["passed", "failed", "not_built", "invalid"]


class CaseInvalid(Exception):
    """A case says something that can't be read; ``word`` is what to look for in its text when a line is named."""

    def __init__(self, message: str, word: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.word = word


class CaseFailed(Exception):
    """An expectation does not hold: where, what was expected, what was found."""

    def __init__(self, at: str, expected: str, actual: str, message: str = "") -> None:
        super().__init__(message or f"{at}: expected {expected}, found {actual}")
        self.at = at
        self.expected = expected
        self.actual = actual
        self.message = message or f"{at}: expected {expected}, found {actual}"


class Case(Struct, frozen=True):
    """One case: its citation, its position as words, its steps as tables, and the lines it stands on."""

    file: str
    title: str
    first_line: int
    lines: tuple[str, ...]
    rules: tuple[str, ...]
    rows: tuple[str, ...]
    not_rules: tuple[str, ...]
    not_rows: tuple[str, ...]
    refused_rows: tuple[str, ...]
    profile: str
    raw: dict[str, Any]

    @property
    def cites(self) -> tuple[str, ...]:
        """The rules and requirement rows that it names, each once."""
        return tuple(dict.fromkeys((*self.rules, *self.rows, *self.not_rules, *self.not_rows, *self.refused_rows)))

    def line_of(self, word: str) -> int:
        """The first line of the case that holds ``word``, or the line of its header."""
        if word:
            for number, text in enumerate(self.lines):
                if word in text:
                    return self.first_line + number
        return self.first_line


class CaseResult(Struct, frozen=True):
    """What running one case gave.  ``at`` is ``line N`` or the step; ``spoke`` are the rule functions that gave a
    modifier, value or refusal while it ran, ``silent`` those that were asked and never gave anything.
    """

    file: str
    title: str
    rules: tuple[str, ...]
    rows: tuple[str, ...]
    profile: str
    status: Status
    at: str = ""
    expected: str = ""
    actual: str = ""
    message: str = ""
    not_rules: tuple[str, ...] = ()
    not_rows: tuple[str, ...] = ()
    refused_rows: tuple[str, ...] = ()
    spoke: tuple[str, ...] = ()
    silent: tuple[str, ...] = ()


class Report(Struct, frozen=True):
    """The results of several files."""

    cases: tuple[CaseResult, ...] = field(default_factory=tuple)

    def count(self, status: Status) -> int:
        """How many cases ended so."""
        return sum(1 for case in self.cases if case.status == status)

    def as_json(self) -> dict[str, Any]:
        """The report of ``goodorder check --json``."""
        shown = ("file", "title", "rules", "rows", "profile", "status", "at", "expected", "actual", "message")
        return {
            "version": VERSION,
            "passed": self.count("passed"),
            "failed": self.count("failed"),
            "not_built": self.count("not_built"),
            "invalid": self.count("invalid"),
            "cases": [{key: _plain(getattr(case, key)) for key in shown} for case in self.cases],
        }


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
