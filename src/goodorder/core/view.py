"""What one side may know of a position: a View is a State of the same type (design section 7).

Enemy counters under concealment are replaced by public stand-ins, one for each Location, of type ``unknown:?``; real
units and Dummies, Guns, vehicles and works under a "?" become the same stand-in.  Hidden units and their weapons,
hidden Guns, vehicles and works are not there at all; a Gun shares the "?" of who mans it (A12.2).  Counters that both
sides know keep their ids, so that an action chosen on a view means the same in the position itself; a stand-in's id is
made of its Location, and markers are numbered anew, so that no id tells what it belongs to.  A Location with a stand-in
is shown as its side's, whether what stands there could take Control or not; else Control is what the side knows of.
The dice counter is not part of any view, nor is a third die that is
left of a roll.  Where everything is Known (always so in ``starter``) a view holds the whole
position.

Who keeps what from whom is found in :mod:`.hidden`, what of that is as it was when the side looked last in
:mod:`.looking`, the face of a "?" stack in :mod:`.public_face`; the parts of a view that are made piece by piece in
:mod:`.seen_stacks`, :mod:`.seen_trails` and :mod:`.known_weapons`.

Frames that name units are left out of a view's stack, but for the one that asks this very side: that one names
stand-ins where it named what they stand for (:meth:`Frame.shown`).  The view of the side that is not asked waits.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import is_
from typing import Any, ClassVar

from msgspec.structs import replace

from .actions import Action
from .engine import pending
from .errors import Refusal
from .frames import Choice, Frame, Pending
from .hidden import (
    STAND_IN,
    TWIN,
    hides_anything,
    is_asked_openly,
    is_hidden,
    is_masked,
    may_hide,
    stand_in_id,
    twin_id,
)
from .known_weapons import known_weapons
from .looking import LAST, Looked, Looking, look, may_have_unseen_guns, may_have_unseen_vehicles, stand_ins
from .menu import Menu
from .public_face import known_ids, known_shots, public_step
from .recent import known_pending
from .seen_stacks import SeenUnits, seen_units
from .seen_trails import SeenTrails, seen_trails
from .state import NOBODY, PARTS, FireMark, Marker, State
from .world import IMAGINED, UNKNOWN

__all__ = [
    "MARKER",
    "SEEN",
    "STAND_IN",
    "TWIN",
    "Waiting",
    "asked_of",
    "forced",
    "hides_anything",
    "imagined",
    "is_hidden",
    "is_asked_openly",
    "is_masked",
    "known_ids",
    "known_weapons",
    "may_have_unseen_guns",
    "may_have_unseen_vehicles",
    "may_hide",
    "public_control",
    "public_step",
    "public_view",
    "stand_in_id",
    "stand_ins",
    "twin_id",
    "view",
    "with_public_control",
]

SEEN = "asked_of"
"""Where a position remembers how it looks to the side that is asked, until it has answered."""

MARKERS, CONTROL, BELIEVED = (tuple(f"{what} {side}" for side in (0, 1)) for what in ("markers", "control", "believed"))
"""Where a position remembers, for each side, what of its view hangs on few of its parts."""

_NOTHING: tuple[None, Any] = (None, None)

MARKER = 2_000_000
"""The id of the first marker of a view in which something is hidden; above all of them are new ids."""


class Waiting(Frame, frozen=True):
    """The top of a view's stack while something goes on that its side may not see, or does not decide."""

    names_counters: ClassVar[bool] = False
    side: int

    def ask(self, st: State) -> Choice:
        """Nothing that this side can answer."""
        return Choice(self.side, "waiting", "A12", Menu(tuple), lambda _: Refusal("A12", "it is not your decision"))

    def title(self, st: State) -> str:
        """All that is told."""
        return "waiting"


