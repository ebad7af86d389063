"""The Close Combat Table: odds and Kill Numbers, modifiers, ambush (A11)."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Literal

from msgspec import Struct

from goodorder.data.charts.ift import Modifier
from goodorder.data.counters.words import UnitKind
from goodorder.data.load import DATA_FOLDER, read_toml


class Odds(Struct, frozen=True, forbid_unknown_fields=True):
    """One column of the table. ``strict`` columns stand for everything below 1-8 or above 10-1."""

    name: str
    attack: int
    defense: int
    kill: int
    hand_to_hand: int
    strict: Literal["below", "above"] | None = None

    @property
    def ratio(self) -> Fraction:
        """Attack FP over defense FP."""
        return Fraction(self.attack, self.defense)


class CloseCombatFirepower(Struct, frozen=True, forbid_unknown_fields=True):
    """Firepower of special cases: an SMC counts ``smc``, an Unarmed unit ``unarmed`` (A20.5); what a pinned attacker's
    FP, and that of an attack on a concealed unit, is divided by.
    """

    smc: int
    unarmed: int
    pinned_divisor: int
    concealed_divisor: int


class Ambush(Struct, frozen=True, forbid_unknown_fields=True):
    """Ambush (A11.4): drm by cause, and by how much the lower Final dr must win."""

    rule: str
    margin: int
    margin_night_attacker: int
    drm: dict[str, Modifier]


class CloseDefenseWeapon(Struct, frozen=True, forbid_unknown_fields=True):
    """The close defense weapon of an AFV (A11.622): its FP, and the month from which on AFV have it."""

    fp: int
    year: int
    month: int


class AgainstVehicles(Struct, frozen=True, forbid_unknown_fields=True):
    """Close Combat with a vehicle (A11.5): CCV by kind of unit, its changes, DRM, Unlikely Kill."""

    rule: str
    ccv: dict[UnitKind, int]
    most_units: int
    least_ccv: int
    close_defense: CloseDefenseWeapon
    crew_small_arms: int
    by_dr: tuple[Literal["burn", "eliminated", "immobilized", "nothing"], ...]
    inexperienced_check_drm: int
    changes: dict[str, Modifier]
    drm: dict[str, Modifier]


class CloseCombatTable(Struct, frozen=True, forbid_unknown_fields=True):
    """Odds from worst to best with their Kill Numbers (A11.11)."""

    rule: str
    odds: tuple[Odds, ...]
    firepower: CloseCombatFirepower
    drm: dict[str, Modifier]
    ambush: Ambush
    vehicle: AgainstVehicles

    def column(self, attack: Fraction | int, defense: Fraction | int) -> int:
        """Index of the odds for exact FP totals: the ratio drops to the last column not above it.

        Raises ValueError when ``defense`` is not above 0.
        """
        if defense <= 0:
            raise ValueError("Close Combat odds need a defense FP above 0")
        ratio = Fraction(attack) / Fraction(defense)
        found = 0
        for index, odds in enumerate(self.odds):
            if odds.strict == "below":
                continue
            if ratio > odds.ratio if odds.strict == "above" else ratio >= odds.ratio:
                found = index
        return found

    def kill_number(self, attack: Fraction | int, defense: Fraction | int) -> int:
        """Kill Number for exact FP totals: a lower Final DR eliminates, an equal one reduces (A11.11)."""
        return self.odds[self.column(attack, defense)].kill

    def columns_below_even(self, column: int) -> int:
        """How many columns a column lies below 1-1; 0 at 1-1 and above (A18.2)."""
        even = next(index for index, odds in enumerate(self.odds) if odds.name == "1-1")
        return max(0, even - column)


@cache
def close_combat() -> CloseCombatTable:
    """The shipped Close Combat Table."""
    return read_toml(DATA_FOLDER / "charts" / "close_combat.toml", CloseCombatTable)
