"""Who may move, declare what, and enter where (A4.1, A4.14, A4.5, A4.61)."""

from __future__ import annotations

from msgspec import Struct

from goodorder.board.map.terrain import Terrain
from goodorder.core.errors import Refusal
from goodorder.core.remembered import once_a_position
from goodorder.core.state import ASSAULT, DOUBLE_TIME, MINIMUM, OFF_BOARD, State, Unit
from goodorder.core.way import Way

from ..facts.attack_facts import has_fired
from ..facts.cliffs import cliff_between
from ..facts.entry import EntryFacts, Stack, facts_of, of_the_stack, own_stack
from ..facts.ground import ground, map_now
from ..facts.manned import manned_at
from ..facts.places import link_between, on_bridge
from ..facts.units import in_melee, is_leader, is_smc, name, wtype
from ..points import MAY_ENTER, MAY_MOVE
from ..registry import builds, by_name, removable, rule
from .all_mf import takes_all, unit_cost
from .allotment import affords, allotment, carried_now, is_laden, mf_left
from .costs import cost_of, crest_word_refusal, mf_text
from .overrun import lone_man
from .shellholes import cover_refusal


class MoverFacts(Struct, frozen=True):
    """A unit that would begin its MPh with these declarations, in this stack."""

    st: State
    unit: Unit
    declared: int = 0
    stack: tuple[int, ...] = ()


@rule("A4.1", point=MAY_MOVE, rows=["SK3.MPh.5", "A.3a", "A4.1a", "A4.11f", "A4.2d"], order=1)
def can_move(facts: MoverFacts) -> Refusal | None:
    """The ATTACKER's Good Order Infantry that did not fire in the PFPh and is not pinned."""
    st, unit = facts.st, facts.unit
    if unit.side != st.turn.attacker:
        return Refusal("A4.1", "only the ATTACKER moves")
    if unit.loc < 0 and unit.place != OFF_BOARD:
        return Refusal("A4.1", f"{name(st, unit)} is not on the map")
    if unit.broken:
        return Refusal("A4.1", "a broken unit does not move in the MPh", also=("A10.4",))
    if unit.pinned:
        return Refusal("A7.8", "a pinned unit does not move", also=("A4.1",))
    if unit.loc >= 0 and in_melee(st, unit):
        return Refusal("A4.1", "held in Melee", also=("A11.15",))
    if has_fired(st, unit) or st.trail(unit.id).directed:
        return Refusal("A4.1", "it used Prep Fire", also=("A3.3",))
    if st.trail(unit.id).started:
        return Refusal("A4.2", "its MPh is over", also=("A4.1",))
    return None


@rule("A4.5", point=MAY_MOVE, rows=["SK3.MPh.2", "SK3.MPh.7", "A4.5f"], order=2)
def can_double_time(facts: MoverFacts) -> Refusal | None:
    """Double Time is not for the wounded, the CX, or who lost a CX counter as this MPh began."""
    if not facts.declared & DOUBLE_TIME:
        return None
    if facts.unit.wounded:
        return Refusal("A4.5", "a wounded man may not Double Time", also=("A17.2",))
    if facts.unit.cx or facts.st.trail(facts.unit.id).began_cx:
        return Refusal("A4.51", "it began this MPh CX")
    if facts.declared & ASSAULT:
        return Refusal("A4.61", "Assault Movement and Double Time exclude each other here")
    return None


def free_to_go(st: State, side: int) -> list[Unit]:
    """The units of a side that may move or advance as far as is seen at a glance, which rules out most others: who is
    broken, pinned or TI, or neither on the map nor about to enter it, does neither.
    """
    return [
        unit
        for unit in st.units.values()
        if unit.side == side
        and (unit.loc >= 0 or unit.place == OFF_BOARD)
        and not (unit.broken or unit.pinned or unit.ti)
    ]


SMC_PORTAGE = 2
NO_ENTRY = ("crest", "climb", "gone")
"""Kinds of place to which no ordinary move or advance leads: Crest status is claimed, a cliff is climbed."""


def too_heavy(st: State, unit: Unit) -> Refusal | None:
    """A SMC never carries more than two PP (A4.42)."""
    if not is_smc(st, unit) or sum(wtype(st, weapon).pp for weapon in st.weapons_of(unit.id)) <= SMC_PORTAGE:
        return None
    return Refusal("A4.42", f"{name(st, unit)} can't carry more than {SMC_PORTAGE} PP")


