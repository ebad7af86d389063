"""The menus of the Movement Phase: who, how, where."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, partial
from typing import Any

from msgspec.structs import replace

from goodorder.core.actions import Move, MoveStep
from goodorder.core.errors import Refusal
from goodorder.core.menu import Entry, InARow, Late, Text, branch
from goodorder.core.state import ASSAULT, DASH, DOUBLE_TIME, MINIMUM, NOWHERE, State, Unit
from goodorder.rules.a04_movement.allotment import mf_left
from goodorder.rules.a04_movement.carrying import carry_refusal
from goodorder.rules.a04_movement.costs import mf_text
from goodorder.rules.a04_movement.dash import goal_refusal, goals
from goodorder.rules.a04_movement.move_weapons import droppable, too_laden
from goodorder.rules.a04_movement.permission import move_refusal
from goodorder.rules.facts.units import name, names

from .act import offered_acts
from .declaring import declared_state

GAITS = (
    (ASSAULT, "as", "Assault Movement", "A4.61"),
    (DOUBLE_TIME, "dt", "Double Time", "A4.5"),
    (MINIMUM, "mm", "Minimum Move", "A4.134"),
)
"""What may be declared as a move begins, with the keys, words and rules of the menu."""


def begin_entries(st: State, own: list[Unit]) -> Sequence[Entry]:
    """One branch for each unit that may begin its move and has something to spend MF on."""

    def entry(number: int) -> Entry:
        unit = own[number]
        begun = Begun(st, Move((unit.id,)))
        words = partial(name, st, unit)
        return begun.branch(f"u{unit.id}", words, hopeful=begun.may_begin, kind="unit", unit=unit.id)

    return Late(len(own), entry)


class Begun:
    """A move with its declarations as the menu asks about it: whether it is offered, and what it may begin with.

    The position after its declarations is made once for both.
    """

    __slots__ = ("_after", "move", "st")

    def __init__(self, st: State, move: Move) -> None:
        self.st, self.move = st, move
        self._after = None if move.declared or move.carry else st

    @property
    def after(self) -> State:
        """The position after the declarations; where there are none, nothing that the menu asks for would change."""
        if self._after is None:
            self._after = declared_state(self.st, self.move)
        return self._after

    @property
    def refusal(self) -> Refusal | None:
        """Why the stack may not begin its move so with what it carries, or None."""
        return move_refusal(self.st, self.move.units, self.move.declared)

    def branch(self, key: str, words: Text, **more: Any) -> Entry:
        """The branch of a menu that opens what this stack may do first."""
        return Entry(key, words, children=self.node, alive=self.may_act, **more)

    def acts(self) -> Sequence[Entry]:
        """What the move may begin with, as a list."""
        return InARow(self.acts_by_kind())

    def acts_by_kind(self) -> list[Sequence[Entry]]:
        """What the move may begin with; where the load leaves no MF, with what lightens it (A4.43)."""
        move = self.move
        laden = self.refusal is not None and too_laden(self.st, move.units, move.declared)
        st, units, wrap = self.after, move.units, partial(_first, move)
        acts = offered_acts(self.st, units)
        return [act.entries(st, units, wrap) for act in acts if act.has_entries and (act.lightens or not laden)]

    def can_act(self) -> bool:
        """Whether a stack that is not too laden has anything to spend MF on, found without making the whole menu."""
        return any(act.possible(self.after, self.move.units) for act in offered_acts(self.st, self.move.units))

    def may_begin(self) -> bool:
        """Whether the stack may begin its move so, be it by dropping what leaves it no MF, if it has anywhere to go."""
        units = self.move.units
        return self.refusal is None or (too_laden(self.st, units, self.move.declared) and droppable(self.st, units))

    def may_act(self) -> bool:
        """Whether it may, and has anything to spend MF on or to drop."""
        return self.can_act() if self.refusal is None else self.may_begin()

    def node(self) -> Sequence[Entry]:
        """What the stack may do first: go somewhere, take others along, declare, carry the wounded."""
        acts = self.acts_by_kind()
        return InARow(acts if self.move.carry else (*acts, *_company_or_gait(self)))


def _first(move: Move, act: Any) -> Move:
    return replace(move, first=act)


def _carry_entries(st: State, move: Move) -> list[Entry]:
    """A branch for each wounded man whom a unit of the stack may carry (A17.2)."""
    found: list[Entry] = []
    for man, by in [(man, by) for man in move.units if st.units[man].wounded for by in move.units]:
        if carry_refusal(st, move.units, man, by) is None:
            words = f"{name(st, st.units[by])} carries {name(st, st.units[man])}"
            begun = Begun(st, replace(move, carry=man, by=by))
            found.append(begun.branch(f"carry{man}by{by}", words, kind="toggle", rule="A17.2"))
    return found


class Dashes:
    """The Dashes of a stack that begins its move: a branch for each Location to which it could go, with the road hexes
    (and SMOKE) below it (A4.63).
    """

    def __init__(self, begun: Begun) -> None:
        self.begun = begun

    @cached_property
    def goals(self) -> tuple[int, ...]:
        """The Locations to which a road could be crossed."""
        return goals(self.begun.st, self.begun.st.units[self.begun.move.units[0]].loc)

    def entry(self) -> Entry:
        """The branch that opens them."""
        node, alive, hopeful = self._node, self._any, self._may
        return branch("da", "Dash", node, alive=alive, hopeful=hopeful, kind="toggle", rule="A4.63")

    def _may(self) -> bool:
        """Whether the stack may declare one, wherever it leads."""
        move = self.begun.move
        return move_refusal(self.begun.st, move.units, move.declared | DASH) is None

    def _any(self) -> bool:
        return self._may() and any(entry.lives() for entry in self._node())

    def _node(self) -> Sequence[Entry]:
        return Late(len(self.goals), self._to)

    def _to(self, number: int) -> Entry:
        st, move, goal = self.begun.st, self.begun.move, self.goals[number]
        dash = Begun(st, replace(move, declared=move.declared | DASH, dash=goal))

        def alive() -> bool:
            return goal_refusal(self.begun.after, move.units, DASH, goal) is None and dash.can_act()

        key, words = f"h:{st.world.map.word(goal)}", f"Dash to {st.world.map.place_name(goal)}"
        return branch(key, words, dash.acts, alive=alive, kind="hex", hex=goal, rule="A4.63")


def _company_or_gait(begun: Begun) -> list[Sequence[Entry]]:
    """Who may come along, whom the stack may carry, and how it may move."""
    st, move = begun.st, begun.move
    units, declared = move.units, move.declared
    first = st.units[units[0]]
    here = st.side_at(first.loc, first.side) if first.loc >= 0 else _waiting(st, first)
    others = [one for one in here if one.id not in units and not (len(units) > 1 and one.id < units[-1])]
    rules = st.world.rules
    dashes = (Dashes(begun).entry(),) if declared in (0, DOUBLE_TIME) and rules.offers("dash") else ()
    gaits = () if declared else GAITS if rules.offers("minimum_move") else GAITS[:-1]

    def company(number: int) -> Entry:
        other = others[number]
        grown = Begun(st, replace(move, units=(*units, other.id)))
        return grown.branch(f"+u{other.id}", f"with {name(st, other)}", kind="unit", unit=other.id)

    def gait(number: int) -> Entry:
        bit, key, words, rule = gaits[number]
        so = Begun(st, replace(move, declared=bit))
        # a Minimum Move is judged by what is spared (GoAct.possible), the others as they are drawn
        hopeful = so.may_begin if bit != MINIMUM else None
        return so.branch(key, words, hopeful=hopeful, kind="toggle", rule=rule, hotkey=key[0])

    return [Late(len(others), company), _carry_entries(st, move), dashes, Late(len(gaits), gait)]


def _waiting(st: State, first: Unit) -> list[Unit]:
    return [
        u
        for u in st.units.values()
        if u.side == first.side and u.place == first.place and u.group == first.group and u.loc == NOWHERE
    ]


def group_entries(st: State, units: tuple[int, ...], several: bool) -> Sequence[Entry]:
    """What a moving stack may do next; with several groups each is a branch of its own."""

    def opened() -> Sequence[Entry]:
        acts, alone = offered_acts(st, units), len(units) < 2
        found: list[Sequence[Entry]] = []
        for act in acts:
            if act.has_entries:
                found.append(act.entries(st, units, _itself))
        for act in acts:
            if act.has_later and not (alone and act.divides):
                found.append(act.later(st, units, several))
        return InARow(found)

    if not several:
        return opened()
    return [branch(f"g{units[0]}", names(st, units), opened, kind="unit", unit=units[0])]


def _itself(act: MoveStep) -> MoveStep:
    """What wraps an expenditure of a move under way."""
    return act


def left_text(st: State, units: tuple[int, ...]) -> str:
    """MF left of a moving stack, the least of its members."""
    return mf_text(min(mf_left(st, st.units[u], units) for u in units))
