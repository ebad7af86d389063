"""What the units of a Human Wave may do in an impulse, and what it costs all of them (A25.232, A25.2322, A25.234)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from goodorder.core.actions import Go, Hold, Recover, Surge
from goodorder.core.errors import Refusal
from goodorder.core.remembered import once_a_position
from goodorder.core.state import State, Unit
from goodorder.core.way import CROSSED, Way

from ..a04_movement.all_mf import cost_for
from ..a04_movement.allotment import mf_left
from ..a04_movement.costs import mf_text
from ..a04_movement.edges import EXIT
from ..a04_movement.move_weapons import recover_in_move_refusal
from ..a04_movement.permission import entry_refusal
from ..b_terrain.around import default_past, past_refusal
from ..facts.adjacent import near_unit
from ..facts.armed_vehicles import feared, is_armed
from ..facts.captives import is_captive
from ..facts.cliffs import capital_adjacent
from ..facts.entry import looked_up, road_choice, road_leads
from ..facts.ground import map_now
from ..facts.manned import manned, manned_at, standing
from ..facts.places import is_deep, storeys_of
from ..facts.units import is_armed_known, name
from ..facts.wave import ahead, has_range_counter, in_wave, wave_range, wave_units
from ..registry import builds


class Option(Struct, frozen=True):
    """One thing that a unit of the Wave may do in an impulse: a way, what it costs the unit alone in half MF, whether a
    Known enemy is where it leads, and whether it must be gone by somebody (A25.234).
    """

    way: Way
    cost: int
    enemy: bool = False
    due: bool = False


@once_a_position
def left_of(st: State, unit: Unit) -> int:
    """Half MF that a unit of the Wave has left, whoever is beside it."""
    return mf_left(st, unit, (unit.id,))


def left_behind(st: State, unit: Unit) -> tuple[int, ...]:
    """Locations that a unit has left in impulses of this Wave."""
    steps = st.trail(unit.id).steps
    return tuple(dict.fromkeys(step.frm for step in steps if step.kind == "enter" and step.frm >= 0))


def known_enemy(st: State, loc: int, side: int) -> bool:
    """Whether a Known enemy of ``side`` is in a Location."""
    return any(not unit.concealed for unit in st.side_at(loc, 1 - side)) or bool(
        st.vehicles and manned_at(st, loc, 1 - side)
    )


def any_enemy(st: State, loc: int, side: int) -> bool:
    """The same of enemies under a "?"; hidden ones bind nobody, nor does a vehicle without a crew."""
    if any(not unit.hidden for unit in st.side_at(loc, 1 - side)):
        return True
    return any(not one.hidden for one in standing(st, loc, 1 - side) if one.concealed or not one.abandoned)


@builds("A25.234", "A25.234a")
def armed_enemy(st: State, loc: int, side: int) -> bool:
    """Whether an armed, Known enemy who is not Disrupted is in a Location."""
    foes = st.side_at(loc, 1 - side)
    if any(is_armed_known(st, unit) and not unit.disrupted and not unit.unarmed for unit in foes):
        return True
    return any(one.side != side and feared(st, one) for one in st.vehicles_at(loc))


def _due(st: State, loc: int, side: int) -> bool:
    """Whether a Forward Location must be entered: such an enemy and no armed friend is there, vehicles among them."""
    if not armed_enemy(st, loc, side) or not all(unit.unarmed for unit in st.side_at(loc, side)):
        return False
    return not any(manned(one) and is_armed(st, one) for one in standing(st, loc, side))


@builds("A25.2311", "A25.2311c", "A25.232", "A25.232f", "A25.2321", "A25.2321b", "A25.2322", "A25.2322a")
def way_refusal(st: State, unit: Unit, way: Way) -> Refusal | None:
    """Why a unit of the Wave may not go this way in an impulse, its own MF considered, or None."""
    board = map_now(st)
    if st.wave is None:
        return Refusal("A25.232", "no Human Wave is under way")
    if way.to < 0 or way.to >= len(board.locations):
        return Refusal("A25.232", "a Human Wave does not leave the map" if way.to == EXIT else "there is no such place")
    if board.hex_at(way.to) == board.hex_at(way.frm):
        refusal = _within_refusal(st, unit, way)
    else:
        refusal = _ahead_refusal(st, unit, way)
    if refusal is None and way.road and not road_leads(st, way.frm, way.to):
        refusal = Refusal("A4.132", "no road leads there")
    return refusal or past_refusal(st, way) or entry_refusal(st, (unit.id,), way)


def _ahead_refusal(st: State, unit: Unit, way: Way) -> Refusal | None:
    """Why a Location of another hex is neither Forward nor Side Location, or closed to this unit."""
    assert st.wave is not None
    board, where = map_now(st), st.world.map.place_name(way.to)
    forward, side = ahead(board, way.frm, st.wave.sides)
    h = board.hex_at(way.to)
    if h not in forward and h not in side:
        return Refusal("A25.232", f"{where} is in no forward or side hex", also=("A25.2311",))
    if way.to not in near_unit(st, unit):
        return Refusal("A25.2311", f"{where} is not ADJACENT", also=("A.8", "A25.232"))
    if h in side and not any_enemy(st, way.to, unit.side):
        return Refusal("A25.232", f"{where} is a Side Location without an enemy", also=("A25.2311",))
    return _way_back(st, unit, way.to) or _away(st, unit, way.to)


def _way_back(st: State, unit: Unit, to: int) -> Refusal | None:
    for loc in left_behind(st, unit):
        if to == loc or capital_adjacent(st, to, loc):
            left = st.world.map.place_name(loc)
            return Refusal("A25.2322", f"{name(st, unit)} has left {left}, to which that is ADJACENT or the same")
    return None


def _away(st: State, unit: Unit, to: int) -> Refusal | None:
    if wave_range(st, to) > wave_range(st, unit.loc) and has_range_counter(st, unit):
        return Refusal("A25.2321", f"{name(st, unit)} has a Range counter and may not go farther from the grain")
    return None


@builds("A25.232", "A25.232f")
def _within_refusal(st: State, unit: Unit, way: Way) -> Refusal | None:
    """Up or down a building nearer the ground or an enemy in the hex; Crest status only for want of MF to go on."""
    board = map_now(st)
    if way.frm == way.to:
        if way.crest < 0 or not is_deep(board, way.to):
            return Refusal("A25.232", "within its hex a unit of the Wave climbs stairs or takes Crest status, no more")
        if any(option.way.to != unit.loc for option in options(st, unit)):
            return Refusal("A25.232", "Crest status is for who lacks the MF for a new Location")
        return None
    here, there = (board.locations[loc].above for loc in (way.frm, way.to))
    floors = storeys_of(board, board.hex_at(way.to))
    foes = [board.locations[loc].above for loc in floors if any_enemy(st, loc, unit.side)]
    nearer = abs(there) < abs(here) or any(abs(there - foe) < abs(here - foe) for foe in foes)
    if not nearer:
        return Refusal("A25.232", "stairs lead a unit of the Wave nearer the ground, or an enemy in the hex")
    return _way_back(st, unit, way.to) if way.to in left_behind(st, unit) else None


def ways_of(st: State, unit: Unit) -> tuple[Way, ...]:
    """The plain ways that a unit of the Wave could think of, legal or not; Bypass is said by who wants it."""
    assert st.wave is not None
    board, found = map_now(st), []
    forward, side = ahead(board, unit.loc, st.wave.sides)
    hexes = {*forward, *side, board.hex_at(unit.loc)} - {-1}
    for to in near_unit(st, unit):
        if to == unit.loc or board.hex_at(to) not in hexes:
            continue
        way = Way(unit.loc, to, past=default_past(st, unit.side, unit.loc, to))
        found.append(way)
        if road_leads(st, unit.loc, to):
            by_road = replace(way, road=True)
            if looked_up(st, way) != looked_up(st, by_road) or road_choice(st, to):
                found.append(by_road)
    return tuple(found)


@once_a_position
def options(st: State, unit: Unit) -> tuple[Option, ...]:
    """What a unit of the Wave may do in the next impulse, as far as that hangs on itself: new Locations."""
    return tuple([_option(st, unit, way) for way in ways_of(st, unit) if way_refusal(st, unit, way) is None])


def _option(st: State, unit: Unit, way: Way) -> Option:
    assert st.wave is not None
    board = map_now(st)
    forward = board.hex_at(way.to) in ahead(board, way.frm, st.wave.sides)[0]
    due = forward and _due(st, way.to, unit.side)
    return Option(way, cost_for(st, unit, (unit,), way), known_enemy(st, way.to, unit.side), due)


@builds("A25.232")
def crest_option(st: State, unit: Unit) -> Option | None:
    """Crest status as the impulse of a unit IN a Depression that lacks the MF for any new Location."""
    if options(st, unit) or not is_deep(map_now(st), unit.loc) or unit.stance.crest >= 0:
        return None
    for side in range(6):
        way = Way(unit.loc, unit.loc, crest=side)
        if way_refusal(st, unit, way) is None:
            return Option(way, cost_for(st, unit, (unit,), way))
    return None


def moved(st: State, gos: Iterable[Go]) -> State:
    """The position with everybody who goes already there, for asking what that costs."""
    units = dict(st.units)
    for go in gos:
        for unit in go.units:
            units[unit] = replace(units[unit], loc=go.to)
    return st.with_(units=units)


@builds("A25.232", "A25.232d")
def costs(st: State, gos: tuple[Go, ...]) -> tuple[int, ...]:
    """What each of these acts costs in half MF, all of them made at once: who goes crowds nobody, who comes does.

    Remembered by who will be where it begins and where it leads: drafts of an impulse share most of their acts.
    """
    going = {unit for go in gos for unit in go.units}
    coming: dict[int, tuple[int, ...]] = {}
    for go in gos:
        coming[go.to] = (*coming.get(go.to, ()), *go.units)
    there: State | None = None
    found: list[int] = []
    then: dict[int, tuple[int, ...]] = {}
    for go in gos:
        movers = tuple([st.units[unit] for unit in go.units])
        frm, side = movers[0].loc, movers[0].side
        for loc in (frm, go.to):
            if loc not in then:
                stay = [unit.id for unit in st.side_at(loc, side) if unit.id not in going]
                then[loc] = tuple(sorted((*coming.get(loc, ()), *stay)))
        key = ("wave_cost", go, (then[frm], then[go.to]))
        known: int | None = st.memo.get(key)
        if known is None:
            there = there or moved(st, gos)
            alone = there.with_(units={**there.units, **{unit.id: unit for unit in movers}})
            known = st.memo[key] = max(cost_for(alone, unit, movers, go.way(frm)) for unit in movers)
        found.append(known)
    return tuple(found)


@builds("A25.232", "A25.232d", "A25.232e")
def impulse_mf(st: State, action: Surge) -> int:
    """Half MF that every unit spends: as many as the dearest act of the impulse."""
    return max(costs(st, tuple(act for act in action.acts if isinstance(act, Go))), default=0)


@builds("A25.232", "A25.232c", "A25.232d", "A25.232f", "A25.2322b")
def impulse_refusal(st: State, action: Surge) -> Refusal | None:
    """Why this impulse may not be announced, or None: every unit of the Wave once, each with something that it may do,
    MF for all, contact where there has to be (A25.234).
    """
    units = {unit.id: unit for unit in wave_units(st)}
    if len(action.units) != len(set(action.units)) or set(action.units) != set(units):
        return Refusal("A25.232", "an impulse names every unit of the Human Wave once, and nobody else")
    gos = tuple(act for act in action.acts if isinstance(act, Go))
    for go in gos:
        if refusal := _go_refusal(st, go, units):
            return refusal
    return mf_refusal(st, gos) or _idle_refusal(st, action, gos, units) or contact_refusal(st, gos, units)


def _go_refusal(st: State, go: Go, units: Mapping[int, Unit]) -> Refusal | None:
    if len({units[unit].loc for unit in go.units}) != 1:
        return Refusal("A25.232", "who goes one way together begins in one Location")
    if go.hexside != -1 or go.to < 0:
        return Refusal("A25.232", "a Human Wave does not leave the map")
    if go.crest == CROSSED:
        return Refusal("A25.232", "Crest status is taken within the hex only", also=("B20.91",))
    way = go.way(units[go.units[0]].loc)
    movers = (units[unit] for unit in go.units)
    # What stands among the options of a unit was found legal already, once for the position.
    unsure = (unit for unit in movers if all(option.way != way for option in options(st, unit)))
    return next((no for unit in unsure if (no := way_refusal(st, unit, way))), None)


def mf_refusal(st: State, gos: tuple[Go, ...]) -> Refusal | None:
    """Everybody needs the MF for what he does himself; who is wounded goes along with all he has (A25.232e)."""
    prices = costs(st, gos)
    for go, cost in zip(gos, prices, strict=True):
        for unit in (st.units[number] for number in go.units):
            if cost > left_of(st, unit):
                text = f"{name(st, unit)} has {mf_text(left_of(st, unit))} MF left and needs {mf_text(cost)}"
                return Refusal("A25.232", text, also=("A4.13", "A5.11"))
    most = max(prices, default=0)
    for unit in wave_units(st):
        if most > left_of(st, unit) and not unit.wounded:
            return Refusal("A25.232", f"{name(st, unit)} has not the MF that this impulse costs")
    return None


def _idle_refusal(st: State, action: Surge, gos: tuple[Go, ...], units: Mapping[int, Unit]) -> Refusal | None:
    """Nobody holds who could do something, were it not for the room that others take."""
    for act in action.acts:
        for unit in (units[number] for number in act.units) if isinstance(act, Hold) else ():
            for option in (*options(st, unit), crest_option(st, unit)):
                if option is not None and mf_refusal(st, (*gos, go_of((unit.id,), option.way))) is None:
                    where = st.world.map.place_name(option.way.to)
                    return Refusal("A25.232", f"{name(st, unit)} could go to {where}, and so may not hold")
    return None


def go_of(units: tuple[int, ...], way: Way) -> Go:
    """The act of units that go a way."""
    return Go(units, way.to, way.road, bypass=way.bypass, crest=way.crest, past=way.past, cover=way.cover)


@once_a_position
def bound(st: State) -> tuple[Unit, ...]:
    """The units of the Wave that could enter a Location which somebody has to enter."""
    return tuple(unit for unit in wave_units(st) if any(option.due for option in options(st, unit)))


@builds("A25.234", "A25.234a", "A25.234b")
def contact_refusal(st: State, gos: tuple[Go, ...], units: Mapping[int, Unit]) -> Refusal | None:
    """A Forward Location with a Known armed enemy and no armed friend is entered by somebody, or each unit that could
    enters another one with a Known enemy.
    """
    entered = {go.to for go in gos}
    goals = {unit: go.to for go in gos for unit in go.units}
    for unit in bound(st):
        if unit.id not in units:
            continue
        to = goals.get(unit.id, -1)
        if to >= 0 and to != unit.loc and known_enemy(st, to, unit.side):
            continue
        for option in options(st, unit):
            if option.due and option.way.to not in entered:
                where = st.world.map.place_name(option.way.to)
                return Refusal("A25.234", f"{where} holds a Known enemy: {name(st, unit)} or another must enter it")
    return None


@builds("A25.232", "A25.232i", "A4.44")
def recovery_refusal(st: State, action: Recover) -> Refusal | None:
    """Why a unit of the Wave may not recover a weapon between impulses: a SMC takes what a broken unit holds, for no
    MF; what lies about would cost one (A4.44).
    """
    stack = tuple(unit.id for unit in wave_units(st))
    if refusal := recover_in_move_refusal(st, action.unit, action.weapon, stack):
        return refusal
    if not st.weapons[action.weapon].holder:
        return Refusal("A25.232", "a unit of the Wave pays no MF but for its impulse", also=("A4.44",))
    return None


@builds("A25.235", "A25.235b", "A25.235c", "A25.235d")
def drops_out(st: State, unit: Unit) -> str:
    """Why a unit is no longer part of the Wave as an impulse begins, "" where it is."""
    if not left_of(st, unit):
        return "has no MF left"
    if armed_enemy(st, unit.loc, unit.side):
        return "is with a Known enemy"
    if any(one.stance.guard == unit.id and is_captive(st, one) for one in st.units.values()):
        return "guards prisoners"
    return ""


@builds("A25.235", "A25.235e")
def goes_on(st: State) -> bool:
    """Whether the Wave goes on: some unit of it can enter a new Location."""
    return any(options(st, unit) for unit in wave_units(st) if in_wave(st, unit))
