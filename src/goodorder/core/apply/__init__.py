"""Appliers: the only code that turns an event into a new position, one module per family."""

from . import concealment, info, integrity, snipers, turn, units, vehicles, wave, weapons, weather
from .registry import apply

__all__ = [
    "apply",
    "concealment",
    "info",
    "integrity",
    "snipers",
    "turn",
    "units",
    "vehicles",
    "wave",
    "weapons",
    "weather",
]
