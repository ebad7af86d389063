"""Advancing: who, where, and what makes an advance exhausting (A4.7, A4.72, A2.5, A2.6)."""

from __future__ import annotations

from msgspec.structs import replace

from goodorder.board.map.terrain import Terrain
from goodorder.core.errors import Refusal
from goodorder.core.remembered import once_a_position
from goodorder.core.state import OFF_BOARD, ON_MAP, State, Unit, with_stance
from goodorder.core.way import CROSSED, Way
from goodorder.data.charts import movement

from ..facts.advances import ADVANCED, AdvanceFacts
from ..facts.cliffs import cliff_between
from ..facts.entry import HALF, EntryFacts, entry_facts, looked_up, road_leads, terrain_of
from ..facts.ground import map_now
from ..facts.manned import manned_at
from ..facts.places import beside, climbed_to, climbs, crest_sides, is_deep, on_bridge
from ..facts.units import in_close_combat, in_melee, name
from ..facts.water import wades
from ..points import MAY_ADVANCE
from ..registry import builds, by_name, removable, rule
from .allotment import allotment, is_laden, surely_has
from .costs import crest_word_refusal, entry_mods
from .edges import EXIT, edge_refusal, entry_hexes, exit_cost, exit_hexes, road_off
from .encircled_cost import encircled_cost
from .minimum import spiny
from .permission import NO_ENTRY, closed, no_way


@rule("A4.7", point=MAY_ADVANCE, rows=["SK3.APh.1", "A.3a", "A.3b", "A4.7b", "A25.235f", "A25.235g"], order=10)
def able_to_advance(facts: AdvanceFacts) -> Refusal | None:
    """The ATTACKER's Good Order unpinned Infantry, once, and not out of a Location with an enemy.

    What a unit did in its MPh or fire phases does not matter (A.3).
    """
    st = facts.st
    for unit in () if facts.withdrawing else facts.units:
        if unit.side != st.turn.attacker:
            return Refusal("A4.7", "only the ATTACKER advances")
        if unit.place not in (ON_MAP, OFF_BOARD):
            return Refusal("A4.7", f"{name(st, unit)} is not on the map")
        if unit.broken:
            return Refusal("A4.7", f"{name(st, unit)} is broken", also=("A10.4",))
        if unit.pinned:
            return Refusal("A7.8", f"{name(st, unit)} is pinned", also=("A4.7",))
        if unit.loc >= 0 and in_melee(st, unit):
            return Refusal("A11.15", f"{name(st, unit)} is held in Melee", also=("A4.7",))
        if unit.loc >= 0 and not unit.concealed and in_close_combat(st, unit):
            return Refusal("A4.7", f"{name(st, unit)} has an enemy in its Location")
        if st.trail(unit.id).noted(ADVANCED):
            return Refusal("A4.7", f"{name(st, unit)} has advanced")
    return None


@rule("A20.54", point=MAY_ADVANCE, rows=["A20.54d"], order=15)
def unarmed_stay_away(facts: AdvanceFacts) -> Refusal | None:
    """Free Unarmed units go into no Location of a Known enemy."""
    to = facts.way.to if facts.way is not None else -1
    if to < 0 or not any(unit.unarmed for unit in facts.units):
        return None
    foe = 1 - facts.units[0].side
    if any(not enemy.concealed for enemy in facts.st.side_at(to, foe)) or manned_at(facts.st, to, foe):
        return Refusal("A20.54", "an Unarmed unit enters no Location of a Known enemy")
    return None


