"""What every position of one game shares and never copies: map, rule set, catalogue, scenario."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import force_setattr

from goodorder.data.catalogue import DUMMY as DUMMY
from goodorder.data.charts.nations import UNKNOWN_NATION, Setting, called, people, troop
from goodorder.data.counters.armament import Date

if TYPE_CHECKING:
    from goodorder.board import Map
    from goodorder.core.errors import Refusal
    from goodorder.data.catalogue import Catalogue
    from goodorder.data.counters.personnel import UnitType
    from goodorder.data.counters.support import WeaponType
    from goodorder.data.counters.vehicles import VehicleType
    from goodorder.data.scenario import Scenario


UNDATED = Date(1944, 7)
"""The date of a position that names none: grain stands, orchards bear leaves."""

UNKNOWN = "unknown:?"
"""The type of the stand-in that a view shows for a stack of unknown content (A12)."""

IMAGINED = "imagined:?"
"""What a computer player takes a stack of unknown content for: one middling squad."""

DUMMY_MORALE = 7
"""Morale Level of a Dummy stack that nobody sees (A12.14)."""


class Side(Struct, frozen=True):
    """One side of a game: its id, its nationality, its ELR (A19.1), whether it is short of ammunition (A19.131) or
    Elite in its special ammunition (C8.2).

    ``group_elr``: the ELR of groups of its own, by their ids; ``ruled``: the groups to whose underlined units too a
    special rule gives their ELR (A19.132), "" for all of them; ``molotovs``: the groups that have MOL (A22.6).
    ``troops``: nation, formation and special rules of its groups by their ids, under "" those of all others (A25);
    ``forces``: the types of its Personnel counters in its order of battle, each with its group.
    """

    id: str
    nationality: str
    name: str
    elr: int
    short_of_ammunition: bool = False
    elite_ammunition: bool = False
    group_elr: tuple[tuple[str, int], ...] = ()
    ruled: tuple[str, ...] = ()
    molotovs: tuple[str, ...] = ()
    troops: tuple[tuple[str, tuple[str, ...]], ...] = ()
    forces: tuple[tuple[str, str], ...] = ()

    def words(self, group: str) -> tuple[str, ...]:
        """Nation, formation and special rules of a group's troops (A25)."""
        if not self.troops:
            return ()
        told = dict(self.troops)
        return told.get(group, told.get("", ()))

    @property
    def order_of_battle(self) -> frozenset[str]:
        """Every nationality, nation and formation of its men in its order of battle, Known or not (A25)."""
        armies = {(type.partition(":")[0], self.words(group)) for type, group in self.forces}
        armies = armies or {(self.nationality, self.words(""))}
        peoples = [people(army, words) for army, words in armies if _fits(army, words)]
        return frozenset((*(army for army, _ in armies), *peoples, *(word for _, words in armies for word in words)))

    @property
    def short(self) -> str:
        """The side as every text names it: by the nation that it names, else by its counters' (A25)."""
        return called(self.nationality, self.words(""))


def _fits(army: str, words: tuple[str, ...]) -> bool:
    return all(army in troop(word).counters for word in words)


def _stand_in() -> UnitType:
    """Printed values of the stand-in: a counter of which nothing can be read."""
    from goodorder.data.counters.personnel import UnitType

    return UnitType(
        id=UNKNOWN, nationality=UNKNOWN_NATION, kind="squad", code="?", morale=0, broken_morale=0, us_number=0
    )


T = TypeVar("T")


class _Known(dict[str, T]):
    """Printed values by type id, looked up in the catalogue once."""

    def __init__(self, find: Callable[[str], T]) -> None:
        super().__init__()
        self._find = find

    def __missing__(self, key: str) -> T:
        found = self[key] = self._find(key)
        return found


class Rules(Protocol):
    """What positions ask of the rule set in force (``goodorder.rules.ruleset.RuleSet``).

    Points, facts and modifiers are typed loosely because this layer knows no rule.
    """

    has_interrupts: bool
    left_out: dict[str, Any]

    @property
    def following(self) -> Mapping[type, tuple[Any, ...]]:
        """For each kind of events what may say that something follows at once."""
        ...

    def offers(self, name: str) -> bool:
        """Whether the profile has what the list of absent things calls so."""
        ...

    def lacks(self, name: str) -> Refusal | None:
        """The refusal of what the profile leaves out, None where it has it."""
        ...

    def mods(self, point: Any, facts: Any) -> tuple[Any, ...]:
        """What the rules of a point add, in their order."""
        ...

    def refuse(self, point: Any, facts: Any) -> Refusal | None:
        """The first refusal of a point's rules."""
        ...

    def requests(self, point: Any, facts: Any) -> tuple[Any, ...]:
        """Every request for a frame that a point's rules make."""
        ...

    def value(self, point: Any, facts: Any) -> Any:
        """What the rule of a point says."""
        ...

    def consequences(self, before: Any, event: Any, after: Any) -> tuple[Any, ...]:
        """Events that follow at once from an event."""
        ...

    def interrupts(self, before: Any, events: Any, after: Any) -> tuple[Any, ...]:
        """Requests for frames that come at once after events."""
        ...

    def afterwards(self, st: Any) -> tuple[Any, ...]:
        """Requests for frames that come when all that came of a roll is over."""
        ...

    def at_any_time(self, st: Any, action: Any) -> tuple[Any, ...] | Refusal | None:
        """What an action does that is allowed whoever is asked what, or why it is not; None for any other action."""
        ...

    def at_edge(self, point: Any, phase: str) -> tuple[tuple[int, Callable[..., Any]], ...]:
        """The functions of an edge of the sequence that speak of a phase, each with its number among all of them."""
        ...

    def speaking(self, point: Any, kinds: frozenset[str]) -> tuple[Callable[..., Any], ...]:
        """The functions of a point that speak of facts of these kinds, in their order."""
        ...

    def functions(self, point: Any) -> tuple[Callable[..., Any], ...]:
        """The functions of a point, in their order."""
        ...

    def digest(self) -> str:
        """What identifies the rules in force."""
        ...


