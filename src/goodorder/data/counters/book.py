"""Counters of one kind by id: read one nationality at a time, with one message for an unknown id."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Generic, Protocol, TypeVar

from goodorder.data.load import DataError, unknown


class _Counter(Protocol):
    @property
    def id(self) -> str: ...


T = TypeVar("T", bound=_Counter)

Reader = Callable[[str, Path], Iterable[T]]
"""Reads a sheet: the nationality and the file, which may be missing."""


class Book(Generic[T]):
    """All counters of one kind (``what``, as texts call it); a sheet is read when first asked for."""

    def __init__(self, what: str, folder: Path, read: Reader[T], nationalities: tuple[str, ...]) -> None:
        self._what = what
        self._folder = folder
        self._read = read
        self._nationalities = nationalities
        self._sheets: dict[str, dict[str, T]] = {}
        self._found: dict[str, T] = {}

    def all(self, nationality: str) -> tuple[T, ...]:
        """All counters of a nationality in the order of its sheet."""
        return tuple(self._sheet(nationality).values())

    def one(self, id: str, also: Iterable[str] = ()) -> T:
        """The counter with this id; DataError names the nearest known one, of this kind or of those of ``also``."""
        found = self._found.get(id)
        if found is None:
            sheet = self._sheet(id.partition(":")[0])
            if id not in sheet:
                raise DataError("counters", id, unknown(self._what, id, [*sheet, *also]))
            found = self._found[id] = sheet[id]
        return found

    def has(self, id: str) -> bool:
        """Whether there is a counter with this id."""
        nationality, colon, _ = id.partition(":")
        return bool(colon) and nationality in self._nationalities and id in self._sheet(nationality)

    def _sheet(self, nationality: str) -> dict[str, T]:
        found = self._sheets.get(nationality)
        if found is None:
            if nationality not in self._nationalities:
                told = unknown(f"nationality of {self._what}", nationality, self._nationalities)
                raise DataError("counters", nationality, told)
            found = {}
            for counter in self._read(nationality, self._folder / f"{nationality}.toml"):
                if counter.id in found:
                    raise DataError(f"{nationality}.toml", counter.id, f"expected one {self._what} of this id")
                found[counter.id] = counter
            self._sheets[nationality] = found
        return found
