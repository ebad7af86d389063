"""Events of a Human Wave as a whole; what its units do is told by their own events (A25.23)."""

from __future__ import annotations

from ..wave import Wave
from .base import Event


class WaveDeclared(Event, frozen=True, kw_only=True):
    """A Human Wave is declared: its ``units``, all of them Known now, and where it goes."""

    wave: Wave
    units: tuple[int, ...]


class WaveOver(Event, frozen=True, kw_only=True):
    """No unit of the Wave goes on."""

    side: int
