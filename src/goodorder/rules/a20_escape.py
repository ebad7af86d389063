"""Prisoners who try to get away from their Guard in the CCPh (A20.55)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec import Struct

from goodorder.core.errors import Refusal
from goodorder.core.state import CAPTURED, ON_MAP, State, Unit
from goodorder.data.charts import nation

from .a11_close_combat.aftermath import in_melee_here
from .a11_close_combat.groups import Element, Stands, default_stands, elements
from .a20_guards import captive_morale
from .facts.captives import captives, captives_at, unarmed_at
from .facts.units import has, is_leader, leadership, name, printed
from .ledger import Ledger, Mod
from .registry import builds, by_name, removable


class Bid(Struct, frozen=True):
    """A prisoner who has risen against his Guard."""

    unit: int
    guard: int


@removable(without=by_name("prisoners"))
@builds("A20.55", "A20.55a", "A20.55e", "A25.63", "A25.63b", "A25.82", "A25.82a")
def escape_refusal(st: State, side: int, loc: int, unit_id: int, tried: Iterable[int] = ()) -> Refusal | None:
    """Why a prisoner may not try to escape in this CCPh, or None: his Guard is broken, or a Melee goes on there."""
    unit = st.units.get(unit_id)
    if unit is None or unit.side != side or unit.place != CAPTURED or unit not in captives_at(st, loc):
        return Refusal("A20.55", "it is no prisoner of this Location")
    if unit.id in tried:
        return Refusal("A20.55", f"{name(st, unit)} has tried in this CCPh")
    if has(st, unit, "never_escapes"):
        army = nation(printed(st, unit).nationality)
        text = f"{army.adjective} prisoners don't try to escape"
        return Refusal(army.rule_of("never_escapes"), text, also=("A20.55",))
    if not in_melee_here(st, loc) and not st.units[unit.stance.guard].broken:
        return Refusal("A20.55", "his Guard is not broken, and there is no Melee")
    return None


@removable(without=False)
@builds("A20.55", "A20.55a")
def needs_check(st: State, loc: int) -> bool:
    """Whether a prisoner has to pass a NTC first: not where a Melee goes on."""
    return not in_melee_here(st, loc)


@removable(without=())
def could_escape(st: State, loc: int, side: int, tried: Iterable[int] = ()) -> tuple[Unit, ...]:
    """The prisoners of a side in a Location who may try to escape now."""
    found = [unit for unit in captives_at(st, loc) if unit.side == side]
    return tuple(unit for unit in found if escape_refusal(st, side, loc, unit.id, tried) is None)


@removable(without=())
def escape_places(st: State) -> tuple[int, ...]:
    """Locations in which some prisoner may try to escape."""
    locs = dict.fromkeys(st.units[unit.stance.guard].loc for unit in captives(st))
    return tuple(sorted(loc for loc in locs if any(could_escape(st, loc, side) for side in (0, 1))))


def helper(st: State, unit: Unit) -> Unit | None:
    """The captured leader whose modifier his check takes: the best of those beside him, be he risen already."""
    loc = st.units[unit.stance.guard].loc
    here = (*captives_at(st, loc), *unarmed_at(st, loc, unit.side))
    found = [one for one in here if one.side == unit.side and one.id != unit.id and is_leader(st, one)]
    return min(found, key=lambda one: (leadership(st, one), one.id), default=None)


@builds("A20.55", "A20.55a")
def escape_ledger(st: State, unit: Unit) -> Ledger:
    """The DRM of the NTC: a captured leader's."""
    leader = helper(st, unit)
    if leader is None or not (value := leadership(st, leader)):
        return Ledger(())
    return Ledger((Mod("leadership", value, "A10.21", f"leader {printed(st, leader).code}"),))


def escape_check(st: State, unit: Unit, faces: tuple[int, ...]) -> tuple[int, bool]:
    """The Final DR of the NTC, and whether it passes."""
    final = sum(faces) + escape_ledger(st, unit).total()
    return final, final <= captive_morale(st, unit)


def free_stands(st: State, loc: int, side: int, bids: tuple[Bid, ...]) -> Stands:
    """How those who rise stand: as stacked, but not with others."""
    risen = {bid.unit for bid in bids}
    found = default_stands(st, loc, side)
    return tuple((man, base if (man in risen) == (base in risen) else man) for man, base in found)


def rising(st: State, loc: int, side: int, bids: tuple[Bid, ...], used: Iterable[int] = ()) -> tuple[Element, ...]:
    """The elements of who rises that have not attacked yet."""
    risen, attacked = {bid.unit for bid in bids}, set(used)
    found = elements(st, loc, side, free_stands(st, loc, side, bids))
    return tuple(e for e in found if {*e.ids} <= risen and not attacked.intersection(e.ids))


@builds("A20.55", "A20.55b")
def guard_first(st: State, loc: int, bids: tuple[Bid, ...], attackers: Iterable[int], on: Iterable[int]) -> bool:
    """Whether these attack their own Guards, as far as they are still there, be it along with others."""
    mine, targets = set(attackers), set(on)
    guards = {bid.guard for bid in bids if bid.unit in mine}
    held = {guard for guard in guards if st.units[guard].place == ON_MAP and st.units[guard].loc == loc}
    return held <= targets
