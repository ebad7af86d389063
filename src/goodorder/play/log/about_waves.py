"""Lines about Human Waves."""

from __future__ import annotations

from goodorder.core import events as ev
from goodorder.core.state import State

from .line import LogLine, hex_name, says, side_name, spot


@says(ev.WaveDeclared)
def _declared(st: State, event: ev.WaveDeclared) -> LogLine:
    wave = event.wave
    kind = "Hex Grain" if len(wave.sides) == 1 else "Alternate Hex Grain"
    many = len(event.units)
    text = (
        f"{side_name(st, wave.side)} Human Wave of {many} units towards {hex_name(st, wave.target)}, along the {kind}"
    )
    where = tuple(place for place in (spot(st, wave.target),) if place)
    return LogLine(text, "A25.23", "move", hexes=where, units=event.units, side=wave.side)


@says(ev.WaveOver)
def _over(st: State, event: ev.WaveOver) -> LogLine:
    return LogLine(f"The {side_name(st, event.side)} Human Wave is over", "A25.235", "move", side=event.side)
