"""The record of a game: a header, then every answer and every roll in order (design section 8).

A record file is JSON lines: the header, one entry a line, and a closing line with the number of entries and a digest
of all lines before it.  The list of entries only ever grows: going back in a practice game adds an :class:`Undone`
entry, so that the branch that was left stays readable.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import msgspec
from msgspec import Struct

from goodorder.core.dice import DiceStream
from goodorder.data.strangers import MOST_RECORD, SLUG, Unfit, is_slug, read_file

from . import convert
from .convert import VERSION as VERSION
from .errors import RecordError

HUMAN = "human"
MOST_ENTRIES = 50_000
"""Lines of a record file: a long game has a fifth of it."""


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    """What the table agreed on before the game.

    ``free_los``: lines of sight may be checked at any time.  ``practice``: play may go back.  ``assist``: how much the
    client helps, off, warn or full.  ``balance``: the side whose balance provision is in force (A26.4), or empty.
    ``rules``: ids of the optional rules in force (A.4).
    """

    free_los: bool = True
    practice: bool = False
    assist: str = "full"
    balance: str = ""
    rules: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.assist not in ("off", "warn", "full"):
            raise ValueError(f"assist is off, warn or full, not {self.assist!r}")


class Header(Struct, frozen=True, forbid_unknown_fields=True):
    """What a game was begun with: enough to begin it again and to notice that something differs.

    ``players`` names for each side ``human`` or a computer player; ``setups`` the ready-made set-up that a side takes
    before the first decision (none: it sets up by itself); ``rules``, ``scenario_digest``, ``map`` and ``start`` are
    digests.  ``scenario_text`` is the whole file of a scenario that is not shipped, so that the record loads anywhere;
    ``boards`` gives the digest of each board that is not shipped, which has to be at hand there.
    """

    goodorder_record: int
    scenario: str
    title: str
    profile: str
    sides: tuple[str, str]
    players: dict[str, str]
    options: Options = Options()
    setups: dict[str, str] = {}
    rules: str = ""
    scenario_digest: str = ""
    map: str = ""
    start: str = ""
    program: str = ""
    scenario_text: str = ""
    boards: dict[str, str] = {}


class RecordEntry(Struct, frozen=True, forbid_unknown_fields=True, tag_field="e", omit_defaults=True):
    """Base of what a record lists."""


class Answered(RecordEntry, frozen=True, tag="answer"):
    """A decision: who answered, the action, and whether it was the only one (then the engine gave it).

    ``by`` is ``human``, the name of a computer player, ``standing`` for a standing order, or empty for a forced answer.
    """

    side: int
    action: dict[str, Any]
    forced: bool = False
    by: str = ""


class Rolled(RecordEntry, frozen=True, tag="roll"):
    """Dice: the faces in the order in which the Roll named its dice."""

    faces: tuple[int, ...]


class PositionEntry(RecordEntry, frozen=True, tag="position"):
    """The digest of the position reached here, at each new phase and at the end; empty: of an earlier format."""

    digest: str
    turn: int
    phase: str


class Undone(RecordEntry, frozen=True, tag="undo"):
    """Practice: play goes back to the position after the first ``keep`` entries of the line that was being played."""

    keep: int


class Stream(RecordEntry, frozen=True, tag="dice"):
    """From here on dice come from this stream: its commitment, and its seed where that may be known."""

    commitment: str
    seed: str = ""


class Ended(RecordEntry, frozen=True, tag="end"):
    """The game is over; ``winner`` is a side, or -1 for a draw."""

    winner: int
    text: str


AnyEntry = Answered | Rolled | PositionEntry | Undone | Stream | Ended


class _Close(Struct, frozen=True, forbid_unknown_fields=True):
    entries: int
    digest: str


class Record(Struct, frozen=True):
    """A header with its entries."""

    header: Header
    entries: tuple[AnyEntry, ...] = ()

    def line(self) -> tuple[AnyEntry, ...]:
        """The entries of the line of play that stands: without what was taken back."""
        return effective(self.entries)

    @property
    def over(self) -> bool:
        """Whether the line of play that stands has ended."""
        return any(isinstance(entry, Ended) for entry in self.line())

    def sealed(self) -> Record:
        """The record as it may be handed out: seeds only once the game is over."""
        if self.over:
            return self
        return Record(self.header, tuple(_sealed(entry) for entry in self.entries))

    def encode(self) -> bytes:
        """The record file."""
        lines = [msgspec.json.encode(self.header), *(msgspec.json.encode(entry) for entry in self.entries)]
        body = b"\n".join(lines) + b"\n"
        return body + msgspec.json.encode(_Close(len(self.entries), _digest(body))) + b"\n"


def _sealed(entry: AnyEntry) -> AnyEntry:
    return Stream(entry.commitment) if isinstance(entry, Stream) else entry


def _digest(body: bytes) -> str:
    return hashlib.blake2b(body, digest_size=12).hexdigest()


def effective(entries: Iterable[AnyEntry]) -> tuple[AnyEntry, ...]:
    """The line of play that stands after every :class:`Undone` is followed."""
    kept: list[AnyEntry] = []
    for entry in entries:
        if isinstance(entry, Undone):
            del kept[entry.keep :]
        else:
            kept.append(entry)
    return tuple(kept)


_HEADER = msgspec.json.Decoder(Header)
_ENTRY = msgspec.json.Decoder(AnyEntry)
_CLOSE = msgspec.json.Decoder(_Close)


def encode_entry(entry: AnyEntry) -> bytes:
    """One entry as a line of JSON."""
    return msgspec.json.encode(entry)


def decode_entry(data: bytes, where: str, form: int = VERSION) -> AnyEntry:
    """The entry that ``encode_entry`` wrote, or an earlier version that wrote format ``form``; a :class:`RecordError`
    names ``where`` it can't be read.
    """
    entry: AnyEntry = _decode(_ENTRY, data, where)
    if form == VERSION:
        return entry
    again: AnyEntry = msgspec.convert(convert.entry(msgspec.to_builtins(entry), form), AnyEntry)
    return again


def form_of(data: bytes) -> int:
    """The format that a header which can be read says it has."""
    found: int = msgspec.json.decode(data)["goodorder_record"]
    return found


def decode_header(data: bytes, where: str) -> Header:
    """The header in ``data``; a :class:`RecordError` when it is none, or of another format version."""
    try:
        found = msgspec.json.decode(data)
    except (msgspec.DecodeError, RecursionError):
        found = None
    if not isinstance(found, dict) or "goodorder_record" not in found:
        raise RecordError(where, "expected a goodorder record, whose first line holds 'goodorder_record'")
    if found["goodorder_record"] not in convert.READABLE:
        readable = " and ".join(str(form) for form in convert.READABLE)
        raise RecordError(where, f"record format {found['goodorder_record']!r}; this program reads {readable}")
    header: Header = _decode(_HEADER, msgspec.json.encode(convert.header(found)), where)
    if set(header.players) != set(header.sides) or not set(header.setups) <= set(header.sides):
        raise RecordError(where, f"players and set-ups belong to the sides {', '.join(header.sides)}")
    if not all(is_slug(word) for word in (header.scenario, *header.sides)):
        raise RecordError(where, f"scenario and sides have {SLUG}")
    return header


def decode(data: bytes, name: str = "record") -> Record:
    """Read a record file; anything wrong is one :class:`RecordError` that names the line."""
    if len(data) > MOST_RECORD or data.count(b"\n") > MOST_ENTRIES:
        raise RecordError(name, f"expected at most {MOST_RECORD} bytes and {MOST_ENTRIES} entries")
    lines = data.split(b"\n")
    if not lines[-1]:
        lines.pop()
    if not lines:
        raise RecordError(name, "the file is empty")
    header = decode_header(lines[0], f"{name}, line 1")
    last = len(lines)
    if last < 2 or not data.endswith(b"\n"):
        raise RecordError(f"{name}, line {last}", "the file ends before its closing line: it was cut off")
    close: _Close = _decode(_CLOSE, lines[-1], f"{name}, line {last} (closing line)")
    form = form_of(lines[0])
    entries = tuple(decode_entry(line, f"{name}, line {n}", form) for n, line in enumerate(lines[1:-1], 2))
    body = b"\n".join(lines[:-1]) + b"\n"
    if close.entries != len(entries) or close.digest != _digest(body):
        raise RecordError(f"{name}, line {last}", "digest and contents differ: the file was damaged or edited")
    check_branches(entries, name)
    return Record(header, entries)


def check_branches(entries: Sequence[AnyEntry], name: str) -> None:
    """Raise :class:`RecordError` when an Undone goes back further than play had come."""
    length = 0
    for number, entry in enumerate(entries, 2):
        if not isinstance(entry, Undone):
            length += 1
            continue
        if not 0 <= entry.keep <= length:
            raise RecordError(f"{name}, line {number}", f"going back keeps 0 to {length} entries, not {entry.keep}")
        length = entry.keep


def read(path: Path) -> Record:
    """Read a record file from disk."""
    try:
        data = read_file(path, MOST_RECORD)
    except Unfit as error:
        raise RecordError(str(path), str(error)) from None
    except OSError as error:
        raise RecordError(str(path), error.strerror or "can't be read") from error
    return decode(data, path.name)


def stream_of(entry: Stream) -> DiceStream:
    """The dice stream of an entry; :class:`RecordError` when seed and commitment differ."""
    stream = DiceStream(entry.seed)
    if stream.commitment() != entry.commitment:
        raise RecordError("dice", "the seed is not the one that was committed to")
    return stream


def _decode(decoder: Any, data: bytes, where: str) -> Any:
    try:
        return decoder.decode(data)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise RecordError(where, str(error)) from error
