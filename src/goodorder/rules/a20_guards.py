"""Guards and their prisoners: who may guard how many, what a Guard can't do, who is free when he is gone (A20.5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from goodorder.core.actions import DeployGuard, RegroupPrisoners
from goodorder.core.errors import Refusal
from goodorder.core.events import (
    Event,
    PrisonersHanded,
    PrisonersReleased,
    PrisonersRose,
    UnitCaptured,
    UnitCreated,
    UnitDeployed,
    UnitEliminated,
    UnitPinned,
    UnitRearmed,
    UnitReplaced,
    UnitsRecombined,
)
from goodorder.core.state import CAPTURED, ON_MAP, State, Unit
from goodorder.core.view import twin_id
from goodorder.data.counters.personnel import UnitType
from goodorder.data.scenario import PER_US

from .a01_deploy import whole_of
from .a11_close_combat.attack import StrikeFacts
from .event_facts import ActFacts, EventFacts
from .facts.captives import prisoners_of, unarmed_at, us_of
from .facts.firing import PartAsk
from .facts.units import armed_type, in_melee, is_dummy, printed, utype
from .ledger import Mod
from .points import AT_ANY_TIME, CC_FACTOR, CONSEQUENCE, MAY_FIRE
from .registry import builds, by_name, removable, rule

HALVED = 2


@builds("A20.5", "A20.5c")
def can_guard(unit: Unit) -> bool:
    """Whether a unit could be a Guard: any Known armed one on the map, a broken one too."""
    return unit.place == ON_MAP and not is_dummy(unit) and not unit.concealed and not unit.unarmed


@builds("A20.51", "A20.51a")
def room_of(st: State, guard: Unit) -> int:
    """The US# that a Guard could take besides those that he has; negative where he has too many."""
    return PER_US * us_of(st, (guard,)) - us_of(st, prisoners_of(st, guard.id))


def shared_out(st: State, units: Sequence[Unit], guards: Iterable[Unit]) -> tuple[tuple[Event, ...], tuple[Unit, ...]]:
    """Units given to Guards in their order, the largest first, each to the first who has room; and who is left over."""
    left = {guard.id: room_of(st, guard) for guard in guards if can_guard(guard)}
    given: dict[int, tuple[int, ...]] = {}
    over: list[Unit] = []
    for unit in sorted(units, key=lambda one: (-us_of(st, (one,)), one.id)):
        size = us_of(st, (unit,))
        guard = next((key for key, room in left.items() if room >= size), 0)
        if guard:
            left[guard] -= size
            given[guard] = (*given.get(guard, ()), unit.id)
        else:
            over.append(unit)
    return tuple(PrisonersHanded(units=ids, guard=guard) for guard, ids in given.items()), tuple(over)


@builds("A20.53", "A20.53c")
def released(st: State, units: Sequence[Unit], loc: int, *, forsaken: bool = False) -> tuple[Event, ...]:
    """Units that nobody guards any more, in a Location; ``forsaken``: by the choice of their Guard."""
    ids = tuple(unit.id for unit in units)
    return (PrisonersReleased(units=ids, loc=loc, forsaken=forsaken),) if units else ()


@removable(without=by_name("prisoners"))
@builds("A20.5", "A20.5d", "A20.53c")
def handing_refusal(st: State, side: int, units: tuple[int, ...], to: int = 0) -> Refusal | None:
    """Why a Guard may not give these prisoners up now, to another Guard or to nobody, or None."""
    found = [st.units.get(unit) for unit in units]
    guards = {unit.stance.guard if unit.place == CAPTURED else 0 for unit in found if unit is not None}
    guard = st.units.get(next(iter(guards), 0))
    if not units or None in found or len(set(units)) < len(units) or len(guards) != 1 or guard is None:
        return Refusal("A20.5", "these are not prisoners of one Guard")
    if guard.side != side or guard.loc < 0:
        return Refusal("A20.5", "it is not this side's Guard")
    if st.turn.attacker != side or st.turn.phase not in ("RPh", "APh"):
        return Refusal("A20.5", "prisoners are handed over in the own RPh or APh")
    if in_melee(st, guard):
        return Refusal("A20.5", "not in Melee")
    if not to:
        return None
    other = st.units.get(to)
    if other is None or other.side != side or other.loc != guard.loc or other.id == guard.id:
        return Refusal("A20.5", "the new Guard is another own unit of the Location")
    if not can_guard(other):
        return Refusal("A20.5", "it can't guard them")
    if room_of(st, other) < us_of(st, [one for one in found if one is not None]):
        return Refusal("A20.51", "it has no room for them")
    return None


