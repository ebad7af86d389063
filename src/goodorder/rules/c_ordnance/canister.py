"""Canister: pellets on the IFT without a To Hit DR, over three hexes about a vertex or three levels (C8.4)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import ClassVar

from msgspec.structs import replace

from goodorder.board import Map
from goodorder.board.map.per_map_cache import once_per_map
from goodorder.core.actions import Fire
from goodorder.core.errors import Refusal
from goodorder.core.remembered import once_a_position
from goodorder.core.state import ADVANCING, BOUNDING, MK_MELEE, Fighter, State, Unit, Vehicle
from goodorder.data.charts import ammunition

from ..a07_fire.attack import AttackLedger, attack_ledger
from ..a07_fire.group import AttackAsk
from ..facts.aiming import is_blocked
from ..facts.attack_facts import AttackFacts, PartFacts
from ..facts.firers import Firers, attack_facts
from ..facts.ground import ground, map_now
from ..facts.masks import faced_at, under_fire
from ..facts.moving_vehicles import changed_hex
from ..facts.places import eye
from ..facts.smoke import hindered
from ..facts.units import wtype
from ..ledger import Mod
from ..points import MAY_ATTACK
from ..registry import builds, rule

CANISTER = "canister"
OPAQUE = 6
"""Hindrances that close a line (A6.7)."""
FAR = 99
"""Its Normal Range, beyond any: no range changes its FP."""
REPLACED = frozenset(
    (
        "point_blank",
        "triple_point_blank",
        "long_range",
        "advancing_fire",
        "final_fire_marked",
        "subsequent_fire",
        "protective_fire",
    )
)
"""What changes the FP of other fire on the IFT, in place of which canister has halvings of its own."""


class Pellets(Firers, frozen=True):
    """A Gun that fires canister; ``beside`` is the firer's own neighbourhood, through which it flies: 0 elsewhere, else
    the halvings there; ``unseen``: halved at what only SMOKE hides.
    """

    words: ClassVar[str] = "canister"
    near: int = 0
    unseen: bool = False

    @builds("C8.4", "C8.41", "C8.4c", "C8.41a", "C8.41b")
    def factored_by(self, facts: PartFacts, mods: tuple[Mod, ...]) -> tuple[Mod, ...]:
        """Its own halvings, and those of any fire that they don't replace."""
        found = [mod for mod in mods if mod.id not in REPLACED]
        part, st = facts.part, facts.attack.st
        if part.marked:
            found.append(Mod("intensive_fire", -2, "C8.4", "Intensive Fire"))
        if part.occasion == ADVANCING and _moved_and_fires(st, part.unit):
            found.append(Mod("bounding_fire", -2, "C8.4", "moved, and fires in the AFPh"))
        if self.unseen:
            found.append(Mod("unseen", -2, "C8.4", "out of sight by SMOKE"))
        words = "adjacent hex on the line of fire", "line of fire along a hexside"
        found += [Mod(f"near{n}", -2, "C8.41", words[n]) for n in range(self.near)]
        return tuple(found)


def _moved_and_fires(st: State, unit: Fighter) -> bool:
    """Whether a firer has moved: men to their Gun, a vehicle into a hex; or a vehicle fired in its MPh."""
    if isinstance(unit, Vehicle):
        return changed_hex(st, unit) or any(mark.occasion == BOUNDING for mark in st.trail(unit.id).shots)
    return bool(st.trail(unit.id).steps)


def fires_canister(action: Fire) -> bool:
    """Whether an attack is a shot of canister."""
    return action.ordnance is not None and action.ordnance.ammo == CANISTER


@builds("C8.4", "C8.4e", "C8.4g")
def cones(st: State, unit: Fighter, target: int) -> tuple[tuple[int, ...], ...]:
    """The three Locations of each way to aim so that ``target`` is struck: the first hex, two hexes off, and two behind
    it about one vertex, all at the target's level; or the level of a building at which it is aimed, with that below
    and that above.
    """
    board = map_now(st)
    if board.distance(unit.loc, target) > ammunition().canister_range + 1:
        return ()
    return _cones(board, board.hex_at(unit.loc), board.level(eye(st, unit)), target)


@once_per_map()
def _cones(board: Map, here: int, level: int, target: int) -> tuple[tuple[int, ...], ...]:
    """The same from a hex and a level."""
    return tuple(dict.fromkeys((*_about_a_vertex(board, here, level, target), *_up_and_down(board, here, target))))


