"""The menu of Bypass: around which hex, along which hexsides (A4.3)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from goodorder.board import Map
from goodorder.core.actions import Action, Go
from goodorder.core.menu import Entry, Late, branch, leaf
from goodorder.core.state import State, Unit
from goodorder.core.way import Way
from goodorder.rules.a04_movement.bypass import could_bypass
from goodorder.rules.a04_movement.costs import entry_cost, mf_text
from goodorder.rules.a04_movement.permission import entry_refusal, no_way
from goodorder.rules.facts.bypass_path import bypass_path, bypasses
from goodorder.rules.facts.entry import own_stack
from goodorder.rules.facts.ground import ground, map_now

from .outlets import about

Wrap = Callable[[Go], Action]


def bypass_entries(st: State, units: tuple[int, ...], wrap: Wrap) -> Sequence[Entry]:
    """A branch for each hex that can be gone around, with its ways below; and the way into the obstacle."""
    first = st.units[units[0]]
    near, inside = obstacles(st, first), _inside(st, first)

    def entry(number: int) -> Entry:
        return _into(st, units, wrap) if number == len(near) else _around(st, units, near[number], wrap)

    return Late(len(near) + inside, entry) if near or inside else ()


def _around(st: State, units: tuple[int, ...], to: int, wrap: Wrap) -> Entry:
    """The branch of a hex that can be gone around."""
    board = map_now(st)
    words = partial(around_words, board, to, further=to == st.units[units[0]].loc)
    opened = partial(_ways, st, units, to, wrap)
    alive, hopeful = partial(_any, st, units, to), partial(_declared, st, units, to)
    return branch(f"b:{board.word(to)}", words, opened, alive=alive, hopeful=hopeful, hex=to, rule="A4.3")


def around_words(board: Map, to: int, *, further: bool = False) -> str:
    """An obstacle that is gone around."""
    return f"{'further ' if further else ''}around {board.place_name(to)}"


def along_words(board: Map, to: int, sides: tuple[int, ...]) -> str:
    """The hexsides of a way, by the hexes on both sides of each."""
    here = board.place_name(to)
    beyond = [board.around(to)[side] for side in sides]
    words = ", ".join(f"{here}-{board.place_name(one)}" if one >= 0 else here for one in beyond)
    return f"along {words}"


def can_bypass(st: State, units: tuple[int, ...]) -> bool:
    """Whether a stack may go along any hexside of an obstacle, or from there into it."""
    first = st.units[units[0]]
    if any(_any(st, units, to) for to in obstacles(st, first)):
        return True
    return _inside(st, first) and _legal(st, units, first.loc, ())


def _inside(st: State, unit: Unit) -> bool:
    """Whether a unit may go from its Bypass into the obstacle."""
    return bool(unit.stance.bypass and bypass_path(unit)) and about(st, unit.loc).bypass


def obstacles(st: State, first: Unit) -> tuple[int, ...]:
    """The hexes that can be gone around from where a unit is, its own first where it is in Bypass there."""
    near = about(st, first.loc).obstacles
    if not near or near[0] != first.loc or (first.stance.bypass and bypass_path(first)):
        return near
    return near[1:]


def _declared(st: State, units: tuple[int, ...], to: int) -> bool:
    """Whether nothing forbids a Bypass there whatever the hexsides."""
    frm = st.units[units[0]].loc
    return could_bypass(st, own_stack(st, units), to) and not (to != frm and no_way(st, frm, to))


def _any(st: State, units: tuple[int, ...], to: int) -> bool:
    return _declared(st, units, to) and any(
        _legal(st, units, to, sides) for sides in bypasses(st, st.units[units[0]], st.units[units[0]].loc, to)
    )


def _into(st: State, units: tuple[int, ...], wrap: Wrap) -> Entry:
    loc = st.units[units[0]].loc
    here = ground(st, loc)
    alive, note = partial(_legal, st, units, loc, ()), partial(_price, st, units, loc, ())
    words = f"into the {here.terrain.name}"
    return leaf(f"h:{here.name}", words, wrap(Go(units, loc)), alive=alive, hex=loc, note=note, rule="A4.3")


def _legal(st: State, units: tuple[int, ...], to: int, sides: tuple[int, ...]) -> bool:
    return entry_refusal(st, units, Way(st.units[units[0]].loc, to, bypass=sides)) is None


def _ways(st: State, units: tuple[int, ...], to: int, wrap: Wrap) -> Sequence[Entry]:
    """A leaf for each of the ways, the shorter ones first; whether one is legal is asked when it is looked at."""
    first = st.units[units[0]]
    ways = sorted(set(bypasses(st, first, first.loc, to)), key=lambda sides: (len(sides), sides))
    return Late(len(ways), lambda number: _along(st, units, to, ways[number], wrap))


def _along(st: State, units: tuple[int, ...], to: int, sides: tuple[int, ...], wrap: Wrap) -> Entry:
    """The leaf of one way."""
    key, act = ",".join(map(str, sides)), wrap(Go(units, to, bypass=sides))
    alive, note = partial(_legal, st, units, to, sides), partial(_price, st, units, to, sides)
    words = partial(along_words, map_now(st), to, sides)
    return leaf(f"s:{key}", words, act, alive=alive, hex=to, note=note, rule="A4.3")


def _price(st: State, units: tuple[int, ...], to: int, sides: tuple[int, ...]) -> str:
    movers = tuple(st.units[u] for u in units)
    return f"{mf_text(entry_cost(st, movers, Way(movers[0].loc, to, bypass=sides)))} MF"
