"""The fates of a shot at a vehicle by the tables alone: nothing of the rules, the flow of play or the odds is asked."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import product
from typing import Literal, NamedTuple

from goodorder.data.catalogue import catalogue
from goodorder.data.charts import ammunition, ift, to_hit, to_kill
from goodorder.data.charts.to_hit import Colour
from goodorder.data.charts.to_kill import Facing, Shell, ToKillAmmo
from goodorder.data.counters.armament import Date
from goodorder.data.counters.guns import GunType

Aspect = Literal["hull", "turret"]
PAIRS = tuple(product(range(1, 7), repeat=2))
FRONT: Facing = "front"
SIDE: Facing = "side"
REAR: Facing = "rear"


class Row(NamedTuple):
    """A shot from a hex at a vehicle in H5; by hand: range, facings of hull and turret, DRM, morale of the crew."""

    gun: str
    ammo: ToKillAmmo
    target: str
    frm: str
    how: str
    hull: Facing
    turret: Facing
    range: int
    drm: int
    morale: int = 8
    year: int = 1943
    map: str = ""
    low: bool = False
    ce: bool = False
    colour: Colour = "black"


def oracle(row: Row) -> tuple[dict[str, Fraction], Fraction]:
    """Fates, and the chance that a crew gets out, by the tables alone."""
    gun = catalogue().gun(row.gun)
    fates: dict[str, Fraction] = {}
    crew = Fraction(0)
    for share, aspect, critical, twice in hits(row, gun):
        if not aspect:
            fates["no effect"] = fates.get("no effect", Fraction(0)) + share
            continue
        for word, p, out in killed(row, gun, aspect, critical, twice=twice):
            fates[word] = fates.get(word, Fraction(0)) + share * p
            crew += share * p * out
    return {word: p for word, p in fates.items() if p}, crew


def hits(row: Row, gun: GunType) -> Iterator[tuple[Fraction, Aspect | Literal[""], bool, bool]]:
    table = to_hit()
    number = table.basic("vehicle", row.range, row.colour).number
    number += table.barrel_change(gun.barrel, row.range).number
    number += sum(cell.number for cell in table.caliber_changes(gun.caliber or 0, row.range))
    own = "APCR" if gun.id == "german:2_8cm_spzb_41" else row.ammo
    number += table.ammunition_change(own, row.range).number
    depletion = gun_number(row, gun)
    one = Fraction(1, 36)
    for white, colored in PAIRS:
        original = white + colored
        aspect: Aspect = "turret" if colored < white else "hull"
        if depletion is not None and original > depletion:
            yield one, "", False, False
        elif original == 2:
            if 2 + row.drm > number:
                yield one / 6, "turret" if row.low else "hull", True, False
                yield one / 6, "turret", False, False
                yield one / 6, "" if row.low else "hull", False, False
                yield one / 2, "", False, False
            elif 3 + row.drm > number:
                yield one / 6, "turret" if row.low else "hull", True, False
                yield one * 5 / 6, "turret" if row.low else "hull", False, False
            else:
                yield one, "turret" if row.low else aspect, True, False
        elif original + row.drm > number or (row.low and aspect == "hull"):
            yield one, "", False, False
        else:
            yield one, aspect, False, white == colored and 15 <= (gun.caliber or 0) <= 40


def gun_number(row: Row, gun: GunType) -> int | None:
    return gun.shells(Date(row.year, 6)).get(row.ammo)


class Number(NamedTuple):
    final: int
    armored: bool


def final_number(row: Row, gun: GunType, aspect: Aspect, critical: bool) -> Number:
    kind, table = catalogue().vehicle(row.target), to_kill()
    ammo: ToKillAmmo = "APCR" if gun.id == "german:2_8cm_spzb_41" and row.ammo == "AP" else row.ammo
    shell = Shell(ammo, gun.caliber or 0, gun.barrel, gun.gun_maker)
    facing = row.hull if aspect == "hull" else row.turret
    factor = kind.armor_factor(aspect, facing)
    times = 2 if critical else 1
    if factor is None:
        cell = table.unarmored(shell)
        assert cell is not None
        return Number(times * cell.number, False)
    basic, change = table.basic(shell), table.range_change(shell, row.range)
    assert basic is not None and change is not None
    return Number(times * basic.number + change.number + (facing == REAR) - factor, True)


def fate_of(row: Row, number: Number, original: int, aspect: str) -> str:
    if original == 12:
        return "dud"
    red = catalogue().vehicle(row.target).brews_up
    if 2 * (original - red) <= number.final:
        return "burning"
    if original < number.final:
        return "destroyed"
    at, above = original == number.final, original == number.final + 1
    if not number.armored:
        return "immobilized" if at else ""
    if at or (above and row.ammo == "HE"):
        return "immobilized" if aspect == "hull" else "shocked"
    return "possible" if above else ""


def killed(
    row: Row, gun: GunType, aspect: Aspect, critical: bool, *, twice: bool
) -> Iterator[tuple[str, Fraction, Fraction]]:
    """(fate, chance, chance of a crew beside) of a hit."""
    number = final_number(row, gun, aspect, critical)
    if not twice:
        for white, colored in PAIRS:
            yield from crewed(row, gun, number, aspect, white + colored, Fraction(1, 36))
        return
    grave = ["burning", "destroyed", "shocked", "immobilized", "possible", "", "dud"]
    for white, colored in PAIRS:
        first = (number, aspect, white + colored)
        other: Aspect = "turret" if colored < white else "hull"
        second = final_number(row, gun, other, False)
        for pair in PAIRS:
            both = [first, (second, other, sum(pair))]

            def gravity(one: tuple[Number, str, int]) -> tuple[int, int]:
                word = fate_of(row, one[0], one[2], one[1])
                level = grave.index("shocked" if word == "immobilized" and one[0].armored else word)
                return (level, one[2] if word in ("", "dud") else 0)

            kept = min(both, key=gravity)
            yield from crewed(row, gun, kept[0], kept[1], kept[2], Fraction(1, 36**2))


def crewed(
    row: Row, gun: GunType, number: Number, aspect: str, original: int, p: Fraction
) -> Iterator[tuple[str, Fraction, Fraction]]:
    """What a To Kill DR comes to with the crew's checks."""
    kind = catalogue().vehicle(row.target)
    word = fate_of(row, number, original, aspect)
    was = row.how.split()
    if word == "burning":
        yield "burning", p, Fraction(0)
        return
    if word == "destroyed":
        least = (kind.crew_survival or 0) - ("shock" in was or "+1" in was)
        saved = kind.armed and not kind.survival_of_passengers
        yield "destroyed", p, below(least) if saved else Fraction(0)
        return
    worse = "+1" in was
    dazed = "shock" in was
    if word == "dud":
        yield "no effect", p, Fraction(0)
    elif word == "shocked":
        yield ("no effect" if dazed else "shocked"), p, Fraction(0)
    elif word == "immobilized" and not kind.armed:
        yield "destroyed", p, Fraction(0)
    elif word == "immobilized":
        now = "no effect" if "immobile" in was else "immobilized"
        yield from left(row, gun, number, original, p, already=now, check=True)
    elif word == "possible":
        out = Fraction(0) if dazed else 1 - below(row.morale - worse)
        if out:
            yield "shocked", p * out, Fraction(0)
        again = "immobile" in was and fate_of(row, number, 5, aspect) in ("burning", "destroyed", "shocked")
        yield from left(row, gun, number, original, p * (1 - out), already="no effect", check=again)
    else:
        again = "immobile" in was and fate_of(row, number, 5, aspect) in ("burning", "destroyed", "shocked")
        yield from left(row, gun, number, original, p, already="no effect", check=again)


