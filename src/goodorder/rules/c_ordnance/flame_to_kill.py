"""Flames at an AFV: the To Kill number of a flamethrower and of a MOL, which armor does not change (A22.34, C7.344)."""

from __future__ import annotations

from goodorder.core.state import Unit
from goodorder.data.charts.to_kill import Fate, to_kill
from goodorder.data.counters.vehicles import VehicleType

from ..d_vehicles.aspect import target_facing
from ..facts.attack_facts import AttackFacts
from ..facts.ground import map_now
from ..facts.moving_vehicles import moving_target
from ..facts.places import eye
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


@builds("A22.612", "C7.344", "C7.21", "C7.22", "A22.612c", "C7.344a", "C7.22a", "C7.21a", "D3.2c", "C.8a", "D2.41a")
def molotov_number(attack: AttackFacts, user: Unit, colored: int) -> Ledger:
    """The Final To Kill number of a MOL line by line: more against an open top or else an exposed crew, the rear, from
    above; less against a moving vehicle.
    """
    vehicle, st = attack.vehicle, attack.st
    assert vehicle is not None
    table, kind, frm = to_kill().flame["mol"], vtype(st, vehicle), eye(st, user)
    board = map_now(st)
    within = board.hex_at(frm) == board.hex_at(vehicle.loc)
    found = [Mod("basic", table.basic(long_range=False), "C7.344", "MOL")]
    if open_topped(kind):
        found.append(Mod("open_topped", table.open_topped, "A22.612", "open-topped"))
    elif vehicle.ce:
        found.append(Mod("crew_exposed", table.crew_exposed, "A22.612", "Crew Exposed"))
    if within or target_facing(st, vehicle, "hull", frm, colored) == "rear":
        found.append(Mod("case_a", table.rear, "C7.21", "rear Target Facing (Case A)"))
    if board.level(frm) > board.level(vehicle.loc):
        by = to_kill().from_above
        found.append(Mod("case_b", by.open if open_topped(kind) else by.closed, "C7.22", "from above (Case B)"))
    if moving_target(st, vehicle):
        found.append(Mod("moving", table.moving_target, "A22.612", "moving vehicle"))
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
