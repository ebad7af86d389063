"""Whole phases around the "?" of a vehicle read to its enemy like the same play around a Dummy (A12.2, A12.11): who is
asked what, menus, refusals, views, lines of the log, dice, until the "?" is lost.

Positions, answers and dice are random, and the same for both. Each side's own questions that only one of both positions
asks are answered with as little as can be; that they are asked is told to nobody, unless they are public.
"""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

import msgspec
import pytest

from goodorder.core import saving
from goodorder.core.actions import Action, Done
from goodorder.core.dice import Roll
from goodorder.core.engine import answer, pending
from goodorder.core.frames import Choice, Over
from goodorder.core.state import ON_MAP, State, Unit
from goodorder.core.view import asked_of, public_view, view
from goodorder.core.world import DUMMY
from goodorder.play.cases.model import Case
from goodorder.play.cases.playing import Play
from goodorder.play.cases.reader import parse_cases
from goodorder.play.log import lines
from goodorder.play.seen import is_out_of_sight, roll_asked, seen_by, seen_by_all
from goodorder.web.documents import state_doc
from goodorder.web.preview import preview_action
from tests.support import loc

VIEWER = 0
STEPS = 60
TEXT = """
version = 1
[[case]]
title = "play around a ?"
profile = "full"
phase = "{phase}"
attacker = "{attacker}"
whole_turn = true
sides = ["russian elr 3", "german elr 3"]
snipers = ["russian 4 at A1", "german 4 at K10"]
year = 1944
month = 7
units = [{units}]
map = \"\"\"
{map}
\"\"\"
vehicles = [{vehicles}]
weapons = [
  "w0 russian MMG held by R0", "w1 russian FT held by R4", "w2 russian DC held by R1", "w3 russian LMG held by R2",
  "w4 russian DC held by R4",
]
[[case.step]]
ask = "hex E5"
"""
PHASES = ("RPh", "PFPh", "MPh", "DFPh", "AFPh", "RtPh", "APh", "CCPh")
NEAR = ("D4", "E4", "F4", "F5", "E6", "D5", "E3", "C3", "C5", "G5", "E7", "D3", "F3")
AROUND = ("E7", "D6", "F6", "C6", "G6", "E8")
COVER = ("woods", "brush", "grain", "stone_building 1", "orchard")
RUSSIANS = ("6-2-8", "4-4-7", "5-2-7", "4-4-7", "6-2-8", "2-3-7", "4-2-6")
TANKS = ("pzkpfw_ivh", "opel_6700_blitz", "marder_iii_t_h")


def text(rng: random.Random) -> str:
    """A random position with the "?" of a vehicle in E5, and another far off, so that there may be more of them."""
    here = rng.choice(COVER)
    ground = [f"E5 {here}", "K9 woods"]
    ground += [f"{spot} {rng.choice(COVER)}" for spot in (*NEAR, *AROUND[:3]) if rng.random() < 0.5]
    if rng.random() < 0.4:
        ground.append(f"E5-E4 {rng.choice(['wall', 'hedge'])}")
    units = []
    for number, kind in enumerate(RUSSIANS):
        how = rng.choice(("", "", "", " broken", " broken dm", " cx", " concealed"))
        units.append(f"R{number} russian {kind} at {rng.choice(NEAR)}{how}")
    beside = units[0].split(" at ")[1].split()[0]
    units.append(f"L0 russian 9-1 at {beside}{rng.choice(['', ' concealed', ' broken'])}")
    units.append(f"L1 russian 7-0 at {rng.choice(NEAR)}")
    if rng.random() < 0.3:
        units.append("S0 russian 4-4-7 at E5")
    for number, kind in enumerate(("4-6-7", "4-6-8", "8-1")):
        how = rng.choice(("", " concealed", " broken"))
        units.append(f"G{number} german {kind} at {rng.choice(AROUND)}{how}")
    units.append(f"D0 german dummy at {rng.choice(AROUND)} concealed")
    if rng.random() < 0.4:
        units.append(f"G3 german 4-4-7 at E5{rng.choice(['', ' broken', ' concealed'])}")
    kind, off = rng.choice(TANKS), " off_road" if here in ("woods", "stone_building 1") else ""
    vehicles = [
        f"T german {kind} at E5 facing {rng.randrange(6)}{rng.choice(['', ' immobile'])} concealed{off}",
        "W german opel_6700_blitz at K9 facing 1 concealed off_road",
    ]
    if rng.random() < 0.5:
        spot, how = rng.choice(("G6", "C5", "E3", "G5")), rng.choice(("", " ce", " motion"))
        vehicles.append(f"U russian t_34_m41 at {spot} facing {rng.randrange(6)}{how}")
    quoted = [", ".join(f'"{one}"' for one in found) for found in (units, vehicles)]
    phase, attacker = rng.choice(PHASES), rng.choice(("russian", "russian", "german"))
    return TEXT.format(phase=phase, attacker=attacker, units=quoted[0], vehicles=quoted[1], map="\n".join(ground))


