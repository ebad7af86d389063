"""Ambush: where it can happen and what each side's dr is worth (A11.4)."""

from __future__ import annotations

from collections.abc import Callable

from msgspec import Struct

from goodorder.core.state import MK_CC, MK_MELEE, State, Unit, Vehicle
from goodorder.data.charts import close_combat

from ..facts.advances import ADVANCED
from ..facts.ground import ground
from ..facts.manned import manned, standing
from ..facts.units import (
    INEXPERIENCED,
    among_allies,
    has,
    is_dummy,
    is_good_order,
    is_inexperienced,
    is_leader,
    is_smc,
    leadership,
    leads_any,
    utype,
)
from ..facts.wave import was_in_wave
from ..ledger import Ledger, Mod
from ..points import AMBUSH_DRM
from ..registry import builds, rule
from .attack import NOBODY


class AmbushFacts(Struct, frozen=True):
    """One side's force in a Location where an Ambush is checked, its manned vehicles too."""

    st: State
    units: tuple[Unit, ...]
    vehicles: tuple[Vehicle, ...] = ()


@builds("A11.4", "SK3.CCPh.3")
def ambush_possible(st: State, loc: int) -> bool:
    """Whether both sides roll for Ambush: a new CC (not a Melee that is reinforced) in woods or a building, or with a
    concealed unit.

    Only after an advance, or as a hidden unit is placed (A11.19): not in an Infantry OVR or after a charge, nor in a
    later turn among units whom the first fight did not hold, nor where a Human Wave has come in alone (ruling R2005),
    nor against an Abandoned vehicle alone (A21.2).
    """
    if st.turn.phase == "MPh" or st.marker_at(MK_MELEE, loc) is not None:
        return False
    advanced = any(st.trail(u.id).noted(ADVANCED) for u in st.at(loc))
    alone = any(was_in_wave(st, u) or st.trail(u.id).noted("charge") for u in st.at(loc))
    if not advanced and (st.marker_at(MK_CC, loc) is None or alone):
        return False
    crews = (*_crews(st, loc, 0), *_crews(st, loc, 1)) if st.vehicles else ()
    if st.vehicles and not all(st.side_at(loc, side) or any(one.side == side for one in crews) for side in (0, 1)):
        return False
    here = ground(st, loc).terrain
    masked = any(u.concealed and not is_dummy(u) for u in st.at(loc)) or any(one.concealed for one in crews)
    return here.building or here.rout_destination or masked


def ambush_ledger(st: State, loc: int, side: int) -> Ledger:
    """The drm of a side's Ambush dr; each cause counts once, also when only part of the force has it."""
    return Ledger(st.world.rules.mods(AMBUSH_DRM, AmbushFacts(st, st.side_at(loc, side), _crews(st, loc, side))))


def _crews(st: State, loc: int, side: int) -> tuple[Vehicle, ...]:
    """The manned vehicles of a side in a Location."""
    return tuple([one for one in standing(st, loc, side) if manned(one)])


def ambusher(finals: tuple[int, int]) -> int:
    """The side (0 or 1) whose Final dr is lower by the margin, or NOBODY.

    >>> ambusher((2, 5)), ambusher((5, 1)), ambusher((3, 5))
    (0, 1, -1)
    """
    margin = close_combat().ambush.margin
    if finals[0] + margin <= finals[1]:
        return 0
    return 1 if finals[1] + margin <= finals[0] else NOBODY


@builds("A19.2", "A19.2a")
def is_stealthy(st: State, unit: Unit) -> bool:
    """Whether a unit is Stealthy: by nature and in Good Order, never Green or Conscript troops, not even with a leader
    (A11.17, A19.2).
    """
    raw = utype(st, unit).unit_class in INEXPERIENCED
    return has(st, unit, "stealthy") and is_good_order(st, unit) and not raw


@builds("A19.36", "A19.36a", "A25.23", "A25.23k")
def is_lax(st: State, unit: Unit) -> bool:
    """Whether a unit is Lax: an Inexperienced MMC, or Lax by nature (A11.18), anybody who has attacked in a Human Wave
    in this Player Turn (A25.23), and the berserk (A15.432).
    """
    if unit.berserk or was_in_wave(st, unit):
        return True
    return not is_smc(st, unit) and (is_inexperienced(st, unit) or has(st, unit, "lax"))


def _cause(facts: AmbushFacts, key: str, has: Callable[[Unit], bool]) -> Mod | None:
    if not any(has(unit) for unit in facts.units):
        return None
    line = close_combat().ambush.drm[key]
    return Mod(f"ambush_{key}", line.drm, line.rule, line.note)


@rule("A11.4", point=AMBUSH_DRM, order=10)
def leader_in_ambush(facts: AmbushFacts) -> Mod | None:
    """The best unpinned Good Order leader counts, unless he is the whole force or any of it is berserk; one less where
    all others are of another nationality (A10.7).
    """
    st = facts.st
    if any(unit.berserk for unit in facts.units):
        return None
    leaders = [u for u in facts.units if is_leader(st, u) and is_good_order(st, u) and not u.pinned]
    leaders = [u for u in leaders if leads_any(st, u, facts.units)]
    if not leaders or len(facts.units) < 2:
        return None
    value = min(leadership(st, unit) + among_allies(st, unit, facts.units) for unit in leaders)
    return Mod("ambush_leader", value, "A11.4", "best leader") if value else None


@rule("A11.17", point=AMBUSH_DRM, order=20)
def stealthy(facts: AmbushFacts) -> Mod | None:
    """A Stealthy unit helps."""
    return _cause(facts, "stealthy", lambda unit: is_stealthy(facts.st, unit))


@rule("A4.51", point=AMBUSH_DRM, order=30)
def exhausted(facts: AmbushFacts) -> Mod | None:
    """A CX unit hinders."""
    return _cause(facts, "cx", lambda unit: unit.cx)


@rule("A11.18", point=AMBUSH_DRM, order=31)
def lax(facts: AmbushFacts) -> Mod | None:
    """A Lax unit hinders."""
    return _cause(facts, "lax", lambda unit: is_lax(facts.st, unit))


@rule("A11.4", point=AMBUSH_DRM, order=32)
def broken(facts: AmbushFacts) -> Mod | None:
    """A broken unit hinders."""
    return _cause(facts, "broken", lambda unit: unit.broken)


@rule("A11.4", point=AMBUSH_DRM, order=33)
def pinned(facts: AmbushFacts) -> Mod | None:
    """A pinned unit hinders."""
    return _cause(facts, "pinned", lambda unit: unit.pinned)
