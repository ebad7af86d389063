"""The Area Target Type strikes a whole hex: everybody in all its Locations, friends too (C3.33)."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from goodorder.core.actions import Fire
from goodorder.core.state import State, Unit

from ..facts.aiming import is_blocked
from ..facts.attack_facts import AttackFacts
from ..facts.firers import attack_facts, spotting
from ..facts.ground import map_now
from ..facts.masks import all_at
from ..facts.places import eye
from ..facts.units import wtype
from ..ledger import Mod
from ..registry import builds
from .elevation import reaches


@builds("C3.33", "C3.4")
def area_targets(st: State, action: Fire, targets: tuple[int, ...], phase: str) -> tuple[int, ...]:
    """Whom a shot can hit that is aimed at ``targets``: on the Area Target Type all units of the hex, of both sides; in
    the MPh none but those movers.
    """
    if action.ordnance is None or action.ordnance.target_type != "area" or phase == "MPh":
        return targets
    board = map_now(st)
    h = board.hex_at(action.target)
    occupied = {*st.occupied(), *(one.loc for one in st.vehicles.values() if one.concealed)}
    locs = sorted(loc for loc in occupied if loc >= 0 and board.hex_at(loc) == h and _in_reach(st, action, loc))
    return tuple(dict.fromkeys((*targets, *(key for loc in locs for key in all_at(st, loc)))))


@builds("C2.6", "C3.4b")
def _in_reach(st: State, action: Fire, loc: int) -> bool:
    """Whether a Location of the target hex is not too high or low for the barrel at this range."""
    board, firer = map_now(st), action.firers[0]
    unit, kind = st.fighter(firer.unit), wtype(st, st.weapons[firer.weapons[0]])
    above = board.level(loc) - board.level(eye(st, unit))
    return not kind.cannon or not above or reaches(kind, board.distance(unit.loc, loc), above, own_hex=False)


class TargetPart(Struct, frozen=True):
    """The targets of one Location, those that the firer sees in ``attack``, the others in ``blind``."""

    attack: AttackFacts
    blind: tuple[int, ...] = ()


def parts_of(st: State, action: Fire, targets: Sequence[Unit], phase: str) -> tuple[TargetPart, ...]:
    """The targets of a shot by Location, that which is aimed at first."""
    groups: dict[int, tuple[Unit, ...]] = {action.target: ()}
    area = action.ordnance is not None and action.ordnance.target_type == "area"
    for unit in targets:
        loc = unit.loc if area else action.target
        groups[loc] = (*groups.get(loc, ()), unit)
    frm = eye(st, st.fighter(spotting(action) or action.firers[0].unit))
    found: list[TargetPart] = []
    for loc, units in groups.items():
        aimed = action if loc == action.target else replace(action, target=loc, via=-1)
        attack = attack_facts(st, aimed, units, phase)
        if loc != action.target and is_blocked(st, frm, loc, units):
            attack = replace(attack, targets=())
        seen = {unit.id for unit in attack.targets}
        found.append(TargetPart(attack, tuple(unit.id for unit in units if unit.id not in seen)))
    return tuple(found)


def joined(groups: Sequence[tuple[tuple[Mod, ...], tuple[int, ...]]]) -> tuple[Mod, ...]:
    """The modifiers of several Locations in one list, each of those whom it concerns: (modifiers, unit ids) of each."""
    every = [unit for _, units in groups for unit in units]
    found: dict[Mod, tuple[int, ...]] = {}
    for mods, units in groups:
        for mod in mods:
            key = replace(mod, units=())
            found[key] = (*found.get(key, ()), *(mod.units or units))
    return tuple(mod if len(units) == len(every) else replace(mod, units=units) for mod, units in found.items())
