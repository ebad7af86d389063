"""Rally attempts as pure rules: who may try, the DRM, what a DR does (A10.6, A10.61, A10.63, A10.64, A10.7, A18.11)."""

from __future__ import annotations

from typing import Final

from msgspec import Struct

from goodorder.core.errors import Refusal
from goodorder.core.state import ON_MAP, State, Unit
from goodorder.data.charts import morale

from ..a25_nations.commissars import heeds_no_dm
from ..facts.ground import ground
from ..facts.units import (
    NO_LEADER_IN_COMMON,
    in_melee,
    is_commissar,
    is_good_order,
    is_leader,
    leadership,
    leads,
    own_morale,
    together,
    utype,
)
from ..ledger import Ledger, Mod
from ..points import MAY_RALLY, RALLY_DRM
from ..registry import builds, rule
from .dm import beside_enemy

RALLY: Final = "rally"
"""The word under which a rally attempt is kept in a unit's trail."""

PROMOTING = 2
"""The Original DR that rallies the first MMC at once when it Self-Rallies, and creates a leader (A18.11)."""


class RallyFacts(Struct, frozen=True):
    """One rally attempt: the broken unit and the leader who rallies it, None for Self-Rally."""

    st: State
    unit: Unit
    leader: Unit | None


class RallyResult(Struct, frozen=True):
    """What a rally DR does.

    ``fate`` is Casualty Reduction by an Original 12 (A10.64), ``promotes`` an Original 2 that rolls for a leader
    (A18.11).
    """

    original: int
    final: int
    level: int
    rallied: bool
    fate: bool = False
    promotes: bool = False


def rally_facts(st: State, unit_id: int, leader_id: int = 0) -> RallyFacts:
    """The facts of an attempt; ``leader_id`` 0 is Self-Rally."""
    return RallyFacts(st, st.units[unit_id], st.units[leader_id] if leader_id else None)


@rule("A10.7", point=RALLY_DRM, rows=["SK3.RPh.9", "SK3.RPh.12", "A.10a"], order=10)
def rallying_leader(facts: RallyFacts) -> Mod | None:
    """The leader's modifier, which he can't withhold (A10.72) and never applies to himself."""
    if facts.leader is None or not (value := leadership(facts.st, facts.leader)):
        return None
    return Mod("leadership", value, "A10.7", f"leader {utype(facts.st, facts.leader).code}")


@rule("A10.63", point=RALLY_DRM, rows=["SK3.RPh.9"], order=20)
def self_rally(facts: RallyFacts) -> Mod | None:
    """A unit that rallies without a leader adds one."""
    if facts.leader is not None:
        return None
    return Mod("self_rally", morale().rally_drm["self_rally"].drm, "A10.63", "Self-Rally")


@rule("A10.62", point=RALLY_DRM, rows=["SK3.RPh.9"], order=30)
def desperate(facts: RallyFacts) -> Mod | None:
    """Desperation Morale adds four; beside a Known enemy a broken unit is always under it."""
    if not facts.unit.dm and not beside_enemy(facts.st, facts.unit):
        return None
    if heeds_no_dm(facts.st, facts.leader):
        return None
    return Mod("dm", morale().rally_drm["dm"].drm, "A10.62", "Desperation Morale")


@rule("A10.61", point=RALLY_DRM, rows=["SK3.RPh.9"], order=40)
def rally_terrain(facts: RallyFacts) -> Mod | None:
    """Woods and buildings help."""
    terrain = ground(facts.st, facts.unit.loc).terrain
    if not terrain.rally_bonus:
        return None
    return Mod("rally_terrain", morale().rally_drm["terrain"].drm, "A10.61", terrain.name)


def rally_ledger(facts: RallyFacts) -> Ledger:
    """The DRM of an attempt."""
    return Ledger(facts.st.world.rules.mods(RALLY_DRM, facts))


def good_order_leaders(st: State, unit: Unit) -> tuple[Unit, ...]:
    """Good Order leaders of the unit's side beside it, top of the stack first."""
    here = st.side_at(unit.loc, unit.side)
    if len(here) < 2:  # it is alone
        return ()
    able = [one for one in here if one.id != unit.id and is_leader(st, one) and is_good_order(st, one)]
    return tuple([one for one in able if together(one, unit) and leads(st, one, unit)])


@rule("A10.6", point=MAY_RALLY, order=10)
def broken_to_rally(facts: RallyFacts) -> Refusal | None:
    """Only a broken unit on the map rallies, and none that is held in Melee (A11.15)."""
    if facts.unit.place != ON_MAP:
        return Refusal("A10.6", "it is not on the map")
    if not facts.unit.broken:
        return Refusal("A10.6", "it is not broken")
    if in_melee(facts.st, facts.unit):
        return Refusal("A11.15", "a unit in Melee does nothing but fight")
    return None


