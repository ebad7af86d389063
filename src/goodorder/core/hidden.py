"""Who keeps what from whom (A12): sides that hide or conceal counters, and the stand-ins for what a side does not know.

Readers of the position, by which :mod:`.view` makes a view and rules ask whether a side may have what is not seen.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, ValuesView

from msgspec.structs import replace

from .counters import (
    ELIMINATED,
    NOWHERE,
    OFF_BOARD,
    ON_MAP,
    Charge,
    Fighter,
    Piece,
    SetCharge,
    Unit,
    Weapon,
    first_owner,
)
from .remembered import once_a_position
from .state import PARTS, State
from .world import World

STAND_IN = 1_000_000
"""The id of the stand-in of Location 0 for units of the second side; that of Location n is n more."""

STEP = 100_000
"""How far the ids of stand-ins of the first side lie above those of the second."""

TWIN = 10_000
"""How far the id of a unit made in hiding lies above that of the unit it was made from."""

STAND_INS = ("hidden 0", "hidden 1")
"""Where a position remembers, for each side, the stand-ins of what it does not know."""

KNOWN_WEAPONS = ("known weapons 0", "known weapons 1")
"""Where a position remembers, for each side, the weapons that it knows of."""

HIDING, CONCEALING = "hiding", "concealing"
"""Where a position remembers which sides hide counters other than units, and which conceal units."""


def is_hidden(unit: Fighter, side: int) -> bool:
    """Whether ``side`` may not know what a unit is: an enemy under concealment (A12)."""
    return unit.side != side and unit.concealed


def has_secrets(world: World) -> bool:
    """Whether the rules in force let a side hide something (A12)."""
    return bool(world.rules.offers("concealment"))


@once_a_position
def hides_anything(st: State, side: int) -> bool:
    """Whether there is anything that ``side`` may not know."""
    if 1 - side in _sides_concealed(st)[0]:  # by far the usual case
        return True
    if sets_up(st) or _keeps_hidden(st, 1 - side) or (st.believed and any(key % 2 == side for key in st.believed)):
        return True
    return any(1 - side in sides for sides in sides_hiding(st))


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

OWNED = ("weapons", *(part.name for part in PARTS if part.known == "owner"))


def _owned(st: State) -> Iterator[Weapon | Piece]:
    """Counters other than units that their owner alone may know."""
    for name in OWNED:
        yield from getattr(st, name).values()


def _keeps_hidden(st: State, side: int) -> bool:
    """Whether there may be hidden units of a side to the end, whether any are left or not."""
    return st.world.scenario is not None and may_hide(st, side)


def may_hide(st: State, side: int) -> bool:
    """Whether a side has, or had, counters that set up hidden: its order of battle says so to everybody (A12.3).

    Where it says nothing of them, as without a scenario, they are known to be there as long as they are.
    """
    if side in st.world.hides or ordered_to_hide(st, side) or side in sides_hiding(st)[0]:
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
    return ordered > sum(first_owner(weapon) == side and book.is_gun(weapon.type) for weapon in known.values())


def may_have_unseen_vehicles(st: State, side: int) -> bool:
    """The same of vehicles under a "?" (A12.2)."""
    if not has_secrets(st.world):
        return False
    unseen = stand_ins(st, 1 - side)
    book, scenario = st.world.catalogue, st.world.scenario
    if scenario is None:
        return any(one.side == side and key in unseen for key, one in st.vehicles.items())
    ordered = sum(book.is_vehicle(type) for group in scenario.sides[side].groups for type in group.unit_types())
    return ordered > sum(first_owner(one) == side and key not in unseen for key, one in st.vehicles.items())


def sides_hiding(st: State) -> tuple[frozenset[int], frozenset[int]]:
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


def ordered_to_hide(st: State, side: int) -> bool:
    """Whether the order of battle says that a side may hide units."""
    return side in st.world.ordered_to_hide and has_secrets(st.world)


def twin_id(st: State, unit: Unit) -> int:
    """The id of the second half-squad of a unit that Deploys: out of the enemy's sight one that it takes after its
    unit, so that the number of the next counter that he sees made tells nothing.
    """
    if not unit.concealed and not sets_up(st):
        return st.next_id
    return next(key for key in range(unit.id + TWIN, STAND_IN, TWIN) if key not in st.units)


def is_masked(st: State, side: int) -> bool:
    """Whether the enemy can't know all that a side has: then its windows come whether it could act in them or not."""
    return side in _sides_concealed(st)[1] or may_hide(st, side) or side in sides_hiding(st)[1]


def is_asked_openly(st: State, side: int) -> bool:
    """Whether a question about Guns or vehicles that a side may have under a "?" is put before everybody: where its
    order of battle says what there may be. Without one the question itself would tell that there are any.
    """
    return is_masked(st, side) and st.world.scenario is not None


def sets_up(st: State) -> bool:
    """Whether both sides set up out of each other's sight: a game with concealment (A12.12)."""
    return st.turn.phase == "setup" and has_secrets(st.world)


