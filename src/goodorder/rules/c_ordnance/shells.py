"""What ammunition a weapon has: its kinds, their Depletion Numbers, and what has run out (C8)."""

from __future__ import annotations

from collections.abc import Collection

from goodorder.core.remembered import once_a_position
from goodorder.core.state import State, Weapon
from goodorder.data.charts import ammunition
from goodorder.data.counters.armament import AmmoKind

from ..a19_shortage import is_short
from ..a25_nations.formations import elite_weapon
from ..facts.units import wtype
from ..registry import builds

NOT_OFFERED = frozenset({"IR"})
"""Kinds that only the night needs (C8.7)."""

PERSONNEL_FIRST = ("HE", "HEAT", "AP", "APCR", "APDS", "canister", "smoke", "WP")
"""The kinds in the order in which they are offered: HE is what a firer fires who names none (C2.21)."""


@builds(
    "C8.2",
    "C8.11",
    "C8.12",
    "C8.8",
    "C8.2a",
    "C8.2b",
    "C8.11a",
    "C8.12a",
    "C8.8a",
    "C8.91a",
    "C8.7a",
    "C2.21a",
    "A25.46b",
)
@builds("C8.3", "C8.3a", "C2.26", "C2.26a", "A25.83", "A25.83b")
@once_a_position
def shells_of(st: State, weapon: Weapon) -> dict[str, int | None]:
    """Every kind of ammunition that a weapon has had in this scenario, with its Depletion Number: None for what never
    runs out. Elite forces have one more, a side that is short of ammunition one less (A19.131).
    """
    chart, side = ammunition(), st.world.sides[weapon.side]
    change = chart.elite if side.elite_ammunition or (side.troops and elite_weapon(st, weapon)) else 0
    if is_short(st, weapon):
        change += chart.shortage
    found = _printed(st, weapon)
    had = {kind: None if number is None else number + change for kind, number in found.items()}
    return {kind: had[kind] for kind in PERSONNEL_FIRST if kind in had and kind not in NOT_OFFERED}


def _printed(st: State, weapon: Weapon) -> dict[AmmoKind, int | None]:
    """What its counter has at the date of the scenario, read once in a game for each side of the counter."""
    world, known = st.tables.get("shells", (None, {}))
    if world is not st.world:
        known = {}
        st.tables["shells"] = (st.world, known)
    key = (weapon.type, weapon.limbered, weapon.dismantled)
    found: dict[AmmoKind, int | None] | None = known.get(key)
    if found is None:
        found = known[key] = wtype(st, weapon).shells(st.world.date)
    return found


def may_have(st: State, weapon: Weapon, kinds: Collection[str]) -> bool:
    """Whether one of these kinds is printed on its counter: those that it has not are not worth a closer look."""
    return not _printed(st, weapon).keys().isdisjoint(kinds)


@builds("C8.9", "C8.0a")
def shells_left(st: State, weapon: Weapon) -> tuple[str, ...]:
    """The kinds of ammunition that it has not run out of, in the order in which they are offered."""
    return tuple(kind for kind in shells_of(st, weapon) if kind not in weapon.depleted)
