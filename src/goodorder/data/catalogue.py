"""The catalogue: every counter of the sheets as a typed value, by its id.

Ids are ``nationality:code`` (``german:4-6-7``, ``german:9-1``, ``german:LMG``); a unit that differs from another of the
same strength carries its variant as a third part (``german:8-3-8:assault_engineer``). Sheets are read one nationality
at a time, when first asked for; what stands in them is said in ``goodorder.data.counters``.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from goodorder.data.counters.book import Book
from goodorder.data.counters.personnel import LEADERS, UnitType, read_personnel
from goodorder.data.counters.support import WeaponType, read_support
from goodorder.data.load import DATA_FOLDER

DUMMY = "dummy:?"
"""The type of a Dummy: a "?" with nothing beneath it (A12.11)."""


class Catalogue:
    """Looks up counters by id; an unknown id raises DataError that names the nearest known one."""

    def __init__(self, folder: Path) -> None:
        sheets = (*(folder / "personnel").glob("*.toml"), *(folder / "support").glob("*.toml"))
        self.nationalities: tuple[str, ...] = tuple(sorted({path.stem for path in sheets if path.name != LEADERS}))
        self._units = Book("unit", folder / "personnel", read_personnel, self.nationalities)
        self._weapons = Book("weapon", folder / "support", read_support, self.nationalities)

    def unit(self, id: str) -> UnitType:
        """The unit with this id."""
        return self._units.one(id)

    def weapon(self, id: str) -> WeaponType:
        """The support weapon with this id."""
        return self._weapons.one(id)

    def units(self, nationality: str) -> tuple[UnitType, ...]:
        """All units of a nationality in the order of its sheet, leaders and hero last."""
        return self._units.all(nationality)

    def weapons(self, nationality: str) -> tuple[WeaponType, ...]:
        """All support weapons of a nationality in the order of its sheet."""
        return self._weapons.all(nationality)

    def leader_chain(self, nationality: str) -> tuple[str, ...]:
        """Leader ids from best to worst, each replaced by the next when it fails its ELR (A19.13)."""
        return tuple(unit.id for unit in self.units(nationality) if unit.kind == "leader")


@cache
def catalogue() -> Catalogue:
    """The shipped catalogue; the same object every time.

    >>> catalogue().unit("german:4-6-7").range
    6
    """
    return Catalogue(DATA_FOLDER / "counters")
