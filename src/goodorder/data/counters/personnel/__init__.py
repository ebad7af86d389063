"""Personnel: squads, half-squads, crews, leaders and heroes as typed values (A1)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Literal

from msgspec import Struct, field
from msgspec.structs import replace

from goodorder.data.charts.nations import Nature, TraitLine, natures
from goodorder.data.counters.words import Trait, UnitClass, UnitKind
from goodorder.data.load import read_toml

MULTI_MAN: frozenset[str] = frozenset({"squad", "half_squad", "crew"})
"""Unit kinds that are MMC (A1.12)."""

SINGLE_MAN: frozenset[str] = frozenset({"leader", "hero"})
"""Unit kinds that are SMC (A1.11); a Dummy is neither."""

US_NUMBER: dict[str, int] = {"squad": 3, "half_squad": 2, "crew": 2, "leader": 1, "hero": 1}
"""Unit size as the concealment and search rules count it."""

HEROIC = "heroic"
"""The variant of a leader who has become a hero too (A15.21)."""

COMMISSAR = "commissar"
"""The variant of a Commissar (A25.22); of one who is a hero too the end of it."""

LEADERS = "leaders.toml"
"""The sheet of the leaders and heroes, which several nationalities share."""


class UnitType(Struct, frozen=True, kw_only=True):
    """One unit counter: the numbers on both sides and what it turns into.

    ``broken_morale`` is 0 for a counter without a broken side. ``boxed`` lets the broken side Self-Rally without a
    leader (A10.63). ``underlined_morale`` keeps ELR 5 (A19.13). ``half_squad``, ``replacement`` and ``hardens_to`` are
    unit ids; ``replacement`` is the unit an ELR failure leaves (A19.13), None when there is none lower.
    ``leadership`` is the modifier of a leader (negative is better), None for all others. ``traits`` is what it has by
    its face, its nationality, class and variant (A25); ``conditional`` are the lines of what it has only in some
    formation, at some date, or against some enemy.
    """

    id: str
    nationality: str
    kind: UnitKind
    code: str
    variant: str | None = None
    unit_class: UnitClass | None = None
    fp: int = 0
    range: int = 0
    morale: int
    broken_morale: int
    boxed: bool = False
    assault_fire: bool = False
    spraying_fire: bool = False
    smoke: int = 0
    underlined_morale: bool = False
    half_squad: str | None = None
    replacement: str | None = None
    hardens_to: str | None = None
    us_number: int
    leadership: int | None = None
    bpv: int | None = None
    vehicle_crew: bool = False
    traits: frozenset[Trait] = frozenset()
    conditional: tuple[TraitLine, ...] = ()

    @property
    def mmc(self) -> bool:
        """A Multi-Man Counter: squad, half-squad or crew (A1.12)."""
        return self.kind in MULTI_MAN

    @property
    def smc(self) -> bool:
        """A Single-Man Counter: leader or hero (A1.11)."""
        return self.kind in SINGLE_MAN

    @property
    def hero(self) -> bool:
        """A hero, or a leader who is one too (A15.2, A15.21)."""
        return self.kind == "hero" or (self.variant or "").startswith(HEROIC)

    @property
    def commissar(self) -> bool:
        """A Commissar (A25.22)."""
        return self.kind == "leader" and (self.variant or "").endswith(COMMISSAR)


class _UnitLine(Struct, frozen=True, forbid_unknown_fields=True):
    code: str
    kind: Literal["squad", "half_squad", "crew"]
    variant: str | None = None
    unit_class: UnitClass | None = field(default=None, name="class")
    broken: int = 0
    boxed: bool = False
    assault: bool = False
    spray: bool = False
    smoke: int = 0
    underlined: bool = False
    half: str | None = None
    elr: str | None = None
    hardens: str | None = None
    bpv: int | None = None
    vehicle_crew: bool = False


class _Sheet(Struct, frozen=True, forbid_unknown_fields=True):
    units: tuple[_UnitLine, ...]


class _LeaderLine(Struct, frozen=True, forbid_unknown_fields=True):
    code: str
    broken: int = 0
    boxed: bool = False
    elr: str | None = None
    hardens: str | None = None


class _LeaderSet(Struct, frozen=True, forbid_unknown_fields=True):
    nationalities: tuple[str, ...]
    leaders: tuple[_LeaderLine, ...]
    variant: str | None = None


class _Hero(Struct, frozen=True, forbid_unknown_fields=True):
    code: str


class _Leaders(Struct, frozen=True, forbid_unknown_fields=True):
    sets: tuple[_LeaderSet, ...]
    hero: _Hero


def read_personnel(nationality: str, file: Path) -> Iterator[UnitType]:
    """All units of a nationality: those of its sheet in order, then its leaders from the best, then its hero."""
    lines = read_toml(file, _Sheet).units if file.exists() else ()
    leaders = _leaders(file.parent / LEADERS)
    for line in lines:
        yield _with_traits(_unit(nationality, line))
    for group in leaders.sets:
        if nationality in group.nationalities:
            for rank in group.leaders:
                yield _with_traits(_leader(nationality, rank, group.variant))
                yield _with_traits(_heroic(_leader(nationality, rank, group.variant), leaders.hero.code))
    if any(nationality in group.nationalities for group in leaders.sets):
        yield _with_traits(_hero(nationality, leaders.hero.code))


@cache
def _leaders(file: Path) -> _Leaders:
    return read_toml(file, _Leaders)


def _with_traits(unit: UnitType) -> UnitType:
    """The unit with what its face, and its nationality for its kind, class and variant, give it (A25)."""
    given = natures(unit.nationality, Nature(unit.kind, unit.code, unit.variant or "", unit.unit_class))
    traits: set[Trait] = {line.trait for line in given if line.always}
    if unit.assault_fire:
        traits.add("assault_fire")
    if unit.spraying_fire:
        traits.add("spraying_fire")
    return replace(unit, traits=frozenset(traits), conditional=tuple(line for line in given if not line.always))


def _reference(nationality: str, code: str | None) -> str | None:
    return None if code is None else f"{nationality}:{code}"


def _unit(nationality: str, line: _UnitLine) -> UnitType:
    fp, reach, morale = (int(part) for part in line.code.split("-"))
    suffix = f":{line.variant}" if line.variant else ""
    return UnitType(
        id=f"{nationality}:{line.code}{suffix}",
        nationality=nationality,
        kind=line.kind,
        code=line.code,
        variant=line.variant,
        unit_class=line.unit_class,
        fp=fp,
        range=reach,
        morale=morale,
        broken_morale=line.broken,
        boxed=line.boxed,
        assault_fire=line.assault,
        spraying_fire=line.spray,
        smoke=line.smoke,
        underlined_morale=line.underlined,
        half_squad=_reference(nationality, line.half),
        replacement=_reference(nationality, line.elr),
        hardens_to=_reference(nationality, line.hardens),
        us_number=US_NUMBER[line.kind],
        bpv=line.bpv,
        vehicle_crew=line.vehicle_crew,
    )


def _leader(nationality: str, line: _LeaderLine, variant: str | None = None) -> UnitType:
    split = line.code.index("+") if "+" in line.code else line.code.index("-")
    return UnitType(
        id=f"{nationality}:{line.code}" + (f":{variant}" if variant else ""),
        nationality=nationality,
        kind="leader",
        code=line.code,
        variant=variant,
        morale=int(line.code[:split]),
        broken_morale=line.broken,
        boxed=line.boxed,
        replacement=_reference(nationality, line.elr),
        hardens_to=_reference(nationality, line.hardens),
        us_number=US_NUMBER["leader"],
        leadership=int(line.code[split:]),
    )


def _hero(nationality: str, code: str) -> UnitType:
    fp, reach, morale = (int(part) for part in code.split("-"))
    return UnitType(
        id=f"{nationality}:{code}",
        nationality=nationality,
        kind="hero",
        code=code,
        fp=fp,
        range=reach,
        morale=morale,
        broken_morale=0,
        us_number=US_NUMBER["hero"],
    )


def _heroic(leader: UnitType, hero: str) -> UnitType:
    """A leader who is a hero too: a hero's numbers, his own Morale Level where that is higher (A15.21)."""
    fp, reach, morale = (int(part) for part in hero.split("-"))
    return replace(
        leader,
        id=f"{leader.id}:{HEROIC}",
        variant=f"{HEROIC}_{leader.variant}" if leader.variant else HEROIC,
        fp=fp,
        range=reach,
        morale=max(morale, leader.morale),
        broken_morale=0,
        boxed=False,
        replacement=None,
        hardens_to=f"{leader.hardens_to}:{HEROIC}" if leader.hardens_to else None,
    )
