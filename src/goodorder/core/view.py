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

Frames that name units are left out of a view's stack, but for the one that asks this very side: that one names
stand-ins where it named what they stand for (:meth:`Frame.shown`).  The view of the side that is not asked waits.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence, ValuesView
from operator import attrgetter
from typing import Any, ClassVar

from msgspec import Struct
from msgspec.structs import replace

from .actions import Action
from .engine import pending
from .errors import Refusal
from .frames import Choice, Frame
from .menu import Menu
from .parts import Part
from .stance import PLAIN, Stance
from .state import (
    ELIMINATED,
    NOBODY,
    NOWHERE,
    OFF_BOARD,
    ON_MAP,
    PARTS,
    Fighter,
    FireMark,
    Marker,
    Piece,
    State,
    Step,
    Trail,
    Unit,
    Weapon,
    top_first,
)
from .world import IMAGINED, UNKNOWN, World

STAND_IN = 1_000_000
"""The id of the stand-in of Location 0 for units of the second side; that of Location n is n more."""

STEP = 100_000
"""How far the ids of stand-ins of the first side lie above those of the second."""

TWIN = 10_000
"""How far the id of a unit made in hiding lies above that of the unit it was made from."""

SEEN = "asked_of"
"""Where a position remembers how it looks to the side that is asked, until it has answered."""

STAND_INS, SEEN_UNITS, SEEN_STACKS, BELIEVED = (
    tuple(f"{what} {side}" for side in (0, 1)) for what in ("hidden", "seen", "stacks", "control")
)
"""Where a position remembers, for each side, what of its view hangs on few of its parts."""

HIDING, CONCEALING = "hiding", "concealing"
"""Where a position remembers which sides hide counters other than units, and which conceal units."""

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


def is_hidden(unit: Fighter, side: int) -> bool:
    """Whether ``side`` may not know what a unit is: an enemy under concealment (A12)."""
    return unit.side != side and unit.concealed


def has_secrets(world: World) -> bool:
    """Whether the rules in force let a side hide something (A12)."""
    return bool(world.rules.offers("concealment"))


def hides_anything(st: State, side: int) -> bool:
    """Whether there is anything that ``side`` may not know."""
    if _sets_up(st) or _keeps_hidden(st, 1 - side) or (st.believed and any(key % 2 == side for key in st.believed)):
        return True
    return 1 - side in _sides_concealed(st)[0] or any(1 - side in sides for sides in _sides_hiding(st))


def _sides_concealed(st: State) -> tuple[frozenset[int], frozenset[int]]:
    """Sides that have concealed units, and those that have any on the map or off board; found once while no unit
    changes.
    """
    of, known = st.tables.get(CONCEALING, (None, None))
    if of is st.units:
        remembered: tuple[frozenset[int], frozenset[int]] = known
        return remembered
    concealed = [unit for unit in st.units.values() if unit.concealed]
    found = _NO_SIDES, _NO_SIDES
    if concealed:
        here = frozenset([unit.side for unit in concealed if unit.place in (ON_MAP, OFF_BOARD)])
        found = frozenset([unit.side for unit in concealed]), here
    st.tables[CONCEALING] = (st.units, found)
    return found


_NO_SIDES: frozenset[int] = frozenset()


def _owned(st: State) -> Iterator[Weapon | Piece]:
    """Counters other than units that their owner alone may know."""
    for name in _OWNED:
        yield from getattr(st, name).values()


def _keeps_hidden(st: State, side: int) -> bool:
    """Whether there may be hidden units of a side to the end, whether any are left or not."""
    return st.world.scenario is not None and may_hide(st, side)


def may_hide(st: State, side: int) -> bool:
    """Whether a side has, or had, counters that set up hidden: its order of battle says so to everybody (A12.3).

    Where it says nothing of them, as without a scenario, they are known to be there as long as they are.
    """
    if side in st.world.hides or _ordered(st, side) or side in _sides_hiding(st)[0]:
        return True
    if st.world.scenario is None:
        return any(unit.hidden and unit.side == side for unit in st.units.values())
    return False


