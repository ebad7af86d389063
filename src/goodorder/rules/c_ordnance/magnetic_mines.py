"""Anti-tank magnetic mines (ATMM) in Close Combat with a vehicle: who may look for one, the Check, what it adds (C13.7,
A25.87).
"""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from goodorder.core.actions import CloseCombat
from goodorder.core.errors import Refusal
from goodorder.core.state import ON_MAP, State, Unit, Vehicle
from goodorder.data.charts import latw
from goodorder.data.charts.latw import MineArmy, begun

from ..a11_close_combat.attack import CombatFacts
from ..a25_nations.formations import nation_of
from ..facts.units import is_dummy, name, utype
from ..facts.vehicles import vtype
from ..ledger import Ledger, Mod
from ..points import CC_DRM
from ..registry import builds, by_name, removable, rule


def mine_army(st: State, unit: Unit) -> MineArmy | None:
    """How a unit's army has them at the date of the game, None where it has none."""
    date = st.world.date
    return latw().atmm.army(nation_of(st, unit), date.year, date.month)


def has_mines(st: State, unit: Unit, army: MineArmy) -> bool:
    """Whether a unit is of those who have them in its army."""
    kind = utype(st, unit)
    return not army.classes or (kind.kind in ("squad", "half_squad") and kind.unit_class in army.classes)


@removable(without=by_name("atmm"))
@builds("C13.7", "C13.7a", "A25.87", "A25.87a")
def mine_refusal(st: State, action: CloseCombat) -> Refusal | None:
    """Why the unit that an attack names may not look for a magnetic mine, or None: one of the attackers, unbroken and
    unpinned, of an army and class that has them, at a vehicle that it attacks to destroy.
    """
    unit = st.units.get(action.atmm)
    if unit is None or unit.id not in action.attackers or unit.place != ON_MAP or is_dummy(unit):
        return Refusal("C13.7", "one of the attackers looks for a magnetic mine")
    if len(action.defenders) != 1 or action.defenders[0] not in st.vehicles:
        return Refusal("C13.7", "magnetic mines are for an attack on a vehicle")
    if action.capture:
        return Refusal("C13.7", "who wants to capture a vehicle does not mine it", also=("A21.2",))
    if unit.broken or unit.pinned or unit.unarmed:
        why = "broken" if unit.broken else "pinned" if unit.pinned else "Unarmed"
        return Refusal("C13.7", f"{name(st, unit)} is {why}")
    army = mine_army(st, unit)
    if army is None:
        return Refusal("C13.7", "its army has no magnetic mines at this date", also=("A25.87",))
    if not has_mines(st, unit, army):
        return Refusal(army.rule, "only squads and half-squads of Elite or 1st Line troops have them", also=("C13.7",))
    return None


def seekers(st: State, action: CloseCombat) -> Iterator[CloseCombat]:
    """The attack once for each of its units that may look for a magnetic mine before it."""
    for unit in action.attackers:
        said = replace(action, atmm=unit)
        if mine_refusal(st, said) is None:
            yield said


@builds("C13.7", "C13.7b", "C13.71", "C13.71a", "A25.87", "A25.87b")
def mine_ledger(st: State, unit: Unit, vehicle: Vehicle) -> Ledger:
    """The drm of the Check; no leadership or heroism is among them (C13.71)."""
    chart, army, kind, date = latw().atmm, mine_army(st, unit), utype(st, unit), st.world.date
    if army is None:
        return Ledger(())
    holds = {
        "cx": unit.cx,
        "unarmored": vtype(st, vehicle).unarmored,
        "half_squad": kind.kind == "half_squad",
        "half_squad_or_crew": kind.kind in ("half_squad", "crew"),
        "smc": kind.smc,
        "first_line": kind.unit_class == "1st_line",
        "before_1944": not begun("1/44", date.year, date.month),
    }
    found = ((id, chart.drm[id]) for id in army.drm if holds[id])
    return Ledger(tuple(Mod(id, one.drm, army.rule, one.note) for id, one in found))


def mine_need(st: State, unit: Unit, vehicle: Vehicle) -> int:
    """The highest Original dr of the Check that has one at hand, 0 for none; a 6 never has."""
    chart = latw().atmm
    return max(0, min(chart.pinned_on - 1, chart.ready - mine_ledger(st, unit, vehicle).total()))


@builds("C13.7", "C13.7b")
def mine_found(st: State, unit: Unit, vehicle: Vehicle, face: int) -> bool:
    """Whether a Check has a mine at hand."""
    return face <= mine_need(st, unit, vehicle)


@builds("C13.7", "C13.7b")
def mine_pins(face: int) -> bool:
    """Whether an Original dr of the Check pins the unit, be it berserk."""
    return face == latw().atmm.pinned_on


@builds("C13.74", "C13.74a")
def mine_fails(original: int) -> bool:
    """Whether a mine is a dud by the Original DR of its attack."""
    return original == latw().atmm.dud


@rule("C13.7", point=CC_DRM, rows=["C13.7b", "C13.72a", "C13.73a", "A25.87a"], order=66)
def with_a_mine(facts: CombatFacts) -> Mod | None:
    """An attack with a magnetic mine is the better, all who make it together, and nobody else (C13.72, C13.73)."""
    if not facts.mined or facts.target is None:
        return None
    army = mine_army(facts.st, facts.st.units[facts.mined])
    return Mod("atmm", army.cc, army.rule, "magnetic mine") if army is not None else None


@builds("C13.7")
def mine_branches(facts: CombatFacts, seeker: int) -> tuple[tuple[int, CombatFacts], ...]:
    """An attack as each outcome of the Check leaves it, with the faces of six that lead there: with a mine, without
    one, with its seeker pinned.
    """
    st, target = facts.st, facts.target
    assert target is not None
    unit = st.units[seeker]
    ready = mine_need(st, unit, target)
    units = {**st.units, seeker: replace(unit, pinned=True)}
    pinned = replace(facts, st=st.with_(units=units), leader=None if _led_by(facts, seeker) else facts.leader)
    men = tuple(units[one.id] if isinstance(one, Unit) else one for one in facts.attackers)
    found = (
        (ready, replace(facts, mined=seeker)),
        (latw().atmm.pinned_on - 1 - ready, facts),
        (1, replace(pinned, attackers=men)),
    )
    return tuple(one for one in found if one[0])


def _led_by(facts: CombatFacts, unit: int) -> bool:
    return facts.leader is not None and facts.leader.id == unit
