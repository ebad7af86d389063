"""Menu entries for Crest status in the Movement Phase and the Advance Phase (B20.91, B20.93)."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from goodorder.core.actions import Action, Advance, Go
from goodorder.core.menu import Entry, leaf
from goodorder.core.state import State
from goodorder.core.way import CROSSED, Way
from goodorder.rules.a04_movement.advance import advance_refusal
from goodorder.rules.a04_movement.all_mf import cost_for
from goodorder.rules.a04_movement.costs import mf_text
from goodorder.rules.a04_movement.permission import entry_refusal
from goodorder.rules.facts.ground import map_now

from .outlets import about

SIDES = 6


def _ways(st: State, units: tuple[int, ...]) -> list[tuple[int, int, str]]:
    """Places and hexsides of Crest status that could be asked for, with their words; legal or not."""
    first, board = st.units[units[0]], map_now(st)
    crests = about(st, first.loc).crests
    if not crests:
        return []
    found = [(to, CROSSED, f"to the Crest of {board.place_name(to)}") for to in crests if to != first.loc]
    if crests[-1] == first.loc:
        if first.stance.crest >= 0:
            found.append((first.loc, -1, "down from the Crest"))
        else:
            found += [(first.loc, side, f"up to the Crest, hexside {side}") for side in range(SIDES)]
    return found


def crest_entries(st: State, units: tuple[int, ...], wrap: Callable[[Go], Action]) -> list[Entry]:
    """A leaf for each claim of Crest status that a moving stack could make, and for leaving it."""
    found: list[Entry] = []
    frm = st.units[units[0]].loc
    for to, crest, words in _ways(st, units):
        way, action = Way(frm, to, crest=crest), wrap(Go(units, to, crest=crest))
        alive, note = partial(_may_go, st, units, way), partial(_price, st, units, way)
        key = f"c{crest}:{st.world.map.word(to)}"
        found.append(leaf(key, words, action, alive=alive, kind="option", hex=to, note=note, rule="B20.91"))
    return found


def _may_go(st: State, units: tuple[int, ...], way: Way) -> bool:
    return entry_refusal(st, units, way) is None


def _price(st: State, units: tuple[int, ...], way: Way) -> str:
    movers = tuple(st.units[u] for u in units)
    return f"{mf_text(max(cost_for(st, unit, movers, way) for unit in movers))} MF"


def crest_advances(st: State, units: tuple[int, ...]) -> list[Entry]:
    """The same for an advance."""
    board, frm = map_now(st), st.units[units[0]].loc
    found: list[Entry] = []
    for to, crest, words in _ways(st, units):
        action, alive = Advance(units, to, crest), partial(_may_advance, st, units, Way(frm, to, crest=crest))
        key = f"c{crest}:{board.word(to)}"
        found.append(leaf(key, words, action, alive=alive, kind="advance", hex=to, rule="B20.91"))
    return found


def _may_advance(st: State, units: tuple[int, ...], way: Way) -> bool:
    return advance_refusal(st, units, way) is None
