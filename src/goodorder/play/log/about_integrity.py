"""Lines about Battlefield Integrity (A16)."""

from __future__ import annotations

from goodorder.core import events as ev
from goodorder.core.state import State

from .line import LogLine, says, side_name


@says(ev.LossTallied)
def _tallied(st: State, event: ev.LossTallied) -> LogLine:
    base = st.integrity[event.side].base
    words = f"{side_name(st, event.side)} Casualty Tally: {event.tally} of {base} (+{event.points})"
    return LogLine(words, "A16.1", "info", side=event.side, depth=2)


@says(ev.IntegrityBaseLost)
def _base_lost(st: State, event: ev.IntegrityBaseLost) -> LogLine:
    words = f"The {side_name(st, event.side)} Integrity Base is lost ({event.losses} so far)"
    return LogLine(words, "A16.1", "result", side=event.side, depth=2)


@says(ev.IntegrityBaseRaised)
def _raised(st: State, event: ev.IntegrityBaseRaised) -> LogLine:
    base = st.integrity[event.side].base + event.points
    words = f"Reinforcements raise the {side_name(st, event.side)} Integrity Base to {base}"
    return LogLine(words, "A16.12", "info", side=event.side, depth=1)


@says(ev.ElrLowered)
def _lowered(st: State, event: ev.ElrLowered) -> LogLine:
    elr = max(0, st.world.sides[event.side].elr - st.integrity[event.side].lost - 1)
    words = f"The {side_name(st, event.side)} ELR falls to {elr}"
    return LogLine(words, "A16.2", "result", side=event.side, depth=2)


@says(ev.IntegrityRestored)
def _restored(st: State, event: ev.IntegrityRestored) -> LogLine:
    one = st.integrity[event.side]
    elr = st.world.sides[event.side].elr - max(0, one.lost - 1)
    words = f"The {side_name(st, event.side)} ELR is {elr}, and no Integrity Base counts as lost"
    return LogLine(words, "A16.3", "result", side=event.side, depth=2)
