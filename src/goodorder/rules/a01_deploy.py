"""Deployment and Recombining: squads that split and half-squads that join in the RPh (A1.3-A1.32)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from goodorder.core.errors import Refusal, not_asked
from goodorder.core.events import Event, Tried
from goodorder.core.notes import Note, NoteKind
from goodorder.core.remembered import once_a_position
from goodorder.core.state import ON_MAP, REINFORCEMENT, UNPLACED, State, Unit
from goodorder.data.charts import nation
from goodorder.data.charts.nations import troop

from .facts.units import (
    NO_LEADER_IN_COMMON,
    has,
    is_good_order,
    is_leader,
    leads,
    own_morale,
    together,
    utype,
)
from .ledger import Ledger
from .registry import builds, by_name, removable

DEPLOY: Final = "deploy"
RECOMBINE: Final = "recombine"
FREE_DEPLOY: Final = "free_deploy"
"""The word for what was split before play (A2.9)."""
FREE_SHARE = 10
"""One squad in so many may be (A2.9)."""
LED_DEPLOY: Final = "led_deploy"
LED_RECOMBINE: Final = "led_recombine"
LED_RALLY: Final = "led_rally"
LED: tuple[NoteKind, ...] = (LED_DEPLOY, LED_RECOMBINE, LED_RALLY)
"""Words under which the attempts are kept in the trails of the units and of the leader who directs them."""

RPH_ACTIONS: tuple[NoteKind, ...] = ("recover", "repair", "rally", DEPLOY, RECOMBINE)
"""Notes of what is a unit's one action of the RPh (A3.1)."""


class DeployFacts(Struct, frozen=True):
    """One attempt to Deploy: the squad and the leader who directs it, None without one."""

    st: State
    unit: Unit
    leader: Unit | None


def has_acted(st: State, unit: Unit) -> bool:
    """Whether a unit has used its one action of the RPh (A3.1)."""
    return st.trail(unit.id).noted(*RPH_ACTIONS)


@removable(without=by_name("deploy"))
@builds("A1.31")
def deploy_refusal(st: State, side: int, unit_id: int, leader_id: int = 0) -> Refusal | None:
    """Why a squad may not try to Deploy, or None.

    Squad and leader are in Good Order in one Location, neither has done anything in this RPh, and the nationality
    lets squads of this class Deploy (A25).
    """
    unit = st.units.get(unit_id)
    if unit is None or unit.side != side or unit.place != ON_MAP or utype(st, unit).kind != "squad":
        return Refusal("A1.31", "only a squad of this side on the map Deploys")
    if not is_good_order(st, unit):
        return Refusal("A1.31", "the squad is not in Good Order")
    if refusal := _incapable(st, unit):
        return refusal
    if has_acted(st, unit):
        return Refusal("A3.1", "it has done something else in this RPh", also=("A1.31", "A4.44"))
    if not leader_id:
        alone = has(st, unit, "deploys_alone")
        return None if alone else Refusal("A1.31", "it takes a Good Order leader in the Location")
    return _leader_refusal(st, unit, leader_id)


@removable(without=MappingProxyType({}))
@builds("A1.31")
def directors(st: State, side: int) -> Mapping[int, Sequence[int]]:
    """Who might direct squads of a side that try to Deploy, by their ids: leaders of their Locations, 0 where one needs
    none. Squads with nobody are not among them, which most are.
    """
    squads: list[Unit] = []
    leaders: dict[int, list[int]] = {}
    for unit in st.units.values():
        if unit.side == side and unit.place == ON_MAP:
            kind = utype(st, unit).kind
            if kind == "leader":
                leaders.setdefault(unit.loc, []).append(unit.id)
            elif kind == "squad" and not unit.broken:
                squads.append(unit)
    found: dict[int, Sequence[int]] = {}
    for squad in squads:
        alone = has(st, squad, "deploys_alone")
        if (alone or squad.loc in leaders) and _incapable(st, squad) is None:
            led = [unit.id for unit in st.side_at(squad.loc, side) if unit.id in leaders.get(squad.loc, ())]
            found[squad.id] = [0, *led] if alone else led
    return found


