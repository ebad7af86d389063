"""A Gun or vehicle with everything that the catalogue knows of it, as a client lays it out beside the counter.

It tells of a type, never of a counter: nothing in it depends on what a side has or hides.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import starmap

from msgspec.structs import replace

from goodorder.core.errors import Unreadable
from goodorder.data.catalogue import Catalogue, catalogue
from goodorder.data.charts.nations import troops
from goodorder.data.charts.to_hit import Shooter, to_hit
from goodorder.data.counters.armament import AmmoKind, Date
from goodorder.data.counters.guns import GunType
from goodorder.data.counters.vehicles import VehicleType

from .messages.answers import CardDoc, CardLine

SIZES = {"very small": "+2", "small": "+1", "normal": "±0", "large": "−1", "very large": "−2"}
"""Target sizes with their To Hit DRM (Case P)."""
TURRETS = {
    "T": "fast turret",
    "ST": "slow turret",
    "RST": "restricted slow turret",
    "1MT": "one-man turret",
    "NT": "no turret",
}
PLACES = {"bow": "bow", "coaxial": "coaxial", "aa": "anti-aircraft", "rear": "rear", "hull_rear": "hull rear"}
MOUNTS = {"T": "turns freely", "ST": "turns slowly", "NT": ""}

Fact = tuple[str, str, str]


def counter_card(type_id: str, date: Date) -> CardDoc:
    """The card of a Gun or vehicle at a date, by its type; Unreadable where the catalogue has no such one."""
    book = catalogue()
    title, facts = _read(book, type_id, date)
    lines = starmap(_line, (fact for fact in facts if fact[1]))
    return CardDoc(title=title, lines=tuple(lines))


def _read(book: Catalogue, type_id: str, date: Date) -> tuple[str, Iterator[Fact]]:
    if book.is_vehicle(type_id):
        vehicle = book.vehicle(type_id)
        return vehicle.name, _vehicle(vehicle, date)
    if book.is_gun(type_id):
        gun = book.gun(type_id)
        return gun.name, _gun(gun, date)
    raise Unreadable(f"no Gun or vehicle {type_id[:60]!r}")


def _line(label: str, value: str, rule: str) -> CardLine:
    return CardLine(label=label, value=value, rule=rule)


def _vehicle(kind: VehicleType, date: Date) -> Iterator[Fact]:
    yield "Type", kind.vehicle_type, "D1.1"
    red = " (red: it may fail as it starts)" if kind.red_mp else ""
    yield "MP", f"{kind.movement.mp}{red}, {kind.movement.kind}", "D1.1"
    if kind.movement.amphibious:
        yield "MP in water", str(kind.movement.amphibious), "D16"
    yield "Ground pressure", kind.ground_pressure, "D1.4"
    yield "Armor of the hull", _armor(kind.armor.hull) if kind.armor else "unarmored", "D1.6"
    if kind.armor and kind.armor.turret:
        bare = "; its rear unarmored" if kind.armor.unarmored_rear else ""
        yield (
            ("Armor of the turret" if kind.turret_type != "NT" else "Armor above"),
            _armor(kind.armor.turret) + bare,
            "D1.6",
        )
    yield "", "open-topped" if kind.open_topped else "", "D1.23"
    yield "Target size", f"{kind.target_size}: {SIZES[kind.target_size]} To Hit", "D1.7"
    yield "Turret", TURRETS[kind.turret_type], "D1.3"
    yield "Main Armament", _main_armament(kind), "D1.3"
    if kind.ma is not None and kind.ma.kind == "gun":
        yield from _numbers(Shooter(kind.nationality, kind.maker, date.year, "vehicle"))
    yield "Machine guns", ", ".join(f"{PLACES[place]} {fp} FP" for place, fp in kind.machine_guns.items()), "D1.8"
    yield "Ammunition", _shells(kind.shells(date)), "C8.9"
    dispensers = (f"{one.kind}{one.number or ''}" for one in kind.dispensers)
    yield "Smoke dispensers", ", ".join(dispensers), "D13"
    if kind.crew_survival is not None:
        burns = "; it burns easily" if kind.brews_up else ""
        yield "Crew Survival", f"{kind.crew_survival} or less{burns}", "D5.6"
    yield "Radio", "none" if kind.radioless else "", "D14"
    yield "Passengers", f"{kind.passenger_pp} PP" if kind.passenger_pp else "", "D6.1"
    yield "Towing number", f"T{kind.towing}" if kind.towing is not None else "", "C10.1"
    yield "Weight", f"{kind.weight:g} tons" if kind.weight else "", ""
    yield "BPV", str(kind.bpv or ""), ""


def _armor(factors: tuple[int, int]) -> str:
    return f"{factors[0]} front, {factors[1]} side and rear"


def _numbers(own_army: Shooter) -> Iterator[Fact]:
    """The colour of its Basic To Hit numbers; others fire it by red ones, or by their own nation's rule (A25, C5.8)."""
    peoples = [word for word, one in troops().items() if one.kind == "nation" and own_army.nationality in one.counters]
    chart = to_hit()
    usual, rule = chart.colour(own_army)
    others: dict[str, list[str]] = {}
    for word in peoples:
        colour, _ = chart.colour(replace(own_army, people=word))
        if colour != usual:
            others.setdefault(colour, []).append(troops()[word].name)
    besides = "".join(f"; {colour} for {', '.join(names)} troops" for colour, names in others.items())
    yield "To Hit numbers", f"{usual}, in its own army's hands{besides}", rule


