"""Reading data files: TOML into typed structs, with one message for one mistake."""

from __future__ import annotations

import difflib
import re
import threading
import tomllib
from collections.abc import Iterable
from pathlib import Path
from typing import Any, TypeVar

import msgspec
from msgspec import inspect

from .errors import GoodOrderError
from .strangers import MOST_TOML, Unfit, check_toml, read_file

T = TypeVar("T")

_CONVERTING = threading.RLock()
"""msgspec 0.22 prepares a type when it first converts into it, and crashes when two threads do so at once."""

_WRONG_WORD = re.compile(r"Invalid enum value '([^']*)'")
_WRONG_NUMBER = re.compile(r"Invalid enum value (-?\d+)$")
_UNKNOWN_KEY = re.compile(r"unknown field `([^`]*)`")

DATA_FOLDER = Path(__file__).parent
"""The folder that holds the data files shipped with the package."""


class DataError(GoodOrderError):
    """A data file can't be used, or a word names nothing in the data (then ``file`` is empty).

    ``file`` names the file, ``place`` the entry in it (``$.sides[0].elr``; ``line 3`` for a syntax error), ``expected``
    says what should stand there. Nothing of the file is loaded when it is raised.
    """

    kind = "unreadable"

    def __init__(self, file: str, place: str, expected: str) -> None:
        super().__init__(": ".join(part for part in (file, place, expected) if part))
        self.file = file
        self.place = place
        self.expected = expected

    def __reduce__(self) -> tuple[type[DataError], tuple[str, str, str]]:
        return type(self), (self.file, self.place, self.expected)  # so that it comes back from another process


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word most like ``word``, or None when there is none at all."""
    words = list(known)
    folded = {w.casefold(): w for w in reversed(words)}
    if word.casefold() in folded:
        return folded[word.casefold()]
    close = difflib.get_close_matches(word.casefold(), list(folded), n=1, cutoff=0.0)
    return folded[close[0]] if close else None


def unknown(what: str, word: str, known: Iterable[str]) -> str:
    """Text for an unknown word: what it should be and the nearest known one."""
    word = word[:60]
    guess = nearest(word, known)
    return f"unknown {what} {word!r}" + (f", the nearest known is {guess!r}" if guess is not None else "")


def parse_toml(text: str, file: str) -> dict[str, Any]:
    """The tables of a TOML text; DataError where it is none, or more than is ever needed."""
    try:
        check_toml(text)
        return tomllib.loads(text)
    except Unfit as error:
        raise DataError(file, error.place, error.expected) from None
    except (ValueError, RecursionError) as error:  # TOMLDecodeError is a ValueError, and so is an impossible date
        message, _, place = str(error).partition(" (at ")
        raise DataError(file, place.rstrip(")") or "the text", f"not valid TOML: {message}") from None


def convert_toml(text: str, kind: type[T], file: str) -> T:
    """Turn TOML text into ``kind``; unknown keys and wrong types raise DataError."""
    raw = parse_toml(text, file)
    with _CONVERTING:
        msgspec.json.Decoder(kind)  # prepares the type; the text is read without the lock
    try:
        return msgspec.convert(raw, kind)
    except (msgspec.ValidationError, RecursionError) as error:
        message, _, place = str(error).partition(" - at `")
        place = place.rstrip("`") or "the top level"
        if wrong := _WRONG_WORD.search(message):
            known = _words_at(inspect.type_info(kind), place)
            told = unknown("word", wrong[1], known)
            message = f"{told}; there are: {', '.join(known)}" if known else message
        if wrong := _WRONG_NUMBER.search(message):
            known = _words_at(inspect.type_info(kind), place)
            message = f"expected {' or '.join(known)}, got {wrong[1]}"
        if strange := _UNKNOWN_KEY.search(message):
            word = strange[1]
            line = next((n for n, row in enumerate(text.splitlines(), 1) if _writes(row, word)), 0)
            place = f"line {line}, {place}" if line else place
            message = unknown("key", word, sorted(_keys(inspect.type_info(kind))))
        raise DataError(file, place, message) from None


def _words_at(kind: object, place: str) -> list[str]:
    """The words that the entry at a place such as ``$.victory.clauses[0].kind`` may have, if it takes given ones."""
    kinds = [kind]
    for key in re.findall(r"\.(\w+)|\[", place):
        kinds = [inner for one in kinds for inner in _inside(one, key)]
    literals = [one for held in kinds for one in _alternatives(held) if isinstance(one, inspect.LiteralType)]
    return [str(value) for literal in literals for value in literal.values]


def _inside(kind: object, key: str) -> list[object]:
    """The types of what a type holds under a key; with an empty one those of its items."""
    found: list[object] = []
    for one in _alternatives(kind):
        if isinstance(one, inspect.StructType):
            found += [field.type for field in one.fields if field.encode_name == key]
        elif isinstance(one, inspect.DictType):
            found.append(one.value_type)
        elif isinstance(one, inspect.TupleType):
            found += one.item_types
        elif isinstance(one, inspect.CollectionType):
            found.append(one.item_type)
    return found


def _alternatives(kind: object) -> tuple[object, ...]:
    return kind.types if isinstance(kind, inspect.UnionType) else (kind,)


def _writes(row: str, key: str) -> bool:
    """Whether a line of TOML gives a key of this name."""
    return re.search(rf"(^|[\s{{,\[.\"']){re.escape(key)}[\"'\]]*\s*(=|\]|$)", row) is not None


def _keys(kind: object) -> set[str]:
    """Every key that a type and the types in it have."""
    if isinstance(kind, inspect.StructType):
        return {field.encode_name for field in kind.fields}.union(*(_keys(field.type) for field in kind.fields))
    if isinstance(kind, inspect.UnionType):
        return set().union(*(_keys(one) for one in kind.types))
    if isinstance(kind, inspect.TupleType):
        return set().union(*(_keys(one) for one in kind.item_types))
    if isinstance(kind, inspect.DictType):
        return _keys(kind.value_type)
    return _keys(kind.item_type) if isinstance(kind, inspect.CollectionType) else set()


def read_text(path: Path) -> str:
    """The text of a file; a missing, unreadable or non-UTF-8 file raises DataError."""
    try:
        return read_file(path, MOST_TOML).decode("utf-8").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise DataError(path.name, "the text", "expected UTF-8") from None
    except Unfit as error:
        raise DataError(path.name, error.place, error.expected) from None
    except OSError as error:
        raise DataError(path.name, "", f"can't be read: {error.strerror or error}") from None


def read_toml(path: Path, kind: type[T]) -> T:
    """Read one TOML file into ``kind``."""
    return convert_toml(read_text(path), kind, path.name)
