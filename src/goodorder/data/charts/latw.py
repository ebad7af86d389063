"""Light anti-tank weapons, recoilless rifles and mortars: what is no counter's own (C9, C12, C13).

>>> latw().panzerfaust.to_hit_number(2).number
6
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Annotated

from msgspec import Meta, Struct

from goodorder.data.charts.cell import Cell
from goodorder.data.charts.ift import Modifier
from goodorder.data.counters.words import UnitClass
from goodorder.data.load import DATA_FOLDER, read_toml

Since = Annotated[str, Meta(pattern=r"^([1-9]|1[0-2])/\d\d$")]
"""A month and a year of the 20th century: ``10/43``."""


@cache
def begun(since: str, year: int, month: int) -> bool:
    """Whether a date such as ``10/43`` has come."""
    first_month, _, first_year = since.partition("/")
    return (year, month) >= (1900 + int(first_year), int(first_month))


@cache
def _times(text: str) -> Fraction:
    return Fraction(text)


class _RangeFrom(Struct, frozen=True, forbid_unknown_fields=True, rename={"since": "from"}):
    since: Since
    hexes: int


class _ShotsFrom(Struct, frozen=True, forbid_unknown_fields=True, rename={"since": "from"}):
    since: Since
    times: str


class PanzerfaustArmy(Struct, frozen=True, forbid_unknown_fields=True, rename={"since": "from", "ranges": "range"}):
    """How an army has Panzerfausts: from when, highest Final dr of the check, which classes, whether crews too; whether
    its check is worse in 1945, and better for Elite troops at an AFV (A25.85); ``counter``: where not the
    common one.
    """

    rule: str
    since: Since
    check: int
    ranges: tuple[_RangeFrom, ...]
    shots: tuple[_ShotsFrom, ...]
    classes: tuple[UnitClass, ...] = ()
    crews: bool = True
    worse_in_1945: bool = False
    elite_at_afv: bool = False
    counter: str = ""

    def range(self, year: int, month: int) -> int:
        """Range in hexes at a date, 0 before they have any."""
        return next((line.hexes for line in reversed(self.ranges) if begun(line.since, year, month)), 0)

    def shots_allowed(self, squads: Fraction | int, year: int, month: int) -> int:
        """Shots in a scenario for so many squad equivalents in the order of battle, fractions dropped."""
        line = next((line for line in reversed(self.shots) if begun(line.since, year, month)), None)
        return int(squads * _times(line.times)) if line is not None else 0


class Panzerfaust(Struct, frozen=True, forbid_unknown_fields=True):
    """The Panzerfaust (C13.3): its ``counter``, whoever has it; ``pinned_on``: the dr of a pin."""

    rule: str
    counter: str
    to_hit: int
    to_hit_per_hex: int
    miss_and_reduction: int
    miss_and_reduction_inexperienced: int
    pinned_on: int
    armies: dict[str, PanzerfaustArmy]
    drm: dict[str, Modifier]

    def to_hit_number(self, hexes: int) -> Cell:
        """Basic To Hit number at a range (C13.33); ValueError for a negative one."""
        if hexes < 0:
            raise ValueError(f"a range is 0 hexes or more, got {hexes}")
        return Cell(self.to_hit + hexes * self.to_hit_per_hex, "Panzerfaust", "C13.33")

    def army(self, nationality: str, year: int, month: int) -> PanzerfaustArmy | None:
        """How an army has them at a date, None when it has none."""
        found = self.armies.get(nationality)
        return found if found is not None and begun(found.since, year, month) else None


class MineArmy(Struct, frozen=True, forbid_unknown_fields=True, rename={"since": "from"}):
    """How an army has magnetic mines: from when, the DRM of an attack with one, the drm of its Check that apply; which
    ``classes`` of squads and half-squads, where not all Infantry.
    """

    rule: str
    since: Since
    cc: int
    drm: tuple[str, ...]
    classes: tuple[UnitClass, ...] = ()


class MagneticMines(Struct, frozen=True, forbid_unknown_fields=True):
    """Magnetic mines, ATMM (C13.7): highest Final dr that has one, Original dr of a pin, Original DR of a dud."""

    rule: str
    ready: int
    pinned_on: int
    dud: int
    armies: dict[str, MineArmy]
    drm: dict[str, Modifier]

    def army(self, nationality: str, year: int, month: int) -> MineArmy | None:
        """How an army has them at a date, None when it has none."""
        found = self.armies.get(nationality)
        return found if found is not None and begun(found.since, year, month) else None


class FirstSeen(Struct, frozen=True, forbid_unknown_fields=True, rename={"since": "from"}):
    """Month and year from which a weapon exists; ``armies``: with whom it does so from another month on."""

    since: Since
    rule: str
    armies: dict[str, FirstSeen] = {}


ALWAYS = FirstSeen("1/36", "A9")


class Atr(Struct, frozen=True, forbid_unknown_fields=True):
    """The anti-tank rifle (C13.2): range in hexes, FP as small arms, least caliber for the Infantry Target Type."""

    rule: str
    range: int
    fp: int
    infantry_caliber: float


class Backblast(Struct, frozen=True, forbid_unknown_fields=True):
    """Backblast (C13.8): who has it, FP of its attack, levels that are too high in the next hex, Flame of RCL."""

    rule: str
    kinds: tuple[str, ...]
    fp: int
    levels_up: int
    recoilless_flame: int


class Mortars(Struct, frozen=True, forbid_unknown_fields=True):
    """Mortars (C9): calibers in mm that are light or can be dismantled, PP of those, what spotted fire costs."""

    rule: str
    light_most: float
    dismantles: tuple[float, float]
    dismantled_pp: int
    spotted_to_hit: int
    spotted_rof: int


class LatwChart(Struct, frozen=True, forbid_unknown_fields=True):
    """Light anti-tank weapons and their kin; ``first`` says from when a kind exists."""

    rule: str
    panzerfaust: Panzerfaust
    panzerfaust_klein: PanzerfaustArmy
    atmm: MagneticMines
    first: dict[str, FirstSeen]
    atr: Atr
    backblast: Backblast
    mortar: Mortars

    def since(self, kind: str, army: str = "") -> FirstSeen:
        """From when a kind of carried weapon exists with an army; those without a date always do."""
        found = self.first.get(kind, ALWAYS)
        return found.armies.get(army, found)

    def available(self, kind: str, year: int, month: int, army: str = "") -> bool:
        """Whether a kind of carried weapon exists at a date."""
        return begun(self.since(kind, army).since, year, month)


@cache
def latw() -> LatwChart:
    """The shipped chart of light anti-tank weapons."""
    return read_toml(DATA_FOLDER / "charts" / "latw.toml", LatwChart)