def as_dummy(st: State, key: int) -> State:
    """A Dummy in place of a vehicle."""
    it = st.vehicles[key]
    weapons = {number: one for number, one in st.weapons.items() if one not in st.weapons_of(key)}
    order = 1 + max((unit.order for unit in st.side_at(it.loc, it.side)), default=0)
    dummy = Unit(key, it.side, DUMMY, it.loc, ON_MAP, order, concealed=True, group=it.group)
    vehicles = {number: one for number, one in st.vehicles.items() if number != key}
    return st.with_(units={**st.units, key: dummy}, vehicles=vehicles, weapons=weapons)


class Twins(NamedTuple):
    """The same position with the vehicle and with the Dummy; the ids of those that nobody of theirs shows."""

    real: State
    other: State
    key: int
    kept: frozenset[int]


Made = Callable[[random.Random], str]
"""What makes a random position."""


def positions(rng: random.Random, made: Made) -> Twins:
    """A random position, twice, as its phase has begun."""
    [case] = parse_cases(made(rng), "a position")
    assert isinstance(case, Case), case
    plays = Play(case), Play(case)
    names = plays[0].names.units
    plays[1].state = as_dummy(plays[1].state, names["T"])
    for play in plays:
        play.begin()
    return Twins(plays[0].state, plays[1].state, names["T"], frozenset((names["T"], names["W"])))


class Reader:
    """One of the two positions as it is played, and what the viewer is told of it."""

    def __init__(self, st: State, seed: str) -> None:
        self.st = st
        self._lines: list[str] = []
        self._own: list[str] = []
        self._public: list[str] = []
        self._unseen = random.Random(seed)

    @property
    def told(self) -> list[str]:
        """What the viewer reads, what he is told and what everybody is: a roll that he does not see between two events
        parts none of them.
        """
        return [*self._lines, *self._own, *self._public]

    @told.setter
    def told(self, told: list[str]) -> None:
        self._lines, self._own, self._public = list(told), [], []

    def answered(self, reply: Action | tuple[int, ...]) -> None:
        """An answer, or dice."""
        before = self.st
        self.st, events = answer(before, reply)
        self._lines += [msgspec.json.encode(line).decode() for line in lines(before, self.st, events, viewer=VIEWER)]
        self._own += [repr(one) for one in seen_by(before, self.st, events, VIEWER)[2]]
        self._public += [repr(one) for one in seen_by_all(before, self.st, events)[2]]

    def asked(self) -> Choice | Roll | Over:
        """What comes next of what the viewer may know of: rolls that he does not see are thrown."""
        while isinstance(asked := pending(self.st), Roll) and is_out_of_sight(self.st, asked, VIEWER):
            self.answered(tuple(self._unseen.randint(1, 6) for _ in asked.dice))
        return asked

    def least(self, asked: Choice) -> None:
        """The side under the "?" does as little as it can."""
        menu = asked_of(self.st, asked)[1].menu
        done = Done() if asked.check(Done()) is None else menu.idle()
        self.answered(done if done is not None else next(menu.leaves(1))[1])

    def masked(self, key: int, there: int) -> bool:
        """Whether the "?" is still where it was."""
        one = self.st.units.get(key) or self.st.vehicles.get(key)
        return one is not None and one.place == ON_MAP and one.concealed and one.loc == there


def of_the_other(asked: Choice | Roll | Over) -> bool:
    """Whether the side under the "?" is asked."""
    return isinstance(asked, Choice) and asked.side != VIEWER


def alike(real: Reader, other: Reader, still: Twins, there: int) -> tuple[Choice | Roll | Over, ...] | None:
    """What both positions ask next, once what one of them alone asks the side under the "?" has been answered; None
    where the "?" is lost by that.
    """
    both = [real.asked(), other.asked()]
    while of_the_other(both[0]) != of_the_other(both[1]) or _differs(both):
        number = 0 if of_the_other(both[0]) and (not of_the_other(both[1]) or not _public(both[0])) else 1
        reader, asked = (real, other)[number], both[number]
        assert isinstance(asked, Choice)
        assert not asked.public or real.told != other.told, ("one is asked in public", asked.prompt, asked.rule)
        reader.least(asked)
        both[number] = reader.asked()
        if not (real.masked(still.key, there) and other.masked(still.key, there)):
            return None
    return tuple(both) if real.masked(still.key, there) and other.masked(still.key, there) else None