@rule("A4.42", point=MAY_ENTER, rows=["A4.42c"], order=5, of=["weapons"])
@of_the_stack
def single_man_portage(facts: EntryFacts) -> Refusal | None:
    """A SMC with more than two PP goes nowhere until he drops some."""
    return next((refusal for unit in facts.units if (refusal := too_heavy(facts.st, unit))), None)


@rule("A4.4", point=MAY_ENTER, rows=["A4.4d"], order=7, of=["weapons"])
@of_the_stack
def carried_once(facts: EntryFacts) -> Refusal | None:
    """No weapon is portaged by two units in one MPh."""
    st = facts.st
    movers = {unit.id for unit in facts.units}
    held = {weapon.id for unit in facts.units for weapon in st.weapons_of(unit.id) if weapon.loc < 0}
    if not held:
        return None
    for number, trail in st.trails.items():
        if not trail.portaged or number in movers:
            continue
        again = held.intersection(trail.portaged)
        if again and trail.came_in is not None:
            return Refusal("A4.4", f"{wtype(st, st.weapons[min(again)]).name} has been carried in this MPh")
    return None


@rule("A4.12", point=MAY_ENTER, rows=["A4.12c"], order=6, of=["leader"])
@of_the_stack
def leader_stays_with_followers(facts: EntryFacts) -> Refusal | None:
    """A leader doesn't leave a MMC that has spent MF of his bonus: it has to end its MPh stacked with him."""
    return deserts(facts.st, facts.stack.ids)


def deserts(st: State, units: tuple[int, ...]) -> Refusal | None:
    """Why leaders among these units may not go on without units that stay behind, or None (A4.12)."""
    going = [st.units[u] for u in units if is_leader(st, st.units[u]) and not st.units[u].berserk]
    if not going or going[0].loc < 0:
        return None
    staying = [u for u in st.side_at(going[0].loc, going[0].side) if u.id not in units and st.trail(u.id).started]
    if any(is_leader(st, u) and not u.broken and not u.pinned for u in staying):
        return None
    for unit in staying:
        trail = st.trail(unit.id)
        if unit.broken or unit.pinned or is_smc(st, unit) or not trail.steps or not came_with(st, unit, going[0]):
            continue
        if trail.spent > allotment(st, unit, (unit.id,), trail.declared, carried_now(st, unit)):
            return Refusal("A4.12", f"{name(st, unit)} has used the leader's MF bonus and must end with him")
    return None


def came_with(st: State, unit: Unit, leader: Unit) -> bool:
    """Whether a unit made the leader's expenditures with him in this MPh."""
    return st.trail(unit.id).steps == st.trail(leader.id).steps[: len(st.trail(unit.id).steps)]


@builds("A20.54", "A20.54d")
@rule(
    "A4.14",
    point=MAY_ENTER,
    rows=["A4.14a", "A4.14b", "A4.14c", "A4.14d", "A15.432a", "A19.12f", "A25.232b"],
    order=1,
    of=["enemies there"],
)
def no_enemy_location(facts: EntryFacts) -> Refusal | None:
    """Infantry does not move into a Location with an enemy unit in the MPh, but for an Infantry OVR (A4.15).

    Disrupted and Unarmed units don't bar it (A19.12, A20.54), nor does an Abandoned vehicle or a wreck;
    nothing bars a Human Wave (A25.232) or the berserk (A15.432).
    """
    if facts.stack.unbarred:
        return None
    side = facts.units[0].side
    there = facts.st.side_at(facts.way.to, 1 - side)
    if facts.stack.unarmed and any(not unit.concealed for unit in there):
        return Refusal("A20.54", "an Unarmed unit enters no Location of a Known enemy", also=("A4.14",))
    barred = there and any(not (unit.concealed or unit.disrupted or unit.unarmed) for unit in there)
    if barred and lone_man(facts.st, side, facts.way.to) is None:
        return Refusal("A4.14", "an enemy unit is there")
    if facts.st.vehicles and manned_at(facts.st, facts.way.to, 1 - side):
        return Refusal("A4.14", "an enemy vehicle is there")
    return None


