"""Appliers of Battlefield Integrity."""

from __future__ import annotations

from msgspec.structs import replace

from ..events.integrity import ElrLowered, IntegrityBaseLost, IntegrityBaseRaised, IntegrityRestored, LossTallied
from ..integrity import Integrity
from ..state import State
from .registry import applies


def _with(st: State, side: int, new: Integrity) -> State:
    return st.with_(integrity=tuple(new if number == side else one for number, one in enumerate(st.integrity)))


@applies(LossTallied)
def loss_tallied(st: State, event: LossTallied) -> State:
    """The points are added; a prisoner counts no second time."""
    one = st.integrity[event.side]
    counted = (*one.counted, event.captive) if event.captive else one.counted
    return _with(st, event.side, replace(one, tally=event.tally, counted=counted))


@applies(IntegrityBaseLost)
def base_lost(st: State, event: IntegrityBaseLost) -> State:
    """A new Casualty Tally begins with what is over."""
    one = st.integrity[event.side]
    return _with(st, event.side, replace(one, tally=one.tally - one.base, losses=event.losses))


@applies(IntegrityBaseRaised)
def base_raised(st: State, event: IntegrityBaseRaised) -> State:
    """A higher Base from now on."""
    one = st.integrity[event.side]
    return _with(st, event.side, replace(one, base=one.base + event.points))


@applies(ElrLowered)
def elr_lowered(st: State, event: ElrLowered) -> State:
    """One level more is lost."""
    one = st.integrity[event.side]
    return _with(st, event.side, replace(one, lost=one.lost + 1))


@applies(IntegrityRestored)
def restored(st: State, event: IntegrityRestored) -> State:
    """One level less is lost, and no Base."""
    one = st.integrity[event.side]
    return _with(st, event.side, replace(one, losses=0, lost=max(0, one.lost - 1)))
