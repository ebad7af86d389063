"""The fates of men under a shot of ordnance by the tables alone: nothing of the rules, of play or the odds is asked.

The game is that of the Starter Kit, which has no Heat of Battle; one leader at most stands in a stack.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Literal, NamedTuple

from goodorder.data.catalogue import catalogue
from goodorder.data.charts import ammunition, ift, to_hit
from goodorder.data.charts.ift import FireResult
from goodorder.data.charts.tables import wounds
from goodorder.data.charts.to_hit import Colour
from goodorder.data.counters.armament import Date
from goodorder.data.counters.personnel import UnitType

PAIRS = tuple(product(range(1, 7), repeat=2))
DICE = range(1, 7)
ELR = 3


class MenRow(NamedTuple):
    """A shot at the men of H5; by hand: range, DRM of the To Hit DR, of the IFT DR after a hit and a Critical Hit.

    ``manned``: the men serve a Gun, which a Critical Hit destroys with them.
    """

    gun: str
    ammo: Literal["HE", "AP", "APCR", "HEAT", "smoke", "WP"]
    shot: Literal["infantry", "area"]
    men: tuple[str, ...]
    range: int
    drm: int = 0
    effect: int = 0
    critical: int = 0
    map: str = ""
    firer: str = ""
    target: str = ""
    aim: str = ""
    manned: str = ""
    colour: Colour = "black"
    year: int = 1943


class Man(NamedTuple):
    """A unit under fire, and what has become of it."""

    kind: UnitType
    reduced: bool = False
    broken: bool = False
    replaced: bool = False
    pinned: bool = False
    wounded: bool = False
    dead: bool = False

    @property
    def word(self) -> str:
        if self.dead:
            return "eliminated"
        marks = ("reduced", "broken", "replaced", "pinned", "wounded")
        return ", ".join(mark for mark in marks if getattr(self, mark)) or "unharmed"

    @property
    def morale(self) -> int:
        return (self.kind.broken_morale if self.broken else self.kind.morale) - self.wounded

    @property
    def leadership(self) -> int:
        return (self.kind.leadership or 0) + self.wounded


Stack = tuple[Man, ...]
Shares = dict[Stack, Fraction]


def fates(row: MenRow) -> tuple[dict[str, Fraction], ...]:
    """Of each unit of the row the chance of each fate."""
    unhurt = tuple(Man(catalogue().unit(id)) for id in row.men)
    found: Shares = {}
    for struck, chance in struck_by(row).items():
        if struck == "miss":
            add(found, unhurt, chance)
        elif struck == "critical":
            for chosen, share in selection(len(unhurt), 1).items():
                for stack, p in effect(row, unhurt, chosen, twice=False).items():
                    add(found, stack, chance * share * p)
        else:
            for stack, p in effect(row, unhurt, (), twice=struck == "two hits").items():
                add(found, stack, chance * p)
    told: tuple[dict[str, Fraction], ...] = tuple({} for _ in unhurt)
    for stack, p in found.items():
        for man, of_one in zip(stack, told, strict=True):
            of_one[man.word] = of_one.get(man.word, Fraction(0)) + p
    return told


def add(found: Shares, stack: Stack, p: Fraction) -> None:
    found[stack] = found.get(stack, Fraction(0)) + p


def struck_by(row: MenRow) -> dict[str, Fraction]:
    """The chances of a miss, a hit, two hits and a Critical Hit (C3.3, C3.6 to C3.8)."""
    gun, table = catalogue().gun(row.gun), to_hit()
    caliber = gun.caliber or 0
    number = table.basic(row.shot, row.range, row.colour).number
    number += table.barrel_change(gun.barrel, row.range).number
    number += table.ammunition_change(row.ammo, row.range).number
    number += sum(cell.number for cell in table.caliber_changes(caliber, row.range))
    depletion = gun.shells(Date(row.year, 6)).get(row.ammo)
    found = dict.fromkeys(("miss", "hit", "two hits", "critical"), Fraction(0))
    for white, colored in PAIRS:
        original, final = white + colored, white + colored + row.drm
        if depletion is not None and original > depletion:
            words = ["miss"] * 6
        elif original == 2 and final > number:
            words = ["critical", "hit", "hit", "miss", "miss", "miss"]
        elif final > number:
            words = ["miss"] * 6
        elif row.shot == "area":
            alone = final == number
            words = ["hit"] * 6 if original > 2 else ["critical", *["hit" if alone else "critical"] * 5]
        elif 2 * final < number:
            words = ["critical"] * 6
        elif original == 2:
            words = ["critical" if dr == 1 or 2 * dr <= number else "hit" for dr in DICE]
        else:
            words = ["hit"] * 6
        if white == colored and 15 <= caliber <= 40 and row.shot == "infantry" and final <= number:
            words = ["two hits" if word == "hit" else word for word in words]
        for word in words:
            found[word] += Fraction(1, 216)
    return found


def effect(row: MenRow, stack: Stack, chosen: tuple[int, ...], *, twice: bool) -> Shares:
    """The IFT DR: who is chosen has the Critical Hit, everybody else the common one (C3.71, C3.74)."""
    if chosen and row.manned:
        return {tuple(man._replace(dead=True) for man in stack): Fraction(1)}
    rolls = [sum(pair) for pair in PAIRS]
    if twice:
        rolls = [min(one, other) for one, other in product(rolls, repeat=2)]
    others = tuple(place for place in range(len(stack)) if place not in chosen)
    found: Shares = {}
    for roll in sorted(set(rolls)):
        now: Shares = {stack: Fraction(rolls.count(roll), len(rolls))}
        checks: dict[int, FireResult] = {}
        for places, critical in ((chosen, True), (others, False)):
            if places:
                result = result_of(row, roll, critical=critical)
                now = losses(now, places, result)
                checks |= dict.fromkeys(places, result)
        for end, p in shaken(checked(now, checks), stack).items():
            add(found, end, p)
    return found


def result_of(row: MenRow, roll: int, *, critical: bool) -> FireResult:
    """What the IFT has for an Original DR; the FP of a Critical Hit above the last column is Heavy Payload (C.7)."""
    table, caliber = ift(), catalogue().gun(row.gun).caliber or 0
    if row.ammo == "HE":
        printed = table.he_firepower(caliber)
        assert printed is not None
        fp = Fraction(printed.number)
    elif row.ammo == "HEAT":
        shaped = ammunition().heat_fp(caliber)
        assert shaped is not None
        fp = Fraction(shaped.number)
    else:
        fp = Fraction(ammunition().ap_fp(caliber if row.ammo == "AP" else 0).number)
    if not critical:
        column = table.column(fp / 2 if row.shot == "area" else fp)
        if column is None:
            return FireResult("NONE")
        bare = table.result(column, roll)
        if row.manned and bare.kind in ("KIA", "K"):
            return FireResult("KIA", 1)  # a Direct Hit: no gunshield helps, and the crew falls with its Gun (C11.4)
        return table.result(column, roll + row.effect)
    heavy = table.heavy_payload
    above = max(0, int(2 * fp - table.columns[-1]) // heavy.fp) * heavy.drm
    column = table.column(2 * fp)
    assert column is not None
    return table.result(column, roll + row.critical + above)


def losses(now: Shares, places: tuple[int, ...], result: FireResult) -> Shares:
    """Who falls at once by KIA and K/ (A7.301, A7.302)."""
    if result.kind not in ("KIA", "K"):
        return now
    found: Shares = {}
    count = result.number if result.kind == "KIA" else 1
    for stack, p in now.items():
        for chosen, share in selection(len(places), count).items():
            hit = {places[place] for place in chosen}
            ways: list[tuple[Stack, Fraction]] = [((), p * share)]
            for place, man in enumerate(stack):
                if place not in places:
                    outcomes = [(man, Fraction(1))]
                elif result.kind == "KIA":
                    fallen = man._replace(dead=True) if place in hit else man._replace(broken=True)
                    outcomes = [(fallen, Fraction(1))]
                else:
                    outcomes = list(reduced(man)) if place in hit else [(man, Fraction(1))]
                ways = [((*before, after), q * r) for before, q in ways for after, r in outcomes]
            for end, q in ways:
                add(found, end, q)
    return found


def selection(men: int, count: int) -> dict[tuple[int, ...], Fraction]:
    """Random Selection (A.9): the highest dr are chosen, and all that equal the last of them."""
    found: dict[tuple[int, ...], Fraction] = {}
    for drs in product(DICE, repeat=men):
        least = sorted(drs, reverse=True)[min(count, men) - 1]
        chosen = tuple(place for place, dr in enumerate(drs) if dr >= least)
        found[chosen] = found.get(chosen, Fraction(0)) + Fraction(1, 6**men)
    return found


def reduced(man: Man) -> Iterator[tuple[Man, Fraction]]:
    """Casualty Reduction (A7.302): a squad becomes a half-squad, a leader is wounded or dies (A17.11)."""
    if man.kind.kind == "leader":
        dies = Fraction(sum(wounds().eliminates(dr + man.wounded) for dr in DICE), 6)
        yield man._replace(dead=True), dies
        yield man._replace(wounded=True), 1 - dies
    elif man.kind.half_squad is not None and not man.reduced:
        yield man._replace(kind=catalogue().unit(man.kind.half_squad), reduced=True), Fraction(1)
    else:
        yield man._replace(dead=True), Fraction(1)


def checked(now: Shares, results: dict[int, FireResult]) -> Shares:
    """The checks of those who live, a leader's before all others', whom it helps then (A7.303 to A7.305, A10.2).

    A leader whom a K has wounded makes none.
    """
    for first in (True, False):
        for place, result in results.items():
            found: Shares = {}
            for stack, p in now.items():
                man = stack[place]
                spared = result.kind == "KIA" or (result.kind == "K" and man.wounded)
                if man.dead or (man.kind.kind == "leader") != first or spared:
                    add(found, stack, p)
                    continue
                help = min((0 if first else other.leadership for other in stack if leads(other)), default=0)
                for after, q in check(man, result, help):
                    add(found, (*stack[:place], after, *stack[place + 1 :]), p * q)
            now = found
    return now


def leads(man: Man) -> bool:
    """Whether a leader helps the checks of others: neither broken nor pinned (A10.21, A7.831)."""
    return man.kind.kind == "leader" and not (man.dead or man.broken or man.pinned)


def shaken(now: Shares, before: Stack) -> Shares:
    """The checks for a leader lost, or for one who broke, of all whose Morale Level is now below his (A10.2).

    His modifier is reversed; a passed check pins nobody (A7.8).
    """
    for place, leader in enumerate(before):
        if leader.kind.kind != "leader":
            continue
        number, found = max(0, -leader.leadership), Shares()
        for stack, p in now.items():
            ways: list[tuple[Stack, Fraction]] = [((), p)]
            for man in stack:
                ends = [(man, Fraction(1))]
                if not man.dead and man.morale < leader.morale:
                    if stack[place].dead:
                        ends = list(check(man, FireResult("MC", number), 0, pins=False))
                    elif stack[place].broken and not (man.broken or man.pinned):
                        ends = list(check(man, FireResult("PTC"), number))
                ways = [((*done, after), q * r) for done, q in ways for after, r in ends]
            for end, q in ways:
                add(found, end, q)
        now = found
    return now


def check(man: Man, result: FireResult, help: int, *, pins: bool = True) -> Iterator[tuple[Man, Fraction]]:
    """A man's PTC or MC: a DR of exactly the number pins, one too high breaks, by more than the ELR replaces too.

    A broken man who fails suffers Casualty Reduction, by an Original 12 he falls (A10.3, A10.31).
    """
    if result.kind == "NONE":
        yield man, Fraction(1)
        return
    for pair in PAIRS:
        original, p = sum(pair), Fraction(1, 36)
        if result.kind == "PTC":
            yield (man._replace(pinned=True) if original + help > man.morale else man), p
            continue
        over = original + help + result.number - man.morale
        if man.broken and original == 12:
            yield man._replace(dead=True), p
        elif man.broken and over > 0:
            for after, share in reduced(man):
                yield after, p * share
        elif over > 0 or original == 12:
            broken = man._replace(broken=True, pinned=False)
            if over > ELR and man.kind.replacement is not None and not man.kind.underlined_morale:
                broken = broken._replace(kind=catalogue().unit(man.kind.replacement), replaced=True)
            if original == 12:
                for after, share in reduced(broken):
                    yield after, p * share
            else:
                yield broken, p
        else:
            yield (man._replace(pinned=True) if over == 0 and pins and not man.broken else man), p