def arms_of(st: State, unit: Unit) -> UnitType:
    """What an Unarmed unit is once it has arms."""
    return armed_type(st, printed(st, unit))


def captive_morale(st: State, unit: Unit) -> int:
    """The Morale Level of a prisoner: a SMC keeps his own, a MMC has that of the counter that it would be with arms."""
    return arms_of(st, unit).morale - unit.wounded


@removable(without=by_name("prisoners"))
@builds("A20.5", "A20.5f", "A25.2", "A25.2c", "A25.61", "A25.61b")
def guard_deploy_refusal(st: State, side: int, unit_id: int) -> Refusal | None:
    """Why a squad may not Deploy as a Guard, or None: unbroken, with prisoners, at any time but amid Close Combat."""
    unit = st.units.get(unit_id)
    if unit is None or unit.side != side or unit.place != ON_MAP or utype(st, unit).kind != "squad":
        return Refusal("A20.5", "only a squad of this side on the map Deploys")
    if not prisoners_of(st, unit.id):
        return Refusal("A20.5", "it guards nobody", also=("A1.31",))
    if unit.broken:
        return Refusal("A20.5", "it is broken")
    if not utype(st, unit).half_squad:
        return Refusal("A1.3", "there is no half-squad of its type")
    return Refusal("A20.5", "not in the middle of Close Combat") if st.turn.phase == "CCPh" else None


def guard_split(st: State, unit_id: int) -> tuple[Event, ...]:
    """A Guard squad becomes two half-squads, of which the second takes over whom the first can't guard."""
    unit = st.units[unit_id]
    half = utype(st, unit).half_squad
    assert half is not None
    twin = replace(unit, id=twin_id(st, unit), type=half, ident="")
    return UnitCreated(unit=twin, of=unit.id), UnitDeployed(unit=unit.id, type=half)


@removable(without=by_name("prisoners"))
@builds("A20.51", "A20.51a")
def regroup_refusal(st: State, units: tuple[int, ...]) -> Refusal | None:
    """Why prisoners may not be put together, or apart, or None: two like half-squads of one Guard, or one squad."""
    found = [st.units.get(unit) for unit in units]
    held = [one for one in found if one is not None and one.place == CAPTURED and one.stance.guard in st.units]
    if not found or len(held) < len(found) or len({one.stance.guard for one in held}) != 1:
        return Refusal("A20.51", "these are not prisoners of one Guard")
    kinds = [printed(st, one) for one in held]
    if len(set(units)) == 1 and kinds[0].kind == "squad":
        return None if kinds[0].half_squad else Refusal("A20.51", "there is no half-squad of its type")
    if len(set(units)) != 2 or any(kind.kind != "half_squad" for kind in kinds) or held[0].type != held[1].type:
        return Refusal("A20.51", "two like half-squads make a squad, one squad makes two")
    if not whole_of(st, held[0]):
        return Refusal("A20.51", "no squad is made of these half-squads")
    return Refusal("A20.5", "not in the middle of Close Combat") if st.turn.phase == "CCPh" else None