@rule("A4.13", point=MAY_ENTER, order=2)
def enterable(facts: EntryFacts) -> Refusal | None:
    """The hex must be adjacent and its terrain one that Infantry may enter."""
    if facts.posture or (facts.within and all(unit.stance.bypass for unit in facts.units)):
        return None
    way, terrain = facts.way, facts.terrain
    if way.frm >= 0 and facts.link is None and (refusal := no_way(facts.st, way.frm, way.to)):
        return refusal
    if way.side < 0 <= way.frm:
        return None
    if terrain.mf_all and not way.road:
        if refusal := facts.st.world.rules.lacks("all_mf"):
            return refusal
    elif not terrain.mf and not way.road:
        return closed(terrain)
    if way.frm >= 0 and cliff_between(facts.st, way.frm, way.to):
        return _by_climbing_only(facts.st)
    return None


@removable(without=by_name("climbing"))
@builds("B11.4")
def _by_climbing_only(st: State) -> Refusal:
    """Why no move leads across a cliff."""
    return Refusal("B11.4", "a cliff is crossed by Climbing only")


def closed(terrain: Terrain) -> Refusal:
    """Why Infantry enters a terrain only along a road: water by B21.4, what else has no MF by A4.13; of terrain of
    other chapters only what it does to lines of sight is known.
    """
    if terrain.los_only:
        return Refusal(terrain.rule, f"{terrain.name} is not built", "not_built", also=("A4.13",))
    water = terrain.category == "WATER" or terrain.id == "flooded_stream"
    rule_number, also = ("B21.4", ("A4.13", "A4.134")) if water else ("A4.13", ("A4.134",))
    return Refusal(rule_number, f"Infantry may not enter {terrain.name}", also=also)


def no_way(st: State, frm: int, to: int) -> Refusal | None:
    """Why no way leads directly from one Location to another, or None (A2.8, B6.4, B23.25)."""
    board = map_now(st)
    if link_between(board, frm, to) is not None:
        return None
    if board.hex_at(frm) == board.hex_at(to) and frm != to:
        if on_bridge(board, frm) or on_bridge(board, to):
            return Refusal("B6.4", "no way leads from a bridge to what lies beneath it")
        text = "no stairs join these levels, or more than one level lies between"
        return Refusal("B23.4", text, also=("B23.23", "B23.26", "B23.42", "B23.422"))
    if not board.adjacent(frm, to):
        return Refusal("A4.13", "the hexes are not adjacent")
    if on_bridge(board, frm) or on_bridge(board, to):
        return Refusal("B6.4", "a bridge is entered and left across its road hexsides only")
    side = board.side_between(frm, to)
    if side is not None and board.hex_of(frm).bars[side]:
        return Refusal("B23.71", "a wall between rowhouses is passed on the ground only", also=("B23.422",))
    return Refusal("B23.422", "that level is reached from the same building only", also=("B23.25",))


def _cost(facts: EntryFacts, unit: Unit) -> int:
    """What one unit of the entry pays, in half MF."""
    return unit_cost(facts, unit)


@rule("A4.61", point=MAY_ENTER, rows=["SK3.MPh.8", "A4.61a", "A4.61b", "A4.61d"], order=3, of=["Assault Movement"])
def assault_one_location(facts: EntryFacts) -> Refusal | None:
    """Assault Movement is one Location, and does not use all MF."""
    if not facts.stack.declared & ASSAULT:
        return None
    st, stack = facts.st, facts.stack.ids
    for unit in facts.units:
        trail = st.trail(unit.id)
        if not trail.declared & ASSAULT:
            continue
        if not (facts.within or facts.posture) and assault_made(st, unit):
            return Refusal("A4.61", "Assault Movement enters one Location only")
        cost = _cost(facts, unit)
        if cost >= mf_left(st, unit, stack, facts.along_road):
            return Refusal("A4.61", "Assault Movement may not use all MF")
    return None


def assault_made(st: State, unit: Unit) -> bool:
    """Whether a unit has entered the one Location that Assault Movement allows it."""
    trail = st.trail(unit.id)
    return bool(trail.declared & ASSAULT) and trail.came_in is not None


