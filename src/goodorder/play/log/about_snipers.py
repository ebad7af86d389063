"""Lines about Snipers."""

from __future__ import annotations

from goodorder.core import events as ev
from goodorder.core.state import State

from .line import LogLine, hex_name, says, side_name, spot


@says(ev.SniperPlaced)
def _placed(st: State, event: ev.SniperPlaced) -> LogLine:
    words = f"The {side_name(st, event.side)} Sniper is in {hex_name(st, event.loc)}"
    return LogLine(words, "A14.2", "info", hexes=(spot(st, event.loc),), side=event.side, depth=1)


@says(ev.SniperActivated)
def _activated(st: State, event: ev.SniperActivated) -> LogLine:
    return LogLine(f"The {side_name(st, event.side)} Sniper is activated", "A14.1", "info", side=event.side, depth=2)


@says(ev.SniperPinned)
def _pinned(st: State, event: ev.SniperPinned) -> LogLine:
    words = f"The {side_name(st, event.side)} Sniper is pinned until the Player Turn ends"
    return LogLine(words, "A14.31", "result", side=event.side, depth=2)


@says(ev.SniperLost)
def _lost(st: State, event: ev.SniperLost) -> LogLine:
    san = st.snipers[event.side].san
    words = f"The {side_name(st, event.side)} Sniper is eliminated: SAN {san - 1}"
    return LogLine(words, "A14.4", "result", side=event.side, depth=2)


@says(ev.SniperCalled)
def _called(st: State, event: ev.SniperCalled) -> None:
    return None
