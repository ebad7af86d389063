"""Where boards are found: those that come with the program, a user's own files, and his folders of VASL archives.

The folders are remembered in ``boards.json`` of the user's configuration folder (``GOODORDER_CONFIG`` names another
one). Nothing is copied from them.
"""

from __future__ import annotations

import hashlib
import os
import tomllib
from functools import cache, lru_cache
from pathlib import Path

import msgspec
import platformdirs

from goodorder.board.archives.vasl import VaslBoard, read_board
from goodorder.board.draw.draw import board_names as shipped_names
from goodorder.board.draw.draw import board_raster as shipped_raster
from goodorder.board.draw.draw import file_raster
from goodorder.board.errors import BoardError, nearest
from goodorder.board.map.raster import Raster
from goodorder.data.strangers import MOST_TOML, Unfit, check_toml, read_file

Stamp = tuple[str, int, int]
"""Path, time of the last change and size: what tells whether a file is still the one that was read."""


class Places(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is remembered: folders of boards, single archives, and the module that holds the terrain table."""

    folders: tuple[str, ...] = ()
    archives: tuple[str, ...] = ()
    module: str | None = None


class Source(msgspec.Struct, frozen=True):
    """Where a board comes from: ``kind`` is "shipped", "file" (TOML) or "archive"."""

    name: str
    kind: str
    path: str = ""


@cache
def _shipped() -> tuple[str, ...]:
    return tuple(shipped_names())


def settings_file() -> Path:
    """The file in which folders are remembered."""
    named = os.environ.get("GOODORDER_CONFIG")
    return Path(named or platformdirs.user_config_dir("goodorder", appauthor=False)) / "boards.json"


def places() -> Places:
    """What is remembered; nothing where there is no file. Raises BoardError when the file is damaged."""
    file = settings_file()
    try:
        return msgspec.json.decode(read_file(file, MOST_TOML), type=Places)
    except FileNotFoundError:
        return Places()
    except (OSError, Unfit, msgspec.MsgspecError, RecursionError) as error:
        what = error.strerror if isinstance(error, OSError) else error
        raise BoardError(f"can't be read: {what}", file=str(file), expected="folders, archives, module") from None


def remember(path: Path | None = None, module: Path | None = None) -> Places:
    """Remember a folder of boards, one archive, or a module; raises BoardError when it is not there or damaged."""
    known = places()
    if path is not None:
        full = str(path.expanduser().resolve())
        if os.path.isdir(full):
            known = msgspec.structs.replace(known, folders=tuple(dict.fromkeys((*known.folders, full))))
        else:
            read_board(Path(full))
            known = msgspec.structs.replace(known, archives=tuple(dict.fromkeys((*known.archives, full))))
    if module is not None:
        from goodorder.board.archives.vasl_shared import read_shared

        full = str(module.expanduser().resolve())
        read_shared(Path(full))
        known = msgspec.structs.replace(known, module=full)
    file = settings_file()
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        fresh = file.with_suffix(f".{os.getpid()}")
        fresh.write_bytes(msgspec.json.format(msgspec.json.encode(known)) + b"\n")
        fresh.replace(file)
    except OSError as error:
        raise BoardError(f"can't be written: {error.strerror}", file=str(file), expected="a folder of yours") from None
    return known


def forget(path: Path) -> bool:
    """Forget a folder or archive; False where it was not remembered."""
    known = places()
    full = str(path.expanduser().resolve())
    if full not in (*known.folders, *known.archives):
        return False
    kept = Places(
        tuple(f for f in known.folders if f != full), tuple(a for a in known.archives if a != full), known.module
    )
    settings_file().write_bytes(msgspec.json.encode(kept))
    return True


def sources() -> dict[str, Source]:
    """Every board by its name; of two with one name the shipped one, then the one remembered first counts."""
    found = {name: Source(name, "shipped") for name in _shipped()}
    known = places()
    listed = [Path(path) for path in known.archives]
    for folder in known.folders:
        try:
            listed += sorted(entry for entry in Path(folder).iterdir() if entry.is_file())
        except OSError:
            continue  # a stick or share that is not there today
    for path in listed:
        if path.suffix == ".toml":
            found.setdefault(path.stem, Source(path.stem, "file", str(path)))
        elif path.name.startswith("bd") and len(path.name) > 2:
            name = path.name if path.name[2:] in found else path.name[2:]
            found.setdefault(name, Source(name, "archive", str(path)))
    return found


def board_names() -> list[str]:
    """The names of all boards, those that come with the program first."""
    return list(sources())


def known(name: str) -> bool:
    """Whether a name is that of a board, and not the path of a file."""
    if name in _shipped():
        return True
    found = sources()
    return name in found or (name.startswith("bd") and name[2:] in found)


def source(name: str) -> Source:
    """Where a name leads: a known board (``01`` or ``bd01``), or the path of a file; raises BoardError otherwise."""
    if name in _shipped():
        return Source(name, "shipped")
    known = sources()
    if name in known:
        return known[name]
    if name.startswith("bd") and name[2:] in known:
        return known[name[2:]]
    if name.endswith(".toml"):
        return Source(Path(name).stem, "file", name)
    if os.sep in name or "/" in name or os.path.isfile(name):
        return Source(Path(name).name.removeprefix("bd"), "archive", name)
    raise BoardError(f"unknown board {name!r}", expected=nearest(name, known) or " or ".join(known))


def names_board(words: str) -> bool:
    """Whether words begin with a board: one of ``sources``, an archive, or a TOML file that describes one."""
    name = words if os.path.isfile(words) else (words.split() or [""])[0]
    if name.endswith(".toml") and os.path.isfile(name):
        try:
            text = read_file(name, MOST_TOML).decode("utf-8")
            check_toml(text)
            return "rows" in tomllib.loads(text)
        except (OSError, ValueError, RecursionError):
            return False
    try:
        return source(name).kind != "file"
    except BoardError:
        return False


def stamp(name: str) -> Stamp:
    """What identifies a board's content: changes when its file does."""
    where = source(name)
    if where.kind == "shipped":
        return (where.name, 0, 0)
    try:
        stat = os.stat(where.path)
    except OSError as error:
        raise BoardError(f"can't be read: {error.strerror}", file=where.path, expected="a board") from None
    return (where.path, stat.st_mtime_ns, stat.st_size)


def archive(name: str) -> VaslBoard:
    """A board from an archive; raises BoardError for one that comes from elsewhere."""
    where = source(name)
    if where.kind != "archive":
        raise BoardError(f"board {name!r} comes from no archive", expected="a name of `goodorder board list`")
    return _archive(stamp(name), places().module)


@lru_cache(maxsize=16)
def _archive(stamped: Stamp, module: str | None) -> VaslBoard:
    return read_board(Path(stamped[0]), Path(module) if module else None)


def board_raster(name: str) -> Raster:
    """The raster of a board, wherever it comes from."""
    where = source(name)
    if where.kind == "archive":
        return archive(name).raster()
    return shipped_raster(where.name) if where.kind == "shipped" else _file(stamp(name))


@lru_cache(maxsize=16)
def _file(stamped: Stamp) -> Raster:
    return file_raster(stamped[0])


def board_digest(name: str) -> str:
    """A hash of a board's terrain and names: equal boards have equal digests, wherever their files are."""
    raster = board_raster(name)
    names = ",".join(printed_names(name) or ())
    return hashlib.sha256(f"{names}|{raster.digest()}".encode()).hexdigest()[:16]


def is_shipped(name: str) -> bool:
    """Whether a board comes with the program."""
    return name in _shipped()


def printed_names(name: str) -> tuple[str, ...] | None:
    """The names printed on a board where they differ from those that follow from its size, else None."""
    return archive(name).names if source(name).kind == "archive" else None
