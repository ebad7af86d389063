"""How deep the streams of a map are where a dr with the drm of the EC gives it (B20.4, B25.5)."""

from __future__ import annotations

from goodorder.core.state import State
from goodorder.data.charts import weather
from goodorder.data.charts.weather import Depth

from ..ledger import Mod
from ..registry import builds

FACES = range(1, 7)


@builds("B25.5", "B25.5c")
def depth_mod(st: State) -> Mod:
    """The drm of the Environmental Conditions to the depth dr: what dries the ground dries the streams."""
    ec = weather().condition(st.weather.ec)
    return Mod("ec", ec.drm, "B25.5", f"Environmental Conditions: {ec.name}")


@builds("B20.4", "B25.5c")
def depth_of(st: State, dr: int) -> Depth:
    """The depth of the streams that a dr finds."""
    return weather().depth.found(dr + depth_mod(st).value).id


def depth_need(st: State) -> str:
    """What the faces of the depth dr come to."""
    found = [weather().depth.row(depth_of(st, dr)).name for dr in FACES]
    return ", ".join(f"{name} {found.count(name)} of {len(found)}" for name in dict.fromkeys(found))
