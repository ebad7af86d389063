"""Shots of Guns: the target, Target Type and facing that do most harm on average (C3)."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

from goodorder.core.actions import Fire, Molotov, Panzerfaust
from goodorder.core.dice import PAIRS
from goodorder.core.state import State, Weapon
from goodorder.flow.fire.ordnance import whole_effect
from goodorder.flow.fire.ordnance_menu import IFE, OrdnanceMenu
from goodorder.flow.fire.targets import Aim
from goodorder.odds.vehicle import direct_fates
from goodorder.odds.vehicle import vehicle as odds_at
from goodorder.rules.a07_fire.attack import declared_ledger
from goodorder.rules.c_ordnance.ammunition import Supply, supply
from goodorder.rules.c_ordnance.area import area_targets
from goodorder.rules.c_ordnance.canister import CANISTER, canister_ledgers, fires_canister
from goodorder.rules.c_ordnance.hits import HitKind, decided
from goodorder.rules.c_ordnance.shell import shell_of
from goodorder.rules.c_ordnance.shells import shells_left
from goodorder.rules.c_ordnance.to_hit import ToHitLedger, to_hit_ledger
from goodorder.rules.facts.units import wtype

from .armor import vehicle_worth
from .values import attack_harm

MG_LEAST = 0.4
"""What a machine gun's shot at armor must do: its fire at men is worth as much."""


class GunShot(Struct, frozen=True):
    """A shot with its average harm, and who makes it."""

    action: Fire | Panzerfaust | Molotov
    harm: float
    firer: int

    def told(self) -> str:
        """The reason for it."""
        return f"The shot takes {self.harm:.1f} worth on average."


def gun_shots(st: State, side: int, phase: str, aims: tuple[Aim, ...], only: int = 0) -> list[GunShot]:
    """The shot of each of a side's Guns, and of each other weapon that must hit first, that does most; or of one
    vehicle's (``only``).
    """
    menu = OrdnanceMenu(st, side, phase, aims, only)
    found: list[GunShot] = []
    for unit, weapon in menu.manned():
        kinds = worth_firing(st, weapon)
        best: GunShot | None = None
        for aim in aims:
            if aim.vehicle is None and not kinds:
                continue
            for action in menu.shots(unit, weapon, aim, kinds if aim.vehicle is None else ()):
                shot = GunShot(action, _harm(st, action, aim, phase), unit.id)
                if aim.vehicle is not None and wtype(st, weapon).pierces and shot.harm < MG_LEAST:
                    continue
                if best is None or shot.harm > best.harm:
                    best = shot
        if best is not None:
            found.append(best)
    return found


def _harm(st: State, action: Fire, aim: Aim, phase: str) -> float:
    """What a shot takes from its target on average."""
    if aim.vehicle is not None:
        return vehicle_harm(st, action, phase)
    ids = area_targets(st, action, aim.ids, phase)
    if fires_canister(action):
        facts = to_hit_ledger(st, action, aim.ids, phase).facts
        ready = sum(supply(facts, sum(pair)) is not Supply.NONE for pair in PAIRS) / len(PAIRS)
        return ready * sum(attack_harm(one) for one in canister_ledgers(st, action, aim.ids, phase))
    if action.ordnance is None:
        return attack_harm(declared_ledger(st, action, ids, phase))
    return _valued(st, to_hit_ledger(st, action, ids, phase))


def worth_firing(st: State, weapon: Weapon) -> tuple[str, ...]:
    """What of a Gun's ammunition is worth firing at men, its IFE with it."""
    left = shells_left(st, weapon)
    kinds: tuple[str, ...] = ("HE",) if "HE" in left else left  # no other shell but canister does men more harm
    if CANISTER in left and CANISTER not in kinds:
        kinds = (*kinds, CANISTER)
    return (*kinds, IFE) if wtype(st, weapon).fp else kinds


LOST, GONE = ("burning", "destroyed"), ("abandoned", "recalled")
"""Fates of a vehicle that is lost, and of one that takes no further part."""

FATES: dict[str, float] = {
    "burn": 1.0,
    "eliminated": 1.0,
    "immobilized": 0.4,
    "shock": 0.4,
    "possible shock": 0.2,
    "stun": 0.3,
}
"""The share of its worth that a vehicle loses by what befalls it."""


def vehicle_harm(st: State, action: Fire, phase: str) -> float:
    """What a shot at a vehicle takes from it on average, by the exact chance of each of its fates."""
    vehicle = st.vehicles[action.vehicle]
    if action.ordnance is not None and action.ordnance.target_type != "vehicle":
        if not any(wtype(st, st.weapons[one]).mortar for one in action.firers[0].weapons):
            return 0.0  # what can use the Vehicle Target Type does
        exact = odds_at(st, action, phase)
        return vehicle_worth(st, vehicle) * float(exact.chance(*LOST) + exact.chance(*GONE) / 2)
    fates = direct_fates(st, action, phase)
    return vehicle_worth(st, vehicle) * sum(float(chance) * FATES.get(fate, 0.0) for fate, chance in fates.items())


def _valued(st: State, ledger: ToHitLedger) -> float:
    """The harm over all DR; a dr that decides the kind of hit counts as an ordinary one."""
    struck: Counter[tuple[int, ...]] = Counter()
    for pair in PAIRS:
        hit = decided(ledger, pair)
        if supply(ledger.facts, sum(pair)) is Supply.NONE:
            continue
        if hit.kind is not HitKind.MISS and not (hit.kind is HitKind.CHECK and hit.hits_at < len(PAIRS) // 6):
            struck[hit.units] += 1
    shell, loc = shell_of(ledger.facts), ledger.facts.attack.target
    harm = sum(
        count * attack_harm(ledger)
        for units, count in struck.items()
        for ledger in whole_effect(st, units, loc, shell).ledgers(st, units)
    )
    return harm / len(PAIRS)


def mans_gun(st: State, unit: int) -> bool:
    """Whether a unit mans a Gun that works: it stays by it."""
    return any(wtype(st, weapon).gun is not None and not weapon.malfunctioned for weapon in st.weapons_of(unit))
