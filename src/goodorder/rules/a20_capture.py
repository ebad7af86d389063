"""Attempts to take prisoners in Close Combat (A20.22)."""

from __future__ import annotations

from collections.abc import Iterable

from goodorder.core.errors import Refusal
from goodorder.core.state import State
from goodorder.data.charts import close_combat

from .a11_close_combat.attack import CombatFacts
from .facts.units import has, is_inexperienced
from .ledger import Mod
from .points import CC_DRM
from .registry import builds, by_name, removable, rule


@removable(without=by_name("capture"))
@builds("A20.22", "A20.22a", "A15.432", "A15.432d", "A20.2")
def capture_refusal(st: State, men: Iterable[int] = ()) -> Refusal | None:
    """Why an attack of Personnel among these can't be an attempt to take prisoners, or None."""
    if any(one in st.units and st.units[one].berserk for one in men):
        return Refusal("A20.2", "a berserk unit takes no prisoners and is not captured", also=("A15.432", "A20.22"))
    return None


@rule("A20.22", point=CC_DRM, rows=["A20.22a", "A20.22.EX1", "A25.63a"], order=60)
def capture_attempt(facts: CombatFacts) -> Mod | None:
    """Who would rather capture attacks worse; Inexperienced units are no harder to take (A19.35), nor most Italians
    (A25.63).
    """
    if not facts.capture:
        return None
    st = facts.st
    steady = (unit for unit in facts.defenders if not is_inexperienced(st, unit))
    units = tuple(unit.id for unit in steady if not has(st, unit, "easily_captured"))
    if not units:
        return None
    scope = () if len(units) == len(facts.defenders) else units
    return Mod("capture", close_combat().drm["capture_attempt"].drm, "A20.22", "capture attempt", scope)


@rule("A19.35", point=CC_DRM, rows=["A20.22a", "A19.35a"], order=61)
def capture_of_the_inexperienced(facts: CombatFacts) -> Mod | None:
    """Inexperienced units are taken the more easily."""
    if not facts.capture:
        return None
    units = tuple(unit.id for unit in facts.defenders if is_inexperienced(facts.st, unit))
    if not units:
        return None
    scope = () if len(units) == len(facts.defenders) else units
    drm = -close_combat().drm["capture_attempt"].drm
    return Mod("capture_inexperienced", drm, "A19.35", "Inexperienced defender", scope)


@builds("A20.221", "A20.221a")
def void_captures(st: State, loc: int, lost: Iterable[int], taken: Iterable[int]) -> frozenset[int]:
    """The sides whose captures in a Location come to nothing: those that are wiped out there themselves."""
    gone = {*lost, *taken}
    left = {unit.side for unit in st.at(loc) if unit.id not in gone}
    return frozenset({0, 1} - left)
