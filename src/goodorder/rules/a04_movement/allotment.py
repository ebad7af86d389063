"""MF allotment: base, leader bonus, Double Time, portage (A4.11, A4.12, A4.42, A4.5, A4.52)."""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from goodorder.core.remembered import once_a_position
from goodorder.core.state import DOUBLE_TIME, LATE_DOUBLE_TIME, ON_MAP, State, Unit
from goodorder.data.charts import movement, wounds

from ..facts.entry import HALF, kept_to_road
from ..facts.units import INEXPERIENCED, is_good_order, is_inexperienced, is_leader, utype, wtype
from ..facts.wave import in_wave
from ..ledger import Mod
from ..points import ALLOTMENT, kinds_of
from ..registry import builds, rule
from .carrying import CARRIED_PP, carried_by, carrier_of


class AllotmentFacts(Struct, frozen=True):
    """A unit about to move, or moving: who moves with it, and whether it Double Times.

    ``stack`` are the units of its moving stack; ``double_time`` its declaration, of the whole stack when none is
    made yet, ``late`` one made after MF were spent; ``carried`` the weapons whose PP count for this phase;
    ``along_road`` whether all its move keeps to a road (B3.4).
    """

    st: State
    unit: Unit
    stack: tuple[int, ...]
    double_time: bool
    carried: tuple[int, ...]
    late: bool = False
    along_road: bool = False

    @property
    def kinds(self) -> frozenset[str]:
        """What holds of it of the kinds that ``ALLOTMENT`` knows."""
        words: tuple[str, ...] = ("stack",) if len(self.stack) > 1 else ()
        if self.carried or carried_by(self.st, self.unit):
            words += ("load",)
        if self.along_road:
            words += ("along a road",)
        return kinds_of(words)


@rule(
    "A4.11",
    point=ALLOTMENT,
    rows=["SK3.MPh.6", "A4.11a", "A4.11e", "A4.11f", "A15.431a", "A19.31a", "A25.232a"],
    order=10,
)
def base_mf(facts: AllotmentFacts) -> Mod:
    """SMC 6 (3 when wounded), MMC 4, Inexperienced MMC 3, a broken unit none; the berserk and a Human Wave 8."""
    kind = utype(facts.st, facts.unit)
    if facts.unit.broken:
        return Mod("base", 0, "A4.11", "broken")
    if kind.smc and facts.unit.wounded:
        return Mod("base", wounds().mf * HALF, "A17.2", "wounded")
    if facts.unit.berserk:
        return Mod("base", movement().mf["berserk"].mf * HALF, "A15.431", "berserk")
    if in_wave(facts.st, facts.unit) and not facts.unit.wounded:
        return Mod("base", movement().mf["human_wave"].mf * HALF, "A25.232", "Human Wave")
    if kind.smc:
        return Mod("base", movement().mf["smc"].mf * HALF, "A4.11", "single man")
    if is_inexperienced(facts.st, facts.unit):
        return Mod("base", movement().mf["inexperienced_mmc"].mf * HALF, "A19.31", "Inexperienced")
    return Mod("base", movement().mf["mmc"].mf * HALF, "A4.11", "squad, half-squad or crew")


def leading(facts: AllotmentFacts) -> Unit | None:
    """The leader who moves with the unit from the start and lends MF and IPC (A4.12, A4.42d)."""
    unit = facts.unit
    if len(facts.stack) < 2 or utype(facts.st, unit).smc or unit.berserk:
        return None
    for other_id in facts.stack:
        other = facts.st.units[other_id]
        if other.id == unit.id or other.loc != unit.loc or not is_leader(facts.st, other):
            continue
        if is_good_order(facts.st, other) and not other.pinned:
            if utype(facts.st, other).nationality == utype(facts.st, unit).nationality:
                return other
    return None


@rule("A4.12", point=ALLOTMENT, rows=["A4.12a"], order=20, of=["stack"])
def leader_bonus(facts: AllotmentFacts) -> Mod | None:
    """Two MF more for a MMC that begins, moves and ends with a leader; a Human Wave has its own MF (A25.232)."""
    if leading(facts) is None or in_wave(facts.st, facts.unit):
        return None
    return Mod("leader_bonus", movement().mf["leader_bonus"].mf * HALF, "A4.12", "moves with a leader")


