"""The counters of a position: Personnel, weapons, vehicles, works, batteries, and markers that belong to nobody."""

from __future__ import annotations

from typing import Any, ClassVar, Literal

from msgspec import Struct
from msgspec.structs import replace

from goodorder.data.charts.to_kill import Facing

from .stance import PLAIN, Stance

NOWHERE = -1

# Where a unit or weapon is.
ON_MAP = 0
UNPLACED = 1
REINFORCEMENT = 2
OFF_BOARD = 3
EXITED = 4
ELIMINATED = 5
CAPTURED = 6
JOINED = 7  # half of a squad that Recombined
ESCORTING = 8  # has left the map with its prisoners
ABOARD = 9  # mans a vehicle

# Marker kinds.
MK_RESIDUAL = "residual"
MK_SMOKE_GRENADE, MK_WP_GRENADE = "smoke_grenade", "wp_grenade"
MK_SMOKE, MK_SMOKE_DISPERSED = "smoke", "smoke_dispersed"
MK_WP, MK_WP_DISPERSED = "wp", "wp_dispersed"
MK_SMOKE_DRIFT, MK_WP_DRIFT = "smoke_drift", "wp_drift"
DRIFTING = (MK_SMOKE_DRIFT, MK_WP_DRIFT)
"""The gray counters of Dispersed SMOKE that drifts from a source (A24.61)."""
SHELL_SMOKE = (MK_SMOKE, MK_SMOKE_DISPERSED, MK_WP, MK_WP_DISPERSED, *DRIFTING)
"""SMOKE of shells, full and Dispersed, and what drifts: any number of counters lie in one Location (A24.2)."""

SMOKE_MARKERS = (MK_SMOKE_GRENADE, MK_WP_GRENADE, *SHELL_SMOKE)
MK_CC = "cc"
MK_MELEE = "melee"
MK_HAND_TO_HAND = "hand_to_hand"
"""A fight that is Hand-to-Hand as long as it lasts (A25.43), beside its CC or Melee counter."""
MK_ENCIRCLED = "encircled"


class Unit(Struct, frozen=True, gc=False, omit_defaults=True):
    """One Personnel counter (A1).

    ``order`` is the position in its stack, higher is nearer the top.  ``group`` names the scenario
    group it belongs to and ``enters`` the turn of its entry (0: sets up on the map).  ``ti``: A4.8, ``disrupted``:
    A19.12, ``fanatic``: A10.8, ``berserk``: A15.4.  ``concealed``: under a "?" (A12.1); ``hidden`` besides: not on the
    map for the enemy at all (A12.3). ``unarmed``: a free Unarmed unit, ``forsaken`` one whom the enemy who guarded it
    has abandoned (A20.5, A20.53). ``dazed``: a crew with the +1 of a Stun (D5.34). ``stance`` is how it
    is in its Location.
    """

    id: int
    side: int
    type: str
    loc: int = NOWHERE
    place: int = UNPLACED
    order: int = 0
    ident: str = ""
    broken: bool = False
    dm: bool = False
    pinned: bool = False
    cx: bool = False
    wounded: bool = False
    concealed: bool = False
    group: str = ""
    enters: int = 0
    ti: bool = False
    disrupted: bool = False
    fanatic: bool = False
    hidden: bool = False
    unarmed: bool = False
    forsaken: bool = False
    dazed: bool = False
    stance: Stance = PLAIN
    berserk: bool = False


def with_stance(unit: Unit, **changes: Any) -> Unit:
    """The unit with some fields of its stance replaced."""
    return replace(unit, stance=unit.stance.with_(**changes))


class Acquired(Struct, frozen=True, gc=False, omit_defaults=True):
    """What a Gun has acquired: its To Hit DRM there, -1 or -2 (C6.5). ``area``: everything in the hex of ``loc``, for
    shots on the Area Target Type; else the Known units of that Location.
    """

    loc: int
    drm: int
    area: bool = False