def left(
    row: Row, gun: GunType, number: Number, original: int, p: Fraction, *, already: str, check: bool
) -> Iterator[tuple[str, Fraction, Fraction]]:
    """After the vehicle has lived: the TC to stay in it, then the Collateral Attack."""
    was = row.how.split()
    dazed, worse = "shock" in was, "+1" in was
    kind = catalogue().vehicle(row.target)
    stuck = already == "immobilized" or "immobile" in row.how.split()
    gone = 1 - below(row.morale - worse) if check and not dazed else Fraction(0)
    if gone:
        yield "abandoned", p * gone, Fraction(1)
    p *= 1 - gone
    if dazed or not kind.armed or not (row.ce or not number.armored):
        yield already, p, Fraction(0)
        return
    caliber = gun.caliber or 0
    if row.ammo == "HE":
        found = ift().he_firepower(caliber)
        fp = found.number if found is not None else 0
    elif row.ammo == "HEAT":
        shaped = ammunition().heat_fp(caliber)
        assert shaped is not None
        fp = shaped.number
    else:
        fp = ammunition().ap_fp(caliber if row.ammo == "AP" else 0).number
    column = ift().column(fp)
    result = ift().result(column, original + (2 if number.armored else 0)) if column is not None else None
    if result is None or result.kind in ("NONE", "PTC"):
        yield already, p, Fraction(0)
    elif result.kind == "MC":
        fails = 1 - below(min(row.morale - worse - result.number, 11))
        twelve = Fraction(1, 36)
        if number.armored:
            recall = kind.turret_type == "1MT" or worse
            worst = "abandoned" if stuck else "recalled"
            yield worst, p * (fails if recall else twelve), Fraction(int(stuck))
            if not recall:
                yield "stunned", p * (fails - twelve), Fraction(0)
        else:
            yield "abandoned", p * twelve, Fraction(0)
            yield "abandoned", p * (fails - twelve), Fraction(1)
        yield already, p * (1 - fails), Fraction(0)
    elif number.armored:
        yield ("abandoned" if stuck else "recalled"), p, Fraction(int(stuck))
    else:
        yield "abandoned", p, Fraction(0)


def below(most: int) -> Fraction:
    """The chance of a DR up to a number."""
    return Fraction(sum(sum(pair) <= most for pair in PAIRS), 36)