class Seen(Looked, frozen=True):
    """What a side saw of a position when it looked last, part by part; ``rest`` by the names of parts, and what that
    hangs on besides the side's secrets. ``tables`` are those of its view.
    """

    units: SeenUnits
    trails: SeenTrails
    rest: dict[str, Any]
    rest_of: tuple[Any, ...]
    tables: dict[str, tuple[Any, ...]]


def view(st: State, side: int) -> State:
    """The position as ``side`` (0 or 1) may know it."""
    return _view(st, side, known_pending(st)) if hides_anything(st, side) else st.with_(rolls=0)


def _view(st: State, side: int, asked: Pending | None = None) -> State:
    """The same where there is something that it may not know; ``asked`` is what the position waits for, if known.

    What rules have found out about parts of its view before this one is known again while these parts are the same.
    """
    last: Seen | None = st.tables.get(LAST[side], _NOTHING)[1]
    looking = look(st, side)
    units = seen_units(looking, last.units if last is not None else None)
    trails = seen_trails(looking, last.trails if last is not None else None)
    rest_of = st.markers, st.weapon_shots, st.control, st.believed, units.others
    if last is not None and looking.kept and all(map(is_, rest_of, last.rest_of)):
        rest = last.rest
    else:
        rest = {name: find(looking, units.others) for name, find in _PARTS.items()}
    tables = last.tables.copy() if last is not None else {}
    if tables.get("located", _NOTHING)[0] is not units.units:
        tables["located"] = (units.units, units.stacks, False)
    secrets = looking.secrets
    st.tables[LAST[side]] = (None, Seen(st.units, st.trails, secrets, units, trails, rest, rest_of, tables))
    stack = _stack(st, side, secrets.hidden, asked)
    found = {**_UNTOLD, **secrets.told, **rest, "units": units.units, "trails": trails.all, "stack": stack}
    return replace(st, waits={}, memo={}, tables=tables, **found)


def _weapon_shots(looking: Looking, others: tuple[int, ...]) -> dict[int, tuple[FireMark, ...]]:
    weapons, hidden = looking.secrets.told["weapons"], looking.secrets.hidden
    return {key: known_shots(shots, hidden) for key, shots in looking.st.weapon_shots.items() if key in weapons}


def _markers(looking: Looking, others: tuple[int, ...]) -> dict[int, Marker]:
    """All of them, numbered anew."""
    st, side = looking.st, looking.side
    if not st.markers:
        return st.markers
    of, known = st.tables.get(MARKERS[side], _NOTHING)
    if of is st.markers:
        remembered: dict[int, Marker] = known
        return remembered
    ordered = sorted(st.markers.values(), key=lambda marker: (marker.loc, marker.kind, marker.strength))
    markers = {MARKER + n: replace(marker, id=MARKER + n) for n, marker in enumerate(ordered)}
    st.tables[MARKERS[side]] = (st.markers, markers)
    return markers


def _control(looking: Looking, others: tuple[int, ...]) -> dict[int, int]:
    """As the side takes it to be; a Location with a stand-in is shown as its side's: ``others`` are those that the
    position itself holds.
    """
    st, side, unknown = looking.st, looking.side, looking.secrets.unknown
    of, known = st.tables.get(CONTROL[side], _NOTHING)
    if of is not None and of[0] is st.control and of[1] is st.believed and of[2] is unknown and of[3] is others:
        remembered: dict[int, int] = known
        return remembered
    control = _believed_control(st, side)
    if others or unknown:
        control = {**control, **dict.fromkeys((*others, *unknown), 1 - side)}
    st.tables[CONTROL[side]] = ((st.control, st.believed, unknown, others), control)
    return control


def _stack(st: State, side: int, hidden: Mapping[int, int], asked: Pending | None) -> tuple[Frame, ...]:
    """Frames that name no counter, then the one that asks this side, or that it waits."""
    if not st.stack:
        return ()
    *lower, top = st.stack
    below = [each if each.everybody_sees else each.seen_by(st, side) for each in lower if not each.names_counters]
    if st.result is None:
        waits_for = asked or top.ask(st)
        if isinstance(waits_for, Choice) and waits_for.side == side:
            return (*below, top.shown(hidden))
    if not top.names_counters:
        below.append(top.seen_by(st, side))
    return tuple(below) if st.result is not None else (*below, Waiting(side))


