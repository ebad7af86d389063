"""What terrain costs vehicles: the MP columns of the Terrain Chart (chapter B).

>>> [str(cost) for cost in vehicle_terrain().costs("woods", "tracked")]
['ALL bog', 'half bog']
"""

from __future__ import annotations

import re
from fractions import Fraction
from functools import cache

from msgspec import Struct

from goodorder.data.charts.vehicles import MovementKind
from goodorder.data.load import DATA_FOLDER, DataError, read_toml

_COST = re.compile(
    r"(?P<mp>\d+(?:/\d+)?|NA|ALL|half|third|quarter)(?P<cot> \+COT)?(?P<bog> bog(?P<out> out)?)?",
)
_SHARES = {"half": Fraction(1, 2), "third": Fraction(1, 3), "quarter": Fraction(1, 4)}


class EntryCost(Struct, frozen=True):
    """One way to pay for a hex or hexside.

    ``mp`` are MP; ``share`` is one of the printed allotment in their place, 1 for all of it. ``other_terrain``: the
    cost of the hex's other terrain is added. ``bog``: a Bog Check to enter, or to turn within; ``bog_out`` to leave
    over a hexside that is no Depression's. ``drm`` names the modifier of that Bog Check in the chart of vehicles.
    """

    mp: Fraction = Fraction(0)
    share: Fraction | None = None
    other_terrain: bool = False
    bog: bool = False
    bog_out: bool = False
    drm: str = ""
    text: str = ""

    def __str__(self) -> str:
        return self.text


class VehicleTerrain(Struct, frozen=True, forbid_unknown_fields=True):
    """A row of the chart: the kinds of terrain it is for, and its costs as texts.

    ``road``: the road rate instead through a road hexside. ``doubled``: MP for vehicles in the way and for turns are
    doubled. ``hexside``: it is crossed, not entered.
    """

    id: str
    rule: str
    terrain: tuple[str, ...]
    tracked: str
    half_tracked: str
    armored_car: str
    truck: str
    drm: str = ""
    road: bool = False
    doubled: bool = False
    hexside: bool = False

    def text(self, kind: MovementKind) -> str:
        """The cost for a way of moving, as the file has it."""
        match kind:
            case "tracked":
                return self.tracked
            case "half-tracked":
                return self.half_tracked
            case "armored car":
                return self.armored_car
        return self.truck


class Uphill(Struct, frozen=True, forbid_unknown_fields=True):
    """MP for each full level up (B10), and through a road hexside."""

    rule: str
    mp: int
    by_road: int


class _File(Struct, frozen=True, forbid_unknown_fields=True):
    rule: str
    rows: tuple[VehicleTerrain, ...]
    uphill: Uphill


class VehicleTerrainChart:
    """MP costs of terrain. A kind of terrain without a row is not built for vehicles."""

    def __init__(self, file: _File) -> None:
        self.uphill = file.uphill
        self.rows = {row.id: row for row in file.rows}
        self._by_terrain: dict[str, VehicleTerrain] = {}
        self._costs: dict[tuple[str, str], tuple[EntryCost, ...]] = {}
        kinds: tuple[MovementKind, ...] = ("tracked", "half-tracked", "armored car", "truck")
        for row in file.rows:
            for terrain in row.terrain:
                if terrain in self._by_terrain:
                    raise DataError("vehicle_terrain.toml", row.id, f"expected one row for {terrain!r}")
                self._by_terrain[terrain] = row
            for kind in kinds:
                self._costs[row.id, kind] = _costs(row, kind)

    def row(self, terrain: str) -> VehicleTerrain | None:
        """The row of a kind of terrain, by its id in ``terrain.toml``; None where it has none."""
        return self._by_terrain.get(terrain)

    def costs(self, terrain: str, kind: MovementKind) -> tuple[EntryCost, ...]:
        """The ways to pay for a kind of terrain, none where such vehicles can't enter; KeyError without a row."""
        return self._costs[self._by_terrain[terrain].id, kind]


def _costs(row: VehicleTerrain, kind: MovementKind) -> tuple[EntryCost, ...]:
    found = []
    for text in row.text(kind).split(" or "):
        parts = _COST.fullmatch(text)
        if parts is None:
            raise DataError("vehicle_terrain.toml", row.id, f"expected a cost such as '4 +COT bog', got {text!r}")
        amount = parts["mp"]
        if amount == "NA":
            continue
        share = Fraction(1) if amount == "ALL" else _SHARES.get(amount)
        found.append(
            EntryCost(
                mp=Fraction(0) if share is not None else Fraction(amount),
                share=share,
                other_terrain=parts["cot"] is not None,
                bog=parts["bog"] is not None and parts["out"] is None,
                bog_out=parts["out"] is not None,
                drm=row.drm if share is not None and share < 1 else "",
                text=text,
            )
        )
    return tuple(found)


@cache
def vehicle_terrain() -> VehicleTerrainChart:
    """The shipped chart of what terrain costs vehicles."""
    return VehicleTerrainChart(read_toml(DATA_FOLDER / "charts" / "vehicle_terrain.toml", _File))
