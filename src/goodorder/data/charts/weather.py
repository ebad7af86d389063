"""The charts of Environmental Conditions and wind (B25.5, B25.63 to B25.65)."""

from __future__ import annotations

from functools import cache
from typing import Literal

from msgspec import Struct

from goodorder.data.load import DATA_FOLDER, read_toml

Ec = Literal["snow", "mud", "wet", "moist", "moderate", "dry", "very_dry"]
Wind = Literal["none", "mild_breeze", "heavy"]
Depth = Literal["dry", "shallow", "deep", "flooded"]


class Condition(Struct, frozen=True, forbid_unknown_fields=True):
    """One row of the EC Chart: the least Final dr that it takes, and what it adds to other rolls."""

    id: Ec
    name: str
    least: int
    drm: int


class ForceChart(Struct, frozen=True, forbid_unknown_fields=True):
    """Wind Force by its dr; ``beyond`` is what a change comes to that would leave the scale."""

    rule: str
    by_dr: tuple[Wind, ...]
    scale: tuple[Wind, ...]
    beyond: Wind
    names: dict[Wind, str]


class DepthRow(Struct, frozen=True, forbid_unknown_fields=True):
    """A depth of streams by the least Final dr that it takes; ``stream`` is their terrain, none where not built."""

    id: Depth
    name: str
    least: int
    stream: str | None = None


class DepthChart(Struct, frozen=True, forbid_unknown_fields=True):
    """How deep the streams of a map are, and what becomes of the marsh beside them where they are dry."""

    rule: str
    rows: tuple[DepthRow, ...]
    marsh: str
    dry_marsh: str

    def row(self, id: Depth) -> DepthRow:
        """The row of a depth."""
        return next(one for one in self.rows if one.id == id)

    def found(self, final: int) -> DepthRow:
        """The depth of a Final dr."""
        return [one for one in self.rows if one.least <= final][-1]

    def floods(self, drm: int) -> bool:
        """Whether a dr with this drm may come to a depth that is not built."""
        return any(self.found(dr + drm).stream is None for dr in range(1, 7))


class ChangeChart(Struct, frozen=True, forbid_unknown_fields=True):
    """The Wind Change DR, and by its dr how far the direction turns and what the Force gains."""

    rule: str
    changes_on: int
    gusts_on: int
    turns: tuple[int, ...]
    force: tuple[int, ...]


class WeatherChart(Struct, frozen=True, forbid_unknown_fields=True):
    """Environmental Conditions, Wind Force and its changes."""

    rule: str
    conditions: tuple[Condition, ...]
    month_drm: tuple[int, ...]
    force: ForceChart
    change: ChangeChart
    depth: DepthChart

    def condition(self, id: str) -> Condition:
        """The row of one of the Environmental Conditions."""
        return next(one for one in self.conditions if one.id == id)

    def found(self, final: int) -> Condition:
        """The Environmental Conditions of a Final dr."""
        return [one for one in self.conditions if one.least <= final or one is self.conditions[0]][-1]


@cache
def weather() -> WeatherChart:
    """B25.5 and B25.6."""
    return read_toml(DATA_FOLDER / "charts" / "weather.toml", WeatherChart)
