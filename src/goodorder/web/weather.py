"""Wind and Environmental Conditions for the turn track."""

from __future__ import annotations

from collections import Counter

from goodorder.core.dice import PAIRS
from goodorder.core.state import State, Weather
from goodorder.data.charts import weather
from goodorder.play.log.about_weather import DIRECTIONS
from goodorder.rules.b_terrain.wind import change_of

from .messages.position import WeatherDoc

CALM = Weather()


def weather_doc(st: State) -> WeatherDoc | None:
    """What there is of weather, None where it is calm and stays so."""
    now = st.weather
    if now == CALM:
        return None
    name, conditions = weather().force.names[now.wind], weather().condition(now.ec).name
    where = f" blowing {DIRECTIONS[now.direction]} (direction {now.direction})" if now.direction else ""
    change = f"; {_change()}" if now.changes else ""
    depth = f"; streams: {weather().depth.row(now.depth).name} (B20.4)" if now.depth else ""
    gusts = ", Gusts in this Player Turn" if now.gusts else ""
    return WeatherDoc(
        wind=now.wind,
        name=name,
        direction=now.direction,
        conditions=conditions,
        gusts=now.gusts,
        told=f"{name}{where}{gusts}; Environmental Conditions: {conditions}{depth}{change}",
    )


def _change() -> str:
    """What the Wind Change DR that begins each RPh may bring, on what and how likely (B25.65, B25.651)."""
    chart, found = weather().change, Counter(change_of(sum(pair)) for pair in PAIRS)
    change, gusts = (f"{found[kind] / len(PAIRS):.1%}" for kind in ("change", "gusts"))
    return (
        f"each RPh begins with a Wind Change DR (B25.65): a {chart.changes_on} changes it ({change}), "
        f"a {chart.gusts_on} brings Gusts ({gusts})"
    )
