"""Who must rout, who may, and how (A10.5, A10.52, A10.711)."""

from __future__ import annotations

from typing import Final, Literal

from msgspec import Struct

from goodorder.core.errors import Refusal
from goodorder.core.remembered import once_a_position
from goodorder.core.state import ON_MAP, State, Unit, Vehicle

from ..a04_movement.portage import WET
from ..facts.adjacent import foes_beside, next_places
from ..facts.ground import ground
from ..facts.manned import manned_at
from ..facts.units import (
    NO_LEADER_IN_COMMON,
    in_melee,
    is_leader,
    known_at,
    leads,
    name,
    together,
)
from ..facts.water import fords
from ..points import MAY_CRAWL, ROUT_CAUSE, ROUT_HELP
from ..registry import builds, rule
from .direction import Goals, Walk, goals_of, may_step, next_steps, step_refusal, walk_from
from .dm import beside_enemy, in_open_before_enemy
from .interdiction import is_interdicted

ROUTED: Final = "rout"
"""The word under which a rout is kept in a unit's trail."""


REPULSED: Final = "repulsed"
"""The same for a unit that a concealed enemy threw back (A10.533)."""


class RoutOptions(Struct, frozen=True):
    """What a broken unit can do in the RtPh.

    ``must`` says why it has to rout, None when it may stay; ``steps`` are its first hexes, none when it can't rout.
    """

    unit: int
    must: Refusal | None
    steps: tuple[int, ...]
    goals: Goals


class RoutAsk(Struct, frozen=True):
    """A broken unit in the RtPh, of which it is asked whether it must rout."""

    st: State
    unit: Unit


class CrawlAsk(Struct, frozen=True):
    """A Low Crawl into ``to``, of a unit that could rout there on its way to one of ``goals``."""

    walk: Walk
    to: int
    goals: Goals


@builds("A10.5", "SK3.RS.2", "SK3.RS.3", "SK3.RtPh.3")
def must_rout(st: State, unit: Unit) -> Refusal | None:
    """Why a broken unit has to rout, or None: an unbroken enemy adjacent, or a hex where it could be Interdicted."""
    if not unit.broken or unit.place != ON_MAP or in_melee(st, unit):
        return None
    return _cause_to_rout(st, unit)


@once_a_position
def _cause_to_rout(st: State, unit: Unit) -> Refusal | None:
    """The same of a broken unit on the map that no Melee holds."""
    if beside_enemy(st, unit, unbroken=True):
        return Refusal("A10.5", f"{name(st, unit)} is next to an unbroken enemy")
    if fords(st, unit):
        return Refusal("B21.43", f"{name(st, unit)} does not stay in the water", also=("A10.5",))
    cause: Refusal | None = st.world.rules.value(ROUT_CAUSE, RoutAsk(st, unit))
    return cause


Helpers = Literal["company", "anybody"]
"""Whose leaders help a router against Interdiction: of those who rout with it, or in its Location."""


class Company(Struct, frozen=True):
    """A unit and who routs with it from the start."""

    st: State
    units: tuple[int, ...]


@rule("A10.53", point=ROUT_HELP)
def who_goes_along(company: Company) -> Helpers:
    """In the Starter Kit leaders help who rout with the unit, not those whom it passes by."""
    return "company"


def rout_help(st: State, units: tuple[int, ...]) -> tuple[int, ...]:
    """Whose leaders help these routers against Interdiction, () for all in their Location (A10.21)."""
    found: Helpers = st.world.rules.value(ROUT_HELP, Company(st, units))
    return units if found == "company" else ()


@rule("A10.5", point=ROUT_CAUSE)
def where_interdicted(ask: RoutAsk) -> Refusal | None:
    """The Starter Kit drives units out of hexes in which they could be Interdicted."""
    if is_interdicted(ask.st, ask.unit.side, ask.unit.loc):
        return Refusal("A10.5", f"{name(ask.st, ask.unit)} is in the open under enemy guns")
    return None


