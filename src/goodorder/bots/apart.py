"""What is fired beside small arms and Guns: vehicles' machine guns, flamethrowers, Panzerfausts, by what they do."""

from __future__ import annotations

from collections.abc import Iterator

from goodorder.core.actions import Panzerfaust
from goodorder.core.state import State
from goodorder.flow.fire.flame_menu import FlameMenu
from goodorder.flow.fire.panzerfaust import PanzerfaustMenu
from goodorder.flow.fire.targets import Aim
from goodorder.flow.fire.vehicle_menu import VehicleMenu
from goodorder.rules.a07_fire.attack import declared_ledger
from goodorder.rules.c_ordnance.panzerfaust import PINS_ON, check_ledger, in_hand, ready_up_to
from goodorder.rules.facts.units import morale_level

from .bombs import at_armor
from .burning import dry_price
from .ordnance import GunShot, gun_shots, mans_gun, vehicle_harm
from .values import BROKEN, PINNED, REDUCED, armed_worth, attack_harm, fails

FAUST_PRICE = 0.6
"""What a try for a Panzerfaust must bring: there are few of them."""


BOMB_PRICE = 0.5
"""What a MOL at an AFV must bring: its user does not fire at men meanwhile."""


def all_shots(st: State, side: int, phase: str, aims: tuple[Aim, ...], only: int = 0) -> list[GunShot]:
    """What a side's Guns, vehicles, flamethrowers and Panzerfausts could do at these targets, best first; or what one
    of its vehicles could (``only``).
    """
    aims = tuple(aim for aim in aims if aim.gun is None)
    found = gun_shots(st, side, phase, aims, only)
    if only:
        found += _by_vehicles(st, side, phase, aims, only)
        return sorted(found, key=lambda shot: -shot.harm)
    found += flames(st, side, phase, aims)
    if st.vehicles:
        found += _by_vehicles(st, side, phase, aims)
        found += (shot for shot in _fausts(st, side, phase, aims) if shot.harm >= FAUST_PRICE)
        bombs = (GunShot(action, harm, action.unit) for action, harm in at_armor(st, side, phase, aims))
        found += (shot for shot in bombs if shot.harm >= BOMB_PRICE)
    return sorted(found, key=lambda shot: -shot.harm)


def _by_vehicles(st: State, side: int, phase: str, aims: tuple[Aim, ...], only: int = 0) -> Iterator[GunShot]:
    """The attacks on the IFT of a side's vehicles at men, each with all that it can bring."""
    vehicles = VehicleMenu(st, side, phase, aims, only)
    for vehicle, weapons in vehicles.armed():
        for aim in vehicles.targets:
            action = next(vehicles.attacks(vehicle, weapons, aim), None) if aim.vehicle is None else None
            if action is not None:
                yield GunShot(action, attack_harm(declared_ledger(st, action, aim.ids, phase)), vehicle.id)


def flames(st: State, side: int, phase: str, aims: tuple[Aim, ...]) -> Iterator[GunShot]:
    """The shots of a side's flamethrowers at men, less what it costs that one may be empty after it."""
    menu = FlameMenu(st, side, phase, tuple(aim for aim in aims if aim.vehicle is None))
    for unit, weapon in menu.held():
        for action, aim in menu.shots(unit, weapon):
            harm = attack_harm(declared_ledger(st, action, aim.ids, phase)) - dry_price(st, unit, weapon)
            yield GunShot(action, harm, unit.id)


def _fausts(st: State, side: int, phase: str, aims: tuple[Aim, ...]) -> Iterator[GunShot]:
    """Tries at vehicles: what the shot does as often as there is one, less what a 6 and the backblast cost."""
    armor = tuple(aim for aim in aims if aim.vehicle is not None)
    menu = PanzerfaustMenu(st, side, phase, armor)
    if not armor or not menu.there():
        return
    for unit, aim in menu.in_range():
        if not mans_gun(st, unit.id):
            for action in menu.tries(unit, aim):
                yield GunShot(action, _faust_harm(st, action, phase), unit.id)


def _faust_harm(st: State, action: Panzerfaust, phase: str) -> float:
    unit = st.units[action.unit]
    most = ready_up_to(st, unit) - check_ledger(st, action).total()
    ready = max(0, min(PINS_ON - 1, most)) / PINS_ON
    if not ready:
        return 0.0
    then, fire = in_hand(st, action)
    assert fire.ordnance is not None
    own = armed_worth(st, unit)
    price = own * (BROKEN if unit.pinned else PINNED) / PINS_ON
    if fire.ordnance.desperate:
        price += ready * own * BROKEN * fails(morale_level(st, unit), 0)[0]
    price += ready * own * REDUCED / 36
    return ready * vehicle_harm(then, fire, phase) - price
