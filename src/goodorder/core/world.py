"""What every position of one game shares and never copies: map, rule set, catalogue, scenario."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from msgspec import Struct

if TYPE_CHECKING:
    from goodorder.board import Map
    from goodorder.data.catalogue import Catalogue, UnitType, WeaponType
    from goodorder.data.scenario import Scenario


class Side(Struct, frozen=True):
    """One side of a game: its id, its nationality, its ELR (A19.1)."""

    id: str
    nationality: str
    name: str
    elr: int


class World(Struct, frozen=True, eq=False):
    """The shared surroundings of a game.

    ``rules`` is the rule set of the profile in force (``goodorder.rules.ruleset.Ruleset``); it is
    typed loosely because this layer knows no rule.
    """

    map: Map
    rules: Any
    catalogue: Catalogue
    sides: tuple[Side, Side]
    turns: int
    scenario: Scenario | None = None
    options: tuple[str, ...] = ()

    def unit_type(self, type_id: str) -> UnitType:
        """The printed values of a unit."""
        return self.catalogue.unit(type_id)

    def weapon_type(self, type_id: str) -> WeaponType:
        """The printed values of a support weapon."""
        return self.catalogue.weapon(type_id)

    def side_number(self, side_id: str) -> int:
        """0 or 1 for a side's id; raises ``KeyError`` for another word."""
        for number, side in enumerate(self.sides):
            if side.id == side_id:
                return number
        raise KeyError(side_id)
