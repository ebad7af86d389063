"""The menus of the Movement Phase: who, how, where."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from msgspec.structs import replace

from goodorder.core.actions import (
    Done,
    DoubleTime,
    Drop,
    Go,
    Halt,
    Move,
    Recover,
    Search,
    Smoke,
    Spending,
)
from goodorder.core.menu import Entry, Menu, branch, branch_if_any, leaf
from goodorder.core.state import ASSAULT, DASH, DOUBLE_TIME, MINIMUM, NOWHERE, State, Unit
from goodorder.core.way import Way
from goodorder.rules.a04_movement.all_mf import cost_for
from goodorder.rules.a04_movement.allotment import mf_left
from goodorder.rules.a04_movement.bypass import stay_refusal
from goodorder.rules.a04_movement.carrying import carry_refusal
from goodorder.rules.a04_movement.costs import entry_cost, mf_text
from goodorder.rules.a04_movement.dash import goals, stop_refusal
from goodorder.rules.a04_movement.edges import EXIT, entry_hexes, exit_cost, exit_refusal, out_of_bypass
from goodorder.rules.a04_movement.late_double_time import late_refusal
from goodorder.rules.a04_movement.move_weapons import drop_refusal, droppable, too_laden
from goodorder.rules.a04_movement.permission import entry_refusal, move_refusal
from goodorder.rules.a04_movement.portage import held_by_broken
from goodorder.rules.a12_concealment.searching import SEARCH_COST, search_refusal
from goodorder.rules.a24_smoke import smoke_cost
from goodorder.rules.b_terrain.around import goes_around, turnings
from goodorder.rules.facts.entry import road_choice, road_leads
from goodorder.rules.facts.ground import ground, map_now
from goodorder.rules.facts.places import beside, stairs_word
from goodorder.rules.facts.shellholes import SHELLHOLES
from goodorder.rules.facts.smoke_places import grenade_places
from goodorder.rules.facts.units import name, names, utype, wtype

from .bypass_menu import bypass_entries
from .crest_menu import crest_entries
from .declaring import declared_state
from .move_step import step_refusal
from .move_together import together_entries
from .overrun import check_entries

Wrap = Callable[[Spending], Move | Spending]


def begin_entries(st: State, own: list[Unit], claims: Sequence[Entry] = ()) -> list[Entry]:
    """One branch for each unit that may begin its move and has something to spend MF on; ``claims`` come after them."""
    found = [
        branch(
            f"u{u.id}",
            name(st, u),
            _opener(st, Move((u.id,))),
            alive=partial(_may_act, st, Move((u.id,))),
            kind="unit",
            unit=u.id,
        )
        for u in own
    ]
    if drops := _standing_drops(st, own):
        found.append(branch("drop", "Drop a weapon where it is", lambda: drops, rule="A4.43"))
    found.extend(claims)
    found.append(leaf("pass", "End the Movement Phase", Done(), kind="pass", hotkey=" "))
    return found


def _standing_drops(st: State, own: list[Unit]) -> list[Entry]:
    """A leaf for each weapon of a unit that may not move: the others drop theirs as an act of their move."""
    return [
        leaf(f"d{unit.id}:{weapon.id}", f"{name(st, unit)}: {wtype(st, weapon).name}", Drop(unit.id, weapon.id))
        for unit in own
        if unit.loc >= 0 and (held := st.weapons_of(unit.id)) and move_refusal(st, (unit.id,), 0) is not None
        for weapon in held
        if drop_refusal(st, unit.id, weapon.id) is None
    ]


def _opener(st: State, move: Move) -> Callable[[], Sequence[Entry]]:
    return lambda: begin_node(st, move)


def _declared(st: State, move: Move) -> State:
    """The position after the declaration; where nothing is declared, nothing that the menu asks for would change."""
    return declared_state(st, move) if move.declared or move.carry else st


def _acts(st: State, move: Move) -> list[Entry]:
    if too_laden(st, move.units, move.declared):
        return _drop_entries(_declared(st, move), move.units, lambda act: replace(move, first=act))
    return act_entries(_declared(st, move), move.units, lambda act: replace(move, first=act))


def _carry_entries(st: State, move: Move) -> list[Entry]:
    """A branch for each wounded man whom a unit of the stack may carry (A17.2)."""
    pairs = [(man, by) for man in move.units if st.units[man].wounded for by in move.units]
    return [
        branch(
            f"carry{man}by{by}",
            f"{name(st, st.units[by])} carries {name(st, st.units[man])}",
            _opener(st, replace(move, carry=man, by=by)),
            alive=partial(_may_act, st, replace(move, carry=man, by=by)),
            kind="toggle",
            rule="A17.2",
        )
        for man, by in pairs
        if carry_refusal(st, move.units, man, by) is None
    ]


def _dash_entries(st: State, move: Move) -> list[Entry]:
    """A branch for each Location to which the stack could Dash, with the road hexes (and SMOKE) below it (A4.63)."""
    found: list[Entry] = []
    for goal in goals(_declared(st, move), move.units):
        dash = replace(move, declared=move.declared | DASH, dash=goal)
        key, words = f"h:{st.world.map.word(goal)}", f"Dash to {st.world.map.place_name(goal)}"
        found.append(branch_if_any(key, words, partial(_acts, st, dash), kind="hex", hex=goal, rule="A4.63"))
    return found


def _can_act(st: State, move: Move) -> bool:
    """Whether a stack has anything to spend MF on, found without making the whole menu."""
    after = _declared(st, move)
    first = after.units[move.units[0]]
    near = entry_hexes(after, first) if first.loc == NOWHERE else beside(after, first.loc)
    for to in near:
        if to >= 0 and entry_refusal(after, move.units, Way(first.loc, to)) is None:
            return True
    return Menu(lambda: _acts(st, move)).any()


def begin_node(st: State, move: Move) -> list[Entry]:
    """What a unit or stack may do first: go somewhere, take others along, declare, carry the wounded."""
    found = _acts(st, move)
    if move.carry:
        return found
    units, declared = move.units, move.declared
    first = st.units[units[0]]
    others = st.side_at(first.loc, first.side) if first.loc >= 0 else _waiting(st, first)
    for other in others:
        if other.id in units or (len(units) > 1 and other.id < units[-1]):
            continue
        grown = replace(move, units=(*units, other.id))
        found.append(
            branch(
                f"+u{other.id}",
                f"with {name(st, other)}",
                _opener(st, grown),
                alive=partial(_may_act, st, grown),
                kind="unit",
                unit=other.id,
            )
        )
    found += _carry_entries(st, move) if st.world.rules.offers("carrying") else []
    rules = st.world.rules
    if declared in (0, DOUBLE_TIME) and rules.offers("dash") and move_refusal(st, units, declared | DASH) is None:
        dashes = partial(_dash_entries, st, move)
        found.append(branch_if_any("da", "Dash", dashes, kind="toggle", rule="A4.63"))
    for bit, key, words, rule in (
        (ASSAULT, "as", "Assault Movement", "A4.61"),
        (DOUBLE_TIME, "dt", "Double Time", "A4.5"),
        *([(MINIMUM, "mm", "Minimum Move", "A4.134")] if rules.offers("minimum_move") else ()),
    ):
        if declared:
            break
        so = replace(move, declared=bit)
        alive = partial(_may_act, st, so)
        found.append(branch(key, words, _opener(st, so), alive=alive, kind="toggle", rule=rule, hotkey=key[0]))
    return found


def _may_act(st: State, move: Move) -> bool:
    if move_refusal(st, move.units, move.declared) is None:
        return _can_act(st, move)
    return too_laden(st, move.units, move.declared) and droppable(st, move.units)


def _waiting(st: State, first: Unit) -> list[Unit]:
    return [
        u
        for u in st.units.values()
        if u.side == first.side and u.place == first.place and u.group == first.group and u.loc == NOWHERE
    ]


def act_entries(st: State, units: tuple[int, ...], wrap: Wrap) -> list[Entry]:
    """Expenditures that a stack may make now, each wrapped into the action that answers."""
    return [
        *_go_entries(st, units, wrap),
        *check_entries(st, units, wrap),
        *_smoke_entries(st, units, wrap),
        *_weapon_entries(st, units, wrap),
        *_search_entries(st, units, units, wrap),
        *together_entries(st, units, wrap, step_refusal, _within(st, units)),
    ]


def _within(st: State, units: tuple[int, ...]) -> list[Smoke | Recover]:
    """Grenades and recoveries that units of a stack might try where they are."""
    found: list[Smoke | Recover] = []
    if len(units) < 2:
        return found
    for unit in (st.units[u] for u in units if st.units[u].loc != NOWHERE):
        if utype(st, unit).smoke:
            found += [Smoke(unit.id, to) for to in grenade_places(st, unit.loc)]
        lying = (w for w in st.weapons.values() if not w.holder and w.loc == unit.loc)
        found += [Recover(unit.id, weapon.id) for weapon in lying]
    return found


def _go_entries(st: State, units: tuple[int, ...], wrap: Wrap) -> list[Entry]:
    """A leaf for each adjacent hex, and a second one by road where the road costs otherwise (A4.132)."""
    found: list[Entry] = []
    first = st.units[units[0]]
    goals = entry_hexes(st, first) if first.loc == NOWHERE else beside(st, first.loc)
    for to in goals:
        if to < 0:
            continue
        if goes_around(st, first.loc, to):
            found += [_go_leaf(st, Go(units, to, past=past), wrap) for past in _pasts(st, first.loc, to)]
        else:
            found.append(_go_leaf(st, Go(units, to), wrap))
        if ground(st, to).terrain.id == SHELLHOLES and st.world.rules.offers("shellhole_cover"):
            found.append(_go_leaf(st, Go(units, to, cover=True), wrap))
        if road_leads(st, first.loc, to):
            movers = tuple(st.units[u] for u in units)
            plain, by_road = Way(first.loc, to), Way(first.loc, to, road=True)
            if entry_cost(st, movers, plain) != entry_cost(st, movers, by_road) or road_choice(st, to):
                found.append(_go_leaf(st, Go(units, to, road=True), wrap))
    found.extend(bypass_entries(st, units, wrap))
    if st.world.rules.offers("crest"):
        found.extend(crest_entries(st, units, wrap))
    if first.loc != NOWHERE and exit_refusal(st, units, -1) is None:
        note = f"{mf_text(exit_cost(st, first.loc, beside=out_of_bypass(st, first)))} MF"
        found.append(leaf("exit", "Leave the map", wrap(Go(units, EXIT)), kind="option", note=note, rule="A2.6"))
    return found


def _pasts(st: State, frm: int, to: int) -> list[int]:
    """The hexes past which units may go around to the next house; none to name where one side is off the map."""
    return [past if past >= 0 else -1 for past, _ in turnings(map_now(st), frm, to)]


def _go_leaf(st: State, go: Go, wrap: Wrap) -> Entry:
    board, way = map_now(st), go.way(st.units[go.units[0]].loc)

    def alive() -> bool:
        return entry_refusal(st, go.units, way) is None

    def note() -> str:
        movers = tuple(st.units[u] for u in go.units)
        return f"{mf_text(max(cost_for(st, unit, movers, way) for unit in movers))} MF"

    where = f"{stairs_word(board, way.frm, way.to)}to {board.place_name(way.to)}"
    words = f"{where} by road" if way.road else f"{where}, into cover (B2.4)" if way.cover else where
    key = f"{'r' if way.road else 'k' if way.cover else 'h'}:{board.word(way.to)}"
    if way.past >= 0:
        words, key = f"{words} past {board.place_name(way.past)}", f"{key}:{board.word(way.past)}"
    return leaf(key, words, wrap(go), alive=alive, kind="hex", hex=way.to, note=note)


def _smoke_entries(st: State, units: tuple[int, ...], wrap: Wrap) -> list[Entry]:
    """One branch for each unit that may try a SMOKE grenade; its hexes lie below it."""
    found: list[Entry] = []
    for unit_id in units:
        unit = st.units[unit_id]
        if unit.loc == NOWHERE or not utype(st, unit).smoke:
            continue
        near = grenade_places(st, unit.loc)
        hexes = tuple(to for to in near if step_refusal(st, units, Smoke(unit_id, to)) is None)
        if hexes:
            words = f"{name(st, unit)}: SMOKE grenade"
            found.append(branch(f"s{unit_id}", words, _smoke_hexes(st, unit, hexes, wrap), rule="A24.1"))
    return found


def _smoke_hexes(st: State, unit: Unit, goals: tuple[int, ...], wrap: Wrap) -> Callable[[], list[Entry]]:
    def opened() -> list[Entry]:
        found: list[Entry] = []
        for to in goals:
            where = st.world.map.place_name(to)
            note = f"{mf_text(smoke_cost(unit, to))} MF"
            action = wrap(Smoke(unit.id, to))
            found.append(leaf(f"h:{st.world.map.word(to)}", f"in {where}", action, kind="hex", hex=to, note=note))
        return found

    return opened


def _weapon_entries(st: State, units: tuple[int, ...], wrap: Wrap) -> list[Entry]:
    found: list[Entry] = []
    for unit_id in units:
        unit = st.units[unit_id]
        for weapon in st.weapons.values():
            if (weapon.holder == 0 and weapon.loc == unit.loc and unit.loc >= 0) or held_by_broken(st, weapon):
                act = Recover(unit_id, weapon.id)
                if step_refusal(st, units, act) is None:
                    words = f"{name(st, unit)}: recover {wtype(st, weapon).name}"
                    note = "no MF" if weapon.holder else "1 MF"
                    found.append(leaf(f"w{unit_id}:{weapon.id}", words, wrap(act), note=note, rule="A4.44"))
        found += _drop_entries(st, units, wrap, (unit_id,))
    return found


def _drop_entries(st: State, units: tuple[int, ...], wrap: Wrap, some: tuple[int, ...] = ()) -> list[Entry]:
    """A leaf for each weapon that units of a stack, or ``some`` of them, may drop."""
    found: list[Entry] = []
    for unit in (st.units[u] for u in some or units):
        for weapon in st.weapons_of(unit.id):
            if unit.loc >= 0 and step_refusal(st, units, Drop(unit.id, weapon.id)) is None:
                words = f"{name(st, unit)}: drop {wtype(st, weapon).name}"
                found.append(leaf(f"d{unit.id}:{weapon.id}", words, wrap(Drop(unit.id, weapon.id)), rule="A4.43"))
    return found


def _search_entries(st: State, units: tuple[int, ...], stack: tuple[int, ...], wrap: Wrap) -> list[Entry]:
    """A Search by units of a moving stack, where they may (A12.152)."""
    if search_refusal(st, units, stack) is not None:
        return []
    key = "search" if units == stack else f"search{units[0]}"
    words, act = f"{names(st, units)}: Search", Search(tuple(sorted(units)))
    return [leaf(key, words, wrap(act), note=f"{mf_text(SEARCH_COST)} MF, TI", rule="A12.152")]


def group_entries(st: State, units: tuple[int, ...], several: bool) -> list[Entry]:
    """What a moving stack may do next; with several groups each is a branch of its own."""

    def opened() -> list[Entry]:
        found = act_entries(st, units, lambda act: act)
        if len(units) > 1:
            found.extend(_split_entries(st, units))
            found.extend(one for unit in units for one in _search_entries(st, (unit,), units, lambda act: act))
        found.extend(_hasten_entries(st, units))
        halt = Halt(units) if several else Done()
        if stop_refusal(st, units) is None and stay_refusal(st, units) is None:
            found.append(leaf("end", "End this move", halt, kind="pass", hotkey=" "))
        return found

    if not several:
        return opened()
    return [branch(f"g{units[0]}", names(st, units), opened, kind="unit", unit=units[0])]


def _hasten_entries(st: State, units: tuple[int, ...]) -> list[Entry]:
    """Late Double Time, of all the units that may use it or of one (A4.5)."""
    able = tuple(u for u in units if late_refusal(st, (u,), units) is None)
    choices = dict.fromkeys((*([able] if len(able) > 1 else []), *((u,) for u in able)))
    return [
        leaf(
            "dt" + "+".join(str(u) for u in some),
            f"{names(st, some)}: Double Time",
            DoubleTime(some),
            kind="option",
            note="1 MF more, CX",
            rule="A4.5",
        )
        for some in choices
    ]


def _split_entries(st: State, units: tuple[int, ...]) -> list[Entry]:
    found: list[Entry] = []
    for unit_id in units:
        alone = (unit_id,)

        def goes(alone: tuple[int, ...] = alone) -> list[Entry]:
            found = _go_entries(st, alone, lambda act: act)
            if stop_refusal(st, alone) is None and stay_refusal(st, alone) is None:
                found.append(leaf("stay", "ends its move here", Halt(alone), kind="option", rule="A4.2"))
            return found

        found.append(branch(f"only{unit_id}", f"only {name(st, st.units[unit_id])}", goes, kind="unit", unit=unit_id))
    return found


def left_text(st: State, units: tuple[int, ...]) -> str:
    """MF left of a moving stack, the least of its members."""
    return mf_text(min(mf_left(st, st.units[u], units) for u in units))
