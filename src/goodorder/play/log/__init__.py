"""The log: every event as a line in plain words, with its rule, its dice, and what on the board it is about."""

from . import (  # noqa: F401  (each registers its words)
    about_game,
    about_integrity,
    about_snipers,
    about_units,
    about_vehicles,
    about_waves,
    about_weapons,
    about_weather,
)
from .about_game import phase_name
from .gather import lines
from .line import MARKERS, Die, LogLine

__all__ = ["MARKERS", "Die", "LogLine", "lines", "phase_name"]
