"""Every counter replaced, hardened and broken, and every dated trait a month before and after its dates (A25)."""

from __future__ import annotations

from fractions import Fraction

from msgspec.structs import replace

from goodorder.core.actions import CloseCombat, Fire, Firer, Panzerfaust
from goodorder.core.state import State
from goodorder.data.catalogue import catalogue
from goodorder.data.charts import close_combat, heat_of_battle, latw
from goodorder.data.charts.captured import Arm, captured
from goodorder.data.charts.nations import (
    EVER,
    Month,
    Nature,
    Setting,
    TraitLine,
    accuracy,
    battery_lines,
    draw_pile,
    every_line,
    nations,
    natures,
    order_lines,
    troops,
)
from goodorder.data.counters.armament import Date
from goodorder.data.counters.personnel import UnitType
from goodorder.data.rules_index import entry
from goodorder.play.cases.model import Case
from goodorder.play.cases.position import build
from goodorder.play.cases.reader import parse_cases
from goodorder.rules.a11_close_combat.close_defense import KIND, usage_number
from goodorder.rules.a15_heat_of_battle import hardened_type
from goodorder.rules.a24_smoke import wp_refusal
from goodorder.rules.c_ordnance.magnetic_mines import mine_ledger, mine_refusal
from goodorder.rules.c_ordnance.panzerfaust import army_of, check_ledger
from goodorder.rules.c_ordnance.to_hit import number_colour

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


SQUADS = {
    "german": ("german", "german 4-6-7"),
    "finnish": ("finnish", "finnish 6-4-8"),
    "romanian": ("axis_minor troops romanian", "axis_minor 4-4-7"),
    "hungarian": ("hungarian", "hungarian 4-4-7"),
}
"""A side and a squad of each army with Panzerfausts or magnetic mines."""
FIRST = (1936, 1)
"""The first month of which a scenario may be."""


def position(date: Month, side: str, units: str, more: str = "") -> State:
    """A position of a month: a side and its enemy, who are Russians, or Germans for those."""
    foe = "german" if side == "russian" else "russian"
    head = f'version = 1\n[[case]]\ntitle = "t"\nprofile = "full"\nsides = ["{side}", "{foe}"]\n'
    head += f"year = {date[0]}\nmonth = {date[1]}\n"
    [case] = parse_cases(f'{head}units = [{units}]\n{more}\n[[case.step]]\nask = "hex A1"\n', "dates")
    assert isinstance(case, Case), case
    return build(case).state


def test_squads_have_grenades_of_white_phosphorus_from_the_year_of_their_nation_on() -> None:
    """The British from January 1944, the Americans at any date (A24.3, A25.34, A25.46)."""
    seen = never = 0
    for word in catalogue().nationalities:
        nation, squads = (
            nations()[word],
            [one for one in catalogue().units(word) if one.kind == "squad" and one.smoke >= 2],
        )
        if not squads:
            continue
        start = (nation.wp_from or 1946, 1)
        dates = [FIRST, (1945, 12)] if start <= FIRST or nation.wp_from is None else [before(start), start]
        for date in dates:
            st = position(date, word, f'"A {word} {squads[0].code} at C4"')
            [unit] = st.units.values()
            for kind in squads:
                may = date >= start and (not nation.wp_codes or kind.code in nation.wp_codes)
                assert (wp_refusal(st, replace(unit, type=kind.id)) is None) == may, (kind.id, date)
                seen, never = seen + may, never + (not may)
    assert nations()["british"].wp_from == 1944
    print(f"{seen} squads with WP at a date, {never} without")
    assert seen >= 10 and never >= 10


def test_russian_conscripts_harden_otherwise_up_to_december_1940() -> None:
    """To Riflemen then, unless SMG squads are with them (A25.211)."""
    early, book, seen = heat_of_battle().early, catalogue(), 0
    start = (early.before, 1)
    assert start == (1941, 1) and len(early.hardens) == 2
    for type, then in early.hardens.items():
        nationality, code = type.split(":")
        for date, becomes in ((before(start), then), (start, book.unit(type).hardens_to)):
            st = position(date, nationality, f'"A {nationality} {code} at C4"')
            assert hardened_type(st, next(iter(st.units.values()))) == becomes != type, (type, date)
            seen += 1
    assert all(book.unit(type).hardens_to != then for type, then in early.hardens.items())
    print(f"{seen} hardenings of Russian Conscripts")


