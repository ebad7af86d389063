"""Fire that the DEFENDER must give at who enters his units' Location (A8.312)."""

from __future__ import annotations

from goodorder.core.errors import Refusal
from goodorder.core.state import State, Unit

from ..a07_fire.group import AttackAsk, expenditures
from ..a07_fire.permission import Target, part_refusal
from ..facts.attack_facts import DEFENSIVE
from ..facts.units import in_melee, usable_weapons, utype
from ..points import MAY_ATTACK
from ..registry import builds, removable, rule


def entered(st: State, targets: tuple[Unit, ...], loc: int) -> bool:
    """Whether a MMC among the movers has entered this Location by their last expenditure."""
    for unit in targets:
        steps = st.trail(unit.id).steps
        if utype(st, unit).mmc and steps and steps[-1].kind == "enter" and steps[-1].to == loc:
            return True
    return False


@removable(without=())
@builds("A8.312")
def forced_firers(st: State, side: int, loc: int, targets: tuple[Unit, ...]) -> tuple[int, ...]:
    """Unbroken Known units, not in Melee, of the Location just entered that can fire and have not at this entry."""
    here = st.side_at(loc, side)
    if not here or not entered(st, targets, loc):
        return ()
    step, movers, aim = expenditures(st, targets), {unit.id for unit in targets}, Target(loc, targets)
    found = []
    for unit in here:
        if unit.broken or unit.concealed or in_melee(st, unit):
            continue
        shots = st.trail(unit.id).shots
        if any(shot.occasion in DEFENSIVE and shot.step == step and movers & set(shot.units) for shot in shots):
            continue
        sources = (None, *usable_weapons(st, unit))
        if any(part_refusal(st, unit, weapon, aim, "MPh") is None for weapon in sources):
            found.append(unit.id)
    return tuple(found)


@rule("A8.312", point=MAY_ATTACK, order=8, of=["MPh"])
def fire_together(ask: AttackAsk) -> Refusal | None:
    """All units that must fire at who entered their Location do it in one group."""
    st, target = ask.st, ask.action.target
    firers = {firer.unit for firer in ask.action.firers} | {firer.helper for firer in ask.action.firers}
    if ask.phase != "MPh" or not any(st.fighter(firer.unit).loc == target for firer in ask.action.firers):
        return None
    side = st.fighter(ask.action.firers[0].unit).side
    if set(forced_firers(st, side, target, ask.targets)) - firers:
        return Refusal("A8.312", "all units of the Location that was entered fire in one group")
    return None
