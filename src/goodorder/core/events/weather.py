"""Events of wind and Environmental Conditions."""

from __future__ import annotations

from goodorder.data.charts.weather import Depth, Ec, Wind

from .base import Event


class ConditionsFound(Event, frozen=True, kw_only=True):
    """The Environmental Conditions of the game (B25.5)."""

    ec: Ec


class DepthFound(Event, frozen=True, kw_only=True):
    """How deep the streams of the map are in this game (B20.4)."""

    depth: Depth


class WindChanged(Event, frozen=True, kw_only=True):
    """The wind has this Force from now on, and blows to this direction: 1 up the map, then clockwise, 0 without wind
    (B25.63 to B25.65).
    """

    wind: Wind
    direction: int


class WindGusted(Event, frozen=True, kw_only=True):
    """Gusts blow until the Player Turn ends (B25.651)."""