def _public(asked: Choice | Roll | Over) -> bool:
    return isinstance(asked, Choice) and asked.public


def _differs(both: list[Choice | Roll | Over]) -> bool:
    """Whether the side under the "?" is asked both times, but not the same."""
    one, two = both
    if not (isinstance(one, Choice) and isinstance(two, Choice) and of_the_other(one) and of_the_other(two)):
        return False
    return (one.rule, one.prompt) != (two.rule, two.prompt)


def given(st: State, asked: Choice, rng: random.Random) -> list[str]:
    """What the viewer is given where he is asked: words, the document, now and then menu, refusals and previews."""
    seen, own = asked_of(st, asked)
    found = [repr((own.prompt, own.rule, own.why, own.public))]
    doc = state_doc(seen, own, st.world.sides[VIEWER].id, controls=frozenset((VIEWER,)))
    found.append(msgspec.json.encode(doc).decode())
    if rng.random() < 0.1:
        for path, action in own.menu.leaves(8):
            told = (path, own.menu.entry(path).label, action, own.check(action), preview_action(seen, action))
            found.append(repr(told))
    return found


def played(seed: str, made: Made = text) -> Counter[str]:
    """Play one position and its twin by the same answers; what was done before the "?" was lost."""
    rng, done = random.Random(seed), Counter[str]()
    twins = positions(rng, made)
    there = loc(twins.real, "E5")
    real, other = Reader(twins.real, seed), Reader(twins.other, seed)
    if not (real.masked(twins.key, there) and other.masked(twins.key, there)):
        return done
    for _ in range(STEPS):
        if not all(one.concealed for key, one in real.st.vehicles.items() if key in twins.kept):
            break  # the other "?" is lost, and with it that there may be vehicles
        both = alike(real, other, twins, there)
        if both is None:
            break
        assert real.told == other.told, seed
        real.told, other.told = [], []
        for look in (lambda st: view(st, VIEWER), public_view):
            assert saving.encode(look(real.st)) == saving.encode(look(other.st)), seed
        asked, same = both
        assert type(asked) is type(same), (seed, asked, same)
        if isinstance(asked, Over):
            break
        if isinstance(asked, Roll):
            assert isinstance(same, Roll)
            assert roll_asked(real.st, asked, VIEWER) == roll_asked(other.st, same, VIEWER), seed
            faces = tuple(rng.randint(1, 6) for _ in asked.dice)
            real.answered(faces)
            other.answered(faces)
            continue
        assert isinstance(asked, Choice)
        assert isinstance(same, Choice)
        throw = rng.random()
        if asked.side == VIEWER:
            docs = [given(one.st, ask, random.Random(throw)) for one, ask in ((real, asked), (other, same))]
            assert docs[0] == docs[1], seed
            action = chosen(real.st, asked, random.Random(throw), there)
            done[type(action).__name__] += 1
            real.answered(action)
            other.answered(action)
            continue
        shared = own(other.st, same, asked, random.Random(throw), twins.kept)
        if shared is None:
            real.least(asked)
            other.least(same)
        else:
            real.answered(shared)
            other.answered(shared)
    return done


def chosen(st: State, asked: Choice, rng: random.Random, there: int) -> Action:
    """What the viewer does: rather something about the "?", rather anything than nothing."""
    menu = asked_of(st, asked)[1].menu
    tried = [menu.sample(rng) for _ in range(rng.choice((1, 3, 6)))]
    near = [one for one in tried if re.search(rf"(to|target|loc)={there}\b", repr(one))]
    live = [one for one in tried if not isinstance(one, Done)]
    return (near if near and rng.random() < 0.8 else live if live and rng.random() < 0.6 else tried)[0]


def own(st: State, asked: Choice, also: Choice, rng: random.Random, kept: frozenset[int]) -> Action | None:
    """What the side under the "?" does in both positions, without its vehicles; None where nothing was found."""
    menu = asked_of(st, asked)[1].menu
    for _ in range(4):
        action = menu.sample(rng)
        named = {int(word) for word in re.findall(r"\d+", repr(action))}
        if not named & kept and asked.check(action) is None and also.check(action) is None:
            return action
    return None


FEW, MANY = range(20), range(1_000, 1_400)


@pytest.mark.slow
def test_play_around_the_mark_of_a_vehicle_reads_as_around_a_dummy() -> None:
    done = sum((played(f"mark {number}") for number in FEW), Counter[str]())
    assert done["Fire"]
    assert done["Move"]
    assert sum(done.values()) > 100, done


@pytest.mark.soak
def test_much_play_around_the_mark_of_a_vehicle_reads_as_around_a_dummy() -> None:
    assert sum(sum(played(f"mark {number}").values()) for number in MANY) > 2_000