def _about_a_vertex(board: Map, here: int, own_level: int, target: int) -> Iterator[tuple[int, ...]]:
    level, reach = board.level(target), ammunition().canister_range
    for first in range(len(board.hexes)):
        if board.distance(here, first) != reach:
            continue
        behind = [h for h in neighbours(board, first) if board.distance(here, h) == reach + 1]
        for one, other in combinations(behind, 2):
            if not board.adjacent(one, other):
                continue
            cone = tuple(at_level(board, h, level) for h in (first, one, other))
            if target in cone or target in _on_the_way(board, here, own_level, cone):
                yield cone


def _up_and_down(board: Map, here: int, target: int) -> Iterator[tuple[int, ...]]:
    h, reach = board.hex_at(target), ammunition().canister_range
    if board.distance(here, h) != reach or not board.hex_of(h).terrain.building:
        return
    levels = {board.level(loc): loc for loc in locations(board, h)}
    for level, middle in levels.items():
        stack = (middle, levels.get(level - 1, -1), levels.get(level + 1, -1))
        if target in stack and -1 not in stack:
            yield stack


def neighbours(board: Map, h: int) -> tuple[int, ...]:
    """The hexes beside one."""
    return tuple(sorted(other for other in board.around(h) if other >= 0))


@once_per_map()
def locations(board: Map, h: int) -> tuple[int, ...]:
    """The Locations of a hex on which units stand."""
    kinds = ("crest", "climb", "gone")
    return tuple(loc for loc, one in enumerate(board.locations) if one.hex == h and one.kind not in kinds)


def at_level(board: Map, h: int, level: int) -> int:
    """The Location of a hex at a level; where it has none the hex's lowest, which is not struck."""
    return next((loc for loc in locations(board, h) if board.level(loc) == level), h)


@builds("C8.41", "C8.41a", "C8.41b")
def on_the_way(st: State, unit: Fighter, cone: tuple[int, ...]) -> tuple[int, ...]:
    """The Locations beside the firer over which it flies at his own level: one, or two where the line runs along the
    hexside between them.
    """
    board = map_now(st)
    return _on_the_way(board, board.hex_at(unit.loc), board.level(eye(st, unit)), cone)


def _on_the_way(board: Map, here: int, level: int, cone: tuple[int, ...]) -> tuple[int, ...]:
    if board.level(cone[0]) != level:
        return ()
    between = [h for h in neighbours(board, board.hex_at(cone[0])) if board.distance(here, h) == 1]
    return tuple(loc for h in between if board.level(loc := at_level(board, h, level)) == level)


def _halvings(st: State, unit: Fighter, cone: tuple[int, ...]) -> int:
    board = map_now(st)
    here = board.hex_at(unit.loc)
    return sum(board.distance(here, h) == 1 for h in neighbours(board, board.hex_at(cone[0])))


def _obstructs(st: State, loc: int) -> bool:
    """Whether an obstacle stands in a hex as high as what is aimed at there."""
    board, terrain = map_now(st), ground(st, loc).terrain
    above = board.level(loc) - board.level(board.hex_at(loc))
    return (terrain.obstacle or terrain.building) and (terrain.height > above or terrain.building)


@rule("C8.4", point=MAY_ATTACK, order=-2, rows=["C8.4a", "C8.4e", "C8.4g"], of=["To Hit"])
def may_fire_canister(ask: AttackAsk) -> Refusal | None:
    """Canister is aimed at a vertex whose nearest hex is two hexes off, or at the middle of three levels of a building
    there, on the Infantry Target Type; nothing else names three Locations.
    """
    st, action, shot = ask.st, ask.action, ask.action.ordnance
    if shot is None or (shot.ammo != CANISTER and not shot.cone):
        return None
    if shot.ammo != CANISTER:
        return Refusal("C8.4", f"{shot.ammo} is aimed at one Location")
    if shot.target_type != "infantry":
        return Refusal("C8.4", "canister has no To Hit DR: it is fired at Infantry")
    unit = st.fighter(action.firers[0].unit)
    able = cones(st, unit, action.target)
    if not able:
        return Refusal("C8.4", "no vertex two hexes off brings its pellets there")
    if shot.cone not in able:
        place = map_now(st).place_name
        ways = "; ".join(", ".join(place(loc) for loc in cone) for cone in able)
        return Refusal("C8.4", f"name the three Locations that it strikes: {ways}")
    if action.target in shot.cone[1:] and _stops_short(st, shot.cone):
        return Refusal("C8.4", "an obstacle in the first of its hexes stops it short of that")
    return None


