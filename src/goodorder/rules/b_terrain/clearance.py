"""Clearance of a Set DC: who may try, what modifies its DR, and the Labor of who has failed (B24.7, B24.75, B24.8).

Mines, Wire, Flames, roadblocks and rubble are not cleared here: none of them lies on a map to be cleared.
"""

from __future__ import annotations

from typing import Final

from goodorder.core.actions import ClearCharge
from goodorder.core.errors import Refusal
from goodorder.core.events import Announced, ChargeFound, Event, LaborGained, LaborLost, TiPlaced, Tried, WeaponRemoved
from goodorder.core.notes import Note
from goodorder.core.state import ON_MAP, State, Unit, Weapon

from ..facts.attack_facts import has_fired
from ..facts.firing import PartAsk
from ..facts.places import climbs
from ..facts.units import is_good_order, is_hero, is_leader, leads, led, name, utype
from ..ledger import Ledger, Mod
from ..points import MAY_FIRE, PHASE_ENDS
from ..registry import builds, by_name, removable, rule

CLEARING: Final = "clear"
DONE: Final = 2
"""The highest Final DR that removes it."""
MOST_LABOR: Final = 2
SHARES: Final = {"squad": 2, "half_squad": 1, "crew": 1}
"""What each MMC beyond the one required takes off the DR."""


@removable(without=by_name("dc_clearance"))
@builds("B24.75", "B24.75a", "B24.7", "B24.7a", "A23.72", "A23.72a")
def clear_refusal(st: State, side: int, action: ClearCharge) -> Refusal | None:
    """Why a unit may not declare now that it will remove a Set DC, or None."""
    if st.turn.phase != ("MPh" if side == st.turn.attacker else "DFPh"):
        return Refusal("B24.75", "the ATTACKER declares it in the MPh, the DEFENDER in the DFPh")
    unit, weapon = st.units.get(action.unit), st.weapons.get(action.weapon)
    if unit is None or unit.side != side or unit.place != ON_MAP:
        return Refusal("B24.75", "an own unit on the map")
    if weapon is None or not _lies_with(weapon, unit):
        return Refusal("B24.75", f"no Set DC is known where {name(st, unit)} is")
    if refusal := _unfit(st, unit):
        return refusal
    if utype(st, unit).mmc:
        return None
    others = (one for one in st.side_at(unit.loc, side) if utype(st, one).mmc)
    if not any(_engaged(st, one, weapon) or _unfit(st, one) is None for one in others):
        return Refusal("B24.7", "it takes at least one MMC", also=("B24.75",))
    return None


def _lies_with(weapon: Weapon, unit: Unit) -> bool:
    """Whether a Set DC of which the unit's side knows is in its Location."""
    known = not weapon.hidden or weapon.side == unit.side
    return known and weapon.laid is not None and weapon.laid.loc == unit.loc


@builds("B24.75", "B24.75a", "A4.8", "A4.8b")
def _unfit(st: State, unit: Unit) -> Refusal | None:
    """Why a unit declares no Clearance, whatever lies there, or None."""
    trail = st.trail(unit.id)
    if not is_good_order(st, unit) or unit.pinned:
        return Refusal("B24.7", f"{name(st, unit)} is not in Good Order or pinned", also=("B24.75",))
    if unit.ti:
        return Refusal("A4.8", f"{name(st, unit)} is TI", also=("B24.75",))
    if climbs(st, unit):
        return Refusal("B11.4", f"{name(st, unit)} is Climbing", also=("B24.75",))
    if trail.started or trail.steps or trail.noted("displaced"):
        return Refusal("B24.75", f"{name(st, unit)} has moved in this Player Turn")
    if has_fired(st, unit) or trail.directed or trail.lent:
        return Refusal("B24.75", f"{name(st, unit)} has fired or directed fire in this Player Turn")
    return None


@builds("B24.75", "B24.75a", "B24.7", "B24.7a")
def clearing_events(st: State, action: ClearCharge) -> tuple[Event, ...]:
    """The declaration: TI, and bound to the task; who clears a DC that its own side has hidden shows it."""
    shown = (ChargeFound(weapon=action.weapon),) if st.weapons[action.weapon].hidden else ()
    note = Note(CLEARING, weapon=action.weapon)
    unit = st.units[action.unit]
    said = Announced(
        text=f"{name(st, unit)} sets about removing the Set DC",
        rule="B24.75",
        side=unit.side,
        kind="move",
        subjects=(unit.id,),
        locs=(unit.loc,),
    )
    return (*shown, said, Tried(unit=action.unit, note=note), TiPlaced(unit=action.unit))


@rule("B24.7", point=MAY_FIRE, rows=["B24.7b"], order=35)
def bound(ask: PartAsk) -> Refusal | None:
    """Who has declared a Clearance fires no more in that Player Turn, unless it is pinned."""
    if not ask.st.trail(ask.unit.id).noted(CLEARING) or ask.unit.pinned:
        return None
    return Refusal("B24.7", f"{name(ask.st, ask.unit)} is engaged in Clearance", also=("A4.8",))


