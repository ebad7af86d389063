"""Fire and Close Combat of units in Crest status (B20.94, B20.95)."""

from __future__ import annotations

from goodorder.core.errors import Refusal
from goodorder.core.notes import Note
from goodorder.core.state import Fighter, State

from ..a11_close_combat.attack import CombatFacts
from ..facts.aiming import seen_at
from ..facts.attack_facts import PartFacts, sight
from ..facts.firing import PartAsk
from ..facts.ground import map_now
from ..facts.places import crest_sides, eye
from ..facts.units import HEAVY, wtype
from ..ledger import Mod
from ..points import CC_DRM, FIRE_FACTOR, MAY_FIRE
from ..registry import builds, rule

AGAINST, BY = -2, 2


def entry_note(side: int) -> Note:
    """What a unit's trail keeps of an advance into a Depression hex by this hexside of it."""
    return Note("entered", hexside=side)


@rule("B20.94", point=FIRE_FACTOR, order=62)
def aside_from_the_crest(facts: PartFacts) -> Mod | None:
    """Area Fire at whatever does not lie across the protected hexsides."""
    unit, attack = facts.part.unit, facts.attack
    if unit.stance.crest < 0:
        return None
    st = attack.st
    board = map_now(st)
    if unit.loc != attack.target:
        line = sight(st, eye(st, unit), seen_at(st, attack.target, attack.targets))
        left = line.entry_sides(board.hex_at(unit.loc))
        if left and set(left) <= set(crest_sides(board, unit.loc, unit.stance.crest)):
            return None
    return Mod("crest_rear", -2, "B20.94", "not across the front of its Crest")


@rule("B20.95", point=MAY_FIRE, order=12, of=["weapon"])
def light_weapons_on_the_crest(ask: PartAsk) -> Refusal | None:
    """From the Crest a unit fires its inherent FP and LMG, no heavier machine gun or mortar."""
    if ask.unit.stance.crest < 0 or ask.weapon is None or wtype(ask.st, ask.weapon).kind not in HEAVY:
        return None
    return Refusal("B20.95", f"no {wtype(ask.st, ask.weapon).name} fires from Crest status")


@builds("B20.94")
def came_ahead(st: State, unit: Fighter, who: tuple[Fighter, ...]) -> bool:
    """Whether these units have just entered across the front of a unit's Crest."""
    front = {entry_note(side) for side in crest_sides(map_now(st), unit.loc, unit.stance.crest)}
    return bool(who) and all(front.intersection(st.trail(one.id).tried) for one in who)


def entered_ahead(st: State, frm: int, to: int) -> int:
    """The hexside of ``to`` by which an advance comes in where units on a Crest wait for it, else -1."""
    side = st.world.map.side_between(to, frm)
    return side if side is not None and any(unit.stance.crest >= 0 for unit in st.at(to)) else -1


@rule("B20.94", point=CC_DRM, order=70)
def against_the_crest(facts: CombatFacts) -> Mod | None:
    """Two less against units in Crest status, but for attackers who have just come across their front."""
    units = tuple(u for u in facts.defenders if u.stance.crest >= 0 and not came_ahead(facts.st, u, facts.attackers))
    if not units:
        return None
    scope = () if len(units) == len(facts.defenders) else tuple(unit.id for unit in units)
    return Mod("vs_crest", AGAINST, "B20.94", "in Crest status", scope)


@rule("B20.94", point=CC_DRM, order=71)
def from_the_crest(facts: CombatFacts) -> Mod | None:
    """Two more for an attack by units in Crest status, but on those who have just come across their front."""
    bad = any(u.stance.crest >= 0 and not came_ahead(facts.st, u, facts.defenders) for u in facts.attackers)
    return Mod("by_crest", BY, "B20.94", "from Crest status") if bad else None
