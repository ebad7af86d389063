"""Actions of movement with what they leave open filled in (B23.71)."""

from __future__ import annotations

from msgspec.structs import replace

from goodorder.core.actions import Action, Go, Move, Rout
from goodorder.core.state import State
from goodorder.rules.b_terrain.around import default_past
from goodorder.rules.facts.ground import map_now


def in_full(st: State, action: Action) -> Action:
    """The action with the side named on which it goes around to the next house, where it leaves that open (B23.71)."""
    go = action.first if isinstance(action, Move) else action
    if not isinstance(go, Go | Rout) or go.past != -1 or not 0 <= go.to < len(map_now(st).locations):
        return action
    if isinstance(go, Rout) and go.crawl:
        return action
    unit = st.units[go.unit if isinstance(go, Rout) else go.units[0]]
    if unit.loc < 0 or (past := default_past(st, unit.side, unit.loc, go.to)) < 0:
        return action
    named = replace(go, past=past)
    return replace(action, first=named) if isinstance(action, Move) else named
