"""What the target's terrain does to an attack: TEM, height, FFMO and FFNAM (B, A4.6, A7.6)."""

from __future__ import annotations

from msgspec.structs import replace

from goodorder.core.actions import SNAP
from goodorder.core.state import Unit

from ..facts.aiming import attack_line
from ..facts.attack_facts import AttackFacts
from ..facts.cover import Aimed, tem_of
from ..facts.road import on_open_road
from ..facts.shelter import on_runway
from ..facts.tem import came_up_across, terrain_tem
from ..ledger import Mod
from ..points import FIRE_DRM
from ..registry import rule


@rule("A7.6", point=FIRE_DRM, order=50)
def target_terrain(attack: AttackFacts) -> Mod | tuple[Mod, ...] | None:
    """The target's TEM; in a Fire Group the worst case for the attacker counts (A7.52)."""
    st = attack.st
    if attack.via == SNAP:
        return None
    if st.world.rules.offers("wall_advantage"):
        return _for_each(attack)
    if not attack.eyes():
        return terrain_tem(st, None, attack.target)
    found = []
    for loc in attack.locations():
        road, aimed = _all_on_road(attack, loc), attack_line(attack, loc)
        if mod := terrain_tem(st, loc, attack.target, on_road=road, moving=attack.moving, aimed=aimed):
            found.append((mod, loc))
    if not found:
        return None
    mod, loc = max(found, key=lambda pair: pair[0].value)
    if mod.id == "height_advantage" and attack.moving:
        high = tuple(u.id for u in attack.targets if not came_up_across(st, u, loc))
        if not high:
            return None
        if len(high) < len(attack.targets):
            return replace(mod, units=high)
    return mod


def _for_each(attack: AttackFacts) -> tuple[Mod, ...]:
    """The TEM of each target, told once for those who have the same."""
    found: dict[Mod, tuple[int, ...]] = {}
    for unit in attack.targets:
        if (mod := _unit_tem(attack, unit)) is not None:
            found[mod] = (*found.get(mod, ()), unit.id)
    every = len(attack.targets)
    return tuple(mod if len(units) == every else replace(mod, units=units) for mod, units in found.items())


def _unit_tem(attack: AttackFacts, unit: Unit) -> Mod | None:
    """The TEM of one target; of several firing places the worst for the attacker counts (A7.52).

    Against Residual FP a unit in Bypass has the TEM of the obstacle too (A8.2), and so it has against a Fire Lane,
    whose line runs to the hex centre (A9.222).
    """
    st = attack.st
    if not attack.eyes():
        return tem_of(Aimed(st, None, attack.target, unit, (), None, None, True))
    found: list[Mod] = []
    for place in attack.eyes():
        road = attack.moving and attack.source.aimed and on_open_road(st, unit, place)
        aimed = attack.source.line(attack, place, (unit,))
        mod = terrain_tem(
            st,
            place,
            attack.target,
            on_road=road,
            moving=attack.moving,
            aimed=aimed,
            unit=unit,
            firers=attack.firers_at(place),
        )
        if mod is not None and mod.id == "height_advantage" and attack.moving and came_up_across(st, unit, place):
            mod = None
        if mod is not None:
            found.append(mod)
    return max(found, key=lambda mod: mod.value, default=None)


@rule("B7.3", point=FIRE_DRM, rows=[], order=55)
def runway(attack: AttackFacts) -> Mod | None:
    """One less for whoever is on a runway, beside every other modifier."""
    if not attack.st.world.rules.offers("wall_advantage") or not on_runway(attack.st, attack.target):
        return None
    return Mod("runway", -1, "B7.3", "runway")


def _all_on_road(attack: AttackFacts, frm: int) -> bool:
    """Whether a line of Defensive First Fire finds all the movers on the road (they entered together)."""
    return attack.moving and all(on_open_road(attack.st, u, frm) for u in attack.targets)
