"""Leaving a Location in the CCPh: Withdrawal from Melee, Infiltration, Ambush Withdrawal (A11.2, A11.22, A11.41)."""

from __future__ import annotations

from collections.abc import Sequence

from goodorder.core.errors import Refusal
from goodorder.core.state import ON_MAP, State, Unit
from goodorder.core.way import Way
from goodorder.data.charts import close_combat

from ..a04_movement.advance import advance_places, exhausts, withdrawal_refusal
from ..a04_movement.allotment import AllotmentFacts, capacity
from ..a04_movement.edges import EXIT
from ..facts.captives import prisoners_of
from ..facts.manned import manned_at
from ..facts.units import in_melee, name, wtype
from ..ledger import Mod
from ..points import CC_DRM
from ..registry import builds, by_name, removable, rule
from .aftermath import in_melee_here
from .attack import CombatFacts


@rule("A11.2", point=CC_DRM, order=31)
def against_withdrawing(facts: CombatFacts) -> Mod | None:
    """Units that Withdraw are easier to attack; those that stand under the same attack are not."""
    units = tuple(unit.id for unit in facts.defenders if unit.id in facts.leaving)
    if not units:
        return None
    scope = () if len(units) == len(facts.defenders) else units
    return Mod("vs_withdrawing", close_combat().drm["vs_withdrawing"].drm, "A11.2", "Withdrawal", scope)


@rule("A11.2", point=CC_DRM, order=32)
def covered_withdrawal(facts: CombatFacts) -> Mod | None:
    """Each friendly unit in the Melee that stands covers those who Withdraw by one."""
    units = tuple(unit.id for unit in facts.defenders if unit.id in facts.leaving)
    here = facts.st.side_at(facts.loc, 1 - facts.side)
    standing = sum(1 for unit in here if unit.id not in facts.leaving and not unit.concealed)
    if not units or not standing:
        return None
    scope = () if len(units) == len(facts.defenders) else units
    return Mod("withdrawal_cover", standing, "A11.2", "units that stand", scope)


def load_over(st: State, unit: Unit, units: Sequence[int] = ()) -> int:
    """PP above what a unit may carry out of the Location: its IPC, with a leader who goes along (A11.21, A4.42)."""
    carried = tuple(weapon.id for weapon in st.weapons_of(unit.id))
    own = capacity(AllotmentFacts(st, unit, tuple(units) or (unit.id,), False, carried))
    return max(0, sum(wtype(st, st.weapons[weapon]).pp for weapon in carried) - own)


@builds("A11.21")
def place_refusal(st: State, units: tuple[int, ...], to: int) -> Refusal | None:
    """Why these units may not Withdraw together into ``to``, or None (A11.21).

    An adjacent Location that they could advance into, CX or not, without a Known enemy; nobody carries more than
    his IPC.
    """
    found = tuple(st.units[unit] for unit in units)
    side = found[0].side
    if to == EXIT or to < 0:
        return Refusal("A11.21", "it leads into an adjacent Location of the map")
    if _held(st, to, 1 - side):
        return Refusal("A11.21", "a Known enemy is there")
    for unit in found:
        if load_over(st, unit, units):
            return Refusal("A11.21", f"{name(st, unit)} carries more than its IPC")
    return withdrawal_refusal(st, units, to)


def places(st: State, unit: Unit, *, loaded: bool = False) -> tuple[int, ...]:
    """Locations into which a unit alone may Withdraw; with ``loaded`` also if it must drop weapons first."""
    near = tuple(to for to in advance_places(st, unit) if to >= 0)
    if not loaded:
        return tuple(to for to in near if place_refusal(st, (unit.id,), to) is None)
    foes = 1 - unit.side
    return tuple(to for to in near if not _held(st, to, foes) and withdrawal_refusal(st, (unit.id,), to) is None)


def _held(st: State, to: int, foe: int) -> bool:
    """Whether a Known enemy is in a Location, on foot or in his vehicle."""
    return any(not enemy.concealed for enemy in st.side_at(to, foe)) or bool(manned_at(st, to, foe))


def tires(st: State, unit: Unit, units: tuple[int, ...], to: int) -> bool:
    """Whether the Withdrawal makes a unit CX as an advance would (A4.72); broken units never become CX (A4.51)."""
    found = tuple(st.units[u] for u in units)
    return not unit.cx and not unit.broken and exhausts(st, unit, found, Way(unit.loc, to))


@removable(without=False)
@builds("A11.2")
def may_be_left(st: State, loc: int) -> bool:
    """Whether units may announce their Withdrawal from a Location before its Close Combat: a Melee goes on there."""
    return in_melee_here(st, loc)


@removable(without=by_name("withdrawal"))
@builds("A11.2", "A19.12g")
def withdrawal_asked(st: State, loc: int, side: int, leaving: Sequence[int], unit_id: int) -> Refusal | None:
    """Why a unit may not announce its Withdrawal from the Melee of ``loc`` now, or None (A11.2)."""
    unit = st.units.get(unit_id)
    if unit is None or unit.side != side or unit.place != ON_MAP or unit.loc != loc:
        return Refusal("A11.2", "only own units of this Melee Withdraw from it")
    if not in_melee(st, unit):
        return Refusal("A11.2", f"{name(st, unit)} is not held in Melee")
    if unit.pinned:
        return Refusal("A11.2", f"{name(st, unit)} is pinned")
    if unit.disrupted:
        return Refusal("A19.12", f"{name(st, unit)} is Disrupted")
    if unit.berserk:
        return Refusal("A11.2", f"{name(st, unit)} is berserk", also=("A15.4",))
    if unit_id in leaving:
        return Refusal("A11.2", f"{name(st, unit)} has announced it")
    if not unit.broken and load_over(st, unit):
        return Refusal("A11.21", f"{name(st, unit)} carries more than its IPC")
    if not places(st, unit, loaded=True):
        return Refusal("A11.21", f"{name(st, unit)} has no Location to go to")
    return None


@removable(without=())
@builds("A11.16")
def forced_out(st: State, loc: int) -> tuple[int, ...]:
    """Broken units in the Melee of ``loc``: each that can and guards no prisoners has to Withdraw (A11.16)."""
    broken = (u for u in st.at(loc) if u.broken and not prisoners_of(st, u.id))
    return tuple(u.id for u in broken if withdrawal_asked(st, loc, u.side, (), u.id) is None)


@removable(without=())
@builds("A11.22")
def infiltrators(st: State, units: tuple[int, ...], lost: Sequence[int]) -> tuple[int, ...]:
    """Who of ``units`` may slip away after an Original 2 or 12: those not pinned and not lost already (A11.22)."""
    found = (st.units[unit] for unit in units if unit not in lost)
    eligible = (u for u in found if u.place == ON_MAP and not (u.pinned or u.disrupted or u.berserk))
    return tuple(u.id for u in eligible if places(st, u, loaded=True))
