"""Every counter replaced, hardened and broken, and every dated trait a month before and after its dates (A25)."""

from __future__ import annotations

from fractions import Fraction

from goodorder.data.catalogue import catalogue
from goodorder.data.charts import latw
from goodorder.data.charts.captured import Arm, captured
from goodorder.data.charts.nations import (
    EVER,
    Month,
    Nature,
    Setting,
    TraitLine,
    every_line,
    natures,
    order_lines,
    troops,
)
from goodorder.data.counters.armament import Date
from goodorder.data.counters.personnel import UnitType

RUNGS = ("elite", "1st_line", "2nd_line", "green", "conscript")


def counters() -> list[UnitType]:
    """Every unit of every nationality."""
    book = catalogue()
    return [unit for nationality in book.nationalities for unit in book.units(nationality)]


def rung(unit: UnitType) -> int:
    """Green and Conscript troops stand on one."""
    return min(RUNGS.index(unit.unit_class), 3) if unit.unit_class else -1


def month_of(text: str) -> Month:
    """The month of a text such as 10/43."""
    month, year = text.split("/")
    return 1900 + int(year), int(month)


def before(date: Month) -> Month:
    """The month before."""
    year, month = date
    return (year, month - 1) if month > 1 else (year - 1, 12)


def after(date: Month) -> Month:
    """The month after."""
    year, month = date
    return (year, month + 1) if month < 12 else (year + 1, 1)


def test_every_counter_that_is_replaced_becomes_a_lower_one_of_its_size_and_nation() -> None:
    book, seen = catalogue(), 0
    for unit in counters():
        if unit.replacement is None:
            continue
        lower = book.unit(unit.replacement)
        assert (lower.nationality, lower.kind) == (unit.nationality, unit.kind), unit.id
        assert lower.fp <= unit.fp and lower.range <= unit.range and lower.morale <= unit.morale, unit.id
        if unit.mmc:
            assert rung(lower) > rung(unit), unit.id
        chain = {unit.id}
        while lower.replacement is not None:
            assert lower.id not in chain, unit.id
            chain.add(lower.id)
            lower = book.unit(lower.replacement)
        seen += 1
    print(f"{seen} counters replaced")
    assert seen >= 100


def test_every_counter_that_hardens_becomes_a_better_one_of_its_size_and_nation() -> None:
    book, seen = catalogue(), 0
    for unit in counters():
        if unit.hardens_to is None:
            continue
        better = book.unit(unit.hardens_to)
        assert (better.nationality, better.kind) == (unit.nationality, unit.kind), unit.id
        assert better.fp >= unit.fp and better.range >= unit.range and better.morale >= unit.morale, unit.id
        if unit.mmc:
            late = unit.variant == "ss" and rung(better) == rung(unit)  # Elite all of them (A25.111)
            assert rung(better) < rung(unit) or late, unit.id
        seen += 1
    print(f"{seen} counters hardened")
    assert seen >= 100


def test_every_broken_side_is_within_two_of_the_unbroken_one_and_half_squads_one_below_their_squads() -> None:
    book, seen = catalogue(), 0
    for unit in counters():
        if unit.broken_morale:
            assert abs(unit.broken_morale - unit.morale) <= 2, unit.id
            seen += 1
        if unit.kind == "squad" and unit.half_squad and unit.broken_morale:
            half = book.unit(unit.half_squad)
            assert half.morale == unit.morale and half.broken_morale == unit.broken_morale - 1, unit.id
    print(f"{seen} broken sides")
    assert seen >= 200


def holds(line: TraitLine, date: Month) -> bool:
    """Whether a line holds at a date, for troops and against an enemy whom it is about."""
    foes = frozenset((*line.against[:1], *line.alone_against[:1]))
    return line.holds(Setting(line.of[:1], date, foes))


def test_every_dated_trait_begins_and_ends_with_its_month() -> None:
    dated = [line for line in every_line() if not line.always]
    first = [line for line in dated if line.since > (0, 0)]
    last = [line for line in dated if line.until < (9999, 12)]
    assert first and last
    for line in first:
        assert holds(line, line.since) and not holds(line, before(line.since)), line
    for line in last:
        assert holds(line, line.until) and not holds(line, after(line.until)), line
    print(f"{len(first) + len(last)} dates of traits")


def test_every_dated_troop_begins_with_its_month() -> None:
    dated = {word: one for word, one in troops().items() if one.since > (0, 0)}
    assert dated
    for word, one in dated.items():
        assert one.at(one.since) and not one.at(before(one.since)), word
    print(f"{len(dated)} dates of troops")


def test_every_dated_line_of_orders_of_battle_begins_and_ends_with_its_month() -> None:
    seen = 0
    for line in order_lines():
        for date, other, there in (
            (line.since, before(line.since), line.since > (0, 0)),
            (line.until, after(line.until), line.until < EVER),
        ):
            if there:
                assert line.allows(date) is not line.refused and not line.allows(other), line
                seen += 1
    print(f"{seen} dates of orders of battle")
    assert seen


def test_every_dated_weapon_begins_and_ends_with_its_month() -> None:
    """Shared weapons (A21.12), Panzerfausts, their ranges and supply (C13.3, A25.76, A25.85), other carried ones."""
    seen = 0
    for line in (*captured().shared, *captured().foreign):
        user, maker = (line.users or ("german",))[0], (line.makers or ("german",))[0]
        code = f"X{(line.endings or ('',))[0]}"
        arm = Arm(user, maker, code, (line.kinds or ("MMG",))[0], (line.classes or ("",))[0])
        for date, other, there in (
            (line.since, before(line.since), line.since > (0, 0)),
            (line.until, after(line.until), line.until < EVER),
        ):
            if there:
                assert line.fits(arm, Date(*date)) and not line.fits(arm, Date(*other)), line
                seen += 1
    book = latw()
    for army, has in book.panzerfaust.armies.items():
        start = month_of(has.since)
        assert book.panzerfaust.army(army, *start) and book.panzerfaust.army(army, *before(start)) is None, army
        for span in has.ranges:
            day = month_of(span.since)
            assert has.range(*day) == span.hexes != has.range(*before(day)), (army, span)
        for share in has.shots:
            day = month_of(share.since)
            assert has.shots_allowed(4, *day) == 4 * Fraction(share.times) != has.shots_allowed(4, *before(day)), army
        seen += 1 + len(has.ranges) + len(has.shots)
    for kind, first in book.first.items():
        for army, one in (("", first), *first.armies.items()):
            start = month_of(one.since)
            assert book.available(kind, *start, army=army) and not book.available(kind, *before(start), army=army), kind
            seen += 1
    print(f"{seen} dates of weapons")
    assert seen >= 15


def test_every_counter_has_the_traits_that_its_lines_give() -> None:
    seen = 0
    for unit in counters():
        lines = natures(unit.nationality, Nature(unit.kind, unit.code, unit.variant or "", unit.unit_class))
        always = {line.trait for line in lines if line.always}
        assert always <= unit.traits, unit.id
        assert tuple(line for line in lines if not line.always) == unit.conditional, unit.id
        seen += 1
    print(f"{seen} counters with their traits")
    assert seen >= 300
