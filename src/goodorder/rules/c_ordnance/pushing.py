"""Pushing a Gun: who may, where to, what it costs, the Manhandling DR (C10.3)."""

from __future__ import annotations

from goodorder.core.actions import Push
from goodorder.core.errors import Refusal
from goodorder.core.events import Event, MoveEnded, TiPlaced
from goodorder.core.state import ASSAULT, DASH, MINIMUM, ON_MAP, State, Unit
from goodorder.core.way import Way

from ..a04_movement.allotment import least_left
from ..a04_movement.costs import entry_cost
from ..a04_movement.permission import entry_refusal
from ..a09_weapons.captured import use_refusal
from ..event_facts import EventFacts
from ..facts.bearers import bearer, possessor
from ..facts.entry import HALF, EntryFacts, entry_facts, of_the_stack, road_leads
from ..facts.ground import ground, map_now
from ..facts.ordnance import HEXSPINES
from ..facts.units import utype, wtype
from ..facts.water import DEEP
from ..ledger import Ledger, Mod
from ..points import CONSEQUENCE, MAY_ENTER
from ..registry import builds, rule
from .limbering import serves_as_crew
from .places import closed_to_gun

NO_PUSH = {ASSAULT: "Assault Movement", MINIMUM: "a Minimum Move", DASH: "a Dash"}
"""Declarations that pushing shuts out."""

ROAD, MOST_HELP, MOST_LABOR = -2, -4, 2
"""DRM across a road hexside, the most that helpers give, and the most that earlier attempts do (C10.3)."""


def push_way(st: State, units: tuple[Unit, ...], to: int) -> Way:
    """The way of those who push a Gun there: by road where that costs less."""
    frm = units[0].loc
    plain = Way(frm, to, push=True)
    if not road_leads(st, frm, to):
        return plain
    by_road = Way(frm, to, road=True, push=True)
    return by_road if entry_cost(st, units, by_road) < entry_cost(st, units, plain) else plain


@builds("C10.3", "C10.23", "C10.25", "C10.26", "C10.3a", "C10.3b", "C10.3c", "C10.2a", "C11.6", "C2.8a")
def push_refusal(st: State, stack: tuple[int, ...], action: Push) -> Refusal | None:
    """Why these units of a moving stack may not push a Gun there now, or None."""
    weapon, units = st.weapons.get(action.weapon), tuple(st.units[u] for u in action.units if u in st.units)
    gun = wtype(st, weapon).gun if weapon is not None else None
    once = len(set(action.units)) == len(action.units)
    if weapon is None or gun is None or not units or not once or not set(action.units) <= set(stack):
        return Refusal("C10.3", "units of the moving stack push a Gun")
    manning = bearer(st, weapon)
    if manning is None or manning.id not in action.units or weapon.loc != manning.loc:
        return Refusal("C10.3", "who mans the Gun pushes it", also=("C10.111",))
    if refusal := use_refusal(st, weapon):
        return refusal
    if gun.no_move or gun.rfnm:
        return Refusal("C10.25" if gun.rfnm else "C10.26", "it is never pushed")
    if not (gun.qsu or weapon.limbered):
        return Refusal("C10.2", "it has to be limbered before it is pushed", also=("C10.3",))
    if not all(serves_as_crew(st, unit) for unit in units):
        return Refusal("C10.3", "squads, half-squads and crews push, in Good Order and not pinned", also=("C10.111",))
    if any(wtype(st, held).pp for unit in units for held in st.weapons_of(unit.id)):
        return Refusal("C10.3", "who pushes a Gun carries nothing else")
    for bit, words in NO_PUSH.items():
        if any(st.trail(unit.id).declared & bit for unit in units):
            return Refusal("C10.3", f"no Gun is pushed in {words}")
    if any(unit.stance.bypass or unit.stance.crest >= 0 for unit in units):
        return Refusal("C10.3", "no Gun is pushed in Bypass or at a Crest")
    if not -1 <= action.facing < HEXSPINES:
        return Refusal("C3.2", f"a hexspine is 0 to 5, not {action.facing}")
    return _there(st, action, units)