class World(Struct, frozen=True, eq=False):
    """The shared surroundings of a game; ``rules`` is the rule set of the profile in force.

    ``hides``: in a view of a position without a scenario the sides that have hidden units, as everybody knows (A12.3).
    ``undated`` is the date of a position without a scenario.
    ``ordered_to_hide``: the sides whose order of battle says that they may, by a Gun too (A12.34), where anybody does.
    ``has_secrets``: whether the rules in force let a side hide something (A12).
    ``hiding``: the same surroundings with other ``hides``, for views: made once.
    """

    map: Map
    rules: Rules
    catalogue: Catalogue
    sides: tuple[Side, Side]
    turns: int
    scenario: Scenario | None = None
    options: tuple[str, ...] = ()
    hides: tuple[int, ...] = ()
    undated: Date = UNDATED
    units: Mapping[str, UnitType] = msgspec.field(default_factory=dict)
    weapons: Mapping[str, WeaponType] = msgspec.field(default_factory=dict)
    vehicles: Mapping[str, VehicleType] = msgspec.field(default_factory=dict)
    ordered_to_hide: frozenset[int] = frozenset()
    has_secrets: bool = False
    settings: dict[tuple[int, str], Setting] = msgspec.field(default_factory=dict)
    hiding: dict[tuple[int, ...], World] = msgspec.field(default_factory=dict)

    def __post_init__(self) -> None:
        sides = enumerate(self.scenario.sides) if self.scenario is not None else ()
        may = frozenset(
            n
            for n, side in sides
            for group in side.groups
            if group.hidden or group.hip or any(map(self.catalogue.is_gun, group.weapon_types()))
        )
        force_setattr(self, "ordered_to_hide", may)
        force_setattr(self, "has_secrets", self.rules.offers("concealment"))
        units = _Known(self._fighter)
        units[UNKNOWN] = _stand_in()
        units[IMAGINED] = msgspec.structs.replace(_stand_in(), id=IMAGINED, fp=4, range=4, morale=7, broken_morale=7)
        units[DUMMY] = msgspec.structs.replace(
            _stand_in(), id=DUMMY, kind="dummy", morale=DUMMY_MORALE, broken_morale=DUMMY_MORALE
        )
        force_setattr(self, "units", units)
        force_setattr(self, "weapons", _Known(self.catalogue.weapon))
        force_setattr(self, "vehicles", _Known(self.catalogue.vehicle))
        force_setattr(self, "hiding", {})

    def where_hide(self, hides: tuple[int, ...]) -> World:
        """The same where these sides may have hidden units, as everybody knows."""
        if hides == self.hides:
            return self
        found = self.hiding.get(hides)
        if found is None:
            found = self.hiding[hides] = msgspec.structs.replace(self, hides=hides)
        return found

    def setting(self, side: int, group: str) -> Setting:
        """What nationality rules ask about the troops of a group, whatever befalls them: worked out once (A25)."""
        found = self.settings.get((side, group))
        if found is None:
            foes, date = self.sides[1 - side].order_of_battle, (self.date.year, self.date.month)
            found = self.settings[side, group] = Setting(self.sides[side].words(group), date, foes)
        return found

    @property
    def year(self) -> int:
        """The year in which the game is set."""
        return self.date.year

    @property
    def date(self) -> Date:
        """Year and month in which the game is set."""
        return Date(self.scenario.year, self.scenario.month) if self.scenario is not None else self.undated

    def _fighter(self, type_id: str) -> UnitType:
        """The printed values of a unit, or of a vehicle's Inherent crew."""
        return self.catalogue.crew(type_id) if self.catalogue.is_vehicle(type_id) else self.catalogue.unit(type_id)

    def unit_type(self, type_id: str) -> UnitType:
        """The printed values of a unit."""
        return self.units[type_id]

    def weapon_type(self, type_id: str) -> WeaponType:
        """The printed values of a support weapon."""
        return self.weapons[type_id]

    def side_number(self, side_id: str) -> int:
        """0 or 1 for a side's id; raises ``KeyError`` for another word."""
        for number, side in enumerate(self.sides):
            if side.id == side_id:
                return number
        raise KeyError(side_id)