def test_what_was_built_in_america_is_fired_with_red_numbers_up_to_december_1943() -> None:
    """Whoever's it is (A25.32)."""
    book, seen = catalogue(), 0
    for user in book.nationalities:
        built = [one for one in book.vehicles(user) if one.maker == "american" and one.ma and one.ma.kind == "gun"]
        built = [one for one in built if one.refusal is None][:9]
        if not built or user == "partisan":
            continue
        lines = ", ".join(f'"T{n} {user} {one.code} at {chr(65 + n)}4 facing 1"' for n, one in enumerate(built))
        for date, colour in (((1943, 12), "red"), ((1944, 1), "black")):
            st = position(date, user, "", f"vehicles = [{lines}]")
            arms = [(one, st.world.weapon_type(one.type)) for one in st.weapons.values()]
            guns = [one for one, kind in arms if kind.mount == "MA" and not kind.ift]
            assert len(guns) == len(built), user
            for gun in guns:
                assert number_colour(st, st.vehicles[gun.holder], gun) == colour, (gun.type, date)
                seen += 1
    print(f"{seen} colours of American-built Main Armament")
    assert seen >= 12


def test_panzerfausts_come_with_their_month_and_their_check_is_another_in_1945() -> None:
    """Better for Germans, worse for Romanians; the +1 of August and September 1943 is of no Panzerfaust that anybody
    may have (C13.3, C13.31, A25.85).
    """
    seen = 0
    for army, has in latw().panzerfaust.armies.items():
        start, year = month_of(has.since), (1945, 1)
        changes = {"german": {"german_1945"}, "romanian": {"romanian_1945"}}.get(army, set())
        side, squad = SQUADS[army]
        for date in (before(start), start, before(year), year):
            st = position(date, side, f'"A {squad} at C4", "X russian 4-4-7 at D4"')
            unit, foe = st.units.values()
            assert (army_of(st, unit) is None) == (date < start), (army, date)
            action = Panzerfaust(unit.id, Fire((Firer(unit.id, inherent=False),), foe.loc))
            of_date = {one.id for one in check_ledger(st, action).mods} - {"not_afv"}
            assert of_date == (changes if date >= year else set()), (army, date)
            seen += 1
    print(f"{seen} months of Panzerfausts")


def test_magnetic_mines_come_with_their_month_and_romanians_check_worse_before_1944() -> None:
    """Germans from January 1944, Romanians from July 1943 (C13.7, A25.87)."""
    seen, easy = 0, (1944, 1)
    armies = latw().atmm.armies
    assert {army: month_of(has.since) for army, has in armies.items()} == {"german": easy, "romanian": (1943, 7)}
    for army, has in armies.items():
        start, (side, squad) = month_of(has.since), SQUADS[army]
        for date in sorted({before(start), start, before(easy), easy}):
            st = position(date, side, f'"A {squad} at C4"', 'vehicles = ["T russian t_34_m43 at C4 facing 1"]')
            [unit], [tank] = st.units.values(), st.vehicles.values()
            refused = mine_refusal(st, CloseCombat((unit.id,), (tank.id,), atmm=unit.id))
            assert (refused is None) == (date >= start), (army, date)
            worse = mine_ledger(st, unit, tank).has("before_1944")
            assert worse == (army == "romanian" and start <= date < easy), (army, date)
            seen += 1
    print(f"{seen} months of magnetic mines")


def test_close_defense_weapons_are_there_from_july_1944_with_the_number_of_their_year() -> None:
    """Each vehicle that has one: none in June 1944, the first number in July and December, the second in January 1945
    (A11.622, D13.34).
    """
    first = close_combat().vehicle.close_defense
    assert (first.year, first.month) == (1944, 7)
    seen = twice = 0
    for kind in catalogue().vehicles("german"):
        numbers = [one.number for one in kind.dispensers if one.kind == KIND]
        if not numbers:
            continue
        for date, number in (
            ((1944, 6), 0),
            ((1944, 7), numbers[0]),
            ((1944, 12), numbers[0]),
            ((1945, 1), numbers[-1]),
        ):
            st = position(date, "german", "", f'vehicles = ["T german {kind.code} at C4 facing 1"]')
            assert usage_number(st, next(iter(st.vehicles.values()))) == number, (kind.code, date)
            seen += 1
        twice += len(numbers) == 2
    print(f"{seen} months of close defense weapons, {twice} of two numbers")
    assert twice >= 2