def may_have_unseen_guns(st: State, side: int) -> bool:
    """Whether, as far as the enemy knows, a side may have Guns under a "?" or in hiding: fewer of those of its order of
    battle are known to him than it has; without one, whether it has any (A12.34).
    """
    if not has_secrets(st.world):
        return False
    known = known_weapons(st, 1 - side, stand_ins(st, 1 - side))
    book, scenario = st.world.catalogue, st.world.scenario
    if scenario is None:
        return any(w.side == side and book.is_gun(w.type) and key not in known for key, w in st.weapons.items())
    ordered = sum(book.is_gun(type) for group in scenario.sides[side].groups for type in group.weapon_types())
    return ordered > sum(weapon.side == side and book.is_gun(weapon.type) for weapon in known.values())


def may_have_unseen_vehicles(st: State, side: int) -> bool:
    """The same of vehicles under a "?" (A12.2)."""
    if not has_secrets(st.world):
        return False
    unseen = stand_ins(st, 1 - side)
    book, scenario = st.world.catalogue, st.world.scenario
    if scenario is None:
        return any(one.side == side and key in unseen for key, one in st.vehicles.items())
    ordered = sum(book.is_vehicle(type) for group in scenario.sides[side].groups for type in group.unit_types())
    return ordered > sum(one.side == side and key not in unseen for key, one in st.vehicles.items())


def _sides_hiding(st: State) -> tuple[frozenset[int], frozenset[int]]:
    """Sides that have hidden counters other than units, and those that have concealed ones; found once while none of
    these changes.
    """
    of, known = st.tables.get(HIDING, (None, None))
    if of is not None and of[0] is st.weapons and of[1] is st.vehicles and of[2] is st.works and of[3] is st.batteries:
        remembered: tuple[frozenset[int], frozenset[int]] = known
        return remembered
    hidden = [one.side for one in _owned(st) if one.hidden]
    concealed = [one.side for one in _owned(st) if one.concealed]
    found = _NO_SIDES if not hidden else frozenset(hidden), _NO_SIDES if not concealed else frozenset(concealed)
    st.tables[HIDING] = ((st.weapons, st.vehicles, st.works, st.batteries), found)
    return found


def _ordered(st: State, side: int) -> bool:
    """Whether the order of battle says that a side may hide units."""
    return side in st.world.ordered_to_hide and has_secrets(st.world)


def twin_id(st: State, unit: Unit) -> int:
    """The id of the second half-squad of a unit that Deploys: out of the enemy's sight one that it takes after its
    unit, so that the number of the next counter that he sees made tells nothing.
    """
    if not unit.concealed and not _sets_up(st):
        return st.next_id
    return next(key for key in range(unit.id + TWIN, STAND_IN, TWIN) if key not in st.units)


def is_masked(st: State, side: int) -> bool:
    """Whether the enemy can't know all that a side has: then its windows come whether it could act in them or not."""
    return may_hide(st, side) or side in _sides_hiding(st)[1] or side in _sides_concealed(st)[1]


def _sets_up(st: State) -> bool:
    """Whether both sides set up out of each other's sight: a game with concealment (A12.12)."""
    return st.turn.phase == "setup" and has_secrets(st.world)


def stand_ins(st: State, side: int) -> Mapping[int, int]:
    """For every enemy counter that ``side`` does not know the id of its stand-in, 0 where it has none.

    Found once while no unit changes.
    """
    return _stand_ins(st, side, _in_contact(st))


def _stand_ins(st: State, side: int, shown: frozenset[int]) -> Mapping[int, int]:
    """The same where it is known who shows himself."""
    aside = _sets_up(st)
    of, known = st.tables.get(STAND_INS[side], ((None, None, False, shown), None))
    if known is not None and of[0] is st.units and of[1] is st.vehicles and of[2:] == (aside, shown):
        remembered: Mapping[int, int] = known
        return remembered
    found: Mapping[int, int]
    every: tuple[Fighter, ...] | ValuesView[Unit] = st.units.values()
    if st.vehicles:
        every = (*st.units.values(), *st.vehicles.values())
    if aside:
        found = {one.id: 0 for one in every if one.side != side and not one.enters}
    else:
        found = {
            one.id: 0 if one.hidden or one.place != ON_MAP else stand_in_id(st, side, one.loc)
            for one in every
            if one.concealed and one.side != side and one.loc not in shown
        }
    st.tables[STAND_INS[side]] = ((st.units, st.vehicles, aside, shown), found)
    return found


