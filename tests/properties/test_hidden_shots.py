"""Twin shots: of two hidden Guns one fires, in the twin the other; where the dice bring the same, the other side is
told the same, byte for byte: the To Hit dice, the target and the effect, and nothing of who fired what from where
(A12.34).
"""

from __future__ import annotations

import random
from typing import NamedTuple

import msgspec
import pytest
from msgspec.structs import replace

from goodorder.core import saving
from goodorder.core.actions import Fire, Firer, Ordnance, TargetType
from goodorder.core.dice import Roll
from goodorder.core.engine import answer, pending
from goodorder.core.errors import Refusal
from goodorder.core.events import DiceThrown
from goodorder.core.frames import Choice
from goodorder.core.state import ON_MAP, Acquired, State, Vehicle, Weapon
from goodorder.core.view import public_view, view
from goodorder.flow.fire.fire_phases import FirePhase
from goodorder.play.log import lines
from goodorder.play.seen import roll_asked
from goodorder.rules.c_ordnance.shells import shells_left
from goodorder.rules.facts.ordnance import in_arc
from goodorder.rules.facts.vehicles import mounted
from goodorder.rules.ruleset import ruleset
from goodorder.web.documents import WATCH, state_doc
from tests.support import Placed, begin, loc, position, squad, unit

GUNS = ("5cm_pak_38", "7_5cm_pak_40", "7_5cm_leig_18", "8_8cm_pak_43", "3_7cm_pak_35_36", "10_5cm_lefh_18")
VIEWER = 1
TYPES: tuple[TargetType, ...] = ("infantry", "area", "vehicle")
TANK, ARMS = 40, 70
TANKS = ("t_34_m43", "kv_1e", "t_26_m33", "is_2")
COLUMNS, ROWS = "CDEFGHIJKLMN", (2, 3, 4, 5)
TARGETS = ("G12", "H11", "I12", "J10", "K12")
TANKS_IN = 0.5
FEW, MANY, MORE = 25, 200, 3_000


class Shot(NamedTuple):
    """What the other side was told of a shot, step by step; its effect, what became of the men, and whether the firers
    are concealed still.
    """

    told: list[bytes]
    effect: list[str]
    men: bytes
    masked: bool


def hidden_guns(rng: random.Random) -> State:
    """A position with two hidden Guns and men at whom either may fire, none of whom is Known and in Good Order."""
    spots = rng.sample([f"{column}{row}" for column in COLUMNS for row in ROWS], 2)
    target = rng.choice(TARGETS)
    men: list[Placed] = [squad("X", target, 1), *([squad("Y", target, 1)] if rng.random() < 0.5 else [])]
    broken = rng.random() < 0.5
    men = [one.now(broken=broken, concealed=not broken) for one in men]
    crews = [unit(name, "2-2-8", at).now(concealed=True, hidden=True) for name, at in zip("AB", spots, strict=True)]
    tank = rng.random() < TANKS_IN
    ground = ("woods", "open_ground", "grain", "brush") if tank else ("woods", "open_ground", "stone_building", "grain")
    terrain = f"size 16x14\n{target} {rng.choice(ground)}"
    st = position("\n".join([terrain, *(f"{at} woods" for at in spots)]), *crews, *men)
    st = st.with_(world=replace(st.world, rules=ruleset("full"), hides=(0,)))
    aim = loc(st, target)
    for number, crew in enumerate([one for one in st.units.values() if one.side == 0]):
        kind = f"german:{rng.choice(GUNS)}"
        facing = next(spine for spine in range(6) if in_arc(st, crew.loc, aim, spine))
        held = rng.choice((None, Acquired(aim, -rng.randint(1, 2), rng.random() < 0.5)))
        gun = Weapon(50 + number, 0, kind, crew.id, crew.loc, ON_MAP, facing=facing, emplaced=True, acquired=held)
        st = st.with_weapon(gun)
    if tank:
        st = with_tank(st, rng)
    return begin(st, FirePhase("PFPh"))[0]


def with_tank(st: State, rng: random.Random) -> State:
    """The same with a tank beside the men, from which nobody finds a Gun: Shocked, Stunned or Abandoned."""
    [target] = {one.loc for one in st.units.values() if one.side == VIEWER}
    kind = st.world.vehicles[f"russian:{rng.choice(TANKS)}"]
    tank = Vehicle(TANK, VIEWER, kind.id, target, rng.randrange(6), place=ON_MAP)
    tank = replace(tank, **rng.choice(({"shocked": "shock"}, {"stunned": "stun"}, {"abandoned": True})))
    arms = {one.id: one for one in mounted(tank, kind, ARMS)}
    return st.with_(vehicles={TANK: tank}, weapons={**st.weapons, **arms})


def masked_gun(rng: random.Random) -> tuple[State, State]:
    """Two positions with a Gun under a "?" in the same place, which is not the same Gun, and enemies who see it."""
    spot, target = rng.choice([f"{column}{row}" for column in COLUMNS for row in ROWS]), rng.choice(TARGETS)
    men = [squad("X", target, 1), *([squad("Y", target, 1)] if rng.random() < 0.5 else [])]
    crew = unit("A", "2-2-8", spot).now(concealed=True)
    terrain = f"size 16x14\n{target} {rng.choice(('woods', 'open_ground', 'stone_building', 'grain'))}\n{spot} woods"
    st = position(terrain, crew, *men)
    st = st.with_(world=replace(st.world, rules=ruleset("full"), hides=(0,)))
    aim, at = loc(st, target), st.units[1].loc
    facing = next(spine for spine in range(6) if in_arc(st, at, aim, spine))
    made = []
    if rng.random() < TANKS_IN:
        st = with_tank(st, rng)
    for kind in rng.sample(GUNS, 2):
        held = rng.choice((None, Acquired(aim, -rng.randint(1, 2), rng.random() < 0.5)))
        gun = Weapon(50, 0, f"german:{kind}", 1, at, ON_MAP, facing=facing, emplaced=True, acquired=held)
        made.append(begin(st.with_weapon(gun), FirePhase("PFPh"))[0])
    return made[0], made[1]


