"""The charge: who has to, at whom, by which way, and what it may not do (A15.43, A15.431, A15.432)."""

from __future__ import annotations

from goodorder.core.errors import Refusal
from goodorder.core.events import Event, Tried
from goodorder.core.notes import Note
from goodorder.core.remembered import once_a_position
from goodorder.core.state import ASSAULT, DOUBLE_TIME, ON_MAP, State, Unit
from goodorder.core.way import Way
from goodorder.data.charts import movement

from ..a04_movement.permission import MoverFacts, entry_refusal, move_refusal
from ..a04_movement.portage import drop_events
from ..facts.entry import EntryFacts
from ..facts.units import in_melee, is_smc, name, wtype
from ..points import MAY_ENTER, MAY_MOVE
from ..registry import builds, rule
from .foes import foes_in_sight, foes_with
from .route import Route, imagined, makes_detour, route, way_compared

HEAVIEST = 1
"""PP of the heaviest weapon that is carried on a charge."""


@builds("A15.43", "A15.43b", "A4.2e")
def stack_of(st: State, unit: Unit) -> tuple[int, ...]:
    """The berserk units with which one charges: those of its Location, unless one of them is wounded and the other not,
    or they leave it in another way.
    """
    mine, trail = (unit.wounded, unit.stance), st.trail(unit.id)
    found = (u for u in st.side_at(unit.loc, unit.side) if u.berserk and (u.wounded, u.stance) == mine)
    same = (u for u in found if not u.pinned and st.trail(u.id).started == trail.started)
    return tuple(sorted(u.id for u in same if not st.trail(u.id).ended))


@builds("A15.43", "A15.43a", "A15.431", "A15.431f", "A15.431h")
@once_a_position
def goals(st: State, ids: tuple[int, ...]) -> dict[int, Route]:
    """The Locations that a berserk stack may charge now, with the ways there; none where an enemy is beside it.

    The nearest Known enemy in its LOS from where it is, the one that it charges already before others as near
    (ruling R1905); with none in LOS where that one was.
    """
    first = st.units[ids[0]]
    if first.loc < 0 or foes_with(st, first):
        return {}
    far = {one.loc: st.world.map.distance(first.loc, one.loc) for one in foes_in_sight(st, first)}
    kept = charged(st, first)
    if not far:
        ahead = {loc: route(st, ids, loc) for loc in kept if loc != first.loc}
        return {loc: found for loc, found in ahead.items() if found is not None}
    ranges = sorted(set(far.values()))
    groups = [tuple(sorted(loc for loc, hexes in far.items() if hexes == one)) for one in ranges]
    nearest = tuple(loc for loc in groups[0] if loc in kept) or groups[0]
    return _stopped_by_ground(st, ids, (nearest, *groups[1:]), ranges)


@builds("A15.45", "A15.45a")
def _stopped_by_ground(
    st: State, ids: tuple[int, ...], groups: tuple[tuple[int, ...], ...], ranges: list[int]
) -> dict[int, Route]:
    """The first Locations to which a way leads that makes no detour, or one shorter than the next enemy is far (ruling
    R1906); without such the first that can be reached at all.
    """
    reached: dict[int, Route] = {}
    for number, group in enumerate(groups):
        ways = {loc: found for loc in group if (found := route(st, ids, loc)) is not None}
        further = ranges[number + 1] if number + 1 < len(ranges) else None
        near = {loc: one for loc, one in ways.items() if further is None or one.hexes < further}
        good = {loc: one for loc, one in ways.items() if loc in near or not makes_detour(st, ids, loc, one)}
        if good:
            return good
        reached = reached or ways
    return reached


def charged(st: State, unit: Unit) -> tuple[int, ...]:
    """Where those are, or were, whom a unit charges since its last step: several while its steps fit them all."""
    notes = [note for note in st.trail(unit.id).tried if note.kind == "charge"]
    last = max((note.count for note in notes), default=0)
    return tuple(note.loc for note in notes if note.count == last)


@builds("A15.431", "A15.431h")
def charge_notes(st: State, units: tuple[Unit, ...], facts: EntryFacts) -> tuple[Event, ...]:
    """What a step remembers of whom the units charge by it."""
    if not units[0].berserk:
        return ()
    ids, told = tuple(sorted(u.id for u in units)), way_compared(facts)
    at = [loc for loc, one in goals(st, ids).items() if told in one.first]
    return tuple(
        Tried(unit=u.id, note=Note("charge", loc=loc, count=len(st.trail(u.id).steps) + 1)) for u in units for loc in at
    )


