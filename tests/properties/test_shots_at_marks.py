"""Fire at the "?" of a vehicle reads to the firer's side like the same fire at a Dummy: numbers, dice, markers, views
(A12.2, A12.11), until the shot strikes what is there.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import islice, takewhile

import msgspec
import pytest

from goodorder.core import saving
from goodorder.core.actions import Action, Done, Fire, Molotov, Panzerfaust, ThrowCharge
from goodorder.core.dice import Roll
from goodorder.core.engine import answer, pending
from goodorder.core.frames import Choice
from goodorder.core.notation import parse
from goodorder.core.state import ON_MAP, State, Unit, Vehicle
from goodorder.core.view import asked_of, public_view, view
from goodorder.core.world import DUMMY
from goodorder.play.cases.model import Case
from goodorder.play.cases.playing import Play
from goodorder.play.cases.reader import parse_cases
from goodorder.play.log import lines
from goodorder.play.seen import roll_asked
from tests.support import loc

from .told import begun as start

FIRER = 0
TEXT = """
version = 1
[[case]]
title = "who fires at a ?"
profile = "full"
phase = "{phase}"
attacker = "{attacker}"
sides = ["russian", "german"]
year = 1944
units = [
  "A russian 6-2-8 at E3{pinned}", "B russian 2-2-8 at E8", "M russian 2-2-8 at C2", "N russian 5-2-7 at E7",
  "S russian 6-2-8 at E4", "L russian 9-1 at E3", "K german 4-6-7 at K10",{beside}
]
map = "E5 {terrain}"
markers = [{smoke}]
vehicles = ["T german {type} at E5 facing 1 concealed{off_road}", "U russian t_34_m41 at G6 facing 5"]
weapons = [
  "g russian 45mm_ptp_obr_32 held by B facing 0", "m russian 82mm_bm_obr_37 held by M facing 2",
  "f russian FT held by S", "d russian DC held by S", "w russian MMG held by A",
]
[[case.step]]
ask = "hex E5"
"""


def positions(phase: str, terrain: str, type: str, beside: str = "") -> tuple[State, State]:
    """A vehicle under a "?", and Dummies in its place; ``SMOKE`` is a wood in SMOKE, with a pinned firer before it;
    ``beside``: who else is in the hex.
    """
    off_road = "" if terrain == "open_ground" else " off_road"
    attacker = "german" if phase == "DFPh" else "russian"
    smoke, pinned = ('"smoke_grenade at E5"', " pinned") if terrain == "SMOKE" else ("", "")
    where = {"terrain": "woods" if smoke else terrain, "smoke": smoke, "pinned": pinned, "off_road": off_road}
    where["beside"] = beside
    return twins(TEXT.format(phase=phase, attacker=attacker, type=type, **where), beside)


def twins(text: str, beside: str = "") -> tuple[State, State]:
    """The position of a text, and the same with Dummies in place of the vehicle under a "?"."""
    [case] = parse_cases(text, "a position")
    assert isinstance(case, Case), case
    play = Play(case)
    play.begin()
    st = play.state
    [it] = [one for one in st.vehicles.values() if one.concealed]
    weapons = {key: one for key, one in st.weapons.items() if one not in st.weapons_of(it.id)}
    height = 0 if "concealed" in beside else 9  # lots are drawn in the order of the stack
    dummy = Unit(it.id, it.side, DUMMY, it.loc, ON_MAP, height, concealed=True, group=it.group)
    vehicles = {key: one for key, one in st.vehicles.items() if key != it.id}
    return st, st.with_(units={**st.units, it.id: dummy}, vehicles=vehicles, weapons=weapons)


def told(st: State) -> bytes:
    """A position as the firer's side and an onlooker are given it."""
    return saving.encode(view(st, FIRER)) + saving.encode(public_view(st))


def shots(st: State) -> list[Action]:
    """What the firer's side may fire at the "?"."""
    asked = pending(st)
    assert isinstance(asked, Choice) and asked.side == FIRER
    there, found = loc(st, "E5"), list[Action]()
    for _, action in islice(asked_of(st, asked)[1].menu.leaves(), 20_000):
        at = action.shot.target if isinstance(action, Molotov | Panzerfaust) else getattr(action, "target", -1)
        if at == there or (isinstance(action, ThrowCharge) and action.to == there):
            found.append(action)
    return found


