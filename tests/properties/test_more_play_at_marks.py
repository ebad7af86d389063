"""More play around the "?" of a vehicle: by Russians with MOL, Germans with Panzerfausts and Panzerschrecks, Americans
with canister and Bazookas, with charges that are set and prisoners; it reads as around a Dummy (A12.2, A12.11).
"""

from __future__ import annotations

import random
from collections import Counter
from typing import NamedTuple

import pytest

from .test_play_at_marks import AROUND, COVER, NEAR, PHASES, played

TEXT = """
version = 1
[[case]]
title = "play around a ?"
profile = "full"
phase = "{phase}"
attacker = "{attacker}"
whole_turn = true
sides = ["{own} elr 3{also}", "{other} elr 3"]
snipers = ["{own} 4 at A1", "{other} 4 at K10"]
year = {year}
month = 7
units = [{units}]
map = \"\"\"
{map}
\"\"\"
vehicles = [{vehicles}]
weapons = [{weapons}]
[[case.step]]
ask = "hex E5"
"""


class Army(NamedTuple):
    """What the viewer has, and who is under the "?"."""

    own: str
    year: int
    squads: tuple[str, ...]
    weapons: tuple[str, ...]
    guns: tuple[str, ...]
    other: str
    foes: tuple[str, ...]
    tanks: tuple[str, ...]
    ally: str = ""
    also: str = ""


GERMANS, TRUCK = ("4-6-7", "4-6-8", "2-4-7"), "opel_6700_blitz"
TANKS = ("pzkpfw_ivh", TRUCK, "marder_iii_t_h")
ARMIES = (
    Army(
        "russian",
        1944,
        ("6-2-8", "4-4-7", "5-2-7", "4-4-7", "6-2-8", "2-3-7", "4-2-6", "2-2-8"),
        ("HMG", "FT", "DC", "LMG", "DC", "ATR", "MMG"),
        ("76_2mm_p_obr_39",),
        "german",
        GERMANS,
        TANKS,
        "t_34_m41",
        " molotovs",
    ),
    Army(
        "german",
        1945,
        ("4-6-8", "8-3-8", "5-4-8", "4-4-7", "4-6-7", "2-4-8", "3-4-8", "2-2-8"),
        ("HMG", "FT", "DC", "LMG", "DC", "PSK", "MMG"),
        ("7_5cm_pak_40",),
        "russian",
        ("4-4-7", "6-2-8", "2-2-7"),
        ("t_34_m43", "zis_5", "su_76m"),
        "pzkpfw_ivh",
    ),
    Army(
        "american",
        1944,
        ("6-6-6", "7-4-7", "6-6-7", "6-6-6", "5-4-6", "3-4-6", "3-4-7", "2-2-7"),
        ("HMG", "DC", "MMG", "MMG", "BAZ44", "BAZ44", "MMG"),
        ("m3a1_37mm_at_gun", "m2a1_105mm_howitzer", "m1_81mm_mortar"),
        "german",
        GERMANS,
        TANKS,
    ),
)


def text(rng: random.Random) -> str:
    """A random position with the "?" of a vehicle in E5, and another far off."""
    army, here = rng.choice(ARMIES), rng.choice(COVER)
    own, other = army.own, army.other
    ground = [f"E5 {here}", "K9 woods"]
    ground += [f"{spot} {rng.choice(COVER)}" for spot in (*NEAR, *AROUND[:3]) if rng.random() < 0.5]
    if rng.random() < 0.4:
        ground.append(f"E5-E4 {rng.choice(['wall', 'hedge'])}")
    units = []
    for number, kind in enumerate(army.squads):
        how = rng.choice(("", "", "", " broken", " broken dm", " cx", " concealed", " pinned"))
        spot = rng.choice(NEAR[:6] if rng.random() < 0.5 else NEAR)
        units.append(f"R{number} {own} {kind} at {spot}{how}")
    beside = units[0].split(" at ")[1].split()[0]
    if rng.random() < 0.3:
        units[0] = f"R0 {own} {army.squads[0]} at {beside}"
        units.append(f"P0 {other} {army.foes[2]} prisoner of R0")
    units.append(f"L0 {own} 9-1 at {beside}{rng.choice(['', ' concealed', ' broken'])}")
    units.append(f"L1 {own} 8-0 at {rng.choice(NEAR)}")
    for number, kind in enumerate((*army.foes[:2], "8-1")):
        units.append(f"G{number} {other} {kind} at {rng.choice(AROUND)}{rng.choice(('', ' concealed', ' broken'))}")
    units.append(f"D0 {other} dummy at {rng.choice(AROUND)} concealed")
    off, kind = " off_road" if here in ("woods", "stone_building 1") else "", rng.choice(army.tanks)
    vehicles = [
        f"T {other} {kind} at E5 facing {rng.randrange(6)}{rng.choice(['', ' immobile'])} concealed{off}",
        f"W {other} {army.tanks[1]} at K9 facing 1 concealed off_road",
    ]
    if army.ally and rng.random() < 0.5:
        spot, how = rng.choice(("G6", "C5", "E3", "G5")), rng.choice(("", " ce", " motion"))
        vehicles.append(f"U {own} {army.ally} at {spot} facing {rng.randrange(6)}{how}")
    weapons = [f"w{number} {own} {kind} held by R{number}" for number, kind in enumerate(army.weapons)]
    weapons.append(f"g {own} {rng.choice(army.guns)} held by R7 facing {rng.randrange(6)}")
    if army.weapons[2] == "DC" and rng.random() < 0.4:
        weapons[2] = f"w2 {own} DC set at E5 by R2"
    quoted = [", ".join(f'"{one}"' for one in found) for found in (units, vehicles, weapons)]
    attacker, phase = rng.choice((own, own, other)), rng.choice(PHASES)
    return TEXT.format(
        phase=phase,
        attacker=attacker,
        own=own,
        other=other,
        also=army.also,
        year=army.year,
        units=quoted[0],
        vehicles=quoted[1],
        weapons=quoted[2],
        map="\n".join(ground),
    )


FEW, MANY = range(6), range(1_000, 1_300)


@pytest.mark.slow
def test_play_by_other_armies_reads_as_around_a_dummy() -> None:
    assert sum(sum(played(f"armies {number}", text).values()) for number in FEW) > 30


@pytest.mark.soak
def test_much_play_by_other_armies_reads_as_around_a_dummy() -> None:
    done = sum((played(f"armies {number}", text) for number in MANY), Counter[str]())
    assert done["Panzerfaust"]
    assert done["Molotov"]
    assert sum(done.values()) > 2_000, done
