"""Wind and Environmental Conditions as a part of the position (B25.5, B25.6)."""

from __future__ import annotations

from msgspec import Struct

from goodorder.data.charts.weather import Depth, Ec, Wind


class Weather(Struct, frozen=True, gc=False, omit_defaults=True):
    """Environmental Conditions and wind.

    ``direction`` is where the wind blows to as its dr says, 1 straight up the map, then clockwise; 0 without wind.
    ``changes``: a Wind Change DR is made as each RPh begins (B25.65). ``gusts`` blow in this Player Turn (B25.651).
    ``depth`` is that of all streams where dice or the scenario gave it; none: they are as drawn (B20.4).
    """

    ec: Ec = "moderate"
    wind: Wind = "none"
    direction: int = 0
    changes: bool = False
    gusts: bool = False
    depth: Depth | None = None
