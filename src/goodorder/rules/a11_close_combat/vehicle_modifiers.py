"""DRM of Close Combat with vehicles, what halves their FP, and their part in an Ambush (A11.51, A11.61, A11.62)."""

from __future__ import annotations

from goodorder.core.state import Vehicle
from goodorder.data.charts import close_combat

from ..facts.units import is_dummy, is_smc, utype
from ..facts.vehicles import mobile, running, vtype
from ..ledger import Mod
from ..points import AMBUSH_DRM, CC_DRM, CC_FACTOR
from ..registry import rule
from .ambush import AmbushFacts
from .attack import CombatFacts, StrikeFacts
from .vehicle_arms import has_machine_gun


def _mod(key: str, number: int, reason: str) -> Mod:
    line = close_combat().vehicle.drm[key]
    return Mod(key, line.drm * number, line.rule, reason)


@rule("A11.51", point=CC_DRM, rows=["A11.51a"], order=60)
def against_unarmored(facts: CombatFacts) -> Mod | None:
    """An unarmored vehicle is easy."""
    target = facts.target
    return _mod("unarmored", 1, "unarmored") if target is not None and vtype(facts.st, target).unarmored else None


@rule("A11.51", point=CC_DRM, rows=["A11.51a", "A21.2d"], order=61)
def without_machine_gun(facts: CombatFacts) -> Mod | None:
    """A vehicle without a machine gun that works and is manned is easier."""
    target = facts.target
    if target is None or has_machine_gun(facts.st, target):
        return None
    return _mod("no_machine_gun", 1, "no manned machine gun")


@rule("A11.51", point=CC_DRM, rows=["A11.51a"], order=62)
def escorted(facts: CombatFacts) -> tuple[Mod, ...]:
    """Each unbroken, unpinned MMC beside the vehicle that does not Withdraw protects it, a squad more than others."""
    target, st = facts.target, facts.st
    if target is None:
        return ()
    able = [u for u in st.side_at(facts.loc, 1 - facts.side) if not (u.broken or u.pinned or u.id in facts.leaving)]
    teams = [unit for unit in able if not is_smc(st, unit) and not is_dummy(unit)]
    squads = sum(utype(st, unit).kind == "squad" for unit in teams)
    counts = {"escorting_squad": squads, "escorting_half_squad": len(teams) - squads}
    words = {"escorting_squad": "escorting squads", "escorting_half_squad": "escorting half-squads and crews"}
    return tuple(_mod(key, number, words[key]) for key, number in counts.items() if number)


@rule("A11.51", point=CC_DRM, rows=["A11.51a", "D2.41a"], order=63)
def against_moving(facts: CombatFacts) -> Mod | None:
    """A vehicle in Motion, or that has started and not stopped, is hard to get at."""
    target = facts.target
    return _mod("in_motion", 1, "in Motion") if target is not None and running(facts.st, target) else None


@rule("A11.61", point=CC_DRM, rows=["A11.51a"], order=64)
def against_open(facts: CombatFacts) -> Mod | None:
    """An open-topped or partially armored AFV is easy; of another one only with its crew exposed, or without a crew."""
    target = facts.target
    if target is None or vtype(facts.st, target).unarmored:
        return None
    kind = vtype(facts.st, target)
    if kind.open_topped or (kind.armor is not None and kind.armor.unarmored_rear):
        return _mod("open_topped", 1, "open-topped or partially armored")
    return _mod("crew_exposed", 1, "abandoned" if target.abandoned else "CE") if target.ce or target.abandoned else None


@rule("A11.61", point=CC_DRM, rows=["A11.51a", "A21.2d"], order=65)
def against_immobile(facts: CombatFacts) -> Mod | None:
    """An Immobile AFV is easier, for whatever reasons it stands."""
    target = facts.target
    if target is None or vtype(facts.st, target).unarmored or mobile(target):
        return None
    return _mod("immobile", 1, "Immobile")


@rule("A11.62", point=CC_FACTOR, rows=["A11.62b"], order=30)
def attacks_in_motion(facts: StrikeFacts) -> Mod | None:
    """A vehicle in Motion, or that has not stopped, attacks at half FP."""
    unit = facts.unit
    if not isinstance(unit, Vehicle) or not running(facts.attack.st, unit):
        return None
    return Mod("in_motion", close_combat().firepower.pinned_divisor, "A11.62", "in Motion")


@rule("A11.4", point=AMBUSH_DRM, order=34)
def vehicle_in_ambush(facts: AmbushFacts) -> Mod | None:
    """A vehicle in the force hinders it."""
    if not facts.vehicles:
        return None
    line = close_combat().ambush.drm["vehicle"]
    return Mod("ambush_vehicle", line.drm, line.rule, line.note)


@rule("A11.4", point=AMBUSH_DRM, order=35)
def buttoned_up_in_ambush(facts: AmbushFacts) -> Mod | None:
    """An AFV that is Buttoned Up or stunned hinders it more."""
    blind = any(not vtype(facts.st, one).unarmored and (not one.ce or one.stunned == "stun") for one in facts.vehicles)
    if not blind:
        return None
    line = close_combat().ambush.drm["buttoned_up"]
    return Mod("ambush_buttoned_up", line.drm, line.rule, line.note)
