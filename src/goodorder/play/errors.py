"""What can go wrong with a stored game, apart from what the engine refuses."""

from __future__ import annotations

from goodorder.core.errors import GoodOrderError


class RecordError(GoodOrderError):
    """A record can't be used: damaged, of another format, of a scenario that is not here.  Nothing of it is loaded."""

    kind = "unreadable"

    def __init__(self, where: str, expected: str) -> None:
        super().__init__(f"{where}: {expected}")
        self.where = where
        self.expected = expected


class StorageError(GoodOrderError):
    """A game can't be kept or read: full disk, unwritable folder, damaged store.  The game itself is untouched."""

    kind = "storage"
