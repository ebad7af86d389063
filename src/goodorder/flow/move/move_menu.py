"""The menus of the Movement Phase: who, how, where."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from msgspec.structs import replace

from goodorder.core.actions import Done, Move
from goodorder.core.menu import Entry, branch, branch_if_any, leaf
from goodorder.core.state import ASSAULT, DASH, DOUBLE_TIME, MINIMUM, NOWHERE, State, Unit
from goodorder.rules.a04_movement.allotment import mf_left
from goodorder.rules.a04_movement.carrying import carry_refusal
from goodorder.rules.a04_movement.costs import mf_text
from goodorder.rules.a04_movement.dash import goals
from goodorder.rules.a04_movement.move_weapons import droppable, too_laden
from goodorder.rules.a04_movement.permission import move_refusal
from goodorder.rules.facts.units import name, names

from .act import MOVE, Wrap
from .declaring import declared_state


def begin_entries(st: State, own: list[Unit], others: Sequence[Entry] = ()) -> list[Entry]:
    """One branch for each unit that may begin its move and has something to spend MF on; ``others`` come after them."""
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
    found.extend(others)
    found.append(leaf("pass", "End the Movement Phase", Done(), kind="pass", hotkey=" "))
    return found


def _opener(st: State, move: Move) -> Callable[[], Sequence[Entry]]:
    return lambda: begin_node(st, move)


def _declared(st: State, move: Move) -> State:
    """The position after the declaration; where nothing is declared, nothing that the menu asks for would change."""
    return declared_state(st, move) if move.declared or move.carry else st


def _acts(st: State, move: Move) -> list[Entry]:
    """What a move may begin with; where the load leaves no MF, with what lightens it (A4.43)."""
    laden, after = too_laden(st, move.units, move.declared), _declared(st, move)
    acts = (act for act in MOVE.all() if act.lightens or not laden)
    return [entry for act in acts for entry in act.entries(after, move.units, lambda act: replace(move, first=act))]


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
        acts, alive = partial(_acts, st, dash), partial(_can_act, st, dash)
        found.append(branch(key, words, acts, alive=alive, kind="hex", hex=goal, rule="A4.63"))
    return found


def _can_act(st: State, move: Move) -> bool:
    """Whether a stack that is not too laden has anything to spend MF on, found without making the whole menu."""
    after = _declared(st, move)
    return any(act.possible(after, move.units) for act in MOVE.all())


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
    found += _carry_entries(st, move)
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
    return [entry for act in MOVE.all() for entry in act.entries(st, units, wrap)]


def group_entries(st: State, units: tuple[int, ...], several: bool) -> list[Entry]:
    """What a moving stack may do next; with several groups each is a branch of its own."""

    def opened() -> list[Entry]:
        later = (entry for act in MOVE.all() for entry in act.later(st, units, several))
        return [*act_entries(st, units, lambda act: act), *later]

    if not several:
        return opened()
    return [branch(f"g{units[0]}", names(st, units), opened, kind="unit", unit=units[0])]


def left_text(st: State, units: tuple[int, ...]) -> str:
    """MF left of a moving stack, the least of its members."""
    return mf_text(min(mf_left(st, st.units[u], units) for u in units))