def stand_in_id(st: State, side: int, loc: int) -> int:
    """The id under which ``side`` sees the "?" stack in a Location.

    In a position that is imagined itself a stand-in may have become a Known unit: then it is another one.
    """
    key = STAND_IN + loc + STEP * side
    while (unit := st.units.get(key)) is not None and not is_hidden(unit, side):
        key += 2 * STEP
    return key


def known_weapons(st: State, side: int, hidden: Mapping[int, int]) -> dict[int, Weapon]:
    """The weapons that ``side`` knows of; ``hidden`` as :func:`stand_ins` gives it.

    A Gun shares the "?" of who mans it (A12.2). An enemy weapon out of the game is none of them, unless Known units
    used it: it may have been lost in hands that the side did not see.
    """
    return _known_weapons(st, side, hidden, _in_contact(st))


def _known_weapons(st: State, side: int, hidden: Mapping[int, int], shown: frozenset[int]) -> dict[int, Weapon]:
    """The same where it is known who shows himself."""
    aside, masks = _sets_up(st), has_secrets(st.world)
    gone = {key for key, w in st.weapons.items() if w.side != side and w.place == ELIMINATED} if masks else set()
    if gone:
        trails = [trail for unit, trail in st.trails.items() if unit not in hidden]
        gone -= {shot.weapon for trail in trails for shot in trail.shots}
        gone -= {weapon for trail in trails for weapon in trail.portaged}
    found = {
        key: weapon
        for key, weapon in st.weapons.items()
        if weapon.holder not in hidden
        and (
            weapon.side == side
            or (
                (not (weapon.hidden or weapon.concealed) or _is_shown(st, weapon, shown))
                and key not in gone
                and (weapon.enters or not aside)
            )
        )
    }
    return found if len(found) < len(st.weapons) else st.weapons


def _in_contact(st: State) -> frozenset[int]:
    """Locations whose units show their strength, because their Close Combat is being resolved (A11.19)."""
    found = [loc for frame in st.stack for loc in frame.contact()]
    return frozenset(found) if found else _NO_CONTACT


_NO_CONTACT: frozenset[int] = frozenset()


def view(st: State, side: int) -> State:
    """The position as ``side`` (0 or 1) may know it."""
    if not hides_anything(st, side):
        return st.with_(rolls=0)
    shown = _in_contact(st)
    hidden = _stand_ins(st, side, shown)
    weapons = _known_weapons(st, side, hidden, shown)
    told = Told(st, side, hidden, weapons, shown, _unknown_at(st, side, hidden, shown))
    seen = st.with_(world=_world(st), **{part.name: _part(told, part) for part in _CUT})
    seen.tables["located"] = (seen.units, _seen_units(told)[1])
    return seen


class Told(Struct, frozen=True):
    """Of what a view is made: the position, its side, the stand-ins for what it does not know, the weapons it knows.

    ``shown`` are Locations whose units show their strength, ``unknown`` those with a stand-in.
    """

    st: State
    side: int
    hidden: Mapping[int, int]
    weapons: dict[int, Weapon]
    shown: frozenset[int]
    unknown: list[int]


def _part(told: Told, part: Part) -> Any:
    """A part as the side may know it."""
    if part.known == "view":
        return _PARTS[part.name](told)
    if part.known == "owner":
        st, held, shown = told.st, getattr(told.st, part.name), told.shown
        if not held:
            return held
        if _sets_up(st):
            return {key: one for key, one in held.items() if one.side == told.side}
        kept = {key for key, one in held.items() if _kept_from(one, told.side) and not _is_shown(st, one, shown)}
        return {key: one for key, one in held.items() if key not in kept} if kept else held
    return part.default


