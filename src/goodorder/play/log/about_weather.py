"""Lines about wind and Environmental Conditions."""

from __future__ import annotations

from goodorder.core import events as ev
from goodorder.core.state import State
from goodorder.data.charts import weather

from .line import LogLine, says

DIRECTIONS = ("", "up the map", "up and right", "down and right", "down the map", "down and left", "up and left")
"""Where the wind blows to, by its dr (B25.64)."""


@says(ev.ConditionsFound)
def _conditions(st: State, event: ev.ConditionsFound) -> LogLine:
    return LogLine(f"Environmental Conditions: {weather().condition(event.ec).name}", "B25.5", "phase", depth=1)


@says(ev.DepthFound)
def _depth(st: State, event: ev.DepthFound) -> LogLine:
    return LogLine(f"Streams: {weather().depth.row(event.depth).name}", "B20.4", "phase", depth=1)


@says(ev.WindChanged)
def _wind(st: State, event: ev.WindChanged) -> LogLine:
    where = f", blowing {DIRECTIONS[event.direction]} (direction {event.direction})" if event.direction else ""
    return LogLine(f"{weather().force.names[event.wind]}{where}", "B25.64" if where else "B25.63", "phase", depth=1)


@says(ev.WindGusted)
def _gusts(st: State, event: ev.WindGusted) -> LogLine:
    return LogLine("Gusts blow in this Player Turn", "B25.651", "phase", depth=1)
