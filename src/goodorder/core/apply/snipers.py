"""Appliers of Snipers."""

from __future__ import annotations

from msgspec.structs import replace

from goodorder.data.charts import snipers

from ..events.snipers import SniperActivated, SniperCalled, SniperLost, SniperPinned, SniperPlaced
from ..sniper import Sniper
from ..state import State
from .registry import applies


def _with(st: State, side: int, sniper: Sniper) -> State:
    return st.with_(snipers=tuple(sniper if number == side else one for number, one in enumerate(st.snipers)))


@applies(SniperPlaced)
def sniper_placed(st: State, event: SniperPlaced) -> State:
    """Its counter lies there now."""
    return _with(st, event.side, replace(st.snipers[event.side], loc=event.loc))


@applies(SniperActivated)
def sniper_activated(st: State, event: SniperActivated) -> State:
    """Its attack waits behind those that are due already."""
    return st.with_(sniper_attacks=(*st.sniper_attacks, event.side))


@applies(SniperCalled)
def sniper_called(st: State, event: SniperCalled) -> State:
    """The first one that waits is no longer due."""
    return st.with_(sniper_attacks=st.sniper_attacks[1:])


@applies(SniperPinned)
def sniper_pinned(st: State, event: SniperPinned) -> State:
    """Until the Player Turn ends."""
    return _with(st, event.side, replace(st.snipers[event.side], pinned=True))


@applies(SniperLost)
def sniper_lost(st: State, event: SniperLost) -> State:
    """A SAN that is too low leaves no counter."""
    san = st.snipers[event.side].san - 1
    return _with(st, event.side, replace(st.snipers[event.side], san=san) if san >= snipers().least else Sniper(san))