def _kept_from(one: Weapon | Piece, side: int) -> bool:
    """Whether a counter of a part that its owner alone may know is hidden or concealed from a side."""
    return one.side != side and (one.hidden or one.concealed)


def _is_shown(st: State, one: Weapon | Piece, contact: frozenset[int]) -> bool:
    """Whether a counter under a "?" shows itself, as those in its Location do (A11.19)."""
    return not one.hidden and _where(st, one) in contact


def _where(st: State, one: Weapon | Piece) -> int:
    """The Location of a counter: its own, or that of who bears it."""
    if one.loc >= 0 or not isinstance(one, Weapon):
        return one.loc
    bearer = st.units.get(one.holder) or st.vehicles.get(one.holder)
    return NOWHERE if bearer is None else bearer.loc


def _units(told: Told) -> dict[int, Unit]:
    """The units it knows, and one stand-in for each "?" stack."""
    return _seen_units(told)[0]


SeenStack = tuple[tuple[Unit, ...], int, Sequence[Unit], tuple[Unit, ...]]
"""A stack: the units there, the id of the stand-in (0: none), the units as they are seen, and these top first."""


def _seen_units(told: Told) -> tuple[dict[int, Unit], dict[int, tuple[Unit, ...]]]:
    """The units it knows, with the stand-ins, by id and (as ``State.occupied``) by Location; found once while none of
    them changes, and each stack while nobody there changes.
    """
    st, side, hidden, unknown = told.st, told.side, told.hidden, told.unknown
    of, known = st.tables.get(SEEN_UNITS[side], ((None, unknown), None))
    if known is not None and of[0] is hidden and of[1] == unknown:  # the first is another one when a unit changes
        remembered: tuple[dict[int, Unit], dict[int, tuple[Unit, ...]]] = known
        return remembered
    how = (_sets_up(st), told.shown)
    made, stacks = st.tables.get(SEEN_STACKS[side], ((), {}))
    before: dict[int, SeenStack] = stacks if made == how else {}
    after: dict[int, SeenStack] = {}
    seen: list[Unit] = []
    tops: dict[int, tuple[Unit, ...]] = {}
    located = st.occupied()
    ids = {loc: stand_in_id(st, side, loc) for loc in unknown}
    away = tuple([unit for unit in st.units.values() if unit.loc < 0])
    for loc, here in ((NOWHERE, away), *located.items(), *((loc, ()) for loc in unknown if loc not in located)):
        stand_in = ids.get(loc, 0)
        stack = before.get(loc)
        if stack is None or stack[1] != stand_in or stack[0] != here:  # quick: of the very same units mostly
            stack = _seen_stack(told, loc, here, stand_in)
        if not stand_in or all(unit.stance is PLAIN for unit in here):  # else what it did tells how it is there
            after[loc] = stack
        seen += stack[2]
        tops[loc] = stack[3]
    seen.sort(key=attrgetter("id"))
    units = {unit.id: unit for unit in seen}
    places = {loc: tops[loc] for loc in dict.fromkeys([unit.loc for unit in seen]) if loc >= 0}
    st.tables[SEEN_STACKS[side]] = (how, after)
    st.tables[SEEN_UNITS[side]] = ((hidden, unknown), (units, places))
    return units, places


def _seen_stack(told: Told, loc: int, here: tuple[Unit, ...], stand_in: int) -> SeenStack:
    """The units of one Location that it knows, with the stand-in."""
    seen = [unit for unit in here if unit.id not in told.hidden]
    if stand_in:
        seen.append(_stand_in(told.st, told.side, loc, told.hidden))
    seen = _dense(seen)
    return here, stand_in, seen, tuple(sorted(seen, key=top_first))


def _unknown_at(st: State, side: int, hidden: Mapping[int, int], shown: frozenset[int]) -> list[int]:
    """Locations with a stand-in: of units, and of what else is under a "?" there."""
    found = {st.fighter(key).loc for key, stand_in in hidden.items() if stand_in}
    if 1 - side in _sides_hiding(st)[1] and not _sets_up(st):
        for name in _OWNED:
            for one in getattr(st, name).values():
                if one.concealed and not one.hidden and one.side != side and not _is_shown(st, one, shown):
                    found.add(_where(st, one))
    return sorted(found - {NOWHERE})


