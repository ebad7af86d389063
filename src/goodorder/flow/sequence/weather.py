"""The rolls for Environmental Conditions and wind (B25.5, B25.63 to B25.65)."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from goodorder.core.dice import ONE_DIE, TWO_DICE, Roll
from goodorder.core.events import ConditionsFound, DepthFound, Event, WindChanged
from goodorder.core.frames import Do, Frame
from goodorder.core.state import State
from goodorder.data.charts import weather
from goodorder.data.charts.weather import Wind
from goodorder.rules.a24_drift import gusts_blow
from goodorder.rules.b_terrain.stream_depth import depth_mod, depth_need, depth_of
from goodorder.rules.b_terrain.wind import change_of, changed, conditions, force_of, gusts, month_mod
from goodorder.rules.facts.wind import CALM
from goodorder.rules.registry import builds

from ..shared.thrown import thrown


@builds("B25.5", "B25.63", "B25.64", "B25.65", "B25.651", "B25.5a", "B25.63a", "B25.64a", "B25.65a", "A24.62a")
@builds("B20.4", "B25.5c")
class WeatherRolls(Frame, frozen=True):
    """What of the weather is rolled for, one after the other; the ATTACKER throws, or who moves first.

    ``wind`` is a Wind Force whose direction is being rolled for.
    """

    names_counters: ClassVar[bool] = False
    rolls: tuple[str, ...]
    wind: Wind = "none"

    def ask(self, st: State) -> Roll | Do:
        """The next roll."""
        if not self.rolls:
            return Do()
        side = st.turn.attacker
        match self.rolls[0]:
            case "ec":
                return Roll(ONE_DIE, "Environmental Conditions", "B25.5", side, leadership=False)
            case "depth":
                return Roll(ONE_DIE, "depth of the streams", "B20.4", side, need=depth_need(st), leadership=False)
            case "force":
                return Roll(ONE_DIE, "Wind Force", "B25.63", side, leadership=False)
            case "direction":
                return Roll(ONE_DIE, "Wind Direction", "B25.64", side, leadership=False)
            case "change":
                need = f"{weather().change.changes_on} to change it, {weather().change.gusts_on} to bring Gusts"
                return Roll(TWO_DICE, "Wind Change", "B25.65", side, need=need, leadership=False)
        return Roll(ONE_DIE, "how the wind changes", "B25.65", side, leadership=False)

    def rolled(self, st: State, faces: tuple[int, ...]) -> Do:
        """What it finds, and the rolls that follow from it."""
        roll, total, rest = self.ask(st), sum(faces), self.rolls[1:]
        assert isinstance(roll, Roll)
        match self.rolls[0]:
            case "ec":
                ec, mod = conditions(st, total), month_mod(st)
                lines = (mod.line(),) if mod.value else ()
                told = thrown(roll, faces, weather().condition(ec).name, final=total + mod.value, lines=lines)
                return Do(events=(told, ConditionsFound(ec=ec)), then=replace(self, rolls=rest))
            case "depth":
                depth, mod = depth_of(st, total), depth_mod(st)
                lines = (mod.line(),) if mod.value else ()
                words = weather().depth.row(depth).name
                told = thrown(roll, faces, words, final=total + mod.value, lines=lines)
                return Do(events=(told, DepthFound(depth=depth)), then=replace(self, rolls=rest))
            case "force":
                wind = force_of(total)
                told = thrown(roll, faces, weather().force.names[wind])
                return self._blows(told, wind, rest)
            case "direction":
                wind = self.wind if self.wind != CALM else st.weather.wind
                told = thrown(roll, faces, f"to direction {total}")
                return Do(events=(told, WindChanged(wind=wind, direction=total)), then=WeatherRolls(rest))
            case "change":
                return self._change(st, roll, faces, rest)
        found = changed(st, total)
        return self._turns(st, thrown(roll, faces, self._words(st, found)), found, rest)

    def _change(self, st: State, roll: Roll, faces: tuple[int, ...], rest: tuple[str, ...]) -> Do:
        """No change, one whose kind another dr tells, or Gusts, which blow SMOKE away at once."""
        kind = change_of(sum(faces))
        told = thrown(roll, faces, {"change": "the wind changes", "gusts": "Gusts", "": "no change"}[kind])
        if kind == "gusts":
            return Do(events=(told, *gusts(st), *gusts_blow(st)), then=WeatherRolls(rest))
        return Do(events=(told,), then=WeatherRolls(("kind", *rest) if kind else rest))

    def _turns(self, st: State, told: Event, found: WindChanged, rest: tuple[str, ...]) -> Do:
        """The wind as a change leaves it; one that has sprung up needs a direction."""
        if (found.wind, found.direction) == (st.weather.wind, st.weather.direction):
            return Do(events=(told,), then=WeatherRolls(rest))
        if found.wind != CALM and not found.direction:
            return self._blows(told, found.wind, rest)
        return Do(events=(told, found), then=WeatherRolls(rest))

    @staticmethod
    def _blows(told: Event, wind: Wind, rest: tuple[str, ...]) -> Do:
        """A Wind Force; where there is wind its direction is rolled for before anything else."""
        if wind == CALM:
            return Do(events=(told,), then=WeatherRolls(rest))
        return Do(events=(told,), then=WeatherRolls(("direction", *rest), wind))

    @staticmethod
    def _words(st: State, found: WindChanged) -> str:
        if found.wind != st.weather.wind:
            return weather().force.names[found.wind]
        if found.direction == st.weather.direction:
            return "nothing changes without wind" if found.wind == CALM else "nothing changes"
        return f"it blows to direction {found.direction}"

    def title(self, st: State) -> str:
        """The step in the breadcrumb."""
        return "Weather"