def _incapable(st: State, unit: Unit) -> Refusal | None:
    kind = utype(st, unit)
    if not kind.half_squad:
        return Refusal("A1.3", "there is no half-squad of its type")
    if has(st, unit, "never_deploys"):
        army = nation(kind.nationality)
        text = f"{army.adjective} squads of its class don't Deploy"
        return Refusal(army.rule_of("never_deploys"), text, also=("A1.31",))
    return None


@removable(without=by_name("deploy"))
@builds("A2.9")
def free_deploy_refusal(st: State, side: int, unit_id: int) -> Refusal | None:
    """Why a squad may not Deploy before play, without leader or check, or None.

    A tenth of the squads (rounded up) that set up on the map may, and a tenth of those that enter in one turn, if
    their nationality Deploys (A2.9).
    """
    unit = st.units.get(unit_id)
    if unit is None or unit.side != side or utype(st, unit).kind != "squad":
        return Refusal("A2.9", "only a squad of this side Deploys")
    if unit.place not in (UNPLACED, ON_MAP, REINFORCEMENT):
        return Refusal("A2.9", "only before it comes into play")
    if refusal := _incapable(st, unit):
        return refusal
    pairs, squads = _deployed_of(st, side, unit.enters)
    if not deploys_left(st, side, unit.enters):
        return Refusal("A2.9", f"{pairs} of {squads} squads have Deployed: no more than a tenth of them")
    return None


