"""The Panzerfaust: who may try for one, the check, how many shots there are (C13.3)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from fractions import Fraction

from msgspec.structs import replace

from goodorder.core.actions import Fire, Firer, Panzerfaust
from goodorder.core.errors import Refusal
from goodorder.core.state import ON_MAP, SUBSEQUENT, State, Unit, Weapon
from goodorder.data.charts import latw
from goodorder.data.charts.latw import PanzerfaustArmy, begun
from goodorder.data.charts.nations import people
from goodorder.data.counters.personnel import UnitType

from ..a07_fire.attack import attack_refusal
from ..a25_nations.formations import nation_of
from ..facts.attack_facts import part_occasion
from ..facts.ground import map_now
from ..facts.units import is_dummy, is_good_order, is_inexperienced, utype, wtype
from ..facts.vehicles import vtype
from ..ledger import Ledger, Mod
from ..registry import builds

PINS_ON = 6
KLEIN = "panzerfaust_klein"
"""The word of a group to which a scenario gives the PFk."""

IN_THE_ORDER = "squads in the order of battle"
"""Where it is kept how many squads each nation of a side has by it."""
THEIR_GROUPS = "groups of a nation"
"""Where it is kept in which groups of a side there are men of each nation."""
ARMIES = "armies with Panzerfausts"
"""Where it is kept how each counter of a group has them."""
THEIR_MEN = "men with Panzerfausts"
"""Where it is kept who is of an army that has them."""
VEHICLES_IN_THE_ORDER = "vehicles in the order of battle"
"""Where it is kept whether there are any."""


@builds("C13.3", "C13.3a", "A25.76a", "A25.76c", "A25.85a", "A25.85d")
def army_of(st: State, unit: Unit) -> PanzerfaustArmy | None:
    """How the nation of a unit has Panzerfausts at the date of the game, None where it has none."""
    if not may_be_had(st):
        return None
    known, key = _known_armies(st), (unit.side, unit.group, unit.type)
    if key not in known:
        year, month = st.world.date.year, st.world.date.month
        small = latw().panzerfaust_klein if KLEIN in st.world.sides[unit.side].words(unit.group) else None
        has_small = small is not None and begun(small.since, year, month)
        known[key] = small if has_small else latw().panzerfaust.army(nation_of(st, unit), year, month)
    return known[key]


def _known_armies(st: State) -> dict[tuple[int, str, str], PanzerfaustArmy | None]:
    world, known = st.tables.get(ARMIES, (None, {}))
    if world is not st.world:
        known = {}
        st.tables[ARMIES] = (st.world, known)
    found: dict[tuple[int, str, str], PanzerfaustArmy | None] = known
    return found


def their_men(st: State, side: int) -> tuple[tuple[Unit, PanzerfaustArmy], ...]:
    """The units of a side on the map whose nation has Panzerfausts, each with its army; found once while no unit
    changes.
    """
    if not may_be_had(st):
        return ()
    of, known = st.tables.get(THEIR_MEN, (None, {}))
    if of is not st.units:
        known = {}
        st.tables[THEIR_MEN] = (st.units, known)
    if side not in known:
        armies, found = _known_armies(st), []
        for unit in st.units.values():
            if unit.side == side and unit.loc >= 0 and not is_dummy(unit):
                key = (side, unit.group, unit.type)
                army = armies[key] if key in armies else army_of(st, unit)
                if army is not None:
                    found.append((unit, army))
        known[side] = tuple(found)
    men: tuple[tuple[Unit, PanzerfaustArmy], ...] = known[side]
    return men


def may_be_had(st: State) -> bool:
    """Whether anybody might have Panzerfausts by the order of battle, whatever his nation: nobody without vehicles."""
    return st.world.scenario is None or _with_vehicles(st)


def _with_vehicles(st: State) -> bool:
    """Whether anybody's order of battle has vehicles: a scenario of Infantry alone does without Panzerfausts. It is
    asked of the order of battle and not of the map, of which a view may show no vehicle.
    """
    world, known = st.tables.get(VEHICLES_IN_THE_ORDER, (None, False))
    if world is not st.world:
        known = st.world.scenario is not None and st.world.scenario.vehicles() > 0
        st.tables[VEHICLES_IN_THE_ORDER] = (st.world, known)
    return bool(known)


@builds("C13.31", "C13.31i", "A25.76", "A25.76c")
def shots_left(st: State, unit: Unit) -> int:
    """Shots that the men of a unit's nation may still take: so many for each squad of theirs in the order of battle, of
    the Classes that have them, less those taken.
    """
    army, date = army_of(st, unit), st.world.date
    if army is None:
        return 0
    own = nation_of(st, unit)
    spent = (w for w in st.weapons.values() if w.depleted and w.side == unit.side and wtype(st, w).panzerfaust)
    groups = _groups_of(st, unit.side, own)
    taken = sum(not groups or w.group in groups for w in spent)
    return army.shots_allowed(_squads(st, unit.side, own, army), date.year, date.month) - taken


def _groups_of(st: State, side: int, nation: str) -> frozenset[str]:
    """The groups of a side in which there are men of a nation, found once in a game; a Panzerfaust is of the group of
    who fires it.
    """
    world, known = st.tables.get(THEIR_GROUPS, (None, {}))
    if world is not st.world:
        known = {}
        st.tables[THEIR_GROUPS] = (st.world, known)
    found: frozenset[str] | None = known.get((side, nation))
    if found is None:
        own = st.world.sides[side]
        groups = (group for type, group in own.forces if people(type.partition(":")[0], own.words(group)) == nation)
        found = known[side, nation] = frozenset(groups)
    return found


def _squads(st: State, side: int, nation: str, army: PanzerfaustArmy) -> Fraction:
    """Squad equivalents of a nation in a side's order of battle, counted once in a game; without one those there."""
    scenario = st.world.scenario
    if scenario is None:
        own = (unit for unit in st.units.values() if unit.side == side and nation_of(st, unit) == nation)
        return _equivalents((utype(st, unit) for unit in own), army)
    world, known = st.tables.get(IN_THE_ORDER, (None, {}))
    if world is not st.world:
        known = {}
        st.tables[IN_THE_ORDER] = (st.world, known)
    found: Fraction | None = known.get((side, nation))
    if found is None:
        found = known[side, nation] = _equivalents(_ordered(st, side, nation), army)
    return found


