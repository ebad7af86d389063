"""Shots of every kind of ammunition, aspect and target type, each with the chances that are told of it."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from math import sqrt
from typing import NamedTuple

from goodorder import odds
from goodorder.core import engine
from goodorder.core.actions import Action, Fire, Panzerfaust
from goodorder.core.dice import Roll
from goodorder.core.notation import parse
from goodorder.core.state import ON_MAP, State
from goodorder.odds.fate import fate
from goodorder.odds.vehicle import vehicle_fate
from goodorder.play.cases.model import Case
from goodorder.play.cases.position import build
from goodorder.play.cases.reader import parse_cases
from goodorder.play.cases.start import import_flow, start_frames
from goodorder.rules.c_ordnance.panzerfaust import in_hand
from tests.rules.a11_close_combat.fights import begin

import_flow()

Chances = dict[str, Fraction]
Reader = Callable[[State, State], tuple[str, ...]]
"""What came of a shot, in words, by the positions before and after it."""

FIELD = '''
version = 1
[[case]]
title = "a shot"
profile = "{profile}"
year = {year}
phase = "PFPh"
attacker = "{attacker}"
map = """
size 14x12
C7 stone_building
D4 wooden_building
E7 woods
G7 wooden_building 2
"""
units = [{units}]
weapons = [{weapons}]
vehicles = [{vehicles}]
[[case.step]]
ask = "hex A1"
'''


class Shot(NamedTuple):
    """A shot: its action, what stands on the map; of a Panzerfaust the chance by hand that one is there."""

    action: str
    units: tuple[str, ...]
    weapons: tuple[str, ...] = ()
    vehicles: tuple[str, ...] = ()
    year: int = 1943
    profile: str = "full"
    ready: Fraction = Fraction(1)


def _listed(words: tuple[str, ...]) -> str:
    return ", ".join(f'"{one}"' for one in words)


def made(shot: Shot) -> tuple[State, Action]:
    """The position of a shot and the action that declares it."""
    text = FIELD.format(
        profile=shot.profile,
        year=shot.year,
        attacker=(shot.units if shot.units[0].startswith("A ") else shot.vehicles)[0].split()[1],
        units=_listed(shot.units),
        weapons=_listed(shot.weapons),
        vehicles=_listed(shot.vehicles),
    )
    [case] = parse_cases(text, "shot")
    assert isinstance(case, Case), case
    at = build(case)
    return at.state, parse(shot.action, at.names)


def told(st: State, action: Action, ready: Fraction = Fraction(1)) -> tuple[Reader, Chances]:
    """What the odds tell of a shot: how what came of it is read, and the chance of each word."""
    if isinstance(action, Panzerfaust):
        then, action = in_hand(st, action)
    else:
        then = st
    assert isinstance(action, Fire)
    if action.gun:
        return gun_words(action.gun), odds.gun(then, action)
    if action.vehicle:
        found = odds.vehicle(then, action)
        known = {word: chance * ready for word, chance in found.fates.items()} | {"crew": found.crew * ready}
        known["no effect"] = known.get("no effect", Fraction(0)) + 1 - ready
        return vehicle_words(action.vehicle), known
    fates = odds.attack(then, action).fates
    known = {}
    for unit, of_one in fates.items():
        for what, chance in of_one:
            known[f"{unit} {what}"] = chance * ready
        spared = f"{unit} unharmed"
        known[spared] = known.get(spared, Fraction(0)) + 1 - ready
    return unit_words(tuple(fates)), known


def vehicle_words(vehicle: int) -> Reader:
    """The fate of a vehicle, and ``crew`` where one got out."""

    def read(before: State, after: State) -> tuple[str, ...]:
        out = any(unit >= before.next_id and one.place == ON_MAP for unit, one in after.units.items())
        return (vehicle_fate(before.vehicles[vehicle], after.vehicles[vehicle]), *(("crew",) if out else ()))

    return read


def unit_words(units: tuple[int, ...]) -> Reader:
    """The fate of each of some units."""
    return lambda before, after: tuple(f"{unit} {fate(before, after, unit)}" for unit in units)


def gun_words(gun: int) -> Reader:
    """What became of a Gun."""

    def read(before: State, after: State) -> tuple[str, ...]:
        now = after.weapons.get(gun)
        if now is None or now.place != before.weapons[gun].place:
            return ("destroyed",)
        return ("malfunctions" if now.malfunctioned else "no effect",)

    return read


class Node:
    """A position of a shot: what it waits for, and the positions that faces have led to."""

    def __init__(self, st: State) -> None:
        asked = engine.pending(st)
        self.st = st
        self.dice = len(asked.dice) if isinstance(asked, Roll) else 0
        self.on: dict[tuple[int, ...], Node] = {}
        self.words: tuple[str, ...] = ()


def played(st: State, action: Action, read: Reader, times: int, seed: int) -> Counter[str]:
    """How often each word was true when a shot was played out so many times with random faces.

    The engine answers alike whenever the same faces follow each other, so what it answered once is kept.
    """
    rng, found = random.Random(seed), Counter[str]()
    asked, _ = begin(st, *start_frames(st))
    first = Node(engine.answer(asked, action)[0])
    for _ in range(times):
        here = first
        while here.dice:
            faces = tuple(rng.randint(1, 6) for _ in range(here.dice))
            if faces not in here.on:
                here.on[faces] = Node(engine.answer(here.st, faces)[0])
            here = here.on[faces]
        here.words = here.words or read(st, here.st)
        found.update(here.words)
    return found


def farthest(known: Chances, found: Counter[str], times: int) -> tuple[float, str]:
    """By how many standard errors a word came more or less often than told, of the word that is farthest off."""
    assert set(found) <= {word for word, chance in known.items() if chance}, (found, known)
    worst = (0.0, "")
    for word, chance in known.items():
        p = float(chance)
        if 0 < p < 1:
            worst = max(worst, (abs(found[word] - p * times) / sqrt(p * (1 - p) * times), word))
        else:
            assert found[word] == p * times, (word, found[word], p)
    return worst


CREW = "A german 2-2-8 at C3"
PAK = "g german 7_5cm_pak_40 held by A facing 3"
T34 = "T russian t_34_m43 at H5 facing 2"

SHOTS = {
    "HE of a Gun at a squad in the open": Shot(
        "fire A/g at C6 shot infantry HE", (CREW, "X russian 4-4-7 at C6"), (PAK,)
    ),
    "HE of a Gun at a stack with a leader": Shot(
        "fire A/g at C6 shot infantry HE",
        (CREW, "X russian 4-4-7 at C6", "Y russian 4-2-6 at C6 broken", "L russian 8-1 at C6"),
        (PAK,),
    ),
    "HE at men in a stone building": Shot(
        "fire A/g at C7 shot infantry HE", (CREW, "X russian 4-4-7 at C7", "Y russian 4-4-7 at C7"), (PAK,)
    ),
    "two hits of a small Gun": Shot(
        "fire A/g at C6 shot infantry HE",
        (CREW, "X russian 4-4-7 at C6", "Y russian 4-4-7 at C6"),
        ("g german 3_7cm_pak_35_36 held by A facing 3",),
    ),
    "AP at a manned Gun": Shot(
        "fire A/g at C7 shot infantry AP",
        (CREW, "X russian 2-2-8 at C7"),
        (PAK, "h russian 45mm_ptp_obr_32 held by X facing 0"),
    ),
    "APCR that may not be there at Infantry": Shot(
        "fire A/g at C7 shot infantry APCR", (CREW, "X russian 4-4-7 at C7"), (PAK,), year=1942
    ),
    "HEAT at men in a building": Shot(
        "fire A/g at C7 shot infantry HEAT",
        (CREW, "X russian 4-4-7 at C7", "L russian 8-1 at C7"),
        ("g german 7_5cm_leig_18 held by A facing 3",),
    ),
    "HE of a Gun at an area": Shot(
        "fire A/g at C6 shot area HE", (CREW, "X russian 4-4-7 at C6", "L russian 8-0 at C6"), (PAK,)
    ),
    "HE of an infantry Gun at an area": Shot(
        "fire A/g at E7 shot area HE",
        ("A german 2-2-8 at E3", "X russian 4-4-7 at E7", "Y russian 6-2-8 at E7"),
        ("g german 15cm_sig_33 held by A facing 3",),
    ),
    "HE of a mortar in woods": Shot(
        "fire A/g at E7 shot area HE",
        ("A german 2-2-8 at E3", "X russian 4-4-7 at E7", "L russian 9-1 at E7"),
        ("g german 8cm_grw_34 held by A facing 3",),
    ),
    "HE of a mortar at a crew and its Gun": Shot(
        "fire A/g at G7 shot area HE",
        ("A german 2-2-8 at E3", "X russian 2-2-8 at G7", "Z russian 4-4-7 at G7"),
        ("g german 8cm_grw_34 held by A facing 3", "h russian 45mm_ptp_obr_32 held by X facing 5"),
    ),
    "HE of a light mortar": Shot(
        "fire A/g at E7 shot area HE",
        ("A german 4-6-7 at E3", "X russian 4-4-7 at E7"),
        ("g german MTR_light held by A",),
    ),
    "WP at a squad and a broken one": Shot(
        "fire A/g at C7 shot area WP",
        ("A american 2-2-7 at C3", "X german 4-6-7 at C7", "Y german 4-6-7 at C7 broken"),
        ("g american m1a1_75mm_pack_howitzer held by A facing 3",),
        year=1944,
    ),
    "HE of a tank at Infantry": Shot(
        "fire T/T.MA at G3 shot infantry HE",
        ("X russian 4-4-7 at G3", "L russian 8-1 at G3"),
        vehicles=("T german pzkpfw_ivh at D5 facing 1",),
    ),
    "a machine gun of a tank": Shot(
        "fire T/T.CMG at G3",
        ("X russian 4-4-7 at G3", "L russian 8-1 at G3"),
        vehicles=("T german pzkpfw_ivh at D5 facing 1",),
    ),
    "a Panzerschreck at men in a building": Shot(
        "fire A/p at D4 shot infantry HEAT",
        ("A german 4-6-7 at C4", "X russian 4-4-7 at D4", "Y russian 4-4-7 at D4"),
        ("p german PSK held by A",),
        year=1944,
    ),
    "a Bazooka at men in a building": Shot(
        "fire A/p at D4 shot infantry HEAT",
        ("A american 6-6-6 at C4", "X german 4-6-7 at D4"),
        ("p american BAZ44 held by A",),
        year=1944,
    ),
    "a flamethrower at men in a building": Shot(
        "fire A/f at D4",
        ("A german 5-4-8 at C4", "X russian 4-4-7 at D4", "L russian 8-1 at D4"),
        ("f german FT held by A",),
    ),
    "a Panzerfaust at men in a building": Shot(
        "panzerfaust A at D4 shot infantry HEAT",
        ("A german 4-6-7 at C4", "X russian 4-4-7 at D4", "Y russian 8-1 at D4"),
        year=1944,
        ready=Fraction(1, 3),
    ),
    "a Panzerfaust at a tank": Shot(
        "panzerfaust A at F5 vehicle T shot vehicle HEAT",
        ("A german 4-6-7 at E5", "R russian 4-4-7 at L9"),
        vehicles=("T russian t_34_m43 at F5 facing 2 turret 2",),
        year=1944,
        ready=Fraction(1, 2),
    ),
    "a Panzerschreck at a tank": Shot(
        "fire A/p at G5 vehicle T shot vehicle HEAT",
        ("A german 4-6-7 at E5", "R russian 4-4-7 at L9"),
        ("p german PSK held by A",),
        ("T russian t_34_m43 at G5 facing 2 turret 2",),
        year=1944,
    ),
    "a Bazooka at a tank": Shot(
        "fire A/p at F5 vehicle T shot vehicle HEAT",
        ("A american 6-6-6 at E5", "R german 4-6-7 at L9"),
        ("p american BAZ44 held by A",),
        ("T german pzkpfw_ivh at F5 facing 2",),
        year=1944,
    ),
    "a PIAT at the side of a tank": Shot(
        "fire A/p at F5 vehicle T shot vehicle HEAT",
        ("A british 4-5-7 at E5", "R german 4-6-7 at L9"),
        ("p british PIAT held by A",),
        ("T german pzkpfw_ivh at F5 facing 0",),
        year=1944,
    ),
    "an anti-tank rifle at an armored car": Shot(
        "fire A/r at F5 vehicle T shot vehicle AP",
        ("A russian 4-4-7 at D5", "R german 4-6-7 at L9"),
        ("r russian ATR held by A",),
        ("T german psw_222 at F5 facing 0 ce",),
        year=1942,
    ),
    "a machine gun at the rear of a halftrack": Shot(
        "fire A/m at C7 vehicle T shot vehicle AP",
        ("A russian 4-4-7 at C6", "R german 4-6-7 at L9"),
        ("m russian HMG held by A",),
        ("T german spw_251_1 at C7 facing 3",),
    ),
    "a machine gun at an unarmored rear": Shot(
        "fire A/m at C7 vehicle T shot vehicle AP",
        ("A russian 4-4-7 at C6", "R german 4-6-7 at L9"),
        ("m russian MMG held by A",),
        ("T german marder_ii at C7 facing 3 ce",),
    ),
    "small arms at a truck": Shot(
        "fire A at C5 vehicle T",
        ("A russian 4-4-7 at C3", "R german 4-6-7 at L9"),
        vehicles=("T german opel_6700_blitz at C5 facing 3",),
    ),
    "a flamethrower at a tank with an exposed crew": Shot(
        "fire A/f at H5 vehicle T",
        ("A german 5-4-8 at G5", "R russian 4-4-7 at L9"),
        ("f german FT held by A",),
        ("T russian t_34_m43 at H5 facing 1 turret 1 ce",),
    ),
    "a tank's gun at another's side": Shot(
        "fire T/T.MA at H5 vehicle U shot vehicle AP",
        ("R russian 4-4-7 at L9",),
        vehicles=("T german pzkpfw_ivh at D5 facing 2", "U russian t_34_m43 at H5 facing 0"),
    ),
    "APDS at a tank": Shot(
        "fire A/g at H5 vehicle T shot vehicle APDS",
        ("A british 2-2-8 at L5", "R german 4-6-7 at L9"),
        ("g british oqf_6_pounder_7_cwt held by A facing 5",),
        ("T german pzkpfw_vg at H5 facing 2",),
        year=1944,
    ),
    "HE by the area target type at a tank": Shot(
        "fire A/g at H5 vehicle T shot area HE",
        ("A german 2-2-8 at L5", "R russian 4-4-7 at L9"),
        ("g german 7_5cm_pak_40 held by A facing 5",),
        ("T russian t_26_m33 at H5 facing 2 ce",),
    ),
    "HE by the area target type at two tanks": Shot(
        "fire A/g at H5 vehicle T shot area HE",
        ("A german 2-2-8 at L5", "R russian 4-4-7 at L9"),
        ("g german 7_5cm_pak_40 held by A facing 5",),
        ("T russian t_26_m33 at H5 facing 2 ce", "U russian t_26_m33 at H5 facing 2"),
    ),
    "a mortar at a tank and the squad beside it": Shot(
        "fire A/g at H5 shot area HE",
        ("A german 2-2-8 at L5", "X russian 4-4-7 at H5", "R russian 4-4-7 at L9"),
        ("g german 8cm_grw_34 held by A facing 5",),
        ("T russian t_26_m33 at H5 facing 2",),
    ),
    "HE by the infantry target type at a truck by the pinned": Shot(
        "fire A/g at H5 vehicle T shot infantry HE",
        ("A german 2-2-8 at L5 pinned", "R russian 4-4-7 at L9"),
        ("g german 2cm_flak_38 held by A facing 5",),
        ("T russian zis_5 at H5 facing 2",),
    ),
    "HE by the infantry target type at a truck and the squad beside it": Shot(
        "fire A/g at H5 shot infantry HE",
        ("A german 2-2-8 at L5 pinned", "X russian 4-4-7 at H5", "R russian 4-4-7 at L9"),
        ("g german 2cm_flak_38 held by A facing 5",),
        ("T russian zis_5 at H5 facing 2",),
    ),
    "HE at one unattended Gun of two": Shot(
        "fire A/g at C7 gun h shot infantry HE",
        ("A german 2-2-8 at C2", "R russian 4-4-7 at L9"),
        (PAK, "h russian 45mm_ptp_obr_32 at C7 facing 0", "i russian 45mm_ptp_obr_32 at C7 facing 0"),
    ),
    "two hits at an unattended Gun": Shot(
        "fire A/g at C6 gun h shot infantry HE",
        ("A german 2-2-8 at C2", "R russian 4-4-7 at L9"),
        ("g german 2cm_flak_38 held by A facing 3", "h russian 45mm_ptp_obr_32 at C6 facing 0"),
    ),
}
