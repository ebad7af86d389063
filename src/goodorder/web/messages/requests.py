"""What a client may send, as strict types: anything else is unreadable."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec import Struct

from goodorder.core.errors import Unreadable
from goodorder.play.record import Options

MAX_PATH = 200
"""Keys in a path; far more than any menu is deep."""
MAX_MESSAGE = 64 * 1024
"""Bytes of a message."""


class Message(Struct, frozen=True, forbid_unknown_fields=True, tag_field="type"):
    """Base of the messages over the WebSocket; ``rid`` comes back with the reply."""

    rid: int


class MenuAsked(Message, frozen=True, tag="menu"):
    """The menu below a path."""

    path: list[str]


class Answer(Message, frozen=True, tag="answer"):
    """A decision: the path to a leaf, in the position of step ``seq``."""

    seq: int
    path: list[str]


class PreviewAsked(Message, frozen=True, tag="preview"):
    """What an entry would come to."""

    path: list[str]


class Why(Message, frozen=True, tag="why"):
    """Why something on the board can't be chosen now."""

    path: list[str]
    hex: str | None = None
    unit: str | None = None
    weapon: str | None = None


class Reach(Message, frozen=True, tag="reach"):
    """Where the units of a path can get to."""

    path: list[str]


class WayAsked(Message, frozen=True, tag="way"):
    """What waits along a planned way: MF and possible fire at each of its hexes."""

    path: list[str]
    via: list[str]


class Los(Message, frozen=True, tag="los"):
    """The line of sight between two hexes, at a level of each where it has several."""

    to: str
    from_: str = msgspec.field(name="from")
    from_level: str = ""
    to_level: str = ""


class CardAsked(Message, frozen=True, tag="card"):
    """Everything that the catalogue knows of a Gun or vehicle, by its type."""

    of: str


class HintAsked(Message, frozen=True, tag="hint"):
    """What would the computer do?"""


class FirerOrders(Struct, frozen=True, forbid_unknown_fields=True):
    """When the DEFENDER wants to be asked for a shot of one ``firer``, a Gun or a vehicle, during the enemy's moves:
    never with ``hold``; else for one that hits somebody, or harms a vehicle, with at least the chance ``threshold``
    (None: what holds for all), at a target ``within`` so many hexes (None: any); at a vehicle only where hull and
    turret show ``facings`` of these (none: any).
    """

    firer: str
    hold: bool = False
    threshold: float | None = None
    within: int | None = None
    facings: list[Literal["front", "side", "rear"]] = []

    def __post_init__(self) -> None:
        if self.threshold is not None and not 0 <= self.threshold <= 1:
            raise ValueError("threshold is a probability from 0 to 1")
        if self.within is not None and not 0 <= self.within <= 1000:
            raise ValueError("within is a number of hexes from 0 to 1000")


class Orders(Struct, frozen=True, forbid_unknown_fields=True):
    """When a side wants to be asked: ``threshold`` to ``silent_until`` for the DEFENDER during the enemy's moves.

    ``threshold``: where the best shot breaks, pins, reduces or eliminates somebody with at least this chance, None
    wherever a shot is possible; Final Protective Fire counts by how much likelier that is than harm to its own firers
    (A8.31), a momentary reveal by the shot that it would allow (A12.14).  ``advised``: also where the standard computer
    player would fire.
    ``transfers`` "marked": in the RPh, where nothing but handing weapons over can be done, only in hexes of ``givers``;
    ``walls``: where nothing but Wall Advantage can be claimed or given up, "near" only while an enemy stands across
    that wall or can come there in this phase, "leave" never.
    ``empty``: windows in which the side can do nothing, asked so that the enemy learns nothing, close by themselves
    (after a pause of no fixed length) or ask; left out they close where the sides have screens of their own.
    ``firers``: orders for single Guns and vehicles, each once. ``turns``: whether it wants to turn Guns and vehicles as
    a fire phase ends (C3.22, D3.12): "seen" only where one of them sees an enemy, and none within an arc of its own;
    "leave" never. ``surrenders``: whether it wants to be asked about a surrender (A20.3), accepts
    each, or "never" one: No Quarter.
    """

    threshold: float | None = None
    units: list[str] = []
    hexes: list[str] = []
    silent_until: Literal["phase"] | None = None
    transfers: Literal["ask", "marked"] = "ask"
    empty: Literal["close", "ask"] | None = None
    givers: list[str] = []
    walls: Literal["ask", "near", "leave"] = "ask"
    advised: bool = False
    firers: list[FirerOrders] = []
    turns: Literal["ask", "seen", "leave"] = "ask"
    surrenders: Literal["ask", "accept", "never"] = "ask"

    def __post_init__(self) -> None:
        if self.threshold is not None and not 0 <= self.threshold <= 1:
            raise ValueError("threshold is a probability from 0 to 1")
        if len({one.firer for one in self.firers}) < len(self.firers):
            raise ValueError("firers has one entry for each Gun or vehicle")