def played(st: State, action: Action, throw: float, *first: tuple[int, ...]) -> tuple[State, list[bytes], bool]:
    """What is told of a shot by these dice, ``first`` before all others, and whether the "?" is still there at the
    end.
    """
    rng, found, given = random.Random(throw), list[bytes](), list(first)
    reply: Action | tuple[int, ...] = action
    for _ in range(30):
        after, events = answer(st, reply)
        found += [msgspec.json.encode(lines(st, after, events, viewer=FIRER)), told(after)]
        st, asked = after, pending(after)
        if not isinstance(asked, Roll):
            break
        found.append(msgspec.json.encode(roll_asked(st, asked, FIRER)))
        fits = bool(given) and len(given[0]) == len(asked.dice)
        reply = given.pop(0) if fits else tuple(rng.randint(1, 6) for _ in asked.dice)
    there = loc(st, "E5")
    counters: list[Unit | Vehicle] = [*st.units.values(), *st.vehicles.values()]
    masked = any(one.concealed and one.loc == there for one in counters)
    return st, found, masked


@pytest.mark.parametrize("type", ["pzkpfw_ivh", "opel_6700_blitz"])
@pytest.mark.parametrize("terrain", ["woods", "brush", "SMOKE"])
@pytest.mark.parametrize("phase", ["PFPh", "DFPh", "AFPh"])
def test_fire_at_the_mark_of_a_vehicle_reads_as_at_dummies(phase: str, terrain: str, type: str) -> None:
    begun = positions(phase, terrain, type)
    assert told(begun[0]) == told(begun[1])
    rng, kinds = random.Random(f"{phase} {terrain} {type}"), Counter[str]()
    first = shots(begun[0])
    assert first == shots(begun[1])
    for action in rng.sample(first, min(len(first), 40)):
        both, shot = begun, action
        for number in ("first", "second", "third"):
            throw = rng.random()
            (one, tale, there), (other, same, still) = (played(st, shot, throw) for st in both)
            if not there or not still:
                break
            assert tale == same, (action, shot, throw)
            kinds["gun" if isinstance(shot, Fire) and shot.ordnance else type_of(shot)] += 1
            kinds[number] += 1
            if not isinstance(pending(one), Choice) or not (then := shots(one)):
                break
            assert then == shots(other)
            both, shot = (one, other), rng.choice(then)
    assert kinds["Fire"] and kinds["gun"] and kinds["third"], kinds


MEN = (' "G german 4-6-7 at E5 concealed", "H german 8-1 at E5 concealed",', ' "G german 4-6-7 at E5",')


@pytest.mark.parametrize("type", ["pzkpfw_ivh", "opel_6700_blitz"])
@pytest.mark.parametrize("beside", MEN)
def test_lots_for_a_critical_hit_are_drawn_for_a_vehicle_under_a_mark_as_for_a_dummy(beside: str, type: str) -> None:
    begun, drawn = positions("PFPh", "woods", type, beside), 0
    guns = [one for one in shots(begun[0]) if isinstance(one, Fire) and one.ordnance]
    guns = [one for one in guns if isinstance(one, Fire) and one.ordnance and one.ordnance.target_type != "vehicle"]
    assert guns == [one for one in shots(begun[1]) if one in guns]
    rng = random.Random(f"{beside} {type}")
    for action in rng.sample(guns, min(len(guns), 4)):
        for kind in (1, 5):
            throw = rng.random()
            dice = [(1, 1), (kind,)] if action.ordnance and action.ordnance.target_type == "infantry" else [(1, 1)]
            (_, tale, _), (_, same, _) = (played(st, action, throw, *dice) for st in begun)
            before = [one for one in tale if b"Critical Hit" in one]
            drawn += bool(before)
            assert _until_found(tale) == _until_found(same), (action, throw)
    assert drawn


def _until_found(tale: list[bytes]) -> list[bytes]:
    """What is told until the results show who was under the "?"."""
    return list(takewhile(lambda one: b"attack at" not in one, tale))


def type_of(action: Action) -> str:
    """The kind of an action."""
    return type(action).__name__


BOTH = """
version = 1
[[case]]
title = "a shot at a Known unit and a ?"
profile = "full"
phase = "PFPh"
sides = ["russian", "german"]
year = 1944
units = [
  "B russian 2-2-8 at E8", "K german 4-6-7 at E5", "C german 4-6-7 at E5 concealed",
]
weapons = ["g russian 45mm_ptp_obr_32 held by B facing 0"]
map = "E5 woods"
[[case.step]]
ask = "hex E5"
"""


