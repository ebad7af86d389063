"""What every position of one game shares and never copies: map, rule set, catalogue, scenario."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct
from msgspec.structs import force_setattr

from goodorder.data.catalogue import DUMMY as DUMMY

if TYPE_CHECKING:
    from goodorder.board import Map
    from goodorder.data.catalogue import Catalogue, UnitType, WeaponType
    from goodorder.data.scenario import Scenario


UNKNOWN = "unknown:?"
"""The type of the stand-in that a view shows for a stack of unknown content (A12)."""

IMAGINED = "imagined:?"
"""What a computer player takes a stack of unknown content for: one middling squad."""

DUMMY_MORALE = 7
"""Morale Level of a Dummy stack that nobody sees (A12.14)."""


class Side(Struct, frozen=True):
    """One side of a game: its id, its nationality, its ELR (A19.1)."""

    id: str
    nationality: str
    name: str
    elr: int

    @property
    def short(self) -> str:
        """The side in one word, as texts name it: its id with a capital."""
        return self.id.replace("_", " ").capitalize()


def _stand_in() -> UnitType:
    """Printed values of the stand-in: a counter of which nothing can be read."""
    from goodorder.data.catalogue import UnitType

    nothing = {"unit_class": None, "variant": None, "half_squad": None, "replacement": None, "hardens_to": None}
    blank = {"fp": 0, "range": 0, "morale": 0, "broken_morale": 0, "smoke": 0, "us_number": 0, "bpv": None}
    flags = {"boxed": False, "assault_fire": False, "spraying_fire": False, "underlined_morale": False}
    who = {"id": UNKNOWN, "nationality": "unknown", "kind": "squad", "code": "?", "leadership": None}
    return msgspec.convert({**nothing, **blank, **flags, **who}, UnitType)


class _Known(dict[str, Any]):
    """Printed values by type id, looked up in the catalogue once."""

    def __init__(self, find: Any) -> None:
        super().__init__()
        self._find = find

    def __missing__(self, key: str) -> Any:
        found = self[key] = self._find(key)
        return found


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
    units: Any = None
    weapons: Any = None

    def __post_init__(self) -> None:
        force_setattr(self, "units", _Known(self.catalogue.unit))
        self.units[UNKNOWN] = _stand_in()
        self.units[IMAGINED] = msgspec.structs.replace(
            _stand_in(), id=IMAGINED, fp=4, range=4, morale=7, broken_morale=7
        )
        self.units[DUMMY] = msgspec.structs.replace(
            _stand_in(), id=DUMMY, kind="dummy", morale=DUMMY_MORALE, broken_morale=DUMMY_MORALE
        )
        force_setattr(self, "weapons", _Known(self.catalogue.weapon))

    def unit_type(self, type_id: str) -> UnitType:
        """The printed values of a unit."""
        return self.units[type_id]  # type: ignore[no-any-return]

    def weapon_type(self, type_id: str) -> WeaponType:
        """The printed values of a support weapon."""
        return self.weapons[type_id]  # type: ignore[no-any-return]

    def side_number(self, side_id: str) -> int:
        """0 or 1 for a side's id; raises ``KeyError`` for another word."""
        for number, side in enumerate(self.sides):
            if side.id == side_id:
                return number
        raise KeyError(side_id)