@rule("A4.5", point=ALLOTMENT, rows=["SK3.MPh.7", "A4.5a"], order=30)
def double_time(facts: AllotmentFacts) -> Mod | None:
    """Double Time gives two MF, announced after MF were spent one."""
    if not facts.double_time:
        return None
    if facts.late:
        return Mod("double_time", movement().mf["double_time_late"].mf * HALF, "A4.5", "late Double Time")
    return Mod("double_time", movement().mf["double_time"].mf * HALF, "A4.5", "Double Time")


@builds("A4.52", "A4.42a", "A4.42d", "A4.52a", "A4.52.EX1", "A4.52.EX2")
def capacity(facts: AllotmentFacts) -> int:
    """IPC in PP: MMC 3, SMC 1, none for a wounded one, one less when CX; a leader lends his own (A4.42, A4.52)."""
    table = movement().portage
    unit = facts.unit
    if utype(facts.st, unit).smc:
        own = table.wounded_smc_ipc if unit.wounded else table.smc_ipc
    else:
        own = table.mmc_ipc
    if facts.double_time or unit.cx:
        own += table.double_time_ipc
    lender = _lender(facts)
    if lender is not None:
        joint = facts.double_time and not facts.st.trail(facts.unit.id).declared & DOUBLE_TIME
        tired = joint or bool(facts.st.trail(lender.id).declared & DOUBLE_TIME) or lender.cx
        own += max(0, table.smc_ipc + (table.double_time_ipc if tired else 0))
    return max(0, own)


def _lender(facts: AllotmentFacts) -> Unit | None:
    """The single man without a load of the moving stack who lends his IPC to this unit (A4.42).

    Each lends to one unit; the first ones (by their number) that carry more than their own IPC have it.
    """
    st, unit = facts.st, facts.unit
    lenders = [
        other
        for other in (st.units[number] for number in facts.stack)
        if utype(st, other).smc and other.id != unit.id and other.loc == unit.loc and not other.wounded
        if is_good_order(st, other) and not other.pinned and not st.weapons_of(other.id)
    ]
    borrowers = sum(1 for number in facts.stack if number < unit.id and _over(facts, number))
    return lenders[borrowers] if borrowers < len(lenders) else None


def _over(facts: AllotmentFacts, unit_id: int) -> bool:
    other = facts.st.units[unit_id]
    load = sum(wtype(facts.st, weapon).pp for weapon in facts.st.weapons_of(unit_id))
    table = movement().portage
    return load > (table.smc_ipc if utype(facts.st, other).smc else table.mmc_ipc)


@rule("A4.42", point=ALLOTMENT, rows=["A4.42b", "A4.42.EX1"], order=40, of=["load"])
def portage(facts: AllotmentFacts) -> Mod | None:
    """One MF less for each PP above the IPC."""
    if facts.unit.berserk:  # its MF are never fewer: what is too much it leaves behind (A15.431)
        return None
    men = carried_by(facts.st, facts.unit)
    if not facts.carried and not men:
        return None
    load = sum(wtype(facts.st, facts.st.weapons[weapon]).pp for weapon in facts.carried) + CARRIED_PP * len(men)
    over = load - capacity(facts)
    if over <= 0:
        return None
    return Mod("portage", -over * movement().portage.mf_per_pp_over * HALF, "A4.42", f"{over} PP above its capacity")


def allotment_mods(facts: AllotmentFacts) -> tuple[Mod, ...]:
    """The allotment line by line, in half MF."""
    mods: tuple[Mod, ...] = facts.st.world.rules.mods(ALLOTMENT, facts)
    return mods


def allotment_facts(
    st: State, unit: Unit, stack: tuple[int, ...], declared: int, carried: tuple[int, ...], *, along_road: bool | None
) -> AllotmentFacts:
    """The facts of an allotment by the declarations; ``along_road`` None reads the unit's trail."""
    if along_road is None:
        along_road = bool(kept_to_road(st, unit))
    late = bool(declared & LATE_DOUBLE_TIME)
    return AllotmentFacts(st, unit, stack, bool(declared & DOUBLE_TIME), carried, late, along_road)


