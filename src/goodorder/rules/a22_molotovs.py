"""Petrol bombs (MOL): who has them, the check, what one adds to an attack, how it bursts (A22.6)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from goodorder.board import Map
from goodorder.board.map.per_map_cache import once_per_map
from goodorder.board.map.terrain import by_code
from goodorder.core.actions import SNAP, Fire, Molotov
from goodorder.core.errors import Refusal
from goodorder.core.state import FINAL, ON_MAP, PROTECTIVE, SUBSEQUENT, State, Unit, Vehicle
from goodorder.data.charts import ift, molotov, weather

from .a07_fire.attack import AttackLedger, attack_ledger, attack_refusal
from .a07_fire.firepower import UNIT, point_blank
from .b25_flames import burnable
from .facts.attack_facts import OCCASIONS_OF, AttackFacts, FirePart, PartFacts, fired_weapons, part_occasion
from .facts.captives import is_captive
from .facts.firers import attack_facts
from .facts.firing import PartAsk
from .facts.ground import map_now
from .facts.masks import under_fire
from .facts.road import on_open_road
from .facts.source import Source
from .facts.units import is_dummy, is_good_order, is_smc, utype
from .facts.vehicle_cover import came_together
from .facts.vehicles import is_afv, vtype
from .ledger import Ledger, Mod
from .points import MAY_FIRE
from .registry import builds, by_name, removable, rule

CHECK: Final = "molotov"


@builds("A22.6", "A22.61", "A22.6a")
def has_them(st: State, unit: Unit) -> bool:
    """Whether a special rule gives a unit MOL: its whole side, or its group."""
    groups = st.world.sides[unit.side].molotovs
    return "" in groups or unit.group in groups


@builds("A22.6", "A22.6a")
def any_has_them(st: State, side: int) -> bool:
    """Whether anybody of a side has MOL."""
    return bool(st.world.sides[side].molotovs)


def in_hand(action: Molotov) -> Fire:
    """The attack with the MOL."""
    return replace(action.shot, molotov=action.unit)


@builds("A22.611", "A22.611d")
def without_it(st: State, action: Molotov) -> Fire | None:
    """The attack that follows a failed check, None where nobody is left to make it: a squad has its own FP yet, any
    other unit has used its one SW.
    """
    if utype(st, st.units[action.unit]).kind == "squad":
        return action.shot
    return without_user(action.shot, action.unit)


def without_user(shot: Fire, unit: int) -> Fire | None:
    """The attack without one of its firers; a leader of a Location that fires no more directs nobody there."""
    firers = tuple(one for one in shot.firers if one.unit != unit)
    return replace(shot, firers=firers, molotov=0) if firers else None


@removable(without=by_name("molotovs"))
@builds("A22.61", "A22.611", "A22.6a", "A22.611a", "A22.611c", "A22.611d", "A7.81")
def molotov_refusal(st: State, phase: str, action: Molotov, targets: tuple[Unit, ...]) -> Refusal | None:
    """Why a unit may not take a MOL Check for this attack now, or None."""
    unit, shot = st.units.get(action.unit), action.shot
    if unit is None or is_dummy(unit) or unit.place != ON_MAP or is_captive(st, unit):
        return Refusal("A22.61", "a unit on the map has a MOL")
    if not has_them(st, unit):
        return Refusal("A22.6", "no special rule of the scenario gives it MOL")
    if not is_good_order(st, unit) or unit.pinned:
        return Refusal("A22.61", "broken and pinned men, and those in Melee, throw no MOL", also=("A7.81",))
    if refusal := _form_refusal(action):
        return refusal
    if refusal := _use_refusal(st, unit, phase):
        return refusal
    if refusal := _reach_refusal(st, unit, shot, targets, phase):
        return refusal
    if shot.leaders and not _own_fp(st, action):
        return Refusal("A22.62", "leadership does not count for an attack of a MOL alone")
    return attack_refusal(st, in_hand(action), targets, phase)


def _form_refusal(action: Molotov) -> Refusal | None:
    """Why an attack is none that a MOL is thrown in: by small arms and MG, at one Location, the user's own FP in it."""
    shot = action.shot
    user = next((firer for firer in shot.firers if firer.unit == action.unit), None)
    if user is None or not user.inherent or user.weapons or user.helper:
        return Refusal("A22.611", "who checks for a MOL fires with his own FP and no other SW", also=("A7.55",))
    if shot.ordnance is not None or shot.gun or shot.facing >= 0:
        return Refusal("A22.611", "a MOL joins an attack by small arms")
    if shot.spray >= 0 or shot.lanes or shot.via == SNAP:
        return Refusal("A22.611", "a MOL is thrown into one Location, with neither Spraying Fire nor a Snap Shot")
    return None