def _trails(told: Told) -> dict[int, Trail]:
    """Those of the units it knows, and what everybody saw of the "?" stacks."""
    st, hidden = told.st, told.hidden
    if not st.trails:
        return st.trails
    trails = {
        key: _trail(trail, hidden) if trail.shots or trail.afv else trail
        for key, trail in st.trails.items()
        if key not in hidden
    }
    moved = {st.units[key].loc for key in st.trails if hidden.get(key) and key in st.units}
    for loc in told.unknown:
        steps = _public_trail(st, loc, hidden) if loc in moved else None
        if steps is not None:
            trails[stand_in_id(st, told.side, loc)] = steps
    return trails


def _weapon_shots(told: Told) -> dict[int, tuple[FireMark, ...]]:
    if not told.st.weapon_shots:
        return told.st.weapon_shots
    return {key: _shots(found, told.hidden) for key, found in told.st.weapon_shots.items() if key in told.weapons}


def _markers(told: Told) -> dict[int, Marker]:
    """All of them, numbered anew."""
    if not told.st.markers:
        return told.st.markers
    ordered = sorted(told.st.markers.values(), key=lambda marker: (marker.loc, marker.kind, marker.strength))
    return {MARKER + n: replace(marker, id=MARKER + n) for n, marker in enumerate(ordered)}


def _control(told: Told) -> dict[int, int]:
    """As the side takes it to be; a Location with a stand-in is shown as its side's."""
    known = [unit for unit in told.st.units.values() if unit.type == UNKNOWN]
    shown = [unit.loc for unit in known if unit.id not in told.hidden]
    control = _believed_control(told.st, told.side)
    return {**control, **dict.fromkeys((*shown, *told.unknown), 1 - told.side)} if shown or told.unknown else control


_PARTS: dict[str, Callable[[Told], Any]] = {
    "units": _units,
    "weapons": lambda told: told.weapons,
    "markers": _markers,
    "trails": _trails,
    "weapon_shots": _weapon_shots,
    "control": _control,
    "stack": lambda told: _stack(told.st, told.side, told.hidden),
    "next_id": lambda _: 2 * MARKER,
}
"""What a side may know of the parts that say so."""

_OWNED = ("weapons", *(part.name for part in PARTS if part.known == "owner"))
_CUT = tuple(part for part in PARTS if part.known != "everybody")


def _world(st: State) -> World:
    """The surroundings; where no order of battle says who may hide counters, they do."""
    hides = tuple(side for side in (0, 1) if not _ordered(st, side) and may_hide(st, side))
    return st.world if hides == st.world.hides else replace(st.world, hides=hides)


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
    seen = view(st, choice.side)
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


def _dense(units: list[Unit]) -> list[Unit]:
    """Units of one Location with their stack positions counted without gaps, side by side, so that none tells of a
    counter taken out; stand-ins lie beneath.
    """
    found: list[Unit] = []
    heights = [0, 0]
    if len(units) > 1:
        units = sorted(units, key=lambda unit: (unit.type != UNKNOWN, unit.order, unit.id))
    for unit in units:
        heights[unit.side] += 1
        height = heights[unit.side]
        found.append(unit if unit.order == height else replace(unit, order=height))
    return found


def _shots(shots: tuple[FireMark, ...], hidden: Mapping[int, int]) -> tuple[FireMark, ...]:
    if not any(unit in hidden for shot in shots for unit in shot.units):
        return shots
    return tuple(replace(shot, units=known_ids(shot.units, hidden)) for shot in shots)


def known_ids(units: tuple[int, ...], hidden: Mapping[int, int]) -> tuple[int, ...]:
    """Ids as a view names them: stand-ins once each, nothing for what has none."""
    return tuple(dict.fromkeys(key for unit in units if (key := hidden.get(unit, unit))))


def _trail(trail: Trail, hidden: Mapping[int, int]) -> Trail:
    shots, afv = _shots(trail.shots, hidden), _afv(trail, hidden)
    if afv != trail.afv:
        return replace(trail, shots=shots, afv=afv, beside=-1)
    return trail if shots is trail.shots else replace(trail, shots=shots)


