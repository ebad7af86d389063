"""DRM of a Close Combat attack (A11, A4.51, A5.12, A18.12)."""

from __future__ import annotations

from goodorder.core.state import Fighter
from goodorder.data.charts import close_combat

from ..a05_stacking import excess_squads, excess_vehicles
from ..facts.units import leadership, led, utype
from ..ledger import Mod
from ..points import CC_DRM, CC_FACTOR
from ..registry import rule
from .attack import NOBODY, CombatFacts, StrikeFacts


def _scope(facts: CombatFacts, units: tuple[Fighter, ...]) -> tuple[int, ...]:
    return () if len(units) == len(facts.defenders) else tuple(unit.id for unit in units)


@rule("A7.8", point=CC_FACTOR, order=10)
def pinned_attacker(facts: StrikeFacts) -> Mod | None:
    """A pinned unit attacks at half FP; it defends whole."""
    if not facts.unit.pinned:
        return None
    return Mod("pinned", close_combat().firepower.pinned_divisor, "A7.8", "pinned")


@rule("A11.141", point=CC_DRM, rows=["A.10a"], order=10)
def leader_direction(facts: CombatFacts) -> Mod | None:
    """One leader who attacks with others may add his modifier, one worse with troops of another nationality (A10.7);
    alone he may not.
    """
    if facts.leader is None or len(facts.attackers) < 2:
        return None
    value = led(facts.st, facts.leader, facts.men)
    return Mod("leader_direction", value, "A11.141", f"leader {utype(facts.st, facts.leader).code}") if value else None


@rule("A18.12", point=CC_DRM, order=11)
def created_leader(facts: CombatFacts) -> Mod | None:
    """A leader created by this attack's Original 2 adds his modifier to it, good or bad."""
    if facts.created is None:
        return None
    value = leadership(facts.st, facts.created)
    if not value:
        return None
    return Mod("created_leader", value, "A18.12", f"new leader {utype(facts.st, facts.created).code}")


@rule("A11.4", point=CC_DRM, order=20)
def ambush_status(facts: CombatFacts) -> Mod | None:
    """The side that ambushed attacks better and is harder to attack."""
    if facts.ambusher == NOBODY:
        return None
    key = "by_ambusher" if facts.ambusher == facts.side else "vs_ambusher"
    reason = "ambush" if key == "by_ambusher" else "ambushed by the defenders"
    return Mod(key, close_combat().drm[key].drm, "A11.4", reason)


@rule("A11.16", point=CC_DRM, order=30)
def against_broken(facts: CombatFacts) -> Mod | None:
    """Broken defenders are easier; other units under the same attack are not."""
    units = tuple(unit for unit in facts.defenders if unit.broken)
    if not units:
        return None
    return Mod("vs_broken", close_combat().drm["vs_broken"].drm, "A11.16", "defender broken", _scope(facts, units))


@rule("A4.51", point=CC_DRM, rows=["A4.51c"], order=40)
def against_exhausted(facts: CombatFacts) -> Mod | None:
    """CX defenders are easier; other units under the same attack are not."""
    units = tuple(unit for unit in facts.defenders if unit.cx)
    if not units:
        return None
    return Mod("vs_cx", close_combat().drm["vs_cx"].drm, "A4.51", "defender CX", _scope(facts, units))


@rule("A4.51", point=CC_DRM, rows=["A.5b"], order=41)
def by_exhausted(facts: CombatFacts) -> Mod | None:
    """One CX attacker is enough to hinder the whole attack, once."""
    if not any(unit.cx for unit in facts.attackers):
        return None
    return Mod("by_cx", close_combat().drm["by_cx"].drm, "A4.51", "attacker CX")


@rule("A5.12", point=CC_DRM, order=50)
def by_overstacked(facts: CombatFacts) -> Mod | None:
    """An overstacked side attacks worse, by each squad and each vehicle in excess."""
    excess = excess_squads(facts.st, facts.loc, facts.side) + excess_vehicles(facts.st, facts.loc, facts.side)
    if not excess:
        return None
    return Mod("by_overstacked", excess * close_combat().drm["by_overstacked"].drm, "A5.12", "attackers overstacked")


@rule("A5.131", point=CC_DRM, order=51)
def against_overstacked(facts: CombatFacts) -> Mod | None:
    """Personnel of an overstacked side are easier to attack, by each squad in excess."""
    if facts.target is not None:
        return None
    excess = excess_squads(facts.st, facts.loc, 1 - facts.side)
    if not excess:
        return None
    drm = excess * close_combat().drm["vs_overstacked"].drm
    return Mod("vs_overstacked", drm, "A5.131", "defenders overstacked")
