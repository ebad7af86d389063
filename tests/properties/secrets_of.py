"""Positions in which something is hidden, and others that look the same to one side."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from functools import cache
from typing import Any

from msgspec.structs import replace

from goodorder.core import saving
from goodorder.core.actions import Action, Done, Face, Give, Place, TurnGun
from goodorder.core.dice import DiceStream, Roll
from goodorder.core.engine import answer, pending
from goodorder.core.frames import Choice, Over
from goodorder.core.state import ELIMINATED, NOWHERE, ON_MAP, FireMark, State, Unit, Weapon
from goodorder.core.view import asked_of, is_hidden
from goodorder.core.world import DUMMY
from goodorder.data.scenario import Scenario, scenario
from goodorder.flow.sequence.opening import new_game
from goodorder.rules.facts.vehicles import mounted

EVERY = 9
"""A position in so many is looked at."""


PATIENCE, TRIED = 60, 20
"""Answers of a random set-up before it is brought to an end, and samples of its menu among which one is looked for that
helps.
"""

GUNS, TANKS = "guns", "tanks"
"""Names of the small scenarios with Guns on both sides, and with vehicles, as the full rules play them."""
STARTER = {GUNS: "crossroads", TANKS: "orchard"}
ARMORED = ("ridge", "sluice", "gap", "furrows")
"""The other scenarios of the Starter Kit with Guns and vehicles, which the suites play by the full rules too."""


def shipped(name: str) -> str:
    """The shipped scenario that a name stands for."""
    return STARTER.get(name, name)


@cache
def masked(name: str) -> Scenario:
    """A scenario whose groups on board have six "?" each, and whose last group of the second side sets up hidden."""
    told = replace(scenario(shipped(name)), profile="full")
    sides = []
    for number, side in enumerate(told.sides):
        last = max((n for n, g in enumerate(side.groups) if not g.enters_turn), default=-1)
        groups = tuple(
            replace(group, hidden=True)
            if number and n == last and len(side.on_board()) > 1
            else replace(group, question_marks=0 if group.enters_turn else 6)
            for n, group in enumerate(side.groups)
        )
        sides.append(replace(side, groups=groups, setups=()))
    return replace(told, sides=tuple(sides))


def positions(name: str, seed: int, every: int = EVERY) -> Iterator[State]:
    """Positions of a random game in which somebody decides and something is hidden."""
    rng, dice = random.Random(f"{name} {seed}"), DiceStream(f"{name} {seed}")
    st = new_game(masked(name))
    for number in range(4_000):
        asked = pending(st)
        if isinstance(asked, Over):
            return
        if isinstance(asked, Roll):
            st, _ = answer(st, dice.faces(st.rolls, len(asked.dice)))
            continue
        if number % every == 0 and st.turn.phase != "setup":
            yield st
        assert isinstance(asked, Choice)
        _, seen = asked_of(st, asked)
        late = st.turn.phase == "setup" and number > PATIENCE
        st, _ = answer(st, towards_readiness(st, seen, rng) if late else seen.menu.sample(rng))


def towards_readiness(st: State, seen: Choice, rng: random.Random) -> Action:
    """An answer that brings a random set-up nearer to its end; left to chance alone it goes on for ever where there
    are vehicles, which a new place points nowhere.
    """
    if seen.check(Done()) is None:
        return Done()
    facings = (Face(one.id, rng.randrange(6), -1, one.ce) for one in st.vehicles.values() if one.facing < 0)
    for face in facings:
        if seen.check(face) is None:
            return face
    tried = [seen.menu.sample(rng) for _ in range(TRIED)]
    for one in tried:
        if isinstance(one, TurnGun) and st.weapons[one.weapon].facing < 0:
            return one
    return next((one for one in tried if isinstance(one, Give) or _comes_on(st, one)), tried[0])


def _comes_on(st: State, action: Action) -> bool:
    return isinstance(action, Place) and action.loc >= 0 and st.fighter(action.unit).place != ON_MAP


def _other_weapon(st: State, weapon: Weapon, rng: random.Random) -> Weapon:
    """Another weapon in the same hands, or this one in those of another unit under the same "?"."""
    owner, book = st.units[weapon.holder], st.world.catalogue
    alike = [u.id for u in st.side_at(owner.loc, owner.side) if u.concealed and u.hidden == owner.hidden]
    types = sorted({w.type for w in st.weapons.values() if w.side == weapon.side})
    if book.is_gun(weapon.type):
        if weapon.id not in st.weapon_shots and rng.random() < 0.4:
            return replace(weapon, holder=0, loc=NOWHERE, place=ELIMINATED)
        kind = rng.choice([type for type in types if book.is_gun(type)])
        return replace(weapon, type=kind, facing=rng.randrange(6), emplaced=rng.random() < 0.7, acquired=None)
    types = [type for type in types if not book.is_gun(type)]
    return replace(
        weapon, type=rng.choice(types), holder=rng.choice(alike), malfunctioned=rng.random() < 0.5, dismantled=False
    )


def other_units(st: State, side: int, rng: random.Random) -> State:
    """The same position to ``side``: beneath every "?" and in hiding of its enemy there are other counters."""
    units = dict(st.units)
    weapons = dict(st.weapons)
    types = sorted({unit.type for unit in st.units.values() if unit.side != side})
    for unit in st.units.values():
        if not is_hidden(unit, side) or unit.place != ON_MAP:
            continue
        kind = rng.choice([*types, DUMMY])
        units[unit.id] = replace(unit, type=kind, ident="" if kind == DUMMY else "Z", wounded=False)
        for weapon in st.weapons_of(unit.id):
            weapons[weapon.id] = _other_weapon(st, weapon, rng)
    free = [loc for loc in range(len(st.world.map.hexes)) if not st.at(loc)]
    for unit in st.units.values():
        if unit.side != side and unit.hidden and unit.place == ON_MAP and rng.random() < 0.5:
            units[unit.id] = replace(units[unit.id], loc=rng.choice(free))
    for weapon in weapons.values():  # a Gun stands where its men are
        if weapon.holder in units and weapon.loc >= 0 and weapon.loc != units[weapon.holder].loc:
            weapons[weapon.id] = replace(weapon, loc=units[weapon.holder].loc)
    control, believed = dict(st.control), dict(st.believed)
    for key in rng.sample(sorted(control), min(3, len(control))):
        believed.setdefault(2 * key + side, control[key])
        control[key] = 1 - control[key]
        if believed[2 * key + side] == control[key]:
            del believed[2 * key + side]
    made = {"units": units, "weapons": weapons, "control": control, "believed": believed}
    return st.with_(**made, next_id=st.next_id + rng.randrange(5), rolls=st.rolls + 1)


def other_vehicles(st: State, side: int, rng: random.Random) -> State:
    """The same position to ``side``: under the "?" of an enemy vehicle there is another one, or a Dummy."""
    units, vehicles, weapons, key = dict(st.units), dict(st.vehicles), dict(st.weapons), max(st.next_id, 50_000)
    types, named = sorted({one.type for one in st.vehicles.values() if one.side != side}), _named(st)
    for one in st.vehicles.values():
        if not is_hidden(one, side) or one.place != ON_MAP or one.id in named:
            continue
        for weapon in st.weapons_of(one.id):
            del weapons[weapon.id]
        if rng.random() < 0.3 and one.id not in st.trails:
            del vehicles[one.id]
            units[key] = Unit(key, one.side, DUMMY, one.loc, ON_MAP, 1, concealed=True, group=one.group)
            key += 1
            continue
        kind = rng.choice(types)
        facing, turret = rng.randrange(6), rng.choice((-1, rng.randrange(6)))
        states = {word: rng.random() < 0.3 for word in ("ce", "immobile", "recalled")}
        other = replace(one, type=kind, facing=facing, turret=-1 if turret == facing else turret, **states)
        vehicles[one.id] = other
        for weapon in mounted(other, st.world.catalogue.vehicle(kind), key):
            weapons[weapon.id] = replace(weapon, malfunctioned=rng.random() < 0.3)
            key += 1
    return st.with_(units=units, vehicles=vehicles, weapons=weapons)


def twin(st: State, side: int, rng: random.Random) -> State | None:
    """A position that looks the same to a side: other counters, ids and numbers of them; None where what was put there
    could not have been asked this.
    """
    asked = pending(st)
    found = other_vehicles(other_units(st, side, rng), side, rng).with_(next_id=st.next_id)
    found = _more(_renumbered(found, side, rng), side, rng)
    other = pending(found)
    same = type(other) is type(asked) and getattr(other, "side", None) == getattr(asked, "side", None)
    return found if same else None


def _named(st: State) -> set[int]:
    """The numbers that what is under way names."""
    without: dict[str, Any] = {part: {} for part in ("units", "vehicles", "weapons", "trails", "markers")}
    text = saving.encode(st.with_(**without, weapon_shots={}, control={}, believed={}))
    return {int(word) for word in re.findall(rb"\d+", text)}


def _secret(st: State, side: int) -> list[int]:
    """Enemies on the map that a side does not know and that nothing under way names."""
    named = _named(st)
    return [u.id for u in st.units.values() if is_hidden(u, side) and u.place == ON_MAP and u.id not in named]


def _renumbered(st: State, side: int, rng: random.Random) -> State:
    """The enemies that a side does not know under each other's ids."""
    ids = _secret(st, side)
    mixed = ids[:]
    rng.shuffle(mixed)
    new = dict(zip(ids, mixed, strict=True))

    def shots(found: tuple[FireMark, ...]) -> tuple[FireMark, ...]:
        return tuple(replace(shot, units=tuple(new.get(u, u) for u in shot.units)) for shot in found)

    units = {new.get(u.id, u.id): replace(u, id=new.get(u.id, u.id)) for u in st.units.values()}
    trails = {new.get(u, u): replace(trail, shots=shots(trail.shots)) for u, trail in st.trails.items()}
    return st.with_(
        units={key: units[key] for key in sorted(units)},
        weapons={key: replace(w, holder=new.get(w.holder, w.holder)) for key, w in st.weapons.items()},
        trails={key: trails[key] for key in sorted(trails)},
        weapon_shots={key: shots(found) for key, found in st.weapon_shots.items()},
    )


def _more(st: State, side: int, rng: random.Random) -> State:
    """A Dummy more beneath one "?"."""
    ids = [u for u in _secret(st, side) if not st.units[u].hidden]
    if not ids:
        return st
    one = st.units[rng.choice(ids)]
    key = max(max(st.units), st.next_id) + 1
    more = replace(one, id=key, type=DUMMY, ident="")
    trails = {**st.trails, key: st.trails[one.id]} if one.id in st.trails else st.trails
    return st.with_(units={**st.units, key: more}, trails=trails)