def _use_refusal(st: State, unit: Unit, phase: str) -> Refusal | None:
    """Why a unit may use no MOL now: one check in a Player Turn, as a SW beside no other, in no Sustained Fire."""
    if st.trail(unit.id).noted(CHECK):
        return Refusal("A22.611", "one MOL Check in a Player Turn")
    occasion = part_occasion(st, unit, None, phase)
    if occasion is not None and occasion[0] in (SUBSEQUENT, PROTECTIVE):
        return Refusal("A22.611", "no MOL in Subsequent First Fire and Final Protective Fire", also=("A8.3", "A8.31"))
    if occasion == (FINAL, True) and is_smc(st, unit):
        return Refusal("A9.3", "a single man may not use Sustained Fire", also=("A8.4",))
    if fired_weapons(st, unit, OCCASIONS_OF.get(phase, ())):
        return Refusal("A22.611", "it has fired another SW in this phase", also=("A7.351", "A7.352"))
    return None


@builds("A22.611", "A22.612", "A22.611a")
def _reach_refusal(st: State, unit: Unit, shot: Fire, targets: tuple[Unit, ...], phase: str) -> Refusal | None:
    """Why no MOL reaches the target: it must be adjacent or in the same Location, not across trees."""
    board = map_now(st)
    if not 0 <= shot.target < len(board.locations):
        return Refusal("A22.611", "a Location of the map")
    reach, part = board.distance(unit.loc, shot.target), FirePart(unit, None, 0, 1, OCCASIONS_OF[phase][0])
    facts = AttackFacts(st, Source(unit.side), part.occasion, shot.target, targets, phase == "MPh")
    if point_blank(PartFacts(facts, part, reach)) is None:
        return Refusal("A22.611", "a MOL is for Point Blank Fire", also=("A7.21",))
    here, there = board.hex_at(unit.loc), board.hex_at(shot.target)
    if here == there or not among_trees(board, here, there):
        return None
    side = board.side_between(here, there)
    if side is not None and board.hexes[here].roads[side] and _on_road(st, unit, shot, targets):
        return None
    return Refusal("A22.611", "a MOL does not pass a hexside of woods or orchard")


def _on_road(st: State, unit: Unit, shot: Fire, targets: tuple[Unit, ...]) -> bool:
    """Whether all that is aimed at is on the road (A22.611)."""
    vehicle = st.vehicles.get(shot.vehicle)
    if vehicle is not None:
        return not vehicle.off_road and not vehicle.stance.bypass
    return bool(targets) and all(on_open_road(st, one, unit.loc) for one in targets)


GROVES = ("orchard", "bare_orchard")
NEAR_SIDE = 0.08
"""The share of the way between two centres within which trees on both sides of a hexside are one wood (R1963)."""


@once_per_map(4096)
def among_trees(board: Map, here: int, there: int) -> bool:
    """Whether two adjacent hexes share a hexside of orchard, or of woods that meet there but for a road."""
    first, second, side = board.hexes[here], board.hexes[there], board.side_between(here, there)
    if side is None:
        return False
    if first.terrain.id in GROVES and second.terrain.id in GROVES:
        return True
    if not (first.terrain.category == "WOODS" and second.terrain.category == "WOODS"):
        return False
    if first.roads[side]:
        return True
    codes = board.raster.codes
    height, width = codes.shape
    for share in (0.5 - NEAR_SIDE, 0.5 + NEAR_SIDE):
        x, y = first.x + (second.x - first.x) * share, first.y + (second.y - first.y) * share
        met = by_code().get(int(codes[min(max(int(y), 0), height - 1), min(max(int(x), 0), width - 1)]))
        if met is None or met.category != "WOODS":
            return False
    return True