class Charge(Struct, frozen=True, gc=False, omit_defaults=True):
    """Where a DC is placed and by which unit, whether that was CX; who was concealed there, against whom it has half
    its FP; from which Original DR it is a dud (A23.3, A23.4). ``vehicle`` is the AFV that it is meant for, placed from
    ``frm`` through those ``facings`` of hull and turret (A23.5).
    """

    loc: int
    unit: int
    cx: bool = False
    halved: tuple[int, ...] = ()
    dud: int = 12
    vehicle: int = 0
    frm: int = -1
    facings: tuple[Facing, Facing] = ("front", "front")


class SetCharge(Struct, frozen=True, gc=False, omit_defaults=True):
    """Where a DC is Set, which units may set it off: the one that set it, or the half-squads that it has become; in
    which Player Turn that was, by turn and ATTACKER, 0 before play; from which DR it malfunctions (A23.7). ``workers``
    are the MMC whose Labor at its Clearance is the ``labor`` of the weapon (B24.8).
    """

    loc: int
    units: tuple[int, ...]
    turn: int = 0
    attacker: int = 0
    dud: int = 12
    workers: tuple[int, ...] = ()


class Weapon(Struct, frozen=True, gc=False, omit_defaults=True):
    """One support weapon counter (A9.1): possessed by unit ``holder``, or lying at ``loc`` when that is 0; one that
    keeps a place of its own while it is manned has both. Rules ask ``rules/facts/bearers`` who and where.

    ``facing`` is the hexspine that it points along (C3.2), by its vertex as in ``Trail.bypass``, -1 for none;
    ``concealed``: under a "?" of its own, ``hidden``: not on the map for the enemy, whoever mans it (A12.1, A12.3).
    ``acquired`` is what a Gun has acquired by its last shots (C6.5), ``emplaced``: dug in since the set-up (C11.2).
    ``depleted`` are the kinds of ammunition that it has run out of (C8.9), ``placed`` where a DC waits to go off,
    ``laid`` where one is Set, ``spotter`` the unit that was named as a mortar's Spotter (C9.3).
    ``bare``: its owner sets it up without Emplacement (C11.3). ``low_ammo``: its vehicle has Low Ammo for it (D3.71).
    ``captured``: ``side`` has it from the enemy, whose counter it is (A26.222). ``limbered``: its other side up
    (C10.2), ``labor`` is what attempts to push it, or to clear it where it is Set, have gained for the next one,
    0 to 2 (C10.3, B24.8).
    ``dismantled`` is its dm side (A9.8).  ``lane`` holds the hexes of its Fire Lane, from the gun out to the counter
    (A9.22).
    """

    id: int
    side: int
    type: str
    holder: int = 0
    loc: int = NOWHERE
    place: int = UNPLACED
    malfunctioned: bool = False
    group: str = ""
    enters: int = 0
    dismantled: bool = False
    lane: tuple[int, ...] = ()
    facing: int = -1
    hidden: bool = False
    concealed: bool = False
    acquired: Acquired | None = None
    emplaced: bool = False
    captured: bool = False
    limbered: bool = False
    labor: int = 0
    depleted: tuple[str, ...] = ()
    placed: Charge | None = None
    spotter: int = 0
    bare: bool = False
    low_ammo: bool = False
    laid: SetCharge | None = None


class Piece(Struct, frozen=True, gc=False, omit_defaults=True):
    """What counters that are neither Personnel nor weapons have in common: whose they are, their type, their Location,
    the hexspine that they point along (C3.2; a Roadblock has a hexside; -1: none); ``concealed``: under a "?" (A12.1),
    ``hidden``: not on the map for the enemy (A12.3).
    """

    id: int
    side: int
    type: str
    loc: int = NOWHERE
    facing: int = -1
    hidden: bool = False
    concealed: bool = False