@builds("A10.5", "SK3.RS.4")
def rout_refusal(st: State, unit: Unit) -> Refusal | None:
    """Why a unit may not begin to rout in this RtPh, or None."""
    if unit.place != ON_MAP or not unit.broken:
        return Refusal("A10.5", "only broken units on the map rout")
    if in_melee(st, unit):
        return Refusal("A11.16", "a broken unit in Melee does not rout")
    if st.trail(unit.id).noted(ROUTED):
        return Refusal("A10.53", "it has routed in this phase")
    if unit.pinned:
        return Refusal("A7.8", "it is pinned")
    if unit.disrupted and not disrupted_routs(st, unit):
        return Refusal("A19.12", "it is Disrupted")
    if not unit.dm and must_rout(st, unit) is None:
        return Refusal("A10.5", "it is not under Desperation Morale", also=("A10.62",))
    return None


@builds("A10.5")
@once_a_position
def can_rout(st: State, unit: Unit, leader: Unit | None = None) -> bool:
    """Whether a unit may rout now, alone or with a leader, and there is a hex that it may go to.

    One is enough: a rout that is bound for cover is so because some step leads there.
    """
    if rout_refusal(st, unit) is not None:
        return False
    walk = first_walk(st, unit, leader)
    for to in next_places(st, unit.loc):  # noqa: SIM110 - a plain loop: every broken unit is asked in each position
        if step_refusal(walk, to) is None:
            return True
    return False


def first_walk(st: State, unit: Unit, leader: Unit | None = None) -> Walk:
    """The walk at its beginning; a wounded leader who goes along slows it down."""
    walk = walk_from(st, unit, unit.loc, unit.loc, 0, ())
    if leader is None or not leader.wounded:
        return walk
    return walk_from(st, unit, unit.loc, unit.loc, 0, (), walk_from(st, leader, unit.loc, unit.loc, 0, ()).left)


@builds("A10.5", "SK3.RS.1", "SK3.RS.7")
def rout_options(st: State, unit: Unit) -> RoutOptions:
    """What a unit can do in the RtPh now."""
    return _options(st, unit, None)


@builds("A10.711")
def options_with(st: State, unit: Unit, leader: Unit) -> RoutOptions:
    """The same when a leader goes along; nothing when he may not."""
    if may_accompany(st, leader, unit) is not None:
        return RoutOptions(unit.id, must_rout(st, unit), (), Goals((), True))
    return _options(st, unit, leader if leader.wounded else None)


@once_a_position
def _options(st: State, unit: Unit, slow: Unit | None) -> RoutOptions:
    must = must_rout(st, unit)
    if rout_refusal(st, unit) is not None:
        return RoutOptions(unit.id, must, (), Goals((), True))
    goals = rout_goals(st, unit, slow)
    return RoutOptions(unit.id, must, next_steps(first_walk(st, unit, slow), goals), goals)


@builds("A10.52", "SK3.RS.7")
def crawls(st: State, unit: Unit, options: RoutOptions, leader: Unit | None = None) -> tuple[int, ...]:
    """The first hexes of a rout that the unit can Low Crawl into, alone or with a leader; asked when they are shown."""
    if not options.steps or crawl_refusal(st, unit) is not None:
        return ()
    return tuple(to for to in options.steps if _may_crawl(st, unit, options.goals, to, leader))


def _may_crawl(st: State, unit: Unit, goals: Goals, to: int, leader: Unit | None) -> bool:
    ask = CrawlAsk(first_walk(st, unit, leader), to, goals)
    return not too_wet(st, to) and st.world.rules.refuse(MAY_CRAWL, ask) is None


def can_begin(st: State, unit: Unit, to: int, leader: Unit | None = None, *, crawl: bool = False) -> bool:
    """Whether ``to`` is among the first hexes of a unit's rout or Low Crawl, alone or with a leader, found without
    asking of the others.
    """
    if leader is not None and may_accompany(st, leader, unit) is not None:
        return False
    slow = leader if leader is not None and leader.wounded else None
    return _begins(st, unit, to, slow, crawl)


