"""To Hit DRM of a vehicle that fires: Cases C and I (C5.3 to C5.35, C5.9)."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal

from goodorder.core.errors import Refusal
from goodorder.core.state import ADVANCING, BOUNDING, Fighter, State, Vehicle
from goodorder.data.charts import to_hit

from ..facts.ground import map_now
from ..facts.moving_vehicles import changed_hex, place_after
from ..facts.ordnance import ToHitFacts
from ..facts.vehicles import HALVES, exposed, is_afv, running, vtype
from ..ledger import Mod
from ..points import MAY_SHOOT, TO_HIT_DRM
from ..registry import builds, rule
from .firer_cases import case, lettered, mount

Aim = Literal["C", "C1", "C2"]
AIMS: dict[str, str] = {"C": "", "C1": ", restricted aim", "C2": ", limited aim"}


@builds("C5.31", "C5.32", "C5.33", "C6.15", "C5.31a", "C5.32a", "C5.33a", "C5.33b")
def aim(st: State, vehicle: Vehicle, target: int) -> Aim:
    """How well a vehicle can aim in its own MPh: by the MP that it has spent with the target in unbroken sight;
    before it has entered a hex, or with the target in sight since before the MPh, as well as it can.
    """
    steps = st.trail(vehicle.id).steps
    board = map_now(st)
    halves = 0
    for step in reversed(steps):
        same = step.to >= 0 and board.hex_at(step.to) == board.hex_at(target)
        if step.to < 0 or not (same or board.sees(place_after(board, step), target)):
            return to_hit().aim(Fraction(halves, HALVES))
        halves += step.mf
    start = steps[0].frm if steps else vehicle.loc
    if start < 0 or not (board.hex_at(start) == board.hex_at(target) or board.sees(start, target)):
        return to_hit().aim(Fraction(halves, HALVES)) if any(step.to != step.frm for step in steps) else "C"
    return "C"


@rule(
    "C5.3",
    point=TO_HIT_DRM,
    order=30,
    rows=["SK3.MPh.29", "SK3.AFPh.5", "C5.3a", "C5.3c", "C5.35b", "D3.3b", "D3.32a", "D2.42a"],
)
def case_c(facts: ToHitFacts) -> Mod | None:
    """C: a vehicle that fires in its own MPh, or in the AFPh after it has entered a hex or fired in the MPh. C4: it has
    not stopped; the lower die of its DR is doubled then.
    """
    vehicle = facts.unit
    if not isinstance(vehicle, Vehicle):
        return None
    st, occasion = facts.st, facts.part.occasion
    letter: Aim = aim(st, vehicle, facts.attack.target) if occasion == BOUNDING else "C"
    value = to_hit().case_c(mount(facts), letter)
    if running(st, vehicle):
        return lettered("C4", value, f"Motion Fire{AIMS[letter]}")
    if occasion == BOUNDING:
        return lettered(letter, value, f"Bounding First Fire{AIMS[letter]}")
    fired = any(mark.occasion == BOUNDING for mark in st.trail(vehicle.id).shots)
    if occasion == ADVANCING and (changed_hex(st, vehicle) or fired):
        return lettered("C", value, "Bounding Fire")
    return None


@rule("C5.9", point=TO_HIT_DRM, order=90, rows=["C5.9a", "D5.2b"])
def case_i(facts: ToHitFacts) -> Mod | None:
    """I: a closed-topped AFV whose crew is Buttoned Up."""
    vehicle = facts.unit
    if not isinstance(vehicle, Vehicle) or not is_afv(facts.st, vehicle) or exposed(facts.st, vehicle):
        return None
    return None if vtype(facts.st, vehicle).open_topped else case("I", "Buttoned Up")


def fires_in_motion(st: State, unit: Fighter) -> bool:
    """Whether who fires is a vehicle in Motion or Non-Stopped, which leaves it no Area Target Type."""
    return isinstance(unit, Vehicle) and running(st, unit)


@rule("C3.33", point=MAY_SHOOT, order=31, rows=["C3.33f"])
def no_area_fire_on_the_move(facts: ToHitFacts) -> Refusal | None:
    """The Area Target Type is not for Bounding First Fire nor for Motion Fire."""
    vehicle = facts.unit
    if not facts.area or not isinstance(vehicle, Vehicle):
        return None
    if facts.part.occasion == BOUNDING or fires_in_motion(facts.st, vehicle):
        return Refusal("C3.33", "the Area Target Type is not for a vehicle that fires in its MPh or in Motion")
    return None