def shot_of(st: State, gun: int, kind: TargetType, rng: random.Random) -> Fire | None:
    """A shot of a Gun at the men or at the tank, or None where it has none of this Target Type."""
    weapon = st.weapons[gun]
    [target] = {one.loc for one in st.units.values() if one.side == VIEWER}
    ammo = "HE" if kind == "area" else rng.choice(shells_left(st, weapon))
    tank = TANK if kind == "vehicle" else 0
    if tank not in (0, *st.vehicles):
        return None
    fire = Fire((Firer(weapon.holder, False, (gun,)),), target, ordnance=Ordnance(kind, ammo), vehicle=tank)
    asked = pending(st)
    assert isinstance(asked, Choice)
    return None if isinstance(asked.check(fire), Refusal) else fire


def told(st: State) -> bytes:
    """All that the other side and an onlooker are given of a position."""
    seen, public = view(st, VIEWER), public_view(st)
    doc = state_doc(seen, None, st.world.sides[VIEWER].id, controls=frozenset((VIEWER,)))
    return (
        saving.encode(seen)
        + msgspec.json.encode(doc)
        + msgspec.json.encode(state_doc(public, None, WATCH, controls=frozenset()))
    )


def fired(st: State, fire: Fire, dice: random.Random) -> Shot:
    """A shot to its end by these dice."""
    found: list[bytes] = []
    effect: list[str] = []
    reply: Fire | tuple[int, ...] = fire
    for _ in range(60):
        after, events = answer(st, reply)
        found += [msgspec.json.encode(lines(st, after, events, viewer=VIEWER)), told(after)]
        effect += [event.bare for event in events if isinstance(event, DiceThrown)]
        st, asked = after, pending(after)
        if not isinstance(asked, Roll):
            break
        found.append(repr(roll_asked(st, asked, VIEWER)).encode())
        reply = tuple(dice.randint(1, 6) for _ in asked.dice)
    men = {key: one for key, one in st.units.items() if one.side == VIEWER}
    masked = all(one.concealed for one in st.units.values() if one.side != VIEWER)
    return Shot(
        found, effect, saving.encode(st.with_(units=men, weapons={}, weapon_shots={}, trails={}, stack=())), masked
    )


def compared(most: int, seed: int, types: tuple[TargetType, ...] = TYPES) -> int:
    """Compare so many twin shots that brought the same; how many were tried."""
    made = tried = 0
    rng = random.Random(seed)
    while made < most:
        tried += 1
        st = hidden_guns(rng)
        kinds: TargetType = rng.choice(types)
        throw = rng.random()
        shots = [shot_of(st, gun, kinds, rng) for gun in (50, 51)]
        if None in shots:
            continue
        one, other = (fired(st.with_(), shot, random.Random(throw)) for shot in shots if shot is not None)
        if one.men != other.men or one.effect != other.effect:
            continue
        assert one.told == other.told, (seed, tried)
        made += 1
    return tried


def compared_masked(most: int, seed: int) -> None:
    """Compare so many shots of Guns under a "?" that stay there."""
    made, rng = 0, random.Random(seed)
    for _ in range(40 * most):
        both, kinds, throw = masked_gun(rng), rng.choice(TYPES), rng.random()
        shots = [shot_of(st, 50, kinds, rng) for st in both]
        if None in shots:
            continue
        one, other = (
            fired(st, shot, random.Random(throw)) for st, shot in zip(both, shots, strict=True) if shot is not None
        )
        if one.men == other.men and one.effect == other.effect and one.masked and other.masked:
            assert one.told == other.told, (seed, made)
            made += 1
        if made == most:
            return
    raise AssertionError(made)


def test_shots_of_a_gun_under_a_mark_tell_nothing_of_what_gun_it_is() -> None:
    compared_masked(FEW, 5)


@pytest.mark.soak
def test_two_hundred_shots_of_guns_under_a_mark_tell_nothing_of_what_guns_they_are() -> None:
    compared_masked(MANY, 6)


def test_shots_of_hidden_guns_tell_nothing_of_which_gun_fired() -> None:
    assert compared(FEW, 3) < 20 * FEW


def test_shots_of_hidden_guns_at_a_tank_tell_nothing_of_which_gun_fired() -> None:
    assert compared(FEW, 4, ("vehicle",)) < 20 * FEW


@pytest.mark.soak
def test_two_hundred_shots_of_hidden_guns_tell_nothing_of_which_gun_fired() -> None:
    assert compared(MANY, 1) < 20 * MANY


@pytest.mark.soak
def test_two_hundred_shots_of_hidden_guns_at_a_tank_tell_nothing_of_which_gun_fired() -> None:
    assert compared(MANY, 7, ("vehicle",)) < 20 * MANY


@pytest.mark.soak
def test_three_thousand_shots_of_hidden_guns_tell_nothing_of_which_gun_fired() -> None:
    assert compared(MORE, 2) < 20 * MORE