@once_a_position
def _begins(st: State, unit: Unit, to: int, slow: Unit | None, crawl: bool) -> bool:
    goals = rout_goals(st, unit, slow)
    if rout_refusal(st, unit) is not None or not may_step(first_walk(st, unit, slow), goals, to):
        return False
    return not crawl or (crawl_refusal(st, unit) is None and _may_crawl(st, unit, goals, to, slow))


def rout_goals(st: State, unit: Unit, leader: Unit | None = None) -> Goals:
    """The destinations of a rout that begins now, alone or with a leader."""
    return _goals(st, unit, leader if leader is not None and leader.wounded else None)


@once_a_position
def _goals(st: State, unit: Unit, slow: Unit | None) -> Goals:
    return goals_of(first_walk(st, unit, slow))


@builds("A10.52", "SK3.RS.7", "A19.12e")
def crawl_refusal(st: State, unit: Unit) -> Refusal | None:
    """Why a unit may not Low Crawl out of its Location, or None."""
    if known_at(st, unit.loc, 1 - unit.side) or manned_at(st, unit.loc, 1 - unit.side):
        return Refusal("A10.52", "Low Crawl does not lead out of an enemy's Location")
    if unit.disrupted:
        return Refusal("A19.12", "Disrupted units don't Low Crawl")
    if fords(st, unit):
        return Refusal("B21.43", "nobody crawls out of the water", also=("A10.52",))
    return None


@builds("A10.52")
def too_wet(st: State, loc: int) -> bool:
    """Whether a Location is one into which nobody Low Crawls: marsh, water, a stream that is not dry (A10.52)."""
    here = ground(st, loc)
    kinds = [kind for kind in (here.terrain, here.depression) if kind is not None]
    return any(kind.id in WET or kind.category == "WATER" for kind in kinds)


@builds("A19.12", "A19.12e")
def disrupted_routs(st: State, unit: Unit) -> bool:
    """Whether a Disrupted unit routs all the same: in Open Ground before an enemy, in water, or beside none but
    vehicles and enemies held in Melee, to whom it can't surrender.
    """
    if in_open_before_enemy(st, unit) or fords(st, unit):
        return True
    beside = foes_beside(st, unit)
    return bool(beside) and all(isinstance(one, Vehicle) or one.berserk or in_melee(st, one) for one in beside)


@builds("A10.711")
def may_accompany(st: State, leader: Unit, unit: Unit) -> Refusal | None:
    """Why an unbroken leader may not rout along with a broken unit, or None."""
    if not is_leader(st, leader) or leader.side != unit.side or not together(leader, unit) or leader.place != ON_MAP:
        return Refusal("A10.711", "only a leader of the same Location goes along")
    if not leads(st, leader, unit):
        return Refusal("A25.24", NO_LEADER_IN_COMMON)
    if leader.broken or leader.pinned or leader.berserk:
        return Refusal("A10.711", "the leader is broken, pinned or berserk")
    if in_melee(st, leader):
        return Refusal("A11.15", "held in Melee")
    if st.trail(leader.id).noted(ROUTED):
        return Refusal("A10.711", "he has gone along with another unit")
    return None


@builds("A10.5", "SK3.RS.8")
def fails_to_rout(st: State, unit: Unit) -> Refusal | None:
    """Why a broken unit is eliminated for Failure to Rout when the RtPh ends, or None.

    It is next to an unbroken enemy, or stayed in the open where it could be Interdicted.
    """
    if not unit.broken or unit.place != ON_MAP or in_melee(st, unit):
        return None
    if beside_enemy(st, unit, unbroken=True):
        return Refusal("A10.5", f"{name(st, unit)} is still next to an unbroken enemy")
    if not st.trail(unit.id).noted(ROUTED):
        return must_rout(st, unit)
    return None