_PARTS: dict[str, Callable[[Looking, tuple[int, ...]], Any]] = {
    "markers": _markers,
    "weapon_shots": _weapon_shots,
    "control": _control,
}
"""What a side may know of the parts that hang on its secrets and on few others (``rest_of``)."""

_AT_HAND = ("units", "weapons", "trails", "stack", "next_id")
"""The others of which a side knows a part alone."""

_UNTOLD = {part.name: part.default for part in PARTS if part.known == "nobody"} | {"next_id": 2 * MARKER}
"""What no side is told."""


def _believed_control(st: State, side: int) -> dict[int, int]:
    """Control as a side takes it to be (A26.15); found once while neither changes."""
    if not st.believed:
        return st.control
    of, known = st.tables.get(BELIEVED[side], ((None, None), None))
    if known is not None and of[0] is st.control and of[1] is st.believed:
        remembered: dict[int, int] = known
        return remembered
    found = dict(st.control)
    for key, holder in st.believed.items():
        if key % 2 == side:
            found[key // 2] = holder
    told = {key: holder for key, holder in sorted(found.items()) if holder != NOBODY}
    st.tables[BELIEVED[side]] = ((st.control, st.believed), told)
    return told


def public_control(st: State) -> dict[int, int]:
    """Control as both sides know it: where they take it differently, as who is mistaken does (A26.15)."""
    if not st.believed:
        return st.control
    found = dict(st.control)
    for key in {believed // 2 for believed in st.believed}:
        told = {st.believed[2 * key + side] for side in (0, 1) if 2 * key + side in st.believed}
        found[key] = told.pop() if len(told) == 1 else NOBODY
    return {key: holder for key, holder in sorted(found.items()) if holder != NOBODY}


def public_view(st: State) -> State:
    """The position as both sides know it, for onlookers."""
    seen = st
    for side in (0, 1):
        seen = view(seen, side) if hides_anything(seen, side) else seen
    return seen if seen is st else with_public_control(st, seen)


def with_public_control(st: State, seen: State) -> State:
    """A position that each side's view has been taken of in turn (``seen``), with Control as both sides know it."""
    held = {unit.loc: unit.side for unit in seen.units.values() if unit.type == UNKNOWN}
    return seen.with_(control={**public_control(st), **held}, believed={})


def asked_of(st: State, choice: Choice) -> tuple[State, Choice]:
    """The position as the side sees it that is asked, and its decision as it stands there."""
    known: tuple[State, Choice] | None = st.waits.get(SEEN)
    if known is not None and known[1].side == choice.side:
        return known
    if not hides_anything(st, choice.side):
        return st, choice
    seen = _view(st, choice.side, choice)
    found = pending(seen)
    assert isinstance(found, Choice)
    st.waits[SEEN] = (seen, found)
    return seen, found


def forced(st: State, choice: Choice) -> Action | None:
    """The answer that a side gives without being asked, None where it has any to choose from, as far as it knows."""
    menu = asked_of(st, choice)[1].menu
    return menu.idle() if choice.public else menu.only()


def imagined(st: State, choice: Choice) -> tuple[State, Choice]:
    """The same for a computer player: each stand-in is one middling squad, so that all its arithmetic holds."""
    seen, found = asked_of(st, choice)
    if seen is st:
        return st, choice
    units = {k: replace(u, type=IMAGINED) if u.type == UNKNOWN else u for k, u in seen.units.items()}
    guess = seen.with_(units=units)
    again = pending(guess)
    return (guess, again) if isinstance(again, Choice) else (seen, found)
