"""Notes of a trail as text and back: ``recover:7:MPh``, ``residual 80 2 -1``, ``first 1,-4`` (who was directed then).

Cases write them so, and positions were saved so once.  Counters, Locations and hexes stand by their numbers.
"""

from __future__ import annotations

from typing import Any, get_args

from ..errors import Unreadable
from ..notes import Note, NoteKind

_KINDS: dict[str, NoteKind] = {kind.replace("_", " "): kind for kind in get_args(NoteKind) if kind != "directed"}
_FORMS: dict[str, tuple[str, tuple[str, ...]]] = {
    "charge": (" ", ("loc", "count")),
    "claim": (" ", ("when",)),
    "clear": (":", ("weapon",)),
    "detonate": (":", ("when",)),
    "displaced": (" ", ("unit", "count")),
    "duel": (":", ("unit",)),
    "entered": (" ", ("hexside",)),
    "forfeit": (" ", ("when",)),
    "give": (":", ("weapon", "when")),
    "hatch": (" ", ("when",)),
    "lane": (" ", ("weapon", "loc", "strength", "drm")),
    "limber": (":", ("weapon",)),
    "molotov": (":", ("when",)),
    "mop up": (":", ("hex",)),
    "overrun": (" ", ("loc", "count")),
    "paatc": (":", ("unit", "when")),
    "push": (":", ("weapon",)),
    "reaction": (":", ("unit", "count")),
    "recover": (":", ("weapon", "when")),
    "repair": (":", ("weapon",)),
    "residual": (" ", ("loc", "strength", "drm")),
    "ring": (" ", ("loc",)),
    "street": (" ", ("loc",)),
    "strike": (" ", ("loc",)),
    "turned": (":", ("weapon", "when")),
}
"""What stands between the words of notes that say more than their kind, and the fields in their order."""


def read_note(text: str) -> Note:
    """The note of an attempt that ``text`` says; :class:`Unreadable` where it says none.

    >>> read_note("recover:7:MPh") == Note("recover", weapon=7, when="MPh")
    True
    """
    for word, kind in _KINDS.items():
        between, names = _FORMS.get(word, ("", ()))
        first, *values = text.split(between) if between else [text]
        if first != word or len(values) != len(names):
            continue
        try:
            found: dict[str, Any] = {
                name: value if name == "when" else int(value) for name, value in zip(names, values, strict=True)
            }
        except ValueError as error:
            raise Unreadable(f"the note {text!r} takes whole numbers") from error
        return Note(kind, **found)
    raise Unreadable(f"unknown note of an attempt {text!r}; known: {', '.join(sorted(_KINDS))}")


def write_note(note: Note) -> str:
    """The text of a note of an attempt.

    >>> write_note(Note("residual", loc=80, strength=2, drm=-1))
    'residual 80 2 -1'
    """
    word = note.kind.replace("_", " ")
    between, names = _FORMS.get(word, ("", ()))
    return between.join((word, *(str(getattr(note, name)) for name in names)))


def read_direction(text: str) -> Note:
    """The note that ``text`` says of a leader's first direction on an occasion: it, and the firers.

    >>> read_direction("first 1,-4").firers
    (1, -4)
    """
    occasion, _, keys = text.partition(" ")
    try:
        return Note("directed", when=occasion, firers=tuple(int(key) for key in keys.split(",") if key))
    except ValueError as error:
        raise Unreadable(f"firers whom a leader directed are whole numbers, not {keys!r}") from error


def write_direction(note: Note) -> str:
    """The text of a note of direction.

    >>> write_direction(Note("directed", when="first", firers=(1, -4)))
    'first 1,-4'
    """
    return f"{note.when} {','.join(str(key) for key in note.firers)}"