@rule("A20.51", point=AT_ANY_TIME, rows=["A20.51a"], order=31, on=[RegroupPrisoners])
def prisoners_regroup(facts: ActFacts) -> Sequence[Event] | Refusal:
    """Half-squads of prisoners become a squad, whose US# is smaller, or the reverse, at will."""
    st, action = facts.st, facts.action
    assert isinstance(action, RegroupPrisoners)
    if refusal := regroup_refusal(st, action.units):
        return refusal
    unit = st.units[action.units[0]]
    if len(action.units) == 2:
        return (UnitsRecombined(unit=unit.id, other=action.units[1], type=whole_of(st, unit)),)
    half = printed(st, unit).half_squad
    assert half is not None
    return UnitCreated(unit=replace(unit, id=twin_id(st, unit), type=half, ident="")), UnitDeployed(
        unit=unit.id, type=half
    )


@rule("A20.5", point=AT_ANY_TIME, rows=["A20.5f"], order=30, on=[DeployGuard])
def guard_deploys(facts: ActFacts) -> Sequence[Event] | Refusal:
    """A Guard squad Deploys freely, whoever is asked what."""
    st, action = facts.st, facts.action
    assert isinstance(action, DeployGuard)
    unit = st.units.get(action.unit)
    refusal = guard_deploy_refusal(st, unit.side if unit is not None else -1, action.unit)
    return refusal or guard_split(st, action.unit)


@rule("A20.5", point=CONSEQUENCE, rows=["A20.5e"], order=85, on=[UnitEliminated, UnitCaptured])
def guard_lost(facts: EventFacts) -> tuple[Event, ...]:
    """Others of his side in the Location take over the prisoners of a Guard who is gone; the rest are free."""
    event, st = facts.event, facts.after
    assert isinstance(event, UnitEliminated | UnitCaptured)
    held = prisoners_of(st, event.unit)
    if not held:
        return ()
    guard = facts.before.units[event.unit]
    others = [one for one in st.side_at(guard.loc, guard.side) if one.id != guard.id]
    events, over = shared_out(st, held, others)
    return (*events, *released(st, over, guard.loc), *(_pins(st, over) if guard.pinned else ()))


@builds("A20.54", "A20.54b")
def _pins(st: State, units: Iterable[Unit]) -> tuple[Event, ...]:
    """Who was guarded by a pinned unit is pinned, but for heroes."""
    return tuple(UnitPinned(unit=one.id) for one in units if printed(st, one).kind != "hero")


@rule("A20.51", point=CONSEQUENCE, rows=["A20.51a"], order=86, on=[UnitReplaced, UnitDeployed])
def guard_smaller(facts: EventFacts) -> tuple[Event, ...]:
    """Whom a Guard that has become smaller can't guard goes to others there, or free."""
    event, st = facts.event, facts.after
    assert isinstance(event, UnitReplaced | UnitDeployed)
    guard = st.units[event.unit]
    if guard.place != ON_MAP or not (held := prisoners_of(st, guard.id)):
        return ()
    excess, over = -room_of(st, guard), list[Unit]()
    for unit in sorted(held, key=lambda one: us_of(st, (one,))):
        if excess > 0:
            over.append(unit)
            excess -= us_of(st, (unit,))
    return _passed_on(st, over, guard, guard.loc)


@rule("A20.21", point=CONSEQUENCE, rows=["A20.21e"], order=86, on=[UnitCaptured])
def guard_overloaded(facts: EventFacts) -> tuple[Event, ...]:
    """Who surrenders to a Guard that can't take him goes to others there, or free where he was."""
    event, st = facts.event, facts.after
    assert isinstance(event, UnitCaptured)
    guard, unit = st.units[event.by], st.units[event.unit]
    if guard.place != ON_MAP or (room_of(st, guard) >= 0 and not guard.unarmed):
        return ()
    return _passed_on(st, (unit,), guard, facts.before.units[unit.id].loc)


