"""Environmental Conditions, Wind Force and Direction, and how the wind changes (B25.5, B25.63 to B25.651)."""

from __future__ import annotations

from typing import Literal

from goodorder.core.errors import Refusal
from goodorder.core.events import Event, WindChanged, WindGusted
from goodorder.core.frames import Request
from goodorder.core.state import State
from goodorder.data.charts import weather
from goodorder.data.charts.weather import Ec, Wind
from goodorder.data.scenario import weather_told

from ..facts.firing import PartAsk
from ..facts.ground import map_now
from ..facts.units import wtype
from ..facts.wind import CALM, HEAVY, HEXSIDES, downwind, sheltered
from ..ledger import Mod
from ..points import MAY_FIRE, PHASE_BEGINS, SETUP_ENDS
from ..registry import builds, rule

What = Literal["ec", "force", "direction", "change"]


class WeatherDue(Request, frozen=True):
    """What of the weather is to be rolled for, in this order."""

    rolls: tuple[What, ...]


@rule("B25.63", point=SETUP_ENDS, order=50, rows=["B25.5a", "B25.63a", "B25.64a"])
def weather_at_start(st: State) -> tuple[WeatherDue, ...]:
    """After set-up what the scenario does not give is rolled for: EC, then Wind Force, then where the wind blows to."""
    scenario = st.world.scenario
    if scenario is None:
        return ()
    told = weather_told(scenario)
    rolls: list[What] = []
    if told.ec is None:
        rolls.append("ec")
    if told.wind is None:
        rolls.append("force")
    elif told.wind != CALM and told.direction is None:
        rolls.append("direction")
    return (WeatherDue(tuple(rolls)),) if rolls else ()


@builds("B25.5", "B25.5a")
def month_mod(st: State) -> Mod:
    """The month's drm to the EC dr."""
    return Mod("month", weather().month_drm[st.world.date.month - 1], "B25.5", "the month")


@builds("B25.5", "B25.5a")
def conditions(st: State, dr: int) -> Ec:
    """The Environmental Conditions that a dr finds in this month."""
    return weather().found(dr + month_mod(st).value).id


@builds("B25.63", "B25.63a")
def force_of(dr: int) -> Wind:
    """The Wind Force of a dr."""
    return weather().force.by_dr[dr - 1]


@rule("B25.65", point=PHASE_BEGINS, of=["RPh"], order=1, rows=["B25.65a"])
def wind_change(st: State) -> tuple[WeatherDue, ...]:
    """Each RPh starts with a Wind Change DR."""
    return (WeatherDue(("change",)),) if st.weather.changes else ()


@builds("B25.65", "B25.651", "B25.65a", "B25.651a")
def change_of(original: int) -> Literal["change", "gusts", ""]:
    """What a Wind Change DR brings."""
    chart = weather().change
    return "change" if original == chart.changes_on else "gusts" if original == chart.gusts_on else ""


@builds("B25.65", "B25.65a")
def changed(st: State, dr: int) -> WindChanged:
    """The wind after the dr of a change. Without wind there is no direction to change; a Force that would leave the
    scale is a Mild Breeze.
    """
    chart, now = weather(), st.weather
    turn, gain = chart.change.turns[dr - 1], chart.change.force[dr - 1]
    scale = chart.force.scale
    level = scale.index(now.wind) + gain
    wind = scale[level] if 0 <= level < len(scale) else chart.force.beyond
    if wind == CALM:
        return WindChanged(wind=wind, direction=0)
    direction = (now.direction - 1 + turn) % HEXSIDES + 1 if now.direction else 0
    return WindChanged(wind=wind, direction=direction)


def gusts(st: State) -> tuple[Event, ...]:
    """Gusts for this Player Turn."""
    return (WindGusted(),)


@rule("B25.63", point=MAY_FIRE, order=5, rows=["B25.63c"], of=["weapon"])
def flames_in_heavy_winds(ask: PartAsk) -> Refusal | None:
    """In Heavy Winds a FT has no Long Range but straight with the wind."""
    st = ask.st
    if st.weather.wind != HEAVY or ask.weapon is None or wtype(st, ask.weapon).kind != "FT":
        return None
    if ask.range <= ask.normal_range or sheltered(st, ask.unit.loc):
        return None
    if map_now(st).hex_at(ask.target) in downwind(st, ask.unit.loc, ask.range):
        return None
    return Refusal("B25.63", "in Heavy Winds a flamethrower has no Long Range but straight with the wind")