def _ordered(st: State, side: int, nation: str) -> Iterator[UnitType]:
    """The men of a nation in the order of battle of a side."""
    assert st.world.scenario is not None
    for group in st.world.scenario.sides[side].groups:
        words = st.world.sides[side].words(group.id)
        for code in group.unit_types():
            if not st.world.catalogue.is_vehicle(code):
                kind = st.world.unit_type(code)
                if people(kind.nationality, words) == nation:
                    yield kind


def _equivalents(own: Iterable[UnitType], army: PanzerfaustArmy) -> Fraction:
    weight = {"squad": Fraction(1), "half_squad": Fraction(1, 2), "crew": Fraction(1, 2)}
    fit = (kind for kind in own if not army.classes or kind.unit_class in army.classes)
    return sum((weight.get(kind.kind, Fraction(0)) for kind in fit), Fraction(0))


def counter(st: State, unit: Unit) -> Weapon:
    """The Panzerfaust that a unit would have in hand."""
    army = army_of(st, unit)
    kind = (army.counter if army is not None else "") or latw().panzerfaust.counter
    return Weapon(st.next_id, unit.side, kind, unit.id, place=ON_MAP, group=unit.group)


def in_hand(st: State, action: Panzerfaust) -> tuple[State, Fire]:
    """The position with the Panzerfaust in the unit's hand, and the shot with it."""
    weapon = counter(st, st.units[action.unit])
    firer = replace(action.shot.firers[0], inherent=False, weapons=(weapon.id,))
    return st.with_(weapons={**st.weapons, weapon.id: weapon}, next_id=st.next_id + 1), replace(
        action.shot, firers=(firer,)
    )


