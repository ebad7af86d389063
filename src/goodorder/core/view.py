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

Who keeps what from whom is found in :mod:`.hidden`, the face of a "?" stack in :mod:`.public_face`.

Frames that name units are left out of a view's stack, but for the one that asks this very side: that one names
stand-ins where it named what they stand for (:meth:`Frame.shown`).  The view of the side that is not asked waits.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from operator import attrgetter, is_
from typing import Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from .actions import Action
from .engine import pending
from .errors import Refusal
from .frames import Choice, Frame
from .hidden import (
    OWNED,
    STAND_IN,
    TWIN,
    has_secrets,
    hides_anything,
    in_contact,
    is_asked_openly,
    is_hidden,
    is_masked,
    is_shown,
    known_weapons,
    known_weapons_of,
    may_have_unseen_guns,
    may_have_unseen_vehicles,
    may_hide,
    ordered_to_hide,
    sets_up,
    sides_hiding,
    stand_in_id,
    stand_ins,
    stand_ins_of,
    twin_id,
    where,
)
from .menu import Menu
from .public_face import dense, known_ids, known_shots, known_trail, public_step, public_trail, stack_face
from .recent import known_pending
from .stance import PLAIN
from .state import NOBODY, NOWHERE, PARTS, FireMark, Marker, Piece, State, Trail, Unit, Weapon, top_first
from .world import IMAGINED, UNKNOWN, World

