"""Nationalities: what each changes for its troops, as traits of kinds, classes and variants (A25)."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import cache
from typing import Literal

from msgspec import Struct

from goodorder.data.counters.words import Trait, UnitClass, UnitKind
from goodorder.data.load import DATA_FOLDER, DataError, read_toml, unknown

Month = tuple[int, int]
"""Year and month."""
EVER: Month = (9999, 12)


class Nature(Struct, frozen=True):
    """What a unit is by its counter: the things on which traits depend."""

    kind: UnitKind
    code: str
    variant: str = ""
    unit_class: UnitClass | None = None


class Setting(Struct, frozen=True):
    """Where troops stand: the words of their group (nation, formation, special rules), the date, the enemy's forces.

    ``foes`` are the nationalities and words of the whole enemy order of battle, Known or not.
    """

    words: tuple[str, ...] = ()
    date: Month = (1944, 7)
    foes: frozenset[str] = frozenset()

    def foes_are(self, wanted: tuple[str, ...]) -> bool:
        """Whether all the enemy's forces are of these nations, whatever his formations are."""
        named = {word for word in self.foes if word in nations() or troop(word).kind == "nation"}
        return bool(named) and named <= set(wanted)


class When(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """For whom and when a line of a nation holds.

    ``of``: only troops of one of these nations or formations, ``not_of``: none of these; ``since`` and ``until``: only
    from and up to that year and month; ``against``: only where the enemy has a force of these, ``not_against``: only
    where he has none; ``alone_against``: only where he has no other.
    """

    of: tuple[str, ...] = ()
    not_of: tuple[str, ...] = ()
    against: tuple[str, ...] = ()
    not_against: tuple[str, ...] = ()
    alone_against: tuple[str, ...] = ()
    since: Month = (0, 0)
    until: Month = EVER

    @property
    def always(self) -> bool:
        """Whether it hangs on nation and counter alone."""
        conditions = (self.of, self.not_of, self.against, self.not_against, self.alone_against)
        return not any(conditions) and self.since == (0, 0) and self.until == EVER

    def holds(self, where: Setting) -> bool:
        """Whether it holds for troops of such words, at such a date, against such an enemy."""
        return (
            (not self.of or not where_none(self.of, where.words))
            and where_none(self.not_of, where.words)
            and (not self.against or not where_none(self.against, where.foes))
            and where_none(self.not_against, where.foes)
            and (not self.alone_against or where.foes_are(self.alone_against))
            and self.since <= where.date <= self.until
        )


class TraitLine(When, frozen=True, forbid_unknown_fields=True):
    """One trait, its rule, and who has it.

    ``kinds``, ``classes`` and ``codes`` narrow it down where they are given, ``variant`` to variants that begin so.
    """

    trait: Trait
    rule: str
    kinds: tuple[UnitKind, ...] = ()
    classes: tuple[UnitClass, ...] = ()
    codes: tuple[str, ...] = ()
    variant: str = ""

    def fits(self, unit: Nature) -> bool:
        """Whether a unit is one of those who may have it."""
        return (
            (not self.kinds or unit.kind in self.kinds)
            and (not self.classes or unit.unit_class in self.classes)
            and (not self.codes or unit.code in self.codes)
            and unit.variant.startswith(self.variant)
        )


class Digging(Struct, frozen=True, forbid_unknown_fields=True):
    """The drm of a nation's attempts to entrench, which its prisoners have not (A25.21)."""

    drm: int
    rule: str


class DrawPile(When, frozen=True, forbid_unknown_fields=True):
    """Black and red chits of a nation's battery (C1.211); ``plentiful``: its ammunition is so unless a scenario says
    otherwise, and one of the black chits is for that.
    """

    black: int
    red: int
    rule: str
    plentiful: bool = False


class Accuracy(When, frozen=True, forbid_unknown_fields=True):
    """The highest Final dr with which a nation's battery is Accurate (C1.3); 0: never, but in a Pre-Registered hex."""

    dr: int
    rule: str


def where_none(wanted: tuple[str, ...], words: Collection[str]) -> bool:
    """Whether none of these words is among others."""
    return not any(word in words for word in wanted)


class Nation(Struct, frozen=True, forbid_unknown_fields=True):
    """What a nationality changes for infantry (A25).

    ``wp_from`` is the year from which its squads have WP grenades, ``wp_codes`` which of them, ``wp_rule`` says so;
    ``people`` is the nation that its counters are where none is named. What it digs with and how its batteries fare is
    here though nothing asks for it: entrenching and off-board artillery are refused (``not_built.toml``).
    ``batteries_of``: the nation whose batteries it has instead of its own.
    """

    name: str
    adjective: str
    rule: str
    grenades: str | None = None
    wp_from: int | None = None
    wp_codes: tuple[str, ...] = ()
    wp_rule: str = "A24.3"
    people: str = ""
    entrenching: Digging | None = None
    batteries_of: str = ""
    draw_piles: tuple[DrawPile, ...] = ()
    accuracy: tuple[Accuracy, ...] = ()
    traits: tuple[TraitLine, ...] = ()

    def rule_of(self, trait: Trait) -> str:
        """The rule by which troops of this nationality have a trait; the nationality's own where none is named."""
        return next((line.rule for line in self.traits if line.trait == trait), self.rule)


class Troop(Struct, frozen=True, forbid_unknown_fields=True):
    """A nation, a formation or a special rule that a group of an order of battle may name.

    ``counters``: nationalities of the counters that it uses; ``codes``: which of their squads, where not all;
    ``since`` and ``until``: when there were such troops; ``elite_ammunition``: the Depletion Numbers of its weapons are
    those of Elite forces (C8.2); ``called``: what a side of them is called, where not by the name; ``rules``: the rule
    that speaks of those with counters of a nationality, where ``rule`` does not.
    """

    kind: Literal["nation", "formation", "rule"]
    name: str
    rule: str
    counters: tuple[str, ...]
    text: str
    codes: tuple[str, ...] = ()
    since: Month = (0, 0)
    until: Month = EVER
    elite_ammunition: bool = False
    called: str = ""
    rules: Mapping[str, str] = {}

    def at(self, date: Month) -> bool:
        """Whether there were such troops at a date."""
        return self.since <= date <= self.until

    def rule_for(self, nationality: str) -> str:
        """The rule that speaks of those who use counters of a nationality."""
        return self.rules.get(nationality, self.rule)


class OrderLine(Struct, frozen=True, forbid_unknown_fields=True):
    """Counters that an order of battle has only at some time, or only with some word; ``refused``: in none.

    ``counters`` is their nationality, ``codes`` and ``variant`` (the beginning of one) say which, all where neither is
    named; ``of``: with one of these words alone.
    """

    counters: str
    rule: str
    text: str
    codes: tuple[str, ...] = ()
    variant: str = ""
    of: tuple[str, ...] = ()
    not_of: tuple[str, ...] = ()
    since: Month = (0, 0)
    until: Month = EVER
    refused: bool = False

    def about(self, nationality: str, code: str, variant: str, words: Collection[str]) -> bool:
        """Whether it is about a counter in a group of these words."""
        return (
            self.counters == nationality
            and (not self.codes or code in self.codes)
            and variant.startswith(self.variant)
            and (not self.of or not where_none(self.of, words))
            and where_none(self.not_of, words)
        )

    def allows(self, date: Month) -> bool:
        """Whether such a counter may be there at a date."""
        return not self.refused and self.since <= date <= self.until


class TypicalLine(Struct, frozen=True, forbid_unknown_fields=True):
    """Guidance for who makes a scenario: which squads stand for such troops, from and up to a year and month."""

    counters: str
    rule: str
    squads: tuple[str, ...]
    text: str
    unit_class: UnitClass | None = None
    of: tuple[str, ...] = ()
    not_of: tuple[str, ...] = ()
    since: Month = (0, 0)
    until: Month = EVER


class _Nations(Struct, frozen=True, forbid_unknown_fields=True):
    traits: tuple[TraitLine, ...]
    accuracy: tuple[Accuracy, ...]
    nations: dict[str, Nation]
    words: dict[Trait, str]


class _Troops(Struct, frozen=True, forbid_unknown_fields=True):
    troops: dict[str, Troop]
    order: tuple[OrderLine, ...] = ()
    typical: tuple[TypicalLine, ...] = ()


@cache
def _file() -> _Nations:
    return read_toml(DATA_FOLDER / "charts" / "nations.toml", _Nations)


@cache
def _troops() -> _Troops:
    found = read_toml(DATA_FOLDER / "charts" / "troops.toml", _Troops)
    known = {*found.troops, *nations()}
    for line in (*every_line(), *battery_lines()):
        for word in (*line.of, *line.not_of, *line.against, *line.not_against, *line.alone_against):
            if word not in known:
                raise DataError("nations.toml", line.rule, unknown("nation or formation", word, known))
    return found


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


def troops() -> dict[str, Troop]:
    """All nations, formations and special rules of troops by their word."""
    return _troops().troops


def troop(word: str) -> Troop:
    """One of them; an unknown word raises DataError with the nearest known one."""
    found = troops().get(word)
    if found is None:
        raise DataError("troops.toml", word, unknown("nation or formation", word, troops()))
    return found


def people(nationality: str, words: tuple[str, ...]) -> str:
    """The nation of troops with counters of a nationality: what their group names, else what such counters are."""
    named = next((word for word in words if troop(word).kind == "nation"), "")
    return named or nation(nationality).people or nationality


def called(nationality: str, words: tuple[str, ...]) -> str:
    """What players call a side: by the nation for which its counters stand, where it names one, else by theirs."""
    named = next((word for word in words if troop(word).kind == "nation"), "")
    return (troop(named).called or troop(named).name) if named else nation(nationality).adjective


def order_line(nationality: str, code: str, variant: str, words: Collection[str], date: Month) -> OrderLine | None:
    """Why a counter may not be in an order of battle of such words at a date, None where it may: one line about it
    that allows it is enough, but a refusal of it stands.
    """
    lines = [line for line in _troops().order if line.about(nationality, code, variant, words)]
    refused = next((line for line in lines if line.refused), None)
    if refused is not None or not lines or any(line.allows(date) for line in lines):
        return refused
    return lines[0]


def order_lines() -> tuple[OrderLine, ...]:
    """All lines about counters that an order of battle has only at some time, or never."""
    return _troops().order


def typical(nationality: str, unit_class: str, words: Collection[str], date: Month) -> TypicalLine | None:
    """Which squads stand for troops of a class and such words at a date, where the rules say so."""
    for line in _troops().typical:
        fits = line.counters == nationality and line.unit_class in (None, unit_class)
        named = (not line.of or not where_none(line.of, words)) and where_none(line.not_of, words)
        if fits and named and line.since <= date <= line.until:
            return line
    return None


def every_line() -> tuple[TraitLine, ...]:
    """All lines that give a trait, those of every army first."""
    return (*_file().traits, *(line for army in nations().values() for line in army.traits))


def battery_lines() -> tuple[DrawPile | Accuracy, ...]:
    """All lines about batteries: a nation's Draw Piles, then who is Accurate, those of every army last."""
    armies = nations().values()
    piles = tuple(line for army in armies for line in army.draw_piles)
    return (*piles, *(line for army in armies for line in army.accuracy), *_file().accuracy)


def battery_nation(nationality: str, words: tuple[str, ...]) -> Nation:
    """The nation by which a battery of troops with such counters fares: another's where theirs has no own (A25.53)."""
    named = nations().get(people(nationality, words))
    return nation(named.batteries_of if named is not None and named.batteries_of else nationality)


def draw_pile(nationality: str, where: Setting) -> DrawPile | None:
    """The Draw Pile of a battery of such troops, before what a scenario adds; None where the nation has no batteries.

    >>> pile = draw_pile("finnish", Setting(date=(1940, 12)))
    >>> pile.black, pile.red, pile.plentiful
    (6, 3, False)
    """
    lines = battery_nation(nationality, where.words).draw_piles
    return next((line for line in lines if line.holds(where)), None)


def accuracy(nationality: str, where: Setting) -> Accuracy:
    """With which dr a battery of such troops is Accurate."""
    lines = (*battery_nation(nationality, where.words).accuracy, *_file().accuracy)
    return next(line for line in lines if line.holds(where))


def trait_words(trait: Trait) -> str:
    """What a trait is called on a unit's card."""
    return _file().words[trait]


def natures(nationality: str, unit: Nature) -> tuple[TraitLine, ...]:
    """The traits that a unit of a nationality may have: those of every army, then those of its own."""
    return tuple(line for line in (*_file().traits, *nation(nationality).traits) if line.fits(unit))
