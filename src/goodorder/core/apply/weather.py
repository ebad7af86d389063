"""Appliers of wind and Environmental Conditions."""

from __future__ import annotations

from msgspec.structs import replace

from ..events.weather import ConditionsFound, DepthFound, WindChanged, WindGusted
from ..state import State
from .registry import applies


@applies(ConditionsFound)
def conditions_found(st: State, event: ConditionsFound) -> State:
    """For the whole game."""
    return st.with_(weather=replace(st.weather, ec=event.ec))


@applies(DepthFound)
def depth_found(st: State, event: DepthFound) -> State:
    """For the whole game."""
    return st.with_(weather=replace(st.weather, depth=event.depth))


@applies(WindChanged)
def wind_changed(st: State, event: WindChanged) -> State:
    """Until it changes again."""
    return st.with_(weather=replace(st.weather, wind=event.wind, direction=event.direction))


@applies(WindGusted)
def wind_gusted(st: State, event: WindGusted) -> State:
    """For this Player Turn."""
    return st.with_(weather=replace(st.weather, gusts=True))