__all__ = [
    "MARKER",
    "SEEN",
    "STAND_IN",
    "TWIN",
    "Viewer",
    "Waiting",
    "asked_of",
    "forced",
    "has_secrets",
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

SEEN_UNITS, SEEN_STACKS, UNKNOWN_AT, TRAILS, MARKERS, CONTROL, BELIEVED = (
    tuple(f"{what} {side}" for side in (0, 1))
    for what in ("seen", "stacks", "unknown", "trails", "markers", "control", "believed")
)
"""Where a position remembers, for each side, what of its view hangs on few of its parts."""

LAST = ("view 0", "view 1")
"""Where a position remembers, for each side, the tables of the view before."""

_NOTHING: tuple[None, Any] = (None, {})

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


def view(st: State, side: int) -> State:
    """The position as ``side`` (0 or 1) may know it."""
    return _view(st, side) if hides_anything(st, side) else st.with_(rolls=0)


def _view(st: State, side: int) -> State:
    """The same where there is something that it may not know.

    What rules have found out about parts of its view before this one is known again while these parts are the same.
    """
    shown = in_contact(st)
    hidden = stand_ins_of(st, side, shown)
    weapons = known_weapons_of(st, side, hidden, shown)
    viewer = Viewer(st, side, hidden, weapons, shown, _unknown_at(st, side, hidden, shown))
    known = {**_UNTOLD, **{name: find(viewer) for name, find in _FOUND}}
    known.update({name: _owned(viewer, name) for name in _OWNED})
    tables = {**st.tables, **st.tables.get(LAST[side], _NOTHING)[1]}
    for name in LAST:  # else each view would hold all those before it
        tables.pop(name, None)
    tables.pop("moved", None)
    tables["located"] = st.tables[SEEN_UNITS[side]][1]  # its units, by id and by Location
    st.tables[LAST[side]] = (None, tables)
    return replace(st, world=_world(st), waits={}, memo={}, tables=tables, **known)


class Viewer(Struct, frozen=True):
    """Of what a view is made: the position, its side, the stand-ins for what it does not know, the weapons it knows.

    ``shown`` are Locations whose units show their strength, ``unknown`` those with a stand-in.
    """

    st: State
    side: int
    hidden: Mapping[int, int]
    weapons: dict[int, Weapon]
    shown: frozenset[int]
    unknown: list[int]


def _owned(viewer: Viewer, name: str) -> dict[int, Any]:
    """A part whose counters their owner alone may know, as the side may know it."""
    st, shown = viewer.st, viewer.shown
    held: dict[int, Any] = getattr(st, name)
    if not held:
        return held
    if sets_up(st):
        return {key: one for key, one in held.items() if one.side == viewer.side}
    kept = {key for key, one in held.items() if _kept_from(one, viewer.side) and not is_shown(st, one, shown)}
    return {key: one for key, one in held.items() if key not in kept} if kept else held


def _again(viewer: Viewer, name: str, *of: object) -> Any:
    """What was found of a part of the view before, None where what it was made of is not the very same."""
    before, found = viewer.st.tables.get(name, _NOTHING)
    return found if before is not None and all(map(is_, before, of)) else None


def _kept_from(one: Weapon | Piece, side: int) -> bool:
    """Whether a counter of a part that its owner alone may know is hidden or concealed from a side."""
    return one.side != side and (one.hidden or one.concealed)


class SeenStack(Struct, frozen=True, gc=False):
    """A stack: the units there, the id of the stand-in (0: none), the units as they are seen, and these top first.

    ``firm``: all that hangs on the units there alone; of a stand-in in Bypass what it did tells how it is there, and
    the "?" of a vehicle may have Wall Advantage.
    """

    here: tuple[Unit, ...]
    stand_in: int
    seen: list[Unit]
    tops: tuple[Unit, ...]
    firm: bool


def _seen_units(viewer: Viewer) -> tuple[dict[int, Unit], dict[int, tuple[Unit, ...]]]:
    """The units it knows, with the stand-ins, by id and (as ``State.occupied``) by Location; found once while none of
    them changes, and each stack while nobody there changes.
    """
    st, side, hidden, unknown = viewer.st, viewer.side, viewer.hidden, viewer.unknown
    found: tuple[dict[int, Unit], dict[int, tuple[Unit, ...]]] | None
    found = _again(viewer, SEEN_UNITS[side], st.units, st.vehicles, hidden, unknown)
    if found is not None:
        return found
    how = (sets_up(st), viewer.shown)
    made, stacks = st.tables.get(SEEN_STACKS[side], ((), {}))
    before: dict[int, SeenStack] = stacks if made == how else {}
    after: dict[int, SeenStack] = {}
    changed: list[int] = []
    located = st.stacks()
    ids = {loc: stand_in_id(st, side, loc) for loc in unknown}
    at_walls = {one.loc for one in st.vehicles.values() if one.stance.wa}
    away = tuple([unit for unit in st.units.values() if unit.loc < 0])
    for loc, here in ((NOWHERE, away), *located.items(), *((loc, ()) for loc in unknown if loc not in located)):
        stand_in = ids.get(loc, 0)
        stack = before.get(loc)
        if stack is None or not stack.firm or loc in at_walls or stack.stand_in != stand_in or stack.here != here:
            stack = _seen_stack(viewer, loc, here, stand_in)
            changed.append(loc)
        after[loc] = stack
    fresh = {unit.id: unit for loc in changed for unit in after[loc].seen}
    old = [loc for loc in changed if loc in before]
    old += before.keys() - after.keys()
    if before and fresh.keys() == {unit.id for loc in old for unit in before[loc].seen}:  # the same: their order stays
        units = {**st.tables[SEEN_UNITS[side]][1][0], **fresh}
    else:
        seen = sorted([unit for stack in after.values() for unit in stack.seen], key=attrgetter("id"))
        units = {unit.id: unit for unit in seen}
    places = {loc: after[loc].tops for loc in dict.fromkeys([unit.loc for unit in units.values()]) if loc >= 0}
    st.tables[SEEN_STACKS[side]] = (how, after)
    st.tables[SEEN_UNITS[side]] = ((st.units, st.vehicles, hidden, unknown), (units, places))
    return units, places


def _seen_stack(viewer: Viewer, loc: int, here: tuple[Unit, ...], stand_in: int) -> SeenStack:
    """The units of one Location that it knows, with the stand-in."""
    seen = [unit for unit in here if unit.id not in viewer.hidden]
    if stand_in:
        seen.append(stack_face(viewer.st, viewer.side, loc, viewer.hidden))
    seen = dense(seen)
    firm = not stand_in or all(unit.stance is PLAIN for unit in (*here, *seen))
    return SeenStack(here, stand_in, seen, tuple(sorted(seen, key=top_first)), firm)


def _unknown_at(st: State, side: int, hidden: Mapping[int, int], shown: frozenset[int]) -> list[int]:
    """Locations with a stand-in: of units, and of what else is under a "?" there; found once while none changes."""
    of = (hidden, st.units, st.vehicles, st.weapons, st.works, st.batteries, shown, sets_up(st))
    before, known = st.tables.get(UNKNOWN_AT[side], _NOTHING)
    if before is not None and all(map(is_, before, of)):
        remembered: list[int] = known
        return remembered
    found = {st.fighter(key).loc for key, stand_in in hidden.items() if stand_in}
    if 1 - side in sides_hiding(st)[1] and not sets_up(st):
        for name in OWNED:
            for one in getattr(st, name).values():
                if one.concealed and not one.hidden and one.side != side and not is_shown(st, one, shown):
                    found.add(where(st, one))
    locs = sorted(found - {NOWHERE})
    if locs == known:
        locs = known  # the very same: what hangs on it is known
    st.tables[UNKNOWN_AT[side]] = (of, locs)
    return locs


def _trails(viewer: Viewer) -> dict[int, Trail]:
    """Those of the units it knows, and what everybody saw of the "?" stacks."""
    st, hidden = viewer.st, viewer.hidden
    if not st.trails:
        return st.trails
    of = (st.trails, st.units, st.vehicles, hidden, viewer.unknown)
    known: dict[int, Trail] | None = _again(viewer, TRAILS[viewer.side], *of)
    if known is not None:
        return known
    trails = {
        key: known_trail(trail, hidden) if trail.shots or trail.afv else trail
        for key, trail in st.trails.items()
        if key not in hidden
    }
    moved = {st.fighter(key).loc for key in st.trails if hidden.get(key)}
    for loc in viewer.unknown:
        steps = public_trail(st, loc, hidden) if loc in moved else None
        if steps is not None:
            trails[stand_in_id(st, viewer.side, loc)] = steps
    st.tables[TRAILS[viewer.side]] = (of, trails)
    return trails


def _weapon_shots(viewer: Viewer) -> dict[int, tuple[FireMark, ...]]:
    if not viewer.st.weapon_shots:
        return viewer.st.weapon_shots
    shots = viewer.st.weapon_shots.items()
    return {key: known_shots(found, viewer.hidden) for key, found in shots if key in viewer.weapons}


def _markers(viewer: Viewer) -> dict[int, Marker]:
    """All of them, numbered anew."""
    st = viewer.st
    if not st.markers:
        return st.markers
    known: dict[int, Marker] | None = _again(viewer, MARKERS[viewer.side], st.markers)
    if known is not None:
        return known
    ordered = sorted(st.markers.values(), key=lambda marker: (marker.loc, marker.kind, marker.strength))
    markers = {MARKER + n: replace(marker, id=MARKER + n) for n, marker in enumerate(ordered)}
    st.tables[MARKERS[viewer.side]] = ((st.markers,), markers)
    return markers


def _control(viewer: Viewer) -> dict[int, int]:
    """As the side takes it to be; a Location with a stand-in is shown as its side's."""
    st, hidden = viewer.st, viewer.hidden
    shown = tuple([unit.loc for unit in st.units.values() if unit.type == UNKNOWN and unit.id not in hidden])
    known: dict[int, int] | None
    known = _again(viewer, CONTROL[viewer.side], st.control, st.believed, viewer.unknown, shown)
    if known is not None:
        return known
    control = _believed_control(st, viewer.side)
    if shown or viewer.unknown:
        control = {**control, **dict.fromkeys((*shown, *viewer.unknown), 1 - viewer.side)}
    st.tables[CONTROL[viewer.side]] = ((st.control, st.believed, viewer.unknown, shown), control)
    return control


_PARTS: dict[str, Callable[[Viewer], Any]] = {
    "units": lambda viewer: _seen_units(viewer)[0],
    "weapons": lambda viewer: viewer.weapons,
    "markers": _markers,
    "trails": _trails,
    "weapon_shots": _weapon_shots,
    "control": _control,
    "stack": lambda viewer: _stack(viewer.st, viewer.side, viewer.hidden),
    "next_id": lambda _: 2 * MARKER,
}
"""What a side may know of the parts that say so."""

_FOUND = tuple((part.name, _PARTS[part.name]) for part in PARTS if part.known == "view")
_OWNED = tuple(part.name for part in PARTS if part.known == "owner")
_UNTOLD = {part.name: part.default for part in PARTS if part.known == "nobody"}


def _world(st: State) -> World:
    """The surroundings; where no order of battle says who may hide counters, they do."""
    hides = tuple(side for side in (0, 1) if not ordered_to_hide(st, side) and may_hide(st, side))
    return st.world.where_hide(hides)


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
    seen = _view(st, choice.side)
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


def _stack(st: State, side: int, hidden: Mapping[int, int]) -> tuple[Frame, ...]:
    """Frames that name no counter, then the one that asks this side, or that it waits."""
    kept = [frame for frame in st.stack if not frame.names_counters]
    below = [frame.seen_by(st, side) for frame in kept]
    if not st.stack or st.result is not None:
        return tuple(below)
    top = st.stack[-1]
    asked = known_pending(st) or top.ask(st)
    if isinstance(asked, Choice) and asked.side == side:
        return (*(frame.seen_by(st, side) for frame in kept if frame is not top), top.shown(hidden))
    return (*below, Waiting(side))