def stand_ins(st: State, side: int) -> Mapping[int, int]:
    """For every enemy counter that ``side`` does not know the id of its stand-in, 0 where it has none.

    Found once while no unit changes.
    """
    return stand_ins_of(st, side, in_contact(st))


def stand_ins_of(st: State, side: int, shown: frozenset[int]) -> Mapping[int, int]:
    """The same where it is known who shows himself."""
    aside = sets_up(st)
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
    if found == known:
        found = known  # the very same: what hangs on it is known
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
    return known_weapons_of(st, side, hidden, in_contact(st))


def known_weapons_of(st: State, side: int, hidden: Mapping[int, int], shown: frozenset[int]) -> dict[int, Weapon]:
    """The same where it is known who shows himself; found once while neither weapons nor stand-ins change, but where
    that hangs on more.
    """
    aside, masks = sets_up(st), has_secrets(st.world)
    before, known = st.tables.get(KNOWN_WEAPONS[side], (None, {}))
    if before is not None and before[0] is st.weapons and before[1] is hidden and before[2] == aside and not shown:
        remembered: dict[int, Weapon] = known
        return remembered
    lost = {key for key, w in st.weapons.items() if w.side != side and _is_lost(st, w)} if masks else set()
    gone = lost.copy()
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
                (not (weapon.hidden or weapon.concealed) or is_shown(st, weapon, shown))
                and key not in gone
                and (weapon.enters or not aside)
            )
        )
    }
    if hidden and any(weapon.placed is not None or weapon.laid is not None for weapon in found.values()):
        found = {key: _charge_known(weapon, hidden) for key, weapon in found.items()}
    elif len(found) == len(st.weapons):
        found = st.weapons
    if found == known and list(found) == list(known):
        found = known  # the very same: what hangs on it is known
    if not lost and not shown:  # else trails count, or where each is
        st.tables[KNOWN_WEAPONS[side]] = ((st.weapons, hidden, aside), found)
    return found


def _is_lost(st: State, weapon: Weapon) -> bool:
    """Whether a weapon is gone, and nobody who never saw it knows of it; what a vehicle has lost is seen on it."""
    return weapon.place == ELIMINATED and not (st.vehicles and weapon.holder in st.vehicles)


def known_ids(units: tuple[int, ...], hidden: Mapping[int, int]) -> tuple[int, ...]:
    """Ids as a view names them: stand-ins once each and last, nothing for what has none."""
    found = dict.fromkeys(key for unit in units if (key := hidden.get(unit, unit)))
    return tuple(sorted(found, key=lambda key: key >= STAND_IN))


def _charge_known(weapon: Weapon, hidden: Mapping[int, int]) -> Weapon:
    """A demolition charge as far as a side knows who placed or Set it."""
    if weapon.placed is not None:
        return replace(weapon, placed=known_placed(weapon.placed, hidden))
    return weapon if weapon.laid is None else replace(weapon, laid=known_laid(weapon.laid, hidden))


def known_placed(charge: Charge, hidden: Mapping[int, int]) -> Charge:
    """A DC with whom it was placed by, and who was concealed there: stand-ins for those under a "?", of whom nothing
    tells where it malfunctions.
    """
    halved = known_ids(charge.halved, hidden)
    if charge.unit not in hidden:
        return replace(charge, halved=halved)
    return replace(charge, halved=halved, unit=hidden[charge.unit], dud=Charge(charge.loc, 0).dud)


def known_laid(charge: SetCharge, hidden: Mapping[int, int]) -> SetCharge:
    """A Set DC lies for many turns: its men under a "?" are not followed by it, nor told by where it malfunctions."""
    charge = replace(charge, workers=tuple(unit for unit in charge.workers if unit not in hidden))
    if not any(unit in hidden for unit in charge.units):
        return charge
    known = tuple(unit for unit in charge.units if unit not in hidden)
    return SetCharge(charge.loc, known, charge.turn, charge.attacker, workers=charge.workers)


def in_contact(st: State) -> frozenset[int]:
    """Locations whose units show their strength, because their Close Combat is being resolved (A11.19)."""
    found = [loc for frame in st.stack for loc in frame.contact()]
    return frozenset(found) if found else _NO_CONTACT


_NO_CONTACT: frozenset[int] = frozenset()


def is_shown(st: State, one: Weapon | Piece, contact: frozenset[int]) -> bool:
    """Whether a counter under a "?" shows itself, as those in its Location do (A11.19)."""
    return not one.hidden and where(st, one) in contact


def where(st: State, one: Weapon | Piece) -> int:
    """The Location of a counter: its own, or that of who bears it."""
    if one.loc >= 0 or not isinstance(one, Weapon):
        return one.loc
    bearer = st.units.get(one.holder) or st.vehicles.get(one.holder)
    return NOWHERE if bearer is None else bearer.loc
