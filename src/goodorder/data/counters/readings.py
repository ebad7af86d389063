"""How counters are read in play where their sheets leave something open: fields in doubt, what can't be played.

The sheets keep what the sources say, doubts and all; ``readings.toml`` says what of it the rules use, and the rulings
(docs/rulings.md) why.
"""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from goodorder.data.load import DATA_FOLDER, DataError, read_toml

Value = bool | int | str


class _Settled(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    values: dict[str, Value]
    why: str


class _Ids(Struct, frozen=True, forbid_unknown_fields=True):
    ids: tuple[str, ...]
    why: str


class _Refused(Struct, frozen=True, forbid_unknown_fields=True):
    id: str
    why: str


class Readings(Struct, frozen=True, forbid_unknown_fields=True):
    """The readings by counter id."""

    settled: tuple[_Settled, ...]
    red: _Ids
    hull_rear: _Ids
    refused: tuple[_Refused, ...]

    def ids(self) -> tuple[str, ...]:
        """Every counter that has a reading here."""
        return (
            *(line.id for line in self.settled),
            *self.red.ids,
            *self.hull_rear.ids,
            *(line.id for line in self.refused),
        )


@cache
def readings() -> Readings:
    """The shipped readings."""
    return read_toml(DATA_FOLDER / "counters" / "readings.toml", Readings)


@cache
def _values() -> dict[str, dict[str, Value]]:
    return {line.id: line.values for line in readings().settled}


def settled_int(id: str, field: str, printed: int | None, default: int | None = None) -> int:
    """The printed number of a field, else its reading, else ``default``; DataError where there is none of them."""
    if printed is not None:
        return printed
    found = _values().get(id, {}).get(field, default)
    if not isinstance(found, int):
        raise DataError("readings.toml", id, f"expected a number of {field}, which its counter leaves open")
    return found


def settled_bool(id: str, field: str, printed: bool | None, default: bool | None = None) -> bool:
    """The printed yes or no of a field, else its reading, else ``default``; DataError where there is none of them."""
    if printed is not None:
        return printed
    found = _values().get(id, {}).get(field, default)
    if not isinstance(found, bool):
        raise DataError("readings.toml", id, f"expected true or false for {field}, which its counter leaves open")
    return found


def settled_word(id: str, field: str, printed: str | None, default: str | None = None) -> str:
    """The printed word of a field, else its reading, else ``default``; DataError where there is none of them."""
    if printed is not None:
        return printed
    found = _values().get(id, {}).get(field, default)
    if not isinstance(found, str):
        raise DataError("readings.toml", id, f"expected a word for {field}, which its counter leaves open")
    return found


def refusal(id: str) -> str | None:
    """Why a vehicle can't be played although its counter is known; None for the others."""
    return next((line.why for line in readings().refused if line.id == id), None)
