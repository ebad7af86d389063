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

Who keeps what from whom is found in :mod:`.hidden`, the face of a "?" stack in :mod:`.public_face`; the parts of a view
that are made piece by piece in :mod:`.seen_stacks`, :mod:`.seen_trails` and :mod:`.known_weapons`.

Frames that name units are left out of a view's stack, but for the one that asks this very side: that one names
stand-ins where it named what they stand for (:meth:`Frame.shown`).  The view of the side that is not asked waits.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from msgspec.structs import replace

from .actions import Action
from .engine import pending
from .errors import Refusal
from .frames import Choice, Frame
from .hidden import (
    STAND_IN,
    TWIN,
    hide_unordered,
    hides_anything,
    in_contact,
    is_asked_openly,
    is_hidden,
    is_masked,
    is_shown,
    may_have_unseen_vehicles,
    may_hide,
    sets_up,
    sides_hiding,
    stand_in_id,
    stand_ins,
    stand_ins_of,
    twin_id,
)
from .known_weapons import known_weapons, known_weapons_of, may_have_unseen_guns
from .menu import Menu
from .public_face import known_ids, known_shots, public_step
from .recent import known_pending
from .seen_stacks import Looking, SeenUnits, seen_units, unknown_at
from .seen_trails import seen_trails
from .state import NOBODY, PARTS, FireMark, Marker, Piece, State, Weapon
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

WORLD = "told world"
"""Where a position remembers its surroundings as everybody knows them."""

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
    hiding, concealing = sides_hiding(st)
    covered = 1 - side in concealing and not sets_up(st)
    looking = Looking(st, side, hidden, shown, unknown_at(st, side, hidden, shown, covered))
    viewer = Viewer(st, side, hidden, shown, looking.unknown, seen_units(looking), weapons)
    known: dict[str, Any] = {"units": viewer.units.units, "weapons": weapons, "next_id": 2 * MARKER}
    for name, find in _FOUND:
        known[name] = find(viewer)
    for name in _OWNED:
        if getattr(st, name):
            known[name] = _owned(viewer, name)
    tables: dict[str, tuple[Any, Any]] = st.tables.get(LAST[side], _NOTHING)[1].copy()
    units = viewer.units.units
    if tables.get("located", _NOTHING)[0] is not units:
        tables["located"], tables["moved"] = (units, viewer.units.stacks), (units, True)
    st.tables[LAST[side]] = (None, tables)
    return replace(st, world=_world_told(st, hiding), waits={}, memo={}, tables=tables, **_UNTOLD, **known)


def _world_told(st: State, hiding: frozenset[int]) -> World:
    """The surroundings as everybody knows them: with who may hide units; found once while that stays."""
    units = st.units if st.world.scenario is None else None
    of, known = st.tables.get(WORLD, _NOTHING)
    if of is None or of[0] is not st.world or of[1] is not hiding or of[2] is not units:
        known = st.world.where_hide(hide_unordered(st, hiding))
        st.tables[WORLD] = ((st.world, hiding, units), known)
    told: World = known
    return told


class Viewer(Looking, frozen=True):
    """Of what a view is made: who looks at what, and the units and the weapons that it knows."""

    units: SeenUnits
    weapons: dict[int, Weapon]


def _owned(viewer: Viewer, name: str) -> dict[int, Any]:
    """A part whose counters their owner alone may know, as the side may know it."""
    held: dict[int, Any] = getattr(viewer.st, name)
    st, side, shown = viewer.st, viewer.side, viewer.shown
    if sets_up(st):
        return {key: one for key, one in held.items() if one.side == side}
    kept = {key for key, one in held.items() if _kept_from(one, side) and not is_shown(st, one, shown)}
    return {key: one for key, one in held.items() if key not in kept} if kept else held


def _kept_from(one: Weapon | Piece, side: int) -> bool:
    """Whether a counter of a part that its owner alone may know is hidden or concealed from a side."""
    return one.side != side and (one.hidden or one.concealed)


def _weapon_shots(viewer: Viewer) -> dict[int, tuple[FireMark, ...]]:
    shots = viewer.st.weapon_shots
    if not shots:
        return shots
    return {key: known_shots(found, viewer.hidden) for key, found in shots.items() if key in viewer.weapons}


def _markers(viewer: Viewer) -> dict[int, Marker]:
    """All of them, numbered anew."""
    st = viewer.st
    if not st.markers:
        return st.markers
    name = MARKERS[viewer.side]
    of, known = st.tables.get(name, _NOTHING)
    if of is st.markers:
        remembered: dict[int, Marker] = known
        return remembered
    ordered = sorted(st.markers.values(), key=lambda marker: (marker.loc, marker.kind, marker.strength))
    markers = {MARKER + n: replace(marker, id=MARKER + n) for n, marker in enumerate(ordered)}
    st.tables[name] = (st.markers, markers)
    return markers


def _control(viewer: Viewer) -> dict[int, int]:
    """As the side takes it to be; a Location with a stand-in is shown as its side's."""
    st, side, unknown, others = viewer.st, viewer.side, viewer.unknown, viewer.units.others
    of, known = st.tables.get(CONTROL[side], _NOTHING)
    if of is not None and of[0] is st.control and of[1] is st.believed and of[2] is unknown and of[3] is others:
        remembered: dict[int, int] = known
        return remembered
    control = _believed_control(st, side)
    if others or unknown:
        control = {**control, **dict.fromkeys((*others, *unknown), 1 - side)}
    st.tables[CONTROL[side]] = ((st.control, st.believed, unknown, others), control)
    return control


def _stack(viewer: Viewer) -> tuple[Frame, ...]:
    """Frames that name no counter, then the one that asks this side, or that it waits."""
    st, side = viewer.st, viewer.side
    below = [frame.seen_by(st, side) for frame in st.stack[:-1] if not frame.names_counters]
    if not st.stack:
        return ()
    top = st.stack[-1]
    if st.result is None:
        asked = known_pending(st) or top.ask(st)
        if isinstance(asked, Choice) and asked.side == side:
            return (*below, top.shown(viewer.hidden))
    if not top.names_counters:
        below.append(top.seen_by(st, side))
    return tuple(below) if st.result is not None else (*below, Waiting(side))


_PARTS: dict[str, Callable[[Viewer], Any]] = {
    "markers": _markers,
    "trails": seen_trails,
    "weapon_shots": _weapon_shots,
    "control": _control,
    "stack": _stack,
}
"""What a side may know of the parts that say so."""

_AT_HAND = ("units", "weapons", "next_id")
"""Those of which it is known before the others are asked for."""

_FOUND = tuple((part.name, _PARTS[part.name]) for part in PARTS if part.known == "view" and part.name not in _AT_HAND)
_OWNED = tuple(part.name for part in PARTS if part.known == "owner")
_UNTOLD = {part.name: part.default for part in PARTS if part.known == "nobody"}


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
