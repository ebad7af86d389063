"""A position as bytes and back, so that the last state of a game opens even where its rules have changed."""

from __future__ import annotations

from typing import Any

import msgspec

from goodorder.core.errors import GoodOrderError
from goodorder.core.frames import decode_frame
from goodorder.core.state import Marker, Result, Shot, State, Trail, Turn, Unit, Weapon
from goodorder.core.world import World

from .errors import RecordError


def encode_state(st: State) -> bytes:
    """The position without its shared world."""
    return msgspec.json.encode(st.parts())


def decode_state(world: World, data: bytes) -> State:
    """The position that ``encode_state`` wrote, in ``world``; :class:`RecordError` when it can't be read."""
    try:
        parts: dict[str, Any] = msgspec.json.decode(data)
        return State(
            world=world,
            units=_by_id(parts["units"], Unit),
            weapons=_by_id(parts["weapons"], Weapon),
            markers=_by_id(parts["markers"], Marker),
            trails=_keyed(parts["trails"], Trail),
            weapon_shots=_keyed(parts["weapon_shots"], tuple[Shot, ...]),
            control=_keyed(parts["control"], int),
            turn=msgspec.convert(parts["turn"], Turn),
            stack=tuple(decode_frame(frame) for frame in parts["stack"]),
            rolls=parts["rolls"],
            next_id=parts["next_id"],
            result=msgspec.convert(parts["result"], Result | None),
            points=msgspec.convert(parts["points"], tuple[int, int]),
            memo={},
        )
    except (msgspec.DecodeError, msgspec.ValidationError, KeyError, TypeError, ValueError, GoodOrderError) as error:
        raise RecordError("snapshot", f"can't be read: {error}") from error


def _by_id(items: list[Any], kind: Any) -> dict[int, Any]:
    found = [msgspec.convert(item, kind) for item in items]
    return {item.id: item for item in found}


def _keyed(items: dict[str, Any], kind: Any) -> dict[int, Any]:
    return {int(key): msgspec.convert(value, kind) for key, value in items.items()}
