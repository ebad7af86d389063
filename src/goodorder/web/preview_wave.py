"""A Human Wave before it is declared, and an impulse before it is announced: what they come to (A25.23)."""

from __future__ import annotations

from goodorder.core.actions import DeclareWave, Go, Surge
from goodorder.core.state import State
from goodorder.rules.a04_movement.costs import mf_text
from goodorder.rules.a25_nations.wave_moves import costs, impulse_mf, left_of
from goodorder.rules.facts.ground import map_now
from goodorder.rules.facts.units import names
from goodorder.rules.facts.wave import ahead, grain_hexes

from .messages.preview import PreviewDoc
from .preview_doc import preview_doc


def wave(st: State, action: DeclareWave) -> PreviewDoc:
    """Its grain, what lies ahead of each of its hexes, and what its units gain and lose."""
    board = map_now(st)
    line = "-".join(board.hexes[h].name for h in grain_hexes(board, action.to, action.grain))
    text = [f"Hexes of the grain: {line}"]
    for loc in dict.fromkeys(st.units[u].loc for u in action.units):
        forward, side = ([board.hexes[h].name for h in hexes if h >= 0] for hexes in ahead(board, loc, action.grain))
        beside = f", side hexes {' and '.join(side)}" if side else ""
        text.append(f"{board.place_name(loc)}: forward to {', '.join(forward)}{beside}")
    text.append("8 MF each, in impulses of all of them at once; one Morale Level more, no pins, Lax (A25.23)")
    text.append("All of them lose their ? (A25.23)")
    return preview_doc(f"Human Wave towards {board.place_name(action.to)}", (), text=tuple(text))


def impulse(st: State, action: Surge) -> PreviewDoc:
    """What each part of it costs, and what everybody pays."""
    gos = tuple(act for act in action.acts if isinstance(act, Go))
    text = []
    for go, cost in zip(gos, costs(st, gos), strict=True):
        text.append(f"{names(st, go.units)} to {st.world.map.place_name(go.to)}: {mf_text(cost)} MF")
    text += [f"{names(st, act.units)} where they are" for act in action.acts if not isinstance(act, Go)]
    most = impulse_mf(st, action)
    left = min((left_of(st, st.units[u]) for u in action.units if not st.units[u].wounded), default=0)
    text.append(f"Everybody spends {mf_text(most)} MF and has {mf_text(max(0, left - most))} left (A25.232)")
    return preview_doc("Impulse of the Human Wave", (), text=tuple(text))