def deploys_left(st: State, side: int, enters: int) -> bool:
    """Whether any more of the squads that set up, or enter in one turn, may Deploy before play."""
    pairs, squads = _deployed_of(st, side, enters)
    return pairs < -(-squads // FREE_SHARE)


@once_a_position
def _deployed_of(st: State, side: int, enters: int) -> tuple[int, int]:
    """How many squads that set up, or enter in one turn, have Deployed before play, and of how many."""
    same = [one for one in st.units.values() if one.side == side and one.enters == enters]
    pairs = sum(st.trails[one.id].noted(FREE_DEPLOY) for one in same if one.id in st.trails) // 2
    return pairs, sum(utype(st, one).kind == "squad" for one in same) + pairs


def _leader_refusal(st: State, unit: Unit, leader_id: int) -> Refusal | None:
    leader = st.units.get(leader_id)
    if leader is None or not is_leader(st, leader) or leader.side != unit.side or not together(leader, unit):
        return Refusal("A1.31", "it takes a friendly leader in the same Location")
    if not leads(st, leader, unit):
        return Refusal("A25.24", NO_LEADER_IN_COMMON)
    if not is_good_order(st, leader):
        return Refusal("A1.31", "the leader is not in Good Order")
    if has_acted(st, leader) or has_led(st, leader):
        return Refusal("A1.31", "the leader has done something else in this RPh", also=("A10.7", "A3.1"))
    return None


@removable(without=by_name("deploy"))
def late_refusal(st: State) -> Refusal:
    """Why no squad Deploys and none is Recombined in a later step of the RPh."""
    return not_asked("A3.1", "not in this step of the Rally Phase")


@removable(without=())
def leads_rally(st: State, leader: Unit) -> tuple[Event, ...]:
    """A leader who directs a Rally for the first time in this RPh leads no Deployment in it (A1.31)."""
    return () if st.trail(leader.id).noted(LED_RALLY) else (Tried(unit=leader.id, note=Note(LED_RALLY)),)


def has_led(st: State, leader: Unit, *but: NoteKind) -> bool:
    """Whether a leader has directed others in this RPh, otherwise than ``but`` says (A10.7)."""
    return st.trail(leader.id).noted(*(kind for kind in LED if kind not in but))


def deploy_ledger(facts: DeployFacts) -> Ledger:
    """The DRM of the NTC: the leader's modifier; some squads that Deploy alone take a 1TC instead (A25.71)."""
    from .a10_checks import CheckFacts, check_ledger

    st, unit = facts.st, facts.unit
    if facts.leader is None:
        number = 1 if has(st, unit, "deploys_by_1tc") else 0
        return check_ledger(CheckFacts(st, unit, number, DEPLOY, (unit.id,)))
    return check_ledger(CheckFacts(st, unit, 0, DEPLOY, (unit.id, facts.leader.id)))


def deploys(facts: DeployFacts, faces: tuple[int, int]) -> tuple[int, bool]:
    """The Final DR of the NTC and whether it passes."""
    final = sum(faces) + deploy_ledger(facts).total()
    return final, final <= own_morale(facts.st, facts.unit)


def whole_of(st: State, half: Unit) -> str:
    """The type of the squad that two half-squads of this type make, ``""`` for none (A1.32).

    Where several squads split into the same half-squad it is the one with the least FP and no variant of its own.
    """
    kind = utype(st, half)
    known = st.world.catalogue.units(kind.nationality)
    found = [u for u in known if u.kind == "squad" and u.half_squad == kind.id]
    found.sort(key=lambda u: ((u.variant or "") != (kind.variant or ""), u.fp))
    return found[0].id if found else ""


@removable(without=by_name("deploy"))
@builds("A1.32", "A25.2d")
def recombine_refusal(st: State, side: int, first: int, second: int) -> Refusal | None:
    """Why two half-squads may not Recombine, or None.

    Both are in Good Order, of one type, nation and formation, in one Location with a Good Order leader whose one action
    it is, and have done nothing in this RPh.
    """
    pair = [st.units.get(first), st.units.get(second)]
    if first == second or any(unit is None or unit.side != side or unit.place != ON_MAP for unit in pair):
        return Refusal("A1.32", "it takes two half-squads of this side")
    one, two = (unit for unit in pair if unit is not None)
    if utype(st, one).kind != "half_squad" or _unlike(st, one, two) or not together(one, two):
        return Refusal("A1.32", "it takes two like half-squads of one Location")
    if not is_good_order(st, one) or not is_good_order(st, two):
        return Refusal("A1.32", "both half-squads must be in Good Order")
    if has_acted(st, one) or has_acted(st, two):
        return Refusal("A3.1", "one of them has done something else in this RPh", also=("A1.32", "A1.31", "A4.44"))
    if not whole_of(st, one):
        return Refusal("A1.32", "no squad is made of these half-squads")
    if not has(st, one, "recombines_alone") and not permitting(st, one):
        return Refusal("A1.32", "it takes a Good Order leader who does nothing else in this RPh")
    return None


def _unlike(st: State, one: Unit, two: Unit) -> bool:
    return (one.type, one.unarmed, _people(st, one)) != (two.type, two.unarmed, _people(st, two))


@builds("A1.32")
def _people(st: State, unit: Unit) -> frozenset[str]:
    """Nation and formation of a unit's group: half-squads of two nations make no squad."""
    words = st.world.sides[unit.side].words(unit.group)
    return frozenset(word for word in words if troop(word).kind != "rule")


def permitting(st: State, half: Unit) -> tuple[Unit, ...]:
    """Leaders of the Location who can let half-squads Recombine: those who do so already first (A1.32)."""
    found = [
        u
        for u in st.side_at(half.loc, half.side)
        if is_leader(st, u) and is_good_order(st, u) and together(u, half) and leads(st, u, half)
        if not has_acted(st, u) and not has_led(st, u, LED_RECOMBINE)
    ]
    found.sort(key=lambda u: (not st.trail(u.id).noted(LED_RECOMBINE), -u.order))
    return tuple(found)
