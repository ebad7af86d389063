"""How a part of a position is declared, once: on its field of ``State`` (design section 3).

The field says its name, the type of what it holds and how that is kept; :class:`Part` says who may know it. Copying
(``State.with_``), saving, digest and view go by these declarations, so that a new part is a struct and one line.
"""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import msgspec
from msgspec import NODEFAULT, Struct
from msgspec.structs import fields, replace

Known = Literal["everybody", "owner", "view", "nobody"]
"""Who may know a part: everybody; of each counter that is ``hidden`` or ``concealed`` its own side only; as a function
of the module ``view`` says; nobody (a view has the default).
"""
Keyed = Literal["id", "key", ""]
"""How a part is kept: counters by their own id, other values by a key, or one value."""

SINGLE_INTS = range(-5, 257)
"""Numbers of which there is one object each."""


class Part(Struct, frozen=True):
    """The declaration of one part of a position.

    ``always``: it is written even where it is empty, so that a saved position without it is a damaged one.
    ``word``: what stands before the id in the name of one of its counters (``u12``), empty where it has none.
    The rest comes from the field: ``kind`` is the type of its counters or values.
    """

    known: Known = "everybody"
    always: bool = False
    word: str = ""
    name: str = ""
    kind: Any = None
    keyed: Keyed = ""
    default: Any = None


def declared(state: type[Struct], **names: Any) -> tuple[Part, ...]:
    """The parts that a struct's fields declare, in their order; ``names`` are types that its module can't import."""
    hints = get_type_hints(state, localns=names, include_extras=True)
    found = []
    defaults = dict(zip(reversed(state.__struct_fields__), reversed(state.__struct_defaults__), strict=False))
    for name in state.__struct_fields__:
        if get_origin(hints[name]) is not Annotated:
            continue
        kind, part = get_args(hints[name])
        keyed: Keyed = ""
        if get_origin(kind) is dict:
            kind = get_args(kind)[1]
            keyed = "id" if isinstance(kind, type) and "id" in getattr(kind, "__struct_fields__", ()) else "key"
        default = {} if keyed else defaults[name]
        found.append(replace(part, name=name, kind=kind, keyed=keyed, default=default))
    return tuple(found)


def plain(value: Any) -> Any:
    """A value as builtins, of a struct with ``omit_defaults`` without the fields that equal their default."""
    built = msgspec.to_builtins(value)
    if isinstance(value, Struct):
        for name, default in compared(type(value)):
            if name in built and built[name] == default:
                del built[name]
    return built


@cache
def compared(kind: type[Struct]) -> tuple[tuple[str, Any], ...]:
    """Fields that msgspec leaves out only where their value is the very object of the default, with that as builtins.

    Equal values are one object for truth values, None, small numbers, and empty texts and tuples; for others it depends
    on where they come from, and equal positions have equal digests.
    """
    if not kind.__struct_config__.omit_defaults:
        return ()
    return tuple((f.name, msgspec.to_builtins(f.default)) for f in fields(kind) if not _one_object(f.default))


def _one_object(value: Any) -> bool:
    if value is NODEFAULT or value is None or isinstance(value, bool):
        return True
    if isinstance(value, int):
        return value in SINGLE_INTS
    return value in ("", ())
