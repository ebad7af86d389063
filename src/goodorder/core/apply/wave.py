"""Appliers of a Human Wave."""

from __future__ import annotations

from msgspec.structs import replace

from ..events.wave import WaveDeclared, WaveOver
from ..notes import Note
from ..state import State
from .registry import applies


@applies(WaveDeclared)
def wave_declared(st: State, event: WaveDeclared) -> State:
    """The counters of its direction are laid, and each of its units remembers that it takes part."""
    st = st.with_(wave=event.wave)
    for unit in event.units:
        trail = st.trail(unit)
        st = st.with_trail(unit, replace(trail, tried=(*trail.tried, Note("wave"))))
    return st


@applies(WaveOver)
def wave_over(st: State, event: WaveOver) -> State:
    """What its units have of it they keep for the Player Turn."""
    return st.with_(wave=replace(st.wave, over=True)) if st.wave is not None else st
