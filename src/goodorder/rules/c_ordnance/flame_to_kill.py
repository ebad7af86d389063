"""A flamethrower's attack on an AFV: the To Kill number, which armor does not change (A22.34, C7.344)."""

from __future__ import annotations

from goodorder.data.charts.to_kill import Fate, to_kill
from goodorder.data.counters.vehicles import VehicleType

from ..d_vehicles.aspect import target_facing
from ..facts.attack_facts import AttackFacts
from ..facts.ground import map_now
from ..facts.vehicles import vtype
from ..ledger import Ledger, Mod
from ..registry import builds


@builds("A22.34", "C7.344", "D3.2", "A22.34a", "C7.344a", "C7.344b", "C7.344c", "D3.2c")
def flame_number(attack: AttackFacts, colored: int) -> Ledger:
    """The Final To Kill number line by line: half at Long Range, more against exposed crews, open
    tops and the rear, which is what it strikes from the vehicle's own hex.
    """
    vehicle, part, st = attack.vehicle, attack.parts[0], attack.st
    assert vehicle is not None
    table, kind = to_kill().flame["ft"], vtype(st, vehicle)
    board = map_now(st)
    far = board.distance(part.unit.loc, vehicle.loc) > part.normal_range
    [frm] = attack.eyes()
    within = board.hex_at(frm) == board.hex_at(vehicle.loc)
    rear = within or target_facing(st, vehicle, "hull", frm, colored) == "rear"
    found = [Mod("basic", table.basic(long_range=far), "C7.344", "flamethrower" + (" at Long Range" if far else ""))]
    found += [Mod("crew_exposed", table.crew_exposed, "A22.34", "Crew Exposed")] if vehicle.ce else []
    found += [Mod("open_topped", table.open_topped, "A22.34", "open-topped")] if open_topped(kind) else []
    found += [Mod("case_a", table.rear, "C7.21", "rear Target Facing (Case A)")] if rear else []
    return Ledger(tuple(found))


def open_topped(kind: VehicleType) -> bool:
    """Whether an AFV has an open top."""
    return kind.open_topped


@builds("C7.5", "C7.6", "C7.5d", "C7.6c")
def flame_fate(number: int, original: int) -> Fate | None:
    """What an Original DR does to the AFV: below the number it burns, by the number itself it is eliminated."""
    if original == to_kill().dud:
        return None
    return to_kill().afv_fates("flame").fate(original, number)
