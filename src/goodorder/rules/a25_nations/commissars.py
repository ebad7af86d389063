"""Commissars: who takes one, how they rally, whom they replace (A25.22, A25.221, A25.222)."""

from __future__ import annotations

from functools import lru_cache
from operator import attrgetter

from goodorder.core.errors import Refusal
from goodorder.core.remembered import once_a_position
from goodorder.core.state import State, Unit
from goodorder.data.catalogue import Catalogue
from goodorder.data.charts.nations import order_line
from goodorder.data.counters.personnel import COMMISSAR

from ..facts.units import is_commissar, is_good_order, is_leader, leads, together, utype
from ..registry import builds, removable

PAIRS = {"8-0": "9-0:commissar", "8-1": "10-0:commissar"}
"""Which leader a Commissar takes the place of: at most one of each."""
COMMISSARS = tuple(PAIRS.values())
EXCHANGED = frozenset((*PAIRS, *COMMISSARS))


@removable(without=False)
@builds("A25.222", "A25.222b")
def heeds_no_dm(st: State, leader: Unit | None) -> bool:
    """Whether who rallies a unit makes it forget Desperation Morale: a Commissar does."""
    return leader is not None and is_commissar(leader)


@removable(without=())
@builds("A25.222", "A25.222a")
def in_his_care(st: State, unit: Unit) -> tuple[Unit, ...]:
    """The Good Order Commissars of a broken unit's Location, one of whom has to try to rally it."""
    found = [one for one in st.at(unit.loc) if is_commissar(one) and one.side == unit.side and one.id != unit.id]
    if not found:
        return ()
    return tuple(one for one in found if is_good_order(st, one) and together(one, unit) and leads(st, one, unit))


@builds("A25.222", "A25.222c", "A25.222d", "A25.222e")
def fails_under(st: State, unit: Unit) -> str:
    """What a failed rally by a Commissar leaves of a unit: the next lower counter of its size, of the lowest squad its
    half-squad, ``""`` for nothing: a single man, and a crew or half-squad with no lower counter.
    """
    kind = utype(st, unit)
    if kind.smc:
        return ""
    return kind.replacement or (kind.half_squad if kind.kind == "squad" and kind.half_squad else "")


@removable(without=Refusal("A25.22", "nobody makes way for a Commissar in this profile"))
@builds("A25.22", "A25.22a", "A25.22b", "A25.22c", "A25.22d")
def commission_refusal(st: State, side: int, unit: Unit | None, *, back: bool = False) -> Refusal | None:
    """Why a leader may not make way for a Commissar before play, or come ``back``, or None: an 8-0 for a 9-0, an 8-1
    for a 10-0, one of each at most, never more Commissars than other leaders, up to October 1942, by no special rule.
    """
    if unit is None or unit.side != side:
        return Refusal("A25.22", "a leader of this side's order of battle")
    kind = utype(st, unit)
    if back:
        if in_anothers_place(st, unit):
            return None
        return Refusal("A25.22", "no Commissar, in whose place a leader could come back")
    made_of = commissar_for(st, unit)
    if not made_of or not st.world.catalogue.is_unit(made_of):
        return Refusal("A25.22", "a Russian 8-0 or 8-1 leader makes way for a Commissar")
    where = st.world.setting(side, unit.group)
    line = order_line(kind.nationality, made_of.split(":")[1], COMMISSAR, where.words, where.date)
    if line is not None:
        return Refusal("A25.22", line.text)
    own = [one for one in st.units.values() if one.side == side and is_leader(st, one)]
    if any(one.type == made_of for one in own):
        return Refusal("A25.22", "one Commissar of a kind takes a leader's place")
    commissars = sum(is_commissar(one) for one in own) + 1
    return Refusal("A25.22", "never more Commissars than other leaders") if 2 * commissars > len(own) else None


def commissar_for(st: State, leader: Unit) -> str:
    """The counter that takes a leader's place, or ``""``."""
    kind = utype(st, leader)
    code = PAIRS.get(kind.code) if kind.kind == "leader" and not kind.variant else None
    return f"{kind.nationality}:{code}" if code else ""


def leader_for(st: State, commissar: Unit) -> str:
    """The leader in whose place a Commissar serves."""
    kind = utype(st, commissar)
    code = next((old for old, new in PAIRS.items() if commissar.type == f"{kind.nationality}:{new}"), "")
    return f"{kind.nationality}:{code}"


@removable(without=())
@builds("A25.22", "A25.22b")
@once_a_position
def commissions(st: State, side: int) -> tuple[tuple[Unit, bool], ...]:
    """The leaders who may make way for a Commissar before play, and those who may come back."""
    catalogue = st.world.catalogue
    types = {kind for kind in set(map(attrgetter("type"), st.units.values())) if _is_exchanged(catalogue, kind)}
    if not types:
        return ()
    units = [one for one in st.units.values() if one.side == side and one.type in types and is_leader(st, one)]
    both = ((one, back) for one in units for back in (False, True))
    return tuple([(one, back) for one, back in both if commission_refusal(st, side, one, back=back) is None])


@lru_cache(1024)
def _is_exchanged(catalogue: Catalogue, type: str) -> bool:
    """Whether a counter may make way for a Commissar or is one, by the counters of its nationality."""
    nationality, _, code = type.partition(":")
    if code not in EXCHANGED:
        return False
    return any(catalogue.is_unit(f"{nationality}:{code}") for code in COMMISSARS)


def commission_words(st: State, unit: Unit, *, back: bool) -> str:
    """The exchange in a line."""
    if back:
        return f"The leader {leader_for(st, unit).partition(':')[2]} comes back for Commissar {utype(st, unit).code}"
    return f"Commissar {commissar_for(st, unit).split(':')[1]} for leader {utype(st, unit).code}"


def in_anothers_place(st: State, unit: Unit) -> bool:
    """Whether a Commissar came for a leader: not where the order of battle has one of his kind, which bars that."""
    if not unit.type.endswith(COMMISSARS):
        return False
    kind = utype(st, unit)
    if unit.type not in {f"{kind.nationality}:{code}" for code in COMMISSARS}:
        return False
    groups = st.world.scenario.sides[unit.side].groups if st.world.scenario else ()
    return all(unit.type not in group.unit_types() for group in groups)


def stands_for(st: State, unit: Unit, type: str) -> bool:
    """Whether a unit takes the place that a ready-made set-up has for a counter: it is one, or serves in its place."""
    return unit.type == type or (in_anothers_place(st, unit) and leader_for(st, unit) == type)