def test_every_dated_line_of_batteries_begins_and_ends_with_its_month() -> None:
    """Draw Piles and accuracy (A25.78, C1.211, C1.3)."""
    seen = 0
    for line in battery_lines():
        for date, other, there in (
            (line.since, before(line.since), line.since > (0, 0)),
            (line.until, after(line.until), line.until < EVER),
        ):
            if there:
                now, then = (Setting(line.of[:1], day, frozenset(line.against[:1])) for day in (date, other))
                assert line.holds(now) and not line.holds(then), line
                seen += 1
    print(f"{seen} dates of batteries")
    assert seen >= 4


CHITS = {
    "german": (8, 3),
    "russian": (5, 2),
    "american": (10, 3),
    "british": (8, 2),
    "french": (6, 2),
    "italian": (7, 3),
    "axis_minor": (6, 3),
    "hungarian": (6, 3),
    "allied_minor": (6, 3),
    "japanese": (5, 2),
    "chinese": (5, 2),
}
"""Black and red chits of each nation's battery at any date (C1.211); those of the Finns hang on it."""


def pile_of(nationality: str, date: Month, *foes: str, words: tuple[str, ...] = ()) -> tuple[int, int, bool]:
    found = draw_pile(nationality, Setting(words, date, frozenset(foes)))
    assert found is not None and entry(found.rule)
    return found.black, found.red, found.plentiful


def test_every_nation_has_its_draw_pile() -> None:
    """Americans have Plentiful Ammunition (A25.33); Free French have British batteries (A25.53)."""
    for nationality, (black, red) in CHITS.items():
        for date in (FIRST, (1945, 12)):
            assert pile_of(nationality, date) == (black, red, nationality == "american"), nationality
    assert pile_of("free_french", (1944, 1)) == (8, 2, False)
    assert pile_of("british", (1944, 1), words=("free_french",)) == (8, 2, False)
    assert pile_of("american", (1944, 1), words=("free_french",)) == (8, 2, False)
    assert draw_pile("partisan", Setting()) is None
    assert CHITS.keys() | {"finnish", "free_french", "partisan"} == set(catalogue().nationalities)


def test_the_draw_pile_of_the_finns_grows_with_the_years() -> None:
    """Six black until 1940, seven from 1941; Plentiful Ammunition from 1943 on, but not against Germans (A25.78)."""
    assert pile_of("finnish", (1939, 11)) == pile_of("finnish", (1940, 12)) == (6, 3, False)
    assert pile_of("finnish", (1941, 1)) == pile_of("finnish", (1942, 12)) == (7, 3, False)
    assert pile_of("finnish", (1943, 1)) == pile_of("finnish", (1945, 12), "russian") == (8, 3, True)
    assert pile_of("finnish", (1944, 10), "german") == (7, 3, False)


def test_three_nations_are_accurate_with_a_two() -> None:
    """Germans, British, Free French, Americans; others with a 1 (C1.3), the Early War Doctrine never (A25.212)."""
    for nationality in catalogue().nationalities:
        best = 2 if nationality in ("german", "british", "free_french", "american") else 1
        assert accuracy(nationality, Setting()).dr == best, nationality
    assert accuracy("french", Setting(("free_french",))).dr == 2
    doctrine = accuracy("russian", Setting(("early_war_doctrine",)))
    assert (doctrine.dr, doctrine.rule) == (0, "A25.212")


def test_russians_alone_dig_better() -> None:
    """Their attempts to entrench have a drm of -1 (A25.21)."""
    diggers = {word: one.entrenching for word, one in nations().items() if one.entrenching is not None}
    assert diggers.keys() == {"russian"}
    assert (diggers["russian"].drm, entry(diggers["russian"].rule).title) == (-1, "Russians dig")
