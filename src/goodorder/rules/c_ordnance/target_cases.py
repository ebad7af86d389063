"""To Hit DRM that come from the target: Cases J to N (C6). Those that any fire has stand with their own rules."""

from __future__ import annotations

from goodorder.core.state import Vehicle
from goodorder.data.charts import to_hit

from ..a07_fire.firepower import part_fire
from ..a26_control import hex_places
from ..facts.ground import map_now
from ..facts.moving_vehicles import non_stopped
from ..facts.ordnance import ToHitFacts
from ..ledger import Mod
from ..points import TO_HIT_DRM
from ..registry import rule
from .firer_cases import case, lettered

TARGET_AREA_FIRE = {"dash": "J", "concealed_target": "K"}
"""What halves the FP of any other fire because of the target's state, and its case."""


@rule("C6.2", point=TO_HIT_DRM, order=110, rows=["A4.63g", "C6.2a", "C.4a"])
def case_k(facts: ToHitFacts) -> tuple[Mod, ...]:
    """J: Infantry that dashes. K: a concealed target. What is hit is not halved."""
    factors = part_fire(facts.attack, facts.part).factors
    return tuple(
        case(TARGET_AREA_FIRE[mod.id], mod.reason, units=mod.units, outside=False)
        for mod in factors
        if mod.id in TARGET_AREA_FIRE
    )


@rule("C6.2", point=TO_HIT_DRM, order=112, rows=["C6.2b"])
def case_k_of_smoke(facts: ToHitFacts) -> Mod | None:
    """K of SMOKE: where enemies are seen to be in the hex, and all of them are concealed; hidden ones are not seen."""
    if not facts.shot.at_hex or facts.attack.targets:
        return None
    st, board = facts.st, map_now(facts.st)
    places = hex_places(board, board.hex_at(facts.attack.target))
    there = [one for place in places for one in st.all_at(place) if one.side != facts.unit.side]
    seen = [one for one in there if not one.hidden and not (isinstance(one, Vehicle) and one.wreck)]
    if not seen or any(not one.concealed for one in seen):
        return None
    return case("K", "concealed enemies in the hex", outside=False)


@rule("C6.3", point=TO_HIT_DRM, order=120, rows=["C6.3a", "C6.3b"])
def case_l(facts: ToHitFacts) -> Mod | None:
    """L: Point Blank Fire, at a range of one or two hexes, but at a vehicle that moves."""
    vehicle = facts.attack.vehicle
    if vehicle is not None and (vehicle.motion or non_stopped(facts.st, vehicle)):
        return None
    value = to_hit().case_l(facts.range)
    return lettered("L", value, f"range {facts.range}") if value else None