@rule("A4.7", point=MAY_ADVANCE, rows=["SK3.APh.1", "A4.7a"], order=20)
def one_hex(facts: AdvanceFacts) -> Refusal | None:
    """One hex, which may hold enemies; off the map only where the scenario lets units exit, onto it from their edge."""
    st, way = facts.st, facts.way
    if way is None:
        return None
    first, to = facts.units[0], way.to
    if to == EXIT:
        if first.loc < 0:
            return Refusal("A2.6", "it is not on the map")
        if terrain_of(st, first.loc).mf_all and not road_off(st, first.loc):
            return Refusal("B16.4", "nobody advances off the map out of terrain that takes all MF")
        return edge_refusal(st, first)
    places = map_now(st).locations
    if not 0 <= to < len(places) or places[to].kind in NO_ENTRY:
        return Refusal("A4.7", "there is no such hex")
    posture = way.frm == to and entry_facts(st, facts.units, way).posture
    if first.loc < 0:
        if to not in entry_hexes(st, first):
            return Refusal("A2.5", "it does not enter there")
    elif posture:
        return None
    elif climbs(st, first):
        if to not in climbed_to(map_now(st), first.loc):
            return Refusal("B11.432", "the climb has not come as high or as low as that", also=("B11.4",))
    elif refusal := no_way(st, first.loc, to):
        return refusal if refusal.rule != "A4.13" else Refusal("A4.7", "an advance is one hex")
    elif cliff_between(st, first.loc, to):
        return _no_climb_begins(st)
    terrain = terrain_of(st, to)
    if not terrain.mf and not (first.loc >= 0 and road_leads(st, first.loc, to)):
        return _takes_all_mf(st, terrain) or closed(terrain)
    return None


@removable(without=by_name("climbing"))
@builds("B11.432")
def _no_climb_begins(st: State) -> Refusal:
    """Why nobody advances across a cliff."""
    return Refusal("B11.432", "nobody begins to climb in the APh", also=("B11.4",))


@removable(without=None)
@builds("B16.4", "B21.41")
def _takes_all_mf(st: State, terrain: Terrain) -> Refusal | None:
    """Why nobody advances into terrain that takes all of a unit's MF."""
    if not terrain.mf_all:
        return None
    number = "B16.4" if terrain.rule == "B16" else "B21.41"
    return Refusal(number, f"nobody advances into {terrain.name}", also=("A4.7",))


@rule(
    "A4.72",
    point=MAY_ADVANCE,
    rows=["SK3.APh.4", "A4.51e", "A4.72a", "A4.72b", "A4.72c", "A4.72.EX1"],
    order=30,
)
def difficult_terrain(facts: AdvanceFacts) -> Refusal | None:
    """A unit left without MF by its load stays; one already CX may not take on difficult terrain but a deep stream."""
    st, way = facts.st, facts.way
    for unit in facts.units:
        if facts.withdrawing and unit.broken:
            continue
        if is_laden(st, unit) and not advance_mf(st, unit, facts.units):
            return Refusal("A4.72", f"{name(st, unit)} carries too much to advance")
        if not unit.cx or way is None or wades(st, way.to, way.crest) or climbs(st, unit):
            continue
        if exhausts(st, unit, facts.units, way):
            return Refusal("A4.72", f"{name(st, unit)} is CX and the hex too difficult", also=("A4.51",))
    return None


@builds("A4.7", "A4.7d")
def advance_mf(st: State, unit: Unit, units: tuple[Unit, ...]) -> int:
    """A unit's MF without Double Time in this company, after portage, in halves (A4.72)."""
    carried = tuple(weapon.id for weapon in st.weapons_of(unit.id))
    return allotment(st, unit, tuple(u.id for u in units), 0, carried, along_road=False)


NOT_COUNTED = ("smoke_cost", "overrun_cost", "encircled_cost")
"""What an entry costs in the MPh only, and the doubling of all that, which is figured without it."""


def advance_cost(st: State, units: tuple[Unit, ...], way: Way) -> int:
    """What the hex would cost in the MPh without its SMOKE, in half MF, at the road rate where a road leads (A4.72).

    Out of Crest status to where it does not lead directly, the way down INTO the Depression comes on top (B20.93).
    """
    frm, to = way.frm, way.to
    if to == EXIT:
        return exit_cost(st, frm)
    if goes_down_first(st, units, way):
        down = sum(m.value for m in entry_mods(entry_facts(st, units, Way(frm, frm))) if m.id not in NOT_COUNTED)
        return down + advance_cost(st, tuple(with_stance(unit, crest=-1) for unit in units), way)
    ways = [way, replace(way, road=True)] if frm >= 0 and frm != to and road_leads(st, frm, to) else [way]
    return min([_counted(entry_facts(st, units, one)) for one in ways])