def _passed_on(st: State, units: Sequence[Unit], guard: Unit, loc: int) -> tuple[Event, ...]:
    """Prisoners for whom a Guard has no room: to others of his Location, else free in ``loc``."""
    others = [one for one in st.side_at(guard.loc, guard.side) if one.id != guard.id]
    events, free = shared_out(st, units, others)
    return (*events, *released(st, free, loc))


@rule("A20.5", point=CONSEQUENCE, rows=["A20.5c"], order=87, on=[UnitsRecombined])
def guards_joined(facts: EventFacts) -> tuple[Event, ...]:
    """The prisoners of both half-squads are the whole squad's."""
    event = facts.event
    assert isinstance(event, UnitsRecombined)
    held = prisoners_of(facts.after, event.other)
    return (PrisonersHanded(units=tuple(one.id for one in held), guard=event.unit),) if held else ()


@rule("A20.551", point=CONSEQUENCE, rows=["A20.551b"], order=88, on=[UnitCaptured])
def armed_by_a_surrender(facts: EventFacts) -> tuple[Event, ...]:
    """An Unarmed unit of the captor's side where an enemy lays down his arms takes them, if it is no larger than he,
    one of his prisoners too whom no other Guard takes over.
    """
    event, st = facts.event, facts.after
    assert isinstance(event, UnitCaptured)
    enemy = facts.before.units[event.unit]
    size = us_of(st, (enemy,))
    if enemy.unarmed or event.fight:
        return ()
    others = [one for one in st.side_at(enemy.loc, enemy.side) if one.id != enemy.id]
    left = shared_out(st, prisoners_of(st, enemy.id), others)[1]
    free = [one for one in (*unarmed_at(st, enemy.loc, 1 - enemy.side), *left) if us_of(st, (one,)) <= size]
    if not free:
        return ()
    unit = max(free, key=lambda one: (us_of(st, (one,)), -one.id))
    return (UnitRearmed(unit=unit.id, type=arms_of(st, unit).id, loc=enemy.loc),)


@rule("A20.54", point=CONSEQUENCE, rows=["A20.54b"], order=89, on=[PrisonersReleased, PrisonersRose])
def pinned_with_their_guard(facts: EventFacts) -> tuple[Event, ...]:
    """Whose Guard is pinned is pinned too, as he shows when he is his prisoner no more."""
    event, st = facts.event, facts.before
    assert isinstance(event, PrisonersReleased | PrisonersRose)
    units = [st.units[one] for one in event.units]
    return _pins(st, [one for one in units if one.stance.guard in st.units and st.units[one.stance.guard].pinned])


@rule("A20.52", point=MAY_FIRE, rows=["A20.52a"], order=31, of=["personnel"])
def outnumbered_guard(ask: PartAsk) -> Refusal | None:
    """A Guard with a smaller US# than his prisoners attacks nobody outside of Close Combat."""
    assert isinstance(ask.unit, Unit)
    if outnumbered(ask.st, ask.unit):
        return Refusal("A20.52", "a Guard of more prisoners than his own US# fires at nobody")
    return None


def outnumbered(st: State, guard: Unit) -> bool:
    """Whether a Guard has a smaller US# than his prisoners."""
    held = prisoners_of(st, guard.id)
    return bool(held) and us_of(st, held) > us_of(st, (guard,))


@rule("A20.52", point=CC_FACTOR, rows=["A20.52a"], order=40)
def guard_in_close_combat(facts: StrikeFacts) -> Mod | None:
    """A Guard attacks others than his prisoners at half FP; he defends whole."""
    if not isinstance(facts.unit, Unit) or not prisoners_of(facts.attack.st, facts.unit.id):
        return None
    escaping = facts.attack.st.turn.phase == "CCPh"  # in the MPh he comes to men who were not his prisoners
    if escaping and facts.attack.defenders and all(unit.unarmed for unit in facts.attack.defenders):
        return None
    return Mod("guard", HALVED, "A20.52", "guards prisoners")
