"""To Hit DRM that come from the firer: Cases A to H (C5)."""

from __future__ import annotations

from typing import Literal

from goodorder.core.state import ADVANCING, Vehicle
from goodorder.data.charts import to_hit

from ..a07_fire.firepower import part_fire
from ..d_vehicles.laying import laying_drm
from ..d_vehicles.turning import obstructed
from ..facts.arcs import turned_by
from ..facts.crew import misuse, qualified
from ..facts.ordnance import ToHitFacts, encumbered
from ..facts.vehicles import bow_mounted, pointing, vtype
from ..ledger import Mod
from ..points import TO_HIT_DRM
from ..registry import builds, rule

FIRER_AREA_FIRE = frozenset({"pinned_firer", "crest_rear", "wading"})
"""Ids of what halves the FP of any other fire because of the firer's state: for ordnance Case D each (C5.4, C.4c)."""


def case(
    letter: str, reason: str, times: int = 1, units: tuple[int, ...] = (), *, also: str = "", outside: bool = True
) -> Mod:
    """A case of the To Hit DRM with its value from the chart; ``also`` tells it from another one of its letter,
    ``outside`` whether it comes from outside the target hex, as all of the firer do.
    """
    found = to_hit().case(letter)
    assert found.drm is not None
    return lettered(letter, found.drm * times, reason, units, also=also, outside=outside)


def lettered(
    letter: str, value: int, reason: str, units: tuple[int, ...] = (), *, also: str = "", outside: bool = True
) -> Mod:
    """A case with a value of its own."""
    id = f"case_{letter.lower()}" + (f"_{also}" if also else "")
    return Mod(id, value, to_hit().case(letter).rule, f"{reason} (Case {letter})", units, outside)


@builds("C2.3", "C2.3a")
def mount(facts: ToHitFacts) -> Literal["T", "ST", "NT"]:
    """How quickly a weapon turns: as a fast turret on a 360-degree mount, slowly on a marked one, else as none."""
    kind, unit = facts.kind, facts.unit
    if isinstance(unit, Vehicle):
        return "NT" if bow_mounted(facts.st, unit, facts.weapon) else vtype(facts.st, unit).case_a_mount
    return kind.gun.case_a_mount if kind.gun is not None else "NT"


def turned(facts: ToHitFacts) -> int:
    """Hexspines that the weapon is turned for the shot."""
    if facts.shot.facing < 0:
        return 0
    own = pointing(facts.st, facts.weapon)
    return 0 if own < 0 else turned_by(facts.unit, own, facts.shot.facing)


@builds("C5.11", "C5.11d", "C5.11f")
def hampered(facts: ToHitFacts) -> bool:
    """Whether woods, a building or rubble hampers a Gun there; a vehicle not on the road through them."""
    unit = facts.unit
    return obstructed(facts.st, unit) if isinstance(unit, Vehicle) else encumbered(facts.st, unit.loc)


@rule("C5.1", point=TO_HIT_DRM, order=10, rows=["C5.1a", "C5.11d", "C5.12a", "C5.11b"])
def case_a(facts: ToHitFacts) -> Mod | None:
    """A: turned to bring the target into its Covered Arc, by hexspines; doubled in woods, a building or rubble."""
    hard, unit = hampered(facts), facts.unit
    if isinstance(unit, Vehicle):
        value = laying_drm(facts.st, unit, facts.weapon, facts.part.occasion, facts.shot.facing, facts.attack)
    else:
        value = to_hit().case_a(mount(facts), turned(facts), obstructed=hard)
    where = " in woods, a building or rubble" if hard else ""
    return lettered("A", value, f"turned{where}") if value else None


@rule("C5.2", point=TO_HIT_DRM, order=20, rows=["SK3.AFPh.1", "C5.2a", "C.4b"])
def case_b(facts: ToHitFacts) -> Mod | None:
    """B: fire in the AFPh, but for Opportunity Fire; more of it from woods, a building or rubble."""
    if facts.part.occasion != ADVANCING or facts.st.trail(facts.unit.id).opportunity:
        return None
    return lettered("B", to_hit().case_b(obstructed=hampered(facts)), "fire in the AFPh")


@rule("C5.2", point=TO_HIT_DRM, order=20, rows=["SK3.AFPh.1"])
def case_b_flat(facts: ToHitFacts) -> Mod | None:
    """B as the sheet has it: the same wherever the weapon stands."""
    if facts.part.occasion != ADVANCING:
        return None
    return lettered("B", to_hit().case_b(obstructed=False), "fire in the AFPh")


@rule("C5.4", point=TO_HIT_DRM, order=40, rows=["C5.4a", "C5.4b", "C.4c"])
def case_d(facts: ToHitFacts) -> tuple[Mod, ...]:
    """D: a pinned firer, and whatever else of his own would make his fire Area Fire, once for each."""
    factors = part_fire(facts.attack, facts.part).factors
    return tuple(case("D", mod.reason, also=mod.id) for mod in factors if mod.id in FIRER_AREA_FIRE)


@rule("C5.5", point=TO_HIT_DRM, order=50, rows=["C5.5a"])
def case_e(facts: ToHitFacts) -> Mod | None:
    """E: a target in the firer's own hex; twice that in woods, a building or rubble."""
    if not facts.own_hex:
        return None
    hard = hampered(facts)
    return case("E", "target in the own hex", to_hit().values.obstructed if hard else 1)


@rule("C5.61", point=TO_HIT_DRM, order=60, rows=["C5.61a"])
def case_f(facts: ToHitFacts) -> Mod | None:
    """F: Intensive Fire."""
    return case("F", "Intensive Fire") if facts.part.marked else None


@rule("C5.8", point=TO_HIT_DRM, order=80, rows=["C5.8a", "A21.12a", "A21.13a"])
def case_h(facts: ToHitFacts) -> Mod | None:
    """H: ordnance that is captured, or in the hands of who is not trained for it; twice where it is both. A machine gun
    that fires at a vehicle is no ordnance.
    """
    times = 0 if facts.kind.pierces else misuse(facts.st, facts.unit, facts.weapon)
    if not times:
        return None
    trained = qualified(facts.st, facts.unit, facts.weapon)
    words = "captured" if trained else "unqualified use" if times == 1 else "captured, unqualified use"
    return case("H", words, times)
