"""To Hit DRM that come from a vehicle as the target: Cases J, P and Q (C6.1, C6.7, C6.8)."""

from __future__ import annotations

from msgspec.structs import replace

from goodorder.core.state import FIRST
from goodorder.data.charts import to_hit
from goodorder.data.charts.vehicles import vehicle_chart

from ..d_vehicles.aspect import hull_down
from ..facts.cover import at_vehicle, own, tem_of
from ..facts.ground import map_now
from ..facts.moving_vehicles import changed_hex, moving_target, mp_in_sight
from ..facts.ordnance import ToHitFacts
from ..facts.vehicle_cover import solid
from ..facts.vehicles import HALVES, vtype
from ..ledger import Mod
from ..points import TO_HIT_DRM
from ..registry import rule
from .firer_cases import case, lettered


@rule("C6.1", point=TO_HIT_DRM, order=105, rows=["C6.1a", "C6.11a", "C6.12a", "C6.16a", "D2.41a"])
def case_j(facts: ToHitFacts) -> Mod | None:
    """J: a vehicle that moves, or has entered a hex in this Player Turn. J1, J2: as it moves, after few MP in sight."""
    vehicle, st = facts.attack.vehicle, facts.st
    if vehicle is None or not (moving_target(st, vehicle) or changed_hex(st, vehicle)):
        return None
    if facts.part.occasion == FIRST:
        [frm] = facts.attack.eyes()
        spent, values = mp_in_sight(st, vehicle, frm), to_hit().values
        if spent is not None and spent <= HALVES * values.limited_target_mp:
            return case("J2", "moving, 1 MP or less in sight", outside=False)
        if spent is not None and spent <= HALVES * values.restricted_target_mp:
            return case("J1", "moving, 3 MP or less in sight", outside=False)
    return case("J", "moving vehicle", outside=False)


@rule("C5.5", point=TO_HIT_DRM, order=175, rows=["C5.5b"])
def hulls_between(facts: ToHitFacts) -> Mod | None:
    """R: an AFV or a wreck in the hex Hinders fire within it, but for firer and target (C5.5)."""
    if not facts.own_hex or not facts.st.vehicles:
        return None
    st, target = facts.st, facts.attack.vehicle
    board = map_now(st)
    place = board.hex_at(facts.unit.loc)
    apart = {facts.unit.id, target.id if target is not None else 0}
    hulks = (one for one in st.vehicles.values() if one.id not in apart and solid(st, one))
    if not any(board.hex_at(one.loc) == place for one in hulks):
        return None
    return Mod("hindrance", vehicle_chart().cover.hindrance, "C5.5", "AFV or wreck in the hex (Case R)", outside=True)


@rule("C6.7", point=TO_HIT_DRM, order=161, rows=["C6.7a", "D1.7a"])
def case_p_vehicle(facts: ToHitFacts) -> Mod | None:
    """P: the size of the vehicle."""
    vehicle = facts.attack.vehicle
    if vehicle is None:
        return None
    size = vtype(facts.st, vehicle).target_size
    value = to_hit().case_p(size)
    return lettered("P", value, f"{size} target", outside=False) if value else None


@rule("C6.8", point=TO_HIT_DRM, order=170, rows=["D4.1a", "D4.2b", "D4.22a"])
def case_q_vehicle(facts: ToHitFacts) -> Mod | None:
    """Q: the TEM of a vehicle's Location, or a hedge's, or its height; none of these where it is Hull Down."""
    vehicle, attack = facts.attack.vehicle, facts.attack
    if vehicle is None or hull_down(attack):
        return None
    [frm] = attack.eyes()
    aimed = at_vehicle(facts.st, frm, vehicle, attack.firers_at(frm), moving=attack.moving)
    mod = own(aimed) if attack.in_terrain else tem_of(aimed)
    if mod is None:
        return None
    return replace(lettered("Q", mod.value, mod.reason, outside=mod.outside), rule=mod.rule)