@builds("A22.62", "A22.62a")
def _own_fp(st: State, action: Molotov) -> bool:
    """Whether an attack has more FP than that of its MOL."""
    return len(action.shot.firers) > 1 or utype(st, st.units[action.unit]).kind == "squad"


@rule("A22.611", point=MAY_FIRE, order=33, rows=["A22.611d"], of=["weapon", "personnel"])
def no_other_weapon(ask: PartAsk) -> Refusal | None:
    """Who has checked for a MOL fires no other SW in the phase."""
    if any(note.kind == CHECK and note.when == ask.phase for note in ask.st.trail(ask.unit.id).tried):
        return Refusal("A22.611", "it has checked for a MOL in this phase and uses no other SW")
    return None


@builds("A22.611", "A4.51b", "A22.62", "A22.611b", "A22.62a")
def check_ledger(st: State, action: Molotov) -> Ledger:
    """The drm of the check; leadership is none of them."""
    unit, words = st.units[action.unit], molotov().drm
    kind, vehicle = utype(st, unit), st.vehicles.get(action.shot.vehicle)
    holds = {
        "half_squad_or_crew": kind.kind in ("half_squad", "crew"),
        "smc": kind.smc,
        "cx": unit.cx,
        "not_afv": vehicle is None or not is_afv(st, vehicle),
    }
    found = ((id, words[id]) for id, true in holds.items() if true)
    return Ledger(tuple(Mod(id, one.drm, one.rule, one.note) for id, one in found))


def ready(st: State, action: Molotov, face: int) -> bool:
    """Whether a dr gives a MOL."""
    return face + check_ledger(st, action).total() <= molotov().check


@builds("A22.612", "A22.612a", "D.8Be", "A8.1")
def beside(st: State, vehicle: Vehicle, side: int, phase: str) -> tuple[Unit, ...]:
    """Those on foot whom an attack with a MOL at an AFV strikes too: all enemies of its Location; in the MPh those who
    move with it.
    """
    if phase == "MPh":
        return tuple(one for one in st.side_at(vehicle.loc, vehicle.side) if came_together(st, one, vehicle))
    return st.side_at(vehicle.loc, 1 - side)


def at_armor(st: State, action: Fire) -> bool:
    """Whether an attack with a MOL names an AFV."""
    vehicle = st.vehicles.get(action.vehicle) if action.vehicle else None
    return bool(action.molotov) and vehicle is not None and not vtype(st, vehicle).unarmored


@builds("A22.612", "A22.612a")
def beside_ledger(st: State, action: Fire, targets: tuple[int, ...], phase: str) -> AttackLedger:
    """The attack on those who are in the Location of the AFV that a MOL is thrown at: without the FP of the MOL."""
    attack = attack_facts(st, replace(action, vehicle=0), under_fire(st, targets), phase)
    return attack_ledger(replace(attack, source=replace(attack.source, fp=0)))


@builds("A22.6111")
def bursts(pair: tuple[int, int]) -> bool:
    """Whether a MOL bursts in the hands of its user."""
    return pair[1] == molotov().bursts_on


@builds("A22.6111", "B25.1")
def would_burn(st: State, attack: AttackFacts, user: Unit, pair: tuple[int, int]) -> tuple[int, ...]:
    """Locations in which an attack with a MOL would place a Flame: that of its user or of its target, where it holds
    what burns and, outside buildings, the conditions leave the white die one at least.
    """
    found = [user.loc] if bursts(pair) else list[int]()
    if pair[1] == molotov().fire_on or (found and attack.target == user.loc):
        found.append(attack.target)
    return tuple(loc for loc in dict.fromkeys(found) if burnable(st, loc) and pair[0] + _conditions(st, loc) >= 1)


def _conditions(st: State, loc: int) -> int:
    """What adverse weather does to the white die outside buildings."""
    return 0 if map_now(st).hex_of(loc).building >= 0 else min(0, weather().condition(st.weather.ec).drm)


def bomb_fp(ledger: AttackLedger, cowered: int) -> int:
    """The FP against the exposed crew of an AFV: that of the attack with the MOL, less what cowering costs."""
    fp = ledger.fp // UNIT + molotov().fp
    column = ift().column(fp)
    if column is None or column < cowered:
        return 0
    return fp if not cowered else ift().fp(column - cowered)