@builds("A4.5", "A4.5c")
def allotment(
    st: State,
    unit: Unit,
    stack: tuple[int, ...],
    declared: int,
    carried: tuple[int, ...],
    *,
    along_road: bool | None = None,
) -> int:
    """A unit's MF for its MPh in halves, never above 8 MF (7 for a Conscript) and never below none (A4.5).

    The road bonus counts above that ceiling; ``along_road`` None asks whether the trail has earned it.
    """
    carrier = carrier_of(st, unit) if st.trail(unit.id).carrier else None
    if carrier is not None and carrier.id != unit.id:  # who is carried goes as far as his carrier (A17.2)
        bits, load = st.trail(carrier.id).declared, carried_now(st, carrier)
        return allotment(st, carrier, stack, bits, load, along_road=along_road)
    if along_road is None:
        along_road = bool(kept_to_road(st, unit))
    return _allotment(st, unit, stack, declared, carried, along_road)


@once_a_position
def _allotment(
    st: State, unit: Unit, stack: tuple[int, ...], declared: int, carried: tuple[int, ...], along_road: bool
) -> int:
    mods = allotment_mods(allotment_facts(st, unit, stack, declared, carried, along_road=along_road))
    limits = movement().limits
    ceiling = limits.double_time_max
    if utype(st, unit).unit_class == "conscript" and not in_wave(st, unit) and not unit.berserk:
        ceiling = limits.double_time_max_conscript
    total, bonus = 0, 0
    for mod in mods:
        total += mod.value
        if mod.id == "road_bonus":
            bonus += mod.value
    return max(0, min(total, ceiling * HALF + bonus))


def is_laden(st: State, unit: Unit) -> bool:
    """Whether a unit has weapons, carries a man or is carried itself: one that does none of that has some MF."""
    trail = st.trail(unit.id)
    return bool(st.weapons_of(unit.id) or trail.portaged or trail.carrier or carried_by(st, unit))


@builds("A4.4", "A4.4a", "A4.4b", "A4.43d")
def carried_now(st: State, unit: Unit) -> tuple[int, ...]:
    """Weapons that a unit carries in this MPh: what it possesses, Guns apart, and what it dropped on its way."""
    portaged, held = st.trail(unit.id).portaged, st.weapons_of(unit.id)
    now = tuple([weapon.id for weapon in held if weapon.loc < 0]) if held else ()
    return tuple(dict.fromkeys((*portaged, *now))) if portaged else now


@once_a_position
def mf_left(st: State, unit: Unit, stack: tuple[int, ...], onto_road: bool | None = None) -> int:
    """MF that a mover has left, in halves: its allotment as it stands now less what it spent (A4.12c).

    ``onto_road`` says for an entry in question whether it keeps to a road, which decides on the road bonus (B3.4).
    """
    trail = st.trail(unit.id)
    along = None if onto_road is None else onto_road and kept_to_road(st, unit) is not False
    return max(0, allotment(st, unit, stack, trail.declared, carried_now(st, unit), along_road=along) - trail.spent)


@once_a_position
def least_left(st: State, stack: tuple[int, ...], onto_road: bool | None = None) -> int:
    """MF, in halves, that every mover of a stack has left."""
    if onto_road is None:
        return min([mf_left(st, st.units[unit], stack) for unit in stack])
    return min([mf_left(st, st.units[unit], stack, onto_road) for unit in stack])


def affords(st: State, stack: tuple[int, ...], cost: int, onto_road: bool | None = None) -> bool:
    """Whether every mover of a stack has so many half MF left; what anybody has is enough in most cases, and asked
    first.
    """
    for unit in stack:
        if not surely_has(st, st.units[unit], st.trail(unit).spent + cost):
            return cost <= least_left(st, stack, onto_road)
    return True


def surely_has(st: State, unit: Unit, half_mf: int) -> bool:
    """Whether a unit's allotment is no smaller whatever makes it up: it carries nothing, and none like it has less."""
    kind = utype(st, unit)
    raw = kind.unit_class in INEXPERIENCED or unit.unarmed or unit.place != ON_MAP
    return half_mf <= _fewest(kind.smc, unit.wounded, raw) and not unit.broken and not is_laden(st, unit)


@cache
def _fewest(smc: bool, wounded: bool, raw: bool) -> int:
    """The smallest allotment of an unbroken unit that carries nothing, in half MF: rules only add to its base, and the
    berserk and a Human Wave have more. One that is ``raw`` may be Inexperienced (A19.3).
    """
    table = movement().mf
    if smc:
        return HALF * (wounds().mf if wounded else table["smc"].mf)
    return HALF * table["inexperienced_mmc" if raw else "mmc"].mf
