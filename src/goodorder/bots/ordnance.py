"""Shots of Guns: the target, Target Type and facing that do most harm on average (C3)."""

from __future__ import annotations

from collections import Counter

from msgspec import Struct

from goodorder.core.actions import Fire
from goodorder.core.dice import PAIRS
from goodorder.core.frames import Choice
from goodorder.core.state import State, Weapon
from goodorder.data.charts.to_kill import Fate
from goodorder.flow.fire.fire_drafts import Aim
from goodorder.flow.fire.ordnance import whole_effect
from goodorder.flow.fire.ordnance_menu import IFE, OrdnanceMenu
from goodorder.odds.vehicle import vehicle as odds_at
from goodorder.rules.a07_fire.attack import declared_ledger
from goodorder.rules.c_ordnance.ammunition import Supply, supply
from goodorder.rules.c_ordnance.area import area_targets
from goodorder.rules.c_ordnance.hits import HitKind, decided
from goodorder.rules.c_ordnance.shell import shell_of
from goodorder.rules.c_ordnance.shells import shells_left
from goodorder.rules.c_ordnance.to_hit import ToHitLedger, to_hit_ledger
from goodorder.rules.c_ordnance.to_kill import SIX, Strike, struck_by, to_kill_ledger
from goodorder.rules.c_ordnance.vehicle_hits import located
from goodorder.rules.facts.units import wtype

from .armor import vehicle_worth
from .values import WAYS, attack_harm

MG_LEAST = 0.4
"""What a machine gun's shot at armor must do: its fire at men is worth as much."""


class GunShot(Struct, frozen=True):
    """A shot with its average harm and the chance that it hits anybody."""

    action: Fire
    harm: float
    chance: float


def best_shot(st: State, side: int, phase: str, aims: tuple[Aim, ...]) -> GunShot | None:
    """The shot of a side's Guns that does most, None where they have none."""
    menu = OrdnanceMenu(st, side, phase, aims)
    found: GunShot | None = None
    for unit, weapon in menu.manned():
        kinds = worth_firing(st, weapon)
        for aim in aims:
            if aim.gun is not None or (aim.vehicle is None and not kinds):
                continue
            for action in menu.shots(unit, weapon, aim, kinds if aim.vehicle is None else ()):
                if aim.vehicle is not None:
                    shot = _at_vehicle(st, action, to_hit_ledger(st, action, (), phase))
                    if wtype(st, weapon).pierces and shot.harm < MG_LEAST:
                        continue
                    if found is None or shot.harm > found.harm:
                        found = shot
                    continue
                ids = area_targets(st, action, aim.ids, phase)
                if action.ordnance is None:
                    ledger = declared_ledger(st, action, ids, phase)
                    shot = GunShot(action, attack_harm(ledger), 1.0)
                else:
                    shot = _valued(st, action, to_hit_ledger(st, action, ids, phase))
                if found is None or shot.harm > found.harm:
                    found = shot
    return found


def worth_firing(st: State, weapon: Weapon) -> tuple[str, ...]:
    """What of a Gun's ammunition is worth firing at men, its IFE with it."""
    left = shells_left(st, weapon)
    kinds: tuple[str, ...] = ("HE",) if "HE" in left else left  # no other shell does men more harm
    return (*kinds, IFE) if wtype(st, weapon).fp else kinds


def gun_shot(
    st: State, choice: Choice, phase: str, aims: tuple[Aim, ...], least: float, reasons: list[str]
) -> Fire | None:
    """The best shot of a Gun, where it does as much as ``least``."""
    shot = best_shot(st, choice.side, phase, aims)
    if shot is None or shot.harm < least or choice.check(shot.action) is not None:
        return None
    how = "It fires on the IFT" if shot.action.ordnance is None else f"It hits {shot.chance:.0%} of the time"
    reasons.append(f"{how} and takes {shot.harm:.1f} worth on average.")
    return shot.action


FATES: dict[Fate, float] = {
    "burn": 1.0,
    "eliminated": 1.0,
    "immobilized": 0.4,
    "immobilized or shock": 0.4,
    "possible shock": 0.2,
    "stun": 0.3,
}
"""The share of its worth that a vehicle loses by what befalls it."""


def _at_vehicle(st: State, action: Fire, ledger: ToHitLedger) -> GunShot:
    """The harm to a vehicle over all To Hit and To Kill DR; where a dr decides the kind of hit it counts for none."""
    vehicle = st.vehicles[action.vehicle]
    if action.ordnance is not None and action.ordnance.target_type != "vehicle":
        if not ledger.facts.kind.mortar:  # what can use the Vehicle Target Type does
            return GunShot(action, 0.0, 0.0)
        found = odds_at(st, action)
        share = float(found.chance("burning", "destroyed") + found.chance("abandoned", "recalled") / 2)
        return GunShot(action, vehicle_worth(st, vehicle) * share, 1.0 - float(found.chance("no effect")))
    struck: Counter[Strike] = Counter()
    for pair in PAIRS:
        hit = located(ledger, pair)
        if hit.aspect and supply(ledger.facts, sum(pair)) is not Supply.NONE:
            struck[struck_by(ledger.facts, hit.aspect, SIX, critical=hit.critical)] += 1
    lost = sum(
        count * sum(ways * FATES.get(fate, 0.0) for total, ways in WAYS.items() if (fate := kill.fate(total))) / 36
        for strike, count in struck.items()
        for kill in (to_kill_ledger(st, strike),)
    )
    chance = sum(struck.values()) / len(PAIRS)
    return GunShot(action, vehicle_worth(st, vehicle) * lost / len(PAIRS), chance)


def _valued(st: State, action: Fire, ledger: ToHitLedger) -> GunShot:
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
    return GunShot(action, harm / len(PAIRS), sum(struck.values()) / len(PAIRS))


def mans_gun(st: State, unit: int) -> bool:
    """Whether a unit mans a Gun that works: it stays by it."""
    return any(wtype(st, weapon).gun is not None and not weapon.malfunctioned for weapon in st.weapons_of(unit))