@rule(
    "A15.431",
    point=MAY_ENTER,
    order=-5,
    rows=["A15.43a", "A15.43b", "A15.431e", "A15.431f", "A15.431h", "A15.45a"],
    of=["berserk"],
)
def by_the_cheapest_way(facts: EntryFacts) -> Refusal | None:
    """Berserk units of one Location go together, only at whom they charge, and by a way that costs the fewest MF."""
    st, units = facts.st, facts.units
    if not any(unit.berserk for unit in units) or imagined(st, units[0]):
        return None
    if not all(unit.berserk for unit in units):
        return Refusal("A15.43", "berserk units charge by themselves")
    ids = tuple(sorted(unit.id for unit in units))
    if ids != stack_of(st, units[0]):
        return Refusal("A15.43", "the berserk units of a Location charge together")
    at = goals(st, ids)
    if not at:
        return Refusal("A15.43", f"{name(st, units[0])} has nobody to charge")
    if not any(way_compared(facts) in one.first for one in at.values()):
        where = " or ".join(st.world.map.place_name(loc) for loc in at)
        return Refusal("A15.431", f"the charge at {where} takes the way that costs the fewest MF", also=("A15.43",))
    return None


@rule("A15.431", point=MAY_MOVE, order=6, rows=["A15.431d"])
def no_gait_but_a_charge(facts: MoverFacts) -> Refusal | None:
    """A charge is no Assault Movement and no Double Time."""
    if not facts.unit.berserk or not facts.declared & (ASSAULT | DOUBLE_TIME):
        return None
    word = "Assault Movement" if facts.declared & ASSAULT else "Double Time"
    return Refusal("A15.431", f"a charge is no {word}", also=("A4.61", "A4.5"))


def open_steps(st: State, ids: tuple[int, ...]) -> tuple[Way, ...]:
    """The steps that a berserk stack may take now."""
    ways = {way for one in goals(st, ids).values() for way in one.first}
    return tuple([way for way in sorted(ways, key=repr) if entry_refusal(st, ids, way) is None])


@builds("A15.43", "A15.43a", "A15.432", "A15.432a")
def charge_over(st: State, unit: Unit) -> bool:
    """Whether a berserk unit under way has come as far as it must: among enemies, or where it can go no farther."""
    ids = stack_of(st, unit)
    return not ids or not _has_a_step(st, ids)


def _has_a_step(st: State, ids: tuple[int, ...]) -> bool:
    """Whether there is any step that a stack may take; of those in Bypass, which are judged by where they can end, only
    where there is no other.
    """
    ways = {way for one in goals(st, ids).values() for way in one.first}
    return any(entry_refusal(st, ids, way) is None for way in sorted(ways, key=_is_bypass))


def _is_bypass(way: Way) -> bool:
    return bool(way.bypass)


def may_charge(st: State) -> tuple[tuple[int, ...], ...]:
    """The ATTACKER's berserk stacks that have not charged in this MPh, out of Melee, with an enemy to go for."""
    found = (u for u in st.units_that_are("berserk") if u.side == st.turn.attacker and u.place == ON_MAP)
    ready = [u for u in found if not st.trail(u.id).started and not in_melee(st, u) and not foes_with(st, u)]
    stacks = dict.fromkeys(stack_of(st, u) for u in ready if not u.pinned)
    return tuple([ids for ids in stacks if foes_in_sight(st, st.units[ids[0]])])


@builds("A15.43", "A15.43a")
def must_charge(st: State) -> tuple[tuple[int, ...], ...]:
    """Those of them that can take a step, be it by Minimum Move: they go before all others."""
    return tuple([ids for ids in may_charge(st) if _can_begin(st, ids)])


@builds("A15.43", "A15.43a")
def charges_first(st: State) -> bool:
    """Whether any berserk unit has to be dealt with before others move."""
    if not st.units_that_are("berserk"):
        return False
    return bool(must_charge(st) or stopped_short(st))


@builds("A15.43", "A15.43a")
def charge_due(st: State) -> Refusal | None:
    """Why nothing but a charge is done now, or None."""
    if not charges_first(st):
        return None
    return Refusal("A15.43", "berserk units charge before anything else is done in the MPh")


def _can_begin(st: State, ids: tuple[int, ...]) -> bool:
    if move_refusal(st, ids, 0) is not None:
        return False
    return _has_a_step(st, ids)


@builds("A15.45", "A15.45a", "A15.44")
def stopped_short(st: State) -> tuple[int, ...]:
    """Berserk units that see enemies and to none of whom a way leads: they are Battle Hardened instead."""
    return tuple([unit for ids in may_charge(st) if not goals(st, ids) for unit in ids])


@builds("A15.431", "A15.431c")
def laid_aside(st: State, ids: tuple[int, ...]) -> tuple[Event, ...]:
    """The weapons that berserk units leave where they begin to charge: those of more than one PP, and of the others
    those above their IPC, the last ones first (ruling R1907).
    """
    events: list[Event] = []
    for unit in (st.units[one] for one in ids):
        table = movement().portage
        room = table.mmc_ipc if not is_smc(st, unit) else table.wounded_smc_ipc if unit.wounded else table.smc_ipc
        for weapon in st.weapons_of(unit.id):
            pp = wtype(st, weapon).pp
            if pp <= HEAVIEST and pp <= room and weapon.loc < 0:
                room -= pp
            else:
                events += drop_events(st, weapon.id, unit.loc)
    return tuple(events)