class Vehicle(Piece, frozen=True, gc=False):
    """One vehicle counter (D1), never a kind of Unit; it is its Inherent crew too, until that has left it.

    ``facing`` is its VCA, ``turret`` its TCA (-1: as the VCA, D3.12). ``motion``: in Motion (D2.4); ``ce``: its crew
    is exposed (D5.3); ``bogged``, ``mired`` (D8.2, D8.3), ``immobile`` (D8.1); ``shocked``: "shock" or "uk" (C7.4);
    ``stunned``: "stun" with its counter, "+1" once that has come off (D5.34); ``recalled`` (D5.341); ``abandoned``:
    without its crew (D5.4); ``wreck``, ``burning`` (D10, B25.14). A wreck belongs to nobody. Its weapons are
    :class:`Weapon` whose holder it is. Its deeds stand in ``State.trails`` under its own id. ``backing``: in
    Motion in reverse (D2.24). ``off_road``: beside the road of its hex, in the woods (B13.41). ``captured``:
    ``side`` has it from the enemy, whose counter it is (A21.2). ``pinned``: a Pin counter hampers the fire of its crew,
    though neither is pinned (A7.82). ``scrounged``: somebody has looked for arms in it (D10.5).
    ``carries`` are SW that a special rule has aboard it, by their types (D10.51).
    ``crew`` are the counters that man it (A21.22, D5.42), none for its own Inherent crew. ``stance`` holds the
    vertices of its Bypass (D2.3).
    """

    place: int = UNPLACED
    group: str = ""
    enters: int = 0
    ident: str = ""
    turret: int = -1
    motion: bool = False
    ce: bool = False
    bogged: bool = False
    mired: bool = False
    immobile: bool = False
    shocked: Literal["", "shock", "uk"] = ""
    stunned: Literal["", "stun", "+1"] = ""
    recalled: bool = False
    abandoned: bool = False
    wreck: bool = False
    burning: bool = False
    backing: bool = False
    off_road: bool = False
    captured: bool = False
    pinned: bool = False
    scrounged: bool = False
    crew: tuple[int, ...] = ()
    carries: tuple[str, ...] = ()
    stance: Stance = PLAIN

    # What Personnel can be and a vehicle's crew is not, so that rules of fire can ask it of either.
    order: ClassVar[int] = 0
    broken: ClassVar[bool] = False
    dm: ClassVar[bool] = False
    cx: ClassVar[bool] = False
    unarmed: ClassVar[bool] = False
    wounded: ClassVar[bool] = False
    ti: ClassVar[bool] = False
    disrupted: ClassVar[bool] = False
    fanatic: ClassVar[bool] = False
    berserk: ClassVar[bool] = False


Fighter = Unit | Vehicle
"""Who can fire: Personnel, or a vehicle with its Inherent crew."""


class Work(Piece, frozen=True, gc=False):
    """One Fortification counter (B27 to B30)."""


class Battery(Piece, frozen=True, gc=False):
    """One off-board artillery battery (C1): ``loc`` is where its counter lies, if it is on the map."""


class Marker(Struct, frozen=True, gc=False, omit_defaults=True):
    """A counter on a Location that belongs to nobody: Residual FP, SMOKE, CC, Melee, Encircled.

    ``side``: whose units an Encircled counter affects, -1 for all there (A7.7); who placed SMOKE of shells (A24.4).
    ``crest``: Residual FP that lies at the Crest of a Depression hex only and does not reach its bed (A8.21).
    ``source``: the SMOKE counter or burning wreck from which it drifts, by its id (A24.61). ``indoors``: SMOKE placed
    in a building from within it, which no weather touches (A24.6).
    """

    id: int
    kind: str
    loc: int
    strength: int = 0
    side: int = -1
    crest: bool = False
    source: int = 0
    indoors: bool = False


def first_owner(one: Weapon | Vehicle) -> int:
    """The side whose counter it is by the order of battle; ``side`` is who has it, or had it last."""
    return 1 - one.side if one.captured else one.side


def top_first(unit: Unit) -> tuple[int, int]:
    """The order of a stack, its top first."""
    return (-unit.order, unit.id)