def _there(st: State, action: Push, units: tuple[Unit, ...]) -> Refusal | None:
    """Why the Gun may not be pushed into this Location, or None."""
    board, gun = map_now(st), wtype(st, st.weapons[action.weapon]).gun
    assert gun is not None
    if not 0 <= action.to < len(board.locations):
        return Refusal("A4.2", "there is no such Location")
    if refusal := closed_to_gun(board, gun, action.to):
        return refusal
    depression = ground(st, action.to).depression
    if depression is not None and depression.id == DEEP:
        return Refusal("C10.3", "no Gun is pushed into a deep stream")
    if any(not enemy.concealed for enemy in st.side_at(action.to, 1 - units[0].side)):
        return Refusal("C10.3", "an enemy is there")
    way = push_way(st, units, action.to)
    return entry_refusal(st, action.units, way) or _mf(st, action, units, way)


def _mf(st: State, action: Push, units: tuple[Unit, ...], way: Way) -> Refusal | None:
    if entry_facts(st, units, way).terrain.mf_all and not way.road:
        return Refusal("C10.3", "it takes all MF, and pushing twice as many")
    need = entry_cost(st, units, way)
    return Refusal("C10.3", "pushing takes twice the MF") if least_left(st, action.units) < need else None


@builds("C10.3", "C10.3e", "C10.3f")
def manhandling_ledger(st: State, action: Push) -> Ledger:
    """The DRM of a Manhandling DR: TEM, MF, road, helpers, earlier attempts."""
    units = tuple(st.units[u] for u in action.units)
    way, frm = push_way(st, units, action.to), units[0].loc
    here, there = ground(st, frm), ground(st, action.to)
    side = map_now(st).side_between(frm, action.to)
    mods: list[Mod] = []
    hexside = here.sides[side] if side is not None else None
    tem = max(0, there.terrain.tem) + max(0, hexside.tem if hexside is not None else 0)
    if tem:
        mods.append(Mod("tem", tem, "C10.3", "TEM of hexside and hex"))
    mf = entry_cost(st, units, way)
    mods.append(Mod("mf", -(-mf // HALF), "C10.3", "MF spent"))
    if side is not None and here.roads[side]:
        mods.append(Mod("road", ROAD, "C10.3", "across a road hexside"))
    if help := _help(st, action, units):
        mods.append(Mod("helpers", max(MOST_HELP, help), "C10.3", "more men push"))
    if labor := st.weapons[action.weapon].labor:
        mods.append(Mod("labor", -labor, "B24.8", "Labor"))
    return Ledger(tuple(mods))


def _help(st: State, action: Push, units: tuple[Unit, ...]) -> int:
    squads = [utype(st, unit).kind == "squad" for unit in units]
    if len(units) == 1:
        return -1 if squads[0] else 0
    own = utype(st, possessor(st, st.weapons[action.weapon])).kind == "squad"
    return -2 * (sum(squads) - own) - (len(units) - sum(squads) - (not own))


@rule("C10.3", point=MAY_ENTER, order=3, rows=["C10.3g"])
def pushers_only_push(facts: EntryFacts) -> Refusal | None:
    """Who has pushed a Gun does nothing else in that move but push it on."""
    return None if facts.way.push or "pushes" not in facts.stack.kinds else _busy(facts)


@of_the_stack
def _busy(facts: EntryFacts) -> Refusal | None:
    if not any(facts.st.trail(unit.id).noted("push") for unit in facts.units):
        return None
    return Refusal("C10.3", "it pushes a Gun, and is TI when that is over")


@rule("C10.3", point=CONSEQUENCE, order=60, on=[MoveEnded], rows=["C10.3g"])
def tired_of_pushing(facts: EventFacts) -> tuple[Event, ...]:
    """Who has pushed a Gun is TI as its move ends."""
    event = facts.event
    assert isinstance(event, MoveEnded)
    unit = facts.after.units[event.unit]
    if unit.place != ON_MAP or unit.broken or unit.ti or not facts.after.trail(unit.id).noted("push"):
        return ()
    return (TiPlaced(unit=unit.id),)