def _engaged(st: State, unit: Unit, weapon: Weapon) -> bool:
    """Whether a unit that has declared it still takes part."""
    if weapon.laid is None or unit.loc != weapon.laid.loc or unit.pinned or not is_good_order(st, unit):
        return False
    return Note(CLEARING, weapon=weapon.id) in st.trail(unit.id).tried


@builds("B24.7", "B24.7b", "B24.7c")
def clearing(st: State, weapon: Weapon, side: int) -> tuple[Unit, ...]:
    """Who of a side makes the DR for a Set DC together: all in its Location who are still fit; nobody without a MMC."""
    if weapon.laid is None:
        return ()
    units = tuple(one for one in st.side_at(weapon.laid.loc, side) if _engaged(st, one, weapon))
    return units if any(utype(st, one).mmc for one in units) else ()


@removable(without=())
@builds("B24.75", "B24.75a", "B24.7c")
def clearances_due(st: State) -> tuple[tuple[int, int], ...]:
    """The Set DC for which a DR is due as the CCPh ends, each with the side that makes it, the ATTACKER's first."""
    laid = [weapon for weapon in st.weapons.values() if weapon.laid is not None]
    sides = (st.turn.attacker, 1 - st.turn.attacker) if laid else ()
    return tuple((weapon.id, side) for side in sides for weapon in laid if clearing(st, weapon, side))


@builds("B24.7", "B24.7d", "B24.8a", "A15.24c")
def clearance_ledger(st: State, weapon: Weapon, units: tuple[Unit, ...]) -> Ledger:
    """The DRM of those who take part; Sappers, who would help more, are refused by name (B28.8)."""
    mods: list[Mod] = []
    if labor := labor_of(st, weapon, units[0].side):
        mods.append(Mod("labor", -labor, "B24.8", "Labor"))
    if value := _direction(st, units):
        mods.append(Mod("leadership", value, "B24.7", "leader directs"))
    shares = sorted((SHARES[utype(st, one).kind] for one in units if utype(st, one).mmc), reverse=True)
    if shares and shares[0] == SHARES["squad"]:
        mods.append(Mod("squad", -1, "B24.7", "a squad"))
    if more := sum(shares[1:]):
        mods.append(Mod("more", -more, "B24.7", "MMC beyond the one required"))
    if heroes := sum(is_hero(st, one) for one in units):
        mods.append(Mod("heroes", -heroes, "B24.7", "heroes"))
    return Ledger(tuple(mods))


@builds("B24.7", "B24.7d")
def _direction(st: State, units: tuple[Unit, ...]) -> int:
    """The leadership of the one leader who directs another unit, the best; one who would only hinder directs nobody."""
    best = 0
    for leader in (one for one in units if is_leader(st, one)):
        others = tuple(one for one in units if one.id != leader.id)
        if others and all(leads(st, leader, one) for one in others):
            best = min(best, led(st, leader, others))
    return best


@builds("B24.8", "B24.8a")
def labor_of(st: State, weapon: Weapon, side: int) -> int:
    """The Labor that a side has gained at a Set DC."""
    workers = weapon.laid.workers if weapon.laid is not None else ()
    return weapon.labor if any(one in st.units and st.units[one].side == side for one in workers) else 0


@builds("B24.7", "B24.7a", "B24.8", "B24.8a", "A23.72", "A23.72a")
def cleared(st: State, weapon: Weapon, units: tuple[Unit, ...], original: int) -> tuple[Event, ...]:
    """What a DR does: the DC is gone, or the MMC who failed have Labor for the next try."""
    if clears(clearance_ledger(st, weapon, units), original):
        return (WeaponRemoved(weapon=weapon.id, reason="B24.75"),)
    assert weapon.laid is not None
    labor = labor_of(st, weapon, units[0].side)
    before = weapon.laid.workers if labor else ()
    workers = dict.fromkeys((*before, *(one.id for one in units if utype(st, one).mmc)))
    return (LaborGained(weapon=weapon.id, labor=min(MOST_LABOR, labor + 1), units=tuple(workers)),)


def clears(ledger: Ledger, original: int) -> bool:
    """Whether a DR removes the DC."""
    return original + ledger.total() <= DONE


@rule("B24.8", point=PHASE_ENDS, rows=["B24.8b"], order=41)
def labor_lost(st: State) -> tuple[Event, ...]:
    """Labor is lost when the last MMC that had it is gone, or has left the Location, be it to come back."""
    found = (one for one in st.weapons.values() if one.laid is not None and one.laid.workers)
    return tuple(LaborLost(weapon=one.id) for one in found if not _stayed(st, one))


def _stayed(st: State, weapon: Weapon) -> bool:
    """Whether any MMC of those with Labor has been there all the time."""
    assert weapon.laid is not None
    for worker in weapon.laid.workers:
        unit = st.units.get(worker)
        if unit is None or unit.place != ON_MAP or unit.loc != weapon.laid.loc:
            continue
        if not any(step.frm != step.to for step in st.trail(worker).steps):
            return True
    return False
