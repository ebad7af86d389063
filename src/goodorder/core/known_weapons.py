"""The weapons that a side knows of: a Gun shares the "?" of who mans it (A12.2), a DC does not tell who placed it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from .counters import ELIMINATED, Charge, SetCharge, Weapon
from .hidden import in_contact, is_shown, known_ids, sets_up
from .state import State

LOST = "lost weapons"
"""Where a position remembers its weapons that are out of the game."""

_NOTHING: tuple[Any, Any] = (None, None)


def known_weapons(st: State, side: int, hidden: Mapping[int, int]) -> dict[int, Weapon]:
    """The weapons that ``side`` knows of; ``hidden`` as :func:`stand_ins_of` gives it.

    A Gun shares the "?" of who mans it (A12.2). An enemy weapon out of the game is none of them, unless Known units
    used it: it may have been lost in hands that the side did not see.
    """
    return known_weapons_of(st, side, hidden, in_contact(st), unheard_of(st, side, hidden))


def known_weapons_of(
    st: State, side: int, hidden: Mapping[int, int], shown: frozenset[int], gone: frozenset[int]
) -> dict[int, Weapon]:
    """The same where it is known who shows himself, and of which weapons out of the game the side has not heard."""
    aside = sets_up(st)
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
    charged = False
    if hidden:
        for key, weapon in found.items():
            if weapon.placed is not None or weapon.laid is not None:
                found[key], charged = _charge_known(weapon, hidden), True
    return found if charged or len(found) < len(st.weapons) else st.weapons


def unheard_of(st: State, side: int, hidden: Mapping[int, int]) -> frozenset[int]:
    """Enemy weapons out of the game that no Known unit has used in this Player Turn."""
    lost = lost_weapons(st)[side]
    if not lost or not st.world.has_secrets:
        return _NO_WEAPONS
    used: set[int] = set()
    for unit, trail in st.trails.items():
        if (trail.shots or trail.portaged) and unit not in hidden:
            for shot in trail.shots:
                used.add(shot.weapon)
            used.update(trail.portaged)
    return lost - used


_NO_WEAPONS: frozenset[int] = frozenset()


def lost_weapons(st: State) -> tuple[frozenset[int], frozenset[int]]:
    """For each side the weapons of others that are gone, where nobody who never saw one knows of it; what a vehicle has
    lost is seen on it. Found once while neither weapons nor vehicles change.
    """
    of, known = st.tables.get(LOST, _NOTHING)
    if of is not None and of[0] is st.weapons and of[1] is st.vehicles:
        remembered: tuple[frozenset[int], frozenset[int]] = known
        return remembered
    gone = [one for one in st.weapons.values() if one.place == ELIMINATED and one.holder not in st.vehicles]
    found = frozenset([one.id for one in gone if one.side != 0]), frozenset([one.id for one in gone if one.side != 1])
    st.tables[LOST] = ((st.weapons, st.vehicles), found)
    return found


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
