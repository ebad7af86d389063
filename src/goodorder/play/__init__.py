"""Games in progress: sessions, records, undo, storage and the words of the log.

A session knows only the engine's two questions and the players; the rules stay behind ``pending`` and ``answer``.
"""

from .errors import RecordError, StorageError
from .record import Header, Options, Record
from .session import Beat, Session

__all__ = ["Beat", "Header", "Options", "Record", "RecordError", "Session", "StorageError"]