def _main_armament(kind: VehicleType) -> str:
    ma = kind.ma
    if ma is None:
        return "none"
    words = [kind.bore or ma.kind]
    words += [f"ROF {kind.rate_of_fire}"] if kind.rate_of_fire else []
    words += [f"B{ma.breakdown}"] if ma.breakdown else []
    words += [f"{ma.ife} FP on the IFT"] if ma.ife else []
    words += ["mounted in the bow"] if ma.mount == "bow" else ["points to the rear"] if ma.mount == "rear" else []
    words += [f"range {ma.range_min or 0} to {ma.range_max}"] if ma.range_max else []
    return ", ".join(words)


def _shells(found: Mapping[AmmoKind, int | None]) -> str:
    return ", ".join(f"{ammo} {number} or less" if number is not None else ammo for ammo, number in found.items())


def _gun(kind: GunType, date: Date) -> Iterator[Fact]:
    yield "Type", f"{kind.gun_type} Gun", "C2.1"
    yield "Caliber", f"{kind.caliber:g}{kind.barrel or ''}", "C2.2"
    yield "ROF", str(kind.rate_of_fire or "none"), "C2.24"
    yield "Breakdown", f"B{kind.breakdown_number}", "C2.28"
    yield "Repair", f"repaired on {kind.repair} or less, lost on {kind.removal} or more", "C2.28"
    yield "On the IFT", f"{kind.ife} FP" if kind.ife else "", "C2.29"
    yield "Range", f"{kind.range_min or 0} to {kind.range_max} hexes" if kind.range_max else "", "C2.25"
    yield "Manhandling number", f"M{kind.manhandling}", "C10.3"
    if kind.gun_type != "MTR":  # the Area Target Type knows no colour
        yield from _numbers(Shooter(kind.nationality, kind.maker, date.year, "gun"))
    yield "Target size", f"{kind.target_size}: {SIZES[kind.target_size]} To Hit", "C2.271"
    yield "Gunshield", "yes" if kind.has_gunshield else "none", "C11.5"
    yield "Mount", MOUNTS[kind.case_a_mount], "C2.3"
    flags = {
        "Quick Set Up": kind.qsu,
        "can't be moved": kind.no_move,
        "can't fire in the turn in which it moved": kind.rfnm,
        "no Indirect Fire": kind.no_indirect_fire,
        "no Acquisition": kind.no_acquisition,
    }
    yield "Besides", ", ".join(word for word, yes in flags.items() if yes), "C2"
    yield "Ammunition", _shells(kind.shells(date)), "C8.9"
    yield "BPV", str(kind.bpv or ""), ""