USUAL = Orders(threshold=0.1, advised=True, walls="near", turns="seen")
"""The orders of a side that has given none."""

ALWAYS = Orders()
"""Those of a side that is asked wherever it can do anything."""


class Standing(Message, frozen=True, tag="standing"):
    """Give standing orders."""

    orders: Orders


class Undo(Message, frozen=True, tag="undo"):
    """Go back (practice games): to the last decision, or to the first one after step ``at`` of the replay."""

    at: int | None = None


class Save(Message, frozen=True, tag="save"):
    """Write the record to a file."""


class ConcedeAsked(Message, frozen=True, tag="concede"):
    """Give the game up."""

    side: str = ""


AnyMessage = (
    MenuAsked
    | Answer
    | PreviewAsked
    | Why
    | Reach
    | WayAsked
    | Los
    | CardAsked
    | HintAsked
    | Standing
    | Undo
    | Save
    | ConcedeAsked
)

_MESSAGE = msgspec.json.Decoder(AnyMessage)


PlayerWord = Literal["human", "standard", "random", "idle"]
"""Who plays a side."""


class NewGame(Struct, frozen=True, forbid_unknown_fields=True):
    """The body of ``POST /api/games``."""

    scenario: str
    players: dict[str, PlayerWord]
    options: Options = Options()
    setups: dict[str, str] = {}
    seed: int | None = None


class SeatWanted(Struct, frozen=True, forbid_unknown_fields=True):
    """The body of ``POST /api/games/G/seats``: for which side; ``keep``: who has the seat now keeps it too."""

    seat: str
    keep: bool = False


_SEAT = msgspec.json.Decoder(SeatWanted)
_NEW_GAME = msgspec.json.Decoder(NewGame)


def read_message(text: str | bytes) -> AnyMessage:
    """The message in ``text``; :class:`Unreadable` says what was expected."""
    if len(text) > MAX_MESSAGE:
        raise Unreadable(f"a message holds at most {MAX_MESSAGE} characters")
    try:
        message: AnyMessage = _MESSAGE.decode(text)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise Unreadable(f"message: {error}") from error
    if max(len(getattr(message, name, ())) for name in ("path", "via")) > MAX_PATH:
        raise Unreadable(f"a path holds at most {MAX_PATH} keys")
    return message


def rid_of(text: str | bytes) -> int | None:
    """The ``rid`` of a message that may be unreadable otherwise."""
    try:
        found = msgspec.json.decode(text[:MAX_MESSAGE])
    except (msgspec.DecodeError, ValueError, RecursionError):
        return None
    rid = found.get("rid") if isinstance(found, dict) else None
    return rid if type(rid) is int else None


def read_new_game(body: bytes) -> NewGame:
    """The new game that is asked for."""
    try:
        return _NEW_GAME.decode(body[: MAX_MESSAGE + 1])
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise Unreadable(f"new game: {error}") from error


def read_seat(body: bytes) -> SeatWanted:
    """The seat that somebody is invited to."""
    try:
        return _SEAT.decode(body)
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise Unreadable(f"seat: {error}") from error
