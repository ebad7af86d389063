"""Actions: every answer that a Choice can take, as a tagged union of frozen structs.

Ids are those of units and weapons in the position; Locations are the map's ints.  ``encode`` gives
the form that records and protocols carry: an object whose ``do`` names the action.

What an action is good for is said by its base: a :class:`MoveStep` is an act of a stack on its move, :class:`Spending`
one with which a move may begin, :class:`Joint` one that units of a stack may announce together.  The modules of this
folder hold the actions of one occasion each; all are imported from here.
"""

from __future__ import annotations

from typing import Any

import msgspec

from ..errors import Unreadable
from .base import Action, Concede, Done, DriveStep, Joint, MoveStep, Spending, kinds_of
from .close import (
    Advance,
    CloseCombat,
    CloseDefend,
    Escape,
    HandToHand,
    PickLocation,
    PickUnit,
    Recapture,
    Rout,
    StandWith,
    Withdraw,
)
from .crews import LeaveVehicle, ManVehicle
from .drive import (
    AnyDriveStep,
    ArmoredAssault,
    Delay,
    DriveAlong,
    DriveTo,
    Hatch,
    ParkHere,
    StartUp,
    Stop,
    TryMotion,
    TurnHull,
    TurnTurret,
    Unbog,
)
from .fire import (
    SNAP,
    Detonate,
    Fire,
    Firer,
    Lane,
    LaneSnap,
    Molotov,
    Opportunity,
    Ordnance,
    Panzerfaust,
    Residual,
    TargetType,
    ThrowCharge,
)
from .move import (
    AnyJoint,
    AnyMoveStep,
    AnySpending,
    Climb,
    DeclareWave,
    Displace,
    DoubleTime,
    Drop,
    Go,
    Halt,
    Hold,
    LayCharge,
    Move,
    OverrunCheck,
    PlaceCharge,
    Push,
    Recover,
    Search,
    Smoke,
    Surge,
    Together,
    units_of,
)
from .setup import Commission, Face, Hide, Place, TakeSetup
from .status import (
    CheckIntegrity,
    CheckSniper,
    ClearCharge,
    DenyQuarter,
    Deploy,
    DeployGuard,
    Expose,
    HandPrisoners,
    KeepDm,
    Massacre,
    MopUp,
    PlaceSniper,
    Rally,
    Recombine,
    RefuseHardening,
    RegroupPrisoners,
    ReleasePrisoners,
    Reveal,
    Snipe,
    SnipeSniper,
    TakePrisoners,
    VoluntaryBreak,
    Wall,
)
from .weapons import Abandon, Give, Handle, Repair, Scrounge, TurnGun

__all__ = [
    "ACTIONS",
    "SNAP",
    "Abandon",
    "Action",
    "Advance",
    "AnyDriveStep",
    "AnyJoint",
    "AnyMoveStep",
    "AnySpending",
    "ArmoredAssault",
    "Climb",
    "CheckIntegrity",
    "CheckSniper",
    "ClearCharge",
    "CloseCombat",
    "CloseDefend",
    "DeployGuard",
    "Escape",
    "Recapture",
    "Commission",
    "Concede",
    "DeclareWave",
    "Delay",
    "DenyQuarter",
    "RefuseHardening",
    "Deploy",
    "Detonate",
    "Displace",
    "Done",
    "DoubleTime",
    "DriveAlong",
    "DriveStep",
    "DriveTo",
    "Drop",
    "Expose",
    "Face",
    "Fire",
    "Firer",
    "Give",
    "Go",
    "Halt",
    "Handle",
    "Hatch",
    "Hide",
    "Hold",
    "Joint",
    "HandPrisoners",
    "HandToHand",
    "KeepDm",
    "Massacre",
    "Lane",
    "LaneSnap",
    "LayCharge",
    "LeaveVehicle",
    "ManVehicle",
    "Molotov",
    "MopUp",
    "Move",
    "MoveStep",
    "Opportunity",
    "Ordnance",
    "OverrunCheck",
    "Panzerfaust",
    "ParkHere",
    "PickLocation",
    "PickUnit",
    "Place",
    "PlaceCharge",
    "PlaceSniper",
    "Push",
    "Rally",
    "Recombine",
    "Recover",
    "Repair",
    "Residual",
    "RegroupPrisoners",
    "ReleasePrisoners",
    "Reveal",
    "Rout",
    "Search",
    "Smoke",
    "Scrounge",
    "Snipe",
    "SnipeSniper",
    "Spending",
    "StandWith",
    "StartUp",
    "Stop",
    "Surge",
    "TakeSetup",
    "TargetType",
    "ThrowCharge",
    "Together",
    "TakePrisoners",
    "TryMotion",
    "TurnGun",
    "TurnHull",
    "TurnTurret",
    "Unbog",
    "VoluntaryBreak",
    "Wall",
    "Withdraw",
    "decode",
    "encode",
    "units_of",
]

ACTIONS: dict[str, type[Action]] = {str(kind.__struct_config__.tag): kind for kind in kinds_of(Action)}
"""Every action by its name in ``do``."""


def encode(action: Action) -> dict[str, Any]:
    """The action as builtins, its name under ``do``; fields at their default are left out."""
    built: dict[str, Any] = msgspec.to_builtins(action)
    return built


LEAST, MOST = -9, 99_999_999
"""No number of an action lies below or above them: no id, Location, hexside, facing, or number of anything."""


def _is_strange(data: object) -> bool:
    """Whether a number that no game has stands in an action, as builtins."""
    if isinstance(data, int):
        return not LEAST <= data <= MOST
    parts = data.values() if isinstance(data, dict) else data if isinstance(data, list | tuple) else ()
    return any(_is_strange(part) for part in parts)


def decode(data: object) -> Action:
    """The action that ``encode`` wrote.

    Raises :class:`Unreadable` with the place and what was expected.
    """
    if not isinstance(data, dict) or not isinstance(data.get("do"), str):
        raise Unreadable(f"an action is an object with 'do', one of: {', '.join(sorted(ACTIONS))}")
    cls = ACTIONS.get(data["do"])
    if cls is None:
        raise Unreadable(f"unknown action {data['do']!r}; known: {', '.join(sorted(ACTIONS))}")
    unknown = set(data) - {"do", *cls.__struct_encode_fields__}
    if unknown:
        raise Unreadable(f"action {data['do']}: unknown field {sorted(unknown)[0]!r}")
    try:
        action = msgspec.convert(data, cls)
    except msgspec.ValidationError as error:
        raise Unreadable(f"action {data['do']}: {error}") from error
    if _is_strange(encode(action)):
        raise Unreadable(f"action {data['do']}: a number that no game has")
    return action
