"""Games on disk: an append-only log of entries with the last position beside it (SQLite through SQLAlchemy Core).

Every commit is on disk before it is shown.  A store that can't be written raises :class:`StorageError` and nothing has
changed.
"""

from __future__ import annotations

import itertools
import os
import re
import secrets
import sqlite3
import threading
import time
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec
import platformdirs
import sqlalchemy as sa
from msgspec import Struct
from sqlalchemy import event

from goodorder.core import saving
from goodorder.core.errors import Unreadable
from goodorder.core.state import State
from goodorder.data.strangers import Unfit, regular

from . import convert
from .errors import RecordError, StorageError
from .record import AnyEntry, Header, Record, decode_entry, decode_header, encode_entry, form_of
from .session import Persist

SCHEMA = 3
SEATS = 2
"""The schema since which there are seats."""
READABLE = (0, 1, 2, SCHEMA)
"""Schemas that are brought up to this one when a store is opened (0: a new file; 1: without seats; 2: records and
positions in their format 1).
"""
MOST_TOKENS = 8
"""Tokens of one seat that are valid side by side; the oldest go first."""

_meta = sa.MetaData()
_games = sa.Table(
    "games",
    _meta,
    sa.Column("id", sa.String, primary_key=True),
    sa.Column("header", sa.LargeBinary, nullable=False),
    sa.Column("created", sa.Float, nullable=False),
)
_log = sa.Table(
    "log",
    _meta,
    sa.Column("game", sa.String, primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column("entry", sa.LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)
_last = sa.Table(
    "last_position",
    _meta,
    sa.Column("game", sa.String, primary_key=True),
    sa.Column("number", sa.Integer, nullable=False),
    sa.Column("state", sa.LargeBinary, nullable=False),
    sa.Column("turn", sa.Integer, nullable=False),
    sa.Column("phase", sa.String, nullable=False),
    sa.Column("over", sa.Boolean, nullable=False),
    sa.Column("saved", sa.Float, nullable=False),
)


_seats = sa.Table(
    "seats",
    _meta,
    sa.Column("game", sa.String, primary_key=True),
    sa.Column("seat", sa.String, primary_key=True),
    sa.Column("digest", sa.String, primary_key=True),
    sa.Column("given", sa.Float, nullable=False),
    sqlite_with_rowid=False,
)


class Stored(Struct, frozen=True):
    """A line of the list of games."""

    id: str
    header: Header
    turn: int
    phase: str
    over: bool
    saved: float


def data_folder() -> Path:
    """Where games are kept: ``GOODORDER_HOME``, or the user's data folder."""
    named = os.environ.get("GOODORDER_HOME")
    return Path(named) if named else Path(platformdirs.user_data_dir("goodorder", appauthor=False))


class Store:
    """The games of one folder."""

    def __init__(self, folder: Path | None = None) -> None:
        self.folder = folder or data_folder()
        with _storage(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
        self.path = self.folder / "games.sqlite"
        self.notice = ""
        """What was wrong with the file that was here, and where it is kept; empty where nothing was."""
        wrong = _damage(self.path)
        if wrong:
            with _storage(self.path):
                kept = _set_aside(self.path)
            self.notice = f"{self.path} {wrong}: it is kept as {kept.name}, and a new one is begun"
        with _storage(self.path):
            _for_the_owner(self.path)
        self._writing = threading.Lock()
        self._engine = sa.create_engine(f"sqlite:///{self.path}", connect_args={"timeout": 10})
        event.listen(self._engine, "connect", _pragmas)
        with _storage(self.path), self._engine.begin() as connection:
            found = connection.exec_driver_sql("PRAGMA user_version").scalar()
            if found not in READABLE:
                raise StorageError(f"{self.path}: schema {found} is of another version of goodorder, not {SCHEMA}")
            if found != SCHEMA:
                _meta.create_all(connection)
                _convert(connection)
                connection.exec_driver_sql(f"PRAGMA user_version={SCHEMA}")

    def link_key(self) -> bytes:
        """A secret of this folder, made when first asked for, from which the links that the program tells are made."""
        file = self.folder / "links.key"
        with _storage(file):
            try:
                with open(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as made:
                    made.write(secrets.token_hex(32).encode())
            except FileExistsError:
                pass
            return file.read_bytes()

    def close(self) -> None:
        """Close all connections."""
        self._engine.dispose()

    def create(self, header: Header) -> str:
        """A new game with an empty log; its id."""
        game = secrets.token_hex(4)
        with _storage(self.path), self._writing, self._engine.begin() as connection:
            connection.execute(_games.insert().values(id=game, header=encode_header(header), created=time.time()))
        return game

    def append(self, game: str, number: int, entries: Sequence[AnyEntry], state: State) -> None:
        """Add entries after the first ``number`` and put ``state`` in place of the last position, in one step.

        When a game was last played is told by the last phase that began while a side may hide what it does.
        """
        rows = [{"game": game, "number": number + i, "entry": encode_entry(entry)} for i, entry in enumerate(entries)]
        last = {
            "game": game,
            "number": number + len(rows),
            "state": saving.encode(state),
            "turn": state.turn.number,
            "phase": state.turn.phase,
            "over": state.result is not None,
            "saved": time.time(),
        }
        with _storage(self.path), self._writing, self._engine.begin() as connection:
            if state.result is None and state.world.has_secrets:
                last["saved"] = _public_time(connection, game, state) or last["saved"]
            if rows:
                connection.execute(_log.insert(), rows)
            connection.execute(_last.insert().prefix_with("OR REPLACE"), [last])

    def persister(self, game: str, number: int = 0) -> Persist:
        """The ``persist`` of a session whose first ``number`` entries are stored already."""
        count = number

        def persist(entries: Sequence[AnyEntry], state: State) -> None:
            nonlocal count
            self.append(game, count, entries, state)
            count += len(entries)

        return persist

    def seat_digests(self, game: str) -> dict[str, tuple[str, ...]]:
        """Digests of the tokens of each seat of a game that somebody has."""
        query = sa.select(_seats.c.seat, _seats.c.digest).where(_seats.c.game == game)
        found: dict[str, tuple[str, ...]] = {}
        with _storage(self.path), self._engine.connect() as connection:
            for row in connection.execute(query):
                found[row.seat] = (*found.get(row.seat, ()), row.digest)
        return found

    def add_seat(self, game: str, seat: str, digest: str, *, alone: bool = False) -> None:
        """One more token for a seat, or with ``alone`` this one in place of all."""
        here = (_seats.c.game == game) & (_seats.c.seat == seat)
        with _storage(self.path), self._writing, self._engine.begin() as connection:
            query = sa.select(_seats.c.digest).where(here).order_by(_seats.c.given.desc())
            known = [row.digest for row in connection.execute(query)]
            void = set(known if alone else known[MOST_TOKENS - 1 :]) | {digest}
            connection.execute(_seats.delete().where(here & _seats.c.digest.in_(void)))
            connection.execute(_seats.insert().values(game=game, seat=seat, digest=digest, given=time.time()))

    def claim_seats(self, game: str, seats: Sequence[str], digest: str) -> bool:
        """Give seats that nobody has to who has this token; False, and nothing done, where one is taken."""
        rows = [{"game": game, "seat": seat, "digest": digest, "given": time.time()} for seat in seats]
        with _storage(self.path), self._writing, self._engine.connect() as connection:
            connection.exec_driver_sql("BEGIN IMMEDIATE")  # between look and leap nobody else may write
            query = sa.select(_seats.c.seat).where(_seats.c.game == game, _seats.c.seat.in_(seats))
            if connection.execute(query).first() is not None:
                connection.rollback()
                return False
            connection.execute(_seats.insert(), rows)
            connection.commit()
        return True

    def games(self, *, unfinished: bool = False, most: int | None = None) -> list[Stored]:
        """Games, the last played first: all, or only ``unfinished`` ones, no more than ``most``; one that can't be read
        is left out.
        """
        query = sa.select(_games, _last).join(_last, _games.c.id == _last.c.game).order_by(_last.c.saved.desc())
        if unfinished:
            query = query.where(~_last.c.over)
        if most is not None:
            query = query.limit(most)
        with _storage(self.path), self._engine.connect() as connection:
            rows = connection.execute(query).all()
        found = []
        for row in rows:
            try:
                header = decode_header(row.header, row.id)
            except RecordError:
                continue
            found.append(Stored(row.id, header, row.turn, row.phase, row.over, row.saved))
        return found

    def record(self, game: str) -> Record:
        """The whole record of a game; :class:`KeyError` for an unknown id."""
        with _storage(self.path), self._engine.connect() as connection:
            head = connection.execute(sa.select(_games.c.header).where(_games.c.id == game)).scalar()
            if head is None:
                raise KeyError(game)
            rows = connection.execute(sa.select(_log.c.entry).where(_log.c.game == game).order_by(_log.c.number))
            header = decode_header(head, f"game {game}")
            form = form_of(head)
            entries = tuple(decode_entry(row.entry, f"game {game}, entry {n}", form) for n, row in enumerate(rows, 1))
        return Record(header, entries)

    def snapshot(self, game: str) -> bytes | None:
        """The last position of a game as bytes, or None."""
        with _storage(self.path), self._engine.connect() as connection:
            found: bytes | None = connection.execute(sa.select(_last.c.state).where(_last.c.game == game)).scalar()
        return found

    def write_file(self, game: str) -> Path:
        """Write the record of a game into the folder ``saves``; where it stands."""
        record = self.record(game)
        folder = self.folder / "saves"
        stamp = time.strftime("%Y%m%d-%H%M%S")
        name = re.sub(r"[^A-Za-z0-9_-]", "_", record.header.scenario[:40])
        path = folder / f"{name}-{stamp}-{game}.record"
        with _storage(path):
            folder.mkdir(parents=True, exist_ok=True)
            part = path.with_suffix(".part")
            _for_the_owner(part)
            part.write_bytes(record.sealed().encode())
            part.replace(path)
        return path


def _convert(connection: sa.Connection) -> None:
    """Bring the games of a store of an earlier schema to the present format; one that can't be read stays as it is."""
    for game, head in connection.execute(sa.select(_games.c.id, _games.c.header)).all():
        rows = connection.execute(sa.select(_log.c.number, _log.c.entry).where(_log.c.game == game)).all()
        last = connection.execute(sa.select(_last.c.state).where(_last.c.game == game)).scalar()
        with suppress(RecordError, Unreadable, msgspec.DecodeError):
            header = encode_header(decode_header(head, f"game {game}"))
            form = form_of(head)
            if form == convert.VERSION:
                continue
            entries = [(n, old, encode_entry(decode_entry(old, f"game {game}, entry {n}", form))) for n, old in rows]
            state = last and msgspec.json.encode(convert.position(msgspec.json.decode(last), form))
            connection.execute(_games.update().where(_games.c.id == game).values(header=header))
            for number, old, entry in entries:
                if entry != old:
                    here = (_log.c.game == game) & (_log.c.number == number)
                    connection.execute(_log.update().where(here).values(entry=entry))
            connection.execute(_last.update().where(_last.c.game == game).values(state=state))


def _public_time(connection: sa.Connection, game: str, state: State) -> float | None:
    """When the phase of a position began, if it had begun before."""
    wanted = sa.select(_last.c.turn, _last.c.phase, _last.c.saved).where(_last.c.game == game)
    known = connection.execute(wanted).first()
    same = known is not None and (known.turn, known.phase) == (state.turn.number, state.turn.phase)
    return float(known.saved) if known is not None and same else None


def _damage(path: Path) -> str:
    """What is wrong with a file of games, so that it can't be gone on with; empty where nothing is."""
    if not path.exists():
        return ""
    try:
        regular(path)
        if path.stat().st_size == 0:
            return "is empty"
        with closing(sqlite3.connect(path.absolute().as_uri() + "?mode=ro", uri=True, timeout=10)) as connection:
            found = connection.execute("PRAGMA quick_check(1)").fetchone()
            if found != ("ok",):
                return "is damaged"
            (schema,) = connection.execute("PRAGMA user_version").fetchone()
            there = {name for (name,) in connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'")}
    except Unfit:
        return "is no file"
    except sqlite3.OperationalError:
        return ""  # locked, or out of reach: that passes, and the file is sound as far as anybody knows
    except sqlite3.DatabaseError as error:
        return f"is damaged ({error})"
    except OSError:
        return ""
    wanted = {table.name for table in (_games, _log, _last, *((_seats,) if schema >= SEATS else ()))}
    return "has lost its tables" if schema in READABLE[1:] and not wanted <= there else ""


def _for_the_owner(path: Path) -> None:
    """Let nobody else on the machine read a file, which is made if it is not there: it tells what sides hide."""
    os.close(os.open(path, os.O_WRONLY | os.O_CREAT, 0o600))
    for end in ("", "-wal", "-shm"):
        with suppress(OSError):  # a file that is somebody else's keeps its rights
            path.with_name(path.name + end).chmod(0o600)


def _set_aside(path: Path) -> Path:
    """Rename a file of games and what belongs to it, so that nothing of it is lost; its new name."""
    stamp = time.strftime("%Y%m%d-%H%M%S")
    kept = next(
        new for n in itertools.count() if not (new := path.with_name(f"{path.name}.damaged-{stamp}-{n}")).exists()
    )
    for end in ("", "-wal", "-shm"):
        part = path.with_name(path.name + end)
        if os.path.lexists(part):
            part.rename(kept.with_name(kept.name + end))
    return kept


def encode_header(header: Header) -> bytes:
    """The header as a line of JSON."""
    return msgspec.json.encode(header)


def _pragmas(connection: Any, _: object) -> None:
    cursor = connection.cursor()
    cursor.execute("PRAGMA journal_mode=WAL")
    cursor.execute("PRAGMA synchronous=FULL")
    cursor.close()


@contextmanager
def _storage(where: Path) -> Iterator[None]:
    try:
        yield
    except sa.exc.DBAPIError as error:
        raise StorageError(f"{where}: the game can't be kept ({error.orig})") from error
    except OSError as error:
        raise StorageError(f"{where}: the game can't be kept ({error.strerror})") from error