def _stops_short(st: State, cone: tuple[int, ...]) -> bool:
    """Whether an obstacle in the first of three hexes keeps it from the two behind."""
    board = map_now(st)
    return len({board.hex_at(loc) for loc in cone}) > 1 and _obstructs(st, cone[0])


@builds("C8.4", "C8.4a", "C8.4b", "C8.4e", "C8.4f", "D3.31a")
def canister_attacks(st: State, action: Fire, targets: tuple[int, ...], phase: str) -> tuple[AttackFacts, ...]:
    """The attack in each of its Locations, that which is aimed at first: on the three of its aim, behind an obstacle in
    the first none, and on what lies on the way there. In the MPh it strikes none but the movers ``targets``.
    """
    shot = action.ordnance
    assert shot is not None
    unit = st.fighter(action.firers[0].unit)
    cone, near = shot.cone, on_the_way(st, unit, shot.cone)
    board = map_now(st)
    level = board.level(action.target) if action.target in cone else board.level(eye(st, unit))
    stack = len({board.hex_at(loc) for loc in cone}) == 1
    ahead = [loc for loc in cone if stack or board.level(loc) == level]
    if _stops_short(st, cone):
        ahead = [loc for loc in ahead if loc == cone[0]]
    movers = under_fire(st, targets)
    by_smoke = _sees_one(st, unit, ahead)
    found: list[AttackFacts] = []
    for loc in (*ahead, *near):
        units = _struck(st, unit, loc, movers, phase)
        seen, hid = _sight(st, unit, loc, units)
        if not seen and not (hid and by_smoke and loc in ahead):
            continue
        halved = _halvings(st, unit, cone) if loc in near else 0
        source = Pellets(unit.side, near=halved, unseen=not seen)
        found.append(_at(st, action, loc, units, phase, source))
    return tuple(sorted(found, key=lambda attack: attack.target != action.target))


def _struck(st: State, unit: Fighter, loc: int, movers: tuple[Unit, ...], phase: str) -> tuple[Unit, ...]:
    """Whom it meets in a Location: the enemies, in a Melee all (A7.4), in the MPh the movers."""
    if phase == "MPh":
        return tuple(one for one in movers if one.loc == loc)
    melee = st.marker_at(MK_MELEE, loc) is not None
    there = faced_at(st, loc)
    return there if melee else tuple([one for one in there if one.side != unit.side])


def _sight(st: State, unit: Fighter, loc: int, units: tuple[Unit, ...]) -> tuple[bool, bool]:
    """Whether the firer sees a Location, and if not whether only SMOKE hides it."""
    frm = eye(st, unit)
    if is_blocked(st, frm, loc, units):
        return False, False
    on_line = hindered(st, frm, loc)
    return on_line.total < OPAQUE, on_line.terrain < OPAQUE


def _sees_one(st: State, unit: Fighter, ahead: list[int]) -> bool:
    """Whether the firer sees where he aims and a Known enemy in one of its hexes."""
    if not ahead or not _sight(st, unit, ahead[0], ())[0]:
        return False
    for loc in ahead:
        there: list[Fighter] = [*st.side_at(loc, 1 - unit.side)]
        there += [one for one in st.vehicles_at(loc) if one.side != unit.side]
        if any(not (one.concealed or one.hidden) for one in there) and _sight(st, unit, loc, ())[0]:
            return True
    return False


def _at(st: State, action: Fire, loc: int, units: tuple[Unit, ...], phase: str, source: Pellets) -> AttackFacts:
    shot = action.ordnance
    assert shot is not None
    attack = attack_facts(st, replace(action, target=loc, via=-1), units, phase)
    [part] = attack.parts
    assert part.weapon is not None
    cell = ammunition().canister_fp(wtype(st, part.weapon).caliber or 0)
    shots = (replace(part, fp=cell.number if cell is not None else 0, normal_range=FAR),)
    vehicle = attack.vehicle if attack.vehicle is not None and attack.vehicle.loc == loc else None
    return replace(attack, source=source, parts=shots, shot=None, facing=shot.facing, vehicle=vehicle)


@once_a_position
def canister_ledgers(st: State, action: Fire, targets: tuple[int, ...], phase: str) -> tuple[AttackLedger, ...]:
    """FP, column and DRM in each of its Locations."""
    return tuple([attack_ledger(attack) for attack in canister_attacks(st, action, targets, phase)])


def canister_targets(st: State, action: Fire, targets: tuple[int, ...], phase: str) -> tuple[int, ...]:
    """Whom it meets in all its Locations."""
    attacks = canister_attacks(st, action, targets, phase)
    return tuple(dict.fromkeys(unit.id for attack in attacks for unit in attack.targets))
