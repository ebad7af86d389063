"""What a Close Combat attack does to a vehicle, by one, and to those who attack one (A11.5, A11.501, A11.621)."""

from __future__ import annotations

from goodorder.core.dice import ONE_DIE, Roll
from goodorder.core.events import Event, VehicleImmobilized, VehicleWrecked, WeaponMalfunctioned, WeaponRemoved
from goodorder.core.state import State
from goodorder.data.charts import captured, close_combat
from goodorder.rules.a11_close_combat.attack import CombatLedger, CombatOutcome
from goodorder.rules.a11_close_combat.capture import captured_by_attack
from goodorder.rules.a12_concealment.close_combat import vehicles_known
from goodorder.rules.facts.crew import misuse
from goodorder.rules.facts.manned import manned, shaken
from goodorder.rules.facts.units import wtype
from goodorder.rules.registry import builds


@builds("A11.501", "A11.501a")
def unlikely_roll(st: State, side: int, attackers: tuple[int, ...]) -> Roll:
    """The dr that an Original 2 allows."""
    need = "1 burns, 2 destroys, 3 immobilizes"
    return Roll(ONE_DIE, "Unlikely Kill in CC", "A11.501", side, attackers, need, subsequent=True)


@builds("A11.5", "A11.611", "A11.611a")
def vehicle_events(st: State, target: int, outcome: CombatOutcome, side: int) -> tuple[Event, ...]:
    """What an attack of a side does to the vehicle: its crew dies with it, nobody survives; an attempt to capture it
    does nothing else.
    """
    if outcome.capture:
        return (*vehicles_known(st, (target,)), *captured_by_attack(st, target, side)) if outcome.seizes else ()
    match outcome.fate:
        case "eliminated":
            return (VehicleWrecked(vehicle=target),)
        case "burn":
            return (VehicleWrecked(vehicle=target, burning=True),)
        case "immobilized" if not st.vehicles[target].immobile:
            return (*vehicles_known(st, (target,)), VehicleImmobilized(vehicle=target))
    return ()


@builds("A11.621", "A11.621a")
def small_arms_hit(st: State, ledger: CombatLedger, original: int) -> tuple[int, ...]:
    """The attackers whom the crew's small arms reduce: all, by an Original 12 against a crew that can fight."""
    target = ledger.facts.target
    if target is None or original != close_combat().vehicle.crew_small_arms or not manned(target) or shaken(target):
        return ()
    return tuple(unit.id for unit in ledger.facts.attackers)


def _lowered(st: State, weapon: int) -> int:
    """By how much the Breakdown Number of a vehicle's weapon is lower in the hands of who mans it (A21.11, A21.22)."""
    found = st.weapons[weapon]
    return captured().breakdown * misuse(st, st.fighter(found.holder), found)


@builds("D3.7", "A9.7", "A21.11")
def may_break(st: State, weapons: tuple[int, ...], original: int) -> tuple[int, ...]:
    """The weapons of a vehicle's attack that its Original DR would break down, of which one does (A9.71)."""
    numbers = ((one, wtype(st, st.weapons[one]).breakdown - _lowered(st, one)) for one in weapons)
    return tuple(weapon for weapon, number in numbers if original >= number)


@builds("A.11", "A21.11")
def broken_down(st: State, weapon: int, original: int) -> Event:
    """A weapon breaks down, for good by its printed number where that is lowered."""
    if _lowered(st, weapon) and original >= wtype(st, st.weapons[weapon]).breakdown:
        return WeaponRemoved(weapon=weapon, reason="A9.7")
    return WeaponMalfunctioned(weapon=weapon)