@rule("A4.13", point=MAY_ENTER, rows=["A4.11d", "A4.5d"], order=4)
def enough_mf(facts: EntryFacts) -> Refusal | None:
    """Each unit pays the whole cost from the MF it has left, but for a Minimum Move (A4.134)."""
    st, stack, along_road = facts.st, facts.stack.ids, facts.along_road
    if not takes_all(facts) and affords(st, stack, cost_of(facts), along_road):
        return None
    for unit in facts.units:
        left = mf_left(st, unit, stack, along_road)
        cost = _cost(facts, unit)
        if cost > left and not st.trail(unit.id).declared & MINIMUM:
            text = f"{name(st, unit)} has {mf_text(left)} MF left and needs {mf_text(cost)}"
            return Refusal("A4.13", text, also=_dear(facts))
    return None


@builds("A4.13", "B23.71")
def paid_ahead(stack: Stack) -> bool:
    """Whether any of these units is at the vertex before the next house of a row, the way to which it has paid."""
    return stack.bypasses and any(len(unit.stance.bypass) == 1 for unit in stack.units)


def spent(st: State, stack: Stack) -> bool:
    """Whether one of these units has used up its MF, so that they enter no other Location together, up to the Crest
    apart: all of that costs some.
    """
    if affords(st, stack.ids, 1) or paid_ahead(stack) or not any(st.trail(unit).spent for unit in stack.ids):
        return False
    return not affords(st, stack.ids, 1, True)


def _dear(facts: EntryFacts) -> tuple[str, ...]:
    """The rules that make an entry cost what it does, each of which may be named for want of MF."""
    found = ["A4.11", "A4.42", facts.terrain.rule, f"{facts.terrain.rule}.4"]
    if facts.rise > 0:
        found += ["A4.133", "B10.4"]
    if abs(facts.rise) > 1:
        found.append("B10.51")
    hexside = ground(facts.st, facts.way.frm).sides[facts.way.side] if facts.way.side >= 0 else None
    if hexside is not None:
        found += ["A4.131", f"{hexside.rule}.4"]
    if not facts.st.bare(facts.way.to):
        found += ["A5.11", "A24.7"]
    return tuple(found)


@once_a_position
def move_refusal(st: State, units: tuple[int, ...], declared: int, *, dropping: bool = False) -> Refusal | None:
    """Why this stack may not begin its MPh with these declarations, or None.

    ``dropping``: it begins by dropping a weapon, which counts as never carried then (A4.43); who has no MF for its
    load may begin so.
    """
    if not units or len(set(units)) != len(units) or any(u not in st.units for u in units):
        return Refusal("A4.2", "a move needs one or more different units")
    movers = [st.units[u] for u in units]
    if len({(unit.loc, unit.place, unit.group if unit.loc < 0 else "") for unit in movers}) != 1:
        return Refusal("A4.2", "a stack moves from one Location")
    for unit_id in units:
        refusal = st.world.rules.refuse(MAY_MOVE, MoverFacts(st, st.units[unit_id], declared, units))
        if refusal is not None:
            return refusal
        if not dropping and _overloaded(st, st.units[unit_id], units, declared):
            also = ("A4.134",) if declared & MINIMUM else ("A4.11",)
            return Refusal("A4.42", f"{name(st, st.units[unit_id])} carries too much to move", also=also)
    return None


def _overloaded(st: State, unit: Unit, stack: tuple[int, ...], declared: int) -> bool:
    """Whether a load, a unit's own or that of who carries it, leaves it no MF; without any it has some."""
    return is_laden(st, unit) and not allotment(st, unit, stack, declared, carried_now(st, unit))


def entry_refusal(st: State, units: tuple[int, ...], way: Way) -> Refusal | None:
    """Why these units may not go this way together now, or None."""
    places = map_now(st).locations
    if way.to < 0 or way.to >= len(places) or places[way.to].kind in NO_ENTRY:
        return Refusal("A4.13", "there is no such hex")
    if way.crest != -1 and (no_crest := crest_word_refusal(st, way.crest)) is not None:
        return no_crest
    facts = facts_of(st, own_stack(st, units), way)
    known = facts.stack.refusals
    if facts.on_map not in known:
        no_cover = cover_refusal(facts) if way.cover else None
        known[facts.on_map] = no_cover or st.world.rules.refuse(MAY_ENTER, facts)
    return known[facts.on_map]
