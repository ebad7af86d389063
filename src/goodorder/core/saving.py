"""A position as builtins or bytes and back: what saving, sending and comparing of a game rest on (design section 3).

The shared world (map, rules, catalogue, scenario) is no part of it and is given again when a position is read.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from .errors import Unreadable
from .frames import decode_frame
from .parts import Part
from .state import PARTS, State
from .world import World


def encode(st: State) -> bytes:
    """The position without its world, as JSON; equal positions give equal bytes."""
    return msgspec.json.encode(st.written())


def decode(data: bytes | Mapping[str, Any], world: World) -> State:
    """The position that :func:`encode` (or ``State.parts``) wrote, in ``world``.

    Raises :class:`Unreadable` naming the part that is missing or wrong; nothing half-read is returned.
    """
    parts = _parse(data) if isinstance(data, bytes) else data
    missing = [part.name for part in PARTS if part.always and part.name not in parts]
    unknown = [name for name in parts if name not in _NAMES]
    if missing or unknown:
        raise Unreadable(f"a saved position lacks {missing[0]!r}" if missing else f"unknown part {unknown[0]!r}")
    read = {part.name: _part(part, parts[part.name]) for part in PARTS if part.name in parts}
    return State(world=world, memo={}, **read)


def copy(st: State) -> State:
    """An independent copy by way of the saved form; its memo is empty."""
    return decode(encode(st), st.world)


def _parse(data: bytes) -> Mapping[str, Any]:
    try:
        found = msgspec.json.decode(data)
    except (msgspec.DecodeError, RecursionError) as error:
        raise Unreadable(f"a saved position is JSON: {error}") from error
    if not isinstance(found, dict):
        raise Unreadable("a saved position is an object")
    return found


def _part(part: Part, value: Any) -> Any:
    try:
        if part.name == "stack":
            return tuple(decode_frame(frame) for frame in msgspec.convert(value, list[dict[str, Any]]))
        if part.keyed == "id":
            found = [msgspec.convert(item, part.kind) for item in msgspec.convert(value, list[Any])]
            return {item.id: item for item in found}
        if part.keyed == "key":
            table = msgspec.convert(value, dict[int, Any], strict=False)
            return {key: msgspec.convert(item, part.kind) for key, item in table.items()}
        return msgspec.convert(value, part.kind)
    except (msgspec.ValidationError, RecursionError) as error:
        raise Unreadable(f"saved position, {part.name}: {error}") from error


_NAMES = frozenset(part.name for part in PARTS)