def _afv(trail: Trail, hidden: Mapping[int, int]) -> int:
    """The AFV with which Infantry moves, 0 for one that is not Known (D9.31, A12.2)."""
    return 0 if trail.afv in hidden else trail.afv


def _stand_in(st: State, side: int, loc: int, hidden: Mapping[int, int]) -> Unit:
    """The public face of the concealed stack in a Location: where it is, and the counters that lie on top of it."""
    here = [unit for unit in st.at(loc) if hidden.get(unit.id)]
    return Unit(
        stand_in_id(st, side, loc),
        1 - side,
        UNKNOWN,
        loc=loc,
        place=ON_MAP,
        concealed=True,
        cx=any(unit.cx for unit in here),
        pinned=bool(here) and all(unit.pinned for unit in here),
        ti=any(unit.ti for unit in here),
        stance=_public_stance(st, here),
    )


def _public_stance(st: State, here: Sequence[Unit]) -> Stance:
    """How the units of a stack are in their Location, as the counters on top of it show; which way they have gone in
    Bypass is told by that one whose trail is.
    """
    told = [unit.stance for unit in here]
    if all(stance is PLAIN for stance in told):
        return PLAIN
    first = max(here, key=lambda unit: _told_by(st, unit))
    crest, wa = max(stance.crest for stance in told), any(stance.wa for stance in told)
    return PLAIN.with_(crest=crest, wa=wa, bypass=first.stance.bypass)


def _public_trail(st: State, loc: int, hidden: Mapping[int, int]) -> Trail | None:
    """What everybody saw of the concealed stack in a Location: its steps and declarations, not its allotment.

    Where its units came by different ways, that of who still moves, or else the longest, is told in its order.
    """
    here = [unit for unit in st.at(loc) if hidden.get(unit.id) and unit.id in st.trails]
    trails = [st.trails[unit.id] for unit in here]
    if not any(trail.steps or trail.declared for trail in trails):
        return None
    if len(trails) == 1:
        (only,) = trails
        afv = _afv(only, hidden)
        return Trail(steps=_public_steps(st, only), declared=only.declared, started=True, dash=only.dash, afv=afv)
    longest = st.trails[max(here, key=lambda unit: _told_by(st, unit)).id]
    shown = _public_steps(st, longest)
    more = {step for trail in trails for step in _public_steps(st, trail)} - set(shown)
    declared = 0
    for trail in trails:
        declared |= trail.declared
    steps = (*sorted(more, key=repr), *shown)
    return Trail(steps=steps, declared=declared, started=True, dash=longest.dash, afv=_afv(longest, hidden))


def _public_steps(st: State, trail: Trail) -> tuple[Step, ...]:
    return tuple(public_step(st, step) for step in trail.steps)


def public_step(st: State, step: Step) -> Step:
    """A step of a "?" stack as everybody sees it: one that takes all the MF that a counter has does not tell how many
    these were.
    """
    takes_all = step.kind == "climb" or (step.to >= 0 and st.world.map.hex_of(step.to).terrain.mf_all)
    return replace(step, mf=0) if takes_all else step


def _told_by(st: State, unit: Unit) -> tuple[object, ...]:
    trail = st.trail(unit.id)
    still_moves = trail.started and not trail.ended
    return still_moves, len(trail.steps), repr(_public_steps(st, trail)), unit.stance.bypass, trail.dash


def _stack(st: State, side: int, hidden: Mapping[int, int]) -> tuple[Frame, ...]:
    """Frames that name no counter, then the one that asks this side, or that it waits."""
    kept = [frame for frame in st.stack if not frame.names_counters]
    below = [frame.seen_by(st, side) for frame in kept]
    if not st.stack or st.result is not None:
        return tuple(below)
    top = st.stack[-1]
    asked = st.waits.get("pending") or top.ask(st)
    if isinstance(asked, Choice) and asked.side == side:
        return (*(frame.seen_by(st, side) for frame in kept if frame is not top), top.shown(hidden))
    return (*below, Waiting(side))