@builds("C13.31", "C13.32", "C13.31a", "C13.31e", "C13.31f", "C13.31j", "C13.31k", "C13.32a")
def faust_refusal(st: State, phase: str, action: Panzerfaust, targets: tuple[Unit, ...]) -> Refusal | None:
    """Why a unit may not try for a Panzerfaust to fire it so, or None: as with any SW that it would have, besides the
    army, the date, its range and the shots that are left.
    """
    unit = st.units.get(action.unit)
    if unit is None or is_dummy(unit) or unit.place != ON_MAP or action.shot.ordnance is None:
        return Refusal("C13.3", "a unit on the map with a shot at a target")
    if action.shot.firers != (Firer(action.unit, inherent=False),):
        return Refusal("C13.3", "a shot that the unit fires by itself, with no other weapon")
    army, date = army_of(st, unit), st.world.date
    if army is None:
        return Refusal("C13.3", "its army has no Panzerfausts here and now")
    if not (is_good_order(st, unit) or unit.berserk) or not has_panzerfausts(st, unit, army):
        return Refusal("C13.31", "Good Order Infantry of an army and class that has Panzerfausts")
    if shots_left(st, unit) <= 0:
        return Refusal("C13.31", "all Panzerfaust shots of the scenario are taken")
    if map_now(st).distance(unit.loc, action.shot.target) > army.range(date.year, date.month):
        return Refusal("C13.32", f"its range is {army.range(date.year, date.month)} now")
    then, shot = in_hand(st, action)
    weapon = then.weapons[shot.firers[0].weapons[0]]
    occasion = part_occasion(then, unit, weapon, phase)
    if occasion is None or occasion[0] == SUBSEQUENT:
        return Refusal("C13.31", "it could fire no SW now")
    return attack_refusal(then, shot, targets, phase)


def has_panzerfausts(st: State, unit: Unit, army: PanzerfaustArmy) -> bool:
    """Whether a unit is of those who have them in its army."""
    kind = utype(st, unit)
    if army.classes and (kind.smc or kind.unit_class not in army.classes):
        return False
    return army.crews or kind.kind in ("squad", "half_squad")


@builds("C13.31", "A25.76b", "A25.85b", "A25.85c", "C13.31b", "C13.31d")
def check_ledger(st: State, action: Panzerfaust) -> Ledger:
    """The drm of the check."""
    chart, unit, date = latw().panzerfaust, st.units[action.unit], st.world.date
    kind, words = utype(st, unit), chart.drm
    vehicle = st.vehicles.get(action.shot.vehicle)
    army, afv = army_of(st, unit), vehicle is not None and not vtype(st, vehicle).unarmored
    original = army is not None and not army.classes and army.crews
    holds = {
        "before_october_1943": original and not begun("10/43", date.year, date.month),
        "german_1945": original and date.year >= 1945,
        "not_afv": not afv,
        "cx": unit.cx,
        "half_squad_or_crew": kind.kind in ("half_squad", "crew"),
        "smc": kind.smc,
        "conscript": not original and kind.unit_class == "conscript",
        "romanian_1945": army is not None and army.worse_in_1945 and date.year >= 1945,
        "romanian_elite": army is not None and army.elite_at_afv and kind.unit_class == "elite" and afv,
    }
    found = ((id, words[id]) for id, true in holds.items() if true)
    return Ledger(tuple(Mod(id, one.drm, one.rule, id.replace("_", " ")) for id, one in found))


@builds("C13.31")
def ready_up_to(st: State, unit: Unit) -> int:
    """The highest Final dr that gives a unit a shot."""
    army = army_of(st, unit)
    return army.check if army is not None else 0


@builds("C13.36", "C13.36a")
def backfires(st: State, unit: Unit, original: int) -> bool:
    """Whether an Original To Hit DR is a miss that costs the firer a Casualty Reduction."""
    chart = latw().panzerfaust
    least = chart.miss_and_reduction_inexperienced if is_inexperienced(st, unit) else chart.miss_and_reduction
    return original >= least
