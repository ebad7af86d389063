"""Spraying Fire: one attack on two Locations that share a hexside (A7.34, A9.5)."""

from __future__ import annotations

from goodorder.board import Map
from goodorder.board.map.per_map_cache import once_per_map
from goodorder.core.actions import SNAP, Fire
from goodorder.core.errors import Refusal
from goodorder.core.state import State, Unit

from ..facts.adjacent import places_in
from ..facts.attack_facts import AttackFacts, PartFacts, firer_occasions
from ..facts.firers import attack_facts
from ..facts.ground import map_now
from ..facts.masks import faced_at
from ..facts.units import has, name, wtype
from ..facts.wave import moved_together
from ..ledger import Mod
from ..points import FIRE_FACTOR, MAY_ATTACK
from ..registry import builds, rule
from .group import AttackAsk
from .permission import Target, part_refusal

SQUAD_REACH = 3


@rule("A9.5", point=FIRE_FACTOR, order=57)
def spraying_fire(facts: PartFacts) -> Mod | None:
    """Spraying Fire is Area Fire against both Locations."""
    return Mod("spraying_fire", -2, "A9.5", "Spraying Fire") if facts.attack.spray >= 0 else None


@rule("A9.52", point=FIRE_FACTOR, order=58, of=["Spraying Fire", "at movers"])
def no_mover_there(facts: PartFacts) -> Mod | None:
    """In the MPh it is halved again against a Location in which nobody moves: all it does there is Residual FP."""
    attack = facts.attack
    if attack.spray >= 0 and attack.moving and not attack.targets:
        return Mod("no_mover", -2, "A9.52", "nobody moves there")
    return None


@rule("A9.5", point=MAY_ATTACK, order=7, of=["Spraying Fire"])
def may_spray(ask: AttackAsk) -> Refusal | None:
    """Two Locations beside each other, neither the firer's own; all firers are able to spray and see both."""
    st, action = ask.st, ask.action
    if action.spray == -1:
        return None
    board = map_now(st)
    if action.via == SNAP:
        return Refusal("A9.5", "a Snap Shot is aimed at one hexside")
    if not 0 <= action.spray < len(board.locations) or board.locations[action.spray].kind in ("crest", "climb", "gone"):
        return Refusal("A9.5", "there is no such Location")
    if not neighbours(st, action.target, action.spray):
        return Refusal("A9.5", "the two Locations must share a hexside", also=("A7.34",))
    second = Target(action.spray, second_targets(st, action, ask.targets, ask.phase))
    for firer in action.firers:
        unit = st.fighter(firer.unit)
        if unit.loc in (action.target, action.spray):
            return Refusal("A9.5", "not at the firer's own Location", also=("A7.212",))
        if firer.inherent and not has(st, unit, "spraying_fire"):
            number = "A9.52" if len(action.firers) > 1 else "A7.34"
            return Refusal(number, f"{name(st, unit)} has no Spraying Fire")
        if firer.inherent and max(board.distance(unit.loc, at) for at in (action.target, action.spray)) > SQUAD_REACH:
            return Refusal("A7.34", f"squads spray up to {SQUAD_REACH} hexes away")
        for weapon in (st.weapons[w] for w in firer.weapons):
            if not (wtype(st, weapon).spraying_fire or wtype(st, weapon).gun is not None):
                return Refusal("A9.5", f"{wtype(st, weapon).name} has no Spraying Fire")
        for weapon_or_none, occasion in firer_occasions(st, firer, ask.phase):
            ife = weapon_or_none is not None and wtype(st, weapon_or_none).gun is not None
            refusal = part_refusal(st, unit, weapon_or_none, second, ask.phase, occasion=occasion, ife=ife)
            if refusal is not None:
                return refusal
    return None


def neighbours(st: State, one: int, other: int) -> bool:
    """Whether two Locations share a hexside, or lie one above the other in one building (A9.5)."""
    return other in neighbouring(map_now(st), one)


@once_per_map(4096)
def neighbouring(board: Map, loc: int) -> frozenset[int]:
    """The Locations with which one does so."""
    level, there = board.level(loc), places_in(board)
    found = [place for h in board.around(loc) if h >= 0 for place in there[h]]
    return frozenset(found + [up for up in there[board.hex_at(loc)] if abs(board.level(up) - level) == 1])


@builds("A25.233", "A25.233c")
def second_targets(st: State, action: Fire, targets: tuple[Unit, ...], phase: str) -> tuple[Unit, ...]:
    """The units under fire in the second Location: in the MPh only such as moved along with the first ones,
    be it in one impulse of a Human Wave.
    """
    side = st.fighter(action.firers[0].unit).side
    there = tuple([one for one in faced_at(st, action.spray) if one.side != side])
    if phase != "MPh":
        return there
    movers = {unit.id for unit in targets}
    return tuple(unit for unit in there if unit.id in movers or moved_together(st, unit, targets))


@builds("A9.5")
def second_attack(st: State, action: Fire, targets: tuple[Unit, ...], phase: str) -> AttackFacts:
    """Spraying Fire as the second Location meets it: its own range, line of sight and terrain, the same DR."""
    from msgspec.structs import replace

    turned = replace(action, target=action.spray, spray=action.target, via=-1, vehicle=0)
    return attack_facts(st, turned, second_targets(st, action, targets, phase), phase)
