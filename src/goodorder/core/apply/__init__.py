"""Appliers: the only code that turns an event into a new position, one module per family."""

from . import concealment, info, integrity, snipers, turn, units, vehicles, wave, weapons, weather
from .registry import APPLIERS, apply

__all__ = [
    "APPLIERS",
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
