"""Nationalities: what each changes for its troops, as traits of kinds, classes and variants (A25)."""

from __future__ import annotations

from functools import cache

from msgspec import Struct

from goodorder.data.counters.words import Trait, UnitClass, UnitKind
from goodorder.data.load import DATA_FOLDER, DataError, read_toml, unknown


class Nature(Struct, frozen=True):
    """What a unit is by its counter: the things on which traits depend."""

    kind: UnitKind
    code: str
    variant: str = ""
    unit_class: UnitClass | None = None


class TraitLine(Struct, frozen=True, forbid_unknown_fields=True):
    """One trait, its rule, and who has it.

    ``kinds``, ``classes`` and ``codes`` narrow it down where they are given, ``variant`` to variants that begin so;
    ``against`` to games in which the enemy is of that nationality.
    """

    trait: Trait
    rule: str
    kinds: tuple[UnitKind, ...] = ()
    classes: tuple[UnitClass, ...] = ()
    codes: tuple[str, ...] = ()
    variant: str = ""
    against: str | None = None

    def fits(self, unit: Nature) -> bool:
        """Whether a unit is one of those who have it."""
        return (
            (not self.kinds or unit.kind in self.kinds)
            and (not self.classes or unit.unit_class in self.classes)
            and (not self.codes or unit.code in self.codes)
            and unit.variant.startswith(self.variant)
        )


class Nation(Struct, frozen=True, forbid_unknown_fields=True):
    """What a nationality changes for infantry (A25).

    ``wp_from`` is the year from which its squads have WP grenades, ``wp_codes`` which of them alone (A24.3).
    """

    name: str
    adjective: str
    rule: str
    grenades: str | None = None
    wp_from: int | None = None
    wp_codes: tuple[str, ...] = ()
    traits: tuple[TraitLine, ...] = ()

    def rule_of(self, trait: Trait) -> str:
        """The rule by which troops of this nationality have a trait; the nationality's own where none is named."""
        return next((line.rule for line in self.traits if line.trait == trait), self.rule)


class _Nations(Struct, frozen=True, forbid_unknown_fields=True):
    traits: tuple[TraitLine, ...]
    nations: dict[str, Nation]


@cache
def _file() -> _Nations:
    return read_toml(DATA_FOLDER / "charts" / "nations.toml", _Nations)


def nations() -> dict[str, Nation]:
    """All nationalities by their id."""
    return _file().nations


UNKNOWN_NATION = "unknown"
"""The nationality of a unit that stands in for what lies under a "?": nothing of its own."""
_NEUTRAL = Nation(name="unknown", adjective="unknown", rule="A12")


def nation(id: str) -> Nation:
    """One nationality; an unknown id raises DataError with the nearest known one."""
    found = _NEUTRAL if id == UNKNOWN_NATION else nations().get(id)
    if found is None:
        raise DataError("nations.toml", id, unknown("nationality", id, nations()))
    return found


def every_line() -> tuple[TraitLine, ...]:
    """All lines that give a trait, those of every army first."""
    return (*_file().traits, *(line for army in nations().values() for line in army.traits))


def natures(nationality: str, unit: Nature) -> tuple[TraitLine, ...]:
    """The traits that a unit of a nationality has: those of every army, then those of its own."""
    return tuple(line for line in (*_file().traits, *nation(nationality).traits) if line.fits(unit))