@rule("A10.6", point=MAY_RALLY, rows=["SK3.RPh.12"], order=20)
def one_attempt(facts: RallyFacts) -> Refusal | None:
    """A unit tries once in a Player Turn."""
    if facts.st.trail(facts.unit.id).noted(RALLY):
        return Refusal("A10.6", "it has tried to rally in this Player Turn")
    return None


@rule("A10.71", point=MAY_RALLY, rows=["SK3.RPh.12"], order=30)
def able_leader(facts: RallyFacts) -> Refusal | None:
    """The leader is a Good Order one in the same Location who does nothing else in this RPh (A3.1, A10.7)."""
    leader = facts.leader
    if leader is None:
        return None
    if leader.id == facts.unit.id:
        return Refusal("A10.7", "a leader does not help himself")
    if not is_leader(facts.st, leader) or leader.side != facts.unit.side or not together(leader, facts.unit):
        return Refusal("A10.6", "it takes a friendly leader in the same Location")
    if not leads(facts.st, leader, facts.unit):
        return Refusal("A25.24", NO_LEADER_IN_COMMON)
    if not is_good_order(facts.st, leader):
        return Refusal("A10.6", "the leader is not in Good Order")
    if facts.st.trail(leader.id).noted("recover", "repair", "led_deploy", "led_recombine"):
        return Refusal("A3.1", "the leader has done something else in this phase", also=("A10.7", "A4.44"))
    return None


def mmc_has_tried(st: State, side: int) -> bool:
    """Whether a MMC without a Self-Rally of its own has tried to rally in this Player Turn (SK3.RPh.10)."""
    tried = (st.units[key] for key, trail in st.trails.items() if key in st.units and trail.noted(RALLY))
    return any(unit.side == side and utype(st, unit).mmc and not utype(st, unit).boxed for unit in tried)


def first_attempt(facts: RallyFacts) -> bool:
    """Whether this would be the one extra Self-Rally: the ATTACKER's first attempt of a MMC without a box (A18.11)."""
    st, unit = facts.st, facts.unit
    return unit.side == st.turn.attacker and utype(st, unit).mmc and not mmc_has_tried(st, unit.side)


@builds("A18.11", "SK3.RPh.11", "SK3.DR.4")
def may_bring_leader(facts: RallyFacts) -> bool:
    """Whether an Original 2 of this attempt rolls for a leader: the first MMC attempt of its own RPh, as Self-Rally.

    The sheet's one Self-Rally without a box is a first one too, whatever boxed MMC have done before it (R84, R630).
    """
    st, unit = facts.st, facts.unit
    if facts.leader is not None or unit.side != st.turn.attacker or not utype(st, unit).mmc:
        return False
    tried = (u for u in st.units.values() if u.side == unit.side and st.trail(u.id).noted(RALLY))
    if not any(utype(st, other).mmc for other in tried):
        return True
    return not utype(st, unit).boxed and first_attempt(facts)


@rule("A10.63", point=MAY_RALLY, rows=["SK3.RPh.8", "SK3.RPh.10", "A25.7a"], order=40)
def may_self_rally(facts: RallyFacts) -> Refusal | None:
    """Self-Rally is for boxed morale and the ATTACKER's one other MMC, never beside a Good Order leader."""
    if facts.leader is not None:
        return None
    if good_order_leaders(facts.st, facts.unit) and not is_commissar(facts.unit):
        return Refusal("A10.63", "a Good Order leader is with it", also=("A10.71",))
    if utype(facts.st, facts.unit).boxed or first_attempt(facts):
        return None
    if not utype(facts.st, facts.unit).mmc:
        return Refusal("A10.63", "its broken morale is not boxed")
    if facts.unit.side != facts.st.turn.attacker:
        return Refusal("A18.11", "only the ATTACKER has one extra Self-Rally", also=("A10.63",))
    return Refusal("A18.11", "the extra Self-Rally comes before the other MMC rally attempts", also=("A10.63",))


def rally_refusal(st: State, unit_id: int, leader_id: int = 0) -> Refusal | None:
    """Why this attempt is not allowed, or None."""
    if unit_id not in st.units or (leader_id and leader_id not in st.units):
        return Refusal("A10.6", "there is no such unit")
    refusal: Refusal | None = st.world.rules.refuse(MAY_RALLY, rally_facts(st, unit_id, leader_id))
    return refusal


def rally_result(facts: RallyFacts, faces: tuple[int, int]) -> RallyResult:
    """What a rally DR does: a Final DR up to the broken Morale Level rallies.

    An Original 12 fails with Casualty Reduction; an Original 2 that may bring a leader always rallies (A18.11).
    """
    original = faces[0] + faces[1]
    final = original + rally_ledger(facts).total()
    level = own_morale(facts.st, facts.unit)
    if original == morale().casualty_original:
        return RallyResult(original, final, level, False, fate=True)
    promotes = original == PROMOTING and may_bring_leader(facts)
    return RallyResult(original, final, level, promotes or final <= level, promotes=promotes)