def _counted(facts: EntryFacts) -> int:
    """An entry's cost without SMOKE, all of it twice out of Encirclement (A4.72, A7.7)."""
    cost = sum([mod.value for mod in entry_mods(facts) if mod.id not in NOT_COUNTED])
    twice = encircled_cost(facts, cost)
    return cost if twice is None else cost + twice.value


@builds("B20.93")
def goes_down_first(st: State, units: tuple[Unit, ...], way: Way) -> bool:
    """Whether an advance out of Crest status is by way of the Depression: to the far bank, into another Depression."""
    board, first, to = map_now(st), units[0], way.to
    if first.stance.crest < 0 or first.loc < 0 or to < 0 or to == first.loc or way.crest >= 0:
        return False
    side = board.side_between(first.loc, to)
    ahead = side is not None and side in crest_sides(board, first.loc, first.stance.crest)
    return not ahead or (is_deep(board, to) and not on_bridge(board, to))


def exhausts(st: State, unit: Unit, units: tuple[Unit, ...], way: Way) -> bool:
    """Whether the advance makes the unit CX: four MF, or all it has (A4.72), or a cactus hedge (B9.7)."""
    if spiny(st, way.frm, way.to):
        return True
    cost = advance_cost(st, units, way)
    if cost >= movement().limits.difficult_advance_from * HALF:
        return True
    return not surely_has(st, unit, cost + 1) and cost >= advance_mf(st, unit, units)


@once_a_position
def advance_refusal(st: State, units: tuple[int, ...], way: Way | None = None) -> Refusal | None:
    """Why these units may not advance together this way, or None; without a ``way`` it is asked for the units alone."""
    named = set(units)
    if not units or not named <= st.units.keys() or len(named) != len(units):
        return Refusal("A4.7", "an advance needs one or more different units")
    found = tuple([st.units[u] for u in units])
    if len(found) > 1 and len({(u.loc, u.place, u.group if u.loc < 0 else "") for u in found}) > 1:
        return Refusal("A4.7", "they start from different Locations")
    if way is not None:
        if way.crest != -1 and (no_crest := crest_word_refusal(st, way.crest)) is not None:
            return no_crest
        if way.to >= len(map_now(st).locations):
            return Refusal("A4.7", "there is no such Location")
        if way.crest != -1 and way.to < 0:
            return Refusal("B20.91", "there is no Crest off the map")
        if way.crest == CROSSED and way.frm >= 0:
            way = looked_up(st, way)
    refusal: Refusal | None = st.world.rules.refuse(MAY_ADVANCE, AdvanceFacts(st, found, way))
    return refusal


def withdrawal_refusal(st: State, units: tuple[int, ...], to: int) -> Refusal | None:
    """Why these units could not leave a Close Combat for ``to`` by the conditions of an advance, or None (A11.21)."""
    found = tuple(st.units[u] for u in units)
    facts = AdvanceFacts(st, found, Way(found[0].loc, to), withdrawing=True)
    refusal: Refusal | None = st.world.rules.refuse(MAY_ADVANCE, facts)
    return refusal


def advance_places(st: State, unit: Unit) -> tuple[int, ...]:
    """Where a unit's advance could lead, legal or not: adjacent Locations, its entry hexes, or off the map."""
    if unit.place == OFF_BOARD:
        return entry_hexes(st, unit)
    near = climbed_to(map_now(st), unit.loc) if climbs(st, unit) else beside(st, unit.loc)
    return (*near, EXIT) if unit.loc in exit_hexes(st, unit.side) else near
