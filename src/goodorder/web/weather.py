"""Wind and Environmental Conditions for the turn track."""

from __future__ import annotations

from goodorder.core.state import State, Weather
from goodorder.data.charts import weather
from goodorder.play.log.about_weather import DIRECTIONS

from .messages.position import WeatherDoc

CALM = Weather()


def weather_doc(st: State) -> WeatherDoc | None:
    """What there is of weather, None where it is calm and stays so."""
    now = st.weather
    if now == CALM:
        return None
    name, conditions = weather().force.names[now.wind], weather().condition(now.ec).name
    where = f" blowing {DIRECTIONS[now.direction]} (direction {now.direction})" if now.direction else ""
    gusts = ", Gusts in this Player Turn" if now.gusts else ""
    return WeatherDoc(
        wind=now.wind,
        name=name,
        direction=now.direction,
        conditions=conditions,
        gusts=now.gusts,
        told=f"{name}{where}{gusts}; Environmental Conditions: {conditions}",
    )