def test_the_dr_of_a_shot_at_a_known_and_a_concealed_target_is_told_whole() -> None:
    [case] = parse_cases(BOTH, "a position")
    assert isinstance(case, Case), case
    play = Play(case)
    play.begin()
    st, _ = answer(play.state, parse("fire B/g at E5 shot infantry", play.names))
    after, events = answer(st, (6, 5))
    [line] = [one for one in lines(st, after, events, viewer=FIRER) if one.dice]
    assert [die.face for die in line.dice] == [6, 5]


TRUCKS = """
version = 1
[[case]]
title = "two trucks"
profile = "full"
phase = "PFPh"
sides = ["russian", "german"]
year = 1944
units = ["A russian 6-2-8 at E3", "K german 4-6-7 at K10"]
map = "K9 woods"
vehicles = ["T german opel_6700_blitz at E5 facing 1", "W german {type} at K9 facing 1 concealed off_road"]
[[case.step]]
ask = "hex E5"
"""


def test_the_end_of_a_known_truck_is_told_alike_whatever_another_mark_hides() -> None:
    """Its name is its own in the words of that, and no "?" has it."""
    told = []
    for kind in ("opel_6700_blitz", "pzkpfw_ivh"):
        [case] = parse_cases(TRUCKS.format(type=kind), "a position")
        assert isinstance(case, Case), case
        play = Play(case)
        play.begin()
        st, _ = answer(play.state, parse("fire A at E5 vehicle T", play.names))
        after, events = answer(st, (1, 1))
        told.append([line.text for line in lines(st, after, events, viewer=FIRER)])
    assert told[0] == told[1]
    assert any("the vehicle" in text for text in told[0]), told


WP = """
version = 1
[[case]]
title = "WP at a ?"
profile = "full"
phase = "{phase}"
attacker = "{attacker}"
sides = ["american", "german"]
year = 1944
units = ["A american 6-6-6 at E3", "B american 2-2-7 at E8", "C american 2-2-7 at D9", "K german 4-6-7 at K10"]
weapons = ["g american m1_81mm_mortar held by B facing 0", "h american m2a1_105mm_howitzer held by C facing 0"]
map = "E5 {terrain}"
vehicles = ["T german {type} at E5 facing 1 concealed{off_road}"]
[[case.step]]
ask = "hex E5"
"""


@pytest.mark.parametrize("type", ["pzkpfw_ivh", "opel_6700_blitz"])
@pytest.mark.parametrize("terrain", ["woods", "brush"])
def test_wp_at_the_mark_of_a_vehicle_reads_as_at_dummies(terrain: str, type: str) -> None:
    off_road = " off_road" if terrain == "woods" else ""
    for phase, attacker in (("PFPh", "american"), ("DFPh", "german")):
        both = twins(WP.format(phase=phase, attacker=attacker, terrain=terrain, type=type, off_road=off_road))
        found = [one for one in shots(both[0]) if isinstance(one, Fire) and one.ordnance and one.ordnance.ammo == "WP"]
        assert found
        for action in found:
            for dice in ((1, 1), (1, 2), (2, 3), (5, 6), (6, 6)):
                (_, tale, there), (_, same, still) = (played(st, action, sum(dice), dice) for st in both)
                if there and still:
                    assert tale == same, (action, dice)
                else:  # the first roll is told alike, and that another follows
                    assert tale[:3] == same[:3], (action, dice)


TURNS = """
version = 1
[[case]]
title = "it may turn"
profile = "full"
phase = "PFPh"
whole_turn = true
sides = ["german", "russian"]
units = ["K german 4-6-7 at K10 concealed", "A russian 4-4-7 at E9"{dummy}]
map = "E5 brush"
vehicles = [{vehicle}]
[[case.step]]
ask = "hex E5"
"""


def test_that_a_vehicle_under_a_mark_may_turn_is_asked_in_secret_without_an_order_of_battle() -> None:
    asked = []
    for dummy, vehicle in (
        ("", '"T german marder_iii_t_h at E5 facing 1 concealed"'),
        (', "T german dummy at E5"', ""),
    ):
        after, _ = answer(start(TURNS.format(dummy=dummy, vehicle=vehicle)).state, Done())
        asked.append(pending(after))
    first, second = asked
    assert isinstance(first, Choice)
    assert (first.rule, first.side, first.public) == ("D3.12", 0, False)
    assert not isinstance(second, Choice) or second.rule != "D3.12"
